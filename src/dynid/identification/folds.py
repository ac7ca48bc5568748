"""A problem cut into parts of its motion, each compressed, in one pass over the data;
Problem.merge puts some of them together again."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Ints
from dynid.errors import InputError
from dynid.identification.compress import compress
from dynid.identification.problem import Problem
from dynid.identification.regression_rows import Rows


def split_folds(problem: Problem, count: int, block: Ints | None = None) -> list[Problem]:
    """The problem on `count` parts of the data: consecutive ones, or those that `block` (N,) tells.
    Only what is compressed may be asked of them."""
    if problem.data is None or problem.stream is None:
        raise InputError(
            "only a problem of one data set, Problem(model, data), can be cut into parts of its"
            " motion."
        )
    N = len(problem.data)

    def list_rows(rows: Rows) -> Ints:
        return rows.at * count // N if block is None else block[rows.at]

    parts = compress(problem.stream, problem.joints, problem.pattern, count, list_rows)
    gone = {
        "stream": None,
        "data": None,
        "in_time": (),
        "kept_inflations": np.ones(len(problem.joints)),
    }
    return [problem.replace(blocks=blocks, **gone) for blocks in parts]
