"""TwoStage: friction joint by joint with a Kalman filter, then least squares for the rest
(Rodriguez-Angeles 2002, 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.process import process
from dynid.errors import InputError, join_names
from dynid.estimators.kalman.batch_fit import make_batch_fits
from dynid.estimators.kalman.filter_problem import KalmanProblem, TwoStageProblem
from dynid.estimators.kalman.filter_result import KalmanResult
from dynid.estimators.kalman.kalman_filters import (
    ExtendedKalman,
    Kalman,
    UnscentedKalman,
    make_one_joint,
)
from dynid.estimators.kalman.one_joint import FRICTION
from dynid.estimators.kalman.passes import KalmanDivergence
from dynid.estimators.kalman.recording import Recording
from dynid.estimators.least_squares import WLS
from dynid.figures import make_subplots
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.problem import Problem
from dynid.model.effects import SmoothFriction
from dynid.model.model import Model
from dynid.notes import Note

DIVERGED = "diverged"  # the notes of filters that were left out are about it
STEPS = FRICTION[:3]  # what friction (13) is linear in


@dataclass(frozen=True, eq=False)
class TwoStageResult:
    """The first stage: the filter's result for every joint. The second one is the estimate itself,
    its model and p with this friction."""

    friction: dict[str, KalmanResult]

    def __str__(self) -> str:
        lines = [
            f"{'joint':<8} {'filter':<16} {'Bv':>10} {'Bf1':>10} {'Bf2':>10} {'w1':>10} {'w2':>10}"
            f" {'curve +/-':>10}"
        ]
        for joint, found in self.friction.items():
            values = " ".join(f"{found.get_value(f'{joint}.{name}'):>10.4g}" for name in FRICTION)
            force, std = found.compute_friction(joint, np.linspace(-1.0, 1.0, 401) * found.speed[0])
            share = 100.0 * np.sqrt(np.mean(std**2) / np.mean(force**2))
            lines.append(f"{joint:<8} {found.method:<16} {values} {share:>8.2g} %")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"TwoStageResult(friction of {', '.join(self.friction)})"

    def plot(self) -> Any:
        """A plotly figure: the friction curve of every joint with its 95 % band; .show() opens
        it."""
        figure = make_subplots(rows=1, cols=len(self.friction), subplot_titles=list(self.friction))
        for k, (joint, found) in enumerate(self.friction.items(), start=1):
            v = np.linspace(-1.0, 1.0, 401) * found.speed[0]
            force, std = found.compute_friction(joint, v)
            for edge, fill in ((force - 1.96 * std, None), (force + 1.96 * std, "tonexty")):
                figure.add_scatter(
                    x=v, y=edge, line_width=0, fill=fill, fillcolor="#ccddee", row=1, col=k
                )
            figure.add_scatter(x=v, y=force, line_color="#224466", row=1, col=k)
        figure.update_layout(title="Friction (13)", showlegend=False)
        return figure.to_plotly()


@dataclass(frozen=True)
class TwoStage(Estimator):
    """The two-stage scheme.

    Parameters
    ----------
    filters
        Kalman filters to try; of several, each joint takes the one with the highest likelihood of
        its log. Where all of them diverge: the extended and the unscented one as they are by
        default, then least squares of the joint's whole log; a note says so
    estimator
        of the second stage
    parameters
        the only parameters of the model that are not zero, where a paper's shorter model is wanted
        (the twelve of Table 4); None: the model's base parameters
    """

    filters: Sequence[Kalman] = (ExtendedKalman(),)
    estimator: Estimator = field(default_factory=WLS)
    parameters: Sequence[str] | None = None

    needs: ClassVar[type] = TwoStageProblem

    def fit(self, problem: TwoStageProblem) -> Fit:
        """The friction curves are `details` of the result, a TwoStageResult; its theta, deviations
        and residuals are those of the second stage, its model and p contain the friction."""
        model = problem.model
        self._check(model)
        notes: list[str] = []
        friction = {
            joint: self._select_best_filter(KalmanProblem(model, log, joint), notes)
            for joint, log in problem.single.items()
        }
        data = problem.excitation
        data = data if isinstance(data, Dataset) else process(data, model)
        left = replace(data, tau=data.tau - compute_friction_torque(friction, model, data.qd))
        linear, p = self._fit_linear(model, left)
        rubbing = [_make_effect(joint, found) for joint, found in friction.items()]
        steps = [
            found.get_value(f"{joint}.{b}") for joint, found in friction.items() for b in STEPS
        ]
        notes.append(
            "deviations of the linear parameters do not contain those of the friction that was"
            " subtracted"
        )
        return replace(
            linear,
            p=np.concatenate([p, steps]),
            p_interval=None,
            model=replace(model, effects=[*model.effects, *rubbing]),
            notes=(*data.notes, *linear.notes, *notes),
            details=TwoStageResult(friction),
        )

    def _check(self, model: Model) -> None:
        rubbing = [each.name for each in model.layout.terms if "qd" in each.term.law.reads]
        if rubbing:
            raise InputError(
                f"the model has {join_names(rubbing, 6)}; expected none: friction comes from the "
                f"first"
                " stage."
            )
        if not self.filters:
            raise InputError(
                "filters: got none, expected Kalman filters such as (ExtendedKalman(),)."
            )
        wrong = [name for name in self.parameters or () if name not in model.parameters]
        if wrong or (self.parameters is not None and not self.parameters):
            raise InputError(
                f"parameters: got {join_names(wrong) or 'none'}, expected names of "
                f"model.parameters."
            )

    def _select_best_filter(self, problem: KalmanProblem, notes: list[str]) -> KalmanResult:
        """The filter whose innovations are the likeliest: no truth is asked. Where all diverge, the
        other kind of filter, then least squares of the whole log."""
        who, filters = f"joint '{problem.joint}'", list(self.filters)
        done = _run(filters, problem, notes)
        if not done:
            others = [kind() for kind in (ExtendedKalman, UnscentedKalman)]
            done = _run([x for x in others if x not in filters], problem, notes)[:1]
        found = done or [make_batch_result(problem)]
        best = max(found, key=lambda each: each.log_likelihood)
        if len(done) > 1:
            tried = ", ".join(f"{each.method} {each.log_likelihood:.1f}" for each in done)
            notes.append(f"{who}: {best.method} chosen by its log-likelihood ({tried})")
        notes += [f"{who}, {best.method}: {note}" for note in best.notes]
        return best

    def _fit_linear(self, model: Model, data: Dataset) -> tuple[Fit, Array]:
        """The second stage, and all parameters of the model but the friction's."""
        if self.parameters is None:
            problem = Problem(model, data)
            assert problem.base is not None
            fit = replace(self.estimator.fit(problem), problem=problem)
            return fit, problem.base.to_parameters(fit.theta) if fit.p is None else fit.p
        columns = [model.parameters.index(name) for name in self.parameters]
        keep = data.use.all(axis=1)
        Y = model.regressor(data.q[keep], data.qd[keep], data.qdd[keep])[:, :, columns]
        y = data.tau[keep] - model.compute_known_torque(data.q[keep], data.qd[keep], data.qdd[keep])
        problem = Problem.from_rows(Y, y, tuple(self.parameters), model.robot.actuated)
        fit = replace(self.estimator.fit(problem), problem=problem)
        p = np.zeros(len(model.parameters))
        p[columns] = fit.theta
        return fit, p


def _run(filters: Sequence[Kalman], problem: KalmanProblem, notes: list[str]) -> list[KalmanResult]:
    """What the filters find that do not diverge."""
    done: list[KalmanResult] = []
    for kalman in filters:
        try:
            found = kalman.fit(problem).details
            assert isinstance(found, KalmanResult)
            done.append(found)
        except KalmanDivergence as error:
            name = type(kalman).__name__
            said = f"joint '{problem.joint}': {name} was left out, {error}"
            notes.append(Note(said, about=(DIVERGED, problem.joint or "", name)))
    return done


def compute_friction_torque(friction: Mapping[str, KalmanResult], model: Model, qd: Array) -> Array:
    """(N, n) by the curves of the joints."""
    return np.column_stack(
        [
            friction[joint].compute_friction(joint, qd[:, j])[0]
            for j, joint in enumerate(model.robot.actuated)
        ]
    )


def _make_effect(joint: str, found: KalmanResult) -> SmoothFriction:
    return SmoothFriction(
        [joint], w1=found.get_value(f"{joint}.w1"), w2=found.get_value(f"{joint}.w2")
    )


# ---- For logs that no filter follows: one joint by separable least squares of its whole log.


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
