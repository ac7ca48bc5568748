"""All joints move: M(q) qdd + C qd + g + effects = tau, with any of the model's parameters
estimated along.

Derivatives are exact: with M qdd + ... = Y(q, qd, qdd) p,   d qdd / dp = -M^-1 Y,   d qdd / dq =
-M^-1 d(Y p)/dq at that qdd, and alike for qd, from the model's own gradients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.kalman.filter_steps import step_by_step
from dynid.estimators.kalman.passes import Noises, Sweep
from dynid.estimators.kalman.recording import Recording
from dynid.model.effects import SmoothFriction
from dynid.model.model import Model

#: parameters that are positive: estimated by their logarithms
POSITIVE = ("m", "Ixx", "Iyy", "Izz", "rotor_inertia", "w1", "w2")
#: as in native/joint_motion.cpp: largest |da/dv| times the step of Runge and Kutta, and most steps
STIFF, MOST_STEPS = 0.5, 64
STEPS = ("Bv", "Bf1", "Bf2", "w1", "w2")


@dataclass(frozen=True, eq=False)
class WholeRobot:
    """The plant of a filter: state [q, v, z] of all actuated joints, z the estimated parameters
    (positive ones as ln).

    rest        the model without friction (13), and its parameters p; friction (n, 5): Bv, Bf1,
                Bf2, w1, w2 of every joint
    where       of every estimated parameter: ("p", column) or ("f", joint, number)
    """

    rest: Model
    p: Array
    friction: Array
    parameters: tuple[str, ...]
    where: tuple[tuple[int, int], ...]
    log: Array

    @classmethod
    def from_model(
        cls, model: Model, estimate: Sequence[str], p: ArrayLike, positive: bool = True
    ) -> WholeRobot:
        """`p`: values of model.parameters, known or where the estimated ones start; `positive`:
        see KalmanProblem."""
        values = dict(zip(model.parameters, model.check_parameters(p)))
        joints = model.robot.actuated
        friction = np.zeros((len(joints), 5))
        own, rest = model.split_effects(SmoothFriction)
        for effect in own:
            for joint in effect.chosen(model.robot):
                if joint not in joints:
                    raise InputError(
                        f"friction (13) on the passive joint '{joint}': expected actuated joints"
                        " only."
                    )
                friction[joints.index(joint)] = (
                    *(values[f"{joint}.{name}"] for name in STEPS[:3]),
                    *effect.constants().values(),
                )
        names = {name: (0, k) for k, name in enumerate(rest.parameters)}
        bends = [j for j in range(len(joints)) if friction[j, 3:].any()]
        smooth = {f"{joints[j]}.{name}": (1 + j, k) for j in bends for k, name in enumerate(STEPS)}
        unknown = [name for name in estimate if name not in {**names, **smooth}]
        if unknown or not estimate:
            raise InputError(
                f"estimate: got {join_names(unknown) if unknown else 'no names'}, expected some of "
                f"{join_names([*names, *smooth], 30)}."
            )
        at = tuple((names | smooth)[name] for name in estimate)
        kinds = POSITIVE if positive else POSITIVE[-2:]
        log = np.array([name.rsplit(".", 1)[1] in kinds for name in estimate])
        return cls(
            rest,
            np.array([values[name] for name in rest.parameters]),
            friction,
            tuple(estimate),
            at,
            log,
        )

    @property
    def joints(self) -> tuple[str, ...]:
        return self.rest.robot.actuated

    def sweep(self, rule: str, recording: Recording, x: Array, P: Array, noises: Noises) -> Sweep:
        return step_by_step(self, rule, recording, x, P, noises)

    def to_physical(self, z: Array) -> tuple[Array, Array]:
        p = np.where(self.log, np.exp(np.where(self.log, z, 0.0)), z)
        return p, np.where(self.log, p, 1.0)

    def begin(
        self, recording: Recording, start: Mapping[str, float], deviation: Mapping[str, float]
    ) -> tuple[Array, Array]:
        values = [
            start.get(name, self._get_value(place))
            for name, place in zip(self.parameters, self.where)
        ]
        bad = [
            name
            for name, value, log in zip(self.parameters, values, self.log)
            if log and not value > 0
        ]
        if bad:
            raise InputError(
                f"start: {join_names(bad)} must be positive; got"
                f" {[v for v, n in zip(values, self.log) if n]}."
            )
        spread = []
        for name, value, log in zip(self.parameters, values, self.log):
            given = deviation.get(name, abs(value) or self._scale(name, recording))
            spread.append(given / value if log else given)
        return (
            np.where(self.log, np.log(np.where(self.log, values, 1.0)), values),
            np.array(spread) ** 2,
        )

    def _get_value(self, place: tuple[int, int]) -> float:
        return float(self.p[place[1]] if place[0] == 0 else self.friction[place[0] - 1, place[1]])

    def _scale(self, name: str, recording: Recording) -> float:
        """How large a friction that starts at zero may be: the torque, or the torque over the
        speed."""
        joint, _, suffix = name.rpartition(".")
        if joint not in self.joints:
            raise InputError(
                f"{name} starts at zero: expected a start other than zero, or its deviation."
            )
        j = self.joints.index(joint)
        slope = suffix in ("Bv", "viscous", "stiffness")
        return float(recording.torque[j] / (recording.speed[j] if slope else 1.0))

    def _split(self, Z: Array) -> tuple[Array, Array]:
        """p (points, P) and friction (points, n, 5) of many z."""
        values = np.where(self.log, np.exp(np.where(self.log, Z, 0.0)), Z)
        P, F = np.tile(self.p, (len(Z), 1)), np.tile(self.friction, (len(Z), 1, 1))
        for k, (kind, column) in enumerate(self.where):
            if kind == 0:
                P[:, column] = values[:, k]
            else:
                F[:, kind - 1, column] = values[:, k]
        return P, F

    def _compute_rows(self, Q: Array, V: Array) -> tuple[Array, tuple[Array, Array, Array]]:
        """Y (points * (n + 1), n, P) at the accelerations 0 and e_j, and those states."""
        K, n = Q.shape
        unit = np.concatenate([np.zeros((1, n)), np.eye(n)])
        q, v, a = np.repeat(Q, n + 1, axis=0), np.repeat(V, n + 1, axis=0), np.tile(unit, (K, 1))
        return self.rest.regressor(q, v, a), (q, v, a)

    def _compute_accelerations(
        self, Q: Array, V: Array, U: Array, P: Array, F: Array
    ) -> tuple[Array, Array]:
        # nothing keeps the large Y: its memory serves the next call
        return self._solve_accelerations(*self._compute_rows(Q, V), V, U, P, F)

    def _solve_accelerations(
        self, Y: Array, at: tuple[Array, Array, Array], V: Array, U: Array, P: Array, F: Array
    ) -> tuple[Array, Array]:
        """qdd (points, n) and M (points, n, n): Y(q, v, 0) p is what M qdd must not supply, Y(q, v,
        e_j) p one column more."""
        K, n = V.shape
        tau: Array = np.einsum("kji,ki->kj", Y, np.repeat(P, n + 1, axis=0))
        if self.rest.known:
            tau = tau + self.rest.compute_known_torque(*at)
        tau = tau.reshape(K, n + 1, n)
        M = (tau[:, 1:] - tau[:, :1]).transpose(0, 2, 1)
        t1, t2 = np.tanh(F[:, :, 3] * V), np.tanh(F[:, :, 4] * V)
        force = U - tau[:, 0] - F[:, :, 0] * V - F[:, :, 1] * t1 - F[:, :, 2] * t2
        try:
            np.linalg.cholesky(M)
            return np.asarray(np.linalg.solve(M, force[:, :, None])[:, :, 0], dtype=float), M
        except np.linalg.LinAlgError:  # a state that no robot can be in: the pass stops there
            return np.full((K, n), np.nan), M

    def _compute_slopes(
        self, q: Array, v: Array, a: Array, M: Array, Y_all: Array, p: Array, f: Array
    ) -> tuple[Array, Array, Array, Array]:
        """d qdd / dq, dv, dz, dtau; Y_all (n + 1, n, P): see `_rows`."""
        n = len(q)
        dq, dv, _ = self.rest.torque_gradient(
            np.tile(q, (n, 1)), np.tile(v, (n, 1)), np.tile(a, (n, 1)), p, np.eye(n)
        )
        # Y(q, v, a) = Y(q, v, 0) + sum_j a_j (Y(q, v, e_j) - Y(q, v, 0))
        Y = Y_all[0] + np.tensordot(a, Y_all[1:] - Y_all[0], axes=1)
        t = np.tanh(f[:, 3:] * v[:, None])
        c = 1.0 - t**2
        # df/d(Bv, B1, B2, w1, w2), and df/dv
        df = np.column_stack([v, t, f[:, 1:3] * v[:, None] * c])
        dv = dv + np.diag(f[:, 0] + (f[:, 1:3] * f[:, 3:] * c).sum(axis=1))
        dz = np.zeros((n, len(self.where)))
        for k, (kind, column) in enumerate(self.where):
            if kind == 0:
                dz[:, k] = Y[:, column]
            else:
                dz[kind - 1, k] = df[kind - 1, column]
        scale = [
            self._find_factor(kind, column, p, f) if log else 1.0
            for (kind, column), log in zip(self.where, self.log)
        ]
        W = np.asarray(np.linalg.inv(M), dtype=float)
        return -W @ dq, -W @ dv, -W @ (dz * scale), W

    @staticmethod
    def _find_factor(kind: int, column: int, p: Array, f: Array) -> float:
        return float(p[column] if kind == 0 else f[kind - 1, column])

    def _count_steps(self, V: Array, a: Array, M: Array, F: Array, dt: float) -> int:
        """Runge-Kutta steps in a sample, by the steepest friction at speeds that a joint may have
        in it."""
        v = np.maximum(0.0, np.abs(V) - 2.0 * np.abs(a) * dt)[:, :, None]
        steep = np.abs(F[:, :, 0]) + (
            np.abs(F[:, :, 1:3] * F[:, :, 3:]) * (1.0 - np.tanh(F[:, :, 3:] * v) ** 2)
        ).sum(axis=2)
        rate = (np.abs(np.linalg.inv(M)).max(axis=(1, 2)) * steep.max(axis=1)).max()
        return int(min(MOST_STEPS, 1 + rate * dt / STIFF)) if np.isfinite(rate) else 1

    def integrate(self, x: Array, u0: Array, u1: Array, dt: float) -> tuple[Array, Array]:
        n, nx = len(u0), len(x)
        P, F = self._split(x[None, 2 * n :])
        y, S = x[: 2 * n].copy(), np.eye(2 * n, nx + n)
        steps = self._count_steps(
            y[None, n:],
            *self._compute_accelerations(y[None, :n], y[None, n:], u0[None], P, F),
            F,
            dt,
        )
        h = dt / steps
        for k in range(steps):
            dy, dS, total, Total = (
                np.zeros(2 * n),
                np.zeros_like(S),
                np.zeros(2 * n),
                np.zeros_like(S),
            )
            for c, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
                Y, T = y + c * h * dy, S + c * h * dS
                all_Y, at = self._compute_rows(Y[None, :n], Y[None, n:])
                u = u0 + (u1 - u0) * (k + c) / steps
                a, M = self._solve_accelerations(all_Y, at, Y[None, n:], u[None], P, F)
                if not np.isfinite(a).all():
                    return np.full(2 * n, np.nan), S
                A_q, A_v, A_z, A_u = self._compute_slopes(
                    Y[:n], Y[n:], a[0], M[0], all_Y, P[0], F[0]
                )
                dy = np.concatenate([Y[n:], a[0]])
                dS = np.vstack([T[n:], A_q @ T[:n] + A_v @ T[n:]])
                dS[n:, 2 * n :] += np.hstack([A_z, A_u])
                total, Total = total + weight * dy, Total + weight * dS
            y, S = y + h / 6.0 * total, S + h / 6.0 * Total
        return y, S

    def integrate_many(self, X: Array, U: Array, du: Array, dt: float) -> Array:
        n = len(du)
        P, F = self._split(X[:, 2 * n :])
        y = X[:, : 2 * n].copy()
        first = self._compute_accelerations(y[:, :n], y[:, n:], U, P, F)
        steps = self._count_steps(y[:, n:], *first, F, dt)
        h = dt / steps
        for k in range(steps):
            dy, total = np.zeros_like(y), np.zeros_like(y)
            for c, weight in ((0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)):
                Y = y + c * h * dy
                a, _ = (
                    self._compute_accelerations(Y[:, :n], Y[:, n:], U + du * (k + c) / steps, P, F)
                    if k or c
                    else first
                )
                if not np.isfinite(a).all():
                    return np.full_like(y, np.nan)
                dy = np.hstack([Y[:, n:], a])
                total = total + weight * dy
            y = y + h / 6.0 * total
        return y
