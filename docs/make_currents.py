"""The robot and the logs of docs/currents.md: an arm of four joints, of whose motors only the
currents were recorded. `python docs/make_currents.py` writes them into the current folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import dynid as di

JOINTS = ("turn", "lift", "elbow", "wrist")
GAINS = (11.8, 14.6, 9.3, 6.7)  # Nm/A, to be found
EFFECTS = (di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia())
#: place of the joint in the link before, axis; mass, centre, half lengths of the link
LINKS = (
    ("0 0 0.2", "0 0 1", 4.0, "0 0 0.05", (0.06, 0.06, 0.1)),
    ("0 0 0.1", "0 1 0", 6.0, "0 0 0.2", (0.05, 0.05, 0.22)),
    ("0 0 0.4", "0 1 0", 3.0, "0.1 0 0.02", (0.15, 0.04, 0.04)),
    ("0.3 0 0", "1 0 0", 1.2, "0.06 0 0.02", (0.08, 0.04, 0.03)),
)
#: motion, seconds, what is carried
LOGS = {"empty": (1, 20.0, None), "weight": (2, 20.0, "weight"), "box": (3, 20.0, "box")}
CARRIED = {"weight": (2.5, (0.15, 0.0, 0.05)), "box": (1.7, (0.14, 0.03, 0.0))}


def urdf() -> str:
    text = ['<robot name="arm">\n  <link name="base"/>']
    for k, (place, axis, m, com, half) in enumerate(LINKS, start=1):
        square = np.square(half)
        xx, yy, zz = m / 3.0 * (square.sum() - square)
        text.append(
            f'  <link name="link{k}"><inertial><origin xyz="{com}"/><mass value="{m}"/><inertia'
            f' ixx="{xx:.6g}" iyy="{yy:.6g}" izz="{zz:.6g}" ixy="0" ixz="0" iyz="0"/></inertial>'
            "</link>"
        )
        text.append(
            f'  <joint name="{JOINTS[k - 1]}" type="revolute"><parent'
            f' link="{"base" if k == 1 else f"link{k - 1}"}"/><child link="link{k}"/><origin'
            f' xyz="{place}"/><axis xyz="{axis}"/><limit lower="-3" upper="3" effort="150"'
            ' velocity="3"/></joint>'
        )
    return "\n".join([*text, "</robot>\n"])


def write(folder: Path) -> None:
    """arm.urdf, as drawn; empty.csv, weight.csv, box.csv, later.csv of an arm that differs."""
    (folder / "arm.urdf").write_text(urdf(), encoding="utf-8")
    robot = di.load_robot(folder / "arm.urdf")
    for name, (seed, seconds, load) in {**LOGS, "later": (4, 15.0, None)}.items():
        carried = []
        if load is not None:
            m, com = CARRIED[load]
            carried = [di.Payload("link4", di.inertial(m, com, m * np.full(3, 0.001)))]
        model = di.Model(robot, [*EFFECTS, *carried])
        p = model.nominal
        for k, place in enumerate(di.Model(robot).layout.bodies.values()):
            p[place] *= (1.1, 0.93, 1.12, 0.9)[k]
        for joint, size in zip(JOINTS, (6.0, 8.0, 4.0, 1.5)):
            own = {"viscous": size, "coulomb": 0.7 * size, "offset": 0.1 * size}
            own["rotor_inertia"] = 0.1 * size
            p = model.to_vector({f"{joint}.{part}": x for part, x in own.items()}, p)
        rng = np.random.default_rng(seed)
        t = np.arange(0.0, seconds, 0.008)
        w = 2.0 * np.pi * np.arange(1, 6)[:, None] / 10.0
        a = rng.normal(size=(5, 4)) * 0.45 / np.sqrt(w)
        x = w * t[:, None, None] + rng.uniform(0.0, 2.0 * np.pi, (5, 4))
        q, qd = (a * np.sin(x)).sum(axis=1), (a * w * np.cos(x)).sum(axis=1)
        current = model.inverse_dynamics(q, qd, -(a * w**2 * np.sin(x)).sum(axis=1), p) / GAINS
        current += 0.015 * current.std(axis=0) * rng.normal(size=current.shape)
        q = q + 2e-6 * rng.normal(size=q.shape)
        log = di.Log(JOINTS, t, q, current, currents=JOINTS)
        log.save(folder / f"{name}.csv")


if __name__ == "__main__":
    write(Path())
