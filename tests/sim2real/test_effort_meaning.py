"""What columns taucmd_ are: arms of MuJoCo whose column holds one thing or another."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from command_columns import MEANING, make_arm, mutate, record, say
from commands_help import JOINTS, KD, KP, recorded, robot_in
from dynid.errors import InputError


@pytest.fixture(scope="module")
def arm():
    return make_arm(np.random.default_rng(50))


@pytest.mark.parametrize("column", ["none", "gravity", "inverse", "whole"])
@pytest.mark.parametrize("known", [True, False])
def test_a_column_is_what_it_is(arm, tmp_path, column, known):
    """With a nominal model, whose masses are wrong by up to a fifth."""
    assert say(arm, record(arm, column, 1), tmp_path, known) == MEANING[column]


def test_what_follows_of_the_commands_is_added(tmp_path):
    """Gravity balances torques as an external torque does; but nobody measures it."""
    arm = make_arm(np.random.default_rng(77005))
    assert say(arm, record(arm, "gravity", 5), tmp_path, True) == "feed_forward"


@pytest.mark.parametrize("column", ["motor", "link", "external"])
def test_what_is_reported_is_not_added(arm, tmp_path, column):
    for known in (True, False):
        assert say(arm, record(arm, column, 1), tmp_path, known) != "feed_forward"


@pytest.mark.parametrize("fault", ["turned", "scaled", "shuffled", "late"])
def test_a_wrong_column_is_not_added(arm, tmp_path, fault):
    rng = np.random.default_rng(3)
    assert say(arm, mutate(record(arm, "inverse", 1), fault, rng), tmp_path, True) != "feed_forward"


@pytest.fixture(scope="module")
def whole():
    """A log whose taucmd is the PD law itself."""
    log = recorded(8.0)
    tau = KP * (log.qcmd - log.q) - KD * np.gradient(log.q, log.t, axis=0)
    return di.sim2real.make_command_log(JOINTS, log.t, log.q, log.qcmd, taucmd=tau)


@pytest.mark.parametrize("drive", [di.Drive(KP, KD), di.Drive()])
def test_the_whole_torque_is_refused_with_evidence(tmp_path, whole, drive):
    with pytest.raises(InputError) as refused:
        di.identify_simulator(robot_in(tmp_path), whole, drive)
    text = str(refused.value)
    assert "hold the whole torque of the motor's controller, not what is added" in text
    assert "% of it unexplained" in text
    assert "effort='commanded'" in text


def test_a_declaration_is_kept(tmp_path, whole):
    robot = robot_in(tmp_path)
    found = di.identify_simulator(robot, whole, di.Drive(KP, KD), effort="commanded")
    plain = di.identify_simulator(robot, recorded(8.0), di.Drive(KP, KD))
    assert found.values.armature == pytest.approx(plain.values.armature)
    assert found.to_dict()["effort"]["meaning"] == "commanded"
    assert found.to_dict()["effort"]["declared"]
    assert plain.effort is None
    with pytest.raises(InputError, match="expected one of feed_forward"):
        di.identify_simulator(robot, whole, di.Drive(KP, KD), effort="torque")


def test_what_is_added_is_recorded(tmp_path):
    log = recorded(noise=1e-5)
    extra = 0.4 * np.sin(3 * log.t[:, None] + np.arange(3.0))
    moved = di.sim2real.make_command_log(JOINTS, log.t, log.q, log.qcmd - extra / KP, taucmd=extra)
    found = di.identify_simulator(robot_in(tmp_path), moved, di.Drive(KP, KD))
    assert found.effort.meaning == "feed_forward"
    assert found.effort.factor[0] == pytest.approx(1.0, abs=0.05)
