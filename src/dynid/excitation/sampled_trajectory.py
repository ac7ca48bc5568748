"""A motion given by samples: a curve through them, with its derivatives; CSV out, and back in."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import check_motion_array
from dynid.errors import InputError, join_names
from dynid.files import write_whole
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

RATE = 1000.0  # Hz, of a saved CSV
MOST = 1e8  # samples: some days at that rate
STILL = 1e-6  # rad/s, rad/s^2


def check_times(t: ArrayLike) -> Array:
    times = np.atleast_1d(np.asarray(t, dtype=float))
    if times.ndim != 1 or not np.isfinite(times).all():
        raise InputError(
            f"trajectory: got times of shape {times.shape}, expected finite numbers (N,) in"
            " seconds."
        )
    return times


def interpolate_quintic(t: Array, q: Array, qd: Array, qdd: Array) -> PPoly:
    """The curve of polynomials of degree five that has q, qd, qdd (N, n) at the times t."""
    from scipy.interpolate import PPoly

    h = np.diff(t)[:, None]
    v, a = qd[:-1], qdd[:-1]
    # what the parabola of the start misses at the end of each piece
    d, e, f = (
        q[1:] - q[:-1] - h * v - h**2 * a / 2,
        (qd[1:] - v - h * a) * h,
        (qdd[1:] - a) * h**2 / 2,
    )
    c3, c4, c5 = (
        (10 * d - 4 * e + f) / h**3,
        (-15 * d + 7 * e - 2 * f) / h**4,
        (6 * d - 3 * e + f) / h**5,
    )
    return PPoly(np.stack([c5, c4, c3, a / 2, v, q[:-1]]), t)


class Samplable(Protocol):
    """What can be sampled: Trajectory, SampledTrajectory."""

    @property
    def joints(self) -> tuple[str, ...]: ...

    @property
    def duration(self) -> float: ...

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]: ...


@dataclass(frozen=True, eq=False)
class SampledTrajectory:
    """A motion through samples (N, n) of the joints; t = 0 of `at` is the first sample.

    Between them it is the polynomial that has the samples' q, qd, qdd (degree five) or q, qd
    (degree three) at both ends; with q alone a spline of degree five, whose acceleration is smooth
    as well.

    Parameters
    ----------
    joints
        names, in the order of the columns
    t
        (N,) time [s]
    q
        (N, n) positions
    qd
        (N, n) velocities
    qdd
        (N, n) accelerations
    """

    joints: tuple[str, ...]
    t: Array
    q: Array
    qd: Array | None = None
    qdd: Array | None = None
    _curve: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        from scipy.interpolate import CubicHermiteSpline, make_interp_spline

        t = np.asarray(self.t, dtype=float)
        if t.ndim != 1 or len(t) < 2 or not (np.diff(t) > 0).all():
            raise InputError(
                "trajectory: expected at least two samples with strictly increasing times t."
            )
        given = [("q", self.q), ("qd", self.qd), ("qdd", self.qdd if self.qd is not None else None)]
        arrays = [
            check_motion_array(x, len(self.joints), len(t), f"trajectory, {k}", self.joints)
            for k, x in given
            if x is not None
        ]
        if len(arrays) == 3:
            curve: Any = interpolate_quintic(t, *arrays)
        elif len(arrays) == 2:
            curve = CubicHermiteSpline(t, *arrays)
        else:
            degree = min(5, len(t) - 1)
            curve = make_interp_spline(t, arrays[0], k=degree if degree % 2 else degree - 1)
        object.__setattr__(self, "_curve", curve)

    @property
    def duration(self) -> float:
        return float(self.t[-1] - self.t[0])

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n) at the times t (N,)."""
        times = np.clip(check_times(t) + self.t[0], self.t[0], self.t[-1])
        q, qd, qdd = (np.asarray(self._curve(times, nu=order)) for order in range(3))
        return q, qd, qdd

    def sample(self, rate: float = RATE) -> tuple[Array, Array, Array, Array]:
        """t (N,), q, qd, qdd (N, n) from start to end, at this many samples per second."""
        return sample_motion(self, rate)

    def save(
        self, path: str | os.PathLike[str], rate: float = RATE, overwrite: bool = False
    ) -> None:
        """Write samples as CSV, or as a JointTrajectory of ROS 2 (.yaml)."""
        suffix = Path(path).suffix.lower()
        if suffix not in (".csv", ".yaml"):
            raise InputError(
                f"cannot save a trajectory as '{path}'; expected a name that ends in .csv or .yaml"
                " (it has samples, no coefficients)."
            )
        write_whole(path, as_text(self, rate, suffix), overwrite=overwrite)

    def __repr__(self) -> str:
        return (
            f"SampledTrajectory({len(self.joints)} joints, {len(self.t)} samples,"
            f" {self.duration:g} s)"
        )


def sample_motion(motion: Samplable, rate: float) -> tuple[Array, Array, Array, Array]:
    if not (np.isfinite(rate) and rate > 0 and rate * motion.duration >= 1):
        raise InputError(
            f"got a rate of {rate} Hz, expected at least one sample in {motion.duration:g} s."
        )
    if rate * motion.duration > MOST:
        raise InputError(
            f"got a rate of {rate:g} Hz for {motion.duration:g} s, expected at most {MOST:g}"
            " samples."
        )
    steps, T = motion.duration * rate, motion.duration
    t = np.arange(int(np.floor(steps * (1 + 1e-12))) + 1) / rate
    if T - t[-1] > 1e-9 / rate and max(np.abs(x).max() for x in motion.at([T])[1:]) < STILL:
        # a motion that ends at rest is sampled until it rests
        t = np.append(t, len(t) / rate)
    return t, *motion.at(np.minimum(t, T))


def as_text(trajectory: Samplable, rate: float, suffix: str) -> str:
    return as_csv(trajectory, rate) if suffix == ".csv" else as_joint_trajectory(trajectory, rate)


def as_joint_trajectory(trajectory: Samplable, rate: float) -> str:
    """The message trajectory_msgs/msg/JointTrajectory as YAML, as `ros2 topic pub` takes it."""
    t, q, qd, qdd = sample_motion(trajectory, rate)
    lines = ['header: {stamp: {sec: 0, nanosec: 0}, frame_id: ""}']
    lines += [f"joint_names: {json.dumps(list(trajectory.joints))}", "points:"]
    for k, time in enumerate(np.round(t * 1e9).astype(np.int64).tolist()):
        lines += [
            f"- positions: {q[k].tolist()}",
            f"  velocities: {qd[k].tolist()}",
            f"  accelerations: {qdd[k].tolist()}",
            "  effort: []",
            f"  time_from_start: {{sec: {time // 10**9}, nanosec: {time % 10**9}}}",
        ]
    return "\n".join(lines) + "\n"


def as_csv(trajectory: Samplable, rate: float) -> str:
    t, *motion = sample_motion(trajectory, rate)
    text = io.StringIO()
    names = [f"{kind}_{joint}" for kind in ("q", "qd", "qdd") for joint in trajectory.joints]
    csv.writer(text, lineterminator="\n").writerow(["t", *names])
    # repr is the shortest text that gives the same float back
    text.writelines(
        ",".join(map(repr, row)) + "\n" for row in np.column_stack([t, *motion]).tolist()
    )
    return text.getvalue()


def from_csv(path: str, text: str, robot: Robot | None) -> SampledTrajectory:
    """Columns t, q_<joint> and, where given, qd_<joint>, qdd_<joint>; of a robot's actuated joints
    where it is given."""
    rows = [row for row in csv.reader(text.splitlines()) if row and not row[0].startswith("#")]
    names = [name.strip() for name in rows[0]] if rows else []
    joints = (
        tuple(name[2:] for name in names if name.startswith("q_"))
        if robot is None
        else tuple(n for n in robot.actuated if f"q_{n}" in names or n not in robot.free)
    )
    needed = ["t", *(f"q_{joint}" for joint in joints)]
    if not joints or (missing := [name for name in needed if name not in names]):
        which = f"the actuated joints of '{robot.name}'" if robot is not None else "the joints"
        raise InputError(
            f"'{path}': got the columns {join_names(names, 12)}, expected t and q_<joint> of "
            f"{which},"
            " and qd_<joint>, qdd_<joint> where known"
            + (f"; missing: {join_names(missing, 12)}." if joints else ".")
        )
    try:
        table = np.array([[float(x) for x in row] for row in rows[1:]]).reshape(-1, len(names))
    except ValueError as error:
        raise InputError(
            f"'{path}': is no table of numbers, a row for each sample ({error})."
        ) from None
    columns = []
    for kind in ("q", "qd", "qdd"):
        wanted = [f"{kind}_{joint}" for joint in joints]
        columns.append(
            table[:, [names.index(name) for name in wanted]] if set(wanted) <= set(names) else None
        )
    assert columns[0] is not None
    return SampledTrajectory(joints, table[:, names.index("t")], columns[0], columns[1], columns[2])
