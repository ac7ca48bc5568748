"""The ROS 2 package without ROS: what is recorded reads as it came, the way into a motion is
smooth, and a simulated push and load are found by the exported C."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER
from export_help import full_parameters, result_of

PACKAGE = Path(__file__).parents[2] / "ros2"
sys.path.insert(0, str(PACKAGE))

from dynid_ros.compensation import Code, Compensator  # noqa: E402
from dynid_ros.playing import make_points  # noqa: E402
from dynid_ros.recording import Recorder  # noqa: E402

TOPIC = "/joint_states"


def write_messages(recorder, t, q, qd, tau, names):
    """As a driver publishes them: the joints in another order than the robot's."""
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.LATEST)
    types = store.types
    turned = list(reversed(range(len(names))))
    for k, time in enumerate(np.round(t * 1e9).astype(int).tolist()):
        stamp = types["builtin_interfaces/msg/Time"](sec=time // 10**9, nanosec=time % 10**9)
        header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="")
        values = [x[k, turned] for x in (q, qd, tau)]
        message = types["sensor_msgs/msg/JointState"](header, [names[i] for i in turned], *values)
        data = store.serialize_cdr(message, "sensor_msgs/msg/JointState")
        recorder.write(TOPIC, bytes(data), time)


def test_what_is_recorded_reads_as_it_came(tmp_path):
    robot = di.load_robot("six_dof")
    t = 1.0 + np.arange(200) * 0.002
    q, qd, tau = np.random.default_rng(0).normal(size=(3, len(t), robot.dof))
    recorder = Recorder(tmp_path / "run1")
    write_messages(recorder, t, q, qd, tau, list(robot.actuated))
    said = recorder.close()
    assert said == f"{TOPIC}: 200 messages, 500 Hz, 0 gaps"
    log = di.read_log(tmp_path / "run1", joints=list(robot.actuated))
    np.testing.assert_array_equal(log.q, q)
    np.testing.assert_array_equal(log.qd, qd)
    np.testing.assert_array_equal(log.tau, tau)
    np.testing.assert_allclose(np.diff(log.t), 0.002, rtol=0, atol=1e-9)
    with pytest.raises(Exception, match="exists"):
        Recorder(tmp_path / "run1")


def make_motion():
    t = np.linspace(0, 4, 401)
    x = t / 4
    s = 64 * x**3 * (1 - x) ** 3
    return di.excitation.SampledTrajectory(("a", "b"), t, np.outer(s, [0.5, -0.3]) + 0.2)


def test_the_way_into_a_motion_is_smooth_and_slow():
    motion = make_motion()
    points = make_points(motion, {"b": 0.4, "a": -0.1, "other": 9.0}, speed=0.2, acceleration=0.5)
    q, qd, qdd = (
        np.array([getattr(p, x) for p in points])
        for x in ("positions", "velocities", "accelerations")
    )
    t = np.array([p.time for p in points])
    np.testing.assert_allclose(np.diff(t), 0.01, rtol=0, atol=1e-9)
    np.testing.assert_allclose(q[0], [-0.1, 0.4])
    np.testing.assert_allclose(q[-1], motion.q[-1], atol=1e-9)
    way = t < t[-1] - 4.0
    assert np.abs(qd[way]).max() <= 0.2 + 1e-9
    assert np.abs(qdd[way]).max() <= 0.5 + 1e-9
    # velocities and accelerations are those of the positions, across the seam, too
    np.testing.assert_allclose(np.gradient(q, t, axis=0)[2:-2], qd[2:-2], rtol=0, atol=2e-3)
    np.testing.assert_allclose(np.gradient(qd, t, axis=0)[2:-2], qdd[2:-2], rtol=0, atol=2e-2)


def test_a_way_that_is_too_far_or_unknown_is_refused():
    with pytest.raises(ValueError, match=r"'a' is 0\.8 from the start"):
        make_points(make_motion(), {"a": 1.0, "b": 0.2})
    with pytest.raises(ValueError, match="no position of b"):
        make_points(make_motion(), {"a": 0.2})


@pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")
def test_a_push_on_the_tool_is_found(tmp_path):
    """A motion with a constant force on the tool, torques by Pinocchio's transposed Jacobian."""
    robot = di.load_robot("six_dof")
    model = di.Model(robot, [di.Viscous()])
    p = full_parameters(model)
    di.export(result_of(model, p), tmp_path / "arm_c", kind="c")
    code = Code(tmp_path / "arm_c")
    assert code.joints == robot.actuated
    compensator = Compensator(code, robot, 500.0)
    t = np.arange(100) / 500.0
    w = np.linspace(1.0, 2.0, robot.dof)
    phase = np.arange(robot.dof) + 0.4
    q = 0.5 * np.sin(np.outer(t, w) + phase)
    qd = 0.5 * w * np.cos(np.outer(t, w) + phase)
    qdd = -0.5 * w**2 * np.sin(np.outer(t, w) + phase)
    pushed = np.array([5.0, -3.0, 8.0, 0.2, -0.1, 0.3])
    J = di.closed_chains.compute_jacobian(robot, q)
    tau = model.inverse_dynamics(q, qd, qdd, p) - np.einsum("kij,i->kj", J, pushed)
    found = []
    for k in range(len(t)):
        states = (dict(zip(robot.actuated, x[k])) for x in (q, tau))
        found.append(compensator.push(*states))
    assert found[:20] == [None] * 20
    np.testing.assert_allclose(found[-1], pushed, rtol=0, atol=2e-3)


@pytest.mark.skipif(COMPILER is None, reason="needs a C compiler")
def test_a_load_is_that_of_the_payload_stream(tmp_path):
    robot = di.load_robot("six_dof")
    model = di.Model(robot, [di.Viscous()])
    p = full_parameters(model)
    result = result_of(model, p)
    di.export(result, tmp_path / "arm_c", kind="c", payload_rate=500.0)
    code, stream = Code(tmp_path / "arm_c"), di.PayloadStream(result, rate=500.0)
    loaded = model.inverse_dynamics
    t = np.arange(2500) / 500.0
    w = np.linspace(1.0, 3.0, robot.dof)
    q, qd, qdd = (
        0.5 * a
        for a in (
            np.sin(np.outer(t, w)),
            w * np.cos(np.outer(t, w)),
            -(w**2) * np.sin(np.outer(t, w)),
        )
    )
    heavy = p.copy()
    heavy[50:60] += di.inertial(1.5, (0.02, 0.0, 0.1), (0.01, 0.01, 0.01))
    tau = loaded(q, qd, qdd, heavy)
    last = None
    for k in range(len(t)):
        code.push_payload(q[k], tau[k])
        last = stream.push(t[k], q[k], tau[k]) or last
    load = code.get_payload()
    assert load.mass == pytest.approx(last.mass, rel=1e-6)
    assert load.mass == pytest.approx(1.5, rel=0.02)


def test_the_package_says_what_it_needs():
    """The nodes are read, not run: rclpy comes with ROS."""
    root = ElementTree.parse(PACKAGE / "package.xml").getroot()
    needs = {element.text for element in root.findall("exec_depend")}
    tree = ast.parse((PACKAGE / "dynid_ros" / "nodes.py").read_text())
    used = {
        node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)
    }
    assert {"rclpy", "sensor_msgs", "geometry_msgs", "trajectory_msgs"} <= needs & used
    scripts = (PACKAGE / "setup.py").read_text()
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in ("record", "play", "broadcast"):
        assert f"{name} = dynid_ros.nodes:{name}" in scripts
        assert name in functions
