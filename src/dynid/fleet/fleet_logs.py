"""The logs of a fleet: which machine each is of, when and how it was recorded."""

from __future__ import annotations

import datetime
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dynid.errors import InputError, join_names
from dynid.model.effects import Payload
from dynid.parallel.task import is_address

DAY = 86400.0  # s


@dataclass(frozen=True, eq=False)
class FleetLog:
    """A log of a machine.

    Parameters
    ----------
    file
        path of a file or a folder (Parquet set, bag), or address of an object store (s3://...)
    machine
        its name
    date
        when it was recorded: a date, or a date with time, as ISO 8601 writes them
    payload
        what the robot carried, known: Payload(link, inertia)
    temperature
        of the machine, in any unit that is the same for all
    """

    file: str
    machine: str
    date: str | None = None
    payload: Payload | None = None
    temperature: float | None = None

    @property
    def day(self) -> float:
        """Days since 1970; nan where no date is known."""
        return math.nan if self.date is None else parse_day(self.date, self.file)


def parse_day(text: str, where: str) -> float:
    try:
        when = datetime.datetime.fromisoformat(str(text))
    except ValueError:
        raise InputError(
            f"{where}: got the date {text!r}, expected one such as 2026-03-01 or"
            " 2026-03-01T14:30:00."
        ) from None
    if when.tzinfo is None:
        when = when.replace(tzinfo=datetime.UTC)
    return when.timestamp() / DAY


def format_date(day: float) -> str:
    when = datetime.datetime.fromtimestamp(round(day * DAY), tz=datetime.UTC)
    return when.date().isoformat()


def check_logs(logs: Sequence[FleetLog]) -> list[FleetLog]:
    """In the order in which they are merged: by machine, date and name."""
    if not logs:
        raise InputError("the fleet is empty: got no logs, expected at least one of one machine.")
    owners: dict[str, str] = {}
    for log in logs:
        place = log.file if is_address(log.file) else os.path.abspath(log.file)
        if place in owners:
            others = {owners[place], log.machine}
            whose = join_names(sorted(others)) if len(others) > 1 else f"{log.machine} twice"
            raise InputError(f"'{log.file}' is a log of {whose}; expected each log once.")
        owners[place] = log.machine
        _ = log.day
        warm = log.temperature
        if warm is not None and not (isinstance(warm, (int, float)) and math.isfinite(warm)):
            raise InputError(f"{log.file}: got the temperature {warm!r}, expected a number.")
    return sorted(logs, key=lambda log: (log.machine, log.date or "", Path(log.file).as_posix()))
