"""What a robot is made of, and what its motion can reveal of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dynid.errors import join_names
from dynid.robot.summary import (
    WIDTH,
    collect_facts,
    fold_text,
    format_joint_lines,
    list_motors,
    record_joints,
    remark_lines,
)
from dynid.study.contact_options import FeetOptions
from dynid.study.model_options import ModelOptions
from dynid.study.options import declare_named_option

if TYPE_CHECKING:
    from dynid.model.base_reduction import BaseParameters
    from dynid.model.model import Model

FEW = 60  # combinations that are shown without being asked for


@dataclass(frozen=True)
class InspectOptions(FeetOptions):
    """And which limbs are alike."""

    symmetric: bool = declare_named_option(True, "Identical limbs share their parameters.")


@dataclass(frozen=True, eq=False)
class Inspection:
    """A robot and its parameters.

    base     the combinations that act on the torques
    feet     on which it stands; free: how many combinations the robot without them has
    """

    model: Model
    base: BaseParameters
    feet: tuple[str, ...] = ()
    free: int = 0

    @cached_property
    def kinds(self) -> dict[str, str]:
        """{parameter: how far motion tells it}."""
        return {name: self.base.classify(name) for name in self.model.parameters}

    @property
    def bodies(self) -> list[str]:
        return [body.name for body in self.model.robot.bodies if not body.massless]

    def __str__(self) -> str:
        return "\n".join(self.list_lines())

    def list_lines(self, every: bool = False) -> list[str]:
        """In eighty columns; every: all bodies and combinations, in full."""
        robot, base, kinds = self.model.robot, self.base, self.kinds
        stands = (
            f"standing     on {','.join(self.feet)}: {len(base)} of the {self.free} combinations"
        )
        lines = [
            repr(robot),
            "",
            *format_joint_lines(robot),
            "",
            *remark_lines(robot),
            *list_motors(robot),
            *([f"{stands} that the free robot has"] if self.feet else []),
            *fold_text("parameters", f"{len(kinds)}, of which {base.contributing} contribute"),
            *fold_text("base", f"{len(base)} (gap {base.gap:.1e})"),
        ]
        for kind in ("alone", "not at all"):
            names = [name for name in kinds if kinds[name] == kind]
            lines += fold_text(kind, f"{len(names)}: {join_names(names, 12)}") if names else []
        lines += fold_text("bodies", join_names(self.bodies, len(self.bodies))) if every else []
        return [*lines, "", *_list_combinations(base.names, every)]

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid inspect --json` prints."""
        robot, base = self.model.robot, self.base
        return {
            "robot": robot.name,
            "bodies": self.bodies,
            "coordinates": list(robot.coordinates),
            "actuated": list(robot.actuated),
            "motors": list(robot.motors),
            "base_coordinates": list(robot.base),
            "loops": [loop.name for loop in robot.loops],
            "n_parameters": len(self.model.parameters),
            "n_contributing": base.contributing,
            "n_base": len(base),
            "gap": base.gap,
            "base": list(base.names),
            "parameters": self.kinds,
            "joints": record_joints(robot),
            "facts": collect_facts(robot),
        }


def inspect_robot(robot: str, about: ModelOptions, options: InspectOptions) -> Inspection:
    from dynid.model.base_reduction import base_parameters

    model = about.make_model(robot, "none", options.symmetric)
    free = len(base_parameters(model)) if options.contacts else 0
    model = options.stand(model)
    return Inspection(model, base_parameters(model), tuple(options.contacts), free)


def _list_combinations(names: Sequence[str], every: bool) -> list[str]:
    """Numbered sums; of a small robot and cut at the edge, unless all are asked for."""
    if len(names) > FEW and not every:
        return ["-v prints the identifiable combinations of parameters."]
    lines = [f"  {k:>3}  {name}" for k, name in enumerate(names, start=1)]
    cut = not every and any(len(line) > WIDTH for line in lines)
    if cut:
        lines = [x if len(x) <= WIDTH else f"{x[: WIDTH - 4].rsplit(' ', 1)[0]} ..." for x in lines]
    return [f"identifiable combinations{' (-v: in full)' if cut else ''}:", *lines]
