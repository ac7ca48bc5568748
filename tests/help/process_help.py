"""What the tests of processing share: motions known exactly, and logs simulated from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import dynid as di
from dynid.data.log import Log
from motion_help import SWING, take_actuated_home

RATE = 1000.0


@dataclass(frozen=True, eq=False)
class MultiSine:
    """q = centre + sum_k a_k sin(k w t + phase_k): value and derivatives at any time."""

    centre: np.ndarray
    a: np.ndarray  # (harmonics, n)
    phase: np.ndarray
    period: float

    def at(self, t):
        w = 2 * np.pi / self.period * np.arange(1, len(self.a) + 1)[:, None]
        angle = np.asarray(t)[:, None, None] * w + self.phase
        q, qd, qdd = ((self.a * w**k * np.sin(angle + k * np.pi / 2)).sum(axis=1) for k in range(3))
        return self.centre + q, qd, qdd


def multi_sine(robot, seed=0, period=10.0, harmonics=5, swing=0.8):
    """Five harmonics of random phase; loops stay within what their robot can reach."""
    rng = np.random.default_rng(seed)
    n = robot.dof
    centre = np.zeros(n) if robot.is_tree else take_actuated_home(robot)
    reach = np.full(n, swing) if robot.is_tree else 0.5 * np.array(SWING[robot.name])
    k = np.arange(1, harmonics + 1)[:, None]
    motion = MultiSine(
        centre,
        rng.uniform(0.5, 1, (harmonics, n)) / k,
        rng.uniform(0, 2 * np.pi, (harmonics, n)),
        period,
    )
    largest = np.abs(motion.at(np.linspace(0, period, 2000))[0] - centre).max(axis=0)
    return MultiSine(centre, motion.a * reach / largest, motion.phase, period)


def friction_model(name, viscous=0.5, coulomb=1.0):
    """A built-in robot with friction in its drives, and its true parameters."""
    model = di.Model(di.load_robot(name), [di.Viscous(), di.Coulomb()])
    values = {"viscous": viscous, "coulomb": coulomb}
    return model, np.array(
        [values.get(x.split(".")[1], v) for x, v in zip(model.parameters, model.prior)]
    )


def rigid_model(name):
    model = di.Model(di.load_robot(name))
    return model, model.prior


def uniform_times(duration, rate=RATE, start=0.0):
    return start + np.arange(round(duration * rate)) / rate


def simulated(
    model,
    p,
    motion,
    t,
    *,
    q_noise=0.0,
    tau_noise=0.0,
    late=0.0,
    seed=0,
    stamps=None,
    source="sim",
    qd=False,
):
    """A log of the motion at times t. Torque noise in shares of each torque's deviation; `late`: s
    the torques lag."""
    rng = np.random.default_rng(seed)
    q, v, _ = motion.at(t)
    tau = model.inverse_dynamics(*motion.at(t - late), p)
    tau = tau + tau_noise * tau.std(axis=0) * rng.normal(size=tau.shape)
    q = q + q_noise * rng.normal(size=q.shape)
    return Log(
        model.robot.actuated, t if stamps is None else stamps, q, tau, v if qd else None, source
    )


def relative(x, truth):
    """RMS error of each column in shares of the truth's RMS."""
    return np.sqrt(((x - truth) ** 2).mean(axis=0) / (truth**2).mean(axis=0))


def noted(data, *words):
    """Whether one note holds all the words."""
    return any(all(word in note for word in words) for note in data.notes)
