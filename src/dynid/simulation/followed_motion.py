"""The log of a robot that follows its motion exactly: nothing is integrated, so it costs the same
for any friction, and little for many joints. Its joints do not stick, and no controller errs."""

from __future__ import annotations

from dynid.arrays import Array
from dynid.model.model import Model
from dynid.simulation.controllers import FollowedMotion, sample_reference
from dynid.simulation.measurement import Measurement, measure
from dynid.simulation.simulated_log import SimulatedLog, Truth
from dynid.simulation.simulation_run import sample_times, select_recorded


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
