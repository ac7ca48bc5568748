"""Forces where loops close, from what they must do: hold the passive joints, which have no drive.

Each row of a loop pushes with an unknown l. The forces on the axes of the passive joints, W of the
bodies' inertia alone and A l of the loops, make up friction and rotors u of those joints (couplings
push along axes, C l):

    W - A l = u + C l

Where a loop has more rows than that determines, l is the least one, and what the others would
change is said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.model.effect_columns import compute_coordinate_forces
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, Loop
from dynid.simulation.body_motion import BodyMotion, list_parents

# singular values below this of the largest: more rows than needed
REDUNDANT = 1e-8
MOVES = 1e-6  # of the largest: forces that l can change by less are determined


@dataclass(frozen=True, eq=False)
class LoopForces:
    """At the loops (N, L, 3), and what they make in the joints (N, B, 3), force and moment;
    determined (B + L, 6)."""

    force: Array
    moment: Array
    in_joints: tuple[Array, Array]
    determined: NDArray[np.bool_]


def turn_back(R: Array, x: Array) -> Array:
    """R' x: a vector of the world in the axes of a body, sample by sample."""
    return np.asarray(np.einsum("nji,nj->ni", R, x))


def sum_up_tree(
    parents: tuple[int, ...], moved: BodyMotion, F: Array, N: Array
) -> tuple[Array, Array]:
    """What the joints must exert (N, B, 3) so that the bodies get F and N, about their origins in
    their axes."""
    F, N, R, position = F.copy(), N.copy(), moved.rotation, moved.position
    for i in reversed(range(len(parents))):
        up = parents[i]
        if up >= 0:
            f, n = R[:, i] @ F[:, i, :, None], R[:, i] @ N[:, i, :, None]
            moment = n[:, :, 0] + np.cross(position[:, i] - position[:, up], f[:, :, 0])
            F[:, up] += turn_back(R[:, up], f[:, :, 0])
            N[:, up] += turn_back(R[:, up], moment)
    return F, N


def compute_loop_forces(
    model: Model, p: Array, motion: Motion, moved: BodyMotion, F: Array, N: Array
) -> LoopForces:
    """F, N: what the joints would exert if there were no loops."""
    robot = motion.robot
    samples, bodies, loops = len(F), len(robot.bodies), len(robot.loops)
    rows = [
        row
        for k, loop in enumerate(robot.loops)
        for row in _compute_loop_rows(robot, loop, k, moved)
    ]
    at_loop, joints = (
        np.stack([row[x] for row in rows], axis=-1) if rows else np.zeros((samples, size, 6, 0))
        for x, size in ((0, loops), (1, bodies))
    )
    passive = [robot.coordinates.index(name) for name in robot.passive]
    A = _project_on_axes(robot, joints)[:, passive]
    C = _compute_coupling_slopes(robot, motion)[:, passive]
    u = -compute_coordinate_forces(model.layout, model.check_parameters(p), motion)
    W = _project_on_axes(robot, np.concatenate([F, N], axis=2)[..., None])[:, :, 0]
    both = np.concatenate([A, C], axis=2)
    U, s, Vt = np.linalg.svd(both, full_matrices=True)
    least, still = _solve_least(U, s, Vt, (W - u)[:, passive])
    l, free = least[:, : A.shape[2]], still[:, : A.shape[2]]
    in_joints, in_loops = joints @ l[:, None, :, None], at_loop @ l[:, None, :, None]
    parts = [(in_joints, joints @ free[:, None]), (in_loops, at_loop @ free[:, None])]
    determined = np.concatenate([_mark_determined(change) for _, change in parts])
    J, L = in_joints[..., 0], in_loops[..., 0]
    return LoopForces(L[..., :3], L[..., 3:], (J[..., :3], J[..., 3:]), determined)


def _solve_least(U: Array, s: Array, Vt: Array, right: Array) -> tuple[Array, Array]:
    """The least solution (N, k), and directions (N, k, k) that change nothing (zero elsewhere)."""
    N, k = len(Vt), Vt.shape[1]
    full = np.zeros((N, k))
    full[:, : s.shape[1]] = s
    seen = full > REDUNDANT * full.max(axis=1, keepdims=True, initial=1e-300)
    inverse = np.where(seen, 1.0 / np.where(seen, full, 1.0), 0.0)[:, : s.shape[1]]
    b = np.einsum("nij,ni->nj", U, right)[:, : s.shape[1]]
    least = np.einsum("nji,nj->ni", Vt[:, : s.shape[1]], inverse * b)
    return least, np.swapaxes(Vt, 1, 2) * ~seen[:, None, :]


def _mark_determined(change: Array) -> NDArray[np.bool_]:
    """(bodies, 6) that no direction changes, at any sample; change (N, bodies, 6, directions)."""
    most = np.abs(change).max(axis=(0, 3), initial=0.0)
    return np.asarray(most <= MOVES)


def _project_on_axes(robot: Robot, six: Array) -> Array:
    """(N, coordinates, ...) parts of forces and moments (N, B, 6, ...) along the joints' axes."""
    out = []
    for k, body in enumerate(robot.bodies):
        if body.joint.moves:
            start = 0 if body.joint.kind == "prismatic" else 3
            axis = np.asarray(body.joint.axis)
            out.append(np.einsum("i,ni...->n...", axis, six[:, k, start : start + 3]))
    return np.stack(out, axis=1)


def _compute_coupling_slopes(robot: Robot, motion: Motion) -> Array:
    """(N, coordinates, couplings) slopes of q_j - f(q_i)."""
    C = np.zeros((len(motion.q), len(robot.coordinates), len(robot.couplings)))
    for k, coupling in enumerate(robot.couplings):
        j, i = (robot.coordinates.index(name) for name in (coupling.joint, coupling.of))
        C[:, j, k] = 1.0
        C[:, i, k] -= np.polynomial.Polynomial(coupling.coefficients).deriv()(motion.q[:, i])
    return C


def _compute_loop_rows(
    robot: Robot, loop: Loop, k: int, moved: BodyMotion
) -> list[tuple[Array, Array]]:
    """Of every row of a loop, for l = 1: force and moment at the loops (N, L, 6), and what the
    joints feel of it (N, B, 6)."""
    names = [body.name for body in robot.bodies]
    a, b = (names.index(x) if x in names else -1 for x in (loop.body_a, loop.body_b))
    N, B = len(moved.position), len(names)
    R = np.concatenate([moved.rotation, np.broadcast_to(np.eye(3), (N, 1, 3, 3))], axis=1)
    position = np.concatenate([moved.position, np.zeros((N, 1, 3))], axis=1)
    x = position[:, b] + R[:, b] @ np.asarray(loop.position_b)
    E_a, E_b = R[:, a] @ np.asarray(loop.rotation_a), R[:, b] @ np.asarray(loop.rotation_b)
    along, square = LOOP_ROWS[loop.kind]
    zero = np.zeros((N, 3))
    pushes = [(E_a[:, :, i], zero) for i in along]
    pushes += [(zero, np.cross(E_b[:, :, j], E_a[:, :, i])) for i, j in square]
    out = []
    for f, n in pushes:
        F, M = np.zeros((N, B + 1, 3)), np.zeros((N, B + 1, 3))
        for on, sign in ((b, 1.0), (a, -1.0)):
            F[:, on] += sign * turn_back(R[:, on], f)
            M[:, on] += sign * turn_back(R[:, on], n + np.cross(x - position[:, on], f))
        at_loop = np.zeros((N, len(robot.loops), 6))
        at_loop[:, k] = np.hstack([turn_back(R[:, b], f), turn_back(R[:, b], n)])
        felt = sum_up_tree(list_parents(robot), moved, F[:, :B], M[:, :B])
        out.append((at_loop, np.concatenate(felt, axis=2)))
    return out
