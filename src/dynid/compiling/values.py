"""What a kernel computes with: types, and values as operands of LLVM's assembly.

A type is a letter, "f" float64, "i" int64, "u" uint64, "b" bool; an array of such; or a tuple with
names. A value is a type and its operands: one for a number; pointer, lengths and, where the array
is not contiguous, strides in bytes for an array; those of all items for a tuple.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

LETTERS = {"f": "double", "i": "i64", "u": "i64", "b": "i1"}
#: what one item of an array takes in memory: LLVM's type and its bytes
STORED = {"f": ("double", 8), "i": ("i64", 8), "u": ("i64", 8), "b": ("i8", 1)}


class Refused(Exception):
    """The kernel uses something that is not translated here."""


@dataclass(frozen=True)
class ArrayOf:
    item: str
    ndim: int
    contiguous: bool


@dataclass(frozen=True)
class TupleOf:
    items: tuple[Type, ...]
    names: tuple[str, ...] = ()


Type: TypeAlias = "str | ArrayOf | TupleOf"


@dataclass(frozen=True)
class Value:
    type: Type
    parts: tuple[str, ...]
    #: an index that cannot be negative, and so does not count from the end
    natural: bool = False


@dataclass(frozen=True)
class Known:
    """What is known when the kernel is compiled: a number, a module, a function, a constant
    array."""

    object: Any


def tight(type: Type) -> Type:
    """The same with every array in one piece."""
    if isinstance(type, TupleOf):
        return TupleOf(tuple(tight(item) for item in type.items), type.names)
    return ArrayOf(type.item, type.ndim, True) if isinstance(type, ArrayOf) else type


def operands(type: Type) -> list[str]:
    """LLVM's types of the operands of a value."""
    if isinstance(type, str):
        return [LETTERS[type]]
    if isinstance(type, ArrayOf):
        return ["ptr", *["i64"] * (type.ndim if type.contiguous else 2 * type.ndim)]
    return [part for item in type.items for part in operands(item)]


def items_of(value: Value) -> list[Value]:
    """The items of a tuple."""
    if not isinstance(value.type, TupleOf):
        raise Refused(f"the items of {value.type}")
    found, at = [], 0
    for item in value.type.items:
        size = len(operands(item))
        found.append(Value(item, value.parts[at : at + size], value.natural))
        at += size
    return found


def tuple_of(values: list[Value], names: tuple[str, ...] = ()) -> Value:
    type = TupleOf(tuple(value.type for value in values), names)
    natural = all(value.natural for value in values)
    return Value(type, tuple(part for value in values for part in value.parts), natural)


def common(a: Type, b: Type) -> Type:
    """The type that holds values of both."""
    if a == b:
        return a
    if isinstance(a, str) and isinstance(b, str):
        if "u" in (a, b):
            raise Refused(f"signed and unsigned numbers mixed: {a}, {b}")
        return max(a, b, key="bif".index)
    if isinstance(a, ArrayOf) and isinstance(b, ArrayOf) and (a.item, a.ndim) == (b.item, b.ndim):
        return ArrayOf(a.item, a.ndim, a.contiguous and b.contiguous)
    if isinstance(a, TupleOf) and isinstance(b, TupleOf) and len(a.items) == len(b.items):
        return TupleOf(tuple(common(x, y) for x, y in zip(a.items, b.items)), a.names)
    raise Refused(f"one name for {a} and {b}")
