"""Recursive least squares: sample by sample, with forgetting; for logs, and online beside a running
robot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, join_names, require
from dynid.identification.compress import compute_triangle
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.linear import compute_pseudo_inverse
from dynid.identification.online_estimation import OnlineEstimate, check_finite_values
from dynid.identification.problem import Problem
from dynid.identification.regression_rows import Rows
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.model import Model


class Recursion:
    """The running estimate, as a triangle [R z]: R theta = z. Update it with the rows of a sample
    at a time.

    The information (not the covariance) is what is carried, by orthogonal transformations: it
    cannot lose symmetry or positivity, however long it runs.

    Parameters
    ----------
    size
        number of parameters
    forgetting
        a sample k steps old counts forgetting^k
    prior_deviation
        of the start theta = 0
    """

    def __init__(self, size: int, forgetting: float = 1.0, prior_deviation: float = 1e6) -> None:
        if not 0 < forgetting <= 1:
            raise InputError(
                f"got forgetting {forgetting}, expected a number in (0, 1]; 1 forgets nothing."
            )
        self.forgetting = forgetting
        self.triangle = np.zeros((size, size + 1))
        self.triangle[:, :size] = np.eye(size) / prior_deviation
        self.count, self.square, self.weight = 0, 0.0, 0.0

    def update(self, W: ArrayLike, y: ArrayLike) -> None:
        """Rows W (rows, size) and y (rows,) of one sample."""
        rows = np.column_stack(
            [np.atleast_2d(np.asarray(W, dtype=float)), np.atleast_1d(np.asarray(y, dtype=float))]
        )
        if rows.shape[1] != self.triangle.shape[1]:
            raise InputError(
                f"got rows of {rows.shape[1] - 1} columns, expected {self.triangle.shape[1] - 1}."
            )
        self.join(rows, 1)

    def join(self, rows: Array, samples: int) -> None:
        """Rows [W y] of several samples, or their triangle, weighted among themselves already."""
        fade, size = self.forgetting**samples, len(self.triangle)
        A = np.asfortranarray(np.vstack([np.sqrt(fade) * self.triangle, rows]))
        whole = compute_triangle(A)
        self.triangle = whole[:size]
        # what no theta explains: sum of forgetting^age e^2, and of forgetting^age
        self.square = fade * self.square + float(np.sum(whole[size:, -1] ** 2))
        self.weight = fade * self.weight + len(rows)
        self.count += samples

    @property
    def deviations(self) -> Array:
        """Standard deviations of theta for white noise: s^2 (R'R)^-1."""
        from scipy.linalg import solve_triangular

        size = len(self.triangle)
        inverse = solve_triangular(self.triangle[:, :-1], np.eye(size))
        variance = self.square / max(self.weight - size, 1.0)
        deviations: Array = np.sqrt(variance * np.sum(inverse**2, axis=1))
        return deviations

    @property
    def theta(self) -> Array:
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.triangle[:, :-1], self.triangle[:, -1]))


class OnlineLeastSquares:
    """Recursive least squares of the base parameters of a model, under way."""

    def __init__(self, base: BaseParameters, state: Recursion) -> None:
        self.base, self.state = base, state

    def push(
        self,
        t: float,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
    ) -> None:
        """One sample, of which every joint counts; qd and qdd are needed."""
        model = self.base.model
        given = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
        motion = [check_finite_values(x, name, model.robot.actuated) for name, x in given.items()]
        at, speed, acceleration, torque = (x[None] for x in motion)
        W = model.regressor(at, speed, acceleration)[0][:, self.base.independent]
        if model.known:
            torque = torque - model.compute_known_torque(at, speed, acceleration)
        self.state.update(W, torque[0])

    @property
    def value(self) -> OnlineEstimate:
        return OnlineEstimate(
            self.base.names, self.state.theta, self.state.deviations, self.state.count
        )


@dataclass(frozen=True)
class RecursiveLeastSquares(Estimator):
    """Least squares in the order of time. `course` of the Fit holds theta after every chunk.

    Parameters
    ----------
    forgetting
        a sample k steps old counts forgetting^k; 1: all count alike, which equals OLS
    prior_deviation
        of the start theta = 0
    """

    forgetting: float = 1.0
    prior_deviation: float = 1e6

    def start_online(self, model: Model) -> OnlineLeastSquares:
        """Online, on a running robot: push samples with their velocities and accelerations."""
        require("online", model, Model, "Model(robot, [Viscous(), Coulomb()])")
        if reading := model.layout.channels:
            raise InputError(
                f"online: effects of the model of '{model.robot.name}' read {join_names(reading)},"
                " which single samples do not have; expected a model without load friction,"
                " hysteresis, torque scales and directions of gravity."
            )
        base = base_parameters(model)
        return OnlineLeastSquares(base, Recursion(len(base), self.forgetting, self.prior_deviation))

    def fit(self, problem: Problem) -> Fit:
        state = Recursion(problem.size, self.forgetting, self.prior_deviation)
        history: list[Array] = []
        grams = np.zeros((len(problem.joints), problem.size, problem.size))
        for count, part, gram in problem.rows.map(self._sum_chunk):
            state.join(part, count)
            history.append(state.theta)
            # sum over samples of forgetting^(2 age) W_j' W_j: what the noise is made of
            grams = self.forgetting ** (2 * count) * grams + gram
        _, gain, _ = compute_pseudo_inverse(state.triangle[:, :-1])
        notes = (
            ()
            if self.forgetting == 1.0
            else ("old samples are forgotten: intervals are those of the last ones",)
        )
        return Fit(
            state.theta,
            gain,
            notes=notes,
            grams=tuple(grams) if self.forgetting < 1.0 else None,
            course=np.array(history),
        )

    def _sum_chunk(self, rows: Rows) -> tuple[int, Array, Array]:
        """Samples, triangle and gram matrices of a chunk: many updates at once, with the same
        weights."""
        count = len(rows.y)
        age = (self.forgetting ** np.arange(count - 1, -1, -1)[:, None] * rows.use).T[:, None, :]
        Wy = np.concatenate([rows.W, np.where(rows.use, rows.y, 0.0).T[:, None, :]], axis=1)
        tall = (Wy * np.sqrt(age)).transpose(0, 2, 1).reshape(-1, Wy.shape[1])
        part = compute_triangle(np.asfortranarray(tall))
        if self.forgetting == 1.0:
            return count, part, np.zeros(())
        W = Wy[:, :-1] * age
        return count, part, np.einsum("jas,jbs->jab", W, W, optimize=True)
