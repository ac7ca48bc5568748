"""The result of a design: the trajectory, what it promises, and the limits it keeps."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.excitation.collision_model import CollisionModel
from dynid.excitation.criterion import Criterion, compute_condition_numbers
from dynid.excitation.motion_limits import Limits
from dynid.excitation.optimisation import Optimisation
from dynid.excitation.sampled_trajectory import SampledTrajectory
from dynid.excitation.trajectory import Trajectory
from dynid.files import check_folder, write_together, write_whole
from dynid.model.model import Model

FORMAT = "dynid excitation 1"
RATE = 1000.0  # Hz: of the samples that predicted standard deviations are told for


@dataclass(frozen=True)
class Kept:
    """A limit, and how far the motion goes: low <= least, most <= high."""

    label: str
    low: float
    high: float
    least: float
    most: float


@dataclass(frozen=True, eq=False)
class Excitation:
    """A designed motion.

    Parameters
    ----------
    trajectory
        the motion
    model
        whose parameters it shows
    criterion
        its name
    columns
        "raw" or "unit" norm, for the criterion
    value
        of the criterion
    names
        of the parameters
    theta
        their assumed values
    information
        (b, b) of one sample on average: W'W / N, rows divided by the torque noise
    condition, condition_unit
        of the weighted base regressor: columns in SI units, and columns of norm 1
    noise
        (n,) torque noise
    kept
        every limit, and the extremes that the motion reaches (on the fine grid)
    velocity, acceleration
        (n,) peaks of the motors
    limits
        what the motion keeps
    notes
        what a reader should know
    guard
        the capsules that were kept apart and above a floor
    earlier
        (b, b) information of earlier logs, of all their samples
    """

    trajectory: Trajectory
    model: Model
    criterion: str
    columns: str
    value: float
    names: tuple[str, ...]
    theta: Array
    information: Array
    condition: float
    condition_unit: float
    noise: Array
    kept: tuple[Kept, ...]
    velocity: Array
    acceleration: Array
    limits: Limits
    notes: tuple[str, ...] = ()
    guard: CollisionModel | None = None
    earlier: Array | None = None

    def predict_deviations(
        self, noise: ArrayLike | None = None, rate: float = RATE, repetitions: int = 1
    ) -> Array:
        """Predicted standard deviations (b,) for white torque noise, one number for all motors or
        None for the design's.

        cov = (M A + I_0)^-1 with M = rate * duration * repetitions samples, and I_0 of earlier
        logs.
        """
        M = rate * self.trajectory.duration * repetitions
        if not (np.isfinite(M) and M > 0):
            raise InputError(
                f"got rate {rate} Hz and {repetitions} repetitions, expected positive numbers."
            )
        if noise is None:
            factor = 1.0
        else:
            size = float(np.asarray(noise, dtype=float))
            if not (np.isfinite(size) and size > 0) or np.ptp(self.noise) > 0:
                raise InputError(
                    f"got noise {noise!r} Nm; expected a positive number, and a design"
                    " with the same noise for all joints: design_excitation(..., noise=...) takes "
                    "one for"
                    " each."
                )
            factor = size / self.noise[0]
        A = M / factor**2 * self.information
        A = A if self.earlier is None else A + self.earlier
        norm = np.sqrt(np.diag(A))
        inverse = np.linalg.pinv(A / np.outer(norm, norm), hermitian=True)
        return np.asarray(np.sqrt(np.diag(inverse)) / norm)

    def __str__(self) -> str:
        return self.describe()

    def describe(self, repetitions: int = 1) -> str:
        """All of it in words; the deviations as of a motion that is run so many times."""
        joints = self.model.robot.actuated
        width = max(map(len, joints))
        lines = [
            f"excitation of '{self.model.robot.name}': {self.trajectory.series}",
            f"criterion {self.criterion} (columns {self.columns}): {self.value:.6g}",
            (
                f"condition number {self.condition_unit:.5g} (columns of norm 1) for"
                f" {len(self.names)} parameters, under the limits below"
            ),
            "",
            f"{'drive':<{width}}  peak velocity  peak acceleration  torque noise",
            *(
                f"{name:<{width}}  {v:>13.4g}  {a:>17.4g}  {s:>12.4g}"
                for name, v, a, s in zip(joints, self.velocity, self.acceleration, self.noise)
            ),
            "",
            *_limit_lines(self.kept),
            "",
            *self._format_parameters(repetitions),
            *(f"note: {note}" for note in self.notes),
        ]
        return "\n".join(lines)

    def _format_parameters(self, repetitions: int) -> list[str]:
        std = self.predict_deviations(repetitions=repetitions)
        times = "once" if repetitions == 1 else f"{repetitions} times"
        title = (
            f"predicted standard deviations, white noise, {RATE:g} Hz, {self.trajectory.duration:g}"
            f" s {times}{'' if self.earlier is None else ', together with the earlier logs'}"
        )
        rows = [title]
        for k, name in enumerate(self.names):
            percent = ""
            if abs(self.theta[k]) > 1e-12:  # neither zero nor unknown
                percent = f"{100 * std[k] / abs(self.theta[k]):>9.3g} %"
            rows.append(f"  {std[k]:>10.3g} {percent:>11}  {name}")
        return rows

    def __repr__(self) -> str:
        return (
            f"Excitation({self.model.robot.name!r}: {self.criterion} {self.value:.4g}, condition"
            f" {self.condition_unit:.4g}, {len(self.kept)} limits kept)"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "trajectory": self.trajectory.to_dict(),
            "criterion": self.criterion,
            "columns": self.columns,
            "value": _number(self.value),
            "condition": _number(self.condition),
            "condition_unit": _number(self.condition_unit),
            "names": list(self.names),
            "std": [_number(x) for x in self.predict_deviations()],
            "std_rate": RATE,
            "noise": self.noise.tolist(),
            "velocity": self.velocity.tolist(),
            "acceleration": self.acceleration.tolist(),
            "kept": [
                {k: v if k == "label" else _number(v) for k, v in asdict(limit).items()}
                for limit in self.kept
            ],
            "limits": self.limits.to_dict(),
            "notes": list(self.notes),
        }

    def save(
        self, folder: str | os.PathLike[str], rate: float = RATE, overwrite: bool = False
    ) -> None:
        """Write design.json (this, with exact coefficients), and the samples as trajectory.csv and
        as trajectory.yaml (a JointTrajectory of ROS 2) into a folder, made if new."""
        names = ("design.json", "trajectory.csv", "trajectory.yaml")
        check_folder(Path(folder), names, overwrite)
        with write_together(folder, overwrite) as files:
            text = json.dumps(self.to_dict(), indent=1, allow_nan=False)
            write_whole(files / names[0], text)
            for name in names[1:]:
                self.trajectory.save(files / name, rate)

    def lead_in(self) -> tuple[SampledTrajectory | None, str]:
        """A slow way from home to where the motion starts, at rest at both ends, within the same
        limits; or None. And a sentence about it."""
        from dynid.excitation.lead_in import lead_in

        return lead_in(self)

    def plot(self) -> Any:
        """A plotly figure: motion of the motors, of the tool, and its path in the workspace."""
        from dynid.excitation.excitation_plot import draw_figure

        return draw_figure(self)


def _limit_lines(kept: tuple[Kept, ...]) -> list[str]:
    width = max(len(limit.label) for limit in kept)
    head = f"{'limit':<{width}}         low       least        most        high"
    rows = [
        f"{k.label:<{width}}  {_bound(k.low):>10}  {k.least:>10.4g}  {k.most:>10.4g} "
        f" {_bound(k.high):>10}"
        for k in kept
    ]
    return [head, *rows]


def _bound(x: float) -> str:
    return f"{x:.4g}" if np.isfinite(x) else "-"


def _number(x: float) -> float | None:
    """JSON has no infinity: null stands for it."""
    return float(x) if np.isfinite(x) else None


def describe(
    problem: Optimisation,
    criterion: Criterion,
    x: Array,
    names: tuple[str, ...],
    theta: Array,
    notes: tuple[str, ...],
    earlier: Array | None = None,
) -> Excitation:
    """What a motion is worth, judged with the sharp criterion of the model itself."""
    model = criterion.model
    state, fine = problem.state(x), problem.state(x, fine=True)
    W = criterion.compute_rows(state)
    qd, qdd = fine.qd, fine.motion.qdd[:, fine.drives]
    return Excitation(
        Trajectory(model.robot, problem.make_series(x), problem.compute_coefficients(x)),
        model,
        criterion.name,
        criterion.columns,
        criterion.evaluate(state),
        names,
        theta,
        criterion.compute_information(W),
        *compute_condition_numbers(criterion.stack_rows(W)),
        criterion.noise,
        tuple(Kept(*row[:5]) for row in problem.list_extremes(x)),
        np.abs(qd).max(axis=0),
        np.abs(qdd).max(axis=0),
        problem.held.limits,
        notes,
        problem.held.guard,
        earlier,
    )
