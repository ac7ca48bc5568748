"""The optimum of a consistent fit from a centre of similar rows, against that from a start."""

from __future__ import annotations

import numpy as np

from dynid.estimators.consistent.barrier import (
    find_centre,
    reduce_all_rows,
    solve_barrier,
    solve_reduced,
)
from dynid.estimators.consistent.cone import Cone
from dynid.robot.geometry import inertial


def test_the_way_from_a_centre_leads_to_the_same_optimum():
    rng = np.random.default_rng(4)
    body = np.asarray(inertial(2.0, (0.1, 0.0, 0.2), (0.02, 0.03, 0.04)))
    p = np.append(body, [0.3, 0.2])
    names = tuple(f"x{k}" for k in range(12))
    G = np.eye(12)[10:]
    bodies = np.arange(10)[None]
    cone = Cone(names, p, np.arange(12), bodies, ("body",), G, np.zeros(2), ("a", "b"))
    A = rng.normal(size=(60, 12)) / np.append(np.abs(body) + 0.05, [1.0, 1.0])
    target = p - np.append(np.zeros(10), [0.6, 0.0])  # beyond a bound
    b = A @ target
    B = b + 0.3 * rng.normal(size=(8, 60))
    first, *others = reduce_all_rows(A, np.vstack([b, B]))
    near = find_centre(first, cone, p, 0.1 * 0.5 * 60 * 0.3**2)
    for rows, y in zip(others, B):
        cold, warm = solve_barrier(A, y, cone, p), solve_reduced(rows, cone, p, near=near)
        assert cone.is_inside(warm.v)
        assert abs(warm.value - cold.value) <= 3e-9 * cold.value
        # |A (v - w)|^2 is at most twice what both values may be above the optimum
        assert np.sum((A @ (warm.v - cold.v)) ** 2) <= 1e-7 * cold.value
