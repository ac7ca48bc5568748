"""The limits that a designed motion keeps, and what it is judged by, as options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dynid.errors import InputError
from dynid.option_names import name_option
from dynid.study import yaml_values as check
from dynid.study.options import NAME, Group, declare_option
from dynid.study.text_values import number

if TYPE_CHECKING:
    from dynid.excitation.motion_limits import Limits

TOLERANCE = 0.03  # rad
CRITERIA = ("logdet", "cond", "emin", "mass_matrix")


@dataclass(frozen=True)
class LimitOptions(Group):
    """What the motion keeps, and what it is to show. In dynid.yaml the limits may stand themselves,
    and in addition to them `workspace` and `floor`, and `reduction`, whose parameters are then to
    be shown."""

    limits: Any = declare_option(
        None,
        check.check_limits,
        "--limits",
        metavar="FILE",
        help="YAML file of limits; default: those of the robot's file.",
        details="In dynid.yaml the limits themselves, or the name of their file"
        " ([excitation.md](excitation.md)).",
    )
    floor: Any = declare_option(
        None,
        check.check_text,
        "--floor",
        metavar="HEIGHT",
        help="Floor height [m] that the robot stays above; none; auto: the floor of the "
        "file, else the"
        " height of the base; default: auto.",
        unit="m",
        choices=("auto", "none"),
    )
    tolerance: float | None = declare_option(
        None,
        check.number,
        "--tolerance",
        kind=float,
        metavar="ANGLE",
        help=f"Tracking error of joints [rad] that must not lead to a collision; {TOLERANCE} if"
        " not in limits.",
        unit="rad",
    )
    workspace: Mapping[str, Any] | None = declare_option(
        None,
        check.check_workspace,
        "--workspace",
        metavar="SHAPE(...)",
        help="Where the tool may be [m]: 'hemisphere(center=0 0 -0.9,radius=0.45)',"
        " cylinder(center,radius,height), sphere, box(lower,upper).",
        details="In the file also `{sphere: {center: [0, 0, 0.5], radius: 0.3}}`.",
    )
    criterion: str = declare_option(
        "logdet",
        check.check_text,
        "--criterion",
        help="Criterion of the motion: logdet, cond, emin, or mass_matrix (how well M(q) will be"
        " known).",
        choices=CRITERIA,
    )
    friction_weight: float = declare_option(
        0.0,
        check.number,
        "--friction-weight",
        kind=float,
        metavar="W",
        help="Weight of high velocities in the criterion, Gnad 2024 (9).",
    )
    earlier: tuple[str, ...] = declare_option(
        (),
        check.check_several(check.check_text, "files"),
        "--earlier",
        lambda _, texts: tuple(texts),
        list[str],
        metavar="FILE",
        help="Log or result (result.json or its folder) whose information the motion is to"
        " complete.",
    )
    reduction: Mapping[str, Mapping[str, float]] | None = declare_option(None, check.reduction)

    def make_limits(self) -> Limits:
        from dynid.excitation.motion_limits import Limits
        from dynid.excitation.workspace import load_workspace

        if isinstance(self.limits, Limits):
            kept = self.limits
        elif isinstance(self.limits, str):
            kept = Limits.load(self.limits)
        else:
            kept = Limits.from_content(self.limits or {}, f"{NAME}, limits")
        if self.workspace is not None:
            if kept.workspace is not None:
                raise InputError(
                    f"got {name_option('workspace')}, and a workspace among the limits; expected"
                    " one of them."
                )
            kept = replace(kept, workspace=load_workspace(self.workspace))
        if self.floor is not None:
            kept = replace(kept, floor=_parse_height(self.floor))
        wanted = kept.tolerance or TOLERANCE if self.tolerance is None else self.tolerance
        return replace(kept, tolerance=wanted)


def _parse_height(floor: Any) -> float | str | None:
    """Of `floor`: a number of metres; "auto"; None for "none"."""
    if floor in ("auto", "none"):
        return None if floor == "none" else "auto"
    return number(name_option("floor"), str(floor), "a height in m, none, or auto")
