"""After the fit with selected effects: does the model predict what it was fitted to, and held-out
blocks no worse than the usual effects?

The selection compares models by products of columns, with the joint load of an earlier fit. Here
the model is fitted as it will be used, and predicts with its own load.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError, require
from dynid.identification.estimate import Estimate, make_final_problem, solve
from dynid.identification.estimator_base import Estimator
from dynid.identification.folds import split_folds
from dynid.identification.prediction_error import explain_failure
from dynid.identification.problem import Problem
from dynid.model.effects import Effect, Payload
from dynid.model.model import Model
from dynid.selection.block_fits import Folds
from dynid.selection.block_folds import cut_into_blocks, make_folds, make_single_folds
from dynid.selection.candidates import (
    BASE,
    PER_RUN,
    SLOW,
    compute_top_speeds,
    find_rests,
    list_effect_groups,
)
from dynid.selection.group_search import LEAST, compare_blocks
from dynid.selection.selection_record import Selection, SelectionStep
from dynid.selection.thinning import thin_samples


def confirm_choice(
    choice: Selection, data: Dataset, result: Estimate, problem: Problem, estimator: Estimator
) -> None:
    """Raise where the usual effects would serve better.

    Parameters
    ----------
    choice
        what `select_effects` returned
    data
        that the effects were selected on: all samples
    result
        of the fit with the selected effects, by this estimator
    problem
        the one that was fitted
    estimator
        that made the result
    """
    require("confirm_choice", choice, Selection, "choose_effects(data)")
    require("confirm_choice", data, Dataset, "process(log, model, slow=None)")
    require("confirm_choice", result, Estimate, "estimate(problem, Consistent())")
    require("confirm_choice", problem, Problem, "Problem(Model(robot, choice.effects), data)")
    if why := explain_failure(result, make_final_problem(result, problem)):
        raise InputError(f"{_name_choice(choice)}: {why}.")
    try:
        step = _compare_with_usual(choice, thin_samples(data), result, estimator)
    except (DynidError, np.linalg.LinAlgError):  # methods that need every row, or more of them
        return
    if _is_worse(step):
        raise InputError(
            f"{_name_choice(choice)}: held-out blocks are predicted worse than with the usual "
            f"effects"
            f" (squared error {100 * np.expm1(-step.gain):+.2g} +- {100 * step.error:.2g} %)."
        )


def _name_choice(choice: Selection) -> str:
    return f"selected effects ({', '.join(choice.groups) or str(choice.setting)})"


def _is_worse(step: SelectionStep) -> bool:
    """On average over the blocks by more than the standard error of that, and than a group has to
    gain to be selected; and in all."""
    return step.gain < -max(step.error, LEAST) and step.whole < 0.0


def _compare_with_usual(
    choice: Selection, data: Dataset, result: Estimate, estimator: Estimator
) -> SelectionStep:
    """The gain of the selected effects. What the selection found for the usual ones is enough,
    unless it speaks against those selected."""
    assert result.model is not None
    per_run = bool(set(PER_RUN) & set(choice.groups))  # of which a whole log shows nothing
    folds = make_single_folds(data) if per_run else make_folds(data)
    selected = compute_held_out_errors(
        data, result.model, choice.setting.slow, result.p, estimator, folds
    )
    if len(choice.plain) == len(selected) and not per_run:
        step = compare_blocks("", choice.setting, np.array(choice.plain), selected)
        if not _is_worse(step):
            return step
    carried = [each.payload for each in data.model.layout.payloads]
    effects: list[Effect | Payload] = [*list_effect_groups(data)[BASE], *carried]
    model = Model(data.model.robot, effects, data.model.symmetric)
    found = solve(Problem(model, _mask_slow_samples(data, model, SLOW[1])), estimator.quick)[0]
    usual = compute_held_out_errors(data, model, SLOW[1], found.p, estimator, folds)
    return compare_blocks("", choice.setting, usual, selected)


def _mask_slow_samples(data: Dataset, model: Model, slow: float) -> Dataset:
    """Without samples of rests and of joints slower than this part of their largest speed."""
    moves = ~find_rests(data)[:, None] & (np.abs(data.qd) >= slow * compute_top_speeds(data))
    return replace(data, model=model, use=data.use & moves)


def compute_held_out_errors(
    data: Dataset,
    model: Model,
    slow: float,
    p: Array,
    estimator: Estimator,
    folds: Folds | None = None,
) -> Array:
    """(blocks,) the squared errors of each at all samples, by fits without the blocks of its fold;
    p: of all data, whose load the regressor reads, and whose residuals tell the noise."""
    model = model.set_load_reference(p) if model.reads_load else model
    data = _mask_slow_samples(data, model, slow)
    whole = Problem(model, data)
    assert whole.base is not None
    block, folds = cut_into_blocks(data, ~find_rests(data)), folds or make_folds(data)
    count = int(block.max()) + 1
    noise = whole.compute_inflations(whole.base.compute_theta(p))
    parts = [part.replace(kept_inflations=noise) for part in split_folds(whole, count, block)]
    out, often = np.zeros(count), np.zeros(count)
    for fold in folds:
        seen = Problem.merge([part for b, part in enumerate(parts) if b not in fold])
        fit = estimator.quick.fit(seen)
        own = seen.to_parameters(fit.theta) if fit.p is None else fit.p
        tau = model.inverse_dynamics(data.q, data.qd, data.qdd, own, data.starts, data.channels)
        square = np.sum((data.tau - tau)[:, data.judged] ** 2, axis=1)
        for b in fold:
            out[b] += square[block == b].sum()
            often[b] += 1
    return out / often
