"""Simulating a robot under control, into a log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, Triple, make_random_generator
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closed_motion import number_array
from dynid.closed_chains.closing import close
from dynid.closed_chains.redundant_motors import distribute_among_motors
from dynid.errors import InputError, LoopClosureError, SimulationError, join_names, require
from dynid.model.gears import set_zeros
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.simulation.controllers import (
    OpenLoop,
    TorqueSource,
    make_torque_source,
    sample_reference,
)
from dynid.simulation.exact_run import compute_exact_motion
from dynid.simulation.integrate import Integrator
from dynid.simulation.measurement import Measurement, compute_sensor_gains, measure
from dynid.simulation.motors import VoltageDrive
from dynid.simulation.simulated_log import SimulatedLog, Truth
from dynid.simulation.stepper import Stopped
from dynid.simulation.wrenches import compute_hinge_wrenches

# rad/s or m/s: to what friction="smooth" smooths the sharp sign of dry friction, tanh(qd / width)
WIDTH = 1e-3
MOST_SAMPLES = 100_000_000
RECORDS = ("hinge_wrenches",)


def simulate(
    model: Model,
    p: ArrayLike,
    drive: object = None,
    duration: float | None = None,
    rate: float = 1000.0,
    q0: ArrayLike | None = None,
    qd0: ArrayLike | None = None,
    friction: str | float = "events",
    measurement: Measurement | None = None,
    record: str | Sequence[str] = (),
    seed: int = 0,
    progress: Callable[[float], object] | None = None,
    preload: ArrayLike | None = None,
) -> SimulatedLog:
    """The log of a robot with parameters p in motion, loops closed along the way on the branch
    where it starts.

    Degrees of freedom without motor (robot.free: springs, what swings) move as they like: a motion
    may leave them out, and they start where they rest. The logged torque is the mean over one
    sample period around each sample; a TorqueScale changes it, not the motion. Hysteresis starts
    unwound. log.truth has the exact motion and torques.

    Parameters
    ----------
    model
        the model
    p
        (P,) its parameters
    drive
        None (no torques), a motion to follow (by computed torque), PD(motion, ...), PID(motion,
        ...), ComputedTorque(motion, ...), OpenLoop(tau of t), VoltageDrive(one of these, ...), or a
        function controller(t, q, qd) -> tau. A motion has at(t) -> q, qd, qdd and duration
    duration
        [s]; default: that of the motion
    rate
        [Hz] of control and log; torques of a controller are held from sample to sample
    q0, qd0
        the start; default: that of the motion, else the home pose at rest
    friction
        "events": dry friction sticks and breaks away (all laws with a sharp sign; those with a
        width stay smooth). "smooth": their sign becomes tanh(qd / width), width 0.001 rad/s or m/s;
        a number is the width
    measurement
        what sensors and motors add: see `Measurement`
    record
        "hinge_wrenches": forces and moments at every joint and loop, as log.wrenches, and as
        log.sensors, which are saved with the log
    seed
        of the noise
    progress
        called with the simulated time of every sample, some samples later
    preload
        of a robot with more motors than degrees of freedom: torques of its motors (m,), of which
        their own are to be as near as can be; else theirs are the least (in squares) that move the
        robot so. They are all in the log; the motion is not changed by them

    Raises
    ------
    SimulationError
        where the motion diverges or its loops cannot be followed; it carries the log until then
    """
    require("simulate", model, Model, "Model(robot, [Viscous(), Coulomb()])")
    make_random_generator(seed)  # refuse a bad seed before the work
    model, values = set_zeros(model, model.check_parameters(p))
    sensors, names = measurement or Measurement(), _check_records(record)
    law = make_torque_source(drive)
    t = sample_times(getattr(law, "motion", None), duration, rate)
    q, qd = _start(model.robot, law, q0, qd0)
    damping = (
        law.compute_damping(model.robot) if isinstance(law, VoltageDrive) else np.zeros(len(q))
    )
    if q0 is None and model.robot.free:
        q = find_rest(model, values, q)
    plant = Integrator(model, values, q, qd, _find_width(friction), damping)
    truth, stop = compute_exact_motion(plant, law, t, sensors.limit(model.robot), progress)
    log = None
    if len(truth.t) > 1:
        log = _log(plant, values, law, truth, sensors, names, seed, friction, preload)
    if stop is not None:
        raise _make_error(plant, truth, stop, log) from None
    assert log is not None
    return log


def _check_records(record: str | Sequence[str]) -> tuple[str, ...]:
    names = (record,) if isinstance(record, str) else tuple(record)
    if unknown := [name for name in names if name not in RECORDS]:
        raise InputError(
            f"simulate: got record={join_names(map(str, unknown))}, expected some of"
            f" {join_names(RECORDS)}."
        )
    return names


def sample_times(motion: Any, duration: float | None, rate: float) -> Array:
    """From 0 on, for a duration, or that of a motion."""
    if duration is None and motion is not None:
        duration = motion.duration
    if duration is None:
        raise InputError(
            "simulate: got no duration, and no motion that has one; expected duration= in seconds."
        )
    seconds = float(duration)
    if not (np.isfinite(rate) and rate > 0 and np.isfinite(seconds) and seconds * rate >= 1):
        raise InputError(
            f"simulate: got duration={seconds} s at rate={rate} Hz, expected at least one sample"
            " period."
        )
    if seconds * rate > MOST_SAMPLES:
        raise InputError(
            f"simulate: {seconds * rate:.3g} samples are too many; expected at most"
            f" {MOST_SAMPLES:.0e}."
        )
    return np.arange(int(seconds * rate * (1 + 1e-12)) + 1) / rate


def _start(
    robot: Robot, law: TorqueSource, q0: ArrayLike | None, qd0: ArrayLike | None
) -> tuple[Array, Array]:
    motion = getattr(law, "motion", None)
    if motion is not None:
        q, qd = (x[0] for x in sample_reference(motion, robot, np.zeros(1))[:2])
    else:
        q, qd = take_actuated_home(robot), np.zeros(robot.dof)
    given = [(q if q0 is None else q0, "q0"), (qd if qd0 is None else qd0, "qd0")]
    checked = []
    for value, name in given:
        array = number_array(value, f"simulate, {name}").copy()
        if array.shape != (robot.dof,) or not np.isfinite(array).all():
            raise InputError(
                f"simulate: got {name}={value!r}, expected {robot.dof} finite numbers:"
                f" {join_names(robot.actuated)}."
            )
        checked.append(array)
    return checked[0], checked[1]


def _find_width(friction: str | float) -> float | None:
    if friction == "events":
        return None
    if friction == "smooth":
        return WIDTH
    if isinstance(friction, (int, float)) and np.isfinite(friction) and friction > 0:
        return float(friction)
    raise InputError(
        f"simulate: got friction={friction!r}, expected 'events', 'smooth', or the width of tanh in"
        " rad/s or m/s."
    )


def _log(
    plant: Integrator,
    p: Array,
    drive: TorqueSource,
    truth: Truth,
    sensors: Measurement,
    names: tuple[str, ...],
    seed: int,
    friction: str | float,
    preload: ArrayLike | None,
) -> SimulatedLog:
    model, braked = plant.model, plant.damping * truth.qd
    held = truth.tau + braked
    tau = np.array(held)
    if not isinstance(drive, OpenLoop):
        # half a period before the sample, half a period after it
        tau[1:] = 0.5 * (held[1:] + held[:-1])
    tau -= braked
    tau = tau + compute_sensor_gains(model, p, truth, tau - truth.tau)
    joints, motion, tau = select_recorded(model.robot, truth, tau, preload)
    q, measured, qd = measure(joints, sensors, truth.t, motion, tau, seed)
    notes = [f"simulated: {type(drive).__name__}, {sensors}, seed {seed}"]
    if any(placed.term.law.dry for placed in model.layout.terms):
        notes.append(f"dry friction: {friction}")
    wrenches = (
        compute_hinge_wrenches(model, p, truth.q, truth.qd, truth.qdd)
        if "hinge_wrenches" in names
        else None
    )
    source = f"simulation of '{model.robot.name}'"
    return SimulatedLog(
        joints,
        truth.t,
        q,
        measured,
        qd,
        source,
        "",
        tuple(notes),
        sensors={} if wrenches is None else wrenches.to_sensors(),
        truth=truth,
        wrenches=wrenches,
    )


def select_recorded(
    robot: Robot, truth: Truth, tau: Array, preload: ArrayLike | None
) -> tuple[tuple[str, ...], Triple, Array]:
    """Joints, motion and torques of a log: those of all motors, and of what moves without one."""
    if set(robot.motors) == set(robot.actuated):
        if preload is not None:
            raise InputError(
                f"simulate: got a preload, but robot '{robot.name}' has as many motors as"
                " degrees of freedom, which cannot work against each other; expected none."
            )
        return robot.actuated, (truth.q, truth.qd, truth.qdd), tau
    whole = close(robot, truth.q, truth.qd, truth.qdd)
    at = [robot.coordinates.index(name) for name in robot.logged]
    by_motors = dict(zip(robot.motors, distribute_among_motors(robot, truth.q, tau, preload).T))
    none = np.zeros(len(tau))
    shared = np.column_stack([by_motors.get(name, none) for name in robot.logged])
    return robot.logged, (whole.q[:, at], whole.qd[:, at], whole.qdd[:, at]), shared


def _make_error(
    plant: Integrator, truth: Truth, stop: Stopped, log: SimulatedLog | None
) -> SimulationError:
    names = plant.model.robot.actuated
    state = ", ".join(f"{n} = {x:.6g} ({v:.4g}/s)" for n, x, v in zip(names, plant.q, plant.qd))
    kept = (
        f"The first {len(truth.t)} samples are in .log of this error."
        if log is not None
        else "No log was made."
    )
    return SimulationError(
        f"robot '{plant.model.robot.name}': the simulation stopped at t = {plant.t:.6g} s: {stop};"
        f" the state was {state}. {kept} Check gains and sample rate of the controller, or start"
        " and torques: expected a motion that stays bounded and within the workspace, away from"
        " singular poses.",
        plant.t,
        plant.q,
        plant.qd,
        log,
    )


# ---- Where springs rest that no motor moves.

STEPS = 30  # of Newton's method
DIFFERENCE = 1e-6  # rad or m
RESTS = 1e-9  # of the first torque


def find_rest(model: Model, p: Array, q: Array) -> Array:
    """The pose with the driven coordinates of q in which no torque acts on the free ones; q itself
    where these have no springs, or no such pose is found.

    tau_F(q) = 0,   q_F <- q_F - (d tau_F / d q_F)^-1 tau_F
    """
    robot = model.robot
    if not set(robot.free) <= set(robot.sprung):
        return q
    F = [robot.actuated.index(name) for name in robot.free]
    steps = np.zeros((len(F), robot.dof))
    steps[range(len(F)), F] = DIFFERENCE
    pose, first = q.copy(), None
    try:
        for _ in range(STEPS):
            poses = np.vstack([pose, pose + steps, pose - steps])
            still = np.zeros_like(poses)
            tau = model.inverse_dynamics(poses, still, still, p)[:, F]
            size = float(np.abs(tau[0]).max())
            first = size if first is None else first
            if size <= RESTS * max(first, 1e-12):
                return pose
            up, down = tau[1 : 1 + len(F)], tau[1 + len(F) :]
            pose[F] -= np.linalg.solve((up - down).T / (2 * DIFFERENCE), tau[0])
    except (LoopClosureError, np.linalg.LinAlgError):
        return q
    return q
