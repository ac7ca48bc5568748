"""Joints and loops as constraints between bodies that are free but for them, and the motion of
joints as seen from the two bodies.

A body has its centre of mass r and its orientation D, in the world. Every row is linear in the
velocities v = rdot (axes of the world) and omega (axes of the body), on two bodies a and b:

    slide   e . (x_b - x_a)       e an axis of a, x_a and x_b points of the bodies
    square  f . g                 f an axis of a, g one of b
    spin    s . (omega_b - omega_a)       s an axis of b; only as a velocity
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD, Joint, Loop
from dynid.robot.quaternions import rate_map, to_rotations

#: what a joint forbids, as LOOP_ROWS has it, z along its axis
FORBIDDEN = {
    "revolute": LOOP_ROWS["axis"],
    "continuous": LOOP_ROWS["axis"],
    "prismatic": ((0, 1), LOOP_ROWS["rigid"][1]),
    "fixed": LOOP_ROWS["rigid"],
}


class Bodies(NamedTuple):
    """N states of B free bodies: centres of mass (N, B, 3) and quaternions (N, B, 4), and their
    rates."""

    r: Array
    D: Array
    r_rate: Array
    D_rate: Array


@dataclass(frozen=True, eq=False)
class RowEnds:
    """What rows of one kind have on the bodies a and b (-1: the ground), in the bodies' axes."""

    a: Ints
    b: Ints
    x_a: Array
    x_b: Array
    e: Array


class ConstraintValues(NamedTuple):
    """Rows at N states: value (N, m), its rate J (v, omega) with J (N, m, B, 6), and the part of
    its second derivative that the accelerations do not make (N, m)."""

    value: Array
    J: Array
    bias: Array


@dataclass(frozen=True, eq=False)
class ConstraintTable:
    """The rows of a robot: slides, then squares, then spins. `kept` are constraints, in the order
    of `owner` (joint or loop); `moving` the motions of the coordinates."""

    slides: RowEnds
    squares: RowEnds
    spins: RowEnds
    kept: Ints
    owner: tuple[str, ...]
    moving: Ints


def make_table(robot: Robot, centres: Array) -> ConstraintTable:
    """centres: of mass, (B, 3) in the bodies' frames."""
    names = [body.name for body in robot.bodies]
    place = {WORLD: -1, **{name: k for k, name in enumerate(names)}}
    about = {WORLD: np.zeros(3), **dict(zip(names, centres))}
    found: dict[str, list[tuple[Any, ...]]] = {"slide": [], "square": [], "spin": []}
    owners: list[tuple[str, int, str]] = []
    moving: dict[str, tuple[str, int]] = {}
    for name, loop, joint in _list_closures(robot):
        ends = place[loop.body_a], place[loop.body_b]
        A, B = np.asarray(loop.rotation_a), np.asarray(loop.rotation_b)
        points = (
            np.asarray(loop.position_a) - about[loop.body_a],
            np.asarray(loop.position_b) - about[loop.body_b],
        )
        along, square = LOOP_ROWS[loop.kind] if joint is None else FORBIDDEN[joint.kind]
        for k in along:
            owners.append(("slide", len(found["slide"]), name))
            found["slide"].append((*ends, *points, A[:, k]))
        for i, j in square:
            owners.append(("square", len(found["square"]), name))
            found["square"].append((*ends, A[:, i], B[:, j], A[:, i]))
        if joint is not None and joint.moves:
            kind = "slide" if joint.kind == "prismatic" else "spin"
            moving[name] = kind, len(found[kind])
            axis = A[:, 2] if kind == "slide" else B[:, 2]
            found[kind].append((*ends, *points, axis))
    starts = dict(zip(found, np.cumsum([0, *(len(rows) for rows in found.values())]).tolist()))
    slides, squares, spins = (_stack_ends(rows) for rows in found.values())
    return ConstraintTable(
        slides,
        squares,
        spins,
        np.array([starts[kind] + k for kind, k, _ in owners], dtype=int),
        tuple(name for _, _, name in owners),
        np.array([starts[moving[c][0]] + moving[c][1] for c in robot.coordinates], dtype=int),
    )


def _list_closures(robot: Robot) -> list[tuple[str, Loop, Joint | None]]:
    """Every joint as two frames that keep together, z along the axis; then the loops."""
    found: list[tuple[str, Loop, Joint | None]] = []
    for body in robot.bodies:
        joint = body.joint
        Z = _make_frame(np.asarray(joint.axis) if joint.moves else np.array([0.0, 0.0, 1.0]))
        R = np.asarray(joint.rotation) @ Z
        ends = Loop(joint.name, body.parent, body.name, joint.position, (0, 0, 0), R, Z)
        found.append((joint.name, ends, joint))
    return found + [(loop.name, loop, None) for loop in robot.loops]


def _make_frame(z: Array) -> Array:
    """A rotation whose third column is z."""
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _stack_ends(rows: list[tuple[Any, ...]]) -> RowEnds:
    a, b, x_a, x_b, e = zip(*rows) if rows else ((), (), (), (), ())
    vectors = (np.array(x, dtype=float).reshape(-1, 3) for x in (x_a, x_b, e))
    return RowEnds(np.array(a, dtype=int), np.array(b, dtype=int), *vectors)


def compute_rows(table: ConstraintTable, x: Bodies) -> ConstraintValues:
    """All rows of a table."""
    N, B = x.r.shape[:2]
    ground = np.zeros((N, 1, 3))  # the last, so that -1 is its place
    R = np.concatenate([to_rotations(x.D), np.broadcast_to(np.eye(3), (N, 1, 3, 3))], axis=1)
    omega = 2.0 * np.einsum("nbij,nbj->nbi", rate_map(x.D), x.D_rate)
    r, v = (np.concatenate([y, ground], axis=1) for y in (x.r, x.r_rate))
    w = np.einsum("nbij,nbj->nbi", R, np.concatenate([omega, ground], axis=1))
    parts = [
        _compute_slides(table.slides, R, r, v, w),
        _compute_squares(table.squares, R, w),
        _compute_spins(table.spins, R, w),
    ]
    value, bias = (np.concatenate([part[k] for part in parts], axis=1) for k in (0, 1))
    m = value.shape[1]
    J = np.zeros((N, m, B + 1, 6))
    start = 0
    for ends, (_, _, on_a, on_b) in zip((table.slides, table.squares, table.spins), parts):
        at = np.arange(start, start + len(ends.a))
        J[:, at, ends.a] += on_a
        J[:, at, ends.b] += on_b
        start += len(ends.a)
    # omega in the axes of the body: J_omega R
    J[..., 3:] = np.einsum("nmbi,nbij->nmbj", J[..., 3:], R)
    return ConstraintValues(value, J[:, :, :B], bias)


Part = tuple[Array, Array, Array, Array]  # value, bias, J on a, J on b (vectors of the world)


def _compute_slides(t: RowEnds, R: Array, r: Array, v: Array, w: Array) -> Part:
    """c = e.d,  d = x_b - x_a:   c' = e.d' + (w_a x e).d,
    c'' = e.(w_b x (w_b x p_b) - w_a x (w_a x p_a)) + 2 (w_a x e).d' + (w_a x (w_a x e)).d + J a
    """
    w_a, w_b = w[:, t.a], w[:, t.b]
    p_a, e = _turn_vectors(R[:, t.a], t.x_a), _turn_vectors(R[:, t.a], t.e)
    p_b = _turn_vectors(R[:, t.b], t.x_b)
    d = r[:, t.b] + p_b - r[:, t.a] - p_a
    rate = v[:, t.b] + _cross(w_b, p_b) - v[:, t.a] - _cross(w_a, p_a)
    turned = _cross(w_a, e)
    bent = _cross(w_b, _cross(w_b, p_b)) - _cross(w_a, _cross(w_a, p_a))
    bias = (
        _compute_dot(e, bent)
        + 2 * _compute_dot(turned, rate)
        + _compute_dot(_cross(w_a, turned), d)
    )
    on_a = np.concatenate([-e, -_cross(p_a + d, e)], axis=-1)
    return _compute_dot(e, d), bias, on_a, np.concatenate([e, _cross(p_b, e)], axis=-1)


def _compute_squares(t: RowEnds, R: Array, w: Array) -> Part:
    """c = f.g:   c' = (w_a - w_b).(f x g),
    c'' = (w_a x (w_a x f)).g + 2 (w_a x f).(w_b x g) + f.(w_b x (w_b x g)) + J a"""
    w_a, w_b = w[:, t.a], w[:, t.b]
    f, g = _turn_vectors(R[:, t.a], t.x_a), _turn_vectors(R[:, t.b], t.x_b)
    fd, gd = _cross(w_a, f), _cross(w_b, g)
    bias = (
        _compute_dot(_cross(w_a, fd), g)
        + 2 * _compute_dot(fd, gd)
        + _compute_dot(f, _cross(w_b, gd))
    )
    across = _cross(f, g)
    on_a = np.concatenate([np.zeros_like(f), across], axis=-1)
    return _compute_dot(f, g), bias, on_a, -on_a


def _compute_spins(t: RowEnds, R: Array, w: Array) -> Part:
    """The rate s.(w_b - w_a), and (w_b x s).(w_b - w_a) of its derivative. It has no value: angles
    are not functions of it."""
    w_a, w_b = w[:, t.a], w[:, t.b]
    s = _turn_vectors(R[:, t.b], t.e)
    on_b = np.concatenate([np.zeros_like(s), s], axis=-1)
    bias = _compute_dot(_cross(w_b, s), w_b - w_a)
    return np.zeros_like(bias), bias, -on_b, on_b


def _turn_vectors(R: Array, x: Array) -> Array:
    return np.asarray(np.einsum("nmij,mj->nmi", R, x))


def _compute_dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(axis=-1))


def _cross(a: Array, b: Array) -> Array:
    """a x b; np.cross is slow for small arrays."""
    a0, a1, a2 = a[..., 0], a[..., 1], a[..., 2]
    b0, b1, b2 = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=-1)
