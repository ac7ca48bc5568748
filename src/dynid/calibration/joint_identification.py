"""Geometry and dynamics together: how sure the dynamics are where the geometry is not exact, and
which errors of the geometry a torque log determines.

With residuals r = tau - W theta, weights R and the slopes A = d(Y p)/dg of the torque by the errors
g of the geometry, C the covariance of theta, G that
of g before the log,

    H = (W' R W + P)^-1                              P: a prior as wide as theta is large
    D = -H W' R A                                    d theta / dg
    G' = (G^-1 + A' R A - A' R W H W' R A)^-1        of g after the log
    g' = g + G' (A' R r - A' R W H W' R r)
    C' = C + D G' D'
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.calibration.calibration_result import Calibration, EstimatedError
from dynid.calibration.error_model import (
    AXES,
    LOOPS,
    POSITIONS,
    ZEROS,
    ErrorModel,
    make_error_model,
)
from dynid.errors import InputError, join_names
from dynid.identification.estimate import Estimate, solve
from dynid.identification.estimator_base import Estimator
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.robot.mechanism import Robot

STEP = 1e-5  # m or rad, of the differences
ROUNDS = 5
DONE = 0.05  # of a standard deviation
#: drop of the cost that is beyond chance, and share that the log has to decide
BEYOND_CHANCE, DETERMINED = 25.0, 0.5
SAMPLES = 2000  # of the log, for the slopes
SMALL = 1e-3  # of the largest parameter: none is smaller


@dataclass(frozen=True, eq=False)
class GeometryKnowledge:
    """The geometry of a robot as it is known before a torque log.

    Parameters
    ----------
    model
        errors about the robot as it is
    covariance
        (errors, errors)
    """

    model: ErrorModel
    covariance: Array

    @classmethod
    def from_calibration(
        cls, robot: Robot, source: Calibration | str | PathLike[str]
    ) -> GeometryKnowledge:
        """Take a calibration, or the calibration.json that it wrote, of the corrected robot.

        Parameters
        ----------
        robot
            the calibrated one
        source
            the calibration
        """
        content = source.to_dict() if isinstance(source, Calibration) else _read(source)
        names = [each["name"] for each in content["parameters"]]
        kinds = (POSITIONS, ZEROS, AXES, *((LOOPS,) if robot.loops else ()))
        whole = make_error_model(robot, kinds)
        at = {name: k for k, name in enumerate(whole.names)}
        # gear ratios, sag: they are in no geometry
        kept = [k for k, name in enumerate(names) if name in at]
        if not kept:
            raise InputError(
                f"the calibration has no errors of robot '{robot.name}': it names"
                f" {join_names(names, 6) or 'none'}."
            )
        errors = tuple(whole.errors[at[names[k]]] for k in kept)
        S = np.array(content["covariance"])[np.ix_(kept, kept)]
        return cls(ErrorModel(robot, errors, np.eye(len(errors))), S)

    @classmethod
    def from_tolerances(cls, model: ErrorModel) -> GeometryKnowledge:
        """Take the tolerances of a robot that was never calibrated.

        Parameters
        ----------
        model
            its errors, with their tolerances
        """
        return cls(model, np.diag(model.tolerances**2))


def _read(path: str | PathLike[str]) -> dict[str, Any]:
    try:
        content = json.loads(Path(path).read_text("utf-8"))
        if {"parameters", "covariance"} <= content.keys():
            return dict(content)
    except (OSError, ValueError):
        pass
    raise InputError(f"{path}: expected the calibration.json that a calibration wrote.")


@dataclass(frozen=True, eq=False)
class JointIdentification:
    """Dynamics and geometry of one robot.

    Parameters
    ----------
    result
        the dynamics, its intervals with what is uncertain of the geometry
    robot
        the geometry, with what the log determined of it
    errors
        of the geometry about the robot there was, and how sure they are after the log
    widening
        (theta,) standard deviations over those with an exact geometry
    determined
        names of the errors that the log determined
    """

    result: Estimate
    robot: Robot
    errors: tuple[EstimatedError, ...]
    widening: Array
    determined: tuple[str, ...]

    def __str__(self) -> str:
        most = int(np.argmax(self.widening))
        lines = [
            "intervals with what is uncertain of the geometry:"
            f" {np.median(self.widening):.3g} times as wide in the middle,"
            f" {self.widening[most]:.3g} times at most ({self.result.names[most]})"
        ]
        if self.determined:
            lines.append("the log determines, and corrected, of the geometry:")
            lines += [str(each) for each in self.errors if each.name in self.determined]
        else:
            lines.append("the log determines nothing of the geometry beyond what was known")
        return "\n".join(lines)


def identify_with_geometry(
    problem: Problem, known: GeometryKnowledge, estimator: Estimator | None = None
) -> JointIdentification:
    """Identify the dynamics of a robot whose geometry is known to some covariance.

    Parameters
    ----------
    problem
        with its data: Problem(model, data), of the robot of `known`
    known
        its geometry
    estimator
        default: Consistent()
    """
    if problem.data is None or problem.model is None or problem.base is None:
        raise InputError("expected a problem of a model with its data: Problem(model, data).")
    robot = problem.model.robot
    if robot is not known.model.robot:
        raise InputError("expected a problem of the robot whose geometry is known.")
    first = problem.model
    prior = np.linalg.pinv(known.covariance, rcond=1e-12, hermitian=True)
    x, allowed = np.zeros(len(known.model)), np.zeros(len(known.model), dtype=bool)
    for _ in range(ROUNDS):
        result, solved = solve(problem, estimator)
        slopes = _Slopes(solved, result, known.model, x)
        information = prior + slopes.information
        S = np.linalg.inv(information)
        step = S @ (slopes.gradient - prior @ x)
        share = 1.0 - np.diag(S) / np.maximum(np.diag(known.covariance), 1e-300)
        drop = float(step @ information @ step)
        if not allowed.any():
            allowed = (share >= DETERMINED) & (drop > BEYOND_CHANCE)
        if not allowed.any() or np.max(np.abs(step) / np.sqrt(np.diag(S)), initial=0.0) < DONE:
            break
        x, robot = x + step, known.model.apply(x + step)
        model = _rebuild(first, robot)
        problem = Problem(model, replace(problem.data, model=model))
    C, D = result.covariance, slopes.by_errors
    wider = C + D @ S @ D.T
    errors = tuple(
        EstimatedError(
            name, float(x[k]), float(np.sqrt(S[k, k])), known.model.first[k].unit, float(share[k])
        )
        for k, name in enumerate(known.model.names)
    )
    widening = np.sqrt(np.diag(wider) / np.maximum(np.diag(C), 1e-300))
    determined = tuple(n for n, some in zip(known.model.names, allowed) if some)
    return JointIdentification(
        replace(result, covariance=wider), robot, errors, widening, determined
    )


def _rebuild(model: Model, robot: Robot) -> Model:
    """The same effects on another geometry."""
    return Model(robot, model.effects, model.symmetric, model.reference)


class _Slopes:
    """Slopes of the torques and of the parameters by errors of the geometry."""

    def __init__(self, problem: Problem, result: Estimate, errors: ErrorModel, x: Array) -> None:
        data, model, base = problem.data, problem.model, problem.base
        assert data is not None
        assert model is not None
        assert base is not None
        rows = np.unique(np.linspace(0, len(data.t) - 1, SAMPLES).astype(int))
        motion = data.q[rows], data.qd[rows], data.qdd[rows]
        use = data.use[rows]
        p = base.to_parameters(result.theta)
        W = model.regressor(*motion)[:, :, base.independent]
        A = np.empty((*data.q[rows].shape, len(errors)))
        for k in range(len(errors)):
            ends = []
            for sign in (1.0, -1.0):
                moved = x.copy()
                moved[k] += sign * STEP
                ends.append(_rebuild(model, errors.apply(moved)).inverse_dynamics(*motion, p))
            A[:, :, k] = (ends[0] - ends[1]) / (2 * STEP)
        r = data.tau[rows] - W @ result.theta
        # the samples that are taken stand for all rows of the fit
        times = np.array([fit.rows for fit in result.joints]) / np.maximum(use.sum(axis=0), 1)
        variance = np.array(
            [max(x.rmse, 1e-12) ** 2 * max(x.inflation, 1.0) for x in result.joints]
        )
        R = np.where(use, times / variance, 0.0)
        Y, G, r = (np.sqrt(R)[:, :, None] * part for part in (W, A, r[:, :, None]))
        Y, G, r = Y.reshape(-1, W.shape[2]), G.reshape(-1, len(errors)), r.reshape(-1)
        wide = np.maximum(np.abs(result.theta), SMALL * np.abs(result.theta).max())
        H = np.linalg.inv(Y.T @ Y + np.diag(wide**-2.0))
        cross = Y.T @ G
        self.by_errors: Array = -H @ cross
        self.information: Array = G.T @ G - cross.T @ H @ cross
        self.gradient: Array = G.T @ r - cross.T @ H @ (Y.T @ r)
