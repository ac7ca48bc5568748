"""An arm of two joints with logs: its own, another motion, and one with more friction."""

from __future__ import annotations

import numpy as np
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from wobble_help import simulated_log

ARM = """<robot name="arm"><link name="base"/>
<link name="upper"><inertial><origin xyz="0.15 0 0.02"/><mass value="2.0"/>
  <inertia ixx="0.004" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="fore"><inertial><origin xyz="0.12 0.01 0"/><mass value="1.2"/>
  <inertia ixx="0.002" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
  <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="3" effort="50"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>
  <origin xyz="0.3 0 0"/><axis xyz="0 0 1"/>
  <limit lower="-2" upper="2" velocity="3" effort="50"/></joint></robot>"""
FRICTION = {"shoulder.viscous": 0.4, "elbow.viscous": 0.2}
FRICTION |= {"shoulder.coulomb": 0.6, "elbow.coulomb": 0.3}
WORN = 1.5  # times the friction of the elbow


def dynid(*words):
    return CliRunner().invoke(app, [*map(str, words)])


def write_arm(folder):
    """arm.urdf; run.csv, other.csv (another motion) and worn.csv (more friction in the elbow)."""
    (folder / "arm.urdf").write_text(ARM)
    model = di.Model(di.load_robot(folder / "arm.urdf"), [di.Viscous(), di.Coulomb()])
    worn = FRICTION | {name: WORN * x for name, x in FRICTION.items() if "elbow" in name}
    logs = {"run": (FRICTION, 0), "other": (FRICTION, 1), "worn": (worn, 2)}
    for name, (friction, seed) in logs.items():
        p = model.to_vector(friction, model.prior)
        write_log(folder / f"{name}.csv", simulated_log(model, p, 8000, seed))


def write_log(path, log, factor=1.0):
    """factor: of the positions."""
    head = ["t", *(f"{kind}_{j}" for kind in ("q", "tau") for j in log.joints)]
    rows = np.column_stack([log.t, factor * log.q, log.tau])
    np.savetxt(path, rows, delimiter=",", header=",".join(head), comments="", fmt="%.12g")


def expect_arm(folder):
    """result/ and expected.yaml of run.csv."""
    words = ("--effects", "viscous,coulomb", "-o", folder / "result")
    done = dynid("identify", folder / "arm.urdf", folder / "run.csv", *words)
    assert done.exit_code == 0, done.output
    done = dynid("expect", folder / "result", "-o", folder / "expected.yaml")
    assert done.exit_code == 0, done.output
