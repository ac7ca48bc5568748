"""Files that belong together appear together, whatever ends the run; nothing is read that is no
file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from dynid.data.log_reading import read_log
from dynid.errors import DynidError
from dynid.files import settle, write_folders, write_together, write_whole
from dynid.identification.estimate import Estimate
from dynid.robot.robot_loading import load_robot

NAMES = ("a.txt", "b.txt", "c.txt")

#: writes three files; the process dies at the n-th system call of those that change a folder
KILLED = """
import os, signal, sys
from pathlib import Path
from dynid.files import write_together, write_whole

left = int(sys.argv[2])
def dying(call):
    def counted(*args, **kwargs):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return call(*args, **kwargs)
    return counted

for name in ("replace", "mkdir", "fsync", "rmdir"):
    setattr(os, name, dying(getattr(os, name)))
with write_together(sys.argv[1], overwrite=True) as folder:
    for name in ("a.txt", "b.txt", "c.txt"):
        write_whole(folder / name, "new")
print(left)
"""


def run(code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
    )


def contents(folder):
    """Of the files that a user sees."""
    if not folder.is_dir():
        return set()
    return {path.read_text() for path in folder.iterdir() if not path.name.startswith(".")}


def litter(folder):
    return [path for path in folder.rglob(".*") if path.suffix in (".part", ".whole")]


@pytest.mark.parametrize("there", [True, False], ids=["existing", "new"])
def test_a_killed_run_leaves_all_or_nothing(tmp_path, there):
    """Killed before each step in turn; the next run settles what is left."""
    ends, seen = 99, []
    for step in range(ends):
        folder = tmp_path / f"{step}" / "result"
        folder.parent.mkdir()
        if there:
            folder.mkdir()
            (folder / "mine.txt").write_text("old")
            for name in NAMES:
                (folder / name).write_text("old")
        done = run(KILLED, folder, step)
        ended = done.returncode == 0
        assert ended or done.returncode == -signal.SIGKILL, done.stderr
        settle(folder.parent)
        settle(folder)
        assert litter(folder.parent) == []
        found = contents(folder)
        seen.append(found)
        if there:
            assert (folder / "mine.txt").read_text() == "old"
            (folder / "mine.txt").unlink()
            found = contents(folder)
            assert found in ({"old"}, {"new"})
            assert len(list(folder.iterdir())) == len(NAMES)
        else:
            assert found in (set(), {"new"})
            assert not folder.is_dir() or len(list(folder.iterdir())) == len(NAMES)
        if ended:
            break
    assert step > 7  # it was killed at many places, before and after the files counted as written
    assert ended
    assert len({frozenset(each) for each in seen}) == 2


FULL = """
import resource, sys
from pathlib import Path
from dynid.errors import DynidError
from dynid.files import write_folders

resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
one, two = Path(sys.argv[1]), Path(sys.argv[2])
try:
    write_folders({one: {"a.txt": "new", "b.txt": "new"}, two: {"c.txt": "x" * 20_000}}, True)
except DynidError as error:
    print(error)
"""


@pytest.mark.parametrize("there", [True, False], ids=["existing", "new"])
def test_a_full_disk_changes_nothing(tmp_path, there):
    one, two = tmp_path / "one", tmp_path / "two"
    if there:
        one.mkdir()
        (one / "a.txt").write_text("old")
    done = run(FULL, one, two)
    assert f"cannot write '{two / 'c.txt'}'" in done.stdout, done.stderr
    assert "nothing was changed" in done.stdout
    assert contents(one) == ({"old"} if there else set())
    assert one.is_dir() is there
    assert not two.exists()
    assert litter(tmp_path) == []


def test_what_another_run_is_writing_stays(tmp_path):
    with write_together(tmp_path / "out") as first:
        write_whole(first / "a.txt", "1")
        with write_together(tmp_path / "out") as second:
            assert first.is_dir()
            write_whole(second / "b.txt", "2")
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"a.txt", "b.txt"}


def test_a_file_in_use_is_not_taken_for_litter(tmp_path):
    code = (
        "import sys, time; from dynid.files import write_whole;"
        "write_whole(sys.argv[1], lambda f: (f.write(b'x'), print('in', flush=True), input()))"
    )
    writing = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "slow.txt")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert writing.stdout.readline() == b"in\n"
        write_whole(tmp_path / "other.txt", "y")
        assert len(litter(tmp_path)) == 1
        writing.communicate(b"\n", timeout=30)
        assert (tmp_path / "slow.txt").read_text() == "x"
        assert litter(tmp_path) == []
    finally:
        writing.kill()
        writing.wait()


def test_litter_of_a_killed_run_goes_with_the_next_one(tmp_path):
    old = tmp_path / f".report.html.{'0' * 32}.part"
    old.write_text("half")
    own = tmp_path / ".mine.part"  # not of dynid: its name has another form
    own.write_text("mine")
    write_whole(tmp_path / "other.txt", "text")
    assert not old.exists()
    assert own.exists()


def test_nothing_is_overwritten_unasked_and_links_stay_links(tmp_path):
    out = tmp_path / "out"
    write_folders({out: {"a.txt": "1"}})
    with pytest.raises(DynidError, match="exists already"):
        write_folders({out: {"b.txt": "2", "a.txt": "2"}})
    assert contents(out) == {"1"}
    (tmp_path / "far.txt").write_text("old")
    (out / "link.txt").symlink_to(tmp_path / "far.txt")
    (out / "a.txt").chmod(0o640)
    write_folders({out: {"a.txt": "new", "link.txt": "new"}}, overwrite=True)
    assert (out / "link.txt").is_symlink()
    assert (tmp_path / "far.txt").read_text() == "new"
    assert (out / "a.txt").stat().st_mode & 0o777 == 0o640
    assert litter(tmp_path) == []


def test_an_error_names_the_folder_and_not_the_place_of_the_moment(tmp_path):
    with pytest.raises(DynidError) as caught, write_together(tmp_path / "out") as stage:
        write_whole(stage / "no" / "a.txt", "1")
    assert ".part" not in str(caught.value)
    assert str(tmp_path / "out" / "no") in str(caught.value)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("read", [load_robot, read_log, Estimate.load])
@pytest.mark.parametrize("kind", ["a named pipe", "a device", "a device that never ends"])
def test_what_is_no_file_is_refused_at_once(tmp_path, read, kind):
    path = tmp_path / "robot.urdf"
    if kind == "a named pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null" if kind == "a device" else "/dev/zero")
    began = time.perf_counter()
    with pytest.raises(
        DynidError, match=r"is a (named pipe|device), expected .* into a file first"
    ):
        read(path)
    assert time.perf_counter() - began < 5
