"""identify, validate, compare and inspect as a user types them, on files of their own."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from wobble_help import simulated_log, true_parameters

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two runs of a five-bar, as CSV: a closed loop, from simulated torques with 1 % noise."""
    where = tmp_path_factory.mktemp("runs")
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    truth = true_parameters(model, 4000)
    for k in (1, 2):
        simulated_log(model, truth, 4000, seed=k).save(where / f"run{k}.csv")
    np.save(where / "truth.npy", truth)
    return where


def test_identify_writes_a_result_and_checks_it_on_held_out_data(folder, tmp_path):
    options = (
        "--effects",
        "viscous,coulomb",
        "--test",
        str(folder / "run2.csv"),
        "-o",
        str(tmp_path / "result"),
    )
    done = dynid("identify", "five_bar", str(folder / "run1.csv"), *options)
    assert done.returncode == 0, done.stderr
    assert re.search(
        r"^Good: 0\.\d+ % torque error on the held-out logs .*shipped: \d+", done.stdout
    )
    assert "All checks passed." in done.stdout
    assert "left.coulomb" in done.stdout
    result = di.Estimate.load(tmp_path / "result" / "result.json")
    base = di.base_parameters(di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()]))
    truth = base.compute_theta(np.load(folder / "truth.npy"))
    assert np.all(np.abs(result.theta - truth) < 4 * result.std)
    again = dynid("identify", "five_bar", str(folder / "run1.csv"), "-o", str(tmp_path / "result"))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    check = dynid(
        "validate", str(tmp_path / "result" / "result.json"), str(folder / "run2.csv"), "--json"
    )
    assert check.returncode == 0, check.stderr
    content = json.loads(check.stdout)
    assert content["held_out"] is True
    assert content["relative"] < 1.0
    seen = dynid("validate", str(tmp_path / "result" / "result.json"), str(folder / "run1.csv"))
    assert "TRAINING DATA" in seen.stdout


def test_compare_prints_one_table(folder):
    options = (
        "--effects",
        "viscous,coulomb",
        "--test",
        str(folder / "run2.csv"),
        "--methods",
        "ols,wls,ridge",
    )
    done = dynid("compare", "five_bar", str(folder / "run1.csv"), *options, "--json")
    assert done.returncode == 0, done.stderr
    lines = json.loads(done.stdout)["lines"]
    assert [line["method"].split("(")[0] for line in lines] == ["OLS", "WLS", "Ridge"]
    assert all(line["test"] < 1.0 for line in lines)
    assert all(line["consistent"] in (True, False) for line in lines)


def test_slow_samples_are_left_out_and_validated_alike(folder, tmp_path):
    """As by process(slow=...): with identify, its test logs, validate of its result, and
    compare."""
    logs, options = (
        [str(folder / f"run{k}.csv") for k in (1, 2)],
        ("--effects", "viscous,coulomb", "--method", "wls"),
    )
    done = dynid(
        "identify",
        "five_bar",
        logs[0],
        "--test",
        logs[1],
        *options,
        "--slow",
        "20%",
        "-o",
        str(tmp_path),
        "--json",
    )
    assert done.returncode == 0, done.stderr
    content, saved = json.loads(done.stdout), di.Estimate.load(tmp_path / "result.json")
    assert saved.setup["slow"] == "20%"
    assert any(note.startswith("slower than") for note in saved.notes)

    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    data = di.process(di.read_log(logs[0]), model, slow="20%")
    np.testing.assert_allclose(
        saved.theta, di.estimate(di.Problem(model, data), di.WLS()).theta, rtol=1e-9
    )
    unseen = {
        s: di.process(di.read_log(logs[1]), model, data.cutoff, slow=s) for s in ("20%", None)
    }
    expected = {s: di.validate(saved, x) for s, x in unseen.items()}
    assert unseen["20%"].use.mean() < unseen[None].use.mean() == 1.0
    assert expected["20%"].relative == expected[None].relative  # whatever counts
    assert expected["20%"].moving < expected["20%"].relative
    assert content["training"]["relative"] == pytest.approx(di.validate(saved, data).relative)
    for typed, s in (((), "20%"), (("--slow", "none"), None)):
        check = dynid("validate", str(tmp_path / "result.json"), logs[1], *typed, "--json")
        for found in (json.loads(check.stdout), *([content["validation"]] if not typed else [])):
            assert found["moving"] == pytest.approx(expected[s].moving, rel=1e-6)
            assert found["relative"] == pytest.approx(expected[s].relative, rel=1e-6)
            assert found["samples"] == len(unseen[s])

    table = dynid(
        "compare",
        "five_bar",
        logs[0],
        "--effects",
        "viscous,coulomb",
        "--methods",
        "wls",
        "--slow",
        "20%",
        "--json",
    )
    (line,) = json.loads(table.stdout)["lines"]
    assert line["train"] == pytest.approx(di.validate(saved, data).relative, rel=0.05)


def test_a_log_at_30_hz_is_validated_or_the_reason_is_told(folder, tmp_path):
    """Every 33rd sample of the second run; the cutoff of the result must lie below half its
    rate."""
    log = di.read_log(folder / "run2.csv")
    every = round(1.0 / 30.0 / np.median(np.diff(log.t)))
    di.Log(log.joints, log.t[::every], log.q[::every], log.tau[::every]).save(tmp_path / "few.csv")
    for cutoff, output in (("5", "low"), ("20", "high")):
        options = ("--effects", "viscous,coulomb", "--cutoff", cutoff, "-o", str(tmp_path / output))
        done = dynid("identify", "five_bar", str(folder / "run1.csv"), *options)
        assert done.returncode == 0, done.stderr
    check = dynid("validate", str(tmp_path / "low"), str(tmp_path / "few.csv"), "--json")
    assert check.returncode == 0, check.stderr
    content = json.loads(check.stdout)
    assert content["samples"] > 50
    assert all(joint["moving"] is not None for joint in content["joints"])
    refused = dynid("validate", str(tmp_path / "high"), str(tmp_path / "few.csv"))
    assert refused.returncode == 2
    assert "20 Hz" in refused.stderr
    assert "less than half" in refused.stderr


def test_shapes_from_the_command_line(folder, tmp_path):
    """Friction without a Stribeck effect: the curve is found all the same, and validation uses its
    shape."""
    logs = str(folder / "run1.csv"), str(folder / "run2.csv")
    done = dynid(
        "identify",
        "five_bar",
        logs[0],
        "--effects",
        "stribeck",
        "--method",
        "separable",
        "-v",
        "-o",
        str(tmp_path),
    )
    assert done.returncode == 0, done.stderr
    assert "Stribeck.vs" in done.stdout
    check = json.loads(dynid("validate", str(tmp_path / "result.json"), logs[1], "--json").stdout)
    assert check["relative"] < 1.0
    table = dynid(
        "compare", "five_bar", logs[0], "--effects", "stribeck", "--methods", "separable,wls"
    )
    assert "consistent" in table.stdout


def test_inspect_counts():
    content = json.loads(dynid("inspect", "delta4", "--json").stdout)
    assert (content["n_parameters"], content["n_contributing"], content["n_base"]) == (60, 37, 27)
    assert content["gap"] >= 1e10
    apart = json.loads(dynid("inspect", "prs3", "--no-symmetric", "--json").stdout)
    assert (apart["n_parameters"], apart["n_contributing"], apart["n_base"]) == (70, 25, 19)
    text = dynid("inspect", "five_bar").stdout
    assert "left_crank.mx + 0.25 left_coupler.m" in text


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("identify", "five_bar", "missing.csv"), "missing.csv"),
        (("identify", "five_bar", "run1.csv", "--method", "magic"), "ols, wls"),
        (("identify", "five_bar", "run1.csv", "--effects", "glue"), "viscous"),
        (("identify", "five_bar", "run1.csv", "--cutoff", "fast"), "Hz or auto"),
        (("identify", "arm7", "run1.csv"), "joint1"),
        (("identify", "five_bar", "run1.csv", "--between", "100,200"), "100"),
        (("identify", "five_bar", "run1.csv", "--slow", "lots"), "5%, or none"),
        (("identify", "five_bar", "run1.csv", "--slow=-3%"), "expected a number >= 0"),
        (("validate", "run1.csv", "run2.csv"), "saved estimate"),
        (("compare", "five_bar", "run1.csv", "--methods", ""), "no estimators"),
    ],
)
def test_bad_input_is_one_line_and_code_2(folder, arguments, word):
    done = dynid(*arguments, cwd=folder)
    assert done.returncode == 2, done.stdout
    assert word in done.stderr
    assert "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if "warning" not in line]) == 1


def test_a_test_log_at_another_rate_keeps_its_own_samples(folder, tmp_path):
    """Which samples are kept is a matter of cutoff and rate, not of the training log's step."""
    log = di.read_log(folder / "run2.csv")
    slow = di.Log(log.joints, log.t[::10], log.q[::10], log.tau[::10])
    slow.save(tmp_path / "slow.csv")
    logs = str(folder / "run1.csv"), str(tmp_path / "slow.csv")
    method = ("--method", "ols", "--effects", "viscous,coulomb", "--json")
    content = json.loads(dynid("identify", "five_bar", logs[0], "--test", logs[1], *method).stdout)
    check = content["validation"]
    assert check["samples"] > 100
    assert all(np.isfinite(joint["relative"]) for joint in check["joints"])
    assert check["relative"] < 2.0
