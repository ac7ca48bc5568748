"""Forces of six-axis sensors in ROS bags (geometry_msgs/WrenchStamped), at the times of the joint
states."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.data.column_map import FORCES, Table

MESSAGE = "geometry_msgs/msg/WrenchStamped"
BEYOND = 2.0  # periods of a sensor by which joint states may begin before it, or end after it


@dataclass(frozen=True)
class Sensor:
    """stamps [ns], of the header or, where that has none, of the bag; values: six of each."""

    topic: str
    stamps: array[int] = field(default_factory=lambda: array("q"))
    values: array[float] = field(default_factory=lambda: array("d"))


def read_wrenches(reader: Any) -> dict[str, Sensor]:
    """{name: sensor} of all topics, named by the message's frame or, where that is empty, by the
    last part of the topic."""
    found: dict[str, Sensor] = {}
    connections = [c for c in reader.connections if c.msgtype == MESSAGE]
    for connection, arrival, raw in reader.messages(connections=connections) if connections else ():
        message = reader.deserialize(raw, connection.msgtype)
        name = message.header.frame_id or connection.topic.rsplit("/", 1)[-1]
        sensor = found.setdefault(name, Sensor(connection.topic))
        stamp, f, m = message.header.stamp, message.wrench.force, message.wrench.torque
        sensor.stamps.append(stamp.sec * 1_000_000_000 + stamp.nanosec or arrival)
        sensor.values.extend((f.x, f.y, f.z, m.x, m.y, m.z))
    return found


def add_wrenches(table: Table, stamps: NDArray[np.int64], sensors: dict[str, Sensor]) -> Table:
    """With the columns fx_<name> to mz_<name>, linear between a sensor's samples; a sensor that was
    not recorded all the time is left out, and that is said."""
    columns, notes = {}, list(table.notes)
    for name, sensor in sensors.items():
        t = np.asarray(sensor.stamps, dtype=np.int64)
        t, first = np.unique(t, return_index=True)
        period = (t[-1] - t[0]) / max(len(t) - 1, 1)
        if len(t) < 2 or max(t[0] - stamps[0], stamps[-1] - t[-1]) > BEYOND * period:
            notes.append(
                f"forces in '{name}' ignored: topic '{sensor.topic}' does not cover the joint"
                " states' time"
            )
            continue
        six = np.asarray(sensor.values).reshape(-1, len(FORCES))[first]
        at = (stamps - t[0]).astype(float)
        for kind, column in zip(FORCES, six.T):
            columns[f"{kind}_{name}"] = np.interp(at, (t - t[0]).astype(float), column)
        notes.append(f"forces in '{name}' of topic '{sensor.topic}', at the joint states' times")
    held, names, count = list(columns.values()), (*table.names, *columns), len(table.names)

    def load(places: Any) -> list[NDArray[Any]]:
        return [held[k - count] if k >= count else table.load([k])[0] for k in places]

    shapes = (*table.shapes, *(column.shape for column in held))
    return replace(table, names=names, load=load, notes=tuple(notes), shapes=shapes)
