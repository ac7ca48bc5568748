"""The main job on one robot: move it, measure torques, find its parameters from them, check on a new motion."""

from __future__ import annotations

import time

import numpy as np

from dynid.errors import InputError
from dynid.model.model import Model
from dynid.robot.closure import Follower
from dynid.robot.geometry import Array
from dynid.robot.mechanism import Robot

RATE = 1000.0  # Hz
NOISE = 0.01  # of the torques' RMS, white
RANK_TOLERANCE = 1e-9  # of the largest column: what the torques of an exact motion cannot tell apart


def wobble(robot: Robot, samples: int, seed: int) -> tuple[Array, Array, Array]:
    """A smooth motion (q, qd, qdd) around home: five harmonics of 0.2 Hz a joint, random phases, scaled down until the
    loops close everywhere."""
    rng = np.random.default_rng(seed)
    n = robot.dof
    start = np.zeros(n) if robot.is_tree else _home(robot)
    w = 2 * np.pi * 0.2 * np.arange(1, 6)[:, None]
    amplitude = rng.normal(size=(5, n)) / w
    phase = rng.uniform(0, 2 * np.pi, size=(5, n))
    t = np.arange(samples)[:, None, None] / RATE
    sliding = np.array([robot.joint(name).kind == "prismatic" for name in robot.actuated])
    size = np.where(sliding, 0.15, 1.0)
    for _ in range(8):
        a = amplitude * size
        q = start + (a * np.sin(w * t + phase)).sum(axis=1)
        if robot.is_tree or Follower(robot, robot.actuated).walk(q[::20]):
            break
        size = 0.7 * size
    return q, (a * w * np.cos(w * t + phase)).sum(axis=1), (-a * w**2 * np.sin(w * t + phase)).sum(axis=1)


def _home(robot: Robot) -> Array:
    from dynid.robot.closure import closed_home

    return closed_home(robot)[[robot.coordinates.index(name) for name in robot.actuated]]


def triangle(rows: Array) -> Array:
    return np.asarray(np.linalg.qr(rows, mode="r"))


def least_squares(model: Model, motion: tuple[Array, Array, Array], tau: Array) -> tuple[Array, int]:
    """Parameters (those that cannot be told apart shared out with least norm) and the number of independent ones.

    One pass over the motion: [Y tau] of every chunk, each joint in units of its torque's RMS, is reduced to its
    triangular factor, which holds all that least squares needs; the factors together are reduced once more.
    """
    P = len(model.parameters)
    unit = np.sqrt((tau**2).mean(axis=0))[:, None]

    def factor(samples: slice, Y: Array) -> Array:
        rows = np.concatenate([Y, tau[samples][:, :, None]], axis=2) / unit
        return triangle(rows.reshape(-1, P + 1))

    R = triangle(np.concatenate(model.map_regressor(factor, *motion)))
    W, z = R[:, :P], R[:, P]
    scale = np.linalg.norm(W, axis=0)
    scale[scale <= RANK_TOLERANCE * scale.max()] = np.inf  # a column that never acts gets the value 0
    x, _, rank, _ = np.linalg.lstsq(W / scale, z, rcond=RANK_TOLERANCE)
    return x / scale, int(rank)


def run_demo(robot: Robot, samples: int = 10_000) -> None:
    model = Model(robot)
    truth = model.prior
    if np.isnan(truth).any():
        raise InputError(
            f"robot '{robot.name}' gives no inertias for some bodies, so there is nothing to simulate; "
            "expected a file with <inertial> in every link, or a built-in robot (dynid robots)."
        )
    print(robot)
    print(model)
    start = time.perf_counter()
    train, test = wobble(robot, samples, seed=1), wobble(robot, samples, seed=2)
    clean, expected = model.inverse_dynamics(*train, truth), model.inverse_dynamics(*test, truth)
    noise = NOISE * np.sqrt((clean**2).mean(axis=0))
    tau = clean + noise * np.random.default_rng(0).normal(size=clean.shape)
    print(f"moved for {samples / RATE:g} s at {RATE:g} Hz; torques with {100 * NOISE:g} % white noise")
    p, rank = least_squares(model, train, tau)
    print(f"found {rank} independent combinations of {len(p)} parameters")
    error = model.inverse_dynamics(*test, p) - expected
    print("torque error on a new motion, % of the torque's RMS:")
    for k, name in enumerate(robot.actuated):
        relative = 100 * np.sqrt((error[:, k] ** 2).mean() / (expected[:, k] ** 2).mean())
        print(f"  {name:<12} {relative:8.3f}")
    print(f"done in {time.perf_counter() - start:.2f} s")
