"""From the first sample to the last: what the motors do, and the exact motion."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

import dynid._native as native
from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.simulation.controllers import OpenLoop, TorqueSource, Tracking
from dynid.simulation.integrate import Integrator
from dynid.simulation.simulated_log import Truth
from dynid.simulation.stepper import Stopped, make_held_torque

TOGETHER = 100  # samples without a return to Python, where progress is told and Ctrl-C heard


class RunStatus(IntEnum):
    """How a run of samples ended: within one, which is begun and recorded, or at its start, where
    only its torque is known."""

    RAN = 0
    WRONG_TORQUE = 1
    AT_START = 2
    WITHIN = 3


class SimulationRun:
    """A robot with its motors, on its way through the samples at the times t. Torques are held from
    sample to sample, or (open loop) a function of time."""

    def __init__(self, plant: Integrator, drive: TorqueSource, t: Array, limit: Array) -> None:
        self.plant, self.t, self.done = plant, t, 0
        self.held = make_held_torque(len(plant.q))
        self.limit, plant.record = limit, plant.make_record(t, limit)
        self.motion = {name: plant.record.array(name) for name in ("q", "qd", "qdd", "tau")}
        self.function = drive.torque if isinstance(drive, OpenLoop) else None
        self.law = None if isinstance(drive, OpenLoop) else drive.law(plant, t, limit)
        self.compiled: native.Controller | None = None
        if isinstance(self.law, Tracking) and self.law.plant is plant:
            self.compiled = self.law.control

    def advance(self) -> None:
        """The next sample, or the next few; done: how many have been."""
        plant, k = self.plant, self.done
        if not plant.can_continue() or self.function is not None:
            plant.now.tau[:] = self._request_torque(k)
            self._advance_by_events(k, begun=False)
            return
        control, last = self.compiled, min(k + TOGETHER, len(self.t))
        if control is None:
            control, last = self.held, k + 1
            control.array("feed")[0] = self._request_torque(k)
        ended, self.done = plant.native.run(control, plant.record, k, last)
        if ended == RunStatus.WRONG_TORQUE:
            raise _make_not_finite(plant.now.tau)
        if ended != RunStatus.RAN:
            self._advance_by_events(self.done, begun=ended == RunStatus.WITHIN)

    def _advance_by_events(self, k: int, begun: bool) -> None:
        """The rest of sample k, with a look at what starts and stops."""
        plant, motion = self.plant, self.motion
        held = plant.now.tau.copy()
        if not begun:
            plant.start(held)
            motion["q"][k], motion["qd"][k], motion["qdd"][k] = plant.q, plant.qd, plant.now.qdd
            motion["tau"][k] = held - plant.damping * plant.qd
        self.done = k + 1
        if self.done < len(self.t):
            torque = self._sample_torque if self.function else lambda _: held
            plant.advance(self.t[self.done], torque, tried=begun)

    def _request_torque(self, k: int) -> Array:
        """The torque at sample k."""
        t = float(self.t[k])
        if self.law is None:
            return self._sample_torque(t)
        return self._check_torque(self.law(k, t, self.plant.q, self.plant.qd), t)

    def _sample_torque(self, t: float) -> Array:
        assert self.function is not None
        return self._check_torque(self.function(t), t)

    def _check_torque(self, value: ArrayLike, t: float) -> Array:
        torque, plant = np.array(value, dtype=float), self.plant
        if torque.shape != plant.q.shape:
            raise InputError(
                f"simulate: the controller gave a torque of shape {torque.shape} at t = {t:g} s,"
                f" expected {plant.q.shape}: one for each of"
                f" {join_names(plant.model.robot.actuated)}."
            )
        if not np.isfinite(torque).all():
            raise _make_not_finite(torque)
        torque[plant.free] = 0.0
        limited: Array = np.minimum(np.maximum(torque, -self.limit), self.limit)
        return limited


def _make_not_finite(torque: Array) -> Stopped:
    return Stopped(f"the controller gave the torque {torque.tolist()}")


def compute_exact_motion(
    plant: Integrator,
    drive: TorqueSource,
    t: Array,
    limit: Array,
    progress: Callable[[float], object] | None,
) -> tuple[Truth, Stopped | None]:
    """The exact motion, and why it stopped early."""
    run, why = SimulationRun(plant, drive, t, limit), None
    try:
        while run.done < len(t):
            before = run.done
            run.advance()
            if progress is not None:
                for now in t[before : run.done].tolist():
                    progress(now)
    except Stopped as stop:
        why = stop
    done = run.done
    volts = getattr(run.law, "volts", None)
    applied = None if volts is None else np.array(volts[:done])
    q, qd, qdd, tau = (x[:done].copy() for x in run.motion.values())
    return Truth(t[:done], q, qd, qdd, tau, applied), why
