"""Poses of all bodies with wrong geometry, loops closed, and exactly what every error moves.

Each coordinate and each error turns or shifts all that it carries: a twist (v0, w) in the world,
v(P) = v0 + w x P. A loop's equations phi(q, e) = 0 bind the coordinates q_d that no encoder gives,

    dq_d/de = -(dphi/dq_d)^+ dphi/de
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.calibration.error_model import ErrorModel, GeometryError
from dynid.calibration.rotations import make_right_jacobian
from dynid.closed_chains.closing import close
from dynid.errors import LoopClosureError
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD, Loop
from dynid.robot.poses import compute_body_poses

STEPS = 30  # of Newton; a few are usual
CLOSED = 1e-11  # m or rad: a further step would be round-off
LONGEST = 0.3  # rad or m, of a coordinate in a step: farther, the equations are not linear
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Linearised:
    """Poses of a robot with some errors, and their derivatives by each error.

    robot    with these errors
    q        (N, coordinates)
    dq       (N, coordinates, errors)
    poses    {body: (N, 4, 4)}
    twists   (N, 6, coordinates + errors): of all that a coordinate or an error carries
    carried  {body: (coordinates + errors,) by what}
    gap      (N,) how far the loops stay open [m or rad]
    """

    robot: Robot
    q: Array
    dq: Array
    poses: Mapping[str, Array]
    twists: Array
    carried: Mapping[str, Mask]
    gap: Array

    def find_twist(self, body: str) -> Array:
        """(N, 6, errors): how a body moves with every error, loops closed."""
        carried, n = self.carried[body], self.q.shape[1]
        some = np.flatnonzero(carried[:n])
        own: Array = self.twists[:, :, n:] * carried[n:]
        return own + self.twists[:, :, some] @ self.dq[:, some]


class Kinematics:
    """Closes and linearises the poses of one error model, each time from where the last ended.

    Parameters
    ----------
    model
        the errors
    q
        (N, actuated) by the encoders
    """

    def __init__(self, model: ErrorModel, q: Array) -> None:
        self.model, self.q = model, q
        robot = model.robot
        self.given = np.array([robot.coordinates.index(c) for c in robot.actuated], dtype=int)
        self.solved = np.setdiff1d(np.arange(len(robot.coordinates)), self.given)
        self.carried = _find_carried(model)
        self.start = find_start(robot, q)
        self.drives = {"gear": q}
        if any(error.part == "sag" for error in model.errors):
            self.drives["sag"] = compute_gravity_load(robot, q)

    def linearise(self, x: Array) -> Linearised:
        """At the errors model.ties @ x."""
        robot, q = self.model.apply(x), self.start.copy()
        q[:, self.given] = self.q
        for part, drive in self.drives.items():
            for name, value in self.model.list_drives(x, part).items():
                j = robot.actuated.index(name)
                q[:, self.given[j]] += value * drive[:, j]
        gap = self._close(robot, q)
        self.start = q
        poses = compute_body_poses(robot, q)
        twists = np.concatenate(
            [_turn_coordinates(robot, poses), _turn_frames(self.model, robot, x, poses)], axis=2
        )
        dq = self._bind(robot, x, q, poses, twists)
        return Linearised(robot, q, dq, poses, twists, self.carried, gap)

    def _close(self, robot: Robot, q: Array) -> Array:
        """Newton's steps in the solved coordinates, in place; how far the loops stay open."""
        n, gap = q.shape[1], np.zeros(len(q))
        carried = {body: mask[:n] for body, mask in self.carried.items()}
        for _ in range(STEPS if len(self.solved) else 0):
            poses = compute_body_poses(robot, q)
            phi, J = compute_closure(robot, q, poses, _turn_coordinates(robot, poses), carried)
            step = -np.einsum("nij,nj->ni", _invert(J[:, :, self.solved]), phi)
            largest = np.abs(step).max(axis=1)
            step *= np.minimum(1.0, LONGEST / np.maximum(largest, CLOSED))[:, None]
            q[:, self.solved] += step
            gap = np.abs(phi).max(axis=1)
            if largest.max() < CLOSED:
                break
        return gap

    def _bind(
        self, robot: Robot, x: Array, q: Array, poses: Mapping[str, Array], twists: Array
    ) -> Array:
        """dq/de: of gear ratios and sag, and through the loops."""
        model, n = self.model, q.shape[1]
        dq = np.zeros((len(q), n, len(model.errors)))
        for k, error in enumerate(model.errors):
            if error.part in self.drives:
                j = robot.actuated.index(error.owner)
                dq[:, self.given[j], k] = self.drives[error.part][:, j]
        if not len(self.solved):
            return dq
        _, J = compute_closure(robot, q, poses, twists, self.carried)
        _add_loop_ends(J[:, :, n:], model, robot, x, poses)
        moved = J[:, :, n:] + J[:, :, self.given] @ dq[:, self.given]
        dq[:, self.solved] = -_invert(J[:, :, self.solved]) @ moved
        return dq


def find_start(robot: Robot, q: Array) -> Array:
    """Closed poses of the nominal robot; where its loops cannot be closed, those of the nearest
    pose that can be."""
    try:
        return close(robot, q).q.copy()
    except LoopClosureError:
        pass
    found = np.full((len(q), len(robot.coordinates)), np.nan)
    for k in range(len(q)):
        try:
            found[k] = close(robot, q[[k]]).q[0]
        except LoopClosureError:
            continue
    closed = np.isfinite(found).all(axis=1)
    if not closed.any():
        raise LoopClosureError(
            f"robot '{robot.name}': its loops close at none of the {len(q)} poses. Expected"
            " positions inside the workspace: check their units, signs and zeros, and robot.home."
        )
    fine = np.flatnonzero(closed)
    for k in map(int, np.flatnonzero(~closed)):
        found[k] = found[fine[int(np.linalg.norm(q[fine] - q[k], axis=1).argmin())]]
    return found


def compute_gravity_load(robot: Robot, q: Array) -> Array:
    """(N, actuated) what gravity does to the actuated joints, by the nominal masses."""
    from dynid.dynamics.evaluate import compute_torque_along

    known = [body.inertia for body in robot.bodies]
    p = np.array([np.zeros(10) if each is None else each for each in known])
    return -compute_torque_along(close(robot, q), p)


def compute_closure(
    robot: Robot, q: Array, poses: Mapping[str, Array], twists: Array, carried: Mapping[str, Mask]
) -> tuple[Array, Array]:
    """phi (N, equations) of loops and couplings, and what they gain by each twist; the errors of
    the loops' own ends left out."""
    rows, slopes = [np.zeros((len(q), 0))], [np.zeros((len(q), 0, twists.shape[2]))]
    for loop in robot.loops:
        (Ra, Pa), (Rb, Pb) = _place_ends(loop, poses)
        va, wa = _move_point(twists, carried[loop.body_a], Pa)
        vb, wb = _move_point(twists, carried[loop.body_b], Pb)
        phi, J = _compute_loop(loop, Ra, Pa, Rb, Pb, va, wa, vb, wb)
        rows.append(phi)
        slopes.append(J)
    for coupling in robot.couplings:
        j, k = (robot.coordinates.index(name) for name in (coupling.joint, coupling.of))
        law = Polynomial(coupling.coefficients)
        J = np.zeros((len(q), 1, twists.shape[2]))
        J[:, 0, j] += 1.0
        J[:, 0, k] -= law.deriv()(q[:, k])
        rows.append((q[:, j] - law(q[:, k]))[:, None])
        slopes.append(J)
    return np.concatenate(rows, axis=1), np.concatenate(slopes, axis=1)


def _compute_loop(
    loop: Loop, Ra: Array, Pa: Array, Rb: Array, Pb: Array, *moves: Array
) -> tuple[Array, Array]:
    """The equations of a loop, d = Ra' (Pb - Pa) and e_i . Ra' Rb e_j, and their slopes by the
    velocities va, wa, vb, wb (N, 3, columns) of its ends."""
    va, wa, vb, wb = moves
    slides, turns = LOOP_ROWS[loop.kind]
    RaT, gap = Ra.transpose(0, 2, 1), Pb - Pa
    some = list(slides)
    # dd = Ra' (vb - va - wa x (Pb - Pa))
    rate = RaT @ (vb - va - np.cross(wa, gap[:, :, None], axis=1))
    phi, J = [np.einsum("nij,nj->ni", RaT, gap)[:, some]], [rate[:, some]]
    if turns:
        w, R = RaT @ (wb - wa), RaT @ Rb
        for i, j in turns:
            phi.append(R[:, [i], j])
            J.append(np.cross(R[:, :, j], np.eye(3)[i])[:, None, :] @ w)
    return np.concatenate(phi, axis=1), np.concatenate(J, axis=1)


def _place_ends(loop: Loop, poses: Mapping[str, Array]) -> list[tuple[Array, Array]]:
    ends = (
        (loop.body_a, loop.position_a, loop.rotation_a),
        (loop.body_b, loop.position_b, loop.rotation_b),
    )
    out = []
    for body, position, rotation in ends:
        R, p = poses[body][:, :3, :3], poses[body][:, :3, 3]
        placed: tuple[Array, Array] = R @ np.asarray(rotation), p + R @ np.asarray(position)
        out.append(placed)
    return out


def _move_point(twists: Array, carried: Mask, P: Array) -> tuple[Array, Array]:
    """Velocity and turn (N, 3, columns) of a point P (N, 3) of a body."""
    V = twists * carried
    return V[:, :3] + np.cross(V[:, 3:], P[:, :, None], axis=1), V[:, 3:]


def _turn_coordinates(robot: Robot, poses: Mapping[str, Array]) -> Array:
    """(N, 6, coordinates): v0 = -s x o and w = s of a joint that turns about s through o, v0 = s of
    one that slides."""
    N = len(next(iter(poses.values())))
    twists = np.zeros((N, 6, len(robot.coordinates)))
    for k, body in enumerate(body for body in robot.bodies if body.joint.moves):
        T = poses[body.name]
        s = T[:, :3, :3] @ np.asarray(body.joint.axis)
        if body.joint.kind == "prismatic":
            twists[:, :3, k] = s
        else:
            twists[:, :3, k], twists[:, 3:, k] = np.cross(T[:, :3, 3], s), s
    return twists


def _turn_frames(model: ErrorModel, robot: Robot, x: Array, poses: Mapping[str, Array]) -> Array:
    """(N, 6, errors) of the joints' frames; zero for those of loops and gears."""
    bodies, sums = {body.joint.name: body for body in robot.bodies}, model.sum_by_part(x)
    twists = np.zeros((len(next(iter(poses.values()))), 6, len(model.errors)))
    for k, error in enumerate(model.errors):
        if error.part != "joint":
            continue
        body = bodies[error.owner]
        R = poses[body.parent][:, :3, :3]
        if not error.turns:
            twists[:, :3, k] = R @ error.direction
            continue
        o = poses[body.parent][:, :3, 3] + R @ np.asarray(body.joint.position)
        w = R @ (np.asarray(body.joint.rotation) @ _turn_by(error, sums))
        twists[:, :3, k], twists[:, 3:, k] = np.cross(o, w), w
    return twists


def _turn_by(error: GeometryError, sums: Mapping[tuple[str, str, bool], Array]) -> Array:
    """The turn of a frame, in its own axes, by its error, after the turn phi that it has."""
    phi = sums[error.owner, error.part, True]
    return np.asarray(make_right_jacobian(phi) @ error.direction)


def _add_loop_ends(
    J: Array, model: ErrorModel, robot: Robot, x: Array, poses: Mapping[str, Array]
) -> None:
    """What the loops' equations gain by the errors of their own ends."""
    sums, row = model.sum_by_part(x), 0
    for loop in robot.loops:
        (Ra, Pa), (Rb, Pb) = _place_ends(loop, poses)
        own = [k for k, e in enumerate(model.errors) if e.owner == loop.name and e.part in "ab"]
        moves = {part: np.zeros((len(Ra), 3, len(own))) for part in ("va", "wa", "vb", "wb")}
        for column, k in enumerate(own):
            error = model.errors[k]
            body = loop.body_a if error.part == "a" else loop.body_b
            if error.turns:
                R = Ra if error.part == "a" else Rb
                moves[f"w{error.part}"][:, :, column] = R @ _turn_by(error, sums)
            else:
                moves[f"v{error.part}"][:, :, column] = poses[body][:, :3, :3] @ error.direction
        _, slopes = _compute_loop(loop, Ra, Pa, Rb, Pb, *moves.values())
        J[:, row : row + loop.n_rows, own] = slopes
        row += loop.n_rows


def _find_carried(model: ErrorModel) -> dict[str, Mask]:
    """{body: (coordinates + errors,) which of them carry it}."""
    robot = model.robot
    index = {name: k for k, name in enumerate(robot.coordinates)}
    n = len(index)
    carried = {WORLD: np.zeros(n + len(model.errors), dtype=bool)}
    for body in robot.bodies:
        mask = carried[body.parent].copy()
        if body.joint.moves:
            mask[index[body.joint.name]] = True
        for k, error in enumerate(model.errors):
            if error.part == "joint" and error.owner == body.joint.name:
                mask[n + k] = True
        carried[body.name] = mask
    return carried


def _invert(A: Array) -> Array:
    """A^-1, or A^+ of equations that are more than the unknowns."""
    if A.shape[1] == A.shape[2]:
        try:
            return np.asarray(np.linalg.inv(A))
        except np.linalg.LinAlgError:
            pass
    return np.asarray(np.linalg.pinv(A, rcond=1e-9))
