"""read_log: every format of files, names and units mapped at the door, and every kind of bad
input."""

from __future__ import annotations

import hashlib
import sys

import numpy as np
import pytest

from dynid.data.log_reading import read_log
from dynid.data.units import Counts, Current
from read_help import Q, T, check, says

ROWS = "0,0.1,1.5\n0.5,0.2,2.5\n1,0.4,-3e-2\n"


@pytest.fixture(params=["pyarrow", "numpy"])
def engine(request, monkeypatch):
    """CSV is read by either; both must see the same."""
    if request.param == "numpy":
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    return request.param


@pytest.fixture
def write(tmp_path):
    def write(content: str | bytes, name="log.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


REAL = {
    "staubli_tx40/traj1.csv": (45_000, 6, 5000.0, False),
    "panda_gaz/traj1.csv": (
        20_544,
        7,
        1000.0,
        True,
    ),  # the median step; lost samples make the mean 978 Hz
    "kuka_lwr4/meas1.csv": (5_027, 7, 200.0, True),
    "kuka_lwr4/meas2.csv": (5_027, 7, 200.0, True),
    "kuka_lwr4/meas3.csv": (5_027, 7, 200.0, True),
    "kuka_kr300/A.csv": (2_501, 6, 250.0, True),
    "kuka_kr300/B.csv": (2_501, 6, 250.0, True),
    "kuka_kr300/C.csv": (2_501, 6, 250.0, True),
}


@pytest.mark.parametrize("name", REAL)
def test_real_logs(shared_data, name, engine):
    samples, joints, rate, velocities = REAL[name]
    log = read_log(shared_data / name)
    assert (len(log), len(log.joints), log.qd is not None) == (samples, joints, velocities)
    assert log.rate == pytest.approx(rate, rel=1e-3)
    assert log.sha256 == hashlib.sha256((shared_data / name).read_bytes()).hexdigest()
    if "panda" in name:
        assert (len(log) - 1) / log.duration == pytest.approx(978, abs=0.5)
    table = np.loadtxt(shared_data / name, delimiter=",", skiprows=1)
    assert np.array_equal(
        np.c_[log.t, log.q, log.tau], np.c_[table[:, : joints + 1], table[:, -joints:]]
    )


TEXTS = {
    "comma": "t,q_a,tau_a\n" + ROWS,
    "blanks after commas": "t, q_a, tau_a\n" + ROWS.replace(",", ", "),
    "semicolon": "t;q_a;tau_a\n" + ROWS.replace(",", ";"),
    "tab": "t\tq_a\ttau_a\n" + ROWS.replace(",", "\t"),
    "white space": "  t   q_a tau_a\n" + ROWS.replace(",", "   "),
    "quoted": '"t","q_a","tau_a"\n' + ROWS,
    "quoted numbers": "t,q_a,tau_a\n" + ROWS.replace("0.2", '"0.2"'),
    "comments": (
        "# by hand\n\n# at noon\nt,q_a,tau_a\n0,0.1,1.5\n# stop, go, on\n\n0.5,0.2,2.5 #"
        " so\n1,0.4,-3e-2\n"
    ),
    "a row commented out": "t,q_a,tau_a\n" + ROWS.replace("0.5,", "#0.4,9,9\n0.5,"),
    "... behind an unused column": (
        "n,t,q_a,tau_a\n1,0,0.1,1.5\n#2,9,9,9\n3,0.5,0.2,2.5\n4,1,0.4,-3e-2\n"
    ),
    "header as numpy.savetxt writes it": "# t,q_a,tau_a\n" + ROWS.replace(",", " "),
    "Windows": "\ufefft,q_a,tau_a\n".replace("\n", "\r\n") + ROWS.replace("\n", "\r\n"),
    "no last newline": "t,q_a,tau_a\n" + ROWS.strip(),
    "plus signs": "t,q_a,tau_a\n" + ROWS.replace(",0", ",+0"),
    "other order": 'mode,tau_a,t,,q_a\nrun,1.5,0,,0.1\n"on, off",2.5,.5,,2e-1\nrun,-3e-2,1,,.4\n',
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(write, name, engine):
    log = check(read_log(write(TEXTS[name])))
    assert log.qd is None
    check(read_log(write(TEXTS[name], "log.dat")))  # by content, whatever the name


BAD_TEXTS = {
    "empty": ("", ["is empty"]),
    "blank": ("  \n\n", ["is empty"]),
    "comments only": ("# t\n", ["nothing but blank and comment lines"]),
    "header only": ("t,q_a,tau_a\n", ["a header (t,q_a,tau_a) and no samples"]),
    "one sample": ("t,q_a,tau_a\n0,1,2\n", ["one sample"]),
    "no header": (ROWS, ["no header", "'0,0.1,1.5' (3 columns)", "columns={'t': 0, 'q_joint1': 1"]),
    "short row": ("t,q_a,tau_a\n0,1,2\n1,2\n2,3,4\n", ["line 3: 2 cells, expected 3", "'1,2'"]),
    "long row": ("# c\nt,q_a,tau_a\n0,1,2\n\n1,2,3,4\n2,3,4\n", ["line 5: 4 cells, expected 3"]),
    "cut last row": (
        "t q_a tau_a\n0 1 2\n1 2 3\n2 3",
        ["line 4: 2 cells", "recorder that was stopped"],
    ),
    "text": (
        "t,q_a,tau_a\n0,1,2\n1,abc,3\n",
        ["line 3, column 'q_a': got 'abc'", "expected a number"],
    ),
    "underscore": ("t,q_a,tau_a\n0,1,2\n1,1_0,3\n", ["line 3, column 'q_a': got '1_0'"]),
    "decimal comma": (
        "t;q_a;tau_a\n0;1;2,5\n1;0.5;3\n",
        ["line 3, column 'q_a': got '0.5'", "Other numbers have decimal commas"],
    ),
    "empty cell": ("t,q_a,tau_a\n0,1,2\n1,,3\n", ["line 3, column 'q_a': the cell is empty"]),
    "nan": (
        "t,q_a,tau_a\n0,1,2\n1,nan,3\n2,NaN,3\n",
        ["q_a is nan from t = 1 s (sample 1) on for 2 of 3"],
    ),
    "column twice": ("t,q_a,q_a,tau_a\n0,1,1,2\n", ["'q_a' appears twice"]),
    "no time": ("time,q_a,tau_a\n0,1,2\n", ["no time 't' among time, q_a, tau_a", "time='time'"]),
    "nothing known": (
        "t,pos,eff\n0,1,2\n",
        ["no positions and torques among t, pos, eff", "columns={"],
    ),
    "no tau": (
        "t,q_a,q_b,tau_a\n0,1,1,2\n",
        ["no tau_b, though there is q_b", "found t, q_a", "joints=['a']"],
    ),
    "no q": (
        "t,q_a,tau_a,tau_b\n0,1,1,2\n",
        ["no q_b, though there is tau_b", "expected t, q_<joint>"],
    ),
    "other names": ("t,q_a,tau_b\n0,1,1\n", ["no tau_a, though there is q_a"]),
    "gzip": (b"\x1f\x8b\x08\x00abc", ["is gzip"]),
    "UTF-16": ("t,q_a,tau_a\n".encode("utf-16"), ["is UTF-16", "UTF-8"]),
    "binary": (b"\x07\x00\x01junk", ["begins with b'\\x07\\x00", ".csv, .tsv"]),
    "NUL inside": (
        "t,q_a,tau_a\n0,1,2\n" + "1,2,3\n" * 2000 + "\0\0,1,2\n",
        ["line 2003, column 't'"],
    ),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_texts(write, name, engine):
    content, words = BAD_TEXTS[name]
    says(("log.csv", *words), write(content))


def test_long_files_are_read_in_blocks(write, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    rows = [f"{k},{k % 7},{k % 5}\n" for k in range(45_000)]
    log = read_log(write("t,q_a,tau_a\n" + "".join(rows)))
    assert np.array_equal(log.t, np.arange(45_000))
    rows[43_210] = "43210,x,0\n"
    says(["line 43212, column 'q_a': got 'x'"], write("t,q_a,tau_a\n" + "".join(rows)))


def test_no_such_file_and_folders(tmp_path):
    says(["there is no file", "nowhere.csv", ".parquet"], tmp_path / "nowhere.csv")
    says(["a folder without metadata.yaml"], tmp_path)


def test_columns_and_joints(write, engine):
    path = write(
        "time,pos,eff,q_b,tau_b,qd_b\n0,0.1,1.5,1,2,0\n0.5,0.2,2.5,3,4,0\n1,0.4,-3e-2,5,6,1\n"
    )
    names = {"t": "time", "q_a": "pos", "tau_a": "eff"}
    log = check(read_log(path, names), "ab")
    assert log.qd is None
    assert any("recorded only as qd_b" in note for note in log.notes)
    assert read_log(path, names, joints=["b", "a"]).q[:, 1].tolist() == Q
    assert read_log(path, names, joints="b").qd[:, 0].tolist() == [0, 0, 1]
    assert (
        read_log(
            path, {"q_elbow": "q_b", "tau_elbow": "tau_b"}, time="time", joints=["elbow"]
        ).t.tolist()
        == T
    )
    check(read_log(write(ROWS, "bare.csv"), {"t": 0, "q_a": 1, "tau_a": 2}))
    says(
        ["'q_a' to 'poss', which is not in the file", "time, pos", "'pos'?"],
        path,
        columns={**names, "q_a": "poss"},
    )
    says(["got the name 'speed_a'", "qd_<joint>"], path, columns={"speed_a": "pos"})
    says(["two names to 'pos'"], path, columns={**names, "q_c": "pos"})
    says(["column 9, expected 0 to 5"], path, columns={"t": 9})
    says(["got time='time' and 't' in columns"], path, columns=names, time="time")
    says(["no joint c; it has a, b"], path, columns=names, joints=["c"])
    says(["topic='/x', which only ROS bags have"], path, topic="/x")


def test_time(write):
    path = write("q_a,tau_a\n0.1,1.5\n0.2,2.5\n0.4,-3e-2\n")
    log = check(read_log(path, time=0.5))
    assert "t counts samples, 0.5 s each" in log.notes[0]
    says(["time=0.001"], path)
    for period in (0.0, -1.0, np.nan, True):
        says(["the sampling period in seconds"], path, time=period)


def test_units(write):
    path = write("t,q_a,q_b,qd_a,qd_b,tau_a,tau_b\n0,180,4096,1,2,3,4\n500,90,2048,2,2,4,5\n")
    units = {
        "t": "ms",
        "q": "deg",
        "q_b": Counts(4096, ratio=2),
        "qd": 0.5,
        "tau_a": Current(0.1, 50),
        "tau_b": "mNm",
    }
    log = read_log(path, units=units)
    assert log.t.tolist() == [0, 0.5]
    assert log.q == pytest.approx(np.pi * np.array([[1, 1], [0.5, 0.5]]))
    assert log.qd.tolist() == [[0.5, 1], [1, 1]]
    assert log.tau == pytest.approx(np.array([[15, 0.004], [20, 0.005]]))
    notes = " | ".join(log.notes)
    assert "t converted from ms" in notes
    assert "q_a converted from deg | q_b converted from Counts(per_turn=4096, ratio=2" in notes
    assert "tau_a converted from Current(gain=0.1, ratio=50) | tau_b converted from mNm" in notes
    assert "taken as SI" not in notes
    assert any("taken as SI" in note for note in read_log(path, units={"q": "deg"}).notes)
    assert "the samples are 500 s apart: if t is not in seconds" in read_log(path).notes[0]
    assert not any(
        "converted" in note for note in read_log(path, units={"q": "rad", "tau": 1}).notes
    )
    says(["units: got 'angle'", "'q_a'", "a, b"], path, units={"angle": "deg"})
    says(["units: got 'q_c'"], path, units={"q_c": "deg"})
    says(["'Nmm' for 'tau_a'", "expected one of Nm"], path, units={"tau": "Nmm"})
