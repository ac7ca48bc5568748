"""Which numbers of a robot's geometry may be wrong, and the robot with other ones.

A joint frame has six errors. Its position changes by d in the parent's axes, its rotation to
R exp([phi]x) in its own; the error along the joint's axis is the zero of its encoder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.calibration.rotations import make_rotation
from dynid.errors import InputError, join_names
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD, Joint, Loop

POSITIONS, ZEROS, AXES, LOOPS, GEARS, SAG, LENGTHS = (
    *("positions", "zeros", "axes", "loops", "gears", "sag", "lengths"),
)
#: what `errors=` may name
KINDS = (POSITIONS, ZEROS, AXES, LOOPS, GEARS, SAG, LENGTHS)
DEFAULT_KINDS = (POSITIONS, ZEROS, AXES, LOOPS, SAG)
#: what makes a joint move otherwise than its encoder says: a share of the way, and how far it gives
#: way under the load of gravity
DRIVES = {GEARS: "gear", SAG: "sag"}
LENGTH_TOLERANCE = 1e-4  # m: how exactly parts are usually made
ANGLE_TOLERANCE = float(np.deg2rad(0.1))
GEAR_TOLERANCE = 1e-3  # relative
SAG_TOLERANCE = 1e-3  # rad/Nm or m/N: a joint of 1 kNm/rad
ALIGNED = 1e-9  # an axis this near to a coordinate axis is along it
NO_LENGTH = 1e-12  # m


@dataclass(frozen=True, eq=False)
class GeometryError:
    """A number of the geometry that may differ from the nominal one.

    owner       the joint or loop
    part        "joint", or the end "a" or "b" of a loop, or "gear", "sag"
    turns       an angle [rad], else a displacement [m]; of a gear a share, of sag [rad/Nm, m/N]
    direction   (3,): of a displacement in the carrier's axes, of a turn in the frame's own
    long        whether the nominal robot has a length there
    """

    name: str
    kind: str
    owner: str
    part: str
    turns: bool
    direction: Array
    tolerance: float
    long: bool = False

    @property
    def unit(self) -> str:
        if self.part == "sag":
            return "rad/Nm" if self.turns else "m/N"
        return "" if self.part == "gear" else "rad" if self.turns else "m"


@dataclass(frozen=True, eq=False)
class ErrorModel:
    """The errors of a robot's geometry, some of them tied: errors = ties @ x.

    Parameters
    ----------
    robot
        with its nominal geometry
    errors
        one by one
    ties
        (errors, x) which of them are the same
    """

    robot: Robot
    errors: tuple[GeometryError, ...]
    ties: Array

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of x: of tied errors the first one's, with how many more."""
        members = [np.flatnonzero(column) for column in self.ties.T]
        more = ["" if len(k) == 1 else f" (and {len(k) - 1} tied)" for k in members]
        return tuple(self.errors[k[0]].name + text for k, text in zip(members, more))

    @cached_property
    def first(self) -> tuple[GeometryError, ...]:
        """The error that stands for each of x."""
        return tuple(self.errors[int(np.flatnonzero(column)[0])] for column in self.ties.T)

    @property
    def tolerances(self) -> Array:
        return np.array([each.tolerance for each in self.first])

    def __len__(self) -> int:
        return int(self.ties.shape[1])

    def sum_by_part(self, x: Array) -> dict[tuple[str, str, bool], Array]:
        """{(owner, part, turns): displacement or rotation vector (3,)}."""
        sums: dict[tuple[str, str, bool], Array] = {}
        for error, value in zip(self.errors, self.ties @ x):
            key = error.owner, error.part, error.turns
            sums[key] = sums.get(key, np.zeros(3)) + value * error.direction
        return sums

    def list_drives(self, x: Array, part: str) -> dict[str, float]:
        """{joint: its gear error, or its sag}."""
        return {
            error.owner: float(value)
            for error, value in zip(self.errors, self.ties @ x)
            if error.part == part
        }

    def apply(self, x: Array) -> Robot:
        """The robot with these errors; gear ratios and sag are not in its geometry."""
        sums = self.sum_by_part(x)

        def move(owner: str, part: str, position: Any, rotation: Any) -> tuple[Array, Array]:
            d = sums.get((owner, part, False), np.zeros(3))
            phi = sums.get((owner, part, True), np.zeros(3))
            turn = np.asarray(rotation)
            if phi.any():
                turn = turn @ make_rotation(phi)
            return np.asarray(position) + d, turn

        def move_joint(joint: Joint) -> Joint:
            position, rotation = move(joint.name, "joint", joint.position, joint.rotation)
            return replace(joint, position=position, rotation=rotation)

        def move_loop(loop: Loop) -> Loop:
            r_a, R_a = move(loop.name, "a", loop.position_a, loop.rotation_a)
            r_b, R_b = move(loop.name, "b", loop.position_b, loop.rotation_b)
            loop = replace(loop, position_a=r_a, rotation_a=R_a)
            return replace(loop, position_b=r_b, rotation_b=R_b)

        robot = self.robot
        bodies = tuple(replace(body, joint=move_joint(body.joint)) for body in robot.bodies)
        return robot.replace(bodies=bodies, loops=tuple(map(move_loop, robot.loops)), ideal=())


@dataclass(frozen=True)
class Tolerances:
    """How exactly a robot is made: one standard deviation of its errors."""

    length: float = LENGTH_TOLERANCE
    angle: float = ANGLE_TOLERANCE
    gear: float = GEAR_TOLERANCE
    sag: float = SAG_TOLERANCE


def make_error_model(
    robot: Robot,
    kinds: Sequence[str] = DEFAULT_KINDS,
    tolerances: Tolerances = Tolerances(),
    tied: bool = False,
) -> ErrorModel:
    """The errors of some kinds of a robot's geometry.

    Parameters
    ----------
    robot
        with its nominal geometry
    kinds
        positions, zeros, axes, loops, gears, or lengths: the positions and loop points that are not
        zero
    tolerances
        one standard deviation of the errors
    tied
        whether bodies that `robot.symmetry` calls identical have the same errors where others are
        attached to them
    """
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise InputError(
            f"errors: got {join_names(unknown)}, expected some of {join_names(KINDS)}."
        )
    errors = tuple(_list_errors(robot, set(kinds), tolerances))
    if not errors:
        raise InputError(
            f"errors: robot '{robot.name}' has nothing of the kinds {join_names(kinds)}; expected"
            f" some of {join_names(KINDS)} that it has."
        )
    return ErrorModel(robot, errors, _make_ties(robot, errors) if tied else np.eye(len(errors)))


def _list_errors(robot: Robot, kinds: set[str], made: Tolerances) -> Iterator[GeometryError]:
    weighs = any(body.inertia is not None for body in robot.bodies)
    for body in robot.bodies:
        yield from _list_joint_errors(body.joint, kinds, made)
        for kind, part in DRIVES.items():
            name, turns = body.joint.name, body.joint.kind != "prismatic"
            if kind in kinds and name in robot.actuated and (kind == GEARS or weighs):
                tolerance = made.gear if part == "gear" else made.sag
                about = f"{name}.{part}", kind, name, part, turns, np.zeros(3), tolerance
                yield GeometryError(*about)
    for loop in robot.loops:
        for end, position in (("a", loop.position_a), ("b", loop.position_b)):
            for k, letter in enumerate("xyz"):
                long = abs(np.asarray(position)[k]) > NO_LENGTH
                if LOOPS in kinds or (LENGTHS in kinds and long):
                    name, e = f"{loop.name}.{end}{letter}", np.eye(3)[k]
                    yield GeometryError(name, LOOPS, loop.name, end, False, e, made.length, long)
                if LOOPS in kinds and LOOP_ROWS[loop.kind][1]:
                    name, e = f"{loop.name}.{end}r{letter}", np.eye(3)[k]
                    yield GeometryError(name, LOOPS, loop.name, end, True, e, made.angle)


def _list_joint_errors(joint: Joint, kinds: set[str], made: Tolerances) -> Iterator[GeometryError]:
    turns, slides = joint.moves and joint.kind != "prismatic", joint.kind == "prismatic"
    along = np.asarray(joint.rotation) @ np.asarray(joint.axis)
    for letter, direction in split_by_axis(along if slides else None):
        name, zero = f"{joint.name}.{letter}", letter == "zero"
        long = abs(direction @ np.asarray(joint.position)) > NO_LENGTH
        kind = ZEROS if zero else POSITIONS
        if kind in kinds or (LENGTHS in kinds and long and not zero):
            about = name, kind, joint.name, "joint", False, direction, made.length, long
            yield GeometryError(*about)
    for letter, direction in split_by_axis(np.asarray(joint.axis) if turns else None):
        zero = letter == "zero"
        name = f"{joint.name}.{letter if zero else f'r{letter}'}"
        if (kind := ZEROS if zero else AXES) in kinds:
            yield GeometryError(name, kind, joint.name, "joint", True, direction, made.angle)


def split_by_axis(axis: Array | None) -> list[tuple[str, Array]]:
    """Three directions at right angles, with their letters: "zero" along the axis."""
    if axis is None:
        return list(zip("xyz", np.eye(3)))
    k = int(np.abs(axis).argmax())
    if abs(axis[k]) > 1.0 - ALIGNED:
        return [
            ("zero", axis) if i == k else (letter, e)
            for i, (letter, e) in enumerate(zip("xyz", np.eye(3)))
        ]
    across = np.cross(axis, np.eye(3)[int(np.abs(axis).argmin())])
    across /= np.linalg.norm(across)
    return [("1", across), ("2", np.cross(axis, across)), ("zero", axis)]


def _make_ties(robot: Robot, errors: Sequence[GeometryError]) -> Array:
    """Errors are the same that stand at the same place of bodies of one group: the joints of what
    they carry, in order, and the ends of loops."""
    group = {name: k for k, names in enumerate(robot.symmetry) for name in names}
    place = _find_places(robot)
    columns: dict[Any, int] = {}
    ties = np.zeros((len(errors), len(errors)))
    for row, error in enumerate(errors):
        carrier, order = place.get((error.owner, error.part), (WORLD, 0))
        key: Any = error.name
        if carrier in group and error.kind not in (ZEROS, *DRIVES):
            letter = error.name.removeprefix(f"{error.owner}.")
            key = group[carrier], error.part, order, letter
        ties[row, columns.setdefault(key, len(columns))] = 1.0
    return ties[:, : len(columns)]


def _find_places(robot: Robot) -> dict[tuple[str, str], tuple[str, int]]:
    """{(joint or loop, part): the body that carries it, and the how manieth it is there}."""
    count: dict[tuple[str, str], int] = {}
    places = {}
    ends = [(body.joint.name, "joint", body.parent) for body in robot.bodies]
    ends += [(x.name, "a", x.body_a) for x in robot.loops]
    ends += [(x.name, "b", x.body_b) for x in robot.loops]
    for owner, part, carrier in ends:
        count[carrier, part] = count.get((carrier, part), -1) + 1
        places[owner, part] = carrier, count[carrier, part]
    return places
