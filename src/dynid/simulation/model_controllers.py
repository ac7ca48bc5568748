"""Controllers that know a model and add feedback to its torque: feed-forward, augmented PD (PD+),
and the passivity-based law of Slotine and Li."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.model.model import Model
from dynid.simulation.controllers import (
    FollowedMotion,
    Law,
    Tracking,
    check_gains,
    make_controller,
    sample_reference,
)
from dynid.simulation.integrate import Integrator


@dataclass(frozen=True)
class ModelController(ABC):
    """What controllers with a model share.

    Parameters
    ----------
    motion
        to follow, with at(t) -> q, qd, qdd and duration
    kp
        [Nm/rad or N/m]: one number, or one for each joint
    kd
        [Nm s/rad or N s/m]: one number, or one for each joint
    model
        the controller's; None: the simulated one
    p
        parameters of that model; None: the simulated ones, or those of the robot's file
    """

    motion: FollowedMotion
    kp: ArrayLike
    kd: ArrayLike
    model: Model | None = None
    p: ArrayLike | None = None

    @abstractmethod
    def law(self, plant: Integrator, times: Array, limit: Array) -> Law: ...

    def _take_model(self, plant: Integrator) -> tuple[Model, Array]:
        """The controller's model and its parameters."""
        model = self.model or plant.model
        if model.robot.actuated != plant.model.robot.actuated:
            raise InputError(
                f"{type(self).__name__}: its model drives other joints than the simulated one;"
                " expected the same."
            )
        own = plant.p if self.model is None else model.prior
        return model, model.check_parameters(own if self.p is None else self.p)

    def _take_gains(self, plant: Integrator) -> tuple[Array, Array]:
        robot = plant.model.robot
        return check_gains(robot, self.kp, "kp"), check_gains(robot, self.kd, "kd")


@dataclass(frozen=True)
class FeedForward(ModelController):
    """tau = tau(q_d, qd_d, qdd_d) + kp (q_d - q) + kd (qd_d - qd): the model's torque along the
    wanted motion, computed beforehand, and PD."""

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        model, p = self._take_model(plant)
        q_d, qd_d, qdd_d = sample_reference(self.motion, plant.model.robot, times)
        kp, kd = self._take_gains(plant)
        feed = model.inverse_dynamics(q_d, qd_d, qdd_d, p)
        return Tracking(plant, make_controller(q_d, qd_d, feed, kp, 0.0 * kp, kd, limit))


def compute_passive_torque(
    model: Model, p: Array, q: Array, qd: Array, v: Array, a: Array
) -> Array:
    """M a + C(q, qd) v + g + friction at v (n,), C by Christoffel's symbols, so that M' - 2 C is
    skew.

    The rigid bodies' h(q, v) = C(q, v) v is a quadratic form: its symmetric bilinear form is
    C(q, w) v = (h(w + v) - h(w - v)) / 4. What inverse dynamics at v lacks is C(q, w) v for
    w = qd - v.
    """
    tau = model.inverse_dynamics(q[None], v[None], a[None], p)[0]
    speeds = np.stack([qd, qd - 2.0 * v])
    h = model.load(np.stack([q, q]), speeds, np.zeros_like(speeds), p)
    return np.asarray(tau + (h[0] - h[1]) / 4.0)


@dataclass(frozen=True)
class AugmentedPD(ModelController):
    """PD+ (Paden and Panja 1988), with the friction of the wanted velocity:
    tau = M qdd_d + C(q, qd) qd_d + g + kp (q_d - q) + kd (qd_d - qd)."""

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        model, p = self._take_model(plant)
        q_d, qd_d, qdd_d = sample_reference(self.motion, plant.model.robot, times)
        kp, kd = self._take_gains(plant)

        def compute_torque(k: int, t: float, q: Array, qd: Array) -> Array:
            tau = compute_passive_torque(model, p, q, qd, qd_d[k], qdd_d[k])
            tau = tau + kp * (q_d[k] - q) + kd * (qd_d[k] - qd)
            return np.asarray(np.clip(tau, -limit, limit))

        return compute_torque


@dataclass(frozen=True)
class SlotineLi(ModelController):
    """The passivity-based law of Slotine and Li (1987): with L = kp / kd, v = qd_d + L (q_d - q)
    and its derivative a, tau = M a + C(q, qd) v + g + kd (v - qd), with the friction at v.

    kd must be positive.
    """

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        model, p = self._take_model(plant)
        q_d, qd_d, qdd_d = sample_reference(self.motion, plant.model.robot, times)
        kp, kd = self._take_gains(plant)
        if not (kd > 0).all():
            raise InputError(f"SlotineLi: got kd={self.kd!r}, expected positive numbers.")
        slope = kp / kd

        def compute_torque(k: int, t: float, q: Array, qd: Array) -> Array:
            v = qd_d[k] + slope * (q_d[k] - q)
            a = qdd_d[k] + slope * (qd_d[k] - qd)
            tau = compute_passive_torque(model, p, q, qd, v, a) + kd * (v - qd)
            return np.asarray(np.clip(tau, -limit, limit))

        return compute_torque
