"""The proof: motion that was not used, simulated open loop under its commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values, rollout
from dynid.commands.refine import started
from dynid.errors import SimulationError


@dataclass(frozen=True, eq=False)
class Proof:
    """Positions (N, n): measured, simulated with what was found, and with the file as shipped."""

    joints: tuple[str, ...]
    t: Array
    measured: Array
    commanded: Array
    simulated: Array
    shipped: Array
    source: str

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
            "rmse": self.total,
            "rmse_as_shipped": self.total_shipped,
            "joints": {
                joint: {"rmse": float(a), "rmse_as_shipped": float(b)}
                for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
            },
        }

    def __str__(self) -> str:
        wide = max(len(joint) for joint in self.joints)
        lines = [
            f"rollout of {self.t[-1] - self.t[0]:.3g} s that were not used, open loop under their"
            f" commands: RMSE {1e3 * self.total:.2f} mrad, with the file as shipped"
            f" {1e3 * self.total_shipped:.2f} mrad"
        ]
        lines += [
            f"  {joint:<{wide}}  {1e3 * a:8.2f}  as shipped {1e3 * b:8.2f}"
            for joint, a, b in zip(self.joints, self.rmse, self.rmse_shipped)
        ]
        return "\n".join(lines)


def _rms(x: Array) -> Array:
    return np.asarray(np.sqrt((x**2).mean(axis=0)))


def rms(x: Array) -> float:
    return float(np.sqrt((x**2).mean()))


def error_of(plant: Plant, log: CommandLog, values: Values, first: int, last: int) -> float:
    """RMSE of a rollout of samples first ... last - 1; infinite where it diverges."""
    try:
        done = rollout(plant, log, values, first, last, started(plant, log, first))
    except SimulationError:
        return np.inf
    return rms(done.q - log.q[first:last])


def prove(
    plant: Plant, log: CommandLog, values: Values, shipped: Values, first: int, last: int
) -> Proof:
    start = started(plant, log, first)
    ours, theirs = (rollout(plant, log, v, first, last, start).q for v in (values, shipped))
    part = slice(first, last)
    return Proof(log.joints, log.t[part], log.q[part], log.qcmd[part], ours, theirs, log.source)
