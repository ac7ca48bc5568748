"""Curves through samples, and their density of power: what the packages for it do, without the half
second that importing them takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.lapack import solve_tridiagonal

FEWEST = 4  # samples of a cubic that has all its derivatives at both ends


@dataclass(frozen=True, eq=False)
class SplineCurve:
    """Piecewise cubic with two continuous derivatives; Curve.through(t, x)(at).

    t   (N,) where its pieces end
    c   (4, N - 1, n) with x = c_0 h^3 + c_1 h^2 + c_2 h + c_3,  h = t - t_k
    """

    t: Array
    c: Array

    @classmethod
    def fit_through(cls, t: Array, x: Array) -> SplineCurve:
        """Through the columns of x (N, n) at times t; the third derivative is continuous at the
        second and at the last but one ("not a knot").

        Slopes s: h_(k+1) s_k + 2 (h_k + h_(k+1)) s_(k+1) + h_k s_(k+2)
                  = 3 (h_(k+1) m_k + h_k m_(k+1)),          m_k = (x_(k+1) - x_k) / h_k
        """
        if len(t) < FEWEST:
            return cls(np.asarray(t[[0, -1]]), _fit_parabola(t, x))
        h = np.diff(t)
        m = np.diff(x, axis=0) / h[:, None]
        below, middle, above = np.empty(len(h)), np.empty(len(t)), np.empty(len(h))
        b = np.empty(x.shape, order="F")
        below[:-1], middle[1:-1], above[1:] = h[1:], 2.0 * (h[:-1] + h[1:]), h[:-1]
        b[1:-1] = 3.0 * (h[1:, None] * m[:-1] + h[:-1, None] * m[1:])
        first, last = t[2] - t[0], t[-1] - t[-3]
        middle[0], above[0], middle[-1], below[-1] = h[1], first, h[-2], last
        b[0] = ((h[0] + 2.0 * first) * h[1] * m[0] + h[0] ** 2 * m[1]) / first
        b[-1] = (h[-1] ** 2 * m[-2] + (2.0 * last + h[-1]) * h[-2] * m[-1]) / last
        s = solve_tridiagonal(below, middle, above, b)
        bend = (s[:-1] + s[1:] - 2.0 * m) / h[:, None]
        c = np.stack([bend / h[:, None], (m - s[:-1]) / h[:, None] - bend, s[:-1], x[:-1]])
        return cls(np.asarray(t), c)

    def __call__(self, at: Array) -> Array:
        """(len, n) at these times."""
        k = np.clip(np.searchsorted(self.t, at, side="right") - 1, 0, len(self.t) - 2)
        h = (at - self.t[k])[:, None]
        x, power = self.c[-1][k], h.copy()
        for c in self.c[-2::-1]:
            x += c[k] * power
            power *= h
        return np.asarray(x)


def _fit_parabola(t: Array, x: Array) -> Array:
    """Through two or three samples, as one piece."""
    c = np.polynomial.polynomial.polyfit(t - t[0], x, len(t) - 1)
    return np.asarray(np.vstack([np.zeros((4 - len(c), x.shape[1])), c[::-1]])[:, None, :])


def compute_power_density(x: Array, rate: float, window: int, centred: bool) -> tuple[Array, Array]:
    """Frequencies, and the density of power of the columns of x (N, n): Welch's mean over windows
    (Hann) of so many samples that overlap by half; `centred`: each less its own mean."""
    w = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(window) / window)
    starts = range(0, len(x) - window + 1, window - window // 2)
    total = np.zeros((window // 2 + 1, x.shape[1]))
    for start in starts:
        part = x[start : start + window]
        part = part - part.mean(axis=0) if centred else part
        total += np.abs(np.fft.rfft(w[:, None] * part, axis=0)) ** 2
    density = total / (len(starts) * rate * np.sum(w**2))
    density[1 : (window + 1) // 2] *= 2.0  # of negative frequencies, too
    return np.asarray(np.fft.rfftfreq(window, 1.0 / rate), dtype=float), density
