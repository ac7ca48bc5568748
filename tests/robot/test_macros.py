"""Files with macros: expanded by xacro itself, or refused with what to do."""

from __future__ import annotations

import sys

import pytest

import dynid as di
from dynid.errors import RobotError

TEXT = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="length" value="0.4"/>
<xacro:macro name="hinge" params="number">
  <link name="link${number}"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="joint${number}" type="continuous"><origin xyz="${length * number} 0 0"/>
    <parent link="link${number - 1}"/><child link="link${number}"/></joint>
</xacro:macro>
<link name="link0"/>
<xacro:hinge number="1"/><xacro:hinge number="2"/>
</robot>"""


def save(tmp_path, text, name="arm.urdf.xacro"):
    path = tmp_path / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("name", ["arm.urdf.xacro", "arm.urdf"])
def test_macros_are_expanded(tmp_path, name):
    pytest.importorskip("xacro")
    robot = di.load_robot(save(tmp_path, TEXT, name))
    assert robot.coordinates == ("joint1", "joint2")
    assert robot.joint("joint2").position.tolist() == [0.8, 0, 0]


def test_a_macro_that_fails_is_told(tmp_path):
    pytest.importorskip("xacro")
    with pytest.raises(RobotError, match=r"that xacro cannot expand: .*lenght"):
        di.load_robot(save(tmp_path, TEXT.replace("${length *", "${lenght *")))


def test_without_the_package_the_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(RobotError, match="pip install xacro, or run it yourself"):
        di.load_robot(save(tmp_path, TEXT))
