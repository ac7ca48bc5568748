"""dynid convert, and read_log(clean=True): a logger's file with other names, other units, NaN and
repeated rows."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app

COLUMNS = {
    "t": "time_ms",
    "q_a": "axis1_deg",
    "q_b": "axis2_deg",
    "tau_a": "axis1_A",
    "tau_b": "axis2_A",
}
UNITS = {"t": "ms", "q": "deg", "tau_a": "13.2", "tau_b": "7"}


@pytest.fixture
def raw(tmp_path):
    """20 rows, of which row 5 is there three times and row 9 has no numbers."""
    rng = np.random.default_rng(0)
    rows = np.column_stack([2.0 * np.arange(20), rng.normal(size=(20, 4))])
    lines = [",".join(f"{x:.6f}" for x in row) for row in rows]
    lines[9] = f"{rows[9, 0]:.6f}" + 4 * ",NaN"
    lines[5:6] = 3 * [lines[5]]
    path = tmp_path / "raw.csv"
    path.write_text("\n".join([",".join(COLUMNS.values()), *lines]) + "\n")
    return path, np.round(np.delete(rows, 9, axis=0), 6)


def convert(path, output, *more):
    names = [x for name, column in COLUMNS.items() for x in ("--column", f"{name}={column}")]
    units = [x for name, unit in UNITS.items() for x in ("--unit", f"{name}={unit}")]
    return CliRunner().invoke(app, ["convert", str(path), "-o", str(output), *names, *units, *more])


def test_names_units_and_bad_rows(raw, tmp_path):
    path, rows = raw
    done = convert(path, tmp_path / "run.csv", "--clean", "--json")
    assert done.exit_code == 0, done.output
    content = json.loads(done.stdout)
    assert content["samples"] == 19
    assert "1 rows removed: not all numbers" in content["notes"]
    assert "2 rows left out: the row before once more" in content["notes"]
    log = di.read_log(tmp_path / "run.csv")
    np.testing.assert_allclose(log.t, 1e-3 * rows[:, 0], rtol=1e-14)
    np.testing.assert_allclose(log.q, np.radians(rows[:, 1:3]), rtol=1e-14)
    np.testing.assert_allclose(log.tau, rows[:, 3:] * [13.2, 7], rtol=1e-14)


def test_bad_rows_are_refused_unless_told(raw, tmp_path):
    path, _ = raw
    done = convert(path, tmp_path / "run.csv")
    assert isinstance(done.exception, di.InputError)
    assert "--clean" in str(done.exception)
    assert not (tmp_path / "run.csv").exists()


def test_velocities_of_nan_throughout_cost_no_rows(tmp_path):
    path = tmp_path / "log.csv"
    rows = "".join(f"{0.01 * k},{np.sin(k)},nan,{np.cos(k)}\n" for k in range(10))
    path.write_text("t,q_a,qd_a,tau_a\n" + rows)
    log = di.read_log(path, clean=True)
    assert len(log) == 10
    assert log.qd is None


@pytest.mark.parametrize("option", ["--column", "--unit"])
def test_half_a_pair_is_told(raw, tmp_path, option):
    done = convert(raw[0], tmp_path / "run.csv", option, "q_a")
    assert isinstance(done.exception, di.InputError)
    assert f"{option}: got 'q_a', expected NAME=VALUE" in str(done.exception)


def test_nothing_is_overwritten_unasked(raw, tmp_path):
    (tmp_path / "run.csv").write_text("mine")
    assert "exists already" in str(convert(raw[0], tmp_path / "run.csv", "--clean").exception)
    assert (tmp_path / "run.csv").read_text() == "mine"
    assert convert(raw[0], tmp_path / "run.csv", "--clean", "--force").exit_code == 0


def test_patterns_are_of_the_joints_that_are_named(raw, tmp_path):
    path, _ = raw
    by_name = convert(path, tmp_path / "names.csv", "--clean")
    words = ["--column", "t=time_ms", "--column", "q=axis{j}_deg", "--column", "tau=axis{j}_A"]
    words += ["--joints", "a,b", "--clean"]
    words += [x for name, unit in UNITS.items() for x in ("--unit", f"{name}={unit}")]
    done = CliRunner().invoke(app, ["convert", str(path), "-o", str(tmp_path / "two.csv"), *words])
    assert (by_name.exit_code, done.exit_code) == (0, 0), done.exception
    one, two = (di.read_log(tmp_path / f"{name}.csv") for name in ("names", "two"))
    assert one.joints == two.joints
    assert one.q.tolist() == two.q.tolist()
    assert one.tau.tolist() == two.tau.tolist()
