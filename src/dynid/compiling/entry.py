"""From Python into a kernel: the types of its arguments, and the assembly that takes arrays and
tuples apart.

An array is read as NumPy's C interface lays it out, a tuple as Python's does; `readable` looks
whether that is so here.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np

from dynid.compiling.source import Source
from dynid.compiling.translate import Module, returned
from dynid.compiling.values import LETTERS, ArrayOf, Refused, TupleOf, Type, operands

HEAD = object.__basicsize__  # bytes of what begins every object
DATA, LENGTHS, STRIDES = HEAD, HEAD + 16, HEAD + 24  # bytes from the start of an array
ITEMS = tuple.__basicsize__  # of a tuple: other versions of Python keep its hash there too
#: by NumPy's letters, of which two stand for int64 on some systems
_LETTER: dict[str, str] = {"d": "f", "?": "b", "q": "i", "Q": "u"}
if np.dtype("l").itemsize == 8:
    _LETTER |= {"l": "i", "L": "u"}
#: a code for each type of array, cheap to compare
ARRAYS: dict[tuple[str, int, bool], ArrayOf] = {
    (char, ndim, contiguous): ArrayOf(letter, ndim, contiguous)
    for char, letter in _LETTER.items()
    for ndim in range(7)
    for contiguous in (False, True)
}
_SEEN: dict[int, tuple[Any, Any]] = {}
MOST_SEEN = 64  # tuples whose code is remembered; they are kept alive


def code_of(x: Any) -> Any:
    """What stands for the type of an argument: equal where the types are."""
    kind: Any = type(x)
    if kind is int or kind is float or kind is bool:
        return kind
    if isinstance(x, np.ndarray):
        flags, kind = x.flags, x.dtype
        if kind.char not in _LETTER:
            raise Refused(f"an argument that is an array of {kind}")
        if not (flags.aligned and kind.isnative):
            raise Refused("an array that is not aligned, or of another byte order")
        return kind.char, x.ndim, flags.c_contiguous
    if isinstance(x, np.float64 | np.int64 | np.bool_):
        return kind
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        known = _SEEN.get(id(x))
        if known is not None and known[0] is x:
            return known[1]
        code = (kind, tuple(code_of(item) for item in x))
        if len(_SEEN) >= MOST_SEEN:
            _SEEN.clear()
        _SEEN[id(x)] = x, code
        return code
    raise Refused(f"an argument of {kind.__name__}")


_NUMBERS: dict[Any, str] = {
    int: "i",
    float: "f",
    bool: "b",
    np.float64: "f",
    np.int64: "i",
    np.bool_: "b",
}


def type_from(code: Any) -> Type:
    if code in _NUMBERS:
        return _NUMBERS[code]
    if code in ARRAYS:
        return ARRAYS[code]
    if isinstance(code[0], type):
        names: tuple[str, ...] = getattr(code[0], "_fields")  # noqa: B009
        return TupleOf(tuple(type_from(item) for item in code[1]), names)
    raise Refused(f"an argument of {code}")


@cache
def readable() -> bool:
    """Whether arrays and tuples lie in memory as this file takes them."""
    x = np.arange(6.0).reshape(2, 3)[:, ::2]
    here = (x,)

    def word(address: int) -> int:
        return ctypes.c_int64.from_address(address).value

    if ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    lengths, strides = word(id(x) + LENGTHS), word(id(x) + STRIDES)
    return (
        word(id(here) + ITEMS) == id(x)
        and word(id(x) + DATA) == x.ctypes.data
        and (word(lengths), word(lengths + 8)) == x.shape
        and (word(strides), word(strides + 8)) == x.strides
    )


def whole_text(source: Source, types: tuple[Type, ...], symbol: str) -> tuple[str, str]:
    """The assembly of a kernel, all that it calls and its entry; and the letters of the numbers
    that it returns, of which several are written to a last argument."""
    module = Module()
    inner, result = module.function(source, types)
    lines: list[str] = []

    def take(kind: Type, x: str) -> list[str]:
        """The operands of an argument that Python hands over as x."""
        if isinstance(kind, str):
            if kind != "b":
                return [x]
            lines.append(f"{x}.bit = trunc i64 {x} to i1")
            return [f"{x}.bit"]
        if isinstance(kind, TupleOf):
            found = []
            for k, item in enumerate(kind.items):
                if isinstance(item, str):
                    raise Refused("a number in a tuple")
                found += take(item, read(x, ITEMS + 8 * k, f"{x}.{k}"))
            return found
        found = [read(x, DATA, f"{x}.data")]
        for at, what in ((LENGTHS, "length"), (STRIDES, "stride"))[: 2 - kind.contiguous]:
            listed = read(x, at, f"{x}.{what}s")
            found += [read(listed, 8 * k, f"{x}.{what}{k}", "i64") for k in range(kind.ndim)]
        return found

    def read(x: str, at: int, name: str, kind: str = "ptr") -> str:
        lines.append(f"{name}.at = getelementptr i8, ptr {x}, i64 {at}")
        lines.append(f"{name} = load {kind}, ptr {name}.at")
        return name

    heads, handed = [], []
    for k, kind in enumerate(types):
        outer = "ptr" if not isinstance(kind, str) else "i64" if kind == "b" else LETTERS[kind]
        heads.append(f"{outer} %x{k}")
        parts = take(kind, f"%x{k}")
        handed += [f"{part} {x}" for part, x in zip(operands(kind), parts)]
    call = f"call {returned(result)} {inner}({', '.join(handed)})"
    outer, letters = "void", ""
    if result is None:
        lines += [call, "ret void"]
    elif not isinstance(result, TupleOf):
        assert isinstance(result, str)
        outer, letters = "i64" if result == "b" else LETTERS[result], result
        lines += [f"%r = {call}", "%o = zext i1 %r to i64" if result == "b" else ""]
        lines.append(f"ret {outer} {'%o' if result == 'b' else '%r'}")
    else:
        heads.append("ptr %out")
        lines.append(f"%r = {call}")
        for k, (item, kind) in enumerate(zip(result.items, operands(result))):
            x = f"%r{k}"
            lines.append(f"{x} = extractvalue {returned(result)} %r, {k}")
            if item == "b":
                lines.append(f"{x}.o = zext i1 {x} to i64")
                x, kind = f"{x}.o", "i64"
            lines.append(f"{x}.to = getelementptr i8, ptr %out, i64 {8 * k}")
            lines.append(f"store {kind} {x}, ptr {x}.to")
            letters += str(item)
        lines.append("ret void")
    body = "\n  ".join(lines)
    entry = f'define {outer} @"{symbol}"({", ".join(heads)}) nounwind {{\n  {body}\n}}'
    return "\n\n".join([DECLARED, *module.texts, entry]), letters


_INTRINSICS = ("sqrt", "sin", "cos", "exp", "log", "floor", "fabs")
DECLARED = "\n".join(
    [
        *(f"declare double @llvm.{name}.f64(double)" for name in _INTRINSICS),
        "declare double @llvm.pow.f64(double, double)",
        "declare i64 @llvm.smax.i64(i64, i64)",
        "declare i64 @llvm.smin.i64(i64, i64)",
        "declare i64 @llvm.abs.i64(i64, i1)",
        "declare double @tanh(double)",
        "declare double @expm1(double)",
        "declare noalias ptr @malloc(i64)",
        "declare noalias ptr @calloc(i64, i64)",
        "declare void @free(ptr)",
    ]
)
