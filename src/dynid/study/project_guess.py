"""A project file, guessed of a robot and its logs."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.errors import DynidError, join_names
from dynid.files import write_whole
from dynid.option_names import name_option
from dynid.registry import list_named_files
from dynid.study.options import NAME

if TYPE_CHECKING:
    from dynid.data.guess import Guess
    from dynid.robot.mechanism import Robot

#: how motor currents become torques, to be filled in
EXAMPLE = (
    "# drives: {joint1: {constant: 0.05, ratio: 100}, joint2: {gain: 13.6}, joint3: {start: 10}}"
)


@dataclass(frozen=True, eq=False)
class GuessedColumns:
    """The columns of a log, and what they are guessed to be; lock: {joint or pattern: value} of
    drives that the log does not have, where it has some."""

    names: tuple[str, ...]
    guess: Guess
    lock: Mapping[str, float]

    @classmethod
    def from_log(cls, path: Path, robot: Robot) -> GuessedColumns:
        from dynid.data.guess import guess
        from dynid.data.log_reading import read_columns

        there, drives = read_columns(path, anything=True), list_drives(robot)
        turning = [name for name in drives if robot.joint(name).kind != "prismatic"]
        found = guess(there, drives, turning)
        return cls(tuple(there), found, _lock_missing(robot, found))

    def to_dict(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "columns": dict(self.guess.columns),
            "units": dict(self.guess.units),
            "joints": list(self.guess.joints),
            "lock": dict(self.lock),
            "remarks": list(self.guess.remarks),
        }


@dataclass(frozen=True, eq=False)
class ProjectGuess:
    """What was guessed; text: of a project file that says it; notes: what to look at."""

    columns: GuessedColumns
    text: str
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join(self.notes)

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid init --json` prints, without the name of the file."""
        known = self.columns.to_dict()
        return {key: known[key] for key in ("columns", "units", "lock")} | {
            "notes": list(self.notes)
        }

    def write(self, path: Path = Path(NAME), overwrite: bool = False) -> Path:
        write_whole(path, self.text, overwrite=overwrite)
        return path


def guess_project(source: str, logs: Sequence[Path]) -> ProjectGuess:
    """Columns, units and locked joints of a robot's logs, of which the first is looked at."""
    from dynid.data.floating_base_columns import TURN, canonicalise_name
    from dynid.robot.robot_loading import load_robot

    robot = load_robot(source)
    found = GuessedColumns.from_log(logs[0], robot)
    answered, why = _read_back(source, logs[0], found)
    notes = [*found.guess.remarks]
    missing = [name for name in list_drives(robot) if name not in found.guess.joints]
    by_base = robot.base and any(canonicalise_name(name) == TURN[0] for name in found.names)
    if missing and not found.lock and not by_base:
        notes.append(f"no columns were found for {join_names(missing, 12)}: complete columns:")
    for file in list_named_files(source):
        notes.append(
            f"the commands here run '{file}' only if they name it: add {name_option('trust', file)}"
        )
    text = _project_text(source, logs, found, why)
    return ProjectGuess(found, text, (*notes, answered))


def list_drives(robot: Robot) -> list[str]:
    """The joints that a log has to have."""
    every = dict.fromkeys((*robot.actuated, *robot.motors))
    return [name for name in every if name not in robot.base]


def _lock_missing(robot: Robot, found: Guess) -> dict[str, float]:
    from dynid.robot.lock import lock_option
    from dynid.study.text_values import make_named_numbers_reader

    missing = [name for name in list_drives(robot) if name not in found.joints]
    if not found.joints or not missing or robot.loops:
        return {}
    unknown = [name for name in missing if name not in found.stands]
    lock = make_named_numbers_reader(0.0)("lock", lock_option(robot, unknown))
    for name in missing:
        if name in found.stands:
            joint = robot.joint(name)
            lock[name] = round(min(max(found.stands[name], joint.lower), joint.upper), 6)
    return lock


def _project_text(source: str, logs: Sequence[Path], columns: GuessedColumns, why: str = "") -> str:
    """The file, with what may be added as comments; the log as well, where it cannot be read and
    every command would fail of it (`why`)."""
    found, lock = columns.guess, columns.lock
    of_log = [
        f"logs: [{', '.join(_quote_text(str(path)) for path in logs)}]",
        *_write_block(
            "columns", {k: _quote_text(v) for k, v in found.columns.items()}, "names in the log"
        ),
        *_write_block("units", dict(found.units), "what is not in SI"),
    ]
    if why:
        reason = " ".join(why.split())
        of_log = [
            f"# {reason}",
            "# complete columns: and units:, then remove the # in front of these lines",
            *(f"# {line}" for line in of_log),
            *(
                ()
                if found.columns
                else ('# columns: {t: "time", q: "pos_{j}", tau: "torque_{j}"}',)
            ),
        ]
    lines = [
        "# Every dynid command in this folder reads this file; options that are typed override it.",
        "# All keys: docs/project.md",
        f"robot: {_quote_text(source)}",
        *_write_block(
            "lock", {name: f"{q:g}" for name, q in lock.items()}, "joints that do not move"
        ),
        "",
        "# without this line identify selects them from the logs; on some joints, "
        "including passive ones:",
        "# - coulomb: {joints: [joint1, slide], width: 0.02}",
        "# effects: [viscous, coulomb, offset, rotor]",
        "",
        *of_log,
        "# test: [run2.csv]      # another motion, for the check",
        *(f"# {remark}" for remark in found.remarks),
        *((EXAMPLE,) if found.currents else ()),
        "",
        "# prior: {link1: {cylinder: {radius: 0.05, length: 0.3, mass: 2.0, axis: x}}}",
        "# limits: {velocity: 2.0, acceleration: 8.0}",
    ]
    return "\n".join(lines) + "\n"


def _write_block(key: str, values: dict[str, str], remark: str) -> list[str]:
    inside = [f"  {_quote_text(name)}: {value}" for name, value in values.items()]
    return [f"{key}:  # {remark}", *inside] if values else []


def _quote_text(text: str) -> str:
    plain = all(letter.isalnum() or letter in "_./-" for letter in text)
    number = text.replace(".", "", 1).isdigit()
    plain = plain and text[:1].isalpha() and not number and text not in ("true", "false", "null")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _read_back(source: str, log: Path, found: GuessedColumns) -> tuple[str, str]:
    """Whether what was guessed serves to read the log, in words; and why not, "" where it does."""
    from dynid.study.log_options import ReadingArguments, read_one
    from dynid.study.model_options import RobotOptions

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they were told when it was loaded first
            robot = RobotOptions(lock=found.lock or None).load(source)
        reading = ReadingArguments(columns=found.guess.columns, units=found.guess.units)
        drives = list_drives(robot)
        read = read_one(log, drives, reading)
        counted = f"{sum(name in read.joints for name in drives)} of {len(drives)} drives"
        return f"{log}: {len(read)} samples at {read.rate:.4g} Hz, {counted}", ""
    except DynidError as error:
        return f"the log still cannot be read, and is a comment in {NAME}: {error}", str(error)
