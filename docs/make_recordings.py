"""Stand-ins for the recordings of docs/ur_franka.md: arms with the joint names of a UR and of a
Franka, logs with the columns and topics that their software writes. `python
docs/make_recordings.py` writes them into the current folder."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import numpy as np

import dynid as di
from dynid.data.formats import bag

UR = [
    f"{name}_joint"
    for name in ("shoulder_pan", "shoulder_lift", "elbow", *(f"wrist_{k}" for k in (1, 2, 3)))
]
FRANKA = [f"fr3_joint{k}" for k in range(1, 8)]
GAINS = (13.0, 14.0, 12.0, 9.0, 9.5, 8.8)  # Nm/A of the UR, to be found
WEIGHT = (2.5, (0.0, 0.0, 0.1))  # kg, m
HEAVIER = 1.1  # than the file says, to be found
EFFECTS = (di.Viscous(), di.Coulomb())
EMPTY, FULL, OTHER = 1, 2, 3  # motions


def urdf(name: str, joints: list[str], fingers: bool = False) -> str:
    """An arm whose axes stand across each other, its links of a kilogram or some."""
    text = [f'<robot name="{name}">\n  <link name="base"/>']
    before = "base"
    for k, joint in enumerate(joints):
        link = joint.replace("joint", "link")
        m, size = 6.0 / (k + 1), 0.3 / (k + 1) ** 0.5
        text.append(
            f'  <link name="{link}"><inertial><origin xyz="0.01 0.02 {size / 2:.4g}"/><mass'
            f' value="{m:.4g}"/><inertia ixx="{m * size**2 / 10:.4g}" iyy="{m * size**2 / 9:.4g}"'
            f' izz="{m * size**2 / 30:.4g}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        )
        text.append(
            f'  <joint name="{joint}" type="revolute"><parent link="{before}"/><child'
            f' link="{link}"/><origin xyz="0 0 {0.25 if k else 0.1}"/>'
            f'<axis xyz="{"0 1 0" if k % 2 else "0 0 1"}"/>'
            '<limit lower="-3" upper="3" effort="150" velocity="3"/></joint>'
        )
        before = link
    for k in (1, 2) if fingers else ():
        text.append(
            f'  <link name="finger{k}"><inertial><mass value="0.02"/><inertia ixx="1e-5"'
            ' iyy="1e-5" izz="1e-5" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        )
        text.append(
            f'  <joint name="fr3_finger_joint{k}" type="prismatic"><parent link="{before}"/><child'
            f' link="finger{k}"/><origin xyz="0 0 0.1"/><axis xyz="0 {3 - 2 * k} 0"/><limit'
            ' lower="0" upper="0.04" effort="20" velocity="0.1"/></joint>'
        )
    return "\n".join([*text, "</robot>\n"])


def recorded(robot: di.Robot, seed: int, weight: bool = False) -> di.Log:
    """Positions, velocities and torques of an arm that differs from its file."""
    load = [di.Payload(robot.bodies[-1].name, di.inertial(*WEIGHT, np.full(3, 1e-3)))]
    model = di.Model(robot, [*EFFECTS, *(load if weight else [])])
    p, n = model.nominal, robot.dof
    for place in di.Model(robot).layout.bodies.values():
        p[place] *= HEAVIER
    for k, joint in enumerate(robot.actuated):
        p = model.to_vector(
            {f"{joint}.viscous": 3.0 / (k + 1), f"{joint}.coulomb": 2.0 / (k + 1)}, p
        )
    rng = np.random.default_rng(seed)
    t = np.arange(0.0, 20.0, 0.004)
    w = 2.0 * np.pi * np.arange(1, 6)[:, None] / 10.0
    a = rng.normal(size=(5, n)) * 0.45 / np.sqrt(w)
    x = w * t[:, None, None] + rng.uniform(0.0, 2.0 * np.pi, (5, n))
    q, qd = (a * np.sin(x)).sum(axis=1), (a * w * np.cos(x)).sum(axis=1)
    tau = model.inverse_dynamics(q, qd, -(a * w**2 * np.sin(x)).sum(axis=1), p)
    tau += 0.01 * tau.std(axis=0) * rng.normal(size=tau.shape)
    return di.Log(robot.actuated, t, q + 2e-6 * rng.normal(size=q.shape), tau, qd=qd)


def write_rtde(log: di.Log, path: Path) -> None:
    """As record.py of the RTDE client writes it: blanks between the cells, joints from 0."""
    columns = {
        "actual_q": log.q,
        "actual_qd": log.qd,
        "actual_current": log.tau / GAINS,
        "actual_current_as_torque": log.tau,
    }
    names = ["timestamp", *(f"{name}_{k}" for name in columns for k in range(log.q.shape[1]))]
    rows = np.column_stack([log.t + 1000.0, *columns.values()])
    np.savetxt(path, rows, "%.9g", header=" ".join(names), comments="")


def write_bag(log: di.Log, path: Path, topic: str) -> None:
    with patch.object(bag, "TOPIC", topic):
        log.save(path)


def write(folder: Path) -> None:
    (folder / "ur5e.urdf").write_text(urdf("ur5e", UR), encoding="utf-8")
    (folder / "fr3.urdf").write_text(urdf("fr3", FRANKA, fingers=True), encoding="utf-8")
    ur = di.load_robot(folder / "ur5e.urdf")
    for name, seed in (("run1", EMPTY), ("run2", OTHER), ("weight", FULL)):
        log = recorded(ur, seed, weight=name == "weight")
        write_rtde(log, folder / f"{name}.csv")
        order = [2, 1, 0, 3, 4, 5]  # as the driver has it: elbow first
        names = tuple(log.joints[k] for k in order)
        columns = (log.q, log.tau / GAINS, log.qd)
        q, current, qd = (x[:, order] for x in columns)
        amperes = di.Log(names, log.t, q, current, qd=qd)
        write_bag(amperes, folder / f"{name}.mcap", "/joint_states")
    franka = di.load_robot(folder / "fr3.urdf", lock={"fr3_finger_joint*": 0.0})
    for name, seed in (("fr3_run1", EMPTY), ("fr3_run2", OTHER)):
        write_bag(recorded(franka, seed), folder / f"{name}.mcap", "/franka/joint_states")


if __name__ == "__main__":
    write(Path())
