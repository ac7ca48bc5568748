"""dynid calibrate: the geometry of a robot from measured poses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, RobotName, answer
from dynid.study.calibration import CalibrationOptions
from dynid.study.options import find_changes


def calibrate(
    robot: RobotName,
    measurements: Annotated[
        Path,
        typer.Argument(help="Table of joint positions and of what was measured at each pose."),
    ],
    options: CalibrationOptions,
    test: Annotated[
        Path | None, typer.Option("--test", help="Held-out measurements to check the result on.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder for calibration.json, report.html and the corrected robot file.",
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Calibrate a robot's geometry from measured poses. It estimates lengths, joint axes, encoder
    zeros and loops.

    Columns: q_<joint>, and x_ y_ z_<frame>, qw_ qx_ qy_ qz_<frame>, distance_<frame>,
    plane_<frame>, u_ v_<frame>, tilt_x_ tilt_y_<frame>, gx_ gy_ gz_<frame>.
    """
    from dynid.study.study import Study

    found = Study(robot).calibrate(
        measurements, test, output=output, overwrite=force, **find_changes(options)
    )
    answer(as_json, found.to_dict(), str(found))
