"""pandas in and out: a log from a DataFrame is that of the same CSV, to the last bit, and back."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import dynid as di
from wobble_help import simulated_log, true_parameters

T = np.arange(200) / 100.0


def test_import_dynid_imports_no_pandas():
    modules = "dynid.data.log_reading, dynid.cli.main"
    code = f"import sys, dynid as di, {modules}; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_pandas_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    log = di.Log(("a",), T, np.sin(T)[:, None], np.cos(T)[:, None])
    with pytest.raises(di.InputError, match=r"log.to_frame needs .* 'dynid\[pandas\]'"):
        log.to_frame()


@pytest.fixture
def pd():
    return pytest.importorskip("pandas", reason="pandas is optional; these tests need it")


@pytest.fixture
def frame(pd):
    rng = np.random.default_rng(0)
    columns = {f"{kind}_{j}": rng.normal(size=200) for kind in ("q", "qd", "tau") for j in "ab"}
    return pd.DataFrame({"t": T, **columns, "comment": "x"})


def same(a, b):
    return a.joints == b.joints and all(
        np.array_equal(x, y) for x, y in zip(a.list_arrays(), b.list_arrays())
    )


def test_as_the_csv_with_the_same_columns(frame, tmp_path):
    frame.to_csv(tmp_path / "run.csv", index=False)
    here, there = di.read_log(frame), di.read_log(tmp_path / "run.csv")
    assert same(here, there)
    assert here.source == "DataFrame"
    frame.attrs["source"] = "monday"
    assert di.read_log(frame).source == "monday"


def test_columns_units_joints_rate_and_rows_as_of_files(pd, frame, tmp_path):
    raw = frame.rename(columns={"q_a": "pos", "t": "ms"}).drop(columns="comment")
    raw["ms"], raw["run"] = 1000 * raw["ms"], (np.arange(200) >= 100).astype(int)
    raw.to_csv(tmp_path / "raw.csv", index=False)
    how = {
        "columns": {"q_a": "pos", "t": "ms"},
        "units": {"t": "ms", "q": "deg", "tau_b": 2.0},
        "joints": ("b", "a"),
        "only": {"run": 1},
    }
    here, there = (di.read_log(x, **how) for x in (raw, tmp_path / "raw.csv"))
    assert same(here, there)
    assert here.notes == there.notes
    assert len(here) == 100
    numbers = frame.set_axis(range(frame.shape[1]), axis=1)
    log = di.read_log(numbers, columns={"t": 0, "q_x": 1, "tau_x": 5})
    np.testing.assert_array_equal(log.tau[:, 0], frame["tau_a"])
    assert di.read_log(frame.drop(columns="t"), rate=100).t[-1] == pytest.approx(1.99)


@pytest.mark.parametrize("zone", [None, "Europe/Vienna"])
def test_an_index_of_dates_is_the_time(pd, frame, zone):
    stamps = pd.date_range("2026-03-29 00:59:59", periods=200, freq="10ms", tz=zone)
    log = di.read_log(frame.drop(columns="t").set_index(stamps))
    np.testing.assert_allclose(log.t - log.t[0], T, atol=1e-12)
    steps = di.read_log(frame.drop(columns="t").set_index(pd.to_timedelta(T + 5.0, unit="s")))
    np.testing.assert_allclose(steps.t, T + 5.0, atol=1e-9)
    own = di.read_log(frame.set_index(stamps))  # a column t wins
    np.testing.assert_array_equal(own.t, T)


def test_other_indices_need_a_name(frame):
    assert same(di.read_log(frame.set_index("t")), di.read_log(frame))
    unnamed = frame.set_index("t").rename_axis(None)
    with pytest.raises(di.InputError, match=r"no time 't' .* Pass time='index' if that is it"):
        di.read_log(unnamed)
    assert same(di.read_log(unnamed, time="index"), di.read_log(frame))
    parts = di.read_log(frame[frame["q_a"] > 0])  # its index has gaps, and is no time
    assert len(parts) == int((frame["q_a"] > 0).sum())


def test_types_of_pandas(pd, frame):
    log = di.read_log(frame)
    kinds = [frame.astype({"q_a": "Float64"}), frame.astype(object), frame.astype(str)]
    for kind in kinds:
        assert same(di.read_log(kind), log)
    levels = frame.drop(columns="comment")
    levels.columns = pd.MultiIndex.from_tuples(
        [tuple(name.split("_")) if "_" in name else (name, "") for name in levels]
    )
    assert same(di.read_log(levels), log)
    lists = pd.DataFrame({"t": T, "q": list(log.q), "qd": list(log.qd), "tau": list(log.tau)})
    assert same(di.read_log(lists, joints=log.joints), log)
    nanoseconds = 1_772_375_400_000_000_001 + 10_000_000 * np.arange(200)
    exact = di.read_log(frame.assign(t=nanoseconds), units={"t": "ns"})
    np.testing.assert_allclose(exact.t, T, atol=1e-15)


def test_what_is_no_log_is_refused_in_a_sentence(pd, frame):
    holes = frame.assign(q_a=frame["q_a"].where(np.arange(200) != 7))
    with pytest.raises(di.InputError, match=r"log 'DataFrame': q_a is nan .*clean=True"):
        di.read_log(holes)
    assert len(di.read_log(holes, clean=True)) == 199
    with pytest.raises(di.InputError, match="'tau_a' holds object instead of numbers"):
        di.read_log(frame.assign(tau_a="x"))
    with pytest.raises(di.InputError, match="DataFrame: no positions and torques"):
        di.read_log(frame[["t", "comment"]])
    with pytest.raises(di.InputError, match="got topic= or format= with a DataFrame"):
        di.read_log(frame, format="csv")
    ragged = pd.DataFrame({"t": T, "q": [[1.0]] * 199 + [[1.0, 2.0]], "tau": [[1.0]] * 200})
    with pytest.raises(di.InputError, match="lists of different lengths"):
        di.read_log(ragged, joints=("a",))
    with pytest.raises(di.InputError, match="or a DataFrame"):
        di.read_log(frame["q_a"])


def test_the_numbers_are_copied(frame):
    log, before = di.read_log(frame), frame["tau_a"].to_numpy().copy()
    frame["tau_a"] += 1.0
    np.testing.assert_array_equal(log.tau[:, 0], before)
    assert not np.shares_memory(log.to_frame()["q_a"].to_numpy(), log.q)


def test_a_log_and_back():
    pytest.importorskip("pandas", reason="pandas is optional; these tests need it")
    q, tau = np.random.default_rng(1).normal(size=(2, 200, 2))
    log = di.Log(
        *(("a", "b"), T, q, tau),
        source="run.csv",
        currents=("b",),
        channels={"temp_a": 20.0 + T},
        sensors={"a": np.ones((200, 6)) * T[:, None]},
        around={"base_qw": np.ones(200)},
    )
    table = log.to_frame()
    assert list(table) == list(log.to_columns())
    again = di.read_log(table)
    assert again.source == "run.csv"
    assert (again.currents, again.recording) == (log.currents, log.recording)


def test_commands(pd, tmp_path):
    t = np.arange(300) / 100.0
    table = pd.DataFrame({"t": t, "q_a": np.sin(t), "qcmd_a": np.sin(t + 0.1), "mode": "pd"})
    table.drop(columns="mode").to_csv(tmp_path / "run.csv", index=False)
    here, there = di.read_commands(table), di.read_commands(tmp_path / "run.csv")
    np.testing.assert_array_equal(here.qcmd, there.qcmd)
    np.testing.assert_array_equal(here.t, there.t)
    assert (here.source, here.sha256) == ("DataFrame", "")
    with pytest.raises(di.InputError, match="DataFrame: no commanded positions"):
        di.read_commands(table.drop(columns="qcmd_a"))


def identified(table=None):
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    log = simulated_log(model, true_parameters(model, 1000), 2000, 1)
    log = log if table is None else di.read_log(table(log))
    return di.estimate(di.Problem(model, di.process(log, model)))


def test_a_result_from_a_frame_is_that_of_the_log_and_a_table():
    pytest.importorskip("pandas", reason="pandas is optional; these tests need it")
    result = identified(lambda log: log.to_frame())
    np.testing.assert_array_equal(result.theta, identified().theta)
    table = result.to_frame()
    assert tuple(table.index) == result.names
    np.testing.assert_array_equal(table["value"], result.theta)
    np.testing.assert_array_equal(table["std"], result.std)
    np.testing.assert_array_equal(table["percent"], result.percent)
    np.testing.assert_array_equal(table[["low", "high"]].to_numpy(), result.compute_interval())
    assert tuple(table.index[table["weak"]]) == result.weak
    assert tuple(table.index[~table["identifiable"]]) == tuple(
        name for name in result.names if name in {*result.from_prior, *result.eliminated}
    )
    friction = table.loc["left.viscous"]
    assert (friction["kind"], friction["unit"]) == ("viscous", "N m s/rad")
    assert friction["identifiable"]
    full = result.to_frame(full=True)
    assert tuple(full.index) == (*result.parameters, *result.constants)
    np.testing.assert_array_equal(full["value"][: len(result.p)], result.p)
    assert set(full.index[full["identifiable"]]) <= {*result.names}
    assert not full.loc["left_crank.m", "identifiable"]
