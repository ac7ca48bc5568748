"""A designed motion with a way into it from the pose where the robot is. Needs no ROS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dynid.excitation import SampledTrajectory

#: largest speed and acceleration of the rest-to-rest polynomial s = 10 x^3 - 15 x^4 + 6 x^5
PEAK_SPEED, PEAK_ACCELERATION = 15 / 8, 10 / np.sqrt(3)


@dataclass(frozen=True)
class Point:
    """One of a JointTrajectory: lists over its joints, and seconds from the start."""

    time: float
    positions: list[float]
    velocities: list[float]
    accelerations: list[float]


def make_points(
    motion: SampledTrajectory,
    pose: Mapping[str, float],
    rate: float = 100.0,
    speed: float = 0.2,
    acceleration: float = 0.5,
    reach: float = 0.5,
) -> list[Point]:
    """The way in and the motion, at `rate` points per second.

    pose           where the robot is: {joint: rad or m}
    speed          of the fastest joint on the way in [rad/s or m/s]
    acceleration   of that joint [rad/s^2 or m/s^2]
    reach          farthest way that is led [rad or m]
    """
    if missing := [name for name in motion.joints if name not in pose]:
        raise ValueError(f"no position of {', '.join(missing)} has come; is the topic right?")
    t, q, qd, qdd = motion.sample(rate)
    if max(np.abs(qd[0]).max(), np.abs(qdd[0]).max()) > 1e-3:
        raise ValueError("the motion does not start at rest; design it with --rest.")
    here = np.array([pose[name] for name in motion.joints])
    d = q[0] - here
    way = float(np.abs(d).max())
    if way > reach:
        worst = motion.joints[int(np.abs(d).argmax())]
        raise ValueError(
            f"'{worst}' is {way:.3g} from the start of the motion, farther than reach = {reach:g};"
            " drive the robot closer, or raise reach where the straight way is free."
        )
    # max |qd| = 15/8 d / T, max |qdd| = 10/sqrt(3) d / T^2
    T = max(PEAK_SPEED * way / speed, float(np.sqrt(PEAK_ACCELERATION * way / acceleration)))
    T = np.ceil(T * rate) / rate
    points = []
    for time in np.arange(round(T * rate)) / rate:
        x = time / T
        s = 10 * x**3 - 15 * x**4 + 6 * x**5
        ds = (30 * x**2 - 60 * x**3 + 30 * x**4) / T
        dds = (60 * x - 180 * x**2 + 120 * x**3) / T**2
        points.append(_make_point(time, here + s * d, ds * d, dds * d))
    points += [_make_point(T + t[k], q[k], qd[k], qdd[k]) for k in range(len(t))]
    return points


def _make_point(time: float, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Point:
    return Point(float(time), q.tolist(), qd.tolist(), qdd.tolist())
