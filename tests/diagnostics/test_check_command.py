"""dynid check as it is typed."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from log_mutations import KINDS
from simulated_logs import clean_log

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")


def test_check_says_fixes_and_never_overwrites(tmp_path):
    clean = clean_log("five_bar", 1)
    log, _ = KINDS["axis reversed"](clean, np.random.default_rng(3))
    log.save(tmp_path / "bad.csv")
    clean.log.save(tmp_path / "good.csv")

    good = dynid("check", "five_bar", "good.csv", cwd=tmp_path)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "base parameters are well identifiable" in good.stdout

    bad = dynid("check", "five_bar", "bad.csv", "--fix", "--json", cwd=tmp_path)
    assert bad.returncode == 1, bad.stderr
    content = json.loads(bad.stdout)
    assert [x["kind"] for x in content["findings"] if x["certainty"] == "certain"] == [
        "axis reversed"
    ]
    (fixed,) = content["fixed"]
    assert fixed["done"][0].startswith("negate q_")
    mended = di.read_log(tmp_path / "bad.fixed.csv")
    assert np.abs(mended.q - clean.log.q).max() < 1e-12
    assert np.abs(mended.tau - clean.log.tau).max() < 1e-12

    again = dynid("check", "five_bar", "bad.csv", "--fix", cwd=tmp_path)
    assert again.returncode == 2
    assert "bad.fixed.csv" in again.stderr


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path):
    text = "t,q_left,q_right,tau_left,tau_right\n" + "".join(
        f"{k / 100},0.1,{'nan' if k == 9 else 0.2},1,{k}\n" for k in range(200)
    )
    (tmp_path / "log.csv").write_text(text)
    done = dynid("check", "five_bar", "log.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert "certain: refused" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_load_is_read_or_refused(tmp_path):
    """A tool of 2 kg that the file lacks: said, gone once it is given, and wrong where its link or
    its mass is."""
    clean = clean_log("arm7", 1)
    model, at = clean.truth, [clean.truth.parameters.index(f"link7.{x}") for x in ("m", "mz")]
    p = clean.p.copy()
    p[at] += np.array([2.0, 0.2])
    extra = model.inverse_dynamics(*clean.exact, p) - model.inverse_dynamics(*clean.exact, clean.p)
    di.Log(clean.log.joints, clean.log.t, clean.log.q, clean.log.tau + extra).save(
        tmp_path / "run.csv"
    )

    def said(*words):
        return dynid("check", "arm7", "run.csv", "--quick", *words, cwd=tmp_path)

    assert "payload or tool" in said().stdout
    right = said("--load", "run.csv:link=link7,mass=2,com=0 0 0.1")
    assert right.returncode == 0
    assert "payload or tool" not in right.stdout
    unknown = said("--load", "run.csv:link=link7")
    assert unknown.returncode == 0
    assert "payload or tool" not in unknown.stdout
    heavy = said("--load", "run.csv:link=link7,mass=500")
    assert "check the given payload" in heavy.stdout
    wrong = said("--load", "run.csv:link=hand,mass=500")
    assert wrong.returncode == 2
    assert "robot 'arm7' has no frame or body 'hand'" in wrong.stderr


def test_commands_without_a_load_do_not_offer_it():
    for command in ("payload", "elasticity"):
        assert "--load" not in dynid(command, "--help").stdout
    assert "--load" in dynid("identify", "--help").stdout
