"""A trajectory: a motion of the actuated coordinates as a function of time; CSV and JSON out, and
back in."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, freeze_array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.closed_chains.kinematics import add_tool_body
from dynid.errors import DynidError, InputError, join_names
from dynid.excitation.sampled_trajectory import (
    RATE,
    Samplable,
    SampledTrajectory,
    as_text,
    check_times,
    from_csv,
    sample_motion,
)
from dynid.excitation.series import Series, load_series
from dynid.files import check_source, write_whole
from dynid.records import from_json
from dynid.robot.mechanism import Robot

FORMAT = "dynid trajectory 1"


def list_coordinates(robot: Robot, series: Series) -> tuple[Robot, tuple[str, ...]]:
    """The robot to close, and the coordinates that a series describes: actuated ones, or those of
    the task."""
    if series.coordinates == "actuated":
        return robot, robot.actuated
    if not robot.task:
        raise InputError(
            f"robot '{robot.name}' names no task coordinates; use coordinates='actuated', or give"
            " Robot(task=(...))."
        )
    return (
        robot if set(robot.task) <= set(robot.coordinates) else add_tool_body(robot)
    ), robot.task


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A series with coefficients (size, n), for the coordinates of a robot that the series
    describes.

    Parameters
    ----------
    robot
        the mechanism
    series
        `Fourier` or `BSpline`
    coefficients
        (size, n) of the series, a column for each coordinate
    """

    robot: Robot
    series: Series
    coefficients: Array

    def __post_init__(self) -> None:
        c = np.array(
            self.coefficients, dtype=float, order="C"
        )  # the same memory, so the same last bits
        names = list_coordinates(self.robot, self.series)[1]
        if c.shape != (self.series.size, len(names)) or not np.isfinite(c).all():
            raise InputError(
                f"trajectory: got coefficients of shape {c.shape}, expected"
                f" {(self.series.size, len(names))}, finite: a row for each coefficient of"
                f" {self.series}, a column for each of {join_names(names)}."
            )
        object.__setattr__(self, "coefficients", freeze_array(c))

    @property
    def joints(self) -> tuple[str, ...]:
        return self.robot.actuated

    @property
    def duration(self) -> float:
        return self.series.duration

    @property
    def period(self) -> float | None:
        """[s] after which the motion repeats itself; None where it ends."""
        return getattr(self.series, "period", None)

    def sample_described(self, t: ArrayLike, order: int = 0) -> Array:
        """(N, n) the coordinates that the coefficients describe, or a derivative of them: 3 is the
        jerk."""
        return self.series.compute_basis(check_times(t), order) @ self.coefficients

    def close_motion(self, t: ArrayLike) -> Motion:
        """The motion of all coordinates of the robot, its loops closed."""
        whole, names = list_coordinates(self.robot, self.series)
        z, zd, zdd = (self.sample_described(t, order) for order in range(3))
        return close(whole, z, zd, zdd, given=names)

    def at(self, t: ArrayLike) -> tuple[Array, Array, Array]:
        """q, qd, qdd (N, n) of the actuated coordinates, exact derivatives of one another."""
        if self.series.coordinates == "actuated":
            return (
                self.sample_described(t, 0),
                self.sample_described(t, 1),
                self.sample_described(t, 2),
            )
        motion = self.close_motion(t)
        columns = [motion.robot.coordinates.index(name) for name in self.joints]
        return motion.q[:, columns], motion.qd[:, columns], motion.qdd[:, columns]

    def sample(self, rate: float = RATE) -> tuple[Array, Array, Array, Array]:
        """t (N,), q, qd, qdd (N, n) from start to end, at this many samples per second."""
        return sample_motion(self, rate)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "robot": self.robot.name,
            "joints": list(self.joints),
            **self.series.to_dict(),
            "coefficients": self.coefficients.tolist(),
        }

    def save(
        self, path: str | os.PathLike[str], rate: float = RATE, overwrite: bool = False
    ) -> None:
        """Write samples (.csv: `t`, `q_<joint>`, `qd_<joint>`, `qdd_<joint>`; .yaml: a
        JointTrajectory of ROS 2) or the exact coefficients (.json)."""
        suffix = Path(path).suffix.lower()
        if suffix not in (".csv", ".yaml", ".json"):
            raise InputError(
                f"cannot save a trajectory as '{path}'; expected a name that ends in .csv, .yaml or"
                " .json."
            )
        text = (
            json.dumps(self.to_dict(), indent=1, allow_nan=False)
            if suffix == ".json"
            else as_text(self, rate, suffix)
        )
        write_whole(path, text, overwrite=overwrite)

    def __repr__(self) -> str:
        return f"Trajectory({self.robot.name!r}: {self.series})"


def sample_closed(
    motion: Samplable, robot: Robot, joints: Sequence[str], rate: float = RATE
) -> SampledTrajectory:
    """Any coordinates of a robot along a motion of its independent ones, its loops closed: of one
    that stands on its feet, what its motors do."""
    t, q, qd, qdd = sample_motion(motion, rate)
    whole = close(robot, q, qd, qdd)
    at = [robot.coordinates.index(name) for name in joints]
    return SampledTrajectory(tuple(joints), t, *(x[:, at] for x in (whole.q, whole.qd, whole.qdd)))


def load_trajectory(
    path: str | os.PathLike[str], robot: Robot | None = None
) -> Trajectory | SampledTrajectory:
    """A trajectory from .json (exact coefficients, for the robot they belong to) or .csv (samples).

    The JSON of an `Excitation` holds one as well. A built-in robot is found by its name; else give
    `robot`.

    Parameters
    ----------
    path
        of the file
    robot
        that the trajectory belongs to; None: the built-in robot that a JSON file names
    """
    check_source(path, "a trajectory")
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DynidError(f"{path}: cannot be read as a trajectory ({error}).") from None
    suffix = Path(path).suffix.lower()
    if suffix in (".csv", ".txt"):
        return from_csv(str(path), text, robot)
    if suffix != ".json":
        raise InputError(
            f"cannot read a trajectory from '{path}'; expected a name that ends in .csv or .json."
        )
    try:
        content = json.loads(text)
        content = content.get("trajectory", content)
        if content["format"] != FORMAT:
            raise KeyError(f"format '{content['format']}'")
        return _from_dict(content, robot)
    except (
        *(ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError),
        IndexError,
    ) as error:
        if isinstance(error, DynidError):
            raise
        raise DynidError(
            f"{path}: is no trajectory; expected JSON with format '{FORMAT}' ({error!r})."
        ) from None


def _from_dict(content: dict[str, Any], robot: Robot | None) -> Trajectory:
    from dynid.robot.builtin import BUILTIN

    name, joints = content["robot"], tuple(content["joints"])
    if robot is None and name not in BUILTIN:
        raise InputError(
            f"the trajectory is one of robot '{name}'; give that robot: load_trajectory(path,"
            " robot)."
        )
    robot = robot or BUILTIN[name]()
    if robot.actuated != joints:
        raise InputError(
            f"the trajectory moves {join_names(joints)}, but robot '{robot.name}' has the "
            "actuated joints"
            f" {join_names(robot.actuated)}."
        )
    keys = set(content) - {"format", "robot", "joints", "coefficients"}
    coefficients = from_json(content["coefficients"], Array)
    return Trajectory(robot, load_series({key: content[key] for key in keys}), coefficients)
