"""The whole way in one call, from files to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from dynid.study.log_options import LogSource, list_sources
from dynid.study.study import Study

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration
    from dynid.study.outcome import Outcome


def identify(
    robot: str | PathLike[str],
    logs: LogSource | Sequence[LogSource],
    test: LogSource | Sequence[LogSource] = (),
    *,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
    force: bool = False,
    **options: Any,
) -> Outcome:
    """Identify a robot's parameters from logs, with their uncertainty: what `dynid identify` does.

    Parameters
    ----------
    robot
        a URDF, MJCF or SDF file, a built-in robot, or file.py:build
    logs
        files, logs (`read_log`) or DataFrames, one or several
    test
        others, to check on
    output
        folder for result.json and report.html
    overwrite
        replace them if they are there
    force
        write also a result that fails on its own training logs
    **options
        by the names of the command line's, as values or as texts: effects="viscous,coulomb",
        cutoff=12.0, slow="5%", method="wls", lock={"gripper": 0.02}
    """
    study = Study.make(robot, **options)
    how: dict[str, Any] = {"output": output, "overwrite": overwrite, "force": force}
    reading = study.processing
    return study.identify(list_sources(logs, reading), list_sources(test, reading), **how)


def calibrate(
    robot: str | PathLike[str],
    measurements: Any,
    test: Any = None,
    *,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
    **options: Any,
) -> Calibration:
    """Estimate a robot's geometry from measured poses, loops included: what `dynid calibrate` does.

    Parameters
    ----------
    robot
        a URDF, MJCF or SDF file, a built-in robot, or file.py:build
    measurements
        a file, a DataFrame or {column: values}: q_<joint>, x_<frame>, qw_<frame>, distance_<frame>,
        ... (see `docs/calibration.md`)
    test
        another one, to check on
    output
        folder for calibration.json, report.html and the robot's file with the changed numbers
    overwrite
        replace them if they are there
    **options
        by the names of the command line's, as values or as texts: markers="1=hand",
        errors="lengths,zeros", tolerance="0.2mm,0.1deg", tracker="known"
    """
    how: dict[str, Any] = {"output": output, "overwrite": overwrite}
    return Study.make(robot).calibrate(measurements, test, **how, **options)
