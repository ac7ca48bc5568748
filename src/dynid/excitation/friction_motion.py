"""Motions that show friction apart from the bodies: one motor after the other goes to and fro at
constant speeds, the others rest; in a loop, all of it goes along.

At the same pose, at v and at -v, bodies and springs ask for the same torque (inertia acts on
accelerations, C qd is even in qd), so that half of the difference is friction alone:

    (tau(q, v) - tau(q, -v)) / 2 = friction(v)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.errors import InputError, LoopClosureError
from dynid.excitation.limited_quantities import list_families
from dynid.excitation.motion_limits import ActiveLimits, Limits, select_active_limits
from dynid.excitation.sampled_motion import MotionState
from dynid.excitation.sampled_trajectory import SampledTrajectory
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size

WIDE = 1.0  # rad, or half of the robot's size: of a motor without limits of its position
LONGEST = 3.0  # s of a pass: slow ones are short
TURN = 0.15  # s in which the largest speed is turned round, where no acceleration is given
SHRINK, TRIES = 0.8, 25
RATE = 200.0  # Hz: samples at which limits are looked at
#: of v^2 / a: peak of the acceleration of a quintic from v to -v in the time 1, and how far it goes
STEEP, OVERSHOOT = 3.75, 0.35 * 3.75


class ConstantPass(NamedTuple):
    """A motor at v, then back at -v, between the same ends: its index, |v|, the ends, and when each
    begins."""

    motor: int
    speed: float
    low: float
    high: float
    there: float
    back: float


@dataclass(frozen=True, eq=False)
class FrictionMotion:
    """Passes at constant speed, and reversals between them.

    Parameters
    ----------
    trajectory
        of all motors; `trajectory.save("friction.csv")` writes it
    passes
        every stretch at constant speed, there and back
    """

    trajectory: SampledTrajectory
    passes: tuple[ConstantPass, ...]

    def __repr__(self) -> str:
        return (
            f"FrictionMotion({len(self.passes)} passes to and fro of"
            f" {len(self.trajectory.joints)} motors, {self.trajectory.duration:.3g} s)"
        )


def design_friction_motion(
    model: Model, limits: Limits | None = None, speeds: int = 6
) -> FrictionMotion:
    """Passes of every motor about home, as wide and as fast as the limits allow.

    Parameters
    ----------
    model
        of the robot, and of the parameters that limits of torques and forces are judged with
    limits
        see `Limits`; None takes those of the robot's description
    speeds
        how many, from 2 to 80 % of the largest
    """
    if not 2 <= speeds <= 100:
        raise InputError(f"got {speeds} speeds, expected 2 to 100.")
    kept = select_active_limits(limits, model)
    home = take_actuated_home(model.robot)
    knots, passes = [np.array([0.0, *home, *np.zeros(2 * len(home))])], []
    for motor in range(len(home)):
        part = 1.0
        for _ in range(TRIES):
            own, found = _make_passes(kept, home, motor, part, speeds, knots[-1][0])
            if _keeps(model, kept, np.array([knots[-1], *own])):
                break
            part *= SHRINK
        else:
            raise InputError(
                f"robot '{model.robot.name}': no pass of {model.robot.actuated[motor]} about home"
                " keeps all limits; give a home with more room, or wider limits."
            )
        knots += own
        passes += found
    return FrictionMotion(_make_trajectory(kept, np.array(knots)), tuple(passes))


def _make_passes(
    kept: ActiveLimits, home: Array, motor: int, part: float, speeds: int, start: float
) -> tuple[list[Array], list[ConstantPass]]:
    """Knots (t, q, qd, qdd of all motors) after a first one at rest at home, and the passes; part:
    of the largest range and speed."""
    name = kept.robot.actuated[motor]
    bounds = {b.order: b for b in kept.bounds if b.name == name}
    joint = kept.robot.joint(name)
    wide = 0.5 * compute_robot_size(kept.robot) if joint.kind == "prismatic" else WIDE
    half = wide
    if 0 in bounds:
        half = min(wide, home[motor] - bounds[0].low, bounds[0].high - home[motor])
    fastest = min(-bounds[1].low, bounds[1].high)
    a = min(-bounds[2].low, bounds[2].high) if 2 in bounds else STEEP * fastest / TURN
    a, half, n = part * a, part * half, len(home)
    # turns take OVERSHOOT v^2 / a on both sides; half of the range is left at least
    fastest = part * min(0.8 * fastest, np.sqrt(0.5 * half * a / OVERSHOOT))
    knots: list[Array] = []

    def add(t: float, q: float, qd: float) -> float:
        knot = np.zeros(3 * n + 1)
        knot[0], knot[1 : n + 1] = t, home
        knot[1 + motor], knot[1 + n + motor] = q, qd
        knots.append(knot)
        return t

    t, passes = start, []
    for v in np.geomspace(0.025 * fastest, fastest, speeds)[::-1]:
        room = min(half - OVERSHOOT * v * v / a, 0.5 * LONGEST * v)
        low, high, turn = home[motor] - room, home[motor] + room, max(STEEP * v / a, 0.02)
        lead = 2.0 * (room + OVERSHOOT * v * v / a) / v * 0.5 + turn
        there = add(t + lead, low, v)  # from home to the beginning of the pass
        back = add(add(there + (high - low) / v, high, v) + turn, high, -v)
        t = add(add(back + (high - low) / v, low, -v) + lead, home[motor], 0.0)
        passes.append(ConstantPass(motor, float(v), low, high, there, back))
    return knots, passes


def _make_trajectory(kept: ActiveLimits, knots: Array) -> SampledTrajectory:
    parts = np.split(knots[:, 1:], 3, axis=1)
    return SampledTrajectory(kept.robot.actuated, knots[:, 0], *parts)


def _keeps(model: Model, kept: ActiveLimits, knots: Array) -> bool:
    """Whether the motion through these knots keeps all limits."""
    robot, motion = model.robot, _make_trajectory(kept, knots)
    _, q, qd, qdd = motion.sample(RATE)
    for bound in kept.bounds:
        if bound.name in robot.actuated and bound.order < 3:
            x = (q, qd, qdd)[bound.order][:, robot.actuated.index(bound.name)]
            if x.min() < bound.low or x.max() > bound.high:
                return False
    try:
        closed = close(robot, q, qd, qdd, detours=None)
    except LoopClosureError:
        return False
    state = MotionState(closed, closed, [robot.coordinates.index(x) for x in robot.actuated])
    own = replace(kept, bounds=tuple(b for b in kept.bounds if b.order < 3))
    for family in list_families(model, own, robot.actuated, robot):
        values = family.compute_values(state)
        if (values < family.low).any() or (values > family.high).any():
            return False
    return True
