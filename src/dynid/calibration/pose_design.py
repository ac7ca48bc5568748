"""Postures for a calibration: those that make the errors of a geometry, or of its tool, smallest.

Poses k with slopes J_k, in units of the noise, and the prior L leave the covariance

    S = (L + sum J_k' J_k)^-1

A further pose gains log det(I + J S J') of the determinant. Of the mean square error of the tool at
other poses, weighted by V = sum w_t J_t' J_t, it takes

    trace (I + J S J')^-1 J S V S J'

with weights w_t that grow with the error there, so that the largest counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.calibration.error_model import ErrorModel
from dynid.calibration.geometry_fit import FitSettings, GeometryFit, Linearisation
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurement_reading import TURNS, MeasurementLayout, read_measurements
from dynid.calibration.measurements import (
    Channel,
    DistanceChannel,
    Measurements,
    PixelChannel,
    PlaneChannel,
    SphereChannel,
    Unknown,
)
from dynid.calibration.pose_space import PoseSpace
from dynid.calibration.printed_units import PRINTED
from dynid.calibration.simulated_measurements import PLACES
from dynid.calibration.start_values import is_free
from dynid.errors import InputError, join_names
from dynid.files import check_folder, write_together
from dynid.option_names import name_option

CANDIDATES = 1000  # random poses that are compared
SHOWN_AT = 400  # others, where the tool's error is computed
FRESH, NEAR = 60, 40  # poses tried for one that is exchanged
SWEEPS, FIRST_SWEEPS = 4, 2  # at the end, and while their number is searched
NEARBY = 0.1  # of the joints' ranges: how far poses nearby are, halved by each sweep
SHARPNESS = 3  # power of the error that weighs where it counts
MOST = 200  # poses
RANDOM_DRAWS = 20
#: of an instrument that nothing is said of [m, rad, px]
TYPICAL_NOISE = {"points": 5e-5, "orientations": 2e-4, "distances": 2e-5, "encoders": 1e-4}
TYPICAL_NOISE |= {"inclinations": 1e-4, "pixels": 0.1}
CRITERIA = ("logdet", "tool")
FILES = ("poses.csv", "poses.json")


@dataclass(frozen=True, eq=False)
class PoseDesign:
    """Postures to measure.

    Parameters
    ----------
    joints
        the actuated ones
    poses
        (N, joints) new ones
    measured
        how many there were before
    columns
        what to measure there
    kind
        of measurement that the error is one of
    worst, mean
        expected error on other poses [m, rad, px]: the largest, and the root mean square
    before
        the worst error with the poses there were; infinite for none
    random
        how many random poses would be needed for the same worst error; 0: more than 200
    notes
        what was assumed
    """

    joints: tuple[str, ...]
    poses: Array
    measured: int
    columns: tuple[str, ...]
    kind: str
    worst: float
    mean: float
    before: float
    random: int
    notes: tuple[str, ...] = ()
    written: tuple[Path, ...] = ()

    @property
    def sentence(self) -> str:
        name, unit, factor = PRINTED[self.kind]
        more = f" after {self.measured} that are measured" if self.measured else ""
        return (
            f"{len(self.poses)} poses{more}: expected {name} on others {factor * self.worst:.3g}"
            f" {unit} at most, {factor * self.mean:.3g} {unit} in the mean; random poses would"
            f" need {self.random or f'more than {MOST}'} for that."
        )

    def __str__(self) -> str:
        wrote = [f"wrote {', '.join(map(str, self.written))}"] if self.written else []
        return "\n".join([self.sentence, *self.notes, *wrote])

    def to_dict(self) -> dict[str, Any]:
        """For machines: what `dynid design --calibration --json` prints."""
        return {
            "joints": list(self.joints),
            "poses": self.poses.tolist(),
            "measured": self.measured,
            "columns": list(self.columns),
            "kind": self.kind,
            "worst": self.worst,
            "mean": self.mean,
            "before": self.before if np.isfinite(self.before) else None,
            "random": self.random,
            "notes": list(self.notes),
        }

    def write(self, folder: str | PathLike[str], overwrite: bool = False) -> PoseDesign:
        """Write poses.csv, whose empty columns are to be filled with what was measured, and
        poses.json.

        Parameters
        ----------
        folder
            made if it is new
        overwrite
            replace files that are there
        """
        import json

        from dynid.schemas.schema_builder import mark_schema

        check_folder(Path(folder), FILES, overwrite)
        head = [f"q_{name}" for name in self.joints]
        rows = [",".join([*head, *self.columns])]
        empty = "," * len(self.columns)
        rows += [",".join(f"{x:.6f}" for x in pose) + empty for pose in self.poses]
        content = json.dumps(mark_schema("design_poses", self.to_dict()), indent=2)
        with write_together(Path(folder), overwrite) as files:
            (files / FILES[0]).write_text("\n".join(rows) + "\n", "utf-8")
            (files / FILES[1]).write_text(content + "\n", "utf-8")
        return replace(self, written=tuple(Path(folder) / name for name in FILES))


class PoseInformation:
    """What poses show, in units of the noise.

    Parameters
    ----------
    model
        the errors
    data
        what is measured at a pose
    unknowns
        where instruments and markers are
    settings
        known noise
    """

    def __init__(
        self,
        model: ErrorModel,
        data: Measurements,
        unknowns: dict[str, Unknown],
        settings: FitSettings,
    ) -> None:
        self.model, self.data, self.unknowns = model, data, unknowns
        self.at = Linearisation(model, data)
        self.prior = np.diag(self.at.make_prior(unknowns, settings).tolerance ** -2.0)
        self.noise = {k: settings.noise.get(k, TYPICAL_NOISE[k]) for k in data.kinds}

    def compute_slopes(self, q: Array) -> tuple[Array, Array]:
        """(N, m, P) of all that is measured at poses, and which of the m are of the first kind."""
        lin = Kinematics(self.model, q).linearise(np.zeros(len(self.model)))
        rows, parts, first = np.arange(len(q)), [], []
        for channel in self.data.channels:
            r, slopes, blocks = _predict(channel, rows).compute(lin, self.unknowns)
            if channel.kind == "orientations":  # exact where the rotation is the predicted one
                from dynid.calibration.rotations import make_rotation

                exact = replace(channel, rows=rows, values=make_rotation(r))
                r, slopes, blocks = exact.compute(lin, self.unknowns)
            J = np.zeros((*r.shape, self.at.size))
            J[:, :, : len(self.model)] = slopes @ self.model.ties
            for name, block in blocks.items():
                J[:, :, self.at.columns[name]] += block
            parts.append(J / self.noise[channel.kind])
            first += [channel.kind == self.data.kinds[0]] * r.shape[1]
        return np.concatenate(parts, axis=1), np.array(first)


def _predict(channel: Channel, rows: Any) -> Channel:
    """Of other poses, compared with nothing."""
    shape = (len(rows), channel.width)
    none = np.zeros(shape)
    if channel.kind == "orientations":
        none = np.tile(np.eye(3), (len(rows), 1, 1))
    return replace(channel, rows=rows, values=none)


class _Search:
    """Poses chosen one by one, then exchanged."""

    def __init__(
        self, space: PoseSpace, info: PoseInformation, start: Array, criterion: str, seed: int
    ) -> None:
        self.space, self.info, self.start, self.criterion = space, info, start, criterion
        self.rng = np.random.default_rng(seed)
        drawn = space.draw(CANDIDATES + SHOWN_AT, seed)
        cut = max(1, len(drawn) * CANDIDATES // (CANDIDATES + SHOWN_AT))
        self.pool = drawn[:cut]
        self.J = info.compute_slopes(self.pool)[0]
        others, first = info.compute_slopes(drawn[cut:] if cut < len(drawn) else drawn)
        self.unit = info.noise[info.data.kinds[0]]
        self.others = self.unit * others[:, first]

    def compute_errors(self, A: Array) -> Array:
        """(others,) standard deviation of what is measured there."""
        S = np.linalg.inv(A)
        variance = np.einsum("nix,xy,niy->n", self.others, S, self.others, optimize=True)
        return np.asarray(np.sqrt(variance))

    def compute_gain(self, A: Array, J: Array) -> Array:
        """(N,) by what each pose is worth."""
        S = np.linalg.inv(A)
        JS = J @ S
        G = JS @ J.transpose(0, 2, 1) + np.eye(J.shape[1])
        if self.criterion == "logdet":
            return np.asarray(np.linalg.slogdet(G)[1])
        variance = self.compute_errors(A) ** 2
        weight = (variance / variance.max()) ** SHARPNESS
        V = np.einsum("n,nix,niy->xy", weight, self.others, self.others, optimize=True)
        gained = np.linalg.solve(G, JS @ V @ JS.transpose(0, 2, 1))
        return np.asarray(np.trace(gained, axis1=1, axis2=2))

    def grow(self, count: int, goal: float = 0.0) -> int:
        """How many of the pool, one by one, come below a goal."""
        self.poses: list[Array] = []
        self.slopes: list[Array] = []
        self.A = self.start.copy()
        while len(self.poses) < count and self.compute_errors(self.A).max() > goal:
            best = int(self.compute_gain(self.A, self.J).argmax())
            self._add(self.pool[best], self.J[best])
        return len(self.poses)

    def _add(self, pose: Array, J: Array) -> None:
        self.poses.append(pose)
        self.slopes.append(J)
        self.A = self.A + J.T @ J

    def improve_poses(self, sweeps: int = SWEEPS) -> None:
        """Each pose for a better one among some that are new and some nearby; the best sweep is
        kept."""
        best = self.compute_errors(self.A).max(), list(self.poses), list(self.slopes), self.A
        for sweep in range(sweeps):
            for _ in range(len(self.poses)):
                pose, J = self.poses.pop(0), self.slopes.pop(0)
                self.A = self.A - J.T @ J
                near = self.space.draw_near(pose, NEAR, NEARBY / 2**sweep, self.rng)
                fresh = self.rng.choice(len(self.pool), min(FRESH, len(self.pool)), replace=False)
                new = np.concatenate([[pose], near])
                slopes = np.concatenate([self.info.compute_slopes(new)[0], self.J[fresh]])
                new = np.concatenate([new, self.pool[fresh]])
                k = int(self.compute_gain(self.A, slopes).argmax())
                self._add(new[k], slopes[k])
            worst = self.compute_errors(self.A).max()
            if worst < best[0]:
                best = worst, list(self.poses), list(self.slopes), self.A
        _, self.poses, self.slopes, self.A = best

    def find_fewest(self, goal: float) -> None:
        """As few poses as come below a goal, by halving."""
        most = self.grow(MOST, goal)
        # an exchange takes a tenth or two of the error away, not half of it
        least, found = most // 2, (self.poses, self.slopes, self.A)
        while most - least > 1:
            half = (least + most) // 2
            self.grow(half)
            self.improve_poses(FIRST_SWEEPS)
            if self.compute_errors(self.A).max() <= goal:
                most, found = half, (self.poses, self.slopes, self.A)
            else:
                least = half
        self.poses, self.slopes, self.A = found
        self.improve_poses()

    def count_random(self, worst: float) -> int:
        """How many of the pool, in any order, come below an error in the middle of several draws;
        0: more than MOST."""
        counts = []
        for _ in range(RANDOM_DRAWS):
            A, order = self.start.copy(), self.rng.permutation(len(self.J))[:MOST]
            low, high = 0, len(order) + 1
            totals = np.cumsum(np.einsum("nix,niy->nxy", self.J[order], self.J[order]), axis=0)
            while high - low > 1:
                half = (low + high) // 2
                enough = self.compute_errors(A + totals[half - 1]).max() <= worst
                low, high = (low, half) if enough else (half, high)
            counts.append(high)
        middle = int(np.ceil(np.median(counts)))
        return 0 if middle > min(MOST, len(self.J)) else middle


def design_poses(
    space: PoseSpace,
    model: ErrorModel,
    data: Measurements,
    columns: Sequence[str],
    *,
    count: int | None = None,
    goal: float | None = None,
    criterion: str = "logdet",
    settings: FitSettings = FitSettings(),
    fit: GeometryFit | None = None,
    seed: int = 0,
) -> PoseDesign:
    """The poses to measure.

    Parameters
    ----------
    space
        poses that the robot can hold
    model
        the errors of its geometry
    data
        what is measured: `plan_measurements`, or the poses that are there already
    columns
        names of what is measured
    count
        of new poses; None: as few as reach the goal
    goal
        the largest expected error of what is measured, at other poses; None: the noise of one
        measurement
    criterion
        "logdet" of the errors, or "tool": the largest error at other poses
    settings
        known noise
    fit
        of the poses that are there already; None: there are none
    seed
        of the random candidates
    """
    if criterion not in CRITERIA:
        raise InputError(
            f"criterion of poses: got '{criterion}', expected one of {join_names(CRITERIA)}."
        )
    unknowns = dict(data.unknowns) if fit is None else dict(fit.unknowns)
    if fit is not None:
        settings = replace(settings, noise={**fit.noise, **settings.noise})
    info = PoseInformation(model, data, unknowns, settings)
    start = info.prior
    if fit is not None:
        old = info.compute_slopes(data.q)[0]
        start = np.diag(fit.solution.precision(fit.prior)) + np.einsum("nix,niy->xy", old, old)
    with one_blas_thread():
        search = _Search(space, info, start, criterion, seed)
        kind = data.kinds[0]
        width = sum(c.width for c in data.channels if c.kind == kind)
        goal = float(np.sqrt(width)) * search.unit if goal is None else goal
        before = float(search.compute_errors(start).max())
        if count is None:
            search.find_fewest(goal)
        else:
            search.grow(count)
            search.improve_poses()
        errors = search.compute_errors(search.A)
        random = search.count_random(float(errors.max()))
    notes = [f"noise taken: {', '.join(f'{k} {x:.2g}' for k, x in info.noise.items())}"]
    if count is None and errors.max() > goal:
        notes.append(
            f"the goal of {goal:.3g} is not reached with {MOST} poses: what is measured does not"
            " show it, or less noise is needed"
        )
    return PoseDesign(
        space.robot.actuated,
        np.array(search.poses).reshape(-1, space.robot.dof),
        0 if fit is None else len(data),
        complete_columns(columns),
        kind,
        float(errors.max()),
        float(np.sqrt(np.mean(errors**2))),
        before if fit is not None else float("inf"),
        random,
        (*notes, *space.held.notes),
    )


def plan_measurements(
    space: PoseSpace, columns: Sequence[str], layout: MeasurementLayout
) -> Measurements:
    """What columns would measure, with instruments and markers at places to begin with.

    Parameters
    ----------
    space
        poses of the robot
    columns
        such as x_1, y_1, z_1; of a point or a quaternion one of them is enough
    layout
        markers, and how they are read
    """
    q, rng = space.draw(20, 0), np.random.default_rng(0)
    table = {f"q_{name}": values for name, values in zip(space.robot.actuated, q.T)}
    # no two alike, and no quaternion of length zero
    table |= {name: rng.uniform(0.1, 1.0, len(q)) for name in complete_columns(columns)}
    robot, data = read_measurements(space.robot, table, replace(layout, rigid=False))
    if robot is not space.robot:
        raise InputError("expected a robot whose joints are all driven.")
    for channel in data.channels:
        loose = isinstance(channel, DistanceChannel) and channel.points[1].place.startswith("fixed")
        if loose or isinstance(channel, (PlaneChannel, SphereChannel, PixelChannel)):
            raise InputError(
                f"columns {channel.name}: where the instrument would stand is not known; expected"
                " a few measured poses to continue, from which it is found:"
                f" {name_option('measured', 'poses.csv')}."
            )
    unknowns = dict(data.unknowns)
    free = [n for n in unknowns if n.startswith("place of marker") and is_free(unknowns[n])]
    for k, name in enumerate(free):
        unknowns[name] = unknowns[name].start(np.array(PLACES[k % len(PLACES)]))
    return replace(data, unknowns=unknowns)


def complete_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """With all of a point's coordinates and of a quaternion's."""
    names: dict[str, None] = {}
    for name in columns:
        stem, _, frame = name.partition("_")
        group = next((g for g in (("x", "y", "z"), TURNS) if stem in g), (stem,))
        names |= dict.fromkeys(f"{each}_{frame}" if frame else each for each in group)
    return tuple(names)
