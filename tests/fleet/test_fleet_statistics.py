"""Spreads, deviations, trends and alarms, against plain formulas and known chances."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import linregress

from dynid.fleet import spread as spreading
from dynid.fleet.drift import Point, fit_trends
from dynid.fleet.fleet_quantities import (
    Extended,
    Quantity,
    Value,
    estimate_deviation,
    list_quantities,
)
from dynid.fleet.outliers import _list_chances, _Scores, estimate_usual_variance, select_powers
from dynid.fleet.spread import Evidence, fit_spread
from dynid.identification.compress import make_block
from dynid.identification.data_provenance import NOWHERE
from dynid.identification.problem import Problem
from dynid.model.base_reduction import base_parameters
from fleet_simulation import ordinary_motion, simulated_fleet

LOCK = {f"joint{j}": 0.3 for j in (1, 2, 3, 6, 7)}


def problems_of(fleet, noise, seconds=4.0):
    """Exact rows of every machine, and white noise."""
    model = fleet.model
    base = base_parameters(model)
    out = []
    for m, p in enumerate(fleet.p):
        rng = np.random.default_rng([4, m])
        _, q, qd, qdd = ordinary_motion(model, seconds, rng, rate=50.0)
        Y = model.regressor(q, qd, qdd)
        W = Y[:, :, base.independent]
        y = Y @ p + noise * rng.normal(size=q.shape)
        blocks = []
        for j, joint in enumerate(model.robot.actuated):
            c = np.flatnonzero(base.pattern[j])
            rows = np.column_stack([W[:, j, c], y[:, j]])
            blocks.append(make_block(joint, c, [rows], len(rows)))
        out.append(Problem.from_blocks(base, tuple(blocks), NOWHERE, np.ones(len(blocks))))
    return out


def test_spreads_of_machines_that_are_known_exactly(monkeypatch):
    """Then they are the plain standard deviation, where nothing is drawn to anything."""
    for name, value in (("TAILS", 1e9), ("KIND", 1e-9), ("USUAL", 1e-9), ("ROUNDS", 400)):
        monkeypatch.setattr(spreading, name, value)
    monkeypatch.setattr(spreading, "SETTLED", 1e-7)
    fleet = simulated_fleet(1, 8, lock=LOCK)
    problems = problems_of(fleet, 1e-6)
    n = len(fleet.model.robot.actuated)
    evidence = [Evidence.from_problem(problem, np.full(n, 1e-6)) for problem in problems]
    spread, _ = fit_spread(Problem.merge(problems), evidence)
    at = [
        k
        for k, placed in zip(fleet.model.layout.at, fleet.model.layout.terms)
        if placed.term.law.sign
    ]
    L = spread.Z * spread.deviation
    std = np.sqrt(np.sum(L[at] ** 2, axis=1))
    np.testing.assert_allclose(std, fleet.p[:, at].std(axis=0, ddof=1), rtol=1e-3)
    # drawn to zero, as much as by Consistent: hardly
    np.testing.assert_allclose(spread.centre[at], fleet.p[:, at].mean(axis=0), rtol=0.01)


def test_a_deviation_is_that_of_generalised_least_squares():
    rng = np.random.default_rng(0)
    N, K = 60, 5
    W, L = rng.normal(size=(N, K)), np.diag([0.3, 0.1, 0.0, 0.2, 0.05])
    theta, H, s = rng.normal(size=K), np.eye(K)[:, [1, 3]], 0.2
    y = W @ theta + rng.normal(size=N)
    A, b = W.T @ W / s**2, W.T @ y / s**2
    data = Extended.from_evidence(Evidence(A, b, ((A, b),), np.array([s])), theta)
    wide = np.zeros((K + 1, K + 1))
    wide[:K, :K] = L
    drive = np.eye(K + 1)[:, [K]]
    # all rows at once: y - W theta ~ N(X a, s^2 + W L W')
    R = np.linalg.inv(s**2 * np.eye(N) + W @ L @ W.T)
    for direction, X in ((np.vstack([H, np.zeros((1, 2))]), W @ H), (drive, (W @ theta)[:, None])):
        hit = estimate_deviation(data, wide, direction)
        C = np.linalg.inv(X.T @ R @ X)
        np.testing.assert_allclose(hit.covariance, C, rtol=1e-8)
        np.testing.assert_allclose(hit.a, C @ X.T @ R @ (y - W @ theta), rtol=1e-8)


@pytest.mark.slow(reason="many fits, for statistics")
@pytest.mark.parametrize("shape", ["normal", "lognormal"])
def test_false_alarms_are_as_rare_as_told(shape):
    """Of forty fleets of 20 machines and 7 joints, at a chance of 20 % for each."""
    rng = np.random.default_rng(3)
    alarms, fleets, M = 0, 40, 20
    kinds = [Quantity("friction", str(j), np.zeros((1, 1)), np.ones(1), 1.0) for j in range(7)]
    for _ in range(fleets):
        x = rng.normal(size=(7, M))
        x = 0.2 * x if shape == "normal" else np.expm1(0.2 * x)
        rows = [[Value(float(v), 0.0, 0.0) for v in row] for row in x]
        powers = select_powers(rows)
        usual = [estimate_usual_variance(rows, a) for a in powers]
        each = _list_chances(kinds, M, 0.2)[0]
        scores = [_Scores(row, powers, usual) for row in rows]
        alarms += any(score.score_machine(m)[1] < each for score in scores for m in range(M))
    # 8 are expected; more than 15 have a chance of 0.3 %
    assert alarms <= 15


def test_trends_are_lines_through_logarithms():
    rng = np.random.default_rng(5)
    days = 20454.0 + np.array([0.0, 50.0, 130.0, 250.0, 360.0])
    machines = []
    for m in range(30):
        slope = 0.5 if m == 7 else 0.0
        y = slope * (days - days[0]) / 365.25 + 0.01 * rng.normal(size=5)
        machines.append(
            [
                Point("friction", "a", d, np.nan, float(np.exp(v)), 0.001 * float(np.exp(v)))
                for d, v in zip(days, y)
            ]
        )
    trends, tests = fit_trends(machines, 0.01)
    assert tests == 30
    assert [m for m, (trend,) in enumerate(trends) if trend.drifts] == [7]
    (trend,) = trends[7]
    y = np.log([point.ratio for point in machines[7]])
    line = linregress(days / 365.25, y)
    assert trend.a_year == pytest.approx(np.expm1(line.slope))
    assert trend.low < np.expm1(0.5) < trend.high


@pytest.mark.parametrize("more", [0.0, 0.02])
def test_a_log_that_shows_little_counts_as_little(more):
    """Logs of very different deviations, and a scatter between logs beside: lines are those of
    weighted least squares, and chances are chances."""
    rng = np.random.default_rng(2)
    days, machines = 20454.0 + np.array([0.0, 100.0, 200.0]), []
    for _ in range(400):
        std = 0.005 * np.exp(1.2 * rng.normal(size=3))
        y = std * rng.normal(size=3) + more * rng.normal(size=3)
        ratio = np.exp(y)
        machines.append(
            [
                Point("friction", "a", d, np.nan, float(r), float(s * r))
                for d, r, s in zip(days, ratio, std)
            ]
        )
    trends, _ = fit_trends(machines, 0.01)
    chances = np.array([trend.chance for (trend,) in trends])
    # of 400, the fraction below a chance has a deviation of 1.1 % at 5 %, of 2.5 % at 50 %
    assert abs(np.mean(chances < 0.05) - 0.05) < 0.035
    assert abs(np.mean(chances < 0.5) - 0.5) < 0.08
    if not more:
        first = machines[0]
        y, std = (np.array(x) for x in zip(*((np.log(p.ratio), p.std / p.ratio) for p in first)))
        line = np.polyfit(days / 365.25 - 56.0, y, 1, w=1.0 / std)
        assert trends[0][0].a_year == pytest.approx(np.expm1(line[0]), rel=0.1, abs=1e-3)


def test_warmth_is_no_drift():
    """Friction that falls by 1 % a degree, in machines that got warmer through the year."""
    rng = np.random.default_rng(6)
    days = 20454.0 + np.arange(6) * 60.0
    machines = []
    for _ in range(20):
        warm = 20.0 + 3.0 * np.arange(6) + 4.0 * rng.normal(size=6)
        y = -0.01 * warm + 0.003 * rng.normal(size=6)
        machines.append(
            [
                Point("friction", "a", d, w, float(np.exp(v)), 0.001)
                for d, w, v in zip(days, warm, y)
            ]
        )
    known, _ = fit_trends(machines, 0.01)
    hidden = [
        [Point(p.kind, p.joint, p.day, np.nan, p.ratio, p.std) for p in some] for some in machines
    ]
    unknown, _ = fit_trends(hidden, 0.01)
    assert not any(trend.drifts for (trend,) in known)
    assert any(trend.drifts for (trend,) in unknown)


def test_all_that_is_compared():
    fleet = simulated_fleet(1, 3, lock=LOCK)
    problems = problems_of(fleet, 0.1)
    evidence = [Evidence.from_problem(problem, np.full(2, 0.1)) for problem in problems]
    spread, _ = fit_spread(Problem.merge(problems), evidence)
    names = [q.name for q in list_quantities(fleet.model, spread, np.ones(2))]
    assert names == [
        *("joint4 friction", "joint4 rotor", "joint4 drive"),
        *("joint5 friction", "joint5 rotor", "joint5 drive"),
        "payload",
    ]
