"""Translates kernels, plain loops over arrays and numbers, into LLVM's assembly.

A kernel and all that it calls become one module: every function once for each set of types that it
is called with, optimised together. What goes beyond that is refused.
"""

from __future__ import annotations

import ast
import builtins
from typing import Any

import numpy as np

from dynid.compiling.assembly import number
from dynid.compiling.expressions import Found
from dynid.compiling.source import Source
from dynid.compiling.statements import Statements
from dynid.compiling.values import (
    LETTERS,
    STORED,
    ArrayOf,
    Known,
    Refused,
    TupleOf,
    Type,
    Value,
    common,
    items_of,
    operands,
)


class _Again(Exception):
    """A name turned out to need a wider type: translate once more with it."""


class Module:
    """Functions that call each other, as one text for LLVM."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.made: dict[tuple[Source, tuple[Type, ...]], tuple[str, Type | None]] = {}
        self.arrays: dict[int, str] = {}
        self.notes = 0
        self.kept: list[Any] = []  # arrays whose id is a key

    def function(self, source: Source, types: tuple[Type, ...]) -> tuple[str, Type | None]:
        """The name of a function in this module and the type of what it returns."""
        key = source, types
        if key not in self.made:
            self.made[key] = "", None  # calling itself is refused
            symbol = f'@"{source.name}.{len(self.made)}"'
            text, result = translated(self, source, types, symbol)
            self.texts.append(text)
            self.made[key] = symbol, result
        symbol, result = self.made[key]
        if not symbol:
            raise Refused(f"{source.name} calls itself")
        return symbol, result

    def note(self, text: str) -> str:
        """Something noted of the module, by the number that stands for it (`null` in it too)."""
        name = f"!{self.notes}"
        self.notes += 1
        self.texts.append(f"{name} = {text.replace('null', name)}")
        return name

    def constant(self, x: Any) -> Value:
        """An array that is known when the kernel is compiled, kept with its code."""
        item = {"float64": "f", "int64": "i"}.get(x.dtype.name)
        if item is None or not x.flags.c_contiguous:
            raise Refused(f"a constant array of {x.dtype}")
        if id(x) not in self.arrays:
            name, store = f"@constant.{len(self.arrays)}", STORED[item][0]
            listed = (number(float(v)) if item == "f" else str(int(v)) for v in x.ravel())
            text = ", ".join(f"{store} {v}" for v in listed)
            self.texts.append(f"{name} = private constant [{x.size} x {store}] [{text}], align 8")
            self.arrays[id(x)] = name
            self.kept.append(x)
        shape = tuple(str(n) for n in x.shape)
        return Value(ArrayOf(item, x.ndim, True), (self.arrays[id(x)], *shape))


def translated(
    module: Module, source: Source, types: tuple[Type, ...], symbol: str
) -> tuple[str, Type | None]:
    """The text of a function for arguments of these types, and the type of what it returns."""
    variables: dict[tuple[str, int], Type] = {}
    results: list[Type | None] = []
    for _ in range(50):
        function = _Function(module, source, types, variables, results)
        try:
            return function.whole(symbol), results[0] if results else None
        except _Again:
            continue
    raise Refused("types that do not settle")


class _Function(Statements):
    def __init__(
        self,
        module: Module,
        source: Source,
        types: tuple[Type, ...],
        variables: dict[tuple[str, int], Type],
        results: list[Type | None],
    ) -> None:
        super().__init__()
        self.module, self.source, self.types = module, source, types
        self.variables, self.results = variables, results
        self.slot: dict[str, list[str]] = {}
        self.versions: dict[str, int] = {}
        self.natural = source.counters

    def whole(self, symbol: str) -> str:
        names = [arg.arg for arg in self.source.tree.args.args]
        if len(names) != len(self.types):
            raise Refused(f"it takes {len(names)} arguments and got {len(self.types)}")
        listed = []
        for k, (name, kind) in enumerate(zip(names, self.types)):
            parts = tuple(f"%a{k}.{j}" for j in range(len(operands(kind))))
            listed += [f"{part} {x}" for part, x in zip(operands(kind), parts)]
            self.assign(name, Value(kind, parts))
        self.body(self.source.tree.body)
        if not self.at.closed:
            self.leave(None)
        result = self.results[0] if self.results else None
        inline = "alwaysinline " if self.source.inlined else ""
        head = f"define internal {returned(result)} {symbol}({', '.join(listed)}) {inline}nounwind"
        return f"{head} {{\n{self.text()}\n}}"

    def note(self, text: str) -> str:
        return self.module.note(text)

    # names

    def name_of(self, node: ast.Name) -> Found:
        if node.id in self.slot:
            kind = self.variables[self.version(node.id)]
            return self.read(kind, self.slot[node.id], node.id in self.natural)
        if node.id in self.source.locals:
            raise Refused(f"{node.id} is read before it is set")
        known = self.source.globals
        if node.id in known:
            return self.known(known[node.id])
        if hasattr(builtins, node.id):
            return Known(getattr(builtins, node.id))
        raise Refused(f"{node.id} is not known")

    def known(self, x: Any) -> Found:
        if isinstance(x, np.ndarray):
            return self.module.constant(x)
        if isinstance(x, np.generic):
            return Known(x.item())
        return Known(x)

    def see(self, node: ast.expr) -> Found:
        found = super().see(node)
        return self.known(found.object) if isinstance(found, Known) else found

    def assign(self, name: str, value: Value) -> None:
        before = self.variables.get(self.version(name))
        if before != value.type and before in LETTERS and "u" in (before, value.type):
            # the same name for another kind of number: outside of loops it is another variable
            if self.nested:
                raise Refused(f"{name} is {before} and {value.type}")
            self.versions[name] = self.versions.get(name, 0) + 1
            self.slot.pop(name)
            before = self.variables.get(self.version(name))
        kind = value.type if before is None else common(before, value.type)
        if kind != before:
            self.variables[self.version(name)] = kind
            if before is not None:
                raise _Again
        if name not in self.slot:
            self.slot[name] = self.slots(kind)
        self.write(self.convert(value, kind), self.slot[name])

    def version(self, name: str) -> tuple[str, int]:
        return name, self.versions.get(name, 0)

    def other(self, function: Any, args: list[Value]) -> Found:
        source = getattr(function, "source", None)
        if not isinstance(source, Source):
            raise Refused(f"a call of {getattr(function, '__name__', function)}")
        args = [Value(arg.type, arg.parts) for arg in args]
        symbol, result = self.module.function(source, tuple(arg.type for arg in args))
        listed = ", ".join(
            f"{part} {x}" for arg in args for part, x in zip(operands(arg.type), arg.parts)
        )
        call = f"call {returned(result)} {symbol}({listed}){self.lane}"
        if result is None:
            self.do(call)
            return Known(None)
        x = self.make(call)
        if isinstance(result, str):
            return Value(result, (x,))
        count = len(operands(result))
        parts = (self.make(f"extractvalue {returned(result)} {x}, {k}") for k in range(count))
        return Value(result, tuple(parts))

    # statements

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.see(node.value)

    def do_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Tuple):
            values = [self.value(item) for item in node.value.elts]
        else:
            values = [self.value(node.value)]
        for target in node.targets:
            if isinstance(target, ast.Tuple):
                parts = values if isinstance(node.value, ast.Tuple) else items_of(values[0])
                if len(parts) != len(target.elts):
                    raise Refused(ast.unparse(node)[:60])
                for one, value in zip(target.elts, parts):
                    self.set(one, value)
            elif len(values) == 1 and not isinstance(node.value, ast.Tuple):
                self.set(target, values[0])
            else:
                raise Refused(ast.unparse(node)[:60])

    def set(self, target: ast.expr, value: Value, op: ast.operator | None = None) -> None:
        if isinstance(target, ast.Name):
            if op is not None:
                value = self.binary(op, self.name_of(target), value)
            self.assign(target.id, value)
            return
        if not isinstance(target, ast.Subscript):
            raise Refused(ast.unparse(target))
        part = self.part(self.value(target.value), target.slice)
        assert isinstance(part.type, ArrayOf)
        if part.type.ndim:
            self.fill(part, value, op)
            return
        if op is not None:
            value = self.binary(op, self.load(part.type.item, part.parts[0]), value)
        self.store(value, part.type.item, part.parts[0])

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        self.set(node.target, self.value(node.value), node.op)

    def do_Return(self, node: ast.Return) -> None:
        self.leave(None if node.value is None else self.value(node.value))

    def leave(self, value: Value | None) -> None:
        kind = None if value is None else value.type
        if not self.results:
            self.results.append(kind)
        wide = self.results[0]
        if kind is None or wide is None:
            if kind is not wide:
                raise Refused("some ways return a value, others do not")
        else:
            wide = common(wide, kind)
            if wide != self.results[0]:
                self.results[0] = wide
                raise _Again
        if isinstance(wide, ArrayOf) or (
            isinstance(wide, TupleOf) and not all(isinstance(item, str) for item in wide.items)
        ):
            raise Refused("an array is returned")
        self.give_back()
        if value is None or wide is None:
            self.do("ret void")
        else:
            parts = self.convert(value, wide).parts
            x = parts[0]
            if isinstance(wide, TupleOf):
                x = "undef"
                for k, (part, one) in enumerate(zip(operands(wide), parts)):
                    x = self.make(f"insertvalue {returned(wide)} {x}, {part} {one}, {k}")
            self.do(f"ret {returned(wide)} {x}")
        self.at.closed = True


def returned(kind: Type | None) -> str:
    if kind is None:
        return "void"
    if isinstance(kind, str):
        return LETTERS[kind]
    return "{ " + ", ".join(operands(kind)) + " }"
