"""Feasibility: against cvxpy on random problems, inside, on and outside the cone; and the grid,
within whose ranges they exist."""

from __future__ import annotations

import cvxpy as cp
import numpy as np
import pytest

import dynid as di
from dynid.estimators.stepwise.feasible import BOUNDARY, LARGEST, LARGEST_BODY, check_feasibility
from dynid.estimators.stepwise.grid import Grid
from dynid.model.inertial import PSEUDO_BASIS, to_pseudo_inertia
from dynid.robot.geometry import inertial
from dynid.robot.loop_residuals import compute_robot_size
from motion_help import random_parameters
from other_robots import arm6, rrr3, scara

FRICTION = [di.Viscous(), di.RotorInertia()]


def truth(model, seed=0):
    p = np.zeros(len(model.parameters))
    p[model.layout.inertial] = random_parameters(model, seed)
    p[model.layout.others] = np.random.default_rng(seed).uniform(
        0.1, 1.0, len(p) - model.layout.inertial.stop
    )
    return p


def by_cvxpy(model, B, theta):
    """The same program written down from its definition, equations kept as equations; t in units of
    mu = 1 kg."""
    p, t = cp.Variable(len(model.parameters)), cp.Variable()
    T = np.diag([10 / compute_robot_size(model.robot)] * 3 + [1.0])
    rows = np.linalg.norm(B, axis=1)
    constraints = [(B / rows[:, None]) @ p == theta / rows]
    bounded = np.flatnonzero(np.isfinite(model.lower))
    if bounded.size:
        constraints.append(p[bounded] >= model.lower[bounded])
    bodies = []
    for at in model.layout.bodies.values():
        J = sum(p[at.start + k] * (T @ PSEUDO_BASIS[k] @ T) for k in range(10))
        bodies.append(J)
        constraints.append(J >> t * np.eye(4))
    return p, t, bodies, constraints


def best_margin(model, B, theta, mu):
    _, t, bodies, constraints = by_cvxpy(model, B, theta)
    constraints += [t <= LARGEST * mu, *(cp.trace(J) <= LARGEST_BODY * mu for J in bodies)]
    problem = cp.Problem(cp.Maximize(t), constraints)
    problem.solve(solver="CLARABEL")
    return -np.inf if "infeasible" in problem.status else t.value / mu


def mu_of(model, B, theta):
    """mu, from its definition: the largest rigid entry of the smallest p (in units of l) with B p =
    theta."""
    l = 0.1 * compute_robot_size(model.robot)
    scale = np.ones(len(model.parameters))
    scale[model.layout.inertial] = np.tile(
        [1, *[1 / l] * 3, *[1 / l**2] * 6], len(model.group_names)
    )
    return np.abs((np.linalg.pinv(B / scale) @ theta)[model.layout.inertial]).max()


@pytest.mark.parametrize("name", ["pendulum", "five_bar", "prs3", "six_dof"])
@pytest.mark.parametrize("noise", [0.0, 0.05, 0.5])
def test_margin_is_cvxpys(name, noise):
    """All base parameters given, exact (feasible) or with noise (mostly infeasible)."""
    model = di.Model(di.load_robot(name), FRICTION)
    base = di.base_parameters(model)
    theta = base.compute_theta(truth(model))
    rng = np.random.default_rng(7)
    rigid = base.independent < model.layout.inertial.stop
    theta[rigid] *= 1 + noise * rng.normal(size=rigid.sum())
    ours = check_feasibility(model, base.map, theta)
    assert ours.t == pytest.approx(
        best_margin(model, base.map, theta, mu_of(model, base.map, theta)), abs=2e-6
    )
    if noise == 0.0:
        assert ours
        assert di.is_consistent(ours.p, model)
    np.testing.assert_allclose(base.compute_theta(ours.p), theta, atol=1e-9 * np.abs(theta).max())


def test_with_some_rows_only_and_random_maps():
    """Any map B, some rows of it: fewer rows can only raise the margin."""
    rng = np.random.default_rng(3)
    model = di.Model(di.load_robot("five_bar"), FRICTION)
    decided = []
    for k in range(8):
        B = rng.normal(size=(12, len(model.parameters)))
        theta = B @ truth(model, k) + 0.3 * rng.normal(size=12) * (k % 2)
        few = check_feasibility(model, B[:6], theta[:6])
        ours = check_feasibility(model, B, theta)
        assert ours.t == pytest.approx(
            best_margin(model, B, theta, mu_of(model, B, theta)), abs=1e-5
        )
        assert bool(few) >= bool(ours)
        decided.append(bool(ours))
    assert any(decided)


def test_on_the_boundary():
    """A thin rod that is fully known: t = 0, and it exists; a little less than that, and it does
    not."""
    model = di.Model(di.load_robot("pendulum"))
    B = np.eye(10)
    rod = di.solids.rod(1.0, mass=2.0, position=(0, 0, -0.5))
    on = check_feasibility(model, B, rod)
    assert on
    assert on.t == pytest.approx(0.0, abs=BOUNDARY)
    np.testing.assert_allclose(on.p, rod, atol=1e-12)
    thinner = rod - [0, 0, 0, 0, 1e-3, 0, 0, 0, 0, 0]
    out = check_feasibility(model, B, thinner)
    assert not out
    l = 0.1 * compute_robot_size(model.robot)
    T = np.diag([1 / l] * 3 + [1.0])
    scaled = np.array([1, *[1 / l] * 3, *[1 / l**2] * 6]) * thinner
    assert out.t == pytest.approx(
        np.linalg.eigvalsh(T @ to_pseudo_inertia(thinner) @ T)[0] / np.abs(scaled).max(), abs=1e-9
    )


def test_units_change_nothing():
    """A robot ten times as heavy has the same t."""
    model = di.Model(di.load_robot("six_dof"))
    base = di.base_parameters(model)
    theta = base.compute_theta(truth(model)) * (
        1 + 0.02 * np.random.default_rng(0).normal(size=len(base))
    )
    assert check_feasibility(model, base.map, 1e-3 * theta).t == pytest.approx(
        check_feasibility(model, base.map, theta).t, abs=1e-6
    )


def test_eliminated_parameters_are_free_not_zero():
    """3-PRS: the coupler with its base parameters at zero cannot exist (lr^2 M (1 - M / m2) < 0);
    with free ones it can."""
    model = di.Model(di.load_robot("prs3"))
    base = di.base_parameters(model)
    theta = base.compute_theta(truth(model))
    coupler = np.array(["coupler1" in model.parameters[k] for k in base.independent])
    zero = np.where(coupler, 0.0, theta)
    assert not check_feasibility(model, base.map, zero)
    assert check_feasibility(model, base.map[~coupler], theta[~coupler])


def test_bounds_and_contradictions_are_named():
    model = di.Model(di.load_robot("pendulum"), FRICTION)
    base = di.base_parameters(model)
    theta = base.compute_theta(truth(model))
    at = [model.parameters[k] for k in base.independent].index(model.parameters[10])
    bad = np.where(np.arange(len(theta)) == at, -0.1, theta)
    answer = check_feasibility(model, base.map, bad)
    assert not answer
    assert model.parameters[10] in answer.status
    assert "infeasible" in repr(answer)
    # viscous + rotor inertia below what the two bounds allow: the bounds cannot hold together
    B = np.zeros((1, 12))
    B[0, 10:] = 1.0
    assert "bounds" in check_feasibility(model, B, [-1.0]).status
    assert check_feasibility(model, B, [1.0])
    # the same sum with two values
    twice = check_feasibility(
        model, np.vstack([base.map, base.map[:1]]), np.append(theta, theta[0] + 0.1)
    )
    assert twice.t == -np.inf
    assert "contradict" in twice.status


def test_the_grid_finds_bodies_within_its_ranges():
    model = di.Model(di.load_robot("prs3"))
    base = di.base_parameters(model)
    p = truth(model, 2)
    theta = base.compute_theta(p)
    masses = {name: p[model.parameters.index(name)] for name in ("slider1.m", "coupler1.m")}
    around = Grid({name: (0.5 * m, 1.5 * m) for name, m in masses.items()}, points=11).check(
        model, base.map, theta
    )
    assert around
    assert "of 121 grid points" in around.status
    np.testing.assert_allclose(base.compute_theta(around.p), theta, atol=1e-9)
    # ranges beside all bodies there are: only the inequality needs none
    assert not Grid({name: (20 * m, 40 * m) for name, m in masses.items()}, points=3).check(
        model, base.map, theta
    )
    assert check_feasibility(model, base.map, theta)


def within_ranges(model, B, theta, ranges):
    """The largest margin t of bodies with B p = theta within the ranges, each body in units of kg
    and a tenth of a metre."""
    p, t = cp.Variable(len(model.parameters)), cp.Variable()
    size = np.abs(theta).max()
    constraints = [B @ p == theta, t <= 1]
    D = np.diag([10.0, 10.0, 10.0, 1.0])
    for at in model.layout.bodies.values():
        J = sum(p[at][k] * (D @ PSEUDO_BASIS[k] @ D) for k in range(10))
        constraints.append((J + J.T) / 2 >> t * size * np.eye(4))
    for name, (low, high) in ranges.items():
        m = p[model.parameters.index(name)]
        constraints += [m >= low, m <= high]
    cp.Problem(cp.Maximize(t), constraints).solve(solver="CLARABEL")
    return float(t.value) if t.value is not None else -np.inf


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize(
    ("build", "gridded"),
    [
        (scara, ("arm1.m", "arm2.m")),
        (rrr3, ("arm1.m", "rod1.m")),
        (lambda: di.load_robot("five_bar"), ("left_crank.m", "left_coupler.m")),
        (arm6, ("link5.m", "link6.m")),
    ],
)
def test_the_grid_finds_what_the_inequality_finds(build, gridded):
    """Values off by 0.3 to 100 %, some left out, two masses on the grid: where the inequality has
    bodies within the ranges, so has the grid; what the grid has, has B p = theta and bodies."""
    model = di.Model(build())
    base = di.base_parameters(model)
    rng, ranges = np.random.default_rng(0), dict.fromkeys(gridded, (0.05, 20.0))
    found = 0
    for _ in range(12):
        off = 10 ** rng.uniform(-2.5, 0) * rng.normal(size=len(base))
        keep = rng.random(len(base)) < rng.uniform(0.3, 1)
        B, theta = base.map[keep], (base.compute_theta(model.nominal) * (1 + off))[keep]
        margin = within_ranges(model, B, theta, ranges)
        answer = Grid(ranges).check(model, B, theta)
        if abs(margin) > 1e-4:
            assert bool(answer) == (margin > 0), (margin, answer)
        if answer and "between" in answer.status:
            found += 1
            np.testing.assert_allclose(B @ answer.p, theta, atol=1e-8 * np.abs(theta).max())
            bodies = [answer.p[at] for at in model.layout.bodies.values()]
            least = np.linalg.eigvalsh(to_pseudo_inertia(np.array(bodies)))
            assert (least[:, 0] >= -1e-9 * least[:, -1]).all()
            values = model.to_values(answer.p)
            assert all(0.0499 < values[name] < 20.01 for name in gridded)
    assert found > 0


def test_grid_agrees_with_the_definition():
    """Every parameter given: (18) itself."""
    model = di.Model(di.load_robot("pendulum"))
    possible, hollow = (
        inertial(2.0, (0.1, 0, 0.3), (0.2, 0.2, 0.1)),
        inertial(2.0, (0.1, 0, 0.3), (-0.01, 0.2, 0.1)),
    )
    assert Grid({"rod.m": (2.0, 2.0)}, points=1).check(model, np.eye(10)[1:], possible[1:])
    assert not Grid({"rod.m": (2.0, 2.0)}, points=1).check(model, np.eye(10)[1:], hollow[1:])
    assert not Grid({"rod.m": (-2.0, -1.0)}, points=3).check(model, np.eye(10)[1:], possible[1:])


def test_bad_input():
    model = di.Model(di.load_robot("pendulum"))
    with pytest.raises(di.InputError, match=r"expected \(k, 10\)"):
        check_feasibility(model, np.ones((2, 9)), np.ones(2))
    with pytest.raises(di.InputError, match="nan"):
        check_feasibility(model, np.full((1, 10), np.nan), np.ones(1))
    for ranges, points, message in [
        ({}, 10, "no parameter"),
        ({"nobody.m": (0, 1)}, 10, "nobody.m"),
        ({"rod.m": (2, 1)}, 10, "lowest <= highest"),
        ({"rod.m": (0, 1)}, 0, "points"),
        ({"rod.m": (0, 1), "rod.mx": (0, 1)}, 2000, "at most"),
    ]:
        with pytest.raises(di.InputError, match=message):
            Grid(ranges, points).check(model, np.eye(10), np.ones(10))
