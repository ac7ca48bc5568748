"""Where the parameters may be: every body's pseudo-inertia positive semidefinite, bounds kept, some
values fixed.

The free variables v fill the parameter vector, p[free] = v; of each body i

    S_i(v) = sum_k p_ik E_k  >= 0   (4 x 4)          and, for bounds,          s(v) = G v - h >= 0
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import dynid._native as native
from dynid.arrays import Array
from dynid.model.inertial import PSEUDO_BASIS


@dataclass(frozen=True, eq=False)
class Cone:
    """names: of all parameters; p: values of the fixed ones (the others are ignored); free: indices
    of the free ones;
    bodies: (b, 10) indices of each body's parameters; G v >= h, with a label for every row,
    a note about the parameters in it."""

    names: tuple[str, ...]
    p: Array
    free: NDArray[np.int64]
    bodies: NDArray[np.int64]
    body_names: tuple[str, ...]
    G: Array
    h: Array
    labels: tuple[str, ...]

    def to_parameters(self, v: Array) -> Array:
        p = self.p.copy()
        p[self.free] = v
        return p

    def to_matrices(self, v: Array) -> Array:
        """S (b, 4, 4)."""
        matrices: Array = np.einsum("bk,kij->bij", self.to_parameters(v)[self.bodies], PSEUDO_BASIS)
        return matrices

    def change(self, dv: Array) -> Array:
        """dS (b, 4, 4) of a change of the free variables."""
        dp = np.zeros(len(self.p))
        dp[self.free] = dv
        change: Array = np.einsum("bk,kij->bij", dp[self.bodies], PSEUDO_BASIS)
        return change

    def compute_slacks(self, v: Array) -> Array:
        return np.asarray(self.G @ v - self.h)

    @property
    def degree(self) -> int:
        return 4 * len(self.bodies) + len(self.h)

    @cached_property
    def body_columns(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """For every body: which of its ten parameters are free, and their columns in v."""
        place = np.full(len(self.p), -1)
        place[self.free] = np.arange(len(self.free))
        return [(np.flatnonzero(place[b] >= 0), place[b][place[b] >= 0]) for b in self.bodies]

    @cached_property
    def columns(self) -> NDArray[np.int64]:
        """(b, 10) the columns in v of each body's parameters; that of fixed ones is len(free)."""
        out = np.full(self.bodies.shape, len(self.free))
        for i, (which, columns) in enumerate(self.body_columns):
            out[i, which] = columns
        return out

    @cached_property
    def constants(self) -> native.Cone:
        return native.Cone(PSEUDO_BASIS, self.columns, self.G)

    def is_inside(self, v: Array) -> bool:
        """Strictly."""
        return bool(np.linalg.eigvalsh(self.to_matrices(v)).min(initial=np.inf) > 0) and bool(
            (self.compute_slacks(v) > 0).all()
        )
