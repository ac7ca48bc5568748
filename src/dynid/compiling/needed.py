"""The kernels that dynid calls from Python and the types of their arguments, by `needed.txt`: what
is compiled when a wheel is built.

A line a kernel: its name, then its arguments: `f` a float64, `i` an int64, `b` a bool; `f2` an
array of two dimensions in one piece, `f2s` one with strides; `(q=f2,qd=f2)` a tuple with names. The
tests say which lines are missing (tests/conftest.py).
"""

from __future__ import annotations

from pathlib import Path

from dynid.compiling.values import ArrayOf, TupleOf, Type

FILE = Path(__file__).with_name("needed.txt")


def needed() -> list[tuple[str, tuple[Type, ...]]]:
    """Name and types of arguments of each."""
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").split("\n") if line]
    return [(name, tuple(_read(text) for text in words)) for name, *words in lines]


def line(name: str, types: tuple[Type, ...]) -> str:
    return " ".join([name, *map(_written, types)])


def _written(type: Type) -> str:
    if isinstance(type, TupleOf):
        items = (f"{name}={_written(x)}" for name, x in zip(type.names, type.items, strict=True))
        return f"({','.join(items)})"
    if isinstance(type, ArrayOf):
        return f"{type.item}{type.ndim}{'' if type.contiguous else 's'}"
    return type


def _read(text: str) -> Type:
    if text.startswith("("):
        pairs = [item.partition("=") for item in _items(text[1:-1])]
        return TupleOf(tuple(_read(x) for _, _, x in pairs), tuple(name for name, _, _ in pairs))
    return ArrayOf(text[0], int(text[1]), not text.endswith("s")) if len(text) > 1 else text


def _items(text: str) -> list[str]:
    """Parts between commas that stand in no brackets."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found
