"""Where the fit begins: how instruments stand and where markers are, in closed form, for a robot
whose geometry is the nominal one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product

import numpy as np

from dynid.arrays import Array
from dynid.calibration.error_model import ErrorModel
from dynid.calibration.geometry_fit import FitSettings, GeometryFit, fit_geometry
from dynid.calibration.linearised_kinematics import Kinematics, Linearised
from dynid.calibration.measurements import (
    DistanceChannel,
    InclinationChannel,
    Measurements,
    PixelChannel,
    PlaneChannel,
    PointChannel,
    SphereChannel,
    TurnChannel,
    Unknown,
)
from dynid.calibration.rotations import find_nearest_rotation
from dynid.errors import InputError
from dynid.robot.mechanism import Robot

ALTERNATIONS = 15  # between an instrument's rotation and the rest; the fit does the rest
POLISHED = 3  # of the best of them are fitted to the end


def make_rigid_model(robot: Robot) -> ErrorModel:
    """Without any error: the nominal geometry."""
    return ErrorModel(robot, (), np.zeros((0, 0)))


def fit_frames(robot: Robot, data: Measurements, settings: FitSettings) -> GeometryFit:
    """The nominal robot, with instruments and markers where they fit best: what a calibration has
    to beat, and where it begins."""
    model = make_rigid_model(robot)
    lin = Kinematics(model, data.q).linearise(np.zeros(0))
    if not data.unknowns:
        return fit_geometry(model, data, {}, settings)
    best: GeometryFit | None = None
    for start in _list_starts(data, lin):
        fit = fit_geometry(model, data, start, settings)
        if best is None or compute_size(fit) < compute_size(best):
            best = fit
    assert best is not None
    return best


def compute_size(fit: GeometryFit) -> float:
    """sum N log sigma: by which fits of different noise are compared."""
    total = 0.0
    for k in range(len(fit.noise)):
        r = fit.rows.r[fit.rows.kind == k]
        total += r.size * float(np.log(max(np.sqrt(np.mean(r**2)), 1e-300))) if r.size else 0.0
    return total


def _list_starts(data: Measurements, lin: Linearised) -> list[dict[str, Unknown]]:
    """The best of several starts."""
    starts: list[tuple[float, dict[str, Unknown]]] = []
    names = {c.instrument.name for c in data.channels if isinstance(c, (PointChannel, TurnChannel))}
    tracked = {
        name: [
            c
            for c in data.channels
            if isinstance(c, (PointChannel, TurnChannel)) and c.instrument.name == name
        ]
        for name in sorted(names)
    }
    base = dict(data.unknowns)
    for name, channels in tracked.items():
        pixels = [c for c in channels if isinstance(c, PixelChannel)]
        if pixels:
            base[name] = base[name].start(_resect(pixels, base, lin))
            tracked[name] = []
    turns = list_right_turns() if any(tracked.values()) else [np.eye(3)]
    for R in turns:
        unknowns, size = dict(base), 0.0
        for name, channels in tracked.items():
            if channels:
                size += _place_tracker(name, channels, unknowns, lin, R)
        starts.append((size, unknowns))
    starts.sort(key=lambda each: each[0])
    kept = [starts[0][1]]
    for size, unknowns in starts[1:]:
        if len(kept) < POLISHED and size > starts[len(kept) - 1][0] * (1 + 1e-3):
            kept.append(unknowns)
    for unknowns in kept:
        _place_others(data, unknowns, lin)
    return kept


def list_right_turns() -> list[Array]:
    """The 24 rotations that bring coordinate axes to coordinate axes."""
    turns = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            R = np.eye(3)[list(order)] * np.array(signs)[:, None]
            if np.linalg.det(R) > 0:
                turns.append(R)
    return turns


def _place_tracker(
    name: str,
    channels: Sequence[PointChannel | TurnChannel],
    unknowns: dict[str, Unknown],
    lin: Linearised,
    R: Array,
) -> float:
    """An instrument and its free markers from a guess R of R_C', by turns: with R all else is
    linear, y = R (p + R_b m - t); the mean square error."""
    points = [c for c in channels if isinstance(c, PointChannel)]
    turns = [c for c in channels if isinstance(c, TurnChannel)]
    free = {c.point.place for c in points if is_free(unknowns[c.point.place])}
    error = 0.0
    for _ in range(ALTERNATIONS):
        M, error = np.zeros((3, 3)), 0.0
        if points:
            X, Y, t = _solve_places(points, sorted(free), unknowns, lin, R)
            M, error = Y.T @ X, float(np.sum((Y - X @ R.T) ** 2))
        for c in turns:
            body = lin.poses[c.body][c.rows, :3, :3]
            if is_free(unknowns[c.mount]):
                mount = find_nearest_rotation(np.einsum("kji,jl,klm->im", body, R.T, c.values))
                unknowns[c.mount] = unknowns[c.mount].start(mount)
            aim = body @ unknowns[c.mount].value
            M = M + 0.1 * np.einsum("kij,klj->il", c.values, aim)
            error += 0.01 * float(np.sum((R @ aim - c.values) ** 2))
        R = find_nearest_rotation(M)
    C = np.eye(4)
    C[:3, :3] = R.T
    if points:
        C[:3, 3] = t
    unknowns[name] = unknowns[name].start(C)
    return error


def _solve_places(
    points: Sequence[PointChannel],
    free: Sequence[str],
    unknowns: dict[str, Unknown],
    lin: Linearised,
    R: Array,
) -> tuple[Array, Array, Array]:
    """Free markers and the tracker's place t, of R' y = p + R_b m - t: points X - t, values Y."""
    A, b = [], []
    for c in points:
        T = lin.poses[c.point.body][c.rows]
        block = np.zeros((len(c.rows), 3, 3 + 3 * len(free)))
        block[:, :, :3] = -np.eye(3)
        rest = c.values @ R - T[:, :3, 3]
        if c.point.place in free:
            k = 3 + 3 * free.index(c.point.place)
            block[:, :, k : k + 3] = T[:, :3, :3]
        else:
            rest = rest - T[:, :3, :3] @ unknowns[c.point.place].value
        A.append(block.reshape(-1, block.shape[2]))
        b.append(rest.ravel())
    rows, values = np.concatenate(A), np.concatenate(b)
    solution = np.asarray(np.linalg.lstsq(rows, values, rcond=1e-9)[0], dtype=float)
    for k, place in enumerate(free):
        unknowns[place] = unknowns[place].start(solution[3 + 3 * k : 6 + 3 * k])
    t = solution[:3]
    X = [c.point.find(lin, unknowns, c.rows)[0] - t for c in points]
    return np.concatenate(X), np.concatenate([c.values for c in points]), t


def is_free(unknown: Unknown) -> bool:
    from dynid.calibration.measurements import FREE

    return unknown.tolerance >= FREE


def _resect(
    channels: Sequence[PixelChannel], unknowns: Mapping[str, Unknown], lin: Linearised
) -> Array:
    """The pose of a camera by a direct linear transformation: (u - cx) / fx = (P1 X) / (P3 X)."""
    rows = []
    for c in channels:
        X = c.point.find(lin, unknowns, c.rows)[0]
        T = lin.poses[c.instrument.body][c.rows]
        local = np.einsum("kji,kj->ki", T[:, :3, :3], X - T[:, :3, 3])
        H = np.concatenate([local, np.ones((len(X), 1))], axis=1)
        fx, fy, cx, cy = c.intrinsics
        for k, (seen, centre, focal) in enumerate(((0, cx, fx), (1, cy, fy))):
            row = np.zeros((len(X), 12))
            row[:, 4 * k : 4 * k + 4] = H
            row[:, 8:] = -((c.values[:, [seen]] - centre) / focal) * H
            rows.append(row)
    stacked = np.concatenate(rows)
    if len(stacked) < 12:
        raise InputError(
            f"camera: got {len(stacked) // 2} points, expected at least 6 to find where it stands."
        )
    P = np.linalg.svd(stacked)[2][-1].reshape(3, 4)
    P = P / np.linalg.norm(P[2, :3])
    P = P if np.sum(H @ P[2]) > 0 else -P  # in front of the camera
    R = find_nearest_rotation(P[:, :3])
    C = np.eye(4)
    C[:3, :3], C[:3, 3] = R.T, -R.T @ P[:, 3]
    return C


def _place_others(data: Measurements, unknowns: dict[str, Unknown], lin: Linearised) -> None:
    """Anchors, planes, spheres, inclinometers."""
    for c in data.channels:
        if isinstance(c, DistanceChannel):
            X, anchor = c.points[0].find(lin, unknowns, c.rows)[0], c.points[1].place
            if is_free(unknowns[anchor]):
                unknowns[anchor] = unknowns[anchor].start(_fit_sphere(X, c.values[:, 0])[:3])
        elif isinstance(c, PlaneChannel):
            X = c.point.find(lin, unknowns, c.rows)[0]
            centre = X.mean(axis=0)
            n = np.linalg.svd(X - centre)[2][-1]
            unknowns[c.normal] = unknowns[c.normal].start(n)
            height = np.array([n @ centre - c.values.mean()])
            unknowns[c.height] = unknowns[c.height].start(height)
        elif isinstance(c, SphereChannel):
            X = c.point.find(lin, unknowns, c.rows)[0]
            unknowns[c.sphere] = unknowns[c.sphere].start(_fit_sphere(X, c.values[:, 0], True))
        elif isinstance(c, InclinationChannel) and is_free(unknowns[c.mount]):
            seen = np.zeros((len(c.rows), 3))
            seen[:, list(c.axes)] = c.values
            rest = np.sqrt(np.maximum(1.0 - np.sum(seen**2, axis=1), 0.0))
            for k in set(range(3)) - set(c.axes):
                seen[:, k] = rest
            up = lin.poses[c.body][c.rows, :3, :3].transpose(0, 2, 1) @ unknowns[c.upward].value
            mount = find_nearest_rotation(up.T @ seen)
            unknowns[c.mount] = unknowns[c.mount].start(mount)


def _fit_sphere(X: Array, lengths: Array, unknown_radius: bool = False) -> Array:
    """(4,) the centre c and radius of |X - c| = radius + length, linear in c and |c|^2 where
    lengths do not matter: |X|^2 - length^2 = 2 X.c - (|c|^2 - radius^2)."""
    b = np.sum(X**2, axis=1) - (0.0 if unknown_radius else lengths**2)
    A = np.concatenate([2 * X, -np.ones((len(X), 1))], axis=1)
    solution = np.asarray(np.linalg.lstsq(A, b, rcond=1e-9)[0], dtype=float)
    centre = solution[:3]
    radius = np.sqrt(max(centre @ centre - solution[3], 0.0)) if unknown_radius else 0.0
    return np.array([*centre, radius])
