"""What a robot is: bodies in a tree of joints, loops that close it, couplings between coordinates. Frozen data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import RobotError
from dynid.robot.geometry import Array, frozen_array

if TYPE_CHECKING:
    from dynid.robot.closure import Motion

WORLD = "world"
JOINT_KINDS = ("revolute", "continuous", "prismatic", "fixed")


def listing(names: Iterable[str], most: int = 30) -> str:
    """Names for an error message: all of them, or the first few of a long list."""
    names = list(names)
    more = f", ... ({len(names)} in all)" if len(names) > most else ""
    return (", ".join(names[:most]) + more) if names else "(none)"


def _finite(value: ArrayLike, shape: tuple[int, ...], what: str) -> Array:
    array = np.array(value, dtype=float)
    if array.shape != shape:
        raise RobotError(f"{what}: got an array of shape {array.shape}, expected {shape}.")
    if not np.all(np.isfinite(array)):
        raise RobotError(f"{what}: got {array.tolist()}, expected finite numbers.")
    return frozen_array(array)


def _rotation(value: ArrayLike, what: str) -> Array:
    R = _finite(value, (3, 3), what)
    if np.abs(R @ R.T - np.eye(3)).max() > 1e-6 or np.linalg.det(R) < 0:
        raise RobotError(f"{what}: got {R.tolist()}, expected a proper rotation matrix (R R' = 1, det = 1).")
    return R


@dataclass(frozen=True, eq=False)
class Joint:
    """How a body moves against its parent: place the joint frame in the parent's frame, then turn or slide by q.

    T(q) = [rotation, position] * exp(axis q); the child's frame is the joint's frame after the motion.
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

    def __post_init__(self) -> None:
        what = f"joint '{self.name}'"
        if self.kind not in JOINT_KINDS:
            raise RobotError(
                f"{what}: got kind '{self.kind}', expected one of {', '.join(JOINT_KINDS)} "
                "(universal, spherical and free joints are chains of these: see dynid.robot.chains)."
            )
        axis = _finite(self.axis, (3,), f"{what}, axis")
        if self.kind != "fixed":
            length = float(np.linalg.norm(axis))
            if length < 1e-9:
                raise RobotError(f"{what}: got the zero axis {axis.tolist()}, expected a direction such as (0, 0, 1).")
            axis = frozen_array(axis / length)
        object.__setattr__(self, "axis", axis)
        object.__setattr__(self, "position", _finite(self.position, (3,), f"{what}, position"))
        object.__setattr__(self, "rotation", _rotation(self.rotation, f"{what}, rotation"))
        for limit in ("lower", "upper", "velocity", "effort"):
            if np.isnan(getattr(self, limit)):
                raise RobotError(f"{what}: limit '{limit}' is nan, expected a number or infinity.")
        if self.lower > self.upper:
            raise RobotError(f"{what}: lower limit {self.lower} is above upper limit {self.upper}; swap them.")

    @property
    def moves(self) -> bool:
        return self.kind != "fixed"

    def __repr__(self) -> str:
        return f"Joint({self.name!r}, {self.kind})"


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body, hung on its parent by a joint.

    `inertia` holds its ten nominal parameters about its own frame (see `geometry.inertial`), or None where unknown.
    A `massless` body (the cross of a universal joint) has no parameters.
    """

    name: str
    parent: str
    joint: Joint
    inertia: ArrayLike | None = None
    massless: bool = False

    def __post_init__(self) -> None:
        if self.inertia is not None:
            object.__setattr__(self, "inertia", _finite(self.inertia, (10,), f"body '{self.name}', inertia"))

    def __repr__(self) -> str:
        return f"Body({self.name!r} on {self.parent!r} by {self.joint!r})"


#: which relative motions a loop forbids: translations along axes of frame a, and axis pairs (a, b) kept perpendicular
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

    kind        what coincides
    point       the two origins (a ball joint)
    rigid       the two frames (a weld)
    axis        the origins and the z axes (a hinge)
    universal   the origins, and x of a stays perpendicular to y of b (a cardan joint)
    line        the origin of b lies on the z axis of a
    plane       the origin of b lies in the x-y plane of a
    """

    name: str
    body_a: str
    body_b: str
    position_a: ArrayLike = (0.0, 0.0, 0.0)
    position_b: ArrayLike = (0.0, 0.0, 0.0)
    rotation_a: ArrayLike = field(default_factory=lambda: np.eye(3))
    rotation_b: ArrayLike = field(default_factory=lambda: np.eye(3))
    kind: str = "point"

    def __post_init__(self) -> None:
        what = f"loop '{self.name}'"
        if self.kind not in LOOP_ROWS:
            raise RobotError(f"{what}: got kind '{self.kind}', expected one of {', '.join(LOOP_ROWS)}.")
        if self.body_a == self.body_b:
            raise RobotError(f"{what}: joins body '{self.body_a}' with itself; expected two different bodies.")
        for end in "ab":
            object.__setattr__(self, f"position_{end}", _finite(getattr(self, f"position_{end}"), (3,), what))
            object.__setattr__(self, f"rotation_{end}", _rotation(getattr(self, f"rotation_{end}"), what))

    @property
    def n_rows(self) -> int:
        translations, rotations = LOOP_ROWS[self.kind]
        return len(translations) + len(rotations)

    def __repr__(self) -> str:
        return f"Loop({self.name!r}, {self.kind}, {self.body_a!r} = {self.body_b!r})"


@dataclass(frozen=True, eq=False)
class Coupling:
    """A coordinate given as a polynomial of another: joint = c0 + c1 of + c2 of^2 + ..."""

    joint: str
    of: str
    coefficients: Sequence[float] = (0.0, 1.0)

    def __post_init__(self) -> None:
        c = np.atleast_1d(np.array(self.coefficients, dtype=float))
        if c.ndim != 1 or c.size == 0 or not np.all(np.isfinite(c)):
            raise RobotError(f"coupling of '{self.joint}': coefficients {self.coefficients} must be finite numbers.")
        object.__setattr__(self, "coefficients", tuple(float(x) for x in c))
        if self.joint == self.of:
            raise RobotError(f"coupling: joint '{self.joint}' is coupled to itself; expected two different joints.")


@dataclass(frozen=True, eq=False)
class Frame:
    """A named place on a body: a tool, or a link of the file that is fixed to that body."""

    name: str
    body: str
    position: ArrayLike = (0.0, 0.0, 0.0)
    rotation: ArrayLike = field(default_factory=lambda: np.eye(3))

    def __post_init__(self) -> None:
        object.__setattr__(self, "position", _finite(self.position, (3,), f"frame '{self.name}', position"))
        object.__setattr__(self, "rotation", _rotation(self.rotation, f"frame '{self.name}', rotation"))


@dataclass(frozen=True, eq=False)
class Robot:
    """A mechanism: a tree of bodies, and what closes it.

    bodies      the tree; bodies on the ground have the parent "world"
    loops       pairs of frames that coincide
    couplings   coordinates that are polynomials of others
    actuated    the independent coordinates, in the order of every motion array; a tree needs none named (all of them)
    symmetry    groups of bodies with the same inertia in their own frames (identical limbs)
    home        a pose on the wanted assembly branch, {coordinate: value}; loops are followed from there
    task        coordinates that describe the tool, or its place as "tool.x", "tool.y", "tool.z"; as many as the actuated
                ones: what inverse kinematics starts from
    tool        the frame that forward kinematics reports
    """

    name: str
    bodies: tuple[Body, ...]
    loops: tuple[Loop, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    actuated: tuple[str, ...] = ()
    gravity: ArrayLike = (0.0, 0.0, -9.81)
    symmetry: tuple[tuple[str, ...], ...] = ()
    home: Mapping[str, float] = field(default_factory=dict)
    task: tuple[str, ...] = ()
    tool: Frame | None = None
    frames: tuple[Frame, ...] = ()
    description: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        from dynid.robot.check import check_robot

        object.__setattr__(self, "bodies", parents_first(self.name, tuple(self.bodies)))
        for name in ("loops", "couplings", "actuated", "task", "frames"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "symmetry", tuple(tuple(group) for group in self.symmetry))
        object.__setattr__(self, "home", dict(self.home))
        object.__setattr__(self, "gravity", _finite(self.gravity, (3,), f"robot '{self.name}', gravity"))
        if not self.actuated and not self.loops:
            driven = {c.joint for c in self.couplings}
            object.__setattr__(self, "actuated", tuple(c for c in self.coordinates if c not in driven))
        check_robot(self)

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of all moving joints, in the order of the bodies."""
        return tuple(body.joint.name for body in self.bodies if body.joint.moves)

    @property
    def passive(self) -> tuple[str, ...]:
        """The dependent coordinates: all that are not actuated."""
        return tuple(c for c in self.coordinates if c not in self.actuated)

    @property
    def is_tree(self) -> bool:
        return not self.loops and not self.couplings

    @property
    def dof(self) -> int:
        return len(self.actuated)

    def joint(self, name: str) -> Joint:
        for body in self.bodies:
            if body.joint.name == name:
                return body.joint
        raise RobotError(f"robot '{self.name}' has no joint '{name}'; it has {listing(self.coordinates)}.")

    def body(self, name: str) -> Body:
        for body in self.bodies:
            if body.name == name:
                return body
        raise RobotError(f"robot '{self.name}' has no body '{name}'; it has {listing(b.name for b in self.bodies)}.")

    def with_(self, **changes: object) -> Robot:
        """A copy with some fields changed: robot.with_(gravity=(0, 0, 0))."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def close(
        self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None, given: Sequence[str] = ()
    ) -> Motion:
        """The motion of all coordinates for a motion of the actuated ones (or of the `given` ones). See `closure`."""
        from dynid.robot.closure import close

        return close(self, q, qd, qdd, given)

    def close_gradient(
        self,
        motion: Motion,
        q_bar: ArrayLike | None = None,
        qd_bar: ArrayLike | None = None,
        qdd_bar: ArrayLike | None = None,
        G_bar: ArrayLike | None = None,
    ) -> tuple[Array, Array, Array]:
        """Cotangents (N, n) of the coordinates that `close` was given, from those of all coordinates (N, coordinates)."""
        from dynid.robot.closure_gradient import close_gradient

        return close_gradient(motion, q_bar, qd_bar, qdd_bar, G_bar)

    def forward_kinematics(self, q: ArrayLike, frame: str | Frame | None = None) -> Array:
        """Poses (N, 4, 4) of the tool, or of another frame or body, for actuated positions (N, n)."""
        from dynid.robot.kinematics import forward_kinematics

        return forward_kinematics(self, q, frame)

    def inverse_kinematics(self, z: ArrayLike) -> Array:
        """Actuated positions (N, n) for task coordinates (N, n), in the order of `robot.task`."""
        from dynid.robot.kinematics import inverse_kinematics

        return inverse_kinematics(self, z)

    def __repr__(self) -> str:
        loops = f", {len(self.loops)} loops" if self.loops else ""
        couplings = f", {len(self.couplings)} couplings" if self.couplings else ""
        return (
            f"Robot({self.name!r}: {sum(not b.massless for b in self.bodies)} bodies, "
            f"{len(self.coordinates)} coordinates, {self.dof} actuated{loops}{couplings})"
        )


def parents_first(robot: str, bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The bodies in an order in which every parent stands before its children, else as given."""
    by_name: dict[str, Body] = {}
    for body in bodies:
        if body.name == WORLD or body.name in by_name:
            clash = "the reserved name of the ground" if body.name == WORLD else "a name used twice"
            raise RobotError(f"robot '{robot}': body '{body.name}' has {clash}; give each body a name of its own.")
        by_name[body.name] = body
    ordered: list[Body] = []
    placed = {WORLD}
    for body in bodies:
        chain: list[Body] = []  # from this body down to the first one already placed
        while body.name not in placed:
            if body in chain:
                raise RobotError(
                    f"robot '{robot}': bodies {listing(b.name for b in chain)} form a cycle of parents; "
                    "cut one joint and close it with a Loop."
                )
            chain.append(body)
            if body.parent == WORLD:
                break
            if body.parent not in by_name:
                raise RobotError(
                    f"robot '{robot}': body '{body.name}' hangs on unknown body '{body.parent}'; "
                    f"expected '{WORLD}' or one of {listing(by_name)}."
                )
            body = by_name[body.parent]
        for link in reversed(chain):
            ordered.append(link)
            placed.add(link.name)
    return tuple(ordered)
