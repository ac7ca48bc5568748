"""The rest of the Kalman family beside references of a few lines each: the textbook's formulas, a
linear system whose exact filter is known, and covariances that plain forms lose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.estimators.kalman.filter_steps import step_by_step
from dynid.estimators.kalman.particles import sweep_particles
from dynid.estimators.kalman.passes import Noises
from dynid.estimators.kalman.recording import Recording
from dynid.estimators.kalman.rules import RULES


@dataclass(frozen=True)
class Slide:
    """q'' = z0 (u - z1 v^3 / (1 + v^2)) - a plant of one joint and two parameters; `linear`: q'' =
    u + z0."""

    linear: bool = False
    joints = ("x",)

    def one(self, x, u0, u1, dt):
        h, (q, v, *z) = dt / 2, x
        for k in range(2):
            u = u0 + (u1 - u0) * (k + 0.5) / 2
            a = u + z[0] if self.linear else z[0] * (u - z[1] * v**3 / (1 + v**2))
            q, v = q + h * v + 0.5 * h * h * a, v + h * a
        return np.array([q, v])

    def integrate(self, x, u0, u1, dt):
        y, S, d = self.one(x, u0[0], u1[0], dt), np.zeros((2, len(x) + 1)), 1e-6
        for k in range(len(x) + 1):
            e = d * np.eye(len(x) + 1)[k]
            plus, minus = (
                self.one(x + s * e[:-1], u0[0] + s * e[-1], u1[0] + s * e[-1], dt) for s in (1, -1)
            )
            S[:, k] = (plus - minus) / (2 * d)
        return y, S

    def integrate_many(self, X, U, du, dt):
        return np.array([self.one(x, u[0], u[0] + du[0], dt) for x, u in zip(X, U)])


def recording(N=60, dt=0.05, seed=0):
    rng, t = np.random.default_rng(seed), dt * np.arange(N)
    u = np.sin(3 * t) + 0.5 * np.cos(7 * t)
    x, out = np.array([0.0, 0.3, 1.5, 0.4]), []
    for k in range(N):
        out.append(x[0] + 1e-3 * rng.normal())
        x[:2] = Slide().one(x, u[k], u[min(k + 1, N - 1)], dt)
    return Recording(("x",), t, np.array(out)[:, None], u[:, None])


START = np.array([0.0, 0.2, 1.0, 0.1]), np.diag([1e-6, 0.04, 0.25, 0.09])
NOISES = Noises(np.array([1e-6]), np.array([1e-3]), np.array([1e-4, 1e-4]), 0.0)


@pytest.mark.parametrize("rule", ["extended", "unscented", "near unscented", "central"])
def test_square_root_forms_are_the_plain_ones(rule):
    plain, rooted = (
        step_by_step(Slide(), name, recording(), START[0].copy(), START[1].copy(), NOISES)
        for name in (rule, f"rooted {rule}")
    )
    assert plain.lost == rooted.lost == 0
    assert_allclose(rooted.x, plain.x, rtol=1e-8)
    assert_allclose(rooted.P, plain.P, rtol=1e-6, atol=1e-12)
    assert_allclose(rooted.innovations, plain.innovations, rtol=1e-6, atol=1e-8)
    assert_allclose(rooted.log_likelihood, plain.log_likelihood, rtol=1e-9)


def test_square_root_forms_stay_positive():
    """Positions ten thousand million times as exact as their spread: a plain covariance, corrected
    by the textbook's (I - K H) P, loses its sign; the square root cannot."""
    rng = np.random.default_rng(1)
    A = rng.normal(size=(6, 6)) * 10.0 ** np.array([4, 4, 2, 0, 0, 0])[:, None]
    P, R = A @ A.T, np.array([1e-12, 1e-12])
    H = np.eye(6)[:2]
    K = P @ H.T @ np.linalg.inv(H @ P @ H.T + np.diag(R))
    assert np.linalg.eigvalsh((np.eye(6) - K @ H) @ P).min() < 0
    _, S, _, _ = RULES["rooted extended"].correct(
        np.zeros(6), np.linalg.cholesky(P), np.zeros(2), R
    )
    assert (np.diag(S) > 0).all()
    assert_allclose(S[:2] @ S[:2].T, np.diag(R), rtol=1e-4, atol=1e-20)


def central_reference(plant, rec, x, P, noises):
    """Noergaard, Poulsen, Ravn 2000 (van der Merwe's thesis, algorithm 8), state and torque noise
    as one vector, by explicit weights."""
    h, n = np.sqrt(3.0), len(x)
    for k in range(1, len(rec.t)):
        dt, L = rec.t[k] - rec.t[k - 1], n + 1
        big = np.zeros((L, L))
        big[:n, :n], big[n, n] = P, noises.torque[0]
        root = np.linalg.cholesky(big)
        z = np.append(x, 0.0)
        points = [z, *(z + h * c for c in root.T), *(z - h * c for c in root.T)]
        u = rec.tau[:, 0]
        Y = np.array(
            [np.append(plant.one(p[:n], u[k - 1] + p[n], u[k] + p[n], dt), p[2:n]) for p in points]
        )
        w = np.array([(h * h - L) / h**2] + [1 / (2 * h * h)] * (2 * L))
        x = w @ Y
        d1, d2 = Y[1 : L + 1] - Y[L + 1 :], Y[1 : L + 1] + Y[L + 1 :] - 2 * Y[0]
        P = d1.T @ d1 / (4 * h * h) + (h * h - 1) / (4 * h**4) * d2.T @ d2
        P += np.diag(np.r_[0, 0, noises.drift * dt])
        gain = P[:, 0] / (P[0, 0] + noises.position[0])
        x, P = x + gain * (rec.q[k, 0] - x[0]), P - np.outer(gain, P[0])
    return x, P


def test_central_differences_are_the_textbooks():
    ours = step_by_step(Slide(), "central", recording(), *(a.copy() for a in START), NOISES)
    x, P = central_reference(Slide(), recording(), *START, NOISES)
    assert_allclose(ours.x, x, rtol=1e-9)
    assert_allclose(ours.P, P, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_finds_the_parameters(rule):
    done = step_by_step(Slide(), rule, recording(400), *(a.copy() for a in START), NOISES)
    assert np.all(np.abs(done.x[2:] - [1.5, 0.4]) < 3.5 * np.sqrt(np.diag(done.P)[2:]))
    assert np.abs(done.x[2] - 1.5) < 0.1


class Strict(Slide):
    """Which no gain below zero can be: points at sqrt(5) deviations of the start have one."""

    def one(self, x, u0, u1, dt):
        return super().one(x, u0, u1, dt) if x[2] > 0 else np.full(2, np.nan)

    def integrate_many(self, X, U, du, dt):
        Y = super().integrate_many(X, U, du, dt)
        return Y if np.isfinite(Y).all() else np.full_like(Y, np.nan)  # as a whole robot


@pytest.mark.parametrize("rule", ["unscented", "rooted unscented"])
def test_points_that_cannot_be_are_drawn_nearer(rule):
    """The first steps are those of the near rule, later ones its own."""
    short, near = (
        step_by_step(Strict(), name, recording(3), *(a.copy() for a in START), NOISES)
        for name in (rule, rule.replace("unscented", "near unscented"))
    )
    assert short.lost == 0
    assert_allclose(short.x, near.x, rtol=1e-12)
    done = step_by_step(Strict(), rule, recording(400), *(a.copy() for a in START), NOISES)
    assert np.abs(done.x[2] - 1.5) < 0.1


def test_particles_find_the_parameters():
    x, P = (a.copy() for a in START)
    done = sweep_particles(Strict(), recording(400), x, P, NOISES, 100, 0)
    assert done.lost == 0
    assert np.all(np.abs(done.x[2:] - [1.5, 0.4]) < 3.5 * np.sqrt(np.diag(done.P)[2:]))
    assert np.abs(done.x[2] - 1.5) < 0.1


def test_many_particles_are_the_exact_filter_of_a_linear_system():
    """Mean and covariance by the Kalman filter, written out."""
    plant, rec = Slide(linear=True), recording(15)
    x, P = np.array([0.0, 0.2, 0.1]), np.diag([1e-4, 0.04, 0.25])
    noises = Noises(np.array([1e-4]), np.array([1e-2]), np.zeros(1), 0.0)
    ours = sweep_particles(plant, rec, x, P, noises, 1000, 0)
    for k in range(1, len(rec.t)):
        u, dt = rec.tau[:, 0], rec.t[k] - rec.t[k - 1]
        _, S = plant.integrate(x, rec.tau[k - 1], rec.tau[k], dt)
        F, g = np.eye(3), np.append(S[:, 3], 0.0)
        F[:2] = S[:, :3]
        x = np.append(plant.one(x, u[k - 1], u[k], dt), x[2])
        P = F @ P @ F.T + noises.torque[0] * np.outer(g, g)
        gain = P[:, 0] / (P[0, 0] + noises.position[0])
        x, P = x + gain * (rec.q[k, 0] - x[0]), P - np.outer(gain, P[0])
    assert np.all(np.abs(ours.x - x) < 0.1 * np.sqrt(np.diag(P)))
    assert_allclose(np.diag(ours.P), np.diag(P), rtol=0.1)


def test_bad_settings_are_told():
    log = di.Log(("x",), np.arange(30) / 30, np.sin(np.arange(30))[:, None], np.ones((30, 1)))
    body = di.Body(
        "cart", "world", di.Joint("x", "prismatic"), di.inertial(2.0, (0, 0, 0), np.ones(3))
    )
    problem = di.estimators.KalmanProblem(di.Model(di.Robot("slide", (body,))), log, "x")
    with pytest.raises(di.InputError, match="particles: got 3, expected a whole number"):
        di.estimate(problem, di.estimators.ParticleFilter(particles=3))
    with pytest.raises(di.InputError, match="ExtendedKalman"):
        di.estimators.ParticleFilter().start_online(problem)
