"""The proof: motion that was not used, simulated open loop under its commands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values, rollout
from dynid.commands.refine import started
from dynid.errors import SimulationError, listing


@dataclass(frozen=True, eq=False)
class Proof:
    """Positions (N, n): measured, simulated with what was found, and with the file as shipped; nan
    from where a rollout diverges on. `drives`: whose drives the file as shipped has."""

    joints: tuple[str, ...]
    t: Array
    measured: Array
    commanded: Array
    simulated: Array
    shipped: Array
    source: str
    drives: str = ""

    @property
    def rmse(self) -> Array:
        """(n,) of what was found [rad or m]."""
        return _rms(self.simulated - self.measured)

    @property
    def rmse_shipped(self) -> Array:
        return _rms(self.shipped - self.measured)

    @property
    def total(self) -> float:
        return float(np.sqrt((self.rmse**2).mean()))

    @property
    def total_shipped(self) -> float:
        return float(np.sqrt((self.rmse_shipped**2).mean()))

    def to_dict(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "from": float(self.t[0]),
            "to": float(self.t[-1]),
            "rmse": _or_none(self.total),
            "rmse_as_shipped": _or_none(self.total_shipped),
            "drives_as_shipped": self.drives,
            "joints": {
                joint: {"rmse": _or_none(a), "rmse_as_shipped": _or_none(b)}
                for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
            },
        }

    def __str__(self) -> str:
        wide = max(len(joint) for joint in self.joints)
        lines = [
            f"rollout of {self.t[-1] - self.t[0]:.3g} s that were not used, open loop under their"
            f" commands: RMSE {format_error(self.total)}, with the file as shipped"
            f" ({self.drives}) {format_error(self.total_shipped)}"
        ]
        lines += [
            f"  {joint:<{wide}}  {_shown(a)}  as shipped {_shown(b)}"
            for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
        ]
        return "\n".join(lines)


def format_error(error: float) -> str:
    """In mrad, for people."""
    return f"{1e3 * error:.2f} mrad" if np.isfinite(error) else "infinite (it diverges)"


def _shown(error: float) -> str:
    return f"{1e3 * error:8.2f}" if np.isfinite(error) else "diverges"


def _or_none(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None


def _rms(x: Array) -> Array:
    return np.asarray(np.sqrt((x**2).mean(axis=0)))


def rms(x: Array) -> float:
    return float(np.sqrt((x**2).mean()))


def compute_residual(
    plant: Plant, log: CommandLog, values: Values, first: int, last: int
) -> Array | None:
    """Measured less simulated positions of samples first ... last - 1; None where the rollout
    diverges."""
    try:
        done = rollout(plant, log, values, first, last, started(plant, log, first))
    except SimulationError:
        return None
    return np.asarray(log.q[first:last] - done.q)


def error_of(plant: Plant, log: CommandLog, values: Values, first: int, last: int) -> float:
    """RMSE of a rollout of samples first ... last - 1; infinite where it diverges."""
    residual = compute_residual(plant, log, values, first, last)
    return np.inf if residual is None else rms(residual)


def prove(plant: Plant, log: CommandLog, values: Values, first: int, last: int) -> Proof:
    """Samples first ... last - 1, with these values and with the file as shipped."""
    part = slice(first, last)
    as_shipped = replace(plant, limit=plant.simulator.limit)
    own = plant.simulator.actuators.take_commands(log)
    ours, theirs = (
        log.q[part] - (np.nan if left is None else left)
        for left in (
            compute_residual(plant, log, values, first, last),
            compute_residual(
                as_shipped, own, make_file_values(plant, values.kp, values.kd), first, last
            ),
        )
    )
    return Proof(
        log.joints,
        log.t[part],
        log.q[part],
        log.qcmd[part],
        ours,
        theirs,
        log.source,
        describe_file_drives(plant),
    )


def make_file_values(plant: Plant, kp: Array, kd: Array) -> Values:
    """Those of the file: joints, bodies, its own position actuators; these gains where it has
    none."""
    own, joints = plant.simulator.actuators, [plant.robot.joint(name) for name in plant.joints]
    return Values(
        np.array([joint.armature or 0.0 for joint in joints]),
        np.array([joint.damping or 0.0 for joint in joints]),
        np.array([joint.friction or 0.0 for joint in joints]),
        np.zeros(len(joints)),
        np.where(own.has, own.kp, kp),
        np.where(own.has, own.kd, kd),
        own.delay if own.has.any() else plant.drive.delay or 0.0,
        plant.inertias,
    )


def describe_file_drives(plant: Plant) -> str:
    """Whose drives these are."""
    has = plant.simulator.actuators.has
    given = [plant.drive.of(kind, plant.joints) for kind in ("kp", "kd")]
    found = any(x is None or np.isnan(x).any() for x in given)
    others = "the gains found" if found else "the gains given"
    if has.all():
        return "its own actuators"
    if not has.any():
        return f"it has no position actuators: {others}"
    without = [joint for joint, own in zip(plant.joints, has) if not own]
    return f"its own actuators; {others} at {listing(without, 6)}"
