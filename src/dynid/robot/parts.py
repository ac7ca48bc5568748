"""The parts of a robot: joints, bodies, loops, couplings, frames. Frozen data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, freeze_array
from dynid.errors import RobotError

WORLD = "world"
LARGEST = 1e12  # SI: what is larger is no robot, and its squares soon no numbers
JOINT_KINDS = ("revolute", "continuous", "prismatic", "fixed")


def check_finite_array(value: ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    array = np.array(value, dtype=float)
    if array.shape != shape:
        raise RobotError(f"{what}: got an array of shape {array.shape}, expected {shape}.")
    if not np.all(np.isfinite(array)):
        raise RobotError(f"{what}: got {array.tolist()}, expected finite numbers.")
    if np.any(np.abs(array) > LARGEST):
        raise RobotError(
            f"{what}: got {array.tolist()}, expected SI units, no number beyond {LARGEST:g}."
        )
    return freeze_array(array)


def _check_rotation(value: ArrayLike, what: str) -> Array:
    R = check_finite_array(value, (3, 3), what)
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-6 or np.linalg.det(R) < 0:
        raise RobotError(
            f"{what}: got {R.tolist()}, expected a proper rotation matrix (R R' = 1, det = 1)."
        )
    return R


@dataclass(frozen=True, eq=False)
class Joint:
    """How a body moves against its parent: place the joint frame in the parent's frame, then turn
    or slide by q.

    T(q) = [rotation, position] * exp(axis q); the child's frame is the joint's frame after the
    motion.

    Parameters
    ----------
    name
        of the joint and its coordinate
    kind
        "revolute", "continuous", "prismatic" or "fixed"
    axis
        (3,) in the joint's frame
    position
        of its frame in the parent's [m]
    rotation
        (3, 3) of its frame in the parent's
    lower
        least position [rad or m]
    upper
        largest position [rad or m]
    velocity
        largest speed [rad/s or m/s]
    effort
        largest torque or force [Nm or N]
    damping
        viscous friction [Nm s/rad or N s/m]; None where unknown, as the values below
    friction
        Coulomb's [Nm or N]
    armature
        rotor inertia seen at the joint [kg m^2 or kg]
    stiffness
        of a spring [Nm/rad or N/m]
    rest
        position at which the spring is at rest
    """

    name: str
    kind: str = "revolute"
    axis: ArrayLike = (0.0, 0.0, 1.0)
    position: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = field(default_factory=lambda: np.eye(3))
    lower: float = -np.inf
    upper: float = np.inf
    velocity: float = np.inf
    effort: float = np.inf
    damping: float | None = None
    friction: float | None = None
    armature: float | None = None
    stiffness: float | None = None
    rest: float = 0.0

    def __post_init__(self) -> None:
        what = f"joint '{self.name}'"
        if self.kind not in JOINT_KINDS:
            raise RobotError(
                f"{what}: got kind '{self.kind}', expected one of {', '.join(JOINT_KINDS)}"
                " (universal, spherical and free joints are chains of these: see"
                " dynid.robot.chains)."
            )
        axis = check_finite_array(self.axis, (3,), f"{what}, axis")
        if self.kind != "fixed":
            length = float(np.linalg.norm(axis))
            if length < 1e-9:
                raise RobotError(
                    f"{what}: got the zero axis {axis.tolist()}, expected a direction such as (0,"
                    " 0, 1)."
                )
            # what has the length 1 already stays as it is, to the last bit
            axis = axis if abs(length - 1.0) < 1e-15 else freeze_array(axis / length)
        object.__setattr__(self, "axis", axis)
        object.__setattr__(
            self, "position", check_finite_array(self.position, (3,), f"{what}, position")
        )
        object.__setattr__(self, "rotation", _check_rotation(self.rotation, f"{what}, rotation"))
        for limit in ("lower", "upper", "velocity", "effort", "rest"):
            if np.isnan(getattr(self, limit)):
                raise RobotError(f"{what}: limit '{limit}' is nan, expected a number or infinity.")
        for name in ("damping", "friction", "armature", "stiffness"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and value >= 0):
                raise RobotError(
                    f"{what}: got {name} {value}, expected a number >= 0, or None where it is not"
                    " known."
                )
        if self.lower > self.upper:
            raise RobotError(
                f"{what}: lower limit {self.lower} is above upper limit {self.upper}; swap them."
            )

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"

    @property
    def spring_offset(self) -> float | None:
        """t0 of the spring's torque k q + t0 = k (q - rest)."""
        return None if self.stiffness is None else -self.stiffness * self.rest

    def __repr__(self) -> str:
        return f"Joint({self.name!r}, {self.kind})"


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body, hung on its parent by a joint.

    Parameters
    ----------
    name
        of the body
    parent
        the body that carries it; "world": the ground
    joint
        between the two
    inertia
        ten nominal parameters about its own frame (see `inertial`); None where unknown
    massless
        it has no parameters (the cross of a universal joint)
    """

    name: str
    parent: str
    joint: Joint
    inertia: ArrayLike | None = None
    massless: bool = False

    def __post_init__(self) -> None:
        if self.inertia is not None:
            object.__setattr__(
                self,
                "inertia",
                check_finite_array(self.inertia, (10,), f"body '{self.name}', inertia"),
            )

    def __repr__(self) -> str:
        return f"Body({self.name!r} on {self.parent!r} by {self.joint!r})"


#: which relative motions a loop forbids: translations along axes of frame a, and axis pairs (a, b)
#: kept perpendicular
LOOP_ROWS: Mapping[str, tuple[tuple[int, ...], tuple[tuple[int, int], ...]]] = {
    "point": ((0, 1, 2), ()),
    "rigid": ((0, 1, 2), ((0, 1), (1, 2), (2, 0))),
    "axis": ((0, 1, 2), ((0, 2), (1, 2))),
    "universal": ((0, 1, 2), ((0, 1),)),
    "line": ((0, 1), ()),
    "plane": ((2,), ()),
}


@dataclass(frozen=True, eq=False)
class Loop:
    """Two frames, on two bodies, that keep together: what closes a kinematic loop.

    What coincides, by `kind`:

    - `point`: the two origins (a ball joint)
    - `rigid`: the two frames (a weld)
    - `axis`: the origins and the z axes (a hinge)
    - `universal`: the origins, and x of a stays perpendicular to y of b (a cardan joint)
    - `line`: the origin of b lies on the z axis of a
    - `plane`: the origin of b lies in the x-y plane of a

    Parameters
    ----------
    name
        of the loop
    body_a
        a body, or "world"
    body_b
        the other body
    position_a
        of the frame in that of body_a [m]
    position_b
        of the frame in that of body_b [m]
    rotation_a
        (3, 3) of the frame in that of body_a
    rotation_b
        (3, 3) of the frame in that of body_b
    kind
        what coincides
    roll
        of a foot that is a ball, from position_b, in its sole, to its centre; it rolls on body_a
    """

    name: str
    body_a: str
    body_b: str
    position_a: ArrayLike = (0.0, 0.0, 0.0)
    position_b: ArrayLike = (0.0, 0.0, 0.0)
    rotation_a: ArrayLike = field(default_factory=lambda: np.eye(3))
    rotation_b: ArrayLike = field(default_factory=lambda: np.eye(3))
    kind: str = "point"
    roll: ArrayLike = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        what = f"loop '{self.name}'"
        object.__setattr__(self, "roll", check_finite_array(self.roll, (3,), what))
        if self.kind not in LOOP_ROWS:
            raise RobotError(
                f"{what}: got kind '{self.kind}', expected one of {', '.join(LOOP_ROWS)}."
            )
        if self.body_a == self.body_b:
            raise RobotError(
                f"{what}: joins body '{self.body_a}' with itself; expected two different bodies."
            )
        for end in "ab":
            object.__setattr__(
                self,
                f"position_{end}",
                check_finite_array(getattr(self, f"position_{end}"), (3,), what),
            )
            object.__setattr__(
                self, f"rotation_{end}", _check_rotation(getattr(self, f"rotation_{end}"), what)
            )

    @property
    def rho(self) -> float:
        """The radius of a foot that rolls."""
        return float(np.linalg.norm(np.asarray(self.roll)))

    @property
    def n_rows(self) -> int:
        translations, rotations = LOOP_ROWS[self.kind]
        return len(translations) + len(rotations)

    def __repr__(self) -> str:
        return f"Loop({self.name!r}, {self.kind}, {self.body_a!r} = {self.body_b!r})"


@dataclass(frozen=True, eq=False)
class Coupling:
    """A coordinate given as a polynomial of another: joint = c0 + c1 of + c2 of^2 + ...

    Parameters
    ----------
    joint
        the coordinate
    of
        the other one
    coefficients
        c0, c1, c2, ...
    """

    joint: str
    of: str
    coefficients: Sequence[float] = (0.0, 1.0)

    def __post_init__(self) -> None:
        c = np.atleast_1d(np.array(self.coefficients, dtype=float))
        if c.ndim != 1 or c.size == 0 or not np.all(np.isfinite(c)):
            raise RobotError(
                f"coupling of '{self.joint}': coefficients {self.coefficients} must be finite"
                " numbers."
            )
        object.__setattr__(self, "coefficients", tuple(float(x) for x in c))
        if self.joint == self.of:
            raise RobotError(
                f"coupling: joint '{self.joint}' is coupled to itself; expected two different"
                " joints."
            )


@dataclass(frozen=True, eq=False)
class Frame:
    """A named place on a body: a tool, or a link of the file that is fixed to that body; or the
    centre of a ball (a foot) of some radius.

    Parameters
    ----------
    name
        of the frame
    body
        that it is fixed to
    position
        in the body's frame [m]
    rotation
        (3, 3) in the body's frame
    radius
        of a ball about it [m]
    """

    name: str
    body: str
    position: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = field(default_factory=lambda: np.eye(3))
    radius: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "position",
            check_finite_array(self.position, (3,), f"frame '{self.name}', position"),
        )
        object.__setattr__(
            self, "rotation", _check_rotation(self.rotation, f"frame '{self.name}', rotation")
        )
        if not 0.0 <= self.radius < LARGEST:
            raise RobotError(
                f"frame '{self.name}': got the radius {self.radius}, expected 0 or more, in m."
            )
