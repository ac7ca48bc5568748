"""Joint states to an MCAP file that dynid reads. Needs no ROS."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

MESSAGE = "sensor_msgs/msg/JointState"
LATE = 3.0  # times the usual interval: a gap


@dataclass
class Recorder:
    """Writes serialised messages to the folder of a ROS 2 bag with an MCAP file in it.

    path    the new folder; one that exists is refused
    """

    path: Path
    stamps: dict[str, list[float]] = field(default_factory=dict)
    without_effort: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from rosbags.rosbag2 import StoragePlugin, Writer
        from rosbags.typesys import Stores, get_typestore

        self.store = get_typestore(Stores.LATEST)
        self.writer: Any = Writer(
            self.path, version=Writer.VERSION_LATEST, storage_plugin=StoragePlugin.MCAP
        )
        self.writer.open()
        self.connections: dict[str, Any] = {}

    def write(self, topic: str, data: bytes, received: int) -> None:
        """A message in CDR, and when it was received [ns]."""
        if topic not in self.connections:
            made = self.writer.add_connection(topic, MESSAGE, typestore=self.store)
            self.connections[topic] = made
            self.stamps[topic], self.without_effort[topic] = [], 0
        message: Any = self.store.deserialize_cdr(data, MESSAGE)
        stamp = message.header.stamp
        self.stamps[topic].append(stamp.sec + 1e-9 * stamp.nanosec)
        self.without_effort[topic] += len(message.effort) != len(message.name)
        self.writer.write(self.connections[topic], received, data)

    def close(self) -> str:
        """Ends the file; what was recorded, and what to know of it."""
        self.writer.close()
        lines = []
        for topic, stamps in self.stamps.items():
            dt = np.diff(stamps)
            usual = float(np.median(dt)) if len(dt) else np.nan
            said = [f"{topic}: {len(stamps)} messages"]
            if usual > 0:
                said += [f"{1 / usual:.4g} Hz", f"{int((dt > LATE * usual).sum())} gaps"]
            if lost := self.without_effort[topic]:
                said.append(f"{lost} without effort, which dynid cannot identify from")
            lines.append(", ".join(said))
        return "\n".join(lines) or "nothing was received"
