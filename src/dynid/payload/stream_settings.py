"""What a stream is set to, from the result and the rate of the samples: the same numbers for Python
and for C."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.identification.estimate import Estimate
from dynid.payload.carrier import Carrier

CUTOFF = 10.0  # Hz, of results that name none
DEGREE = 5  # of the polynomials that positions are differentiated by: 3 would bend accelerations
PER_CUTOFF = 2.5  # rows in 1 / cutoff
SMALLEST = 20.0  # samples in 1 / cutoff: with fewer there is nothing to differentiate
SLOW, SLOWEST = 0.05, 0.02  # of a joint's largest speed so far, and rad/s or m/s: it may stick
SOLVE = 5  # rows from one solution to the next


@dataclass(frozen=True, eq=False)
class StreamSettings:
    """rate     [Hz] of the samples
    half        samples on each side of the one that is differentiated: the lag of the window
    kernels     (3, 2 half + 1) position, velocity, acceleration from the window
    step        samples of which a row is the mean
    deviations  (n,) of the residuals of the result
    colour      (n,) by which rows tell less than white ones: 1 + 2 sum rho of their residuals
    dry         (n,) whether the joint can stick
    """

    rate: float
    half: int
    kernels: Array
    step: int
    deviations: Array
    colour: Array
    dry: NDArray[np.bool_]

    @property
    def lag(self) -> float:
        """[s] from a sample to the middle of the row that it is part of, on both sides alike."""
        return (self.half + 0.5 * (self.step - 1)) / self.rate


def make_settings(
    result: Estimate, carrier: Carrier, rate: float, cutoff: float | None = None
) -> StreamSettings:
    """cutoff: of the derivatives; default: that of the result."""
    if not (np.isfinite(rate) and rate > 0):
        raise InputError(f"payload: got a rate of {rate} Hz, expected samples per second.")
    own = result.setup.get("cutoff", "auto")
    f = CUTOFF if own in ("auto", None) else float(own)
    f = float(f if cutoff is None else cutoff)
    f = min(f, rate / SMALLEST) if cutoff is None else f
    if not 0 < f <= rate / 5.0:
        raise InputError(
            f"payload: got a cutoff of {f:g} Hz for {rate:g} samples per second, expected at most a"
            " fifth of them."
        )
    # -3 dB of a polynomial window: f = rate / 2 (degree + 1) / (3.2 half - 4.6)
    half = max(DEGREE, round((rate / 2.0 * (DEGREE + 1) / f + 4.6) / 3.2))
    step = max(1, round(rate / (PER_CUTOFF * f)))
    joints = carrier.model.robot.actuated
    dry = [
        any(p.term.law.dry and p.joint == joint for p in carrier.model.layout.terms)
        for joint in joints
    ]
    return StreamSettings(
        float(rate),
        half,
        compute_kernels(half, rate),
        step,
        carrier.deviations,
        _estimate_inflation(result, rate / step),
        np.array(dry),
    )


def compute_kernels(half: int, rate: float) -> Array:
    """(3, 2 half + 1): value, slope and curvature of the polynomial that fits a window, in its
    middle."""
    x = np.arange(-half, half + 1) / half
    fit = np.linalg.pinv(np.vander(x, DEGREE + 1, increasing=True))
    per = rate / half
    return np.asarray(fit[:3] * np.array([1.0, per, 2.0 * per**2])[:, None])


def _estimate_inflation(result: Estimate, rows: float) -> Array:
    """Rows a second of the result were f times as many as they were worth; so are those of the
    stream, in proportion."""
    f = np.array([joint.inflation for joint in result.joints])
    seconds = sum(t1 - t0 for _, t0, t1 in result.sources)
    if seconds > 0:
        before = np.array([joint.rows for joint in result.joints]) / seconds
        f = f * rows / np.maximum(before, 1e-12)
    return np.asarray(np.maximum(f, 1.0))
