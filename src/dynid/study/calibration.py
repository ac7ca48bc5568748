"""The geometry of a robot from measured poses: what `dynid calibrate` does."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.progress import show_stage
from dynid.study.options import Group, declare_named_option
from dynid.study.text_values import (
    make_named_numbers_reader,
    make_vector_reader,
    number,
    parse_pairs,
    parse_unit,
    parse_words,
    read_words,
)

if TYPE_CHECKING:
    from dynid.calibration.calibration_result import Calibration
    from dynid.study.study import Study

LENGTHS = {"mm": 1e-3, "um": 1e-6, "m": 1.0}
ANGLES = {"deg": math.pi / 180.0, "mrad": 1e-3, "rad": 1.0}  # the longer name first


def read_length(where: str, text: str) -> float:
    """0.0001 of "0.1mm" [m]."""
    unit = next((unit for unit in LENGTHS if text.endswith(unit)), "")
    return LENGTHS.get(unit, 1.0) * number(where, text.removesuffix(unit))


def _read_tolerance(where: str, text: str) -> tuple[float, float]:
    """(1e-4, 0.00175) of "0.1mm,0.1deg"; [m], [rad]."""
    words, values = parse_words(text), []
    for word, units in zip(words, (LENGTHS, ANGLES)):
        unit = next((unit for unit in units if word.endswith(unit)), "")
        values.append(units.get(unit, 0.0) * number(where, word.removesuffix(unit)))
    if len(words) != 2 or min(values) <= 0.0:
        raise InputError(
            f"{where}: got '{text}', expected a length and an angle, such as 0.1mm,0.1deg."
        )
    return values[0], values[1]


def _read_pairs(where: str, texts: Any) -> dict[str, str]:
    words = [texts] if isinstance(texts, str) else texts
    return parse_pairs(where, [word for text in words for word in parse_words(text)])


def _read_units(where: str, texts: Any) -> dict[str, Any]:
    return {name: parse_unit(unit) for name, unit in _read_pairs(where, texts).items()}


@dataclass(frozen=True)
class MeasurementOptions(Group):
    """How measured poses are read, and which errors of the geometry they are to show."""

    apart = ("columns", "units")

    markers: Mapping[str, str] = declare_named_option(
        {},
        "Link that a measured marker is fixed to; its place there is estimated.",
        list[str],
        _read_pairs,
        "MARKER=LINK",
        "--marker",
    )
    tracker: str = declare_named_option(
        "free", "Place of the tracker: free (estimated) or known (the robot's base frame)."
    )
    errors: tuple[str, ...] = declare_named_option(
        (),
        "Errors to estimate: positions, zeros, axes, loops, gears, sag, lengths; default: selected"
        " by cross-validation.",
        read=read_words,
        metavar="KIND,...",
    )
    tied: bool = declare_named_option(False, "Identical limbs have the same errors.")
    noise: Mapping[str, float] = declare_named_option(
        {},
        "Known noise of measurements [m, rad, px]: points=5e-5; default: estimated.",
        read=make_named_numbers_reader(),
        metavar="KIND=NUMBER,...",
    )
    columns: Mapping[str, str] = declare_named_option(
        {},
        "Columns with other names.",
        list[str],
        _read_pairs,
        "NAME=COLUMN",
        "--column",
    )
    units: Mapping[str, Any] = declare_named_option(
        {}, "Units of columns that are not in SI.", list[str], _read_units, "NAME=UNIT", "--unit"
    )

    def __post_init__(self) -> None:
        if self.tracker not in ("free", "known"):
            raise InputError(f"got the tracker '{self.tracker}', expected free or known.")


@dataclass(frozen=True)
class CalibrationOptions(MeasurementOptions):
    """Options of a calibration."""

    tolerance: tuple[float, float] = declare_named_option(
        (1e-4, math.radians(0.1)),
        "Manufacturing tolerance, one standard deviation; default: 0.1mm,0.1deg.",
        read=_read_tolerance,
        metavar="LENGTH,ANGLE",
    )
    camera: tuple[float, ...] | None = declare_named_option(
        None,
        "Intrinsics of the camera in pixels.",
        read=make_vector_reader(4, "600,600,320,240"),
        metavar="FX,FY,CX,CY",
    )
    camera_frame: str = declare_named_option(
        "world", "Link that carries the camera; default: it stands next to the robot."
    )


def calibrate_study(
    study: Study,
    measurements: Any,
    test: Any,
    options: CalibrationOptions,
    output: str | PathLike[str] | None,
    overwrite: bool,
) -> Calibration:
    """`Study.calibrate`, with these options."""
    from dynid.calibration.error_model import Tolerances
    from dynid.calibration.geometric_calibration import calibrate_robot
    from dynid.calibration.measurement_reading import MeasurementLayout
    from dynid.robot.robot_loading import load_robot

    layout = MeasurementLayout(
        options.markers,
        options.tracker,
        options.camera,
        options.camera_frame,
        options.columns,
        options.units,
    )
    robot = load_robot(study.robot)
    with show_stage("calibrating"):
        found = calibrate_robot(
            robot,
            measurements,
            layout,
            errors=options.errors,
            tolerances=Tolerances(*options.tolerance),
            tied=options.tied,
            noise=options.noise,
            test=test,
        )
    return found if output is None else found.write(output, overwrite)
