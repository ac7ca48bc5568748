"""Errors of the simulated closed loop, minimised over theta by Gauss-Newton (Levenberg-Marquardt):

    input error (CLIE)    min sum_j w_j^2 |tau_j - tau_j(theta)|^2    the torques of the controller
    output error (CLOE)   min sum_j w_j^2 |q_j - q_j(theta)|^2        the positions

The loop is simulated with the controller and the reference of the log. How it answers a change of
theta follows from its own linearisation, along the simulated motion and held from sample to sample:

    M dqdd + tau_qd dqd + tau_q dq + Y dtheta = du,     du = -kp dq - kd dqd - ki h sum dq
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.dataset import Dataset
from dynid.data.lowpass import filter_lowpass
from dynid.errors import DynidError, InputError
from dynid.estimators.by_simulation import BySimulation
from dynid.identification.correlation import compute_inflation
from dynid.identification.estimator_base import Fit
from dynid.identification.problem import Problem
from dynid.simulation.controllers import PD, PID, check_gains
from dynid.simulation.simulated_log import SimulatedLog

TRIALS = 8  # steps that are tried from one theta, each ten times as careful
LITTLE = 1e-3  # of the squares: a step that lowers them by less is the last one
EXACT = 1e-4  # of the signal's deviation: errors below it are those of the simulation
CAREFUL = 1e-4  # the first damping, of the curvature


@dataclass(frozen=True, eq=False)
class _Loop:
    """The loop simulated with theta: errors e (N, n) of the measured signal, which of them count,
    and the simulation."""

    log: SimulatedLog
    e: Array
    use: Flags
    size: Array  # (n,) deviations of the measured signal

    @property
    def exact(self) -> bool:
        """Whether no more can be found: no log is as good as that."""
        return bool((np.abs(self.e).max(axis=0) < EXACT * self.size).all())

    def sum_squares(self, weights: Array) -> float:
        return float((weights**2 * np.where(self.use, self.e, 0.0) ** 2).sum())

    @property
    def weights(self) -> Array:
        """1 / RMS of every joint's errors."""
        mean = (np.where(self.use, self.e, 0.0) ** 2).sum(axis=0) / self.use.sum(axis=0).clip(1)
        w: Array = 1.0 / np.sqrt(np.maximum(mean, 1e-24 * max(float(mean.max()), 1e-300)))
        return w


@dataclass(frozen=True)
class _LoopError(BySimulation):
    """As `BySimulation`; drive is a PD or PID controller with its reference."""

    def fit(self, problem: Problem) -> Fit:
        data = self._require_data(problem)
        if not isinstance(self.drive, (PD, PID)):
            raise InputError(
                f"{type(self).__name__}: got {type(self.drive).__name__}, expected a PD or PID"
                " controller with its reference, whose torque is linear in the errors."
            )
        theta, _ = self._estimate_start(problem)
        loop, damping, count, settled = self._simulate(problem, data, theta), CAREFUL, 1, False
        C = np.eye(len(theta))
        for _ in range(self.iterations):
            weights, J = loop.weights, self._compute_slopes(problem, data, theta, loop)
            H, g, C = _make_normal_equations(J, loop, weights)
            before, moved = loop.sum_squares(weights), False
            for _ in range(TRIALS):
                step = np.linalg.solve(H + damping * np.diag(np.diag(H)), g)
                settled = bool(np.abs(step / np.sqrt(np.diag(C))).max() < self.tolerance)
                try:
                    new = self._simulate(problem, data, theta + step)
                    moved = new.sum_squares(weights) < before
                except DynidError:  # no robot has these parameters, or none that this drive holds
                    moved = False
                count += 1
                if moved:
                    little = before - new.sum_squares(weights) < LITTLE * before
                    settled = settled or little or new.exact
                    theta, loop, damping = theta + step, new, max(0.1 * damping, 1e-12)
                    break
                damping *= 10.0
                if settled:
                    break
            if settled or not moved:
                break
        notes = [f"{count} simulations of the closed loop"]
        if not settled:
            notes.append("the error still fell, or could not be lowered, when the search ended")
        return Fit(
            theta,
            weights=1.0 / self._estimate_noise(problem, theta),
            notes=tuple(notes),
            covariance=C,
        )

    @staticmethod
    def _estimate_noise(problem: Problem, theta: Array) -> Array:
        squares, n = (
            problem.sum_squared_errors(theta),
            [max(block.n, 1) for block in problem.blocks],
        )
        std: Array = np.sqrt(np.maximum(squares / np.array(n), 1e-300))
        return std

    def _simulate(self, problem: Problem, data: Dataset, theta: Array) -> _Loop:
        log = self._run(problem, data, theta)
        at = _list_samples(data, log)
        signal, measured = self._select_signals(data, log)
        return _Loop(
            log, measured - self._filter_signal(data, signal)[at], data.use, measured.std(axis=0)
        )

    def _filter_signal(self, data: Dataset, signal: Array) -> Array:
        """As the measured signal was."""
        return signal if data.cutoff is None else filter_lowpass(signal, data.cutoff, data.rate)

    def _select_signals(self, data: Dataset, log: SimulatedLog) -> tuple[Array, Array]:
        """The simulated signal, and the measured one."""
        raise NotImplementedError

    def _answer(self, dq: Array, du: Array) -> Array:
        """What a change of theta makes of the signal, (N, n, k)."""
        raise NotImplementedError

    def _compute_slopes(self, problem: Problem, data: Dataset, theta: Array, loop: _Loop) -> Array:
        assert problem.model is not None
        assert problem.base is not None
        truth, model = loop.log.truth, problem.model
        assert truth is not None
        n, dt = truth.q.shape[1], 1.0 / data.rate
        p = problem.base.to_parameters(theta)
        # between the samples, where the torque is held: at them the acceleration jumps
        motion = (_take_middle(truth.q), _take_middle(truth.qd), np.diff(truth.qd, axis=0) / dt)
        Y = model.regressor(*motion)[:, :, problem.base.independent]
        rows = [model.torque_gradient(*motion, p, np.tile(e, (len(Y), 1))) for e in np.eye(n)]
        tau_q, tau_v, M = (np.stack([row[k] for row in rows], axis=1) for k in range(3))
        k_p, k_i, k_d = (
            check_gains(model.robot, getattr(self.drive, name, 0.0), name)
            for name in ("kp", "ki", "kd")
        )
        Phi, Gamma = _discretise_held_torque(M, tau_q, tau_v, dt)
        s, total = np.zeros((2 * n, Y.shape[2])), np.zeros((n, Y.shape[2]))
        dq, du = np.zeros((2, len(Y) + 1, *Y.shape[1:]))
        for k in range(len(Y) + 1):
            total += k_i[:, None] * dt * s[:n]
            dq[k] = s[:n]
            du[k] = -k_p[:, None] * s[:n] - k_d[:, None] * s[n:] - total
            if k < len(Y):
                s = Phi[k] @ s + Gamma[k] @ (du[k] - Y[k])
        answer = self._answer(dq, du)
        answer = self._filter_signal(data, answer.reshape(len(dq), -1)).reshape(dq.shape)
        return answer[_list_samples(data, loop.log)]


def _take_middle(x: Array) -> Array:
    return 0.5 * (x[1:] + x[:-1])


def _discretise_held_torque(M: Array, tau_q: Array, tau_v: Array, dt: float) -> tuple[Array, Array]:
    """[dq, dqd] a sample later: Phi (N, 2n, 2n) of itself, Gamma (N, 2n, n) of a torque held."""
    from scipy.linalg import expm

    N, n = M.shape[:2]
    A = np.zeros((N, 3 * n, 3 * n))
    A[:, :n, n : 2 * n] = np.eye(n)
    A[:, n : 2 * n, :n] = -np.linalg.solve(M, tau_q)
    A[:, n : 2 * n, n : 2 * n] = -np.linalg.solve(M, tau_v)
    A[:, n : 2 * n, 2 * n :] = np.linalg.inv(M)
    E = np.asarray(expm(A * dt))
    return E[:, : 2 * n, : 2 * n], E[:, : 2 * n, 2 * n :]


def _list_samples(data: Dataset, log: SimulatedLog) -> Ints:
    return np.clip(np.rint(data.t * data.rate).astype(np.int64), 0, len(log.t) - 1)


def _make_normal_equations(J: Array, loop: _Loop, weights: Array) -> tuple[Array, Array, Array]:
    """H = sum w^2 J'J, g = sum w^2 J'e, and the covariance H^-1 sum w^4 f s^2 J'J H^-1."""
    k = J.shape[2]
    H, g, middle = np.zeros((k, k)), np.zeros(k), np.zeros((k, k))
    for j, w in enumerate(weights):
        rows, e = J[loop.use[:, j], j], loop.e[loop.use[:, j], j]
        square = rows.T @ rows
        H, g = H + w**2 * square, g + w**2 * (rows.T @ e)
        noise = (
            compute_inflation(loop.e[:, j], loop.use[:, j]) * float(np.mean(e**2))
            if len(e)
            else 0.0
        )
        middle += w**4 * noise * square
    norm = np.sqrt(np.maximum(np.diag(H), 1e-300))
    inverse = np.linalg.pinv(H / norm / norm[:, None], rcond=1e-13, hermitian=True)
    inverse = inverse / norm / norm[:, None]
    return H, g, inverse @ middle @ inverse


@dataclass(frozen=True)
class ClosedLoopInputError(_LoopError):
    """CLIE: the torques that the controller gives in the simulated loop are fitted to the measured
    ones, with the loop's whole answer to the parameters (DIDIM takes the motion as fixed)."""

    def _select_signals(self, data: Dataset, log: SimulatedLog) -> tuple[Array, Array]:
        return np.array(log.tau), data.tau

    def _filter_signal(self, data: Dataset, signal: Array) -> Array:
        # with decimation, the torques of the data are as they were measured
        return signal if data.decimation is not None else super()._filter_signal(data, signal)

    def _answer(self, dq: Array, du: Array) -> Array:
        # the log has the mean of the torques held before and after a sample
        return np.concatenate([du[:1], _take_middle(du)])


@dataclass(frozen=True)
class ClosedLoopOutputError(_LoopError):
    """CLOE: the positions of the simulated loop are fitted to the measured ones. A stiff controller
    hides the parameters from them: torques tell more."""

    def _select_signals(self, data: Dataset, log: SimulatedLog) -> tuple[Array, Array]:
        assert log.truth is not None
        return np.array(log.truth.q), data.q

    def _answer(self, dq: Array, du: Array) -> Array:
        return dq
