"""Each check of an expected.yaml is a test of pytest; in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from regression_help import expect_arm, write_arm


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("robot")
    write_arm(folder)
    expect_arm(folder)
    return folder


def run(folder, *words):
    """Without plugins but this one, whether or not it is installed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "dynid.regression.pytest_plugin", *words],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_robot_that_is_as_expected(folder):
    code, said = run(folder, "--dynid-log", "other.csv", "expected.yaml", "-v")
    assert code == 0, said
    assert "expected.yaml::elbow friction PASSED" in said
    assert "expected.yaml::elbow torque error PASSED" in said


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_robot_that_changed(folder):
    code, said = run(folder, "--dynid-log", "worn.csv", "expected.yaml")
    assert code == 1
    assert re.search(r"^elbow friction at .* rose by 50 %: .* standard deviations", said, re.M)
    assert "Traceback" not in said
    assert "FAILED expected.yaml::elbow friction" in said
    assert "FAILED expected.yaml::shoulder friction" not in said


def test_a_log_that_cannot_be_tested(folder):
    code, said = run(folder, "--dynid-log", "lost.csv", "expected.yaml")
    assert code == 1
    assert "Not tested: there is no file" in said
    assert re.search(r"1 failed, \d+ skipped", said)


def test_no_log(folder):
    code, said = run(folder, "expected.yaml")
    assert code == 2
    assert "expected pytest --dynid-log NEW_LOG" in said


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_logs_of_the_ini_file(folder):
    """Other YAML files are left alone, and so are all without a log."""
    (folder / "other.yaml").write_text("robot: arm.urdf\n")
    assert run(folder)[0] == 5  # nothing to test
    (folder / "pytest.ini").write_text("[pytest]\ndynid_logs = other.csv\n")
    try:
        code, said = run(folder)
    finally:
        (folder / "pytest.ini").unlink()
    assert code == 0, said
    assert "other.yaml" not in said


def test_pytest_starts_without_dynid(folder):
    """What pytest loads at its start."""
    heavy = ["numpy", "scipy", "mujoco", "typer", "ruamel.yaml", "dynid.identification"]
    code = "import sys, dynid.regression.pytest_plugin;"
    code += f"print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
