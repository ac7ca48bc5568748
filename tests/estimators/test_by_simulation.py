"""InstrumentalVariable and OutputError: the truth from exact data, less bias than WLS from noisy
positions.

Twenty seeds, on five_bar and delta4: benchmarks/closed_loop.py.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dynid as di

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import closed_loop

pytestmark = pytest.mark.slow(reason="many fits, for statistics")

METHODS = (di.estimators.InstrumentalVariable, di.estimators.OutputError)


@pytest.fixture(scope="module")
def pendulum():
    return closed_loop.experiment("pendulum")


@pytest.mark.parametrize("method", METHODS)
def test_exact_data_give_the_truth(pendulum, method):
    """From a start 30 % off, without noise: nothing but the simulated loop leads to the truth."""
    log = pendulum.log
    problem = di.Problem(
        pendulum.model, di.process(log, pendulum.model, cutoff=100.0), pendulum.base
    )
    truth = pendulum.base.compute_theta(pendulum.p)
    start = replace(di.estimate(problem, di.WLS()), theta=1.3 * truth)
    found = di.estimate(problem, method(pendulum.drive, start))
    np.testing.assert_allclose(found.theta, truth, atol=2e-4 * np.abs(truth).max())
    assert any("simulations of the closed loop" in note for note in found.notes)


def test_less_bias_than_weighted_least_squares_from_noisy_positions():
    e = {
        key: closed_loop.summary(value)
        for key, value in closed_loop.errors("five_bar", seeds=3).items()
    }
    for key in ("InstrumentalVariable", "OutputError"):
        assert e[key][0] < e["WLS"][0]  # median bias
        assert e[key][2] <= e["WLS"][2]  # median error


def test_stated_deviations_hold(pendulum):
    """Errors of six runs, in the deviations that each method states: of size one."""
    truth = pendulum.base.compute_theta(pendulum.p)
    for method in METHODS:
        off = []
        for seed in range(6):
            found = di.estimate(pendulum.problem(seed, "auto"), method(pendulum.drive))
            off.append((found.theta - truth) / found.std)
        assert 0.5 < np.sqrt(np.mean(np.square(off))) < 1.6
        assert np.abs(off).max() < 4.5


@pytest.mark.parametrize("method", METHODS)
def test_what_cannot_be_simulated_is_told(pendulum, method):
    name = method.__name__
    with pytest.raises(di.InputError, match=f"{name} simulates a robot"):
        di.estimate(
            di.Problem.from_rows(np.eye(3)[:, None], np.ones((3, 1))), method(pendulum.drive)
        )
    one = pendulum.log
    log = di.Log(one.joints, one.t[:3000], one.q[:3000], one.tau[:3000])
    both = di.Problem(
        pendulum.model, di.process([log, log], pendulum.model, cutoff=20.0), pendulum.base
    )
    with pytest.raises(di.InputError, match="got several logs"):
        di.estimate(both, method(pendulum.drive))
    single = di.Problem(pendulum.model, di.process(log, pendulum.model, cutoff=20.0), pendulum.base)
    with pytest.raises(di.InputError, match="got 0 iterations"):
        di.estimate(single, method(pendulum.drive, iterations=0))
    heavy = replace(di.estimate(single, di.WLS()), theta=-pendulum.base.compute_theta(pendulum.p))
    with pytest.raises(
        di.DynidError, match=f"{name}: the closed loop cannot be simulated.*not positive"
    ):
        di.estimate(single, method(pendulum.drive, heavy))
