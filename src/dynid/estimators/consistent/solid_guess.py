"""Bodies of which nothing is known but the kinematics: uniform cylinders from joint to joint, one
density for all.

The density is the one that explains the torques best, so the guess has at least the right weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dynid.arrays import Array
from dynid.model.base_reduction import BaseParameters
from dynid.model.unit_solids import make_unit_solids


def guess_bodies(
    base: BaseParameters, W: Array, y: Array, p: Array, unknown: Sequence[str]
) -> dict[str, Array]:
    """{body: ten parameters} of the unknown bodies (or payloads), beside what p says of the others.

    W theta = y is what the data say of the base parameters.
    """
    model = base.model
    solids = make_unit_solids(model, unknown)
    whole = np.zeros(len(model.parameters))
    for k, name in enumerate(model.group_names):
        if name in unknown:
            place = slice(10 * k, 10 * k + 10)
            whole[place] = np.where(np.isnan(p[place]), solids[name], 0.0)
    known = np.nan_to_num(p)
    # effects of any sign beside the density, which counts where it is positive: a fit of
    # W (known + density whole + effects) = y
    # (gains of drives are no force of their own: they would explain all of it)
    others = np.setdiff1d(
        np.arange(model.layout.inertial.stop, len(p)), list(model.layout.gains.values())
    )
    columns = W @ np.column_stack([base.map @ whole, base.map[:, others]])
    norm = np.maximum(np.linalg.norm(columns, axis=0), 1e-300)
    left = y - W @ base.compute_theta(known)
    density = 0.0
    if norm[0] > 1e-200:
        density = float(np.linalg.lstsq(columns / norm, left, rcond=None)[0][0] / norm[0])
    return {name: solids[name] * (density if density > 0 else 1000.0) for name in unknown}
