"""Measurements of a robot whose geometry is known to be wrong: to plan a campaign, and to check
what a calibration finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

import numpy as np

from dynid.arrays import Array
from dynid.calibration.error_model import ErrorModel
from dynid.calibration.linearised_kinematics import Kinematics, Linearised
from dynid.calibration.rotations import make_rotation
from dynid.closed_chains.kinematics import find_frame
from dynid.robot.geometry import compute_quaternion

#: m: of the first markers on their body
PLACES = ((0.05, 0.02, 0.1), (-0.06, 0.05, 0.08), (0.03, -0.07, 0.05), (0.0, 0.0, 0.12))


def draw_errors(model: ErrorModel, length: float, angle: float, seed: int) -> Array:
    """(x,) errors of parts that are made with these standard deviations [m, rad]."""
    rng = np.random.default_rng(seed)
    sizes = np.array([angle if error.turns else length for error in model.first])
    return np.asarray(rng.normal(size=len(model)) * sizes)


def simulate_measurements(
    model: ErrorModel,
    x: Array,
    q: Array,
    markers: Mapping[str, str],
    noise: float = 0.0,
    passive: Sequence[str] = (),
    encoder_noise: float = 0.0,
    seed: int = 0,
) -> dict[str, Array]:
    """The table of a tracker that stands anywhere and sees markers, and of passive encoders.

    Parameters
    ----------
    model
        the robot with its nominal geometry
    x
        its true errors
    q
        (N, actuated) by the encoders
    markers
        {marker: frame that it is fixed to}, at PLACES
    noise
        of a coordinate of a point [m]
    passive
        joints with redundant encoders
    encoder_noise
        of these [rad or m]
    seed
        of the noise and of the tracker's place
    """
    rng = np.random.default_rng([seed, 1])
    lin = Kinematics(model, q).linearise(x)
    table = {f"q_{name}": column for name, column in zip(model.robot.actuated, q.T)}
    R, t = make_rotation(rng.normal(size=3)), rng.normal(size=3)
    for (marker, frame), place in zip(markers.items(), cycle(PLACES)):
        X = (find_marker(model, lin, frame, place) - t) @ R + noise * rng.normal(size=(len(q), 3))
        table |= {f"{letter}_{marker}": column for letter, column in zip("xyz", X.T)}
    for name in passive:
        j = model.robot.coordinates.index(name)
        table[f"q_{name}"] = lin.q[:, j] + encoder_noise * rng.normal(size=len(q))
    return table


def find_marker(
    model: ErrorModel, lin: Linearised, frame: str, place: Sequence[float] = PLACES[0]
) -> Array:
    """(N, 3) a marker at a place in a frame, in the world."""
    where = find_frame(model.robot, frame)
    T = lin.poses[where.body]
    local = np.asarray(where.position) + np.asarray(where.rotation) @ place
    return np.asarray(T[:, :3, 3] + T[:, :3, :3] @ local)


def make_pose_columns(marker: str, T: Array) -> dict[str, Array]:
    """Columns x_, y_, z_, qw_, ... of poses (N, 4, 4)."""
    quaternions = np.array([compute_quaternion(each[:3, :3]) for each in T])
    columns = {f"{letter}_{marker}": T[:, k, 3] for k, letter in enumerate("xyz")}
    return columns | {f"q{letter}_{marker}": quaternions[:, k] for k, letter in enumerate("wxyz")}
