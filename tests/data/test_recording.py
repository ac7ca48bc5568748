"""Recordings in several files, and of the motors' side of coupled gears; as public examples have
them."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.errors import InputError

JOINTS = ("arm_1_joint", "arm_2_joint")


def write(path, names, columns):
    np.savetxt(path, columns, delimiter=",", header=",".join(names), comments="", fmt="%.12g")
    return path


@pytest.fixture
def motion():
    t = 0.01 * np.arange(400)
    q = np.column_stack([np.sin(t), 0.5 * np.cos(2 * t)])
    qd = np.column_stack([np.cos(t), -np.sin(2 * t)])
    return t, q, qd, 3 * q + 0.1 * qd


def test_files_are_joined_by_time(tmp_path, motion):
    """Names as a ROS export has them; efforts with stamps of their own, for less of the time."""
    t, q, qd, tau = motion
    names = ["t", *(f"- {j}_position" for j in JOINTS)]
    positions = write(tmp_path / "position.csv", names, np.column_stack([t, q]))
    names = ["t", *(f"- {j}_velocity" for j in JOINTS)]
    velocities = write(tmp_path / "velocity.csv", names, np.column_stack([t, qd]))
    late = t[2:-2] + 0.004
    own = np.column_stack([np.interp(late, t, x) for x in tau.T])
    names = ["t", *(f"- {j}_effort" for j in JOINTS)]
    efforts = write(tmp_path / "effort.csv", names, np.column_stack([late, own]))
    files = {"q": positions, "qd": velocities, "tau": efforts}
    log = di.data.read_recording(files)
    assert log.joints == JOINTS
    assert len(log) == len(t) - 5
    inside = slice(3, len(t) - 2)
    np.testing.assert_allclose(log.q, q[inside], atol=1e-11)
    np.testing.assert_allclose(log.tau, tau[inside], atol=0.01**2 / 4 * 7.0)  # of two lines
    assert any("tau interpolated" in note for note in log.notes)
    typed = [f"{kind}={file}" for kind, file in files.items()]
    done = CliRunner().invoke(app, ["convert", *typed, "-o", str(tmp_path / "run.csv"), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["joints"] == list(JOINTS)
    np.testing.assert_array_equal(di.read_log(tmp_path / "run.csv").q, log.q)


def test_files_without_times_are_joined_by_row(tmp_path, motion):
    t, q, _, tau = motion
    files = {
        "q": write(tmp_path / "q.csv", ["q0", "q1"], q),
        "tau": write(tmp_path / "tau.csv", ["tau0", "tau1"], tau),
    }
    log = di.data.read_recording(files, joints=JOINTS, rate=100.0)
    np.testing.assert_allclose(log.tau, tau, atol=1e-11)
    np.testing.assert_allclose(log.t, t, atol=1e-12)
    with pytest.raises(InputError, match="name no joints"):
        di.data.read_recording(files, rate=100.0)
    with pytest.raises(InputError, match="have no times"):
        di.data.read_recording(files, joints=JOINTS)
    write(tmp_path / "tau.csv", ["tau0", "tau1"], tau[:-3])
    with pytest.raises(InputError, match="400 rows of q and 397 of tau"):
        di.data.read_recording(files, joints=JOINTS, rate=100.0)


def test_commands_and_currents(tmp_path, motion):
    t, q, _, tau = motion
    named = ["t", *JOINTS]
    files = {
        "q": write(tmp_path / "q.csv", named, np.column_stack([t, q])),
        "qcmd": write(tmp_path / "q_cmd.csv", named, np.column_stack([t, q + 0.1])),
    }
    log = di.data.read_recording(files)
    np.testing.assert_allclose(log.qcmd, q + 0.1, atol=1e-11)
    amperes = np.column_stack([t, 1e3 * tau])
    files = {"q": files["q"], "current": write(tmp_path / "current_mA.csv", named, amperes)}
    log = di.data.read_recording(files, {"current": "mA"})
    assert log.currents == JOINTS
    np.testing.assert_allclose(log.tau, tau, atol=1e-9)


def test_what_does_not_belong_together_is_refused(tmp_path, motion):
    t, q, _, tau = motion
    named = ["t", *JOINTS]
    files = {
        "q": write(tmp_path / "q.csv", named, np.column_stack([t, q])),
        "tau": write(tmp_path / "tau.csv", named, np.column_stack([t + 100.0, tau])),
    }
    with pytest.raises(InputError, match="no time in common"):
        di.data.read_recording(files)
    with pytest.raises(InputError, match="expected one for q"):
        di.data.read_recording({"tau": files["tau"]})
    with pytest.raises(InputError, match="'effort'"):
        di.data.read_recording(files | {"effort": files["tau"]})


def test_the_motors_side_of_a_coupled_wrist(tmp_path, motion):
    """Power is the same on both sides, and so is what is identified."""
    t, q, qd, tau = motion
    R, zero = np.array([[45.0, 0.0], [32.0, -32.0]]), np.array([-1.2, 0.3])
    of_motors = di.Log(JOINTS, t, (q - zero) @ R.T, tau @ np.linalg.inv(R), qd=qd @ R.T)
    ratios = {JOINTS[0]: 45, JOINTS[1]: {JOINTS[0]: 32, JOINTS[1]: -32}}
    log = di.data.to_joint_side(of_motors, ratios, dict(zip(JOINTS, zero)))
    for got, expected in ((log.q, q), (log.qd, qd), (log.tau, tau)):
        np.testing.assert_allclose(got, expected, atol=1e-12)
    power = (of_motors.qd * of_motors.tau).sum(axis=1)
    np.testing.assert_allclose((log.qd * log.tau).sum(axis=1), power, atol=1e-12)
    of_motors.save(tmp_path / "motors.csv")
    typed = ["--ratio", f"{JOINTS[0]}=45", "--ratio", f"{JOINTS[1]}=32*{JOINTS[0]}-32*{JOINTS[1]}"]
    typed += ["--zero", f"{JOINTS[0]}=-1.2,{JOINTS[1]}=0.3", "-o", str(tmp_path / "joints.csv")]
    done = CliRunner().invoke(app, ["convert", str(tmp_path / "motors.csv"), *typed])
    assert done.exit_code == 0, done.output
    np.testing.assert_allclose(di.read_log(tmp_path / "joints.csv").q, q, atol=1e-9)
    with pytest.raises(InputError, match="do not determine the joints"):
        di.data.to_joint_side(of_motors, {JOINTS[0]: {JOINTS[1]: 32}})
    with pytest.raises(InputError, match="no joint 'elbow'"):
        di.data.to_joint_side(of_motors, {"elbow": 3})


def test_a_torque_that_is_not_trusted_does_not_count(tmp_path):
    """Its joint moves as logged; the others' parameters are those of a log in which it is right."""
    import mujoco

    body = '<body name="{0}" pos="{1} 0 0"><inertial pos=".1 0 .02" mass="{2}" diaginertia="{3}"/>'
    joints = ("a", "b", "c")
    text = "".join(
        body.format(name, x, m, ".01 .02 .02") + f'<joint name="{name}" axis="{axis}"/>'
        for name, x, m, axis in zip(joints, (0, 0.3, 0.25), (3, 2, 1), ("0 1 0", "0 1 0", "1 0 0"))
    )
    drives = "".join(f'<motor joint="{name}"/>' for name in joints)
    xml = f"<mujoco><worldbody>{text}</body></body></body></worldbody>"
    (tmp_path / "arm.xml").write_text(f"{xml}<actuator>{drives}</actuator></mujoco>")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))
    data, rng, t = mujoco.MjData(model), np.random.default_rng(0), 0.005 * np.arange(2000)
    w = 2 * np.pi * np.array([[0.3, 0.7, 1.1], [0.4, 0.9, 1.3], [0.35, 0.8, 1.6]])
    size, phase = rng.uniform(0.1, 0.4, (3, 3)), w * t[:, None, None] + rng.uniform(0, 6, (3, 3))
    q = (size * np.sin(phase)).sum(axis=2)
    qd, qdd = (size * w * np.cos(phase)).sum(axis=2), -(size * w**2 * np.sin(phase)).sum(axis=2)
    tau = np.empty_like(q)
    for k in range(len(t)):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], qd[k], qdd[k]
        mujoco.mj_inverse(model, data)
        tau[k] = data.qfrc_inverse
    tau += 0.3 * qd
    tau[:, 2] = 5.0 * rng.standard_normal(len(t))  # its sensor is broken
    di.Log(joints, t, q, tau).save(tmp_path / "run.csv")
    typed = ["identify", str(tmp_path / "arm.xml"), str(tmp_path / "run.csv"), "--json"]
    told = CliRunner().invoke(app, [*typed, "--untrusted", "c"])
    assert told.exit_code in (0, 1), told.output
    found = json.loads(told.stdout[told.stdout.index("{") :])
    fitted = [joint for joint in found["result"]["joints"] if joint["rows"]]
    assert [joint["joint"] for joint in fitted] == ["a", "b"]
    values = dict(zip(found["result"]["parameters"], found["result"]["p"]))
    for joint in fitted:
        assert values[f"{joint['joint']}.viscous"] == pytest.approx(0.3, rel=0.02)
    wrong = CliRunner().invoke(app, [*typed, "--untrusted", "elbow"])
    assert "is no joint of" in str(wrong.exception)
