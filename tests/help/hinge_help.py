"""Robots of no paper: a SCARA, a planar 3-RRR; and their motions."""

from __future__ import annotations

import mujoco
import numpy as np

from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.robot.geometry import make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint, Loop
from tree_help import random_inertia


def scara() -> Robot:
    """R R P R, axes vertical, arms of 0.35 and 0.28 m."""
    rng = np.random.default_rng(3)
    joints = [
        Joint("shoulder", position=(0, 0, 0.4)),
        Joint("elbow", position=(0.35, 0, 0.05)),
        Joint("quill", "prismatic", position=(0.28, 0, -0.1)),
        Joint("flange", rotation=make_axis_rotation((1, 0, 0), np.pi)),
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
        gravity=make_axis_rotation((1, 0.3, 0), tilt) @ (-9.81 * Z),
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


def _with_sensors(robot: Robot) -> mujoco.MjModel:
    """The exported robot with force and torque sensors in the frames of its bodies, which tell what
    the parent exerts on the child."""
    spec = mujoco.MjSpec.from_string(write_mjcf_text(robot))
    for body in robot.bodies:
        spec.body(body.name).add_site(name=f"at_{body.name}")
        for kind in (mujoco.mjtSensor.mjSENS_FORCE, mujoco.mjtSensor.mjSENS_TORQUE):
            spec.add_sensor(type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=f"at_{body.name}")
    return spec.compile()


def mujoco_sensors(robot: Robot, q, qd, qdd):
    """Torques of the drives (N, n), and {joint: (N, 6)} of MuJoCo's sensors, along a motion of a
    tree."""
    model = _with_sensors(robot)
    data, torques, forces = mujoco.MjData(model), [], []
    for data.qpos, data.qvel, data.qacc in zip(q, qd, qdd):
        mujoco.mj_inverse(model, data)
        torques.append(data.qfrc_inverse.copy())
        forces.append(data.sensordata.copy())
    six = np.reshape(forces, (len(q), len(robot.bodies), 6))
    return np.array(torques), {b.joint.name: six[:, k] for k, b in enumerate(robot.bodies)}


def mujoco_loops(robot: Robot, motion, tau):
    """{joint or loop: (N, 6)} of MuJoCo's sensors, and of its forces where loops of points close,
    under the torques tau; its constraints are springs, though hard ones."""
    model = _with_sensors(robot)
    data, forces, pulls = mujoco.MjData(model), [], []
    places = [model.joint(name) for name in robot.coordinates]
    at, drives = [x.qposadr[0] for x in places], [model.actuator(x).id for x in robot.actuated]
    for q, qd, torque in zip(motion.q, motion.qd, tau):
        data.qpos[at], data.qvel[[x.dofadr[0] for x in places]] = q, qd
        data.ctrl[drives] = torque
        mujoco.mj_forward(model, data)
        forces.append(data.sensordata.reshape(-1, 6).copy())
        # on the first body of a loop, in the world
        turns = [data.xmat[model.body(loop.body_b).id].reshape(3, 3) for loop in robot.loops]
        pull = data.efc_force.reshape(len(robot.loops), -1)
        pulls.append([-R.T @ f for R, f in zip(turns, pull)] if pull.shape[1] == 3 else [])
    found = {b.joint.name: np.array(forces)[:, k] for k, b in enumerate(robot.bodies)}
    for k, loop in enumerate(robot.loops):
        if pulls[0]:
            found[loop.name] = np.hstack([np.array(pulls)[:, k], np.zeros((len(tau), 3))])
    return found
