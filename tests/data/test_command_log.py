"""Logs of commands are read as other logs are: any stamps and order, units, every format."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di

T = np.arange(300) / 100.0
COLUMNS = {"q_a": np.sin(T), "qcmd_a": np.sin(T + 0.1), "taucmd_a": np.cos(T)}


def write(path, t=T, columns=COLUMNS):
    rows, names = np.column_stack([t, *columns.values()]), ",".join(["t", *columns])
    np.savetxt(path, rows, delimiter=",", header=names, comments="", fmt="%.17g")
    return path


@pytest.mark.parametrize("ending", ["csv", "npz"])
def test_a_log_is_saved_and_read_again(tmp_path, ending):
    log = di.sim2real.make_command_log(["a"], T, *(x[:, None] for x in (np.sin(T), np.cos(T))))
    log.save(tmp_path / f"run.{ending}")
    again = di.read_commands(tmp_path / f"run.{ending}")
    assert again.torqueless == again.joints == ("a",)
    for x, y in zip(log.to_columns().items(), again.to_columns().items(), strict=True):
        assert x[0] == y[0]
        np.testing.assert_array_equal(x[1], y[1])
    part = again.select_times(0.5, 1.0)
    np.testing.assert_array_equal(part.qcmd, log.qcmd[50:101])


def test_stamps_in_nanoseconds_since_1970(tmp_path):
    stamps = 1_700_000_000_000_000_000 + (T * 1e9).round().astype(np.int64)
    np.savez(tmp_path / "run.npz", t=stamps, **COLUMNS)
    log = di.read_commands(tmp_path / "run.npz", units={"t": "ns"})
    np.testing.assert_allclose(log.t, T, atol=1e-9)
    assert any("counts from the first sample" in note for note in log.notes)


def test_rows_out_of_order_are_sorted_where_asked(tmp_path):
    order = np.r_[:100, 101, 100, 102:300]
    mixed = {name: x[order] for name, x in COLUMNS.items()}
    path = write(tmp_path / "run.csv", T[order], mixed)
    with pytest.raises(di.InputError, match="t goes back"):
        di.read_commands(path)
    np.testing.assert_array_equal(di.read_commands(path, clean=True).qcmd[:, 0], COLUMNS["qcmd_a"])


def test_units_and_columns(tmp_path):
    path = write(tmp_path / "run.csv")
    log = di.read_commands(path, {"taucmd": "none"}, {"qcmd": "deg", "q_a": 2.0})
    assert list(log.commands) == ["qcmd"]
    np.testing.assert_allclose(log.qcmd[:, 0], np.radians(COLUMNS["qcmd_a"]), rtol=1e-15)
    np.testing.assert_array_equal(log.q[:, 0], 2.0 * COLUMNS["q_a"])
    torques = di.read_commands(path, units={"taucmd": "mNm"}).commands["taucmd"]
    np.testing.assert_array_equal(torques[:, 0], COLUMNS["taucmd_a"] / 1e3)
    with pytest.raises(di.InputError, match=r"got 'A' for 'taucmd_a'"):
        di.read_commands(path, units={"taucmd": "A"})
    with pytest.raises(di.InputError, match="no commands were read"):
        _ = di.Log(("a",), T, *(np.zeros((2, 300, 1)))).qcmd
