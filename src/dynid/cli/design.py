"""dynid design: a motion that shows a robot's parameters."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dynid.cli.groups import Group, as_typed, option
from dynid.cli.options import Force, Json, RobotName, answer
from dynid.cli.project import NAME
from dynid.cli.robot import USUAL, ModelOptions
from dynid.errors import InputError, listing
from dynid.files import check_folder, write_whole

if TYPE_CHECKING:
    from dynid.excite.limits import Limits

FILES = ("design.json", "trajectory.csv", "motion.html")


@dataclass(frozen=True)
class LimitOptions(Group):
    """What the motion keeps. In dynid.yaml the limits may stand themselves, and beside them
    `workspace` and `floor`."""

    limits: Any = option(
        None,
        as_typed,
        "--limits",
        metavar="FILE",
        help="YAML file of limits; else those of the robot's file.",
    )
    workspace: Mapping[str, Any] | None = None
    floor: float | None = None

    def limited(self) -> Limits | None:
        from dynid.excite.limits import Limits

        more = {"workspace": self.workspace, "floor": self.floor}
        more = {name: value for name, value in more.items() if value is not None}
        if isinstance(self.limits, str) and not more:
            return Limits.load(self.limits)
        if isinstance(self.limits, str):
            raise InputError(
                f"got limits in the file '{self.limits}' and {listing(more)} in {NAME}; expected"
                " them in one place: write the limits into the project."
            )
        given = {**(self.limits or {}), **more}
        return Limits.of(given, f"{NAME}, limits") if given else None


def design(
    robot: RobotName,
    about: ModelOptions,
    keep: LimitOptions,
    period: Annotated[float, typer.Option(help="Seconds of one period.")] = 10.0,
    harmonics: Annotated[int, typer.Option(help="Of the Fourier series of each coordinate.")] = 5,
    coordinates: Annotated[
        str, typer.Option(help="What the series describe: actuated or task.")
    ] = "actuated",
    rest: Annotated[bool, typer.Option("--rest", help="Start and end at rest.")] = False,
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
    from dynid.excite.design import design_excitation
    from dynid.excite.series import Fourier

    series = Fourier(period, harmonics, coordinates, rest)
    model = about.model(robot, USUAL)
    kept = keep.limited()
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
    answer(as_json, found.to_dict(), text)
