"""What the doctor says: a Finding each, and all of them with the identifiability as a Diagnosis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

#: how sure a finding is, the surest first
CERTAINTIES = ("certain", "likely", "possible")


@dataclass(frozen=True)
class Change:
    """A repair that a machine can make to a log: see `repair.py` for what each word does.

    do       "negate", "exchange", "order", "scale", "shift_torques", "unwrap", "interpolate", ...
    columns  the columns of the log that it is done to, as `Log.columns` names them
    values   numbers that it takes
    then     what is done after it
    """

    do: str
    columns: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    then: Change | None = None


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be.

    kind       one word or two of every day's language, the same for the same trouble
    certainty  "certain", "likely" or "possible"
    where      the place in the file, or the joint and the time in the log
    evidence   what was seen, with numbers
    repair     what to do, in words
    change     the same for a machine, where it can be done to the log; None: by hand
    log        the file of the log it is about; "": the robot, or all logs
    """

    kind: str
    certainty: str
    where: str
    evidence: str
    repair: str
    change: Change | None = None
    log: str = ""

    @property
    def sure(self) -> bool:
        """Certain or likely: worth a line in every report."""
        return self.certainty != CERTAINTIES[-1]

    def __str__(self) -> str:
        place = ", ".join(x for x in (self.log, self.where) if x)
        return f"{self.certainty}: {self.kind} ({place}). {self.evidence} {self.repair}"


@dataclass(frozen=True)
class Shown:
    """How well the motion of the logs shows a base parameter: "identifiable", "weak" or "not".

    own    share of its torque that no other parameter can imitate, 0 to 1
    """

    parameter: str
    shown: str
    own: float


@dataclass(frozen=True)
class Diagnosis:
    """All findings about a robot and its logs, the surest first, and what the motion can show."""

    robot: str
    logs: tuple[str, ...]
    findings: tuple[Finding, ...]
    parameters: tuple[Shown, ...] = ()
    #: {log: {joint: share of the torque, 0 to 1, that a quick fit leaves on blocks left out}}
    unexplained: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    #: mistakes that these logs could not show, in words; of a robot whose masses are not known
    untold: tuple[str, ...] = ()

    @property
    def sure(self) -> tuple[Finding, ...]:
        """The findings that are certain or likely."""
        return tuple(finding for finding in self.findings if finding.sure)

    @property
    def healthy(self) -> bool:
        return not self.sure

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "logs": list(self.logs),
            "healthy": self.healthy,
            "findings": [asdict(finding) for finding in self.findings],
            "parameters": [asdict(shown) for shown in self.parameters],
            "untold": list(self.untold),
            "unexplained": {log: dict(joints) for log, joints in self.unexplained.items()},
        }

    def __str__(self) -> str:
        lines = [f"{self.robot}, {len(self.logs)} log{'s' * (len(self.logs) != 1)}"]
        lines += [f"  {finding}" for finding in self.findings] or ["  nothing found"]
        for log, joints in self.unexplained.items():
            left = ", ".join(f"{joint} {100 * share:.2g} %" for joint, share in joints.items())
            lines.append(f"a quick fit leaves of the torques of {log or 'the log'}: {left}")
        if self.parameters:
            lines.append(_shown(self.parameters))
        if self.untold:
            lines.append(f"cannot be told from these logs: {'; '.join(self.untold)}")
        return "\n".join(lines)


def _shown(parameters: Sequence[Shown]) -> str:
    """The counts, and the names of those that are not well shown."""
    by = {word: [p.parameter for p in parameters if p.shown == word] for word in ("weak", "not")}
    good = len(parameters) - sum(map(len, by.values()))
    text = f"the motion shows {good} of {len(parameters)} base parameters well"
    for word, names in by.items():
        if names:
            short = ", ".join(name.split(" ")[0] for name in names[:12])
            text += f"; {word}: {short}{', ...' if len(names) > 12 else ''}"
    return text


def ordered(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The surest first, each once."""
    seen = dict.fromkeys(findings)
    return tuple(sorted(seen, key=lambda finding: CERTAINTIES.index(finding.certainty)))
