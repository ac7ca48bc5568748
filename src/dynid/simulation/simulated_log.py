"""What a simulation gives back: the log, and beside it what really happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dynid.arrays import Array, freeze_array
from dynid.data.log import Log
from dynid.simulation.wrenches import HingeWrenches


@dataclass(frozen=True, eq=False)
class Truth:
    """The exact motion (N, n) at the samples. tau is the torque of the motors from the sample on,
    qdd its answer; volts what their motors get, where they have any (VoltageDrive)."""

    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array
    volts: Array | None = None

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd", "tau"):
            object.__setattr__(self, name, freeze_array(getattr(self, name)))
        if self.volts is not None:
            object.__setattr__(self, "volts", freeze_array(self.volts))


@dataclass(frozen=True, eq=False, repr=False)
class SimulatedLog(Log):
    """A log as the sensors give it, with the truth behind it. Parts cut out of it are plain
    logs.

    Parameters
    ----------
    truth
        exact motion and torques
    wrenches
        forces and moments at joints and loops, where they were recorded
    """

    truth: Truth | None = None
    wrenches: HingeWrenches | None = None

    @property
    def measured(self) -> Log:
        """The log alone."""
        return self._mark_as_part(
            Log(
                self.joints,
                self.t,
                self.q,
                self.tau,
                self.qd,
                self.source,
                self.sha256,
                self.notes,
                self.sensors,
                self.currents,
                self.channels,
            )
        )

    def select(self, joints: Sequence[str]) -> Log:
        return self.measured.select(joints)

    def select_times(self, t0: float, t1: float) -> Log:
        return self.measured.select_times(t0, t1)
