"""Arrays of every wrong kind, where they enter: a sentence with the argument's name, or the result
of the same numbers in order. A kernel that read beyond an array would end the tests, or give
other numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.errors import InputError
from dynid.model.model_along_motion import (
    compute_regressor_along,
    compute_regressor_cotangents,
    compute_torque_along,
    compute_torque_cotangents,
)

N = 12
FIELDS = ("q", "qd", "qdd")


@pytest.fixture(scope="module", params=["arm7", "delta3", "five_bar"])
def robot(request):
    return di.load_robot(request.param)


@pytest.fixture(scope="module")
def states(robot):
    """q, qd, qdd (N, n)."""
    rng = np.random.default_rng(0)
    q = take_actuated_home(robot) + 0.1 * rng.normal(size=(N, robot.dof))
    return q, *rng.normal(size=(2, N, robot.dof))


@pytest.fixture(scope="module")
def model(robot):
    return di.Model(robot, [di.Viscous(), di.Coulomb()])


@pytest.fixture(scope="module")
def p(model):
    return np.where(np.isfinite(model.prior), model.prior, 0.3)


def equivalents(x):
    """The same numbers, as others may hold them."""
    read_only = x.copy()
    read_only.setflags(write=False)
    room = np.frombuffer(b"\0" + x.tobytes(), dtype=np.uint8)
    yield "rows strided", np.repeat(x, 2, axis=0)[::2]
    yield "columns strided", np.repeat(x, 3, axis=1)[:, ::3]
    yield "column by column", np.asfortranarray(x)
    yield "backwards", x[::-1].copy()[::-1]
    yield "list", x.tolist()
    yield "read-only", read_only
    yield "other byte order", x.astype(">f8")
    yield "not aligned", room[1:].view(np.float64).reshape(x.shape)
    yield "objects", x.astype(object)


def others(x):
    """What is no motion (N, n)."""
    odd = np.arange(x.size).reshape(x.shape) == 3
    yield "too few samples", x[:-1]
    yield "too many samples", np.vstack([x, x])
    yield "no sample", x[:0]
    yield "too few columns", x[:, :-1]
    yield "too many columns", np.hstack([x, x])
    yield "turned", x.T
    yield "flat", x.ravel()
    yield "one more axis", x[None]
    yield "a number", 1.0
    yield "a word", "abc"
    yield "words", np.full(x.shape, "1.0")
    yield "complex", x + 1j
    yield "times", np.zeros(x.shape, dtype="datetime64[s]")
    yield "ragged", [[1.0], [1.0, 2.0]]
    yield "nothing", np.full(x.shape, None)
    yield "not a number", np.where(odd, np.nan, x)
    yield "infinite", np.where(odd, np.inf, x)


def flat(result):
    """All numbers of a result."""
    if isinstance(result, Motion):
        result = result.q, result.qd, result.qdd
    parts = result if isinstance(result, (tuple, list)) else (result,)
    return np.concatenate([np.ravel(part) for part in parts])


#: what the error says, the call, and which of q, qd, qdd and a torque it is about
CALLS = {
    "close": ("positions q", lambda r, m, p, q, qd, qdd, tau: close(r, q, qd, qdd)),
    "close qd": ("velocities qd", lambda r, m, p, q, qd, qdd, tau: close(r, q, qd, qdd)),
    "close qdd": ("accelerations qdd", lambda r, m, p, q, qd, qdd, tau: close(r, q, qd, qdd)),
    "jacobian": (
        "positions q",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.compute_jacobian(r, q),
    ),
    "jacobian_rate": (
        "velocities qd",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.jacobian_rate(r, q, qd),
    ),
    "forward_kinematics": (
        "positions q",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.forward_kinematics(r, q),
    ),
    "motor_gains": (
        "positions q",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.motor_gains(r, q),
    ),
    "on_freedoms": (
        "motor torques",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.map_to_freedoms(r, q, tau),
    ),
    "among_motors": (
        "torques tau",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.distribute_among_motors(r, q, tau),
    ),
    "preload_of": (
        "motor torques",
        lambda r, m, p, q, qd, qdd, tau: di.closed_chains.compute_preload(r, q, tau),
    ),
    "regressor": ("positions q", lambda r, m, p, q, qd, qdd, tau: m.regressor(q, qd, qdd)),
    "regressor qd": ("velocities qd", lambda r, m, p, q, qd, qdd, tau: m.regressor(q, qd, qdd)),
    "regressor qdd": (
        "accelerations qdd",
        lambda r, m, p, q, qd, qdd, tau: m.regressor(q, qd, qdd),
    ),
    "map_regressor": (
        "velocities qd",
        lambda r, m, p, q, qd, qdd, tau: m.map_regressor(lambda _, Y: Y.copy(), q, qd, qdd),
    ),
    "inverse_dynamics": (
        "accelerations qdd",
        lambda r, m, p, q, qd, qdd, tau: m.inverse_dynamics(q, qd, qdd, p),
    ),
    "predicted": ("velocities qd", lambda r, m, p, q, qd, qdd, tau: m.predict(q, qd, qdd, p)),
    "load": ("velocities qd", lambda r, m, p, q, qd, qdd, tau: m.load(q, qd, qdd, p)),
    "known_torque": (
        "velocities qd",
        lambda r, m, p, q, qd, qdd, tau: m.compute_known_torque(q, qd, qdd),
    ),
    "mass_matrix": ("positions q", lambda r, m, p, q, qd, qdd, tau: m.mass_matrix(q, p)),
    "coriolis": ("velocities qd", lambda r, m, p, q, qd, qdd, tau: m.coriolis(q, qd, p)),
    "gravity": ("positions q", lambda r, m, p, q, qd, qdd, tau: m.gravity(q, p)),
    "forward_dynamics": (
        "torques tau",
        lambda r, m, p, q, qd, qdd, tau: m.forward_dynamics(q, qd, tau, p),
    ),
    "torque_gradient": (
        "cotangents tau_bar",
        lambda r, m, p, q, qd, qdd, tau: m.torque_gradient(q, qd, qdd, p, tau),
    ),
    "regressor_gradient": (
        "accelerations qdd",
        lambda r, m, p, q, qd, qdd, tau: m.regressor_gradient(
            q, qd, qdd, np.ones((N, r.dof, len(p)))
        ),
    ),
}
#: calls with one array alone: another number of samples is another motion
ALONE = ("jacobian", "forward_kinematics", "motor_gains", "mass_matrix", "gravity")
COUNTS = ("too few samples", "too many samples", "no sample")
PLACES = {"positions q": 0, "velocities qd": 1, "accelerations qdd": 2}


@pytest.mark.parametrize("name", CALLS)
def test_arrays(robot, model, p, states, name):
    what, call = CALLS[name]
    given = [*states, np.random.default_rng(1).normal(size=states[0].shape)]
    k = PLACES.get(what, 3)
    expected = flat(call(robot, model, p, *given))
    assert np.isfinite(expected).all()

    def result(x):
        return flat(call(robot, model, p, *given[:k], x, *given[k + 1 :]))

    for kind, x in equivalents(given[k]):
        assert_array_equal(result(x), expected, kind)
    for kind, x in others(given[k]):
        if name in ALONE and kind in COUNTS:
            assert np.isfinite(result(x)).all(), kind
            continue
        # where q has another number of samples, the others are what does not fit
        of = "velocities qd" if k == 0 and kind in COUNTS else what
        with pytest.raises(InputError) as error:
            result(x)
        assert of in str(error.value), kind
        assert "expected" in str(error.value), kind


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 1000])
def test_numbers_of_samples(robot, model, p, states, size):
    """Of none, and of blocks that are not full."""
    q, qd, qdd = (np.resize(x, (size, robot.dof)) for x in states)
    full = model.inverse_dynamics(*states, p)
    assert_allclose(model.inverse_dynamics(q, qd, qdd, p), np.resize(full, q.shape), atol=1e-9)
    motion = close(robot, q, qd, qdd)
    x, v, a = di.closed_chains.point_motion(robot, motion)
    assert x.shape == v.shape == a.shape == (size, 3)
    back = di.closed_chains.close_gradient(motion, *np.ones((3, *motion.q.shape)))
    assert [each.shape for each in back] == [(size, robot.dof)] * 3
    bars = di.closed_chains.point_gradient(robot, motion, x_bar=np.ones((size, 3)))
    assert [each.shape for each in bars] == [motion.q.shape] * 3


def test_a_motion_has_the_same_samples_in_all(robot, states):
    motion = close(robot, *states)
    half = {name: getattr(motion, name)[::2] for name in FIELDS}
    for name in FIELDS:
        with pytest.raises(InputError, match=r"motion, q\w*: got an array of shape"):
            replace(motion, **{name: half[name]})
        for x in (half[name][:, :-1], half[name].ravel(), "abc", None, motion.q + 1j):
            with pytest.raises(InputError, match=rf"motion, {name}"):
                replace(motion, **{name: x})
    if motion.G is None:
        return
    with pytest.raises(InputError, match=r"motion, G: got an array of shape .*, expected"):
        replace(motion, **half)
    with pytest.raises(InputError, match="motion, margin"):
        replace(motion, **half, G=motion.G[:, :, ::2])
    with pytest.raises(InputError, match="motion, channel 'load'"):
        replace(motion, channels={"load": np.zeros((N, robot.dof + 1))})


def along(model, motion, p):
    """Everything that takes a motion that is closed already."""
    robot, (M, n_c) = motion.robot, motion.q.shape
    rng = np.random.default_rng(4)
    x_bar, bars = rng.normal(size=(N, 3))[:M], rng.normal(size=(3, N, n_c))[:, :M]
    tau_bar, Y_bar = (rng.normal(size=(N, *s))[:M] for s in ((robot.dof,), (robot.dof, len(p))))
    yield "point_motion", lambda m: di.closed_chains.point_motion(robot, m)
    yield "point_gradient", lambda m: di.closed_chains.point_gradient(robot, m, a_bar=x_bar)
    yield "close_gradient", lambda m: di.closed_chains.close_gradient(m, *bars)
    yield "regressor_along", lambda m: compute_regressor_along(model, m)
    yield "torque_along", lambda m: compute_torque_along(model, m, p)
    yield "regressor_cotangents", lambda m: tuple(compute_regressor_cotangents(model, m, Y_bar))
    yield "torque_cotangents", lambda m: tuple(compute_torque_cotangents(model, m, p, tau_bar))


def test_some_samples_of_a_motion(robot, model, p, states):
    """As they lie in the whole: strided."""
    whole = close(robot, *states)
    G = None if whole.G is None else whole.G[:, :, ::2]
    margin = None if whole.margin is None else whole.margin[::2]
    parts = {name: getattr(whole, name)[::2] for name in FIELDS}
    some = replace(whole, **parts, G=G, G_rate=None, margin=margin)
    alone = close(robot, *(x[::2] for x in states))
    for (name, call), (_, same) in zip(along(model, some, p), along(model, alone, p)):
        assert_allclose(flat(call(some)), flat(same(alone)), rtol=1e-9, atol=1e-9, err_msg=name)


def test_a_motion_without_what_is_needed(robot, model, p, states):
    whole = close(robot, *states)
    for name, call in along(model, whole, p):
        with pytest.raises(di.DynidError):
            call(None)
        if not robot.is_tree and not name.startswith("point"):
            with pytest.raises(InputError, match="motion, G"):
                call(replace(whole, G=None))
    if not robot.is_tree:
        wide = np.concatenate([whole.G, whole.G], axis=1)
        with pytest.raises(InputError, match=r"motion, G: .* expected"):
            di.closed_chains.close_gradient(replace(whole, G=wide), q_bar=whole.q)


def test_cotangents_and_points(robot, model, states):
    motion = close(robot, *states)
    for name in ("x_bar", "v_bar", "a_bar"):
        for x in (np.zeros((N - 1, 3)), np.zeros((N, 2)), np.zeros(3), "abc", [[1], [1, 2]]):
            with pytest.raises(InputError, match=f"cotangents {name}"):
                di.closed_chains.point_gradient(robot, motion, **{name: x})
    for name in ("q_bar", "qd_bar", "qdd_bar"):
        for x in (motion.q[:-1], motion.q[:, :-1], motion.q + 1j, "abc"):
            with pytest.raises(InputError, match=f"cotangents {name}"):
                di.closed_chains.close_gradient(motion, **{name: x})
    for x in (np.zeros((2, 2, 2)), np.zeros(3), "abc", motion.q):
        with pytest.raises(InputError, match="cotangents G_bar"):
            di.closed_chains.close_gradient(motion, G_bar=x)
    for x in ("abc", (1, 2), np.zeros((2, 3)), [[1], [2, 3]], (1j, 0, 0), (np.nan, 0, 0)):
        with pytest.raises(InputError, match="point: got"):
            di.closed_chains.point_motion(robot, motion, point=x)
    shape = (N, robot.dof, len(model.parameters))
    for x in (np.zeros((N - 1, *shape[1:])), np.zeros(shape[1:]), np.zeros(shape) + 1j):
        with pytest.raises(InputError, match="cotangents Y_bar"):
            model.regressor_gradient(*states, x)


def test_parameters_places_and_starts(robot, model, p, states):
    """What is no (N, n)."""
    for x in ("abc", [[1], [1, 2]], p[:-1], p[None], p + 1j, np.full(len(p), None)):
        with pytest.raises(InputError, match="parameters p"):
            model.inverse_dynamics(*states, x)
    for x in ("abc", [[1], [1, 2]], states[0][0][:-1], states[0] + 1j):
        with pytest.raises(di.DynidError, match="q0"):
            di.simulate(model, p, duration=0.01, q0=x)
    if len(robot.task) == 3:
        centre = di.forward_kinematics(robot, take_actuated_home(robot)[None])[0, :3, 3]
        assert di.excitation.reach(robot, centre, np.eye(3)[:2]).shape == (2,)
        for kind, x in others(np.eye(3)[:2]):
            if kind not in COUNTS:
                with pytest.raises(InputError, match="directions"):
                    di.excitation.reach(robot, centre, x)
        with pytest.raises(InputError, match="centre"):
            di.excitation.reach(robot, centre[:2], np.eye(3))
        z = np.tile(centre, (4, 1))
        expected = di.closed_chains.inverse_kinematics(robot, z)
        for kind, x in equivalents(z):
            assert_array_equal(di.closed_chains.inverse_kinematics(robot, x), expected, kind)
        with pytest.raises(InputError, match="positions q"):
            di.closed_chains.inverse_kinematics(robot, z[:, :2])


def test_channels(robot, states):
    model = di.Model(robot, [di.Viscous(), di.gears.LoadFriction()])
    model = model.set_load_reference(np.where(np.isfinite(model.prior), model.prior, 0.3))
    channels = model.channels(*states)
    assert np.isfinite(model.regressor(*states, channels)).all()
    for name, x in channels.items():
        for kind, bad in others(x):
            if kind in ("not a number", "infinite", "nothing"):
                continue  # what was not logged is not known
            with pytest.raises(InputError, match="channel"):
                model.regressor(*states, {**channels, name: bad})
            with pytest.raises(InputError, match="channel"):
                model.channels(*states, logged={name: bad})
        with pytest.raises(InputError, match=f"expected {name} as well"):
            model.regressor(*states, {})
    with pytest.raises(InputError, match="starts: got an array of shape"):
        model.channels(*states, starts=np.zeros(N - 1, dtype=bool))
