"""ROS bags: joint states of ROS 1 (.bag) and ROS 2 (folder, .db3, .mcap), and forces of sensors."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Ints
from dynid.data.column_map import FORCES, Table
from dynid.data.formats.format_base import Format
from dynid.data.log import Log
from dynid.errors import InputError, join_names, suggest_name
from dynid.option_names import name_option

MESSAGE = "sensor_msgs/msg/JointState"
TOPIC = "/joint_states"
# ns; also the stamp of the first sample saved, since zero stamps mean that there are none
SECOND = 1_000_000_000


class Bag(Format):
    name = "ROS bag"
    endings = (".bag", ".db3", ".mcap")
    begins = (b"#ROSBAG", b"SQLite format 3\0", b"\x89MCAP0\r\n")
    folder = "the folder of a ROS 2 bag"
    install = "dynid[ros]"
    takes = ("topic", "joints")

    def open(
        self,
        path: Path,
        topic: str | Sequence[str] | None = None,
        joints: Sequence[str] | None = None,
    ) -> Table:
        highlevel = self.require_package("rosbags.highlevel", f"reading '{path}'")
        typesys = self.require_package("rosbags.typesys", f"reading '{path}'")
        files = _list_files(path)
        try:
            # sqlite3 bags of older ROS 2 carry no definitions; JointState is the same in all
            store = typesys.get_typestore(typesys.Stores.LATEST)
            with highlevel.AnyReader(files, default_typestore=store) as reader:
                asked = [topic] if topic is None or isinstance(topic, str) else list(topic)
                topics = [_select_topic(path, reader.topics, one) for one in asked]
                read = [(one, _read(path, reader, one)) for one in dict.fromkeys(topics)]
                sensors = read_wrenches(reader)
        except InputError:
            raise
        except Exception as error:  # damaged: errors of sqlite, yaml, zstd, lz4, struct, ...
            raise InputError(
                f"{path}: cannot be read as a ROS bag ({str(error)[:200] or type(error).__name__});"
                " expected a whole recording. A recorder that was killed leaves no index: try"
                " 'rosbag reindex' or 'ros2 bag reindex'."
            ) from error
        wanted = joints if len(read) == 1 else None
        found = join_topics(str(path), [_read_columns(path, *one, wanted) for one in read])
        return add_wrenches(_make_table(path, found), found.stamps, sensors)

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        """One message a sample, times to the nanosecond, counted from the first sample."""
        what = f"writing {ending}"
        if log.sensors or log.channels or log.around or log.torqueless:
            raise InputError(
                "a ROS bag is written as joint states, which hold no forces of sensors, no"
                " temperatures, no motor encoders and no pose of a base; expected .csv, .parquet,"
                " .npz, .h5 or .mat, or the log without:"
                " log.with_sensors(()).with_channels(()).with_around(())."
            )
        typesys = self.require_package("rosbags.typesys", what)
        stores, ros1 = typesys.Stores, ending == ".bag"
        store = typesys.get_typestore(stores.ROS1_NOETIC if ros1 else stores.LATEST)
        with tempfile.TemporaryDirectory() as folder:
            bag = Path(folder) / f"log{ending}"
            if ros1:
                writer = self.require_package("rosbags.rosbag1", what).Writer(bag)
                _write(log, writer, store, store.serialize_ros1, {"seq": 0})
            else:
                rosbag2 = self.require_package("rosbags.rosbag2", what)
                plugin = rosbag2.StoragePlugin["MCAP" if ending == ".mcap" else "SQLITE3"]
                writer = rosbag2.Writer(bag, version=8, storage_plugin=plugin)
                _write(log, writer, store, store.serialize_cdr, {})
            whole = bag if ros1 else next(bag.glob(f"*{ending}"))
            file.write(whole.read_bytes())


@dataclass
class _MessageRows:
    """Messages that name the same joints in the same order and carry the same of position,
    velocity, effort."""

    names: tuple[str, ...]
    has: tuple[bool, bool, bool]
    order: array[int] = field(default_factory=lambda: array("q"))  # place among all messages
    stamps: array[int] = field(default_factory=lambda: array("q"))  # [ns]
    arrivals: array[int] = field(default_factory=lambda: array("q"))  # [ns]
    values: tuple[array[float], ...] = field(
        default_factory=lambda: (array("d"), array("d"), array("d"))
    )

    def collect_matrix(self, which: int, joints: Sequence[str]) -> Array:
        """(N, n) of position (0), velocity (1) or effort (2) of these joints."""
        whole = np.frombuffer(self.values[which]).reshape(-1, len(self.names))
        return whole[:, [self.names.index(joint) for joint in joints]]


def _list_files(path: Path) -> list[Path]:
    if not path.is_dir():
        if path.suffix not in Bag.endings:
            raise InputError(
                f"{path}: is a ROS bag by its content; give it the name rosbags expects:"
                f" {Bag.endings}."
            )
        return [path]
    if (path / "metadata.yaml").exists():
        return [path]
    files = sorted(p for p in path.iterdir() if p.suffix in Bag.endings)
    if not files:
        raise InputError(
            f"{path}: a folder without metadata.yaml, .db3, .mcap, .bag or .parquet; expected a ROS"
            " bag, a folder of Parquet files, or a file."
        )
    return files


def _select_topic(path: Path, topics: Any, wanted: str | None) -> str:
    found: dict[str, int] = {
        name: info.msgcount for name, info in topics.items() if info.msgtype == MESSAGE
    }
    shown = join_names(f"{name} ({count} messages)" for name, count in found.items())
    if not found:
        others = join_names(f"{name} ({info.msgtype})" for name, info in topics.items())
        raise InputError(f"{path}: no topic of type sensor_msgs/JointState; it has {others}.")
    if wanted is None:
        if len(found) > 1:
            raise InputError(
                f"{path}: several topics with joint states; choose with"
                f" {name_option('topic', '...')}, or several that are to be joined: {shown}."
            )
        return next(iter(found))
    if wanted not in found:
        raise InputError(
            f"{path}: no joint states on topic '{wanted}'; it has "
            f"{shown}.{suggest_name(wanted, found)}"
        )
    return wanted


def _read(path: Path, reader: Any, topic: str) -> list[_MessageRows]:
    groups: dict[tuple[Any, ...], _MessageRows] = {}
    connections = [c for c in reader.connections if c.topic == topic]
    for place, (connection, arrival, raw) in enumerate(reader.messages(connections=connections)):
        message = reader.deserialize(raw, connection.msgtype)
        names, values = tuple(message.name), (message.position, message.velocity, message.effort)
        has = (len(values[0]) > 0, len(values[1]) > 0, len(values[2]) > 0)
        if (names, has) not in groups:
            if len(set(names)) < len(names):
                raise InputError(
                    f"{path}: message {place} on '{topic}' names a joint twice: "
                    f"{join_names(names)}."
                )
            groups[names, has] = _MessageRows(names, has)
        rows = groups[names, has]
        for which, numbers in enumerate(values):
            if len(numbers) not in (0, len(names)):
                raise InputError(
                    f"{path}: message {place} on '{topic}' has {len(numbers)} values of"
                    f" {('position', 'velocity', 'effort')[which]} for {len(names)} names; expected"
                    " one each."
                )
            rows.values[which].frombytes(np.asarray(numbers, dtype=float).tobytes())
        stamp = message.header.stamp
        rows.order.append(place)
        rows.stamps.append(stamp.sec * 1_000_000_000 + stamp.nanosec)
        rows.arrivals.append(arrival)
    return list(groups.values())


def _read_columns(
    path: Path, topic: str, groups: list[_MessageRows], wanted: Sequence[str] | None
) -> TopicColumns:
    """The messages that carry all the joints, in the order in which they came."""
    joints, used = _find_usable_topics(path, topic, groups, wanted)
    order = np.argsort(np.concatenate([rows.order for rows in used]))
    stamps = np.concatenate([rows.stamps for rows in used])[order]
    arrivals = np.concatenate([rows.arrivals for rows in used])[order]
    data = {
        name: np.concatenate([rows.collect_matrix(which, joints) for rows in used])[order]
        for which, name in ((0, "q"), (2, "tau"), (1, "qd"))
        if all(rows.has[which] for rows in used)
    }
    notes = [f"joint states of topic '{topic}'"]
    dropped = sum(len(rows.order) for rows in groups) - len(order)
    if dropped:
        notes.append(
            f"{dropped} messages ignored, without position and effort of all of "
            f"{join_names(joints)}"
        )
    if "qd" not in data and any(rows.has[1] for rows in used):
        notes.append("velocities ignored: some messages lack them")
    if not stamps.any():
        notes.append(
            "the messages carry no time stamp: t is the time at which the bag recorded them"
        )
        stamps = arrivals
    return TopicColumns(topic, joints, stamps, arrivals, data, tuple(notes))


def _make_table(path: Path, found: TopicColumns) -> Table:
    stamps, arrivals = found.stamps, found.arrivals
    first, arrived = (f"{ns // 10**9}.{ns % 10**9:09d} s" for ns in (stamps[0], arrivals[0]))
    counts = f"t counts from the first sample, stamped {first}, recorded at {arrived}"
    # subtracted as integers: seconds since 1970 in a float are exact to 0.2 microseconds only
    arrays = {"t": (stamps - stamps[0]) / 1e9, "bag_time": (arrivals - arrivals[0]) / 1e9}
    arrays |= found.data
    held = list(arrays.values())
    return Table(
        *(str(path), tuple(arrays), lambda at: [held[k] for k in at], found.joints),
        (*found.notes, counts),
        tuple(array.shape for array in held),
    )


def _find_usable_topics(
    path: Path, topic: str, groups: list[_MessageRows], wanted: Sequence[str] | None
) -> tuple[tuple[str, ...], list[_MessageRows]]:
    if not groups:
        raise InputError(
            f"{path}: no messages on topic '{topic}'; expected joint states of a motion."
        )
    whole = [rows for rows in groups if rows.has[0] and rows.has[2]]
    if not whole:
        raise InputError(
            f"{path}: no message on topic '{topic}' carries both position and effort (the torque); "
            "make the driver publish effort, or record the topic that has it."
        )
    known = tuple(dict.fromkeys(name for rows in whole for name in rows.names))
    joints = known if wanted is None else tuple(wanted)
    if unknown := [joint for joint in joints if joint not in known]:
        raise InputError(
            f"{path}: no joint {join_names(unknown)} on '{topic}'; it has {join_names(known)}."
        )
    used = [rows for rows in whole if set(joints) <= set(rows.names)]
    if not used:
        sets: dict[frozenset[str], int] = {}
        for rows in whole:
            sets[frozenset(rows.names)] = sets.get(frozenset(rows.names), 0) + len(rows.order)
        shown = "; ".join(
            f"{join_names(n for n in known if n in s)} ({count} messages)"
            for s, count in sets.items()
        )
        raise InputError(
            f"{path}: no message on '{topic}' carries all of {join_names(joints)}; they carry "
            f"{shown}."
            " Choose joints that come together with joints=(...)."
        )
    return joints, used


def _write(log: Log, writer: Any, store: Any, serialize: Any, extra: dict[str, int]) -> None:
    if log.currents:
        raise InputError(
            f"{log.where} holds currents of {join_names(log.currents)}; a JointState has efforts "
            f"only,"
            " which are read as torques. Save it in another format, or read it with units that"
            " make torques of them."
        )
    names = (MESSAGE, "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    State, Header, Time = (store.types[name] for name in names)
    stamps = SECOND + np.round((log.t - log.t[0]) * 1e9).astype(np.int64)
    velocities = log.qd if log.qd is not None else np.zeros((len(log), 0))
    # rosbags takes rows without gaps only
    q, qd, tau = (np.ascontiguousarray(array) for array in (log.q, velocities, log.tau))
    with writer:
        connection = writer.add_connection(TOPIC, State.__msgtype__, typestore=store)
        for k, stamp in enumerate(stamps.tolist()):
            header = Header(
                stamp=Time(sec=stamp // SECOND, nanosec=stamp % SECOND), frame_id="", **extra
            )
            message = State(
                header=header, name=list(log.joints), position=q[k], velocity=qd[k], effort=tau[k]
            )
            writer.write(connection, stamp, serialize(message, State.__msgtype__))


# ---- Joint states of several topics of one bag as one recording.


@dataclass(frozen=True, eq=False)
class TopicColumns:
    """What one topic tells: stamps and times of arrival [ns], and (N, n) of q, tau, perhaps qd."""

    topic: str
    joints: tuple[str, ...]
    stamps: Ints
    arrivals: Ints
    data: Mapping[str, Array]
    notes: tuple[str, ...] = ()


def join_topics(where: str, topics: Sequence[TopicColumns]) -> TopicColumns:
    """The joints of all topics, at the stamps of the first one, where all have begun and none has
    ended; the others are interpolated, linearly, and that is noted."""
    first, *others = topics
    if not others:
        return first
    names = [joint for each in topics for joint in each.joints]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(
            f"{where}: {join_names(twice)} is on several of the topics"
            f" {join_names(each.topic for each in topics)}; expected every joint on one of them."
        )
    for each in topics:
        if len(each.stamps) < 2 or (np.diff(each.stamps) <= 0).any():
            raise InputError(
                f"{where}: the stamps of topic '{each.topic}' do not increase, so it cannot be"
                " joined with others; expected two messages or more, in order. Convert it alone."
            )
    begin, end = max(x.stamps[0] for x in topics), min(x.stamps[-1] for x in topics)
    keep = (first.stamps >= begin) & (first.stamps <= end)
    if np.count_nonzero(keep) < 2:
        raise InputError(
            f"{where}: the topics {join_names(each.topic for each in topics)} were not recorded at "
            f"the"
            " same time; expected topics that overlap."
        )
    stamps = first.stamps[keep]
    t = (stamps - begin) / 1e9
    notes = [note for each in topics for note in each.notes]
    data = {name: [array[keep]] for name, array in first.data.items()}
    for other in others:
        own = (other.stamps - begin) / 1e9
        for name in list(data):
            if name not in other.data:
                del data[name]
                notes.append(f"velocities ignored: topic '{other.topic}' has none")
                continue
            columns = [np.interp(t, own, column) for column in other.data[name].T]
            data[name].append(np.stack(columns, axis=1))
        step = float(np.median(np.diff(own)))
        notes.append(
            f"'{other.topic}', a message every {step:.3g} s, is interpolated at the stamps of"
            f" '{first.topic}', every {float(np.median(np.diff(t))):.3g} s"
        )
    whole = {name: np.concatenate(parts, axis=1) for name, parts in data.items()}
    topic = " and ".join(each.topic for each in topics)
    return TopicColumns(topic, tuple(names), stamps, first.arrivals[keep], whole, tuple(notes))


# ---- Forces of six-axis sensors in ROS bags (geometry_msgs/WrenchStamped), at the times of the
# joint states.

WRENCH_MESSAGE = "geometry_msgs/msg/WrenchStamped"
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
    connections = [c for c in reader.connections if c.msgtype == WRENCH_MESSAGE]
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
