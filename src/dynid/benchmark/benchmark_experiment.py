"""The experiment of one robot: its truth, the motion, the loop under control, and what was seen.

A PD controller makes the robot follow harmonics around its home pose. The truth is the robot file's
bodies, with viscous and dry friction of a fifth of the torques; dry friction is smooth, alike in
robot and model, so that every method can be right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.errors import DynidError, InputError
from dynid.files import compute_sha256
from dynid.model.base_reduction import BaseParameters, base_parameters
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.robot.robot_loading import load_robot
from dynid.simulation.controllers import PD
from dynid.simulation.simulated_log import Truth
from dynid.simulation.simulation_run import simulate

VISCOUS, DRY = 0.1, 0.1  # of a joint's RMS torque, at its largest speed and at any
SOFT = 0.1  # of the largest speed: where dry friction is less than its whole
STIFFNESS = 20.0  # rad/s, of the controller
CANDIDATES, TEST = 12, 1000  # random motions, of which the best is taken; number of the test's
SMALLER = 6  # times that a motion is halved where the robot cannot follow it


@dataclass(frozen=True)
class Protocol:
    """What all runs of a bench share.

    Parameters
    ----------
    rate
        of a log [Hz]
    duration
        of a log [s]
    spread
        of the starts: pseudo-inertias J become A J A', A = 1 + spread normal, friction grows or
        shrinks by that factor
    position
        noise of level 1: standard deviation of a position, of the range of its joint; torques: 1 %
        of their RMS. Noises are white
    """

    rate: float = 200.0
    duration: float = 6.0
    spread: float = 0.1
    position: float = 1e-4


@dataclass(frozen=True, eq=False)
class Experiment:
    """A robot with its truth p (theta of the base parameters), under control along a motion and
    along another, to test by; `tau`: as a log has it, without noise."""

    protocol: Protocol
    model: Model
    base: BaseParameters
    p: Array
    drive: PD
    test_drive: PD
    truth: Truth
    tau: Array
    test: Truth

    @property
    def theta(self) -> Array:
        return self.base.compute_theta(self.p)

    def compute_noise(self, level: float) -> tuple[Array, Array]:
        """Standard deviations of positions and torques (n,)."""
        q, tau = self.truth.q, self.tau
        return (
            level * self.protocol.position * np.ptp(q, axis=0),
            0.01 * level * np.sqrt(np.mean(tau**2, axis=0)),
        )


def load_experiment(robot: str, protocol: Protocol) -> Experiment:
    """Of a built-in robot, or a robot's file; made once for each content of it."""
    content = compute_sha256(Path(robot)) if Path(robot).is_file() else ""
    return _load_cached_experiment(robot, protocol, content)


@lru_cache(maxsize=4)
def _load_cached_experiment(robot: str, protocol: Protocol, content: str) -> Experiment:
    return make_experiment(load_robot(robot), protocol)


def make_experiment(robot: Robot, protocol: Protocol) -> Experiment:
    why = ""
    for smaller in range(SMALLER):
        try:
            return _make_benchmark_experiment(robot, protocol, 0.5**smaller)
        except DynidError as error:
            if isinstance(error, InputError):
                raise
            why = why or str(error)
    raise InputError(f"robot '{robot.name}': no motion around its home pose was followed: {why}")


def _make_benchmark_experiment(robot: Robot, protocol: Protocol, size: float) -> Experiment:
    rigid = Model(robot)
    bodies = rigid.prior
    if not np.isfinite(bodies).all():
        raise InputError(
            f"robot '{robot.name}': its file has no inertias of some bodies; expected a whole"
            " robot, whose values are taken for the truth."
        )
    motion, test = (
        _find_best_motion(rigid, protocol, size),
        make_sines(robot, protocol.duration, size, TEST),
    )
    t = np.arange(0.0, protocol.duration, 0.02)
    q, qd, qdd = motion.at(t)
    speed = np.abs(qd).max(axis=0)
    force = np.sqrt(np.mean(rigid.inverse_dynamics(q, qd, qdd, bodies) ** 2, axis=0))
    model = Model(robot, [Viscous(), Coulomb(width=float(SOFT * speed.min()))])
    p = model.prior
    p[model.layout.inertial] = bodies
    p[model.layout.others] = np.concatenate([VISCOUS * force / speed, DRY * force])
    inertia = np.diag(model.mass_matrix(motion.home[None], p)[0])
    gains = inertia * STIFFNESS**2, inertia * 2.0 * STIFFNESS
    drives = PD(motion, *gains), PD(test, *gains)
    logs = [simulate(model, p, drive, rate=protocol.rate, friction="smooth") for drive in drives]
    truths = [log.truth for log in logs]
    assert truths[0] is not None
    assert truths[1] is not None
    return Experiment(
        protocol, model, base_parameters(model), p, *drives, truths[0], logs[0].tau, truths[1]
    )


def _find_best_motion(rigid: Model, protocol: Protocol, size: float) -> Sines:
    """Of some random motions the one that shows the base parameters best."""
    t, base = np.linspace(0.0, protocol.duration, 150), base_parameters(rigid)

    def compute_condition(motion: Sines) -> float:
        W = rigid.regressor(*motion.at(t))[:, :, base.independent].reshape(-1, len(base))
        return float(np.linalg.cond(W / np.maximum(np.linalg.norm(W, axis=0), 1e-300)))

    some = [make_sines(rigid.robot, protocol.duration, size, seed) for seed in range(CANDIDATES)]
    return min(some, key=compute_condition)


# ---- Motions of the experiments: harmonics around the home pose.

HARMONICS = 5
#: rad and m, around home: what most robots can do anywhere
TURN, SLIDE = 0.6, 0.08
WITHIN = 0.4  # of the range between a joint's limits


@dataclass(frozen=True)
class Sines:
    """home + sum_k a_k sin(k w t + phase_k), w = 2 pi / duration; it starts with its velocity."""

    home: Array
    a: Array  # (harmonics, joints)
    phase: Array
    duration: float

    def at(self, t: Any) -> tuple[Array, Array, Array]:
        w = 2 * np.pi / self.duration * np.arange(1, len(self.a) + 1)[:, None]
        angle = np.asarray(t, dtype=float)[:, None, None] * w + self.phase
        q, qd, qdd = ((self.a * w**k * np.sin(angle + k * np.pi / 2)).sum(axis=1) for k in range(3))
        return self.home + q, qd, qdd


def make_sines(robot: Robot, duration: float, size: float, seed: int) -> Sines:
    """Random ones; size: 1 for the usual amplitudes."""
    rng, home = np.random.default_rng(seed), take_actuated_home(robot)
    reach = []
    for name, q in zip(robot.actuated, home):
        joint = robot.joint(name)
        usual = SLIDE if joint.kind == "prismatic" else TURN
        room = min(q - joint.lower, joint.upper - q)
        reach.append(min(usual, max(2.0 * WITHIN * room, 0.05 * usual)))
    a = rng.normal(size=(HARMONICS, len(home))) / np.sqrt(np.arange(1, HARMONICS + 1))[:, None]
    phase = rng.uniform(0, 2 * np.pi, a.shape)
    unit = Sines(0 * home, a, phase, duration)
    largest = np.abs(unit.at(np.linspace(0, duration, 400))[0]).max(axis=0)
    return Sines(home, size * np.array(reach) * a / largest, phase, duration)
