"""The robot as lines, moving: every body from its joint to what it carries, for some frames of the
logged motion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.dataset import Dataset
from dynid.plotting import concatenate_times
from dynid.robot.mechanism import Robot
from dynid.robot.poses import compute_body_poses
from dynid.robot.skeleton import SAME, make_skeleton, make_upright
from dynid.validation.prediction_check import Validation

FRAMES = 60
LONG = 200  # frames of a whole log
# of the log, where it moves most: longer would be too fast, or too jerky, with so few frames
SECONDS = 12.0
DIGITS = 4  # of the robot's size: finer than a pixel
SQUARES = 8  # of the floor, along the robot's size (as the page draws them)


def draw_validation(robot: Robot, check: Validation, clock: str) -> dict[str, Any]:
    """The robot as it moved in the data of a validation, at the time of the plots that have the
    same `clock`."""
    t = concatenate_times(check.t)
    drawn = draw_moving(robot, t, [check.q], LONG)
    return drawn | {"times": np.round(np.add(drawn["times"], t[0]), 3).tolist(), "clock": clock}


def draw_picture(robot: Robot, data: Dataset) -> dict[str, Any]:
    """The robot in the stretch of the data in which it moves most."""
    t, q = stretch(data)
    return draw_moving(robot, t, [q])


def draw_moving(
    robot: Robot,
    t: Array,
    motions: list[Array],
    frames: int = FRAMES,
    floor: float | None = None,
    region: Sequence[Array] = (),
) -> dict[str, Any]:
    """What the page draws: points (frames, 3 points) with z up and in units of `size`, lines,
    times. Of several motions (N, n) the last is in colours, those before it are grey as the
    ground.

    floor       its height [m]; else below the lowest point
    region      lines (N, 3) [m] that stand still: where the tool may be
    """
    keep = np.unique(np.linspace(0, len(t) - 1, min(frames, len(t))).astype(int))
    places, own = make_skeleton(robot)
    drawn, lines = [], []
    for k, q in enumerate(motions):
        poses = compute_body_poses(robot, close(robot, q).q[keep])
        drawn += [poses[body][:, :3, :3] @ r + poses[body][:, :3, 3] for body, r in places]
        at, grey = k * len(places), k < len(motions) - 1
        lines += [(at + a, at + b, 0 if grey else body) for a, b, body in own]
    x = np.stack(drawn, axis=1)
    R = make_upright(np.asarray(robot.gravity))
    x = x @ R.T
    low, high = x.min(axis=(0, 1)), x.max(axis=(0, 1))
    size = float(np.linalg.norm(high - low)) or 1.0
    lines = [
        line
        for line in lines
        if np.linalg.norm(x[:, line[0]] - x[:, line[1]], axis=1).max() > SAME * size
    ]
    middle = 0.5 * (low + high)
    x = np.round((x - middle) / size, DIGITS)
    ground = low[2] if floor is None else floor
    return {
        "points": x.reshape(len(keep), -1).tolist(),
        "lines": lines,
        "joints": sorted({k for a, b, body in lines if body for k in (a, b)}),
        "floor": round(float((ground - middle[2]) / size), DIGITS),
        "region": draw_still(region, R, middle, size),
        "times": np.round(t[keep] - t[0], 3).tolist(),
        "size": size,
    }


def draw_still(lines: Sequence[Array], R: Array, middle: Array, size: float) -> list[list[float]]:
    """Lines (N, 3) [m] of the world in the page's units."""
    return [np.round((x @ R.T - middle) / size, DIGITS).ravel().tolist() for x in lines]


def stretch(data: Dataset) -> tuple[Array, Array]:
    """Times and positions of the consecutive samples, of one log, in which the joints move most."""
    log = np.bincount(data.log).argmax()
    at = np.flatnonzero(data.log == log)
    width = min(len(at), max(2, int(SECONDS * data.rate)))
    speed = np.abs(data.qd[at]).sum(axis=1)
    total = np.concatenate([[0.0], np.cumsum(speed)])
    first = int(np.argmax(total[width:] - total[:-width]))
    chosen = at[first : first + width]
    return data.t[chosen], data.q[chosen]
