"""Maximum likelihood where the motion is noisy as well as the torque (Olsen, Swevers, Verdonck
2003):

    min sum_k e_k' S_k^-1 e_k,      e = tau - Y(x) theta,     S = S_tau + G S_x G',

x = (q, qd, qdd) with variances S_x, and G = d(Y theta)/dx, which depends on theta too. With u =
S^-1 e and the errors of the motion that are the likeliest, v = S_x G' u, its derivative is

    d/dtheta_i = -2 sum u' (Y_i + G_i v),       G_i = dG/dtheta_i

and Gauss-Newton takes the rows B_i = Y_i + G_i v: those along the motion as it likely was.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.data.dataset import Dataset
from dynid.errors import InputError
from dynid.estimators.least_squares import WLS
from dynid.identification.correlation import compute_inflation
from dynid.identification.estimate import Estimate
from dynid.identification.estimator_base import Estimator, Fit, Minimum
from dynid.identification.problem import Problem

SAMPLES = 1500  # of a log at most, spread evenly
HALVINGS = 12  # of a step that leads nowhere
ROUNDS = 3  # torque noise and parameters, in turns
FINEST = 1e-6  # of the RMS torque: noise below it is not believed


@dataclass(frozen=True)
class MaximumLikelihood(Estimator):
    """Positions and torques are both noisy, as an encoder and a drive make them.

    Parameters
    ----------
    position_noise
        standard deviation of a measured position (rad, m), one or one for each joint; what it makes
        of velocities and accelerations follows from the filter
    torque_noise
        of a torque as the data have it (Nm, N); None: from the residuals
    start
        an estimator, or an estimate, to begin with
    iterations
        steps, at most
    tolerance
        of a deviation: smaller steps end the search
    """

    position_noise: float | tuple[float, ...] | None = None
    torque_noise: float | tuple[float, ...] | None = None
    start: Estimator | Estimate = field(default_factory=WLS)
    iterations: int = 30
    tolerance: float = 1e-6  # of a deviation: smaller steps end the search

    def fit(self, problem: Problem) -> Fit:
        rows = self._make_rows(problem)
        if isinstance(self.start, Estimate):
            theta = np.array(self.start.theta)
        else:
            theta = self.start.fit(problem).theta
        given = self.torque_noise is not None
        C, count, step = np.eye(len(theta)), 0, np.inf
        for _ in range(1 if given else ROUNDS):
            if not given:
                rows = rows.add_noise(theta)
            for _ in range(self.iterations):
                count += 1
                theta, C, step = rows.take_step(theta)
                if step < self.tolerance:
                    break
        at = rows.evaluate_at(theta)
        r = at.whitened
        factor = max(compute_inflation(r[:, j], rows.use[:, j]) * float(np.mean(r[:, j] ** 2))
                     for j in range(r.shape[1]))  # fmt: skip
        notes = [f"{count} steps over {len(r)} samples"]
        if step >= self.tolerance:
            notes.append(f"the last step was still {step:.1e} deviations")
        weights = 1.0 / np.sqrt(rows.torque)
        least = Minimum(at.value, count)
        return Fit(theta, weights=weights, notes=tuple(notes), covariance=factor * C, minimum=least)

    @classmethod
    def adapt_to(cls, problem: Problem) -> None:
        """How noisy the positions were is not in the problem."""

    def _make_rows(self, problem: Problem) -> _MotionRows:
        data, n = problem.data, len(problem.joints)
        if data is None or problem.model is None or problem.base is None:
            raise InputError(
                "MaximumLikelihood needs the motion: Problem(model, data), not bare rows, nor a"
                " merged or compressed problem."
            )
        if self.position_noise is None:
            raise InputError(
                "MaximumLikelihood: got no position_noise, expected the standard deviation of a"
                " measured position in rad or m, such as an encoder's step / sqrt(12)."
            )
        position = _expand_per_joint(self.position_noise, n, "position_noise")
        torque = np.ones(n) if self.torque_noise is None else _expand_per_joint(
            self.torque_noise, n, "torque_noise"
        )  # fmt: skip
        return _MotionRows.from_problem(
            problem, compute_motion_variances(data, position), torque**2
        )


def _expand_per_joint(value: float | tuple[float, ...], n: int, name: str) -> Array:
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (n,)) or not np.isfinite(array).all() or not (array > 0).all():
        raise InputError(
            f"MaximumLikelihood: got {name} {value!r}, expected a positive number, or {n} of them."
        )
    return np.broadcast_to(array, (n,)).copy()


def compute_motion_variances(data: Dataset, position: Array) -> Array:
    """(3 n,) of q, qd, qdd: white noise of the positions below the cutoff f,

    (2 f / rate) s^2 (1, (2 pi f)^2 / 3, (2 pi f)^4 / 5)
    """
    f = min(data.cutoff or np.inf, 0.25 * data.rate)
    w = 2.0 * np.pi * f
    part = 2.0 * f / data.rate * position**2
    return np.concatenate([part, part * w**2 / 3.0, part * w**4 / 5.0])


@dataclass(frozen=True, eq=False)
class _At:
    """At one theta: errors e, u = S^-1 e (N, n), the roots of S, the rows B (N, n, k)."""

    e: Array
    u: Array
    root: Array
    B: Array

    @property
    def value(self) -> float:
        return float((self.e * self.u).sum())

    @property
    def whitened(self) -> Array:
        return np.asarray(np.linalg.solve(self.root, self.e[:, :, None])[:, :, 0])


@dataclass(frozen=True, eq=False)
class _MotionRows:
    """Y (N, n, k), y (N, n); G (k + 1, N, n, 3n): the derivatives of the columns and, last, of the
    torque that is known; variances of the motion (3n,) and of the torque (n,)."""

    Y: Array
    y: Array
    use: Flags
    G: Array
    motion: Array
    torque: Array

    @classmethod
    def from_problem(cls, problem: Problem, motion: Array, torque: Array) -> _MotionRows:
        model, data, base = problem.model, problem.data, problem.base
        assert model is not None
        assert data is not None
        assert base is not None
        keep = np.arange(0, len(data), max(1, -(-len(data) // SAMPLES)))
        q, qd, qdd = data.q[keep], data.qd[keep], data.qdd[keep]
        n, zero = q.shape[1], np.zeros(len(model.parameters))
        known = model.inverse_dynamics(q, qd, qdd, zero)
        bars = [np.tile(e, (len(q), 1)) for e in np.eye(n)]

        def compute_slopes(p: Array) -> Array:
            parts = [np.hstack(model.torque_gradient(q, qd, qdd, p, bar)) for bar in bars]
            return np.stack(parts, axis=1)

        G0 = compute_slopes(zero)
        units = np.eye(len(zero))[base.independent]
        G = np.stack([*(compute_slopes(unit) - G0 for unit in units), G0])
        Y = model.regressor(q, qd, qdd)[:, :, base.independent]
        return cls(Y, data.tau[keep] - known, data.use[keep], G, motion, torque)

    def evaluate_at(self, theta: Array) -> _At:
        G = np.einsum("i,iNab->Nab", np.append(theta, 1.0), self.G)
        # rows that do not count are as good as unknown
        unknown = np.where(self.use, 0.0, 1e12 * self.torque)
        S = (G * self.motion) @ G.transpose(0, 2, 1)
        S[:, range(len(self.torque)), range(len(self.torque))] += self.torque + unknown
        e = np.where(self.use, self.y - self.Y @ theta, 0.0)
        u = np.linalg.solve(S, e[:, :, None])[:, :, 0]
        # v = S_x G' u,  B_i = Y_i + G_i v
        v = self.motion * np.einsum("Nab,Na->Nb", G, u)
        B = self.Y + np.einsum("iNab,Nb->Nai", self.G[:-1], v)
        return _At(e, u, np.asarray(np.linalg.cholesky(S)), B)

    def take_step(self, theta: Array) -> tuple[Array, Array, float]:
        """theta after a step, its covariance, and the step in deviations."""
        at = self.evaluate_at(theta)
        W = np.linalg.solve(at.root, at.B).reshape(-1, len(theta))
        norm = np.linalg.norm(W, axis=0)
        H = (W / norm).T @ (W / norm)
        inverse = np.linalg.pinv(H, rcond=1e-14, hermitian=True) / norm / norm[:, None]
        step = inverse @ np.einsum("Nai,Na->i", at.B, at.u)
        size = 1.0
        for _ in range(HALVINGS):
            if self.evaluate_at(theta + size * step).value <= at.value:
                break
            size *= 0.5
        else:
            size = 0.0
        deviations = np.sqrt(np.maximum(np.diag(inverse), 1e-300))
        return theta + size * step, inverse, float(np.abs(size * step / deviations).max())

    def add_noise(self, theta: Array) -> _MotionRows:
        """With what the motion's noise leaves of the residuals as the torque's."""
        at, n = self.evaluate_at(theta), len(self.torque)
        G = np.einsum("i,iNab->Nab", np.append(theta, 1.0), self.G)
        by_motion = np.einsum("Nab,b,Nab->Na", G, self.motion, G)
        left = [np.mean((at.e[:, j] ** 2 - by_motion[:, j])[self.use[:, j]]) for j in range(n)]
        square = np.array([np.mean(self.y[self.use[:, j], j] ** 2) for j in range(n)])
        least = np.array([np.mean(at.e[self.use[:, j], j] ** 2) for j in range(n)])
        floor = np.maximum(FINEST**2 * square, 1e-2 * least)
        return replace(self, torque=np.maximum(left, np.maximum(floor, 1e-300)))
