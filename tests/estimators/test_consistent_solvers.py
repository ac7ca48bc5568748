"""The solvers of the consistent fit against cvxpy, from any start, on the boundary and inside."""

from __future__ import annotations

import warnings
from dataclasses import replace

import cvxpy as cp
import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.linalg import logm, sqrtm
from scipy.optimize import least_squares, minimize

import dynid as di
from consistent_help import convex_optimum, random_bodies, random_problem
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.conic import solve_clarabel
from dynid.estimators.consistent.consistent_estimator import _list_notes
from dynid.estimators.consistent.divergence import solve_divergence
from dynid.estimators.consistent.log_cholesky import solve_log_cholesky
from dynid.model.inertial import (
    from_log_cholesky,
    from_log_cholesky_jacobian,
    log_cholesky,
    to_pseudo_inertia,
)


@pytest.fixture(autouse=True)
def quiet():
    with (
        warnings.catch_warnings()
    ):  # cvxpy says "may be inaccurate" where 1e-11 is not reached to the last digit
        warnings.simplefilter("ignore")
        yield


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize("boundary", [False, True])
@pytest.mark.parametrize(("bodies", "effects"), [(1, 0), (2, 3), (4, 8), (7, 21), (12, 20)])
def test_optimum_is_that_of_cvxpy(bodies, effects, boundary):
    thin = 0
    for seed in range(3):
        A, b, cone, prior = random_problem(bodies, effects, seed, boundary)
        best, _ = convex_optimum(A, b, cone)
        for solve in (solve_barrier, solve_clarabel):
            found = solve(A, b, cone, prior)
            assert_allclose(found.value, best, rtol=1e-7)
            assert_allclose(found.value, 0.5 * np.sum((A @ found.v - b) ** 2), rtol=1e-9)
        found = solve_barrier(A, b, cone, prior)
        assert cone.is_inside(found.v)
        assert found.gap <= 1e-8 * found.value
        thin += bool(np.linalg.eigvalsh(cone.to_matrices(found.v)).min() < 1e-8)
    assert thin >= 2 or not boundary  # most of those do lie on the boundary


@pytest.mark.parametrize("boundary", [False, True])
def test_same_optimum_from_any_start(boundary):
    A, b, cone, prior = random_problem(5, 10, 3, boundary)
    best = solve_barrier(A, b, cone, prior)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        start = np.concatenate(
            [random_bodies(5, rng) * 10.0 ** rng.integers(-3, 4), rng.uniform(1e-3, 1e3, 10)]
        )
        found = solve_barrier(A, b, cone, start)
        assert_allclose(found.value, best.value, rtol=1e-7)
        assert_allclose(A @ found.v, A @ best.v, atol=1e-4 * np.linalg.norm(b))


@pytest.mark.parametrize("seed", [0, 1])
def test_all_solvers_agree_inside(seed):
    A, b, cone, _ = random_problem(2, 3, seed, boundary=False)
    rng = np.random.default_rng(seed)
    start = np.concatenate([random_bodies(2, rng), np.ones(3)])
    best = solve_barrier(A, b, cone, start)
    assert np.linalg.eigvalsh(cone.to_matrices(best.v)).min() > 1e-4
    for solve in (solve_clarabel, solve_log_cholesky):
        assert_allclose(solve(A, b, cone, start).value, best.value, rtol=1e-6)


@pytest.mark.parametrize("boundary", [False, True])
@pytest.mark.parametrize(("bodies", "effects"), [(1, 0), (2, 3), (4, 8)])
def test_log_cholesky_reaches_the_optimum_from_any_start(bodies, effects, boundary):
    """And its gap is no smaller than the distance that is left."""
    for seed in range(2):
        A, b, cone, prior = random_problem(bodies, effects, seed, boundary)
        best = solve_barrier(A, b, cone, prior).value
        rng = np.random.default_rng(seed)
        far = np.concatenate(
            [
                random_bodies(bodies, rng) * 10.0 ** rng.integers(-3, 4),
                rng.uniform(1e-3, 1e3, effects),
            ]
        )
        for start in (prior, far):
            found = solve_log_cholesky(A, b, cone, start)
            assert_allclose(found.value, best, rtol=1e-6)
            assert cone.is_inside(found.v)
            assert found.value - best <= found.gap + 1e-9 * best
            assert found.gap <= 1e-6 * found.value


def reduced_form(A, b, cone, prior):
    """The same without products of inertia and first moments along y, z: Gnad's slender strut."""
    held = np.concatenate([body[[2, 3, 5, 7, 8]] for body in cone.bodies])
    free = np.setdiff1d(cone.free, held)
    smaller = replace(cone, free=free, G=cone.G[:, free])
    return A[:, free], b, smaller, prior[free]


def plain_levenberg_marquardt(A, b, cone, start, evaluations):
    """scipy's, in a, d1, d2, d3, t1 of every body and logarithms of the rest."""
    kept, count = [0, 1, 2, 3, 7], len(cone.bodies)

    def tens(x):
        ten = np.zeros((count, 10))
        ten[:, kept] = x[: 5 * count].reshape(count, 5)
        return ten

    def v(x):
        p = cone.p.copy()
        p[cone.bodies] = from_log_cholesky(tens(x))
        p[10 * count :] = np.exp(x[5 * count :])
        return p[cone.free]

    def slope(x):
        D = np.zeros((len(cone.p), len(x)))
        for k, each in enumerate(from_log_cholesky_jacobian(tens(x))):
            D[cone.bodies[k], 5 * k : 5 * k + 5] = each[:, kept]
        D[10 * count :, 5 * count :] = np.diag(np.exp(x[5 * count :]))
        return A @ D[cone.free]

    p = cone.to_parameters(start)
    first = log_cholesky(p[cone.bodies])[:, kept].ravel()
    first = np.concatenate([first, np.log(p[10 * count :])])
    with np.errstate(all="ignore"):
        found = least_squares(
            lambda x: A @ v(x) - b, first, slope, method="lm", max_nfev=evaluations
        )
    return found.cost


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("boundary", [False, True])
def test_log_cholesky_is_no_worse_than_scipys_levenberg_marquardt(boundary):
    """On reduced forms, where scipy's plain one comes near the optimum as well."""
    reached = 0
    for seed in range(6):
        A, b, cone, prior = reduced_form(*random_problem(3, 4, seed, boundary))
        best = solve_barrier(A, b, cone, prior).value
        found = solve_log_cholesky(A, b, cone, prior)
        plain = plain_levenberg_marquardt(A, b, cone, prior, 200)
        assert_allclose(found.value, best, rtol=1e-6)
        assert found.value <= plain * (1 + 1e-6)
        reached += plain <= best * (1 + 1e-3)
    assert reached >= 3


def test_log_cholesky_says_where_it_ends_early(monkeypatch):
    A, b, cone, prior = random_problem(2, 3, 1, boundary=True)
    best = solve_barrier(A, b, cone, prior).value
    for steps in (3, 60):
        monkeypatch.setattr("dynid.estimators.consistent.log_cholesky.ITERATIONS", steps)
        found = solve_log_cholesky(A, b, cone, prior)
        assert found.iterations == steps
        assert np.isnan(found.gap) or found.gap >= found.value - best > 1e-6 * best
        cause = _list_notes((), 0, found, "log_cholesky")[-1]
        assert "above the optimum" in cause
        assert f"after {steps} steps" in cause
    assert np.isfinite(found.gap)


@pytest.mark.parametrize("weight", [1.0, 1e-4])
def test_entropic_distance_is_that_of_cvxpy(weight):
    A, b, cone, prior = random_problem(2, 3, 4, boundary=True)
    P0 = to_pseudo_inertia(prior[:20].reshape(2, 10))

    def divergence(S):
        terms = [
            cp.trace(np.linalg.inv(P) @ X) - cp.log_det(X) + np.linalg.slogdet(P)[1] - 4
            for P, X in zip(P0, S)
        ]
        return weight * sum(terms)

    best, v = convex_optimum(A, b, cone, divergence)
    found = solve_divergence(A, b, cone, prior, P0, np.full(2, weight), "entropic")
    assert_allclose(found.value, best, rtol=1e-7)
    assert_allclose(A @ found.v, A @ v, atol=1e-4 * np.linalg.norm(b))


@pytest.mark.slow(reason="long motions and searches")
def test_riemannian_distance_is_a_minimum():
    """Against scipy's minimiser of the formula itself, with matrix logarithms, in log-Cholesky
    variables."""
    A, b, cone, prior = random_problem(1, 0, 5, boundary=True)
    P0 = to_pseudo_inertia(prior.reshape(1, 10))
    weight = 0.3
    root = np.linalg.inv(np.real(sqrtm(P0[0])))

    def J(x):
        v = from_log_cholesky(x)
        L = np.real(logm(root @ to_pseudo_inertia(v) @ root))
        return 0.5 * np.sum((A @ v - b) ** 2) + weight * 0.5 * np.sum(L**2)

    found = solve_divergence(A, b, cone, prior, P0, np.array([weight]), "riemannian")
    assert_allclose(J(log_cholesky(found.v)), found.value, rtol=1e-9)
    polished = minimize(J, log_cholesky(found.v), method="BFGS", options={"gtol": 1e-9})
    assert polished.fun >= found.value * (1 - 1e-7)
    again = solve_divergence(
        A,
        b,
        cone,
        np.asarray(random_bodies(1, np.random.default_rng(1))),
        P0,
        np.array([weight]),
        "riemannian",
    )
    assert_allclose(again.value, found.value, rtol=1e-6)


def test_what_nothing_determines_is_named():
    A, b, cone, prior = random_problem(1, 2, 0, boundary=False)
    A[:, 11] = 0.0
    with pytest.raises(di.DynidError, match="nothing determines p11"):
        solve_barrier(A, b, cone, prior)
