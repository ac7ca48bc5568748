"""Two controlled robots in MuJoCo, neither of them in a paper: a SCARA and a standing arm of four
joints.

Friction (13) acts as an applied force, MuJoCo knows nothing of dynid's models. A digital controller
(PD or PID, 1 kHz) reads encoders, differences them to velocities and holds its torque for a
millisecond. The moving joint starts at rest and beside its reference, so every log begins with a
transient. What is logged: the encoder's position and the commanded torque with 1 % noise, every
`every`-th millisecond.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import dynid as di
from dynid.arrays import Array

STEP = 1e-4  # s, of MuJoCo's integration
TICK = 1e-3  # s, of the controller
OFF = 0.1  # of the swing: how far from its reference, and at rest, the moving joint starts
STRONGEST = 4.0  # torque of a drive, of what the motion needs
NOISE = 0.01  # of the RMS torque, in every logged sample

SCARA = """
<mujoco model="scara"><compiler autolimits="true" inertiafromgeom="false"/><worldbody>
<body name="arm1" pos="0 0 0.3"><joint name="q1" axis="0 0 1" armature="0.12"/>
  <inertial pos="0.16 0 0" mass="6" diaginertia="0.02 0.08 0.08"/>
  <body name="arm2" pos="0.32 0 0"><joint name="q2" axis="0 0 1" armature="0.05"/>
    <inertial pos="0.12 0.01 0.02" mass="4" diaginertia="0.012 0.04 0.04"/>
    <body name="quill" pos="0.26 0 0"><joint name="q3" type="slide" axis="0 0 1" armature="1.1"/>
      <inertial pos="0 0 -0.05" mass="1.4" diaginertia="0.006 0.006 0.001"/>
      <body name="tool" pos="0 0 -0.1"><joint name="q4" axis="0 0 1" armature="0.006"/>
        <inertial pos="0.03 0 -0.02" mass="0.8" diaginertia="0.002 0.002 0.003"/>
</body></body></body></body></worldbody></mujoco>"""

ARM = """
<mujoco model="arm"><compiler autolimits="true" inertiafromgeom="false"/><worldbody>
<body name="column" pos="0 0 0.2"><joint name="yaw" axis="0 0 1" armature="0.2"/>
  <inertial pos="0 0.02 0.05" mass="7" diaginertia="0.05 0.05 0.04"/>
  <body name="upper" pos="0 0 0.15"><joint name="shoulder" axis="0 1 0" armature="0.15"/>
    <inertial pos="0.01 0.03 0.18" mass="4.5" diaginertia="0.06 0.06 0.01"/>
    <body name="lower" pos="0 0 0.4"><joint name="elbow" axis="0 1 0" armature="0.06"/>
      <inertial pos="0.02 -0.02 0.14" mass="2.5" diaginertia="0.025 0.025 0.005"/>
      <body name="hand" pos="0 0 0.3"><joint name="wrist" axis="0 1 0" armature="0.012"/>
        <inertial pos="0.01 0 0.08" mass="1.2" diaginertia="0.004 0.004 0.001"/>
</body></body></body></body></worldbody></mujoco>"""


@dataclass(frozen=True)
class Joint:
    """friction     Bv, Bf1, Bf2, w1, w2 of (13)
    inertia, band   the controller's: kp = inertia band^2
    swing, speed    amplitude and largest speed of the motion
    encoder         its step
    """

    friction: tuple[float, float, float, float, float]
    inertia: float
    band: float
    rest: float
    swing: float
    speed: float
    encoder: float


TURN = 2 * np.pi
ROBOTS: dict[str, tuple[str, dict[str, Joint]]] = {
    "scara": (
        SCARA,
        {
            "q1": Joint((3.0, 6.0, -2.0, 40.0, 6.0), 1.4, 50.0, 0.4, 0.9, 2.5, TURN / 80000),
            "q2": Joint((1.5, 3.0, -1.0, 30.0, 5.0), 0.35, 60.0, 0.9, 0.9, 3.0, TURN / 80000),
            "q3": Joint((60.0, 25.0, -8.0, 120.0, 20.0), 3.3, 60.0, 0.0, 0.06, 0.25, 2e-6),
            "q4": Joint((0.05, 0.25, -0.08, 15.0, 2.0), 0.01, 60.0, 0.0, 2.0, 8.0, TURN / 40000),
        },
    ),
    "arm": (
        ARM,
        {
            "yaw": Joint((4.0, 8.0, -3.0, 35.0, 5.0), 0.9, 50.0, 0.0, 0.8, 2.0, TURN / 65536),
            "shoulder": Joint((6.0, 9.0, -3.0, 30.0, 4.0), 1.9, 50.0, 0.5, 0.5, 1.6, TURN / 65536),
            "elbow": Joint((2.5, 4.0, -1.5, 25.0, 4.0), 0.5, 60.0, 0.7, 0.7, 2.5, TURN / 65536),
            "wrist": Joint((0.2, 0.5, 0.3, 20.0, 3.0), 0.03, 60.0, 0.3, 0.9, 4.0, TURN / 32768),
        },
    ),
}


def friction(robot: str, joint: str, v: Array) -> Array:
    """(13)."""
    Bv, B1, B2, w1, w2 = ROBOTS[robot][1][joint].friction
    return Bv * v + B1 * np.tanh(w1 * v) + B2 * np.tanh(w2 * v)


@cache
def model(robot: str) -> di.Model:
    """dynid's model of the same file, with rotor inertia and no friction."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{robot}.xml"
        path.write_text(ROBOTS[robot][0])
        return di.Model(di.load_robot(str(path)), [di.RotorInertia()])


def reference(robot: str, moving: str | None, seed: int, t: Array) -> Array:
    """(N, n) where the joints are sent: the moving one along a sine that swells and sinks, from a
    phase that is not rest; all of them, if moving is None, along sums of sines."""
    joints, rng = ROBOTS[robot][1], np.random.default_rng([seed, 7])
    out = np.tile([joint.rest for joint in joints.values()], (len(t), 1))
    for k, (name, joint) in enumerate(joints.items()):
        phase = rng.uniform(0, TURN, 4)
        if name == moving:
            w = joint.speed / joint.swing
            swell = 0.55 + 0.45 * np.cos(TURN * t / 5.0 + phase[0])
            out[:, k] += joint.swing * swell * np.sin(w * t + phase[1])
        elif moving is None:
            w = 0.5 * joint.speed / joint.swing * np.array([0.45, 0.8, 1.3, 1.9])
            out[:, k] += 0.45 * joint.swing * np.sin(np.outer(t, w) + phase).sum(axis=1)
    return out


def run(
    robot: str, moving: str | None, seed: int, duration: float = 10.0, every: int = 2
) -> di.Log:
    """A log of the controlled robot; even seeds under PD, odd ones under PID control."""
    t, q, tau = _simulated(robot, moving, seed, duration)
    rng = np.random.default_rng(
        [seed, 1 if moving is None else 2 + list(ROBOTS[robot][1]).index(moving)]
    )
    tau = tau + NOISE * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    names = tuple(ROBOTS[robot][1])
    return di.Log(names, t[::every], q[::every], tau[::every], source=f"{robot} {moving} {seed}")


def _simulated(
    robot: str, moving: str | None, seed: int, duration: float
) -> tuple[Array, Array, Array]:
    """Times, encoders' positions and held torques at every tick of the controller."""
    import mujoco

    text, joints = ROBOTS[robot]
    plant: Any = mujoco.MjModel.from_xml_string(text)
    plant.opt.timestep = STEP
    data: Any = mujoco.MjData(plant)
    each = list(joints.values())
    Bv, B1, B2, w1, w2 = np.array([joint.friction for joint in each]).T
    inertia, band, encoder = (
        np.array([getattr(j, name) for j in each]) for name in ("inertia", "band", "encoder")
    )
    kp, kd, ki = inertia * band**2, 1.4 * inertia * band, (seed % 2) * 0.5 * inertia * band**3
    t = np.arange(round(duration / TICK)) * TICK
    wanted = reference(robot, moving, seed, t)
    swing, fast = np.array([(joint.swing, joint.speed) for joint in each]).T
    push = B1 + B2 + Bv * fast + inertia * fast**2 / swing
    data.qpos[:] = wanted[0] - OFF * swing * (np.array(list(joints)) == moving)
    mujoco.mj_forward(plant, data)
    weight = 0.9 * data.qfrc_bias  # gravity in the first pose, known to the controller to 10 %
    limit = STRONGEST * push + 2.0 * np.abs(weight)
    smooth = 1.0 - np.exp(-TICK * 400.0)  # the velocity's low-pass, 400 rad/s
    speed, total = np.zeros(len(each)), np.zeros(len(each))
    last = before = wanted[0]
    Q, TAU = np.empty_like(wanted), np.empty_like(wanted)
    for k in range(len(t)):
        q = np.round(data.qpos / encoder) * encoder
        last = last if k else q
        speed = speed + smooth * ((wanted[k] - before - q + last) / TICK - speed)
        last, before = q, wanted[k]
        more = total + TICK * (wanted[k] - q)
        asked = weight + kp * (wanted[k] - q) + kd * speed + ki * more
        tau = np.clip(asked, -limit, limit)
        total = np.where(asked == tau, more, total)  # wound up, it would throw the robot about
        Q[k], TAU[k] = q, tau
        for _ in range(round(TICK / STEP)):
            v = data.qvel + 0.5 * STEP * data.qacc  # in the middle of the step
            data.qfrc_applied[:] = tau - Bv * v - B1 * np.tanh(w1 * v) - B2 * np.tanh(w2 * v)
            mujoco.mj_step(plant, data)
    return t, Q, TAU


def judged(robot: str, joint: str, found: Any) -> tuple[float, float, float]:
    """Of the friction curve, over the speeds of the log: relative RMS error in %, stated deviation
    in %, and the share of the curve within its 95 % interval."""
    v = np.linspace(-1.0, 1.0, 801) * found.speed[0]
    v = v[np.abs(v) > 1e-3 * found.speed[0]]
    truth, (curve, std) = friction(robot, joint, v), found.compute_friction(joint, v)
    size = np.sqrt(np.mean(truth**2))
    return (
        100.0 * float(np.sqrt(np.mean((curve - truth) ** 2)) / size),
        100.0 * float(np.sqrt(np.mean(std**2)) / size),
        float(np.mean(np.abs(curve - truth) < 1.96 * std)),
    )
