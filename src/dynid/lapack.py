"""LAPACK's routines as SciPy brings them, without the rest of scipy.linalg: importing that takes
longer than a fit does.

    from dynid.lapack import dgeqrf      any of them, under its own name
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array, Ints

MODULE = "scipy.linalg._flapack"


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(_routines(), name)


@cache
def _routines() -> Any:
    """SciPy's own module of them, loaded from its file; by its package where that is not found, or
    where the package has been imported already."""
    if MODULE not in sys.modules and "scipy.linalg" not in sys.modules and os.name != "nt":
        path = _file()
        if path is not None:
            try:
                loader = ExtensionFileLoader(MODULE, path)
                module = module_from_spec(ModuleSpec(MODULE, loader, origin=path))
                loader.exec_module(module)
            except ImportError:
                pass
            else:
                # where scipy.linalg is imported after all, it finds it here
                sys.modules[MODULE] = module
                return module
    import scipy.linalg.lapack

    return scipy.linalg.lapack


def _file() -> str | None:
    found = find_spec("scipy")
    for folder in () if found is None else found.submodule_search_locations or ():
        for ending in EXTENSION_SUFFIXES:
            path = Path(folder) / "linalg" / f"_flapack{ending}"
            if path.is_file():
                return str(path)
    return None


def triangle(A: Array) -> Array:
    """R (min(m, k), k) of the QR of A (m, k)."""
    k = A.shape[1]
    if not len(A):
        return A
    # the default work space would make LAPACK go column by column
    return np.asarray(np.triu(_routines().dgeqrf(A, lwork=max(1, 64 * k))[0][:k]))


def pivots(A: Array) -> tuple[Array, Ints]:
    """R of A[:, order] = Q R, and `order`, in which each column is the one that sticks out most of
    those before it."""
    R, order, *_ = _routines().dgeqp3(A)
    return np.asarray(np.triu(R[: A.shape[1]])), np.asarray(order, dtype=np.int64) - 1


def solve_triangular(A: Array, b: Array, lower: bool = False, trans: bool = False) -> Array:
    """x of A x = b, or of A'x = b, A upper or lower triangular."""
    if A.flags.f_contiguous:
        x, zero = _routines().dtrtrs(A, b, lower=lower, trans=trans)
    else:  # its transpose lies by columns, as LAPACK stores
        x, zero = _routines().dtrtrs(A.T, b, lower=not lower, trans=not trans)
    if zero:
        raise np.linalg.LinAlgError(f"a triangle with a zero in row {zero} of its diagonal")
    return np.asarray(x)


def solve_tridiagonal(below: Array, middle: Array, above: Array, b: Array) -> Array:
    """x of T x = b, T with these three diagonals, which are used up as b is."""
    *_, x, zero = _routines().dgtsv(
        below, middle, above, b, overwrite_dl=1, overwrite_d=1, overwrite_du=1, overwrite_b=1
    )
    if zero:
        raise np.linalg.LinAlgError("a singular matrix of three diagonals")
    return np.asarray(x)
