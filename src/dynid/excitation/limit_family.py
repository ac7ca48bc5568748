"""What a limit of a motion is to the optimiser, and points of bodies as functions of the motion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.body_points import point_gradient, point_motion
from dynid.closed_chains.closed_motion import Motion
from dynid.excitation.capsule_ends import Index
from dynid.excitation.sampled_motion import Bars, MotionState
from dynid.robot.parts import Frame


@dataclass(frozen=True, eq=False)
class LimitFamily(ABC):
    """labels, and low <= value <= high; `scale` is the size in which an excess is measured."""

    labels: tuple[str, ...]
    low: Array
    high: Array
    scale: Array

    @abstractmethod
    def compute_values(self, state: MotionState) -> Array:
        """(N, k)."""

    def compute_extremes(self, state: MotionState) -> Array:
        """(N, k) the values, exact also where they are far from their limits."""
        return self.compute_values(state)

    @abstractmethod
    def compute_gradients(self, state: MotionState, column: Index) -> Bars:
        """Cotangents (R, n) of the described coordinates: row r for the value number column[r] at
        sample r."""


def point_jets(motion: Motion, frames: list[Frame] | tuple[Frame, ...]) -> Array:
    """Place, velocity and acceleration of points fixed on bodies or on the ground: (points, 3, N,
    3)."""
    return np.stack(point_motion(motion.robot, motion, frames)).transpose(2, 0, 1, 3)


def point_cotangents(motion: Motion, frames: list[Frame] | tuple[Frame, ...], bars: Array) -> Bars:
    """Cotangents (N, coordinates) of all coordinates for bars (points, 3, N, 3)."""
    x_bar, v_bar, a_bar = bars.transpose(1, 2, 0, 3)
    return point_gradient(motion.robot, motion, frames, x_bar=x_bar, v_bar=v_bar, a_bar=a_bar)
