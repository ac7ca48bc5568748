"""What the logs of a command tell of a robot with loops before anything is done with them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from dynid.closed_chains.closed_home import take_actuated_home
from dynid.data.log import Log
from dynid.errors import IgnoredElementWarning
from dynid.robot.robot_loading import load_robot
from dynid.study.log_options import ReadingArguments, RecordedMotion
from loops_help import short_five_bar


@pytest.fixture
def recorded(tmp_path):
    def written(robot, q):
        t = np.arange(len(q)) / 100.0
        Log(robot.actuated, t, q, np.zeros_like(q)).save(tmp_path / "run.csv")
        return RecordedMotion([tmp_path / "run.csv"], ReadingArguments())

    return written


def test_landmarks_along_the_logs_in_silence(recorded):
    robot = load_robot("delta3")
    q = take_actuated_home(robot) + 0.3 * np.sin(np.arange(500)[:, None] / [30.0, 40.0, 50.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = recorded(robot, q).follow(robot)
    assert len(found.landmarks) > 3
    assert found.home == robot.home


def test_home_from_the_first_sample_is_said(recorded):
    robot = short_five_bar()
    q = -take_actuated_home(robot) + 0.02 * np.sin(np.arange(300)[:, None] / [30.0, 40.0])
    with pytest.warns(IgnoredElementWarning, match="took the first sample as home"):
        found = recorded(robot, q).follow(robot)
    assert found.home["left"] == pytest.approx(q[0, 0])


def test_logs_that_fit_no_pose_are_left_to_the_command(recorded):
    robot = short_five_bar()
    q = np.tile([-3.0, 0.0], (50, 1))
    assert recorded(robot, q).follow(robot) is robot
    assert RecordedMotion().follow(robot) is robot
