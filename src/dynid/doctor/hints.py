"""A short look for commands that do something else: what is certain or likely wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dynid.data.log import Log
from dynid.doctor.examine import check
from dynid.doctor.findings import Finding
from dynid.errors import DynidError
from dynid.model.model import Model


def hints(model: Model, logs: Sequence[Log] = ()) -> tuple[Finding, ...]:
    """The certain and likely findings about a robot and its logs, without the long search. Never
    raises: what cannot be examined, the command itself says. Robots that float are not examined."""
    if model.robot.base:
        return ()
    try:
        return check(model, logs, quick=True).sure
    except (DynidError, ArithmeticError, ValueError):
        return ()


def shown(found: Sequence[Finding]) -> list[str]:
    """For the text of a command: nothing, or one paragraph."""
    if not found:
        return []
    lines = [f"  {finding}" for finding in found]
    return ["\n".join(["noticed (dynid check says more, and tries repairs):", *lines])]


def recorded(found: Sequence[Finding]) -> list[dict[str, Any]]:
    """For JSON."""
    from dataclasses import asdict

    return [asdict(finding) for finding in found]
