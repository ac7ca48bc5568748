"""Samples that lie apart (logs thinned, reversed, cut) are closed as the whole motion is."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dynid.closed_chains.closed_home import close_home, take_actuated_home
from dynid.closed_chains.closing import close
from dynid.closed_chains.motion_landmarks import follow_motions
from dynid.closed_chains.roadmap import can_close
from dynid.errors import LoopClosureError, RobotError
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from loop_logs import moves
from loops_help import short_five_bar


def apart(robot: Robot, a, b):
    """Largest difference of poses (N, coordinates), but for whole turns."""
    turns = np.array([robot.joint(name).kind != "prismatic" for name in robot.coordinates])
    d = a - b
    return np.abs(np.where(turns, np.remainder(d + np.pi, 2 * np.pi) - np.pi, d)).max()


def copies(N: int, rng):
    """Rows of a motion of N samples."""
    yield "thinned", np.arange(7, N, 97)
    yield "reversed", np.arange(N)[::-1]
    yield "reversed and thinned", np.arange(N)[::-50]
    yield "cut", np.arange(int(0.8 * N), N)
    yield "the last sample", np.array([N - 1])
    yield "any order", rng.permutation(N)[:100]


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(("name", "seed"), [("delta4", 0), ("delta4", 4), ("par4", 0)])
def test_any_samples_of_a_motion_are_closed_as_all_of_them(name, seed):
    """Straight lines alone lead to one of these copies only; motions that will be driven are
    refused."""
    robot, rng = load_robot(name), np.random.default_rng(seed)
    q, refused = moves(robot, rng), 0
    whole = close(robot, q, detours=None).q
    for what, rows in copies(len(q), rng):
        assert apart(robot, close(robot, q[rows]).q, whole[rows]) < 1e-9, what
        try:
            close(robot, q[rows], detours=None)
        except LoopClosureError as error:
            refused += "no path was found from robot.home" in str(error)
    assert refused == 5


def test_what_cannot_be_closed_is_refused_in_time():
    robot = short_five_bar()
    q = np.tile(take_actuated_home(robot), (50, 1))
    q[20] += (1.0, -1.0)  # elbows farther from each other than both couplers are long
    began = time.process_time()
    with pytest.raises(LoopClosureError, match="sample 20"):
        close(robot, q)
    assert time.process_time() - began < 10.0
    assert np.flatnonzero(~can_close(robot, q)).tolist() == [20]


def test_landmarks_keep_the_poses_of_a_log():
    robot, rng = load_robot("par4"), np.random.default_rng(3)
    q = moves(robot, rng)
    marked = follow_motions(robot, [q])
    assert 2 <= len(marked.landmarks) <= 64
    assert dict(marked.home) == dict(robot.home)
    whole = close(robot, q).q
    for what, rows in copies(len(q), rng):
        if what != "any order":
            assert apart(robot, close(marked, q[rows]).q, whole[rows]) < 1e-9, what


def test_landmarks_go_with_what_they_belong_to():
    robot = load_robot("five_bar")
    marked = follow_motions(robot, [np.tile(take_actuated_home(robot), (5, 1))])
    assert len(marked.replace(gravity=(0, 0, 0)).landmarks) == 1
    assert len(marked.replace(home={}).landmarks) == 0
    assert len(marked.replace(bodies=robot.bodies).landmarks) == 0
    assert follow_motions(load_robot("arm7"), [np.zeros((3, 7))]).landmarks.shape == (0, 7)
    for wrong in (np.zeros((2, 3)), np.zeros(4), [[np.nan] * 4]):
        with pytest.raises(RobotError, match="landmarks"):
            robot.replace(landmarks=wrong)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_home_from_the_first_sample():
    """The elbows cannot pass each other: no way leads from above the ground to below."""
    robot = short_five_bar()
    t = np.arange(0.0, 5.0, 0.01)[:, None]
    q = -(take_actuated_home(robot) + 0.1 * np.sin([2.0, 3.0] * t))
    with pytest.raises(LoopClosureError, match=r"no path was found from robot\.home"):
        close(robot, q)
    moved = follow_motions(robot, [q])
    pose = close(moved, q[::50]).q
    assert_allclose(pose[:, [0, 2]], q[::50])
    assert_allclose(close_home(moved)[[0, 2]], q[0])
    # nor where nothing closes at all
    assert follow_motions(robot, [q + np.array([1.0, -1.0])]) is robot
