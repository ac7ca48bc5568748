"""Measurements from a table: joint positions, and what instruments saw of the robot at each pose.

    q_<joint>                       encoders; of passive joints: redundant ones
    x_<frame> y_<frame> z_<frame>   a point in a tracker [m], and its rotation, if any:
    qw_<frame> qx_ qy_ qz_          a quaternion
    distance_<frame>                from a fixed point; distance_<frame>_<frame> between two [m]
    plane_<frame>, sphere_<frame>   which plane or sphere it touches: 1, 2, ...
    u_<frame>, v_<frame>            pixels in a camera
    tilt_x_<frame>, tilt_y_<frame>  inclinometer [rad]
    gx_<frame> gy_ gz_              accelerometer at rest

A cell without a number was not measured. A frame is one of the robot's, whose place there is known
to its tolerance, or a marker of unknown place: markers={"1": "hand"}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array, Ints
from dynid.calibration.error_model import ANGLE_TOLERANCE, LENGTH_TOLERANCE
from dynid.calibration.measurements import (
    DIRECTION,
    FREE,
    POSE,
    TURN,
    VECTOR,
    BodyPoint,
    Channel,
    DistanceChannel,
    EncoderChannel,
    InclinationChannel,
    Instrument,
    Measurements,
    PixelChannel,
    PlaneChannel,
    PointChannel,
    SphereChannel,
    TurnChannel,
    Unknown,
)
from dynid.closed_chains.kinematics import find_frame
from dynid.data.formats.text import Text
from dynid.data.log_reading import open_table
from dynid.data.units import PER_SI
from dynid.errors import InputError, join_names, suggest_name
from dynid.option_names import name_option
from dynid.robot.geometry import make_quaternion_rotation
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

TRACKER, CAMERA, UPWARD = "tracker", "camera", "upward"
#: how the columns of a channel begin, with what its cells are
POINTS, TURNS = ("x", "y", "z"), ("qw", "qx", "qy", "qz")
STEMS = {
    "points": POINTS,
    "orientations": TURNS,
    "pixels": ("u", "v"),
    "accelerations": ("gx", "gy", "gz"),
    "inclinations": ("tilt_x", "tilt_y"),
    "distances": ("distance",),
    "planes": ("plane",),
    "spheres": ("sphere",),
}
AXES: tuple[int, ...] = (0, 1, 2)
RIGID = 1e-6  # relative: markers that keep their distances so well come from a fit of a rigid body


@dataclass(frozen=True)
class MeasurementLayout:
    """How a table is read.

    Parameters
    ----------
    markers
        {marker: the body or frame that it is fixed to, its place unknown}
    tracker
        "free": where the tracker stands is unknown; "known": in the robot's base frame
    camera
        (fx, fy, cx, cy) in pixels; None: no camera
    camera_frame
        the body that the camera is fixed to; "world": next to the robot
    columns
        {name here: name in the file}
    units
        {"q" or "x" or the name of a column: unit, such as "deg" or "mm"}
    rigid
        whether three markers or more on a body are one pose; None: where they keep their distances
        to round-off
    """

    markers: Mapping[str, str] = field(default_factory=dict)
    tracker: str = "free"
    camera: tuple[float, ...] | None = None
    camera_frame: str = WORLD
    columns: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Any] = field(default_factory=dict)
    rigid: bool | None = None


def read_table(source: Any, layout: MeasurementLayout) -> dict[str, Array]:
    """{column: values in SI units} of a file or DataFrame, nan where a cell has no number."""
    if hasattr(source, "to_dict") and hasattr(source, "columns"):
        raw = {str(name): np.asarray(source[name], dtype=float) for name in source.columns}
    elif isinstance(source, Mapping):
        raw = {str(name): np.asarray(x, dtype=float) for name, x in source.items()}
    else:
        path = Path(source)
        is_text = path.suffix.lower() in Text.endings and path.is_file()
        with open_table(path) as found:
            table = Text().open(path, clean=True) if is_text else found
            arrays = table.load(range(len(table.names)))
        raw = {
            name: np.asarray(x, dtype=float)
            for name, x in zip(table.names, arrays)
            if np.asarray(x).dtype.kind in "iuf"
        }
    back = {theirs: ours for ours, theirs in layout.columns.items()}
    if missing := [name for name in back if name not in raw]:
        raise InputError(
            f"{_name(source)}: has no column {join_names(missing)}, expected some of"
            f" {join_names(raw, 12)}."
        )
    named = {_spell(back.get(name, name)): x for name, x in raw.items()}
    return {name: x / _find_factor(name, layout.units) for name, x in named.items()}


def _spell(name: str) -> str:
    """x1 is x_1."""
    found = re.fullmatch(r"(x|y|z|qw|qx|qy|qz|u|v)(\d+)", name)
    return f"{found[1]}_{found[2]}" if found else name


def _find_factor(name: str, units: Mapping[str, Any]) -> float:
    """How many of the column's unit make one of ours."""
    stem = name.split("_")[0]
    unit = units.get(name, units.get(stem))
    if unit is None and stem in ("y", "z", "distance"):
        unit = units.get("x")
    if unit is None or stem in TURNS:
        return 1.0
    if isinstance(unit, (int, float)):
        return 1.0 / float(unit)
    if unit not in PER_SI["q"]:
        raise InputError(
            f"unit of {name}: got '{unit}', expected one of {join_names(PER_SI['q'])}."
        )
    return PER_SI["q"][unit]


def _name(source: Any) -> str:
    return str(source) if isinstance(source, (str, Path)) else "measurements"


def read_measurements(
    robot: Robot, source: Any, layout: MeasurementLayout = MeasurementLayout()
) -> tuple[Robot, Measurements]:
    """The robot without joints that the table lacks and that carry nothing measured, and what was
    measured of it.

    Parameters
    ----------
    robot
        the mechanism
    source
        a file, a DataFrame, or {column: values}
    layout
        how the table is read
    """
    table = read_table(source, layout)
    where = _name(source)
    if not table:
        raise InputError(
            f"{where}: holds no numbers, expected columns such as q_<joint>, x_<frame>."
        )
    reader = _Reader(robot, table, layout, where)
    channels = reader.read_channels()
    held, q = reader.read_positions(channels)
    if held is not robot:  # its frames are on other bodies now
        notes, robot = reader.notes, held
        reader = _Reader(robot, table, layout, where)
        channels = reader.read_channels()
        reader.notes = list(dict.fromkeys([*notes, *reader.notes]))
    channels += reader.read_encoders()
    if not channels:
        raise InputError(
            f"{where}: measures nothing but joint positions; expected columns such as x_<frame>,"
            " distance_<frame>, or q_<joint> of passive joints."
        )
    if not np.isfinite(q).all():
        bad = int(np.argwhere(~np.isfinite(q))[0, 0])
        raise InputError(f"{where}: pose {bad} lacks joint positions, expected them in every row.")
    said = tuple(reader.notes)
    return robot, Measurements(q, tuple(channels), reader.unknowns, where, said)


def find_axes(Y: Array) -> Array:
    """(N, 3, 3) a frame of the first three of the markers (N, markers, 3): x from the first to the
    second, z at right angles to all three."""
    along, other = Y[:, 1] - Y[:, 0], Y[:, 2] - Y[:, 0]
    z = np.cross(along, other)
    axes = [along, np.cross(z, along), z]
    return np.stack([a / np.linalg.norm(a, axis=1)[:, None] for a in axes], axis=2)


class _Reader:
    """Takes columns of a table and makes channels of them."""

    def __init__(
        self, robot: Robot, table: dict[str, Array], layout: MeasurementLayout, where: str
    ) -> None:
        self.robot, self.table, self.layout, self.where = robot, table, layout, where
        self.unknowns: dict[str, Unknown] = {}
        self.notes: list[str] = []
        for marker, link in layout.markers.items():
            if not self._has_frame(link):
                self._refuse_frame(link, f"marker {marker}")

    def _has_frame(self, name: str) -> bool:
        tool = [self.robot.tool.name] if self.robot.tool else []
        named = {*(b.name for b in self.robot.bodies), *(f.name for f in self.robot.frames), *tool}
        return name in named or name == WORLD

    def _refuse_frame(self, name: str, what: str) -> None:
        known = [*(b.name for b in self.robot.bodies), *(f.name for f in self.robot.frames)]
        raise InputError(
            f"{self.where}: {what}: robot '{self.robot.name}' has no frame '{name}'; expected one"
            f" of {join_names(known, 12)}, or a marker of unknown place:"
            f" {name_option('markers', f'{name}=LINK')}.{suggest_name(name, known)}"
        )

    def read_channels(self) -> list[Channel]:
        """All but encoders."""
        channels: list[Channel] = []
        for kind, stems in STEMS.items():
            for name in self._list_names(stems):
                columns = [f"{stem}_{name}" for stem in stems]
                if lacking := [c for c in columns if c not in self.table]:
                    raise InputError(
                        f"{self.where}: has some of {join_names(columns)}, but not"
                        f" {join_names(lacking)}; expected all of them."
                    )
                values = np.stack([self.table[c] for c in columns], axis=1)
                rows = np.flatnonzero(np.isfinite(values).all(axis=1))
                if len(rows):
                    channels += self._make_channels(kind, name, rows, values[rows])
        return self._join_rigid(self._drop_copies(channels))

    def _list_names(self, stems: Sequence[str]) -> list[str]:
        """Frames of columns that begin so."""
        joints = {f"q_{name}" for name in self.robot.coordinates}
        names: dict[str, None] = {}
        for column in self.table:
            for stem in stems:
                taken = column in joints or column in self.robot.coordinates
                if column.startswith(f"{stem}_") and not taken:
                    rest = column.removeprefix(f"{stem}_")
                    if stem == "distance" or self._is_place(rest) or not _is_other(column, stem):
                        names[rest] = None
        return list(names)

    def _is_place(self, name: str) -> bool:
        return name in self.layout.markers or self._has_frame(name)

    def _find_point(self, name: str) -> BodyPoint:
        """The point, and what is known of its place."""
        if name in self.layout.markers:
            body = self._find_body(self.layout.markers[name])
            place = f"place of marker {name}"
            self.unknowns.setdefault(place, Unknown(place, VECTOR, np.zeros(3)))
            return BodyPoint(body, place)
        if not self._has_frame(name):
            self._refuse_frame(name, f"column x_{name}")
        if name == WORLD:
            frame_body, position = WORLD, np.zeros(3)
        else:
            frame = find_frame(self.robot, name)
            frame_body, position = frame.body, np.asarray(frame.position, dtype=float)
        place = f"place of {name}"
        self.unknowns.setdefault(place, Unknown(place, VECTOR, position, LENGTH_TOLERANCE))
        return BodyPoint(frame_body, place)

    def _find_body(self, link: str) -> str:
        return WORLD if link == WORLD else find_frame(self.robot, link).body

    def _find_mount(self, name: str) -> tuple[str, str]:
        """The body of a frame or marker, and the unknown that is its rotation there."""
        if name in self.layout.markers:
            mount = f"rotation of marker {name}"
            self.unknowns.setdefault(mount, Unknown(mount, TURN, np.eye(3)))
            return self._find_body(self.layout.markers[name]), mount
        if not self._has_frame(name):
            self._refuse_frame(name, f"columns of {name}")
        frame = find_frame(self.robot, name)
        mount, R = f"rotation of {name}", np.asarray(frame.rotation, dtype=float)
        self.unknowns.setdefault(mount, Unknown(mount, TURN, R, ANGLE_TOLERANCE))
        return frame.body, mount

    def _find_tracker(self) -> Instrument:
        tolerance = FREE if self.layout.tracker == "free" else 1e-12
        self.unknowns.setdefault(TRACKER, Unknown(TRACKER, POSE, np.eye(4), tolerance))
        return Instrument(TRACKER)

    def _make_channels(self, kind: str, name: str, rows: Ints, values: Array) -> list[Channel]:
        if kind == "points":
            point, tracker = self._find_point(name), self._find_tracker()
            return [PointChannel(f"x_{name}", rows, values, point, tracker)]
        if kind == "orientations":
            body, mount = self._find_mount(name)
            R = np.stack([make_quaternion_rotation(*q) for q in values])
            return [TurnChannel(f"qw_{name}", rows, R, body, mount, self._find_tracker())]
        if kind == "pixels":
            return [self._make_pixels(name, rows, values)]
        if kind in ("inclinations", "accelerations"):
            body, mount = self._find_mount(name)
            gravity = np.asarray(self.robot.gravity)
            up = -gravity / np.linalg.norm(gravity)
            self.unknowns.setdefault(UPWARD, Unknown(UPWARD, DIRECTION, up))
            if kind == "inclinations":
                seen, axes = np.sin(values), AXES[:2]
            else:
                seen, axes = values / np.linalg.norm(values, axis=1)[:, None], AXES
            about = f"{STEMS[kind][0]}_{name}", rows, seen, body, mount, UPWARD
            return [InclinationChannel(*about, axes)]
        if kind == "distances":
            return [self._make_distances(name, rows, values)]
        return self._make_surfaces(kind, name, rows, values[:, 0])

    def _make_pixels(self, name: str, rows: Ints, values: Array) -> Channel:
        if self.layout.camera is None:
            raise InputError(
                f"{self.where}: has pixels u_{name}, v_{name} and no camera; expected its"
                f" intrinsics: {name_option('camera', 'fx,fy,cx,cy')}."
            )
        self.unknowns.setdefault(CAMERA, Unknown(CAMERA, POSE, np.eye(4)))
        instrument = Instrument(CAMERA, self._find_body(self.layout.camera_frame))
        about = f"u_{name}", rows, values, self._find_point(name), instrument
        fx, fy, cx, cy = self.layout.camera
        return PixelChannel(*about, (fx, fy, cx, cy))

    def _make_distances(self, name: str, rows: Ints, values: Array) -> Channel:
        if self._is_place(name):
            anchor = f"fixed end of {name}"
            self.unknowns.setdefault(anchor, Unknown(anchor, VECTOR, np.zeros(3)))
            points = self._find_point(name), BodyPoint(WORLD, anchor)
        else:
            cuts = [k for k, letter in enumerate(name) if letter == "_"]
            pairs = [(name[:k], name[k + 1 :]) for k in cuts]
            found = [pair for pair in pairs if all(map(self._is_place, pair))]
            if not found:
                self._refuse_frame(name, f"column distance_{name}")
            points = self._find_point(found[0][0]), self._find_point(found[0][1])
        return DistanceChannel(f"distance_{name}", rows, values, points)

    def _make_surfaces(self, kind: str, name: str, rows: Ints, number: Array) -> list[Channel]:
        point = self._find_point(name)
        channels: list[Channel] = []
        for k in np.unique(number):
            mine, label = rows[number == k], f"{kind[:-1]} {k:g}"
            at, zero = (f"{kind[:-1]}_{name}", mine), np.zeros((len(mine), 1))
            if kind == "planes":
                normal, height = f"normal of {label}", f"height of {label}"
                up = np.array([0.0, 0.0, 1.0])
                self.unknowns.setdefault(normal, Unknown(normal, DIRECTION, up))
                self.unknowns.setdefault(height, Unknown(height, VECTOR, np.zeros(1)))
                channels.append(PlaneChannel(*at, zero, point, normal, height))
            else:
                self.unknowns.setdefault(label, Unknown(label, VECTOR, np.zeros(4)))
                channels.append(SphereChannel(*at, zero, point, label))
        return channels

    def _drop_copies(self, channels: list[Channel]) -> list[Channel]:
        """Columns that repeat others were measured once."""
        kept: list[Channel] = []
        for channel in channels:
            same = [
                c
                for c in kept
                if c.kind == "points"
                and channel.kind == "points"
                and np.array_equal(c.rows, channel.rows)
                and np.array_equal(c.values, channel.values)
            ]
            if same:
                self.notes.append(f"{channel.name} repeats {same[0].name} and was left out")
            else:
                kept.append(channel)
        return kept

    def _join_rigid(self, channels: list[Channel]) -> list[Channel]:
        """Three markers or more that keep their distances to round-off were fitted as a rigid body
        by the tracker: their errors are those of one pose, not of three points."""
        by_body: dict[str, list[PointChannel]] = {}
        for c in channels:
            if type(c) is PointChannel and c.point.place.startswith("place of marker"):
                by_body.setdefault(c.point.body, []).append(c)
        for body, points in by_body.items():
            if len(points) < 3 or any(not np.array_equal(c.rows, points[0].rows) for c in points):
                continue
            Y = np.stack([c.values for c in points], axis=1)  # (k, markers, 3)
            pairs = list(combinations(range(len(points)), 2))
            gaps = np.stack([np.linalg.norm(Y[:, a] - Y[:, b], axis=1) for a, b in pairs], 1)
            centre = Y.mean(axis=1)
            flat = np.linalg.svd(Y[0, :3] - Y[0, 0])[1][1] < 1e-3 * gaps.max()
            rigid = np.ptp(gaps, axis=0).max() <= RIGID * gaps.max()
            if flat or not (rigid if self.layout.rigid is None else self.layout.rigid):
                continue
            R = find_axes(Y)
            names = join_names([c.name.removeprefix("x_") for c in points])
            label = f"markers {names}"
            place, mount = f"place of {label}", f"rotation of {label}"
            self.unknowns[place] = Unknown(place, VECTOR, np.zeros(3))
            self.unknowns[mount] = Unknown(mount, TURN, np.eye(3))
            for c in points:
                self.unknowns.pop(c.point.place, None)
            channels = [c for c in channels if c not in points]
            rows, tracker = points[0].rows, points[0].instrument
            channels.append(PointChannel(label, rows, centre, BodyPoint(body, place), tracker))
            channels.append(TurnChannel(label, rows, R, body, mount, tracker))
            self.notes.append(
                f"{label} keep their distances to round-off: they were fitted as one rigid body,"
                " and are taken as one pose"
            )
        return channels

    def read_positions(self, channels: Sequence[Channel]) -> tuple[Robot, Array]:
        """The robot with joints fixed that the table lacks, and q (N, actuated)."""
        robot, lacking = self.robot, []
        for name in robot.actuated:
            if f"q_{name}" not in self.table and name in self.table:
                self.table[f"q_{name}"] = self.table.pop(name)
            if f"q_{name}" not in self.table:
                lacking.append(name)
        if lacking:
            carrying = self._list_carrying(channels)
            if wrong := [name for name in lacking if name in carrying or robot.loops]:
                raise InputError(
                    f"{self.where}: has no positions of {join_names(wrong)}; expected columns"
                    f" {join_names(f'q_{name}' for name in robot.actuated)}."
                )
            held = {
                name: float(np.clip(0.0, robot.joint(name).lower, robot.joint(name).upper))
                for name in lacking
            }
            robot = lock_joints(robot, held)
            self.notes.append(f"joints that move nothing measured: {join_names(lacking, 6)}")
        self.robot = robot
        return robot, np.stack([self.table[f"q_{name}"] for name in robot.actuated], axis=1)

    def _list_carrying(self, channels: Sequence[Channel]) -> set[str]:
        """Joints that move a body that something is measured of."""
        parents = {body.name: body for body in self.robot.bodies}
        bodies: set[str] = set()
        for c in channels:
            points = getattr(c, "points", (getattr(c, "point", None),))
            bodies |= {point.body for point in points if point is not None}
            bodies |= {getattr(c, "body", WORLD)}
            bodies |= {getattr(getattr(c, "instrument", None), "body", WORLD)}
        joints = set()
        for name in bodies:
            while name in parents:
                joints.add(parents[name].joint.name)
                name = parents[name].parent
        return joints

    def read_encoders(self) -> list[Channel]:
        """Encoders of joints that the loops move."""
        channels: list[Channel] = []
        for name in self.robot.passive:
            values = self.table.get(f"q_{name}", self.table.get(name))
            if values is not None:
                rows = np.flatnonzero(np.isfinite(values))
                channels.append(EncoderChannel(f"q_{name}", rows, values[rows, None], name))
        return channels


def _is_other(column: str, stem: str) -> bool:
    """Whether a longer stem claims the column: "x_" is not that of "tilt_x_"; nor is a joint's."""
    return any(
        column.startswith(f"{other}_") and len(other) > len(stem)
        for stems in STEMS.values()
        for other in stems
    )
