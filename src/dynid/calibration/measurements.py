"""What is measured of a robot's geometry: each channel predicts its values, with derivatives by the
errors of the geometry and by what is unknown of the instruments.

An instrument (a tracker, a camera) has a pose C on a body, mostly the ground; a point X of the
robot has in it the place

    x = R_C' (X - t_C),   dx = R_C' (v_X - v_C - w_C x (X - t_C))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, Ints
from dynid.calibration.linearised_kinematics import Linearised
from dynid.calibration.rotations import (
    compute_rotation_vector,
    make_right_jacobian,
    make_rotation,
    make_skews,
)
from dynid.robot.parts import WORLD

#: how many numbers change a value: a pose (4, 4), a rotation (3, 3), a unit vector
POSE, TURN, DIRECTION, VECTOR = "pose", "turn", "direction", "vector"
FREE = 10.0  # m or rad: the tolerance of what nothing is known of, about a first fit


@dataclass(frozen=True, eq=False)
class Unknown:
    """Something that is estimated beside the robot: where a marker is, how a tracker stands.

    Parameters
    ----------
    name
        for tables
    kind
        "pose", "turn", "direction" or "vector"
    value
        (4, 4), (3, 3), (3,) or any vector
    tolerance
        one standard deviation [m or rad] about the value it begins with
    offset
        by how much it was changed
    """

    name: str
    kind: str
    value: Array
    tolerance: float = FREE
    offset: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def size(self) -> int:
        return {POSE: 6, TURN: 3, DIRECTION: 2}.get(self.kind, len(self.value))

    def start(self, value: Array) -> Unknown:
        """With a value to begin with."""
        return replace(self, value=value, offset=np.zeros(0))

    def move(self, step: Array) -> Unknown:
        """Changed by a step: a shift and then a turn in its own axes."""
        value = self.value
        offset = step if not len(self.offset) else self.offset + step
        if self.kind == POSE:
            value = value.copy()
            value[:3, 3] += step[:3]
            value[:3, :3] = value[:3, :3] @ make_rotation(step[3:])
        elif self.kind == TURN:
            value = value @ make_rotation(step)
        elif self.kind == DIRECTION:
            value = value + find_across(value) @ step
            value /= np.linalg.norm(value)
        else:
            value = value + step
        return replace(self, value=value, offset=offset)


Unknowns = Mapping[str, Unknown]
#: residuals (k, m), their slopes by the errors (k, m, errors) and by unknowns {name: (k, m, size)}
Rows = tuple[Array, Array, dict[str, Array]]


def find_across(n: Array) -> Array:
    """(3, 2) two directions at right angles to a unit vector and to each other."""
    first = np.cross(n, np.eye(3)[int(np.abs(n).argmin())])
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(n, first)], axis=1)


@dataclass(frozen=True)
class BodyPoint:
    """A point on a body, whose place there is the value of an unknown."""

    body: str
    place: str

    def find(self, lin: Linearised, unknowns: Unknowns, rows: Ints) -> Rows:
        """X (k, 3) in the world, with derivatives."""
        T = lin.poses[self.body][rows]
        X = T[:, :3, 3] + T[:, :3, :3] @ unknowns[self.place].value
        V = lin.find_twist(self.body)[rows]
        moved = V[:, :3] + np.cross(V[:, 3:], X[:, :, None], axis=1)
        return X, moved, {self.place: T[:, :3, :3]}


@dataclass(frozen=True, eq=False)
class Channel:
    """Values of one kind, at some poses.

    Parameters
    ----------
    name
        of the columns
    rows
        (k,) the poses
    values
        (k, m)
    """

    name: str
    rows: Ints
    values: Array
    kind = ""
    unit = "m"

    @property
    def width(self) -> int:
        """How many residuals a pose has."""
        return int(self.values.shape[1])

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the unknowns."""
        return ()

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        """Residuals, predicted minus measured, and their slopes."""
        raise NotImplementedError

    def take(self, poses: Ints) -> Channel:
        """Of some of the poses, numbered anew."""
        new = {int(old): k for k, old in enumerate(poses)}
        kept = [k for k, row in enumerate(self.rows) if int(row) in new]
        rows = np.array([new[int(self.rows[k])] for k in kept], dtype=np.int64)
        return replace(self, rows=rows, values=self.values[kept])


@dataclass(frozen=True, eq=False)
class Instrument:
    """A tracker or camera: the unknown that is its pose, and the body that it is fixed to."""

    name: str
    body: str = WORLD

    def see(self, lin: Linearised, unknowns: Unknowns, rows: Ints, X: Array, moved: Array) -> Rows:
        """The place (k, 3) of points X in it, with derivatives by the errors and by its pose; and
        R_C' under the key ""."""
        T, M = lin.poses[self.body][rows], unknowns[self.name].value
        R, V = T[:, :3, :3] @ M[:3, :3], lin.find_twist(self.body)[rows]
        C = T[:, :3, 3] + T[:, :3, :3] @ M[:3, 3]
        RT = R.transpose(0, 2, 1)
        x = np.einsum("kij,kj->ki", RT, X - C)
        # v_C + w_C x (X - C) is the velocity of the body's point that is at X
        slopes = RT @ (moved - V[:, :3] - np.cross(V[:, 3:], X[:, :, None], axis=1))
        turned = make_skews(x)  # x of a frame that is turned by d: x + x x d
        own = np.concatenate([-RT @ T[:, :3, :3], turned], axis=2)
        return x, slopes, {self.name: own, "": RT}


@dataclass(frozen=True, eq=False)
class PointChannel(Channel):
    """Places (k, 3) of a point by a tracker [m]."""

    point: BodyPoint = BodyPoint(WORLD, "")
    instrument: Instrument = Instrument("")
    kind = "points"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.point.place, self.instrument.name

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        X, moved, own = self.point.find(lin, unknowns, self.rows)
        x, slopes, seen = self.instrument.see(lin, unknowns, self.rows, X, moved)
        RT = seen.pop("")
        return x - self.values, slopes, {**seen, **{k: RT @ J for k, J in own.items()}}


@dataclass(frozen=True, eq=False)
class PixelChannel(PointChannel):
    """Pixels (k, 2) of a point in a camera: u = fx X / Z + cx, v = fy Y / Z + cy."""

    intrinsics: tuple[float, float, float, float] = (1.0, 1.0, 0.0, 0.0)
    kind = "pixels"
    unit = "px"

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        X, moved, own = self.point.find(lin, unknowns, self.rows)
        x, slopes, seen = self.instrument.see(lin, unknowns, self.rows, X, moved)
        RT = seen.pop("")
        fx, fy, cx, cy = self.intrinsics
        depth = x[:, 2]
        pixels = np.stack([fx * x[:, 0] / depth + cx, fy * x[:, 1] / depth + cy], axis=1)
        D = np.zeros((len(x), 2, 3))
        D[:, 0, 0], D[:, 0, 2] = fx / depth, -fx * x[:, 0] / depth**2
        D[:, 1, 1], D[:, 1, 2] = fy / depth, -fy * x[:, 1] / depth**2
        blocks = {**{k: D @ J for k, J in seen.items()}, **{k: D @ RT @ J for k, J in own.items()}}
        return pixels - self.values, D @ slopes, blocks


@dataclass(frozen=True, eq=False)
class TurnChannel(Channel):
    """Rotations (k, 3, 3) of a body by a tracker; residuals are rotation vectors [rad]."""

    body: str = WORLD
    mount: str = ""
    instrument: Instrument = Instrument("")
    kind = "orientations"
    unit = "rad"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.mount, self.instrument.name

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        rows, name = self.rows, self.instrument.name
        device = lin.poses[self.instrument.body][rows, :3, :3] @ unknowns[name].value[:3, :3]
        R = lin.poses[self.body][rows, :3, :3] @ unknowns[self.mount].value
        # Q = Rm' R_C' R,   dQ = Q [R' (w - w_C) + d_mount - R' R_C d_C]x
        Q = self.values.transpose(0, 2, 1) @ device.transpose(0, 2, 1) @ R
        r = compute_rotation_vector(Q)
        D = np.linalg.inv(make_right_jacobian(r))
        RT = R.transpose(0, 2, 1)
        w = lin.find_twist(self.body)[rows, 3:] - lin.find_twist(self.instrument.body)[rows, 3:]
        turn = np.concatenate([np.zeros((len(r), 3, 3)), -D @ RT @ device], axis=2)
        return r, D @ RT @ w, {self.mount: D, name: turn}


@dataclass(frozen=True, eq=False)
class DistanceChannel(Channel):
    """Distances (k, 1) between two points of the robot, or of one from a fixed one [m]."""

    points: tuple[BodyPoint, BodyPoint] = (BodyPoint(WORLD, ""), BodyPoint(WORLD, ""))
    kind = "distances"

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(point.place for point in self.points)

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        (X, moved, own), (Z, other, others) = (
            point.find(lin, unknowns, self.rows) for point in self.points
        )
        gap = X - Z
        length = np.linalg.norm(gap, axis=1)
        along = (gap / np.maximum(length, 1e-12)[:, None])[:, None, :]
        blocks = {name: along @ J for name, J in own.items()}
        for name, J in others.items():
            blocks[name] = blocks.get(name, 0.0) - along @ J
        return length[:, None] - self.values, along @ (moved - other), blocks


@dataclass(frozen=True, eq=False)
class PlaneChannel(Channel):
    """Poses (k, 1) in which a point is at a height [m] over an unknown plane: n . X - h."""

    point: BodyPoint = BodyPoint(WORLD, "")
    normal: str = ""
    height: str = ""
    kind = "planes"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.point.place, self.normal, self.height

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        X, moved, own = self.point.find(lin, unknowns, self.rows)
        n = unknowns[self.normal].value
        blocks = {name: n[None, None] @ J for name, J in own.items()}
        blocks[self.normal] = (X @ find_across(n))[:, None]
        blocks[self.height] = np.full((len(X), 1, 1), -1.0)
        predicted = (X @ n - unknowns[self.height].value)[:, None]
        return predicted - self.values, n[None, None] @ moved, blocks


@dataclass(frozen=True, eq=False)
class SphereChannel(Channel):
    """Poses (k, 1) in which a point is at a height [m] over an unknown sphere: |X - c| - radius."""

    point: BodyPoint = BodyPoint(WORLD, "")
    sphere: str = ""
    kind = "spheres"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.point.place, self.sphere

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        X, moved, own = self.point.find(lin, unknowns, self.rows)
        *centre, radius = unknowns[self.sphere].value
        gap = X - np.array(centre)
        length = np.linalg.norm(gap, axis=1)
        along = (gap / np.maximum(length, 1e-12)[:, None])[:, None, :]
        blocks = {name: along @ J for name, J in own.items()}
        blocks[self.sphere] = np.concatenate([-along, np.full((len(X), 1, 1), -1.0)], axis=2)
        return (length - radius)[:, None] - self.values, along @ moved, blocks


@dataclass(frozen=True, eq=False)
class InclinationChannel(Channel):
    """Components (k, m) of the unit vector upward in some axes of a sensor on a body: of an
    inclinometer two, of an accelerometer at rest three."""

    body: str = WORLD
    mount: str = ""
    upward: str = ""
    axes: tuple[int, ...] = (0, 1, 2)
    kind = "inclinations"
    unit = "rad"

    @property
    def needs(self) -> tuple[str, ...]:
        return self.mount, self.upward

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        up, some = unknowns[self.upward].value, list(self.axes)
        R = lin.poses[self.body][self.rows, :3, :3] @ unknowns[self.mount].value
        RT = R.transpose(0, 2, 1)
        s = RT @ up  # ds = -R' (w x up) + s x d_mount
        w = lin.find_twist(self.body)[self.rows, 3:]
        slopes = RT @ np.cross(up[None, :, None], w, axis=1)
        blocks = {self.mount: make_skews(s)[:, some], self.upward: (RT @ find_across(up))[:, some]}
        return s[:, some] - self.values, slopes[:, some], blocks


@dataclass(frozen=True, eq=False)
class EncoderChannel(Channel):
    """Positions (k, 1) of a passive joint by an encoder of its own."""

    joint: str = ""
    kind = "encoders"
    unit = "rad"

    def compute(self, lin: Linearised, unknowns: Unknowns) -> Rows:
        j = lin.robot.coordinates.index(self.joint)
        return lin.q[self.rows, j][:, None] - self.values, lin.dq[self.rows, j][:, None], {}


@dataclass(frozen=True, eq=False)
class Measurements:
    """Measurements at some poses of a robot.

    Parameters
    ----------
    q
        (N, actuated) by the encoders
    channels
        what was measured
    unknowns
        {name: what is unknown of instruments and markers}
    source
        the file
    """

    q: Array
    channels: tuple[Channel, ...]
    unknowns: Mapping[str, Unknown]
    source: str = ""
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.q)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(channel.kind for channel in self.channels))

    def take(self, poses: Any) -> Measurements:
        """Some of the poses."""
        some = np.arange(len(self.q))[poses]
        channels = tuple(channel.take(some) for channel in self.channels)
        return replace(self, q=self.q[some], channels=tuple(c for c in channels if len(c.rows)))
