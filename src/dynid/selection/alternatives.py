"""Choices that might as well have been made, and how far they would move the result.

A rival adds a group that was left, drops one that was taken, or has another width of the signs. By
its gain g on the blocks left out and the standard error s of that, it should have been chosen with
the probability r = T((g - least) / s), of Student's distribution. Each of them is fitted as well;
what it moves the parameters by, d = theta_rival - theta, enters their covariance as sum r d d'. Of
a long log both are fits to some of the samples: d is a difference, in which what the fits have in
common cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from dynid.arrays import Array, one_blas_thread
from dynid.data.dataset import Dataset
from dynid.errors import DynidError
from dynid.identification.estimate import Estimate
from dynid.identification.estimate_records import JointFit
from dynid.identification.estimator_base import Estimator
from dynid.identification.friction_level import compute_braking_forces
from dynid.identification.observability import check_shown
from dynid.identification.problem import Problem, set_load
from dynid.model.effects import Effect
from dynid.model.model import Model
from dynid.selection.thinning import thin_samples

FEWEST = 0.05  # probability of a rival that is worth a fit
MOST = 3
ENOUGH = 28_000  # rows: more do not change by how much a rival differs
NORMAL = 1.96  # deviations of a 95 % interval


@dataclass(frozen=True)
class Alternative:
    """What differs from the choice, its effects, and how probably it should have been chosen."""

    what: str
    effects: tuple[Effect, ...]
    probability: float


def compute_gain_probability(gain: float, error: float, least: float, blocks: int) -> float:
    """That the true gain is above the least, for the standard error of so many blocks: Student's
    distribution, of which few blocks have long tails."""
    from scipy.special import stdtr

    return float(stdtr(max(blocks - 1, 1), (gain - least) / max(error, 1e-12)))


def select_likely_alternatives(rivals: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """Those that are worth a fit."""
    some = [rival for rival in rivals if rival.probability >= FEWEST]
    return tuple(sorted(some, key=lambda rival: -rival.probability)[:MOST])


@dataclass(frozen=True, eq=False)
class _Found:
    """What a choice finds."""

    model: Model
    theta: dict[str, float]
    p: dict[str, float]

    def compute_braking_torque(self, fit: JointFit) -> float:
        """The braking torque of a joint at the speed and under the load of the log."""
        forces = compute_braking_forces(self.model, fit.joint, fit.speed, fit.torque)
        return sum(force * self.p[name] for name, force in forces.items())


def widen_intervals(
    result: Estimate, problem: Problem, estimator: Estimator, rivals: Sequence[Alternative]
) -> Estimate:
    """The result with intervals that hold what these rivals would have found."""
    if not rivals or problem.model is None or problem.data is None:
        return result
    # torques that are still to be decimated are not filtered yet
    data = (
        problem.data if problem.data.decimation is not None else thin_samples(problem.data, ENOUGH)
    )
    own: _Found | None = _complete_parameters(problem.model, result.names, result.theta, result.p)
    if len(data) < len(problem.data):
        own = _fit(problem.model, data, estimator, result)
    carried = [each.payload for each in problem.model.layout.payloads]
    there = []
    for rival in rivals if own is not None else ():
        model = Model(problem.model.robot, [*rival.effects, *carried], problem.model.symmetric)
        if (
            _can_identify_all(model, data)
            and (other := _fit(model, data, estimator, result)) is not None
        ):
            there.append((rival.probability, other))
    if own is None or not there:
        return result
    D = np.array(
        [sqrt(r) * _compute_changes(result.names, own.theta, other.theta) for r, other in there]
    )
    C, variance = result.covariance + D.T @ D, np.zeros(len(result.p))
    for r, other in there:
        variance += r * _compute_changes(result.parameters, own.p, other.p) ** 2
    interval = result.p_interval
    if interval is not None:
        half = np.hypot(interval - result.p[:, None], NORMAL * np.sqrt(variance)[:, None])
        lower = -np.inf if result.model is None else result.model.lower
        low, high = result.p - half[:, 0], result.p + half[:, 1]
        interval = np.column_stack([np.maximum(low, np.minimum(lower, interval[:, 0])), high])
    note = f"the intervals contain what {len(there)} other choices of effects, nearly as good, find"
    return replace(
        result,
        covariance=C,
        alternatives=D,
        joints=tuple(_add_spread(fit, own, there) for fit in result.joints),
        p_interval=interval,
        notes=(*result.notes, note),
    )


def _add_spread(fit: JointFit, own: _Found, others: Sequence[tuple[float, _Found]]) -> JointFit:
    square = sum(
        r * (other.compute_braking_torque(fit) - own.compute_braking_torque(fit)) ** 2
        for r, other in others
    )
    return replace(fit, friction_spread=sqrt(square))


def _can_identify_all(model: Model, data: Dataset) -> bool:
    """Whether the data determine all of its effects."""
    try:
        check_shown(set_load(model, data), data)
    except DynidError:
        return False
    return True


def _fit(model: Model, data: Dataset, estimator: Estimator, result: Estimate) -> _Found | None:
    """By values alone; the load on the joints is that of the result's bodies."""
    try:
        if model.reads_load:
            known = dict(zip(result.parameters, result.p.tolist()))
            both = {name: known[name] for name in model.parameters if name in known}
            model = model.set_load_reference(model.to_vector(both))
        with one_blas_thread():
            problem = Problem(model, data)
            fit = estimator.quick.fit(problem)
    except DynidError:  # too many parameters for these data, with this estimator
        return None
    p = problem.to_parameters(fit.theta) if fit.p is None else fit.p
    return _complete_parameters(model, problem.names, fit.theta, p)


def _complete_parameters(model: Model, names: Sequence[str], theta: Array, p: Array) -> _Found:
    return _Found(model, dict(zip(names, theta.tolist())), dict(zip(model.parameters, p.tolist())))


def _compute_changes(names: Sequence[str], own: dict[str, float], other: dict[str, float]) -> Array:
    """By how much, where both have a parameter; else 0."""
    return np.array([other[x] - own[x] if x in other and x in own else 0.0 for x in names])
