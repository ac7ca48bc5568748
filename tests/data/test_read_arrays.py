"""read_log on files of arrays: npz, MATLAB, HDF5, Parquet; believed by content, damaged ones
refused."""

from __future__ import annotations

import shutil
import sys

import numpy as np
import pytest

from dynid.data.log import Log
from dynid.data.log_reading import read_log
from dynid.errors import DynidError
from read_help import TAU, Q, T, check, says

MATRIX = {"time": np.array(T), "pos": np.c_[Q, TAU, T], "eff": np.c_[TAU, T, Q]}
MAPPED = {"t": "time", "q": "pos", "tau": "eff"}


def save(path, arrays):
    if path.suffix == ".npz":
        np.savez(path, **arrays)
    elif path.suffix == ".mat":
        from scipy.io import savemat

        savemat(path, arrays)
    else:
        import h5py

        with h5py.File(path, "w") as h5:
            for name, array in arrays.items():
                h5[name] = array
    return path


@pytest.mark.parametrize("suffix", [".npz", ".mat", ".h5"])
def test_matrices(tmp_path, suffix):
    path = save(tmp_path / f"log{suffix}", MATRIX)
    check(read_log(path, MAPPED, joints=("a", "b", "c")), "abc")
    says(["'q' is an array whose columns have no names", "joints=("], path, columns=MAPPED)
    says(["q ('pos') has shape (3, 3), expected (3, 2)"], path, columns=MAPPED, joints=("a", "b"))
    says(
        ["'pose', which is not in the file", "Did you mean 'pos'?"],
        path,
        columns={**MAPPED, "q": "pose"},
    )
    says(["but no torques 'tau'"], path, columns={"t": "time", "q": "pos"}, joints="abc")
    both = {
        "t": T,
        "q": np.c_[Q, Q].T,
        "tau": np.c_[TAU, TAU],
        "joints": np.array(["a", "b"], dtype=object),
    }
    if suffix == ".npz":
        both["joints"] = np.array(["a", "b"])
    log = check(read_log(save(tmp_path / f"other{suffix}", both)), "ab")
    assert any("with one row per joint" in note for note in log.notes)
    check(read_log(save(tmp_path / f"again{suffix}", both), joints=["b"]), "b")
    says(["no joint c; it has a, b"], tmp_path / f"other{suffix}", joints=["c"])
    one = {"t": T, "q_a": Q, "tau_a": np.array(TAU)[:, None]}
    check(read_log(save(tmp_path / f"one{suffix}", one)))
    mixed = save(tmp_path / f"mixed{suffix}", {**MATRIX, "q_filter": T, "tau_filter": T})
    check(read_log(mixed, MAPPED, joints=("a", "b", "c")), "abc")
    check(read_log(save(tmp_path / f"flat{suffix}", {"t": T, "q": Q, "tau": TAU}), joints="a"))
    says(
        ["tau_a has 2 samples, expected 3"],
        save(tmp_path / f"short{suffix}", {**one, "tau_a": TAU[:2]}),
    )
    says(
        ["q_a", "instead of numbers"],
        save(tmp_path / f"complex{suffix}", {**one, "q_a": np.array(Q) * 1j}),
    )


def test_structs_and_groups(tmp_path):
    from scipy.io import savemat

    run = {"t": T, "arm": {"q": Q, "tau": TAU}}
    savemat(tmp_path / "log.mat", {"run": run, "remark": "x"})
    names = {"t": "run.t", "q_a": "run.arm.q", "tau_a": "run.arm.tau"}
    check(read_log(tmp_path / "log.mat", names))
    says(["no time 't' among run.t 3, run.arm.q 3"], tmp_path / "log.mat")
    path = save(tmp_path / "log.h5", {"run/t": T, "run/arm/q": Q, "run/arm/tau": TAU})
    check(read_log(path, {name: there.replace(".", "/") for name, there in names.items()}))
    says(["among run/arm/q 3, run/arm/tau 3, run/t 3"], path)


def test_matlab_7_3(tmp_path):
    """As MATLAB writes it: a header of 512 bytes, arrays turned, text as numbers, cells as
    references."""
    import h5py

    path = tmp_path / "log.mat"
    with h5py.File(path, "w", userblock_size=512) as h5:
        wide = {"t": np.array(T)[None], "q": np.c_[Q, T].T, "tau": np.c_[TAU, T].T}
        for name, array in {**wide, "run/t": wide["t"]}.items():
            h5[name] = array
            h5[name].attrs["MATLAB_class"] = np.bytes_("double")
        for k, word in enumerate(("a", "elbow")):
            h5[f"#refs#/{k}"] = np.array([[ord(c)] for c in word], dtype=np.uint16)
            h5[f"#refs#/{k}"].attrs["MATLAB_class"] = np.bytes_("char")
        h5["joints"] = np.array([[h5["#refs#/0"].ref], [h5["#refs#/1"].ref]], dtype=h5py.ref_dtype)
        h5["joints"].attrs["MATLAB_class"] = np.bytes_("cell")
    with open(path, "r+b") as file:
        file.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + b"\x00\x02IM")
    log = check(read_log(path), ("a", "elbow"))
    assert log.notes == ()
    check(read_log(path, time="run.t"), ("a", "elbow"))


def test_parquet_of_others(tmp_path):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    start = 1_700_000_000_123_456_789
    stamps = pa.array([start, start + 500_000_000, start + 10**9])
    columns = {
        "stamp": stamps.cast(pa.timestamp("ns")),
        "ns": stamps,
        "q_a": Q,
        "tau_a": TAU,
        "mode": ["x", "y", "z"],
    }
    path = tmp_path / "log.parquet"
    parquet.write_table(pa.table(columns), path)
    assert f"recorded as {start}" in check(read_log(path, time="stamp")).notes[0]
    check(read_log(path, time="ns", units={"t": "ns"}))
    says(["'mode' holds object instead of numbers"], path, columns={"t": "ns", "q_a": "mode"})
    parquet.write_table(pa.table({"t": T, "q_a": [0.1, None, 0.4], "tau_a": TAU}), path)
    says(["q_a is nan from t = 0.5 s (sample 1) on for 1 of 3"], path)


def test_velocities_that_are_all_nan_are_left_out(tmp_path):
    arrays = {"t": T, "q": Q, "tau": TAU, "qd": [np.nan] * 3}
    log = check(read_log(save(tmp_path / "log.npz", arrays), joints="a"))
    assert log.qd is None
    assert log.notes == ("velocities ignored: nan throughout for at least one joint",)


@pytest.mark.parametrize("suffix", [".csv", ".npz", ".parquet", ".h5", ".mat"])
def test_content_is_believed_before_the_name(tmp_path, suffix):
    Log(("a",), T, np.array(Q)[:, None], np.array(TAU)[:, None]).save(tmp_path / f"log{suffix}")
    for wrong in (".csv", ".parquet", ".h5", ".npz", ".bag", ".log"):
        shutil.copy(tmp_path / f"log{suffix}", tmp_path / f"other{wrong}")
        check(read_log(tmp_path / f"other{wrong}"))


@pytest.mark.parametrize("suffix", [".npz", ".parquet", ".h5", ".mat"])
def test_damaged_files(tmp_path, suffix):
    rng = np.random.default_rng(0)
    path = tmp_path / f"log{suffix}"
    Log(("a",), np.arange(999.0), *rng.standard_normal((2, 999, 1))).save(path)
    whole = path.read_bytes()
    for size in (200, len(whole) // 2, len(whole) - 20):
        path.write_bytes(whole[:size])
        says(["cannot be read as", str(path)], path)
    path.write_bytes(b"\x00" * 300)
    says([str(path)], path)


def test_pickles_are_not_opened(tmp_path):
    np.savez(tmp_path / "log.npz", t=T, q_a=np.array([print, 1, 2], dtype=object), tau_a=TAU)
    says(["cannot be read as npz", "Python objects are not read"], tmp_path / "log.npz")


@pytest.mark.parametrize(
    ("suffix", "package", "extra"), [(".parquet", "pyarrow", "parquet"), (".h5", "h5py", "hdf5")]
)
def test_a_missing_package_names_its_extra(tmp_path, monkeypatch, suffix, package, extra):
    log = Log(("a",), T, np.array(Q)[:, None], np.array(TAU)[:, None])
    log.save(tmp_path / f"log{suffix}")
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.setitem(sys.modules, name, None)
    for call in (
        lambda: read_log(tmp_path / f"log{suffix}"),
        lambda: log.save(tmp_path / f"new{suffix}"),
    ):
        with pytest.raises(DynidError, match=rf"'{package}'.*pip install 'dynid\[{extra}\]'"):
            call()
    assert not (tmp_path / f"new{suffix}").exists()
