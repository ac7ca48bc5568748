"""What the tests of gradients share: robots with motions, and differences to hold a gradient
against."""

from __future__ import annotations

import numpy as np

from dynid.robot.builtin import arm7, six_dof
from motion_help import builtin, derivative, multi_sine
from tree_help import random_motion, random_tree

N = 37  # one block of the kernels, and a part of one
TOLERANCE = 1e-9


def assert_slopes(function, motion, gradient, size=1e-3, tolerance=TOLERANCE):
    """A gradient (q_bar, qd_bar, qdd_bar) of function(q, qd, qdd), (N,) or a number, along a random
    direction of each of
    the three, against differences of eighth order. The step is `size` of each coordinate's own
    motion.
    """
    rng = np.random.default_rng(5)
    for level, bar in enumerate(gradient):
        x = motion[level]
        direction = rng.normal(size=x.shape) * np.abs(x - x.mean(axis=0)).max(axis=0)

        def along(h, level=level, direction=direction):
            moved = [y + h * direction if k == level else y for k, y in enumerate(motion)]
            return function(*moved)

        slope = np.asarray(derivative(along, size))
        found = (bar * direction).sum(axis=1)
        found = found if slope.ndim else found.sum()
        scale = (
            np.abs(slope).max() if slope.ndim else np.abs(bar * direction).sum()
        )  # a sum of all may cancel
        assert np.abs(found - slope).max() <= tolerance * scale, (
            f"{('q', 'qd', 'qdd')[level]}: {found - slope}"
        )


def parallel(name, **arguments):
    robot, home, swing = builtin(name, **arguments)
    return robot, multi_sine(home, 0.6 * swing, N)


TREES = {
    "arm7": arm7,
    "six_dof": six_dof,
    "branched": lambda: random_tree(9, 3, prismatic=0.4, branching=0.6),
    "reordered": lambda: random_tree(4, 1).replace(actuated=("q2", "q0", "q3", "q1")),
}


MODELS = {
    "branched": lambda: (TREES["branched"](), random_motion(9, N, seed=2)),
    "reordered": lambda: (TREES["reordered"](), random_motion(4, N, seed=2)),
    "cft": lambda: parallel("cft"),
    "delta4": lambda: parallel("delta4", struts=2),
}
