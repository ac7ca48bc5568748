"""The held-out rollout: motion that no fit has seen, simulated open loop under its commands. And
why a result is refused: it does not move as its own training log, or no drive is so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.errors import join_names
from dynid.sim2real.free_parameters import FreeParameters, Values
from dynid.sim2real.plant import Plant
from dynid.sim2real.rollout import RolloutSegment

# of the motion of all joints: a joint that is off by less is not judged, it hardly moves
HARDLY = 0.1
LARGEST_BIAS = {"revolute": np.pi, "prismatic": 1.0}  # rad, m: no joint is mounted so far off
NO_GAIN = 1e-6  # Nm/rad, N/m: no drive follows commands with less
WHOLE = 0.8  # of taucmd, that a PD law of the positions explains: it is the drive's whole torque


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
    """

    joints: tuple[str, ...]
    t: Array
    measured: Array
    simulated: Array
    shipped: Array
    source: str
    drives: str = ""

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

    def to_dict(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "from": float(self.t[0]),
            "to": float(self.t[-1]),
            "rmse": replace_infinite(self.total),
            "rmse_as_shipped": replace_infinite(self.total_shipped),
            "drives_as_shipped": self.drives,
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


def check_rollout(segment: RolloutSegment, values: Values) -> RolloutCheck:
    """A segment, with these values and with the file as shipped."""
    plant, log = segment.plant, segment.log
    as_shipped = replace(plant, limit=plant.simulator.limit)
    shipped = replace(segment, plant=as_shipped, log=take_file_commands(plant, log))
    residuals = (
        segment.compute_residual(values),
        shipped.compute_residual(plant.list_file_values(values.kp, values.kd)),
    )
    ours, theirs = (segment.q - (np.nan if r is None else r) for r in residuals)
    positions, drives = (segment.q, ours, theirs), describe_file_drives(plant)
    return RolloutCheck(log.joints, segment.t, *positions, log.source, drives)


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
    segment: RolloutSegment,
    values: Values,
    free: FreeParameters,
    residual: Array | None,
    check: RolloutCheck | None,
) -> tuple[str, ...]:
    """Reasons to refuse the values; residual (N, n): of the rollout of the training part; None
    where it diverges."""
    reasons = _find_joints_off(segment, residual) + _find_impossible_drives(segment, values, free)
    if check is not None and not np.isfinite(check.simulated).all():
        reasons.append("the rollout of the motion that was not used diverges")
    if reasons and "taucmd" in segment.log.commands:
        reasons = _find_whole_torques(segment.log) + reasons
    return tuple(reasons)


def _find_joints_off(segment: RolloutSegment, residual: Array | None) -> list[str]:
    """Joints that would be nearer to the log if they stood still, and if they followed their
    commands exactly."""
    if residual is None:
        return ["the rollout of its own training log diverges"]
    error, moved = compute_rms(residual), segment.q.std(axis=0)
    behind = compute_rms(segment.qcmd - segment.q)
    which = [
        f"{joint} ({1e3 * error[j]:.4g} mrad, its motion {1e3 * moved[j]:.4g})"
        for j, joint in enumerate(segment.log.joints)
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


def _find_whole_torques(log: Log) -> list[str]:
    """Whether taucmd is what the drive does anyway: a PD law of the positions."""
    qd, whole = np.gradient(log.q, log.t, axis=0), []
    for j, joint in enumerate(log.joints):
        tau, error = log.commands["taucmd"][:, j], log.qcmd[:, j] - log.q[:, j]
        W = np.column_stack([error, qd[:, j], np.ones(len(tau))])
        residual = tau - W @ np.linalg.lstsq(W, tau, rcond=None)[0]
        if tau.std() > 0 and residual.std() < (1.0 - WHOLE) * tau.std():
            whole.append(joint)
    if len(whole) <= len(log.joints) / 2:
        return []
    return [
        f"taucmd_ of {join_names(whole, 6)} seems to be the whole torque of the drive, not what is"
        " added to it: leave it out (--column taucmd=none)"
    ]
