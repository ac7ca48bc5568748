"""The limits that a designed motion keeps, as options."""

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


@dataclass(frozen=True)
class LimitOptions(Group):
    """What the motion keeps. In dynid.yaml the limits may stand themselves, and in addition to them
    `workspace` and `floor`, and `reduction`, whose parameters are then to be shown."""

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
        check.check_table(check.check_anything, "sphere: {center: [0, 0, 0.5], radius: 0.3}"),
        help="Where the tool may be.",
        details="`{sphere: {center: [0, 0, 0.5], radius: 0.3}}`",
    )
    reduction: Mapping[str, Mapping[str, float]] | None = declare_option(None, check.reduction)

    def make_limits(self) -> Limits:
        from dynid.excitation.motion_limits import Limits

        if isinstance(self.limits, str) and self.workspace is not None:
            raise InputError(
                f"got limits in the file '{self.limits}' and a workspace in {NAME}; expected"
                " them in one place: write the limits into the project."
            )
        if isinstance(self.limits, Limits):
            kept = self.limits
        elif isinstance(self.limits, str):
            kept = Limits.load(self.limits)
        else:
            own = {} if self.workspace is None else {"workspace": self.workspace}
            kept = Limits.from_content({**(self.limits or {}), **own}, f"{NAME}, limits")
        if self.floor is not None:
            kept = replace(kept, floor=_parse_height(self.floor))
        wanted = kept.tolerance or TOLERANCE if self.tolerance is None else self.tolerance
        return replace(kept, tolerance=wanted)


def _parse_height(floor: Any) -> float | str | None:
    """Of `floor`: a number of metres; "auto"; None for "none"."""
    if floor in ("auto", "none"):
        return None if floor == "none" else "auto"
    return number(name_option("floor"), str(floor), "a height in m, none, or auto")
