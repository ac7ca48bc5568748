"""A model from names, as a user types them and as results are saved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from dynid.registry import Registry

if TYPE_CHECKING:
    from dynid.model.model import Model
    from dynid.robot.mechanism import Robot

#: the one registry of effects: the command line, its help and the documentation read it
EFFECTS = Registry(
    "effect",
    {
        "viscous": "dynid.model.effects:Viscous",
        "coulomb": "dynid.model.effects:Coulomb",
        "offset": "dynid.model.effects:Offset",
        "rotor": "dynid.model.effects:RotorInertia",
        "spring": "dynid.model.effects:Spring",
        "stribeck": "dynid.model.effects:Stribeck",
        "smooth": "dynid.model.effects:SmoothFriction",
    },
)


def build_model(
    robot: str | os.PathLike[str] | Robot, effects: str, symmetric: bool = True
) -> Model:
    """build_model("arm.urdf", "viscous,coulomb,my_effects.py:Cubic")."""
    from dynid.model.model import Model
    from dynid.robot.load import load_robot

    names = [name.strip() for name in effects.split(",")]
    chosen = [EFFECTS.make(name) for name in names if name and name != "none"]
    return Model(load_robot(robot), chosen, symmetric)
