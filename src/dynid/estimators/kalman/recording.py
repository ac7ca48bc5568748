"""What a filter reads of a log: times, positions and torques of the moving joints, and how noisy
they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.errors import InputError, join_names

#: deviations of nothing at all would be infinitely trusted: no encoder resolves 1e-8 of the motion,
#: no torque 1e-5
FINEST_POSITION, FINEST_TORQUE = 1e-8, 1e-5
SHORTEST = 20  # samples: less is no motion
FIRST = 11  # samples whose parabola gives the first velocity
Noise = float | Mapping[str, float] | None


@dataclass(frozen=True, eq=False)
class Recording:
    """t (N,), q and tau (N, n) of the moving joints; v (N, n) a rough velocity, for scales and the
    start only."""

    joints: tuple[str, ...]
    t: Array
    q: Array
    tau: Array

    @classmethod
    def from_log(cls, log: Log, joints: tuple[str, ...]) -> Recording:
        log = log.select(joints)
        if len(log) < SHORTEST:
            raise InputError(
                f"{log.where}: got {len(log)} samples, expected a motion of at least {SHORTEST}."
            )
        still = [joint for joint, span in zip(joints, np.ptp(log.q, axis=0)) if span == 0]
        if still:
            raise InputError(
                f"{log.where}: joint {join_names(still)} does not move; expected a motion to "
                f"identify"
                " it from."
            )
        return cls(joints, log.t, log.q, log.tau)

    @property
    def speed(self) -> Array:
        """Largest speed (n,), from differences over a hundredth of the log: a scale."""
        k = max(1, len(self.t) // 100)
        v: Array = np.abs((self.q[k:] - self.q[:-k]) / (self.t[k:] - self.t[:-k])[:, None])
        largest: Array = v.max(axis=0)
        return largest

    @property
    def torque(self) -> Array:
        """RMS torque (n,)."""
        rms: Array = np.maximum(np.sqrt(np.mean(self.tau**2, axis=0)), 1e-300)
        return rms

    def estimate_first_state(self, deviation: Array) -> tuple[Array, Array]:
        """q, v at the first sample from a parabola through the first ones, and their variances."""
        n = min(FIRST, len(self.t))
        T = np.vander(self.t[:n] - self.t[0], 3, increasing=True)
        c = np.linalg.lstsq(T, self.q[:n], rcond=None)[0]
        spread = 3.0 * deviation * np.sqrt(np.linalg.inv(T.T @ T)[1, 1])
        spread = np.maximum(spread, 0.01 * self.speed)  # and what a parabola does not follow
        return np.concatenate([self.q[0], c[1]]), np.concatenate([deviation**2, spread**2])

    def estimate_position_noise(self, given: Noise) -> Array:
        """Standard deviations (n,): given, or from the fourth differences of the positions, in
        which a smooth motion leaves
        nothing. For an encoder in motion that is its step / sqrt(12)."""
        if given is not None:
            return self._check_given(
                given, "position_noise", "rad or m, such as an encoder's step / sqrt(12)"
            )
        rough = np.sqrt(np.mean(np.diff(self.q, 4, axis=0) ** 2, axis=0) / 70.0)
        std: Array = np.maximum(rough, FINEST_POSITION * np.ptp(self.q, axis=0))
        return std

    def estimate_torque_noise(self, given: Noise) -> Array:
        """Standard deviations (n,) of a sample: given, or from the middle half of the fourth
        differences, which friction at
        reversals does not reach."""
        if given is not None:
            return self._check_given(given, "torque_noise", "Nm or N")
        middle = np.median(np.abs(np.diff(self.tau, 4, axis=0)), axis=0)
        std: Array = np.maximum(middle / (0.6745 * np.sqrt(70.0)), FINEST_TORQUE * self.torque)
        return std

    def _check_given(self, given: float | Mapping[str, float], what: str, unit: str) -> Array:
        values = [
            given.get(joint) if isinstance(given, Mapping) else given for joint in self.joints
        ]
        wrong = [
            j
            for j, value in zip(self.joints, values)
            if value is None or not (np.isfinite(value) and value > 0)
        ]
        if wrong:
            raise InputError(
                f"{what}: got {given!r}, expected a positive standard deviation ({unit}) for joint"
                f" {join_names(wrong)}: a covariance must be positive. Leave it out to take it from"
                " the log."
            )
        return np.array(values, dtype=float)
