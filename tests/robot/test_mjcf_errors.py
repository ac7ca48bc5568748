"""MJCF files that are bad, or not all there."""

from __future__ import annotations

import pytest

from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.files.mjcf_reader import read_mjcf
from dynid.robot.shapes.shape_reading import read_collision_shapes


def save(folder, text):
    path = folder / "robot.xml"
    path.write_text(text)
    return path


def test_missing_files_cost_only_what_they_hold(tmp_path):
    text = """<mujoco><asset><mesh file="gone.stl" scale=".001 .001 .001"/>
      <texture name="t" type="2d" file="gone.png"/><material name="m" texture="t"/></asset>
      <worldbody><body name="known"><joint name="a"/>
        <inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
        <geom type="mesh" mesh="gone"/>
        <body name="painted" pos="1 0 0"><joint name="b"/><geom size=".1" mass="3" material="m"/>
          <geom type="mesh" mesh="gone" mass="0"/>
          <body name="lost"><joint name="c"/><geom type="mesh" mesh="gone"/>
            <geom size=".1"/></body></body></body>
      </worldbody></mujoco>"""
    with pytest.warns(
        IgnoredElementWarning, match=r"the inertia of lost, whose shape is missing, is unknown"
    ):
        robot = read_mjcf(save(tmp_path, text))
    assert robot.body("known").inertia[0] == 2
    assert robot.body("painted").inertia[0] == 3
    assert robot.body("lost").inertia is None
    assert not robot.body("lost").massless


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


def test_pointers_of_git_lfs_are_missing_files(tmp_path):
    text = """<mujoco><asset><mesh file="link.stl"/><texture name="t" type="2d" file="wood.png"/>
      <material name="m" texture="t"/></asset>
      <worldbody><body name="a"><joint name="j"/><inertial pos="0 0 .2" mass="2"
        diaginertia="1 1 1"/><geom type="mesh" mesh="link" material="m"/></body>
      </worldbody></mujoco>"""
    for name in ("link.stl", "wood.png"):
        (tmp_path / name).write_text(POINTER)
    said = r"git-lfs pointers \(git lfs pull fetches them\): link.stl, wood.png"
    with pytest.warns(IgnoredElementWarning, match=said):
        robot = read_mjcf(save(tmp_path, text))
    assert robot.body("a").inertia[0] == 2
    assert read_collision_shapes(robot).lost == (("a", "link.stl is missing"),)


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mujoco model="&b;"/>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "DOCTYPE"),
        ("<mujoco><worldbody>", "line 1"),
        ("<robot name='r'/>", "expected <mujoco>"),
        (
            "<mujoco><worldbody><body><joint range='1'/></body></worldbody></mujoco>",
            "does not compile it.*range",
        ),
        ("<mujoco><nonsense/></mujoco>", "robot.xml: MuJoCo does not compile it.*nonsense"),
        ("<mujoco/>", "no moving joint"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, message):
    with pytest.raises(RobotError, match=f"(?s){message}"):
        read_mjcf(save(tmp_path, text))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RobotError, match=r"nowhere\.xml"):
        read_mjcf(tmp_path / "nowhere.xml")
