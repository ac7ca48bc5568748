"""Findings: what an examination of a robot, its logs or a result found. Data checks, diagnostics
and the rules of the verdict all speak in this one record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dynid.registry import warn_renamed

#: how sure a finding is, the surest first
CERTAINTIES = ("certain", "likely", "possible")
THE_LOG = "the whole log"  # a place
Times = tuple[tuple[float, float], ...]
#: former names of fields, of the findings of a verdict
_FORMER = {"rule": "kind", "text": "evidence", "remedy": "repair"}


@dataclass(frozen=True)
class Change:
    """A repair that a machine can make to a log: see `diagnostics/repairs.py` for each word.

    Parameters
    ----------
    do
        "negate", "order", "scale", "add", "shift", "unwrap", "interpolate", ...
    columns
        the columns of the log that it is done to, as `Log.to_columns` names them
    values
        numbers that it takes
    then
        what is done after it
    """

    do: str
    columns: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    then: Change | None = None


@dataclass(frozen=True)
class Finding:
    """One finding: as a rule, something that is not as it should be.

    Parameters
    ----------
    kind
        one word or two, the same for the same fault or rule
    certainty
        "certain", "likely" or "possible"
    where
        the place in the file, or the joint and the time in the log
    evidence
        what was seen, with numbers
    repair
        what to do, in words
    change
        the same for a machine, where it can be done to the log; None: by hand
    log
        the file of the log it is about; "": the robot, or all logs
    times
        when in the log, where it is about times: (from, to) [s]
    level
        how far it lowers the verdict on a result: 0 not at all, 1 to usable, 2 to not trustworthy
    """

    kind: str
    certainty: str
    where: str
    evidence: str
    repair: str = ""
    change: Change | None = None
    log: str = ""
    times: Times = ()
    level: int = 1

    @property
    def sure(self) -> bool:
        """Certain or likely: worth a line in every report."""
        return self.certainty != CERTAINTIES[-1]

    def to_dict(self) -> dict[str, Any]:
        content = asdict(self)
        del content["level"]  # of verdicts alone
        return content

    def __str__(self) -> str:
        place = ", ".join(x for x in (self.log, self.where) if x)
        return f"{self.certainty}: {self.kind} ({place}). {self.evidence} {self.repair}"

    def __getattr__(self, name: str) -> Any:
        if name not in _FORMER:
            raise AttributeError(f"'Finding' object has no attribute '{name}'")
        warn_renamed(f"finding.{name}", f"finding.{_FORMER[name]}")
        return getattr(self, _FORMER[name])


def sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The surest first, each once."""
    seen = dict.fromkeys(findings)
    return tuple(sorted(seen, key=lambda finding: CERTAINTIES.index(finding.certainty)))


def list_findings(found: Sequence[Finding]) -> list[str]:
    """For the text of a command: nothing, or one paragraph."""
    lines = [f"  {finding}" for finding in found]
    title = "noticed (dynid check says more, and tries repairs):"
    return ["\n".join([title, *lines])] if found else []


def save_findings(found: Iterable[Finding]) -> list[dict[str, Any]]:
    """For JSON."""
    return [finding.to_dict() for finding in found]
