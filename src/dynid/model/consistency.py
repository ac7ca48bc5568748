"""Physical consistency, is_consistent(p): could these bodies exist, and by which margin?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import InputError, add_article, require
from dynid.model.inertial import to_pseudo_inertia
from dynid.model.model import Model

#: of a body's largest eigenvalue: a flat plate or a thin rod lies on the cone's boundary, give or
#: take round-off
ROUND_OFF = 1e-10


@dataclass(frozen=True)
class Consistency:
    """True where every body is possible and nothing lies below its bound.

    Parameters
    ----------
    margins
        {body: smallest eigenvalue of its pseudo-inertia}; >= 0 (up to round-off) means possible
    below
        {parameter: value} of friction, rotor inertia and the like below their lower bounds
    impossible
        the bodies that are not consistent
    """

    margins: dict[str, float]
    below: dict[str, float]
    impossible: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.impossible and not self.below

    def __repr__(self) -> str:
        if self:
            name = min(self.margins, key=lambda key: self.margins[key])
            return (
                f"consistent: {len(self.margins)} bodies, smallest margin {self.margins[name]:.3g}"
                f" ({name})"
            )
        bad = [f"{name} (margin {self.margins[name]:.3g})" for name in self.impossible]
        bad += [f"{name} = {value:.3g} below its bound" for name, value in self.below.items()]
        return "not consistent: " + ", ".join(bad)


def is_consistent(p: ArrayLike, model: Model | None = None) -> Consistency:
    """Whether bodies are physically consistent.

    Parameters
    ----------
    p
        all parameters of a model, or ten numbers per body, (10,), (bodies, 10) or flat
    model
        whose parameters they are; None: of bodies alone
    """
    try:
        values = np.asarray(p, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"is_consistent: got {add_article(type(p).__name__)}, expected parameters as numbers:"
            " is_consistent(result.p, model)."
        ) from None
    if model is not None:
        require("is_consistent", model, Model, "Model(robot, [Viscous(), Coulomb()])")
        if values.shape != (len(model.parameters),):
            raise InputError(
                f"parameters p: got an array of shape {values.shape}, expected"
                f" ({len(model.parameters)},), in the order of model.parameters."
            )
        places = model.layout.bodies
        below = {
            name: float(value)
            for name, value, bound in zip(model.parameters, values, model.lower)
            if value < bound
        }
    else:
        if values.size == 0 or values.size % 10 or (values.ndim > 1 and values.shape[-1] != 10):
            raise InputError(
                f"parameters p: got an array of shape {values.shape}, expected ten numbers "
                "per body:"
                " (10,) or (bodies, 10)."
            )
        values = values.reshape(-1)
        places = {f"body{k + 1}": slice(10 * k, 10 * k + 10) for k in range(values.size // 10)}
        below = {}
    if not np.isfinite(values).all():
        raise InputError(
            "parameters p: some are nan or infinite; expected finite numbers (give effects a value"
            " too)."
        )
    return _judge(values, places, below)


def _judge(values: np.ndarray, places: dict[str, slice], below: dict[str, float]) -> Consistency:
    eigenvalues = np.linalg.eigvalsh(
        to_pseudo_inertia(np.array([values[place] for place in places.values()]))
    )
    possible = eigenvalues[:, 0] >= -ROUND_OFF * np.abs(eigenvalues).max(axis=1)
    return Consistency(
        {name: float(least) for name, least in zip(places, eigenvalues[:, 0])},
        below,
        tuple(name for name, fine in zip(places, possible) if not fine),
    )
