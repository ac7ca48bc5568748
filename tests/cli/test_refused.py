"""A result that fails on its own training log is refused, and not lost."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from estimators_help import case


def dynid(*words):
    return CliRunner().invoke(app, ["identify", *map(str, words)])


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """A log, and the same with torques that have nothing to do with its motion."""
    folder = tmp_path_factory.mktemp("refused")
    model, motion, tau, _ = case("five_bar")
    t, rng = np.arange(len(tau)) / 100, np.random.default_rng(0)
    tau = tau + 0.01 * tau.std(axis=0) * rng.normal(size=tau.shape)
    names = model.robot.actuated
    di.Log(names, t, motion[0], tau).save(folder / "good.csv")
    di.Log(names, t, motion[0], rng.normal(size=tau.shape)).save(folder / "random.csv")
    return folder


WORDS = ("--effects", "viscous,coulomb,offset")


def test_what_explains_less_than_half_is_refused(logs, tmp_path):
    out = tmp_path / "out"
    done = dynid("five_bar", logs / "random.csv", *WORDS, "-o", out, "--json")
    assert isinstance(done.exception, di.DynidError)
    assert "the result is refused, and nothing was written into" in str(done.exception)
    assert "% of its own training torques unexplained" in str(done.exception)
    assert str(done.exception).endswith("To accept it in any case: --force.")
    assert not out.exists()
    content = json.loads(done.stdout)  # what was computed is printed all the same
    assert content["failures"]
    assert content["result"]["theta"]
    again = dynid("five_bar", logs / "random.csv", *WORDS, "-o", out, "--overwrite")
    assert isinstance(again.exception, di.DynidError)
    assert not out.exists()
    assert "Not trustworthy" in again.stdout
    assert dynid("five_bar", logs / "random.csv", *WORDS, "-o", out, "--force").exit_code == 0
    assert di.Estimate.load(out / "result.json").names


def test_force_and_overwrite_replace_a_good_one(logs, tmp_path):
    words = ("five_bar", logs / "good.csv", *WORDS, "-o", tmp_path / "out")
    assert dynid(*words).exit_code == 0
    refused = dynid(*words)
    assert "exists already" in str(refused.exception)
    assert "--overwrite" in str(refused.exception)
    for word in ("--overwrite", "--force"):
        assert dynid(*words, word).exit_code == 0
