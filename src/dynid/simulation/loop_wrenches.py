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


@dataclass(frozen=True, eq=False)
class LoopReactions:
    """What the rows of all loops make, for l = 1 of each: at the loops (N, L, 6, rows) and in the
    joints (N, B, 6, rows); which coordinates are passive; the solution of W - u = A l + C l."""

    robot: Robot
    at_loop: Array
    joints: Array
    passive: list[int]
    inverse: Array
    determined: NDArray[np.bool_]

    def find(self, six: Array, u: Array) -> LoopForces:
        """Of forces and moments (N, B, 6) that the joints would exert if there were no loops, and
        of the forces u (N, coordinates) of what acts on the axes."""
        W = _project_on_axes(self.robot, six[..., None])[:, :, 0]
        least = np.einsum("nij,nj->ni", self.inverse, (W - u)[:, self.passive])
        l = least[:, : self.joints.shape[3]]
        J = (self.joints @ l[:, None, :, None])[..., 0]
        L = (self.at_loop @ l[:, None, :, None])[..., 0]
        return LoopForces(L[..., :3], L[..., 3:], (J[..., :3], J[..., 3:]), self.determined)


def make_loop_reactions(robot: Robot, motion: Motion, moved: BodyMotion) -> LoopReactions:
    samples, bodies, loops = len(moved.position), len(robot.bodies), len(robot.loops)
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
    inverse, still = _invert_least(np.concatenate([A, C], axis=2))
    free = still[:, : A.shape[2]]
    parts = [x @ free[:, None] for x in (joints, at_loop)]
    determined = np.concatenate([_mark_determined(change) for change in parts])
    return LoopReactions(robot, at_loop, joints, passive, inverse, determined)


def compute_loop_forces(
    model: Model, p: Array, motion: Motion, moved: BodyMotion, F: Array, N: Array
) -> LoopForces:
    """F, N: what the joints would exert if there were no loops."""
    u = -compute_coordinate_forces(model.layout, model.check_parameters(p), motion)
    reactions = make_loop_reactions(motion.robot, motion, moved)
    return reactions.find(np.concatenate([F, N], axis=2), u)


def _invert_least(matrix: Array) -> tuple[Array, Array]:
    """(N, k, equations) that gives the least solutions, and directions (N, k, k) that change
    nothing (zero elsewhere)."""
    U, s, Vt = np.linalg.svd(matrix, full_matrices=True)
    N, k, r = len(Vt), Vt.shape[1], s.shape[1]
    full = np.zeros((N, k))
    full[:, :r] = s
    seen = full > REDUNDANT * full.max(axis=1, keepdims=True, initial=1e-300)
    inverse = np.where(seen, 1.0 / np.where(seen, full, 1.0), 0.0)[:, :r]
    back = np.swapaxes(Vt[:, :r] * inverse[:, :, None], 1, 2)
    return back @ np.swapaxes(U[:, :, :r], 1, 2), np.swapaxes(Vt, 1, 2) * ~seen[:, None, :]


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
