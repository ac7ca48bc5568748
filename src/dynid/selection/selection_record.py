"""What a choice of effects found, with every step: printed, plotted, kept with a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

from dynid.identification.estimate import Estimate
from dynid.identification.estimator_base import Estimator
from dynid.identification.problem import Problem
from dynid.model.effects import Effect
from dynid.notebook import format_percent
from dynid.selection.alternatives import Alternative, widen_intervals
from dynid.selection.candidates import Setting, list_base_effects


@dataclass(frozen=True)
class SelectionStep:
    """One candidate that was looked at closely.

    Parameters
    ----------
    gain
        ln(before / after) of the squared errors on the held-out blocks, on average over them
    error
        the standard error of that
    whole
        the gain of all samples together
    kept
        whether it was taken
    """

    group: str
    setting: Setting
    gain: float
    error: float
    whole: float
    kept: bool

    @property
    def least(self) -> float:
        return min(self.gain, self.whole)

    @property
    def percent(self) -> tuple[float, float]:
        """The relative fall of the squared error, and its standard error."""
        left = exp(-self.gain)
        return 100 * (1.0 - left), 100 * left * self.error


@dataclass(frozen=True)
class Selection:
    """The effects that were selected, and how.

    Parameters
    ----------
    groups
        names of what was added to the base
    effects
        for a Model of this robot
    setting
        of dry friction near rest; `slow` for di.process
    before, after
        % error on held-out blocks, all samples, of the base and of the choice
    steps
        what was tried
    rivals
        choices that might as well have been made
    usual
        how many of the effects are the base
    untried
        what these data cannot determine, with the reason
    plain
        squared error of every held-out block, with the usual effects
    bodies
        ten parameters of each, of a fit with this choice: where the joint load begins
    """

    groups: tuple[str, ...]
    effects: tuple[Effect, ...]
    setting: Setting
    before: float
    after: float
    steps: tuple[SelectionStep, ...]
    rivals: tuple[Alternative, ...] = ()
    usual: int = len(list_base_effects())
    untried: tuple[str, ...] = ()
    plain: tuple[float, ...] = ()
    bodies: tuple[float, ...] = ()

    @property
    def slow(self) -> str | None:
        return f"{100 * self.setting.slow:g}%" if self.setting.slow else None

    @property
    def base(self) -> tuple[Effect, ...]:
        """Those of the effects that every joint is taken to have, signs as wide as chosen."""
        return self.effects[: self.usual]

    @property
    def fates(self) -> tuple[str, ...]:
        """Of every step: taken, left, or dropped once others made it superfluous."""
        out: list[str] = []
        for k, step in enumerate(self.steps):
            before = [each.group for each in self.steps[:k] if each.kept]
            out.append("taken" if step.kept else "dropped" if step.group in before else "left")
        return tuple(out)

    @property
    def sentence(self) -> str:
        """Everything in one line."""
        return (
            f"effects selected by cross-validation (error {format_percent(self.before)} % ->"
            f" {format_percent(self.after)} %):"
            f" {', '.join(self.groups) or 'none needed beyond the standard friction model'};"
            f" {self.setting}"
        )

    def plot(self) -> Any:
        """A plotly figure: the gain of every step with its standard error; .show() opens it."""
        from dynid.selection.selection_plot import draw_selection_figure

        return draw_selection_figure(self).to_plotly()

    def attach_to_result(
        self,
        result: Estimate,
        problem: Problem | None = None,
        estimator: Estimator | None = None,
    ) -> Estimate:
        """A result that remembers how its effects were chosen: a note, and setup["choice"].

        Parameters
        ----------
        problem
            what led to the result; its intervals then hold what other choices, nearly as good,
            would have found
        estimator
            the one that led to the result
        """
        if problem is not None and estimator is not None:
            result = widen_intervals(result, problem, estimator, self.rivals)
        return replace(
            result,
            notes=(*result.notes, self.sentence),
            setup={**result.setup, "choice": self.to_dict()},
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "groups": list(self.groups),
            "widths": list(self.setting.widths),
            "slow": self.setting.slow,
            "before": self.before,
            "after": self.after,
            "steps": [
                {
                    "group": step.group,
                    "gain": step.percent[0] / 100,
                    "error": step.percent[1] / 100,
                    "whole": 1.0 - exp(-step.whole),
                    "kept": step.kept,
                    "widths": list(step.setting.widths),
                    "slow": step.setting.slow,
                }
                for step in self.steps
            ],
            "rivals": [
                {"what": rival.what, "probability": rival.probability} for rival in self.rivals
            ],
            "untried": list(self.untried),
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any], effects: tuple[Effect, ...]) -> Selection:
        """Of what a result keeps, and its effects; near-best choices are not kept."""
        steps = tuple(
            SelectionStep(
                step["group"],
                Setting(tuple(step["widths"]), step["slow"]),
                -log(1.0 - step["gain"]),
                step["error"] / (1.0 - step["gain"]),
                -log(1.0 - step["whole"]),
                step["kept"],
            )
            for step in content["steps"]
        )
        setting = Setting(tuple(content["widths"]), content["slow"])
        errors = content["before"], content["after"]
        untried = tuple(content["untried"])
        return cls(tuple(content["groups"]), effects, setting, *errors, steps, untried=untried)

    def __str__(self) -> str:
        lines = [self.sentence]
        for fate, step in zip(self.fates, self.steps):
            gain, error = step.percent
            lines.append(
                f"  {fate:<7} {step.group}: {gain:.1f} +- {error:.1f} % of the squared error, with"
                f" {step.setting}"
            )
        return "\n".join([*lines, *(f"  untried {what}" for what in self.untried)])
