"""All rows at once, for the few estimators that no triangle can serve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.identification.problem import Problem

MOST_BYTES = 1.5e9  # of uncompressed rows


@dataclass(frozen=True, eq=False)
class JointRows:
    """The rows of one joint that count, uncompressed: y = W' theta[columns], W (columns, rows)."""

    columns: NDArray[np.int64]
    W: Array
    y: Array


def collect_rows_by_joint(problem: Problem, who: str) -> list[JointRows]:
    """All rows, each joint with its own columns only, in the order of time."""
    columns = [np.flatnonzero(acts) for acts in problem.pattern]
    size = 8.0 * sum(block.n * len(c) for block, c in zip(problem.blocks, columns))
    if size > MOST_BYTES:
        raise DynidError(
            f"{who}: the {problem.n} rows take {size / 1e9:.1f} GB uncompressed, expected at most"
            f" {MOST_BYTES / 1e9:g} GB. Decimate the data (process(..., decimate=...)) or take a"
            " shorter log."
        )
    parts = problem.rows.map(lambda rows: [rows.take_joint(j, c) for j, c in enumerate(columns)])
    return [
        JointRows(
            c,
            np.concatenate([part[j][0] for part in parts], axis=1),
            np.concatenate([part[j][1] for part in parts]),
        )
        for j, c in enumerate(columns)
    ]
