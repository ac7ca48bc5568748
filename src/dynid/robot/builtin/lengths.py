"""The one check that every builder of a robot makes of its lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError

Lengths: TypeAlias = float | Sequence[float]  # of all limbs, or one a limb


def check_lengths(robot: str, **lengths: Lengths) -> None:
    bad = {
        name: value
        for name, value in lengths.items()
        if not (np.isfinite(value).all() and np.all(np.asarray(value) > 0))
    }
    if bad:
        raise RobotError(f"{robot}: got {bad}, expected positive lengths in metres.")


def expand_lengths(name: str, length: Lengths, limbs: int) -> Array:
    """(limbs,) the length of every limb."""
    given = np.asarray(length, dtype=float)
    if given.shape not in ((), (limbs,)):
        raise RobotError(
            f"got {given.size} lengths '{name}', expected one for all limbs, or {limbs}."
        )
    return np.broadcast_to(given, (limbs,))
