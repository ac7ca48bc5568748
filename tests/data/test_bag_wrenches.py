"""Forces of sensors in ROS bags, written here with rosbags: named, brought to the joint states'
times, left out where they are too short."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from hinge_help import mujoco_sensors, scara, swings

rosbags = pytest.importorskip(
    "rosbags", reason="rosbags is not installed: pip install 'dynid[ros]'"
)

START = 1_700_000_000_123_456_789  # [ns]
STATE, WRENCH = "sensor_msgs/msg/JointState", "geometry_msgs/msg/WrenchStamped"


def write_bag(path, ros1, joints, t, q, tau, sensors):
    """sensors: [(topic, frame, times, (N, 6))]."""
    from rosbags import rosbag1, rosbag2
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_HUMBLE)
    types, extra = store.types, {"seq": 0} if ros1 else {}
    writer = rosbag1.Writer(path) if ros1 else rosbag2.Writer(path, version=8)
    serialize = store.serialize_ros1 if ros1 else store.serialize_cdr
    vector = types["geometry_msgs/msg/Vector3"]

    def header(s, frame=""):
        ns = START + round(s * 1e9)
        stamp = types["builtin_interfaces/msg/Time"](sec=ns // 10**9, nanosec=ns % 10**9)
        return ns, types["std_msgs/msg/Header"](stamp=stamp, frame_id=frame, **extra)

    with writer:
        to = writer.add_connection("/joint_states", STATE, typestore=store)
        for s, x, y in zip(t, q, tau):
            ns, head = header(s)
            message = types[STATE](head, list(joints), x, np.zeros(0), y)
            writer.write(to, ns, serialize(message, STATE))
        for topic, frame, times, six in sensors:
            to = writer.add_connection(topic, WRENCH, typestore=store)
            for s, x in zip(times, six):
                ns, head = header(s, frame)
                wrench = types["geometry_msgs/msg/Wrench"](vector(*x[:3]), vector(*x[3:]))
                writer.write(to, ns, serialize(types[WRENCH](head, wrench), WRENCH))
    return path


def signal(t):
    """(N, 6)"""
    return np.sin(np.outer(t, np.arange(1, 7)))


@pytest.mark.parametrize("ros1", [True, False])
def test_named_and_at_the_joint_states_times(tmp_path, ros1):
    t = np.arange(0.0, 2.0, 0.01)
    q, late, half = np.cos(t)[:, None], np.arange(0.003, 2.0, 0.004), np.arange(0.0, 1.0, 0.004)
    sensors = [
        ("/sensors/wrench", "a", late, signal(late)),
        ("/sensors/elbow", "", late, 2 * signal(late)),
        ("/sensors/short", "c", half, signal(half)),
    ]
    path = write_bag(tmp_path / ("run.bag" if ros1 else "run"), ros1, ["a"], t, q, q, sensors)
    log = di.read_log(path)
    assert list(log.sensors) == ["a", "elbow"]
    assert np.array_equal(log.q, q)
    inner = slice(1, -1)  # a straight line over 4 ms bends by (6 rad/s)^2 (2 ms)^2 / 2 at most
    assert np.abs(log.sensors["a"] - signal(t))[inner].max() < 1e-4
    assert np.abs(log.sensors["elbow"] - 2 * signal(t))[inner].max() < 2e-4
    assert any("'c' ignored: topic '/sensors/short'" in note for note in log.notes)
    renamed = {f"{kind}_a": f"{kind}_elbow" for kind in ("fx", "fy", "fz", "mx", "my", "mz")}
    other = di.read_log(path, columns=renamed)
    assert np.array_equal(other.sensors["a"], log.sensors["elbow"])


def test_bodies_from_a_bag_made_by_mujoco(tmp_path):
    """The hand from a sensor in the last joint; and a frame that is no joint disturbs nothing."""
    robot = scara()
    t, q, qd, qdd = swings(robot, 0.25, samples=1500, seed=4, rate=250.0)
    tau, sensors = mujoco_sensors(robot, q, qd, qdd)
    told = [("/wrist/wrench", "flange", t, sensors["flange"]), ("/ft", "tool0", t, 0 * signal(t))]
    path = write_bag(tmp_path / "run", False, robot.actuated, t, q, tau, told)
    model = di.Model(robot)
    data = di.process(di.read_log(path), model, cutoff=30.0)
    assert di.estimate(di.Problem(model, data), di.WLS()).joints[0].relative < 0.1
    data = di.process(di.read_log(path).select_sensors(["flange"]), model, cutoff=30.0)
    found = di.estimate(
        di.estimators.HingeProblem.from_data(data), di.estimators.NewtonEulerPerBody()
    )
    assert found.theta[found.names.index("hand.m")] == pytest.approx(
        np.asarray(robot.body("hand").inertia)[0], rel=1e-4
    )
