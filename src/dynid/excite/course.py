"""A motion at fixed times as a function of its coefficients, and the way back: from cotangents to coefficients."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dynid.excite.shapes import Shape
from dynid.excite.trajectory import coordinates_of
from dynid.robot.closure import Motion, close
from dynid.robot.geometry import Array
from dynid.robot.mechanism import Robot

#: cotangents (N, n) of a coordinate, its velocity and its acceleration
Bars = tuple[Array, Array, Array]


@dataclass(frozen=True, eq=False)
class State:
    """The closed motion of all coordinates at N times; `drives` are the actuated ones of it, (N, n) each."""

    motion: Motion
    columns: list[int]
    direct: bool  # the trajectory describes the drives themselves

    @property
    def drives(self) -> Bars:
        m = self.motion
        return m.q[:, self.columns], m.qd[:, self.columns], m.qdd[:, self.columns]

    def take(self, samples: NDArray[np.int64]) -> State:
        """The state at some of the samples."""
        m = self.motion
        G = m.G if m.G is None or m.G.size == 0 else np.ascontiguousarray(m.G[:, :, samples])
        margin = None if m.margin is None else m.margin[samples]
        part = replace(m, q=m.q[samples], qd=m.qd[samples], qdd=m.qdd[samples], G=G, margin=margin)
        return replace(self, motion=part)

    def from_all(self, q_bar: Array, qd_bar: Array, qdd_bar: Array) -> Bars:
        """Cotangents of the described coordinates from those of all."""
        return self.motion.robot.close_gradient(self.motion, q_bar, qd_bar, qdd_bar)

    def from_drives(self, *bars: Array) -> Bars:
        """Cotangents of the described coordinates from those of the drives."""
        if self.direct:
            return bars[0], bars[1], bars[2]
        whole = [np.zeros_like(self.motion.q) for _ in range(3)]
        for into, bar in zip(whole, bars):
            into[:, self.columns] = bar
        return self.from_all(*whole)


@dataclass(frozen=True, eq=False)
class Course:
    """The shape's functions at fixed times: basis (4, N, size), a derivative each."""

    robot: Robot
    shape: Shape
    t: Array
    basis: Array

    @classmethod
    def of(cls, robot: Robot, shape: Shape, samples: int) -> Course:
        """Equally spaced times; a periodic motion does not repeat its first one at the end."""
        t = np.linspace(0.0, shape.duration, samples + 1)
        t = t[:-1] if hasattr(shape, "period") else t
        return cls(robot, shape, t, np.stack([shape.basis(t, order) for order in range(4)]))

    def state(self, c: Array) -> State:
        """The closed motion for coefficients (size, n). Raises LoopClosureError where it cannot be reached."""
        whole, names = coordinates_of(self.robot, self.shape)
        motion = close(whole, self.basis[0] @ c, self.basis[1] @ c, self.basis[2] @ c, given=names)
        columns = [whole.coordinates.index(name) for name in self.robot.actuated]
        return State(motion, columns, self.shape.coordinates == "actuated")

    def coefficients(self, bars: Bars) -> Array:
        """dJ/dc (size, n) from cotangents of the described coordinates."""
        return np.asarray(sum(self.basis[order].T @ bar for order, bar in enumerate(bars)))
