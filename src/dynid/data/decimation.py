"""Parallel filtering and decimation: torque and every column of the regressor pass the same
filter, then every `step`-th sample is kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, frozen_array


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

    def decimate(self, x: Array) -> Array:
        """Filter along the last axis (only where the whole filter fits) and keep every step-th
        sample."""
        return self._filtered(x, self.taps)

    def decimate_use(self, use: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which rows count, along the last axis: those whose filter met only samples that do."""
        return self._filtered((~use).astype(float), np.ones(len(self.taps))) < 0.5

    def _filtered(self, x: Array, taps: Array) -> Array:
        from scipy.signal import upfirdn

        last = len(taps) - 1
        before = -last % self.step  # zeros in front: the first whole sample is one of those kept
        kept = slice((last + before) // self.step, (x.shape[-1] - 1 + before) // self.step + 1)
        padded = np.concatenate([np.zeros((*x.shape[:-1], before)), x], axis=-1)
        return np.asarray(upfirdn(taps, padded, down=self.step, axis=-1)[..., kept])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Decimation)
            and self.step == other.step
            and np.array_equal(self.taps, other.taps)
        )
