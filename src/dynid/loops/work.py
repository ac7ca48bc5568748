"""The scratch arrays of loop closure: one set for each thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.loops.predict import WEIGHTS
from dynid.loops.rows import W
from dynid.loops.topology import MOUNTED, STILL, Constraints, Tree

#: keeps rows of nodes from falling 4 KiB apart, where stores and loads wait for each other
PAD = W // 2


class Poses(NamedTuple):
    """Scratch arrays of `pose_world` and `velocity_world` alone."""

    q: Array  # (nc, W)
    qd: Array  # (nc, W)
    turn: Array  # (2 W,)
    frame: Array  # (n + 1, 15 W)
    pace: Array  # (n + 1, 12 W)


def pose_arrays(tree: Tree, n_c: int) -> Poses:
    pace = np.zeros((len(tree.parent) + 1, 12 * W + PAD))
    return Poses(np.empty((n_c, W)), np.zeros((n_c, W)), np.empty(2 * W), still_frames(tree), pace)


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
    empty = np.empty
    return Work(
        q=empty((n_c, W)),
        qd=np.zeros((n_c, W)),
        qdd=np.zeros((n_c, W)),
        turn=empty(2 * W),
        frame=still_frames(tree, W),
        pace=np.zeros(
            (n_nodes + 1, 12 * W + W // 2)
        ),  # the ground, and nodes that never turn, keep these zeros
        D=empty(9 * W),
        E=empty(9 * W),
        U=empty(9 * W),
        u=empty((m, 3 * W)),
        dot=empty(W),
        length=empty((n_d, W)),
        phi=empty((m, W)),
        A=np.zeros((m, n_c, W)),  # entries outside the pattern stay zero for good
        B=np.zeros((m, n_c, W)),
        Q=empty((n_reflected + 2 * n_d) * W),
        diagonal=empty((n_d, W)),
        x=empty((n_d, 1, W)),
        b=empty((m, 1, W)),
        Xi=np.zeros((n_d, n_c - n_d, W)),  # entries that no motion reaches stay zero
        bi=empty((m, n_c - n_d, W)),
        margin=empty(W),
        det=empty(W),
        step=empty(W),
        before=empty(W),
        good=empty(W),
        base=empty(n_c),
        X=np.zeros((len(WEIGHTS), n_d, n_c - n_d)),
        sums=empty((n_c - n_d, len(WEIGHTS) * W)),
        start=empty(n_c - n_d),
        base_det=np.zeros(1),
        J=np.zeros((m if m > n_d else 0, n_d, W)),
        base_J=np.zeros((m if m > n_d else 0, n_d)),
        square=empty((n_d, n_d)),
    )


_KEPT = threading.local()
MOST_KEPT = 8  # sets of arrays, for each thread


def _kept(key: tuple[object, ...], make: Callable[[], Any]) -> Any:
    """What `make` made for this key in this thread before, or now. The key's objects are kept too,
    so that no other takes their place."""
    sets: dict[tuple[int, ...], Any] = _KEPT.__dict__.setdefault("sets", {})
    number = tuple(id(x) for x in key)
    if number not in sets:
        if len(sets) >= MOST_KEPT:
            sets.pop(next(iter(sets)))
        sets[number] = key, make()
    return sets[number][1]


def scratch(tree: Tree, con: Constraints) -> Work:
    """A workspace for a call that leaves nothing in it: the same at every such call in a thread."""
    work: Work = _kept((tree, con), lambda: workspace(tree, con))
    return work


def pose_scratch(tree: Tree, n_c: int) -> Poses:
    """The same, of `pose_arrays`."""
    poses: Poses = _kept((tree,), lambda: pose_arrays(tree, n_c))
    return poses


def still_frames(tree: Tree, W: int = W) -> Array:
    """frame (n + 1, 15 W) with all that never changes: see `topology.STILL`, `topology.MOUNTED`."""
    n = len(tree.parent)
    flat = np.zeros((n + 1, 15 * W + W // 2))
    frame = flat[:, : 15 * W].reshape(n + 1, 15, W)  # the same memory
    frame[n, :9] = np.eye(3).reshape(9, 1)
    still = np.flatnonzero(tree.way == STILL)
    held = np.flatnonzero((tree.way == STILL) | (tree.way == MOUNTED))
    M0, M1, _ = tree.world.reshape(n, 3, 3, 3).swapaxes(0, 1)
    frame[still, :9] = M0[still].reshape(-1, 9, 1)
    # a joint turns about its axis: any q will do
    frame[held, 12:] = (M0 + M1)[held] @ tree.axis[held][:, :, None]
    return flat
