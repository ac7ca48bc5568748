"""exact_relations(B): which of some combinations of parameters follow from the others, whatever the
parameters are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError

EXACT = 1e-9  # of the largest singular value: what is smaller is zero
ZERO = 1e-8  # of the largest coefficient of a relation


@dataclass(frozen=True)
class Relation:
    """sum of coefficient * combination = 0; printed with one of them on the left."""

    coefficients: dict[str, float]

    def __str__(self) -> str:
        sizes = np.abs(list(self.coefficients.values()))
        # the size that occurs most often becomes 1: fewest numbers to read
        unit = max(sizes, key=lambda size: int(np.isclose(sizes, size, rtol=1e-6).sum()))
        lead = [
            name for name, c in self.coefficients.items() if np.isclose(abs(c), unit, rtol=1e-6)
        ][-1]
        text = ""
        for name, c in self.coefficients.items():
            if name != lead:
                factor = -c / self.coefficients[lead]
                size = "" if np.isclose(abs(factor), 1.0, rtol=1e-6) else f"{abs(factor):.6g} "
                sign = " - " if factor < 0 else " + "
                text += (sign if text else sign.strip(" +")) + size + name
        return f"{lead} = {text or '0'}"


def find_exact_relations(
    combinations: ArrayLike, names: Sequence[str] | None = None
) -> tuple[Relation, ...]:
    """Relations between the rows of a matrix (k, P), as few names in each as can be found.

    The rows are combinations of parameters, theta = B p: a relation then holds for theta of every
    p. For the columns of a regressor, give its transpose: a relation then means that the torques
    cannot tell these parameters apart.

    Parameters
    ----------
    combinations
        (k, P) matrix whose rows are combinations of parameters
    names
        of the rows; None: P1, P2, ...
    """
    B = np.asarray(combinations, dtype=float)
    if B.ndim != 2 or not B.size or not np.isfinite(B).all():
        raise InputError(
            f"exact_relations: got an array of shape {B.shape}, expected finite numbers (k, P)."
        )
    names = tuple(names) if names is not None else tuple(f"P{k + 1}" for k in range(len(B)))
    if len(names) != len(B) or len(set(names)) != len(names):
        raise InputError(
            f"exact_relations: got {len(names)} names, expected {len(B)} different ones, "
            "one per row."
        )
    norm = np.linalg.norm(B, axis=1)
    silent = norm <= EXACT * norm.max()
    relations = [Relation({names[k]: 1.0}) for k in np.flatnonzero(silent)]
    used = np.flatnonzero(~silent)
    if used.size:
        for v in _find_sparse_null_vectors((B[used] / norm[used, None]).T):
            relations.append(
                Relation({names[used[k]]: v[k] / norm[used[k]] for k in np.flatnonzero(v)})
            )
    return tuple(relations)


def _find_sparse_null_vectors(A: Array) -> list[Array]:
    """Independent v with A v = 0 that span the null space, the sparsest found for each entry, few
    entries first."""
    _, s, Vt = np.linalg.svd(A, full_matrices=True)
    rank = int(np.sum(s > EXACT * s[0]))
    N = Vt[rank:].T
    if not N.shape[1]:
        return []
    candidates = [
        v
        for k in range(len(N))
        if np.linalg.norm(N[k]) > ZERO and (v := _find_sparsest(A, N, k)) is not None
    ]
    candidates.sort(key=lambda v: (np.count_nonzero(v), np.abs(v).sum()))
    chosen: list[Array] = []
    for v in candidates:
        if np.linalg.matrix_rank(np.array([*chosen, v]), tol=1e-6) > len(chosen):
            chosen.append(v)
    return chosen


def _find_sparsest(A: Array, N: Array, k: int) -> Array | None:
    """v = N w with v_k = 1 and the smallest sum of |v|, a linear program: its corners have many
    zeros."""
    from scipy.optimize import linprog

    n, d = N.shape
    cost = np.append(np.zeros(d), np.ones(n))  # variables w, u with -u <= N w <= u
    limits = np.block([[N, -np.eye(n)], [-N, -np.eye(n)]])
    answer = linprog(
        cost,
        A_ub=limits,
        b_ub=np.zeros(2 * n),
        A_eq=np.append(N[k], np.zeros(n))[None],
        b_eq=[1.0],
        bounds=[(None, None)] * d + [(0, None)] * n,
        method="highs",
    )
    if answer.status != 0:
        return None
    v = N @ answer.x[:d]
    support = np.flatnonzero(np.abs(v) > ZERO * np.abs(v).max())
    exact = np.linalg.svd(A[:, support])[2][
        -1
    ]  # the program stops at 1e-9: the vector itself, on the same entries
    out = np.zeros(n)
    out[support] = exact / np.abs(exact).max() * np.sign(exact[support == k][0])
    return out
