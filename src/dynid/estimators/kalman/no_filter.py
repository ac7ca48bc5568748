"""For logs that no filter follows: one joint by separable least squares of its whole log."""

from __future__ import annotations

import numpy as np

from dynid.estimators.kalman.batch_fit import make_batch_fits
from dynid.estimators.kalman.filter_problem import KalmanProblem
from dynid.estimators.kalman.filter_result import KalmanResult
from dynid.estimators.kalman.kalman_filters import make_one_joint
from dynid.estimators.kalman.passes import KalmanDivergence
from dynid.estimators.kalman.recording import Recording


def make_batch_result(problem: KalmanProblem) -> KalmanResult:
    """One joint by separable least squares of its whole log, in the form of a filter's result: for
    logs that no filter follows."""
    assert problem.joint is not None
    plant = make_one_joint(problem.model, problem.log, problem.joint)
    recording = Recording.from_log(problem.log, plant.joints)
    fits = make_batch_fits(plant, recording)
    if not fits:
        raise KalmanDivergence(
            f"joint '{problem.joint}', {problem.log.where}: every filter diverged, and by least"
            " squares its inertia is not positive. Check the signs and units of positions and"
            " torques, or take a longer log."
        )
    fit = min(fits, key=lambda each: each.unexplained)
    p, slope = plant.to_physical(fit.z)
    C = slope[:, None] * fit.covariance * slope
    return KalmanResult(
        "separable least squares",
        problem.model.robot.name,
        plant.joints,
        plant.parameters,
        p,
        C,
        recording.t[-1:],
        p[None],
        np.sqrt(np.diag(C))[None],
        fit.residuals[:, None],
        -np.inf,
        recording.estimate_position_noise(None),
        recording.estimate_torque_noise(None),
        recording.speed,
        0,
        problem.log.source,
        (
            f"no filter: least squares of the whole log, low-passed at {fit.cutoff:.3g} Hz;"
            f" {100 * fit.unexplained:.2g} % of the torque are not explained",
        ),
    )
