"""The source of a kernel: its text, its tree, and a digest of all that its machine code depends
on."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from dynid.compiling.values import Refused


def lanes(count: int) -> range:
    """range(count) in a kernel whose turns do not read or write what another one writes: they can
    all be done at once, as vectors, without a look at whether arrays overlap."""
    return range(count)


@dataclass(frozen=True, eq=False)
class Source:
    """A function to be compiled; `inlined` into those that call it. `constants` stand in place of
    those of the same names, in this function and in all that it calls."""

    function: Callable[..., Any]
    inlined: bool
    constants: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"

    @cached_property
    def globals(self) -> Mapping[str, Any]:
        known: dict[str, Any] = self.function.__globals__
        if not self.constants:
            return known
        names = {name for name in self.function.__code__.co_names if name in known}
        found = {name: self.constants.get(name, known[name]) for name in names}
        return {
            name: x.variant(self.constants) if hasattr(x, "variant") else x
            for name, x in found.items()
        }

    @cached_property
    def text(self) -> str:
        """From the decorator to the line before the next that is not indented."""
        code = self.function.__code__
        lines = _lines(code.co_filename)
        first = last = code.co_firstlineno - 1
        while lines[last].startswith("@"):
            last += 1
        last += 1
        while last < len(lines) and (not lines[last].strip() or lines[last][0] in " \t)#"):
            last += 1
        return "\n".join(lines[first:last]).rstrip()

    @cached_property
    def tree(self) -> ast.FunctionDef:
        if self.function.__code__.co_freevars or self.text[:1].isspace():
            raise Refused("a function inside of another")
        (tree,) = ast.parse(self.text).body
        assert isinstance(tree, ast.FunctionDef)
        return tree

    @property
    def locals(self) -> tuple[str, ...]:
        return self.function.__code__.co_varnames

    @cached_property
    def counters(self) -> frozenset[str]:
        """Names that only count up in loops from zero or more: as indices they need no look at
        whether they are negative."""
        counted: set[str] = set()
        others = {arg.arg for arg in self.tree.args.args}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                up = _counts_up(node.iter, counted)
                (counted if up else others).add(node.target.id)
            elif isinstance(node, ast.Assign | ast.AugAssign | ast.For):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    names = [name for name in ast.walk(target) if isinstance(name, ast.Name)]
                    others |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
        # a range may start at a name that is no counter after all
        while True:
            kept = counted - others
            wrong = {
                node.target.id
                for node in ast.walk(self.tree)
                if isinstance(node, ast.For)
                and isinstance(node.target, ast.Name)
                and not _counts_up(node.iter, kept)
            }
            if not wrong & kept:
                return frozenset(kept)
            others |= wrong

    @cached_property
    def digest(self) -> str:
        """Of this function, the constants that it reads and the functions that it calls."""
        found = hashlib.sha256(f"{self.inlined}\n{self.text}".encode())
        for name in sorted(set(self.function.__code__.co_names)):
            if name not in self.globals:
                continue
            x = self.globals[name]
            callee = getattr(x, "source", None)
            if isinstance(callee, Source):
                found.update(f"{name} {callee.digest}".encode())
            elif isinstance(x, bool | int | float | str | tuple):
                found.update(f"{name} {x!r}".encode())
            elif hasattr(x, "tobytes"):
                found.update(f"{name} {x.dtype} {x.shape}".encode() + x.tobytes())
            else:
                found.update(f"{name} {getattr(x, '__name__', '')}".encode())
        return found.hexdigest()


def _counts_up(call: ast.expr, counters: set[str] | frozenset[str]) -> bool:
    """Whether range(...) goes up from zero or more."""
    if not isinstance(call, ast.Call) or (len(call.args) > 2 and not _whole(call.args[2])):
        return False
    return len(call.args) == 1 or _not_negative(call.args[0], counters)


def _not_negative(node: ast.expr, counters: set[str] | frozenset[str]) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        return _not_negative(node.left, counters) and _not_negative(node.right, counters)
    return _whole(node) or (isinstance(node, ast.Name) and node.id in counters)


def _whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0


@cache
def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").split("\n")
