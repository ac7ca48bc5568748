"""Which parameters act does not depend on where states are drawn: about other home poses, and in
task space within a workspace (Gnad 2024, section IV-A), the same combinations are found."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.model.base_reduction import has_same_combinations
from dynid.model.random_states import draw_random_states

#: radius [m] of a ball about the platform at home, and how far its other coordinates turn
WORKSPACES = {"delta3": (0.12, 0.0), "delta4": (0.2, 1.0), "linear_delta": (0.1, 0.0)}


def draw_in_task_space(robot, radius, wide, count):
    """States of the motors whose platform is in the workspace, moving in any direction."""
    rng = np.random.default_rng(3)
    n, home = len(robot.task), close_home(robot)
    z = np.tile([home[robot.coordinates.index(name)] for name in robot.task], (count, 1))
    ball = rng.normal(size=(count, 3))
    ball *= radius * rng.uniform(size=(count, 1)) ** (1 / 3) / np.linalg.norm(ball, axis=1)[:, None]
    z[:, :3] += ball
    z[:, 3:] += rng.uniform(-wide, wide, size=(count, n - 3))
    zd, zdd = rng.normal(size=(2, count, n)) * np.array([[[2.0]], [[10.0]]])
    motion = close(robot, z, zd, zdd, given=robot.task)
    drives = [robot.coordinates.index(name) for name in robot.actuated]
    return motion.q[:, drives], motion.qd[:, drives], motion.qdd[:, drives]


@pytest.mark.parametrize("name", WORKSPACES)
def test_states_of_task_space_show_the_same_parameters(name):
    model = di.Model(di.load_robot(name), [di.Viscous(), di.Coulomb()])
    base = di.base_parameters(model)
    Y = model.regressor(*draw_in_task_space(model.robot, *WORKSPACES[name], 400))
    W = Y.reshape(-1, Y.shape[2])
    chosen = W[:, base.independent]
    norm = np.linalg.norm(chosen, axis=0)
    s = np.linalg.svd(chosen / norm, compute_uv=False)
    assert s[-1] > 1e-5 * s[0]
    # the dependent columns are the same combinations, to round-off
    left = W[:, base.dependent] - chosen @ base.mixing
    assert np.abs(left).max() < 1e-9 * np.abs(W).max()


@pytest.mark.parametrize("name", ["delta3", "delta4", "five_bar", "rrr3", "prs3"])
def test_other_home_poses_show_the_same_parameters(name):
    robot = di.load_robot(name)
    base = di.base_parameters(di.Model(robot))
    poses = close(robot, draw_random_states(robot, 12, seed=5)[0]).q[::5]
    for pose in poses:
        home = dict(zip(robot.coordinates, pose.tolist()))
        found = di.base_parameters(di.Model(robot.replace(home=home)))
        assert has_same_combinations(found.names, base.names)
