"""Largest values over a motion: where they are, what they are between samples, which are told."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array

Extreme = tuple[str, float, float, float, float, float]  # label, low, high, least, most, excess


def mark_peaks(V: Array) -> NDArray[np.bool_]:
    """Samples that are not below their neighbours."""
    up = np.vstack([np.ones((1, V.shape[1]), dtype=bool), V[1:] >= V[:-1]])
    down = np.vstack([V[:-1] >= V[1:], np.ones((1, V.shape[1]), dtype=bool)])
    peaks: NDArray[np.bool_] = up & down
    return peaks


def interpolate_peaks(V: Array) -> Array:
    """The largest value of each column, the peak of the parabola through each sample and its
    neighbours included."""
    best = V.max(axis=0)
    a, b, c = V[:-2], V[1:-1], V[2:]
    with np.errstate(invalid="ignore"):
        bend = a - 2 * b + c
        top = np.where(
            (bend < 0) & (b >= a) & (b >= c),
            b - (a - c) ** 2 / (8 * np.minimum(bend, -1e-300)),
            -np.inf,
        )
    peaks: Array = np.maximum(best, top.max(axis=0, initial=-np.inf))
    return peaks


def select_nearest(rows: list[Extreme], shared: Collection[str]) -> list[Extreme]:
    """Of several capsules of one body, or pair of bodies, which share a label, the one that comes
    nearest to its limit."""
    found: dict[object, Extreme] = {}
    for k, row in enumerate(rows):
        key = row[0] if row[0] in shared else k
        if key not in found or row[5] > found[key][5]:
            found[key] = row
    return list(found.values())
