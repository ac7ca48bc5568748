"""design_excitation(model, series) -> Excitation: the motion that tells most about the parameters,
within limits."""

from __future__ import annotations

import time as clock
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, is_finite_number, make_random_generator, one_blas_thread
from dynid.errors import InputError, SingularityWarning, join_names, require, shorten
from dynid.excitation.criterion import Criterion, compute_condition_numbers, smooth_signs
from dynid.excitation.earlier_information import EarlierInformation
from dynid.excitation.excitation import RATE, Excitation, describe
from dynid.excitation.motion_limits import Limits, select_active_limits
from dynid.excitation.optimisation import Optimisation
from dynid.excitation.period import free_period
from dynid.excitation.search import StartSearch
from dynid.excitation.series import BSpline, Fourier, Series
from dynid.excitation.starting_motion import (
    NoPose,
    drop_torque_limits,
    find_resting_pose,
    make_random_motion,
)
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.model.reduction import Reduction

SINGULAR = (
    1e10  # condition number (columns of norm 1) of a motion that does not show every parameter
)
ALIKE = 0.1  # part of a direction that no motion shows, from which a parameter is named
MOST = 100_000  # starts, and steps of each
NOISE = 0.01  # of the torque limit, or of a typical torque, where none is given


def design_excitation(
    model: Model,
    trajectory: Series,
    limits: Limits | None = None,
    criterion: str = "logdet",
    friction_weight: float = 0.0,
    starts: int = 8,
    seed: int = 0,
    time: float | None = None,
    *,
    base: BaseParameters | Reduction | Sequence[str] | ArrayLike | None = None,
    columns: str | None = None,
    noise: ArrayLike | None = None,
    samples: int | None = None,
    iterations: int = 300,
    period: tuple[float, float] | None = None,
    earlier: EarlierInformation | Sequence[EarlierInformation] = (),
    repetitions: int = 1,
) -> Excitation:
    """The coefficients of a shape (Fourier, BSpline) that make the parameters of a model as visible
    as limits allow.

    Parameters
    ----------
    model
        whose parameters are to be made visible
    trajectory
        the shape: `Fourier` or `BSpline`
    limits
        see `Limits`; None takes those of the robot's description
    criterion
        "logdet", "cond", "emin" or "mass_matrix": see `criterion`
    friction_weight
        w of Gnad (9): favours high velocities
    starts
        number of random starts; the best result counts
    seed
        of the random starts
    time
        seconds of search after which the best motion so far is returned (Ctrl-C does the same)
    base
        the columns judged: base parameters (default), a Reduction, names of parameters, or a matrix
        (P, b)
    columns
        "raw" or "unit" norm, for the criterion; default unit for cond, raw otherwise
    noise
        torque noise (one number, or one a drive): weighs the motors and scales the standard
        deviations
    samples
        of the motion, for the criterion; limits are kept on ten times as many, and between them
    iterations
        at most, for each start
    period
        (shortest, longest) [s]: the period of a Fourier series is a variable of the optimiser too,
        as the base frequency in Gnad (9). The criterion counts samples, not seconds
    earlier
        what earlier logs say: `di.identification.compute_information(result)`, or several. The
        motion then is to show what they do not
    repetitions
        how often the motion will be run, against which earlier logs count
    """
    _check(model, trajectory, starts, time, iterations, repetitions)
    make_random_generator(seed)  # refuses what is no seed, before the work
    trajectory, free = (trajectory, None) if period is None else free_period(trajectory, period)
    kept = select_active_limits(limits, model)
    model = _set_load(model, kept.limits)
    names, reduction, theta = _make_reduction(model, base)
    samples = max(200, 20 * trajectory.waves) if samples is None else samples
    if samples * model.robot.dof < len(names):
        raise InputError(
            f"got {samples} samples of {model.robot.dof} drives for {len(names)} parameters,"
            f" expected at least {-(-len(names) // model.robot.dof)}; give more samples."
        )
    known = [earlier] if isinstance(earlier, EarlierInformation) else list(earlier)
    before = _sum_information(known, model, reduction)
    M = RATE * trajectory.duration * repetitions
    judge = Criterion(
        criterion,
        columns or ("unit" if criterion == "cond" else "raw"),
        smooth_signs(model, kept.speeds),
        reduction,
        _make_noise(model, noise, known),
        kept.speeds,
        friction_weight,
        earlier=None if before is None else before / M,
    )
    # the threads are ours: BLAS must not start more; poses near singularities are tried on the way,
    # and left again
    with one_blas_thread(), warnings.catch_warnings():
        warnings.simplefilter("ignore", SingularityWarning)
        while True:
            problem = Optimisation(judge, kept, trajectory, samples, free)
            try:
                rest = find_resting_pose(problem, Optimisation(judge, kept, trajectory, 1, free))
                break
            except NoPose as error:
                wider = drop_torque_limits(kept, error.broken)
                if wider is None:
                    raise
                kept = wider
        _check_rank(problem, rest, names, seed)
        # the last look at the limits takes a moment too
        deadline = np.inf if time is None else clock.monotonic() + 0.92 * time
        search = StartSearch(problem, rest, seed, iterations, deadline)
        found = search.run(starts)
    notes = list(kept.notes)
    if free is not None:
        T = problem.make_series(found).duration
        notes.append(f"period {T:.4g} s, found between {free.shortest:g} and {free.longest:g} s")
    notes += search.notes
    judge = replace(judge, model=model, sharpness=np.inf)
    return describe(problem, judge, found, names, theta, tuple(notes), before)


def _sum_information(
    known: Sequence[EarlierInformation], model: Model, reduction: Array
) -> Array | None:
    """(b, b) of all earlier logs together; None where there are none."""
    for each in known:
        require("earlier", each, EarlierInformation, "compute_information(result)")
    each_says = [each.project(model, reduction) for each in known]
    return np.asarray(sum(each_says)) if each_says else None


def _set_load(model: Model, limits: Limits) -> Model:
    """The model, with the load on the joints that of Limits(p=...), else of the robot's file, where
    effects read it and it is not known."""
    if model.reference is not None or not model.reads_load:
        return model
    p = model.nominal if limits.p is None else limits.p
    if p.shape != (len(model.parameters),) or np.isnan(p).any():
        raise InputError(
            f"design: effects of the model of '{model.robot.name}' read the load on the joints, and"
            " the robot description lacks inertias; expected Limits(p=...), or"
            " model.with_reference(p) with the p of an earlier identification."
        )
    return model.set_load_reference(p)


def _check(
    model: Model,
    series: Series,
    starts: int,
    time: float | None,
    iterations: int,
    repetitions: int,
) -> None:
    if not isinstance(model, Model):
        raise InputError(f"got model {model!r}, expected Model(robot, effects).")
    if not isinstance(series, (Fourier, BSpline)):
        raise InputError(f"got trajectory {series!r}, expected Fourier(...) or BSpline(...).")
    counts = {"starts": starts, "iterations": iterations, "repetitions": repetitions}
    for name, value in counts.items():
        if not (isinstance(value, (int, np.integer)) and 1 <= value <= MOST):
            raise InputError(
                f"got {name} {shorten(value)}, expected a whole number from 1 to {MOST}."
            )
    if time is not None and not (is_finite_number(time) and time > 0):
        raise InputError(
            f"got time {shorten(time)}, expected a positive number of seconds, or None."
        )


def _make_reduction(model: Model, base: Any) -> tuple[tuple[str, ...], Array, Array]:
    """Names of the judged parameters, R (P, b) with W = Y R, and their prior values (nan where
    unknown)."""
    P = len(model.parameters)
    if base is None:
        base = base_parameters(model)
    if isinstance(base, BaseParameters):
        return base.names, np.eye(P)[:, base.independent], _map_known_values(base.map, model.prior)
    if isinstance(base, Reduction):
        S = np.asarray(base.matrix)
        return base.names, S, _map_known_values(np.asarray(np.linalg.pinv(S)), model.prior)
    if all(isinstance(name, str) for name in base):
        if unknown := [name for name in base if name not in model.parameters]:
            raise InputError(
                f"base: no parameter {join_names(unknown, 5)}; the model has"
                f" {join_names(model.parameters, 12)}."
            )
        R = np.eye(P)[:, [model.parameters.index(name) for name in base]]
        return tuple(base), R, _map_known_values(R.T, model.prior)
    R = np.asarray(base, dtype=float)
    if R.ndim != 2 or R.shape[0] != P or not np.isfinite(R).all():
        raise InputError(
            f"base: got a matrix of shape {R.shape}, expected ({P}, b): parameters p = R theta."
        )
    return (
        tuple(f"theta{k + 1}" for k in range(R.shape[1])),
        R,
        _map_known_values(np.asarray(np.linalg.pinv(R)), model.prior),
    )


def _map_known_values(B: Array, p: Array) -> Array:
    """B p, nan where it needs a parameter that is not known."""
    theta = B @ np.nan_to_num(p)
    theta[(B[:, np.isnan(p)] != 0).any(axis=1)] = np.nan
    return np.asarray(theta)


def _make_noise(model: Model, noise: Any, known: Sequence[EarlierInformation]) -> Array:
    """(n,) torque noise: as given, else that of earlier logs, else 1 % of the torque limits, else
    of the prior's torques, else 1."""
    n = model.robot.dof
    if noise is not None:
        values = (
            np.broadcast_to(np.asarray(noise, dtype=float), (n,))
            if np.ndim(noise) == 0
            else np.asarray(noise)
        )
        if values.shape != (n,) or not (np.isfinite(values).all() and (values > 0).all()):
            raise InputError(f"got noise {noise!r}, expected a positive torque, or {n} of them.")
        return np.array(values, dtype=float)
    seen = [[each.noise.get(name, np.nan) for name in model.robot.actuated] for each in known]
    if seen and np.isfinite(seen).all():
        return np.asarray(np.sqrt(np.mean(np.square(seen), axis=0)))
    effort = np.array([model.robot.joint(name).effort for name in model.robot.actuated])
    if np.isfinite(effort).all() and (effort > 0).all():
        return NOISE * effort
    p = model.nominal
    if np.isnan(p).any():
        return np.ones(n)
    tau = model.inverse_dynamics(*draw_random_states(model.robot, 200), p)
    return np.asarray(NOISE * np.maximum(np.sqrt((tau**2).mean(axis=0)), 1e-9))


def _check_rank(problem: Optimisation, rest: Array, names: tuple[str, ...], seed: int) -> None:
    """Refuse a series whose random motions do not show all parameters: optimising could not
    either."""
    for attempt in range(3):
        values = make_random_motion(problem, rest, np.random.default_rng([seed, 10_000 + attempt]))
        W = problem.criterion.stack_rows(problem.criterion.compute_rows(values.state))
        if compute_condition_numbers(W)[1] < SINGULAR:
            return
    scaled = W / np.maximum(np.linalg.norm(W, axis=0), 1e-300)
    _, s, Vt = np.linalg.svd(scaled, full_matrices=False)
    hidden = Vt[s <= s[0] / SINGULAR]
    alike = []
    for v in hidden[:3]:
        largest = [k for k in np.argsort(-np.abs(v))[:4] if abs(v[k]) > ALIKE]
        alike.append(" with ".join(names[k].split(" ")[0] for k in largest))
    fewer = "leave out effects (offset first), or " if problem.criterion.model.effects else ""
    raise InputError(
        f"{problem.series}, {len(problem.coarse.t)} samples: motions of this series identify only"
        f" {len(names) - len(hidden)} of {len(names)} parameters, whatever their coefficients;"
        f" not distinguishable: {'; '.join(alike)}. Expected another model or series: "
        f"{fewer}give more"
        " harmonics (or segments) or samples."
    )
