"""Rivals without a robot, and what a fit says that does not beat them."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from commands_help import JOINTS, KD, KP, chirps, recorded, robot_in
from dynid.sim2real.plant import make_plant
from dynid.sim2real.rivals import DELAY, LAG, fit_rivals
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.simulator import make_simulator

STEP = 0.002


def segment_of(folder, q, qcmd, t):
    robot = robot_in(folder)
    plant = make_plant(robot, di.Drive(KP, KD), make_simulator(robot))
    log = di.sim2real.make_command_log(JOINTS, t, q, qcmd)
    return RolloutSegment(plant, log, 0, len(log))


@pytest.mark.parametrize("constant", [0.0, 0.04])
def test_a_rival_finds_itself(tmp_path, constant):
    """A lag, stepped a hundred times finer, and a delay alone."""
    t = STEP * np.arange(3000)
    qcmd, y, q = chirps(t), None, []
    for u in np.vstack([np.repeat(qcmd[:1], 10, axis=0), qcmd[:-10]]):  # 20 ms late
        y = u + 0.02 if y is None else y
        q.append(y)
        for _ in range(100 if constant else 0):
            y = y + (u + 0.02 - y) * STEP / 100 / constant
        y = y if constant else u + 0.02
    q = np.array(q) if constant else np.vstack([q[0], q[1:]])
    rivals = {rival.name: rival for rival in fit_rivals([segment_of(tmp_path, q, qcmd, t)])}
    rival = rivals[LAG if constant else DELAY]
    assert np.allclose(rival.bias, 0.02, atol=2e-4)
    assert np.allclose(rival.delay, 0.02, atol=0.003)
    if constant:
        assert np.allclose(rival.constant, constant, rtol=0.03)
        assert rivals[DELAY].compute_error(segment_of(tmp_path, q, qcmd, t)) > 0.005
    assert rival.compute_error(segment_of(tmp_path, q, qcmd, t)) < 2e-3


def test_a_fit_is_compared_with_them(tmp_path):
    found = di.identify_simulator(robot_in(tmp_path), recorded(), di.Drive(KP, KD))
    check = found.rollout_check
    assert set(check.rivals) == {DELAY, LAG}
    assert check.total < 0.1 * min(check.rivals.values())
    assert "of the best rival" in check.verdict
    assert check.verdict in str(found)
    assert check.to_dict()["verdict"] == check.verdict


def test_a_fit_that_is_no_better_says_so(tmp_path):
    """Joints that follow their commands late, as no arm of these inertias does."""
    t = STEP * np.arange(4000)
    qcmd = 0.3 * np.sin(2.0 * t[:, None] + np.arange(3.0))
    late = 0.3 * np.sin(2.0 * (t[:, None] - 0.05) + np.arange(3.0))
    late += 1e-4 * np.random.default_rng(0).standard_normal(late.shape)
    log = di.sim2real.make_command_log(JOINTS, t, late, qcmd)
    found = di.identify_simulator(robot_in(tmp_path), log, di.Drive(KP, KD))
    assert "NO BETTER than" in str(found)
    assert "pseudo-random" in found.rollout_check.verdict
