"""Steps of symbolic expressions, each once; the solution of the loops in steps; vectors, wrenches
and force laws as expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dynid.closed_chains.topology import Constraints
from dynid.errors import InputError
from dynid.model.terms import Law

Expression = Any  # sympy.Expr
Vector = list[Expression]
Column = tuple[Vector, Vector]  # (e, l)


def import_sympy() -> Any:
    try:
        import sympy
    except ImportError:
        raise InputError(
            "a symbolic model needs SymPy, which is not installed: pip install 'dynid[symbolic]'."
        ) from None
    return sympy


def select_steps(
    steps: Sequence[tuple[Expression, Expression]], wanted: Iterable[Expression]
) -> list[tuple[Expression, Expression]]:
    """The steps that some expressions need."""
    needed = set().union(*(x.free_symbols for x in wanted))
    kept = []
    for symbol, value in reversed(steps):
        if symbol in needed:
            kept.append((symbol, value))
            needed |= value.free_symbols
    return kept[::-1]


@dataclass(eq=False)
class Tape:
    """Steps, each expression once."""

    steps: list[tuple[Expression, Expression]] = field(default_factory=list)
    known: dict[Expression, Expression] = field(default_factory=dict)

    def keep(self, expression: Expression) -> Expression:
        """A symbol for it, unless it is one already, or a number, or minus one of these."""
        sympy = import_sympy()
        expression = sympy.sympify(expression)
        if expression.is_Atom or (-expression).is_Atom:
            return expression
        if expression not in self.known:
            symbol = sympy.Symbol(f"x{len(self.steps)}", real=True)
            self.known[expression] = symbol
            self.steps.append((symbol, expression))
        return self.known[expression]

    def keep_all(self, expressions: Iterable[Expression]) -> Vector:
        return [self.keep(x) for x in expressions]


def cross(a: Vector, b: Vector) -> Vector:
    return [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]


def sum_products(a: Vector, b: Vector) -> Expression:
    return sum(x * y for x, y in zip(a, b))


def add(*vectors: Vector) -> Vector:
    return [sum(parts) for parts in zip(*vectors)]


def turn(R: Any, v: Vector) -> Vector:
    """R v."""
    return [sum_products(list(R[i, :]), v) for i in range(3)]


def make_skew_matrix(v: Vector) -> list[Vector]:
    return [[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]


def list_coefficients(column: Column, d: Vector, H: list[Vector]) -> Vector:
    """Of m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz: the work of a body's wrench along (e, l),
    where its points accelerate by d + H r.

    l . (m d + H h) + e . (h x d + N),   e . N = sum_jk K_jk S_jk,   K_k = H_k x e,
    S = 1/2 tr(I) 1 - I
    """
    e, l = column
    K = [cross([H[i][k] for i in range(3)], e) for k in range(3)]  # K[k][j]
    h = add([sum_products([H[i][j] for i in range(3)], l) for j in range(3)], cross(d, e))
    x, y, z = K[0][0], K[1][1], K[2][2]
    Ixx, Iyy, Izz = (y + z - x) / 2, (x + z - y) / 2, (x + y - z) / 2
    Ixy, Ixz, Iyz = (-(K[a][b] + K[b][a]) for a, b in ((0, 1), (0, 2), (1, 2)))
    return [sum_products(l, d), *h, Ixx, Ixy, Iyy, Ixz, Iyz, Izz]


def make_solver(tape: Tape, con: Constraints, A: Any) -> Callable[[Vector], Vector]:
    """Solves A_d x = b, in the order of con.solved, for any b."""
    keep, order = tape.keep, con.solved.tolist()
    R = [[keep(A[r, c]) for c in order] for r in range(A.rows)]
    mixes: list[tuple[list[int], Callable[[Vector], Vector]]] = []
    for k in range(len(order)):
        rows = con.rows[con.row_start[k] : con.row_start[k + 1]].tolist()
        mix = _make_mix(tape, [R[r][k] for r in rows])
        mixes.append((rows, mix))
        for c in range(k, len(order)):
            for r, x in zip(rows, mix([R[r][c] for r in rows])):
                R[r][c] = x
        for r in rows[1:]:
            R[r][k] = import_sympy().Integer(0)

    def solve(b: Vector) -> Vector:
        b = tape.keep_all(b)
        for rows, mix in mixes:
            for r, value in zip(rows, mix([b[r] for r in rows])):
                b[r] = value
        x: Vector = [0] * len(order)
        for k in reversed(range(len(order))):
            top = mixes[k][0][0]
            rest = sum_products(R[top][k + 1 :], x[k + 1 :])
            x[k] = keep((b[top] - rest) / R[top][k])
        return x

    return solve


def _make_mix(tape: Tape, column: Vector) -> Callable[[Vector], Vector]:
    """What turns a column into its length and zeros: a rotation of two rows, a reflection of
    more."""
    keep, keep_all, sympy = tape.keep, tape.keep_all, import_sympy()
    if sum(x != 0 for x in column) <= 1 and column[0] != 0:
        return lambda b: b
    length = keep(sympy.sqrt(keep(sum_products(column, column))))
    if len(column) == 2:
        c, s = (keep(x / length) for x in column)
        return lambda b: keep_all([c * b[0] + s * b[1], c * b[1] - s * b[0]])
    # v = x + sign(x_0) |x| e_0,   b - 2 v (v . b) / (v . v)
    sign = keep(sympy.Piecewise((1, column[0] >= 0), (-1, True)))
    v = [keep(column[0] + sign * length), *column[1:]]
    half = keep(length * (length + sign * column[0]))  # v . v / 2

    def mix(b: Vector) -> Vector:
        share = keep(sum_products(v, b) / half)
        return keep_all([x - y * share for x, y in zip(b, v)])

    return mix


def add_squares(H: list[Vector], w: Vector) -> list[Vector]:
    """H + [w]x[w]x."""
    return add_products(H, w, w)


def add_products(H: list[Vector], e: Vector, w: Vector) -> list[Vector]:
    """H + e w' - (w . e) 1, which is [w]x[e]x."""
    s = sum_products(w, e)
    return [[H[i][j] + e[i] * w[j] - (s if i == j else 0) for j in range(3)] for i in range(3)]


def write_force(sympy: Any, law: Law, q: Expression, v: Expression, a: Expression) -> Expression:
    """A law as an expression, for a parameter of 1 (see `Law`)."""
    f, size = sympy.Integer(1), sympy.Abs(v)
    if law.sharp and law.power == 1.0:
        f *= v
    else:
        if law.sign:
            f *= sympy.sign(v) if law.sharp else sympy.tanh(v / law.width)
        f *= size**law.power if law.power else 1
    if law.side:
        f *= sympy.Piecewise((1, law.side * v > 0), (0, True))
    if law.fade < np.inf:
        f *= sympy.exp(-((size / law.fade) ** law.steepness))
    f *= q**law.position
    if law.waves or law.phase:
        f *= sympy.cos(law.waves * q + law.phase)
    if any(law.lever):
        fixed, turning, phase = law.lever
        square = fixed**2 + turning**2 - 2 * fixed * turning * sympy.cos(q + phase)
        f *= fixed * turning * sympy.sin(q + phase) * square ** ((law.stretch - 1) / 2)
    return f * a if law.acceleration else f
