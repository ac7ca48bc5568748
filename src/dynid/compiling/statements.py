"""Branches and loops of a kernel, translated."""

from __future__ import annotations

import ast

from dynid.compiling.assembly import Block
from dynid.compiling.functions import Functions
from dynid.compiling.source import lanes
from dynid.compiling.values import Known, Refused, Value, items_of


class Statements(Functions):
    def __init__(self) -> None:
        super().__init__()
        self.nested = 0  # in how many branches and loops
        self.loops: list[tuple[Block, Block]] = []  # where continue and break go

    def assign(self, name: str, value: Value) -> None:
        raise NotImplementedError

    def set(self, target: ast.expr, value: Value, op: ast.operator | None = None) -> None:
        raise NotImplementedError

    def note(self, text: str) -> str:
        raise NotImplementedError

    def body(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            if self.at.closed:
                return  # never reached
            method = getattr(self, f"do_{type(node).__name__}", None)
            if method is None:
                raise Refused(f"{type(node).__name__}: {ast.unparse(node)[:60]}")
            method(node)

    def do_If(self, node: ast.If) -> None:
        yes, no, end = self.block("then"), self.block("else"), self.block("after")
        self.branch(self.truth(self.see(node.test)), yes, no)
        for block, nodes in ((yes, node.body), (no, node.orelse)):
            self.at = block
            self.nested += 1
            self.body(nodes)
            self.nested -= 1
            if not self.at.closed:
                self.jump(end)
        self.go_on(end)

    def do_While(self, node: ast.While) -> None:
        test, inside = self.block("while"), self.block("body")
        instead, end = self.block("else"), self.block("after")
        self.jump(test)
        self.at = test
        self.branch(self.truth(self.see(node.test)), inside, instead)
        self.at = inside
        self._loop(node.body, test, end)
        if not self.at.closed:
            self.jump(test)
        self._end(node.orelse, instead, end)

    def _loop(self, nodes: list[ast.stmt], again: Block, end: Block) -> None:
        self.loops.append((again, end))
        self.depth += 1
        self.nested += 1
        self.body(nodes)
        self.nested -= 1
        self.depth -= 1
        self.loops.pop()

    def _end(self, nodes: list[ast.stmt], instead: Block, end: Block) -> None:
        """What stands after a loop that was not left by `break`."""
        self.go_on(instead)
        self.body(nodes)
        if not self.at.closed:
            self.jump(end)
        self.go_on(end)

    def do_For(self, node: ast.For) -> None:
        call, name = node.iter, node.target
        if isinstance(call, ast.Tuple):
            self._one_by_one(call, node)
            return
        over = self.see(call.func) if isinstance(call, ast.Call) else None
        if over not in (Known(range), Known(lanes)) or not isinstance(name, ast.Name):
            raise Refused(f"for over {ast.unparse(call)[:40]}")
        assert isinstance(call, ast.Call)
        ends = [self.see(arg) for arg in call.args]
        step = ends[2].object if len(ends) == 3 and isinstance(ends[2], Known) else 1
        if len(ends) == 3 and not isinstance(ends[2], Known):
            raise Refused("a range with a step that is not known")
        first = ends[0] if len(ends) > 1 else Known(0)
        start, stop = self.plain(first), self.plain(ends[1] if len(ends) > 1 else ends[0])
        if start.type != "i" or stop.type != "i":
            raise Refused(f"range of {start.type}, {stop.type}")
        i = self.room("i64")
        self.do(f"store i64 {start.parts[0]}, ptr {i}")
        test, inside, more = self.block("for"), self.block("body"), self.block("more")
        instead, end = self.block("else"), self.block("after")
        self.jump(test)
        self.at = test
        x = self.make(f"load i64, ptr {i}")
        order = "slt" if step > 0 else "sgt"
        self.branch(self.make(f"icmp {order} i64 {x}, {stop.parts[0]}"), inside, instead)
        self.at = inside
        self.assign(name.id, Value("i", (x,)))
        mark = self._lanes(node.body, more, end) if over == Known(lanes) else ""
        if not mark:
            self._loop(node.body, more, end)
        if not self.at.closed:
            self.jump(more)
        self.at = more
        x = self.make(f"load i64, ptr {i}")
        self.do(f"store i64 {self.make(f'add nsw i64 {x}, {step}')}, ptr {i}")
        self.jump(test, mark)
        self._end(node.orelse, instead, end)

    def _lanes(self, nodes: list[ast.stmt], again: Block, end: Block) -> str:
        """The body of a loop over lanes; what is noted at its jump back: that the accesses to
        memory which are marked, all of them, do not depend on each other from lane to lane; and
        that it stays a loop, for turns written out one after the other are no vectors."""
        if self.lane:
            raise Refused("lanes in lanes")
        group = self.note("distinct !{}")
        self.lane = f", !llvm.access.group {group}"
        self._loop(nodes, again, end)
        self.lane = ""
        accesses = self.note(f'!{{!"llvm.loop.parallel_accesses", {group}}}')
        stays = self.note('!{!"llvm.loop.unroll.disable"}')
        return f", !llvm.loop {self.note(f'distinct !{{null, {accesses}, {stays}}}')}"

    def _one_by_one(self, items: ast.Tuple, node: ast.For) -> None:
        """for ... in (a, b, c): the body once for each."""
        instead, end = self.block("else"), self.block("after")
        for item, value in zip(items.elts, [self.value(item) for item in items.elts]):
            more = self.block("more")
            if isinstance(node.target, ast.Tuple):
                parts = items_of(value)
                if len(parts) != len(node.target.elts):
                    raise Refused(ast.unparse(item))
                for target, part in zip(node.target.elts, parts):
                    self.set(target, part)
            else:
                self.set(node.target, value)
            self._loop(node.body, more, end)
            if not self.at.closed:
                self.jump(more)
            self.go_on(more)
        if not self.at.closed:
            self.jump(instead)
        self._end(node.orelse, instead, end)

    def do_Break(self, node: ast.Break) -> None:
        self.jump(self.loops[-1][1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.jump(self.loops[-1][0])
