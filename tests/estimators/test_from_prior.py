"""Values that the prior decides are named and have no interval; every other interval contains its
value, and covers."""

from __future__ import annotations

import json

import numpy as np
import pytest
from test_consistent import problem_of, simulated, wrong_prior

import dynid as di
from dynid.estimators import TruncatedSVD
from dynid.identification.estimate_text import PRIOR
from estimators_help import dataset, exact


def known(result):
    return np.array([name not in result.from_prior for name in result.parameters])


@pytest.mark.parametrize("distance", ["relative", "euclidean", "entropic", "riemannian"])
def test_what_motion_cannot_show_is_the_priors(distance):
    """Rich motion and little noise: the prior decides exactly what no base parameter is alone."""
    model, truth, problem = simulated("five_bar", samples=400)
    prior = wrong_prior(model, truth)
    result = di.estimate(problem, di.Consistent(prior=prior, distance=distance, draws=20))
    alone = np.array([problem.base.classify(name) == "alone" for name in model.parameters])
    assert np.array_equal(known(result), alone)
    assert np.isnan(result.p_interval[~alone]).all()
    low, high = result.p_interval[alone].T
    assert np.all((low <= result.p[alone]) & (result.p[alone] <= high))


def test_a_joint_that_stands_still_is_the_priors():
    """Its friction and its part of the inertias do not show; nothing of them gets an interval."""
    model, truth, problem = simulated("arm7", samples=400)
    data = problem.data
    q, qd, qdd = (x.copy() for x in (data.q, data.qd, data.qdd))
    q[:, 6], qd[:, 6], qdd[:, 6] = 0.3, 0.0, 0.0
    tau = model.inverse_dynamics(q, qd, qdd, truth)
    tau = tau + 0.01 * tau.std(axis=0) * np.random.default_rng(0).normal(size=tau.shape)
    still = problem_of(model, (q, qd, qdd), tau)
    result = di.estimate(still, di.Consistent(prior=wrong_prior(model, truth), draws=20))
    name = f"{model.robot.actuated[6]}.viscous"
    assert name in result.from_prior
    assert np.isnan(result.compute_interval()[result.names.index(name)]).all()
    assert f"{model.robot.actuated[0]}.viscous" not in result.from_prior


def test_a_value_at_its_bound_lies_in_its_interval():
    """Bodies that the data push to the boundary: draws lie on one side of the value."""
    model, truth, problem = simulated("five_bar", samples=300)
    data = problem.data
    noise = 0.5 * np.sqrt((data.tau**2).mean(axis=0))
    for seed in range(3):
        e = noise * np.random.default_rng(seed).normal(size=data.tau.shape)
        tau = data.tau - 1.5 * np.sign(data.qd) + e
        noisy = problem_of(model, (data.q, data.qd, data.qdd), tau)
        result = di.estimate(noisy, di.Consistent(prior=wrong_prior(model, truth), draws=40))
        assert result.active
        low, high = result.p_interval[known(result)].T
        p = result.p[known(result)]
        assert np.all((low <= p) & (p <= high))


def test_friction_at_its_bound_is_covered_by_a_one_sided_interval():
    """True friction of zero: the interval reaches from 0 to the 95 % quantile, and covers."""
    model, truth, problem = simulated("five_bar", samples=200)
    data, joint = problem.data, model.robot.actuated[0]
    k = model.parameters.index(f"{joint}.coulomb")
    bare = truth.copy()
    bare[k] = 0.0
    exact_tau = model.inverse_dynamics(data.q, data.qd, data.qdd, bare)
    noise = 0.1 * np.sqrt((exact_tau**2).mean(axis=0))
    within = []
    for seed in range(20):
        tau = exact_tau + noise * np.random.default_rng(seed).normal(size=exact_tau.shape)
        found = problem_of(model, (data.q, data.qd, data.qdd), tau)
        result = di.estimate(
            found, di.Consistent(prior=wrong_prior(model, truth), draws=40, seed=seed)
        )
        low, high = result.p_interval[k]
        assert low <= result.p[k] <= high
        within.append(low <= 1e-6)
    assert np.mean(within) >= 0.8


def test_damped_values_are_named():
    """A joint that stands still: Ridge and the truncated SVD set its friction, the data do not."""
    problem, _ = exact("arm7")
    model, data = problem.model, problem.data
    q, qd, qdd = (x.copy() for x in (data.q, data.qd, data.qdd))
    q[:, 6], qd[:, 6], qdd[:, 6] = 0.3, 0.0, 0.0
    still = di.Problem(model, dataset(model, (q, qd, qdd), data.tau))
    name = f"{model.robot.actuated[6]}.viscous"
    for estimator in (di.Ridge(1e-6), TruncatedSVD(1e-6)):
        result = di.estimate(still, estimator)
        assert name in result.from_prior
        assert np.isnan(result.compute_interval()[result.names.index(name)]).all()
        assert f"{model.robot.actuated[0]}.viscous" not in result.from_prior
    assert di.estimate(problem, di.WLS()).from_prior == ()


def test_marked_in_print_file_and_export(tmp_path):
    model, truth, problem = simulated("five_bar", samples=400)
    prior = wrong_prior(model, truth)
    result = di.estimate(problem, di.Consistent(prior=prior, draws=20))
    body = next(name for name in result.margins if f"{name}.m" in result.from_prior)
    (line,) = (line for line in str(result).splitlines() if line.startswith(f"{body} "))
    assert PRIOR in line
    assert " .. " not in line
    result.save(tmp_path / "r.json")
    assert di.Estimate.load(tmp_path / "r.json").from_prior == result.from_prior
    di.export(result, tmp_path / "bodies.json")
    written = json.loads((tmp_path / "bodies.json").read_text())["bodies"][body]
    assert "m" in written["from_prior"]
    assert "m" not in written.get("intervals", {})
    assert not set(written["from_prior"]) & set(written.get("intervals", {}))
