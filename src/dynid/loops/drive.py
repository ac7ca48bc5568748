"""Compiled: the one door from Python to the driver of closed loops, so that it is compiled once."""

from __future__ import annotations

import numpy as np

from dynid.compiling import kernel
from dynid.loops.driver import close_chunk, newton, restart, walk
from dynid.loops.elimination import factor, singularity
from dynid.loops.rows import pose_world, residual_and_jacobian

RESTART, WALK, CLOSE, EVALUATE, NEWTON, FACTOR = range(6)  # what is done


@kernel
def drive(
    way, tree, con, place, scale, work, home, q_i, qd_i, qdd_i, q, qd, qdd, G, Gd, at, margin
):
    """`way` is what to do, and arrays that it does not need are empty.

    EVALUATE fills phi and A at work.q, FACTOR factors that A and looks how far from singular it is.
    """
    if way == RESTART:
        restart(tree, con, place, scale, work, home)
    elif way == WALK:
        return walk(tree, con, place, scale, work, home, q_i)
    elif way == CLOSE:
        return close_chunk(
            tree, con, place, scale, work, home, q_i, qd_i, qdd_i, q, qd, qdd, G, Gd, at, margin
        )
    elif way == EVALUATE:
        pose_world(tree, work)
        residual_and_jacobian(tree, con, place, work)
    elif way == NEWTON:
        newton(tree, con, place, scale, work, np.bool_(False))
    elif way == FACTOR:
        factor(con, work.A, work.Q, work.diagonal, work.dot)
        singularity(con, work.A, work.diagonal, work.margin, work.det, work.length, work.dot)
    return -1
