"""A Kalman filter online, on a running robot: from the first samples on, one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.kalman.filter_steps import step
from dynid.estimators.kalman.passes import FilterModel, KalmanDivergence, Noises
from dynid.estimators.kalman.recording import Recording
from dynid.estimators.kalman.rules import RULES
from dynid.identification.online_estimation import OnlineEstimate, check_finite_values


class OnlineKalman:
    """The filter after the samples of a recording, from which it has its start and its noises."""

    def __init__(
        self,
        plant: FilterModel,
        rule: str,
        recording: Recording,
        x: Array,
        P: Array,
        noises: Noises,
    ) -> None:
        self.plant, self.rule, self.noises = plant, rule, noises
        self.x, self.P, self.count = x, RULES[rule].begin(P), 1
        self.t, self.tau = float(recording.t[0]), recording.tau[0]
        for t, q, tau in zip(recording.t[1:], recording.q[1:], recording.tau[1:]):
            self._go(float(t), q, tau)

    def push(
        self,
        t: float,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
    ) -> None:
        """One sample of the filter's joints, of which it reads positions and torques."""
        if not t > self.t:
            raise InputError(
                f"sample at t = {t}: the last was at t = {self.t}; expected times that increase, in"
                " s."
            )
        joints = self.plant.joints
        self._go(
            float(t), *(check_finite_values(x, y, joints) for x, y in ((q, "q"), (tau, "tau")))
        )

    def _go(self, t: float, q: Array, tau: Array) -> None:
        state, torques = (self.x, self.P), (self.tau, tau)
        done = step(self.plant, self.rule, state, torques, t - self.t, q, self.noises)
        if not done.sound:
            raise KalmanDivergence(
                f"the filter was lost at t = {t:.4g} s, after {self.count} samples. Start closer"
                " (start=), trust the start more (deviation=), or check the units of the samples."
            )
        self.x, self.P, self.t, self.tau = done.x, done.P, t, tau
        self.count += 1

    @property
    def value(self) -> OnlineEstimate:
        n = 2 * len(self.plant.joints)
        p, slope = self.plant.to_physical(self.x[n:])
        std = np.abs(slope) * np.sqrt(np.maximum(RULES[self.rule].to_variances(self.P)[n:], 0.0))
        return OnlineEstimate(self.plant.parameters, p, std, self.count)
