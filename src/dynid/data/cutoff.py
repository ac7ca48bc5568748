"""What the data decide: the cutoff of the filter, and the delay of the torques behind the
positions.

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
ALIKE = 1.002  # times the least error: as good; of those the lowest, which lets least noise pass
# of the largest speed: samples below are not scored, one wrong sign there outweighs the rest
SLOW = 0.02
EXACT = 1e-20  # squared share of the torque: a smaller error is round-off
LONGEST_DELAY = 0.05  # s: what an automatic delay may be, either way

#: (segment, cutoff) -> (q, qd, qdd), filtered torque
Smooth = Callable[[Segment, float], tuple[Triple, Array]]


def quick_regressor(model: Model, q: Array, qd: Array, qdd: Array) -> Array:
    """Y (N, n, P + 4 n): the plain model's, and viscous, Coulomb friction, offset, rotor inertia
    of every joint.

    The torque of a known payload needs no mention: its link's columns explain it.
    """
    N, n = q.shape
    with (
        warnings.catch_warnings()
    ):  # a pose near a singularity is reported once, when the loops are closed for good
        warnings.simplefilter("ignore")
        Y = model.plain.regressor(q, qd, qdd)
    own = np.stack([qd, np.sign(qd), np.ones((N, n)), qdd], axis=2)  # (N, n, 4)
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
    """One cutoff: what the fit without each fold gives (FOLDS, P), and how well the motion
    predicts.

    alone          fitted to the torque filtered like the positions
    parallel       fitted to the torque as it is (it will pass the same filter as the regressor)
    motion_error   of the parallel fit, on this cutoff's own motion
    """

    cutoff: float
    alone: Array
    parallel: Array
    motion_error: float


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
    fold: NDArray[np.int64]  # (K,)

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
        parts = [stacked[self.fold == f].reshape(-1, P + 2) for f in range(FOLDS)]
        A = np.stack([part.T @ part for part in parts])
        others = A.sum(axis=0) - A
        fits = np.stack([solve_normal(B[:P, :P], B[:P, P:]) for B in others])  # (FOLDS, P, 2)
        alone, parallel = fits[:, :, 0], fits[:, :, 1]
        return Trial(cutoff, alone, parallel, self.error(parallel, Y)), Y

    def error(self, parameters: Array, rows: Array) -> float:
        """RMS error of the torques that each fold's parameters predict for that fold, in deviations
        of the torque.

        The geometric mean over the joints: a joint that no cutoff explains has no more say than the
        others.
        """
        predicted = np.einsum("knp,kp->kn", rows, parameters[self.fold], optimize=True)
        square = np.where(self.counts, (self.tau - predicted) ** 2, 0.0).sum(axis=0)
        told = self.counts.any(axis=0) & np.isfinite(self.unit)
        mean = square[told] / self.counts.sum(axis=0)[told]
        return float(np.exp(0.5 * np.log(np.maximum(mean, EXACT)).mean())) if told.any() else 0.0


def make_trials(
    model: Model, segments: Sequence[Segment], smooth: Smooth, lowest: float, highest: float
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
        np.arange(K, dtype=np.int64) * BLOCKS // K % FOLDS,
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
    model: Model, segments: Sequence[Segment], smooth: Smooth, parallel: bool
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
        model, usable, smooth, tried[0], HIGHEST * 0.5 * min(s.rate for s in usable)
    )
    with threadpool_limits(1):
        best, best_rows = trials.run(tried[0])
        runs = [best]
        for f in tried[1:]:
            run, rows = trials.run(f)
            runs.append(run)
            if run.motion_error < best.motion_error:
                best, best_rows = run, rows
            elif min(r.motion_error for r in runs[-2:]) > HOPELESS * best.motion_error:
                break
        error = [
            run.motion_error if parallel else trials.error(run.alone, best_rows) for run in runs
        ]
    alike = [k for k in range(len(runs)) if error[k] <= ALIKE * min(error)]
    first = alike[0]
    chosen = runs[first].cutoff
    order = [k for k in np.argsort(error) if k != first]
    others = ", ".join(f"{runs[k].cutoff:.3g} Hz {100 * error[k]:.3g} %" for k in order[:3])
    return (
        chosen,
        (
            f"cutoff {chosen:.3g} Hz chosen by cross-validation: blocks of the log not used in a"
            f" quick fit are predicted with an error of {100 * error[first]:.3g} % of the torque's"
            f" deviation ({others or 'nothing else to try'}); tried {runs[0].cutoff:.3g} .."
            f" {runs[-1].cutoff:.3g} Hz, the motion alone is best at {best.cutoff:.3g} Hz"
        ),
    )


def estimate_delay(
    model: Model, segments: Sequence[Segment], smooth: Smooth, cutoff: float
) -> tuple[float, str]:
    """How late the torques were recorded [s], and why: the shift at which the model explains them
    best."""
    from scipy.optimize import minimize_scalar
    from threadpoolctl import threadpool_limits

    h = segments[0].step
    step = max(h, 1.0 / (40.0 * cutoff))
    grid = np.arange(-int(LONGEST_DELAY / step), int(LONGEST_DELAY / step) + 1) * step
    with threadpool_limits(1):
        unexplained = unexplained_torque(model, segments, smooth, cutoff)
        k = int(np.argmin([unexplained(d) for d in grid]))
        if k in (0, len(grid) - 1):
            return (
                0.0,
                (
                    "no delay found: the fit improves up to the largest shift tried,"
                    f" {1e3 * grid[k]:+.3g} ms; torques left as they are"
                ),
            )
        span = (grid[k - 1], grid[k + 1])
        best = minimize_scalar(
            unexplained, bounds=span, method="bounded", options={"xatol": 1e-4 * h}
        )
    delay = float(best.x)
    before, after = 100 * unexplained(0.0), 100 * unexplained(delay)
    return (
        delay,
        (
            f"torques were recorded {1e3 * delay:.4g} ms ({delay / h:+.2f} samples) after the"
            f" positions: there a quick fit leaves {after:.3g} % of the torque, against"
            f" {before:.3g} % without a shift; shifted back"
        ),
    )


def unexplained_torque(
    model: Model, segments: Sequence[Segment], smooth: Smooth, cutoff: float
) -> Callable[[float], float]:
    """J(d): share of the torque tau(t + d) that the model does not explain, geometric mean over the
    joints.

    Rows of slow samples are left out: friction does not turn at once there, which looks like a
    delay. The joints are weighted by what a first fit leaves of them.
    """
    rows, speed, torque_at = _rows_and_torque(model, segments, smooth, cutoff)
    n = speed.shape[1]
    fast = speed > SLOW * speed.max(axis=0)
    joint = np.nonzero(fast)[1]
    Y, tau = rows[fast], torque_at(0.0)[fast]

    def spread(x: Array) -> Array:
        return np.array([x[joint == j].std() if (joint == j).any() else 0.0 for j in range(n)])

    told = spread(tau) > 0
    deviation = np.where(told, spread(tau), np.inf)
    unit = deviation[joint]
    left = spread(tau - Y @ solve(Y / unit[:, None], tau / unit))
    unit = np.maximum(left, np.sqrt(EXACT) * deviation)[joint]
    Q = column_basis(Y / unit[:, None])

    def unexplained(delay: float) -> float:
        y = torque_at(delay)[fast] / unit
        left, whole = (np.bincount(joint, x**2, n)[told] for x in (y - Q @ (Q.T @ y), y))
        return float(np.exp(0.5 * np.log(np.maximum(left / whole, EXACT)).mean()))

    return unexplained


def _rows_and_torque(
    model: Model, segments: Sequence[Segment], smooth: Smooth, cutoff: float
) -> tuple[Array, Array, Callable[[float], Array]]:
    """Rows (K, n, P) and speeds (K, n) of picked samples, and their torques (K, n) as recorded some
    time later."""
    from scipy.interpolate import CubicSpline

    picks = picked(segments, 1.0 / (LONGEST_DELAY + 1.0 / cutoff))
    rows, speed, curves = [], [], []
    for s, k in zip(segments, picks):
        motion, tau = smooth(s, cutoff)
        rows.append(quick_regressor(model, *(x[k] for x in motion)))
        speed.append(np.abs(motion[1][k]))
        curves.append(CubicSpline(s.t, tau, axis=0))

    def torque_at(delay: float) -> Array:
        return np.concatenate(
            [curve(s.t[k] + delay) for s, k, curve in zip(segments, picks, curves)]
        )

    return np.concatenate(rows), np.concatenate(speed), torque_at


def column_basis(W: Array) -> Array:
    """Orthonormal basis of the columns of W that count."""
    norm = np.linalg.norm(W, axis=0)
    keep = norm > 1e-9 * norm.max()
    Q, R = np.linalg.qr(W[:, keep] / norm[keep])
    U, s, _ = np.linalg.svd(R)
    return np.asarray(Q @ U[:, : len(s)][:, s > RCOND * s[0]])
