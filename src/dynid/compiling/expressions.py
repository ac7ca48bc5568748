"""Expressions of a kernel, translated: arithmetic as NumPy's on float64 and int64, arrays by
indices and slices."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from dynid.compiling.assembly import Assembly, Block
from dynid.compiling.values import (
    ArrayOf,
    Known,
    Refused,
    TupleOf,
    Type,
    Value,
    common,
    items_of,
    operands,
    tuple_of,
)

FLOAT = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
WHOLE = {ast.Add: "add nsw", ast.Sub: "sub nsw", ast.Mult: "mul nsw"}
#: of two numbers that are known
PYTHON: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
BITS = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
#: comparisons of float64 (false with nan, but !=), int64 and uint64
ORDER: dict[type, tuple[str, str, str]] = {
    ast.Lt: ("olt", "slt", "ult"),
    ast.LtE: ("ole", "sle", "ule"),
    ast.Gt: ("ogt", "sgt", "ugt"),
    ast.GtE: ("oge", "sge", "uge"),
    ast.Eq: ("oeq", "eq", "eq"),
    ast.NotEq: ("une", "ne", "ne"),
}
Found = Value | Known


class Expressions(Assembly):
    """One function's expressions; names and calls are looked up by what inherits this."""

    def name_of(self, node: ast.Name) -> Found:
        raise NotImplementedError

    def called(self, function: Any, node: ast.Call) -> Found:
        raise NotImplementedError

    def method(self, array: Value, node: ast.Call) -> Found:
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        return self.plain(self.see(node))

    def see(self, node: ast.expr) -> Found:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise Refused(f"{type(node).__name__}: {ast.unparse(node)[:60]}")
        found: Found = method(node)
        return found

    def _Constant(self, node: ast.Constant) -> Found:
        return Known(node.value)

    def _Name(self, node: ast.Name) -> Found:
        return self.name_of(node)

    def _Tuple(self, node: ast.Tuple) -> Found:
        return tuple_of([self.value(item) for item in node.elts])

    def _Attribute(self, node: ast.Attribute) -> Found:
        of = self.see(node.value)
        if isinstance(of, Known):
            return Known(getattr(of.object, node.attr))
        if isinstance(of.type, TupleOf) and node.attr in of.type.names:
            return items_of(of)[of.type.names.index(node.attr)]
        if isinstance(of.type, ArrayOf) and node.attr == "shape":
            return tuple_of([Value("i", (length,), True) for length in self.lengths(of)])
        raise Refused(f"attribute {node.attr} of {of.type}")

    def _BinOp(self, node: ast.BinOp) -> Found:
        left, right = self.see(node.left), self.see(node.right)
        if isinstance(left, Known) and isinstance(right, Known):
            if type(node.op) not in PYTHON:
                raise Refused(ast.unparse(node)[:60])
            return Known(PYTHON[type(node.op)](left.object, right.object))
        return self.binary(node.op, left, right)

    def binary(self, op: ast.operator, left: Found, right: Found) -> Value:
        if isinstance(op, ast.Pow):
            return self._power(self.plain(left), right)
        a, b = self.plain(left), self.plain(right)
        kind = common(a.type, b.type)
        if not isinstance(kind, str):
            raise Refused(f"arithmetic of {a.type} and {b.type}")
        if isinstance(op, ast.Div) or (kind == "f" and type(op) in FLOAT):
            x, y = (self.convert(v, "f").parts[0] for v in (a, b))
            return Value("f", (self.make(f"{FLOAT[type(op)]} contract double {x}, {y}"),))
        if kind == "b" and type(op) in BITS:
            return Value("b", (self.make(f"{BITS[type(op)]} i1 {a.parts[0]}, {b.parts[0]}"),))
        kind = "i" if kind == "b" else kind
        a, b = self.convert(a, kind), self.convert(b, kind)
        (x,), (y,) = a.parts, b.parts
        natural = a.natural and b.natural and not isinstance(op, ast.Sub)
        if type(op) in WHOLE and kind in "iu":
            made = WHOLE[type(op)] if kind == "i" else WHOLE[type(op)].split()[0]
            return Value(kind, (self.make(f"{made} i64 {x}, {y}"),), natural)
        if type(op) in BITS and kind in "iu":
            return Value(kind, (self.make(f"{BITS[type(op)]} i64 {x}, {y}"),), natural)
        if isinstance(op, ast.FloorDiv | ast.Mod) and kind == "i":
            return self._floor(isinstance(op, ast.Mod), x, y, natural)
        raise Refused(f"{type(op).__name__} of {a.type} and {b.type}")

    def _floor(self, rest: bool, x: str, y: str, natural: bool) -> Value:
        """x // y, or x % y, rounded down."""
        q, r = self.make(f"sdiv i64 {x}, {y}"), self.make(f"srem i64 {x}, {y}")
        if natural:
            return Value("i", (r if rest else q,), True)
        odd = self.make(f"icmp ne i64 {r}, 0")
        signs = self.make(f"xor i64 {r}, {y}")
        lower = self.make(f"and i1 {odd}, {self.make(f'icmp slt i64 {signs}, 0')}")
        step = f"add i64 {r}, {y}" if rest else f"sub i64 {q}, 1"
        kept = r if rest else q
        return Value("i", (self.make(f"select i1 {lower}, i64 {self.make(step)}, i64 {kept}"),))

    def _power(self, base: Value, exponent: Found) -> Value:
        if not isinstance(base.type, str):
            raise Refused(f"a power of {base.type}")
        known = exponent.object if isinstance(exponent, Known) else None
        if isinstance(known, int) and not isinstance(known, bool) and 0 < known < 16:
            result: Value | None = None
            while known:  # by squares
                if known & 1:
                    result = base if result is None else self.binary(ast.Mult(), result, base)
                known >>= 1
                base = self.binary(ast.Mult(), base, base) if known else base
            assert result is not None
            return result
        parts = [self.convert(v, "f").parts[0] for v in (base, self.plain(exponent))]
        return self.intrinsic("pow", *parts)

    def intrinsic(self, name: str, *x: str) -> Value:
        listed = ", ".join(f"double {part}" for part in x)
        return Value("f", (self.make(f"call double @llvm.{name}.f64({listed})"),))

    def _UnaryOp(self, node: ast.UnaryOp) -> Found:
        of = self.see(node.operand)
        if isinstance(node.op, ast.Not):
            return Value("b", (self.make(f"xor i1 {self.truth(of)}, true"),))
        if isinstance(of, Known) and isinstance(node.op, ast.USub):
            return Known(-of.object)
        value = self.plain(of)
        if isinstance(node.op, ast.USub) and value.type == "f":
            return Value("f", (self.make(f"fneg contract double {value.parts[0]}"),))
        if isinstance(node.op, ast.USub) and value.type == "i":
            return Value("i", (self.make(f"sub nsw i64 0, {value.parts[0]}"),))
        raise Refused(ast.unparse(node))

    def _Compare(self, node: ast.Compare) -> Found:
        sides = [self.value(side) for side in (node.left, *node.comparators)]
        made = ""
        for op, left, right in zip(node.ops, sides, sides[1:]):
            one = self.compare(op, left, right)
            made = self.make(f"and i1 {made}, {one}") if made else one
        return Value("b", (made,))

    def compare(self, op: ast.cmpop, a: Value, b: Value) -> str:
        kind = common(a.type, b.type)
        if kind == "b":
            kind = "i"
        if not isinstance(kind, str) or type(op) not in ORDER:
            raise Refused(f"comparison of {a.type} and {b.type}")
        x, y = (self.convert(side, kind).parts[0] for side in (a, b))
        order = ORDER[type(op)]["fiu".index(kind)]
        return self.make(
            f"fcmp {order} double {x}, {y}" if kind == "f" else f"icmp {order} i64 {x}, {y}"
        )

    def _BoolOp(self, node: ast.BoolOp) -> Found:
        """The next is looked at only where those before it have not decided."""
        decides = isinstance(node.op, ast.Or)
        end, ways = self.block("decided"), []
        for k, part in enumerate(node.values):
            x = self.truth(self.see(part))
            if k == len(node.values) - 1:
                ways.append((x, self.at))
                self.jump(end)
                break
            ways.append(("true" if decides else "false", self.at))
            more = self.block("more")
            self.branch(x, *((end, more) if decides else (more, end)))
            self.at = more
        self.at = end
        listed = ", ".join(f"[ {x}, %{block.label} ]" for x, block in ways)
        return Value("b", (self.make(f"phi i1 {listed}"),))

    def _IfExp(self, node: ast.IfExp) -> Found:
        yes, no = self.block("yes"), self.block("no")
        self.branch(self.truth(self.see(node.test)), yes, no)
        self.at = yes
        a, yes = self.value(node.body), self.at
        self.at = no
        b, no = self.value(node.orelse), self.at
        return self._merged(common(a.type, b.type), ((a, yes), (b, no)))

    def _merged(self, kind: Type, ways: tuple[tuple[Value, Block], ...]) -> Value:
        end, made = self.block("either"), []
        for value, block in ways:
            self.at = block
            made.append((self.convert(value, kind), self.at))
            self.jump(end)
        self.at = end
        parts = []
        for k, part in enumerate(operands(kind)):
            listed = ", ".join(f"[ {value.parts[k]}, %{block.label} ]" for value, block in made)
            parts.append(self.make(f"phi {part} {listed}"))
        return Value(kind, tuple(parts), all(value.natural for value, _ in made))

    def _Call(self, node: ast.Call) -> Found:
        if node.keywords or any(isinstance(arg, ast.Starred) for arg in node.args):
            raise Refused(f"keywords: {ast.unparse(node)[:60]}")
        if isinstance(node.func, ast.Attribute):
            of = self.see(node.func.value)
            if isinstance(of, Value):
                return self.method(of, node)
        function = self.see(node.func)
        if not isinstance(function, Known):
            raise Refused(ast.unparse(node)[:60])
        return self.called(function.object, node)

    def _Subscript(self, node: ast.Subscript) -> Found:
        of = self.see(node.value)
        if isinstance(of, Value) and isinstance(of.type, TupleOf):
            at = self.see(node.slice)
            if not (isinstance(at, Known) and isinstance(at.object, int)):
                raise Refused(f"an item of a tuple by {ast.unparse(node.slice)}")
            return items_of(of)[at.object]
        part = self.part(self.plain(of), node.slice)
        if isinstance(part.type, ArrayOf) and part.type.ndim == 0:
            return self.load(part.type.item, part.parts[0])
        return part

    def part(self, array: Value, where: ast.expr) -> Value:
        """The part of an array that indices and slices name; an item is an array without
        dimensions."""
        kind = array.type
        if not isinstance(kind, ArrayOf):
            raise Refused(f"an index into {kind}")
        named = list(where.elts) if isinstance(where, ast.Tuple) else [where]
        if len(named) > kind.ndim:
            raise Refused(f"{len(named)} indices into {kind.ndim} dimensions")
        lengths, whole = self.lengths(array), kind.contiguous
        starts: list[str] = []
        left: list[str] = []
        kept: list[int] = []
        for k, one in enumerate(named):
            if not isinstance(one, ast.Slice):
                starts.append(self.index(self.value(one), lengths[k]))
                whole = whole and not kept
                continue
            start, length = self._slice(one, lengths[k])
            whole = whole and (not kept or one.lower is one.upper is None)
            starts.append(start)
            left.append(length)
            kept.append(k)
        rest = range(len(named), kind.ndim)
        pointer = self.moved(array, starts)
        parts = [pointer, *left, *(lengths[k] for k in rest)]
        if not whole:
            strides = self.strides(array)
            parts += [strides[k] for k in (*kept, *rest)]
        return Value(ArrayOf(kind.item, kind.ndim - len(named) + len(kept), whole), tuple(parts))

    def _slice(self, node: ast.Slice, length: str) -> tuple[str, str]:
        """First index and number of the items of a slice, within the array."""
        if node.step is not None:
            raise Refused("a slice with a step")
        ends = []
        for end, without in ((node.lower, "0"), (node.upper, length)):
            if end is None:
                ends.append(without)
                continue
            x = self.index(self.convert(self.value(end), "i"), length)
            x = self.make(f"call i64 @llvm.smax.i64(i64 {x}, i64 0)")
            ends.append(self.make(f"call i64 @llvm.smin.i64(i64 {x}, i64 {length})"))
        if node.lower is None:
            return "0", ends[1]
        size = self.make(f"sub nsw i64 {ends[1]}, {ends[0]}")
        return ends[0], self.make(f"call i64 @llvm.smax.i64(i64 {size}, i64 0)")
