"""Gnad 2024, Example 1: two regularisations, without and with noise, and with far too few
samples."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import dynid as di
from dynid.papers.gnad2024.gnad_robot import FORMS, make_regularisation
from gnad_help import errors, problem

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

both = pytest.mark.parametrize("factor", [0.7, 1.3])
#: %, the largest over all draws
LIMITS = {
    "M diagonal 1-3": 0.2,
    "M44": 1.0,
    "M off-diagonal": 0.5,
    "drive friction": 2.0,
    "acceleration": 0.3,
    "Coriolis": 0.5,
}


@pytest.fixture(scope="module", autouse=True)
def one_blas_thread():
    with threadpool_limits(1):
        yield


@both
@pytest.mark.parametrize("forms", [{}, FORMS], ids=["all parameters", "reduced forms"])
def test_without_noise_the_model_is_found(factor, forms):
    estimator = di.Consistent(prior=make_regularisation(factor), forms=forms, weight=1e-6, draws=0)
    found = errors(estimator.fit(problem(0.0, 0)).p)
    for what in ("M diagonal 1-3", "M44", "M off-diagonal", "acceleration", "Coriolis", "torque"):
        assert found[what] < 0.05, what
    assert found["drive friction"] < 0.1
    assert found["smallest eigenvalue of M"] > 0


@both
def test_one_percent_of_noise(factor):
    """15 draws for each regularisation, 30 in all."""
    estimator = di.Consistent(prior=make_regularisation(factor), forms=FORMS, draws=0)
    found = [errors(estimator.fit(problem(0.01, seed)).p) for seed in range(15)]
    for what, limit in LIMITS.items():
        assert max(x[what] for x in found) <= limit, what
    assert min(x["smallest eigenvalue of M"] for x in found) > 0


def test_two_hundred_samples():
    estimator = di.Consistent(prior=make_regularisation(0.7), forms=FORMS, draws=0)
    consistent, free = [], []
    for seed in range(30):
        few = problem(0.01, seed, samples=200)
        consistent.append(errors(estimator.fit(few).p))
        # plain least squares; di.OLS() refuses, because the data determine only 32 of 37 parameters
        free.append(
            errors(few.base.to_parameters(np.linalg.lstsq(*few.stack_rows(), rcond=None)[0]))
        )
    assert min(x["smallest eigenvalue of M"] for x in consistent) > 0
    assert np.median([x["M diagonal 1-3"] for x in consistent]) <= 5.0
    assert np.mean([x["smallest eigenvalue of M"] > 0 for x in free]) < 0.5
