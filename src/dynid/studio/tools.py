"""What the studio takes from the command line: how the project of the folder reads robots and
logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynid.data.log import Log
from dynid.robot.mechanism import Robot


@dataclass(frozen=True)
class Tools:
    """robot: that of the project, with its options; log: read as the project says; columns: the
    names in a log's file with guesses of what they are; methods, effects: names to choose from."""

    robot: Callable[[], Robot]
    log: Callable[[Path, Robot], Log]
    columns: Callable[[Path, Robot], Mapping[str, Any]]
    methods: tuple[str, ...]
    effects: tuple[str, ...]
