"""Motions for a robot that hangs on a point of its base: designed with the base fixed as it hangs,
then tried with the base free, and made smaller until it leans little and all limits are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.floating_base_columns import PLACE, TURN
from dynid.errors import InputError
from dynid.excitation.contact_limits import compute_contact_margins
from dynid.excitation.criterion import compute_condition_numbers
from dynid.excitation.excitation import Excitation
from dynid.excitation.experiment_design import design_excitation
from dynid.excitation.hung_robot import RESTLESS, HungRobot, SwingMotion, simulate_swing
from dynid.excitation.motion_limits import ActiveLimits, Limits, select_active_limits
from dynid.excitation.sampled_trajectory import as_csv, sample_motion
from dynid.excitation.series import BSpline, Fourier
from dynid.model.base_reduction import base_parameters

LEANS = np.radians(20.0)  # as far as the base may lean
TRIES = 6
LEAST, MOST = 0.2, 0.7  # of the ranges of the joints, what the next try takes
RATE = 100.0  # Hz: samples at which torques and the hook's force are looked at


@dataclass(frozen=True, eq=False)
class HungDesign:
    """What a motion does to a robot that hangs.

    swing    how the base moves
    share    of the joints' ranges about home, what the motion was given
    effort   the largest torque of a joint with the base moving, in parts of its limit; 0 where no
             limit is known
    pull     [N] the least force upwards by which the hook carries the robot; None where other loops
             are in it
    noise    of the torques of the joints, as in the design
    """

    swing: SwingMotion
    share: float
    effort: float
    pull: float | None
    noise: Array

    @property
    def broken(self) -> str:
        """What is too much, in words; empty where nothing is."""
        lean = np.degrees(self.swing.lean)
        if self.swing.lean > LEANS:
            return f"the base leans by {lean:.3g} degrees, more than {np.degrees(LEANS):.0f}"
        if self.effort > 1.0:
            return f"a torque is {self.effort:.3g} of its limit with the base moving"
        if self.pull is not None and self.pull <= 0.0:
            return "the robot would push its hook upwards"
        return ""

    @cached_property
    def condition(self) -> tuple[float, int]:
        """Of the regressor with the base moving, columns of norm 1, and how many they are."""
        model = self.swing.hanging.model
        found = base_parameters(model)
        Y = model.regressor(*self.swing.at(_list_times(self.swing)))[:, :, found.independent]
        # nothing measures the moments of the base: as noisy as the drives on average
        noise = np.concatenate([np.full(3, self.noise.mean()), self.noise])
        W = (Y / noise[None, :, None]).reshape(-1, Y.shape[2])
        return compute_condition_numbers(W)[1], Y.shape[2]

    def to_dict(self) -> dict[str, Any]:
        condition, count = self.condition
        return {
            "point": self.swing.hanging.point.tolist(),
            "lean": self.swing.lean,
            "turn": self.swing.turn,
            "share": self.share,
            "effort": self.effort,
            "pull": self.pull,
            "condition_unit": condition if np.isfinite(condition) else None,
            "parameters": count,
        }

    def describe(self, found: Excitation) -> str:
        condition, count = self.condition
        lean, turn = np.degrees([self.swing.lean, self.swing.turn])
        lines = [
            f"hanging: the base leans by {lean:.3g} degrees at most and turns by {turn:.3g} about"
            " the vertical, without friction in the hook"
        ]
        if self.share < 1.0:
            lines.append(
                f"hanging: joints kept within {self.share:.2g} of their ranges about home, so that"
                f" it leans by less than {np.degrees(LEANS):.0f} degrees and keeps its torques"
            )
        if self.effort:
            lines.append(f"hanging: torques up to {self.effort:.2g} of their limits")
        if self.pull is not None:
            lines.append(f"hanging: the hook carries {self.pull:.3g} N or more")
        lines.append(
            f"hanging: condition number {condition:.5g} for {count} parameters with the base"
            f" moving, {found.condition_unit:.5g} for {len(found.names)} with the base fixed"
        )
        return "\n".join(lines)

    def format_table(self, found: Excitation, rate: float) -> str:
        """trajectory.csv, with the pose of the base beside the joints, as a log has it."""
        rows = as_csv(found.trajectory, rate).splitlines()
        pose = self.swing.pose(sample_motion(found.trajectory, rate)[0])
        more = [",".join((*PLACE, *TURN)), *(",".join(map(repr, row)) for row in pose.tolist())]
        return "".join(f"{row},{part}\n" for row, part in zip(rows, more, strict=True))


def design_suspended(
    hanging: HungRobot,
    trajectory: Fourier | BSpline,
    limits: Limits | None = None,
    time: float | None = None,
    **how: Any,
) -> tuple[Excitation, HungDesign]:
    """`design_excitation` for a robot that hangs (see `hang`), and what its base does meanwhile.

    It is designed with the base fixed as it hangs at home, then tried with the base free. The
    joints keep to a smaller range about home until the base leans by 20 degrees at most, and
    torques keep their limits while it moves.

    Parameters
    ----------
    hanging
        the robot, as `hang` makes it
    trajectory
        the shape: `Fourier` or `BSpline`
    limits
        see `Limits`; None takes those of the robot's description
    time
        seconds of each try, of which there are six at most
    **how
        what else `design_excitation` takes
    """
    limits = Limits() if limits is None else limits
    if isinstance(limits.floor, (int, float)):
        raise InputError(
            f"hang: got a floor at {limits.floor:g} m; the height of the legs while the"
            " base swings is not computed. Expected none: hang the robot high enough."
        )
    if isinstance(trajectory, Fourier) and not trajectory.rest:
        raise InputError(RESTLESS)
    model = hanging.clamped
    limits = replace(limits, floor=None)
    kept = select_active_limits(limits, model)
    share, tried = 1.0, None
    for _ in range(TRIES):
        found = design_excitation(model, trajectory, _shrink_limits(kept, share), time=time, **how)
        tried = _try_share(found, hanging, kept, share)
        if not tried.broken:
            return found, tried
        share *= float(np.clip(0.9 * LEANS / tried.swing.lean, LEAST, MOST))
    assert tried is not None
    raise InputError(
        f"robot '{model.robot.name}': {tried.broken}, though its joints kept within"
        f" {tried.share:.2g} of their ranges about home. Hang it higher above its centre of mass,"
        " or give a longer period, or limits of acceleration."
    )


def _try_share(
    found: Excitation, hanging: HungRobot, kept: ActiveLimits, share: float
) -> HungDesign:
    moves = simulate_swing(hanging, found.trajectory)
    model = hanging.model
    q, qd, qdd = moves.at(_list_times(moves))
    order = [kept.robot.actuated.index(name) for name in hanging.joints]
    effort = 0.0
    if kept.p is not None:
        known = dict(zip(hanging.clamped.parameters, kept.p))
        p = model.to_vector({name: x for name, x in known.items() if name in model.parameters})
        tau = model.inverse_dynamics(q, qd, qdd, p)[:, 3:]
        low, high = kept.torque[order].T
        effort = float(np.maximum(tau / high, tau / low).max())
    stands = compute_contact_margins(model, q, qd, qdd)
    pull = None if stands is None else stands.load
    return HungDesign(moves, share, effort, pull, found.noise[order])


def _list_times(moves: SwingMotion) -> Array:
    return np.arange(int(RATE * moves.until) + 1) / RATE


def _shrink_limits(kept: ActiveLimits, share: float) -> Limits:
    """The limits, with the joints within a share of their ranges about home; where there is no
    range, of half a turn (half a metre for slides)."""
    if share == 1.0:
        return kept.limits
    robot, limits = kept.robot, kept.limits
    found = dict(limits.position) if isinstance(limits.position, Mapping) else {}
    bounds = {bound.name: bound for bound in kept.bounds if bound.order == 0}
    for name in robot.actuated:
        wide = 0.5 if robot.joint(name).kind == "prismatic" else np.pi
        home, bound = robot.home.get(name, 0.0), bounds.get(name)
        low, high = (-np.inf, np.inf) if bound is None else (bound.low, bound.high)
        low, high = max(low, home - wide), min(high, home + wide)
        home = min(max(home, low), high)
        found[name] = (home + share * (low - home), home + share * (high - home))
    return replace(limits, position=found)
