"""The command line: parses, calls, prints. Heavy imports wait until a command needs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    help="Identify a robot's dynamics from its own motion: serial arms and closed-loop robots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


def _version(wanted: bool) -> None:
    if wanted:
        from dynid import __version__

        print(f"dynid {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def robots(as_json: Json = False) -> None:
    """List the built-in robots."""
    from dynid.robot.builtin import BUILTIN

    built = {name: builder() for name, builder in BUILTIN.items()}
    if as_json:
        rows = [
            {
                "name": name,
                "description": robot.description,
                "bodies": sum(not body.massless for body in robot.bodies),
                "coordinates": len(robot.coordinates),
                "actuated": list(robot.actuated),
                "loops": len(robot.loops),
            }
            for name, robot in built.items()
        ]
        print(json.dumps(rows, indent=2))
        return
    width = max(map(len, built))
    for name, robot in built.items():
        loops = f"{len(robot.loops)} loops" if len(robot.loops) != 1 else "1 loop"
        print(f"{name:<{width}}  {robot.dof} actuated, {loops if robot.loops else 'tree':<8} {robot.description}")


@app.command()
def export(
    robot: Annotated[str, typer.Argument(help="A URDF or MJCF file, or the name of a built-in robot.")],
    output: Annotated[Path, typer.Argument(help="File to write: .urdf (trees), .xml or .mjcf (loops as well).")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")] = False,
) -> None:
    """Write a robot as URDF or MJCF, with its nominal inertias."""
    from dynid.export.robot import export_robot
    from dynid.robot.load import load_robot

    print(f"wrote {export_robot(load_robot(robot), output, overwrite=overwrite)}")


@app.command()
def demo(
    robot: Annotated[str, typer.Argument(help="A URDF or MJCF file with inertias, or a built-in robot.")] = "delta4",
    samples: Annotated[int, typer.Option(min=10, help="Samples of the motion, at 1 kHz.")] = 10_000,
) -> None:
    """Move a robot, compute the torques, and find its parameters again from motion and torques."""
    from dynid.demo import run_demo
    from dynid.robot.load import load_robot

    run_demo(load_robot(robot), samples)


def main() -> None:
    from dynid.errors import DynidError

    try:
        app()
    except DynidError as error:
        print(f"dynid: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
