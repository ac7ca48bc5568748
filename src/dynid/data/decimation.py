"""Parallel filtering and decimation: torque and every column of the regressor pass the same
filter, then every `step`-th sample is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, frozen_array

TOGETHER = 10  # samples kept in one product: more would multiply zeros, fewer read x again


@dataclass(frozen=True, eq=False)
class Decimation:
    """A FIR filter (odd length, symmetric, sum 1), then every `step`-th sample. Rows within half a
    filter of a log's ends are left out."""

    taps: Array
    step: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "taps", frozen_array(self.taps))

    @classmethod
    def every(cls, step: int) -> Decimation:
        """Keep every `step`-th sample after a symmetric FIR low-pass: flat to 0.2 and closed from
        0.8 of the new Nyquist frequency on, so that what folds back is gone."""
        from scipy.signal import firwin

        taps = firwin(12 * step + 1, 0.5 / step)
        taps = (taps + taps[::-1]) / 2
        return cls(taps / taps.sum(), step)

    @classmethod
    def unfiltered(cls) -> Decimation:
        """Every sample as it is."""
        return cls(np.ones(1), 1)

    def decimate(self, x: Array) -> Array:
        """Filter along the last axis (only where the whole filter fits) and keep every step-th
        sample."""
        return self._filtered(x, self.taps)

    def decimate_use(self, use: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows count, along the last axis: those whose filter met only samples that do."""
        return self._filtered((~use).astype(float), np.ones(len(self.taps))) < 0.5

    def _filtered(self, x: Array, taps: Array) -> Array:
        """y_k = sum_i taps_i x_(k step + i), some k at a time as one product x T with a band T."""
        step, N = self.step, x.shape[-1]
        count = max(0, (N - len(taps)) // step + 1)
        flat = x.reshape(-1, N)
        acting = np.flatnonzero(flat.any(axis=1))  # a regressor has many rows that are zero
        rows, kept = flat[acting], np.zeros((len(acting), count))
        T = np.zeros((step * (TOGETHER - 1) + len(taps), TOGETHER))
        for k in range(TOGETHER):
            T[k * step : k * step + len(taps), k] = taps
        for k in range(0, count, TOGETHER):
            n = min(TOGETHER, count - k)
            part = rows[:, k * step : (k + n - 1) * step + len(taps)]
            np.matmul(part, T[: part.shape[1], :n], out=kept[:, k : k + n])
        out = np.zeros((len(flat), count))
        out[acting] = kept
        return out.reshape(*x.shape[:-1], count)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Decimation)
            and self.step == other.step
            and np.array_equal(self.taps, other.taps)
        )
