"""Writes LLVM's assembly: instructions into blocks, with the conversions between types."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from dynid.compiling.values import (
    LETTERS,
    STORED,
    ArrayOf,
    Known,
    Refused,
    TupleOf,
    Type,
    Value,
    items_of,
    operands,
    tuple_of,
)


@dataclass
class Block:
    label: str
    lines: list[str] = field(default_factory=list)
    closed: bool = False  # it ends with a jump
    entered: bool = False  # some way leads here


def number(x: float) -> str:
    """A float64 as LLVM writes it: by its bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"


class Assembly:
    """The blocks of one function, and the place where the next instruction goes."""

    def __init__(self) -> None:
        self.count = 0
        self.top = Block("entry")  # only the room for variables
        self.blocks = [self.top]
        self.at = self.block("start")
        self.top_jump = self.at.label
        self.lane = ""  # what marks accesses to memory in a loop over lanes

    def block(self, name: str) -> Block:
        self.count += 1
        made = Block(f"{name}{self.count}")
        self.blocks.append(made)
        return made

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        if not self.at.closed:
            self.at.lines.append(text)

    def make(self, text: str) -> str:
        name = self.name()
        self.do(f"{name} = {text}")
        return name

    def jump(self, to: Block, mark: str = "") -> None:
        to.entered |= not self.at.closed
        self.do(f"br label %{to.label}{mark}")
        self.at.closed = True

    def branch(self, condition: str, yes: Block, no: Block) -> None:
        yes.entered |= not self.at.closed and condition != "false"
        no.entered |= not self.at.closed and condition != "true"
        self.do(f"br i1 {condition}, label %{yes.label}, label %{no.label}")
        self.at.closed = True

    def go_on(self, block: Block) -> None:
        """Write on in a block; nothing more where no way leads to it."""
        self.at = block
        if not block.entered:
            self.do("unreachable")
            block.closed = True

    def room(self, kind: str) -> str:
        name = self.name()
        self.top.lines.append(f"{name} = alloca {kind}")
        return name

    def text(self) -> str:
        lines = []
        for block in self.blocks:
            lines.append(f"{block.label}:")
            lines += [f"  {line}" for line in block.lines]
            if block is self.top:
                lines.append(f"  br label %{self.top_jump}")
            elif not block.closed:
                lines.append("  unreachable")
        return "\n".join(lines)

    # numbers

    def plain(self, value: Value | Known) -> Value:
        """A value with operands, of a literal too."""
        if isinstance(value, Value):
            return value
        x = value.object
        if isinstance(x, bool):
            return Value("b", ("true" if x else "false",))
        if isinstance(x, int):
            return Value("i", (str(x),), x >= 0)
        if isinstance(x, float):
            return Value("f", (number(x),))
        if isinstance(x, tuple):
            return tuple_of([self.plain(Known(item)) for item in x])
        raise Refused(f"a value of {type(x).__name__}")

    def convert(self, value: Value, to: Type) -> Value:
        if value.type == to:
            return value
        if isinstance(to, str) and isinstance(value.type, str):
            return self._number(value, to)
        if isinstance(to, ArrayOf) and isinstance(value.type, ArrayOf) and not to.contiguous:
            return Value(to, (*value.parts[: 1 + to.ndim], *self.strides(value)))
        if isinstance(to, TupleOf) and isinstance(value.type, TupleOf):
            pairs = zip(items_of(value), to.items)
            return tuple_of([self.convert(item, type) for item, type in pairs], to.names)
        raise Refused(f"{value.type} where {to} is needed")

    def _number(self, value: Value, to: str) -> Value:
        (x,), kind, source = value.parts, LETTERS[to], value.type
        if to == "b":
            return Value("b", (self.truth(value),))
        if source == "b" and to in "iu":
            return Value(to, (self.make(f"zext i1 {x} to i64"),), True)
        if source == "f":
            return Value(to, (self.make(f"fpto{'si' if to == 'i' else 'ui'} double {x} to i64"),))
        if to == "f":
            literal = x.lstrip("-").isdigit()
            if literal and abs(int(x)) < 2**53:
                return Value("f", (number(float(int(x))),))
            way = "sitofp" if source == "i" else "uitofp"
            return Value("f", (self.make(f"{way} {LETTERS[str(source)]} {x} to {kind}"),))
        return Value(to, (x,), value.natural or to == "u")

    def truth(self, value: Value | Known) -> str:
        value = self.plain(value)
        (x,) = value.parts[:1]
        if value.type == "b":
            return x
        if value.type == "f":
            return self.make(f"fcmp une double {x}, {number(0.0)}")
        if value.type in ("i", "u"):
            return self.make(f"icmp ne i64 {x}, 0")
        raise Refused(f"the truth of {value.type}")

    # arrays

    def lengths(self, array: Value) -> tuple[str, ...]:
        assert isinstance(array.type, ArrayOf)
        return array.parts[1 : 1 + array.type.ndim]

    def strides(self, array: Value) -> tuple[str, ...]:
        """In bytes."""
        kind, lengths = array.type, self.lengths(array)
        assert isinstance(kind, ArrayOf)
        if not kind.contiguous:
            return array.parts[1 + kind.ndim :]
        found = [str(STORED[kind.item][1])]
        for length in reversed(lengths[1:]):
            found.append(self.times(found[-1], length))
        return tuple(reversed(found))

    def times(self, a: str, b: str) -> str:
        if "1" in (a, b):
            return a if b == "1" else b
        return self.make(f"mul nsw i64 {a}, {b}")

    def plus(self, a: str, b: str) -> str:
        if "0" in (a, b):
            return a if b == "0" else b
        return self.make(f"add nsw i64 {a}, {b}")

    def index(self, value: Value, length: str) -> str:
        """An index, counted from the end where it is negative."""
        if value.type not in ("i", "u", "b"):
            raise Refused(f"an index of {value.type}")
        value = self.convert(value, "i") if value.type == "b" else value
        (x,) = value.parts
        if value.natural or value.type == "u":
            return x
        below = self.make(f"icmp slt i64 {x}, 0")
        around = self.make(f"add nsw i64 {x}, {length}")
        return self.make(f"select i1 {below}, i64 {around}, i64 {x}")

    def moved(self, array: Value, indices: list[str]) -> str:
        """The pointer to the item, or to the part, that the first indices name."""
        kind, lengths = array.type, self.lengths(array)
        assert isinstance(kind, ArrayOf)
        if not kind.contiguous:
            offset = "0"
            for index, stride in zip(indices, self.strides(array)):
                offset = self.plus(offset, self.times(index, stride))
            return self.make(f"getelementptr inbounds i8, ptr {array.parts[0]}, i64 {offset}")
        offset = "0"
        for k, length in enumerate(lengths):
            offset = self.times(offset, length) if offset != "0" else offset
            if k < len(indices):
                offset = self.plus(offset, indices[k])
        store = STORED[kind.item][0]
        return self.make(f"getelementptr inbounds {store}, ptr {array.parts[0]}, i64 {offset}")

    def load(self, item: str, pointer: str) -> Value:
        store, size = STORED[item]
        x = self.make(f"load {store}, ptr {pointer}, align {size}{self.lane}")
        return Value(item, (self.make(f"trunc i8 {x} to i1") if item == "b" else x,))

    def store(self, value: Value, item: str, pointer: str) -> None:
        (x,) = self.convert(value, item).parts
        store, size = STORED[item]
        x = self.make(f"zext i1 {x} to i8") if item == "b" else x
        self.do(f"store {store} {x}, ptr {pointer}, align {size}{self.lane}")

    # variables

    def slots(self, kind: Type) -> list[str]:
        return [self.room(part) for part in operands(kind)]

    def read(self, kind: Type, slots: list[str], natural: bool = False) -> Value:
        parts = zip(operands(kind), slots)
        return Value(
            kind, tuple(self.make(f"load {part}, ptr {slot}") for part, slot in parts), natural
        )

    def write(self, value: Value, slots: list[str]) -> None:
        for part, x, slot in zip(operands(value.type), value.parts, slots):
            self.do(f"store {part} {x}, ptr {slot}")
