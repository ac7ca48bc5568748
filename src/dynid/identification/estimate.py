"""estimate(problem, estimator) -> Estimate: values, uncertainty, residuals, notes; printed, saved
and loaded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.data.dataset import Dataset
from dynid.errors import InputError, join_names
from dynid.identification.correlation import compute_inflations
from dynid.identification.covariance import compute_covariance, list_damped
from dynid.identification.data_provenance import Spans
from dynid.identification.estimate_records import (
    WEAK,
    EstimatedValues,
    JointFit,
    Provenance,
    Quality,
    Whole,
)
from dynid.identification.estimate_text import estimate_table
from dynid.identification.estimator_base import Estimator, Fit, check_settings
from dynid.identification.friction_level import compute_friction_errors
from dynid.identification.gain_fit import fit_with_gains
from dynid.identification.gain_records import list_known_gains, remove_gains
from dynid.identification.installation import describe_installation
from dynid.identification.lookup import ParameterEstimate, as_frame, estimate_html, look_up
from dynid.identification.model_error import compute_model_errors
from dynid.identification.observability import check_shown
from dynid.identification.problem import Problem
from dynid.identification.saved_results import load_record, save_record
from dynid.model.base_reduction import BaseParameters, base_parameters, has_same_combinations
from dynid.model.channels import GRAVITY, is_of_bodies
from dynid.model.consistency import is_consistent
from dynid.model.gears import ZEROED
from dynid.model.model import Model
from dynid.model.terms import LOAD
from dynid.registry import Registry

#: the estimator where none is given, by its place: estimators are made of what is in this folder
DEFAULT = Registry(
    "estimator", {"consistent": "dynid.estimators.consistent.consistent_estimator:Consistent"}
)
FEW = 3  # rows a parameter: fewer leave too little to judge the noise by


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Estimate(Quality, Whole, EstimatedValues, Provenance):
    """The result of an identification.

    Parameters
    ----------
    names
        base parameters (readable sums)
    theta
        their values
    covariance
        of these values
    parameters
        the model's parameters
    p
        a full vector of them with the same torques
    model
        what was identified
    """

    model: Model | None = None

    def __str__(self) -> str:
        return estimate_table(self, WEAK)

    def __repr__(self) -> str:
        return (
            f"Estimate({self.method}: {len(self.theta)} parameters of {self.robot!r},"
            f" {len(self.weak)} weak)"
        )

    def plot(self) -> Any:
        """A plotly figure: every parameter with its 95 % interval, weak ones red, a panel for each
        kind; .show() opens it."""
        from dynid.identification.parameter_plot import draw_parameters

        return draw_parameters(self).to_plotly()

    def __getitem__(self, name: str) -> ParameterEstimate:
        """A parameter with its 95 % interval: result["joint1.viscous"]."""
        return look_up(self, name)

    def to_frame(self, full: bool = False) -> Any:
        """A pandas.DataFrame with a row per parameter: value, std, percent, 95 % interval (low and
        high), unit, kind, and whether it is identifiable, weak, from the prior, eliminated.

        Parameters
        ----------
        full
            a row for each of `parameters` and `constants` instead of the sums in `names`
        """
        return as_frame(self, full)

    def _repr_html_(self) -> str:
        return estimate_html(self)

    def save(self, path: str | os.PathLike[str], overwrite: bool = False) -> None:
        """Write as JSON, the model too: every number comes back exactly. An existing file stays
        unless overwrite=True."""
        save_record(self, path, overwrite)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Estimate:
        """What `save` wrote."""
        result: Estimate = load_record(cls, path)
        return result


def estimate(
    problem: Any, estimator: Estimator | None = None, setup: Mapping[str, Any] | None = None
) -> Estimate:
    """Solve a problem: estimate(Problem(model, data)), or estimate(Problem(model, data), OLS()).

    Parameters
    ----------
    problem
        of the kind that the estimator needs: a Problem, or that of Kalman filters and others
        (`estimator.needs`)
    estimator
        default: Consistent(), as `dynid identify`
    setup
        what the result shall remember of the circumstances, saved with it
    """
    return solve(problem, estimator, setup)[0]


def solve(
    problem: Any, estimator: Estimator | None = None, setup: Mapping[str, Any] | None = None
) -> tuple[Estimate, Any]:
    """`estimate`, and the problem that it solves: of its own joint load where effects read that,
    without effects that were dropped."""
    if estimator is None:
        estimator = _make_default(problem)
    if not isinstance(estimator, Estimator):
        raise InputError(
            f"got {estimator!r}, expected an estimator such as OLS(), or a user-defined one:"
            f" an object of a class that derives from "
            f"di.Estimator.{_describe_expected(problem, estimator)}"
        )
    check_settings(estimator)
    if not isinstance(problem, estimator.needs):
        kind = estimator.needs.__name__
        how = getattr(estimator.needs, "usage", f"see help({kind})")
        raise InputError(f"{type(estimator).__name__}: got {problem!r}, expected a {kind}: {how}.")
    data = getattr(problem, "data", None)
    if not isinstance(problem, Problem) and isinstance(data, Dataset) and data.free:
        raise InputError(
            f"{type(estimator).__name__}: got currents of {join_names(data.free)} without gains,"
            " expected torques. Estimate the gains by Consistent() or WLS() first, and pass them."
        )
    if isinstance(problem, Problem) and problem.model is not None and problem.data is not None:
        check_shown(problem.model, problem.data)
    with one_blas_thread():
        if isinstance(problem, Problem) and problem.data is not None and problem.data.free:
            driven = fit_with_gains(problem, estimator)
            found = _make_result(driven.problem, estimator, driven.fit, dict(setup or {}))
            return remove_gains(found, driven), problem
        problem, fit = solve_problem(problem, estimator)
        return _make_result(problem, estimator, fit, dict(setup or {})), problem


def _make_default(problem: Any) -> Estimator:
    if not isinstance(problem, Problem):
        raise InputError(
            f"estimate: got {problem!r} without an estimator, expected a Problem, or the estimator"
            " of that kind of problem: estimate(problem, estimator)."
        )
    found: Estimator = DEFAULT.make("consistent")
    return found


def _describe_expected(problem: Any, estimator: Any) -> str:
    if isinstance(estimator, type):
        return f" Did you mean {estimator.__name__}()?"
    return " Did you mean estimate(problem, estimator)?" if isinstance(problem, Estimator) else ""


def make_final_problem(result: Estimate, problem: Problem) -> Problem:
    """The problem that a result of this one solves: see `solve`."""
    model, data = problem.model, problem.data
    if model is None or data is None or problem.base is None or not model.reads_load:
        return problem
    if tuple(result.parameters) == model.without_load.parameters:
        model = model.without_load
    elif result.model is None or result.model.reference is None:  # it was saved, and read again
        model = model.set_load_reference(result.p)
    elif model.reference is not None and (model.reference == result.model.reference).all():
        return problem
    else:
        model = model.set_load(result.model.reference)
    return Problem(model, replace(data, model=model))


def find_base(result: Estimate, model: Model | None = None) -> BaseParameters | None:
    """The base parameters, of the result's model or of this one, that its theta stands for; None
    where it stands for others, as of a reduction."""
    model = result.model if model is None else model
    if model is None or len(result.p) != len(model.parameters):
        return None
    model = model.set_constants(result.constants)
    base = base_parameters(model.set_load_reference(result.p) if model.reads_load else model)
    return base if has_same_combinations(base.names, result.names) else None


def solve_problem(problem: Any, estimator: Estimator) -> tuple[Any, Fit]:
    """The problem and its fit. Where effects read the load of the joints, the problem is that of
    the fit's own load; where no fit has its own, those effects are dropped, with a note."""
    model = problem.model if isinstance(problem, Problem) else None
    if model is None or problem.data is None or problem.base is None or not model.reads_load:
        return problem, estimator.fit(problem)
    settled = settle_load(problem, estimator.quick)
    fit = estimator.fit(settled)
    if has_own_load(settled, fit):
        return settled, fit
    kept = model.without_load
    rest = Problem(kept, replace(problem.data, model=kept))
    fit = estimator.fit(rest)
    gone = join_names([name for name in model.parameters if name not in kept.parameters], 8)
    note = (
        f"dropped {gone}: these effects depend on the joint load, and the fit of the"
        " joint load did not converge"
    )
    return rest, replace(fit, notes=(*fit.notes, note))


def _make_result(problem: Any, estimator: Estimator, fit: Fit, setup: dict[str, Any]) -> Estimate:
    solved = fit.problem or problem
    names = _list_names(solved, estimator, fit)
    model: Model | None = fit.model or solved.model
    p = fit.p
    if p is None:
        p = solved.to_parameters(fit.theta) if isinstance(solved, Problem) else fit.theta
    # a filter of one joint has parameters of its own
    model_of_p = model if model is not None and len(p) == len(model.parameters) else None
    sources, recordings, notes = _find_provenance(problem)
    bodies = isinstance(problem, Problem) and fit.p is not None
    found = Estimate(
        method=repr(estimator),
        robot=model.robot.name if model else "",
        sources=sources,
        recordings=recordings,
        setup=setup,
        names=names,
        theta=np.asarray(fit.theta, dtype=float),
        covariance=(
            fit.covariance
            if fit.covariance is not None
            else np.full((len(names), len(names)), np.nan)
        ),
        parameters=model_of_p.parameters if model_of_p else names,
        p=np.asarray(p, dtype=float),
        p_interval=fit.p_interval,
        from_prior=fit.from_prior,
        active=fit.active,
        margins=is_consistent(p, model_of_p).margins if bodies and model_of_p else {},
        constants=model_of_p.constants if model_of_p else {},
        constants_std=fit.constants_std,
        known=model_of_p.known if model_of_p else "",
        gains=list_known_gains(getattr(problem, "data", None)),
        history=fit.history,
        trace=fit.trace,
        details=fit.details,
        notes=(*notes, *fit.notes),
        model=model,
    )
    return _add_uncertainty(found, solved, fit) if isinstance(solved, Problem) else found


def _list_names(problem: Any, estimator: Estimator, fit: Fit) -> tuple[str, ...]:
    """The names of theta; a Fit that does not fit the problem is the estimator's mistake."""
    names = fit.names if fit.names is not None else problem.names
    shapes = {"theta": (len(names),), "gain": (len(names),) * 2, "covariance": (len(names),) * 2}
    for what, shape in shapes.items():
        given = getattr(fit, what)
        if given is not None and np.shape(given) != shape:
            raise InputError(
                f"{type(estimator).__name__}: its Fit has {what} of shape {np.shape(given)},"
                f" expected {shape}, for {len(names)} parameters."
            )
    return names


def _add_uncertainty(found: Estimate, problem: Problem, fit: Fit) -> Estimate:
    """With the residuals of a regression, and the deviations that follow from them."""
    inflations, frictions = _examine_residuals(problem, fit.theta)
    squares = problem.sum_squared_errors(fit.theta)
    errors, changes = compute_model_errors(problem, squares, inflations)
    joints = tuple(
        JointFit(
            block.joint,
            block.n,
            float(np.sqrt(square / max(block.n, 1))),
            float(100.0 * np.sqrt(square / block.square)) if block.square > 0 else np.nan,
            float(f),
            _compute_speed(problem, block.joint),
            float(error),
            friction_error=float(friction),
        )
        for block, square, f, error, friction in zip(
            problem.blocks, squares, inflations, errors, frictions
        )
    )
    weights = fit.expand_weights(len(joints))
    condition, weak = problem.find_weak_directions(weights)
    free = sum(joint.rows / joint.inflation for joint in joints) - problem.size
    C, said = compute_covariance(problem, fit, inflations)
    judged = replace(
        found,
        covariance=C,
        from_prior=fit.from_prior or list_damped(problem, fit),
        degrees_of_freedom=float(free + len(fit.history.removed) - len(fit.constants_std)),
        joints=joints,
        condition=condition,
        weights=weights,
        model_error=changes,
        notes=(
            *found.notes,
            *said,
            *_list_notes(problem, fit, inflations, weak, bool(found.margins)),
        ),
    )
    return replace(judged, notes=(*judged.notes, *describe_installation(judged)))


def _examine_residuals(problem: Problem, theta: Array) -> tuple[Array, Array]:
    """(joints,) their inflations; and the errors of friction, nan where the data are not at
    hand."""
    data = problem.data
    if data is None:
        return problem.compute_inflations(theta), np.full(len(problem.joints), np.nan)
    e, use = problem.compute_residuals(theta)
    still = np.zeros((len(e), e.shape[1] - data.qd.shape[1]))  # force sensors have no speed
    speeds = np.hstack([data.decimate(data.qd), still])
    frictions = compute_friction_errors(e, speeds, use, data.noise_inflation)
    return compute_inflations(e, use), frictions


def _compute_speed(problem: Problem, joint: str) -> float:
    """RMS, of the samples that count."""
    data = problem.data
    if data is None or joint not in data.model.robot.actuated:
        return np.nan
    j = data.model.robot.actuated.index(joint)
    v = data.qd[data.use[:, j], j]
    return float(np.sqrt(np.mean(v**2))) if len(v) else np.nan


def _list_notes(
    problem: Problem, fit: Fit, inflations: Array, weak: list[str], possible: bool
) -> list[str]:
    """What the numbers say; `possible`: the bodies and friction were bound to be."""
    notes = []
    if fit.covariance is None and fit.gain is None:
        notes.append("no standard deviations: the estimator gives neither gain nor covariance")
    elif inflations.max() > 1.5 and (fit.covariance is None or fit.constants_std):
        notes.append(
            "residuals are correlated in time: standard deviations are inflated up to"
            f" {np.sqrt(inflations.max()):.1f} times"
        )
    if len(problem.origin.spans) == 1 and problem.model is not None and problem.model.effects:
        notes.append(
            "from one log: the variation of friction from run to run is unknown,"
            " and the intervals do not include it"
        )
    if problem.n < FEW * problem.size:
        notes.append(
            f"only {problem.n} rows for {problem.size} parameters: the fit also explains"
            " noise, so residuals and standard deviations are too small; use a longer log"
        )
    sensed = problem.data.sensors if problem.data is not None else {}
    used = {name.rpartition(" ")[0] for name in problem.joints}
    if unused := [name for name in sensed if name not in used]:
        notes.append(f"forces of sensors were not used: {join_names(unused, 4)}")
    if weak:
        notes.append(
            f"{len(weak)} directions are not identifiable from the data: {'; '.join(weak[:4])}"
        )
    bounded = [] if possible else _list_below_bounds(problem, fit.theta)
    if bounded:
        notes.append(f"negative, though it cannot be: {', '.join(bounded[:6])}")
    return notes


def _list_below_bounds(problem: Problem, theta: Array) -> list[str]:
    """Parameters identified alone whose value is below their bound (friction, rotor inertia)."""
    if problem.model is None or problem.base is None:
        return []
    lower, base = problem.model.lower, problem.base
    alone = ~np.any(base.mixing != 0.0, axis=1)
    return [
        problem.model.parameters[k]
        for k, value, single in zip(base.independent, theta, alone)
        if single and value < lower[k]
    ]


def _find_provenance(problem: Any) -> tuple[Spans, tuple[str, ...], tuple[str, ...]]:
    """Logs, what tells them from others, and notes on them; other kinds of problems say which."""
    if not isinstance(problem, Problem):
        return problem.sources, problem.recordings, ()
    return problem.origin.spans, problem.origin.recordings, problem.origin.notes


# ---- Effects that read the load of the joints: the torque of the bodies, which is being estimated.
#
# The regressor takes the load from reference bodies x (`Model.set_load_reference`); a fit with that
# load finds bodies g(x), and the estimate is the fixed point g(x) = x.

LOOKS = 20  # fits at most
# change of a joint's load, in units of its RMS torque, that ends the iteration; and beyond which
# the torques that a fit predicts, by its own load, are not those that were fitted
SAME_LOAD, OWN_LOAD = 1e-4, 1e-2
MIXED = 5  # fits that are mixed: what older ones answered is out of date
INDEPENDENT = 1e-2  # of the largest: changes that are less different say nothing new
SHORTEST = 0.25  # step towards the answer of a fit
SAMPLES = 500  # along which loads are compared


def settle_load(problem: Problem, estimator: Estimator) -> Problem:
    """The problem whose joint load is that of its own fit, as far as the iteration finds it.

    With the answers g_i = g(x_i) to the last references and r_i = load(g_i) - load(x_i), Anderson's
    mixing goes on with

        x = sum_i c_i (x_i + b (g_i - x_i)),   sum_i c_i = 1,   |sum_i c_i r_i| least

    x = g(x) alone would swing: a torque scale s answers an error e of x by about -s e. Where the
    change grows all the same, the step b is halved and the mixing begins again.
    """
    model, data = problem.model, problem.data
    assert model is not None
    assert data is not None
    steps, changes, b, before = list[Array](), list[Array](), 1.0, np.inf
    for _ in range(LOOKS):
        x, g = _make_reference(problem), _complete_bodies(problem, estimator.fit(problem))
        change = _change(problem, g)
        if (size := _measure_change(change)) <= SAME_LOAD:
            return problem
        if size > before:
            steps, changes, b = [], [], max(b / 2, SHORTEST)
        before = size
        steps, changes = [*steps, x + b * (g - x)][-MIXED:], [*changes, change][-MIXED:]
        # c of the older ones: |r_n - sum_i c_i (r_n - r_i)| least
        D = np.reshape([change - r for r in changes[:-1]], (len(changes) - 1, change.size))
        c = np.linalg.lstsq(D.T, change.ravel(), rcond=INDEPENDENT)[0]
        mixed = np.tensordot(np.append(c, 1.0 - c.sum()), np.array(steps), 1)
        problem = Problem(model.set_load(mixed), data)
    return problem


def has_own_load(problem: Problem, fit: Fit) -> bool:
    """Whether the load that the problem was solved with is that of the bodies found."""
    return _measure_change(_change(problem, _complete_bodies(problem, fit))) <= OWN_LOAD


def _make_reference(problem: Problem) -> Array:
    assert problem.model is not None
    assert problem.model.reference is not None
    return problem.model.reference


def _complete_bodies(problem: Problem, fit: Fit) -> Array:
    assert problem.model is not None
    return problem.model.to_inertias(problem.to_parameters(fit.theta) if fit.p is None else fit.p)


def _change(problem: Problem, bodies: Array) -> Array:
    """(signals, samples, joints) by which the load of these bodies differs from the problem's, in
    units of each joint's RMS torque."""
    model, data = problem.model, problem.data
    assert model is not None
    assert data is not None
    some = slice(None, None, max(1, len(data) // SAMPLES))
    motion = data.q[some], data.qd[some], data.qdd[some]
    difference = model.set_load(bodies - _make_reference(problem))
    found = difference.channels(*motion, logged={x: y[some] for x, y in data.channels.items()})
    # those of gravity are of 1 m/s^2, those of zeros of 1 rad
    g = float(np.linalg.norm(model.robot.gravity)) or 1.0
    size = {LOAD: 1.0, **dict.fromkeys(GRAVITY, g)}
    signals = [size.get(name, ZEROED) * found[name] for name in found if is_of_bodies(name)]
    rms = np.sqrt(np.mean(data.tau**2, axis=0))
    return np.array(signals) / np.where(rms > 0.0, rms, np.inf)


def _measure_change(change: Array) -> float:
    """That of the joint, and the signal, that changes most."""
    return float(np.sqrt(np.mean(change**2, axis=1)).max())
