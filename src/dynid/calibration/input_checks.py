"""Mistakes in measurements that a fit would take for errors of the robot: units, orders, mirrored
axes, markers that moved, poses that show too little."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dynid.arrays import Array
from dynid.calibration.geometry_fit import GeometryFit
from dynid.calibration.linear_evidence import LinearRows
from dynid.calibration.linearised_kinematics import Kinematics, Linearised
from dynid.calibration.measurements import (
    Measurements,
    PixelChannel,
    PointChannel,
    TurnChannel,
    Unknown,
)
from dynid.calibration.rotations import compute_rotation_vector, find_nearest_rotation
from dynid.calibration.start_values import is_free, make_rigid_model
from dynid.errors import InputError, join_names
from dynid.findings import THE_LOG, Finding
from dynid.option_names import name_option
from dynid.robot.geometry import compute_quaternion, make_quaternion_rotation
from dynid.robot.mechanism import Robot

MILLIMETRES = 1e3
SCALE_BAND = 3.0  # a ratio of sizes within this factor of 1000 is that of mm and m
LARGE_TURN = 6.0 * np.pi  # rad: no joint goes further; degrees do
MIRRORED = 0.3  # of the error as given: what a mirrored or reordered reading leaves
NOTICEABLE_TURN = 0.1  # rad
NOTICEABLE = 0.02  # of the spread: below, an error is one of the robot
COPLANAR = 1e-2  # of the spread: the thickness of poses that lie in a plane
STILL = 1e-3  # rad or m: a joint that moves less rests
BUMP = 25.0  # drop of the cost: by chance in one of a hundred thousand logs
DISTURBED = 0.6  # weight of an entry that is named as an outlier


def check_sizes(robot: Robot, data: Measurements) -> None:
    """Refuse units that cannot be meant, and poses that are too few."""
    sliding = [robot.joint(name).kind == "prismatic" for name in robot.actuated]
    for name, column, slides in zip(robot.actuated, data.q.T, sliding):
        if not slides and np.abs(column).max() > LARGE_TURN:
            raise InputError(
                f"{data.source}: q_{name} goes to {np.abs(column).max():.4g} rad, expected radians;"
                f" degrees are read with {name_option('units', 'q=deg')}."
            )
    count = sum(channel.values[:, ...].size for channel in data.channels)
    needs = dict.fromkeys(name for channel in data.channels for name in channel.needs)
    free = sum(data.unknowns[name].size for name in needs if is_free(data.unknowns[name]))
    if count <= free or len(data) < 3:
        raise InputError(
            f"{data.source}: got {len(data)} poses with {count} measured values, too few for the"
            f" {free} unknown numbers of instruments and markers alone; expected at least"
            f" {max(3, int(np.ceil((free + 1) * len(data) / max(count, 1))))} poses, better 30."
        )
    lin = Kinematics(make_rigid_model(robot), data.q).linearise(np.zeros(0))
    for channel in data.channels:
        if type(channel) is PointChannel and len(channel.rows) > 2:
            ratio = _compare_sizes(channel, lin)
            if MILLIMETRES / SCALE_BAND < ratio < MILLIMETRES * SCALE_BAND:
                raise InputError(
                    f"{data.source}: {channel.name} moves {ratio:.0f} times as far as the robot:"
                    f" these are mm. They are read with {name_option('units', 'x=mm')}."
                )


def _compare_sizes(channel: PointChannel, lin: Linearised) -> float:
    """The spread of measured points over that of the body's origin, which a marker near it
    shares."""
    p = lin.poses[channel.point.body][channel.rows, :3, 3]
    spread = np.std(p - p.mean(axis=0)) + 0.05
    return float(np.std(channel.values - channel.values.mean(axis=0)) / spread)


def check_orders(robot: Robot, data: Measurements, frames: GeometryFit) -> None:
    """Refuse quaternions in another order, and trackers whose axes are left-handed."""
    lin = Kinematics(make_rigid_model(robot), data.q).linearise(np.zeros(0))
    for channel in data.channels:
        if isinstance(channel, TurnChannel):
            _check_quaternions(data, channel, lin)
    points = [c for c in data.channels if type(c) is PointChannel]
    if points:
        _check_hands(data, points, frames.unknowns, lin)


def _check_quaternions(data: Measurements, channel: TurnChannel, lin: Linearised) -> None:
    """Turns between poses are the same for the body and for what is fixed to it, in axes that one
    rotation brings together."""

    def list_turns(R: Array) -> Array:
        return compute_rotation_vector(R[:-1].transpose(0, 2, 1) @ R[1:])

    wanted = list_turns(lin.poses[channel.body][channel.rows, :3, :3])

    def compute_mismatch(R: Array) -> float:
        seen = list_turns(R)
        apart = wanted - seen @ find_nearest_rotation(wanted.T @ seen).T
        return float(np.sqrt(np.mean(np.sum(apart**2, axis=1))))

    # read (x, y, z, w) as (w, x, y, z): the last is the scalar
    rolled = np.roll([compute_quaternion(R) for R in channel.values], 1, axis=1)
    given = compute_mismatch(channel.values)
    other = compute_mismatch(np.array([make_quaternion_rotation(*q) for q in rolled]))
    if given > NOTICEABLE_TURN and other < MIRRORED * given:
        raise InputError(
            f"{data.source}: {channel.name}: the rotations are those of the robot if the"
            " quaternions are read in the order x, y, z, w; expected qw_ to be the scalar. Rename"
            " the columns: qx, qy, qz, qw."
        )


def _check_hands(
    data: Measurements,
    points: list[PointChannel],
    unknowns: Mapping[str, Unknown],
    lin: Linearised,
) -> None:
    """A mirror image fits better than any place of the tracker."""
    names = {c.point.place for c in points}
    X, Y = [], []
    for c in points:
        T = lin.poses[c.point.body][c.rows]
        X.append(T[:, :3, 3] + T[:, :3, :3] @ unknowns[c.point.place].value)
        Y.append(c.values)
    a, b = np.concatenate(X), np.concatenate(Y)
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    if len(a) < 6 or not names:
        return
    M = b.T @ a
    R = find_nearest_rotation(M)
    U, _, V = np.linalg.svd(M)
    Q = U @ V if np.linalg.det(U @ V) < 0 else U @ np.diag([1.0, 1.0, -1.0]) @ V
    as_given = float(np.sqrt(np.mean((b - a @ R.T) ** 2)))
    mirrored = float(np.sqrt(np.mean((b - a @ Q.T) ** 2)))
    if as_given > NOTICEABLE * float(np.std(a)) and mirrored < 0.7 * as_given:
        raise InputError(
            f"{data.source}: the points fit a mirror image of the robot far better"
            f" ({1e3 * mirrored:.3g} against {1e3 * as_given:.3g} mm): the axes of the tracker are"
            " left-handed. Expected right-handed axes: negate one of x, y, z."
        )


def list_findings(robot: Robot, data: Measurements, fit: GeometryFit) -> list[Finding]:
    """What a reader of the result should know of the poses."""
    found = []
    resting = [n for n, q in zip(robot.actuated, data.q.T) if np.ptp(q) < STILL]
    if resting:
        told = f"{join_names(resting)} rest in all poses: their errors are not identifiable."
        found.append(_note("resting joint", "certain", told, "Move every joint between poses."))
    for channel in data.channels:
        if type(channel) is PointChannel and len(channel.rows) > 3:
            spread = np.linalg.svd(channel.values - channel.values.mean(axis=0))[1]
            if spread[2] < COPLANAR * spread[0]:
                told = f"{channel.name}: all points lie in one plane, within 1 % of their spread."
                remedy = "Add poses above and below it: along the normal nothing is known."
                found.append(_note("poses in a plane", "likely", told, remedy))
    found += list_moved_markers(data, fit)
    return found + _list_outliers(data, fit)


def _note(kind: str, certainty: str, told: str, remedy: str) -> Finding:
    return Finding(kind, certainty, THE_LOG, told, remedy)


def _list_outliers(data: Measurements, fit: GeometryFit) -> list[Finding]:
    """Entries that the robust fit gave little weight."""
    rows, found = fit.rows, []
    sizes = np.sqrt(np.bincount(rows.entry, rows.r**2))
    labels = [channel for channel in data.channels for _ in channel.rows]
    poses = np.zeros(len(labels), dtype=int)
    poses[rows.entry] = rows.pose
    for entry in np.flatnonzero(fit.solution.weights < DISTURBED):
        channel = labels[entry]
        times = sizes[entry] / fit.noise[channel.kind] / np.sqrt(channel.values[0].size)
        found.append(
            Finding(
                "outlier pose",
                "likely",
                f"pose {poses[entry]}, {channel.name}",
                f"It is {times:.1f} times as far off as the others.",
                "Measure it again, or leave the row out; it counts less in the fit.",
            )
        )
    return found


def list_moved_markers(data: Measurements, fit: GeometryFit) -> list[Finding]:
    """Markers that are elsewhere from some pose on: by how much the cost falls with a second place
    of theirs from there on."""
    found = []
    for channel in data.channels:
        places = [n for n in channel.needs if n.startswith("place of") and n in fit.columns]
        if not places or len(channel.rows) < 8 or isinstance(channel, PixelChannel):
            continue
        own = fit.columns[places[0]]
        best = max(
            ((*_split(fit.rows, fit, own, int(cut)), int(cut)) for cut in channel.rows[3:-3]),
            key=lambda each: each[0],
        )
        drop, shift, cut = best
        if drop > BUMP and np.linalg.norm(shift) > 3.0 * fit.noise[channel.kind]:
            told = (
                f"{channel.name} is {1e3 * np.linalg.norm(shift):.3g} mm elsewhere on its body from"
                f" pose {cut} on: the marker was bumped."
            )
            remedy = f"Measure again, or name it as another marker in the poses from {cut} on."
            found.append(Finding("moved marker", "likely", f"pose {cut}", told, remedy))
    return found


def _split(rows: LinearRows, fit: GeometryFit, own: slice, cut: int) -> tuple[float, Array]:
    """How far the cost falls, and by what shift of the marker from a pose on."""
    W = fit.solution.weights[rows.entry] / fit.solution.noise[rows.kind] ** 2
    later = rows.J[:, own] * (rows.pose >= cut)[:, None]
    # normal equations of the further columns, the others eliminated
    S, WL = fit.solution.covariance, later * W[:, None]
    cross = rows.J.T @ WL
    A = later.T @ WL - cross.T @ S @ cross
    precision = fit.solution.precision(fit.prior)
    g = WL.T @ rows.r - cross.T @ S @ (rows.J.T @ (W * rows.r) + precision * rows.z0)
    shift = -np.asarray(np.linalg.lstsq(A, g, rcond=1e-9)[0], dtype=float)
    return float(-g @ shift), shift
