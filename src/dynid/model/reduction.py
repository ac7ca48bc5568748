"""A model restricted to fewer parameters of one's own, p = S x: lumped masses, equal friction in
some joints, bodies in a fixed proportion.

    tau = Y p = (Y S) x
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dynid.arrays import Array, freeze_array
from dynid.errors import InputError, join_names, suggest_name
from dynid.model.base_reduction import compute_random_rows
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states

DEPENDENT = 1e-9  # singular values (columns scaled to 1) below this of the largest
SILENT = 1e-9  # entries of Y S below this of the largest are round-off
STATES = 100  # random ones, at which Y S is looked at


@dataclass(frozen=True, eq=False)
class Reduction:
    """The parameters x of a model with p = S x.

    Kim 2022 takes the struts as points at their ends: the mass of the platform and of its half of
    the struts is one parameter, {"m_P": {"platform.m": 1.0}}, and all arms have the same first
    moment, {"T_g": {"arm1.mx": 1 / 9.81, "arm2.mx": 1 / 9.81, "arm3.mx": 1 / 9.81}}.

    Parameters
    ----------
    model
        whose parameters p are
    terms
        {name of x: {parameter of the model: how much of it one x makes}}; parameters that are in
        none of them are zero
    """

    model: Model
    terms: Mapping[str, Mapping[str, float]]
    matrix: Array = field(init=False, repr=False)  # S (P, x)
    #: (n, x) which column of Y S can act on which joint
    pattern: NDArray[np.bool_] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {name: k for k, name in enumerate(self.model.parameters)}
        S = np.zeros((len(places), len(self.terms)))
        for k, (name, parts) in enumerate(self.terms.items()):
            unknown = [part for part in parts if part not in places]
            if unknown or not np.isfinite(list(parts.values())).all() or not any(parts.values()):
                hint = suggest_name(unknown[0], places) if unknown else ""
                raise InputError(
                    f"Reduction: got {dict(parts)} for '{name}', expected parameters of the model"
                    f" of '{self.model.robot.name}' with numbers, such as"
                    f" {{'{self.model.parameters[0]}': 1.0}}.{hint}"
                )
            S[[places[part] for part in parts], k] = list(parts.values())
        object.__setattr__(self, "matrix", freeze_array(S))
        W = compute_random_rows(self.model, draw_random_states(self.model.robot, STATES)) @ S
        object.__setattr__(self, "pattern", np.any(np.abs(W) > SILENT * np.abs(W).max(), axis=0))
        self._check_rank(W.reshape(-1, S.shape[1]))

    def _check_rank(self, W: Array) -> None:
        """Refuse parameters that the torques cannot tell apart, whatever the motion."""
        norm = np.linalg.norm(W, axis=0)
        W = W / np.where(norm > SILENT * norm.max(initial=0.0), norm, np.inf)
        _, s, Vt = np.linalg.svd(W, full_matrices=False)
        if s.size and s[-1] < DEPENDENT * s[0]:
            mixed = [name for name, v in zip(self.names, Vt[-1]) if abs(v) > 1e-3]
            raise InputError(
                f"Reduction: the torques cannot tell {join_names(mixed, 6)} apart, or do not "
                f"depend on"
                " them; expected parameters of which each acts in its own way: leave some out, or"
                " add them up in one."
            )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def to_parameters(self, x: ArrayLike) -> Array:
        """p = S x."""
        parameters: Array = self.matrix @ np.asarray(x, dtype=float)
        return parameters

    def __repr__(self) -> str:
        return (
            f"Reduction({self.model.robot.name!r}: {len(self)} parameters for"
            f" {len(self.model.parameters)})"
        )
