"""A saved result that says something impossible is refused with words, never half read."""

import json

import numpy as np
import pytest

import dynid as di
from dynid.errors import DynidError
from estimators_help import case, dataset


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    model, motion, tau, _ = case("pendulum")
    noise = 0.01 * np.random.default_rng(0).normal(size=tau.shape)
    result = di.estimate(di.Problem(model, dataset(model, motion, tau + noise)), di.WLS())
    path = tmp_path_factory.mktemp("saved") / "result.json"
    result.save(path)
    return json.loads(path.read_text())


def change(content, place, value):
    *above, last = place
    for key in above:
        content = content[key]
    content[last] = value


DEEP = "[" * 5000 + "]" * 5000
WRONG = {
    "true for a number": (("theta", 0), True),
    "null for a number": (("covariance", 0, 1), None),
    "text for a number": (("condition",), "large"),
    "a number too large": (("theta", 0), 10**400),
    "a list for a name": (("names", 0), ["a"]),
    "a list for a record": (("joints", 0), [1, 2]),
    "a list for a dictionary": (("margins",), []),
    "a dictionary for a list": (("names",), {}),
    "one name too many": (("names",), ["a"] * 99),
    "a body without a mass": (("margins", "ghost"), 1.0),
    "a deviation of nothing": (("constants_std", "ghost"), 1.0),
    "a module that is not there": (("details",), {"type": "dynid.nothing:Viscous"}),
    "a program": (("details",), {"type": "dynid.__main__:main"}),
    "a function": (("details",), {"type": "dynid.errors:suggest_name", "name": "a", "names": []}),
    "another package": (("details",), {"type": "os:system", "command": "true"}),
    "a shape": (("p_interval",), [1.0, 2.0]),
    "a variance beyond all measure": (("covariance", 0, 0), 1e308),
    "a negative variance": (("covariance", 0, 0), -1.0),
    "a correlation above 1": (("covariance", 0, 1), 1e6),
    "no value": (("theta", 0), "nan"),
    "an infinite parameter": (("p", 0), "inf"),
}


@pytest.mark.parametrize("name", WRONG)
def test_refused_with_words(saved, tmp_path, name):
    content = json.loads(json.dumps(saved))
    change(content, *WRONG[name])
    path = tmp_path / "result.json"
    path.write_text(json.dumps(content))
    with pytest.raises(DynidError, match=r"result.json: is damaged or incomplete"):
        di.Estimate.load(path)


def test_nested_without_end(saved, tmp_path):
    path = tmp_path / "result.json"
    path.write_text(json.dumps(saved).replace('"notes": []', f'"notes": {DEEP}'))
    if DEEP not in path.read_text():
        path.write_text(DEEP)
    with pytest.raises(DynidError, match=r"result.json"):
        di.Estimate.load(path)


def test_infinite_and_unknown_variances_are_read(saved, tmp_path):
    """What the data do not show at all has an infinite variance; some estimators know none."""
    content = json.loads(json.dumps(saved))
    path = tmp_path / "result.json"
    for word in ("inf", "nan"):
        content["covariance"][0][0] = word
        path.write_text(json.dumps(content))
        assert not np.isfinite(di.Estimate.load(path).std[0])
