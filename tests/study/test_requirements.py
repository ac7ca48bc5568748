"""What is required of a result, apart from whether the run succeeded."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from cli_help import dynid


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two logs of a pendulum with 1 % of noise."""
    here = tmp_path_factory.mktemp("required")
    robot = di.load_robot("pendulum")
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    p = model.to_vector({f"{robot.actuated[0]}.viscous": 0.2, f"{robot.actuated[0]}.coulomb": 0.3})
    p[model.layout.inertial] = model.nominal[model.layout.inertial]
    for name, seed in (("one", 1), ("two", 2)):
        rng = np.random.default_rng(seed)
        t, w = np.arange(4000) / 400, rng.uniform(1.0, 4.0, 4)
        q, qd, qdd = (
            sum(0.4 * x**k * np.sin(x * t + seed + k * np.pi / 2) for x in w)[:, None]
            for k in range(3)
        )
        tau = model.inverse_dynamics(q, qd, qdd, p)
        tau = tau + 0.01 * tau.std() * rng.normal(size=tau.shape)
        di.Log(robot.actuated, t, q, tau).save(here / f"{name}.csv")
    return here


def run(folder, *words):
    how = ("--effects", "viscous,coulomb", "--cutoff", "20", "--json")
    return dynid("identify", "pendulum", "one.csv", *how, *words, cwd=folder)


def test_what_is_reached(folder):
    done = run(folder, "--test", "two.csv", "--require", "usable", "--max-error", "5%")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["requirements"]
    assert [each["met"] for each in found] == [True, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--test", "two.csv", "--max-error", "0.001%"), "not met: error of"),
        (("--test", "two.csv", "--max-error", "*=1e-9"), "not met: error of"),
        (("--test", "two.csv", "--max-error", "*=1e-9 Nm"), "required 1e-09 Nm"),
        (("--max-error", "5%"), "not met: error on test logs: none, required a test log"),
        (("--between", "0,1.5", "--require", "good"), "not met: verdict:"),
    ],
)
def test_what_is_not_reached_has_an_exit_code_of_its_own(folder, words, said, tmp_path):
    done = run(folder, *words, "-o", tmp_path / "out")
    assert done.returncode == 1, done.stderr
    assert said in done.stderr
    assert (tmp_path / "out" / "result.json").exists()  # the run itself succeeded
    assert not all(each["met"] for each in json.loads(done.stdout)["requirements"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--require", "perfect"), "--require: got 'perfect', expected good or usable."),
        (("--max-error", "big"), "--max-error: got 'big', expected 5% of the torque"),
        (("--max-error", "0.1N", "--test", "two.csv"), "expected Nm or %."),
        (("--max-error", "-3%"), "expected 5% of the torque, or 0.4 in Nm or N, above 0"),
        (("--max-error", "wrist=3%", "--test", "two.csv"), "max_error: got 'wrist', expected some"),
    ],
)
def test_wrong_limits(folder, words, said):
    done = run(folder, *words)
    assert done.returncode == 2
    assert said in done.stderr
