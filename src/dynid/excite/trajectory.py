"""A trajectory: a motion of the actuated coordinates as a function of time; CSV and JSON out, and back in."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import DynidError, InputError
from dynid.excite.shapes import Shape, shape_from
from dynid.files import write_whole
from dynid.robot.closure import Motion, close, motion_array
from dynid.robot.geometry import Array, frozen_array
from dynid.robot.kinematics import with_tool_place
from dynid.robot.mechanism import Robot, listing

FORMAT = "dynid trajectory 1"
RATE = 1000.0  # Hz, of a saved CSV


def coordinates_of(robot: Robot, shape: Shape) -> tuple[Robot, tuple[str, ...]]:
    """The robot to close, and the coordinates that a shape describes: actuated ones, or those of the task."""
    if shape.coordinates == "actuated":
        return robot, robot.actuated
    if not robot.task:
        raise InputError(
            f"robot '{robot.name}' names no task coordinates; use coordinates='actuated', or give Robot(task=(...))."
        )
    return (robot if set(robot.task) <= set(robot.coordinates) else with_tool_place(robot)), robot.task


def _times(t: ArrayLike) -> Array:
    times = np.atleast_1d(np.asarray(t, dtype=float))
    if times.ndim != 1 or not np.isfinite(times).all():
        raise InputError(f"trajectory: got times of shape {times.shape}, expected finite numbers (N,) in seconds.")
    return times


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A shape with coefficients (size, n), for the coordinates of a robot that the shape describes."""

    robot: Robot
    shape: Shape
    coefficients: Array

    def __post_init__(self) -> None:
        c = np.array(self.coefficients, dtype=float, order="C")  # the same memory, so the same last bits
        names = coordinates_of(self.robot, self.shape)[1]
        if c.shape != (self.shape.size, len(names)) or not np.isfinite(c).all():
            raise InputError(
                f"trajectory: got coefficients of shape {c.shape}, expected {(self.shape.size, len(names))}, finite: a "
                f"row for each coefficient of {self.shape}, a column for each of {listing(names)}."
            )
        object.__setattr__(self, "coefficients", frozen_array(c))

    @property
    def joints(self) -> tuple[str, ...]:
        return self.robot.actuated

    @property
    def duration(self) -> float:
        return self.shape.duration

    def described(self, t: ArrayLike, order: int = 0) -> Array:
        """(N, n) the coordinates that the coefficients describe, or a derivative of them: 3 is the jerk."""
        return self.shape.basis(_times(t), order) @ self.coefficients

    def motion(self, t: ArrayLike) -> Motion:
        """The motion of all coordinates of the robot, its loops closed."""
        whole, names = coordinates_of(self.robot, self.shape)
        z, zd, zdd = (self.described(t, order) for order in range(3))
        return close(whole, z, zd, zdd, given=names)

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n) of the actuated coordinates, exact derivatives of one another."""
        if self.shape.coordinates == "actuated":
            return self.described(t, 0), self.described(t, 1), self.described(t, 2)
        motion = self.motion(t)
        columns = [motion.robot.coordinates.index(name) for name in self.joints]
        return motion.q[:, columns], motion.qd[:, columns], motion.qdd[:, columns]

    def sample(self, rate: float = RATE) -> tuple[Array, Array, Array, Array]:
        """t (N,), q, qd, qdd (N, n) from start to end, at this many samples a second."""
        return _sampled(self, rate)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "robot": self.robot.name,
            "joints": list(self.joints),
            **self.shape.to_dict(),
            "coefficients": self.coefficients.tolist(),
        }

    def save(self, path: str | os.PathLike[str], rate: float = RATE, overwrite: bool = False) -> None:
        """Write samples (.csv: t, q_<joint>, qd_<joint>, qdd_<joint>) or the exact coefficients (.json)."""
        _save(self, path, rate, overwrite)

    def __repr__(self) -> str:
        return f"Trajectory({self.robot.name!r}: {self.shape})"


@dataclass(frozen=True, eq=False)
class SampledTrajectory:
    """A trajectory read from samples: between them the polynomial of degree five that has their q, qd, qdd."""

    joints: tuple[str, ...]
    t: Array
    q: Array
    qd: Array
    qdd: Array

    def __post_init__(self) -> None:
        from scipy.interpolate import BPoly

        if len(self.t) < 2 or not (np.diff(self.t) > 0).all():
            raise InputError("trajectory: expected at least two samples with strictly increasing times.")
        for kind in ("q", "qd", "qdd"):
            motion_array(getattr(self, kind), len(self.joints), len(self.t), f"trajectory, {kind}", self.joints)
        values = np.stack([self.q, self.qd, self.qdd], axis=1)
        object.__setattr__(self, "_curve", BPoly.from_derivatives(self.t, values))

    @property
    def duration(self) -> float:
        return float(self.t[-1] - self.t[0])

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n); t = 0 is the first sample."""
        curve: Any = self._curve  # type: ignore[attr-defined]
        times = np.clip(_times(t) + self.t[0], self.t[0], self.t[-1])
        q, qd, qdd = (np.asarray(curve(times, nu=order)) for order in range(3))
        return q, qd, qdd

    def sample(self, rate: float = RATE) -> tuple[Array, Array, Array, Array]:
        return _sampled(self, rate)

    def save(self, path: str | os.PathLike[str], rate: float = RATE, overwrite: bool = False) -> None:
        """Write samples as CSV."""
        _save(self, path, rate, overwrite)

    def __repr__(self) -> str:
        return f"SampledTrajectory({len(self.joints)} joints, {len(self.t)} samples, {self.duration:g} s)"


def _sampled(trajectory: Trajectory | SampledTrajectory, rate: float) -> tuple[Array, Array, Array, Array]:
    if not (np.isfinite(rate) and rate > 0 and rate * trajectory.duration >= 1):
        raise InputError(f"got a rate of {rate} Hz, expected at least one sample in {trajectory.duration:g} s.")
    t = np.arange(int(np.floor(trajectory.duration * rate * (1 + 1e-12))) + 1) / rate
    return t, *trajectory.at(t)


def _save(trajectory: Trajectory | SampledTrajectory, path: str | os.PathLike[str], rate: float, over: bool) -> None:
    suffix = Path(path).suffix.lower()
    if suffix == ".json" and isinstance(trajectory, Trajectory):
        write_whole(path, json.dumps(trajectory.to_dict(), indent=1, allow_nan=False), overwrite=over)
    elif suffix == ".csv":
        write_whole(path, _csv(trajectory, rate), overwrite=over)
    else:
        kinds = ".csv or .json" if isinstance(trajectory, Trajectory) else ".csv (it has samples, no coefficients)"
        raise InputError(f"cannot save a trajectory as '{path}'; expected a name that ends in {kinds}.")


def _csv(trajectory: Trajectory | SampledTrajectory, rate: float) -> str:
    t, *motion = trajectory.sample(rate)
    text = io.StringIO()
    names = [f"{kind}_{joint}" for kind in ("q", "qd", "qdd") for joint in trajectory.joints]
    csv.writer(text, lineterminator="\n").writerow(["t", *names])
    # repr is the shortest text that gives the same float back
    text.writelines(",".join(map(repr, row)) + "\n" for row in np.column_stack([t, *motion]).tolist())
    return text.getvalue()


def load_trajectory(path: str | os.PathLike[str], robot: Robot | None = None) -> Trajectory | SampledTrajectory:
    """A trajectory from .json (exact coefficients, for the robot they belong to) or .csv (samples).

    The JSON of an `Excitation` holds one as well. A built-in robot is found by its name; else give `robot`.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DynidError(f"{path}: cannot be read as a trajectory ({error}).") from None
    suffix = Path(path).suffix.lower()
    if suffix == ".csv":
        return _from_csv(str(path), text)
    if suffix != ".json":
        raise InputError(f"cannot read a trajectory from '{path}'; expected a name that ends in .csv or .json.")
    try:
        content = json.loads(text)
        content = content.get("trajectory", content)
        if content["format"] != FORMAT:
            raise KeyError(f"format '{content['format']}'")
        return _from_dict(content, robot)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, DynidError):
            raise
        raise DynidError(f"{path}: is no trajectory; expected JSON with format '{FORMAT}' ({error!r}).") from None


def _from_dict(content: dict[str, Any], robot: Robot | None) -> Trajectory:
    from dynid.robot.builtin import BUILTIN

    name, joints = content["robot"], tuple(content["joints"])
    if robot is None and name not in BUILTIN:
        raise InputError(f"the trajectory is one of robot '{name}'; give that robot: load_trajectory(path, robot).")
    robot = robot or BUILTIN[name]()
    if robot.actuated != joints:
        raise InputError(
            f"the trajectory moves {listing(joints)}, but robot '{robot.name}' is driven by {listing(robot.actuated)}."
        )
    keys = set(content) - {"format", "robot", "joints", "coefficients"}
    return Trajectory(robot, shape_from({key: content[key] for key in keys}), np.array(content["coefficients"]))


def _from_csv(path: str, text: str) -> SampledTrajectory:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    names = [name.strip() for name in next(csv.reader(lines[:1]), [])]
    joints = tuple(name[2:] for name in names if name.startswith("q_"))
    wanted = ["t", *(f"{kind}_{joint}" for kind in ("q", "qd", "qdd") for joint in joints)]
    if not joints or (missing := [name for name in wanted if name not in names]):
        raise InputError(
            f"{path}: got the columns {listing(names, 12)}, expected t and q_, qd_, qdd_ of every joint"
            + (f"; missing: {listing(missing, 12)}." if joints else ".")
        )
    try:
        table = np.array([[float(x) for x in row] for row in csv.reader(lines[1:])]).reshape(len(lines) - 1, -1)
        columns = table[:, [names.index(name) for name in wanted]]
    except (ValueError, IndexError) as error:
        raise InputError(f"{path}: is no table of numbers, one row a sample ({error}).") from None
    t, (q, qd, qdd) = columns[:, 0], np.split(columns[:, 1:], 3, axis=1)
    return SampledTrajectory(joints, t, q, qd, qdd)
