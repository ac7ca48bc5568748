"""Machine code for all processors of a level: what a wheel for Linux on x86-64 brings along, so
that nothing is compiled at the first run and no compiler has to be installed."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

from dynid.compiling.kernels import Kernel
from dynid.compiling.needed import line, needed
from dynid.compiling.processor import LEVELS
from dynid.compiling.store import keep
from dynid.compiling.values import Type


def build(folder: Path) -> int:
    """Compile every kernel of `needed.txt` for every level; how many files there are then."""
    folder.mkdir(parents=True, exist_ok=True)
    # those with the most arguments first: they take longest, and no process then waits for one
    kernels = sorted(needed(), key=lambda each: -len(line(*each)))
    jobs = [(folder, name, types, level) for name, types in kernels for level in LEVELS]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(_compiled, *zip(*jobs)))
    return len(jobs)


def _compiled(folder: Path, name: str, types: tuple[Type, ...], level: str) -> None:
    module, _, function = name.rpartition(".")
    write(folder, getattr(import_module(f"dynid.{module}"), function), types, level)


def write(folder: Path, kernel: Kernel, types: tuple[Type, ...], level: str) -> None:
    """The file of a kernel for one level."""
    name = kernel.file(types, level)
    keep(name, kernel.compiled(types, name, level, LEVELS[level].features), str(folder))
