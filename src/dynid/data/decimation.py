"""Parallel filtering and decimation: torque and every column of the regressor pass the same
filter, then every `step`-th sample is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from dynid.arrays import Array, freeze_array

TOGETHER = 4  # samples kept in one product: more would multiply zeros, fewer read x again


def filter_and_decimate(x: Array, taps: Array, step: int) -> Array:
    """y_k = sum_i taps_i x_(k step + i) along the rows of x (R, N), each contiguous in memory: some
    k at a time as one product x T with a band T."""
    R, N = x.shape
    count = max(0, (N - len(taps)) // step + 1)
    blocks, wide = count // TOGETHER, step * (TOGETHER - 1) + len(taps)
    T = np.zeros((wide, TOGETHER))
    for k in range(TOGETHER):
        T[k * step : k * step + len(taps), k] = taps
    y, done = np.empty((R, count)), blocks * TOGETHER
    strides = (TOGETHER * step * x.itemsize, x.strides[0], x.itemsize)
    seen = as_strided(x, (blocks, R, wide), strides, writeable=False)
    y[:, :done] = (seen @ T).transpose(1, 0, 2).reshape(R, done)
    rest = x[:, done * step : (count - 1) * step + len(taps)] if done < count else x[:, :0]
    y[:, done:] = rest @ T[: rest.shape[1], : count - done]
    return y


@dataclass(frozen=True, eq=False)
class Decimation:
    """A FIR filter (odd length, symmetric, sum 1), then every `step`-th sample. Rows within half a
    filter of a log's ends are left out."""

    taps: Array
    step: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "taps", freeze_array(self.taps))

    @classmethod
    def keep_every(cls, step: int) -> Decimation:
        """Keep every `step`-th sample after a symmetric FIR low-pass: flat to 0.2 and closed from
        0.8 of the new Nyquist frequency on, so that what folds back is gone."""
        m = np.arange(-6 * step, 6 * step + 1)
        taps = np.sinc(0.5 / step * m) * np.hamming(len(m))
        taps = (taps + taps[::-1]) / 2
        return cls(taps / taps.sum(), step)

    @classmethod
    def keep_all(cls) -> Decimation:
        """Every sample as it is."""
        return cls(np.ones(1), 1)

    @property
    def noise_inflation(self) -> float:
        """1 + 2 sum rho_k of white noise that was decimated, which does not fold back:
        (sum h)^2 / (step sum h^2), with sum h = 1."""
        return float(1.0 / (self.step * np.sum(self.taps**2)))

    def decimate(self, x: Array) -> Array:
        """Filter along the last axis (only where the whole filter fits) and keep every step-th
        sample."""
        return self._filter_stretch(x, self.taps)

    def decimate_use(self, use: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows count, along the last axis: those whose filter met only samples that do."""
        return self._filter_stretch((~use).astype(float), np.ones(len(self.taps))) < 0.5

    def _filter_stretch(self, x: Array, taps: Array) -> Array:
        N = x.shape[-1]
        flat = x.reshape(-1, N)
        acting = np.flatnonzero(flat.any(axis=1))  # a regressor has many rows that are zero
        out = np.zeros((len(flat), self.count_kept(N)))
        out[acting] = filter_and_decimate(np.ascontiguousarray(flat[acting]), taps, self.step)
        return out.reshape(*x.shape[:-1], out.shape[1])

    def count_kept(self, N: int) -> int:
        """Rows that are left of N samples."""
        return max(0, (N - len(self.taps)) // self.step + 1)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Decimation)
            and self.step == other.step
            and np.array_equal(self.taps, other.taps)
        )


class Thinning:
    """A decimation of rows (R, ...) that come chunk after chunk: what the filter still needs of one
    waits for the next."""

    def __init__(self, decimation: Decimation, rows: int) -> None:
        self.decimation, self.waiting = decimation, np.empty((rows, 0))

    def feed(self, x: Array) -> Array:
        """The samples (R, kept) that these complete."""
        step = self.decimation.step
        whole = np.concatenate([self.waiting, x], axis=1)
        y = filter_and_decimate(whole, self.decimation.taps, step)
        self.waiting = whole[:, y.shape[1] * step :]
        return y
