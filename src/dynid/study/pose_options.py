"""Postures for a calibration: their options, and what they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.files import check_folder
from dynid.option_names import name_option
from dynid.progress import show_stage
from dynid.study.calibration import MeasurementOptions, read_length
from dynid.study.limit_options import LimitOptions
from dynid.study.model_options import ModelOptions
from dynid.study.options import Group, declare_named_option, find_changes, list_names
from dynid.study.text_values import read_words

if TYPE_CHECKING:
    from dynid.calibration.pose_design import PoseDesign
    from dynid.robot.mechanism import Robot

MOST = 10_000


@dataclass(frozen=True)
class PoseOptions(MeasurementOptions, LimitOptions):
    """What is measured, the limits that poses keep, and how many there are to be."""

    calibration: bool = declare_named_option(
        False, "Design poses to measure for dynid calibrate, in place of a motion."
    )
    measure: tuple[str, ...] = declare_named_option(
        (),
        "For a calibration: columns to measure, such as x_1,qw_1,distance_hand; default: the"
        " points of the markers, else of the tool.",
        read=read_words,
        metavar="COLUMN,...",
    )
    poses: int | None = declare_named_option(
        None, "For a calibration: number of poses; default: as few as reach the goal.", int
    )
    goal: float | None = declare_named_option(
        None,
        "For a calibration: largest expected error at other poses, such as 0.1mm; default: the"
        " noise of one measurement.",
        read=read_length,
        metavar="LENGTH",
    )
    measured: str | None = declare_named_option(
        None,
        "For a calibration: table of poses that are measured already, to be continued.",
        metavar="FILE",
    )
    criterion: str = declare_named_option("logdet", "logdet or tool.")
    seed: int = declare_named_option(0, "Seed of the random starts.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.poses is not None and not 1 <= self.poses <= MOST:
            raise InputError(f"got {self.poses} poses, expected a number from 1 to {MOST}.")


def refuse_others(poses: PoseOptions, motion: Group) -> None:
    """Refuse options of a motion where poses are designed, or of poses where a motion is."""
    group, other = (motion, poses) if poses.calibration else (poses, motion)
    known = list_names(type(other))
    if given := [name for name in find_changes(group) if name not in known]:
        about = "with" if group is poses else "without"
        raise InputError(
            f"got {name_option(given[0])}; expected it {about} {name_option('calibration')}."
        )


def design_study_poses(
    robot: str,
    about: ModelOptions,
    options: PoseOptions,
    output: str | PathLike[str] | None = None,
    overwrite: bool = False,
) -> PoseDesign:
    """`Study.design_poses`, with these options."""
    from dynid.calibration.error_model import DEFAULT_KINDS, make_error_model
    from dynid.calibration.geometric_calibration import calibrate_robot
    from dynid.calibration.geometry_fit import FitSettings
    from dynid.calibration.measurement_reading import MeasurementLayout
    from dynid.calibration.pose_design import FILES, design_poses, plan_measurements
    from dynid.calibration.pose_space import PoseSpace

    model = about.make_model(robot, "none")
    if output is not None:
        check_folder(Path(output), FILES, overwrite)
    layout = MeasurementLayout(
        options.markers, options.tracker, columns=options.columns, units=options.units
    )
    kinds = options.errors or tuple(kind for kind in DEFAULT_KINDS if kind != "sag")
    fit, columns = None, options.measure
    with show_stage("designing"):
        space = PoseSpace(model, options.make_limits())
        if options.measured is None:
            columns = columns or _list_points(model.robot, options)
            data = plan_measurements(space, columns, layout)
            errors = make_error_model(model.robot, kinds, tied=options.tied)
        else:
            found = calibrate_robot(
                model.robot,
                options.measured,
                layout,
                errors=kinds,
                tied=options.tied,
                noise=options.noise,
            )
            if found.nominal is not model.robot:
                raise InputError(
                    f"{options.measured}: lacks joints of the robot; expected poses of all, or the"
                    f" robot without them: {name_option('lock', 'gripper=0')}."
                )
            errors, data, fit = found.model, found.data, found.fit
            columns = columns or tuple(dict.fromkeys(c.name for c in data.channels))
        design = design_poses(
            space,
            errors,
            data,
            columns,
            count=options.poses,
            goal=options.goal,
            criterion=options.criterion,
            settings=FitSettings(dict(options.noise)),
            fit=fit,
            seed=options.seed,
        )
    return design if output is None else design.write(output, overwrite)


def _list_points(robot: Robot, options: PoseOptions) -> tuple[str, ...]:
    names = list(options.markers)
    if not names and robot.tool is None:
        raise InputError(
            f"robot '{robot.name}' has no tool; expected what is measured:"
            f" {name_option('measure', 'x_1')} and {name_option('markers', '1=LINK')}."
        )
    return tuple(f"x_{name}" for name in names or [robot.tool.name])  # type: ignore[union-attr]
