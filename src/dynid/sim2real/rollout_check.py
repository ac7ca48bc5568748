"""The held-out rollout: motion that no fit has seen, simulated open loop under its commands. And
why a result is refused: it does not move as its own training log, or no drive is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.errors import join_names
from dynid.option_names import name_option
from dynid.sim2real.free_parameters import FreeParameters, Values
from dynid.sim2real.plant import Plant
from dynid.sim2real.rivals import fit_rivals
from dynid.sim2real.rollout import RolloutSegment
from dynid.sim2real.training import Training

# of the motion of all joints: a joint that is off by less is not judged, it hardly moves
HARDLY = 0.1
LARGEST_BIAS = {"revolute": np.pi, "prismatic": 1.0}  # rad, m: no joint is mounted so far off
NO_BETTER = 0.97  # part of the best rival's error from which on nothing is won
NO_GAIN = 1e-6  # Nm/rad, N/m: no drive follows commands with less


@dataclass(frozen=True, eq=False)
class RolloutCheck:
    """Positions, measured and simulated.

    Parameters
    ----------
    joints
        their names
    t
        (N,) time [s]
    measured
        (N, n) positions
    simulated
        (N, n) with the estimates; nan where a rollout diverges
    shipped
        (N, n) with the file as shipped; nan where a rollout diverges
    source
        the log's name
    drives
        whose drives the file as shipped has
    rivals
        {name: RMSE} of models without a robot, fitted to the same training part
    """

    joints: tuple[str, ...]
    t: Array
    measured: Array
    simulated: Array
    shipped: Array
    source: str
    drives: str = ""
    rivals: Mapping[str, float] = field(default_factory=dict)

    @property
    def rmse(self) -> Array:
        """(n,) of the estimates [rad or m]."""
        return compute_rms(self.simulated - self.measured)

    @property
    def rmse_shipped(self) -> Array:
        return compute_rms(self.shipped - self.measured)

    @property
    def total(self) -> float:
        return float(compute_rms(self.rmse))

    @property
    def total_shipped(self) -> float:
        return float(compute_rms(self.rmse_shipped))

    @property
    def best_rival(self) -> tuple[str, float] | None:
        """The model to beat, the file as shipped included, and its RMSE."""
        known = {**self.rivals, "the file as shipped": self.total_shipped}
        finite = {name: error for name, error in known.items() if np.isfinite(error)}
        return min(finite.items(), key=lambda pair: pair[1]) if finite else None

    @property
    def verdict(self) -> str:
        """How it compares with the best of them."""
        if (rival := self.best_rival) is None:
            return ""
        name, error = rival
        part = self.total / max(error, 1e-12)
        if not part < NO_BETTER:
            return (
                f"NO BETTER than {name}, {format_error(error)}: the parameters say no more than it."
                " Record many frequencies at a time (a pseudo-random signal), or check the inertias"
                " of the robot's file"
            )
        others = ", ".join(f"{name} {format_error(x)}" for name, x in self.rivals.items())
        return f"{part:.2g} of the best rival, {name}; {others}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "from": float(self.t[0]),
            "to": float(self.t[-1]),
            "rmse": replace_infinite(self.total),
            "rmse_as_shipped": replace_infinite(self.total_shipped),
            "drives_as_shipped": self.drives,
            "rivals": {name: replace_infinite(error) for name, error in self.rivals.items()},
            "verdict": self.verdict,
            "joints": {
                joint: {"rmse": replace_infinite(a), "rmse_as_shipped": replace_infinite(b)}
                for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
            },
        }

    def __str__(self) -> str:
        def format_cell(error: float) -> str:
            return f"{1e3 * error:8.2f}" if np.isfinite(error) else "diverges"

        wide = max(len(joint) for joint in self.joints)
        return "\n".join(
            [
                f"rollout of {self.t[-1] - self.t[0]:.3g} s that were not used, open loop under"
                f" their commands: RMSE {format_error(self.total)}, with the file as shipped"
                f" ({self.drives}) {format_error(self.total_shipped)}",
                *(
                    f"  {joint:<{wide}}  {format_cell(a)}  as shipped {format_cell(b)}"
                    for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
                ),
                *([f"  {self.verdict}"] if self.rivals else []),
            ]
        )


def format_error(error: float) -> str:
    """In mrad, for people."""
    return f"{1e3 * error:.2f} mrad" if np.isfinite(error) else "infinite (it diverges)"


def replace_infinite(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None


def compute_rms(x: Array) -> Array:
    """Of every column."""
    return np.asarray(np.sqrt((x**2).mean(axis=0)))


def check_rollout(
    segment: RolloutSegment,
    values: Values,
    as_shipped: Values | None = None,
    training: Sequence[RolloutSegment] = (),
) -> RolloutCheck:
    """A segment, with these values, with those of the file as shipped, and by rivals that are
    fitted to the training segments."""
    plant, log = segment.plant, segment.log
    as_shipped = as_shipped or plant.list_file_values(values.kp, values.kd)
    as_shipped = replace(as_shipped, limit=plant.simulator.limit)
    shipped = replace(segment, log=take_file_commands(plant, log))
    residuals = (
        segment.compute_residual(values),
        shipped.compute_residual(as_shipped),
    )
    ours, theirs = (segment.q - (np.nan if r is None else r) for r in residuals)
    positions, drives = (segment.q, ours, theirs), describe_file_drives(plant)
    rivals = fit_rivals(training) if training else ()
    errors = {rival.name: rival.compute_error(segment) for rival in rivals}
    return RolloutCheck(log.joints, segment.t, *positions, log.source, drives, errors)


def take_file_commands(plant: Plant, log: Log) -> Log:
    """The log with the commands that the file's own actuators take, where there are some: within
    their range, offset included."""
    own, qcmd = plant.simulator.actuators, log.qcmd
    inside = np.clip(qcmd, own.lower, own.upper) + own.bias
    commands = {"qcmd": np.where(own.has, inside, qcmd)}
    for kind, taken in (("qdcmd", own.speeds), ("taucmd", own.torques)):
        if kind in log.commands:
            commands[kind] = np.where(~own.has | taken, log.commands[kind], 0.0)
    return replace(log, commands=commands)


def describe_file_drives(plant: Plant) -> str:
    """Whose drives the file as shipped has."""
    has = plant.simulator.actuators.has
    given = [plant.drive.get_values(kind, plant.joints) for kind in ("kp", "kd")]
    found = any(x is None or np.isnan(x).any() for x in given)
    others = "the gains found" if found else "the gains given"
    if has.all():
        return "its own actuators"
    if not has.any():
        return f"it has no position actuators: {others}"
    without = [joint for joint, own in zip(plant.joints, has) if not own]
    return f"its own actuators; {others} at {join_names(without, 6)}"


def find_failures(
    training: Training, residual: Array | None, check: RolloutCheck | None
) -> tuple[str, ...]:
    """Reasons to refuse the values; residual (N, n): of the rollouts of the training part; None
    where one diverges."""
    segment, free = training.segments[0], training.free
    reasons = _find_joints_off(training, residual)
    for run, values in zip(training.segments, training.values):
        found = _find_impossible_drives(run, values, free)
        reasons += [reason for reason in found if reason not in reasons]
    if check is not None and not np.isfinite(check.simulated).all():
        reasons.append("the rollout of the motion that was not used diverges")
    if reasons and "taucmd" in segment.log.commands:
        reasons.insert(
            0,
            "taucmd_ is taken as added to the motors' PD law: where it is their whole torque, state"
            f" {name_option('effort', 'commanded')}, or leave it out"
            f" ({name_option('columns', 'taucmd=none')})",
        )
    return tuple(reasons)


def _find_joints_off(training: Training, residual: Array | None) -> list[str]:
    """Joints that would be nearer to the log if they stood still, and if they followed their
    commands exactly."""
    if residual is None:
        return ["the rollout of its own training log diverges"]
    error, moved = compute_rms(residual), training.q.std(axis=0)
    commanded = np.concatenate([segment.qcmd for segment in training.segments])
    behind = compute_rms(commanded - training.q)
    which = [
        f"{joint} ({1e3 * error[j]:.4g} mrad, its motion {1e3 * moved[j]:.4g})"
        for j, joint in enumerate(training.plant.joints)
        if error[j] > max(moved[j], behind[j], HARDLY * compute_rms(moved))
    ]
    if not which:
        return []
    return [
        "simulated under the commands of its own training log, these joints are farther off than if"
        f" they stood still: {join_names(which, 6)}"
    ]


def _find_impossible_drives(
    segment: RolloutSegment, values: Values, free: FreeParameters
) -> list[str]:
    reasons, loose, far = [], [], []
    for j, joint in enumerate(segment.plant.joints):
        if f"{joint}.kp" in free.names and values.kp[j] < NO_GAIN:
            loose.append(joint)
        kind = segment.plant.robot.joint(joint).kind
        if abs(values.bias[j]) > LARGEST_BIAS.get(kind, np.inf):
            far.append(f"{joint} ({values.bias[j]:.3g})")
    if loose:
        reasons.append(
            f"Kp = 0 at {join_names(loose, 6)}: these drives do not follow their commands"
        )
    if far:
        reasons.append(f"a bias of more than half a turn (1 m of a slide) at {join_names(far, 6)}")
    return reasons
