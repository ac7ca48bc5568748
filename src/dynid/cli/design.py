"""dynid design: a motion that shows a robot's parameters."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.cli.options import Contacts, FootRadius, Force, Hang, Json, RobotName, answer
from dynid.errors import InputError
from dynid.files import check_folder, together, write_whole
from dynid.study.feet import check_support, hanging_at, standing_at_home
from dynid.study.knowledge import reduced
from dynid.study.limits import LimitOptions
from dynid.study.logs import Recorded
from dynid.study.robot import USUAL, ModelOptions

SEARCH = 30.0  # s
TABLES = ("design.json", "trajectory.csv", "trajectory.yaml", "lead_in.csv")
FILES = (*TABLES, "motion.html", "joints.csv")  # the last: of a robot that stands


def design(
    robot: RobotName,
    about: ModelOptions,
    keep: LimitOptions,
    period: Annotated[
        str, typer.Option(help="Seconds of one period, or shortest,longest: 5,15.")
    ] = "10",
    harmonics: Annotated[int, typer.Option(help="Of the Fourier series of each coordinate.")] = 5,
    coordinates: Annotated[
        str, typer.Option(help="What the series describe: actuated or task.")
    ] = "actuated",
    rest: Annotated[bool, typer.Option(help="Start and end at rest.")] = True,
    criterion: Annotated[str, typer.Option(help="logdet, cond or emin.")] = "logdet",
    starts: Annotated[int, typer.Option(help="Random starts.")] = 8,
    seed: Annotated[int, typer.Option(min=0, help="Of the random starts.")] = 0,
    search_time: Annotated[
        float | None,
        typer.Option(help="Seconds of search; then the best motion so far is taken."),
    ] = SEARCH,
    time: Annotated[float | None, typer.Option("--time", hidden=True)] = None,
    repetitions: Annotated[
        int, typer.Option(help="How often the motion will be run, for the predicted deviations.")
    ] = 1,
    rate: Annotated[float, typer.Option(help="Samples a second of the files written.")] = 1000.0,
    contacts: Contacts = "",
    foot_radius: FootRadius = None,
    hang: Hang = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=f"Folder for {', '.join(FILES)}.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design a motion that makes a robot's parameters visible, within its limits, above a floor and
    out of itself."""
    from dynid.diagnostics.examination import find_mistakes
    from dynid.excite.design import design_excitation
    from dynid.excite.series import Fourier
    from dynid.excite.suspended import design_suspended
    from dynid.excite.swaying import design_swaying
    from dynid.excite.trajectory import closed_samples
    from dynid.findings import list_findings, save_findings
    from dynid.report.motion import motion_page

    if time is not None:
        warnings.warn("--time is called --search-time now; it is taken as that.", stacklevel=1)
        search_time = time
    if repetitions < 1:
        raise InputError(f"got {repetitions} repetitions, expected at least one.")
    between = _seconds(period)
    series = Fourier(between[0], harmonics, coordinates, rest)
    model = about.model(robot, USUAL, logs=Recorded())
    kept = keep.limited()
    hangs = None
    check_support(model.robot, contacts, hang)
    model = standing_at_home(model, contacts, foot_radius)
    if hang:
        hangs = hanging_at(model, hang)
        model = hangs.clamped
    if output is not None:
        check_folder(output, FILES, force)
    how: dict[str, Any] = {"criterion": criterion, "starts": starts, "seed": seed}
    how["time"] = search_time
    how["base"] = reduced(model, keep.reduction)
    how["period"] = (between[0], between[1]) if len(between) == 2 else None
    stands = swings = None
    if hangs is not None:
        found, swings = design_suspended(hangs, series, kept, **how)
    elif contacts:
        found, stands = design_swaying(model, series, kept, **how)
    else:
        found = design_excitation(model, series, kept, **how)
    way, told = found.lead_in()
    text = f"{found.described(repetitions)}\nstart: {told}"
    if contacts:
        text += f"\nfeet: {stands or 'what presses them is not known, nor are the bodies'}"
    if swings is not None:
        text += f"\n{swings.described(found)}"
    machine = model.robot
    if output is not None:
        with together(output, force) as files:
            found.save(files, rate)
            if swings is not None:
                write_whole(files / FILES[1], swings.table(found, rate), overwrite=True)
            if way is not None:
                way = closed_samples(way, machine, machine.logged, rate) if contacts else way
                way.save(files / FILES[3], rate)
            if contacts:  # no motor drives the base: what is sent to the robot is of its joints
                driven = closed_samples(found.trajectory, machine, machine.motors, rate)
                driven.save(files / FILES[2], rate, overwrite=True)
                driven.save(files / FILES[5], rate)
            write_whole(files / FILES[4], motion_page(found))
        left = {*(() if way is not None else FILES[3:4]), *(() if contacts else FILES[5:])}
        written = [str(output / name) for name in FILES if name not in left]
        text += f"\n\nwrote {', '.join(written)}"
    elif sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    noticed = find_mistakes(model)
    text = "\n\n".join([text, *list_findings(noticed)])
    std = found.std(repetitions=repetitions).tolist()
    content = {**found.to_dict(), "std": std, "repetitions": repetitions}
    content |= {"start": told, "findings": save_findings(noticed)}
    if stands is not None:
        content["feet"] = {"load": stands.load, "friction": stands.friction}
    if swings is not None:
        content["hanging"] = swings.to_dict()
    answer(as_json, content, text)


def _seconds(period: str) -> list[float]:
    try:
        values = [float(word) for word in period.split(",")]
    except ValueError:
        values = []
    if len(values) not in (1, 2):
        raise InputError(
            f"got period '{period}', expected a number of seconds, or the shortest and the longest:"
            " 5,15."
        )
    return values
