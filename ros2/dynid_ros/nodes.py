"""The nodes: topics and parameters around the other modules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rclpy
from builtin_interfaces.msg import Duration
from geometry_msgs.msg import InertiaStamped, WrenchStamped
from rclpy.node import Node
from sensor_msgs.msg import JointState
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

from dynid_ros.compensation import Code, Compensator
from dynid_ros.playing import make_points
from dynid_ros.recording import Recorder


class RecordNode(Node):
    def __init__(self) -> None:
        super().__init__("dynid_record")
        path = self.declare_parameter("path", "recording").value
        topics = self.declare_parameter("topics", ["/joint_states"]).value
        self.recorder = Recorder(Path(path))
        for topic in topics:
            self.create_subscription(JointState, topic, self._receive(topic), 100, raw=True)

    def _receive(self, topic: str) -> Any:
        return lambda data: self.recorder.write(topic, data, self.get_clock().now().nanoseconds)

    def destroy_node(self) -> None:
        self.get_logger().info(self.recorder.close())
        super().destroy_node()


class PlayNode(Node):
    def __init__(self) -> None:
        import dynid as di

        super().__init__("dynid_play")
        self.motion = di.load_trajectory(self.declare_parameter("trajectory", "").value)
        topic = self.declare_parameter("topic", "/joint_trajectory").value
        self.reach = self.declare_parameter("reach", 0.5).value
        self.publisher = self.create_publisher(JointTrajectory, topic, 1)
        self.subscription = self.create_subscription(JointState, "/joint_states", self._start, 10)

    def _start(self, state: JointState) -> None:
        self.destroy_subscription(self.subscription)
        points = make_points(self.motion, dict(zip(state.name, state.position)), reach=self.reach)
        message = JointTrajectory(joint_names=list(self.motion.joints))
        for point in points:
            seconds = int(point.time)
            since = Duration(sec=seconds, nanosec=int((point.time - seconds) * 1e9))
            message.points.append(
                JointTrajectoryPoint(
                    positions=point.positions,
                    velocities=point.velocities,
                    accelerations=point.accelerations,
                    time_from_start=since,
                )
            )
        self.publisher.publish(message)
        self.get_logger().info(f"{points[-1].time:.1f} s of motion are on their way")


class BroadcastNode(Node):
    def __init__(self) -> None:
        import dynid as di

        super().__init__("dynid_broadcast")
        code = Code(Path(self.declare_parameter("code", "arm_c").value))
        result = di.Estimate.load(
            Path(self.declare_parameter("result", "result").value) / "result.json"
        )
        rate = self.declare_parameter("rate", 500.0).value
        self.compensator = Compensator(code, result.model.robot, rate)
        self.wrenches = self.create_publisher(WrenchStamped, "~/external_wrench", 10)
        self.loads = self.create_publisher(InertiaStamped, "~/payload", 10)
        self.create_subscription(JointState, "/joint_states", self._push, 100)
        self.create_timer(1.0, self._tell_load)

    def _push(self, state: JointState) -> None:
        pairs = (dict(zip(state.name, values)) for values in (state.position, state.effort))
        wrench = self.compensator.push(*pairs)
        if wrench is None:
            return
        message = WrenchStamped(header=state.header)
        force, torque = message.wrench.force, message.wrench.torque
        force.x, force.y, force.z, torque.x, torque.y, torque.z = map(float, wrench)
        self.wrenches.publish(message)

    def _tell_load(self) -> None:
        load = self.compensator.code.get_payload() if self.compensator.code.has_payload else None
        if load is None:
            return
        message = InertiaStamped()
        message.header.stamp = self.get_clock().now().to_msg()
        body = message.inertia
        body.m = load.mass
        body.com.x, body.com.y, body.com.z = load.com
        body.ixx, body.ixy, body.iyy, body.ixz, body.iyz, body.izz = load.inertia
        self.loads.publish(message)


def _spin(make: Any) -> None:
    rclpy.init()
    node = make()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


def record() -> None:
    _spin(RecordNode)


def play() -> None:
    _spin(PlayNode)


def broadcast() -> None:
    _spin(BroadcastNode)
