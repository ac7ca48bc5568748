"""The equations that close a robot's loops, in plain NumPy, one pose at a time: for what is done
once, when a robot is loaded. Turns are measured as angles, so that nothing closes turned over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.polynomial import Polynomial

from dynid.arrays import Array
from dynid.robot.geometry import make_axis_rotation
from dynid.robot.parts import LOOP_ROWS, WORLD, Loop

if TYPE_CHECKING:
    from dynid.robot.mechanism import Robot


class Closing:
    """The equations phi(q) = 0 of a robot, and dphi/dq.

    loops      u . (P_b - P_a) along the axes u of frame a [m], then the turn of frame b against
               frame a that its kind forbids [rad]
    couplings  q_j - (c0 + c1 q_k + ...)
    """

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.index = {name: k for k, name in enumerate(robot.coordinates)}
        self.above = _list_moving_coordinates(robot)
        self.size = compute_robot_size(robot)

    def __call__(self, q: Array) -> tuple[Array, Array]:
        """phi (m,), and its Jacobian (m, coordinates), which near closed poses is exact."""
        pose, axis = self._compute_poses(q)
        phi, J = [np.zeros(0)], [np.zeros((0, len(self.index)))]
        for loop in self.robot.loops:
            rows, slopes = self._compute_loop(loop, pose, axis)
            phi.append(rows)
            J.append(slopes)
        for coupling in self.robot.couplings:
            j, k = self.index[coupling.joint], self.index[coupling.of]
            given = Polynomial(coupling.coefficients)
            slope = np.zeros((1, len(self.index)))
            slope[0, j] += 1.0
            slope[0, k] -= given.deriv()(q[k])
            phi.append(np.array([q[j] - given(q[k])]))
            J.append(slope)
        return np.concatenate(phi), np.concatenate(J)

    def _compute_poses(
        self, q: Array
    ) -> tuple[dict[str, Array], dict[str, tuple[Array, Array, bool]]]:
        """Poses of the bodies, and of every coordinate axis, origin, and whether it turns."""
        pose, axis = {WORLD: np.eye(4)}, {}
        for body in self.robot.bodies:
            joint, T = body.joint, np.eye(4)
            T[:3, :3], T[:3, 3] = joint.rotation, joint.position
            if joint.moves:
                step, value = np.eye(4), q[self.index[joint.name]]
                if joint.kind == "prismatic":
                    step[:3, 3] = np.asarray(joint.axis) * value
                else:
                    step[:3, :3] = make_axis_rotation(joint.axis, value)
                T = T @ step
            pose[body.name] = now = pose[body.parent] @ T
            if joint.moves:
                turns = joint.kind != "prismatic"
                axis[joint.name] = now[:3, :3] @ np.asarray(joint.axis), now[:3, 3], turns
        return pose, axis

    def _compute_loop(
        self, loop: Loop, pose: dict[str, Array], axis: dict[str, tuple[Array, Array, bool]]
    ) -> tuple[Array, Array]:
        (Ra, Pa, va, wa), (Rb, Pb, vb, wb) = (
            self._end(body, position, rotation, pose, axis)
            for body, position, rotation in (
                (loop.body_a, loop.position_a, loop.rotation_a),
                (loop.body_b, loop.position_b, loop.rotation_b),
            )
        )
        slides, turns = LOOP_ROWS[loop.kind]
        # d = Ra' (Pb - Pa),   dd/dq = Ra' (vb - va - wa x (Pb - Pa)),   w = Ra' (wb - wa)
        d = Ra.T @ (Pb - Pa)
        d_slope = Ra.T @ (vb - va - np.cross(wa.T, Pb - Pa).T)
        w, R = Ra.T @ (wb - wa), Ra.T @ Rb
        if len(turns) == 3:
            angles, slope = _turn(R), w
        elif len(turns) == 2:
            angles, slope = _tilt(R[:, 2]), w[:2]
        elif turns:
            (i, j) = turns[0]  # axis i of a stays at right angles to axis j of b
            e = np.eye(3)[i]
            angles, slope = R[i, [j]], (np.cross(R[:, j], e) @ w)[None, :]
        else:
            angles, slope = np.zeros(0), w[:0]
        some = list(slides)
        return np.concatenate([d[some], angles]), np.concatenate([d_slope[some], slope])

    def find_worst(self, q: Array) -> str:
        """The name of the loop or coupling that is open most."""
        names = [loop.name for loop in self.robot.loops for _ in range(loop.n_rows)]
        names += [f"coupling of {coupling.joint}" for coupling in self.robot.couplings]
        return names[int(np.abs(self(q)[0]).argmax())]

    def compute_twists(self, q: Array) -> dict[str, Array]:
        """What velocity and turn of every body's frame gain by each coordinate (6, coordinates)."""
        pose, axis = self._compute_poses(q)
        ends = {
            body.name: self._end(body.name, np.zeros(3), np.eye(3), pose, axis)
            for body in self.robot.bodies
        }
        return {name: np.concatenate([v, w]) for name, (_, _, v, w) in ends.items()}

    def compute_velocity(self, q: Array, body: str, position: object) -> Array:
        """What the velocity of a point on a body gains by each coordinate (3, coordinates)."""
        return self._end(body, position, np.eye(3), *self._compute_poses(q))[2]

    def _end(
        self,
        body: str,
        position: object,
        rotation: object,
        pose: dict[str, Array],
        axis: dict[str, tuple[Array, Array, bool]],
    ) -> tuple[Array, Array, Array, Array]:
        """Rotation and place of a frame on a body, and what its place and turn gain by each
        coordinate (3, coordinates)."""
        T = pose[body]
        R, P = T[:3, :3] @ np.asarray(rotation), T[:3, 3] + T[:3, :3] @ np.asarray(position)
        v, w = np.zeros((3, len(self.index))), np.zeros((3, len(self.index)))
        for name in self.above[body]:
            s, o, turns = axis[name]
            k = self.index[name]
            v[:, k], w[:, k] = (np.cross(s, P - o), s) if turns else (s, np.zeros(3))
        return R, P, v, w


@lru_cache(maxsize=256)
def compute_robot_size(robot: Robot) -> float:
    """A length that stands for the robot: the largest offset between its joints and loop points."""
    lengths = [np.linalg.norm(np.asarray(b.joint.position)) for b in robot.bodies]
    lengths += [
        np.linalg.norm(np.asarray(p))
        for loop in robot.loops
        for p in (loop.position_a, loop.position_b)
    ]
    return float(max(lengths, default=0.0)) or 1.0


def _list_moving_coordinates(robot: Robot) -> dict[str, tuple[str, ...]]:
    """The coordinates that move each body."""
    above: dict[str, tuple[str, ...]] = {WORLD: ()}
    for body in robot.bodies:
        own = (body.joint.name,) if body.joint.moves else ()
        above[body.name] = (*above[body.parent], *own)
    return above


def _turn(R: Array) -> Array:
    """The rotation vector: axis times angle."""
    from dynid.robot.geometry import compute_quaternion

    q = compute_quaternion(R)
    sine = float(np.linalg.norm(q[1:]))
    # angle / sin(angle / 2), 2 where both vanish
    ratio = 2.0 * np.arctan2(sine, q[0]) / sine if sine > 1e-12 else 2.0
    return ratio * q[1:]


def _tilt(z: Array) -> Array:
    """(2,) the turn about x and y that leads from (0, 0, 1) to z."""
    sine = float(np.hypot(z[0], z[1]))
    angle = float(np.arctan2(sine, z[2]))
    if sine < 1e-12:
        return np.array([0.0 if z[2] > 0 else np.pi, 0.0])
    return angle / sine * np.array([-z[1], z[0]])
