"""A pendulum on an elastic gear, followed by scipy: motor and link are two masses."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

URDF = """<robot name="pendulum"><link name="base"/><link name="arm"><inertial>
<origin xyz="0.5 0 0"/><mass value="1.02"/>
<inertia ixx="0.01" iyy="0.3" izz="0.3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>
<limit lower="-9" upper="9" effort="100" velocity="10"/></joint></robot>"""
WEIGHT, LINK = 5.0, 1.0  # N m, kg m^2
WAVES = 0.4 * np.pi * np.arange(1, 6)  # rad/s
FOLLOWS = 8 * np.pi  # rad/s, of the drive's controller


def recorded(
    seed: int,
    resonance: float | None,
    motor: float = 0.5,
    damping: float = 0.02,
    dry: float = 1.0,
    stribeck: float = 0.0,
    late: float = 0.0,
    noise: float = 0.02,
    duration: float = 16.0,
    rate: float = 200.0,
):
    """t, q of the motor and its torque, of a drive that follows sines.

    resonance   Hz, of the link on the motor that stands still; None: a rigid joint
    late        s by which torques are recorded late
    """
    rng = np.random.default_rng(seed)
    a, b = 0.6 * rng.normal(size=(2, 5)) / np.arange(1, 6)
    inertia = motor + LINK
    K = LINK * (2 * np.pi * (resonance or 1.0)) ** 2
    D = 2 * damping * np.sqrt(K * LINK)

    def torque(t, q, v):
        x, y = np.sin(WAVES * t), np.cos(WAVES * t)
        wanted, speed = x @ a + y @ b, y @ (a * WAVES) - x @ (b * WAVES)
        return inertia * FOLLOWS * (FOLLOWS * (wanted - q) + 1.6 * (speed - v))

    def friction(v):
        return dry * np.tanh(v / 0.01) * (1 + stribeck * np.exp(-((v / 0.1) ** 2))) + 0.8 * v

    def rigid(t, state):
        q, v = state
        return [v, (torque(t, q, v) - friction(v) - WEIGHT * np.sin(q)) / inertia]

    def elastic(t, state):
        q, v, link, speed = state
        through = K * (q - link) + D * (v - speed)
        pull = torque(t, q, v) - friction(v) - through
        return [v, pull / motor, speed, (through - WEIGHT * np.sin(link)) / LINK]

    q, v = float(b.sum()), float(a @ WAVES)
    start = [q, v] if resonance is None else [q, v, q - WEIGHT * np.sin(q) / K, v]
    t = np.arange(0.0, duration, 1.0 / rate)
    found = solve_ivp(
        rigid if resonance is None else elastic,
        (0.0, duration),
        start,
        "LSODA",
        t,
        rtol=1e-7,
        atol=1e-9,
        max_step=0.01,
    )
    q, v = found.y[:2]
    tau = np.array([torque(*each) for each in zip(t, q, v)])
    tau = np.interp(t - late, t, tau) + noise * tau.std() * rng.normal(size=len(t))
    return t, q + 2e-5 * rng.normal(size=len(t)), tau
