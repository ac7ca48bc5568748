"""Friction (13) of one joint by separable least squares over the whole log at once: where a filter
starts, and what is left where every filter diverged.

tau = m(q) qdd + 1/2 m'(q) qd^2 + g(q) + Bv qd + Bf1 tanh(w1 qd) + Bf2 tanh(w2 qd) is linear but for
w1 and w2: those are estimated on a grid, and from its best point on by Gauss-Newton. Torque and
columns pass the same low-pass. Stretches that the model explains worse than the rest (a start-up
transient, in which the other joints give way) count less.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.estimators.kalman.one_joint import OneJoint
from dynid.estimators.kalman.recording import Recording
from dynid.identification.correlation import compute_inflation

CUTOFFS = (160.0, 80.0, 40.0, 20.0, 10.0, 5.0)  # Hz, below 0.4 of the Nyquist frequency
BENDS = np.geomspace(0.7, 300.0, 24)  # of w, over the largest speed
ROUNDS = 3  # of weights
WINDOW = 0.1  # s, over which residuals are weighed together


@dataclass(frozen=True, eq=False)
class BatchFit:
    """z (see OneJoint) with its covariance; the residuals over their deviation, and their share of
    the torque."""

    z: Array
    covariance: Array
    residuals: Array
    unexplained: float
    cutoff: float


@dataclass(frozen=True, eq=False)
class _SmoothedRows:
    """Smoothed motion: fixed columns W (N, k) and torque y (N,), low-passed; v (N,)."""

    W: Array
    y: Array
    v: Array
    sos: Array
    step: float

    def filter_low_pass(self, columns: Array) -> Array:
        from scipy.signal import sosfiltfilt

        return np.asarray(sosfiltfilt(self.sos, columns, axis=0))


def make_batch_fits(plant: OneJoint, recording: Recording) -> list[BatchFit]:
    """One for every low-pass that the log allows; none where nothing sensible comes out."""
    step = float(np.median(np.diff(recording.t)))
    long = recording.t[-1] - recording.t[0]
    cutoffs = [f for f in CUTOFFS if 3.0 / long < f < 0.2 / step] or [0.2 / step]
    return [fit for f in cutoffs if (fit := _fit(plant, recording, f, step)) is not None]


def _fit(plant: OneJoint, recording: Recording, cutoff: float, step: float) -> BatchFit | None:
    from scipy.optimize import least_squares

    rows = _make_rows(plant, recording, cutoff, step)
    if rows is None:
        return None
    speed = float(np.abs(rows.v).max())
    bends = BENDS / speed
    T = rows.filter_low_pass(np.tanh(np.outer(rows.v, bends)))
    weight = np.ones(len(rows.y))
    log_w = np.log(_search_grid(rows, T, bends, weight))
    limits = (np.log(0.2 / speed), np.log(1000.0 / speed))

    def solve_at(log_w: Array, weight: Array) -> tuple[Array, Array, Array]:
        A = np.column_stack(
            [rows.W, rows.filter_low_pass(np.tanh(np.outer(rows.v, np.exp(log_w))))]
        )
        c = np.linalg.lstsq(weight[:, None] * A, weight * rows.y, rcond=None)[0]
        return A, np.asarray(c, dtype=float), np.asarray(rows.y - A @ c, dtype=float)

    for _ in range(ROUNDS):
        weight = _compute_weights(solve_at(log_w, weight)[2], rows.step)
        log_w = least_squares(
            lambda x, w=weight: w * solve_at(x, w)[2],
            log_w,
            bounds=limits,
            diff_step=1e-3,
            max_nfev=20,
        ).x
    A, c, e = solve_at(log_w, weight)
    z = plant.stack_parameters(c, log_w)
    return None if z is None else _add_covariance(plant, rows, z, c, A, log_w, weight, e, cutoff)


def _make_rows(
    plant: OneJoint, recording: Recording, cutoff: float, step: float
) -> _SmoothedRows | None:
    from scipy.signal import butter, sosfiltfilt

    t = np.arange(recording.t[0], recording.t[-1] + 0.5 * step, step)
    edge = max(4, round(1.0 / (cutoff * step)))
    if len(t) < 4 * edge + 20:
        return None
    sos = np.asarray(butter(2, 2.0 * step * cutoff, output="sos"))
    q = sosfiltfilt(sos, np.interp(t, recording.t, recording.q[:, 0]))
    v = np.gradient(q, step)
    a = np.gradient(v, step)
    inside = slice(edge, len(t) - edge)
    inertia, gravity = plant.compute_columns(q, v, a)
    tau = np.interp(t, recording.t, recording.tau[:, 0])
    both = np.column_stack([inertia, gravity, v, tau])[inside]
    whole = sosfiltfilt(sos, both, axis=0)
    return _SmoothedRows(whole[:, :-1], whole[:, -1], v[inside], sos, step)


def _search_grid(rows: _SmoothedRows, T: Array, bends: Array, weight: Array) -> Array:
    """w1 > w2 of the grid with the least squares."""
    A = weight[:, None] * np.column_stack([rows.W, T])
    N, b, k = A.T @ A, A.T @ (weight * rows.y), rows.W.shape[1]
    scale = 1.0 / np.sqrt(np.maximum(np.diag(N), 1e-300))
    N, b = scale[:, None] * N * scale, scale * b
    best, found = -np.inf, (len(bends) - 1, 0)
    for i in range(len(bends)):
        for j in range(i):
            at = [*range(k), k + i, k + j]
            gain = float(b[at] @ np.linalg.lstsq(N[np.ix_(at, at)], b[at], rcond=1e-10)[0])
            if gain > best:
                best, found = gain, (i, j)
    return np.asarray(bends[list(found)])


def _compute_weights(e: Array, step: float) -> Array:
    """1 where residuals are as everywhere, less where they are larger than twice that."""
    n = max(3, round(WINDOW / step))
    local = np.sqrt(np.convolve(e**2, np.ones(n) / n, mode="same")) + 1e-300
    return np.asarray(np.minimum(1.0, 2.0 * np.median(local) / local))


def _add_covariance(
    plant: OneJoint, rows: _SmoothedRows, z: Array, c: Array, A: Array, log_w: Array, weight: Array,
    e: Array, cutoff: float,
) -> BatchFit:  # fmt: skip
    """C = f s^2 (F'F)^-1: F the columns and those of ln w, f the inflation of their colour."""
    bend = np.exp(log_w)
    slopes = c[-2:] * rows.v[:, None] * bend / np.cosh(np.outer(rows.v, bend).clip(-300, 300)) ** 2
    F = weight[:, None] * np.column_stack([A, rows.filter_low_pass(slopes)])
    r = weight * e
    use = np.ones(len(r), dtype=bool)
    variance = compute_inflation(r, use) * (r @ r) / max(1, len(r) - F.shape[1])
    norm = np.maximum(np.linalg.norm(F, axis=0), 1e-300)
    C = variance * np.linalg.pinv((F / norm).T @ (F / norm), rcond=1e-12) / norm / norm[:, None]
    D = plant.differentiate_stack(c)
    size, torque = np.sqrt(np.mean(r**2)), np.sqrt(np.mean((weight * rows.y) ** 2))
    return BatchFit(z, D @ C @ D.T, r / max(size, 1e-300), float(size / torque), cutoff)
