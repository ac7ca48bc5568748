"""dynid sim2real: the parameters of a simulator from commands and positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.cli.command_options import InAnyCase, Json, Overwrite, RobotName, answer, refuse_result
from dynid.errors import InputError
from dynid.study.log_options import ColumnOptions, Processing
from dynid.study.model_options import ModelOptions, RobotOptions
from dynid.study.options import find_changes
from dynid.study.simulator_fit import ALWAYS, Sim2RealOptions


def sim2real(
    robot: RobotName,
    logs: Annotated[
        list[Path],
        typer.Argument(metavar="LOG", help="Columns t, q_<joint>, qcmd_<joint> [qdcmd_, taucmd_]."),
    ],
    about: RobotOptions,
    reading: ColumnOptions,
    options: Sim2RealOptions,
    test: Annotated[
        list[Path] | None,
        typer.Option(
            "--test",
            help="Held-out log for the rollout check; then the whole first log is used for "
            "training.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help=f"Folder for {', '.join(ALWAYS)}; created if missing."),
    ] = None,
    overwrite: Overwrite = False,
    force: InAnyCase = False,
    as_json: Json = False,
) -> None:
    """Estimate armature, friction, bias, delay and gains of a simulator's motors from position
    commands and measured positions: no torques needed.

    A result that fails to reproduce its own training log is printed, not written, unless --force.
    """
    from dynid.study.study import Study

    tests = test or []
    if len(logs) != 1 or len(tests) > 1:
        got = f"{len(logs)} logs" if len(logs) != 1 else f"{len(tests)} test logs"
        raise InputError(f"got {got}, expected one; a held-out log is given by --test.")
    study = Study(robot, ModelOptions(**vars(about)), Processing(**vars(reading)))
    how: dict[str, Any] = {"output": output, "overwrite": overwrite, "force": force}
    found = study.sim2real(logs[0], tests[0] if tests else None, **how, **find_changes(options))
    answer(as_json, found.to_dict(), str(found))
    refuse_result(found.failures, force, output)
