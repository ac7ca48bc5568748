"""Periodic excitation: a Fourier series fitted to the positions, its exact derivatives, averages
over the periods."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.data.resampling import Segment, interpolate_cubic
from dynid.errors import InputError

MOST_HARMONICS = 60  # what the information criterion may choose from
FLOOR = 1e-9  # of the motion: smaller residuals are round-off, and no reason for one more harmonic
REPEATS = (
    3.0  # times the least misfit: a lag whose misfit is no larger repeats the motion as well as any
)
REFINE_SAMPLES = 6000  # of a log, for the search of the period


@dataclass(frozen=True, eq=False)
class FourierSeries:
    """q(t) = q0 + sum_j s_j sin(j w (t - start)) + c_j cos(j w (t - start)),  w = 2 pi / period.

    Diaz-Rodriguez (16), after Swevers, with s_j = a_j / (w j) and c_j = -b_j / (w j).
    """

    start: float
    period: float
    q0: Array  # (n,)
    s: Array  # (harmonics, n)
    c: Array  # (harmonics, n)

    @property
    def harmonics(self) -> int:
        return len(self.s)

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n)."""
        w = 2 * np.pi / self.period * np.arange(1, self.harmonics + 1)
        angle = np.outer(t - self.start, w)  # (N, harmonics)
        sin, cos = np.sin(angle), np.cos(angle)
        q = self.q0 + sin @ self.s + cos @ self.c
        qd = cos @ (w[:, None] * self.s) - sin @ (w[:, None] * self.c)
        qdd = -sin @ (w[:, None] ** 2 * self.s) - cos @ (w[:, None] ** 2 * self.c)
        return q, qd, qdd


def compute_basis(t: Array, start: float, period: float, harmonics: int) -> Array:
    """(N, 1 + 2 harmonics): 1, sin, cos, sin 2, cos 2, ..."""
    angle = np.outer(t - start, 2 * np.pi / period * np.arange(1, harmonics + 1))
    columns = np.ones((len(t), 1 + 2 * harmonics))
    columns[:, 1::2], columns[:, 2::2] = np.sin(angle), np.cos(angle)
    return columns


def fit(t: Array, q: Array, period: float, harmonics: int) -> FourierSeries:
    """Least squares over all samples, at their true times."""
    start = float(t[0])
    x = np.asarray(
        np.linalg.lstsq(compute_basis(t, start, period, harmonics), q, rcond=None)[0], dtype=float
    )
    return FourierSeries(start, period, x[0], x[1::2], x[2::2])


def compute_explained(t: Array, q: Array, period: float, harmonics: int) -> tuple[Array, Array]:
    """Squared norm (1 + 2 harmonics, n) that each column of the basis explains, in order, and what
    is left (n,).

    By B'B = L L', which costs a tenth of a QR; the columns are nearly orthogonal over a period or
    more.
    """
    B = compute_basis(t, float(t[0]), period, harmonics)
    L = np.linalg.cholesky(B.T @ B)
    z = np.linalg.solve(L, B.T @ q)
    left = q - B @ np.linalg.solve(L.T, z)
    return z**2, np.asarray((left**2).sum(axis=0))


def choose_harmonics(t: Array, q: Array, period: float) -> int:
    """The number of harmonics with the least BIC = sum_joints N log(RSS / N) + (2 H + 1) n log
    N."""
    rate, N, n = (len(t) - 1) / (t[-1] - t[0]), *q.shape
    most = int(min(MOST_HARMONICS, 0.25 * rate * period, (N - 2) / 4))
    if most < 1:
        raise InputError(
            f"a period of {period:g} s holds too few of the samples (rate {rate:g} Hz) to fit a"
            " Fourier series; expected at least 4 samples per period."
        )
    power, rest = compute_explained(t, q, period, most)
    # RSS_H = RSS_most + what the columns after H explain: no difference of large numbers
    after = np.cumsum(power[:0:-1], axis=0)[::-1][2::2]  # (most - 1, n)
    RSS = np.vstack([after + rest, rest]) / N
    floor = (FLOOR * np.maximum(q.std(axis=0), np.finfo(float).tiny)) ** 2
    H = np.arange(1, most + 1)
    bic = N * np.log(np.maximum(RSS, floor)).sum(axis=1) + (2 * H + 1) * n * np.log(N)
    return int(H[bic.argmin()])


def compute_misfit_at_lags(q: Array) -> Array:
    """D(lag) = mean (q(t + lag) - q(t))^2 / (2 variance), mean over joints: 0 where the motion
    repeats, 1 on average."""
    N = len(q)
    x = q - q.mean(axis=0)
    moving = x.std(axis=0) > 1e-9 * (1.0 + np.abs(q).max(axis=0))
    x = x[:, moving] / x[:, moving].std(axis=0)
    if not x.shape[1]:
        raise InputError(
            "no joint moves, so there is no period to find; expected a periodic motion."
        )
    size = 1 << (2 * N - 1).bit_length()
    F = np.fft.rfft(x, size, axis=0)
    C = np.fft.irfft(F * F.conj(), size, axis=0)[:N].sum(
        axis=1
    )  # sum over the overlap of x(t) x(t + lag)
    energy = np.concatenate([[0.0], np.cumsum((x**2).sum(axis=1))])
    overlap = energy[N] - energy[:N] + energy[N:0:-1]  # sum x(t + lag)^2 + sum x(t)^2
    return np.asarray((overlap - 2 * C) / (2 * np.arange(N, 0, -1) * x.shape[1]))


def estimate_period(segment: Segment) -> float:
    """The smallest lag at which the motion repeats, as well as it does at the best lag; then
    refined by least squares."""
    D = compute_misfit_at_lags(segment.q)
    half = int(0.55 * len(D)) + 2  # two periods, and a little room for the dip
    away = int(
        np.argmax(D[:half] > 0.5)
    )  # past the first hump, where the motion merely resembles itself
    inner = D[1 : half - 1]
    dips = 1 + np.flatnonzero((inner <= D[: half - 2]) & (inner < D[2:half]) & (inner < 0.2))
    dips = dips[dips > away] if D[:half].max() > 0.5 else dips[:0]
    if not len(dips):
        raise InputError(
            f"{segment.where}: no period found: in half of its {segment.duration:.4g} s the motion"
            " never repeats; give period= in seconds, record two periods or more, or use"
            " method='filter'."
        )
    # a dip may lie between two samples: the parabola through three of them goes deeper by bend / 8
    # at most
    bend = D[dips + 1] + D[dips - 1] - 2 * D[dips]
    lag = dips[np.argmax(D[dips] <= REPEATS * max(D[dips].min(), 0.0) + bend)]
    return _refine_period(segment, float(lag) * segment.step)


def _refine_period(segment: Segment, guess: float) -> float:
    """The period within two steps of the guess whose series leaves least."""
    from scipy.optimize import minimize_scalar

    thin = slice(None, None, max(1, len(segment.t) // REFINE_SAMPLES))
    t, q = segment.t[thin], segment.q[thin]
    unit = np.maximum(q.std(axis=0), 1e-12)
    for width in (2 * segment.step, 0.1 * segment.step):
        H = choose_harmonics(t, q, guess)
        best = minimize_scalar(
            lambda T, H=H: float((compute_explained(t, q, T, H)[1] / unit**2).sum()),
            bounds=(guess - width, guess + width),
            method="bounded",
            options={"xatol": 1e-9 * guess},
        )
        guess = float(best.x)
    return guess


def split_periods(segment: Segment, period: float) -> Array:
    """Torques (M, K, n): M whole periods of K samples each, at the same phases; M >= 1."""
    K = round(period * segment.rate)
    M = int((segment.duration + segment.step) / period + 1e-6)
    at = segment.t[0] + period * (np.arange(M)[:, None] + np.arange(K) / K)
    if abs(period * segment.rate - K) * M < 1e-3:  # the samples themselves are at those phases
        return segment.tau[: M * K].reshape(M, K, -1)
    at = np.minimum(at, segment.t[-1])
    return interpolate_cubic(segment.t, segment.tau, at.ravel()).reshape(M, K, -1)


def estimate_repetition_variance(repeated: Array) -> Array:
    """Diaz-Rodriguez (15): s_i^2 = sum_k sum_j (tau_ij(k) - mean_i(k))^2 / (K (M - 1)), of a single
    torque sample."""
    M, K, _ = repeated.shape
    return np.asarray(((repeated - repeated.mean(axis=0)) ** 2).sum(axis=(0, 1)) / (K * (M - 1)))


def fit_series(
    log: Log, segments: list[Segment], period: float | None, harmonics: int | None
) -> tuple[FourierSeries, str]:
    """The series of a log, fitted at its true times (pauses do not matter), and a note."""
    longest = max(segments, key=lambda s: len(s.t))
    T = estimate_period(longest) if period is None else float(period)
    if log.duration < T * (1 - 1e-6) - longest.step:
        raise InputError(
            f"{log.where}: lasts {log.duration:.4g} s, less than one period of {T:.6g} s; expected"
            " whole periods, two or more."
        )
    H = choose_harmonics(log.t, log.q, T) if harmonics is None else int(harmonics)
    if len(log) <= 1 + 2 * H or longest.rate <= 2 * H / T:
        raise InputError(
            f"{log.where}: {H} harmonics of {1 / T:.4g} Hz cannot be distinguished at"
            f" {longest.rate:.4g} Hz; expected fewer."
        )
    series = fit(log.t, log.q, T, H)
    left = np.sqrt(((log.q - series.at(log.t)[0]) ** 2).mean(axis=0))
    return (
        series,
        (
            f"{log.where}: Fourier series of period {T:.6g} s"
            f" ({'found' if period is None else 'given'}) with {H} harmonics"
            f" ({'least BIC' if harmonics is None else 'given'}) leaves {left.min():.2g} .."
            f" {left.max():.2g} rad or m RMS of the positions; derivatives are exact, torques not"
            " filtered"
        ),
    )


def average_periods(
    longest: Segment, segments: list[Segment], repeated: Array, period: float
) -> Segment:
    """One period, its torque the mean of all; `repeated` (M, K, n) as of `split_periods`."""
    M, K, _ = repeated.shape
    if M < 2 or len(segments) > 1:
        got = (
            f"{M} whole period{'s' * (M != 1)}"
            if len(segments) == 1
            else f"{len(segments)} stretches between pauses"
        )
        raise InputError(
            f"{longest.where}: average=True got {got} of {period:.6g} s, expected two whole periods"
            " or more in one stretch."
        )
    phase = period * np.arange(K) / K
    at = np.rint((phase + period * np.arange(M)[:, None]) / longest.step).astype(int)  # (M, K)
    clipped = longest.clipped[np.minimum(at, len(longest.t) - 1)].any(axis=0)
    q = np.full((K, repeated.shape[2]), np.nan)  # of no use: the series gives the motion
    return replace(
        longest,
        t=longest.t[0] + phase,
        q=q,
        tau=repeated.mean(axis=0),
        qd=None,
        clipped=clipped,
        sensors=None,
    )
