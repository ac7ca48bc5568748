"""The cache of compiled kernels: damaged files are rebuilt, and nothing is run that another user
could have put there."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from dynid import clock
from dynid.compiling import machine, place, processor, source, store

#: one small kernel, in a file of its own as those of dynid are
KERNEL = """
from dynid.compiling import kernel

@kernel
def twice(x):
    return 2.0 * x
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Compiles the kernel, or takes it from the cache in a place, as a new process would; returns
    what was said."""
    text = tmp_path / "small.py"
    text.write_text(KERNEL)

    def run(cache: Path) -> str:
        fresh(monkeypatch, cache)
        assert loaded(text).twice(21.0) == 42.0
        monkeypatch.undo()
        said = capsys.readouterr().err
        return "" if said.startswith("dynid: compiling kernels, once") else said

    return run


def fresh(monkeypatch, cache: Path) -> None:
    """As a new process with this cache would start."""
    monkeypatch.setenv("DYNID_CACHE_DIR", str(cache))
    monkeypatch.setattr(place, "cache_folder", place.cache_folder.__wrapped__)
    monkeypatch.setattr(store.Said, "trouble", False)
    monkeypatch.setattr(store.Said, "compiling", False)
    monkeypatch.setattr(store.Said, "compiled", 0)
    monkeypatch.setattr(clock.Running, "command", "")
    source._lines.cache_clear()


def loaded(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files(cache: Path, ending: str = ".kernel") -> list[Path]:
    return [path for path in cache.rglob(f"*{ending}") if "twice" in path.name]


def flip(path: Path) -> None:
    """One byte in the middle: still a pickle, but other machine code."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [flip, cut, empty], ids=lambda f: f.__name__)
def test_a_damaged_file_is_rebuilt_with_one_line(run, tmp_path, damage):
    cache = tmp_path / "cache"
    assert run(cache) == ""
    (path,) = files(cache)
    whole = path.stat().st_mtime_ns
    assert run(cache) == ""
    assert path.stat().st_mtime_ns == whole  # it was used
    damage(path)
    said = run(cache)
    assert said.count("\n") == 2  # and that kernels are compiled
    assert said.startswith("dynid: rebuilding compiled kernels: a file of the cache is damaged")
    assert run(cache) == ""


def shared(folder: Path) -> None:
    folder.chmod(0o777)


def of_others(folder: Path) -> None:
    os.chown(folder, 12345, 12345)


SPOILT = [shared]
if hasattr(os, "getuid") and os.getuid() == 0:  # only root can give a file away
    SPOILT.append(of_others)


def test_planted_code_is_not_run(run, tmp_path):
    """Neither a file without the digest at its end, nor one of another user with it."""
    cache = tmp_path / "cache"
    run(cache)
    (path,) = files(cache)
    planted = b"f\nthis is not machine code"
    path.write_bytes(planted)
    assert "damaged" in run(cache)
    for spoil in SPOILT:
        path.write_bytes(planted + sha256(planted).digest())
        spoil(path)
        assert "damaged" in run(cache)


@pytest.mark.parametrize("spoil", SPOILT, ids=lambda f: f.__name__)
@pytest.mark.parametrize("above", [0, 1, 2], ids=["kernels", "dynid", "given"])
def test_a_folder_that_others_can_write_is_not_used(run, tmp_path, spoil, above):
    """Nothing in it is read, even where every file looks right: what is planted there would end
    the process."""
    cache = tmp_path / "cache"
    run(cache)
    planted = b"f\nthis is not machine code"
    files(cache)[0].write_bytes(planted + sha256(planted).digest())
    (folder,) = (cache / "dynid").iterdir()
    spoil([folder, *folder.parents][above])
    assert "compiling kernels, without a cache" in run(cache)


def chosen(monkeypatch, **environment: str | None) -> tuple[str, str]:
    for name in ("DYNID_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found: tuple[str, str] = place.cache_folder.__wrapped__()
    return found


def test_why_there_is_no_cache_is_said(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    folder, why = chosen(monkeypatch, DYNID_CACHE_DIR=str(cache))
    assert folder.startswith(str(cache))
    assert why == ""
    assert os.stat(folder).st_mode & 0o777 == 0o700
    shared(cache)
    assert chosen(monkeypatch, DYNID_CACHE_DIR=str(cache)) == (
        "",
        f"others may write to '{cache}'; mend that, or set DYNID_CACHE_DIR to a folder of your own",
    )
    file = tmp_path / "file"
    file.write_text("")
    assert "no folder can be made for it" in chosen(monkeypatch, XDG_CACHE_HOME=str(file))[1]


def test_a_link_to_a_place_of_others_is_followed_and_refused(tmp_path, monkeypatch):
    real, mine = tmp_path / "real", tmp_path / "mine"
    (real / "dynid").mkdir(parents=True)
    mine.mkdir()
    (mine / "dynid").symlink_to(real / "dynid")
    assert chosen(monkeypatch, DYNID_CACHE_DIR=str(mine))[0].startswith(str(real))
    shared(real)
    folder, why = chosen(monkeypatch, DYNID_CACHE_DIR=str(mine))
    assert folder == ""
    assert f"others may write to '{real}'" in why


def test_no_home_is_no_traceback(tmp_path, monkeypatch):
    """Neither a home that cannot be made, nor a user without one; and the temporary folder, whose
    name anybody can tell, takes the place of none."""
    kept = tmp_path / "temporary"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    assert chosen(monkeypatch, HOME="/proc/nothing", TMPDIR=str(kept))[0] == ""

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert "no home directory" in chosen(monkeypatch)[1]
    assert list(kept.iterdir()) == []


def test_a_run_without_a_cache_says_so_once(tmp_path):
    path = tmp_path / "small.py"
    path.write_text(KERNEL + "print(twice(21.0), twice(21))\n")
    outer = {k: v for k, v in os.environ.items() if k not in ("DYNID_CACHE_DIR", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, str(path)],
        capture_output=True,
        text=True,
        env=outer | {"HOME": "/proc/nothing"},
        timeout=300,
    )
    assert done.stdout == "42.0 42.0\n"
    assert done.stderr.count("\n") == 1
    assert "compiling kernels, without a cache" in done.stderr
    assert "set DYNID_CACHE_DIR" in done.stderr


#: three kernels, of which one calls another
THREE = """
from dynid.compiling import inlined, kernel

FACTOR = 2.0

@inlined
def scaled(x):
    return FACTOR * x

@kernel
def twice(x):
    return scaled(x)

@kernel
def alone(x):
    return x + 1.0
"""


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """The kernels of THREE that are compiled, not loaded, by a new process with changed text."""
    text, cache, machines = tmp_path / "three.py", tmp_path / "cache", machine.machine_code

    def compiled(old: str = "", new: str = "", **changes) -> list[str]:
        text.write_text(THREE.replace(old, new) if old else THREE)
        fresh(monkeypatch, cache)
        for name, value in changes.items():
            monkeypatch.setattr(processor, name, value)
        made = []

        def counted(assembly: str, *target: str) -> bytes:
            made.append("alone" if "three.alone" in assembly else "twice")
            return machines(assembly, *target)

        monkeypatch.setattr(machine, "machine_code", counted)
        module = loaded(text)
        factor = module.FACTOR if "FACTOR * x" in text.read_text() else 3.0
        assert module.twice(21.0) == factor * 21.0
        assert module.alone(1.0) == 2.0
        monkeypatch.undo()
        return made

    return compiled


def test_an_edit_recompiles_what_depends_on_it(compiled):
    assert compiled() == ["twice", "alone"]
    assert compiled() == []
    assert compiled("FACTOR * x", "3.0 * x") == ["twice"]  # the function it calls
    assert compiled("FACTOR = 2.0", "FACTOR = 5.0") == ["twice"]  # a constant that it reads
    assert compiled() == []


#: kernels that work through as many numbers at a time as a constant says
LANES = """
import numpy as np
from dynid.compiling import inlined, kernel, variant

W = 4
ROW = np.arange(4.0)

@inlined
def one(x, w):
    return x + ROW[w]

@kernel
def total(x):
    found = 0.0
    for w in range(W):
        found += one(x, w)
    return found

wide = variant(total, {"W": 6, "ROW": np.arange(6.0)})
"""


def test_a_variant_has_other_constants_in_all_that_it_calls(tmp_path, monkeypatch):
    text = tmp_path / "lanes.py"
    text.write_text(LANES)
    fresh(monkeypatch, tmp_path / "cache")
    module = loaded(text)
    assert (module.total(1.0), module.wide(1.0)) == (4.0 + 6.0, 6.0 + 15.0)
    assert module.total.source.digest != module.wide.source.digest
