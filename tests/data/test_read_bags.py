"""read_log on ROS bags, written here with rosbags: ROS 1, ROS 2 (sqlite3, mcap), as folders and as
single files."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from dynid.data.log import Log
from dynid.data.log_reading import read_log
from dynid.errors import DynidError, InputError

rosbags = pytest.importorskip(
    "rosbags", reason="rosbags is not installed: pip install 'dynid[ros]'"
)

START = 1_700_000_000_123_456_789  # [ns], a number that no float holds
STEP = 1_000_000
KINDS = ("bag", "sqlite3", "mcap")


@dataclass
class Message:
    """One JointState; `stamp` and `arrival` in nanoseconds after START."""

    name: tuple[str, ...]
    position: object = ()
    velocity: object = ()
    effort: object = ()
    stamp: int | None = 0  # None: an empty header
    arrival: int | None = None
    topic: str = "/joint_states"


def states(
    count=20, names=("a", "b"), velocities=True, topic="/joint_states", **changes
) -> list[Message]:
    rng = np.random.default_rng(5)
    messages = []
    for k in range(count):
        q, qd, tau = rng.standard_normal((3, len(names)))
        fields = {
            "position": q,
            "velocity": qd if velocities else (),
            "effort": tau,
            "stamp": k * STEP,
            "topic": topic,
        }
        messages.append(Message(tuple(names), **{**fields, **changes}))
    return messages


def write_bag(folder: Path, kind: str, messages: list[Message], strings: int = 0) -> Path:
    """A bag with these messages, and some on a topic of another type."""
    from rosbags import rosbag1, rosbag2
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS1_NOETIC if kind == "bag" else Stores.ROS2_HUMBLE)
    types = store.types
    path = folder / ("run.bag" if kind == "bag" else f"run_{kind}")
    if kind == "bag":
        writer, serialize, extra = rosbag1.Writer(path), store.serialize_ros1, {"seq": 0}
    else:
        plugin = rosbag2.StoragePlugin[kind.upper()]
        writer, serialize, extra = (
            rosbag2.Writer(path, version=8, storage_plugin=plugin),
            store.serialize_cdr,
            {},
        )
    with writer:
        kinds = {m.topic: "sensor_msgs/msg/JointState" for m in messages} | {
            "/chatter": "std_msgs/msg/String"
        }
        topics = {
            topic: writer.add_connection(topic, kind, typestore=store)
            for topic, kind in kinds.items()
        }
        text = types["std_msgs/msg/String"](data="hello")
        for k in range(strings):
            writer.write(topics["/chatter"], START + k, serialize(text, "std_msgs/msg/String"))
        for k, m in enumerate(messages):
            ns = 0 if m.stamp is None else START + m.stamp
            stamp = types["builtin_interfaces/msg/Time"](sec=ns // 10**9, nanosec=ns % 10**9)
            header = types["std_msgs/msg/Header"](stamp=stamp, frame_id="", **extra)
            values = [np.array(v, dtype=float) for v in (m.position, m.velocity, m.effort)]
            message = types[kinds[m.topic]](header, list(m.name), *values)
            arrival = START + (m.arrival if m.arrival is not None else k * STEP + 300)
            writer.write(topics[m.topic], arrival, serialize(message, kinds[m.topic]))
    return path


def expect(log, messages, joints=("a", "b"), velocities=True):
    assert log.joints == tuple(joints)
    for kind, of in (
        ("q", "position"),
        ("tau", "effort"),
        *((("qd", "velocity"),) if velocities else ()),
    ):
        rows = [[getattr(m, of)[m.name.index(joint)] for joint in joints] for m in messages]
        assert np.array_equal(getattr(log, kind), rows), kind
    assert (log.qd is not None) == velocities
    assert np.array_equal(log.t, np.array([m.stamp - messages[0].stamp for m in messages]) / 1e9)
    return log


def says(words, path, **options):
    with pytest.raises(InputError) as caught:
        read_log(path, **options)
    for word in (str(path), *words):
        assert word in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("velocities", [True, False])
def test_joint_states(tmp_path, kind, velocities):
    messages = states(velocities=velocities)
    path = write_bag(tmp_path, kind, messages, strings=3)
    log = expect(read_log(path), messages, velocities=velocities)
    assert log.rate == pytest.approx(1000.0, rel=1e-9)
    assert log.source == str(path)
    assert len(log.sha256) == 64
    assert log.notes == (
        "joint states of topic '/joint_states'",
        (
            "t counts from the first sample, stamped 1700000000.123456789 s, recorded at"
            " 1700000000.123457089 s"
        ),
    )
    assert read_log(path, joints=["b"]).q[:, 0].tolist() == [m.position[1] for m in messages]


@pytest.mark.parametrize(("kind", "suffix"), [("sqlite3", "db3"), ("mcap", "mcap")])
def test_single_files_and_folders_without_metadata(tmp_path, kind, suffix):
    messages = states()
    folder = write_bag(tmp_path, kind, messages)
    (file,) = folder.glob(f"*.{suffix}")
    expect(read_log(file), messages)
    whole = read_log(folder).sha256
    (folder / "metadata.yaml").unlink()
    assert expect(read_log(folder), messages).sha256 != whole
    shutil.copy(file, tmp_path / "run.log")
    says(["is a ROS bag by its content", suffix], tmp_path / "run.log")


@pytest.mark.parametrize("kind", KINDS)
def test_saved_as_csv_it_stays_the_same(tmp_path, kind):
    log = read_log(write_bag(tmp_path, kind, states()))
    log.save(tmp_path / "log.csv")
    back = read_log(tmp_path / "log.csv")
    for name in ("t", "q", "qd", "tau"):
        assert np.array_equal(getattr(back, name), getattr(log, name))
    assert back.notes[:2] == log.notes


@pytest.mark.parametrize("kind", KINDS)
def test_messages_may_permute_their_joints(tmp_path, kind):
    messages = states(30, ("a", "b", "c"))
    for k in range(0, 30, 3):
        m, order = messages[k], [2, 0, 1]
        messages[k] = Message(
            ("c", "a", "b"),
            m.position[order],
            m.velocity[order],
            m.effort[order],
            m.stamp,
            topic=m.topic,
        )
    log = expect(
        read_log(write_bag(tmp_path, kind, messages), joints=["a", "b", "c"]), messages, "abc"
    )
    assert not any("ignored" in note for note in log.notes)


def test_messages_may_carry_only_some_joints(tmp_path):
    messages = states(12, ("a", "b", "c"))
    for k in (3, 7):
        m = messages[k]
        messages[k] = Message(
            ("b", "a"), m.position[[1, 0]], m.velocity[[1, 0]], m.effort[[1, 0]], m.stamp
        )
    path = write_bag(tmp_path, "bag", messages)
    log = expect(read_log(path), [m for m in messages if len(m.name) == 3], "abc")
    assert "2 messages ignored, without position and effort of all of a, b, c" in log.notes
    expect(read_log(path, joints=["a", "b"]), messages)  # no message is left out for these


def test_arm_and_gripper_on_one_topic(tmp_path):
    arm, gripper = states(10), states(10, ("grip",))
    for k, m in enumerate(gripper):
        m.stamp = k * STEP + 500_000
    path = write_bag(tmp_path, "mcap", [m for pair in zip(arm, gripper) for m in pair])
    says(
        [
            "no message",
            "all of a, b, grip",
            "a, b (10 messages); grip (10 messages)",
            "joints=(...)",
        ],
        path,
    )
    expect(read_log(path, joints=["a", "b"]), arm)
    expect(read_log(path, joints=["grip"]), gripper, ["grip"])
    says(["no joint elbow on '/joint_states'; it has a, b, grip"], path, joints=["elbow"])


@pytest.mark.parametrize("kind", KINDS)
def test_topics(tmp_path, kind):
    left, right = (
        states(5, topic="/left/joint_states"),
        states(6, topic="/right/joint_states", names=("c",)),
    )
    path = write_bag(tmp_path, kind, left + right)
    says(["topic='...'", "/left/joint_states (5 messages), /right/joint_states (6 messages)"], path)
    expect(read_log(path, topic="/right/joint_states"), right, ["c"])
    says(
        ["'/left_joint_states'", "Did you mean '/left/joint_states'?"],
        path,
        topic="/left_joint_states",
    )


@pytest.mark.parametrize("kind", KINDS)
def test_bags_without_what_is_needed(tmp_path, kind):
    for name in ("none", "effort", "position"):
        (tmp_path / name).mkdir()
    says(
        ["no topic of type sensor_msgs/JointState", "/chatter (std_msgs/msg/String)"],
        write_bag(tmp_path / "none", kind, [], 1),
    )
    says(["both position and effort"], write_bag(tmp_path / "effort", kind, states(effort=())))
    says(["both position and effort"], write_bag(tmp_path / "position", kind, states(position=())))


def test_time_of_the_bag(tmp_path):
    for name in ("none", "same"):
        (tmp_path / name).mkdir()
    log = read_log(write_bag(tmp_path / "none", "bag", states(stamp=None)))
    assert np.array_equal(log.t, np.arange(20) * STEP / 1e9)
    assert any(
        "no time stamp: t is the time at which the bag recorded them" in note for note in log.notes
    )
    same = write_bag(tmp_path / "same", "mcap", states(stamp=77))
    says(["appears twice", "time='bag_time'"], same)
    assert np.array_equal(read_log(same, time="bag_time").t, np.arange(20) * STEP / 1e9)


def test_units_are_converted(tmp_path):
    messages = states()
    log = read_log(write_bag(tmp_path, "bag", messages), units={"tau_b": "mNm"})
    assert log.tau[:, 1] == pytest.approx([m.effort[1] / 1000 for m in messages])
    assert "tau_b converted from mNm" in log.notes


def test_bad_messages(tmp_path):
    cases = {
        "short": (states(effort=(1.0,)), ["message 0", "1 values of effort for 2 names"]),
        "twice": (states(names=("a", "a")), ["names a joint twice: a, a"]),
        "nan": (
            states(effort=(1.0, np.nan)),
            ["tau_b is nan from t = 0 s (sample 0) on for 20 of 20"],
        ),
        "one": (states(1), ["one sample"]),
        "back": (states()[::-1], ["t goes back", "samples 0 and 1"]),
    }
    for name, (messages, words) in cases.items():
        (tmp_path / name).mkdir()
        says(words, write_bag(tmp_path / name, "bag", messages))


def test_velocity_in_some_messages_or_nan(tmp_path):
    messages = states()
    messages[4].velocity = ()
    log = expect(read_log(write_bag(tmp_path, "bag", messages)), messages, velocities=False)
    assert "velocities ignored: some messages lack them" in log.notes
    nan = states(velocity=(np.nan, np.nan))
    assert read_log(write_bag(tmp_path, "mcap", nan)).qd is None


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_bags(tmp_path, kind):
    path = write_bag(tmp_path, kind, states(300))
    file = path if kind == "bag" else next(p for p in path.iterdir() if p.suffix != ".yaml")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    says(["cannot be read as a ROS bag", "reindex"], path)
    if kind != "bag":
        file.unlink()
        says(["cannot be read as a ROS bag"], path)


def test_a_missing_package_names_its_extra(tmp_path, monkeypatch):
    path = write_bag(tmp_path, "bag", states())
    for name in [name for name in sys.modules if name.partition(".")[0] == "rosbags"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(DynidError, match=r"'rosbags'.*pip install 'dynid\[ros\]'"):
        read_log(path)


def test_several_topics_are_joined(tmp_path):
    """At the stamps of the first; the second is linear in time, so that interpolation is exact."""
    left = states(30, ("a", "b"), topic="/left")
    rows = [
        Message(("c",), [2e-9 * ns], [2.0], [1.0 - 3e-9 * ns], stamp=ns, topic="/right")
        for ns in range(3 * STEP + 500_000, 25 * STEP, 1_300_000)
    ]
    path = write_bag(tmp_path, "mcap", [*left, *rows])
    says(["several topics", "/left", "/right", "choose with topic="], path)
    log = read_log(path, topic=["/left", "/right"])
    assert log.joints == ("a", "b", "c")
    kept = [m for m in left if rows[0].stamp <= m.stamp <= rows[-1].stamp]
    ns = np.array([m.stamp for m in kept])
    np.testing.assert_array_equal(log.q[:, :2], [m.position for m in kept])
    np.testing.assert_allclose(log.q[:, 2], 2e-9 * ns, rtol=1e-6)
    np.testing.assert_allclose(log.tau[:, 2], 1 - 3e-9 * ns, rtol=1e-6)
    np.testing.assert_allclose(log.t, (ns - ns[0]) / 1e9, atol=1e-12)
    assert any("'/right', a message every 0.0013 s, is interpolated" in x for x in log.notes)
    assert read_log(path, topic=["/left", "/right"], joints=["c", "a"]).joints == ("c", "a")
    assert read_log(path, topic=["/right"]).joints == ("c",)
    both = write_bag(tmp_path, "sqlite3", [*left, *states(30, ("b",), topic="/right")])
    says(["b is on several of the topics /left, /right"], both, topic=["/left", "/right"])


@pytest.mark.parametrize("ending", [".bag", ".db3", ".mcap"])
def test_a_log_of_chosen_joints_is_saved(tmp_path, ending):
    """Its arrays are columns of others: the numbers of a row are not side by side in memory."""
    rng = np.random.default_rng(0)
    log = Log(("a", "b", "c"), np.arange(9) / 100, *rng.normal(size=(2, 9, 3))).select(["c", "a"])
    log.save(tmp_path / f"log{ending}")
    again = read_log(tmp_path / f"log{ending}")
    assert again.joints == ("c", "a")
    np.testing.assert_array_equal(again.q, log.q)
    np.testing.assert_array_equal(again.tau, log.tau)
