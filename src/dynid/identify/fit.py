"""What an estimator returns."""

from __future__ import annotations

from dataclasses import dataclass, field

from dynid.arrays import Array
from dynid.identify.problem import Problem


@dataclass(frozen=True, eq=False)
class Fit:
    """What an estimator returns.

    theta       the parameters
    gain        G with theta = G sum_j w_j^2 W_j' y_j + const: the covariance follows from it
    weights     w_j, by which the rows of the joints were multiplied
    grams       sum of w^4 W_j' W_j of every joint, where the weights differ within a joint (else
                from `weights`)
    covariance  of theta, where the estimator knows it better than from `gain`
    p           all parameters of the model, where the estimator finds them (else from theta)
    p_interval  95 % intervals (P, 2) of p
    active      bodies and bounds at the boundary of what is possible
    problem     the problem with the shapes that were found, where theta belongs to other shapes
                than the given one's
    shape_std   standard deviations of these shapes, by name
    """

    theta: Array
    gain: Array
    weights: Array
    notes: tuple[str, ...] = ()
    extra: dict[str, object] = field(default_factory=dict)
    grams: tuple[Array, ...] | None = None
    covariance: Array | None = None
    p: Array | None = None
    p_interval: Array | None = None
    active: tuple[str, ...] = ()
    problem: Problem | None = None
    shape_std: dict[str, float] = field(default_factory=dict)
