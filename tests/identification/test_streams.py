"""Residuals by torques, and stretches of time, against the rows themselves."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.data.decimation import Decimation
from dynid.identification.compress import split_stretches
from dynid.identification.regression_rows import Along, FromRows, Joined
from dynid.model.reduction import Reduction


def data_of(name, N=3000, step=3, seed=0, more=()):
    robot = di.load_robot(name)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), *more])
    rng, t = np.random.default_rng(seed), np.arange(N) / 200.0
    a, f = rng.uniform(0.05, 0.15, (3, robot.dof)), rng.uniform(0.1, 0.6, (3, robot.dof))
    w = 2 * np.pi * f
    home = [robot.home.get(joint, 0.0) for joint in robot.actuated]
    angle = w * t[:, None, None]
    q = home + np.sum(a * np.sin(angle), axis=1)
    qd, qdd = np.sum(a * w * np.cos(angle), axis=1), -np.sum(a * w**2 * np.sin(angle), axis=1)
    tau = model.inverse_dynamics(q, qd, qdd, np.nan_to_num(model.prior, nan=0.3))
    tau = tau + 0.01 * rng.normal(size=q.shape)
    use, log = np.abs(qd) > 0.05 * np.abs(qd).max(axis=0), (np.arange(N) > 0.6 * N).astype(int)
    decimation = Decimation.keep_every(step) if step else None
    return di.Dataset(model, t, q, qd, qdd, tau, log, use, 200.0, ("a", "b"), decimation=decimation)


@pytest.mark.parametrize(
    ("name", "step", "more"),
    [
        ("arm7", 3, (di.RotorInertia(),)),
        ("arm7", None, ()),
        ("five_bar", 3, ()),
        ("arm7", 3, (di.gears.LoadFriction(),)),
    ],
)
def test_residuals_are_those_of_the_rows(name, step, more):
    data = data_of(name, step=step, more=more)
    problem = di.Problem(data.model, data)
    theta = np.random.default_rng(2).normal(size=problem.size)
    e, use = problem.compute_residuals(theta)
    rows, rows_use = FromRows.compute_residuals(problem.stream, theta)
    assert np.allclose(e, rows, rtol=1e-10, atol=1e-10 * np.abs(rows).max())
    assert np.array_equal(use, rows_use)


def test_residuals_of_a_reduction_and_of_joined_logs():
    data = data_of("arm7")
    names = [n for n in data.model.parameters if n.endswith((".viscous", ".coulomb"))]
    problem = di.Problem(data.model, data, Reduction(data.model, {n: {n: 1.0} for n in names}))
    theta = np.random.default_rng(2).normal(size=problem.size)
    expected = FromRows.compute_residuals(problem.stream, theta)[0]
    assert np.allclose(
        problem.compute_residuals(theta)[0], expected, atol=1e-10 * np.abs(expected).max()
    )
    both = Joined((problem.stream, problem.stream))
    assert np.allclose(both.compute_residuals(theta)[0], np.concatenate([expected] * 2), atol=1e-9)


def test_columns_that_do_not_act_are_not_decimated_and_nothing_is_lost():
    data = data_of("arm7")
    problem = di.Problem(data.model, data)
    every = Along(data.model, data, problem.base.independent)
    for some, whole in zip(problem.rows.map(lambda r: r.W.copy()), every.map(lambda r: r.W.copy())):
        assert np.allclose(some, whole, atol=1e-8 * np.abs(whole).max())


def test_stretches_of_time_add_up_and_are_those_of_the_rows():
    data = data_of("arm7")
    problem = di.Problem(data.model, data)
    edges, log = split_stretches(problem.stream.lengths)
    assert len(edges) == len(problem.in_time) == 10
    assert list(log) == [0] * 5 + [1] * 5
    A, b = (np.zeros((10, *shape)) for shape in ((problem.size,) * 2, (problem.size,)))

    def add(rows):
        where = np.searchsorted(edges, rows.at, side="right") - 1
        for k in np.unique(where):
            some = rows.select_samples(where == k)
            W, y = some.take_joint(1, np.arange(problem.size))
            A[k] += W @ W.T
            b[k] += W @ y

    problem.rows.map(add)
    for k, blocks in enumerate(problem.in_time):
        c, R, z = blocks[1].columns, blocks[1].R, blocks[1].z
        assert np.all(np.diag(R) >= 0)
        assert np.allclose(R.T @ R, A[k][np.ix_(c, c)], atol=1e-10 * np.abs(A[k]).max())
        assert np.allclose(R.T @ z, b[k][c], atol=1e-10 * np.abs(b[k]).max())
    assert sum(blocks[1].n for blocks in problem.in_time) == problem.blocks[1].n
    whole = problem.blocks[1]
    assert np.allclose(whole.R.T @ whole.R, A.sum(axis=0)[np.ix_(whole.columns, whole.columns)])


def test_merged_problems_find_their_stretches_again():
    data = data_of("arm7")
    halves = [data.select_times(0.0, 7.0), data.select_times(7.0, 15.0)]
    base = di.base_parameters(data.model)
    merged = di.Problem.merge([di.Problem(data.model, half, base) for half in halves])
    assert merged.in_time == ()
    result = di.estimate(merged, di.OLS())
    assert np.isfinite(result.covariance).all()
