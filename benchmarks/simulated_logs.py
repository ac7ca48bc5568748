"""Robots and clean simulated logs for the fuzzer of logs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.data.log import Log
from dynid.model.effects import Coulomb, Offset, RotorInertia, Viscous
from dynid.model.model import Model
from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Joint
from dynid.robot.robot_loading import load_robot

AXES = np.eye(3)
#: how far a motor may go from home on robots with loops [rad or m]
SWING = {"delta3": 0.45, "five_bar": 0.5, "delta4": 0.4, "linear_delta": 0.1}
EFFECTS = (Viscous(), Coulomb(), Offset(), RotorInertia())


def random_arm(seed: int, joints: int) -> Robot:
    """A serial arm of revolute joints; each axis differs from the one before, the first is up."""
    rng = np.random.default_rng([seed, 77])
    bodies: list[Body] = []
    axis = 2
    for i in range(joints):
        if i:
            axis = int(rng.choice([k for k in range(3) if k != axis or rng.random() < 0.3]))
        length = rng.uniform(0.15, 0.5)
        m = 12.0 * length * rng.uniform(0.6, 1.6) * 0.75**i
        com = rng.uniform(-0.5, 0.5, 3) * length
        inertia = np.diag(rng.uniform(0.05, 0.09, 3)) * m * length**2 * 1.5
        offset = rng.uniform(-0.1, 0.1, 3)
        offset[rng.integers(3)] = length
        bodies.append(
            Body(
                f"link{i + 1}",
                f"link{i}" if i else WORLD,
                Joint(f"joint{i + 1}", axis=AXES[axis], position=offset if i else np.zeros(3)),
                inertial(m, com, inertia),
            )
        )
    return Robot(f"random{joints}_{seed}", tuple(bodies))


def robot_of(name: str) -> Robot:
    """A built-in robot, or "random6_3": six joints, seed 3."""
    if name.startswith("random"):
        joints, seed = name.removeprefix("random").split("_")
        return random_arm(int(seed), int(joints))
    return load_robot(name)


@dataclass(frozen=True, eq=False)
class Clean:
    """A clean log, and what is true: parameters, and an own motion to predict."""

    model: Model
    p: Array
    log: Log
    test: Log
    #: (q, qd, qdd) and torques without noise of the motion that predictions are judged on
    motion: tuple[Array, Array, Array]
    torque: Array
    #: the model that made the log, its motion without noise, and the robot's mass [kg]
    truth: Model
    exact: tuple[Array, Array, Array]
    weight: float


def motion(
    robot: Robot, rng: np.random.Generator, t: Array, period: float
) -> tuple[Array, Array, Array]:
    n, harmonics = robot.dof, 5
    w = 2 * np.pi / period * np.arange(1, harmonics + 1)
    a, b = rng.normal(size=(2, n, harmonics)) / np.arange(1, harmonics + 1) ** 0.7
    swing = SWING.get(robot.name, 1.0)
    home = take_actuated_home(robot) if not robot.is_tree else rng.uniform(-0.5, 0.5, n)
    s, c = np.sin(np.outer(t, w)), np.cos(np.outer(t, w))
    q = s @ a.T + c @ b.T - b.sum(axis=1)
    k = swing * rng.uniform(0.7, 1.2, n) / np.abs(q).max(axis=0)
    if not robot.is_tree:
        k = swing / np.abs(q).max(axis=0)
    qd = (c * w) @ a.T - (s * w) @ b.T
    qdd = -(s * w**2) @ a.T - (c * w**2) @ b.T
    return home + k * q, k * qd, k * qdd


def truth_of(model: Model, rng: np.random.Generator) -> Array:
    """The nominal bodies, each some per cent off, and friction of the size of the torques."""
    p = model.nominal.copy()
    bodies = np.unique([name.split(".")[0] for name in np.array(model.parameters)])
    factor = dict(zip(bodies, rng.uniform(0.88, 1.12, len(bodies))))
    size: dict[str, float] = {}
    t = np.linspace(0, 10, 200)
    tau = model.inverse_dynamics(*motion(model.robot, np.random.default_rng(0), t, 10.0), p)
    for name, rms in zip(model.robot.actuated, np.sqrt((tau**2).mean(axis=0))):
        size[name] = max(float(rms), 0.02 * float(np.sqrt((tau**2).mean())))
    others = set(np.arange(len(p))[model.layout.others].tolist())
    for k, name in enumerate(model.parameters):
        body, _, kind = name.partition(".")
        if k in others:
            share = {"viscous": 0.1, "coulomb": 0.12, "offset": 0.02, "rotor": 0.02}
            word = next((s for s in share if s in kind.lower()), "")
            p[k] = size[body] * share.get(word, 0.02) * rng.uniform(0.5, 1.5)
        else:
            p[k] *= factor[body]
    return p


def clean_log(name: str, seed: int, nominal: bool = True, noise: float = 0.005) -> Clean:
    rng = np.random.default_rng([seed, 5])
    robot = robot_of(name)
    model = Model(robot, EFFECTS)
    p = truth_of(model, rng)
    logs, exact, truth = [], [], model
    for k in range(2):
        rate = float(rng.choice([100.0, 125.0, 200.0, 250.0])) if k == 0 else logs[0].rate
        t = np.arange(int(20.0 * rate)) / rate
        q, qd, qdd = motion(robot, rng, t, float(rng.uniform(6.0, 10.0)))
        exact.append((q, qd, qdd))
        tau = model.inverse_dynamics(q, qd, qdd, p)
        tau = tau + noise * np.sqrt((tau**2).mean(axis=0)) * rng.normal(size=tau.shape)
        q = q + 10.0 ** rng.uniform(-5.5, -4.3) * rng.normal(size=q.shape)
        logs.append(Log(robot.actuated, t, q, tau, source=f"{name}_{seed}_{k}.csv"))
    t = np.linspace(0.0, 10.0, 500)
    other = motion(robot, rng, t, 8.0)
    torque = model.inverse_dynamics(*other, p)
    if not nominal:
        bodies = tuple(replace(body, inertia=None) for body in robot.bodies)
        model = Model(robot.replace(bodies=bodies), EFFECTS)
    weight = sum(p[k] for k, x in enumerate(truth.parameters) if x.endswith(".m"))
    return Clean(model, p, logs[0], logs[1], other, torque, truth, exact[0], float(weight))
