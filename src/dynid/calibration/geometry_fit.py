"""The geometry that explains measurements best: linearise, solve, and again, with steps that
lower the cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.calibration.error_model import GEARS, ErrorModel
from dynid.calibration.linear_evidence import FREE, ErrorPrior, EvidenceSolution, LinearRows, solve
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurements import Measurements, Unknown

STEPS = 30
DONE = 0.01  # of a standard deviation: a smaller step changes nothing
HALVINGS = 12
COARSE = 10.0  # tolerances that parts are wrong by until the fit is near
FARTHEST = 0.2  # m or rad, of an error in a step: farther, nothing is linear
LEAST_NOISE = {"m": 1e-9, "rad": 1e-9, "px": 1e-6}


@dataclass(frozen=True)
class FitSettings:
    """How a geometry is fitted.

    Parameters
    ----------
    noise
        {kind of measurement: standard deviation}, where it is known
    scaled
        estimate by what factor parts are worse than their tolerances; else as stated
    robust
        entries that deviate count less
    """

    noise: Mapping[str, float] = field(default_factory=dict)
    scaled: bool = True
    robust: bool = True


@dataclass(frozen=True, eq=False)
class GeometryFit:
    """A robot's geometry as it was estimated.

    Parameters
    ----------
    model
        the errors
    x
        (x,) their values
    unknowns
        of the instruments and markers
    columns
        {unknown: its columns of the covariance, which begin with the errors}
    rows
        residuals at the end, linearised
    prior
        of the columns
    solution
        covariance, noise, factors, weights
    noise
        {kind of measurement: standard deviation}
    gap
        (N,) how far loops stay open [m or rad]
    steps
        how many were taken
    """

    model: ErrorModel
    x: Array
    unknowns: Mapping[str, Unknown]
    columns: Mapping[str, slice]
    rows: LinearRows
    prior: ErrorPrior
    solution: EvidenceSolution
    noise: Mapping[str, float]
    gap: Array
    steps: int

    @property
    def covariance(self) -> Array:
        """(x, x) of the errors."""
        n = len(self.x)
        return self.solution.covariance[:n, :n]


class Linearisation:
    """The rows of measurements at any geometry."""

    def __init__(self, model: ErrorModel, data: Measurements) -> None:
        self.model, self.data, self.kinds = model, data, data.kinds
        self.kinematics = Kinematics(model, data.q)
        self.names = [n for n in data.unknowns if any(n in c.needs for c in data.channels)]
        sizes = [data.unknowns[name].size for name in self.names]
        edges = len(model) + np.concatenate([[0], np.cumsum(sizes)]).astype(int)
        self.columns = {n: slice(a, b) for n, a, b in zip(self.names, edges[:-1], edges[1:])}
        self.size = int(edges[-1])
        self.gap = np.zeros(len(data))

    def make_prior(self, unknowns: Mapping[str, Unknown], settings: FitSettings) -> ErrorPrior:
        """All lengths are wrong by one factor, and all angles."""
        names = [GEARS if e.part == "gear" else e.unit for e in self.model.first]
        units = tuple(dict.fromkeys(names))
        tolerance, group = np.empty(self.size), np.full(self.size, FREE)
        tolerance[: len(self.model)] = self.model.tolerances
        group[: len(self.model)] = [units.index(name) for name in names]
        for name, place in self.columns.items():
            tolerance[place] = unknowns[name].tolerance
        unit = {channel.kind: channel.unit for channel in self.data.channels}
        least = np.array([LEAST_NOISE[unit[kind]] for kind in self.kinds])
        known = {
            k: settings.noise[kind] for k, kind in enumerate(self.kinds) if kind in settings.noise
        }
        none = np.zeros(self.size, dtype=bool)
        how = settings.scaled, 1.0, known, settings.robust
        return ErrorPrior(tolerance, group, least, none, *how)

    def compute(self, x: Array, unknowns: Mapping[str, Unknown]) -> LinearRows:
        """Residuals and slopes of all channels."""
        lin = self.kinematics.linearise(x)
        self.gap = lin.gap
        parts: list[tuple[Any, ...]] = []
        entries = 0
        for channel in self.data.channels:
            r, slopes, blocks = channel.compute(lin, unknowns)
            k, m = r.shape
            J = np.zeros((k, m, self.size))
            J[:, :, : len(x)] = slopes @ self.model.ties
            for name, block in blocks.items():
                J[:, :, self.columns[name]] += block
            kind, pose = np.full(k * m, self.kinds.index(channel.kind)), np.repeat(channel.rows, m)
            entry = entries + np.repeat(np.arange(k), m)
            entries += k
            parts.append((r.ravel(), J.reshape(k * m, -1), kind, pose, entry))
        r, J, kind, pose, entry = (np.concatenate(each) for each in zip(*parts))
        z0 = np.zeros(self.size)
        z0[: len(x)] = x
        for name, place in self.columns.items():
            z0[place] = unknowns[name].offset if len(unknowns[name].offset) else 0.0
        return LinearRows(r, J, z0, kind, pose, entry)


def fit_geometry(
    model: ErrorModel,
    data: Measurements,
    start: Mapping[str, Unknown],
    settings: FitSettings = FitSettings(),
    prior: ErrorPrior | None = None,
) -> GeometryFit:
    """The most probable geometry, from a start of the unknowns.

    Parameters
    ----------
    model
        the errors
    data
        what was measured
    start
        of the unknowns
    settings
        how it is fitted
    prior
        another one than that of the model and settings
    """
    at = Linearisation(model, data)
    prior = prior or at.make_prior(start, settings)
    x, unknowns, steps = np.zeros(len(model)), dict(start), 0
    with one_blas_thread():
        rows, solution = at.compute(x, unknowns), None
        # how wrong the parts are is asked where the robot is linear: near the measurements
        stages = [replace(prior, scaled=False, first_factor=COARSE)] if prior.scaled else []
        for stage in [*stages, prior]:
            solution = solve(rows, stage, solution)
            for _ in range(STEPS):
                step, steps = solution.z - rows.z0, steps + 1
                deviation = np.sqrt(np.diag(solution.covariance))
                size = float(np.max(np.abs(step) / np.maximum(deviation, 1e-300), initial=0.0))
                x, unknowns, rows, share = _move(at, x, unknowns, rows, stage, solution)
                solution = solve(rows, stage, solution)
                if size * share < DONE or share == 0.0:
                    break
    assert solution is not None
    noise = dict(zip(at.kinds, map(float, solution.noise)))
    return GeometryFit(model, x, unknowns, at.columns, rows, prior, solution, noise, at.gap, steps)


def _move(
    at: Linearisation,
    x: Array,
    unknowns: dict[str, Unknown],
    rows: LinearRows,
    prior: ErrorPrior,
    solution: EvidenceSolution,
) -> tuple[Array, dict[str, Unknown], LinearRows, float]:
    """Towards the solution, as far as the cost goes down; with which share of the way."""
    step = solution.z - rows.z0
    share = min(1.0, FARTHEST / max(float(np.abs(step[: len(x)]).max(initial=0.0)), FARTHEST))
    cost = _compute_cost(rows, prior, solution)
    for _ in range(HALVINGS):
        part = share * step
        moved = {n: unknowns[n].move(part[at.columns[n]]) for n in at.names}
        new = at.compute(x + part[: len(x)], {**unknowns, **moved})
        if _compute_cost(new, prior, solution) <= cost * (1.0 + 1e-9) + 1e-12:
            return x + part[: len(x)], {**unknowns, **moved}, new, share
        share *= 0.5
    return x, unknowns, rows, 0.0


def _compute_cost(rows: LinearRows, prior: ErrorPrior, solution: EvidenceSolution) -> float:
    W = solution.weights[rows.entry] / solution.noise[rows.kind] ** 2
    return float(W @ rows.r**2 + solution.precision(prior) @ rows.z0**2)
