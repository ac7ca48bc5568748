"""Writing logs as ROS bags: ROS 1 (.bag), ROS 2 (.db3, .mcap), joint states on one topic."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dynid.data.files import need
from dynid.data.log import Log

TOPIC = "/joint_states"
# ns; also the stamp of the first sample, since zero stamps mean that there are none
SECOND = 1_000_000_000


def save_bag(log: Log, file: BinaryIO, suffix: str) -> None:
    """One message a sample. A bag keeps times to the nanosecond, counted from the first sample."""
    what = f"writing {suffix}"
    typesys = need("rosbags.typesys", "ros", what)
    with tempfile.TemporaryDirectory() as folder:
        bag = Path(folder) / f"log{suffix}"
        if suffix == ".bag":
            store = typesys.get_typestore(typesys.Stores.ROS1_NOETIC)
            writer, serialize = (
                need("rosbags.rosbag1", "ros", what).Writer(bag),
                store.serialize_ros1,
            )
        else:
            store = typesys.get_typestore(typesys.Stores.LATEST)
            rosbag2 = need("rosbags.rosbag2", "ros", what)
            plugin = (
                rosbag2.StoragePlugin.MCAP if suffix == ".mcap" else rosbag2.StoragePlugin.SQLITE3
            )
            writer, serialize = (
                rosbag2.Writer(bag, version=8, storage_plugin=plugin),
                store.serialize_cdr,
            )
        _write(log, writer, store, serialize, {"seq": 0} if suffix == ".bag" else {})
        whole = bag if suffix == ".bag" else next(bag.glob(f"*{suffix}"))
        file.write(whole.read_bytes())


def _write(log: Log, writer: Any, store: Any, serialize: Any, extra: dict[str, int]) -> None:
    names = ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    State, Header, Time = (store.types[name] for name in names)
    stamps = SECOND + np.round((log.t - log.t[0]) * 1e9).astype(np.int64)
    qd = log.qd if log.qd is not None else np.zeros((len(log), 0))
    with writer:
        connection = writer.add_connection(TOPIC, State.__msgtype__, typestore=store)
        for stamp, q, v, tau in zip(stamps.tolist(), log.q, qd, log.tau):
            header = Header(
                stamp=Time(sec=stamp // SECOND, nanosec=stamp % SECOND), frame_id="", **extra
            )
            message = State(
                header=header, name=list(log.joints), position=q, velocity=v, effort=tau
            )
            writer.write(connection, stamp, serialize(message, State.__msgtype__))
