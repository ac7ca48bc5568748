"""An identified robot for other programs: what `dynid export` does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dynid.errors import InputError
from dynid.study.options import NUMBER, Group, typed_option
from dynid.study.project import is_robot
from dynid.study.robot import RobotOptions

if TYPE_CHECKING:
    from dynid.exports.write import Exported

KINDS = ("urdf", "mjcf", "yaml", "c", "serial")


@dataclass(frozen=True)
class ExportOptions(Group):
    """What is written, and where."""

    urdf: str | None = typed_option("--urdf", "Write URDF (trees).", "OUT")
    mjcf: str | None = typed_option("--mjcf", "Write MJCF (loops as well).", "OUT")
    yaml: str | None = typed_option("--yaml", "Write all parameters as YAML.", "OUT")
    c: str | None = typed_option("--c", "Write standalone C code into a folder.", "DIR")
    serial: str | None = typed_option(
        "--serial",
        "Write MJCF of a tree that approximates a robot with loops, and its error.",
        "OUT",
    )
    within: float | None = typed_option(
        "--within",
        "With --serial: rad to both sides of home in which it has to hold; default: up to 0.3, as"
        " far as its torques are right to 2 %.",
        "ANGLE",
        **NUMBER,
    )
    payload_rate: float | None = typed_option(
        "--payload-rate",
        "With --c: estimate the payload, from so many samples a second.",
        "HZ",
        **NUMBER,
    )
    payload_frame: str | None = typed_option(
        "--payload-frame", "The frame that carries it; default: the tool.", "FRAME"
    )
    moved: str | None = typed_option(
        "--robot", "The robot of the result, where its file has moved.", "ROBOT"
    )


def export_files(
    what: str, output: Path | None, about: RobotOptions, to: ExportOptions, overwrite: bool
) -> Exported:
    """Write the robot of a saved result, or a robot with its nominal values.

    what      result.json or its folder, or a robot
    output    a file whose ending tells the kind, beside what `to` says
    about     how a robot differs from its file
    """
    from dynid.exports.write import export_all, kind_of

    targets = {} if output is None else {kind_of(output): output}
    targets |= {kind: Path(path) for kind in KINDS if (path := getattr(to, kind)) is not None}
    if not targets:
        raise InputError(
            "nothing to write; expected a file name, or"
            f" {' or '.join(f'--{kind}' for kind in KINDS)}."
        )
    robot = is_robot(what)
    unread = {
        "--within without --serial": to.within is not None and to.serial is None,
        "--payload-frame without --payload-rate": to.payload_frame and to.payload_rate is None,
        "--robot with a robot": to.moved is not None and robot,
        "options of a robot with a result, which has its own": about and not robot,
    }
    if named := [text for text, given in unread.items() if given]:
        raise InputError(f"dynid export: got {named[0]}, which says nothing; leave it out.")
    of = about.load(what) if about and robot else what
    load = (to.payload_rate, to.payload_frame, to.within)
    return export_all(of, targets, None, to.moved, overwrite, *load)
