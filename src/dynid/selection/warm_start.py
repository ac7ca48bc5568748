"""Where a consistent fit begins: at a point on the way of the one before it, which was alike."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from dynid.arrays import Array, Ints
from dynid.estimators.consistent.barrier import Centre, Scaling
from dynid.estimators.consistent.cone import Cone

NEAR = 0.1  # of a fit's value: how far from its optimum the next begins


@dataclass(eq=False)
class WarmStart:
    """The last centre, and by places in p the values of its columns and the multipliers of their
    bounds. Bodies are in every fit."""

    centre: Centre | None = None
    v: dict[int, float] = field(default_factory=dict)
    z: dict[int, float] = field(default_factory=dict)

    def begin(self, columns: Ints, cone: Cone, start: Array) -> Centre | None:
        """That centre for these columns, those that are new as at the start, each with the share
        of the gap that the others have; None before any fit."""
        if self.centre is None:
            return None
        old, places = self.centre.scaling, columns.tolist()
        v = np.array([self.v.get(place, x) for place, x in zip(places, start.tolist())])
        s, mu = cone.compute_slacks(v), float(np.mean(old.lam**2))
        held = columns[cone.G.argmax(axis=1)].tolist()
        z = np.array([self.z.get(place, mu / x) for place, x in zip(held, s.tolist())])
        return Centre(v, Scaling(old.R_inv, old.lam, s, z))

    def keep(
        self, trail: list[tuple[float, Centre]], value: float, columns: Ints, cone: Cone
    ) -> Centre:
        """The first point on the way to the optimum, of this value, that is near it."""
        close = (centre for gap, centre in trail if gap <= NEAR * value)
        self.centre = next(close, trail[-1][1])
        held = columns[cone.G.argmax(axis=1)].tolist()
        self.v = dict(zip(columns.tolist(), self.centre.v.tolist()))
        self.z = dict(zip(held, self.centre.scaling.z.tolist()))
        return self.centre
