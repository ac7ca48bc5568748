"""Logs without a simulation: torques of a smooth motion by inverse dynamics, with white noise."""

from __future__ import annotations

import numpy as np

from dynid.closed_chains.closed_home import make_follower_at_home, take_actuated_home
from dynid.data.log import Log
from dynid.model.model import Model

RATE = 1000.0  # Hz
NOISE = 0.01  # of the torques' RMS, white
VISCOUS, COULOMB = 0.02, 0.05  # friction, as parts of the rigid torque's RMS (at 1 rad/s or m/s)


def wobble(robot, samples, seed):
    """A smooth motion (q, qd, qdd) around home: five harmonics of 0.2 Hz a joint, random phases,
    scaled down until the
    loops close everywhere."""
    rng = np.random.default_rng(seed)
    n = robot.dof
    start = np.zeros(n) if robot.is_tree else take_actuated_home(robot)
    w = 2 * np.pi * 0.2 * np.arange(1, 6)[:, None]
    amplitude = rng.normal(size=(5, n)) / w
    phase = rng.uniform(0, 2 * np.pi, size=(5, n))
    t = np.arange(samples)[:, None, None] / RATE
    sliding = np.array([robot.joint(name).kind == "prismatic" for name in robot.actuated])
    size = np.where(sliding, 0.15, 1.0)
    for _ in range(8):
        a = amplitude * size
        q = start + (a * np.sin(w * t + phase)).sum(axis=1)
        if robot.is_tree or make_follower_at_home(robot, robot.actuated).walk(q[::20]):
            break
        size = 0.7 * size
    return (
        q,
        (a * w * np.cos(w * t + phase)).sum(axis=1),
        (-a * w**2 * np.sin(w * t + phase)).sum(axis=1),
    )


def simulated_log(model, p, samples, seed):
    """Exact positions and noisy torques of a wobble, as a log."""
    q, qd, qdd = wobble(model.robot, samples, seed)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    noise = (
        NOISE * np.sqrt((tau**2).mean(axis=0)) * np.random.default_rng(seed).normal(size=tau.shape)
    )
    return Log(
        model.robot.actuated,
        np.arange(samples) / RATE,
        q,
        tau + noise,
        source=f"simulated, seed {seed}",
    )


def true_parameters(model, samples):
    """The robot's nominal inertias, and friction in proportion to its torques."""
    p = model.prior
    rigid = Model(model.robot)
    size = np.sqrt(
        (rigid.inverse_dynamics(*wobble(model.robot, samples, 1), rigid.prior) ** 2).mean(axis=0)
    )
    p[model.layout.others] = np.concatenate([VISCOUS * size, COULOMB * size])
    return p


def as_built(model, p, seed=0):
    """The parameters of a real specimen: every body up to 20 % heavier or lighter than drawn (and
    so still possible)."""
    p = p.copy()
    factors = 1.0 + 0.2 * np.random.default_rng(seed).uniform(-1.0, 1.0, len(model.group_names))
    p[model.layout.inertial] *= np.repeat(factors, 10)
    return p
