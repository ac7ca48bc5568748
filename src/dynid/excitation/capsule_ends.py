"""The ends of capsules along a motion: where they are, and how coordinates move them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.excitation.capsules import Capsule
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD
from dynid.robot.poses import compute_body_poses

Index = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CapsuleEnds:
    """Both ends of capsules, in the frames of their bodies: points (k, 3), and body (k,), the
    number of the body of each; 0 is the ground."""

    robot: Robot
    body: Index
    points: Array

    @classmethod
    def from_capsules(cls, robot: Robot, capsules: tuple[Capsule, ...]) -> CapsuleEnds:
        names = [WORLD, *(body.name for body in robot.bodies)]
        body = np.repeat([names.index(capsule.body) for capsule in capsules], 2)
        return cls(robot, body, np.array([at for c in capsules for at in (c.start, c.end)]))

    @cached_property
    def carriers(self) -> Array:
        """(bodies, coordinates) 1 where a coordinate moves a body; the ground is the first."""
        names, columns = [WORLD], self.robot.coordinates
        rows = [np.zeros(len(columns))]
        for body in self.robot.bodies:
            row = rows[names.index(body.parent)].copy()
            row[[k for k, name in enumerate(columns) if name == body.joint.name]] = 1.0
            names.append(body.name)
            rows.append(row)
        return np.array(rows)

    def compute_places(self, motion: Motion) -> Array:
        """(3, ends, N) in the world."""
        poses = np.stack(list(compute_body_poses(self.robot, motion.q).values()))
        out = np.empty((3, len(self.body), len(motion.q)))
        for b in np.unique(self.body):
            mine = np.flatnonzero(self.body == b)
            R, r = poses[b, :, :3, :3], poses[b, :, :3, 3]
            out[:, mine] = (R @ self.points[mine].T).transpose(1, 2, 0) + r.T[:, None]
        return out

    def compute_jacobian(self, motion: Motion) -> Array:
        """(ends, 3, N, coordinates) dx / dq, as in a tree."""
        x = self.compute_places(motion)
        J = np.zeros((len(self.body), 3, len(motion.q), len(self.robot.coordinates)))
        for c, s, o, turns in self.iterate_axes(motion.q):
            column = np.cross(s, x.transpose(1, 2, 0) - o) if turns else np.tile(s, (len(J), 1, 1))
            J[:, :, :, c] = (column * self.carriers[self.body, c][:, None, None]).transpose(0, 2, 1)
        return J

    def compute_gains(self, motion: Motion) -> Array:
        """(coordinates, drives, N) dq / dq_drive: through loops and couplings."""
        if motion.gains is not None:
            return motion.gains
        one = [[float(c == d) for d in self.robot.actuated] for c in self.robot.coordinates]
        return np.repeat(np.array(one)[:, :, None], len(motion.q), axis=2)

    def iterate_axes(self, q: Array) -> Iterator[tuple[int, Array, Array, bool]]:
        """Of every coordinate: its column, axis and place (N, 3) in the world, whether it turns."""
        poses = compute_body_poses(self.robot, q)
        for body in self.robot.bodies:
            if body.joint.moves:
                T = poses[body.name]
                s = T[:, :3, :3] @ np.asarray(body.joint.axis)
                turns = body.joint.kind != "prismatic"
                yield self.robot.coordinates.index(body.joint.name), s, T[:, :3, 3], turns

    def pull(self, q: Array, a: Index, b: Index, n: Array, x: Array) -> Array:
        """d/dq (R, coordinates) of n . (x_a - x_b), for points x_a of bodies a and x_b of bodies b,
        with x (R, 3) one of both and x_a - x_b along n (R, 3).

        A force n at x_a and -n at x_b: both have the moment x x n, so that a joint on the axis s
        through o, which carries a alone, feels  s . ((x - o) x n)  if it turns,  s . n  if it
        slides.
        """
        q_bar = np.zeros_like(q)
        share = self.carriers[a] - self.carriers[b]
        for c, s, o, turns in self.iterate_axes(q):
            arm = np.cross(x - o, n) if turns else n
            q_bar[:, c] = share[:, c] * (s * arm).sum(axis=1)
        return q_bar
