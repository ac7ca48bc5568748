"""dynid design: a motion that shows a robot's parameters."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dynid.cli.options import Effects, Force, Json, RobotName, answer
from dynid.errors import InputError
from dynid.files import check_folder, together, write_whole

if TYPE_CHECKING:
    from dynid.excite.limits import Limits

FILES = ("design.json", "trajectory.csv", "trajectory.yaml", "lead_in.csv", "motion.html")
TOLERANCE = 0.03  # rad


def design(
    robot: RobotName,
    period: Annotated[
        str, typer.Option(help="Seconds of one period, or shortest,longest: 5,15.")
    ] = "10",
    harmonics: Annotated[int, typer.Option(help="Of the Fourier series of each coordinate.")] = 5,
    coordinates: Annotated[
        str, typer.Option(help="What the series describe: actuated or task.")
    ] = "actuated",
    rest: Annotated[bool, typer.Option(help="Start and end at rest.")] = True,
    limits: Annotated[
        Path | None, typer.Option(help="YAML file of limits; else those of the robot's file.")
    ] = None,
    floor: Annotated[
        str | None, typer.Option(help="Height [m] to stay above; none; auto: see the docs.")
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(help=f"Joint error [rad] that must not hurt; {TOLERANCE} if not in limits."),
    ] = None,
    tool: Annotated[
        str | None, typer.Option(help="Frame or link that the workspace is meant for.")
    ] = None,
    effects: Effects = "viscous,coulomb,offset,rotor",
    criterion: Annotated[str, typer.Option(help="logdet, cond or emin.")] = "logdet",
    starts: Annotated[int, typer.Option(help="Random starts.")] = 8,
    seed: Annotated[int, typer.Option(help="Of the random starts.")] = 0,
    time: Annotated[
        float | None, typer.Option(help="Seconds of search; then the best motion so far is taken.")
    ] = 30.0,
    rate: Annotated[float, typer.Option(help="Samples a second of the files written.")] = 1000.0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=f"Folder for {', '.join(FILES)}.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design a motion that makes a robot's parameters visible, within its limits, above a floor and
    out of itself."""
    from dynid.excite.design import design_excitation
    from dynid.excite.guard import tool_named
    from dynid.excite.series import Fourier
    from dynid.model.build import build_model
    from dynid.robot.load import load_robot

    between = _seconds(period)
    series = Fourier(between[0], harmonics, coordinates, rest)
    described = load_robot(robot)
    model = build_model(described if tool is None else tool_named(described, tool), effects)
    kept = _limits(limits, floor, tolerance)
    if output is not None:
        check_folder(output, FILES, force)
    found = design_excitation(
        model,
        series,
        kept,
        criterion,
        starts=starts,
        seed=seed,
        time=time,
        period=(between[0], between[1]) if len(between) == 2 else None,
    )
    way, told = found.lead_in()
    text = f"{found}\nstart: {told}"
    if output is not None:
        with together(output, force) as files:
            found.save(files, rate)
            if way is not None:
                way.save(files / FILES[3], rate)
            write_whole(files / FILES[4], found.plot().to_html(include_plotlyjs=True))
        written = [str(output / name) for name in FILES if way is not None or name != FILES[3]]
        text += f"\n\nwrote {', '.join(written)}"
    elif sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    answer(as_json, {**found.to_dict(), "start": told}, text)


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


def _limits(path: Path | None, floor: str | None, tolerance: float | None) -> Limits:
    """Of the file, with what the options say."""
    from dataclasses import replace

    from dynid.excite.limits import Limits

    kept = Limits() if path is None else Limits.load(path)
    if floor is not None:
        words: dict[str, str | None] = {"auto": "auto", "none": None}
        try:
            kept = replace(kept, floor=words[floor] if floor in words else float(floor))
        except ValueError:
            raise InputError(
                f"got floor '{floor}', expected a height in m, none, or auto."
            ) from None
    if tolerance is None:
        tolerance = kept.tolerance or TOLERANCE
    return replace(kept, tolerance=tolerance)
