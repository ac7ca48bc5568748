"""An identified robot for other programs: what `dynid export` does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.option_names import name_option
from dynid.study.model_options import RobotOptions
from dynid.study.options import Group, declare_named_option, list_frames
from dynid.study.project import is_robot

if TYPE_CHECKING:
    from dynid.exports.export_files import Exported

WRAPPED = ("fmu", "plc", "simulink", "modelica")
KINDS = ("urdf", "mjcf", "sdf", "usd", "yaml", "c", *WRAPPED, "symbolic", "serial")


@dataclass(frozen=True)
class ExportOptions(Group):
    """What is written, and where."""

    urdf: str | None = declare_named_option(None, "Write URDF (trees).", metavar="OUT")
    mjcf: str | None = declare_named_option(None, "Write MJCF (loops as well).", metavar="OUT")
    sdf: str | None = declare_named_option(None, "Write SDF (loops as well).", metavar="OUT")
    usd: str | None = declare_named_option(None, "Write USD as text (.usda).", metavar="OUT")
    usd_of: str | None = declare_named_option(
        None, "With usd: a USD file of the robot, over which to write a layer.", metavar="FILE"
    )
    yaml: str | None = declare_named_option(None, "Write all parameters as YAML.", metavar="OUT")
    c: str | None = declare_named_option(
        None, "Write standalone C code into a folder.", metavar="DIR"
    )
    fmu: str | None = declare_named_option(
        None, "Write an FMU (FMI 3): the plant, and torques of a reference.", metavar="OUT"
    )
    plc: str | None = declare_named_option(
        None, "Write C with a function block of IEC 61131-3 into a folder.", metavar="DIR"
    )
    simulink: str | None = declare_named_option(
        None, "Write C with an S-function of Simulink into a folder.", metavar="DIR"
    )
    modelica: str | None = declare_named_option(
        None, "Write C with a Modelica package into a folder.", metavar="DIR"
    )
    symbolic: str | None = declare_named_option(
        None,
        "Write M, C, g and the regressor of a small robot as SymPy and C into a folder.",
        metavar="DIR",
    )
    serial: str | None = declare_named_option(
        None,
        "Write MJCF of a tree that approximates a robot with loops, and its error.",
        metavar="OUT",
    )
    within: float | None = declare_named_option(
        None,
        "With serial: range around home [rad] in which the tree has to be valid; "
        "default: up to 0.3,"
        " as far as its torques are correct to 2 %.",
        kind=float,
        metavar="ANGLE",
    )
    payload_rate: float | None = declare_named_option(
        None,
        "With c: also write a payload estimator for this many samples per second.",
        kind=float,
        metavar="HZ",
    )
    payload_frame: str | None = declare_named_option(
        None,
        "Frame that carries the payload; default: the tool.",
        metavar="FRAME",
        choices=list_frames,
    )
    moved: str | None = declare_named_option(
        None, "Robot file of the result, if it has moved.", metavar="ROBOT", flag="--robot"
    )


def export_files(
    what: str, output: Path | None, about: RobotOptions, to: ExportOptions, overwrite: bool
) -> Exported:
    """Write the robot of a saved result, or a robot with its nominal values.

    what      result.json or its folder, or a robot
    output    a file whose ending tells the kind, beside what `to` says
    about     how a robot differs from its file
    """
    from dynid.exports.export_files import export_all, find_kind

    targets = {} if output is None else {find_kind(output): output}
    targets |= {kind: Path(path) for kind in KINDS if (path := getattr(to, kind)) is not None}
    if not targets:
        raise InputError(
            f"nothing to write; expected a file name, or {' or '.join(map(name_option, KINDS))}."
        )
    robot = is_robot(what)
    within, serial = name_option("within"), name_option("serial")
    frame, rate = name_option("payload_frame"), name_option("payload_rate")
    unread = {
        f"{within} without {serial}": to.within is not None and to.serial is None,
        f"{name_option('usd_of')} without {name_option('usd')}": to.usd_of and to.usd is None,
        f"{frame} without {rate}": to.payload_frame and to.payload_rate is None,
        f"{name_option('moved')} with a robot": to.moved is not None and robot,
        "options of a robot with a result, which has its own": about and not robot,
    }
    if named := [text for text, given in unread.items() if given]:
        raise InputError(f"export: got {named[0]}, which has no effect; omit it.")
    of = about.load(what) if about and robot else what
    load = (to.payload_rate, to.payload_frame, to.within, to.usd_of)
    return export_all(of, targets, None, to.moved, overwrite, *load)
