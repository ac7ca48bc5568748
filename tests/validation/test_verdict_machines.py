"""The verdict on simulated machines, as engineers would judge them: a right model is good, one of a
tilted base, of torques with spikes or of a wrong clock is not."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

import dynid as di
from process_help import multi_sine, simulated, uniform_times

EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())
FRICTION = {"viscous": 0.04, "coulomb": 0.08, "offset": 0.01, "rotor_inertia": 0.002}


def judged(name, seed, change=lambda tau, rng: tau, gravity=None, stretch=1.0):
    """Trained on one motion of 15 s, checked on another; friction in parts of the torque."""
    model = di.Model(di.load_robot(name), EFFECTS)
    actual = model if gravity is None else di.Model(model.robot.replace(gravity=gravity), EFFECTS)
    rigid, some = di.Model(model.robot), multi_sine(model.robot, 0).at(uniform_times(10.0, 50.0))
    size = np.sqrt((rigid.inverse_dynamics(*some, rigid.prior) ** 2).mean(axis=0))
    size = dict(zip(model.robot.actuated, np.maximum(size, 0.05 * size.max())))
    parts = (parameter.split(".") for parameter in model.parameters)
    rng = np.random.default_rng(seed)
    p = np.array(
        [
            FRICTION[kind] * size[joint] if kind in FRICTION else value
            for (joint, kind), value in zip(parts, model.nominal)
        ]
    )
    p[model.layout.inertial] *= np.repeat(rng.uniform(0.8, 1.2, len(model.group_names)), 10)
    data, cutoff = [], 8.0
    for k in (0, 1):
        motion = multi_sine(model.robot, seed=10 * seed + k)
        log = simulated(
            actual, p, motion, uniform_times(15.0, 250.0), q_noise=1e-5, tau_noise=0.02, seed=k
        )
        tau = change(log.tau.copy(), rng)
        log = di.Log(log.joints, stretch * log.t, log.q, tau, source=f"run{k}")
        data.append(di.process(log, model, cutoff=cutoff, slow="5%"))
    problem = di.Problem(model, data[0])
    result = di.estimate(problem, di.Consistent(draws=0))
    check = di.validate(result, data[1])
    return di.validation.judge(result, problem, check), check


@lru_cache
def clean(name, seed):
    return judged(name, seed)


@pytest.mark.parametrize("name", ["arm7", "six_dof", "five_bar"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_right_model_is_good(name, seed):
    found, check = clean(name, seed)
    assert found.word == "good", str(found)
    assert check.without_filter < 2.0


@pytest.mark.parametrize("name", ["arm7", "six_dof"])
def test_a_tilted_base_is_not_trusted(name):
    """0.5 rad, which nothing but the residuals tells."""
    found, check = judged(name, 1, gravity=9.81 * np.array([np.sin(0.5), 0.0, -np.cos(0.5)]))
    assert check.relative > 10.0
    assert found.word != "good"
    assert "unexplained" in str(found)
    levels = {finding.kind: finding.level for finding in found.findings}
    assert levels["error"] + levels["joints"] >= 2


@pytest.mark.parametrize("name", ["arm7", "six_dof"])
def test_torques_with_spikes_are_not_good(name):
    def spiked(tau, rng):
        at = rng.integers(50, len(tau) - 50, 40)
        tau[at, rng.integers(0, tau.shape[1], 40)] += 200.0
        return tau

    found, _ = judged(name, 2, spiked)
    assert found.word != "good"
    assert any(f.kind == "spikes" and f.level == 1 for f in found.findings)


def test_a_clock_at_half_speed_is_not_good():
    found, check = judged("six_dof", 1, stretch=2.0)
    assert found.word == "not trustworthy"
    assert check.relative > clean("six_dof", 1)[1].relative
