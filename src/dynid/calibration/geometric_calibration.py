"""The way from a robot and measurements to its own geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.calibration.calibration_result import Accuracy, Calibration
from dynid.calibration.error_model import DEFAULT_KINDS, Tolerances, make_error_model
from dynid.calibration.error_selection import NONE, make_named_selection, select_errors
from dynid.calibration.geometry_fit import FitSettings, GeometryFit, Linearisation
from dynid.calibration.identifiability import find_identifiable
from dynid.calibration.input_checks import check_orders, check_sizes, list_findings
from dynid.calibration.linear_evidence import LinearRows
from dynid.calibration.measurement_reading import MeasurementLayout, read_measurements
from dynid.calibration.measurements import Measurements, TurnChannel
from dynid.calibration.start_values import fit_frames
from dynid.errors import InputError
from dynid.robot.mechanism import Robot


def calibrate_robot(
    robot: Robot,
    measurements: Any,
    layout: MeasurementLayout = MeasurementLayout(),
    *,
    errors: Sequence[str] = (),
    tolerances: Tolerances = Tolerances(),
    tied: bool = False,
    noise: Mapping[str, float] | None = None,
    robust: bool = True,
    test: Any = None,
) -> Calibration:
    """Estimate the geometry of a robot from measured poses.

    Parameters
    ----------
    robot
        with its nominal geometry
    measurements
        a file, a DataFrame or {column: values}
    layout
        how they are read: markers, the tracker's base, units
    errors
        kinds of errors that the robot may have ("zeros", "lengths", "positions", "axes", "loops",
        "gears", "sag"); none: selected by cross-validation over the poses
    tolerances
        how exactly the robot is made
    tied
        whether identical limbs have the same errors
    noise
        {kind of measurement: standard deviation in SI units}, where it is known
    robust
        entries that deviate count less
    test
        other measurements to check the result on
    """
    robot, data = read_measurements(robot, measurements, layout)
    settings = FitSettings(dict(noise or {}), True, robust)
    if unknown := [kind for kind in settings.noise if kind not in data.kinds]:
        raise InputError(
            f"noise: got the kind '{unknown[0]}', expected some of those measured:"
            f" {', '.join(data.kinds)}."
        )
    check_sizes(robot, data)
    frames = fit_frames(robot, data, settings)
    check_orders(robot, data, frames)
    model = make_error_model(robot, errors or _list_default_kinds(robot), tolerances, tied)
    if errors:
        selection, fit = make_named_selection(model, data, frames.unknowns, settings)
    else:
        selection, fit = select_errors(model, data, frames, settings)
    left = [
        Accuracy(kind, *(measure_accuracy(fit.rows, selection.residuals[name], k) for name in both))
        for k, kind in enumerate(data.kinds)
        for both in [(NONE, selection.chosen.name)]
    ]
    findings = list_findings(robot, data, fit)
    changed = selection.chosen.name != NONE
    found = Calibration(
        model.apply(fit.x) if changed else robot,
        robot,
        data,
        frames,
        fit,
        selection,
        find_identifiable(model, data, dict(fit.unknowns)),
        tuple(left),
        findings=tuple(findings),
        source=robot.source,
    )
    return found if test is None else test_calibration(found, test, layout)


def _list_default_kinds(robot: Robot) -> tuple[str, ...]:
    return tuple(kind for kind in DEFAULT_KINDS if kind != "sag" or robot.is_tree)


def test_calibration(
    found: Calibration, measurements: Any, layout: MeasurementLayout
) -> Calibration:
    """With the accuracy on other measurements, instruments and markers where they were."""
    joined = any(isinstance(c, TurnChannel) for c in found.data.channels)
    layout = replace(layout, rigid=joined)
    robot, data = read_measurements(found.nominal, measurements, layout)
    if robot.actuated != found.nominal.actuated:
        raise InputError(
            f"{data.source}: moves the joints {', '.join(robot.actuated)}, expected those of the"
            f" calibration: {', '.join(found.nominal.actuated)}."
        )
    before, after = (predict(fit, data) for fit in (found.frames, found.fit))
    tested = tuple(
        Accuracy(kind, measure_accuracy(before, before.r, k), measure_accuracy(after, after.r, k))
        for k, kind in enumerate(data.kinds)
    )
    return replace(found, tested=tested)


def predict(fit: GeometryFit, data: Measurements) -> LinearRows:
    """Residuals of other poses, and how they depend on what was estimated."""
    at = Linearisation(fit.model, replace(data, unknowns=fit.unknowns))
    return at.compute(fit.x, fit.unknowns)


def measure_accuracy(rows: LinearRows, r: Array, kind: int) -> float:
    """Root mean square over entries of the length of their residuals."""
    mine = rows.kind == kind
    squares = np.bincount(rows.entry[mine], r[mine] ** 2)
    counted = np.unique(rows.entry[mine])
    return float(np.sqrt(squares[counted].mean()))
