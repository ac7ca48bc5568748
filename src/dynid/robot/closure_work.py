"""The scratch arrays of loop closure: one set for each thread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.robot.closure_rows import W
from dynid.robot.geometry import Array


class Work(NamedTuple):
    """Scratch arrays of one thread."""

    q: Array  # (nc, W)
    qd: Array  # (nc, W)
    qdd: Array  # (nc, W)
    R: Array
    o: Array
    s: Array
    om: Array
    v: Array
    phi: Array  # (m, W)
    A: Array  # (m, nc, W): columns of the solved coordinates first, then of the given ones
    B: Array  # dA/dt
    V: Array
    beta: Array
    diagonal: Array
    x: Array  # (n_d, 1, W)
    b: Array  # (m, 1, W)
    Xi: Array  # (n_d, n_i, W)
    bi: Array  # (m, n_i, W)
    margin: Array  # (W,)
    det: Array  # (W,)
    step: Array  # (W,)
    good: Array  # (W,)
    base: Array  # (nc,) the last accepted pose, from which the next block is predicted
    X: Array  # (n_d, n_i) its derivatives dq_d/dq_i
    bend: Array  # (n_d, n_i) change of X since the base pose before
    move: Array  # (n_i,) change of q_i since then, over its square
    base_det: Array  # (1,)
    J: Array  # (m, n_d, W) A_d before elimination, and that of the base pose: kept for redundant systems only
    base_J: Array  # (m, n_d)


def workspace(n_nodes: int, n_c: int, m: int, n_d: int, n_reflected: int) -> Work:
    empty = np.empty
    return Work(
        q=empty((n_c, W)),
        qd=np.zeros((n_c, W)),
        qdd=np.zeros((n_c, W)),
        R=empty((n_nodes + 1, 9 * W)),
        o=empty((n_nodes + 1, 3 * W)),
        s=empty((n_nodes + 1, 3 * W)),
        om=empty((n_nodes + 1, 3 * W)),
        v=empty((n_nodes + 1, 3 * W)),
        phi=empty((m, W)),
        A=np.zeros((m, n_c, W)),  # entries outside the pattern stay zero for good
        B=np.zeros((m, n_c, W)),
        V=empty((n_reflected, W)),
        beta=empty((n_d, W)),
        diagonal=empty((n_d, W)),
        x=empty((n_d, 1, W)),
        b=empty((m, 1, W)),
        Xi=empty((n_d, n_c - n_d, W)),
        bi=empty((m, n_c - n_d, W)),
        margin=empty(W),
        det=empty(W),
        step=empty(W),
        good=empty(W),
        base=empty(n_c),
        X=np.zeros((n_d, n_c - n_d)),
        bend=np.zeros((n_d, n_c - n_d)),
        move=np.zeros(n_c - n_d),
        base_det=np.zeros(1),
        J=np.zeros((m if m > n_d else 0, n_d, W)),
        base_J=np.zeros((m if m > n_d else 0, n_d)),
    )
