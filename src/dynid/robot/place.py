"""Where something stands that is merged with what carries it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array


@dataclass(frozen=True, eq=False)
class Place:
    """The carrier (a body, or the ground) and the pose in the carrier's frame."""

    carrier: str
    rotation: Array = field(default_factory=lambda: np.eye(3))
    position: Array = field(default_factory=lambda: np.zeros(3))

    def append(self, rotation: ArrayLike, position: ArrayLike) -> Place:
        """The place of what stands here by this pose."""
        R, r = self.rotation, self.position
        return Place(
            self.carrier, R @ np.asarray(rotation, float), r + R @ np.asarray(position, float)
        )
