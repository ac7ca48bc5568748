"""Logs as people have them: read or repaired, with a note of what was done; and what cannot be
repaired without guessing is refused with words."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.data.log_reading import read_log
from dynid.errors import InputError
from read_help import says

N = 60


def samples(seed=0):
    """t, q, tau of two joints."""
    rng = np.random.default_rng(seed)
    return 0.01 * np.arange(N), rng.normal(size=(N, 2)), rng.normal(size=(N, 2))


def table(t, q, tau):
    return np.column_stack([t, q, tau])


def text(rows, delimiter=",", comma=False, header="t,q_a,q_b,tau_a,tau_b"):
    lines = [delimiter.join(repr(float(x)) for x in row) for row in rows]
    body = "\n".join(line.replace(".", ",") if comma else line for line in lines)
    return f"{header.replace(',', delimiter)}\n{body}\n"


@pytest.fixture
def write(tmp_path):
    def write(content, name="log.csv"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return path

    return write


def equal(log, t, q, tau):
    np.testing.assert_array_equal(log.t, t)
    np.testing.assert_array_equal(log.q, q)
    np.testing.assert_array_equal(log.tau, tau)


@pytest.fixture(params=["pyarrow", "numpy"])
def engine(request, monkeypatch):
    if request.param == "numpy":
        monkeypatch.setattr("dynid.data.formats.text._load_fast", lambda text, places: None)


@pytest.mark.parametrize("delimiter", [";", "\t", " "])
def test_decimal_commas(write, engine, delimiter):
    rows = samples()
    log = read_log(write(text(table(*rows), delimiter, comma=True)))
    equal(log, *rows)
    assert "numbers are written with decimal commas" in log.notes


def test_decimal_commas_in_quotes(write):
    t, q, tau = samples()
    body = "\n".join(
        ",".join(f'"{float(x)!r}"'.replace(".", ",") for x in row) for row in table(t, q, tau)
    )
    equal(read_log(write(f"t,q_a,q_b,tau_a,tau_b\n{body}\n")), t, q, tau)


def test_semicolons_with_points_stay_as_they_are(write, engine):
    rows = samples()
    log = read_log(write(text(table(*rows), ";")))
    equal(log, *rows)
    assert not [note for note in log.notes if "comma" in note]


def test_points_among_decimal_commas_are_not_guessed(write, engine):
    content = "t;q_a;tau_a\n0,0;1,5;2,5\n0,1;1.234;3,5\n0,2;1,5;2,5\n"
    says(["line 3, column 'q_a': got '1.234'", "write all of them in the same way"], write(content))


@pytest.mark.parametrize("word", ["", "NA", "null", "N/A", "-", "nan"])
def test_empty_cells(write, engine, word):
    t, q, tau = samples()
    lines = text(table(t, q, tau)).splitlines()
    cells = lines[6].split(",")
    lines[6] = ",".join([*cells[:2], word, *cells[3:]])
    path = write("\n".join(lines) + "\n")
    with pytest.raises(InputError, match="clean=True"):
        read_log(path)
    log = read_log(path, clean=True)
    keep = np.arange(N) != 5
    equal(log, t[keep], q[keep], tau[keep])
    assert "1 rows removed: not all numbers" in log.notes


def test_an_unfinished_last_row(write, engine):
    t, q, tau = samples()
    path = write(text(table(t, q, tau)) + "0.6,1.25")
    says(["line 62: 2 cells, expected 5"], path)
    log = read_log(path, clean=True)
    equal(log, t, q, tau)
    assert "1 rows removed: not all numbers" in log.notes


def test_words_are_refused_even_so(write, engine):
    path = write("t,q_a,tau_a\n0,1,2\n1,error,3\n2,3,4\n")
    says(["line 3, column 'q_a': got 'error'"], path, clean=True)


ORDERS = {
    "late by a few": lambda rng: np.argsort(np.arange(N) + rng.uniform(0, 4, N)),
    "mixed": lambda rng: rng.permutation(N),
    "newest first": lambda rng: np.arange(N)[::-1],
    "second half first": lambda rng: np.roll(np.arange(N), N // 2),
}


@pytest.mark.parametrize("name", ORDERS)
def test_rows_out_of_order(write, name):
    t, q, tau = samples()
    order = ORDERS[name](np.random.default_rng(1))
    path = write(text(table(t, q, tau)[order]))
    says(["t goes back", "clean=True"], path)
    log = read_log(path, clean=True)
    equal(log, t, q, tau)
    assert any("rows sorted by time" in note for note in log.notes)


def test_two_recordings_are_not_mixed_into_one(write):
    t, q, tau = samples()
    twice = np.concatenate([table(t, q, tau), table(t + 0.003, *samples(1)[1:])])
    twice = np.concatenate([twice, table(t + 0.004, *samples(2)[1:])])
    says(["t goes back", "several recordings"], write(text(twice)), clean=True)


def test_coarse_stamps_with_a_stated_rate(write):
    t, q, tau = samples()
    stamps = np.floor(t / 0.05 + 1e-9) * 0.05
    path = write(text(table(stamps, q, tau)))
    says(["appears twice, with different values", "rate='1000'"], path)
    log = read_log(path, rate=100)
    np.testing.assert_allclose(log.t, t, atol=1e-12)
    np.testing.assert_array_equal(log.q, q)
    assert any(
        "t is even at 100 Hz, as given; the time stamps, 0.05 s apart" in n for n in log.notes
    )
    says(["do not fit rate=200 Hz", "are 107.273 Hz on average"], path, rate=200)
    for wrong in (0, -1, np.nan, True, "fast"):
        says(["expected samples per second"], path, rate=wrong)


def test_a_rate_does_not_close_gaps(write):
    t, q, tau = samples()
    lost = t + np.where(t > 0.3, 2.0, 0.0)
    path = write(text(table(np.floor(lost / 0.05 + 1e-9) * 0.05, q, tau)))
    says(["samples were lost", "the longest step is 2 s, at t = 0.3 s"], path, rate=100)


def test_a_rate_where_no_time_was_recorded(write):
    t, q, tau = samples()
    path = write(text(np.column_stack([q, tau]), header="q_a,q_b,tau_a,tau_b"))
    np.testing.assert_allclose(read_log(path, rate=100).t, t, atol=1e-12)


DATES = "2026-11-16{}12:00:{:06.3f}{}"


@pytest.mark.parametrize(("between", "zone"), [(" ", ""), ("T", "Z"), (" ", "+01:00")])
def test_dates_as_time(write, between, zone):
    t, q, tau = samples()
    lines = text(table(t, q, tau), header=",q_a,q_b,tau_a,tau_b").splitlines()
    stamps = [DATES.format(between, x, zone) for x in t]
    rows = [f"{s},{line.split(',', 1)[1]}" for s, line in zip(stamps, lines[1:])]
    log = read_log(write("\n".join([lines[0], *rows]) + "\n"))  # as pandas writes its index
    np.testing.assert_allclose(log.t, t, atol=1e-9)
    np.testing.assert_array_equal(log.tau, tau)
    assert any(note.startswith("by the layout of the file, t is ''") for note in log.notes)
    rows[7] = "," + rows[7].split(",", 1)[1]
    path = write("\n".join([lines[0], *rows]) + "\n")
    keep = np.arange(N) != 7
    says(["line 9, column ''", "expected a date"], path)
    np.testing.assert_allclose(read_log(path, clean=True).t, t[keep], atol=1e-9)


def parquet(path, columns, metadata=None):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table(columns).replace_schema_metadata(metadata), path)
    return path


def lists(array):
    return [row.tolist() for row in np.asarray(array, dtype=np.float32)]


@pytest.fixture
def lerobot(tmp_path):
    """Two episodes of a dataset: lists in the columns, joints in meta/info.json."""
    t, q, tau = samples()
    (tmp_path / "meta").mkdir()
    names = {"motors": ["a.pos", "b.pos"]}
    info = {"features": {"observation.state": {"dtype": "float32", "names": names}}}
    (tmp_path / "meta" / "info.json").write_text(json.dumps(info))
    folder = tmp_path / "data" / "chunk-000"
    folder.mkdir(parents=True)
    columns = {
        "observation.state": lists(np.concatenate([q, q + 1])),
        "observation.effort": lists(np.concatenate([tau, tau])),
        "action": lists(np.concatenate([q, q])),
        "timestamp": np.tile(t, 2).astype(np.float32),
        "frame_index": np.tile(np.arange(N), 2),
        "episode_index": np.repeat([0, 1], N),
        "index": np.arange(2 * N),
    }
    return parquet(folder / "file-000.parquet", columns), (t, q, tau), columns


def test_lerobot(lerobot, tmp_path):
    path, (t, q, tau), columns = lerobot
    says(["holds 2 episodes, 0 to 1", "only={'episode_index': 0.0}"], path)
    log = read_log(path, only={"episode_index": 1})
    assert log.joints == ("a", "b")
    np.testing.assert_allclose(log.t, t, atol=1e-6)
    np.testing.assert_allclose(log.q, q + 1, rtol=1e-6)
    np.testing.assert_allclose(log.tau, tau, rtol=1e-6)
    assert "only the 60 of 120 rows with episode_index = 1" in log.notes
    assert "by the layout of the file, tau is 'observation.effort'" in log.notes
    done = dynid("convert", path, "-o", "run.csv", "--only", "episode_index=1", cwd=tmp_path)
    assert "only the 60 of 120 rows" in done.stdout, done.stderr
    equal(read_log(tmp_path / "run.csv"), log.t, log.q, log.tau)
    del columns["observation.effort"]
    bare = parquet(tmp_path / "bare.parquet", columns)
    says(["positions 'q' but no torques 'tau'", "columns={'tau': '...'}"], bare)
    says(["no row with episode_index = 7; it has 0, 1"], path, only={"episode_index": 7})
    says(["no column 'episode'", "'episode_index'?"], path, only={"episode": 7})


def test_lists_of_other_lengths(tmp_path):
    columns = {"t": [0.0, 1.0], "q": [[1.0], [1.0, 2.0]], "tau": [[1.0], [1.0]]}
    says(["different lengths"], parquet(tmp_path / "log.parquet", columns), joints=["a"])


def test_a_folder_of_parquet_files_is_one_log(tmp_path):
    t, q, tau = samples()
    folder = tmp_path / "set"
    folder.mkdir()
    for k, part in enumerate((slice(0, 9), slice(9, None))):
        columns = {"t": t[part], "q_a": q[part, 0], "q_b": q[part, 1]}
        columns |= {"tau_a": tau[part, 0], "tau_b": tau[part, 1]}
        parquet(folder / f"part-{k}.parquet", columns)
    (folder / "_SUCCESS").touch()
    equal(read_log(folder), t, q, tau)
    parquet(folder / "part-2.parquet", {"t": t, "q_a": q[:, 0]})
    says(["part-2.parquet: got the columns t, q_a", "expected those of part-0.parquet"], folder)


def test_tables_of_pandas(tmp_path):
    """Columns of two levels, and the index as a column: as DataFrame.to_parquet writes them."""
    pa = pytest.importorskip("pyarrow")
    t, q, tau = samples()
    columns = {
        "('q', 'a')": q[:, 0],
        "('q', 'b')": q[:, 1],
        "('tau', 'a')": tau[:, 0],
        "('tau', 'b')": tau[:, 1],
        "__index_level_0__": pa.array((t * 1e9).round().astype(np.int64)).cast(pa.timestamp("ns")),
    }
    story = {"pandas": json.dumps({"index_columns": ["__index_level_0__"]})}
    log = read_log(parquet(tmp_path / "log.parquet", columns, story))
    assert log.joints == ("a", "b")
    np.testing.assert_allclose(log.t, t, atol=1e-9)
    np.testing.assert_array_equal(log.q, q)
    columns["__index_level_0__"] = t  # of numbers, nobody knows the unit
    bare = parquet(tmp_path / "bare.parquet", columns)
    says(["no time 't'", "Pass time='__index_level_0__' if that is it"], bare)
    equal(read_log(bare, time="__index_level_0__"), t, q, tau)


@pytest.mark.parametrize("column", [0, 1, 3])
def test_numbers_that_are_no_measurements(write, column):
    t, q, tau = samples()
    rows = table(t, q, tau)
    rows[9 if column else -1, column] = 1e300
    model = di.Model(di.load_robot("pendulum"))
    header = "t,q_joint1,x,tau_joint1,y"
    names = {"t": "t", "q_" + model.robot.actuated[0]: "q_joint1"}
    path = write(text(rows, header=header))
    log = read_log(path, {**names, "tau_" + model.robot.actuated[0]: "tau_joint1"})
    with pytest.raises(InputError, match=r"is 1e\+300 in sample"):
        di.process(log, model)
    if column:
        mended = read_log(
            path, {**names, "tau_" + model.robot.actuated[0]: "tau_joint1"}, clean=True
        )
        assert len(mended) == N - 1
        assert "1 rows removed: numbers beyond 1e+12" in mended.notes
