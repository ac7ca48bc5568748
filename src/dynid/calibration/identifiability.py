"""Which errors of a geometry measurements can show: the rank of their slopes, what is unknown of
instruments projected out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.calibration.error_model import GEARS, POSITIONS, SAG, ErrorModel
from dynid.calibration.geometry_fit import Linearisation
from dynid.calibration.measurements import Measurements, Unknown
from dynid.model.base_reduction import ColumnReduction, name_sums, reduce_columns


@dataclass(frozen=True, eq=False)
class Identifiable:
    """Sums of errors that measurements determine.

    Parameters
    ----------
    model
        the errors
    reduction
        independent and dependent ones
    """

    model: ErrorModel
    reduction: ColumnReduction

    def __len__(self) -> int:
        return len(self.reduction.independent)

    @property
    def gap(self) -> float:
        """Of the singular values at the rank."""
        return self.reduction.gap

    @property
    def names(self) -> tuple[str, ...]:
        """Readable sums, each in the unit of its first error."""
        found = self.reduction
        return name_sums(self.model.names, found.independent, found.dependent, found.mixing)

    @property
    def silent(self) -> tuple[str, ...]:
        """Errors that change nothing that is measured."""
        return tuple(self.model.names[k] for k in self.reduction.silent)

    @property
    def map(self) -> Array:
        """B (sums, errors)."""
        found = self.reduction
        B = np.zeros((len(self), len(self.model)))
        B[np.arange(len(self)), found.independent] = 1.0
        B[:, found.dependent] = found.mixing
        return B


def find_identifiable(
    model: ErrorModel, data: Measurements, unknowns: dict[str, Unknown]
) -> Identifiable | None:
    """The sums of errors that these poses show, by the nominal geometry; None: nothing.

    Parameters
    ----------
    model
        the errors
    data
        poses, and what is measured there
    unknowns
        how the instruments stand
    """
    at = Linearisation(model, data)
    rows = at.compute(np.zeros(len(model)), unknowns)
    # each kind of measurement in units of its own, errors in tolerances
    J = rows.J.copy()
    for k in np.unique(rows.kind):
        J[rows.kind == k] /= max(float(np.abs(J[rows.kind == k, : len(model)]).max()), 1e-300)
    free = [at.columns[name] for name in at.names if unknowns[name].tolerance >= 1.0]
    nuisance = [J[:, place] for place in free]
    W = J[:, : len(model)] * model.tolerances
    if nuisance:
        U, s, _ = np.linalg.svd(np.concatenate(nuisance, axis=1), full_matrices=False)
        U = U[:, s > 1e-10 * s[0]]
        W = W - U @ (U.T @ W)
        W = W - U @ (U.T @ W)
    size = np.linalg.norm(W, axis=0)
    if not size.max(initial=0.0) > 0.0:
        return None
    W = np.where(size < 1e-9 * size.max(), 0.0, W)
    kinds = np.array([error.kind for error in model.first])
    last = np.isin(kinds, (POSITIONS, GEARS, SAG))
    found = reduce_columns(W / model.tolerances, last, f"robot '{model.robot.name}'")
    return Identifiable(model, found)
