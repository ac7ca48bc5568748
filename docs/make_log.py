"""Writes robot file and recordings of docs/real_log.md: python docs/make_log.py [FOLDER]

They stand for a machine that its file describes badly: bodies a fifth heavier than drawn, friction
with a dip at low speed, gears that reflect their motors' inertia, a current sensor with an offset.
The logger writes milliseconds, degrees and amperes, repeats a row and loses another.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import dynid as di

ROBOT = """<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.15 0 0.02"/><mass value="2.0"/>
    <inertia ixx="0.004" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="fore"><inertial><origin xyz="0.12 0.01 0"/><mass value="1.2"/>
    <inertia ixx="0.002" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="6" effort="50"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
    <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" velocity="6" effort="50"/></joint>
</robot>
"""
HEAVIER = 1.2
#: what the file does not tell, for every joint: N m, N m s / rad, kg m^2
TRUTH = {"coulomb": 0.5, "stribeck": 0.4, "viscous": 0.15, "rotor_inertia": 0.05, "offset": 0.1}
DIP = {"vs": 0.15, "delta": 1.0}  # of Stribeck: rad/s, and its exponent
#: N m of the joint for an ampere: torque constant times gear ratio
GAIN = {"shoulder": 6.24, "elbow": 3.12}
RATE, SECONDS = 500, 20.0


def truth(robot: di.Robot) -> tuple[di.Model, np.ndarray]:
    """The machine as it is."""
    model = di.Model(robot, [di.Stribeck(**DIP), di.RotorInertia(), di.Offset()])
    p = HEAVIER * np.nan_to_num(model.prior)
    for k, name in enumerate(model.parameters):
        p[k] = TRUTH.get(name.split(".")[-1], p[k])
    return model, p


def motion(robot: di.Robot, seed: int) -> di.excitation.SampledTrajectory:
    """Five sines a joint, which stay within its limits."""
    rng = np.random.default_rng(seed)
    t = np.arange(0, SECONDS + 1e-9, 1 / RATE)
    k = np.arange(1, 6)
    amplitude = rng.uniform(0.5, 1.0, (5, 2)) / k[:, None]
    phase = rng.uniform(0, 2 * np.pi, (5, 2))
    turns = 2 * np.pi * 0.1 * k * t[:, None]  # periods of ten seconds
    q = np.sum(amplitude * np.sin(turns[:, :, None] + phase), axis=1)
    return di.excitation.SampledTrajectory(robot.actuated, t, 1.5 * q / np.abs(q).max(axis=0))


def as_logged(log: di.Log) -> str:
    """What the logger writes."""
    rows = [
        [f"{1000 * t:.3f}", *(f"{np.degrees(x):.5f}" for x in q), *(f"{x:.5f}" for x in current)]
        for t, q, current in zip(log.t, log.q, log.tau / np.array([GAIN[j] for j in log.joints]))
    ]
    rows[4000][2] = "nan"
    rows.insert(2000, rows[2000])
    lines = ["time_ms,pos_1,pos_2,cur_1,cur_2", *(",".join(row) for row in rows)]
    return "\n".join(lines) + "\n"


def read(path: Path) -> di.Log:
    """The recording in SI units, as `dynid convert` makes it."""
    columns = {"t": "time_ms", "q_shoulder": "pos_1", "q_elbow": "pos_2"}
    columns |= {"tau_shoulder": "cur_1", "tau_elbow": "cur_2"}
    units = {"t": "ms", "q": "deg", **{f"tau_{joint}": gain for joint, gain in GAIN.items()}}
    return di.read_log(path, columns=columns, units=units, clean=True)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arm.urdf").write_text(ROBOT, encoding="utf-8")
    robot = di.load_robot(folder / "arm.urdf")
    model, p = truth(robot)
    sensors = di.Measurement(encoder=2e-5, relative_noise=0.02)
    for seed, name in ((1, "raw1.csv"), (2, "raw2.csv")):
        log = di.simulate(model, p, motion(robot, seed), rate=RATE, measurement=sensors, seed=seed)
        (folder / name).write_text(as_logged(log), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
