"""Which of the many sets of base parameters: the one whose columns a motion tells apart best
(Diaz-Rodriguez 2010, section 2.2).

With W_b = Q R of the independent columns and theta = B p, any set S of as many parameters whose
columns B_S are independent is a base as well,

    W_S = W_b B_S ,   theta_S = B_S^-1 theta ,   cond W_S = cond (R B_S)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.lapack import factor_pivoted_qr
from dynid.model.base_reduction import (
    NEGLIGIBLE,
    BaseParameters,
    compute_random_rows,
    find_acting_columns,
)
from dynid.model.random_states import draw_random_states

BETTER = 1e-6  # relative: a smaller gain is round-off
SINGULAR = 1e-9  # coefficients below this make no base


@dataclass(frozen=True, eq=False)
class _Sets:
    """R B (r, P) of a motion; columns of norm 1 where they are judged so."""

    A: Array
    unit: bool

    def compute_conditions(self, sets: NDArray[np.int64]) -> Array:
        """Condition numbers of sets (k, r)."""
        A = self.A[:, sets].transpose(1, 0, 2)
        if self.unit:
            A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-300)
        s = np.linalg.svd(A, compute_uv=False)
        return np.asarray(s[:, 0] / np.maximum(s[:, -1], 1e-300))


def select_best_conditioned(
    base: BaseParameters,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    columns: Literal["unit", "raw"] = "unit",
) -> BaseParameters:
    """The set of base parameters with the smallest condition number along a motion (N, n) that
    exchanging single parameters leads to.

    The starts are `base` and the columns that a QR with pivoting takes first. The torques, and the
    deviations of their prediction, are the same for all sets; what changes is which sums of
    parameters are named, and how far the deviations of single ones spread.

    Parameters
    ----------
    base
        a set to start from
    q
        (N, n) positions along the motion
    qd
        (N, n) velocities
    qdd
        (N, n) accelerations
    columns
        "unit": each of norm 1, so that units do not matter; "raw": as they are
    """
    if columns not in ("unit", "raw"):
        raise InputError(f"best_conditioned: got columns={columns!r}, expected 'unit' or 'raw'.")
    model, B = base.model, base.map
    Y = np.asarray(model.regressor(q, qd, qdd))[:, :, base.independent]
    R = np.linalg.qr(Y.reshape(-1, len(base)), mode="r")
    s = np.linalg.svd(R / np.maximum(np.linalg.norm(R, axis=0), 1e-300), compute_uv=False)
    if len(R) < len(base) or s[-1] < 1e-12 * s[0]:
        raise InputError(
            f"best_conditioned: the motion does not determine all {len(base)} base "
            "parameters; expected"
            " an exciting one."
        )
    judged = _Sets(R @ B, columns == "unit")
    ends = [
        _descend(judged, B, start)
        for start in (base.independent, _select_by_pivoting(judged, base))
    ]
    return _replace_independent(
        base, min(ends, key=lambda end: float(judged.compute_conditions(end[None])[0]))
    )


def _select_by_pivoting(judged: _Sets, base: BaseParameters) -> NDArray[np.int64]:
    """The columns that a QR with pivoting takes first."""
    active = np.sort(np.concatenate([base.independent, base.dependent]))
    A = judged.A[:, active]
    if judged.unit:
        A = A / np.linalg.norm(A, axis=0)
    return np.asarray(active[factor_pivoted_qr(A)[1][: len(base)]], dtype=np.int64)


def _descend(judged: _Sets, B: Array, start: NDArray[np.int64]) -> NDArray[np.int64]:
    """Exchange the pair of parameters that helps most, as long as one helps."""
    chosen = np.array(start)
    now = float(judged.compute_conditions(chosen[None])[0])
    while True:
        # chosen i can go for j where j's combination contains it
        K = np.linalg.solve(B[:, chosen], B)
        K[:, chosen] = 0.0
        pairs = np.argwhere(np.abs(K) > SINGULAR)
        if not len(pairs):
            return np.sort(chosen)
        sets = np.tile(chosen, (len(pairs), 1))
        sets[np.arange(len(pairs)), pairs[:, 0]] = pairs[:, 1]
        values = judged.compute_conditions(sets)
        best = int(values.argmin())
        if not values[best] < now * (1 - BETTER):
            return np.sort(chosen)
        chosen, now = sets[best], float(values[best])


def _replace_independent(base: BaseParameters, chosen: NDArray[np.int64]) -> BaseParameters:
    """The base parameters with another set of independent ones."""
    active = np.concatenate([base.independent, base.dependent])
    dependent = np.setdiff1d(active, chosen)
    K: Array = np.asarray(np.linalg.solve(base.map[:, chosen], base.map[:, dependent]), float)
    K[np.abs(K) < NEGLIGIBLE * np.abs(K).max(axis=0, initial=0.0)] = 0.0
    states = draw_random_states(base.model.robot, 40, 0)
    pattern = find_acting_columns(compute_random_rows(base.model, states), chosen)
    return replace(base, independent=chosen, dependent=dependent, mixing=K, pattern=pattern)
