"""Which samples train where effects are named: without the slow ones, where these tell little that
others do not, or where held-out parts of the logs are then predicted better; else all of them.

Near a reversal a joint may stick, and dry friction is not sign(qd): the values found with such
samples are wrong by more than their intervals. But a joint that stands while others move tells its
gravity. So a mask that costs little is taken, and of a dear one the logs decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError
from dynid.study.log_options import LogSource, Processing, load_data

if TYPE_CHECKING:
    from dynid.data.dataset import Dataset
    from dynid.identification.problem import Problem
    from dynid.model.model import Model
    from dynid.selection.selection_record import SelectionStep

DEAR = 1.25  # times the standard deviation of a parameter: slow samples that tell as much as that
ROUND_OFF = 1e-10  # of a Gram matrix with a diagonal of ones
SURE = 2.0  # standard errors of the gain: 95 %, of Student's t with six blocks


def load_training(
    model: Model, logs: Sequence[LogSource], typed: Processing
) -> tuple[Dataset, Processing]:
    """The data that train, and how other logs are processed alike."""
    from dynid.identification.low_speed import list_sticking_joints

    which = list_sticking_joints(model) if typed.slow == "auto" else None
    used = typed if which is None else replace(typed, slow=None)
    data = load_data(model, logs, used)
    if which is not None and not data.free:
        masked = leave_out_slow_samples(data, which)
        if masking_pays(data, masked):
            data, used = masked, typed
    elif which is not None:  # in currents, nobody knows the size of an error
        data, used = load_data(model, logs, typed), typed
    return data, used.from_data(data)


def leave_out_slow_samples(data: Dataset, slow: Any) -> Dataset:
    """The data without samples of joints slower than these speeds."""
    from dynid.data.masks import describe_mask, mark_slow_samples

    use, notes = data.use.copy(), list(data.notes)
    parts = [slice(samples[0], samples[-1] + 1) for samples in data.logs]
    for mask, why in mark_slow_samples(data.model, [(data.q[x], data.qd[x]) for x in parts], slow):
        use &= ~mask
        notes.append(describe_mask(data.model.robot.actuated, mask, why))
    return replace(data, use=use, notes=tuple(notes))


def masking_pays(data: Dataset, masked: Dataset) -> bool:
    """Whether it costs little to leave out the slow samples, or held-out blocks are predicted
    better, surely and in all, by a fit that has not seen them."""
    import numpy as np

    from dynid.identification.problem import Problem
    from dynid.selection.thinning import thin_samples

    tau = data.smooth_tau  # as decimation makes it, in fewer samples
    data, masked = (thin_samples(replace(each, tau=tau)) for each in (data, masked))
    try:
        whole = Problem(data.model, data)
        some = Problem(whole.model or data.model, masked, whole.base)
        if compute_growth(whole, some) < DEAR:
            return True
        step = compare_held_out(whole, some)
    except (DynidError, np.linalg.LinAlgError):  # too short for blocks
        return False
    return min(step.gain, step.whole) > 0 and step.gain > SURE * step.error


def compute_growth(whole: Problem, some: Problem) -> float:
    """By which factor the standard deviation of a parameter grows at most where only some of the
    rows are seen, with white noise."""
    import numpy as np

    from dynid.estimators.least_squares import compute_noise_weights

    weights = compute_noise_weights(whole)[0] ** 2
    grams = whole.compute_gram(weights), some.compute_gram(weights)
    scale = np.sqrt(np.diag(grams[0]))
    # what no row shows is as uncertain with both
    unit = ROUND_OFF * np.eye(len(scale))
    all_rows, fewer = (np.diag(np.linalg.inv(A / np.outer(scale, scale) + unit)) for A in grams)
    return float(np.sqrt((fewer / all_rows).max()))


def compare_held_out(whole: Problem, some: Problem) -> SelectionStep:
    """The gain of fits that have seen some of the rows only, at all rows of held-out blocks."""
    import numpy as np

    from dynid.estimators.consistent.consistent_estimator import Consistent
    from dynid.estimators.least_squares import WLS
    from dynid.identification.folds import split_folds
    from dynid.identification.problem import Problem
    from dynid.selection.block_folds import cut_into_blocks, make_folds
    from dynid.selection.candidates import Setting, find_rests
    from dynid.selection.group_search import compare_blocks

    data = whole.data
    assert data is not None
    block, folds = cut_into_blocks(data, ~find_rests(data)), make_folds(data)
    count = int(block.max()) + 1
    errors = np.zeros((2, count))
    noise = whole.compute_inflations(WLS().fit(whole).theta)
    unseen = split_folds(whole, count, block)
    for out, parts in zip(errors, (unseen, split_folds(some, count, block))):
        for fold in folds:
            seen = Problem.merge([part for b, part in enumerate(parts) if b not in fold])
            theta = Consistent().quick.fit(seen.replace(kept_inflations=noise)).theta
            for b in fold:
                out[b] += unseen[b].sum_squared_errors(theta).sum()
    return compare_blocks("", Setting(()), *errors)
