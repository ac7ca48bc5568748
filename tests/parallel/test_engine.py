"""The engine: every task once, on any executor, whatever happens to workers."""

from __future__ import annotations

import errno
import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from dynid.errors import DynidError, InputError
from dynid.parallel import task_worker as performing
from dynid.parallel.result_store import Store
from dynid.parallel.task import Task
from dynid.parallel.task_runner import run
from dynid.parallel.workers import open_crew
from scale_help import counted, deadly, failing, mortal, reads, threads


def tasks_of(folder, count, **more):
    folder.mkdir(exist_ok=True)
    function = mortal if more else counted
    return [
        Task(f"task {x}", function, {"folder": str(folder), "x": x, **more}) for x in range(count)
    ]


def calls(folder):
    return Counter(path.name.split(".")[0] for path in folder.iterdir() if "." in path.name)


def check(outcomes, store, folder, count, twice=0):
    """All done, each counted once, in the order of the tasks; twice: how many may have been done
    again, because a worker died before it handed them over."""
    assert [outcome.name for outcome in outcomes] == [f"task {x}" for x in range(count)]
    assert not any(outcome.failed for outcome in outcomes)
    squares = [store.get(outcome.key)["square"][0] for outcome in outcomes]
    assert squares == [x * x for x in range(count)]
    assert store.get(outcomes[2].key)["word"] == "x = 2"
    assert len(list(store.folder.rglob("*.npz"))) == count
    made = calls(folder)
    assert set(made) == {str(x) for x in range(count)}
    assert sum(made.values()) <= count + twice


def test_any_executor_and_work_that_goes_on(tmp_path):
    store, folder = Store(tmp_path / "store"), tmp_path / "calls"
    with ThreadPoolExecutor(2) as pool, open_crew(executor=pool) as team:
        run(tasks_of(folder, 4), team, store)
    with open_crew() as team:
        outcomes = run(tasks_of(folder, 7), team, store)  # four are there
    check(outcomes, store, folder, 7)
    assert [outcome.kept for outcome in outcomes] == [True] * 4 + [False] * 3
    # half a file is none
    path = store.find_path(outcomes[0].key)
    path.write_bytes(path.read_bytes()[:100])
    with open_crew() as team:
        again = run(tasks_of(folder, 1), team, store)
    assert calls(folder)["0"] == 2
    assert not again[0].kept
    assert store.get(again[0].key)["square"][0] == 0.0


def test_a_killed_process_costs_nothing(tmp_path):
    store, folder = Store(tmp_path / "store"), tmp_path / "calls"
    with open_crew(workers=2) as team:
        outcomes = run(tasks_of(folder, 8, dies=4), team, store)
    assert (folder / "died_4").exists()
    check(outcomes, store, folder, 8, twice=4)  # as many as were on their way


def test_a_task_that_kills_its_worker_is_told_and_the_others_are_done(tmp_path):
    store = Store(tmp_path)
    with open_crew(workers=2) as team:
        outcomes = run([Task(str(x), deadly, {"x": x}) for x in range(6)], team, store)
    assert [bool(outcome.failed) for outcome in outcomes] == [x == 3 for x in range(6)]
    assert "died 3 times" in outcomes[3].failed


def test_failures_are_told_and_stop_nothing(tmp_path):
    told = []
    with open_crew() as team:
        tasks = [Task(str(x), failing, {"x": x}) for x in range(4)]
        tasks.append(Task("lost", reads, {"name": "nowhere.csv"}, ("nowhere.csv",)))
        outcomes = run(tasks, team, Store(tmp_path), told.append)
    reasons = [outcome.failed for outcome in outcomes]
    assert reasons[:4] == ["", "x is 1, expected another.", "ZeroDivisionError: two", ""]
    assert "no file 'nowhere.csv'" in reasons[4]
    assert {outcome.name for outcome in told} == {"0", "1", "2", "3", "lost"}


def test_keys_follow_the_content(tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("same")
    two.write_text("same")

    def key(path, **settings):
        return Task("", reads, settings, (str(path),)).key

    assert key(one) == key(two)
    assert key(one, x=1) != key(one, x=2)
    assert key(one, x=b"a") != key(one, x=b"b")
    two.write_text("other")
    assert key(one) != key(two)


def test_a_worker_that_does_not_see_a_file_gets_it(tmp_path, monkeypatch):
    file = tmp_path / "log.csv"
    file.write_text("1,2,3")
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "part.csv").write_text("4")
    real = performing.Path

    class Elsewhere(type(real())):
        """The file system of a machine that has neither."""

        def exists(self):
            return self not in (file, folder) and super().exists()

    store = Store(tmp_path / "store")
    task = Task("log", reads, {"name": str(file)}, (str(file), str(folder)))
    with open_crew() as team, monkeypatch.context() as patch:
        patch.setattr(performing, "Path", Elsewhere)
        found = store.get(run([task], team, store)[0].key)
    assert found["text"] == "1,2,3"
    assert found["place"] != str(file)
    assert not os.path.exists(found["place"])
    with open_crew() as team, monkeypatch.context() as patch:
        patch.setattr(performing, "Path", Elsewhere)
        patch.setattr("dynid.parallel.task_runner.SHIPPED", 1)
        other = Task("log", reads, {"name": str(file)}, (str(file),))
        (failed,) = run([other], team, Store(tmp_path / "another"))
    assert "does not see" in failed.failed
    assert "shared folder" in failed.failed


def test_object_stores(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://fleet/log.csv", "w") as file:
        file.write("5,6")
    address = "memory://fleet/log.csv"
    store = Store(tmp_path)
    with open_crew() as team:
        (outcome,) = run([Task("log", reads, {"name": address}, (address,))], team, store)
        gone = "memory://fleet/none.csv"
        (lost,) = run([Task("none", reads, {"name": gone}, (gone,))], team, store)
    assert store.get(outcome.key)["text"] == "5,6"
    assert "nothing at" in lost.failed


def test_one_thread_a_worker(tmp_path):
    with open_crew(workers=1) as team:
        store = Store(tmp_path)
        (outcome,) = run([Task("", threads)], team, store)
    assert set(store.get(outcome.key)["threads"]) == {1}


def test_another_version_is_refused(tmp_path, monkeypatch):
    from dynid import version

    with open_crew() as team, monkeypatch.context() as patch:
        patch.setattr(version, "__version__", "9.9")
        with pytest.raises(DynidError, match=r"has dynid 9\.9, this is dynid 0\."):
            run([Task("", failing, {"x": 0})], team, Store(tmp_path))


def test_a_full_disk_keeps_what_is_finished(tmp_path, monkeypatch):
    store, folder = Store(tmp_path / "store"), tmp_path / "calls"
    with open_crew() as team:
        run(tasks_of(folder, 2), team, store)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", _full)
            with pytest.raises(DynidError, match="No space left"):
                run(tasks_of(folder, 3), team, store)
        outcomes = run(tasks_of(folder, 2), team, store)
    assert all(outcome.kept for outcome in outcomes)


def _full(_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_bad_crews():
    for wrong in ({"workers": 0}, {"workers": 2, "scheduler": "tcp://127.0.0.1:1"}):
        with pytest.raises(InputError), open_crew(**wrong):
            pass


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_a_scheduler_that_does_not_answer():
    pytest.importorskip("distributed")
    began = time.monotonic()
    with (
        pytest.raises(InputError, match="no Dask scheduler answers"),
        open_crew("tcp://127.0.0.1:9"),
    ):
        pass
    assert time.monotonic() - began < 15
    with pytest.raises(InputError, match="no Dask scheduler answers"), open_crew("nonsense"):
        pass
