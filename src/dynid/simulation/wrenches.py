"""The forces and moments at every joint and loop of a robot, as six-axis sensors there would
measure them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.errors import join_names
from dynid.model.gears import set_zeros, tilt_robot
from dynid.model.model import Model
from dynid.robot.geometry import to_inertia_tensor
from dynid.robot.mechanism import Robot
from dynid.simulation.body_motion import BodyMotion, compute_body_motion, list_parents
from dynid.simulation.loop_wrenches import LoopForces, compute_loop_forces, sum_up_tree, turn_back

AXES = ("fx", "fy", "fz", "mx", "my", "mz")


@dataclass(frozen=True, eq=False)
class HingeWrenches(BodyMotion):
    """Measurements for a per-body Newton-Euler identification, for N samples of B bodies, in the
    order of robot.bodies: their motion (see `BodyMotion`), and in the same axes, at the same origin

    The axis component of force or moment is the joint torque less friction and rotor inertia.

    Parameters
    ----------
    force, moment
        (N, B, 3) that the parent exerts on the body through the joint
    loop_force, loop_moment
        (N, L, 3) that body_a exerts on body_b where a loop closes, in the axes of body_b, about its
        point of the loop
    determined
        (B + L, 6) which of them Newton's laws alone tell, joints first: in a loop with more
        constraints than it needs, only elasticity knows the others. They stand there with least
        size; what all joints of a body exert together is right in any case
    """

    bodies: tuple[str, ...]
    joints: tuple[str, ...]
    parents: tuple[int, ...]  # index of the parent body, -1 for the ground
    gravity: Array  # (3,) in the world
    force: Array
    moment: Array
    loops: tuple[str, ...]
    loop_ends: tuple[tuple[int, int], ...]  # indices of body_a and body_b
    loop_points: Array  # (L, 3) on body_b, in its axes
    loop_force: Array
    loop_moment: Array
    determined: NDArray[np.bool_]

    def sum_wrenches(self) -> tuple[Array, Array]:
        """Force and moment (N, B, 3) of all joints of a body together, about its origin, gravity
        aside: the left-hand side of `F = m (d - g) + a x h + w x (w x h)` and
        `N = h x (d - g) + I a + w x I w`, with h = m c.
        """
        F, N = self.force.copy(), self.moment.copy()
        origin = np.zeros(3)
        for i, p in enumerate(self.parents):
            self._add(F, N, p, i, origin, -self.force[:, i], -self.moment[:, i])
        for k, (a, b) in enumerate(self.loop_ends):
            f, n, x = self.loop_force[:, k], self.loop_moment[:, k], self.loop_points[k]
            self._add(F, N, a, b, x, -f, -n)
            self._add(F, N, b, b, x, f, n)
        return F, N

    def _add(self, F: Array, N: Array, on: int, of: int, x: Array, f: Array, n: Array) -> None:
        """A force and moment in the axes of the body `of`, at its point x, to those of `on`."""
        if on >= 0:
            R = np.swapaxes(self.rotation[:, on], 1, 2) @ self.rotation[:, of]
            at = self.position[:, of] + self.rotation[:, of] @ x - self.position[:, on]
            turned = np.einsum("nij,nj->ni", R, f)
            F[:, on] += turned
            N[:, on] += np.einsum("nij,nj->ni", R, n) + np.cross(
                turn_back(self.rotation[:, on], at), turned
            )

    def to_sensors(self) -> dict[str, Array]:
        """{joint or loop: (N, 6)}, as a log has them."""
        joints = np.concatenate([self.force, self.moment], axis=2)
        loops = np.concatenate([self.loop_force, self.loop_moment], axis=2)
        both = [*zip(self.joints, np.swapaxes(joints, 0, 1))]
        return dict([*both, *zip(self.loops, np.swapaxes(loops, 0, 1))])

    def list_undetermined(self) -> dict[str, str]:
        """{joint or loop: "fz, mx, my"}, what more constraints than needed leave open."""
        names = (*self.joints, *self.loops)
        open_ = {
            name: ", ".join(x for x, known in zip(AXES, row) if not known)
            for name, row in zip(names, self.determined)
        }
        return {name: axes for name, axes in open_.items() if axes}

    def __repr__(self) -> str:
        loops = f", {len(self.loops)} loops" if self.loops else ""
        left = f", not all determined in {join_names(self.list_undetermined())}" * (
            not self.determined.all()
        )
        return f"HingeWrenches({len(self.force)} samples, {len(self.bodies)} bodies{loops}{left})"


def compute_hinge_wrenches(
    model: Model, p: Array, q: Array, qd: Array, qdd: Array
) -> HingeWrenches:
    """Newton and Euler, body by body, for a motion (N, n) of the actuated joints."""
    model, p = set_zeros(model, p)
    robot = tilt_robot(model, p)
    channels = model.set_load_reference(p).channels(q, qd, qdd) if model.layout.channels else {}
    motion = replace(close(robot, q, qd, qdd), channels=channels)
    moved = compute_body_motion(motion)
    F, N = sum_up_tree(
        list_parents(robot), moved, *compute_body_forces(robot, model.to_inertias(p), moved)
    )
    loops = compute_loop_forces(model, p, motion, moved, F, N)
    return make_hinge_wrenches(robot, moved, F - loops.in_joints[0], N - loops.in_joints[1], loops)


def make_hinge_wrenches(
    robot: Robot, moved: BodyMotion, force: Array, moment: Array, loops: LoopForces
) -> HingeWrenches:
    names = [body.name for body in robot.bodies]
    place = {name: k for k, name in enumerate(names)}
    return HingeWrenches(
        **{field.name: getattr(moved, field.name) for field in fields(BodyMotion)},
        bodies=tuple(names),
        joints=tuple(body.joint.name for body in robot.bodies),
        parents=list_parents(robot),
        gravity=np.asarray(robot.gravity),
        force=force,
        moment=moment,
        loops=tuple(loop.name for loop in robot.loops),
        loop_ends=tuple((place.get(x.body_a, -1), place.get(x.body_b, -1)) for x in robot.loops),
        loop_points=np.array([x.position_b for x in robot.loops]).reshape(-1, 3),
        loop_force=loops.force,
        loop_moment=loops.moment,
        determined=loops.determined,
    )


def compute_body_forces(robot: Robot, inertia: Array, moved: BodyMotion) -> tuple[Array, Array]:
    """F = m d + a x h + w x (w x h) and N = h x d + I a + w x I w of every body, d with gravity
    taken off."""
    w, a = moved.angular_velocity, moved.angular_acceleration
    d = moved.acceleration - np.einsum("nbji,j->nbi", moved.rotation, np.asarray(robot.gravity))
    m, h = inertia[:, 0], inertia[:, 1:4]
    I = np.stack([to_inertia_tensor(x) for x in inertia])
    F = m[:, None] * d + np.cross(a, h) + np.cross(w, np.cross(w, h))
    N = (
        np.cross(h, d)
        + np.einsum("bij,nbj->nbi", I, a)
        + np.cross(w, np.einsum("bij,nbj->nbi", I, w))
    )
    return F, N
