"""Effects that read more than the motion: load, memory, gravity's direction, gains."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import dynid as di
from dynid.model.gears import (
    EncoderOffset,
    GravityDirection,
    Hysteresis,
    LoadFriction,
    PositionFriction,
    PowerFriction,
    Ripple,
    TorqueScale,
    set_zeros,
)
from dynid.model.memory import compute_memory

WIDTH = 0.05


@pytest.fixture(scope="module")
def robot():
    return di.load_robot("arm7")


@pytest.fixture(scope="module")
def motion(robot):
    rng = np.random.default_rng(3)
    t = np.linspace(0, 6, 400)[:, None]
    a, f, c = (rng.uniform(0.5, 1.5, robot.dof) for _ in range(3))
    q = a * np.sin(f * t + c)
    return q, a * f * np.cos(f * t + c), -a * f**2 * np.sin(f * t + c)


@pytest.mark.parametrize(("rate", "length"), [(400, 0.07), (20, 0.07), (10, 0.01), (10, 2e-3)])
def test_memory_solves_dahls_equation(rate, length):
    """dz/dt = (qd - |qd| z) / length, by an integrator that knows nothing of turns: what turns
    between two samples is followed as well."""

    def q(t):
        return 0.4 * np.sin(1.3 * t) + 0.2 * np.sin(3.1 * t)

    def qd(t):
        return 0.52 * np.cos(1.3 * t) + 0.62 * np.cos(3.1 * t)

    t = np.arange(0, 10, 1 / rate)
    solved = solve_ivp(
        lambda s, z: (qd(s) - abs(qd(s)) * z) / length,
        (0, 10),
        [0.0],
        t_eval=t,
        rtol=1e-9,
        atol=1e-10,
        max_step=min(5e-3, length),
    )
    found = compute_memory(q(t)[:, None], qd(t)[:, None], length)[:, 0]
    assert_allclose(found, solved.y[0], atol=5e-3)
    if rate == 10:  # straight ways between samples miss what turns there
        straight = compute_memory(q(t)[:, None], np.zeros((len(t), 1)), length)[:, 0]
        assert np.abs(straight - solved.y[0]).max() > 0.3


def test_memory_does_not_depend_on_speed_and_starts_afresh():
    t = np.linspace(0, 9, 300)
    q, qd = np.stack([np.sin(t), np.cos(t)])[:, :, None]
    z = compute_memory(q, qd, 0.1)
    assert_allclose(compute_memory(q, 7 * qd, 0.1), z, atol=1e-14)  # the same way in less time
    twice, starts = np.tile(q, (2, 1)), np.zeros(600, dtype=bool)
    starts[300] = True
    again = compute_memory(twice, np.tile(qd, (2, 1)), 0.1, starts)
    assert_allclose(again[300:], z, atol=1e-14)
    still = np.zeros_like(q)
    slow = np.repeat(q, 3, axis=0)  # every place is stayed at for three samples
    assert_allclose(
        compute_memory(slow, np.repeat(still, 3, axis=0), 0.1)[::3],
        compute_memory(q, still, 0.1),
        atol=1e-14,
    )
    sharp = compute_memory(q, still, 1e-6)[1:]
    assert np.abs(sharp - np.sign(np.diff(q, axis=0))).max() < 1e-6  # a sharp sign


def test_torques_are_those_of_their_formulas(robot, motion):
    """tau = rigid + mu |L| tanh(qd / w) + s L + g_x G_x + F z + ..., by hand."""
    q, qd, qdd = motion
    first = robot.actuated[0]
    lengths = (0.02, 0.2)
    effects = [
        LoadFriction(width=WIDTH, viscous=True),
        TorqueScale(robot.actuated[1:]),
        GravityDirection(),
        Hysteresis(lengths=lengths),
        PowerFriction(power=0.5),
        Ripple(waves=(2.0,)),
        PositionFriction(width=WIDTH, viscous=True),
    ]
    model = di.Model(robot, effects)
    rng = np.random.default_rng(0)
    values = {
        name: float(rng.uniform(0.01, 0.3)) for name in model.parameters[10 * len(robot.bodies) :]
    }
    p = model.to_vector(values)
    bare = di.Model(robot)
    L = bare.inverse_dynamics(q, qd, qdd, bare.nominal)
    want = L.copy()
    for axis, unit in zip("xy", np.eye(3)):
        tilted = di.Model(robot.replace(gravity=tuple(unit)))
        still = np.zeros_like(q)
        G = tilted.inverse_dynamics(q, still, still, tilted.nominal)
        want += values[f"gravity.{axis}"] * G
    for j, joint in enumerate(robot.actuated):
        x, v = q[:, j], qd[:, j]
        s = np.tanh(v / WIDTH)
        own = {k.partition(".")[2]: value for k, value in values.items() if joint in k}
        want[:, j] += own["load_friction"] * np.abs(L[:, j]) * s
        want[:, j] += own["load_viscous"] * np.abs(L[:, j]) * v
        want[:, j] += 0.0 if joint == first else own["torque_scale"] * L[:, j]
        for length in lengths:
            z = compute_memory(q, qd, length)[:, j]
            want[:, j] += own[f"hysteresis_{length:g}"] * z
        want[:, j] += own["power_0.5"] * np.sign(v) * np.sqrt(np.abs(v))
        want[:, j] += own["ripple_cos2"] * np.cos(2 * x) + own["ripple_sin2"] * np.sin(2 * x)
        want[:, j] += (own["friction_cos"] * np.cos(x) + own["friction_sin"] * np.sin(x)) * s
        want[:, j] += (own["viscous_cos"] * np.cos(x) + own["viscous_sin"] * np.sin(x)) * v
    found = model.inverse_dynamics(q, qd, qdd, p)
    assert_allclose(found, want, atol=1e-10 * np.abs(want).max())
    # the regressor is linear in p once the load is that of p
    Y = np.asarray(model.set_load_reference(p).regressor(q, qd, qdd))
    assert_allclose(Y @ p, want, atol=1e-10 * np.abs(want).max())


@pytest.mark.parametrize("size", [1e-2, 1e-3])
def test_zeros_of_joints_are_those_of_a_robot_that_stands_elsewhere(robot, motion, size):
    """To the first order as parameters, exactly as another robot."""
    q, qd, qdd = motion
    usual = di.Model(robot, [di.Viscous()])
    model = di.Model(robot, [di.Viscous(), EncoderOffset(robot.actuated[1:])])
    d = size * np.random.default_rng(0).uniform(-1.0, 1.0, robot.dof)
    d[0] = 0.0
    offsets = {f"{x}.encoder_offset": value for x, value in zip(robot.actuated[1:], d[1:])}
    p = model.to_vector({f"{x}.viscous": 0.5 for x in robot.actuated} | offsets)
    moved, own = set_zeros(model, p)
    want = usual.inverse_dynamics(q + d, qd, qdd, own)
    size_of = np.abs(want).max()
    assert_allclose(moved.inverse_dynamics(q, qd, qdd, own), want, atol=1e-11 * size_of)
    assert_allclose(model.inverse_dynamics(q, qd, qdd, p), want, atol=10 * size**2 * size_of)
    change = np.abs(want - usual.inverse_dynamics(q, qd, qdd, own)).max()
    assert change > 20 * np.abs(model.inverse_dynamics(q, qd, qdd, p) - want).max()


def test_what_cannot_be_told_is_refused(robot):
    with pytest.raises(di.InputError, match="expected a tree"):
        di.Model(di.load_robot("five_bar"), [EncoderOffset()])
    with pytest.raises(di.InputError, match="one omitted"):
        di.Model(robot, [TorqueScale()])
    with pytest.raises(di.InputError, match="no gravity"):
        di.Model(robot.replace(gravity=(0, 0, 0)), [GravityDirection()])
    with pytest.raises(di.InputError, match="positive"):
        Hysteresis(lengths=(0.1, 0.0))
    model = di.Model(robot, [LoadFriction()])
    with pytest.raises(di.InputError, match="with_reference"):
        model.regressor(np.zeros((2, robot.dof)))
    delta = di.load_robot("delta4")
    passive = [name for name in delta.coordinates if name not in delta.actuated][:1]
    with pytest.raises(di.InputError, match="expected actuated joints"):
        di.Model(delta, [Hysteresis(passive)])


def data_of(model, motion, values):
    q, qd, qdd = motion
    N, n = q.shape
    return di.Dataset(
        model,
        t=np.arange(N) / 100,
        q=q,
        qd=qd,
        qdd=qdd,
        tau=model.inverse_dynamics(q, qd, qdd, model.to_vector(values)),
        log=np.zeros(N),
        use=np.ones((N, n), dtype=bool),
        rate=100.0,
        sources=("made",),
    )


def test_load_and_scale_are_found_again(robot, motion):
    """Least squares with the load of its own fit: exact data give exact parameters."""
    scaled = robot.actuated[2]
    effects = [di.Viscous(), di.Coulomb(width=WIDTH), LoadFriction(width=WIDTH)]
    model = di.Model(robot, [*effects, TorqueScale([scaled])])
    values = {f"{scaled}.torque_scale": 0.1}
    for joint in robot.actuated:
        values |= {f"{joint}.viscous": 0.5, f"{joint}.coulomb": 1.0, f"{joint}.load_friction": 0.08}
    data = data_of(model, motion, values)
    found = di.estimate(di.Problem(model, data), di.OLS())
    got = dict(zip(found.parameters, found.p))
    for name, value in values.items():
        assert got[name] == pytest.approx(value, abs=2e-3), name
    again = found.model.inverse_dynamics(*motion, found.p)
    assert np.linalg.norm(again - data.tau) < 1e-4 * np.linalg.norm(data.tau)


def test_a_tilted_base_is_found_again(robot, motion):
    """Truth: the robot in another gravity, not our effect."""
    tilted = di.Model(robot.replace(gravity=(0.3, -0.1, -9.81)), [di.Viscous()])
    values = {f"{joint}.viscous": 0.5 for joint in robot.actuated}
    model = di.Model(robot, [di.Viscous(), GravityDirection()])
    tau = tilted.inverse_dynamics(*motion, tilted.to_vector(values))
    data = replace(data_of(model, motion, {}), tau=tau)
    found = di.estimate(di.Problem(model, data), di.Consistent(draws=0))
    got = dict(zip(found.parameters, found.p))
    assert got["gravity.x"] == pytest.approx(0.3, abs=0.01)
    assert got["gravity.y"] == pytest.approx(-0.1, abs=0.01)
