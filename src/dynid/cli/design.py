"""dynid design: a motion that shows a robot's parameters."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import Effects, Force, Json, RobotName, answer
from dynid.files import check_folder, write_whole

FILES = ("design.json", "trajectory.csv", "motion.html")


def design(
    robot: RobotName,
    period: Annotated[float, typer.Option(help="Seconds of one period.")] = 10.0,
    harmonics: Annotated[int, typer.Option(help="Of the Fourier series of each coordinate.")] = 5,
    coordinates: Annotated[
        str, typer.Option(help="What the series describe: actuated or task.")
    ] = "actuated",
    rest: Annotated[bool, typer.Option("--rest", help="Start and end at rest.")] = False,
    limits: Annotated[
        Path | None, typer.Option(help="YAML file of limits; else those of the robot's file.")
    ] = None,
    effects: Effects = "viscous,coulomb,offset,rotor",
    criterion: Annotated[str, typer.Option(help="logdet, cond or emin.")] = "logdet",
    starts: Annotated[int, typer.Option(help="Random starts.")] = 8,
    seed: Annotated[int, typer.Option(help="Of the random starts.")] = 0,
    time: Annotated[
        float | None, typer.Option(help="Seconds of search; then the best motion so far is taken.")
    ] = 30.0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=f"Folder for {', '.join(FILES)}.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design a motion that makes a robot's parameters visible, within its limits."""
    from dynid.doctor.hints import hints, recorded, shown
    from dynid.excite.design import design_excitation
    from dynid.excite.limits import Limits
    from dynid.excite.series import Fourier
    from dynid.model.build import build_model

    series = Fourier(period, harmonics, coordinates, rest)
    model = build_model(robot, effects)
    kept = None if limits is None else Limits.load(limits)
    if output is not None:
        check_folder(output, FILES, force)
    found = design_excitation(model, series, kept, criterion, starts=starts, seed=seed, time=time)
    text = str(found)
    if output is not None:
        found.save(output, overwrite=force)
        page = found.plot().to_html(include_plotlyjs=True)
        write_whole(output / FILES[2], page, overwrite=force)
        text += f"\n\nwrote {', '.join(str(output / name) for name in FILES)}"
    elif sys.stdout.isatty():
        text += "\n\nnothing was written; give a folder with -o to keep the trajectory"
    noticed = hints(model)
    text = "\n\n".join([text, *shown(noticed)])
    answer(as_json, found.to_dict() | {"findings": recorded(noticed)}, text)
