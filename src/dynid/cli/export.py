"""dynid export: an identified robot for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.options import Force, Json, answer
from dynid.errors import InputError
from dynid.study.options import OWN
from dynid.study.project import is_robot
from dynid.study.robot import RobotOptions


def export(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help=f"result.json of dynid identify, or its folder; a robot: file, built-in, {OWN}.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Argument(
            help="File to write; its ending tells the kind: .urdf, .xml, .mjcf, .json, .yaml."
        ),
    ] = None,
    *,
    about: RobotOptions,
    urdf: Annotated[
        Path | None, typer.Option("--urdf", metavar="OUT", help="Write URDF (trees).")
    ] = None,
    mjcf: Annotated[
        Path | None, typer.Option("--mjcf", metavar="OUT", help="Write MJCF (loops as well).")
    ] = None,
    yaml: Annotated[
        Path | None, typer.Option("--yaml", metavar="OUT", help="Write all parameters as YAML.")
    ] = None,
    c: Annotated[
        Path | None,
        typer.Option("--c", metavar="DIR", help="Write standalone C code into a folder."),
    ] = None,
    serial: Annotated[
        Path | None,
        typer.Option(
            "--serial",
            metavar="OUT",
            help="Write MJCF of a tree that stands in for a robot with loops, and its error.",
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            "--within",
            metavar="ANGLE",
            help="With --serial: rad to both sides of home in which it has to hold; else up to 0.3,"
            " as far as its torques are right to 2 %.",
        ),
    ] = None,
    payload_rate: Annotated[
        float | None,
        typer.Option(
            "--payload-rate",
            metavar="HZ",
            help="With --c: weigh what is carried, for so many samples a second.",
        ),
    ] = None,
    payload_frame: Annotated[
        str | None,
        typer.Option("--payload-frame", metavar="FRAME", help="That carries it; else the tool."),
    ] = None,
    moved: Annotated[
        str | None,
        typer.Option(
            "--robot", metavar="ROBOT", help="The robot of the result, where its file has moved."
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write an identified robot as URDF, MJCF, JSON, YAML or C; or a robot with its nominal
    values."""
    from dynid.exports.write import export_all, kind_of

    given = {"urdf": urdf, "mjcf": mjcf, "yaml": yaml, "c": c, "serial": serial}
    targets = {} if output is None else {kind_of(output): output}
    targets |= {kind: path for kind, path in given.items() if path is not None}
    if not targets:
        raise InputError(
            "nothing to write; expected a file name, or"
            f" {' or '.join(f'--{kind}' for kind in given)}."
        )
    robot = is_robot(what)
    unread = {
        "--within without --serial": within is not None and serial is None,
        "--payload-frame without --payload-rate": payload_frame and payload_rate is None,
        "--robot with a robot": moved is not None and robot,
        "options of a robot with a result, which has its own": about and not robot,
    }
    if named := [text for text, given_so in unread.items() if given_so]:
        raise InputError(f"dynid export: got {named[0]}, which says nothing; leave it out.")
    of = about.load(what) if about and robot else what
    done = export_all(of, targets, None, moved, force, payload_rate, payload_frame, within)
    content = {"written": [str(path) for path in done.paths], "notes": list(done.notes)}
    answer(as_json, content, str(done))
