"""What drives the robot: motions to follow, and the laws that follow them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

import dynid._native as native
from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closed_motion import check_motion_array
from dynid.errors import InputError
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.simulation.integrate import Integrator
from dynid.simulation.stepper import make_held_torque

BANDWIDTH = 50.0  # rad/s, of computed torque: errors die out as (1 + w t) e^(-w t)


@runtime_checkable
class FollowedMotion(Protocol):
    """A motion of the actuated joints: at(t (N,)) -> q, qd, qdd (N, n), and how long it lasts
    [s]."""

    @property
    def duration(self) -> float: ...

    def at(self, t: Any) -> tuple[Array, Array, Array]: ...


#: torque (n,) = law(sample, t, q, qd), at every sample
Law = Callable[[int, float, Array, Array], ArrayLike]


@dataclass(frozen=True, eq=False)
class Tracking:
    """The law of a compiled controller: of its own `plant`, which then `follows` the simulated one,
    or of that itself."""

    plant: Integrator
    control: native.Controller
    follows: bool = False

    def __call__(self, k: int, t: float, q: Array, qd: Array) -> Array:
        plant = self.plant
        if self.follows:
            plant.put(q, qd)
        now = plant.now
        kept = now.q.copy(), now.qd.copy()
        now.q[:], now.qd[:] = q, qd
        plant.native.ask(self.control, plant.record, k)
        now.q[:], now.qd[:] = kept
        return now.tau.copy()


def make_controller(
    q: Array,
    qd: Array,
    feed: Array,
    kp: Array,
    ki: Array,
    kd: Array,
    limit: Array,
    computed: bool = False,
) -> native.Controller:
    kp, ki, kd, limit = (np.array(x, dtype=float) for x in (kp, ki, kd, limit))
    return native.Controller(q, qd, feed, kp, ki, kd, limit, computed)


@dataclass(frozen=True)
class PD:
    """tau = kp (q_d - q) + kd (qd_d - qd): a P controller with kd = 0.

    Parameters
    ----------
    motion
        to follow, with at(t) -> q, qd, qdd and duration
    kp
        [Nm/rad or N/m]: one number, or one for each joint
    kd
        [Nm s/rad or N s/m]: one number, or one for each joint
    """

    motion: FollowedMotion
    kp: ArrayLike
    kd: ArrayLike = 0.0

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        robot = plant.model.robot
        q_d, qd_d, _ = sample_reference(self.motion, robot, times)
        kp, kd = (
            check_gains(robot, value, name) for value, name in ((self.kp, "kp"), (self.kd, "kd"))
        )
        return Tracking(
            plant, make_controller(q_d, qd_d, np.zeros_like(q_d), kp, 0.0 * kp, kd, limit)
        )


@dataclass(frozen=True)
class PID:
    """tau = kp e + ki (sum of e h over the samples so far) + kd de/dt, with e = q_d - q and the
    sample period h.

    Where a drive is at its limit, and the error would push it further, the integral of that joint
    stands still (no wind-up).

    Parameters
    ----------
    motion
        to follow, with at(t) -> q, qd, qdd and duration
    kp
        [Nm/rad or N/m]: one number, or one for each joint
    ki
        [Nm/(rad s) or N/(m s)]: one number, or one for each joint
    kd
        [Nm s/rad or N s/m]: one number, or one for each joint
    """

    motion: FollowedMotion
    kp: ArrayLike
    ki: ArrayLike = 0.0
    kd: ArrayLike = 0.0

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        robot, h = plant.model.robot, float(times[1] - times[0])
        q_d, qd_d, _ = sample_reference(self.motion, robot, times)
        kp, ki, kd = (check_gains(robot, getattr(self, name), name) for name in ("kp", "ki", "kd"))
        return Tracking(
            plant, make_controller(q_d, qd_d, np.zeros_like(q_d), kp, ki * h, kd, limit)
        )


@dataclass(frozen=True)
class ComputedTorque:
    """tau = M (qdd_d + 2 w (qd_d - qd) + w^2 (q_d - q)) + b: the errors decay with the bandwidth w.

    b of the controller's model holds gravity, Coriolis, springs and friction (dry friction only
    where it slips).

    Parameters
    ----------
    motion
        to follow, with at(t) -> q, qd, qdd and duration
    bandwidth
        w [rad/s]
    model
        the controller's; None: the simulated one
    p
        parameters of that model
    """

    motion: FollowedMotion
    bandwidth: ArrayLike = BANDWIDTH
    model: Model | None = None
    p: ArrayLike | None = None

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        own, robot = self._make_integrator(plant), plant.model.robot
        q_d, qd_d, qdd_d = sample_reference(self.motion, robot, times)
        w = check_gains(robot, self.bandwidth, "bandwidth")
        control = make_controller(
            q_d, qd_d, qdd_d, w**2, 0.0 * w, 2 * w, np.full(len(w), np.inf), True
        )
        return Tracking(own, control, follows=own is not plant)

    def _make_integrator(self, plant: Integrator) -> Integrator:
        if self.model is None and self.p is None:
            return plant
        model = self.model or plant.model
        if model.robot.actuated != plant.model.robot.actuated:
            raise InputError(
                "ComputedTorque: its model drives other joints than the simulated one; expected the"
                " same."
            )
        p = model.check_parameters(model.prior if self.p is None else self.p)
        return Integrator(model, p, plant.q, plant.qd, plant.width)


@dataclass(frozen=True)
class OpenLoop:
    """Torques as a function of time, tau(t) -> (n,), applied as they are, without holding them
    between samples.

    Parameters
    ----------
    torque
        function of t [s]
    """

    torque: Callable[[float], ArrayLike]

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        """For what holds it: the torque of the sample."""
        return lambda k, t, q, qd: self.torque(t)


@dataclass(frozen=True)
class NoTorque:
    """Free motion."""

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        return Tracking(plant, make_held_torque(len(plant.q)))


@dataclass(frozen=True)
class Callback:
    """Any function controller(t, q, qd) -> tau (n,), asked at every sample; its answer is held
    until the next one."""

    function: Callable[[float, Array, Array], ArrayLike]

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law:
        return lambda k, t, q, qd: self.function(t, q.copy(), qd.copy())


@runtime_checkable
class TorqueSource(Protocol):
    """What gives a torque at every sample, and knows the largest there is (n,)."""

    def law(self, plant: Integrator, times: Array, limit: Array) -> Law: ...


def make_torque_source(what: object) -> TorqueSource:
    """None: no torque; a motion: followed by computed torque; a controller; or a function of (t, q,
    qd)."""
    if isinstance(what, TorqueSource):
        return what
    if what is None:
        return NoTorque()
    if isinstance(what, FollowedMotion):
        return ComputedTorque(what)
    if callable(what):
        return Callback(what)
    raise InputError(
        f"simulate: got {type(what).__name__}, expected None (free motion), a motion with at(t) and"
        " duration, PD(motion, ...), PID(motion, ...), ComputedTorque(motion, ...), OpenLoop(tau of"
        " t), VoltageDrive(controller, ...), or a function controller(t, q, qd) -> tau."
    )


def check_gains(robot: Robot, value: ArrayLike, name: str) -> Array:
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (robot.dof,)) or not np.isfinite(array).all() or (array < 0).any():
        raise InputError(
            f"{name}: got {value!r}, expected a number >= 0, or one for each of the {robot.dof}"
            " joints."
        )
    return np.broadcast_to(array, (robot.dof,))


def sample_reference(
    motion: FollowedMotion, robot: Robot, times: Array
) -> tuple[Array, Array, Array]:
    """The motion at the samples: a periodic one goes on, another one rests where it ended."""
    joints = tuple(getattr(motion, "joints", robot.actuated))
    driven = tuple(name for name in robot.actuated if name not in robot.free)
    if joints not in (robot.actuated, driven):
        raise InputError(
            f"the motion moves {', '.join(joints)}; robot '{robot.name}' is driven by"
            f" {', '.join(robot.actuated)}: expected the same joints in the same order."
        )
    end = np.inf if getattr(motion, "period", None) else motion.duration
    over = times > end * (1 + 1e-12)
    got = motion.at(np.minimum(times, end))
    q, qd, qdd = np.zeros((3, len(times), robot.dof))
    q[:] = take_actuated_home(robot)  # of what moves freely, and what the motion may leave out
    at = [robot.actuated.index(name) for name in joints]
    for to, x, name in zip((q, qd, qdd), got, ("q", "qd", "qdd")):
        to[:, at] = check_motion_array(x, len(joints), len(times), f"motion, {name}", joints)
    qd[over] = qdd[over] = 0.0
    return q, qd, qdd
