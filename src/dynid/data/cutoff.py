"""What the data decide: the cutoff of the filter. (The delay of the torques: `delay.py`.)

Both ask how well a quick fit (`quick.py`) of the model explains the torque.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints, Triple, one_blas_thread
from dynid.data.block_scores import BlockScore, select_as_good
from dynid.data.loop_checks import keep_closed_picks
from dynid.data.lowpass import filter_lowpass
from dynid.data.quick_regressor import (
    QuickRows,
    SpanningColumns,
    find_spanning_columns,
    make_quick_rows,
    solve_normal,
)
from dynid.data.resampling import Segment
from dynid.errors import LoopClosureError
from dynid.model.model import Model

SAMPLES = 2500  # of all logs, spread evenly: what a quick fit looks at,
ROWS = 30_000  # with at most so many torques
BLOCKS, FOLDS = (
    60,
    5,
)  # the samples fall into blocks; every fifth block is predicted from the others
LOWEST, HIGHEST = 2.0, 0.4  # Hz, and of the Nyquist frequency: the range of an automatic cutoff
WINDOWS = 3.0  # a log must be longer than so many 1 / cutoff: one at each end is lost to the filter
RATIO = 2**0.5  # between neighbouring candidates
HOPELESS = 3.0  # times the least error, twice in a row: higher cutoffs only bring more noise
# of the largest speed: samples below are not scored, one wrong sign there outweighs the rest
SLOW = 0.02


class Smooth(Protocol):
    def __call__(
        self, segment: Segment, cutoff: float, at: Ints | None = None, torque: bool = True
    ) -> tuple[Triple, Array]:
        """(q, qd, qdd) and filtered torque of the samples `at`, or of all; torque=False: that as it
        is."""


def pick_samples(segments: Sequence[Segment], cutoff: float) -> list[NDArray[np.int64]]:
    """Samples of every segment for a quick fit, away from its ends."""
    total = sum(len(s.t) for s in segments)
    picks = []
    for s in segments:
        edge = min(int(np.ceil(s.rate / cutoff)), len(s.t) // 3)
        most = min(SAMPLES, max(ROWS // s.q.shape[1], 8 * BLOCKS))
        count = max(8, round(most * len(s.t) / total))
        picks.append(np.unique(np.linspace(edge, len(s.t) - 1 - edge, count).astype(np.int64)))
    return picks


@dataclass(frozen=True, eq=False)
class CutoffTrial:
    """One cutoff: what the fit without each fold gives (FOLDS, P), and how well the motion
    predicts.

    alone          fitted to the torque filtered like the positions; None: not asked for
    parallel       fitted to the torque as it is (it will pass the same filter as the regressor)
    motion         how well the parallel fit predicts, on this cutoff's own motion
    """

    cutoff: float
    alone: Array | None
    parallel: Array
    motion: BlockScore


@dataclass(frozen=True, eq=False)
class Trials:
    """The data that all cutoffs are tried on: the same samples, the same torque to predict.

    parallel    torque and regressor will pass one filter: fits to a torque filtered alone are
                not asked for
    """

    model: Model
    segments: Sequence[Segment]
    smooth: Smooth
    picks: list[NDArray[np.int64]]
    tau: Array  # (K, n) filtered once, far above all candidates, in units of its deviation
    unit: Array  # (n,)
    counts: NDArray[np.bool_]  # (K, n) what is scored
    block: NDArray[np.int64]  # (K,)
    parallel: bool
    apart: bool  # every joint has parameters of its own: currents, whose units differ
    only: SpanningColumns | None  # columns of the bodies that say as much as all

    @property
    def order(self) -> NDArray[np.int64]:
        """The samples, fold after fold."""
        return np.argsort(self.block % FOLDS, kind="stable")

    @property
    def folds(self) -> list[slice]:
        """Of the samples in that order."""
        ends = np.cumsum(np.bincount(self.block % FOLDS, minlength=FOLDS)).tolist()
        return [slice(a, b) for a, b in zip([0, *ends], ends)]

    def run(self, cutoff: float) -> tuple[CutoffTrial, QuickRows]:
        """The trial, and the rows of its motion."""
        parts, filtered = [], []
        for segment, k in zip(self.segments, self.picks):
            motion, tau = self.smooth(segment, cutoff, k, not self.parallel)
            parts.append(make_quick_rows(self.model, *motion, self.only).scale(self.unit))
            filtered.append(tau / self.unit)
        rows = QuickRows.join(parts, self.order)
        rows = rows.separate_joints() if self.apart else rows
        targets = [self.tau] if self.parallel else [self.tau, np.concatenate(filtered)]
        stacked = np.stack(targets, axis=2)[self.order].transpose(1, 0, 2)
        sums = [rows.compute_products(list(stacked), fold) for fold in self.folds]
        A, b = (np.sum([one[k] for one in sums], axis=0) for k in range(2))
        fits = np.stack([solve_normal(A - A_f, b - b_f) for A_f, b_f in sums])  # (FOLDS, P, 1 or 2)
        parallel, alone = fits[:, :, 0], None if self.parallel else fits[:, :, 1]
        return CutoffTrial(cutoff, alone, parallel, self.score(parallel, rows)), rows

    def score(self, parameters: Array, rows: QuickRows) -> BlockScore:
        """Of the torques that each fold's parameters predict for that fold, in deviations of the
        torque."""
        predicted = np.empty_like(self.tau)
        each = [rows.predict(p, fold) for p, fold in zip(parameters, self.folds)]
        predicted[self.order] = np.concatenate(each)
        square = np.where(self.counts, (self.tau - predicted) ** 2, 0.0)
        told = self.counts.any(axis=0) & np.isfinite(self.unit)
        blocks = np.zeros((BLOCKS, square.shape[1]))
        np.add.at(blocks, self.block, square)
        return BlockScore(blocks[:, told], self.counts.sum(axis=0)[told])


def make_trials(
    model: Model,
    segments: Sequence[Segment],
    smooth: Smooth,
    tried: Sequence[float],
    highest: float,
    parallel: bool,
    apart: bool = False,
) -> Trials:
    """tried: the cutoffs, lowest first."""
    lowest, picks = tried[0], pick_samples(segments, tried[0])
    if not model.robot.is_tree:
        # at the edge of the workspace even positions that are hardly smoothed may be beyond it
        q = [smooth(s, tried[-1], k, False)[0][0] for s, k in zip(segments, picks)]
        picks = [keep_closed_picks(model.robot, s, x, k) for s, x, k in zip(segments, q, picks)]
    tau = np.concatenate(
        [filter_lowpass(s.tau, highest, s.rate, k) for s, k in zip(segments, picks)]
    )
    unit = tau.std(axis=0)
    unit = np.where(
        unit > 1e-9 * np.abs(tau).max(axis=0), unit, np.inf
    )  # a constant torque says nothing
    middle = min(max(5.0, lowest), highest)
    motions = [smooth(s, middle, k, False)[0] for s, k in zip(segments, picks)]
    speed = np.concatenate([np.abs(qd) for _, qd, _ in motions])
    K = len(tau)
    return Trials(
        model,
        segments,
        smooth,
        picks,
        tau / unit,
        unit,
        speed > SLOW * speed.max(axis=0),
        np.arange(K, dtype=np.int64) * BLOCKS // K,
        parallel,
        apart,
        None if apart else find_spanning_columns(model),
    )


def list_candidate_cutoffs(segments: Sequence[Segment]) -> list[float]:
    """Half octaves from 2 Hz (or what the longest stretch allows) to 0.4 of the Nyquist
    frequency."""
    top = HIGHEST * 0.5 * min(s.rate for s in segments)
    low = min(max(LOWEST, 1.001 * WINDOWS / max(s.duration for s in segments)), top)
    return [
        float(x)
        for x in low * RATIO ** np.arange(int(np.log(top / low) / np.log(RATIO) + 1e-9) + 1)
    ]


def choose_cutoff(
    model: Model, segments: Sequence[Segment], smooth: Smooth, parallel: bool, apart: bool = False
) -> tuple[float, str]:
    """The cutoff whose fit predicts best the torque of blocks of the log that it has not seen, and
    why.

    First the cutoff that gives the best motion: too low it distorts, too high accelerations are
    noise. If torque and regressor pass one more filter together (`parallel`), that is all.
    Otherwise the torque is filtered alone, which smooths its jumps at velocity reversals while the
    model's friction stays sharp: the parameters of every cutoff are compared once more, all on that
    best motion, so that their error alone counts and not the noise they met.
    """
    tried = list_candidate_cutoffs(segments)
    usable = [s for s in segments if s.duration > WINDOWS / tried[0]]
    highest = HIGHEST * 0.5 * min(s.rate for s in usable)
    with one_blas_thread():
        trials = make_trials(model, usable, smooth, tried, highest, parallel, apart)
        runs: list[CutoffTrial] = []
        best: CutoffTrial | None = None
        for f in tried:
            try:
                run, rows = trials.run(f)
            except LoopClosureError:  # so low that the smoothed motion leaves the workspace
                if f < tried[-1]:
                    continue
                raise
            runs.append(run)
            if best is None or run.motion.error < best.motion.error:
                best, best_rows = run, rows
            elif min(r.motion.error for r in runs[-2:]) > HOPELESS * best.motion.error:
                break
        scores = [
            run.motion if run.alone is None else trials.score(run.alone, best_rows) for run in runs
        ]
    assert best is not None
    alike = select_as_good(scores)
    first = alike[len(alike) // 2]
    chosen, error = runs[first].cutoff, [score.error for score in scores]
    order = [k for k in np.argsort(error) if k != first]
    others = ", ".join(f"{runs[k].cutoff:.3g} Hz {100 * error[k]:.3g} %" for k in order[:3])
    middle = (
        f", the middle of {runs[alike[0]].cutoff:.3g} .. {runs[alike[-1]].cutoff:.3g} Hz,"
        " which fit the log equally well"
    )
    return (
        chosen,
        (
            f"cutoff {chosen:.3g} Hz chosen by cross-validation: blocks of the log not used in a"
            f" quick fit are predicted with an error of {100 * error[first]:.3g} % of the torque's"
            f" deviation ({others or 'nothing else to try'}){middle if len(alike) > 1 else ''};"
            f" tried {runs[0].cutoff:.3g} .. {runs[-1].cutoff:.3g} Hz, the motion alone is best at"
            f" {best.cutoff:.3g} Hz"
        ),
    )
