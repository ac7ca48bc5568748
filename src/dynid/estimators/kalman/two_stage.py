"""TwoStage: friction joint by joint with a Kalman filter, then least squares for the rest
(Rodriguez-Angeles 2002, 2.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.data.process import process
from dynid.errors import InputError, listing
from dynid.estimators.kalman.filters import ExtendedKalman, Kalman
from dynid.estimators.kalman.passes import KalmanDivergence
from dynid.estimators.kalman.result import KalmanResult
from dynid.estimators.least_squares import WLS
from dynid.identify.estimate import Estimate, Estimator, estimate
from dynid.identify.origin import Origin
from dynid.identify.problem import Problem
from dynid.model.effects import SmoothFriction
from dynid.model.model import Model
from dynid.validation.check import Validation, validate


@dataclass(frozen=True, eq=False)
class TwoStageResult:
    """friction    the filter's result for every joint
    estimate    the linear parameters, from the torque less that friction
    model, p    robot with its friction (13), and all its parameters: what simulates and predicts
    check       reconstructed against measured torque on a further log, where one was given
    """

    friction: dict[str, KalmanResult]
    estimate: Estimate
    model: Model
    p: Array
    check: Validation | None = None
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [
            f"{'joint':<8} {'filter':<16} {'Bv':>10} {'Bf1':>10} {'Bf2':>10} {'w1':>10} {'w2':>10}"
            f" {'curve +/-':>10}"
        ]
        for joint, found in self.friction.items():
            values = " ".join(
                f"{found.value(f'{joint}.{name}'):>10.4g}"
                for name in ("Bv", "Bf1", "Bf2", "w1", "w2")
            )
            force, std = found.friction(joint, np.linspace(-1.0, 1.0, 401) * found.speed[0])
            share = 100.0 * np.sqrt(np.mean(std**2) / np.mean(force**2))
            lines.append(f"{joint:<8} {found.method:<16} {values} {share:>8.2g} %")
        lines += ["", str(self.estimate), *([] if self.check is None else ["", str(self.check)])]
        return "\n".join([*lines, "", *(f"- {note}" for note in self.notes)])

    def __repr__(self) -> str:
        return (
            f"TwoStageResult({self.model.robot.name!r}: friction of {', '.join(self.friction)};"
            f" {self.estimate!r})"
        )

    def plot(self) -> Any:
        """A plotly figure: the friction curve of every joint with its 95 % band; .show() opens
        it."""
        from plotly.subplots import make_subplots

        figure = make_subplots(rows=1, cols=len(self.friction), subplot_titles=list(self.friction))
        for k, (joint, found) in enumerate(self.friction.items(), start=1):
            v = np.linspace(-1.0, 1.0, 401) * found.speed[0]
            force, std = found.friction(joint, v)
            for edge, fill in ((force - 1.96 * std, None), (force + 1.96 * std, "tonexty")):
                figure.add_scatter(
                    x=v, y=edge, line_width=0, fill=fill, fillcolor="#ccddee", row=1, col=k
                )
            figure.add_scatter(x=v, y=force, line_color="#224466", row=1, col=k)
        figure.update_layout(title="Friction (13)", showlegend=False)
        return figure


@dataclass(frozen=True)
class TwoStage:
    """The two-stage scheme.

    filters     Kalman filters to try; of several, each joint takes the one with the highest
                likelihood of its log
    estimator   of the second stage
    parameters  the only parameters of the model that are not zero, where a paper's shorter model is
                wanted (the twelve of Table 4); None: the model's base parameters
    """

    filters: Sequence[Kalman] = (ExtendedKalman(),)
    estimator: Estimator = field(default_factory=WLS)
    parameters: Sequence[str] | None = None

    def run(
        self,
        model: Model,
        single: Mapping[str, Log],
        excitation: Log | Dataset,
        check: Log | Dataset | None = None,
    ) -> TwoStageResult:
        """single: {joint: log of its motion alone}; excitation: a motion of all joints; check: one
        more, to be predicted.

        Logs are processed by process(log, model); for other filters or cutoffs hand over its
        Dataset.
        """
        self._check(model, single)
        notes: list[str] = []
        friction = {joint: self._best(model, single[joint], joint, notes) for joint in single}
        data = excitation if isinstance(excitation, Dataset) else process(excitation, model)
        linear = self._linear(
            model, replace(data, tau=data.tau - friction_torque(friction, model, data.qd))
        )
        full = replace(
            model,
            effects=[*model.effects, *(_effect(joint, found) for joint, found in friction.items())],
        )
        steps = [
            found.value(f"{joint}.{name}")
            for joint, found in friction.items()
            for name in ("Bv", "Bf1", "Bf2")
        ]
        p = np.concatenate([linear.p, steps])
        checked = None
        if check is not None:
            asked = check if isinstance(check, Dataset) else process(check, model)
            whole = replace(linear, method="TwoStage", parameters=full.parameters, p=p)
            checked = validate(whole, replace(asked, model=full))
        notes.append(
            "deviations of the linear parameters do not contain those of the friction that was"
            " subtracted"
        )
        return TwoStageResult(friction, linear, full, p, checked, tuple(notes))

    def _check(self, model: Model, single: Mapping[str, Log]) -> None:
        missing = [joint for joint in model.robot.actuated if joint not in single]
        extra = [joint for joint in single if joint not in model.robot.actuated]
        if missing or extra:
            raise InputError(
                f"single: got logs of {listing(single) if single else 'no joint'}, expected one of"
                f" each actuated joint: {listing(model.robot.actuated)}."
            )
        rubbing = [each.name for each in model.layout.terms if "qd" in each.term.law.reads]
        if rubbing:
            raise InputError(
                f"the model has {listing(rubbing, 6)}; expected none: friction comes from the first"
                " stage."
            )
        if not self.filters:
            raise InputError(
                "filters: got none, expected Kalman filters such as (ExtendedKalman(),)."
            )
        wrong = [name for name in self.parameters or () if name not in model.parameters]
        if wrong or (self.parameters is not None and not self.parameters):
            raise InputError(
                f"parameters: got {listing(wrong) or 'none'}, expected names of model.parameters."
            )

    def _best(self, model: Model, log: Log, joint: str, notes: list[str]) -> KalmanResult:
        """The filter whose innovations are the likeliest: no truth is asked."""
        done: list[KalmanResult] = []
        lost: list[KalmanDivergence] = []
        for kalman in self.filters:
            try:
                done.append(kalman.run(model, log, joint))
            except KalmanDivergence as error:
                lost.append(error)
        if not done:
            raise KalmanDivergence(f"joint '{joint}', {log.where}: {lost[0]}") from lost[0]
        notes += [f"joint '{joint}': a filter was left out, {error}" for error in lost]
        best = max(done, key=lambda found: found.log_likelihood)
        if len(done) > 1:
            tried = ", ".join(f"{found.method} {found.log_likelihood:.1f}" for found in done)
            notes.append(f"joint '{joint}': {best.method} chosen by its log-likelihood ({tried})")
        return best

    def _linear(self, model: Model, data: Dataset) -> Estimate:
        if self.parameters is None:
            return estimate(Problem(model, data), self.estimator)
        columns = [model.parameters.index(name) for name in self.parameters]
        keep = data.use.all(axis=1)
        Y = model.regressor(data.q[keep], data.qd[keep], data.qdd[keep])[:, :, columns]
        y = data.tau[keep] - model.known_torque(data.q[keep], data.qd[keep], data.qdd[keep])
        short = estimate(
            Problem.from_rows(Y, y, tuple(self.parameters), model.robot.actuated), self.estimator
        )
        p = np.zeros(len(model.parameters))
        p[columns] = short.theta
        return replace(
            short,
            parameters=model.parameters,
            p=p,
            robot=model.robot.name,
            sources=Origin.of(data).spans,
            recordings=Origin.of(data).recordings,
            known=model.known,
        )


def friction_torque(friction: Mapping[str, KalmanResult], model: Model, qd: Array) -> Array:
    """(N, n) by the curves of the joints."""
    return np.column_stack(
        [
            friction[joint].friction(joint, qd[:, j])[0]
            for j, joint in enumerate(model.robot.actuated)
        ]
    )


def _effect(joint: str, found: KalmanResult) -> SmoothFriction:
    return SmoothFriction([joint], w1=found.value(f"{joint}.w1"), w2=found.value(f"{joint}.w2"))
