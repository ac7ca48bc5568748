"""The records that an `Estimate` consists of: values, the whole vector, quality, provenance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.identification.history import History
from dynid.identification.trace import Trace

WEAK = 30.0  # % relative standard deviation from which a parameter is marked as weak


@dataclass(frozen=True, eq=False, kw_only=True)
class EstimatedValues:
    """What was found: names of the (base) parameters, their values and covariance (nan where no
    deviations are known).

    Parameters
    ----------
    from_prior
        names, in theta and p, of values that a prior or a damping decides and not the data: they
        have no interval, since none would hold what it promises
    alternatives
        (choices, theta) by which other choices of effects, nearly as good, move theta, each times
        the root of its probability: `covariance` contains their squares
    """

    names: tuple[str, ...]
    theta: Array
    covariance: Array
    degrees_of_freedom: float = np.inf
    from_prior: tuple[str, ...] = ()
    alternatives: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def std(self) -> Array:
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def percent(self) -> Array:
        """Relative standard deviations, 100 std / |theta|."""
        return 100.0 * self.std / np.maximum(np.abs(self.theta), 1e-300)

    @property
    def correlation(self) -> Array:
        """(theta, theta) from -1 to 1: how much the errors of two parameters go together; nan for
        those without a deviation."""
        std = np.where(self.std > 0, self.std, np.nan)
        return np.asarray(np.clip(self.covariance / np.outer(std, std), -1.0, 1.0))

    def compute_interval(self, level: float = 0.95) -> Array:
        """Confidence intervals (theta, 2), by Student's t with the effective degrees of freedom;
        nan for what only the prior knows."""
        half = self.compute_deviations(level) * self.std
        known = set(self.from_prior)
        half = np.where([name in known for name in self.names], np.nan, half)
        return np.stack([self.theta - half, self.theta + half], axis=1)

    def compute_deviations(self, level: float = 0.95) -> float:
        """How many standard deviations an interval reaches to either side."""
        if not 0 < level < 1:
            raise InputError(f"got level {level}, expected a probability such as 0.95.")
        from scipy.special import stdtrit

        return float(stdtrit(max(self.degrees_of_freedom, 1.0), 0.5 + level / 2))

    @property
    def weak(self) -> tuple[str, ...]:
        """Parameters whose relative standard deviation exceeds 30 %."""
        return tuple(name for name, percent in zip(self.names, self.percent) if percent > WEAK)


@dataclass(frozen=True, eq=False, kw_only=True)
class Whole:
    """All parameters of the model, and a full vector p with the same torques.

    Parameters
    ----------
    p_interval
        95 % intervals (P, 2) of p, where the estimator finds all parameters itself; nan for what
        only the prior knows (`from_prior`)
    active
        what lies at the boundary of the possible
    margins
        of every body, then: smallest eigenvalue of its pseudo-inertia
    constants
        what the model is not linear in (Stribeck's velocity);
        model.with_constants(result.constants) is the model of the result
    constants_std
        its standard deviations, where it was looked for
    known
        payloads that the model takes as known
    gains
        of the joints whose currents were logged; they make torques of other logs
    """

    parameters: tuple[str, ...] = ()
    p: Array = field(default_factory=lambda: np.zeros(0))
    p_interval: Array | None = None
    active: tuple[str, ...] = ()
    margins: dict[str, float] = field(default_factory=dict)
    constants: dict[str, float] = field(default_factory=dict)
    constants_std: dict[str, float] = field(default_factory=dict)
    known: str = ""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True)
class Gain:
    """Of a joint whose current was logged: torque = value * current.

    low, high   its 95 % interval, where it was found; nan else
    unit        Nm/A, or N/A of a joint that slides
    how         "known", "found", or "prior" where not the data decide it but what it was taken to
                be, and the masses of the robot's file
    """

    joint: str
    value: float
    low: float = np.nan
    high: float = np.nan
    unit: str = "Nm/A"
    how: str = "known"

    def __str__(self) -> str:
        if not np.isfinite(self.low + self.high):
            return f"{self.joint} {self.value:.5g} {self.unit} ({self.how})"
        half = 50.0 * (self.high - self.low) / abs(self.value)
        return (
            f"{self.joint} {self.value:.5g} {self.unit} (+- {half:.2g} %: {self.low:.5g} .."
            f" {self.high:.5g})"
        )


@dataclass(frozen=True)
class JointFit:
    """How one joint's torque is explained on the training data.

    relative      100 |residual| / |torque|
    speed         RMS speed; nan where the data are not at hand
    model_error   RMS of the part of the residual that is no noise (see `compute_model_errors`)
    friction_spread   by how much the braking torque at `speed` differs between choices of effects
                  that are nearly as good
    friction_error  RMS of the braking torque that the model lacks in parts of the strokes (see
                  `compute_friction_errors`); nan where the data are not at hand
    """

    joint: str
    rows: int
    rmse: float
    relative: float  # 100 |residual| / |torque|; nan where the torque is zero
    inflation: float
    speed: float = np.nan
    model_error: float = np.nan
    friction_spread: float = 0.0
    friction_error: float = np.nan

    @property
    def torque(self) -> float:
        """RMS."""
        return 100.0 * self.rmse / self.relative if self.relative > 0 else 0.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Quality:
    """How well the data are explained, and how the values came about.

    Parameters
    ----------
    joints
        the residuals of every joint
    condition
        number of the regression, columns scaled to 1; nan where there is none
    weights
        (n,) that the joints' rows were multiplied by
    model_error
        (theta,) the change of each parameter whose torque is as large as the model error
    history
        the steps of an estimator that takes parameters out
    trace
        the best objective after every iteration of a search
    details
        what only this kind of estimator has: a filter's course, friction curves, bodies
    """

    joints: tuple[JointFit, ...] = ()
    condition: float = np.nan
    weights: Array = field(default_factory=lambda: np.zeros(0))
    model_error: Array = field(default_factory=lambda: np.zeros(0))
    notes: tuple[str, ...] = ()
    history: History = field(default_factory=History)
    trace: Trace = field(default_factory=Trace)
    details: object | None = None

    @property
    def condition_shown(self) -> str:
        """The condition number, as it is written everywhere."""
        return f"{self.condition:.0f}" if 1e3 <= self.condition < 1e5 else f"{self.condition:.3g}"

    @property
    def eliminated(self) -> tuple[str, ...]:
        """Parameters that were taken out, in that order: their theta is 0, and they have no
        deviation."""
        return self.history.removed


@dataclass(frozen=True, eq=False, kw_only=True)
class Provenance:
    """Where a result comes from.

    Parameters
    ----------
    sources
        name, first and last time of every log
    recordings
        of each of them: what tells it from other logs of that name; "" where it is not known
    setup
        what the caller wants to remember: command, files, versions
    """

    method: str
    robot: str = ""
    sources: tuple[tuple[str, float, float], ...] = ()
    recordings: tuple[str, ...] = ()
    setup: dict[str, Any] = field(default_factory=dict)
