"""What the logs of a command tell of a robot with loops before anything is done with them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from dynid.data.log import Log
from dynid.errors import IgnoredElementWarning
from dynid.loops.home import actuated_home
from dynid.robot.load import load_robot
from dynid.study.logs import Reading, Recorded
from loops_help import short_five_bar


@pytest.fixture
def recorded(tmp_path):
    def written(robot, q):
        t = np.arange(len(q)) / 100.0
        Log(robot.actuated, t, q, np.zeros_like(q)).save(tmp_path / "run.csv")
        return Recorded([tmp_path / "run.csv"], Reading())

    return written


def test_landmarks_along_the_logs_in_silence(recorded):
    robot = load_robot("delta3")
    q = actuated_home(robot) + 0.3 * np.sin(np.arange(500)[:, None] / [30.0, 40.0, 50.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = recorded(robot, q).follow(robot)
    assert len(found.landmarks) > 3
    assert found.home == robot.home


def test_home_from_the_first_sample_is_said(recorded):
    robot = short_five_bar()
    q = -actuated_home(robot) + 0.02 * np.sin(np.arange(300)[:, None] / [30.0, 40.0])
    with pytest.warns(IgnoredElementWarning, match="took the first sample as home"):
        found = recorded(robot, q).follow(robot)
    assert found.home["left"] == pytest.approx(q[0, 0])


def test_logs_that_fit_no_pose_are_left_to_the_command(recorded):
    robot = short_five_bar()
    q = np.tile([-3.0, 0.0], (50, 1))
    assert recorded(robot, q).follow(robot) is robot
    assert Recorded().follow(robot) is robot
