"""Functions that kernels call beside each other: Python's own, NumPy's of numbers, and room for
arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from dynid.compiling.assembly import number
from dynid.compiling.expressions import Expressions, Found
from dynid.compiling.values import ArrayOf, Refused, TupleOf, Value, common, items_of

#: by LLVM's intrinsics, or by the C library under the same name
INTRINSIC = {
    np.sqrt: "sqrt",
    np.sin: "sin",
    np.cos: "cos",
    np.exp: "exp",
    np.log: "log",
    np.floor: "floor",
}
IN_C = {np.tanh: "tanh", np.expm1: "expm1"}
#: bytes of a cache line: arrays begin with one, for a vector that reaches into the next costs twice
LINE = 64
CASTS: dict[Any, str] = {
    int: "i",
    float: "f",
    bool: "b",
    np.int64: "i",
    np.uint64: "u",
    np.float64: "f",
    np.bool_: "b",
}


class Functions(Expressions):
    def __init__(self) -> None:
        super().__init__()
        self.depth = 0  # of loops
        self.owned: list[str] = []  # variables with the arrays to give back at the end

    def called(self, function: Any, node: ast.Call) -> Found:
        args = [self.see(arg) for arg in node.args]
        if any(function is cast for cast in CASTS):
            return self._cast(CASTS[function], args)
        if function is np.empty or function is np.zeros:
            return self.array(self.plain(args[0]), function is np.zeros, len(args))
        if function in INTRINSIC:
            return self.intrinsic(INTRINSIC[function], self._float(args))
        if function in IN_C:
            x = self._float(args)
            return Value("f", (self.make(f"call double @{IN_C[function]}(double {x})"),))
        own: dict[Any, Callable[[list[Found]], Found]] = {
            abs: self._abs,
            np.abs: self._abs,
            min: lambda args: self._least(ast.Lt(), args),
            max: lambda args: self._least(ast.Gt(), args),
            len: self._len,
            np.sign: self._sign,
            np.isfinite: self._isfinite,
        }
        if function in own:
            return own[function](args)
        return self.other(function, [self.plain(arg) for arg in args])

    def other(self, function: Any, args: list[Value]) -> Found:
        raise NotImplementedError

    def _float(self, args: list[Found]) -> str:
        (value,) = args
        return self.convert(self.plain(value), "f").parts[0]

    def _cast(self, to: str, args: list[Found]) -> Found:
        (value,) = args
        plain = self.plain(value)
        if to == "u" and plain.type == "f":
            raise Refused("float64 to uint64")
        return self.convert(plain, to)

    def _abs(self, args: list[Found]) -> Found:
        value = self.plain(args[0])
        if value.type == "f":
            return self.intrinsic("fabs", value.parts[0])
        if value.type != "i":
            raise Refused(f"abs of {value.type}")
        return Value(
            "i", (self.make(f"call i64 @llvm.abs.i64(i64 {value.parts[0]}, i1 false)"),), True
        )

    def _least(self, order: ast.cmpop, args: list[Found]) -> Found:
        """As Python does it: a later one counts only if it compares, which nan never does."""
        values = [self.plain(arg) for arg in args]
        best = values[0]
        for value in values[1:]:
            kind = common(best.type, value.type)
            a, b = self.convert(best, kind), self.convert(value, kind)
            take = self.compare(order, b, a)
            what = "double" if kind == "f" else "i64"
            x = self.make(f"select i1 {take}, {what} {b.parts[0]}, {what} {a.parts[0]}")
            best = Value(kind, (x,), a.natural and b.natural)
        return best

    def _len(self, args: list[Found]) -> Found:
        array = self.plain(args[0])
        if not isinstance(array.type, ArrayOf):
            raise Refused(f"len of {array.type}")
        return Value("i", (self.lengths(array)[0],), True)

    def _sign(self, args: list[Found]) -> Found:
        x = self._float(args)
        above = self.make(f"fcmp ogt double {x}, {number(0.0)}")
        below = self.make(f"fcmp olt double {x}, {number(0.0)}")
        down = self.make(f"select i1 {below}, double {number(-1.0)}, double {x}")
        return Value("f", (self.make(f"select i1 {above}, double {number(1.0)}, double {down}"),))

    def _isfinite(self, args: list[Found]) -> Found:
        size = self.intrinsic("fabs", self._float(args)).parts[0]
        return Value("b", (self.make(f"fcmp olt double {size}, {number(np.inf)}"),))

    # arrays

    def array(self, shape: Value, zero: bool, n_args: int = 1) -> Value:
        """Room for float64, given back where the function ends."""
        if n_args != 1:
            raise Refused("an array of another type than float64")
        if self.depth:
            raise Refused("an array made in a loop")
        sides = items_of(shape) if isinstance(shape.type, TupleOf) else [shape]
        lengths = tuple(self.convert(side, "i").parts[0] for side in sides)
        size = "8"
        for length in lengths:
            size = self.times(size, length)
        size = self.plus(size, str(LINE - 1))
        made = f"ptr @calloc(i64 {size}, i64 1)" if zero else f"ptr @malloc(i64 {size})"
        pointer, slot = self.make(f"call noalias {made}"), self.room("ptr")
        self.top.lines.append(f"store ptr null, ptr {slot}")
        self.do(f"store ptr {pointer}, ptr {slot}")
        self.owned.append(slot)
        return Value(ArrayOf("f", len(lengths), True), (self._at_line(pointer), *lengths))

    def _at_line(self, pointer: str) -> str:
        """The first byte from `pointer` on that begins a cache line."""
        address = self.make(f"ptrtoint ptr {pointer} to i64")
        beyond = self.make(f"and i64 {self.make(f'sub i64 0, {address}')}, {LINE - 1}")
        return self.make(f"getelementptr inbounds i8, ptr {pointer}, i64 {beyond}")

    def give_back(self) -> None:
        for slot in self.owned:
            self.do(f"call void @free(ptr {self.make(f'load ptr, ptr {slot}')})")

    def method(self, array: Value, node: ast.Call) -> Found:
        assert isinstance(node.func, ast.Attribute)
        name, kind = node.func.attr, array.type
        if not isinstance(kind, ArrayOf) or node.args:
            raise Refused(ast.unparse(node)[:60])
        if name == "copy" and kind.item == "f":
            made = self.array(self._shape(array), zero=False)
            self.fill(made, array)
            return made
        if name == "any":
            found = self.room("i1")
            self.do(f"store i1 false, ptr {found}")
            self.each(array, lambda item: self._if_any(item, found))
            return Value("b", (self.make(f"load i1, ptr {found}"),))
        if name == "max" and kind.item == "f":
            found = self.room("double")
            self.do(f"store double {number(-np.inf)}, ptr {found}")
            self.each(array, lambda item: self._if_more(item, found))
            return Value("f", (self.make(f"load double, ptr {found}"),))
        raise Refused(f"{name} of {kind}")

    def _if_any(self, item: Value, found: str) -> None:
        before = self.make(f"load i1, ptr {found}")
        self.do(f"store i1 {self.make(f'or i1 {before}, {self.truth(item)}')}, ptr {found}")

    def _if_more(self, item: Value, found: str) -> None:
        before = Value("f", (self.make(f"load double, ptr {found}"),))
        more = self.plain(self._least(ast.Gt(), [before, item]))
        self.do(f"store double {more.parts[0]}, ptr {found}")

    def _shape(self, array: Value) -> Value:
        lengths = self.lengths(array)
        return Value(TupleOf(("i",) * len(lengths)), lengths)

    def repeat(self, stop: str, body: Callable[[str], None]) -> None:
        """Call body(i), which writes what is done for i = 0 ... stop - 1."""
        i, test, inside, end = self.room("i64"), *(self.block(x) for x in ("test", "body", "end"))
        self.do(f"store i64 0, ptr {i}")
        self.jump(test)
        self.at = test
        x = self.make(f"load i64, ptr {i}")
        self.branch(self.make(f"icmp slt i64 {x}, {stop}"), inside, end)
        self.at = inside
        body(x)
        self.do(f"store i64 {self.make(f'add nsw i64 {x}, 1')}, ptr {i}")
        self.jump(test)
        self.at = end

    def each(self, array: Value, body: Callable[[Value], None]) -> None:
        """Call body(item) for all items of an array."""
        kind = array.type
        assert isinstance(kind, ArrayOf)
        self.items([array], lambda pointers: body(self.load(kind.item, pointers[0])))

    def items(self, arrays: list[Value], body: Callable[[list[str]], None]) -> None:
        """Call body([pointer to an item of each array]) for all items, in the shape of the
        first."""
        lengths = self.lengths(arrays[0])

        def inner(indices: list[str]) -> None:
            if len(indices) == len(lengths):
                body([self.moved(one, indices) for one in arrays])
            else:
                self.repeat(lengths[len(indices)], lambda i: inner([*indices, i]))

        inner([])

    def fill(self, array: Value, by: Value, op: ast.operator | None = None) -> None:
        """array[...] = by, or array[...] op= by; `by` a number, or an array of that shape."""
        kind, other = array.type, by.type
        assert isinstance(kind, ArrayOf)
        if isinstance(other, ArrayOf) and other.ndim != kind.ndim:
            raise Refused("arrays of different dimensions")

        def set(pointers: list[str]) -> None:
            value = self.load(other.item, pointers[1]) if isinstance(other, ArrayOf) else by
            if op is not None:
                value = self.binary(op, self.load(kind.item, pointers[0]), value)
            self.store(value, kind.item, pointers[0])

        self.items([array, by] if isinstance(other, ArrayOf) else [array], set)
