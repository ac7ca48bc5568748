"""dynid.yaml: what is known of a robot and its logs, in a file that every command finds in the
current folder. What is typed overrides it."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import load_yaml
from dynid.robot.builtin import BUILTIN
from dynid.robot.files import SUFFIXES
from dynid.study.option_table import KEYS, check_keys, collect_values
from dynid.study.options import NAME


@dataclass(frozen=True, eq=False)
class Project:
    """What a file says.

    values   {key: what it means}, by the names of the options; {} where there is no file
    robot    "" where none is named
    logs     to identify from, and tests to check on
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    robot: str = ""
    logs: tuple[Path, ...] = ()
    tests: tuple[Path, ...] = ()
    found: bool = False

    @classmethod
    def load_here(cls) -> Project:
        """The project of the current folder; an empty one where there is none."""
        return cls.load(Path(NAME)) if Path(NAME).is_file() else cls()

    @classmethod
    def read_text_about(cls, robot: str) -> str | None:
        """The text of the project file of the current folder, where it is about a robot."""
        return Path(NAME).read_text("utf-8") if cls.load_here().is_about(robot) else None

    @classmethod
    def load(cls, path: Path) -> Project:
        values = collect_values(read_yaml(path, "a project file", KEYS), str(path))
        logs, tests = values.pop("logs", ()), values.pop("test", ())
        # of two logs in one file each may have been recorded with another payload
        payloads = {path: load for path, load in (*logs, *tests) if load is not None}
        payloads |= values.pop("payloads", {})
        return cls(
            values | ({"payloads": payloads} if payloads else {}),
            values.pop("robot", ""),
            tuple(Path(path) for path, _ in logs),
            tuple(Path(path) for path, _ in tests),
            True,
        )

    def complete(self, typed: dict[str, Any]) -> tuple[dict[str, Any], Project]:
        """What was typed, with robot and logs of the project; and the project, or an empty one
        where it is not about the robot that was typed."""
        typed = dict(typed)
        name = typed["robot"]
        if self.robot and name is not None and not is_robot(name):
            # dynid identify run3.csv
            if "logs" in typed:
                typed["logs"] = [Path(name), *(typed["logs"] or ())]
                name = None
            elif typed.get("trajectory", name) is None:
                typed["trajectory"], name = Path(name), None
        if name is not None and self.robot and not self.is_about(name):
            warnings.warn(f"{NAME} is about {self.robot}, not {name}: not used", stacklevel=2)
            return typed, Project(found=True)
        typed["robot"] = name or self.robot or None
        if "logs" in typed:
            typed["logs"] = typed["logs"] or list(self.logs)
        if "test" in typed:
            typed["test"] = typed["test"] or list(self.tests) or None
        return typed, self

    def is_about(self, name: str | None) -> bool:
        """Whether the robot of the project goes by this name."""
        file = name is not None and Path(name).exists()
        return name == self.robot or (
            file and Path(str(name)).resolve() == Path(self.robot).resolve()
        )

    def make_missing_error(self, name: str, word: str) -> InputError:
        where = f"in {NAME}" if self.found else f"in a {NAME} here (dynid init writes one)"
        key = "" if name == "trajectory" else f", or '{name}:' {where}"
        return InputError(f"no {name} given; expected {word}{key}.")


def is_robot(name: str) -> bool:
    """Whether a word names a robot rather than a log."""
    return name in BUILTIN or ".py:" in name or Path(name).suffix.lower() in SUFFIXES


def read_yaml(path: Path, what: str, allowed: Collection[str]) -> dict[Any, Any]:
    """The keys of a file, some of those allowed; what: that is expected."""
    content = load_yaml(path, what)
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise InputError(
            f"{path}: got {type(content).__name__}, expected keys with values, such as robot:"
            " arm.urdf"
        )
    check_keys(content, allowed, str(path))
    return content
