"""The scratch arrays of loop closure in the kernels of simulation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, lined_arrays, lined_zeros
from dynid.loops.predict import WEIGHTS
from dynid.loops.rows import W
from dynid.loops.topology import MOUNTED, STILL, Constraints, Tree


def padded(numbers: int, W: int) -> int:
    """The length of a row of a node, longer than it needs to be: 4 KiB apart, stores and loads
    would wait for each other."""
    return numbers * W + W // 2


class Work(NamedTuple):
    """Scratch arrays of one thread."""

    q: Array  # (nc, W)
    qd: Array  # (nc, W)
    qdd: Array  # (nc, W)
    turn: Array  # (2 W,) sine and cosine
    frame: Array  # (n + 1, 15 W) R, o, s of every node, of the ground last
    pace: Array  # (n + 1, 12 W) om, v, al, a
    D: Array  # (9 W,) vectors and their rates
    E: Array  # (9 W,)
    U: Array  # (9 W,)
    u: Array  # (m, 3 W) directions of the closure equations
    dot: Array  # (W,)
    length: Array  # (n_d, W)
    phi: Array  # (m, W)
    A: Array  # (m, nc, W): columns of the solved coordinates first, then of the given ones
    B: Array  # dA/dt
    Q: Array  # reflectors, flat
    diagonal: Array
    x: Array  # (n_d, 1, W)
    b: Array  # (m, 1, W)
    Xi: Array  # (n_d, n_i, W)
    bi: Array  # (m, n_i, W)
    margin: Array  # (W,)
    det: Array  # (W,)
    step: Array  # (W,)
    before: Array  # (W,)
    good: Array  # (W,)
    base: Array  # (nc,) the last accepted pose, from which the next block is predicted
    X: Array  # (5, n_d, n_i) its derivatives dq_d/dq_i, and their backward differences in time
    sums: Array  # (n_i, 5 W)
    start: Array  # (n_i,)
    base_det: Array  # (1,)
    # (m, n_d, W) A_d before elimination, and that of the base pose: kept for redundant systems only
    J: Array
    base_J: Array  # (m, n_d)
    square: Array  # (n_d, n_d) likewise


def workspace(tree: Tree, con: Constraints, W: int = W) -> Work:
    """For kernels that work through W samples at a time."""
    n_nodes, m, n_d = len(tree.parent), len(con.kind), len(con.solved)
    n_c, n_reflected = n_d + len(con.given), len(con.rows)
    arrays = lined_arrays(
        q=(n_c, W),
        qd=(n_c, W),
        qdd=(n_c, W),
        turn=(2 * W,),
        # the ground, and nodes that never turn, keep these zeros
        pace=(n_nodes + 1, padded(12, W)),
        D=(9 * W,),
        E=(9 * W,),
        U=(9 * W,),
        u=(m, 3 * W),
        dot=(W,),
        length=(n_d, W),
        phi=(m, W),
        A=(m, n_c, W),  # entries outside the pattern stay zero for good
        B=(m, n_c, W),
        Q=((n_reflected + 2 * n_d) * W,),
        diagonal=(n_d, W),
        x=(n_d, 1, W),
        b=(m, 1, W),
        Xi=(n_d, n_c - n_d, W),  # entries that no motion reaches stay zero
        bi=(m, n_c - n_d, W),
        margin=(W,),
        det=(W,),
        step=(W,),
        before=(W,),
        good=(W,),
        base=(n_c,),
        X=(len(WEIGHTS), n_d, n_c - n_d),
        sums=(n_c - n_d, len(WEIGHTS) * W),
        start=(n_c - n_d,),
        base_det=(1,),
        J=(m if m > n_d else 0, n_d, W),
        base_J=(m if m > n_d else 0, n_d),
        square=(n_d, n_d),
    )
    return Work(frame=still_frames(tree, W), **arrays)


def still_frames(tree: Tree, W: int = W) -> Array:
    """frame (n + 1, 15 W) with all that never changes: see `topology.STILL`, `topology.MOUNTED`."""
    n = len(tree.parent)
    flat = lined_zeros(n + 1, padded(15, W))
    frame = flat[:, : 15 * W].reshape(n + 1, 15, W)  # the same memory
    frame[n, :9] = np.eye(3).reshape(9, 1)
    still = np.flatnonzero(tree.way == STILL)
    held = np.flatnonzero((tree.way == STILL) | (tree.way == MOUNTED))
    M0, M1, _ = tree.world.reshape(n, 3, 3, 3).swapaxes(0, 1)
    frame[still, :9] = M0[still].reshape(-1, 9, 1)
    # a joint turns about its axis: any q will do
    frame[held, 12:] = (M0 + M1)[held] @ tree.axis[held][:, :, None]
    return flat
