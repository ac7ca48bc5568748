"""URDF written, then read back by us and by Pinocchio."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio as pin
import pytest

from dynid.errors import DynidError, InputError, RobotError
from dynid.exports.urdf_writer import write_urdf
from dynid.files import write_whole
from dynid.robot.chains import FREE, chain
from dynid.robot.dh import robot_from_dh
from dynid.robot.files.urdf_reader import read_urdf
from dynid.robot.geometry import inertial, make_rpy_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop
from urdf_help import LIMIT, assert_like_pinocchio, joint, link, random_urdf

ARM = Robot(
    name="arm",
    bodies=(
        Body(
            "a",
            WORLD,
            Joint("j", lower=-1, upper=2, velocity=3, effort=4),
            inertial(1.0, (0.1, 0, 0), (1, 2, 2.5)),
        ),
        Body(
            "b",
            "a",
            Joint(
                "k",
                axis=(1, 1, 0),
                position=(0.1, 0.2, 0.3),
                rotation=make_rpy_rotation(0.4, 0.5, 0.6),
            ),
        ),
        Body("c", "b", Joint("l", "prismatic", effort=7.0), inertial(2.0)),
        Body("d", "b", Joint("m", "continuous", velocity=1.5)),
    ),
)


def assert_same(ours: Robot, other: Robot) -> None:
    """Equal in all that URDF holds; a revolute joint without limits comes back as a continuous
    one."""
    assert ours.name == other.name
    assert [(b.name, b.parent, b.joint.name) for b in ours.bodies] == [
        (b.name, b.parent, b.joint.name) for b in other.bodies
    ]
    for a, b in zip(ours.bodies, other.bodies):
        free = a.joint.kind == "revolute" and np.isinf([a.joint.lower, a.joint.upper]).all()
        assert b.joint.kind == ("continuous" if free else a.joint.kind)
        for limit in ("lower", "upper", "velocity", "effort"):
            assert getattr(a.joint, limit) == getattr(b.joint, limit)
        np.testing.assert_array_equal(a.joint.position, b.joint.position)
        np.testing.assert_allclose(
            a.joint.axis, b.joint.axis, rtol=0, atol=4e-16
        )  # normalised twice
        np.testing.assert_allclose(a.joint.rotation, b.joint.rotation, rtol=0, atol=1e-12)
        assert (a.inertia is None) == (b.inertia is None)
        if a.inertia is not None:
            np.testing.assert_allclose(
                b.inertia, a.inertia, rtol=0, atol=1e-14 * np.abs(a.inertia).max()
            )
    assert [(c.joint, c.of, c.coefficients) for c in ours.couplings] == [
        (c.joint, c.of, c.coefficients) for c in other.couplings
    ]
    assert [(f.name, f.body) for f in ours.frames] == [(f.name, f.body) for f in other.frames]
    for f, g in zip(ours.frames, other.frames):
        np.testing.assert_array_equal(f.position, g.position)
        np.testing.assert_allclose(f.rotation, g.rotation, rtol=0, atol=1e-12)


@pytest.mark.parametrize("lump_fixed", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_round_trip_of_random_trees(seed, lump_fixed, tmp_path, poses):
    first, second = tmp_path / "first.urdf", tmp_path / "second.urdf"
    first.write_text(random_urdf(seed))
    robot = read_urdf(first, lump_fixed=lump_fixed)
    write_urdf(robot, second)
    assert_same(robot, read_urdf(second, lump_fixed=lump_fixed))
    assert_like_pinocchio(second, poses)


@pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")
def test_round_trip_of_the_real_files(shared_data, tmp_path, poses):
    paths = sorted(shared_data.rglob("*.urdf"))
    assert paths
    for k, path in enumerate(paths):
        robot = read_urdf(path)
        write_urdf(robot, tmp_path / f"{k}.urdf")
        assert_same(robot, read_urdf(tmp_path / f"{k}.urdf"))
        assert_like_pinocchio(tmp_path / f"{k}.urdf", poses)


def test_round_trip_of_a_robot_made_by_hand(tmp_path, poses):
    write_urdf(ARM, tmp_path / "arm.urdf")
    assert_same(ARM, read_urdf(tmp_path / "arm.urdf"))
    assert_like_pinocchio(tmp_path / "arm.urdf", poses)


def test_round_trip_of_mimic_joints(urdf, tmp_path):
    mimic = '<mimic joint="j" multiplier="-1.5" offset="0.2"/>'
    robot = read_urdf(
        urdf(*map(link, "abc"), joint("j", "a", "b"), joint("k", "b", "c", inside=mimic + LIMIT))
    )
    write_urdf(robot, tmp_path / "out.urdf")
    assert_same(robot, read_urdf(tmp_path / "out.urdf"))
    constant = ARM.replace(actuated=(), couplings=(Coupling("k", "j", (0.5,)),))
    write_urdf(constant, tmp_path / "constant.urdf")
    assert read_urdf(tmp_path / "constant.urdf").couplings[0].coefficients == (0.5, 0.0)


def test_rotations_near_gimbal_lock_are_kept(tmp_path):
    turn = make_rpy_rotation(0.3, -0.4, 0.5)
    R = turn @ (turn.T @ make_rpy_rotation(0.7, 1.5708, -0.2))  # as merging fixed joints leaves it
    robot = Robot("arm", (Body("a", WORLD, Joint("j", rotation=R)),))
    write_urdf(robot, tmp_path / "arm.urdf")
    np.testing.assert_allclose(
        read_urdf(tmp_path / "arm.urdf").joint("j").rotation, R, rtol=0, atol=1e-14
    )


def test_given_parameters_are_those_pinocchio_reads(tmp_path):
    rng = np.random.default_rng(0)
    p = np.array(
        [
            inertial(*rng.uniform(1, 5, 1), rng.normal(size=3), rng.uniform(2, 3, 3))
            for _ in ARM.bodies
        ]
    )
    write_urdf(ARM, tmp_path / "arm.urdf", p)
    model = pin.buildModelFromUrdf(str(tmp_path / "arm.urdf"))
    for body, row in zip(ARM.bodies, p):
        theirs = model.inertias[model.getJointId(body.joint.name)].toDynamicParameters()
        np.testing.assert_allclose(theirs, row, rtol=0, atol=1e-14 * np.abs(row).max())


def test_massless_bodies_take_no_parameters(tmp_path):
    robot = Robot("drone", tuple(chain("hull", WORLD, "free", FREE)))
    p = inertial(2.0, (0.1, 0.2, 0.3), (1, 2, 2.5))
    write_urdf(robot, tmp_path / "drone.urdf", [p])
    links = {e.get("name"): e for e in ET.parse(tmp_path / "drone.urdf").getroot().findall("link")}
    assert [name for name, e in links.items() if e.find("inertial") is not None] == ["hull"]
    assert len(links) == 7
    np.testing.assert_allclose(
        read_urdf(tmp_path / "drone.urdf").body("hull").inertia, p, rtol=1e-15
    )


def test_the_tool_becomes_a_link(tmp_path):
    robot = robot_from_dh([(0.3, 0.2, 0.1, 0.0), (0.1, 0.2, 0.3, 0.4)])
    write_urdf(robot, tmp_path / "dh.urdf")
    (frame,) = read_urdf(tmp_path / "dh.urdf").frames
    assert (frame.name, frame.body) == ("tool", "link2")
    np.testing.assert_array_equal(frame.position, robot.tool.position)
    np.testing.assert_allclose(frame.rotation, robot.tool.rotation, rtol=0, atol=1e-15)


def test_names_with_markup_survive(tmp_path):
    robot = Robot('<&"robot">', (Body("a<b", WORLD, Joint("j&k")),))
    write_urdf(robot, tmp_path / "arm.urdf")
    assert_same(robot, read_urdf(tmp_path / "arm.urdf"))


def test_a_new_joint_avoids_the_names_in_use(tmp_path):
    robot = Robot(
        "arm", (Body("a", WORLD, Joint("tip_fixed")),), frames=(Frame("tip", "a", (0, 0, 1)),)
    )
    write_urdf(robot, tmp_path / "arm.urdf")
    assert_same(robot, read_urdf(tmp_path / "arm.urdf"))


LOOP = Loop("close", "c", "d")


@pytest.mark.parametrize(
    ("robot", "p", "kind", "words"),
    [
        (ARM.replace(loops=(LOOP,), actuated=("j",)), None, RobotError, ("1 loops", "Export MJCF")),
        (
            ARM.replace(couplings=(Coupling("k", "j", (0, 1, 2)),), actuated=()),
            None,
            RobotError,
            ("'k'", "'j'", "[0.0, 1.0, 2.0]", "Export MJCF"),
        ),
        (ARM.replace(frames=(Frame("a", "b"),)), None, RobotError, ("'a' names a frame", "Rename")),
        (
            ARM.replace(frames=(Frame("x", "b"), Frame("x", "c"))),
            None,
            RobotError,
            ("'x' names a frame", "Rename"),
        ),
        (ARM, np.zeros((3, 10)), InputError, ("(3, 10)", "(4, 10)", "a, b, c, d")),
        (ARM, np.full((4, 10), np.nan), InputError, ("40 entries", "finite")),
        (ARM, np.eye(4, 10, 1), RobotError, ("'a'", "no mass", "[1.0, 0.0, 0.0]")),
    ],
)
def test_what_urdf_cannot_hold_is_refused(robot, p, kind, words, tmp_path):
    with pytest.raises(kind) as error:
        write_urdf(robot, tmp_path / "out.urdf", p)
    for word in words:
        assert word in str(error.value)
    assert list(tmp_path.iterdir()) == []


# ---- the file itself


def test_an_existing_file_is_kept_unless_told_otherwise(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text("precious")
    with pytest.raises(DynidError, match=r"exists already.*overwrite=True"):
        write_urdf(ARM, path)
    assert path.read_text() == "precious"
    write_urdf(ARM, path, overwrite=True)
    assert_same(ARM, read_urdf(path))
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "arm.urdf"
    path.write_text("precious")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DynidError, match=r"No space left.*nothing was changed"):
        write_urdf(ARM, path, overwrite=True)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_places_that_hold_no_file_are_told(tmp_path):
    with pytest.raises(DynidError, match="is a folder"):
        write_whole(tmp_path, "text", overwrite=True)
    with pytest.raises(DynidError, match="does not exist; create it"):
        write_whole(tmp_path / "no" / "file", "text")


def test_text_is_written_as_it_is(tmp_path):
    write_whole(tmp_path / "x", "Stäubli\nα\n")
    assert (tmp_path / "x").read_bytes() == "Stäubli\nα\n".encode()


@pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
def test_links_and_permissions_stay(tmp_path):
    target, other = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    other.symlink_to(target)
    write_whole(other, "new", overwrite=True)
    assert other.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
