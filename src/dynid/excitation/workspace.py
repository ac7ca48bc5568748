"""Where the tool may be: bodies in space whose walls are smooth functions of the place, negative
inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np

from dynid.arrays import Array, freeze_array, is_finite_number
from dynid.errors import InputError, shorten

Vector = Any  # three numbers


def point(value: object, what: str) -> Array:
    """(3,) of three finite numbers; what: that they are, "Sphere: got center"."""
    try:
        array = freeze_array(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        array = np.zeros(0)
    if array.shape != (3,) or not np.isfinite(array).all():
        raise InputError(f"{what} {shorten(value)}, expected three finite numbers.")
    return array


def _check_vector(owner: object, name: str) -> Array:
    return point(getattr(owner, name), f"{type(owner).__name__}: got {name}")


def _check_length(owner: object, name: str) -> None:
    value = getattr(owner, name)
    if not (is_finite_number(value) and value > 0):
        raise InputError(
            f"{type(owner).__name__}: got {name} {shorten(value)}, expected a positive length in m."
        )


@dataclass(frozen=True, eq=False)
class Workspace:
    """walls(x (N, 3)) -> distances (N, k) in m from the k walls, negative inside, and their
    gradients (N, k, 3)."""

    count: ClassVar[int] = 1  # k

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {type(self).__name__.lower(): {k: np.asarray(v).tolist() for k, v in values.items()}}


def _round(x: Array, radius: float) -> tuple[Array, Array]:
    """|x| - r; the centre, where it has no slope, is as far from the wall as can be."""
    distance = np.linalg.norm(x, axis=1)
    return distance - radius, x / np.maximum(distance, 1e-12)[:, None]


@dataclass(frozen=True, eq=False)
class Sphere(Workspace):
    """A ball: all points within `radius` of `center`.

    Parameters
    ----------
    center
        (3,) [m]
    radius
        [m]
    """

    center: Vector
    radius: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", _check_vector(self, "center"))
        _check_length(self, "radius")

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        d, slope = _round(x - self.center, self.radius)
        return d[:, None], slope[:, None]


@dataclass(frozen=True, eq=False)
class Hemisphere(Workspace):
    """Half a ball: the half on the side that `direction` points to (down, as below a Delta).

    Parameters
    ----------
    center
        (3,) of the ball [m]
    radius
        [m]
    direction
        (3,) to the side of the half that counts
    """

    count: ClassVar[int] = 2
    center: Vector
    radius: float
    direction: Vector = (0.0, 0.0, -1.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", _check_vector(self, "center"))
        _check_length(self, "radius")
        object.__setattr__(self, "direction", _check_direction(self, "direction"))

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        d, slope = _round(x - self.center, self.radius)
        plane = -(x - self.center) @ self.direction
        return np.stack([d, plane], axis=1), np.stack(
            [slope, np.broadcast_to(-self.direction, x.shape)], axis=1
        )


@dataclass(frozen=True, eq=False)
class Cylinder(Workspace):
    """Around an axis through the middle `center`, from -height/2 to +height/2 along it.

    Parameters
    ----------
    center
        (3,) the middle [m]
    radius
        [m]
    height
        [m]
    axis
        (3,) direction of the axis
    """

    count: ClassVar[int] = 3
    center: Vector
    radius: float
    height: float
    axis: Vector = (0.0, 0.0, 1.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", _check_vector(self, "center"))
        _check_length(self, "radius")
        _check_length(self, "height")
        object.__setattr__(self, "axis", _check_direction(self, "axis"))

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        along = (x - self.center) @ self.axis
        d, slope = _round(x - self.center - along[:, None] * self.axis, self.radius)
        up = np.broadcast_to(self.axis, x.shape)
        walls = np.stack([d, along - self.height / 2, -along - self.height / 2], axis=1)
        return walls, np.stack([slope, up, -up], axis=1)


@dataclass(frozen=True, eq=False)
class Box(Workspace):
    """lower <= x <= upper, along the axes of the world.

    Parameters
    ----------
    lower
        (3,) the corner of the least coordinates [m]
    upper
        (3,) the opposite corner [m]
    """

    count: ClassVar[int] = 6
    lower: Vector
    upper: Vector

    def __post_init__(self) -> None:
        lower, upper = _check_vector(self, "lower"), _check_vector(self, "upper")
        if not (lower < upper).all():
            raise InputError(
                f"Box: got lower {lower.tolist()} not below upper {upper.tolist()}; swap them."
            )
        object.__setattr__(self, "lower", lower)
        object.__setattr__(self, "upper", upper)

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        slopes = np.concatenate([np.eye(3), -np.eye(3)])
        return np.hstack([x - self.upper, self.lower - x]), np.broadcast_to(slopes, (len(x), 6, 3))


@dataclass(frozen=True, eq=False)
class SignedDistance(Workspace):
    """Any region, by the distance to its surface.

    Parameters
    ----------
    function
        of points (N, 3): the distances (N,), negative inside, and their gradients (N, 3)
    """

    function: Callable[[Array], tuple[Array, Array]]

    def compute_walls(self, x: Array) -> tuple[Array, Array]:
        d, slope = (np.asarray(part, dtype=float) for part in self.function(x))
        if d.shape != (len(x),) or slope.shape != x.shape:
            raise InputError(
                f"SignedDistance: the function gave shapes {d.shape} and {slope.shape} for places"
                f" {x.shape}, expected ({len(x)},) distances and {x.shape} gradients."
            )
        return d[:, None], slope[:, None]

    def to_dict(self) -> dict[str, Any]:
        return {"signed_distance": getattr(self.function, "__name__", "a function")}


def _check_direction(owner: object, name: str) -> Array:
    value = _check_vector(owner, name)
    length = float(np.linalg.norm(value))
    if length < 1e-9:
        raise InputError(
            f"{type(owner).__name__}: got the zero {name}, expected a direction such as (0, 0, 1)."
        )
    return freeze_array(value / length)


def load_workspace(content: Any) -> Workspace:
    """{"hemisphere": {"center": [0, 0, -0.9], "radius": 0.45}}, as in limits.yaml."""
    kinds: dict[str, Any] = {
        kind.__name__.lower(): kind for kind in (Sphere, Hemisphere, Cylinder, Box)
    }
    if not isinstance(content, dict) or len(content) != 1 or next(iter(content)) not in kinds:
        raise InputError(
            f"workspace: got {shorten(content)}, expected one of {', '.join(kinds)} with its"
            " measures."
        )
    kind, measures = next(iter(content.items()))
    try:
        built: Workspace = kinds[kind](**measures)
    except (TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        wanted = ", ".join(f.name for f in fields(kinds[kind]))
        raise InputError(
            f"workspace {kind}: got {shorten(measures)}, expected {wanted} ({error})."
        ) from None
    return built
