"""Intervals of a model that is not perfect: blocks of the motion, several logs."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.identification import model_error
from wobble_help import wobble


def motion(seed, samples=2000):
    """Regressor rows (samples, 1, 3) of sums of sines, and a torque beside: the first column with
    a factor that wanders from one part of the log to the next, as friction does."""
    rng, t = np.random.default_rng(seed), np.arange(samples) / 100.0

    def sines(*frequencies):
        waves = (np.sin(w * t * rng.uniform(0.8, 1.2) + rng.uniform(0, 6)) for w in frequencies)
        return sum(rng.uniform(0.3, 1.0) * wave for wave in waves)

    x = np.stack([sines(5, 11), sines(7, 15), sines(4, 13)], axis=1)
    wandering = np.repeat(rng.normal(size=20), samples // 20)
    return x[:, None, :], (wandering * x[:, 0])[:, None]


def estimate(seed, missing, estimator=None):
    W, other = motion(seed)
    noise = 0.05 * np.random.default_rng(1000 + seed).normal(size=other.shape)
    y = W @ [1.0, 2.0, 3.0] + missing * other + noise
    return di.estimate(di.Problem.from_rows(W, y), estimator or di.OLS())


def agreement(missing):
    """Of pairs of motions: how often the parameters agree within 1.96 deviations, and the notes."""
    near = []
    for seed in range(0, 80, 2):
        a, b = estimate(seed, missing), estimate(seed + 1, missing)
        near.append(np.abs(a.theta - b.theta) <= 1.96 * np.hypot(a.std, b.std))
    return np.mean(near), a.notes


def test_two_motions_agree_though_the_model_lacks_something(monkeypatch):
    blocks, notes = agreement(0.3)
    assert model_error.WIDENED in notes
    monkeypatch.setattr(model_error, "DOUBTFUL", 1e9)
    monkeypatch.setattr(model_error, "SURE", 2e9)
    noise_alone, notes = agreement(0.3)
    assert model_error.WIDENED not in notes
    assert blocks >= 0.88
    assert noise_alone < blocks - 0.05


def test_noise_alone_widens_hardly_ever():
    widened = [model_error.WIDENED in estimate(seed, 0.0).notes for seed in range(100)]
    assert np.mean(widened) <= 0.08
    assert agreement(0.0)[0] >= 0.92


def test_jackknife_by_hand(monkeypatch):
    """Where the blocks decide: least squares of numpy without one tenth of the log after the other,
    and the larger of its variance and that of noise in every direction."""
    monkeypatch.setattr(model_error, "DOUBTFUL", -2e9)
    monkeypatch.setattr(model_error, "SURE", -1e9)
    W, other = motion(3)
    y = W @ [1.0, 2.0, 3.0] + 0.3 * other
    result = di.estimate(di.Problem.from_rows(W, y), di.OLS())
    W, y = W[:, 0], y[:, 0]
    changes = []
    for part in np.split(np.arange(len(y)), 10):
        left = np.setdiff1d(np.arange(len(y)), part)
        changes.append(result.theta - np.linalg.lstsq(W[left], y[left], rcond=None)[0])
    s2 = np.sum((y - W @ result.theta) ** 2) / (len(y) - 3) * result.joints[0].inflation
    C0 = s2 * np.linalg.inv(W.T @ W)
    L = np.linalg.cholesky(C0)
    c = np.linalg.solve(L, np.transpose(changes))
    values, V = np.linalg.eigh(0.9 * c @ c.T)
    assert values.max() > 1.0 > values.min()
    assert_allclose(result.covariance, L @ (V * np.maximum(values, 1.0)) @ V.T @ L.T, rtol=1e-7)


def test_square_of_noise():
    """Mean and deviation of the blocks' squares, against draws."""
    rng = np.random.default_rng(0)
    F = rng.normal(size=(4, 3, 5))
    A, N = F @ F.swapaxes(1, 2), rng.normal(size=(4, 3, 6))
    N = N @ N.swapaxes(1, 2)
    H = model_error._compute_whitening(A.sum(axis=0))
    B, L = H.T @ A @ H, rng.normal(size=(4, 3, 3))
    s = np.einsum("bij,nbj->nbi", np.linalg.cholesky(N), rng.normal(size=(200_000, 4, 3)))
    g = s - np.einsum("bij,nj->nbi", B, s.sum(axis=1))
    squares = np.sum(np.einsum("bij,nbj->nbi", L, g) ** 2, axis=(1, 2))
    mean, deviation = model_error._square_of_noise(L, B, N)
    assert mean == pytest.approx(squares.mean(), rel=0.02)
    assert deviation == pytest.approx(squares.std(), rel=0.03)


def test_friction_of_every_run(monkeypatch):
    """Five runs whose parameters differ by 10 %: the mean lies within 1.96 deviations, which noise
    alone would not say."""

    def share():
        inside = []
        for first in range(0, 150, 5):
            rng, problems = np.random.default_rng(first), []
            for seed in range(first, first + 5):
                W, _ = motion(seed)
                y = W @ (np.array([1.0, 2.0, 3.0]) * (1 + 0.1 * rng.normal(size=3)))
                problems.append(di.Problem.from_rows(W, y + 0.05 * rng.normal(size=y.shape)))
            found = di.estimate(di.Problem.merge(problems), di.OLS())
            inside.append(np.abs(found.theta - [1.0, 2.0, 3.0]) <= 1.96 * found.std)
        return np.mean(inside)

    with_runs = share()
    monkeypatch.setattr(model_error, "DOUBTFUL", 1e9)
    monkeypatch.setattr(model_error, "SURE", 2e9)
    assert with_runs >= 0.8
    assert share() < with_runs - 0.05


def test_one_log_says_what_it_cannot_know():
    robot = di.load_robot("pendulum")
    model = di.Model(robot, [di.Viscous()])
    q, qd, qdd = wobble(robot, 600, seed=2)
    tau = model.inverse_dynamics(q, qd, qdd, np.append(di.Model(robot).prior, 0.2))
    tau = tau + 0.01 * np.random.default_rng(0).normal(size=tau.shape)

    def problem(log, names):
        every = {"t": np.arange(600) / 100.0, "q": q, "qd": qd, "qdd": qdd, "tau": tau}
        data = di.Dataset(model, log=log, use=q == q, rate=100.0, sources=names, **every)
        return di.Problem(model, data)

    one = di.estimate(problem(np.zeros(600), ("a",)), di.OLS())
    two = di.estimate(problem(np.arange(600) // 300, ("a", "b")), di.OLS())
    assert any("from run to run" in note for note in one.notes)
    assert not any("from run to run" in note for note in two.notes)
