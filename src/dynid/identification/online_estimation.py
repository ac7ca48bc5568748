"""Estimators that run beside a moving robot: start, push samples, read the value.

    running = RecursiveLeastSquares(forgetting=0.999).online(model)
    running = ExtendedKalman(...).online(KalmanProblem(model, first_seconds, "q1"))
    running = PayloadStream(result)
    running.push(t, q, tau, qd, qdd)    # as much of it as is known and needed
    running.value                       # so far

A log is what was pushed: `fit` of the same estimators takes the same steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, join_names


@dataclass(frozen=True, eq=False)
class OnlineEstimate:
    """The knowledge after `count` samples: values and their standard deviations, by name.

    Parameters
    ----------
    names
        of the parameters
    theta
        their values
    std
        their standard deviations
    count
        of samples
    """

    names: tuple[str, ...]
    theta: Array
    std: Array
    count: int

    def __str__(self) -> str:
        rows = zip(self.names, self.theta, self.std)
        lines = [f"{name:<24} {value:>12.5g} +/- {std:.2g}" for name, value, std in rows]
        return "\n".join([f"after {self.count} samples", *lines])


class OnlineEstimator(Protocol):
    """An estimator under way: a sample is the time, positions and torques of its joints (n,), and
    where known velocities and accelerations."""

    def push(
        self,
        t: float,
        q: ArrayLike,
        tau: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
    ) -> Any:
        """One sample more."""
        ...

    @property
    def value(self) -> Any:
        """The current estimate."""
        ...


def check_joint_values(given: ArrayLike | None, name: str, joints: tuple[str, ...]) -> Array:
    """Numbers, one per joint, as an array; they need not be finite."""
    try:
        x = np.asarray(np.nan if given is None else given, dtype=float)
    except (TypeError, ValueError):
        x = np.zeros(0)
    if x.shape != (len(joints),):
        got = "none" if given is None else f"an array of shape {x.shape}"
        raise InputError(
            f"sample: got {got} for {name}, expected {len(joints)} numbers, of"
            f" {join_names(joints, 12)}."
        )
    return x


def check_finite_values(given: ArrayLike | None, name: str, joints: tuple[str, ...]) -> Array:
    """The same; all are finite."""
    x = check_joint_values(given, name, joints)
    if not np.isfinite(x).all():
        raise InputError(f"sample: got {name} = {given!r}, expected finite numbers.")
    return x
