"""Kernels: functions of plain loops over arrays and numbers, compiled by LLVM when they are first
called, cached on disk where nobody else can write, and said aloud when they are compiled.

    kernel    called from Python, and by other kernels; may make arrays of its own
    lean      called by kernels, with room to work in handed over
    inlined   a small one, compiled into those that call it
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynid.compiling.kernels import Kernel
from dynid.compiling.source import Source
from dynid.compiling.source import lanes as lanes


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function."""
    return Kernel(Source(function, inlined=False))


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a small function into its callers."""
    return Kernel(Source(function, inlined=True))


def variant(function: Any, constants: Mapping[str, Any]) -> Callable[..., Any]:
    """A kernel with other constants in place of those of the same names, in all that it calls
    too."""
    changed: Callable[..., Any] = function.variant(constants)
    return changed


lean = kernel
