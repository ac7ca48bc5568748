"""The way from home to where a designed motion starts: slow, at rest at both ends, within its
limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.errors import DynidError
from dynid.excitation.limit_family import LimitFamily
from dynid.excitation.limited_quantities import list_families
from dynid.excitation.motion_limits import ActiveLimits, select_active_limits
from dynid.excitation.sampled_motion import MotionState
from dynid.excitation.sampled_trajectory import SampledTrajectory
from dynid.model.random_states import draw_random_states
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from dynid.excitation.excitation import Excitation

SLOW = 0.4  # of the limits of velocity and acceleration
SHORTEST = 1.0  # s
SAMPLES = 200  # of each piece, on which limits are looked at
TRIES = 100  # random poses on the way, where the straight one is blocked
STILL = 1e-6  # rad/s, rad/s^2, rad


def lead_in(found: Excitation) -> tuple[SampledTrajectory | None, str]:
    """Straight in the motors, or by one random pose between; None where there is no such way."""
    model, robot = found.model, found.model.robot
    start, qd, qdd = (part[0] for part in found.trajectory.at([0.0]))
    home = take_actuated_home(robot)
    if max(np.abs(qd).max(), np.abs(qdd).max()) > STILL:
        return None, "no lead-in written: the motion does not start at rest"
    if np.abs(start - home).max() < STILL:
        return None, "it starts at home"
    # slow, so without the tolerance, which home itself need not have
    kept = select_active_limits(replace(found.limits, tolerance=0.0, clearance=0.0), model)
    watched = list_families(model, kept, robot.actuated, robot)
    told = _find_broken_limit(robot, kept, watched, np.stack([home, home]))
    if told:
        return None, f"no lead-in written: in the home pose {told}"
    middles: list[Array] = [*draw_random_states(robot, TRIES)[0]]
    for between in (None, *middles):
        stops = [home, start] if between is None else [home, between, start]
        pieces = [_make_piece(kept, a, b) for a, b in pairwise(stops)]
        if any(_find_broken_limit(robot, kept, watched, piece[1]) for piece in pieces):
            continue
        t, q, qd, qdd = (np.concatenate(parts) for parts in zip(*pieces))
        ends = np.cumsum([piece[0][-1] for piece in pieces])
        t[len(pieces[0][0]) :] += ends[0]
        keep = np.concatenate([[True], np.diff(t) > 0])
        way = SampledTrajectory(robot.actuated, t[keep], q[keep], qd[keep], qdd[keep])
        told = f"from home to its start in {way.duration:.3g} s, at rest at both ends"
        return way, f"{told}; the tolerance does not hold on this path"
    return None, "no lead-in written: no path from home to the start keeps the limits"


def _make_piece(kept: ActiveLimits, a: Array, b: Array) -> tuple[Array, Array, Array, Array]:
    """q = a + (b - a) (10 s^3 - 15 s^4 + 6 s^5), s = t / T: peaks 1.875 / T and 5.774 / T^2."""
    way = np.abs(b - a)
    T = max(SHORTEST, float((1.875 * way / (SLOW * kept.speeds)).max()))
    for bound in kept.bounds:
        if bound.order == 2 and bound.name in kept.robot.actuated:
            most = SLOW * min(-bound.low, bound.high)
            T = max(T, float(np.sqrt(5.774 * way[kept.robot.actuated.index(bound.name)] / most)))
    s = np.linspace(0.0, 1.0, SAMPLES)[:, None]
    q = a + (b - a) * s**3 * (10 - 15 * s + 6 * s**2)
    qd = (b - a) * 30 * s**2 * (1 - s) ** 2 / T
    qdd = (b - a) * 60 * s * (1 - s) * (1 - 2 * s) / T**2
    return T * s[:, 0], q, qd, qdd


def _find_broken_limit(
    robot: Robot, kept: ActiveLimits, watched: list[LimitFamily], q: Array
) -> str:
    """The first limit that poses break, in words; empty where they keep all."""
    for bound in kept.bounds:
        if bound.order == 0 and bound.name in robot.actuated:
            values = q[:, robot.actuated.index(bound.name)]
            if values.min() < bound.low - STILL or values.max() > bound.high + STILL:
                return f"{bound.label} is outside {bound.low:.4g} .. {bound.high:.4g}"
    try:
        motion = close(robot, q, detours=None)
    except DynidError as error:
        return str(error)
    state = MotionState(motion, motion, [robot.coordinates.index(name) for name in robot.actuated])
    for family in watched:
        values = family.compute_values(state)
        over = np.maximum(values - family.high, family.low - values).max(axis=0)
        if over.max(initial=-1.0) > STILL:
            return f"{family.labels[int(over.argmax())]} is beyond its limit"
    return ""
