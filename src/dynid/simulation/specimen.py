"""Specimens of robots for simulations: nominal parameters completed, bodies as they are built,
and what is recorded of them."""

from __future__ import annotations

import warnings
from math import pi
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, InputError, join_names
from dynid.model.model import Model
from dynid.model.unit_solids import make_unit_solids
from dynid.progress import show_bar
from dynid.simulation.controllers import ComputedTorque, FollowedMotion, sample_reference
from dynid.simulation.measurement import Measurement, measure
from dynid.simulation.simulated_log import SimulatedLog, Truth
from dynid.simulation.simulation_run import sample_times, select_recorded, simulate

WATER = 1000.0  # kg/m^3
BUILT = 0.2  # by which the bodies of a specimen differ from the description
VISCOUS, COULOMB = 0.02, 0.05  # friction, as parts of the rigid torque's RMS (at 1 rad/s or m/s)
RATE, SELDOM = 1000.0, 250.0  # Hz, and of motions that are followed exactly
TURN = 2 * pi / 2**19
ENCODER = {"revolute": TURN, "continuous": TURN, "prismatic": 1e-6}  # rad or m
NOISE = 0.01  # of the torques' RMS, white


def complete_parameters(model: Model) -> Array:
    """The nominal parameters; bodies of which nothing is known, beside others that are, are
    cylinders between their joints, of water."""
    p, robot = model.nominal, model.robot
    ten = p[model.layout.inertial].reshape(-1, 10)
    unknown = [name for name, row in zip(model.group_names, ten) if np.isnan(row).any()]
    if len(unknown) == len(ten):
        raise InputError(
            f"robot '{robot.name}': no inertia is known of {join_names(unknown, 8)}, which a"
            " simulation needs; write it into the robot's file, or simulate an identified robot"
            " (exported as URDF or MJCF)."
        )
    if unknown:
        warnings.warn(
            f"robot '{robot.name}': no inertia is known of {join_names(unknown, 8)}; cylinders of"
            f" {WATER:g} kg/m^3 between their joints replace them.",
            IgnoredElementWarning,
            stacklevel=2,
        )
        for name, solid in make_unit_solids(model, unknown).items():
            p[model.layout.bodies[name]] = WATER * solid
    return p


def vary_bodies(bodies: int, part: float) -> Array:
    """(10 bodies,) factors of a specimen: each body up to this part heavier or lighter than drawn,
    and so still possible; one and the same specimen in every run."""
    return np.repeat(1.0 + part * np.random.default_rng(0).uniform(-1.0, 1.0, bodies), 10)


def check_inertias(model: Model) -> None:
    """Refuse a robot that has bodies of which nothing is known."""
    if np.isnan(model.prior[model.layout.inertial]).any():
        raise InputError(
            f"robot '{model.robot.name}' gives no inertias for some bodies, so there is nothing to"
            " simulate; expected a file with <inertial> in every link, or a built-in robot (dynid"
            " robots)."
        )


def make_specimen(model: Model, motion: Any) -> Array:
    """The parameters of a specimen: every body up to 20 % heavier or lighter than drawn, and
    friction in proportion to the torques of a motion."""
    p, rigid = model.prior, Model(model.robot)
    q, qd, qdd = motion.at(np.arange(0.0, motion.duration, 0.01))
    tau = rigid.inverse_dynamics(q, qd, qdd, rigid.prior)
    of_drive = dict(zip(model.robot.actuated, np.sqrt((tau**2).mean(axis=0))))
    size = np.array([of_drive.get(name, min(of_drive.values())) for name in model.robot.motors])
    p[model.layout.others] = np.concatenate([VISCOUS * size, COULOMB * size])
    p[model.layout.inertial] *= vary_bodies(len(model.group_names), BUILT)
    return p


def record_specimen(
    model: Model, truth: Array, motion: Any, seed: int, exactly: bool = False
) -> SimulatedLog:
    """The log of a specimen on a motion, with encoders and noise. Its controller knows the drawn
    bodies only; exactly: without a controller, by inverse dynamics."""
    robot = model.robot
    steps = [ENCODER[robot.joint(name).kind] for name in robot.logged]
    sensors = Measurement(steps, relative_noise=NOISE)
    if exactly:
        return follow_exactly(model, truth, motion, SELDOM, sensors, seed=seed)
    drawn = ComputedTorque(motion, model=Model(robot))
    with show_bar(f"moving the robot, run {seed}", motion.duration) as progress:
        return simulate(
            model, truth, drawn, rate=RATE, measurement=sensors, seed=seed, progress=progress
        )


# ---- The log of a robot that follows its motion exactly: nothing is integrated, so it costs the
# same for any friction, and little for many joints. Its joints do not stick, and no controller
# errs.


def follow_exactly(
    model: Model,
    p: Array,
    motion: FollowedMotion,
    rate: float,
    measurement: Measurement,
    seed: int = 0,
) -> SimulatedLog:
    """As `simulate` with a drive that keeps every joint on its motion; the torques are those of the
    inverse dynamics."""
    t = sample_times(motion, None, rate)
    q, qd, qdd = sample_reference(motion, model.robot, t)
    truth = Truth(t, q, qd, qdd, model.inverse_dynamics(q, qd, qdd, p))
    joints, moved, tau = select_recorded(model.robot, truth, truth.tau, None)
    measured_q, measured_tau, measured_qd = measure(joints, measurement, t, moved, tau, seed)
    notes = (
        f"simulated: torques by inverse dynamics along the motion, followed exactly; {measurement},"
        f" seed {seed}",
    )
    source = f"simulation of '{model.robot.name}'"
    return SimulatedLog(
        joints, t, measured_q, measured_tau, measured_qd, source, "", notes, truth=truth
    )
