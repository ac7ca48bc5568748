"""dynid sim2real: the parameters of a simulator from commands and positions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.options import InAnyCase, Json, Overwrite, RobotName, answer, refuse_result
from dynid.clock import stage
from dynid.errors import InputError
from dynid.files import check_folder, together
from dynid.study.logs import ColumnOptions
from dynid.study.robot import RobotOptions
from dynid.study.text_values import named_numbers, number

if TYPE_CHECKING:
    from dynid.data.log import Log as CommandLog
    from dynid.sim2real.drive import PerJoint

ALWAYS = ("result.json", "report.html", "robot.xml", "actuators.json", "actuators.yaml")


def sim2real(
    robot: RobotName,
    logs: Annotated[
        list[Path],
        typer.Argument(metavar="LOG", help="Columns t, q_<joint>, qcmd_<joint> [qdcmd_, taucmd_]."),
    ],
    about: RobotOptions,
    reading: ColumnOptions,
    kp: Annotated[
        str | None,
        typer.Option(
            metavar="GAIN", help="Nm/rad: 20, or 'hip*=20,knee*=40'; looked for if not given."
        ),
    ] = None,
    kd: Annotated[
        str | None, typer.Option(metavar="GAIN", help="Nm s/rad; looked for if not given.")
    ] = None,
    delay: Annotated[
        str, typer.Option(help="Seconds from a command to its torque, or auto: looked for.")
    ] = "auto",
    longest: Annotated[float, typer.Option(help="The longest delay that is looked for [s].")] = 0.1,
    effort: Annotated[
        str | None, typer.Option(metavar="LIMIT", help="Largest torque; else the file's.")
    ] = None,
    bias: Annotated[
        str, typer.Option(help="What a bias shifts: drive, encoder (drive and log), or log.")
    ] = "drive",
    between: Annotated[
        str, typer.Option(help="Between two commands: hold the first, or linear.")
    ] = "hold",
    train: Annotated[
        float, typer.Option(help="Part of the log that is used; the rest is simulated as proof.")
    ] = 0.6,
    test: Annotated[
        Path | None,
        typer.Option("--test", help="Another log as proof; then all of the first is used."),
    ] = None,
    step: Annotated[
        float | None, typer.Option(help="Step of the simulator [s]; else that of the MJCF file.")
    ] = None,
    friction: Annotated[
        str | None, typer.Option(help="Dry friction of the simulator: mujoco or sharp.")
    ] = None,
    inertias: Annotated[
        str,
        typer.Option(
            metavar="BODIES", help="Bodies whose inertia is looked for as well: 'thigh*,shank'."
        ),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=f"Folder for {', '.join(ALWAYS)}; made if new."),
    ] = None,
    overwrite: Overwrite = False,
    force: InAnyCase = False,
    as_json: Json = False,
) -> None:
    """Find armature, friction, bias, delay and gains of a simulator's drives from position commands
    and measured positions: no torques needed.

    A result that does not move as its own training log is printed, not written, unless --force.
    """
    from dynid.sim2real.drive import Drive
    from dynid.sim2real.identify import identify_simulator as sim2real

    if len(logs) != 1:
        raise InputError(f"got {len(logs)} logs, expected one; another one as proof: --test.")
    drive = Drive(
        _gains("--kp", kp),
        _gains("--kd", kd),
        None if delay == "auto" else number("--delay", delay),
        _gains("--effort", effort),
        between,
        bias,
        longest,
    )
    machine = about.load(robot)
    log = _read(logs[0], reading)
    held_out = None if test is None else _read(test, reading)
    if output is not None:
        check_folder(output, (*ALWAYS, "robot_held.xml"), overwrite or force)
    with stage("identifying"):
        result = sim2real(
            machine,
            log,
            drive,
            train=train,
            test=held_out,
            step=step,
            friction=friction,
            inertias=[each.strip() for each in inertias.split(",") if each.strip()],
        )
    said, content = str(result), result.to_dict()
    if output is not None and (force or not result.failures):
        written, notes = _write(output, result, overwrite or force)
        content |= {"written": written, "notes": [*result.notes, *notes]}
        said += "\n" + "\n".join(f"note: {note}" for note in notes)
        said += "\n\n" + "\n".join(f"wrote {name}" for name in written)
    answer(as_json, content, said)
    refuse_result(result.failures, force, output)


def _gains(option: str, text: str | None) -> PerJoint | None:
    if text is None:
        return None
    return named_numbers(option)(text) if "=" in text else number(option, text)


def _read(path: Path, reading: ColumnOptions) -> CommandLog:
    import numpy as np

    from dynid.data.command_log import read_commands

    columns = {name: str(value) for name, value in reading.columns.items()}
    log = read_commands(path, columns, reading.units, reading.clean)
    if reading.rate is not None:
        log = replace(log, t=np.arange(len(log)) / reading.rate)
    return log if reading.joints is None else log.select(reading.joints)


def _write(folder: Path, result: Any, force: bool) -> tuple[list[str], list[str]]:
    from dynid.exports.drives import drive_files
    from dynid.report.rollouts import write_rollout_report

    files, notes = drive_files(result)
    with together(folder, force) as inside, stage("writing"):
        result.save(inside / "result.json")
        write_rollout_report(inside / "report.html", result, date.today().isoformat())
        for name, content in files.items():
            path = inside / name
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [str(folder / name) for name in ("result.json", "report.html", *files)], notes
