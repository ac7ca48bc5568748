"""What a robot is: bodies in a tree of joints, loops that close it, couplings between coordinates.
Frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import RobotError, join_names
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop, check_finite_array
from dynid.robot.robot_check import check_robot

#: what is done with a robot is a function beside it, not a method of it
VERBS = ("close", "forward_kinematics", "inverse_kinematics")
#: what closed poses depend on: with another one of these, landmarks are none any more
MOVED = {"bodies", "loops", "couplings", "actuated", "home"}


@dataclass(frozen=True, eq=False)
class Robot:
    """A mechanism: a tree of bodies, and what closes it.

    Parameters
    ----------
    name
        of the robot
    bodies
        the tree; bodies on the ground have the parent "world"
    loops
        pairs of frames that coincide
    couplings
        coordinates that are polynomials of others
    actuated
        the independent coordinates, in the order of every motion array; a tree needs none named
        (all of them)
    gravity
        (3,) [m/s^2] in the world
    symmetry
        groups of bodies with the same inertia in their own frames (identical limbs)
    home
        a pose on the wanted assembly branch, {coordinate: value}; loops are followed from there
    task
        coordinates that describe the tool, or its place as "tool.x", "tool.y", "tool.z"; as many as
        the actuated ones: what inverse kinematics starts from
    tool
        the frame that forward kinematics reports
    frames
        named places on bodies
    description
        where the numbers come from
    source
        the file, or what else the robot was made of
    locked
        {joint: value} of joints that were fixed (see `lock_joints`): their bodies are part of
        others here
    motors
        the coordinates with motors, where these are not just the independent ones: fewer (a
        floating base, springs), or more (a robot that is driven redundantly)
    base
        the six coordinates of a base that floats
    ideal
        the bodies once more, with angles that the file rounds (1.5708) made exact: what can be
        identified is judged on these
    landmarks
        (any number, coordinates) further closed poses on that branch, such as some of a log: a
        motion is followed from the nearest
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
    locked: Mapping[str, float] = field(default_factory=dict)
    motors: tuple[str, ...] = ()
    base: tuple[str, ...] = ()
    ideal: tuple[Body, ...] = ()
    landmarks: ArrayLike = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "bodies", sort_parents_first(self.name, tuple(self.bodies)))
        if self.ideal:
            object.__setattr__(self, "ideal", sort_parents_first(self.name, tuple(self.ideal)))
        for name in ("loops", "couplings", "actuated", "task", "frames", "motors", "base"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "symmetry", tuple(tuple(group) for group in self.symmetry))
        object.__setattr__(self, "home", dict(self.home))
        object.__setattr__(self, "locked", dict(self.locked))
        object.__setattr__(
            self, "gravity", check_finite_array(self.gravity, (3,), f"robot '{self.name}', gravity")
        )
        if not self.actuated and not self.loops:
            driven = {c.joint for c in self.couplings}
            object.__setattr__(
                self, "actuated", tuple(c for c in self.coordinates if c not in driven)
            )
        if not self.motors:
            object.__setattr__(
                self, "motors", tuple(c for c in self.actuated if c not in self.base)
            )
        check_robot(self)
        shape = len(np.asarray(self.landmarks)), len(self.coordinates)
        poses = np.reshape(self.landmarks, shape) if shape[0] == 0 else self.landmarks
        what = f"robot '{self.name}', landmarks"
        object.__setattr__(self, "landmarks", check_finite_array(poses, shape, what))

    @cached_property
    def coordinates(self) -> tuple[str, ...]:
        """Names of all moving joints, in the order of the bodies."""
        return tuple(body.joint.name for body in self.bodies if body.joint.moves)

    @property
    def passive(self) -> tuple[str, ...]:
        """The dependent coordinates: all that are not actuated."""
        return tuple(c for c in self.coordinates if c not in self.actuated)

    @property
    def free(self) -> tuple[str, ...]:
        """The degrees of freedom that no motor drives, a floating base left out: springs, what
        swings."""
        return tuple(c for c in self.actuated if c not in self.motors and c not in self.base)

    @property
    def logged(self) -> tuple[str, ...]:
        """The joints that a log records: the independent coordinates, and motors in addition to
        them."""
        return tuple(dict.fromkeys((*self.actuated, *self.motors)))

    @property
    def sprung(self) -> tuple[str, ...]:
        """The coordinates with a spring."""
        return tuple(c for c in self.coordinates if self.joint(c).stiffness)

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
        locked = f" ('{name}' is locked)" if name in self.locked else ""
        raise RobotError(
            f"robot '{self.name}' has no joint '{name}'{locked}; it has"
            f" {join_names(self.coordinates)}."
        )

    def body(self, name: str) -> Body:
        for body in self.bodies:
            if body.name == name:
                return body
        raise RobotError(
            f"robot '{self.name}' has no body '{name}'; it has"
            f" {join_names(b.name for b in self.bodies)}."
        )

    def replace(self, **changes: object) -> Robot:
        """A copy with some fields changed: robot.with_(gravity=(0, 0, 0))."""
        if "actuated" in changes:
            changes = {"motors": (), **changes}
        if changes.keys() & MOVED:
            changes = {"landmarks": (), **changes}
        return replace(self, **changes)  # type: ignore[arg-type]

    def plot(self, pose: Mapping[str, float] | None = None) -> Any:
        """A plotly figure: the robot as lines in 3-D, its joints with names, loops closed; .show()
        opens it.

        Parameters
        ----------
        pose
            {coordinate: value}, of loops a guess; those not named are as in `home`
        """
        from dynid.robot.robot_plot import draw_robot

        robot = self if pose is None else self.replace(home={**self.home, **pose})
        return draw_robot(robot).to_plotly()

    def _repr_html_(self) -> str:
        from dynid.robot.robot_html import render_robot

        return render_robot(self)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> None:
            said = f"; it is a function: di.{name}(robot, ...)" if name in VERBS else ""
            raise AttributeError(f"a Robot has no '{name}'{said}.")

    def __repr__(self) -> str:
        loops = f", {len(self.loops)} loops" if self.loops else ""
        couplings = f", {len(self.couplings)} couplings" if self.couplings else ""
        driven = f"{self.dof} actuated"
        if set(self.motors) != set(self.actuated):
            driven = f"{self.dof} freedoms, {len(self.motors)} motors"
        floats = ", floating base" if self.base else ""
        return (
            f"Robot({self.name!r}: {sum(not b.massless for b in self.bodies)} bodies, "
            f"{len(self.coordinates)} coordinates, {driven}{floats}{loops}{couplings})"
        )


def sort_parents_first(robot: str, bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The bodies in an order in which every parent stands before its children, else as given."""
    by_name: dict[str, Body] = {}
    for body in bodies:
        if body.name == WORLD or body.name in by_name:
            clash = "the reserved name of the ground" if body.name == WORLD else "a name used twice"
            raise RobotError(
                f"robot '{robot}': body '{body.name}' has {clash}; give each body a name of its"
                " own."
            )
        by_name[body.name] = body
    ordered: list[Body] = []
    placed = {WORLD}
    for body in bodies:
        chain: list[Body] = []  # from this body down to the first one already placed
        while body.name not in placed:
            if body in chain:
                raise RobotError(
                    f"robot '{robot}': bodies {join_names(b.name for b in chain)} form a cycle of"
                    " parents; cut one joint and close it with a Loop."
                )
            chain.append(body)
            if body.parent == WORLD:
                break
            if body.parent not in by_name:
                raise RobotError(
                    f"robot '{robot}': body '{body.name}' has the unknown parent '{body.parent}'; "
                    f"expected '{WORLD}' or one of {join_names(by_name)}."
                )
            body = by_name[body.parent]
        for link in reversed(chain):
            ordered.append(link)
            placed.add(link.name)
    return tuple(ordered)
