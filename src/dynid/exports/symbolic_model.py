"""M, C, g and Y of a model as SymPy expressions.

All is written in steps: every step is a symbol and its expression in what stands before it, so that
nothing grows by being inserted. Loops are solved as the kernels do it: the closure equations
phi(q) = 0 are differentiated,

    A = dphi/dq,   A_d X = -A_i,   A_d Xdot = -(Adot_i + Adot_d X),   G = [1; X]

with A_d triangularised by rotations of two rows and reflections of more, in the order that the
sparsity asks for. A body's Jacobian columns (e, l) are carried down the tree, and its wrench for
the acceleration d + H r of its points is linear in its ten parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from dynid.closed_chains.topology import (
    COUPLING,
    FIXED,
    PRISMATIC,
    REVOLUTE,
    TRANSLATION,
    Constraints,
    make_body_tree,
    make_constraints,
)
from dynid.dynamics.plan import find_movers
from dynid.errors import InputError, join_names
from dynid.exports.symbolic_steps import (
    Column,
    Expression,
    Tape,
    Vector,
    add,
    add_products,
    add_squares,
    cross,
    import_sympy,
    list_coefficients,
    make_skew_matrix,
    make_solver,
    select_steps,
    sum_products,
    turn,
    write_force,
)
from dynid.model.model import Model
from dynid.robot.mechanism import Robot

MOST = 80  # Jacobian columns of all bodies together: beyond it, minutes and megabytes of formulas
ROUND_OFF = 1e-15  # of constants near whole numbers, which are those


@dataclass(frozen=True, eq=False)
class SymbolicModel:
    """The equations of motion as SymPy expressions, in the independent coordinates.

    Parameters
    ----------
    model
        the model that it was derived of
    q
        symbols of all coordinates, in the order of robot.coordinates: those of a closed pose
    qd, qdd
        symbols of the velocities and accelerations of the independent coordinates
    p
        symbols of the parameters
    steps
        (symbol, expression) of every intermediate quantity, in order
    M, C, g
        (n, n), (n, n), (n, 1): mass matrix, Coriolis matrix by Christoffel's symbols, and gravity
        with springs and offsets; linear in p
    Y
        (n, P) regressor: tau = Y p
    closure
        (rows, 1) what is zero in a closed pose
    correction
        (dependent coordinates, 1) what a Newton step towards a closed pose adds to them
    """

    model: Model
    q: tuple[Expression, ...]
    qd: tuple[Expression, ...]
    qdd: tuple[Expression, ...]
    p: tuple[Expression, ...]
    steps: tuple[tuple[Expression, Expression], ...]
    M: Any
    C: Any
    g: Any
    Y: Any
    closure: Any
    correction: Any

    def expand(self, expression: Any) -> Any:
        """One of the matrices, or an entry, in q, qd, qdd and p alone: may be long."""
        sympy = import_sympy()
        matrix = sympy.Matrix([expression]) if isinstance(expression, sympy.Expr) else expression
        for symbol, value in reversed(select_steps(self.steps, matrix)):
            matrix = matrix.xreplace({symbol: value})
        return matrix[0] if isinstance(expression, sympy.Expr) else matrix

    def compile(self, name: str) -> Callable[..., Any]:
        """f(q, qd, qdd, p), by NumPy, for one of the matrices: "M", "C", "g", "Y", "closure" or
        "correction"."""
        sympy, wanted = import_sympy(), getattr(self, name)
        used = select_steps(self.steps, wanted)
        arguments = (self.q, self.qd, self.qdd, self.p)
        return sympy.lambdify(  # type: ignore[no-any-return]
            arguments, wanted, "numpy", cse=lambda found, **_: (used, found)
        )

    def __repr__(self) -> str:
        return f"SymbolicModel({self.model.robot.name!r}: {len(self.steps)} steps)"


def derive_symbolic(model: Model) -> SymbolicModel:
    """The equations of motion of a small robot as SymPy expressions, loops included.

    Needs `pip install 'dynid[symbolic]'`. A robot of too many bodies is refused: its C code is
    `export(..., kind="c")`.

    Parameters
    ----------
    model
        without payloads and effects that read the load
    """
    if not isinstance(model, Model):
        raise InputError(f"derive_symbolic: got {type(model).__name__}, expected a Model.")
    _check(model)
    return _Derivation(model).derive()


def _check(model: Model) -> None:
    robot, layout = model.robot, model.layout
    size = _count_columns(robot)
    if size > MOST:
        raise InputError(
            f"symbolic model of '{robot.name}': got {size} Jacobian columns (bodies times"
            f" coordinates that move them), expected at most {MOST}: its formulas would take"
            " minutes and megabytes. The numeric model and its plain C code have no such limit."
        )
    if layout.payloads:
        raise InputError(
            f"symbolic model of '{robot.name}': payloads are not supported; expected a model"
            " without Payload."
        )
    if layout.channels:
        raise InputError(
            f"symbolic model of '{robot.name}': its effects read {join_names(layout.channels)},"
            " expected effects of positions, velocities and accelerations alone."
        )


def _count_columns(robot: Robot) -> int:
    return sum(len(slots) for slots in _list_slots(robot))


def _list_slots(robot: Robot) -> list[list[int]]:
    """Of every body: the independent coordinates that move it."""
    movers, tree, slots = find_movers(robot), make_body_tree(robot), list[list[int]]()
    for i in range(len(robot.bodies)):
        c, above = int(tree.coordinate[i]), set[int]()
        if tree.parent[i] >= 0:
            above |= set(slots[tree.parent[i]])
        if c >= 0:
            name = robot.coordinates[c]
            own = [robot.actuated.index(name)] if name in robot.actuated else movers[c]
            above |= set(own)
        slots.append(sorted(above))
    return slots


def make_symbol_name(text: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else "_" for c in text)


class _Derivation:
    """One model on its way."""

    def __init__(self, model: Model) -> None:
        self.sympy, self.model, self.robot = import_sympy(), model, model.robot
        self.tape = Tape()
        robot, symbol = self.robot, self._make_symbol
        self.q = [symbol("q", name) for name in robot.coordinates]
        self.qd, self.qdd = (
            [symbol(kind, name) for name in robot.actuated] for kind in ("qd", "qdd")
        )
        self.p = [symbol("p", name) for name in model.parameters]
        self.tree, self.slots = make_body_tree(robot), _list_slots(robot)
        self.own = [robot.coordinates.index(name) for name in robot.actuated]

    def _make_symbol(self, kind: str, name: str) -> Expression:
        return self.sympy.Symbol(f"{kind}_{make_symbol_name(name)}", real=True)

    def _make_constants(self, values: Any) -> Any:
        """A matrix of numbers; those a round-off away from a whole number are whole."""

        def make(x: float) -> Expression:
            near = round(x)
            return self.sympy.Integer(near) if abs(x - near) < ROUND_OFF else self.sympy.Float(x)

        return self.sympy.Matrix(np.atleast_2d(values).shape[0], np.atleast_2d(values).shape[1],
                                 [make(float(x)) for x in np.ravel(values)])  # fmt: skip

    def derive(self) -> SymbolicModel:
        sympy = self.sympy
        self._place_bodies()
        closure, correction = self._solve_loops()
        self.columns = self._carry_columns()
        M, g = self._compute_mass_and_gravity()
        Y, C = self._compute_regressor_and_coriolis()
        return SymbolicModel(
            self.model,
            tuple(self.q),
            tuple(self.qd),
            tuple(self.qdd),
            tuple(self.p),
            tuple(self.tape.steps),
            M,
            C,
            g,
            Y,
            sympy.Matrix(len(closure), 1, closure),
            sympy.Matrix(len(correction), 1, correction),
        )

    def _place_bodies(self) -> None:
        """Rotation and origin of every body in its parent."""
        self.rotation, self.origin = [], []
        for i in range(len(self.robot.bodies)):
            M = [self._make_constants(x) for x in self.tree.M[i].reshape(3, 3, 3)]
            r0, r1 = (list(self._make_constants(x)) for x in self.tree.r[i].reshape(2, 3))
            R, r, c = M[0], r0, int(self.tree.coordinate[i])
            if self.tree.kind[i] == REVOLUTE:
                cosine, sine = (f(self.q[c]) for f in (self.sympy.cos, self.sympy.sin))
                R = M[0] + M[1] * cosine + M[2] * sine
            elif self.tree.kind[i] == PRISMATIC:
                r = add(r0, [x * self.q[c] for x in r1])
            self.rotation.append(R)
            self.origin.append(r)

    # ---- loops

    def _solve_loops(self) -> tuple[Vector, Vector]:
        """G and its rate (coordinates, n), as entries kept; closure and Newton's correction."""
        sympy, n, size = self.sympy, self.robot.dof, len(self.q)
        self.G = [[sympy.Integer(0)] * n for _ in range(size)]
        self.G_rate = [row[:] for row in self.G]
        for k, c in enumerate(self.own):
            self.G[c][k] = sympy.Integer(1)
        if self.robot.is_tree:
            self._move_coordinates()
            return [], []
        con = make_constraints(self.robot, self.robot.actuated)
        phi = [self._write_closure(con, row) for row in range(len(con.kind))]
        A = sympy.Matrix(phi).jacobian(self.q)
        solve = make_solver(self.tape, con, A)
        given = con.given.tolist()
        X = [solve([-A[r, c] for r in range(len(phi))]) for c in given]
        for k, column in enumerate(X):
            for c, x in zip(con.solved.tolist(), column):
                self.G[c][k] = x
        self.velocity = self._compute_velocity()
        rate = A.applyfunc(self._differentiate)
        for k in range(len(given)):
            whole = [self.G[j][k] for j in range(size)]
            side = [-sum_products(list(rate[r, :]), whole) for r in range(len(phi))]
            for j, x in zip(con.solved.tolist(), solve(side)):
                self.G_rate[j][k] = x
        self._move_coordinates()
        found = dict(zip(con.solved.tolist(), solve([-x for x in phi])))
        return phi, [found[c] for c in sorted(found)]

    def _differentiate(self, expression: Expression) -> Expression:
        """By time."""
        moving = expression.free_symbols
        return sum(
            expression.diff(q) * v for q, v in zip(self.q, self.velocity) if q in moving
        )  # fmt: skip

    def _write_closure(self, con: Constraints, row: int) -> Expression:
        if con.kind[row] == COUPLING:
            of = self.q[con.node_b[row]]
            powers = (c * of**k for k, c in enumerate(self._make_constants(con.polynomial[row])))
            return self.q[con.node_a[row]] - sum(powers)
        a, b = int(con.node_a[row]), int(con.node_b[row])
        u, point_a, v, point_b = (
            list(self._make_constants(x[row])) for x in (con.u, con.point_a, con.v, con.point_b)
        )
        u = self._to_world(a, u, True)
        if con.kind[row] != TRANSLATION:
            return sum_products(u, self._to_world(b, v, True))
        apart = zip(self._to_world(b, point_b, False), self._to_world(a, point_a, False))
        return sum_products(u, [x - y for x, y in apart])

    def _to_world(self, node: int, v: Vector, direction: bool) -> Vector:
        ground = len(self.robot.bodies)
        while 0 <= node < ground:
            v = turn(self.rotation[node], v)
            v = v if direction else add(v, self.origin[node])
            node = int(self.tree.parent[node])
        return v

    def _compute_velocity(self) -> Vector:
        return self.tape.keep_all(sum_products(row, self.qd) for row in self.G)

    def _move_coordinates(self) -> None:
        """Velocities and accelerations of all coordinates: G qd, G qdd + dG/dt qd."""
        self.velocity = self._compute_velocity()
        self.acceleration = self.tape.keep_all(
            sum_products(row, self.qdd) + sum_products(rate, self.qd)
            for row, rate in zip(self.G, self.G_rate)
        )

    # ---- bodies

    def _carry(self, i: int, column: Column) -> Column:
        """A column of the parent's, seen from body i."""
        e, l = column
        back = self.rotation[i].T
        return turn(back, e), turn(back, add(l, cross(e, self.origin[i])))

    def _add_joint(self, i: int, column: Column, gain: Expression) -> Column:
        axis = [x * gain for x in self._make_constants(self.tree.axis[i])]
        e, l = column
        if self.tree.kind[i] == REVOLUTE:
            return add(e, axis), l
        return e, add(l, axis)

    def _carry_columns(self) -> list[dict[int, Column]]:
        """Of every body, {independent coordinate: (e, l)}."""
        out: list[dict[int, Column]] = []
        for i, slots in enumerate(self.slots):
            above = out[self.tree.parent[i]] if self.tree.parent[i] >= 0 else {}
            mine = {}
            for k in slots:
                column = self._carry(i, above[k]) if k in above else ([0] * 3, [0] * 3)
                c = int(self.tree.coordinate[i])
                if c >= 0:
                    column = self._add_joint(i, column, self.G[c][k])
                e, l = column
                mine[k] = self.tape.keep_all(e), self.tape.keep_all(l)
            out.append(mine)
        return out

    def _list_bodies(self) -> Iterable[tuple[int, list[Expression]]]:
        """Those with parameters, and these."""
        for i, group in enumerate(self.model.groups):
            if group >= 0:
                yield i, self.p[10 * group : 10 * group + 10]

    def _compute_mass_and_gravity(self) -> tuple[Any, Any]:
        sympy, n = self.sympy, self.robot.dof
        M, g = sympy.zeros(n, n), sympy.zeros(n, 1)
        down = self._compute_gravity()
        none = [[0] * 3 for _ in range(3)]
        for i, p in self._list_bodies():
            columns = self.columns[i]
            for a, b in product(columns, columns):
                if a <= b:
                    e, l = columns[b]
                    M[a, b] += sum_products(
                        list_coefficients(columns[a], l, make_skew_matrix(e)), p
                    )
            for a, column in columns.items():
                g[a] += sum_products(list_coefficients(column, down[i], none), p)
        for k, placed in zip(self.model.layout.at, self.model.layout.terms):
            for act in placed.acts:
                on, of = (self._sum_rows(along, self.G) for along in act)
                law = placed.term.law
                if law.acceleration:
                    for a, b in product(range(n), range(n)):
                        M[a, b] += (self.p[k] * on[a] * of[b]) if a <= b else 0
                else:
                    still = write_force(sympy, law, self._sum(act.of, self.q), 0, 0)
                    for a in range(n):
                        g[a] += self.p[k] * still * on[a]
        for a, b in product(range(n), range(n)):
            if a > b:
                M[a, b] = M[b, a]
        return M, g

    def _compute_gravity(self) -> list[Vector]:
        """Acceleration of every body's origin that stands for gravity, in its frame."""
        out: list[Vector] = []
        ground = [-x for x in self._make_constants(self.tree.gravity)]
        for i, parent in enumerate(self.tree.parent.tolist()):
            above = out[parent] if parent >= 0 else ground
            out.append(self.tape.keep_all(turn(self.rotation[i].T, above)))
        return out

    def _compute_regressor_and_coriolis(self) -> tuple[Any, Any]:
        """Y, and C: the force of the rate of Jacobian column b, with H = [e']x + e w' - (w . e) 1
        and d = l' + w x l."""
        sympy, n = self.sympy, self.robot.dof
        Y, C = sympy.zeros(n, len(self.p)), sympy.zeros(n, n)
        states, rates = self._compute_states(), self._carry_rates()
        for i, group in enumerate(self.model.groups):
            if group < 0:
                continue
            w, al, d = states[i]
            columns, p = self.columns[i], self.p[10 * group : 10 * group + 10]
            H = self._keep_matrix(add_squares(make_skew_matrix(al), w))
            for a, column in columns.items():
                for j, x in enumerate(list_coefficients(column, d, H)):
                    Y[a, 10 * group + j] += x
            for b, (e, l) in columns.items():
                e_rate, l_rate = rates[i][b]
                d_b = self.tape.keep_all(add(l_rate, cross(w, l)))
                H_b = self._keep_matrix(add_products(make_skew_matrix(e_rate), e, w))
                for a, column in columns.items():
                    C[a, b] += sum_products(list_coefficients(column, d_b, H_b), p)
        for k, placed in zip(self.model.layout.at, self.model.layout.terms):
            law = placed.term.law
            for act in placed.acts:
                on = self._sum_rows(act.on, self.G)
                signals = (self._sum(act.of, x) for x in (self.q, self.velocity, self.acceleration))
                f = self.tape.keep(write_force(sympy, law, *signals))
                rate = self._sum_rows(act.of, self.G_rate)
                for a in range(n):
                    Y[a, k] += f * on[a]
                    for b in range(n if law.acceleration else 0):
                        C[a, b] += self.p[k] * on[a] * rate[b]
        return Y, C

    def _keep_matrix(self, H: list[Vector]) -> list[Vector]:
        return [self.tape.keep_all(row) for row in H]

    def _compute_states(self) -> list[tuple[Vector, Vector, Vector]]:
        """w, dw/dt and the acceleration of the origin less gravity, in the body's frame."""
        out: list[tuple[Vector, Vector, Vector]] = []
        ground = [-x for x in self._make_constants(self.tree.gravity)]
        for i, parent in enumerate(self.tree.parent.tolist()):
            w, al, d = out[parent] if parent >= 0 else ([0] * 3, [0] * 3, ground)
            back, r = self.rotation[i].T, self.origin[i]
            d = turn(back, add(d, cross(al, r), cross(w, cross(w, r))))
            w, al = turn(back, w), turn(back, al)
            if self.tree.kind[i] != FIXED:
                c, axis = (
                    int(self.tree.coordinate[i]),
                    list(self._make_constants(self.tree.axis[i])),
                )
                u, push = ([a * x[c] for a in axis] for x in (self.velocity, self.acceleration))
                if self.tree.kind[i] == REVOLUTE:
                    w, al = add(w, u), add(al, push, cross(w, u))
                else:
                    d = add(d, push, [2 * x for x in cross(w, u)])
            out.append((*map(self.tape.keep_all, (w, al, d)),))  # type: ignore[arg-type]
        return out

    def _carry_rates(self) -> list[dict[int, Column]]:
        """Rates of the columns, as components in the body's turning frame:
        e' = R'e'_p - u x e,   l' = R'(l'_p + e'_p x r) - u x l + e x v,   plus dG/dt times the
        axis, where the joint turns by u or slides by v."""
        out: list[dict[int, Column]] = []
        for i, columns in enumerate(self.columns):
            parent, c = int(self.tree.parent[i]), int(self.tree.coordinate[i])
            above, mine = out[parent] if parent >= 0 else {}, {}
            for k, (e, l) in columns.items():
                rate: Column = self._carry(i, above[k]) if k in above else ([0] * 3, [0] * 3)
                if c >= 0:
                    u = [-x * self.velocity[c] for x in self._make_constants(self.tree.axis[i])]
                    if self.tree.kind[i] == REVOLUTE:
                        rate = add(rate[0], cross(u, e)), add(rate[1], cross(u, l))
                    else:
                        rate = rate[0], add(rate[1], cross(u, e))
                    rate = self._add_joint(i, rate, self.G_rate[c][k])
                mine[k] = self.tape.keep_all(rate[0]), self.tape.keep_all(rate[1])
            out.append(mine)
        return out

    def _sum(self, along: Sequence[tuple[str, float]], of: Sequence[Expression]) -> Expression:
        places = self.robot.coordinates.index
        return sum(self._make_constants(gain)[0] * of[places(name)] for name, gain in along)

    def _sum_rows(self, along: Sequence[tuple[str, float]], G: Sequence[Vector]) -> Vector:
        return [self._sum(along, [row[k] for row in G]) for k in range(self.robot.dof)]
