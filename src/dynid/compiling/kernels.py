"""A kernel: called from Python, its machine code for the types of its arguments is taken from the
cache, or else compiled."""

from __future__ import annotations

import ctypes
import hashlib
import struct
import threading
from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from pathlib import Path
from typing import Any

import numpy as np
from numpy import ndarray

from dynid.compiling import elf, processor, store
from dynid.compiling.entry import HEAD, ITEMS, code_of, readable, type_from, whole_text
from dynid.compiling.source import Source
from dynid.compiling.values import Refused, Type, tight
from dynid.errors import KernelError

_LOCK = threading.RLock()
_C: dict[str, Any] = {"f": ctypes.c_double, "i": ctypes.c_int64, "b": ctypes.c_int64}


class Kernel:
    """A function that is compiled when it is first called. `source` is what other kernels read
    that call it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.ready: dict[Any, Callable[..., Any]] = {}
        #: the same by what is told of an array at once: type, dimensions and all of its flags
        self.met: dict[Any, Callable[..., Any]] = {}
        self.variants: dict[int, Kernel] = {}
        update_wrapper(self, source.function)

    def variant(self, constants: Mapping[str, Any]) -> Kernel:
        """The same kernel with other constants: one for each set of them."""
        if id(constants) not in self.variants:  # which the variant keeps alive
            changed = Source(self.source.function, self.source.inlined, constants)
            self.variants[id(constants)] = Kernel(changed)
        return self.variants[id(constants)]

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
                try:
                    self.ready[key] = _called(self._machine(types), key)
                except NoCompiler:
                    close = tuple([tight(x) for x in types])
                    if close == types:
                        raise
                    self.ready[key] = _copying(_called(self._machine(close), key))
            return self.ready[key]

    def _machine(self, types: tuple[Type, ...]) -> tuple[str, Callable[..., Any]]:
        """The letters of what the kernel returns, and its machine code as a function of C."""
        name = self.file(types, processor.identity())
        found = store.cached(name)
        if found is None:
            try:
                from dynid.compiling.machine import host
            except ImportError:
                raise NoCompiler(self.source.name) from None
            with store.compiling(self.source.name):
                found = self.compiled(types, name, *host())
            store.keep(name, found)
        return _function(found, name, types)

    def compiled(self, types: tuple[Type, ...], name: str, cpu: str, features: str = "") -> bytes:
        """What a file of the cache holds: the letters of what is returned, and machine code."""
        from dynid.compiling import machine

        text, result = whole_text(self.source, types, name)
        return result.encode() + b"\n" + machine.machine_code(text, cpu, features)

    def file(self, types: tuple[Type, ...], processor: str) -> str:
        """The name of the file with the machine code for these types: other sources, another
        translation or another processor have another name."""
        parts = (self.source.digest, repr(types), translation(), processor)
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return f"{self.source.name.removeprefix('dynid.')}-{digest[:20]}"


class NoCompiler(KernelError):
    """Machine code is missing, and LLVM, which would make it, too."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"the kernel {name} has to be compiled here. That needs LLVM, and there is no package"
            " llvmlite; expected it: pip install llvmlite"
        )


def _function(found: bytes, name: str, types: tuple[Type, ...]) -> tuple[str, Callable[..., Any]]:
    """The letters of what is returned, and a function that lets other threads run meanwhile."""
    head, code = found.split(b"\n", 1)
    result = head.decode()
    kinds = [_C[x] if isinstance(x, str) else ctypes.py_object for x in types]
    if len(result) > 1:
        kinds.append(ctypes.c_void_p)
    returns = _C[result] if len(result) == 1 else None
    if processor.linux():
        at = elf.address(code, name)
    else:
        from dynid.compiling import machine

        at = machine.address(code, name)
    return result, ctypes.CFUNCTYPE(returns, *kinds)(at)


def _copying(call: Callable[..., Any]) -> Callable[..., Any]:
    """A call with arrays in one piece, where there is machine code only for such: what is written
    into them is copied back."""

    def copied(x: Any) -> Any:
        if isinstance(x, tuple):
            return type(x)(*map(copied, x))
        return np.ascontiguousarray(x) if isinstance(x, np.ndarray) else x

    def back(x: Any, y: Any) -> None:
        if isinstance(x, tuple):
            for a, b in zip(x, y):
                back(a, b)
        elif isinstance(x, np.ndarray) and y is not x and x.flags.writeable:
            x[...] = y

    def run(*args: Any) -> Any:
        given = [copied(x) for x in args]
        result = call(*given)
        for x, y in zip(args, given):
            back(x, y)
        return result

    return run


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
