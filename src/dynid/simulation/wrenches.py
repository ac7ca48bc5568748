"""The forces and moments at every joint of a tree, as six-axis sensors in the joints would measure
them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.loops.poses import body_poses
from dynid.model.model import Model
from dynid.robot.geometry import inertia_tensor, quaternion_of
from dynid.robot.mechanism import Robot


@dataclass(frozen=True, eq=False)
class HingeWrenches:
    """What a per-body Newton-Euler identification needs, for N samples of B bodies, in the order of
    robot.bodies.

    Vectors are in the axes of the body itself, at the origin of its frame (that of its joint):

    force, moment          (N, B, 3) that the parent exerts on the body through the joint
    angular_velocity       (N, B, 3)
    angular_acceleration   (N, B, 3)
    acceleration           (N, B, 3) of the origin (at rest: zero; gravity is not in it)
    rotation, position     (N, B, 3, 3), (N, B, 3) of the frame in the world
    quaternion             (N, B, 4) the rotation as a unit quaternion (w, x, y, z), continuous in
                           time

    The axis component of force or moment is the joint torque less friction and rotor inertia.
    """

    bodies: tuple[str, ...]
    parents: tuple[int, ...]  # index of the parent body, -1 for the ground
    gravity: Array  # (3,) in the world
    force: Array
    moment: Array
    angular_velocity: Array
    angular_acceleration: Array
    acceleration: Array
    rotation: Array
    position: Array
    quaternion: Array

    def net(self) -> tuple[Array, Array]:
        """Force and moment (N, B, 3) of all joints of a body together, about its origin, gravity
        aside: the left-hand
        side of  F = m (d - g) + a x h + w x (w x h)  and  N = h x (d - g) + I a + w x I w,  with h
                 = m c.
        """
        F, N = self.force.copy(), self.moment.copy()
        for i, p in enumerate(self.parents):
            if p >= 0:
                R = np.swapaxes(self.rotation[:, p], 1, 2) @ self.rotation[:, i]
                r = _turn(self.rotation[:, p], self.position[:, i] - self.position[:, p])
                f = np.einsum("nij,nj->ni", R, self.force[:, i])
                F[:, p] -= f
                N[:, p] -= np.einsum("nij,nj->ni", R, self.moment[:, i]) + np.cross(r, f)
        return F, N

    def __repr__(self) -> str:
        return f"HingeWrenches({len(self.force)} samples, {len(self.bodies)} bodies)"


def _turn(R: Array, x: Array) -> Array:
    """R' x: a vector of the world in the axes of a body, sample by sample."""
    return np.asarray(np.einsum("nji,nj->ni", R, x))


def hinge_wrenches(model: Model, p: Array, q: Array, qd: Array, qdd: Array) -> HingeWrenches:
    """Newton and Euler, body by body, for a motion (N, n) of the actuated joints of a tree."""
    robot = model.robot
    if not robot.is_tree:
        raise InputError(
            f"record='hinge_wrenches': robot '{robot.name}' has loops or couplings, and the forces"
            " where they close are not among the joints'; expected a tree."
        )
    order = [robot.actuated.index(name) for name in robot.coordinates]
    q, qd, qdd = q[:, order], qd[:, order], qdd[:, order]
    poses = body_poses(robot, q)
    T = np.stack([poses[body.name] for body in robot.bodies], axis=1)
    R, position = T[:, :, :3, :3], T[:, :, :3, 3]
    names = [body.name for body in robot.bodies]
    parents = tuple(names.index(b.parent) if b.parent in names else -1 for b in robot.bodies)
    w, a, d = _rates(robot, parents, R, position, qd, qdd)
    F, N = _body_forces(robot, model.inertias(p), R, w, a, d)
    for i in reversed(range(len(names))):
        up = parents[i]
        if up >= 0:
            f, n = R[:, i] @ F[:, i, :, None], R[:, i] @ N[:, i, :, None]
            moment = n[:, :, 0] + np.cross(position[:, i] - position[:, up], f[:, :, 0])
            F[:, up] += _turn(R[:, up], f[:, :, 0])
            N[:, up] += _turn(R[:, up], moment)
    gravity = np.asarray(robot.gravity)
    return HingeWrenches(
        tuple(names), parents, gravity, F, N, w, a, d, R, position, _quaternions(R)
    )


def _rates(
    robot: Robot, parents: tuple[int, ...], R: Array, position: Array, qd: Array, qdd: Array
) -> tuple[Array, Array, Array]:
    """Angular velocity, angular acceleration, acceleration of the origin, in the axes of each body.

    w = w_p + s qd,   a = a_p + s qdd + w_p x s qd,   d = d_p + a_p x r + w_p x (w_p x r) [+ s qdd +
                      2 w_p x s qd]
    """
    N, B = len(qd), len(robot.bodies)
    world = np.zeros(
        (3, B + 1, N, 3)
    )  # w, a, d in the axes of the world; the last body is the ground
    for i, (body, p) in enumerate(zip(robot.bodies, parents)):
        joint, (w, a, d) = body.joint, world[:, p]
        r = position[:, i] - (position[:, p] if p >= 0 else 0.0)
        d = d + np.cross(a, r) + np.cross(w, np.cross(w, r))
        if joint.moves:
            c = robot.coordinates.index(joint.name)
            s = R[:, i] @ np.asarray(joint.axis)
            rate, push = s * qd[:, [c]], s * qdd[:, [c]]
            if joint.kind == "prismatic":
                d = d + push + 2 * np.cross(w, rate)
            else:
                w, a = w + rate, a + push + np.cross(w, rate)
        world[:, i] = w, a, d
    local = np.einsum("nbji,kbnj->knbi", R, world[:, :B])
    return local[0], local[1], local[2]


def _body_forces(
    robot: Robot, inertia: Array, R: Array, w: Array, a: Array, d: Array
) -> tuple[Array, Array]:
    """F = m d + a x h + w x (w x h) and N = h x d + I a + w x I w of every body, d with gravity
    taken off."""
    d = d - np.einsum("nbji,j->nbi", R, np.asarray(robot.gravity))
    m, h = inertia[:, 0], inertia[:, 1:4]
    I = np.stack([inertia_tensor(x) for x in inertia])
    F = m[:, None] * d + np.cross(a, h) + np.cross(w, np.cross(w, h))
    N = (
        np.cross(h, d)
        + np.einsum("bij,nbj->nbi", I, a)
        + np.cross(w, np.einsum("bij,nbj->nbi", I, w))
    )
    return F, N


def _quaternions(R: Array) -> Array:
    """Unit quaternions (N, B, 4), scalar first, without jumps of sign."""
    Q = np.array([[quaternion_of(body) for body in sample] for sample in R])
    turned = np.cumprod(np.where((Q[1:] * Q[:-1]).sum(axis=2) < 0, -1.0, 1.0), axis=0)
    Q[1:] *= turned[:, :, None]
    return Q
