"""The command line: parses, calls, prints. Heavy imports wait until a command needs them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.data.formats import FORMATS

app = typer.Typer(
    help="Identify a robot's dynamics from its own motion: serial arms and closed-loop robots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
RobotName = Annotated[
    str, typer.Argument(metavar="ROBOT", help="A URDF or MJCF file, or a built-in robot.")
]
Logs = Annotated[
    list[Path],
    typer.Argument(metavar="LOG...", help=f"Logs: {', '.join(FORMATS)}."),
]
Effects = Annotated[
    str,
    typer.Option(
        help=(
            "What acts beside the bodies: viscous, coulomb, offset, rotor, spring, stribeck,"
            " smooth; or none."
        )
    ),
]
Cutoff = Annotated[
    str, typer.Option(help="Low-pass in Hz, or auto: chosen from the data and said.")
]
Decimate = Annotated[
    str,
    typer.Option(
        help="Filter torque and model alike, keep every k-th sample: auto, a number, or none."
    ),
]
Slow = Annotated[
    str,
    typer.Option(
        "--slow",
        help=(
            "Leave out a joint's samples slower than this: rad/s or m/s, 2% of its fastest, none;"
            " auto: 5% with dry friction."
        ),
    ),
]
Between = Annotated[
    str, typer.Option("--between", help="Only this stretch of the logs, in seconds: 0.1,7.5")
]

Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Folder for result.json and report.html; made if new."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace files that are there already.")]


def _version(wanted: bool) -> None:
    if wanted:
        from dynid.version import __version__

        print(f"dynid {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


def _print(as_json: bool, content: dict[str, Any], text: str) -> None:
    print(json.dumps(content, indent=2) if as_json else text)


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
        print(
            f"{name:<{width}}  {robot.dof} actuated, {loops if robot.loops else 'tree':<8}"
            f" {robot.description}"
        )


@app.command()
def inspect(
    robot: RobotName,
    effects: Effects = "none",
    symmetric: Annotated[bool, typer.Option(help="Identical limbs share their parameters.")] = True,
    as_json: Json = False,
) -> None:
    """Show a robot's bodies and coordinates, and which parameters its motion can reveal."""
    from dynid.cli.commands import inspect_robot

    content, text = inspect_robot(robot, effects, symmetric)
    _print(as_json, content, text)


@app.command()
def convert(
    log: Annotated[
        Path,
        typer.Argument(metavar="LOG", help=f"As recorded: {', '.join(FORMATS)}, or your own."),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Log to write, in any format that dynid reads.")
    ],
    column: Annotated[
        list[str] | None,
        typer.Option("--column", help="What is called otherwise: t=time_ms, q_joint1=pos_1, ..."),
    ] = None,
    unit: Annotated[
        list[str] | None,
        typer.Option("--unit", help="What is not in SI: t=ms, q=deg, tau_joint1=6.24 (Nm per A)."),
    ] = None,
    clean: Annotated[
        bool, typer.Option("--clean", help="Leave out repeated rows and rows with NaN.")
    ] = False,
    kind: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"Of the file that has its ending, else of LOG: {', '.join(FORMATS)}, or your own"
            " as my_file.py:Name.",
        ),
    ] = "",
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Write a logger's file with the names and units that the other commands expect."""
    from dynid.cli.convert import convert_log

    content, text = convert_log(log, output, column or [], unit or [], clean, kind, force)
    _print(as_json, content, text)


@app.command()
def identify(
    robot: RobotName,
    logs: Logs,
    test: Annotated[
        list[Path] | None, typer.Option("--test", help="Held-out logs to check the result on.")
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help=(
                "consistent, ols, wls, huber, l1, ridge, dls, tsvd, tls, rls, stepwise, swarm or"
                " separable."
            )
        ),
    ] = "consistent",
    effects: Effects = "viscous,coulomb,offset,rotor",
    cutoff: Cutoff = "auto",
    decimate: Decimate = "auto",
    slow: Slow = "auto",
    between: Between = "",
    output: Output = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Identify a robot's parameters from logs, with their uncertainty."""
    from dynid.cli.commands import identify_logs

    settings = (cutoff, decimate, slow, between)
    content, text = identify_logs(robot, logs, test or [], method, effects, settings, output, force)
    _print(as_json, content, text)


@app.command()
def validate(
    result: Annotated[Path, typer.Argument(help="result.json of dynid identify, or its folder.")],
    logs: Logs,
    slow: Annotated[
        str | None, typer.Option("--slow", help="As of dynid identify; default: as the result was.")
    ] = None,
    between: Between = "",
    as_json: Json = False,
) -> None:
    """Predict the torques of other logs with an identified model."""
    from dynid.cli.commands import validate_logs

    content, text = validate_logs(result, logs, slow, between)
    _print(as_json, content, text)


@app.command()
def compare(
    robot: RobotName,
    logs: Logs,
    test: Annotated[list[Path] | None, typer.Option("--test", help="Held-out logs.")] = None,
    methods: Annotated[
        str, typer.Option(help="Estimators, separated by commas; all for every one that applies.")
    ] = "consistent,ols,wls,huber,ridge,tsvd,tls,rls",
    effects: Effects = "viscous,coulomb,offset,rotor",
    cutoff: Cutoff = "auto",
    decimate: Decimate = "auto",
    slow: Slow = "auto",
    between: Between = "",
    as_json: Json = False,
) -> None:
    """Run several estimators on the same logs, in one table."""
    from dynid.cli.commands import compare_logs

    content, text = compare_logs(
        robot, logs, test or [], methods, effects, (cutoff, decimate, slow, between)
    )
    _print(as_json, content, text)


@app.command()
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
        Path | None,
        typer.Option("--output", "-o", help="Folder for design.json, trajectory.csv, motion.html."),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Design a motion that makes a robot's parameters visible, within its limits."""
    from dynid.cli.design import design_robot
    from dynid.excite.shapes import Fourier

    shape = Fourier(period, harmonics, coordinates, rest)
    content, text = design_robot(
        robot, shape, limits, effects, criterion, starts, seed, time, output, force
    )
    _print(as_json, content, text)


@app.command()
def export(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help="result.json of dynid identify, or its folder; or a robot: file or built-in.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Argument(
            help="File to write; its ending tells the kind: .urdf, .xml, .mjcf, .json, .yaml."
        ),
    ] = None,
    urdf: Annotated[
        Path | None, typer.Option("--urdf", metavar="OUT", help="Write URDF (trees).")
    ] = None,
    mjcf: Annotated[
        Path | None, typer.Option("--mjcf", metavar="OUT", help="Write MJCF (loops as well).")
    ] = None,
    json_: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write all parameters as JSON.")
    ] = None,
    yaml: Annotated[
        Path | None, typer.Option("--yaml", metavar="OUT", help="Write all parameters as YAML.")
    ] = None,
    c: Annotated[
        Path | None,
        typer.Option("--c", metavar="DIR", help="Write standalone C code into a folder."),
    ] = None,
    robot: Annotated[
        str | None,
        typer.Option(
            "--robot", metavar="ROBOT", help="The robot of the result, where its file has moved."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", "--overwrite", help="Replace existing files.")
    ] = False,
) -> None:
    """Write an identified robot as URDF, MJCF, JSON, YAML or C; or a robot with its nominal
    values."""
    from dynid.cli.commands import export_files

    given = {"urdf": urdf, "mjcf": mjcf, "json": json_, "yaml": yaml, "c": c}
    print(
        export_files(
            what,
            output,
            {kind: path for kind, path in given.items() if path is not None},
            robot,
            force,
        )
    )


@app.command()
def simulate(
    robot: RobotName,
    trajectory: Annotated[
        Path,
        typer.Argument(
            help="Motion to follow: design.json, or a CSV with t, q_<joint> [, qd_, qdd_]."
        ),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Log to write, in any format that dynid reads.")
    ],
    viscous: Annotated[
        float, typer.Option(min=0, help="Viscous friction of every drive [N m s or N s/m].")
    ] = 0.0,
    coulomb: Annotated[
        float, typer.Option(min=0, help="Dry friction of every drive [N m or N].")
    ] = 0.0,
    duration: Annotated[
        float | None,
        typer.Option(help="Seconds; the motion's own if not given. A periodic design goes on."),
    ] = None,
    rate: Annotated[float, typer.Option(help="Samples a second, of control and log.")] = 1000.0,
    noise: Annotated[
        float, typer.Option(min=0, help="Torque noise, as a part of each torque's RMS.")
    ] = 0.0,
    encoder: Annotated[
        float, typer.Option(min=0, help="Resolution of the positions [rad or m].")
    ] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Of the noise.")] = 0,
    overwrite: Annotated[
        bool, typer.Option("--force", "--overwrite", help="Replace an existing file.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Simulate a robot that follows a trajectory by computed torque, and write its log."""
    from dynid.cli.commands import simulate_robot

    settings = {
        "viscous": viscous,
        "coulomb": coulomb,
        "rate": rate,
        "noise": noise,
        "encoder": encoder,
        "seed": seed,
    }
    content, text = simulate_robot(robot, trajectory, output, duration, settings, overwrite)
    _print(as_json, content, text)


@app.command()
def demo(
    robot: RobotName = "delta4",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Folder for all files; a new temporary one if not given."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Design a motion, simulate the robot, find its parameters again, check them, and write a
    report."""
    from dynid.cli.demo import run_demo
    from dynid.robot.load import load_robot

    run_demo(load_robot(robot), robot, output, force)


@app.command()
def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="gnad2024, kim2022, cheng2022, diaz2010, rodriguez2002, or all."
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder for NAME.html with the figures.")
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Run a paper's whole pipeline and set its claims beside what is found here."""
    from dynid.papers.reproduce import reproduce_papers

    done = reproduce_papers(name, output, force)
    text = "\n\n\n".join(map(str, done))
    _print(as_json, {"papers": [each.to_dict() for each in done]}, text)


def main() -> None:
    import warnings

    from dynid.errors import DynidError

    def one_line(message: Warning | str, *_: Any, **__: Any) -> None:
        print(f"dynid: warning: {message}", file=sys.stderr)

    warnings.showwarning = one_line
    try:
        app()
    except DynidError as error:
        print(f"dynid: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main()
