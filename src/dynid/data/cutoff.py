"""What the data decide: the cutoff of the filter. (The delay of the torques: `delay.py`.)

Both ask how well a plain least-squares fit of the model explains the torque. The model is given
friction, an offset and a rotor inertia in every actuated joint, whether it has them or not: without
friction, damping would look like a delay.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Triple
from dynid.data.filters import Segment, lowpass
from dynid.data.scores import Score, as_good
from dynid.model.model import Model

SAMPLES = 2500  # of all logs, spread evenly: what a quick fit looks at
BLOCKS, FOLDS = (
    60,
    5,
)  # the samples fall into blocks; every fifth block is predicted from the others
RCOND = 1e-5  # singular values (columns scaled to 1) below this count as zero
LOWEST, HIGHEST = 2.0, 0.4  # Hz, and of the Nyquist frequency: the range of an automatic cutoff
WINDOWS = 3.0  # a log must be longer than so many 1 / cutoff: one at each end is lost to the filter
RATIO = 2**0.5  # between neighbouring candidates
HOPELESS = 3.0  # times the least error, twice in a row: higher cutoffs only bring more noise
# of the largest speed: samples below are not scored, one wrong sign there outweighs the rest
SLOW = 0.02

#: (segment, cutoff) -> (q, qd, qdd), filtered torque
Smooth = Callable[[Segment, float], tuple[Triple, Array]]


def quick_regressor(
    model: Model, q: Array, qd: Array, qdd: Array, turns: Array | None = None
) -> Array:
    """Y (N, n, P + 4 n): the plain model's, and viscous, Coulomb friction, offset, rotor inertia
    of every joint. turns (N, n): sign of the velocities as a filter of the torque shows it; None:
    sharp.

    The torque of a known payload needs no mention: its link's columns explain it.
    """
    N, n = q.shape
    turns = np.sign(qd) if turns is None else turns
    with (
        warnings.catch_warnings()
    ):  # a pose near a singularity is reported once, when the loops are closed for good
        warnings.simplefilter("ignore")
        Y = model.plain.regressor(q, qd, qdd)
    own = np.stack([qd, turns, np.ones((N, n)), qdd], axis=2)  # (N, n, 4)
    extra = np.zeros((N, n, n, 4))
    extra[:, range(n), range(n)] = own
    return np.concatenate([Y, extra.reshape(N, n, 4 * n)], axis=2)


def solve(W: Array, z: Array) -> Array:
    """Least squares of least norm, columns scaled to 1. z may have several columns."""
    return solve_normal(W.T @ W, W.T @ z)


def solve_normal(A: Array, b: Array) -> Array:
    """The same from A = W'W, b = W'z: ten times faster than a QR, and exact enough to compare
    cutoffs."""
    norm = np.sqrt(np.diag(A))
    scale = np.where(norm > 1e-9 * norm.max(), 1.0 / np.where(norm > 0, norm, 1.0), 0.0)
    value, V = np.linalg.eigh(scale[:, None] * A * scale)
    keep = value > RCOND**2 * value[-1]
    x = V[:, keep] @ (((V[:, keep].T * scale) @ b).T / value[keep]).T
    return np.asarray((x.T * scale).T)


def picked(segments: Sequence[Segment], cutoff: float) -> list[NDArray[np.int64]]:
    """Samples of every segment for a quick fit, away from its ends."""
    total = sum(len(s.t) for s in segments)
    picks = []
    for s in segments:
        edge = min(int(np.ceil(s.rate / cutoff)), len(s.t) // 3)
        count = max(8, round(SAMPLES * len(s.t) / total))
        picks.append(np.unique(np.linspace(edge, len(s.t) - 1 - edge, count).astype(np.int64)))
    return picks


@dataclass(frozen=True, eq=False)
class Trial:
    """One cutoff: what the fit without each fold gives (FOLDS, 1, P), and how well the motion
    predicts; with joints apart (FOLDS, n, P).

    alone          fitted to the torque filtered like the positions
    parallel       fitted to the torque as it is (it will pass the same filter as the regressor)
    motion         how well the parallel fit predicts, on this cutoff's own motion
    """

    cutoff: float
    alone: Array
    parallel: Array
    motion: Score


@dataclass(frozen=True, eq=False)
class Trials:
    """The data that all cutoffs are tried on: the same samples, the same torque to predict."""

    model: Model
    segments: Sequence[Segment]
    smooth: Smooth
    picks: list[NDArray[np.int64]]
    tau: Array  # (K, n) filtered once, far above all candidates, in units of its deviation
    unit: Array  # (n,)
    counts: NDArray[np.bool_]  # (K, n) what is scored
    block: NDArray[np.int64]  # (K,)
    apart: bool  # every joint has parameters of its own: currents, whose units differ

    @property
    def fold(self) -> NDArray[np.int64]:
        return self.block % FOLDS

    def run(self, cutoff: float) -> tuple[Trial, Array]:
        """The trial, and the rows (K, n, P) of its motion."""
        rows, z = [], []
        at = 0
        for segment, k in zip(self.segments, self.picks):
            motion, tau = self.smooth(segment, cutoff)
            rows.append(quick_regressor(self.model, *(x[k] for x in motion)) / self.unit[:, None])
            z.append(np.stack([tau[k] / self.unit, self.tau[at : at + len(k)]], axis=2))
            at += len(k)
        Y, target = np.concatenate(rows), np.concatenate(z)
        P = Y.shape[2]
        stacked = np.concatenate([Y, target], axis=2)
        joints = [slice(j, j + 1) for j in range(Y.shape[1])] if self.apart else [slice(None)]
        fits = np.stack([self._fits(stacked[:, j], P) for j in joints], axis=1)
        alone, parallel = fits[..., 0], fits[..., 1]  # (FOLDS, 1 or n, P)
        return Trial(cutoff, alone, parallel, self.score(parallel, Y)), Y

    def _fits(self, stacked: Array, P: int) -> Array:
        """(FOLDS, P, 2) of rows (K, joints, P + 2), each without one fold."""
        parts = [stacked[self.fold == f].reshape(-1, P + 2) for f in range(FOLDS)]
        A = np.stack([part.T @ part for part in parts])
        others = A.sum(axis=0) - A
        return np.stack([solve_normal(B[:P, :P], B[:P, P:]) for B in others])

    def score(self, parameters: Array, rows: Array) -> Score:
        """Of the torques that each fold's parameters predict for that fold, in deviations of the
        torque."""
        if self.apart:
            predicted = np.einsum("knp,knp->kn", rows, parameters[self.fold])
        else:
            predicted = np.einsum("knp,kp->kn", rows, parameters[self.fold, 0], optimize=True)
        square = np.where(self.counts, (self.tau - predicted) ** 2, 0.0)
        told = self.counts.any(axis=0) & np.isfinite(self.unit)
        blocks = np.zeros((BLOCKS, square.shape[1]))
        np.add.at(blocks, self.block, square)
        return Score(blocks[:, told], self.counts.sum(axis=0)[told])


def make_trials(
    model: Model,
    segments: Sequence[Segment],
    smooth: Smooth,
    lowest: float,
    highest: float,
    apart: bool = False,
) -> Trials:
    picks = picked(segments, lowest)
    tau = np.concatenate([lowpass(s.tau, highest, s.rate)[k] for s, k in zip(segments, picks)])
    unit = tau.std(axis=0)
    unit = np.where(
        unit > 1e-9 * np.abs(tau).max(axis=0), unit, np.inf
    )  # a constant torque says nothing
    middle = min(max(5.0, lowest), highest)
    speed = np.concatenate([np.abs(smooth(s, middle)[0][1][k]) for s, k in zip(segments, picks)])
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
        apart,
    )


def candidates(segments: Sequence[Segment]) -> list[float]:
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
    from threadpoolctl import threadpool_limits

    tried = candidates(segments)
    usable = [s for s in segments if s.duration > WINDOWS / tried[0]]
    trials = make_trials(
        model, usable, smooth, tried[0], HIGHEST * 0.5 * min(s.rate for s in usable), apart
    )
    with threadpool_limits(1):
        best, best_rows = trials.run(tried[0])
        runs = [best]
        for f in tried[1:]:
            run, rows = trials.run(f)
            runs.append(run)
            if run.motion.error < best.motion.error:
                best, best_rows = run, rows
            elif min(r.motion.error for r in runs[-2:]) > HOPELESS * best.motion.error:
                break
        scores = [run.motion if parallel else trials.score(run.alone, best_rows) for run in runs]
    alike = as_good(scores)
    first = alike[len(alike) // 2]
    chosen, error = runs[first].cutoff, [score.error for score in scores]
    order = [k for k in np.argsort(error) if k != first]
    others = ", ".join(f"{runs[k].cutoff:.3g} Hz {100 * error[k]:.3g} %" for k in order[:3])
    middle = (
        f", the middle of {runs[alike[0]].cutoff:.3g} .. {runs[alike[-1]].cutoff:.3g} Hz, which the"
        " log does not tell apart"
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


def column_basis(W: Array) -> Array:
    """Orthonormal basis of the columns of W that count."""
    norm = np.linalg.norm(W, axis=0)
    keep = norm > 1e-9 * norm.max()
    Q, R = np.linalg.qr(W[:, keep] / norm[keep])
    U, s, _ = np.linalg.svd(R)
    return np.asarray(Q @ U[:, : len(s)][:, s > RCOND * s[0]])
