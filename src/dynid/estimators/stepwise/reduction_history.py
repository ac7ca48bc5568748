"""The steps of a reduction, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.estimators.stepwise.backward_elimination import ReducedFit
from dynid.estimators.stepwise.feasible import Feasibility
from dynid.identification.history import History, HistoryStep
from dynid.identification.problem import Problem


def make_history(
    problem: Problem,
    weights: Array,
    states: Sequence[ReducedFit],
    chosen: int,
    rule: str,
    tests: Sequence[Feasibility] = (),
    scores: Sequence[float] = (),
) -> History:
    """What a reduction went through, in words and numbers."""
    square = float(weights**2 @ [block.square for block in problem.blocks])
    steps = []
    for k, state in enumerate(states):
        worst = problem.names[state.kept[state.worst]]
        step = HistoryStep(
            len(state.kept),
            worst,
            state.sigma,
            state.s2,
            float(100.0 * np.sqrt(state.rss / square)),
        )
        if tests:
            step = replace(step, feasible=bool(tests[k]), margin=tests[k].t)
        if scores:
            step = replace(step, score=float(scores[k]))
        steps.append(step)
    return History(tuple(steps), chosen, rule)
