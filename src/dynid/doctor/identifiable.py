"""Before a fit: which base parameters the motion can show, whatever the torques."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.doctor.bench import Bench
from dynid.doctor.findings import Shown
from dynid.model.base import base_parameters
from dynid.model.model import Model

# share of a parameter's torque that no other can imitate: below, it is weak, or not shown at all
WEAK, NOT = 0.03, 1e-4


def identifiable(model: Model, benches: Sequence[Bench]) -> tuple[Shown, ...]:
    """Each base parameter: what is left of its column when all others explain it."""
    base = base_parameters(model)
    rows = []
    for bench in benches:
        move = bench.move
        Y = model.regressor(move.q, move.qd, move.qdd)[:, :, base.independent]
        unit = np.maximum(np.sqrt(np.mean(bench.tau**2, axis=0)), 1e-300)
        rows.append((Y / unit[:, None]).reshape(-1, len(base)))
    W = np.concatenate(rows)
    size = np.linalg.norm(W, axis=0)
    moved = size > 1e-9 * size.max()
    R = np.linalg.qr(W / np.where(moved, size, 1.0))[1]
    # own_k = 1 / |row k of R^-1|: the part of column k that is perpendicular to all others
    _, s, Vt = np.linalg.svd(R)
    inverse = (Vt.T / np.maximum(s, 1e-12 * s[0])) @ Vt
    own = np.where(moved, 1.0 / np.maximum(np.linalg.norm(inverse, axis=1), 1e-300), 0.0)
    words = ["not" if x < NOT else "weak" if x < WEAK else "identifiable" for x in own]
    return tuple(Shown(*each) for each in zip(base.names, words, map(float, own)))
