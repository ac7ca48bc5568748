"""The kernels of the family `rollout`, on every level: against differences, and wrong
arguments. Whole rollouts are compared with MuJoCo's in tests/sim2real."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid._native as native
from dynid.sim2real.plant import make_part
from tree_help import random_tree

ROBOT, STEPS, H = random_tree(5, 4), 60, 2e-3
N = ROBOT.dof
INERTIA = np.array([body.inertia for body in ROBOT.bodies]).ravel()
PART = make_part(ROBOT, {body.name for body in ROBOT.bodies})
VALUES = np.array([[0.05] * N, [0.3] * N, [0.2] * N, [0.01] * N, [80.0] * N, [3.0] * N, [0.0] * N])
TIMES = H * np.arange(STEPS)[:, None] + np.arange(N)
COMMANDS = 0.4 * np.sin(9 * TIMES), 3.6 * np.cos(9 * TIMES), np.zeros((STEPS, N))


def run(values, u=COMMANDS[0], start=None, centred=True, limit=1e3):
    actuators = native.Actuators(
        values, np.full(N, 0.5), np.full(N, 20.0), limit * np.ones(N), H, centred, centred, False
    )
    path = *np.zeros((2, STEPS + 1, N)), *np.zeros((2, STEPS, N)), np.zeros((STEPS, N, N))
    path = *path, np.zeros((STEPS, N), dtype=bool)
    start = np.zeros((2, N)) if start is None else start
    simulation = PART.make_simulation(INERTIA, start[0])
    assert simulation.rollout(actuators, u, *COMMANDS[1:], start, *path) == -1
    return actuators, path


@pytest.mark.parametrize(("centred", "exact"), [(False, 1e-6), (True, 2e-2)])
def test_slopes_are_differences_of_rollouts(level, centred, exact):
    """By armature, viscous friction, Kp, Kd of every joint, and by the start; without dry friction,
    whose slope is taken at the accelerations after it. A centred step takes the velocity of the
    bodies from the acceleration of the step before, which its slopes leave out."""
    plain = VALUES * [[1], [1], [0], [1], [1], [1], [1]]
    actuators, path = run(plain, centred=centred)
    q = path[0][:-1] + (0.5 * H * path[1][:-1] if centred else 0.0) - VALUES[3]
    M, K, C = PART.linearise(INERTIA, q, path[1][:-1], path[2], 0 * path[2])
    rows = [0, 1, 4, 5]
    kind, joint = np.repeat([*rows, 9, 10], N), np.tile(np.arange(N), 6)
    slopes = np.zeros((STEPS, N, len(kind)))
    native.rollout_slopes(
        actuators, *COMMANDS, *path, M, K, C, kind, joint, 1.0, 0.0, np.zeros((STEPS, 3, N)),
        np.zeros((STEPS, N, 0)), np.arange(STEPS), np.ones(STEPS), slopes,
    )  # fmt: skip
    for p, (k, j) in enumerate(zip(kind, joint)):
        moved = []
        for sign in (1e-5, -1e-5):
            values, start = plain.copy(), np.zeros((2, N))
            if k < 6:
                values[k, j] += sign
            else:
                start[k - 9, j] += sign
            moved.append(run(values, start=start, centred=centred)[1][0][1:])
        numeric = (moved[0] - moved[1]) / 2e-5
        assert_allclose(slopes[:, :, p], numeric, atol=exact * np.abs(numeric).max())


def test_slopes_by_limits_are_differences_of_rollouts(level):
    plain, limit = VALUES * [[1], [1], [0], [1], [1], [1], [1]], np.linspace(4.0, 6.0, N)
    actuators, path = run(plain, limit=limit, centred=False)
    assert 0.1 < path[-1].mean() < 0.9
    M, K, C = PART.linearise(INERTIA, path[0][:-1] - VALUES[3], path[1][:-1], path[2], 0 * path[2])
    slopes = np.zeros((STEPS, N, N))
    native.rollout_slopes(
        actuators, *COMMANDS, *path, M, K, C, np.full(N, 7), np.arange(N), 1.0, 0.0,
        np.zeros((STEPS, 3, N)), np.zeros((STEPS, N, 0)), np.arange(STEPS), np.ones(STEPS), slopes,
    )  # fmt: skip
    for j in range(N):
        ends = [run(plain, limit=limit + s * np.eye(N)[j], centred=False) for s in (1e-6, -1e-6)]
        numeric = (ends[0][1][0][1:] - ends[1][1][0][1:]) / 2e-6
        assert_allclose(slopes[:, :, j], numeric, atol=1e-3 * np.abs(numeric).max())


def test_wrong_arguments():
    actuators, path = run(VALUES)
    simulation, start = PART.make_simulation(INERTIA, np.zeros(N)), np.zeros((2, N))
    with pytest.raises(ValueError, match=r"^values"):
        native.Actuators(VALUES[:6], *np.zeros((3, N)), H, True, True, True)
    with pytest.raises(ValueError, match=r"^limit"):
        native.Actuators(VALUES, *np.zeros((2, N)), np.zeros(N - 1), H, True, True, True)
    short = COMMANDS[0], COMMANDS[1][:-1], COMMANDS[2]
    with pytest.raises(ValueError, match=r"^ud"):
        simulation.rollout(actuators, *short, start, *path)
    with pytest.raises(ValueError, match=r"^Q"):
        simulation.rollout(actuators, *COMMANDS, start, path[0][1:], *path[1:])
    with pytest.raises(TypeError, match=r"^clipped"):
        simulation.rollout(actuators, *COMMANDS, start, *path[:5], path[3])
    bodies = np.zeros((3, STEPS, N, N))
    for kind, joint, step, named in (
        ([12], [0], [0], "kind"),
        ([0], [N], [0], "joint"),
        ([11], [0], [0], "joint"),  # no column of `turning`
        ([0], [0], [STEPS], "step"),
        ([0], [0], [-2], "step"),
    ):
        with pytest.raises(ValueError, match=f"^{named}"):
            native.rollout_slopes(
                actuators, *COMMANDS, *path, *bodies, np.array(kind), np.array(joint), 1.0, 0.0,
                np.zeros((STEPS, 3, N)), np.zeros((STEPS, N, 0)), np.array(step), np.ones(1),
                np.zeros((1, N, 1)),
            )  # fmt: skip
