"""A Robot as arrays of constants: what the compiled kernels read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dynid._native import Tree as NativeTree
from dynid.arrays import Array, Ints
from dynid.robot.geometry import make_skew
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD

FIXED, REVOLUTE, PRISMATIC = 0, 1, 2
TRANSLATION, ROTATION, COUPLING = 0, 1, 2
#: how a node's rotation follows from its parent's: never changes, turns on a parent that never
#: turns, turns about an axis of the parent's own frame, is the parent's, or none of these
STILL, MOUNTED, ALIGNED, CARRIED, GENERAL = 0, 1, 2, 3, 4


class Tree(NamedTuple):
    """The tree of bodies. Node i has parent `parent[i]` (-1: ground) and coordinate `coordinate[i]`
    (-1: fixed).

    Rotation and origin of node i in its parent:  R(q) = M0 + M1 cos q + M2 sin q,   r(q) = r0 + r1
    q.
    """

    parent: Ints  # (n,)
    kind: Ints  # (n,)
    coordinate: Ints  # (n,)
    M: Array  # (n, 27): M0, M1, M2, each row by row
    r: Array  # (n, 6): r0, r1
    axis: Array  # (n, 3), in the node's own frame
    way: Ints  # (n,) STILL ... GENERAL
    along: Ints  # (n,) the largest component of the axis
    world: Array  # (n, 27): M in world coordinates, where the parent never turns
    gravity: Array  # (3,)


class Constraints(NamedTuple):
    """The closure equations, one row each, and the schedule that solves them for the dependent
    coordinates.

    translation   u . (P_b - P_a) = 0    u, P_a fixed in node a; P_b fixed in node b
    rotation      u . v = 0              u fixed in node a, v in node b
    coupling      q_j - (c0 + c1 q_k + c2 q_k^2 + ...) = 0
    """

    kind: Ints  # (m,)
    node_a: Ints  # (m,)  node, n for the ground; for a coupling the coordinate j
    node_b: Ints  # (m,)  node; for a coupling the coordinate k
    u: Array  # (m, 3)
    point_a: Array  # (m, 3)
    v: Array  # (m, 3)
    point_b: Array  # (m, 3)
    polynomial: Array  # (m, degree + 1)
    path_a: Ints  # (m, n)  nodes that move a but not b, ended by -1
    path_b: Ints  # (m, n)  nodes that move b but not a, ended by -1
    last: Ints  # (m,)  end of the run of rows of the same loop and kind, at its first row
    loop: Ints  # (m,)  index into robot.loops, then robot.couplings
    given: Ints  # (n_i,) coordinates that are prescribed
    solved: Ints  # (n_d,) coordinates that follow, in the order of elimination
    # Householder schedule: step k works on rows[start[k]:start[k+1]] and on columns
    # columns[cstart[k]:cstart[k+1]]
    rows: Ints
    row_start: Ints
    columns: Ints
    column_start: Ints
    # entries (row, column) that start as zero and are filled by the reflections
    fill_row: Ints
    fill_column: Ints
    # right-hand sides, column 0 any, then those of the given coordinates: the steps that mix one,
    # the results it reaches
    mixed: Ints  # (n_d, 1 + n_i)
    reached: Ints  # (n_d, 1 + n_i)


def number_nodes(robot: Robot) -> dict[str, int]:
    return {WORLD: -1, **{body.name: i for i, body in enumerate(robot.bodies)}}


@lru_cache(maxsize=256)
def make_body_tree(robot: Robot) -> Tree:
    nodes = number_nodes(robot)
    n = len(robot.bodies)
    moving = np.cumsum([b.joint.moves for b in robot.bodies]) - 1
    M, r, axis = np.zeros((n, 3, 3, 3)), np.zeros((n, 2, 3)), np.zeros((n, 3))
    kind = np.zeros(n, dtype=np.int64)
    for i, body in enumerate(robot.bodies):
        joint = body.joint
        P, a = np.asarray(joint.rotation), np.asarray(joint.axis)
        r[i, 0], axis[i] = joint.position, a
        if joint.kind in ("revolute", "continuous"):
            # P exp([a]x q) = P a a' + P (1 - a a') cos q + P [a]x sin q
            kind[i] = REVOLUTE
            M[i] = P @ np.outer(a, a), P @ (np.eye(3) - np.outer(a, a)), P @ make_skew(a)
        else:
            M[i, 0] = P
            if joint.kind == "prismatic":
                kind[i], r[i, 1] = PRISMATIC, P @ a
    parent = np.array([nodes[b.parent] for b in robot.bodies], dtype=np.int64)
    way, world = _classify_rotations(robot, parent, kind, M)
    return Tree(
        parent=parent,
        kind=kind,
        coordinate=np.where([b.joint.moves for b in robot.bodies], moving, -1).astype(np.int64),
        M=M.reshape(n, 27),
        r=r.reshape(n, 6),
        axis=axis,
        way=way,
        along=np.abs(axis).argmax(axis=1).reshape(n),
        world=world.reshape(n, 27),
        gravity=np.array(robot.gravity),
    )


@lru_cache(maxsize=256)
def make_native_tree(robot: Robot) -> NativeTree:
    """The same, for the kernels in native/."""
    tree = make_body_tree(robot)
    return NativeTree(
        tree.parent, tree.kind, tree.coordinate, tree.M, tree.r, tree.axis, tree.gravity
    )


def _classify_rotations(robot: Robot, parent: Ints, kind: Ints, M: Array) -> tuple[Ints, Array]:
    """The way of every node's rotation, by exact structure, and M in world coordinates."""
    way, world = np.full(len(parent), GENERAL, dtype=np.int64), M.copy()
    for i, body in enumerate(robot.bodies):
        p = int(parent[i])
        plain = np.array_equal(np.asarray(body.joint.rotation), np.eye(3))
        if p < 0 or way[p] == STILL:
            way[i] = MOUNTED if kind[i] == REVOLUTE else STILL
            world[i] = M[i] if p < 0 else world[p, 0] @ M[i]
        elif plain and kind[i] != REVOLUTE:
            way[i] = CARRIED
        elif plain and sorted(np.abs(np.asarray(body.joint.axis))) == [0.0, 0.0, 1.0]:
            way[i] = ALIGNED
    return way, world


def _list_ancestors(tree: Tree, node: int) -> list[int]:
    chain = []
    while node >= 0:
        chain.append(int(node))
        node = int(tree.parent[node])
    return chain


@lru_cache(maxsize=256)
def make_constraints(robot: Robot, given: tuple[str, ...]) -> Constraints:
    """The closure equations of a robot, to be solved for every coordinate that is not `given`."""
    tree, nodes = make_body_tree(robot), number_nodes(robot)
    index = {name: i for i, name in enumerate(robot.coordinates)}
    rows: list[dict[str, Any]] = []
    for k, loop in enumerate(robot.loops):
        a, b = nodes[loop.body_a], nodes[loop.body_b]
        common = set(_list_ancestors(tree, a)) & set(_list_ancestors(tree, b))
        shared = {
            "loop": k,
            "node_a": a if a >= 0 else len(robot.bodies),
            "node_b": b if b >= 0 else len(robot.bodies),
            "point_a": loop.position_a,
            "point_b": loop.position_b,
            "path_a": [
                i for i in _list_ancestors(tree, a) if i not in common and tree.kind[i] != FIXED
            ],
            "path_b": [
                i for i in _list_ancestors(tree, b) if i not in common and tree.kind[i] != FIXED
            ],
        }
        axes_a, axes_b = np.asarray(loop.rotation_a).T, np.asarray(loop.rotation_b).T
        translations, rotations = LOOP_ROWS[loop.kind]
        rows += [
            {**shared, "kind": TRANSLATION, "u": axes_a[i], "run": (k, 0)} for i in translations
        ]
        rows += [
            {**shared, "kind": ROTATION, "u": axes_a[i], "v": axes_b[j], "run": (k, 1 + j)}
            for i, j in rotations
        ]
    for k, coupling in enumerate(robot.couplings, start=len(robot.loops)):
        rows.append(
            {
                "loop": k,
                "kind": COUPLING,
                "run": (k, 0),
                "node_a": index[coupling.joint],
                "node_b": index[coupling.of],
                "polynomial": coupling.coefficients,
            }
        )
    free = [i for i, name in enumerate(robot.coordinates) if name not in given]
    pattern = _find_pattern(rows, tree, len(index))
    order, schedule = eliminate(pattern, free)
    prescribed = [index[name] for name in given]
    return _pack(rows, len(robot.bodies), prescribed, order, schedule, pattern)


def _find_pattern(rows: list[dict[str, Any]], tree: Tree, n_coordinates: int) -> NDArray[np.bool_]:
    """Which coordinate can move which closure equation."""
    pattern = np.zeros((len(rows), n_coordinates), dtype=bool)
    for i, row in enumerate(rows):
        if row["kind"] == COUPLING:
            pattern[i, [row["node_a"], row["node_b"]]] = True
            continue
        for node in row["path_a"] + row["path_b"]:
            pattern[i, tree.coordinate[node]] |= (
                row["kind"] == TRANSLATION or tree.kind[node] == REVOLUTE
            )
    return pattern


def eliminate(
    pattern: NDArray[np.bool_], free: list[int]
) -> tuple[list[int], list[tuple[list[int], list[int]]]]:
    """The order and the extent of the Householder reflections that triangularise a sparse matrix.

    Step k takes the column with the fewest open rows, reflects just those rows, and touches just
    the columns that these rows reach: the arithmetic of a hand-made elimination, found from the
    pattern alone.
    """
    reach = pattern[:, free].copy()
    open_rows = np.ones(len(pattern), dtype=bool)
    left = list(range(len(free)))
    order, schedule = [], []
    while left:
        counts = {c: int((reach[:, c] & open_rows).sum()) for c in left}
        fill = {c: int(reach[reach[:, c] & open_rows].any(axis=0).sum()) for c in left}
        column = min(left, key=lambda c: (counts[c] if counts[c] else 10**9, fill[c], c))
        left.remove(column)
        rows = np.flatnonzero(reach[:, column] & open_rows)
        touched = np.asarray(reach[rows].any(axis=0))
        reach[rows] = touched
        if len(rows):
            open_rows[rows[0]] = False
        order.append(free[column])
        schedule.append((rows.tolist(), [c for c in left if touched[c]]))
    position = {column: k for k, column in enumerate(order)}
    return order, [(rows, [position[free[c]] for c in columns]) for rows, columns in schedule]


def spread(
    sides: NDArray[np.bool_], schedule: list[tuple[list[int], list[int]]]
) -> tuple[Ints, Ints]:
    """Where the zeros of right-hand sides (m, n_i) stay: the steps that mix each, the results that
    it reaches.

    Both (n_d, 1 + n_i); column 0 stands for a full right-hand side.
    """
    full = np.concatenate([np.ones((len(sides), 1), dtype=bool), sides], axis=1)
    mixed = np.zeros((len(schedule), full.shape[1]), dtype=np.int64)
    reached = np.zeros_like(mixed)
    for k, (rows, _) in enumerate(schedule):
        mixed[k] = full[rows].any(axis=0)
        full[rows] |= mixed[k].astype(bool)
    for k, (rows, columns) in reversed(list(enumerate(schedule))):
        reached[k] = full[rows[0]] | reached[columns].any(axis=0) if rows else False
    return mixed, reached


def _pack(
    rows: list[dict[str, Any]],
    n_nodes: int,
    given: list[int],
    order: list[int],
    schedule: list[tuple[list[int], list[int]]],
    pattern: NDArray[np.bool_],
) -> Constraints:
    m = len(rows)
    sides, pattern = pattern[:, given], pattern[:, order]
    mixed, reached = spread(sides, schedule)
    filled = np.zeros_like(pattern)
    for step_rows, step_columns in schedule:
        filled[np.ix_(step_rows, step_columns)] = True
    fill_row, fill_column = np.nonzero(filled & ~pattern)
    degree = max((len(row["polynomial"]) for row in rows if row["kind"] == COUPLING), default=1)
    vectors = {name: np.zeros((m, 3)) for name in ("u", "v", "point_a", "point_b")}
    paths = {name: np.full((m, n_nodes + 1), -1, dtype=np.int64) for name in ("path_a", "path_b")}
    polynomial = np.zeros((m, degree))
    for i, row in enumerate(rows):
        for name, array in vectors.items():
            array[i] = row.get(name, 0.0)
        for name, path in paths.items():
            nodes = row.get(name, [])
            path[i, : len(nodes)] = nodes
        coefficients = row.get("polynomial", ())
        polynomial[i, : len(coefficients)] = coefficients
    return Constraints(
        kind=np.array([row["kind"] for row in rows], dtype=np.int64),
        node_a=np.array([row["node_a"] for row in rows], dtype=np.int64),
        node_b=np.array([row["node_b"] for row in rows], dtype=np.int64),
        polynomial=polynomial,
        last=np.array(
            [1 + max(j for j in range(m) if rows[j]["run"] == row["run"]) for row in rows],
            dtype=np.int64,
        ),
        loop=np.array([row["loop"] for row in rows], dtype=np.int64),
        given=np.array(given, dtype=np.int64),
        solved=np.array(order, dtype=np.int64),
        rows=np.array([i for r, _ in schedule for i in r], dtype=np.int64),
        row_start=np.cumsum([0, *(len(r) for r, _ in schedule)], dtype=np.int64),
        columns=np.array([j for _, c in schedule for j in c], dtype=np.int64),
        column_start=np.cumsum([0, *(len(c) for _, c in schedule)], dtype=np.int64),
        fill_row=fill_row.astype(np.int64),
        fill_column=fill_column.astype(np.int64),
        u=vectors["u"],
        v=vectors["v"],
        point_a=vectors["point_a"],
        point_b=vectors["point_b"],
        path_a=paths["path_a"],
        path_b=paths["path_b"],
        mixed=mixed,
        reached=reached,
    )
