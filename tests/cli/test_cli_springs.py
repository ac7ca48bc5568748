"""A linkage with a spring that no motor moves, from its file to the result."""

from __future__ import annotations

import csv
import json
import re

import mujoco
import numpy as np
import pytest

import dynid as di
from cli_help import dynid
from dynid.robot.lock import hold_free

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

ELASTIC = """<mujoco model="elastic">
  <compiler angle="radian"/>
  <worldbody>
    <body name="left_crank" pos="-0.1 0 0">
      <joint name="left" axis="0 1 0" range="-2.6 -1.4"/>
      <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>
      <body name="flexible" pos="0.15 0 0">
        <joint name="spring" axis="0 1 0" range="-.4 .4" stiffness="40" springref="0.05"
         damping="0.2"/>
        <inertial pos="0.05 0 0" mass="0.3" diaginertia="1e-4 1e-3 1e-3"/>
        <body name="left_coupler" pos="0.1 0 0">
          <joint name="left_elbow" axis="0 1 0"/>
          <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
          <site name="tip_left" pos="0.35 0 0"/>
        </body>
      </body>
    </body>
    <body name="right_crank" pos="0.1 0 0">
      <joint name="right" axis="0 1 0" range="-1.7 -0.5"/>
      <inertial pos="0.12 0 0" mass="0.8" diaginertia="1e-4 4e-3 4e-3"/>
      <body name="right_coupler" pos="0.25 0 0">
        <joint name="right_elbow" axis="0 1 0"/>
        <inertial pos="0.17 0 0" mass="0.5" diaginertia="1e-4 5e-3 5e-3"/>
        <site name="tip_right" pos="0.35 0 0"/>
      </body>
    </body>
  </worldbody>
  <equality><connect name="tip" site1="tip_left" site2="tip_right"/></equality>
  <actuator><motor joint="left"/><motor joint="right"/></actuator>
  <keyframe><key name="home" qpos="-2.0 0 1.05 -1.14 -1.05"/></keyframe>
</mujoco>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The file, a motion of its motors, and the log of the spring's free motion."""
    folder = tmp_path_factory.mktemp("elastic")
    (folder / "elastic.xml").write_text(ELASTIC)
    for words in (
        "design elastic.xml --search-time 3 --period 5 --starts 2 -o excite",
        "simulate elastic.xml excite/trajectory.csv --springs --viscous .05 --coulomb .1"
        " --noise .01 -o run.csv",
    ):
        done = dynid(*words.split(), cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def robot(folder):
    with pytest.warns(UserWarning, match="spring move freely"):
        return di.load_robot(folder / "elastic.xml")


def without(path, out, *names):
    """The log without some columns."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = list(csv.reader(lines))
    keep = [k for k, name in enumerate(rows[0]) if name not in names]
    with out.open("w", newline="") as file:
        csv.writer(file).writerows([[row[k] for k in keep] for row in rows])
    return out


def test_the_spring_is_the_freedom_beside_the_motors(robot):
    assert robot.actuated == ("left", "right", "spring")
    assert robot.motors == ("left", "right")
    assert robot.free == robot.sprung == ("spring",)
    assert (robot.joint("spring").stiffness, robot.joint("spring").rest) == (40.0, 0.05)
    stiff = hold_free(robot, robot.free)
    assert stiff.actuated == stiff.motors
    assert stiff.locked == {"spring": 0.05}


def test_the_design_moves_the_motors_alone(folder):
    header = (folder / "excite" / "trajectory.csv").read_text().splitlines()[0]
    assert "q_left,q_right,qd_left" in header
    assert "spring" not in header


def test_the_simulated_spring_obeys_mujoco(folder, robot):
    """Its own equation along the log: no torque on the spring, by mj_inverse and our G."""
    log = di.read_log(folder / "run.csv")
    data = di.process(log, di.Model(robot), cutoff=60.0)
    some = slice(200, -200, 50)
    whole = di.close(robot, data.q[some], data.qd[some], data.qdd[some])
    model = mujoco.MjModel.from_xml_path(str(folder / "elastic.xml"))
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    state = mujoco.MjData(model)
    at = [model.joint(name).qposadr[0] for name in robot.coordinates]
    free, motors = [], []
    for k in range(len(whole.q)):
        state.qpos[at], state.qvel[at], state.qacc[at] = whole.q[k], whole.qd[k], whole.qdd[k]
        mujoco.mj_inverse(model, state)
        tau = whole.G[:, :, k].T @ state.qfrc_inverse[at]
        free.append(tau[2])
        motors.append(tau[0])
    assert np.std(free) < 0.01 * np.std(motors)
    assert np.ptp(log.q[:, log.joints.index("spring")]) > 0.02


@pytest.mark.parametrize("lost", [(), ("tau_spring",)])
def test_stiffness_and_rest_are_identified_where_the_spring_is_logged(folder, tmp_path, lost):
    """A log of it needs no torque: there is none."""
    log = without(folder / "run.csv", tmp_path / "run.csv", *lost)
    effects = "viscous,coulomb,spring(spring),viscous(spring)"
    words = ("--method", "wls", "--json", "-q")
    done = dynid("identify", str(folder / "elastic.xml"), str(log), "--effects", effects, *words)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)["result"]
    p = dict(zip(result["parameters"], result["p"]))
    # without torques every parameter of a passive motion is known but for its scale: the motors'
    # torques give that, to a few tenths of a percent
    assert p["spring.stiffness"] == pytest.approx(40.0, rel=0.02)
    assert p["spring.spring_offset"] == pytest.approx(-2.0, rel=0.03)


def test_by_default_the_files_spring_is_part_of_the_model(folder):
    done = dynid("identify", "elastic.xml", "run.csv", "--method", "wls", "-v", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert re.search(r"spring\.stiffness +39|spring\.stiffness +40", done.stdout)
    assert "no motor moves spring: their torque is 0" in done.stdout


def test_a_log_without_the_spring_takes_it_as_stiff_and_says_so(folder, tmp_path):
    log = without(folder / "run.csv", tmp_path / "run.csv", "q_spring", "tau_spring")
    done = dynid("identify", str(folder / "elastic.xml"), str(log), "--method", "wls")
    assert done.returncode == 0, done.stderr
    assert "held spring, which no motor moves (springs as if they were stiff)" in done.stderr
    assert "spring.stiffness" not in done.stdout


def test_springs_go_into_exported_mjcf(folder, robot, tmp_path):
    di.export(robot, tmp_path / "again.xml")
    again = di.load_robot(tmp_path / "again.xml")
    assert again.joint("spring").stiffness == 40.0
    assert again.joint("spring").rest == pytest.approx(0.05)
    assert again.motors == robot.motors
