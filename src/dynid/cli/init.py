"""dynid init: a project file, by looking at a robot and a log of it."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.options import Force, Json, answer
from dynid.errors import DynidError, listing
from dynid.files import check_target, write_whole
from dynid.registry import named_files
from dynid.study.options import OWN
from dynid.study.project import NAME

if TYPE_CHECKING:
    from dynid.cli.guess import Guess
    from dynid.robot.mechanism import Robot

#: how motor currents become torques, to be filled in
EXAMPLE = (
    "# drives: {joint1: {constant: 0.05, ratio: 100}, joint2: {gain: 13.6}, joint3: {start: 10}}"
)


def init(
    source: Annotated[
        str, typer.Argument(metavar="ROBOT", help=f"A URDF or MJCF file, a built-in robot, {OWN}.")
    ],
    recorded: Annotated[
        list[Path], typer.Argument(metavar="LOG...", help="Logs of it; the first is looked at.")
    ],
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a project file, dynid.yaml: columns, units and locked joints guessed, to be checked."""
    from dynid.cli.guess import guess
    from dynid.data.base_columns import TURN, spelled
    from dynid.data.read import read_columns
    from dynid.robot.load import load_robot

    target = Path(NAME)
    check_target(target, force)
    robot = load_robot(source)
    turning = [name for name in needed(robot) if robot.joint(name).kind != "prismatic"]
    found = guess(there := read_columns(recorded[0], anything=True), needed(robot), turning)
    lock = locked_in(robot, found)
    answered, why = read_back(source, recorded[0], found, lock)
    write_whole(target, project_text(source, recorded, found, lock, why), overwrite=force)
    said = [f"wrote {target}", *found.remarks]
    missing = [name for name in needed(robot) if name not in found.joints]
    by_base = robot.base and any(spelled(name) == TURN[0] for name in there)
    if missing and not lock and not by_base:
        said.append(f"no columns were found for {listing(missing, 12)}: complete columns:")
    for file in named_files(source):
        said.append(f"the commands here run '{file}' only if they name it: add --trust {file}")
    said.append(answered)
    content = {
        "output": str(target),
        "columns": dict(found.columns),
        "units": dict(found.units),
        "lock": lock,
        "notes": said[1:],
    }
    answer(as_json, content, "\n".join(said))


def needed(robot: Robot) -> list[str]:
    """The joints that a log has to have."""
    every = dict.fromkeys((*robot.actuated, *robot.motors))
    return [name for name in every if name not in robot.base]


def locked_in(robot: Robot, found: Guess) -> dict[str, float]:
    """{joint or pattern: value} of drives that the log does not have, where it has some."""
    from dynid.robot.lock import lock_option
    from dynid.study.text_values import named_numbers

    missing = [name for name in needed(robot) if name not in found.joints]
    if not found.joints or not missing or robot.loops:
        return {}
    unknown = [name for name in missing if name not in found.stands]
    lock = named_numbers("--lock", 0.0)(lock_option(robot, unknown))
    for name in missing:
        if name in found.stands:
            joint = robot.joint(name)
            lock[name] = round(min(max(found.stands[name], joint.lower), joint.upper), 6)
    return lock


def project_text(
    source: str, logs: list[Path], found: Guess, lock: dict[str, float], why: str = ""
) -> str:
    """The file, with what may be added as comments; the log as well, where it cannot be read and
    every command would fail of it (`why`)."""
    of_log = [
        f"logs: [{', '.join(quoted(str(path)) for path in logs)}]",
        *block("columns", {k: quoted(v) for k, v in found.columns.items()}, "names in the log"),
        *block("units", dict(found.units), "what is not in SI"),
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
        f"robot: {quoted(source)}",
        *block("lock", {name: f"{q:g}" for name, q in lock.items()}, "joints that do not move"),
        "",
        "# without this line identify finds them in the logs; on some joints, passive ones too:",
        "# - coulomb: {joints: [joint1, slide], width: 0.02}",
        "# effects: [viscous, coulomb, offset, rotor]",
        "",
        *of_log,
        "# test: [run2.csv]      # other motion, to check on",
        *(f"# {remark}" for remark in found.remarks),
        *((EXAMPLE,) if found.currents else ()),
        "",
        "# prior: {link1: {cylinder: {radius: 0.05, length: 0.3, mass: 2.0, axis: x}}}",
        "# limits: {velocity: 2.0, acceleration: 8.0}",
    ]
    return "\n".join(lines) + "\n"


def block(key: str, values: dict[str, str], remark: str) -> list[str]:
    inside = [f"  {quoted(name)}: {value}" for name, value in values.items()]
    return [f"{key}:  # {remark}", *inside] if values else []


def quoted(text: str) -> str:
    plain = all(letter.isalnum() or letter in "_./-" for letter in text)
    number = text.replace(".", "", 1).isdigit()
    plain = plain and text[:1].isalpha() and not number and text not in ("true", "false", "null")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_back(source: str, log: Path, found: Guess, lock: dict[str, float]) -> tuple[str, str]:
    """Whether what was guessed serves to read the log, in words; and why not, "" where it does."""
    from dynid.study.logs import Reading, read_one
    from dynid.study.robot import RobotOptions

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they were told when it was loaded first
            robot = RobotOptions(lock=lock or None).load(source)
        drives = needed(robot)
        read = read_one(log, drives, Reading(columns=found.columns, units=found.units))
        counted = f"{sum(name in read.joints for name in drives)} of {len(drives)} drives"
        return f"{log}: {len(read)} samples at {read.rate:.4g} Hz, {counted}", ""
    except DynidError as error:
        return f"the log cannot be read so yet, and is a comment in {NAME}: {error}", str(error)
