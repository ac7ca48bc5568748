"""Gains of drives from currents: against Pinocchio, which makes the currents, and scipy, which
finds the same optimum."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from drive_gains import (
    BOX,
    EFFECTS,
    JOINTS,
    LOAD,
    RATE,
    log_of,
    motion,
    payload,
    robot,
    specimen,
)
from dynid.data.dataset import Dataset
from dynid.data.drive_gains import subtract_payloads
from dynid.errors import InputError

pytest.importorskip("pinocchio")
WLS = di.WLS()


@pytest.fixture(scope="module")
def arm():
    return specimen(np.random.default_rng(3))


@pytest.fixture(scope="module")
def model():
    return di.Model(robot(), EFFECTS)


def exact(model, arm, loads, known=(None, "load"), noise=0.0, gains=None, seed=5, speed=1.0):
    """A data set whose motion is exact: currents of Pinocchio, noise on them alone."""
    rng = np.random.default_rng(seed)
    parts = []
    for load in known:
        t, q, qd, qdd = (x[::4] for x in motion(rng))
        qd, qdd = speed * qd, speed**2 * qdd
        i = arm.currents(load, q, qd, qdd)
        parts.append((t, q, qd, qdd, i + noise * i.std(axis=0) * rng.normal(size=i.shape)))
    t, q, qd, qdd, i = (np.concatenate([part[k] for part in parts]) for k in range(5))
    gains = dict(gains or {})
    data = Dataset(
        model,
        t,
        q,
        qd,
        qdd,
        i * [gains.get(name, 1.0) for name in JOINTS],
        np.repeat(np.arange(len(parts)), len(parts[0][0])),
        np.ones(q.shape, dtype=bool),
        RATE / 4,
        sources=tuple(map(str, range(len(parts)))),
        recordings=tuple(map(str, range(len(parts)))),
        gains={name: gains.get(name, 1.0) for name in JOINTS},
        free=tuple(name for name in JOINTS if name not in gains),
    )
    logs = [replace(log_of(arm, None, rng, seconds=1.0), sha256=str(k)) for k in range(len(parts))]
    return subtract_payloads(data, logs, loads) if loads else data


def values(result):
    return np.array([gain.value for gain in result.gains])


def test_gains_and_dynamics_without_noise(model, arm):
    """Currents, an empty log and one with a known payload: everything to round-off."""
    data = exact(model, arm, [None, payload(LOAD)])
    result = di.estimate(di.Problem(model, data), di.OLS())
    assert values(result) == pytest.approx(arm.gains, rel=1e-7)
    assert result.names == di.base_parameters(model).names
    check = di.validate(result, data)
    assert check.relative < 1e-5
    with_torques = data.set_gains(dict(zip(JOINTS, arm.gains)))
    plain = di.estimate(di.Problem(model, with_torques), di.OLS())
    assert result.theta == pytest.approx(plain.theta, rel=1e-5, abs=1e-6)


def test_the_optimum_is_that_of_the_currents(model, arm):
    """i_j = (Y_j p + k_j) / g_j, least squares in amperes, as scipy finds them: nothing shrinks."""
    from scipy.optimize import least_squares

    data = exact(model, arm, [None, payload(LOAD)], noise=0.1)
    deviations = 0.1 * data.tau.std(axis=0)  # of the currents
    problem = di.Problem(model, data)
    found = di.estimate(problem, di.WLS(deviations=tuple(deviations * arm.gains)))
    Y = model.regressor(data.q, data.qd, data.qdd)[:, :, problem.base.independent]
    i = data.tau + data.carried

    def residual(x):
        theta, inverse = x[:-6], x[-6:]
        return ((i - (Y @ theta + data.carried) * inverse) / deviations).ravel()

    start = np.append(found.theta, 1.0 / arm.gains)
    best = least_squares(residual, start, x_scale="jac", xtol=1e-12, ftol=1e-12)
    # the weights of WLS are in torque, fixed at the true gains: the two differ by noise^2 only
    assert values(found) == pytest.approx(1.0 / best.x[-6:], rel=2e-3)
    for gain, truth in zip(found.gains, arm.gains):
        half = 0.5 * (gain.high - gain.low)
        assert abs(gain.value - truth) < 2.0 * half
    # least squares with the currents as a column: the gains shrink, all of them
    W = np.zeros((*i.shape, Y.shape[2] + 6))
    W[:, :, :-6] = Y
    W[:, range(6), -6 + np.arange(6)] = -i
    w = 1.0 / (deviations * arm.gains)
    naive = np.linalg.lstsq(
        (W * w[:, None]).reshape(-1, W.shape[2]), (-data.carried * w).ravel(), rcond=None
    )[0][-6:]
    assert (naive / arm.gains < 0.97).all()


def test_possible_bodies_and_a_box_in_one_fit(arm):
    """Three logs: empty, 2.5 kg known, a box that is looked for."""
    box = di.Payload("link6", name="box", sometimes=True)
    model = di.Model(robot(), [*EFFECTS, box])
    known = (None, "load", "box")
    data = exact(model, arm, [None, payload(LOAD), "box"], known, noise=0.02)
    result = di.estimate(di.Problem(model, data), di.Consistent(draws=40))
    assert values(result) == pytest.approx(arm.gains, rel=0.01)
    assert (values(result) > 0).all()
    assert min(result.margins.values()) > 0
    k = result.parameters.index("box.m")
    assert result.p[k] == pytest.approx(BOX[0], rel=0.01)
    assert result.p_interval[k, 0] < BOX[0] < result.p_interval[k, 1]
    centre = result.p[k + 1 : k + 4] / result.p[k]
    assert centre == pytest.approx(BOX[1], abs=0.01)
    # where nobody says so, it is not carried
    empty = np.zeros((1, 6))
    without = di.Model(robot(), EFFECTS).inverse_dynamics(
        empty, empty, empty, np.delete(result.p, np.arange(k, k + 10))
    )
    assert model.inverse_dynamics(empty, empty, empty, result.p) == pytest.approx(without)


def test_gains_relative_to_one_joint(model, arm):
    data = exact(model, arm, [], known=(None,), gains={"lift": 1.0})
    result = di.estimate(di.Problem(model, data), WLS)
    assert values(result) == pytest.approx(arm.gains / arm.gains[1], rel=1e-6)
    assert [gain.how for gain in result.gains][:2] == ["found", "known"]


def test_gains_by_a_link_that_was_weighed(model, arm):
    inertia = arm.models[None].inertias[3].toDynamicParameters()  # m, mc, Ixx Ixy Iyy Ixz Iyz Izz
    six = inertia[[4, 5, 7, 6, 8, 9]]
    names = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
    fixed = {f"link3.{n}": float(x) for n, x in zip(names, [*inertia[:4], *six])}
    data = exact(model, arm, [], known=(None, None), noise=0.002)
    begun = data.set_gains({"wrist3": 9.0}, data.free)  # it carries nothing of that link
    result = di.estimate(di.Problem(model, begun), di.Consistent(fixed=fixed, draws=0))
    assert values(result)[:3] == pytest.approx(arm.gains[:3], rel=0.02)


def test_a_current_that_counts_backwards(model, arm):
    turned = replace(arm, gains=arm.gains * [1, 1, -1, 1, 1, 1])
    data = exact(model, turned, [None, payload(LOAD)], noise=0.01)
    result = di.estimate(di.Problem(model, data), WLS)
    assert values(result) == pytest.approx(turned.gains, rel=0.02)
    assert any("elbow" in note and "opposite" in note for note in result.notes), result.notes


def test_what_cannot_be_told_is_said(model, arm):
    """A load in all logs, none at all, a first axis along gravity with one slow log."""
    with pytest.raises(InputError, match=r"only the ratios .* no log carries a known payload"):
        di.estimate(di.Problem(model, exact(model, arm, [])), WLS)
    both = exact(model, arm, [payload(LOAD)] * 2, known=("load", "load"))
    with pytest.raises(InputError, match=r"only the ratios .* carried in all logs"):
        di.estimate(di.Problem(model, both), WLS)
    slow = exact(model, arm, [None, payload(LOAD)], noise=0.05, speed=0.01)
    with pytest.raises(InputError, match=r"gains of .*pan.* not identifiable .* along gravity"):
        di.estimate(di.Problem(model, slow), WLS)
    # taken to be something, it stays there, and that is said
    begun = slow.set_gains({"pan": 1.1 * arm.gains[0]}, slow.free)
    result = di.estimate(di.Problem(model, begun), di.Consistent(draws=0))
    pan, lift, *_ = result.gains
    assert pan.how == "prior"
    assert not np.isfinite(pan.low)
    assert pan.value == pytest.approx(1.1 * arm.gains[0], rel=0.3)
    assert lift.value == pytest.approx(arm.gains[1], rel=0.05)
    assert any("pan not at all" in note or "pan hardly" in note for note in result.notes)


def test_saved_and_used_on_other_currents(model, arm, tmp_path):
    data = exact(model, arm, [None, payload(LOAD)], noise=0.02)
    result = di.estimate(di.Problem(model, data), WLS)
    result.save(tmp_path / "result.json")
    again = di.Estimate.load(tmp_path / "result.json")
    assert again.gains == result.gains
    assert "gain of" in str(result)
    assert "Nm/A" in str(result)
    other = exact(model, arm, [], known=(None,), noise=0.02, seed=77)
    assert di.validate(again, other).relative < 4.0
    plain = replace(result, gains=())
    with pytest.raises(InputError, match="the result no gains"):
        di.validate(plain, other)


def test_bad_input(model, arm):
    rng = np.random.default_rng(0)
    log = log_of(arm, None, rng, seconds=8.0)
    with pytest.raises(InputError, match="a mass of 0 kg"):
        di.Payload("link6", np.zeros(10))
    with pytest.raises(InputError, match="a mass of -2 kg"):
        payload((-2.0, (0, 0, 0)))
    with pytest.raises(InputError, match="expected some of the joints"):
        di.process(log, model, cutoff=10.0, gains={"shoulder": 3.0})
    with pytest.raises(InputError, match="other than 0"):
        di.process(log, model, cutoff=10.0, gains={"lift": 0.0})
    torques = log.as_torques({})
    with pytest.raises(InputError, match="whose torques were logged"):
        di.process(torques, model, cutoff=10.0, gains={"lift": 3.0})
    with pytest.raises(InputError, match="expected one kind"):
        di.process([log, torques], model, cutoff=10.0)
    q = np.array(log.q)
    q[:, 4] = 0.3
    with pytest.raises(InputError, match="wrist2 never moves"):
        di.process(replace(log, q=q), model, cutoff=10.0)
    with pytest.raises(InputError, match="got 1 for 2 logs"):
        di.process([log, log_of(arm, None, rng)], model, cutoff=10.0, payloads=[None])
    with pytest.raises(InputError, match="expected an unknown payload of the model"):
        di.process(log, model, cutoff=10.0, payloads=["box"])
    with pytest.raises(InputError, match="has no joint"):
        di.process([log, replace(log, joints=tuple("abcdef"), currents=())], model)
    data = di.process(log, model, cutoff=10.0)
    assert set(data.units) == {"A"}
    known = di.process(
        [log, log_of(arm, None, rng), log_of(arm, "load", rng)],
        model,
        cutoff=10.0,
        payloads=[None, None, payload(LOAD)],
    )
    with pytest.raises(InputError, match="keeps all parameters"):
        di.estimate(di.Problem(model, known), di.Stepwise())
