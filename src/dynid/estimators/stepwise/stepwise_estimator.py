"""Stepwise identification in terms of relevant parameters: Diaz-Rodriguez 2010, Algorithm 1,
corrected and beyond."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.least_squares import compute_noise_weights
from dynid.estimators.stepwise.backward_elimination import ReducedFit, eliminate_backward
from dynid.estimators.stepwise.feasible import Feasibility, check_feasibility
from dynid.estimators.stepwise.grid import Grid
from dynid.estimators.stepwise.reduction_history import make_history
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.problem import Problem
from dynid.model.model import Model

RULES = ("feasible", "f-test", "aic", "bic")


@dataclass(frozen=True)
class Stepwise(Estimator):
    """Weighted least squares; as long as the stopping rule asks for it, the parameter with the
    largest relative standard deviation is taken out (its theta is 0 then), and the others are
    fitted again.

    Residuals that are correlated in time count in the F-test and the criteria as the fewer white
    ones they are worth.

    Parameters
    ----------
    stop
        "feasible"      until bodies with the values that are left exist: an LMI, eliminated ones
        free Grid(...)       the same, by the paper's grid search (incomplete) "f-test"        while
        the fit without the parameter is not significantly worse "aic", "bic"    the model with the
        smallest information criterion on the whole way down
    keep
        this many parameters, whatever the rule says; None leaves it to the rule
    significance
        of the F-test
    deviations
        of the torque noise, one per joint, as in WLS; None takes repeated periods, else the
        residuals
    model
        for a problem given by rows: what its theta mean (the problem of a model knows)
    map
        for a problem given by rows: theta = map p
    """

    stop: Literal["feasible", "f-test", "aic", "bic"] | Grid = "feasible"
    keep: int | None = None
    significance: float = 0.05
    deviations: tuple[float, ...] | None = None
    model: Model | None = field(default=None, repr=False)
    map: Array | None = field(default=None, repr=False)

    def fit(self, problem: Problem) -> Fit:
        self._check(problem)
        weights, notes = compute_noise_weights(problem, self.deviations)
        states: list[ReducedFit] = []
        tests: list[Feasibility] = []
        for state in eliminate_backward(problem, weights):
            states.append(state)
            if self._feasibility:
                tests.append(self._test(problem, state))
                if self.keep is None and tests[-1]:
                    break
            if len(state.kept) == self.keep:
                break
        scores = [] if self._feasibility else self._compute_scores(problem, states)
        chosen, note = self._choose(states, tests, scores, problem)
        history = make_history(problem, weights, states, chosen, self._rule, tests, scores)
        best = states[chosen]
        theta, gain = np.zeros(problem.size), np.zeros((problem.size, problem.size))
        theta[best.kept] = best.theta
        gain[np.ix_(best.kept, best.kept)] = best.C
        return Fit(theta, gain, weights, (*notes, note), history=history)

    @classmethod
    def adapt_to(cls, problem: Problem) -> Stepwise:
        return cls() if problem.model is not None else cls("bic")

    @property
    def _feasibility(self) -> bool:
        return isinstance(self.stop, Grid) or self.stop == "feasible"

    @property
    def _rule(self) -> str:
        return "grid" if isinstance(self.stop, Grid) else self.stop

    def _check(self, problem: Problem) -> None:
        if not isinstance(self.stop, Grid) and self.stop not in RULES:
            raise InputError(
                f"Stepwise: got stop {self.stop!r}, expected one of {', '.join(RULES)} or a"
                " Grid(...)."
            )
        if not 0 < self.significance < 1:
            raise InputError(
                f"Stepwise: got significance {self.significance}, expected a probability such as"
                " 0.05."
            )
        if self.keep is not None and not 1 <= self.keep <= problem.size:
            raise InputError(
                f"Stepwise: got keep {self.keep}, expected 1 to {problem.size}, the parameters"
                " there are."
            )
        if self._feasibility:
            self._find_model(problem)

    def _find_model(self, problem: Problem) -> tuple[Model, Array]:
        """The model, and B with theta = B p."""
        if self.model is not None and self.map is not None:
            B = np.asarray(self.map, dtype=float)
            if B.shape != (problem.size, len(self.model.parameters)):
                raise InputError(
                    f"Stepwise: got a map of shape {B.shape}, expected {problem.size} parameters of"
                    f" the problem by {len(self.model.parameters)} of the model."
                )
            return self.model, B
        if problem.model is None or problem.base is None:
            raise InputError(
                f"Stepwise: stop={self._rule!r} asks for bodies, and this problem was given by"
                ' rows. Give model and map with theta = map p, or use stop="f-test", "aic" or'
                ' "bic".'
            )
        return problem.model, problem.base.map

    def _test(self, problem: Problem, state: ReducedFit) -> Feasibility:
        model, B = self._find_model(problem)
        if isinstance(self.stop, Grid):
            return self.stop.check(model, B[state.kept], state.theta)
        return check_feasibility(model, B[state.kept], state.theta)

    def _compute_scores(self, problem: Problem, states: list[ReducedFit]) -> list[float]:
        """F of the worst parameter, or r log(rss / n) + penalty; r white residuals are worth what n
        coloured ones are."""
        theta = np.zeros(problem.size)
        theta[states[0].kept] = states[0].theta
        r = sum(b.n / f for b, f in zip(problem.blocks, problem.compute_inflations(theta)))
        if self.stop == "f-test":
            return [state.cost / max(state.s2, 1e-300) * r / problem.n for state in states]
        penalty = 2.0 if self.stop == "aic" else np.log(r)
        floor = 1e-30 * max(states[-1].rss, 1e-300)  # exact data: rss is round-off
        return [
            r * np.log(max(state.rss, floor) / problem.n) + penalty * len(state.kept)
            for state in states
        ]

    def _choose(
        self,
        states: list[ReducedFit],
        tests: list[Feasibility],
        scores: list[float],
        problem: Problem,
    ) -> tuple[int, str]:
        """Which of the states, and why."""
        last = len(states) - 1
        if self.keep is not None:
            return last, f"reduced from {problem.size} to {self.keep} parameters, as asked"
        if self._feasibility:
            if tests[0]:
                return 0, f"all {problem.size} parameters are feasible: nothing was taken out"
            if tests[-1]:
                return (
                    last,
                    (
                        f"reduced from {problem.size} to {len(states[-1].kept)} parameters, which"
                        " are feasible"
                    ),
                )
            best = int(
                np.argmax([test.t for test in tests])
            )  # the full model, where none is nearer than another
            why = (
                f"no reduced model is feasible; kept are {len(states[best].kept)} parameters"
                f" ({tests[best].status})"
            )
            return best, f"{why}. Is an effect missing from the model?"
        chosen = (
            self._find_significant(states, scores, problem)
            if self.stop == "f-test"
            else int(np.argmin(scores))
        )
        return (
            chosen,
            f"reduced from {problem.size} to {len(states[chosen].kept)} parameters by {self._rule}",
        )

    def _find_significant(
        self, states: list[ReducedFit], scores: list[float], problem: Problem
    ) -> int:
        """The first state whose worst parameter matters."""
        from scipy.stats import f

        for k, (state, ratio) in enumerate(zip(states, scores)):
            limit = f.ppf(1.0 - self.significance, 1, max(problem.n - len(state.kept), 1))
            if ratio > limit:
                return k
        return len(states) - 1
