"""A model from names, as a user types them and as results are saved."""

from __future__ import annotations

import os
from collections.abc import Callable

from dynid.errors import InputError, listing, near
from dynid.model.effects import (
    Coulomb,
    Effect,
    Offset,
    RotorInertia,
    SmoothFriction,
    Spring,
    Stribeck,
    Viscous,
)
from dynid.model.model import Model
from dynid.robot.load import load_robot
from dynid.robot.mechanism import Robot

EFFECTS: dict[str, Callable[[], Effect]] = {
    "viscous": Viscous,
    "coulomb": Coulomb,
    "offset": Offset,
    "rotor": RotorInertia,
    "spring": Spring,
    "stribeck": Stribeck,
    "smooth": SmoothFriction,
}


def build_model(
    robot: str | os.PathLike[str] | Robot, effects: str, symmetric: bool = True
) -> Model:
    """build_model("arm.urdf", "viscous,coulomb")."""
    names = [name.strip() for name in effects.split(",") if name.strip() and name.strip() != "none"]
    unknown = [name for name in names if name not in EFFECTS]
    if unknown:
        raise InputError(
            f"unknown effect {listing(unknown)}; expected some of {listing(EFFECTS)}, or"
            f" none.{near(unknown[0], EFFECTS)}"
        )
    return Model(load_robot(robot), [EFFECTS[name]() for name in names], symmetric)
