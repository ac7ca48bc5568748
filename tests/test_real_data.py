"""Logs of real robots: the baseline's errors are reached on held-out parts, and the Staubli's
published parameters found."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import dynid as di

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import real_data
import staubli

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")


@pytest.fixture(autouse=True)
def data(shared_data, monkeypatch):
    monkeypatch.setattr(real_data, "DATA", shared_data)
    monkeypatch.setattr(staubli, "DATA", shared_data)


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("panda_gaz, t < 14 s -> rest", 1.2),
        ("staubli_tx40, t < 5 s -> 5..7.5 s", 9.06),  # slow samples too; moving ones alone: 7.1
        ("kuka_lwr4, 1 -> 2", 2.1),
    ],
)
def test_least_squares_reaches_the_baseline(name, limit):
    case = next(case for case in real_data.CASES if case.name == name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = real_data.model_of(case)
        case = real_data.with_velocity(case, model)
        result = di.estimate(di.Problem(model, real_data.load(case, model, case.train)), di.OLS())
        check = di.validate(result, real_data.load(case, model, (case.test,)))
    assert check.held_out
    assert check.relative <= limit


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        (
            "panda_gaz, t < 14 s -> rest",
            1.10,
        ),  # no worse than ordinary least squares (1.00) by more than a tenth
        ("staubli_tx40, t < 5 s -> 5..7.5 s", 9.06),
        ("kuka_lwr4, 1 -> 3", 7.0),
        ("kuka_kr300, A -> C", 20.0),  # ordinary least squares: 38.5
    ],
)
def test_consistent_identification_carries_over(name, limit):
    """With the settings it has of itself: the file's inertias as prior, or guesses; the
    counterbalance of the KR300 modelled."""
    case = next(case for case in real_data.CASES if case.name == name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = real_data.model_of(case, counterbalance=True)
        case = real_data.with_velocity(case, model)
        problem = di.Problem(model, real_data.load(case, model, case.train))
        result = di.estimate(problem, di.Consistent(draws=0))
        check = di.validate(result, real_data.load(case, model, (case.test,)))
    assert di.is_consistent(result.p, model)
    assert check.held_out
    assert check.relative <= limit


@pytest.mark.parametrize(
    ("estimator", "limit"), [(di.Ridge(1e-2, "model"), 12.83), (di.Stepwise(), 7.0)], ids=repr
)
def test_priors_and_fewer_parameters_carry_over_to_new_motion(estimator, limit):
    """kuka_lwr4 1 -> 3, where plain least squares breaks down (12.8 %): settings fixed
    beforehand."""
    case = next(case for case in real_data.CASES if case.name == "kuka_lwr4, 1 -> 3")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = real_data.model_of(case)
        case = real_data.with_velocity(case, model)
        problem = di.Problem(model, real_data.load(case, model, case.train))
        test = real_data.load(case, model, (case.test,))
    assert di.validate(di.estimate(problem, estimator), test).relative <= limit


def test_published_staubli_parameters():
    """The same span, exactly, and at least 50 of 60 values within three published standard
    deviations."""
    names, methods, gap = staubli.compare()
    assert len(names) == 60
    assert gap < 1e-9
    for values in methods.values():
        z = np.abs(values[:, 0] - values[:, 1]) / values[:, 2]
        assert (z < 3).sum() >= 50


@pytest.mark.parametrize(("start", "margin"), [("TX40", 1.0), ("UR10", 1.0), ("TIAGo", 1.1)])
def test_the_usual_effects_do_what_a_peer_does(start, margin, shared_data, monkeypatch):
    """Least squares with linear matrix inequalities, by cvxpy: no worse in all, nor at the joints
    of the TX40's coupled wrist."""
    pytest.importorskip("cvxpy")
    import peers
    import real_effects

    monkeypatch.setattr(real_effects, "DATA", shared_data)
    case = next(row for row in real_effects.MAIN if row[0].startswith(start))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, _ = peers.fit_peer_and_usual(*case[1:5])
    (peer, peer_joints), (own, own_joints) = found.values()
    assert own <= margin * peer
    if start == "TX40":
        assert (own_joints[4:] <= peer_joints[4:]).all()
