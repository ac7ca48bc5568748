"""The full set nearest to the prior among those with given base parameters, against cvxpy."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

import dynid as di
from dynid.estimators.consistent.nearest import (
    INSIDE,
    PULL,
    _complete_prior,
    _compute_deviations,
    find_nearest_consistent,
)
from dynid.estimators.consistent.prior import compute_natural_scale
from dynid.model.inertial import PSEUDO_BASIS
from export_help import full_parameters


def without_inertias(robot):
    return robot.replace(
        bodies=tuple(di.Body(b.name, b.parent, b.joint, None, b.massless) for b in robot.bodies)
    )


def cvxpy_nearest(base, theta, std, exact):
    """The same problem, written again from its definition."""
    model = base.model
    p0, scale, _ = _complete_prior(base, theta, std)
    x = cp.Variable(len(p0))
    p = cp.multiply(scale, x)
    constraints = [p[k] >= bound for k, bound in enumerate(model.lower) if np.isfinite(bound)]
    for place in model.layout.bodies.values():
        s = compute_natural_scale(scale[place])
        T = np.diag(1.0 / np.array([*[s[1] / np.sqrt(s[0])] * 3, np.sqrt(s[0])]))
        J = sum(p[k] * (T @ E @ T) for k, E in zip(range(place.start, place.stop), PSEUDO_BASIS))
        constraints.append(J >> INSIDE * np.eye(4))
    far = cp.sum_squares(x - p0 / scale)
    if exact:
        constraints.append(base.map @ p == theta)
    else:
        far = cp.sum_squares(cp.multiply(1 / std, base.map @ p - theta)) + PULL**2 * far
    problem = cp.Problem(cp.Minimize(far), constraints)
    problem.solve(solver="CLARABEL")
    return problem.value, lambda q: float(
        np.sum((q / scale - p0 / scale) ** 2)
        if exact
        else np.sum(((base.map @ q - theta) / std) ** 2)
        + PULL**2 * np.sum((q / scale - p0 / scale) ** 2)
    )


@pytest.mark.parametrize("known", [True, False], ids=["nominal inertias", "nothing known"])
@pytest.mark.parametrize("name", ["arm7", "delta4", "five_bar"])
def test_possible_base_parameters_are_kept_exactly(name, known):
    robot = di.load_robot(name)
    model = di.Model(
        robot if known else without_inertias(robot), [di.Viscous(), di.Coulomb(), di.RotorInertia()]
    )
    base = di.base_parameters(model)
    theta = base.compute_theta(full_parameters(model))
    covariance = np.diag((0.01 * np.maximum(np.abs(theta), 1e-3)) ** 2)
    found = find_nearest_consistent(base, theta, covariance)
    assert found.exact
    assert bool(found.guessed) == (not known)
    assert di.is_consistent(found.p, model)
    np.testing.assert_allclose(
        base.compute_theta(found.p), theta, rtol=0, atol=1e-12 * np.abs(theta).max()
    )
    best, value = cvxpy_nearest(base, theta, np.sqrt(np.diag(covariance)), exact=True)
    assert value(found.p) == pytest.approx(best, rel=1e-4)


def test_impossible_base_parameters_give_way_by_their_covariance():
    model = di.Model(di.load_robot("five_bar"), [di.Viscous()])
    base = di.base_parameters(model)
    theta = base.compute_theta(full_parameters(model))
    theta[[k for k, n in enumerate(base.names) if n.endswith("viscous")]] = -0.1, 0.2
    std = 0.05 * np.abs(theta)
    found = find_nearest_consistent(base, theta, np.diag(std**2))
    assert not found.exact
    assert di.is_consistent(found.p, model)
    assert dict(zip(model.parameters, found.p))["left.viscous"] == pytest.approx(0.0, abs=1e-9)
    assert np.abs(found.deviations).max() == pytest.approx(20.0, rel=1e-3)  # -0.1 to 0, at 0.005
    best, value = cvxpy_nearest(base, theta, std, exact=False)
    assert value(found.p) == pytest.approx(best, rel=1e-4)


def test_correlated_and_missing_deviations():
    """A singular covariance (two parameters known only together) and one of eliminated parameters
    do no harm."""
    model = di.Model(di.load_robot("arm7"))
    base = di.base_parameters(model)
    theta = base.compute_theta(full_parameters(model))
    theta[0] = -1.0  # inertia about the first axis: impossible
    C = np.diag((0.01 * np.maximum(np.abs(theta), 1e-3)) ** 2)
    C[2, :] = C[:, 2] = 0.0
    C[3, 4] = C[4, 3] = np.sqrt(C[3, 3] * C[4, 4])
    C[5, 5] = np.inf
    found = find_nearest_consistent(base, theta, C)
    assert not found.exact
    assert di.is_consistent(found.p, model)
    assert np.isfinite(_compute_deviations(base, theta, C)).all()
    assert base.compute_theta(found.p)[0] >= 0
