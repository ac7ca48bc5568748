"""Why a result of sim2real is none: it does not move as its own training log, or no drive is so."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array, Flags
from dynid.commands.free import Free
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values
from dynid.commands.proof import Proof
from dynid.errors import listing

# of the motion of all joints: a joint that is off by less is not judged, it hardly moves
HARDLY = 0.1
LARGEST_BIAS = {"revolute": np.pi, "prismatic": 1.0}  # rad, m: no joint is mounted so far off
NO_GAIN = 1e-6  # Nm/rad, N/m: no drive follows commands with less
WHOLE = 0.8  # of taucmd, that a PD law of the positions explains: it is the drive's whole torque


def find_failures(
    plant: Plant,
    log: CommandLog,
    values: Values,
    free: Free,
    residual: Array | None,
    proof: Proof | None,
) -> tuple[str, ...]:
    """Reasons to refuse the values; residual (N, n): of the rollout of the training part, the first
    N samples of the log; None where it diverges."""
    reasons = [*_find_joints_off(log, residual), *_find_impossible_drives(plant, values, free)]
    if proof is not None and not np.isfinite(proof.simulated).all():
        reasons.append("the rollout of the motion that was not used diverges")
    if reasons and log.taucmd is not None:
        reasons = [*_find_whole_torques(log), *reasons]
    return tuple(reasons)


def _find_joints_off(log: CommandLog, residual: Array | None) -> list[str]:
    """Joints that would be nearer to the log if they stood still, and if they followed their
    commands exactly."""
    if residual is None:
        return ["the rollout of its own training log diverges"]
    N = len(residual)
    error, moved = _rms(residual), log.q[:N].std(axis=0)
    behind = _rms(log.qcmd[:N] - log.q[:N])
    wrong: Flags = (error > np.maximum(moved, behind)) & (error > HARDLY * _rms(moved))
    if not wrong.any():
        return []
    which = [
        f"{joint} ({1e3 * error[j]:.4g} mrad, its motion {1e3 * moved[j]:.4g})"
        for j, joint in enumerate(log.joints)
        if wrong[j]
    ]
    return [
        "simulated under the commands of its own training log, these joints are farther off than if"
        f" they stood still: {listing(which, 6)}"
    ]


def _find_impossible_drives(plant: Plant, values: Values, free: Free) -> list[str]:
    reasons = []
    if loose := [
        joint
        for j, joint in enumerate(plant.joints)
        if f"{joint}.kp" in free.names and values.kp[j] < NO_GAIN
    ]:
        reasons.append(f"Kp = 0 at {listing(loose, 6)}: these drives do not follow their commands")
    far = [
        f"{joint} ({values.bias[j]:.3g})"
        for j, joint in enumerate(plant.joints)
        if abs(values.bias[j]) > LARGEST_BIAS.get(plant.robot.joint(joint).kind, np.inf)
    ]
    if far:
        reasons.append(f"a bias of more than half a turn (1 m of a slide) at {listing(far, 6)}")
    return reasons


def _find_whole_torques(log: CommandLog) -> list[str]:
    """Whether taucmd is what the drive does anyway: a PD law of the positions."""
    qd = np.gradient(log.q, log.t, axis=0)
    whole = []
    for j, joint in enumerate(log.joints):
        tau = np.asarray(log.taucmd)[:, j]
        W = np.column_stack([log.qcmd[:, j] - log.q[:, j], qd[:, j], np.ones(len(tau))])
        left = tau - W @ np.linalg.lstsq(W, tau, rcond=None)[0]
        if tau.std() > 0 and left.std() < (1.0 - WHOLE) * tau.std():
            whole.append(joint)
    if len(whole) <= len(log.joints) / 2:
        return []
    return [
        f"taucmd_ of {listing(whole, 6)} seems to be the whole torque of the drive, not what is"
        " added to it: leave it out (--column taucmd=none)"
    ]


def _rms(x: Array) -> Array:
    return np.asarray(np.sqrt((x**2).mean(axis=0)))
