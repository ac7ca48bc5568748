"""What a wheel brings: machine code of every kernel, run without LLVM."""

from __future__ import annotations

import ctypes
import math
import os
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from dynid.compiling import build, elf, machine, processor, store
from dynid.compiling.kernels import Kernel
from dynid.compiling.needed import line, needed
from dynid.compiling.values import ArrayOf, Refused, TupleOf
from dynid.errors import KernelError
from test_compiling import loaded

pytestmark = pytest.mark.skipif(
    not processor.levels(), reason="machine code is shipped for Linux on x86-64-v3"
)
#: a process in which there is no llvmlite
WITHOUT = "import sys; sys.modules['llvmlite'] = None; sys.argv[0] = 'dynid'; "
SMALL = """
import numpy as np
from dynid.compiling import kernel

TABLE = np.array([1.0, 3.0, 9.0])

@kernel
def mixed(x, y):
    total = 0.0
    room = np.zeros(3)
    for i in range(x.shape[0]):
        room[i % 3] += np.sin(x[i]) + np.exp(-x[i]) + np.tanh(x[i])
        y[i] = 2.0 * x[i]
    for k in range(3):
        total += TABLE[k] * room[k]
    return total
"""


@pytest.fixture
def small(tmp_path):
    """A kernel with constants, memory of its own and functions of C."""
    path = tmp_path / "small.py"
    path.write_text(SMALL)
    return loaded(path).mixed


def expected(x):
    room = [sum(math.sin(a) + math.exp(-a) + math.tanh(a) for a in x[k::3]) for k in range(3)]
    return room[0] + 3.0 * room[1] + 9.0 * room[2]


def test_lines_are_read_as_they_are_written():
    inner = TupleOf((ArrayOf("f", 2, True), ArrayOf("i", 1, False)), ("a", "b"))
    types = ("f", "b", ArrayOf("b", 0, True), TupleOf((inner, ArrayOf("f", 3, True)), ("c", "d")))
    text = line("some.kernel", types)
    assert text == "some.kernel f b b0 (c=(a=f2,b=i1s),d=f3)"
    assert all(line(name, types).split()[0] == name for name, types in needed())
    assert len({line(*each) for each in needed()}) == len(needed()) > 40


@pytest.mark.parametrize("name", sorted({name for name, _ in needed()}))
def test_listed_kernels_exist(name):
    module, _, function = name.rpartition(".")
    assert isinstance(getattr(import_module(f"dynid.{module}"), function), Kernel)


def test_machine_code_is_laid_into_memory_as_llvm_does(small):
    types = (ArrayOf("f", 1, True), ArrayOf("f", 1, True))
    code = small.compiled(types, "one", "x86-64-v3").split(b"\n", 1)[1]
    x, y = np.linspace(0.1, 2.0, 9), np.zeros(9)
    for of in (elf, machine):
        run = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.py_object] * 2)(of.address(code, "one"))
        assert run(x, y) == pytest.approx(expected(x), rel=1e-14)
        np.testing.assert_array_equal(y, 2.0 * x)


@pytest.mark.parametrize("begin", [b"no object file at all", b"\x7fELF\x02\x01\x01"])
def test_other_machine_code_is_refused(begin):
    """No object file at all, and one that is not for this kind of processor."""
    with pytest.raises(Refused, match="no object file for x86-64"):
        elf.address(begin + bytes(80), "one")


def test_without_compiler_arrays_with_strides_are_copied(small, tmp_path, monkeypatch):
    types = (ArrayOf("f", 1, True), ArrayOf("f", 1, True))
    build.write(tmp_path, small, types, "x86-64-v3")
    monkeypatch.setattr(store, "SHIPPED", tmp_path)
    monkeypatch.setitem(sys.modules, "dynid.compiling.machine", None)
    monkeypatch.setenv("DYNID_CACHE_DIR", str(tmp_path / "cache"))
    x, y = np.linspace(0.1, 2.0, 18)[::2], np.zeros((9, 2))
    assert small(x, y[:, 1]) == pytest.approx(expected(x), rel=1e-14)
    np.testing.assert_array_equal(y[:, 1], 2.0 * x)
    np.testing.assert_array_equal(y[:, 0], 0.0)
    with pytest.raises(KernelError, match="pip install llvmlite"):
        small(np.ones((2, 2)), y)
    assert not list((tmp_path / "cache").rglob("*.kernel"))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """All that is listed, for the level that every other has."""
    folder = tmp_path_factory.mktemp("shipped")
    levels, build.LEVELS = build.LEVELS, {"x86-64-v3": processor.V3}
    try:
        assert build.build(folder) == len(needed())
    finally:
        build.LEVELS = levels
    return folder


COMMANDS = (
    "inspect delta4",
    "demo five_bar --output demo",
    "identify five_bar demo/run1.csv --output chosen",
    "identify five_bar demo/run1.csv --effects viscous,coulomb --output usual",
    "validate usual demo/run2.csv",
)


def test_commands_run_without_a_compiler(shipped, tmp_path):
    """Nothing is compiled, nothing is written to the cache."""
    cache = tmp_path / "cache"
    start = WITHOUT + (
        "from pathlib import Path; from dynid.compiling import store;"
        f"store.SHIPPED = Path({str(shipped)!r}); from dynid.cli.main import main; main()"
    )
    for command in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-c", start, "-q", *command.split()],
            cwd=tmp_path,
            env=os.environ | {"DYNID_CACHE_DIR": str(cache)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, (command, done.stderr)
        assert "compiling" not in done.stderr
    assert not list(cache.rglob("*.kernel"))
    assert (tmp_path / "chosen" / "report.html").is_file()
