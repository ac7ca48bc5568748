"""estimate(problem, estimator) -> Estimate: values, uncertainty, residuals, notes; printed, saved
and loaded."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, InputError
from dynid.files import write_whole
from dynid.identify.covariance import covariance
from dynid.identify.fit import Fit
from dynid.identify.history import History
from dynid.identify.problem import Problem
from dynid.identify.table import estimate_table
from dynid.identify.trace import Trace
from dynid.model.consistency import is_consistent
from dynid.model.model import Model

FORMAT = "dynid estimate 1"
WEAK = 30.0  # % relative standard deviation from which a parameter is marked as weak
FEW = 3  # rows a parameter: fewer leave too little to judge the noise by


class Estimator(Protocol):
    """A strategy: its settings are its fields, the data come with the call."""

    def fit(self, problem: Problem) -> Fit: ...


@dataclass(frozen=True)
class JointFit:
    """How one joint's torque is explained on the training data."""

    joint: str
    rows: int
    rmse: float
    relative: float  # 100 |residual| / |torque|
    inflation: float


@dataclass(frozen=True, eq=False)
class Estimate:
    """The result of an identification.

    names, theta, covariance    base parameters (readable sums), their values and covariance
    parameters, p               the model's parameters, and a full vector with the same torques
    shapes                      what the model is not linear in; model.with_shape(result.shapes) is
                                the model of the result
    """

    method: str
    names: tuple[str, ...]
    theta: Array
    covariance: Array
    joints: tuple[JointFit, ...]
    condition: float
    degrees_of_freedom: float
    parameters: tuple[str, ...] = ()
    p: Array = field(default_factory=lambda: np.zeros(0))
    robot: str = ""
    sources: tuple[tuple[str, float, float], ...] = ()
    notes: tuple[str, ...] = ()
    setup: dict[str, Any] = field(default_factory=dict)
    #: payloads that the model takes as known
    known: str = ""
    #: where the estimator finds all parameters itself: 95 % intervals (P, 2) of p, what lies at the
    #: boundary of the possible, and the margin of every body (smallest eigenvalue of its
    #: pseudo-inertia)
    p_interval: Array | None = None
    active: tuple[str, ...] = ()
    margins: dict[str, float] = field(default_factory=dict)
    #: the steps of an estimator that takes parameters out
    history: History = field(default_factory=History)
    #: what the model is not linear in (Stribeck's velocity), and its standard deviations where it
    #: was looked for
    shapes: dict[str, float] = field(default_factory=dict)
    shape_std: dict[str, float] = field(default_factory=dict)
    #: the best objective after every iteration of a search
    trace: Trace = field(default_factory=Trace)
    #: (n,) that the joints' rows were multiplied by
    weights: Array = field(default_factory=lambda: np.zeros(0))
    #: of each of `sources`: what tells it from other logs of that name; "" where it is not known
    recordings: tuple[str, ...] = ()
    #: what was identified; not saved with the result
    model: Model | None = None

    @property
    def eliminated(self) -> tuple[str, ...]:
        """Parameters that were taken out, in that order: their theta is 0, and they have no
        deviation."""
        return self.history.removed

    @property
    def std(self) -> Array:
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    @property
    def percent(self) -> Array:
        """Relative standard deviations, 100 std / |theta|."""
        return 100.0 * self.std / np.maximum(np.abs(self.theta), 1e-300)

    def interval(self, level: float = 0.95) -> Array:
        """Confidence intervals (theta, 2), by Student's t with the effective degrees of freedom."""
        from scipy.stats import t

        if not 0 < level < 1:
            raise InputError(f"got level {level}, expected a probability such as 0.95.")
        half = t.ppf(0.5 + level / 2, max(self.degrees_of_freedom, 1.0)) * self.std
        return np.stack([self.theta - half, self.theta + half], axis=1)

    @property
    def weak(self) -> tuple[str, ...]:
        """Parameters whose relative standard deviation exceeds 30 %."""
        return tuple(name for name, percent in zip(self.names, self.percent) if percent > WEAK)

    def __str__(self) -> str:
        return estimate_table(self, WEAK)

    def plot(self) -> Any:
        """A plotly figure: every parameter with its 95 % interval, weak ones red, a panel for each
        kind; .show() opens it."""
        from dynid.identify.plot import parameter_figure

        return parameter_figure(self)

    def __repr__(self) -> str:
        return (
            f"Estimate({self.method}: {len(self.theta)} parameters of {self.robot!r},"
            f" {len(self.weak)} weak)"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "method": self.method,
            "robot": self.robot,
            "names": list(self.names),
            "theta": self.theta.tolist(),
            "std": [_number(x) for x in self.std],
            "covariance": [[_number(x) for x in row] for row in self.covariance],
            "joints": [asdict(joint) for joint in self.joints],
            "condition": _number(self.condition),
            "degrees_of_freedom": self.degrees_of_freedom,
            "parameters": list(self.parameters),
            "p": self.p.tolist(),
            "sources": [list(source) for source in self.sources],
            "notes": list(self.notes),
            "setup": self.setup,
            "known": self.known,
            "p_interval": None if self.p_interval is None else self.p_interval.tolist(),
            "active": list(self.active),
            "margins": self.margins,
            "history": self.history.to_dict(),
            "shapes": self.shapes,
            "shape_std": {name: _number(value) for name, value in self.shape_std.items()},
            "trace": self.trace.to_dict(),
            "weights": self.weights.tolist(),
            "recordings": list(self.recordings),
        }

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Write as JSON: every number comes back exactly. An existing file stays unless
        overwrite=True."""
        write_whole(
            path, json.dumps(self.to_dict(), indent=1, allow_nan=False), overwrite=overwrite
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Estimate:
        text = ""
        try:
            text = Path(path).read_text(encoding="utf-8")
            content = json.loads(text)
        except OSError as error:
            raise DynidError(
                f"{path}: cannot be read as a saved estimate ({error.strerror})."
            ) from None
        except ValueError as error:
            begun = text.lstrip().startswith("{") and not text.rstrip().endswith("}")
            cut = " The file is cut short: save the estimate again." if begun else ""
            hint = (
                cut
                or " Expected the result.json of dynid identify, or what .save() of a result wrote."
            )
            raise DynidError(
                f"{path}: cannot be read as a saved estimate ({error}).{hint}"
            ) from None
        found = content.get("format") if isinstance(content, dict) else None
        if found != FORMAT:
            if isinstance(found, str) and found.startswith(FORMAT.rsplit(" ", 1)[0]):
                raise DynidError(
                    f"{path}: was saved in the format '{found}' of another version of dynid,"
                    f" expected '{FORMAT}'; read it with that version, or identify again."
                )
            raise DynidError(
                f"{path}: is no saved estimate; expected a JSON file with format '{FORMAT}'."
            )
        try:
            result = cls._from(content)
            n, P = len(result.names), len(result.parameters)
            shapes = {
                "theta": result.theta.shape == (n,),
                "covariance": result.covariance.shape == (n, n),
            }
            wrong = [
                name for name, fits in {**shapes, "p": result.p.shape == (P,)}.items() if not fits
            ]
            if wrong:
                raise ValueError(f"{wrong[0]} does not have an entry for each name")
            return result
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DynidError(
                f"{path}: is damaged or incomplete ({error!r}); save the estimate again."
            ) from None

    @classmethod
    def _from(cls, content: dict[str, Any]) -> Estimate:
        return cls(
            content["method"],
            tuple(content["names"]),
            np.array(content["theta"]),
            np.array([[np.inf if x is None else x for x in row] for row in content["covariance"]]),
            tuple(JointFit(**joint) for joint in content["joints"]),
            np.inf if content["condition"] is None else content["condition"],
            content["degrees_of_freedom"],
            tuple(content["parameters"]),
            np.array(content["p"]),
            content["robot"],
            tuple((s, t0, t1) for s, t0, t1 in content["sources"]),
            tuple(content["notes"]),
            content["setup"],
            content["known"],
            None if content["p_interval"] is None else np.array(content["p_interval"]),
            tuple(content["active"]),
            content["margins"],
            History.from_dict(content["history"]) if "history" in content else History(),
            content.get("shapes", {}),
            {name: np.inf if x is None else x for name, x in content.get("shape_std", {}).items()},
            Trace.from_dict(content["trace"]) if "trace" in content else Trace(),
            np.array(content.get("weights", [])),
            tuple(content.get("recordings", ())),
        )


def estimate(problem: Problem, estimator: Estimator) -> Estimate:
    """Solve a problem: estimate(Problem(model, data), OLS())."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # small matrices: more threads only wait for each other
        return _estimate(problem, estimator)


def _estimate(problem: Problem, estimator: Estimator) -> Estimate:
    fit = estimator.fit(problem)
    problem = fit.problem or problem
    inflations = problem.inflations(fit.theta)
    joints = tuple(
        JointFit(
            block.joint,
            block.n,
            float(np.sqrt(square / max(block.n, 1))),
            float(100.0 * np.sqrt(square / block.square)) if block.square > 0 else 0.0,
            float(f),
        )
        for block, square, f in zip(problem.blocks, problem.squared_errors(fit.theta), inflations)
    )
    condition, weak = problem.weak_directions(fit.weights)
    notes = [*fit.notes]
    if inflations.max() > 1.5 and (fit.covariance is None or fit.shape_std):
        notes.append(
            "residuals are coloured: standard deviations are inflated up to"
            f" {np.sqrt(inflations.max()):.1f} times"
        )
    if problem.n < FEW * problem.size:
        notes.append(
            f"only {problem.n} rows for {problem.size} parameters: the fit explains noise as well,"
            " so residuals and standard deviations are too small; use a longer log"
        )
    if weak:
        notes.append(f"{len(weak)} directions are not shown by the data: {'; '.join(weak[:4])}")
    model, base, origin = problem.model, problem.base, problem.origin
    history, trace = fit.extra.get("reduction", History()), fit.extra.get("trace", Trace())
    assert isinstance(history, History)
    assert isinstance(trace, Trace)
    bounded = _below_bounds(problem, fit.theta) if fit.p is None else []
    if bounded:
        notes.append(f"negative, though it cannot be: {', '.join(bounded[:6])}")
    return Estimate(
        repr(estimator),
        problem.names,
        fit.theta,
        covariance(problem, fit, inflations),
        joints,
        condition,
        float(
            sum(joint.rows / joint.inflation for joint in joints)
            - problem.size
            + len(history.removed)
            - len(fit.shape_std)
        ),
        model.parameters if model else problem.names,
        fit.p if fit.p is not None else base.full(fit.theta) if base else fit.theta,
        model.robot.name if model else "",
        origin.spans,
        (*origin.notes, *notes),
        known=model.known if model else "",
        p_interval=fit.p_interval,
        active=fit.active,
        margins=(
            is_consistent(fit.p, model).margins if fit.p is not None and model is not None else {}
        ),
        history=history,
        shapes=model.shape if model else {},
        shape_std=fit.shape_std,
        trace=trace,
        recordings=origin.recordings,
        model=model,
        weights=np.asarray(fit.weights, dtype=float),
    )


def _number(x: float) -> float | None:
    """JSON has no infinity: null stands for it."""
    return float(x) if np.isfinite(x) else None


def _below_bounds(problem: Problem, theta: Array) -> list[str]:
    """Parameters identified alone whose value is below their bound (friction, rotor inertia)."""
    if problem.model is None or problem.base is None:
        return []
    lower, base = problem.model.lower, problem.base
    alone = ~np.any(base.K != 0.0, axis=1)
    return [
        problem.model.parameters[k]
        for k, value, single in zip(base.independent, theta, alone)
        if single and value < lower[k]
    ]
