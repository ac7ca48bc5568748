"""A symbolic model as files: SymPy, and C with common subexpressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.exports.c_code import make_c_name
from dynid.exports.c_effects import clean_comment
from dynid.exports.symbolic_model import SymbolicModel
from dynid.exports.symbolic_steps import Expression, import_sympy, select_steps
from dynid.version import __version__

#: of every matrix, the arguments of its C function
ARGUMENTS = {
    "M": ("q", "p"),
    "C": ("q", "qd", "p"),
    "g": ("q", "p"),
    "Y": ("q", "qd", "qdd"),
    "closure": ("q",),
    "correction": ("q",),
}
SAID = {
    "M": "mass matrix, row by row",
    "C": "Coriolis matrix by Christoffel's symbols, row by row",
    "g": "gravity, springs and offsets included",
    "Y": "regressor, row by row: tau = Y p",
    "closure": "zero in a closed pose",
    "correction": "what Newton's step towards a closed pose adds to the dependent coordinates, in"
    " the order of q",
}


def write_symbolic_files(
    symbolic: SymbolicModel, p: Array, notes: Sequence[str] = ()
) -> dict[str, str]:
    """{file name: text}: NAME_symbolic.py, .c and .h. p: values, nan where they are not known."""
    name = f"{make_c_name(symbolic.model.robot.name)}_symbolic"
    head = _describe(symbolic, notes)
    return {
        f"{name}.py": _write_python(symbolic, p, head),
        f"{name}.h": _write_header(symbolic, name, p, head),
        f"{name}.c": _write_code(symbolic, name, p),
    }


def _describe(symbolic: SymbolicModel, notes: Sequence[str]) -> list[str]:
    model, robot = symbolic.model, symbolic.model.robot
    lines = [
        f"Equations of motion of {robot.name}, by dynid {__version__}:"
        " tau = M qdd + C qd + g + friction = Y p.",
        f"q: {', '.join(robot.coordinates)}" + ("" if robot.is_tree else " (a closed pose)"),
        f"qd, qdd, tau: {', '.join(robot.actuated)}",
        f"p: {', '.join(model.parameters)}",
        *notes,
    ]
    return [clean_comment(line) for line in lines]


def _list_wanted(symbolic: SymbolicModel) -> list[str]:
    loops = () if symbolic.model.robot.is_tree else ("closure", "correction")
    return ["M", "C", "g", "Y", *loops]


# ---- SymPy

NAMES = "Abs, Matrix, Piecewise, cos, exp, sign, sin, sqrt, symbols, tanh"


def _make_printer() -> Any:
    """Expressions as text, numbers with all their digits."""
    from sympy.printing.str import StrPrinter

    class Printer(StrPrinter):  # type: ignore[misc]
        def _print_Float(self, expression: Any) -> str:
            return repr(float(expression))

    return Printer().doprint


def _write_python(symbolic: SymbolicModel, p: Array, head: Sequence[str]) -> str:
    write = _make_printer()

    def write_symbols(name: str, symbols: Sequence[Expression]) -> str:
        return f'{name} = symbols("{" ".join(map(str, symbols))}", real=True, seq=True)'

    parts = {name: getattr(symbolic, name) for name in ("q", "qd", "qdd", "p")}
    lines = ['"""' + "\n".join(head).replace("\\", "/").replace('"', "'"), '"""', ""]
    lines += [f"from sympy import {NAMES}", ""]
    for name, symbols in parts.items():
        lines += [write_symbols(name, symbols), f"{', '.join(map(str, symbols))}, = {name}"]
    known = [f"{symbol}: {float(x)!r}" for symbol, x in zip(symbolic.p, p) if np.isfinite(x)]
    lines += ["", f"values = {{{', '.join(known)}}}", "steps = []", ""]
    for symbol, value in symbolic.steps:
        lines += [f'{symbol} = symbols("{symbol}", real=True)']
        lines += [f"steps.append(({symbol}, {write(value)}))"]
    for name in _list_wanted(symbolic):
        matrix = getattr(symbolic, name)
        lines += ["", f"# {SAID[name]}", f"{name} = Matrix({matrix.rows}, {matrix.cols}, ["]
        lines += [f"    {write(x)}," for x in matrix] + ["])"]
    lines += [
        "",
        "",
        "def expand(expression):",
        '    """In q, qd, qdd and p alone."""',
        "    for symbol, value in reversed(steps):",
        "        expression = expression.xreplace({symbol: value})",
        "    return expression",
        "",
    ]
    return "\n".join(lines)


# ---- C


def _list_sizes(symbolic: SymbolicModel) -> dict[str, int]:
    sizes = {name: len(getattr(symbolic, name)) for name in ("q", "qd", "qdd", "p")}
    return sizes | {name: len(getattr(symbolic, name)) for name in _list_wanted(symbolic)}


def _declare(symbolic: SymbolicModel, prefix: str, name: str) -> str:
    sizes = _list_sizes(symbolic)
    given = ", ".join(f"const double {x}[{sizes[x]}]" for x in ARGUMENTS[name])
    return f"void {prefix}_{name}({given}, double {name}_out[{sizes[name]}])"


def _write_header(symbolic: SymbolicModel, prefix: str, p: Array, head: Sequence[str]) -> str:
    guard = f"{prefix.upper()}_H"
    lines = [f"/* {line} */" for line in head] + [f"#ifndef {guard}", f"#define {guard}", ""]
    if np.isfinite(p).all():
        lines += ["/* the values of p */", f"extern const double {prefix}_p[{len(p)}];", ""]
    for name in _list_wanted(symbolic):
        lines += [f"/* {SAID[name]} */", f"{_declare(symbolic, prefix, name)};"]
    return "\n".join([*lines, "", "#endif", ""])


def _write_code(symbolic: SymbolicModel, prefix: str, p: Array) -> str:
    lines = [f'#include "{prefix}.h"', "", "#include <math.h>", ""]
    if np.isfinite(p).all():
        rows = (f"    {float(x)!r}, /* {n} */" for x, n in zip(p, symbolic.model.parameters))
        lines += [f"const double {prefix}_p[{len(p)}] = {{", *rows, "};", ""]
    for name in _list_wanted(symbolic):
        lines += [_declare(symbolic, prefix, name), "{", *_write_body(symbolic, name), "}", ""]
    return "\n".join(lines)


def _write_body(symbolic: SymbolicModel, name: str) -> Iterator[str]:
    sympy, matrix = import_sympy(), getattr(symbolic, name)
    places = {}
    for kind in ARGUMENTS[name]:
        for k, symbol in enumerate(getattr(symbolic, kind)):
            places[symbol] = sympy.Symbol(f"{kind}[{k}]", real=True)
    lines, used = [], set[str]()

    def write(expression: Expression) -> str:
        used.update(str(x).split("[")[0] for x in expression.free_symbols)
        return str(sympy.ccode(expression))

    steps = select_steps(symbolic.steps, matrix)
    for target, value in _share(steps, list(matrix)):
        given = value.xreplace(places)
        if isinstance(target, int):
            lines.append(f"    {name}_out[{target}] = {write(given)};")
        else:
            lines.append(f"    const double {target} = {write(given)};")
    yield from (f"    (void){kind};" for kind in ARGUMENTS[name] if kind not in used)
    yield from lines


def _share(
    steps: Sequence[tuple[Expression, Expression]], outputs: Sequence[Expression]
) -> Iterable[tuple[Expression | int, Expression]]:
    """The steps, and (place, output) of all outputs, with their common subexpressions before
    them."""
    sympy = import_sympy()
    values = [value for _, value in steps] + list(outputs)
    shared, reduced = sympy.cse(values, symbols=sympy.numbered_symbols("y", real=True))
    common, done = dict(shared), set[Expression]()

    def list_shared(expression: Expression) -> Iterator[tuple[Expression, Expression]]:
        for symbol in sorted(expression.free_symbols & common.keys(), key=str):
            if symbol not in done:
                done.add(symbol)
                yield from list_shared(common[symbol])
                yield symbol, common[symbol]

    targets: list[Expression | int] = [symbol for symbol, _ in steps]
    targets += range(len(outputs))
    for target, value in zip(targets, reduced):
        yield from list_shared(value)
        yield target, value
