"""Motors between a controller and the robot: voltages in, saturated; torques out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.robot.mechanism import Robot
from dynid.simulation.controllers import (
    ComputedTorque,
    FollowedMotion,
    Law,
    check_gains,
    make_torque_source,
)
from dynid.simulation.integrate import Integrator
from dynid.simulation.model_controllers import ModelController


@dataclass(frozen=True)
class VoltageDrive:
    """DC motors: tau = r K_T / R (u - r K_E qd), with the voltage u cut off at +-limit.

    Each is one number, or one for each motor. u is held from sample to sample; the back EMF is not,
    it follows qd. Inductance is left out. log.truth.volts has u after the limit.

    Parameters
    ----------
    controller
        what asks for u [V] at every sample: PD, PID (gains in volts), OpenLoop(u of t), or a
        function (t, q, qd) -> u. ComputedTorque, or a motion for it, FeedForward, AugmentedPD and
        SlotineLi ask for torques: u is what
        gives them at the speed of the sample
    torque_constant
        K_T [N m/A]
    resistance
        R [V/A] of the winding; of an amplifier that sets the current, 1 / [A/V] (and no back_emf)
    ratio
        r, radians of the motor for one radian or metre of the joint
    back_emf
        K_E [V s/rad]; equals K_T where both are in SI units
    limit
        [V]
    transmission
        J (n, n) of a pose q (n,), where a motor does not turn its own joint alone: motors move by J
        qd, and tau = J' force
    """

    controller: object
    torque_constant: ArrayLike
    resistance: ArrayLike = 1.0
    ratio: ArrayLike = 1.0
    back_emf: ArrayLike = 0.0
    limit: ArrayLike = np.inf
    transmission: Callable[[Array], ArrayLike] | None = None

    @property
    def motion(self) -> FollowedMotion | None:
        """The motion that the controller follows."""
        if isinstance(self.controller, FollowedMotion):
            return self.controller
        return getattr(self.controller, "motion", None)

    def compute_stall(self, robot: Robot) -> Array:
        """r K_T / R (n,), force at the motor's coordinate for a volt."""
        K_T, r = (self._check_positive(robot, name) for name in ("torque_constant", "ratio"))
        return np.asarray(r * K_T / self._check_positive(robot, "resistance"))

    def compute_damping(self, robot: Robot) -> Array:
        """r^2 K_T K_E / R (n,): the back EMF, as the force that it brakes with for a unit of
        speed."""
        K_E = check_gains(robot, self.back_emf, "VoltageDrive: back_emf")
        if K_E.any() and self.transmission is not None:
            raise InputError(
                "VoltageDrive: got back_emf and a transmission, expected one of them: with a"
                " transmission only amplifiers that set the current are simulated."
            )
        return np.asarray(self.compute_stall(robot) * self._check_positive(robot, "ratio") * K_E)

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        robot = plant.model.robot
        stall, damping = self.compute_stall(robot), self.compute_damping(robot)
        most = self._check_positive(robot, "limit", finite=False)
        inner = make_torque_source(self.controller)
        asks_torque = isinstance(inner, (ComputedTorque, ModelController))
        ask = inner.law(plant, times, limit if asks_torque else np.minimum(most, limit / stall))
        return Motors(self, ask, asks_torque, stall, damping, most)

    def _check_positive(self, robot: Robot, name: str, finite: bool = True) -> Array:
        value = np.asarray(getattr(self, name), dtype=float)
        good = value.shape in ((), (robot.dof,)) and bool((value > 0).all())
        if not good or (finite and not np.isfinite(value).all()):
            raise InputError(
                f"VoltageDrive: got {name}={getattr(self, name)!r}, expected a number > 0, or one"
                f" for each of the {robot.dof} joints."
            )
        return np.broadcast_to(value, (robot.dof,))


class Motors:
    """The law of a VoltageDrive, and the voltages so far. Its torques lack the back EMF, which the
    plant has as damping."""

    def __init__(
        self,
        drive: VoltageDrive,
        ask: Law,
        asks_torque: bool,
        stall: Array,
        damping: Array,
        most: Array,
    ) -> None:
        self.drive, self.ask, self.asks_torque = drive, ask, asks_torque
        self.stall, self.damping, self.most = stall, damping, most
        self.volts: list[Array] = []

    def __call__(self, k: int, t: float, q: Array, qd: Array) -> Array:
        asked, J = np.asarray(self.ask(k, t, q, qd), dtype=float), self._count_turns(q)
        if asked.shape != self.stall.shape:
            raise InputError(
                f"VoltageDrive: its controller gave an array of shape {asked.shape} at t = {t:g} s,"
                f" expected {self.stall.shape}: a voltage for each motor."
            )
        if self.asks_torque:
            # u = (J^-T tau + damping qd) / stall
            force = asked if J is None else np.linalg.solve(J.T, asked)
            asked = (force + self.damping * qd) / self.stall
        u = np.minimum(np.maximum(asked, -self.most), self.most)
        self.volts.append(u)
        force = self.stall * u
        return np.asarray(force if J is None else J.T @ force)

    def _count_turns(self, q: Array) -> Array | None:
        if self.drive.transmission is None:
            return None
        J, n = np.asarray(self.drive.transmission(q.copy()), dtype=float), len(q)
        if J.shape != (n, n):
            raise InputError(
                f"VoltageDrive: its transmission has shape {J.shape}, expected ({n}, {n}): a row"
                " for each motor, a column for each joint."
            )
        return J
