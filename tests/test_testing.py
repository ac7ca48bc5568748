"""The public contract checks: they let good classes pass, and name what is wrong with others."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from dynid.testing import ContractError, check_effect, check_estimator, check_format

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

from own_effect import Uneven
from own_estimator import Lasso
from own_format import JsonLines

CALLS = []


@pytest.mark.parametrize("estimator", [di.OLS(), di.Ridge(1e-12), Lasso(1e-12)], ids=repr)
def test_good_estimators_pass(estimator):
    check_estimator(estimator)


def test_an_estimator_of_another_problem_needs_one():
    with pytest.raises(di.InputError, match="needs a KalmanProblem; expected one as well"):
        check_estimator(di.estimators.ExtendedKalman())


def test_good_effects_and_formats_pass():
    check_effect(Uneven())
    check_effect(Uneven(), "five_bar")
    check_format(JsonLines)


class Plain(di.Estimator):
    def fit(self, problem):
        W, y = problem.stack_rows()
        return di.Fit(np.linalg.lstsq(W, y, rcond=None)[0])


@dataclass
class Thawed(Plain):
    pass


@dataclass(frozen=True)
class Biased(Plain):
    def fit(self, problem):
        return di.Fit(1.01 * super().fit(problem).theta)


@dataclass(frozen=True)
class Absolute(Plain):
    """Rounds to a thousandth of whatever the unit is."""

    def fit(self, problem):
        return di.Fit(np.round(super().fit(problem).theta, 3))


@dataclass(frozen=True)
class Short(Plain):
    def fit(self, problem):
        return di.Fit(np.zeros(1))


@dataclass(frozen=True)
class Fragile(Plain):
    def fit(self, problem):
        W, _ = problem.stack_rows()
        if np.linalg.matrix_rank(W) < W.shape[1]:
            raise IndexError
        return super().fit(problem)


@dataclass(frozen=True)
class Moody(Plain):
    def fit(self, problem):
        CALLS.append(1)
        return di.Fit(super().fit(problem).theta + 1e-9 * len(CALLS))


@dataclass(frozen=True)
class Greedy(Plain):
    """Its values do not change, its problem does."""

    def fit(self, problem):
        found = super().fit(problem)
        for block in problem.blocks:
            for array in vars(block).values() if hasattr(block, "__dict__") else block:
                if isinstance(array, np.ndarray) and array.dtype == float:
                    array.setflags(write=True)
                    array *= 2.0
        return found


@pytest.mark.parametrize(
    ("estimator", "words", "more"),
    [
        (di.OLS, "derives from di.Estimator", {}),
        (Plain(), "to be a dataclass, got a plain class", {}),
        (Thawed(), "without frozen=True", {}),
        (Biased(), "problem without noise, Biased.*: expected rod.* = .*, got", {}),
        (Absolute(), "torques times 1000, Absolute", {"tolerance": 1e-2}),
        (Short(), "theta of shape", {}),
        (Fragile(), "joint at rest.*IndexError", {}),
        (Greedy(), "the problem left as it is, got arrays that were written to", {}),
        (Moody(), "the same values at every call, got changes up to 1e-09", {}),
    ],
    ids=lambda x: type(x).__name__,
)
def test_bad_estimators_are_named(estimator, words, more):
    with pytest.raises(ContractError, match=words):
        check_estimator(estimator, **more)


class Wild(di.Effect):
    def terms(self):
        CALLS.append(1)
        return (di.Term(f"wild{len(CALLS)}", di.Law(sign=True)),)


class Twice(di.Effect):
    def terms(self):
        return di.Term("same", di.Law(sign=True)), di.Term("same", di.Law(position=1))


class Words(di.Effect):
    def terms(self):
        return ("viscous",)


class Pulling(di.Effect):
    def terms(self):
        return (di.Term("pull", di.Law(position=1), stands_for="friction"),)


class Backwards(di.Effect):
    k = 2.0

    def terms(self):
        return (di.Term("back", di.Law(sign=True)),)

    def ranges(self, speed):
        return {"k": (4.0, 1.0)}

    def set_constants(self, **values):
        return self


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (di.Viscous, "derives from di.Effect"),
        (Wild(), "the same terms at every call"),
        (Twice(), "different names"),
        (Words(), "expected di.Term.name, di.Law.*, got 'viscous'"),
        (Pulling(), "pull, which stands for friction: expected that it takes power"),
        (Backwards(), "ranges.speed.*0 < least < largest, got .4.0, 1.0"),
        (di.Viscous(["elbow"]), "has no joint elbow"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_bad_effects_are_named(effect, words):
    with pytest.raises(ContractError, match=words):
        check_effect(effect)


class Rounded(JsonLines):
    def save(self, log, file, ending):
        super().save(di.Log(log.joints, log.t, np.round(log.q, 2), log.tau), file, ending)


class Swapped(JsonLines):
    def open(self, path):
        columns = super().open(path)
        return {**columns, "tau_joint1": columns["tau_joint2"]}


class Changing(JsonLines):
    def open(self, path):
        CALLS.append(1)
        columns = super().open(path)
        return {**columns, "q_joint1": [x + len(CALLS) for x in columns["q_joint1"]]}


class Loud(JsonLines):
    endings = ("JSONL",)


class Reader(JsonLines):
    save = di.Format.save


@pytest.mark.parametrize(
    ("format", "words"),
    [
        (Rounded, "'with_velocities.jsonl' that was saved: q_joint.: expected the same to 0, got"),
        (Swapped, "tau_joint1: expected the same"),
        (Changing, "q_joint1: expected the same"),
        (Loud, "endings: expected small letters after a dot"),
    ],
)
def test_bad_formats_are_named(format, words):
    with pytest.raises(ContractError, match=words):
        check_format(format)


def test_a_format_that_is_only_read_needs_a_file(tmp_path):
    with pytest.raises(di.InputError, match="only read; expected a file as well"):
        check_format(Reader)
    t = np.arange(9) / 100
    log = di.Log(("a",), t, np.sin(t)[:, None], np.cos(t)[:, None])
    log.save(tmp_path / "run.jsonl", format=JsonLines())
    check_format(Reader, tmp_path / "run.jsonl")
