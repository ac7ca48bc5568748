"""dynid sim2real: the parameters of a simulator from commands and positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dynid.cli.command_options import InAnyCase, Json, Overwrite, RobotName, answer, refuse_result
from dynid.errors import InputError
from dynid.study.column_options import ColumnOptions
from dynid.study.log_options import Processing
from dynid.study.model_options import ModelOptions, RobotOptions
from dynid.study.options import find_changes
from dynid.study.simulator_fit import ALWAYS, Sim2RealOptions


def sim2real(
    robot: RobotName,
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG...",
            help="Columns t, q_<joint>, qcmd_<joint> [qdcmd_, taucmd_]; several logs are one fit.",
        ),
    ],
    about: RobotOptions,
    reading: ColumnOptions,
    options: Sim2RealOptions,
    test: Annotated[
        list[Path] | None,
        typer.Option(
            "--test",
            help="Held-out log for the rollout check; then the others are used whole.",
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
    """Estimate a simulator's motor parameters, without torques. It estimates armature, friction,
    bias, delay and gains from position commands and measured positions.

    A result that fails to reproduce its own training log is printed, not written, unless --force.
    """
    from dynid.study.study import Study

    tests = test or []
    if len(tests) > 1:
        raise InputError(f"got {len(tests)} test logs, expected one.")
    study = Study(robot, ModelOptions(**vars(about)), Processing(**vars(reading)))
    how: dict[str, Any] = {"output": output, "overwrite": overwrite, "force": force}
    found = study.sim2real(logs, tests[0] if tests else None, **how, **find_changes(options))
    answer(as_json, found.to_dict(), str(found))
    refuse_result(found.failures, force, output)
