"""The contract of estimators: an `Estimator` solves a problem and returns a `Fit`.

An own estimator is a frozen dataclass with one method; `di.estimate` does the rest (residuals,
deviations, notes, printing, saving):

    @dataclass(frozen=True)
    class Lasso(di.Estimator):
        penalty: float = 0.1

        def fit(self, problem: di.Problem) -> di.Fit:
            W, y = problem.stacked()                      # the same least squares as all rows
            theta = ...
            return di.Fit(theta)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, shorten
from dynid.identification.history import History
from dynid.identification.problem import Problem
from dynid.identification.trace import Trace
from dynid.model.model import Model


class Estimator(ABC):
    """A strategy: its settings are its fields, the data come with the call.

    Attributes
    ----------
    needs
        the kind of problem that `fit` takes: `Problem`, unless a subclass names another
    """

    needs: ClassVar[type] = Problem

    @abstractmethod
    def fit(self, problem: Any) -> Fit:
        """Solve the problem, which stays as it is. What cannot be solved raises an InputError (or
        another DynidError) that says why."""

    @property
    def quick(self) -> Estimator:
        """The same without what only its intervals need, for fits on the way to another."""
        return self

    @classmethod
    def adapt_to(cls, problem: Problem) -> Estimator | None:
        """The estimator as `compare("all", ...)` runs it on a problem, or None where it does not
        apply."""
        return cls()


LARGEST = 1e100  # of a setting: of what is larger, the squares are no numbers
#: what the declared type of a setting begins with: what it takes, in words
KINDS: Mapping[str, tuple[tuple[type, ...], str]] = {
    "float": ((Real,), "a number"),
    "int": ((Integral,), "a whole number"),
    "bool": ((bool,), "True or False"),
    "Mapping": ((Mapping,), "a dictionary"),
}


def check_settings(estimator: Estimator) -> None:
    """Refuse settings of another kind than their fields declare, nan, and numbers beyond all
    measure, before they are computed with."""
    if not is_dataclass(estimator):
        return
    for each in fields(estimator):
        value, declared = (
            getattr(estimator, each.name),
            str(getattr(each.type, "__name__", each.type)),
        )
        where = f"{type(estimator).__name__}: got {each.name}"
        kind, _, or_none = declared.partition(" | ")
        takes, expected = KINDS.get(kind.partition("[")[0], ((object,), ""))
        none = value is None and "None" in or_none
        wrong = not isinstance(value, takes) or (isinstance(value, bool) and kind != "bool")
        if expected and or_none in ("", "None") and not none and (wrong or value != value):
            raise InputError(f"{where} {shorten(value)}, expected {expected}.")
        if not isinstance(value, str):
            numbers = [*value.values()] if isinstance(value, Mapping) else value
            try:
                sizes = np.abs(np.asarray(numbers, dtype=float))
            except (TypeError, ValueError):
                continue
            except OverflowError:
                sizes = np.array(2.0 * LARGEST)
            if (sizes[np.isfinite(sizes)] > LARGEST).any():
                raise InputError(f"{where} with numbers beyond {LARGEST:g}, expected SI units.")


@dataclass(frozen=True)
class Minimum:
    """What was minimised: its value, the steps that it took, by how much the true minimum may lie
    below (nan: not known), and the weight of a prior where there is one."""

    value: float
    iterations: int = 0
    gap: float = np.nan
    weight: float = np.nan


@dataclass(frozen=True, eq=False)
class Fit:
    """What an estimator returns: theta, and what else it knows.

    Deviations follow from `gain` (with `weights`), or are given as `covariance`. Without either,
    the result says that none are known:

    Estimators that find more than theta:

    How it came about:

    Parameters
    ----------
    theta
        the parameters
    notes
        what a reader of the result must know
    gain
        G with theta = G sum_j w_j^2 W_j' y_j + const
    weights
        w_j, by which the rows of the joints were multiplied; None: all by 1
    grams
        sum of w^4 W_j' W_j of every joint, where the weights differ within a joint
    covariance
        of theta, where the estimator knows it better than from `gain`
    p
        all parameters of the model (else from theta)
    p_interval
        95 % intervals (P, 2) of p; nan for those in `from_prior`
    from_prior
        names in theta and p of what the prior decides rather than the data
    active
        bodies and bounds at the boundary of what is possible
    problem
        the problem that theta solves, where it is not the given one (other constants were found, or
        a part of the torque was taken away)
    constants_std
        standard deviations of the constants, by name
    names
        of theta, where the problem does not name them
    model
        of p, where it is not the problem's
    history
        the steps of a reduction
    trace
        the way of a search
    course
        (chunks, theta) theta along the log
    minimum
        what was minimised
    details
        a record of what only this estimator has; printed and saved with the result
    """

    theta: Array
    gain: Array | None = None
    weights: Array | None = None
    notes: tuple[str, ...] = ()
    grams: tuple[Array, ...] | None = None
    covariance: Array | None = None
    p: Array | None = None
    p_interval: Array | None = None
    from_prior: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    problem: Problem | None = None
    constants_std: dict[str, float] = field(default_factory=dict)
    names: tuple[str, ...] | None = None
    model: Model | None = None
    history: History = field(default_factory=History)
    trace: Trace = field(default_factory=Trace)
    course: Array | None = None
    minimum: Minimum | None = None
    details: object | None = None

    def expand_weights(self, count: int) -> Array:
        """(joints,) that the rows were multiplied by."""
        return np.ones(count) if self.weights is None else np.asarray(self.weights, dtype=float)
