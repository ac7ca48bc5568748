"""Robots of no paper: a SCARA, a planar 3-RRR; and their motions."""

from __future__ import annotations

import numpy as np

from dynid.robot.geometry import rotation_about
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint, Loop
from tree_help import random_inertia


def scara() -> Robot:
    """R R P R, axes vertical, arms of 0.35 and 0.28 m."""
    rng = np.random.default_rng(3)
    joints = [
        Joint("shoulder", position=(0, 0, 0.4)),
        Joint("elbow", position=(0.35, 0, 0.05)),
        Joint("quill", "prismatic", position=(0.28, 0, -0.1), lower=-0.3, upper=0.3),
        Joint("flange", rotation=rotation_about((1, 0, 0), np.pi)),
    ]
    names = ["arm1", "arm2", "rod", "hand"]
    bodies = [
        Body(name, up, joint, random_inertia(rng))
        for name, up, joint in zip(names, [WORLD, *names], joints)
    ]
    return Robot("scara", tuple(bodies))


def rrr3(kind: str = "line", tilt: float = 0.2) -> Robot:
    """Three legs of two links, in a plane that leans by `tilt`; the platform hangs on leg 1, legs 2
    and 3 close loops."""
    rng, bodies, home = np.random.default_rng(5), [], {}
    base, arm, rod, top = 0.4, 0.25, 0.3, 0.12
    Z = np.array([0.0, 0.0, 1.0])
    for k in range(3):
        away = 2 * np.pi * k / 3
        foot = base * np.array([np.cos(away), np.sin(away), 0.0])
        tip = top * np.array([np.cos(away), np.sin(away), 0.0])
        reach = tip - foot
        side = np.arctan2(reach[1], reach[0])
        length = np.linalg.norm(reach)
        inner = np.arccos((arm**2 + length**2 - rod**2) / (2 * arm * length))
        knee = foot + arm * np.array([np.cos(side + inner), np.sin(side + inner), 0.0])
        outer = np.arctan2(*(tip - knee)[1::-1])
        home |= {f"drive{k}": side + inner, f"knee{k}": outer - side - inner}
        drive, bend = Joint(f"drive{k}", position=foot), Joint(f"knee{k}", position=(arm, 0, 0))
        bodies.append(Body(f"arm{k}", WORLD, drive, random_inertia(rng)))
        bodies.append(Body(f"rod{k}", f"arm{k}", bend, random_inertia(rng)))
    # the platform turns against rod 0 so that it stands upright in the world
    home["top"] = -home["drive0"] - home["knee0"]
    hang = Joint("top", position=(rod, 0, 0))
    bodies.append(Body("platform", "rod0", hang, random_inertia(rng)))
    corner = top * np.array([[np.cos(x), np.sin(x), 0.0] for x in 2 * np.pi * np.arange(3) / 3])
    loops = tuple(
        Loop(f"close{k}", "platform", f"rod{k}", corner[k] - corner[0], (rod, 0, 0), kind=kind)
        for k in (1, 2)
    )
    return Robot(
        "rrr3",
        tuple(bodies),
        loops,
        actuated=("drive0", "drive1", "drive2"),
        gravity=rotation_about((1, 0.3, 0), tilt) @ (-9.81 * Z),
        home=home,
        tool=Frame("tool", "platform"),
    )


def swings(robot: Robot, size: float, samples: int = 200, seed: int = 0, rate: float = 100.0):
    """t, and q, qd, qdd of the drives: three harmonics around the home pose."""
    rng, t = np.random.default_rng(seed), np.arange(samples) / rate
    a, w = size * rng.normal(size=(3, robot.dof)), 2.0 * np.arange(1, 4)[:, None]
    x = w * t[:, None, None] + rng.uniform(0, 6, (3, robot.dof))
    centre = np.array([robot.home.get(name, 0.0) for name in robot.actuated])
    q, qd, qdd = ((a * f).sum(axis=1) for f in (np.sin(x), w * np.cos(x), -(w**2) * np.sin(x)))
    return t, centre + q, qd, qdd
