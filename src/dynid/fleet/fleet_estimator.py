"""FromFleet(): the parameters of one machine, with the other machines of its kind as prior."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.estimators.consistent.barrier import solve_barrier
from dynid.estimators.consistent.prior import Prior, make_consistent
from dynid.estimators.consistent.restrictions import make_restricted_cone
from dynid.identification.covariance import DATA_DECIDE
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.problem import Problem

THIN = 1e-6  # eigenvalue (body scaled to size 1) to which the centre's bodies are made possible
TINY = 1e-9  # of its spread, by which the centre stays above a bound


@dataclass(frozen=True, eq=False)
class FromFleet(Estimator):
    """The most probable physically consistent bodies and friction of a machine:

        min sum_j |W_j B p - y_j|^2 / s_j^2 + (p - mu)' L^-1 (p - mu)

    Parameters
    ----------
    centre
        mu, of the fleet
    spread
        L (P, P), covariance of p between machines
    deviations
        s, of the joints' torque noise
    """

    centre: Array
    spread: Array
    deviations: Array

    def fit(self, problem: Problem) -> Fit:
        model, base = problem.model, problem.base
        if model is None or base is None or len(self.centre) != len(model.parameters):
            raise InputError(
                "FromFleet: got a problem of other parameters than the fleet's; expected"
                " Problem(model, data) of the fleet's model."
            )
        scale = np.sqrt(np.diag(self.spread))
        mu = np.maximum(self.centre, model.lower + TINY * scale)
        for place in model.layout.bodies.values():
            mu[place] = make_consistent(mu[place], THIN)[0]
        prior = Prior(mu, scale, np.zeros(len(mu), dtype=bool), ())
        cone, start = make_restricted_cone(model, prior, {}, {}, {}, {})
        W, y = problem.stack_rows(1.0 / self.deviations)
        # L = S F F' S with the correlations F F': rows F^-1 S^-1 (p - mu) of unit deviation
        F = np.linalg.cholesky(self.spread / np.outer(scale, scale))
        rows = np.linalg.solve(F, np.diag(1.0 / scale))
        A, b = np.vstack([W @ base.map, rows]), np.concatenate([y, rows @ mu])
        n = np.sqrt(2.0 / problem.n)  # J = |A p - b|^2 / n = 1/2 |n A p - n b|^2
        found = solve_barrier(n * A, n * b, cone, start)
        p = cone.to_parameters(found.v)
        R = np.linalg.qr(A * scale, mode="r")
        X = scale[:, None] * np.linalg.inv(R)
        return Fit(
            base.compute_theta(p),
            weights=1.0 / self.deviations,
            minimum=Minimum(found.value, found.iterations, found.gap),
            covariance=base.map @ X @ X.T @ base.map.T,
            p=p,
            p_interval=_compute_intervals(p, X, model.lower),
            from_prior=self._from_fleet(problem, X),
        )

    def _from_fleet(self, problem: Problem, X: Array) -> tuple[str, ...]:
        """Names in p and theta of which the machine's own data say less than the fleet."""
        assert problem.model is not None
        assert problem.base is not None
        B, out = problem.base.map, []
        for names, before, after in (
            (problem.model.parameters, np.diag(self.spread), np.sum(X**2, axis=1)),
            (problem.names, np.diag(B @ self.spread @ B.T), np.sum((B @ X) ** 2, axis=1)),
        ):
            out += [n for n, a, b in zip(names, before, after) if b > (1 - DATA_DECIDE) * a]
        return tuple(dict.fromkeys(out))

    def __repr__(self) -> str:
        return "FromFleet()"


def _compute_intervals(p: Array, X: Array, lower: Array) -> Array:
    half = 1.96 * np.linalg.norm(X, axis=1)
    return np.stack([np.maximum(p - half, lower), p + half], axis=1)
