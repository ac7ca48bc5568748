"""What every builder of a robot does with its lengths."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ParamSpec, TypeAlias

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot

Lengths: TypeAlias = float | Sequence[float]  # of all limbs, or one a limb
P = ParamSpec("P")
#: what a builder takes that changes no body
POSES = {"directions", "struts", "spacing", "home_angle", "tilt", "gear", "height", "spread"}


def forget_inertias_elsewhere(build: Callable[P, Robot]) -> Callable[P, Robot]:
    """A builder whose bodies have inertias only with its default lengths: with others they are
    those of another machine, and unknown."""
    signature = inspect.signature(build)
    usual = {name: x.default for name, x in signature.parameters.items() if name not in POSES}

    @functools.wraps(build)
    def build_with_known(*args: P.args, **kwargs: P.kwargs) -> Robot:
        robot = build(*args, **kwargs)
        given = signature.bind(*args, **kwargs).arguments
        if all(np.array_equal(given.get(name, x), x) for name, x in usual.items()):
            return robot
        bodies = (x if x.massless else replace(x, inertia=None) for x in robot.bodies)
        return robot.replace(bodies=tuple(bodies))

    return build_with_known


def check_lengths(robot: str, **lengths: Lengths) -> None:
    bad = {
        name: value
        for name, value in lengths.items()
        if not (np.isfinite(value).all() and np.all(np.asarray(value) > 0))
    }
    if bad:
        raise RobotError(f"{robot}: got {bad}, expected positive lengths in metres.")


def expand_lengths(name: str, length: Lengths, limbs: int) -> Array:
    """(limbs,) the length of every limb."""
    given = np.asarray(length, dtype=float)
    if given.shape not in ((), (limbs,)):
        raise RobotError(
            f"got {given.size} lengths '{name}', expected one for all limbs, or {limbs}."
        )
    return np.broadcast_to(given, (limbs,))


def make_rod(mass: float, length: Lengths) -> Array:
    """A slender rod along x from its frame's origin, of the mean length."""
    mean = float(np.mean(length))
    return inertial(mass, (mean / 2, 0, 0), mass * np.array([1e-4, mean**2 / 12, mean**2 / 12]))
