"""What is believed of bodies that are looked for: those of the file, and how far they are off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Ints
from dynid.commands.free import Free
from dynid.commands.plant import Plant
from dynid.estimators.consistent.estimator import DEVIATION
from dynid.estimators.consistent.prior import FLOOR, THINNEST, natural_scale, unit_size
from dynid.identification.correlation import inflation
from dynid.model.inertial import pseudo_inertia

SHORTER = 0.7  # of a step that ends at an impossible body


@dataclass(frozen=True, eq=False)
class Believed:
    """Of the vector of free parameters (P,): p and 1 / deviation^2, 0 for what is no body's;
    `bodies` (., 10): where each body's ten stand."""

    p: Array
    weight: Array
    bodies: Ints

    @classmethod
    def of(cls, plant: Plant, free: Free) -> Believed:
        p, weight = np.zeros(len(free)), np.zeros(len(free))
        places = free.of_bodies.reshape(-1, 10)
        for place in places:
            body = plant.inertias[free.joints[place]]
            scale = np.maximum(np.abs(body), FLOOR * natural_scale(body))
            p[place], weight[place] = body, (DEVIATION * scale) ** -2.0
        return cls(p, weight, places)

    def drawn(self, x: Array, r: Array) -> tuple[Array, Array]:
        """f / deviation^2 and prior - x, for residuals r (N, n) that tell as N / f white ones."""
        if not len(self.bodies):
            return np.zeros(len(x)), np.zeros(len(x))
        every = np.ones(len(r), dtype=bool)
        f = float(np.mean([inflation(each, every) for each in r.T]))
        return f * self.weight, self.p - x

    def within(self, x: Array, step: Array) -> Array:
        """The step, for each body as short as a possible one wants it."""
        step = step.copy()
        for place in self.bodies:
            while not _inside((x + step)[place]) and np.abs(step[place]).max() > 1e-15:
                step[place] *= SHORTER
        return step


def _inside(p: Array) -> bool:
    """Whether the body's pseudo-inertia, scaled to size 1, is positive."""
    T = unit_size(p)
    return bool(np.linalg.eigvalsh(pseudo_inertia(p) * T * T[:, None])[0] >= THINNEST)
