"""A kernel: called from Python, it is compiled for the types of its arguments, or taken from what
came with the package or from the cache."""

from __future__ import annotations

import ctypes
import hashlib
import os
import struct
import threading
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any

import numpy as np
from numpy import ndarray

from dynid.compiling import store
from dynid.compiling.entry import HEAD, ITEMS, code_of, readable, type_from, whole_text
from dynid.compiling.source import Source
from dynid.compiling.values import Refused, Type
from dynid.errors import KernelError

#: set by `make wheel`: the folder into which machine code for all processors of a level is written
BUILD = "DYNID_BUILD_KERNELS"
_LOCK = threading.RLock()
_C: dict[str, Any] = {"f": ctypes.c_double, "i": ctypes.c_int64, "b": ctypes.c_int64}


class Kernel:
    """A function that is compiled when it is first called. `source` is what other kernels read
    that call it."""

    def __init__(self, function: Callable[..., Any], inlined: bool = False) -> None:
        self.source = Source(function, inlined)
        self.ready: dict[Any, Callable[..., Any]] = {}
        #: the same by what is told of an array at once: type, dimensions and all of its flags
        self.met: dict[Any, Callable[..., Any]] = {}
        update_wrapper(self, function)

    def __call__(self, *args: Any) -> Any:
        try:
            looks = tuple(
                [(x.dtype, x.ndim, x.flags.num) if type(x) is ndarray else code_of(x) for x in args]
            )
            run = self.met.get(looks)
            if run is None:
                key = tuple([code_of(x) for x in args])
                self.met[looks] = run = self.ready.get(key) or self._prepare(key)
        except Refused as why:
            raise KernelError(
                f"the kernel {self.source.name} cannot be compiled: {why}; expected plain loops"
                " over numbers and arrays of float64, int64 and bool, called with such: see 'Fast'"
                " in CONTRIBUTING.md, or write it in NumPy."
            ) from None
        return run(*args)

    def _prepare(self, key: tuple[Any, ...]) -> Callable[..., Any]:
        if not readable():
            raise Refused("arrays that lie in memory in a way that is not known")
        with _LOCK:
            if key not in self.ready:
                types = tuple([type_from(code) for code in key])
                self.ready[key] = _called(self._machine(types), key)
            return self.ready[key]

    def _machine(self, types: tuple[Type, ...]) -> tuple[str, Callable[..., Any]]:
        """The letters of what the kernel returns, and its machine code as a function of C."""
        from dynid.compiling import machine

        store.Said.met += (self.source.name.removeprefix("dynid."),)
        folder = os.environ.get(BUILD, "")
        for_all, for_this = (self._file(types, x) for x in (machine.LEVEL, machine.processor()[0]))
        name, found = for_all, store.shipped(for_all) if machine.reaches_level() else None
        if found is None and not folder:
            name, found = for_this, store.cached(for_this)
        if found is None:
            name, target = (for_all, (machine.LEVEL, "")) if folder else (for_this, None)
            with store.compiling(self.source.name):
                text, result = whole_text(self.source, types, name)
                code = machine.machine_code(text, *(target or machine.processor()))
            found = result.encode() + b"\n" + code
            store.keep(name, found, folder)
        head, code = found.split(b"\n", 1)
        result = head.decode()
        kinds = [_C[x] if isinstance(x, str) else ctypes.py_object for x in types]
        if len(result) > 1:
            kinds.append(ctypes.c_void_p)
        returns = _C[result] if len(result) == 1 else None
        return result, machine.callable_from(code, name, returns, kinds)

    def _file(self, types: tuple[Type, ...], processor: str) -> str:
        """The name of the file with the machine code for these types: other sources, another
        translation or another LLVM have another name."""
        from dynid.compiling import machine

        features = "" if processor == machine.LEVEL else machine.processor()[1]
        parts = (self.source.digest, repr(types), translation(), machine.version(), processor)
        digest = hashlib.sha256("\n".join((*parts, features)).encode()).hexdigest()
        return f"{self.source.name.removeprefix('dynid.')}-{digest[:20]}"


def _called(made: tuple[str, Callable[..., Any]], key: tuple[Any, ...]) -> Callable[..., Any]:
    """A function of C for arguments of Python: whole numbers of NumPy become Python's, and what is
    returned for yes and no becomes a bool."""
    result, function = made
    whole = [k for k, code in enumerate(key) if code in (np.int64, np.bool_)]
    if not whole and result in ("", "f", "i"):
        return function
    layout = "".join({"f": "d", "i": "q", "u": "Q", "b": "q"}[letter] for letter in result)

    def call(*args: Any) -> Any:
        given = list(args)
        for k in whole:
            given[k] = int(given[k])
        if len(result) < 2:
            x = function(*given)
            return bool(x) if result == "b" else x
        room = ctypes.create_string_buffer(8 * len(result))
        function(*given, ctypes.addressof(room))
        numbers = struct.unpack(layout, room)
        return tuple(bool(x) if kind == "b" else x for x, kind in zip(numbers, result))

    return call


@cache
def translation() -> str:
    """A digest of what turns sources into machine code."""
    found = hashlib.sha256()
    found.update(repr((HEAD, ITEMS)).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()
