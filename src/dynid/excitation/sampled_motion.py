"""A motion at fixed times as a function of its coefficients, and the way back: from cotangents to
coefficients."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import close
from dynid.closed_chains.closure_gradient import Cotangents, close_gradient, pull_back
from dynid.excitation.series import Series
from dynid.excitation.trajectory import list_coordinates
from dynid.robot.mechanism import Robot

#: cotangents (N, n) of a coordinate, its velocity and its acceleration
Bars = tuple[Array, Array, Array]
FIXED = np.ones(4)  # factors of the derivatives of order 0 .. 3


@dataclass(frozen=True, eq=False)
class MotionState:
    """A motion at N times: of all coordinates, closed from the described ones, and closed from the
    drives.

    The two are one where the trajectory describes the motors. `drives` are the columns of the
    drives in the first; `released` are motions of robots with more drives, which rest at 0.
    """

    motion: Motion
    closed: Motion
    drives: list[int]
    released: dict[Robot, Motion] = field(default_factory=dict)

    @property
    def direct(self) -> bool:
        return self.closed is self.motion

    @property
    def qd(self) -> Array:
        """(N, n) velocities of the motors."""
        return self.motion.qd[:, self.drives]

    def take(self, samples: NDArray[np.int64]) -> MotionState:
        """The state at some of the samples."""
        motion = _take(self.motion, samples)
        closed = motion if self.direct else _take(self.closed, samples)
        released = {robot: _take(other, samples) for robot, other in self.released.items()}
        return MotionState(motion, closed, self.drives, released)

    def close_released(self, robot: Robot) -> Motion:
        """The same motion of a robot that has more drives, which rest at 0."""
        if robot not in self.released:
            drives = [robot.actuated.index(name) for name in self.closed.robot.actuated]
            parts = np.zeros((3, len(self.motion.q), robot.dof))
            for part, x in zip(parts, (self.motion.q, self.motion.qd, self.motion.qdd)):
                part[:, drives] = x[:, self.drives]
            q, qd, qdd = parts
            self.released[robot] = close(robot, q, qd, qdd, detours=None)
        return self.released[robot]

    def from_all(self, q_bar: Array, qd_bar: Array, qdd_bar: Array) -> Bars:
        """Cotangents of the described coordinates from those of all."""
        return close_gradient(self.motion, q_bar, qd_bar, qdd_bar)

    def from_closed(self, bars: Cotangents) -> Bars:
        """Cotangents of the motors from those of the motion closed from them."""
        return pull_back(self.closed, bars)

    def from_drives(self, *bars: Array) -> Bars:
        """Cotangents of the described coordinates from those of the motors."""
        if self.direct:
            return bars[0], bars[1], bars[2]
        whole = [np.zeros_like(self.motion.q) for _ in range(3)]
        for into, bar in zip(whole, bars):
            into[:, self.drives] = bar
        return self.from_all(*whole)


def _take(m: Motion, samples: NDArray[np.int64]) -> Motion:
    G = m.G if m.gains is None else np.ascontiguousarray(m.gains[:, :, samples])
    margin = None if m.margin is None else m.margin[samples]
    return replace(m, q=m.q[samples], qd=m.qd[samples], qdd=m.qdd[samples], G=G, margin=margin)


@dataclass(frozen=True, eq=False)
class SampledMotion:
    """The series' functions at fixed times: basis (4, N, size), a derivative each."""

    robot: Robot
    series: Series
    t: Array
    basis: Array

    @classmethod
    def from_series(cls, robot: Robot, series: Series, samples: int) -> SampledMotion:
        """Equally spaced times; a periodic motion does not repeat its first one at the end."""
        t = np.linspace(0.0, series.duration, samples + 1)
        t = t[:-1] if hasattr(series, "period") else t
        return cls(
            robot, series, t, np.stack([series.compute_basis(t, order) for order in range(4)])
        )

    def state(self, c: Array, rates: Array = FIXED) -> MotionState:
        """The closed motion for coefficients (size, n), its derivatives of order k times rates[k]:
        run in another time. Raises LoopClosureError where it cannot be reached."""
        whole, names = list_coordinates(self.robot, self.series)
        z, zd, zdd = (rates[order] * (self.basis[order] @ c) for order in range(3))
        motion = close(whole, z, zd, zdd, given=names, detours=None)
        drives = [whole.coordinates.index(name) for name in self.robot.actuated]
        if names == self.robot.actuated:
            return MotionState(motion, motion, drives)
        q, qd, qdd = (x[:, drives] for x in (motion.q, motion.qd, motion.qdd))
        return MotionState(motion, close(self.robot, q, qd, qdd, detours=None), drives)

    def map_to_coefficients(self, bars: Bars, rates: Array = FIXED) -> Array:
        """dJ/dc (size, n) from cotangents of the described coordinates."""
        return np.asarray(
            sum(rates[order] * (self.basis[order].T @ bar) for order, bar in enumerate(bars))
        )

    def compute_duration_slope(self, c: Array, bars: Bars, rates: Array) -> float:
        """dJ / d ln T: a derivative of order k falls with T^-k."""
        parts = (-k * rates[k] * ((self.basis[k] @ c) * bars[k]).sum() for k in (1, 2))
        return float(sum(parts))
