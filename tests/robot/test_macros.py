"""Files with macros: expanded by xacro itself, or refused with what to do."""

from __future__ import annotations

import os
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


@pytest.mark.parametrize("place", ["arm_description/urdf", "my_robot/urdf"])
def test_packages_are_found_around_the_file(tmp_path, place):
    """By $(find ...), where ROS is not installed: a folder above the file, or beside it."""
    pytest.importorskip("xacro")
    macro = TEXT[TEXT.index("<xacro:macro") : TEXT.index("</xacro:macro>")] + "</xacro:macro>"
    include = '<xacro:include filename="$(find arm_description)/macros/hinge.xacro"/>'
    for folder in (place, "arm_description/macros"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    whole = f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{macro}</robot>'
    (tmp_path / "arm_description" / "macros" / "hinge.xacro").write_text(whole)
    path = save(tmp_path / place, TEXT.replace(macro, include))
    assert di.load_robot(path).coordinates == ("joint1", "joint2")
    path.write_text(TEXT.replace(macro, include.replace("arm_description", "other_description")))
    with pytest.raises(RobotError, match="the package 'other_description' is no folder around"):
        di.load_robot(path)


@pytest.mark.parametrize("place", ["robot/src", "other_repo/arm"])
def test_packages_are_found_by_what_their_package_xml_says(tmp_path, place):
    """The folder has another name; it is above the file, or beside one that is."""
    pytest.importorskip("xacro")
    macro = TEXT[TEXT.index("<xacro:macro") : TEXT.index("</xacro:macro>")] + "</xacro:macro>"
    include = '<xacro:include filename="$(find arm_description)/macros/hinge.xacro"/>'
    for folder in (place, "robot/macros", "robot/arm_description"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    about = "<package><name> arm_description </name></package>"
    (tmp_path / "robot" / "package.xml").write_text(about)
    whole = f'<robot xmlns:xacro="http://www.ros.org/wiki/xacro">{macro}</robot>'
    (tmp_path / "robot" / "macros" / "hinge.xacro").write_text(whole)
    path = save(tmp_path / place, TEXT.replace(macro, include))
    assert di.load_robot(path).coordinates == ("joint1", "joint2")


DEEP = "".join(
    f'<xacro:macro name="m{k}"><xacro:m{k - 1}/><xacro:m{k - 1}/></xacro:macro>'
    for k in range(1, 60)
)
BOMBS = {
    "number": ('<link name="${9**9**9}"/>', "takes more than 2 s"),
    "text": ("<link name=\"${'a' * 10**11}\"/>", "takes more than .* GB of memory"),
    "macros of macros": (
        f'<xacro:macro name="m0"><link name="a"/></xacro:macro>{DEEP}<xacro:m59/>',
        "takes more than 2 s",
    ),
    "long": (
        '<xacro:property name="a" value="${\'a\' * 10**6}"/>' + '<link name="${a}"/>' * 30,
        "becomes longer than 20 million characters",
    ),
    "pipe": ('<xacro:include filename="pipe"/>', "is a named pipe"),
    "itself": ('<xacro:include filename="arm.urdf.xacro"/>', "cannot expand"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_do_not_go_off(tmp_path, bomb, monkeypatch):
    pytest.importorskip("xacro")
    text, said = BOMBS[bomb]
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("dynid.robot.files.urdf_reader.SECONDS", 2)
    path = save(tmp_path, TEXT.replace("</robot>", f"{text}</robot>"))
    with pytest.raises(RobotError, match=f"(?s)arm.urdf.xacro: .*{said}"):
        di.load_robot(path)


def test_a_macro_that_fails_is_told(tmp_path):
    pytest.importorskip("xacro")
    with pytest.raises(RobotError, match=r"that xacro cannot expand: .*lenght"):
        di.load_robot(save(tmp_path, TEXT.replace("${length *", "${lenght *")))


def test_without_the_package_the_remedy_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(RobotError, match="pip install xacro, or run it yourself"):
        di.load_robot(save(tmp_path, TEXT))
