"""Contract check of an estimator, and its steps one by one."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError
from dynid.identification.estimate import Estimate, estimate
from dynid.identification.estimate_text import shorten
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.problem import Problem
from dynid.identification.saved_results import to_content
from dynid.model.effects import Coulomb, Offset, Viscous
from dynid.model.model import Model
from dynid.robot.robot_loading import load_robot
from dynid.testing.contract_errors import ContractError, require, require_no_error

NOISE = 0.3  # N m, of the problem that shows the form of an answer


def check_estimator(
    estimator: Estimator,
    problem: Any = None,
    truth: Mapping[str, float] | None = None,
    *,
    tolerance: float = 1e-6,
    units: float | None = 1e-6,
) -> None:
    """Raise a ContractError unless an estimator does what every estimator must do: its settings
    are frozen and printed, its answer has the right shapes, prints, and comes back from a file; a
    second call gives the same, and the problem stays as it is; a noiseless truth is recovered; a
    torque in mNm gives values a thousand times larger.

    Parameters
    ----------
    estimator
        an object of the class to check
    problem
        with noise, for an estimator of another kind of problem than `Problem`; None: a pendulum
        with friction
    truth
        {name: value} of the parameters of `problem`, where it has no noise
    tolerance
        of the truth, relative to the largest parameter: how much the estimator's own damping or
        penalty may change it
    units
        relative tolerance of the change of units; None: not asked, for an estimator whose prior has
        units
    """
    require_settings(estimator)
    own = problem is None
    if own and estimator.needs is not Problem:
        raise InputError(
            f"check_estimator: got {type(estimator).__name__}, which needs a"
            f" {estimator.needs.__name__}; expected one as well: check_estimator(estimator,"
            " problem)."
        )
    noisy = make_problem(NOISE) if own else problem
    require_refusal(estimator)
    with require_no_error(f"di.estimate(problem, {estimator!r})", "an Estimate"):
        result = estimate(noisy, estimator)
    require_shapes(result)
    require_text(estimator, result)
    require_same_from_file(result)
    require_repeatable(estimator, noisy, result)
    if own:
        exact = make_problem()
        assert exact.base is not None
        values = exact.base.compute_theta(make_truth(_make_motion("pendulum")[0]))
        require_truth(estimator, exact, dict(zip(exact.names, values)), tolerance)
        require_clear_rest(estimator)
        if units is not None:
            require_units(estimator, noisy, make_problem(NOISE, scale=1e3), 1e3, units)
    elif truth is not None:
        require_truth(estimator, problem, truth, tolerance)


@cache
def _make_motion(robot: str) -> tuple[Model, tuple[Array, Array, Array]]:
    """A model with friction, and a periodic motion of 5 s at 100 Hz: three sines a joint."""
    model = Model(load_robot(robot), [Viscous(), Coulomb(), Offset()])
    rng, t, n = np.random.default_rng(1), np.arange(500) / 100, model.robot.dof
    w, a = 2 * np.pi / 5 * np.arange(1, 4), rng.uniform(0.2, 0.6, (3, n))
    phase = rng.uniform(0, 2 * np.pi, (3, n))
    angle = t[:, None, None] * w[:, None] + phase
    home = np.array([model.robot.home.get(name, 0.0) for name in model.robot.actuated])
    q, qd = home + (a * np.sin(angle)).sum(1), (a * w[:, None] * np.cos(angle)).sum(1)
    return model, (q, qd, -(a * w[:, None] ** 2 * np.sin(angle)).sum(1))


def make_truth(model: Model) -> Array:
    """Inertias of the robot's description, friction and offsets near 1."""
    return np.where(np.isfinite(model.prior), model.prior, 1.0 + 0.1 * np.arange(len(model.prior)))


def make_problem(noise: float = 0.0, scale: float = 1.0, resting: bool = False) -> Problem:
    """Torques of a pendulum with noise [N m], times a scale; or of an arm whose last joint
    rests."""
    model, motion = _make_motion("six_dof" if resting else "pendulum")
    q, qd, qdd = (x.copy() for x in motion)
    if resting:
        q[:, -1], qd[:, -1], qdd[:, -1] = 0.4, 0.0, 0.0
    tau = model.inverse_dynamics(q, qd, qdd, make_truth(model))
    tau = scale * (tau + noise * np.random.default_rng(5).normal(size=tau.shape))
    N = len(tau)
    data = Dataset(
        model,
        q=q,
        qd=qd,
        qdd=qdd,
        tau=tau,
        t=np.arange(N) / 100,
        log=np.zeros(N),
        use=np.ones(tau.shape, dtype=bool),
        rate=100.0,
        sources=("check_estimator",),
    )
    return Problem(model, data)


def require_settings(estimator: object) -> None:
    """A frozen dataclass that derives from Estimator and prints its settings."""
    called = f"check_estimator({estimator!r})"
    require(
        isinstance(estimator, Estimator),
        called,
        "an object of a class that derives from di.Estimator, such as di.OLS()",
        f"{estimator!r}",
    )
    kind = type(estimator)
    require(is_dataclass(estimator), called, f"{kind.__name__} to be a dataclass", "a plain class")
    try:
        copy.copy(estimator).damping = 1.0  # type: ignore[attr-defined]
    except FrozenInstanceError:
        pass
    else:
        raise ContractError(
            f"{called}: expected settings that cannot be changed, got a dataclass without"
            " frozen=True."
        )
    named = repr(estimator).startswith(f"{kind.__name__}(")
    require(named, f"repr of {kind.__name__}", f"'{kind.__name__}(...)'", repr(estimator))


def require_refusal(estimator: Estimator) -> None:
    """The wrong kind of problem is refused in words that say what is needed."""
    called = f"di.estimate(42, {estimator!r})"
    try:
        estimate(42, estimator)
    except InputError:
        pass
    else:
        raise ContractError(f"{called}: expected an InputError, got an answer.")


def require_shapes(result: Estimate) -> None:
    """One finite value for each name, a symmetric covariance, notes that say something."""
    called, n = f"{result.method}: its Estimate", len(result.names)
    require(len(set(result.names)) == n, called, "different names", result.names)
    for name, shape in (("theta", (n,)), ("covariance", (n, n)), ("p", (len(result.parameters),))):
        got = np.shape(getattr(result, name))
        require(got == shape, f"{called}.{name}", f"the shape {shape}", got)
    require(np.isfinite(result.theta).all(), f"{called}.theta", "finite numbers", result.theta)
    require(
        result.compute_interval().shape == (n, 2),
        f"{called}.compute_interval()",
        f"the shape {(n, 2)}",
        result.compute_interval().shape,
    )
    words = all(isinstance(note, str) and note for note in result.notes)
    require(words, f"{called}.notes", "texts", result.notes)
    if np.isnan(result.std).all():
        require(result.notes, f"{called}.notes", "a note on the missing deviations", "none")
        return
    kept = np.array([one not in result.eliminated for one in result.names])
    off = np.abs(result.covariance - result.covariance.T).max()
    close = off <= 1e-9 * np.nanmax(result.std) ** 2
    require(close, f"{called}.covariance", "a symmetric matrix", f"differences of {off:.3g}")
    require((result.std[kept] > 0).all(), f"{called}.std", "positive numbers", result.std)


def require_text(estimator: Estimator, result: Estimate) -> None:
    """The printed table has the estimator, a line for each parameter, and every note."""
    text, called = str(result), f"print(di.estimate(problem, {estimator!r}))"
    require(repr(estimator) in text, called, f"'{estimator!r}' in the table", text)
    for name, value in zip(result.names, result.theta):
        if name not in result.eliminated:
            own = [line for line in text.splitlines() if line.startswith(shorten(name))]
            shown = any(f"{value:.5g}" in line for line in own)
            require(shown, called, f"a line with {name} and {value:.5g}", own)
    for note in result.notes:
        require(f"] {note}" in text, called, f"the note '{note}'", text)


def require_same_from_file(result: Estimate) -> None:
    """A saved result is the same when it is loaded, its model included."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "result.json"
        with require_no_error("Estimate.save and Estimate.load", "the same result"):
            result.save(path)
            back = Estimate.load(path)
    called = "Estimate.load of a saved result"
    require(to_content(back) == to_content(result), called, "the same content", "another")
    for name in (each.name for each in fields(Estimate) if each.name not in ("model", "details")):
        one, other = getattr(back, name), getattr(result, name)
        numbers = isinstance(one, (float, np.ndarray))
        same = type(one) is type(other) and np.array_equal(one, other, equal_nan=numbers)
        require(same, f"{called}: {name}", repr(other), repr(one))
    kinds = type(back.details), type(result.details)
    require(kinds[0] is kinds[1], f"{called}: details", kinds[1].__name__, kinds[0].__name__)
    require(str(back) == str(result), f"{called}: str", str(result), str(back))
    if result.model is None or back.model is None:
        require(back.model is result.model, f"{called}: model", result.model, back.model)
        return
    for name in ("parameters", "constants"):
        one, other = getattr(back.model, name), getattr(result.model, name)
        require(one == other, f"{called}: model.{name}", other, one)
    q, qd, qdd = np.random.default_rng(0).uniform(-0.1, 0.1, (3, 5, result.model.robot.dof))
    p = np.random.default_rng(1).uniform(size=len(result.model.parameters))
    one, other = (each.inverse_dynamics(q, qd, qdd, p) for each in (back.model, result.model))
    require(np.array_equal(one, other), f"{called}: model", "the same torques", "others")


def require_repeatable(estimator: Estimator, problem: Any, result: Estimate) -> None:
    """The problem stays as it is, and a second call gives the same."""
    called = f"{estimator!r}.fit(problem)"
    before = copy.deepcopy(_collect_arrays(problem))
    with require_no_error(called, "a Fit"):
        again = estimator.fit(problem)
    require(isinstance(again, Fit), called, "a di.Fit", type(again).__name__)
    got = f"changes up to {np.abs(again.theta - result.theta).max():.3g}"
    require(np.array_equal(again.theta, result.theta), called, "the same values at every call", got)
    after = _collect_arrays(problem)
    same = len(before) == len(after) and all(
        np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
        for one, other in zip(before, after)
    )
    require(same, called, "the problem left as it is", "arrays that were written to")


def _collect_arrays(thing: object, depth: int = 0) -> list[Array]:
    """All arrays within a record, however deep."""
    if isinstance(thing, np.ndarray):
        return [thing]
    if isinstance(thing, dict):
        thing = tuple(thing.values())
    if is_dataclass(thing):
        thing = tuple(getattr(thing, each.name) for each in fields(thing))
    if isinstance(thing, (tuple, list)) and depth < 8:
        return [array for part in thing for array in _collect_arrays(part, depth + 1)]
    return []


def require_truth(
    estimator: Estimator, problem: Any, truth: Mapping[str, float], tolerance: float
) -> None:
    """Without noise the estimate is the truth, to a tolerance relative to the largest value."""
    called = f"di.estimate(problem without noise, {estimator!r})"
    with require_no_error(called, "an Estimate"):
        found = estimate(problem, estimator)
    size = max(abs(value) for value in truth.values())
    for name, value in truth.items():
        require(name in found.names, called, f"a value of {name}", found.names)
        got = found.theta[found.names.index(name)]
        right = abs(got - value) <= tolerance * size
        require(right, called, f"{name} = {value:.9g} to {tolerance * size:.3g}", f"{got:.9g}")


def require_units(
    estimator: Estimator, problem: Any, scaled: Any, factor: float, tolerance: float
) -> None:
    """Torques (and what goes with them) times a factor give values times this factor."""
    called = f"di.estimate(problem with torques times {factor:g}, {estimator!r})"
    with require_no_error(called, "an Estimate"):
        first, second = estimate(problem, estimator), estimate(scaled, estimator)
    require(first.names == second.names, called, first.names, second.names)
    off = np.abs(second.theta / factor - first.theta).max(initial=0.0)
    limit = tolerance * np.abs(first.theta).max(initial=0.0)
    require(off <= limit, called, f"{factor:g} times the values to {limit:.3g}", f"{off:.3g}")


def require_clear_rest(estimator: Estimator) -> None:
    """A joint that rests in the whole log: a DynidError says so, or all values are finite."""
    called = f"di.estimate(problem with a joint at rest, {estimator!r})"
    try:
        found = estimate(make_problem(NOISE, resting=True), estimator)
    except DynidError as error:
        require(str(error), called, "an error that says why", "one without words")
    except Exception as error:
        raise ContractError(
            f"{called}: expected an answer or an InputError (problem.require_excitation() raises"
            f" one), got {type(error).__name__}: {error}"
        ) from error
    else:
        require(np.isfinite(found.theta).all(), called, "finite values", found.theta)
