"""Log: frozen, checked, cut and saved; bad recordings are named with their place and a remedy."""

from __future__ import annotations

import os
import stat

import numpy as np
import pytest

from dynid.data.log import Log
from dynid.data.log_reading import read_log
from dynid.data.units import Counts, Current, Voltage, to_si
from dynid.errors import DynidError, InputError

FORMATS = (".csv", ".tsv", ".txt", ".npz", ".parquet", ".h5", ".hdf5", ".mat")


def make(n=2, samples=50, velocities=True, **changes) -> Log:
    """Numbers with all their bits in use: nothing survives a rounding."""
    rng = np.random.default_rng(3)
    t = np.cumsum(rng.uniform(0.5e-3, 1.5e-3, samples))
    q, qd, tau = rng.standard_normal((3, samples, n)) * 10.0 ** rng.integers(-9, 9, (3, samples, n))
    fields = {
        "joints": tuple(f"joint{k + 1}" for k in range(n)),
        "t": t,
        "q": q,
        "tau": tau,
        "qd": qd if velocities else None,
    }
    return Log(**{**fields, **changes})


def broken(kind, places, value):
    log = make()
    array = np.array(getattr(log, kind))
    array[places] = value
    return {kind: array}


def test_it_is_frozen_and_keeps_a_copy():
    q = np.zeros((3, 1))
    log = Log(["a"], np.arange(3.0), q, q)
    q[:] = 7.0
    assert not log.q.any()
    assert log.joints == ("a",)
    with pytest.raises(ValueError, match="read-only"):
        log.q[0, 0] = 1.0
    with pytest.raises(AttributeError):
        log.q = q


def test_size_duration_rate_and_repr():
    t = np.arange(101) * 0.01
    t[60:] += 5.0  # a pause does not change the rate
    log = Log(("a", "b"), t, np.c_[t, t], np.c_[t, t], source="folder/run 1.csv")
    assert len(log) == 101
    assert log.duration == pytest.approx(6.0)
    assert log.rate == pytest.approx(100.0)
    assert repr(log) == "Log('run 1.csv': 2 joints, 101 samples, 6 s at 100 Hz)"
    assert repr(make(1)).startswith("Log(1 joint, 50 samples")
    assert "with qd" in repr(make())
    assert "\n" not in repr(log)


BAD = {
    "one sample": (dict(t=[0.0], q=[[1, 2]], tau=[[1, 2]], qd=None), ["one sample", "at least 2"]),
    "no sample": (dict(t=[], q=np.zeros((0, 2)), tau=np.zeros((0, 2)), qd=None), ["no samples"]),
    "t of two columns": (dict(t=np.zeros((50, 2))), ["t has shape (50, 2)", "(N,)"]),
    "q turned": (
        dict(q=np.zeros((2, 50))),
        ["q has shape (2, 50)", "expected (50, 2)", "joint1, joint2"],
    ),
    "tau short": (dict(tau=np.zeros((49, 2))), ["tau has shape (49, 2)", "expected (50, 2)"]),
    "qd flat": (dict(qd=np.zeros(50)), ["qd has shape (50,)"]),
    "text": (dict(q=[["a", "b"]] * 50), ["q is no array of numbers"]),
    "ragged": (dict(q=[[1.0], [1.0, 2.0]]), ["q is no array of numbers"]),
    "same joint": (dict(joints=("a", "a")), ["joint a is named twice"]),
    "no joints": (dict(joints=()), ["no joints"]),
    "blank joint": (dict(joints=("a", " b")), ["' b'", "without blanks"]),
    "number as joint": (dict(joints=("a", 2)), ["2", "printable text"]),
    "nan run": (
        broken("tau", (slice(10, 14), 1), np.nan),
        ["tau_joint2", "nan", "(sample 10)", "for 4 of 50", "Remove"],
    ),
    "nan runs": (
        broken("q", ([5, 6, 20], 0), np.nan),
        ["q_joint1", "for 2 of 50 samples, 3 in all"],
    ),
    "nan to the end": (
        broken("qd", (slice(48, None), 1), np.nan),
        ["qd_joint2", "(sample 48)", "for 2 of 50"],
    ),
    "infinite": (broken("tau", (3, 0), -np.inf), ["tau_joint1 is -inf", "(sample 3)"]),
    "nan in two": (broken("tau", 7, np.nan), ["tau_joint1", "Also in tau_joint2"]),
    "nan time": (broken("t", 9, np.nan), ["t is nan from sample 9"]),
    "time back": (
        broken("t", slice(30, 32), 0.0),
        ["t goes back", "samples 29 and 30", "2 such places", "Sort"],
    ),
    "time twice": (
        dict(t=np.r_[0, np.arange(49.0)]),
        ["t = 0 s appears twice", "samples 0 and 1; 1 such place)"],
    ),
}


@pytest.mark.parametrize(("changes", "words"), BAD.values(), ids=BAD)
def test_bad_recordings_are_named(changes, words):
    with pytest.raises(InputError) as caught:
        make(source="run.csv", **changes)
    for word in ("log 'run.csv'", *words):
        assert word in str(caught.value)


def test_a_row_written_twice_is_told_from_a_repeated_time():
    log = make()
    twice = np.r_[0:20, 19:50]
    with pytest.raises(
        InputError, match=r"the whole row at t = .* appears twice \(samples 19 and 20; 1"
    ):
        Log(log.joints, log.t[twice], log.q[twice], log.tau[twice])


def test_columns_that_do_not_change_are_noted_for_what_is_left():
    t = np.arange(10.0)
    moving, still = np.sin(t), np.full(10, 0.3)
    log = Log(
        ("a", "b"),
        t,
        np.c_[moving, still],
        np.c_[still, moving],
        np.c_[still, still],
        notes=("by hand",),
    )
    own = ("joint 'b' does not move", "qd_a is constant", "tau_a is constant")
    assert log.notes[0] == "by hand"
    assert [n.startswith(o) for n, o in zip(log.notes[1:], own, strict=True)] == [True] * 3
    assert [n[:9] for n in log.select(["b"]).notes] == ["by hand", "joint 'b'"]
    stop = Log(("a",), t, np.minimum(t, 5.0)[:, None], t[:, None])
    assert stop.notes == ()
    assert stop.select_times(5, 9).notes == ("joint 'a' does not move: its q is constant",)


def test_select_orders_and_drops_joints():
    log = make(3)
    picked = log.select(["joint3", "joint1"])
    assert picked.joints == ("joint3", "joint1")
    for kind in ("q", "qd", "tau"):
        assert np.array_equal(getattr(picked, kind), getattr(log, kind)[:, [2, 0]])
    assert log.select("joint2").joints == ("joint2",)
    assert make(velocities=False).select(["joint2"]).qd is None
    with pytest.raises(InputError, match="no joint elbow; it has joint1, joint2, joint3"):
        log.select(["joint1", "elbow"])
    with pytest.raises(InputError, match="named twice"):
        log.select(["joint1", "joint1"])


def test_between_keeps_time_and_both_ends():
    t = np.arange(11) * 0.5
    log = Log(("a",), t, t[:, None], t[:, None], t[:, None], source="x.csv", sha256="abc")
    cut = log.select_times(1.0, 2.0)
    assert cut.t.tolist() == [1.0, 1.5, 2.0]
    assert cut.qd[:, 0].tolist() == [1.0, 1.5, 2.0]
    assert (cut.source, cut.sha256) == ("x.csv", "abc")
    assert len(log.select_times(-np.inf, np.inf)) == 11
    with pytest.raises(
        InputError, match=r"1 sample between t = 1 and 1.2 s.*runs from t = 0 to 5 s"
    ):
        log.select_times(1.0, 1.2)
    with pytest.raises(InputError, match="0 samples"):
        log.select_times(3.0, 2.0)


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("velocities", [True, False])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_saved_logs_are_read_back_bit_by_bit(tmp_path, suffix, velocities, n):
    log = make(
        n,
        velocities=velocities,
        source="bag/run 1",
        sha256="ab12",
        notes=("tau converted from mNm",),
    )
    path = tmp_path / f"log{suffix}"
    log.save(path)
    back = read_log(path)
    assert back.joints == log.joints
    for kind in ("t", "q", "tau") + ("qd",) * velocities:
        assert getattr(back, kind).tobytes() == getattr(log, kind).tobytes()
    assert (back.qd is None) is not velocities
    assert back.source == str(path)
    assert len(back.sha256) == 64
    assert back.notes == (*log.notes, "saved by dynid from 'bag/run 1', sha256 ab12")
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("suffix", FORMATS)
def test_awkward_joint_names_and_numbers_survive(tmp_path, suffix):
    joints = ("arm/joint 1", 'say "a", b;c', "q_tau_gelenk_ä#1", "a'b\\c", "関節;;;;;;;;;;;;;;;;;;")
    q = np.array(
        [
            [0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1],
            [1 / 3, 2 / 3, -1e-300, 123456789.123456789, 7],
        ]
    )
    log = Log(joints, [0.1, 0.1 + 2**-52], q, -q[:, ::-1])
    log.save(tmp_path / f"log{suffix}")
    back = read_log(tmp_path / f"log{suffix}")
    assert back.joints == joints
    assert (
        back.t.tobytes() + back.q.tobytes() + back.tau.tobytes()
        == log.t.tobytes() + q.tobytes() + log.tau.tobytes()
    )


def test_save_overwrites_only_when_asked(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("precious")
    path.chmod(0o640)
    with pytest.raises(DynidError, match="exists already"):
        make().save(path)
    assert path.read_text() == "precious"
    make().save(path, overwrite=True)
    assert len(read_log(path)) == 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(InputError, match=r"\.xlsx'; expected a name that ends in \.csv"):
        make().save(tmp_path / "log.xlsx")
    with pytest.raises(DynidError, match="does not exist"):
        make().save(tmp_path / "nowhere" / "log.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DynidError, match="folder"):
        make().save(tmp_path / "folder.csv")


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_failed_save_leaves_nothing(tmp_path, suffix, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DynidError, match="No space left on device; nothing was changed"):
        make().save(tmp_path / f"log{suffix}")
    assert os.listdir(tmp_path) == []


def test_units():
    x = np.array([180.0, -90.0])
    assert to_si(x, "deg", "q_a") == pytest.approx([np.pi, -np.pi / 2])
    assert to_si(x, "rpm", "qd_a") == pytest.approx(x * 2 * np.pi / 60)
    assert to_si(np.array([9.0]), "ms", "t").tolist() == [0.009]  # 9 * 1e-3 is not 0.009
    assert to_si(x, "N·m", "tau_a") == pytest.approx(x)
    assert to_si(x, -2, "tau_a") == pytest.approx(-2 * x)
    assert to_si(x, Current(0.05, ratio=100), "tau_a") == pytest.approx(5 * x)
    counts = Counts(4096, ratio=-50, offset=100)
    assert to_si(np.array([100.0, 100 - 4096 * 50]), counts, "q_a") == pytest.approx([0, 2 * np.pi])
    assert to_si(np.array([4096.0]), counts, "qd_a") == pytest.approx([-2 * np.pi / 50])


@pytest.mark.parametrize("logged", [True, False], ids=["qd logged", "qd from q"])
def test_torque_from_the_voltage_of_motors(tmp_path, logged):
    """i = (V - K_E ratio qd) / R, tau = ratio K_T i: a motor's equations, written backwards."""
    K_T, K_E, R, ratio = 0.05, 0.048, 0.8, 30.0
    t = np.arange(2001) / 1000
    q, qd, tau = np.sin(3 * t), 3 * np.cos(3 * t), 5 * np.cos(7 * t)
    volts = R * tau / (ratio * K_T) + K_E * ratio * qd
    columns = {"t": t, "q_a": q, "tau_a": volts} | ({"qd_a": qd} if logged else {})
    np.savez(tmp_path / "log.npz", **columns)
    log = read_log(tmp_path / "log.npz", units={"tau": Voltage(K_T, K_E, R, ratio)})
    off = np.abs(log.tau[:, 0] - tau)[1:-1].max()
    assert off < (1e-12 if logged else 1e-3)  # central differences: 3^3 / 6 dt^2 times the damping
    assert "Voltage(gain=0.05" in " ".join(log.notes)


BAD_UNITS = [
    (
        lambda: to_si(np.ones(2), "degs", "q_a"),
        ["'degs' for 'q_a'", "rad, mrad, deg", "Did you mean 'deg'?"],
    ),
    (lambda: to_si(np.ones(2), "deg", "qd_a"), ["'deg' for 'qd_a'", "Did you mean 'deg/s'?"]),
    (lambda: to_si(np.ones(2), 0.0, "tau_a"), ["0.0 for 'tau_a'", "other than 0"]),
    (lambda: to_si(np.ones(2), None, "tau_a"), ["None", "expected the name of a unit"]),
    (lambda: to_si(np.ones(2), Current(1.0), "q_a"), ["Current", "expected it for 'tau'"]),
    (lambda: to_si(np.ones(2), Counts(10), "tau_a"), ["Counts", "for 'q' or 'qd'"]),
    (lambda: to_si(np.ones(2), Voltage(1.0, 1.0, 1.0), "q_a"), ["Voltage", "for 'tau'"]),
    (lambda: Voltage(1.0, 1.0, 0.0), ["Voltage: got resistance=0.0", "other than 0"]),
    (lambda: Current(0.0), ["Current: got gain=0.0", "other than 0"]),
    (lambda: Current(1.0, ratio=np.inf), ["ratio=inf"]),
    (lambda: Counts(4096, offset=float("nan")), ["Counts: got offset=nan"]),
]


@pytest.mark.parametrize(("call", "words"), BAD_UNITS)
def test_bad_units_are_named(call, words):
    with pytest.raises(InputError) as caught:
        call()
    for word in words:
        assert word in str(caught.value)
