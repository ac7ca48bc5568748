"""Robots as the kernels of native/ take them, without dynid's own way of making the arrays."""

from __future__ import annotations

import numpy as np

import dynid._native as native

Z = np.array([0.0, 0.0, 1.0])
TURN = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])  # of every joint's frame in its parent's
SKEW = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 0]])


def tree_arrays(n: int) -> dict[str, np.ndarray]:
    """Arguments of a Tree: n joints about z, one on another."""
    M = np.stack([TURN @ np.outer(Z, Z), TURN @ (np.eye(3) - np.outer(Z, Z)), TURN @ SKEW])
    return {
        "parent": np.arange(n) - 1,
        "kind": np.ones(n, dtype=np.int64),
        "coordinate": np.arange(n),
        "M": np.tile(M.reshape(27), (n, 1)),
        "r": np.tile([0.3, 0.1, 0.0, 0, 0, 0], (n, 1)),
        "axis": np.tile(Z, (n, 1)),
        "gravity": np.array([0.0, 0.0, -9.81]),
    }


def plan_arrays(n: int) -> dict[str, np.ndarray]:
    """Arguments of a Plan of it, without the tree."""
    slots = [(i, k) for i in range(n) for k in range(i + 1)]
    start = np.concatenate([[0], np.cumsum(np.arange(1, n + 1))])
    return {
        "start": start,
        "row": np.array([k for _, k in slots]),
        "up": np.array([start[i - 1] + k if k < i else -1 for i, k in slots]),
        "own": np.array([int(k == i) for i, k in slots]),
        "adds": np.zeros(len(slots), dtype=np.int64),
        "group": np.arange(n),
    }


def chain(n: int = 3) -> tuple[native.Tree, native.Plan, np.ndarray]:
    """Tree, plan and inertia (n, 10)."""
    tree = native.Tree(**tree_arrays(n))
    inertia = np.random.default_rng(0).uniform(0, 1, (n, 10))
    return tree, native.Plan(tree, **plan_arrays(n)), inertia


def random_arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    return [rng.normal(size=shape) for shape in shapes]
