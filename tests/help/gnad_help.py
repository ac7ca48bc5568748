"""Gnad 2024, Example 1, simulated: random motions of the 4-DOF Delta with the truth of Table I ("ID
geom")."""

from __future__ import annotations

from functools import cache

import numpy as np

import dynid as di
from dynid.papers.gnad2024 import gnad_robot as gnad
from motion_help import take_actuated_home


@cache
def motion(seed, samples=10_000):
    """Ten harmonics of 0.1 Hz; arms swing by 0.9 rad, psi by 18 rad (up to 33 rad/s; the paper's
    reached 48)."""
    rng = np.random.default_rng(seed)
    w = 2 * np.pi * 0.1 * np.arange(1, 11)[:, None]
    a, phase = rng.normal(size=(10, 4)), rng.uniform(0, 2 * np.pi, (10, 4))
    wt = w * np.arange(samples)[:, None, None] / gnad.RATE + phase
    a = a * np.array([0.9, 0.9, 0.9, 18.0]) / np.abs((a / w * np.sin(wt)).sum(axis=1)).max(axis=0)
    sums = (
        (a / w * np.sin(wt)).sum(axis=1),
        (a * np.cos(wt)).sum(axis=1),
        (-a * w * np.sin(wt)).sum(axis=1),
    )
    return take_actuated_home(gnad.make_delta_model().robot) + sums[0], sums[1], sums[2]


def problem(noise, seed, samples=None):
    """10 s at 1 kHz (or the first samples of it), white torque noise as a part of each drive's
    RMS."""
    tau = gnad.add_noise(
        gnad.make_delta_model().inverse_dynamics(*motion(1), gnad.list_nominal()), noise, seed
    )
    part = slice(0, samples)
    data = gnad.make_dataset(tuple(x[part] for x in motion(1)), tau[part], "simulated")
    return di.Problem(gnad.make_delta_model(), data, base())


@cache
def base():
    return di.base_parameters(gnad.make_delta_model())


def errors(p):
    """In %, along another motion."""
    return gnad.collect_errors(p, tuple(x[::20] for x in motion(2)))
