"""The search of a design: its step's program against Clarabel, its rounds, its bar."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closing import close
from dynid.convex import solve_convex
from dynid.errors import LoopClosureError
from dynid.excitation.quadratic import step
from dynid.excitation.search import Bar


def by_clarabel(g, B, J, excess, mu, radius):
    """d and t of  min g'd + d'Bd/2 + mu t,  t - J d >= excess,  t >= 0,  |d| <= radius."""
    n, m = len(g), len(excess)
    P, G = np.zeros((n + 1, n + 1)), np.zeros((m + 1 + 2 * n, n + 1))
    P[:n, :n] = B
    G[:m, :n], G[: m + 1, n] = -J, 1.0
    G[m + 1 : m + 1 + n, :n], G[m + 1 + n :, :n] = np.eye(n), -np.eye(n)
    h = np.concatenate([excess, [0.0], np.full(2 * n, -radius)])
    found = solve_convex(n + 1, P=P, q=np.append(g, mu), above=(G, h), tolerance=1e-10)
    return found.x[:n]


def program(seed):
    """Random ones: with few or many limits, kept or broken at first, radii small and large."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(1, 30)), int(rng.choice([0, 3, 40, 200]))
    A = rng.normal(size=(n, n)) * 10.0 ** rng.uniform(-2, 1)
    J = rng.normal(size=(m, n)) * (rng.random((m, n)) < 0.5)
    excess = rng.uniform(-0.3, rng.choice([-0.01, 0.2]), m)
    mu, radius = 10.0 ** rng.uniform(-1, 4), 10.0 ** rng.uniform(-4, 0)
    return rng.normal(size=n), A @ A.T, J, excess, mu, radius


@pytest.mark.parametrize("seed", range(40))
def test_a_step_is_the_optimum_of_its_program(seed):
    g, B, J, excess, mu, radius = program(seed)
    d, t, dual = step(g, B, J, excess, mu, radius)

    def value(d):
        return g @ d + 0.5 * d @ B @ d + mu * max(0.0, (excess + J @ d).max(initial=0.0))

    best = value(np.clip(by_clarabel(g, B, J, excess, mu, radius), -radius, radius))
    assert value(d) - best <= 1e-6 * (1 + abs(best))
    assert np.abs(d).max() <= radius
    assert (excess + J @ d).max(initial=0.0) <= t + 1e-9
    # the multipliers push where a limit binds, and hold the criterion where no edge does
    assert (dual >= 0).all()
    assert dual.sum() <= mu * (1 + 1e-6)
    left = g + B @ d + J.T @ dual
    inside = np.abs(d) < 0.999 * radius
    assert np.abs(left[inside]).max(initial=0.0) <= 1e-4 * (1 + np.abs(left).max() + mu)


@pytest.fixture(scope="module")
def model():
    return di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_same_seed_finds_the_same_motion_and_it_keeps_its_limits(model):
    limits = di.Limits(position=1.2, velocity=2.0, acceleration=8.0)
    how = {"noise": 1.0, "samples": 60, "iterations": 30, "starts": 4}
    one, again = (di.design_excitation(model, di.Fourier(5.0, 3), limits, **how) for _ in range(2))
    assert one.value == again.value
    # at other times than those of the search
    motion = one.trajectory.at(np.linspace(0.0, 5.0, 7001))
    for x, limit in zip(motion, (1.2, 2.0, 8.0)):
        assert np.abs(x).max() <= limit * (1 + 1e-6)


def test_the_bar_follows_the_time_that_is_set():
    now = time.monotonic()
    bar = Bar(now + 10.0, steps=1000)
    bar.began = now - 10.0  # half of the time is over, and no step is done
    assert bar.share == pytest.approx(0.5, abs=0.01)
    bar.deadline = now - 1.0
    assert bar.share == 1.0


def test_without_a_time_the_bar_follows_the_steps():
    bar = Bar(np.inf, steps=10)
    for _ in range(5):
        bar.tell(0.0)
    assert bar.share == 0.5


def test_why_a_loop_stays_open_is_found_out_when_it_is_read():
    robot = di.load_robot("delta4")
    with pytest.raises(LoopClosureError) as caught:
        close(robot, [[3.1, 0.0, 0.0, 0.0]])
    said = str(caught.value)
    assert "sample 0" in said
    assert str(caught.value) == said
    copied = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(copied, LoopClosureError)
    assert str(copied) == said
