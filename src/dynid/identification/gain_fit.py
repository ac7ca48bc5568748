"""Gains of drives, found together with the dynamics: from currents, and something whose weight is
known.

The fit of `model.drives.DriveGain`, from a first look at Y p - g i = -k until delta = 0. All that
is known of weights is the torque k of known payloads, the torque of joints with known gains, and
parameters that the estimator holds fixed; without any of it only ratios of gains can be told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.errors import DynidError, InputError, join_names
from dynid.identification.estimator_base import Estimator, Fit
from dynid.identification.linear import compute_joint_deviation, compute_pseudo_inverse
from dynid.identification.problem import Problem
from dynid.model.base_reduction import BaseParameters
from dynid.model.drive_gain import SMALLEST, DriveGain
from dynid.model.model import Model
from dynid.model.terms import DRIVEN
from dynid.option_names import name_option

LOOKS, SETTLED = 30, 1e-4  # fits at most, and the relative change of the gains that ends them
ROUNDS = 4  # of the weights in the first look
LARGEST = 4.0  # factor by which a gain changes from one fit to the next
CLOSER = 2  # plain fits between the first look and the judgement of what can be told
RCOND = 1e-7  # singular values (columns scaled to 1) below: a direction that is not shown
SMALLEST_NOISE = 1e-9  # of the noisiest joint's
NOTHING = 1e-6  # of the known torque: what is left of it where the bodies themselves explain it
BACKWARDS = 3.0  # deviations below zero from which a current counts against its joint
WEAK = 0.3  # relative deviation of a gain that is hardly told
OPEN = 3.0  # ... and of one that is not


@dataclass(frozen=True, eq=False)
class GainFit:
    """What a fit with gains came to: the model without them, the problem of its last look, its
    fit, the gains {joint: ...} with delta = 0, and what a reader should know."""

    model: Model
    problem: Problem
    fit: Fit
    gains: dict[str, float]
    untold: tuple[str, ...]
    notes: tuple[str, ...]


def fit_with_gains(problem: Problem, estimator: Estimator) -> GainFit:
    """The fit of a problem whose data have gains to be found."""
    model, data = problem.model, problem.data
    assert model is not None
    assert data is not None
    if problem.base is None:
        raise InputError(
            "gains are estimated together with all parameters of a model, not with a Reduction."
        )
    base = _widen_base(problem.base, replace(model, effects=[*model.effects, DriveGain(data.free)]))
    wide = base.model
    held, free = _split_fixed(wide, getattr(estimator, "fixed", {}))
    taken = {name: data.gains[name] for name in data.free if data.gains[name] != 1.0}
    data, p, notes = _estimate_first_gains(
        base, data, held, free, (_has_prior(estimator) and taken) or {}
    )
    looks = [_compute_sensitivities(_linearise_problem(base, data, p), held, free)]
    for _ in range(CLOSER):
        p = _solve_with_fixed(_linearise_problem(base, data, p), held, free)[0]
        data, _ = _update_gains(wide, data, p)
        looks.append(_compute_sensitivities(_linearise_problem(base, data, p), held, free))
    # what is not told at one of them was a guess at the others
    told = {name: max(look[name] for look in looks) for name in data.free}
    stays = taken if _has_prior(estimator) else {}
    _check_told(told, stays, model)
    notes.append(
        f"gains before the fit, with the standard deviation due to noise: {_describe_gains(told)}"
    )
    hardly = {name: gain for name, gain in taken.items() if not told[name] < WEAK}
    data = data.set_gains(hardly, data.free)
    change = np.inf
    for _ in range(LOOKS):
        linear = _linearise_problem(base, data, p)
        p = _fit_step(_anchor_gains(estimator, wide, data, taken), linear, told)
        data, change = _update_gains(wide, data, p)
        if change < SETTLED:
            break
    else:
        notes.append(f"the gains still changed by {100 * change:.2g} % after {LOOKS} fits")
    linear = _linearise_problem(base, data, p)
    told = _compute_sensitivities(linear, held, free)  # at the bodies that were found
    _check_told(told, stays, model)
    notes.append(f"gains after it: {_describe_gains(told)}")
    fit = _anchor_gains(estimator, wide, data, taken).fit(linear)
    if gone := [name for name in fit.history.removed if name.endswith(".gain")]:
        raise InputError(
            f"{type(estimator).__name__} takes {join_names(gone)} out of the model; expected an"
            " estimator that keeps all parameters, such as Consistent() or WLS(), for currents."
        )
    assert linear.model is not None
    found = replace(linear.model, effects=model.effects)
    untold = tuple(name for name, std in told.items() if not std < OPEN)
    return GainFit(found, linear, fit, dict(data.gains), untold, tuple(notes))


def _fit_step(estimator: Estimator, linear: Problem, told: Mapping[str, float]) -> Array:
    """p of a fit on the way."""
    try:
        fit = estimator.quick.fit(linear)
    except DynidError as error:
        worst = max(told, key=lambda name: told[name])
        raise InputError(
            f"the gains are not identifiable from these logs, least of all that of "
            f"{worst}: {error} Or"
            f" give gains that are known ({name_option('drives')})."
        ) from error
    return linear.to_parameters(fit.theta) if fit.p is None else np.array(fit.p)


def _split_fixed(wide: Model, fixed: Mapping[str, float]) -> tuple[Array, Array]:
    """p with the fixed values, and the places of the others."""
    p = np.zeros(len(wide.parameters))
    places = [wide.parameters.index(name) for name in fixed if name in wide.parameters]
    p[places] = [fixed[wide.parameters[k]] for k in places]
    return p, np.setdiff1d(np.arange(len(p)), places)


def _has_prior(estimator: Estimator) -> bool:
    """Whether it has a prior that keeps what the data do not tell."""
    return hasattr(estimator, "prior")


def _anchor_gains(
    estimator: Estimator, wide: Model, data: Dataset, taken: Mapping[str, float]
) -> Estimator:
    """The estimator, where it has a prior, drawn to the gains that were taken, by their logarithms:
    ln g = ln g^0 - ln(1 + delta), which is ln g_taken near delta = ln(g^0 / g_taken)."""
    if not _has_prior(estimator):
        return estimator
    prior = getattr(estimator, "prior", None)
    near = {
        name: max(float(np.log(max(data.gains[name] / x, 1e-9))), 0.9 * SMALLEST)
        for name, x in taken.items()
    }
    if prior is None or isinstance(prior, Mapping):
        drawn = {wide.parameters[wide.layout.gains[name]]: x for name, x in near.items()}
        return replace(estimator, prior={**(prior or {}), **drawn})  # type: ignore[type-var]
    more = [near.get(name, 0.0) for name in wide.layout.gains]
    return replace(estimator, prior=np.append(prior, more))  # type: ignore[type-var]


def _widen_base(base: BaseParameters, wide: Model) -> BaseParameters:
    """The base parameters, and each gain by itself."""
    places = np.array(list(wide.layout.gains.values()), dtype=np.int64)
    joints = [wide.robot.actuated.index(name) for name in wide.layout.gains]
    own = np.zeros((wide.robot.dof, len(places)), dtype=bool)
    own[joints, np.arange(len(places))] = True
    return replace(
        base,
        model=wide,
        independent=np.append(base.independent, places),
        mixing=np.vstack([base.mixing, np.zeros((len(places), base.mixing.shape[1]))]),
        pattern=np.hstack([base.pattern, own]),
    )


def _drop_gains(p: Array, model: Model) -> Array:
    """p, with delta = 0."""
    out = np.array(p)
    out[list(model.layout.gains.values())] = 0.0
    return out


def _linearise_problem(base: BaseParameters, data: Dataset, p: Array) -> Problem:
    """The problem near these gains and parameters: DriveGain reads the torque that p predicts."""
    plain = _drop_gains(p, base.model)
    wide = base.model.set_load_reference(plain) if base.model.reads_load else base.model
    u = wide.inverse_dynamics(
        data.q, data.qd, data.qdd, plain, data.starts, {**data.channels, DRIVEN: data.tau}
    )
    if data.carried is not None:
        u = u + data.carried
    return _make_problem(replace(base, model=wide), data, u)


def _make_problem(base: BaseParameters, data: Dataset, channel: Array) -> Problem:
    read = replace(data, channels={**data.channels, DRIVEN: channel}, free=())
    return Problem(base.model, read, base)


def _update_gains(wide: Model, data: Dataset, p: Array) -> tuple[Dataset, float]:
    """The data with the gains that delta asks for, and their largest relative change.

    g = g^0 / (1 + delta)
    """
    delta = {joint: float(p[k]) for joint, k in wide.layout.gains.items()}
    bounded = {joint: min(max(x, 1.0 / LARGEST - 1.0), LARGEST - 1.0) for joint, x in delta.items()}
    gains = {joint: data.gains[joint] / (1.0 + x) for joint, x in bounded.items()}
    return data.set_gains(gains, data.free), max(map(abs, bounded.values()))


def _estimate_first_gains(
    base: BaseParameters, data: Dataset, held: Array, free: Array, taken: Mapping[str, float]
) -> tuple[Dataset, Array, list[str]]:
    """Y p - g i = -k by weighted least squares: gains, a little too small where currents are noisy,
    their signs, and p. Where nothing has a known weight, all gains that were taken."""
    joints, places = base.model.robot.actuated, base.model.layout.gains
    at = [joints.index(name) for name in data.free]
    unit = np.sqrt(np.mean((data.tau + data.payload_torque)[:, at] ** 2, axis=0))
    scaled = data.set_gains(
        {name: data.gains[name] / max(x, 1e-300) for name, x in zip(data.free, unit)}, data.free
    )
    # tau = g i - k; with g as parameters the rest is -k, and the currents are the columns
    current, rest = np.zeros_like(data.tau), np.array(scaled.tau)
    current[:, at] = -(scaled.tau + scaled.payload_torque)[:, at]
    rest[:, at] = -scaled.payload_torque[:, at]
    problem, B = _make_problem(base, replace(scaled, tau=rest), current), base.map
    lacks, remedy = _explain_unknown_gains(problem, B, held, free, places)
    if lacks:
        if set(taken) != set(data.free):
            raise InputError(f"{lacks}. {remedy}")
        p, _ = _solve_with_fixed(_make_problem(base, data, np.zeros_like(data.tau)), held, free)
        return data, p, [f"{lacks}: they are biased towards their assumed values"]
    p, weights = _solve_with_fixed(problem, held, free)
    spread = compute_pseudo_inverse(problem.stack_rows(weights)[0] @ B[:, free], RCOND)[1]
    inflated = dict(zip(joints, np.sqrt(problem.compute_inflations(B @ p)).tolist()))
    deviation = dict(zip(free.tolist(), np.sqrt(np.diag(spread)).tolist()))
    gains, notes, turned = {}, [], []
    for name, k in places.items():
        found, std = float(p[k]), deviation[k] * inflated[name]
        if found < -BACKWARDS * std:
            turned.append(name)
            gains[name] = scaled.gains[name] * found
        elif found < std:  # hardly seen: what was taken, or what it may be at most
            given = data.gains[name] != 1.0
            gains[name] = data.gains[name] if given else scaled.gains[name] * max(std, -found)
        else:
            gains[name] = scaled.gains[name] * found
    if turned:
        notes.append(
            f"currents of {join_names(turned)} have the opposite sign of the joint: their "
            f"gains have the opposite sign of what was assumed, which depends on the "
            "wiring, not on the motor"
        )
    return data.set_gains(gains, data.free), p, notes


def _solve_with_fixed(problem: Problem, held: Array, free: Array) -> tuple[Array, Array]:
    """p by weighted least squares with some values held, and the joints' weights; directions that
    are not shown stay."""
    assert problem.base is not None
    B, weights = problem.base.map, np.ones(len(problem.joints))
    for _ in range(ROUNDS):
        W, y = problem.stack_rows(weights)
        p = held.copy()
        p[free] += compute_pseudo_inverse(W @ B[:, free], RCOND)[0] @ (y - W @ B @ held)
        sigma = compute_joint_deviation(problem, B @ p)
        weights = 1.0 / np.maximum(sigma, SMALLEST_NOISE * sigma.max() + 1e-300)
    return p, np.asarray(weights)


def _explain_unknown_gains(
    problem: Problem, B: Array, held: Array, free: Array, places: Mapping[str, int]
) -> tuple[str, str]:
    """Why nothing has a known weight, or what has cannot be distinguished from the links, and what
    to do; "" where that is not so."""
    W, y = problem.stack_rows()
    y = y - W @ B @ held
    if not np.abs(y).max(initial=0.0) > 0:
        return (
            "only the ratios of the gains are identifiable: no log carries a known "
            "payload, no gain is"
            " known and no mass is fixed",
            f"Name the payload of a log ({name_option('payloads')}), fix the mass of a link that is"
            f" known from a scale ({name_option('fixed')}), or give the gain of one joint (with"
            f" {name_option('drives', 'joint1=1')} the others are"
            " relative to it).",
        )
    bodies = np.setdiff1d(free, list(places.values()))
    left = y - W @ B[:, bodies] @ (compute_pseudo_inverse(W @ B[:, bodies], RCOND)[0] @ y)
    if np.linalg.norm(left) < NOTHING * np.linalg.norm(y):
        return (
            "only the ratios of the gains are identifiable: the known payload is carried in"
            " all logs, and cannot be distinguished from the link that carries it",
            "Record a log without it as well, or give the gain of one joint"
            f" ({name_option('drives')}).",
        )
    return "", ""


def _compute_sensitivities(problem: Problem, held: Array, free: Array) -> dict[str, float]:
    """{joint: relative deviation of its gain} as the data tell it, bodies and friction unknown; inf
    where they do not."""
    assert problem.base is not None
    assert problem.model is not None
    B = problem.base.map
    x, weights = _solve_with_fixed(problem, held, free)
    A = problem.stack_rows(weights)[0] @ B[:, free]
    norm = np.linalg.norm(A, axis=0)
    norm = np.where(norm > 0, norm, 1.0)
    _, s, Vt = np.linalg.svd(A / norm, full_matrices=False)
    shown = s > RCOND * s[0]
    out, inflated = {}, dict(zip(problem.joints, np.sqrt(problem.compute_inflations(B @ x))))
    for joint, k in problem.model.layout.gains.items():
        row = int(np.flatnonzero(free == k)[0])
        hidden = float(np.sum(Vt[~shown][:, row] ** 2)) + max(0.0, 1.0 - np.sum(Vt[:, row] ** 2))
        spread = np.sqrt(np.sum((Vt[shown][:, row] / s[shown]) ** 2)) / norm[row]
        out[joint] = float(spread * inflated[joint]) if hidden < 1e-6 else np.inf
    return out


def _describe_gains(told: Mapping[str, float]) -> str:
    words = []
    for joint, std in told.items():
        if std < WEAK:
            words.append(f"{joint} to {100 * std:.2g} %")
        elif std < OPEN:
            words.append(f"{joint} hardly (to {100 * std:.0f} %)")
        else:
            words.append(f"{joint} not at all")
    return "; ".join(words)


def _check_told(told: Mapping[str, float], taken: Mapping[str, float], model: Model) -> None:
    """Raise where gains are neither told by the data nor taken to be something."""
    lost = [name for name, std in told.items() if not std < WEAK and name not in taken]
    if lost:
        raise InputError(
            f"the gains of {join_names(lost)} are not identifiable from "
            f"these logs: {_explain_vertical_axes(lost, model)} Give"
            f" them ({name_option('drives', 'joint1=13.6')}), or their approximate values, for the"
            f" method consistent ({name_option('drives', 'joint1=~13.6')}), or record other"
            " motion or a heavier payload."
        )


def _explain_vertical_axes(lost: Sequence[str], model: Model) -> str:
    """A word on axes along gravity, which feel no weight."""
    robot, g = model.robot, np.asarray(model.robot.gravity, dtype=float)
    upright = []
    for body in robot.bodies:
        joint = body.joint
        fixed = body.parent == "world" and joint.kind != "prismatic" and joint.name in lost
        if fixed and np.abs(np.cross(joint.rotation @ np.asarray(joint.axis), g)).max() < 1e-6:
            upright.append(joint.name)
    if upright:
        return (
            f"the axis of {join_names(upright)} is along gravity, so no weight acts on"
            " it, and only the payload's inertia determines its gain."
        )
    return "the known weight hardly acts on them, or the motion excites them too little."
