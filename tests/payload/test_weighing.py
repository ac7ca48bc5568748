"""A load is weighed with the model of the empty robot; torques are Pinocchio's. 100 seeds:
benchmarks/payload.py."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from dynid.model.inertial import to_pseudo_inertia
from dynid.payload.carrier import make_carrier
from dynid.payload.load_knowledge import Sums, parse_knowledge, solve_payload

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from payload import EFFECTS, Load, arm, identified, log_of, truth_of

LOAD = Load(2.5, (0.03, -0.02, 0.08))


@pytest.fixture(scope="module")
def run():
    """The result of an empty run, and a log with the load."""
    rng = np.random.default_rng(7)
    return identified(rng, di.WLS()), log_of(LOAD, rng, 20.0)


@pytest.fixture(scope="module")
def found(run):
    return di.identify_payload(*run)


def test_the_interval_holds_the_mass_and_is_narrow(found):
    true, (low, high) = truth_of(LOAD), found.interval.T
    assert np.all((low[:4] <= true[:4]) & (true[:4] <= high[:4]))
    assert abs(found.mass - 2.5) < 0.025
    assert np.linalg.norm(found.com - LOAD.com) < 4e-3
    assert high[0] - low[0] < 0.1
    assert set(found.status[:4]) == {"identifiable"}


def test_the_body_could_exist(found):
    assert np.linalg.eigvalsh(to_pseudo_inertia(found.p))[0] > 0
    moments = np.linalg.eigvalsh(found.inertia)
    assert moments[0] > 0
    assert moments[2] < moments[0] + moments[1]


def test_nothing_carried_is_nothing_found(run):
    result, _ = run
    none = di.identify_payload(result, log_of(Load(), np.random.default_rng(8), 20.0))
    assert none.interval[0, 0] == 0.0
    assert none.interval[0, 1] < 0.1
    assert none.mass > 0
    assert none.status[0] != "identifiable"
    assert any("no payload is detected" in note for note in none.notes)


def test_what_is_known_stays(run, found):
    result, log = run
    mass = di.identify_payload(result, log, known={"mass": 2.5})
    assert mass.mass == 2.5
    assert mass.status[0] == "known"
    assert np.linalg.norm(mass.com - LOAD.com) < 4e-3
    assert mass.std[3] < found.std[3]
    both = di.identify_payload(result, log, known={"mass": 2.5, "com": LOAD.com})
    assert np.allclose(both.com, LOAD.com)
    assert both.status[:4] == ("known",) * 4
    centre = di.identify_payload(result, log, known={"com": LOAD.com})
    assert np.allclose(centre.com, LOAD.com)
    assert abs(centre.mass - 2.5) < 0.025
    wrong = di.identify_payload(result, log, known={"mass": 4.0})
    assert any("contradicts" in note for note in wrong.notes)


def test_a_log_without_motion_of_the_wrist_says_so(run):
    """Only the second joint moves: its torque shows neither the whole inertia nor the centre."""
    result, log = run
    still = log.q.copy()
    for j in (0, 2, 3, 4, 5):
        still[:, j] = still[0, j]
    data = di.process(di.Log(log.joints, log.t, still, log.tau), result.model, cutoff=10.0)
    status = di.identify_payload(result, data).status
    assert "not" in status[4:]
    assert "identifiable" not in status[4:]


def test_the_frame_only_moves_the_numbers(run, found):
    result, log = run
    body = di.identify_payload(result, log, frame="link6")
    tool = result.model.robot.tool
    assert body.mass == pytest.approx(found.mass, rel=1e-4)
    assert np.allclose(body.com, found.com + tool.position, atol=1e-4)


def test_the_law_is_generalised_least_squares_with_forward_covariance():
    """Against plain formulas in all unknowns, by Monte Carlo."""
    rng = np.random.default_rng(0)
    k, f, rows = 14, 2, 400
    W, Z = rng.normal(size=(rows, k)), rng.normal(size=(k, 10 + f))
    L = 0.02 * rng.normal(size=(k, k))
    C, phi = L @ L.T, rng.uniform(0.5, 1.0, 10)
    g = W @ Z
    errors = []
    for _ in range(2000):
        x = np.concatenate([phi, rng.normal(size=f)])
        r = g @ x + W @ (L @ rng.normal(size=k)) + rng.normal(size=rows)
        found, V = solve_payload(Sums(g.T @ r, g.T @ g, g.T @ W, g.T @ g), C, parse_knowledge(None))
        errors.append((found - x)[:10])
    spread = np.std(errors, axis=0)
    assert np.allclose(spread, np.sqrt(np.diag(V)[:10]), rtol=0.1)
    assert np.all(np.abs(np.mean(errors, axis=0)) < 4 * spread / np.sqrt(2000))


def test_unknown_friction_widens_and_the_empty_robot_counts(run, found):
    result, log = run
    calm = di.identify_payload(result, log, friction=0.0)
    sure = di.identify_payload(replace(result, covariance=0.0 * result.covariance), log)
    assert found.std[0] > sure.std[0] > 0
    assert calm.std[0] != found.std[0]


def test_bad_input(run):
    result, log = run
    for known, words in (
        ({"mass": 0.0}, "mass of 0"),
        ({"mass": -1.0}, "mass of -1"),
        ({"mass": float("nan")}, "positive"),
        ({"com": (0, 0)}, "three numbers"),
        ({"weight": 2.0}, "'weight'"),
    ):
        with pytest.raises(di.InputError, match=words):
            di.identify_payload(result, log, known=known)
    none = replace(result, covariance=np.nan * result.covariance)
    other = di.Log(tuple(f"axis{i}" for i in range(6)), log.t, log.q, log.tau)
    data = di.process(log, di.Model(arm(), EFFECTS), cutoff=10.0)
    with pytest.raises(di.InputError, match="no covariance"):
        di.identify_payload(none, log)
    with pytest.raises(di.InputError, match="no model"):
        di.identify_payload(replace(result, model=None), log)
    with pytest.raises(di.InputError, match="joint1"):
        di.identify_payload(result, other)
    with pytest.raises(di.InputError, match="processed for robot"):
        di.identify_payload(result, data)
    with pytest.raises(di.InputError, match="no frame or body 'hand'"):
        make_carrier(result, "hand")
    with pytest.raises(di.InputError, match="change of friction"):
        make_carrier(result, friction=-1.0)
