"""What is known of a fleet: of all machines, of each, and of the logs that were unusable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from dynid.arrays import Array
from dynid.fleet.drift import Point, Trend
from dynid.fleet.fleet_logs import format_date
from dynid.fleet.outliers import Deviation
from dynid.identification.estimate import Estimate

WIDTH = 80  # columns of a terminal


@dataclass(frozen=True, eq=False)
class Torques:
    """Of one log: what was measured, and what the fleet's and the machine's model predict."""

    file: str
    t: Array
    measured: Array
    fleet: Array
    own: Array


@dataclass(frozen=True, eq=False)
class Machine:
    """One of the fleet.

    Parameters
    ----------
    name
        of the machine
    result
        its parameters, with the fleet as prior; None where no log of it could be used
    logs
        how many were used
    seconds
        of these logs
    deviations
        in which it is not as the others
    trends
        what changes with time
    points
        of its logs, for the trends
    torques
        of its last log, where it is out of the ordinary
    noticed
        what the check of its logs says
    """

    name: str
    result: Estimate | None
    logs: int = 0
    seconds: float = 0.0
    deviations: tuple[Deviation, ...] = ()
    trends: tuple[Trend, ...] = ()
    points: tuple[Point, ...] = ()
    torques: Torques | None = None
    noticed: tuple[str, ...] = ()

    @property
    def drifting(self) -> tuple[Trend, ...]:
        return tuple(trend for trend in self.trends if trend.drifts)

    @property
    def verdict(self) -> str:
        """no log, outlier, drifts, or as the others."""
        if self.result is None:
            return "no log"
        return "outlier" if self.deviations else "drifts" if self.drifting else "as the others"

    @property
    def evidence(self) -> tuple[str, ...]:
        return (*(d.text for d in self.deviations), *(t.text for t in self.drifting))


@dataclass(frozen=True, eq=False)
class Fleet:
    """What `identify_fleet` found.

    Parameters
    ----------
    robot
        its name
    result
        one model for all machines that are as the others
    machines
        each with its own result
    spread
        {parameter: standard deviation between machines, as a part of its value}
    failed
        {log: reason}
    tests
        how many comparisons and trends share the chance `alarm` of a false alarm
    alarm
        that chance
    nearest
        the chance, in a fleet without faults, of anything as remarkable as the most remarkable
        value here
    notes
        what a reader should know
    """

    robot: str
    result: Estimate
    machines: tuple[Machine, ...]
    spread: Mapping[str, float]
    failed: Mapping[str, str] = field(default_factory=dict)
    tests: int = 0
    alarm: float = 0.01
    nearest: float = 1.0
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Machine:
        return next(machine for machine in self.machines if machine.name == name)

    @property
    def remarkable(self) -> tuple[Machine, ...]:
        return tuple(machine for machine in self.machines if machine.verdict != "as the others")

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "parameters": dict(zip(self.result.parameters, map(float, self.result.p))),
            "spread": dict(self.spread),
            "tests": self.tests,
            "alarm": self.alarm,
            "nearest": self.nearest,
            "machines": [_record_machine(machine) for machine in self.machines],
            "failed": dict(self.failed),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        count = sum(machine.logs for machine in self.machines)
        lines = [
            f"{self.robot}: {len(self.machines)} machines, {count} logs used, {len(self.failed)}"
            " unusable",
            "",
            f"{'machine':<20} {'logs':>5} {'seconds':>8} {'error %':>8}  verdict",
        ]
        for machine in self.machines:
            error = f"{compute_error(machine.result):8.2f}" if machine.result else f"{'-':>8}"
            lines.append(
                f"{machine.name[:20]:<20} {machine.logs:>5} {machine.seconds:>8.0f} {error}"
                f"  {machine.verdict}"
            )
            for text in machine.evidence:
                lines += wrap_text(f"- {text}", 6)
        if self.failed:
            lines.append("")
        for file, reason in list(self.failed.items())[:20]:
            lines += wrap_text(f"{file}: {reason}", 2)
        if len(self.failed) > 20:
            lines.append(f"  ... and {len(self.failed) - 20} more, in fleet.json")
        for note in self.notes:
            lines += ["", *wrap_text(note, 0)]
        return "\n".join(lines)


def compute_error(result: Estimate) -> float:
    """% of the torque of all joints that is left unexplained."""
    left = sum(joint.rows * joint.rmse**2 for joint in result.joints)
    whole = sum(
        joint.rows * (100.0 * joint.rmse / joint.relative) ** 2
        for joint in result.joints
        if joint.relative > 0
    )
    return float(100.0 * (left / whole) ** 0.5) if whole > 0 else 0.0


def wrap_text(text: str, indent: int) -> list[str]:
    import textwrap

    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2)
    )


def _record_machine(machine: Machine) -> dict[str, Any]:
    p = {} if machine.result is None else dict(zip(machine.result.parameters, machine.result.p))
    return {
        "name": machine.name,
        "verdict": machine.verdict,
        "evidence": list(machine.evidence),
        "logs": machine.logs,
        "seconds": machine.seconds,
        "parameters": {name: float(x) for name, x in p.items()},
        "deviations": [asdict(each) for each in machine.deviations],
        "trends": [asdict(each) for each in machine.trends],
        "points": [_point(each) for each in machine.points],
        "noticed": list(machine.noticed),
    }


def _point(point: Point) -> dict[str, Any]:
    date = format_date(point.day) if point.day == point.day else None
    warm = point.temperature if point.temperature == point.temperature else None
    return {**asdict(point), "day": date, "temperature": warm}
