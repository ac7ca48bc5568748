"""Gnad's method on a Delta that is not the paper's, moved by MuJoCo: what section VII claims."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

import dynid as di
from other_delta import (
    GUESS,
    JOINTS,
    LENGTHS,
    UNEQUAL,
    base_deviations,
    delta,
    ellipsoid,
    errors,
    forms,
    inside,
    model_of,
    motion,
    run,
)

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

SEEDS = (1, 2)
FRICTION = [f"{joint}.{kind}" for joint in JOINTS for kind in ("viscous", "coulomb")]


@pytest.fixture(scope="module")
def guessed():
    return model_of(delta(GUESS))


@pytest.fixture(scope="module")
def path(guessed):
    return motion(guessed, 0, iterations=4)


@pytest.fixture(scope="module")
def logs(path):
    return [run(path, seed) for seed in SEEDS]


def identified(model, log, slow):
    data = di.process(log, model, slow=slow)
    return di.estimate(di.Problem(model, data), di.Consistent(forms=forms(model))), data


@pytest.fixture(scope="module")
def found(guessed, logs):
    return [identified(guessed, log, "2%") for log in logs]


def check_errors(model, found, lengths=LENGTHS):
    for result, data in found:
        off = errors(model, result.p, data.q[::20], lengths)
        assert off["M diagonal"] <= 2.0
        assert off["M off-diagonal"] <= 5.0
        assert off["smallest eigenvalue of M"] > 0
        assert off["drive friction"] <= 7.0


def friction_held(found):
    """The share of 95 % intervals of friction, the slide's too, that hold the truth."""
    return np.mean([inside(result, name) for result, _ in found for name in FRICTION])


def test_limbs_apart_in_mass_taken_as_equal(guessed, found):
    check_errors(guessed, found)
    assert friction_held(found) >= 0.9
    base = di.base_parameters(guessed)
    z = np.concatenate([base_deviations(result, base) for result, _ in found])
    assert np.mean(np.abs(z) < 1.96) >= 0.9


def test_limbs_apart_in_length_each_with_its_own_parameters(path):
    own = model_of(delta(GUESS, lengths=UNEQUAL), symmetric=False)
    found = [identified(own, run(path, 3, lengths=UNEQUAL), "2%")]
    check_errors(own, found, UNEQUAL)
    assert friction_held(found) >= 0.9
    square, directions = ellipsoid(found[0][0], di.base_parameters(own))
    assert 0.3 * directions < square < chi2.ppf(0.999, directions)


def test_a_slide_that_turns_round_would_spoil_it(guessed, logs):
    """Dry friction is not sign(qd) where a joint sticks; with the drives' turning points alone left
    out, the friction of the slide is many deviations off."""
    drives = dict.fromkeys(guessed.robot.actuated, "2%")
    result, data = identified(guessed, logs[0], drives)
    assert not inside(result, "slide.coulomb")
    assert any("slide 0" in note for note in data.notes)
    both, _ = identified(guessed, logs[0], {**drives, "slide": "2%"})
    assert inside(both, "slide.coulomb")
