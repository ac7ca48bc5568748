"""Files that are no well-formed XML, but that other programs read: read with a warning that names
the lines; others are refused as before."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.errors import IgnoredElementWarning, RobotError
from dynid.robot.files.xmlfile import mend_xml

URDF = """<?xml version="1.0" encoding="latin-1"?>
<!-- an arm -->
<robot name="arm">
 <link name="base"/>
 <link name="upper"><inertial><mass value="2"/><origin xyz="0 .1 .2"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
 <joint name="j1" type="revolute"><parent link="base"/><child link="upper"/>
  <axis xyz="1 0 0"/></joint>
</robot>
"""
MISTAKES = {
    "declaration on line 2": ("<?xml", "\n<?xml", "line 2: the declaration is not at the start"),
    "comment before it": ("<?xml", "<!-- mine -->\n<?xml", "line 2: the declaration is not"),
    "dashes in a comment": ("an arm", "an arm -- of mine -", "line 2: '--' in a comment"),
    "end tag twice": ("</link>", "</link></link>", "line 6: </link> comes twice"),
    "end tag of an empty element": ('.2"/>', '.2"/></origin>', "line 5: </origin> comes twice"),
    "last end tag twice": ("</robot>", "</robot>\n</robot>", "line 10: </robot> comes twice"),
    "and alone": ('name="arm"', 'name="arm & hand"', "line 3: '&' read as"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_small_mistakes_are_passed_over_and_told(mistake, tmp_path):
    old, new, said = MISTAKES[mistake]
    path, same = tmp_path / "arm.urdf", tmp_path / "same.urdf"
    path.write_text(URDF.replace(old, new))
    same.write_text(URDF)
    with pytest.warns(IgnoredElementWarning, match=f"arm.urdf: is no well-formed XML.*{said}"):
        robot = di.load_robot(path)
    (body,) = robot.bodies
    np.testing.assert_array_equal(body.inertia, di.load_robot(same).bodies[0].inertia)


@pytest.mark.filterwarnings("ignore::dynid.errors.IgnoredElementWarning")
def test_mjcf_is_mended_too(tmp_path):
    """MuJoCo's own reader takes dashes in comments, but no end tag twice."""
    path = tmp_path / "arm.xml"
    path.write_text(
        '<mujoco><worldbody><body name="b"><joint name="j"/><geom size=".1"/></body></body>'
        "<!-- a -- b --></worldbody></mujoco>"
    )
    assert di.load_robot(path).coordinates == ("j",)


@pytest.mark.parametrize(
    "text",
    [
        "<robot name='r'><link name='a'></robot>",
        "<robot name='r'><link name='a'></joint></link></robot>",
        "<robot name='r'><!-- a -- b",
        "<robot name='r'/><robot name='s'/>",
        "\n<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><robot name='&a;'/>",
        "<!-- -- --><!DOCTYPE x [<!ENTITY a 'b'>]><robot name='&a;'/>",
    ],
)
def test_what_is_no_xml_is_refused_with_its_place(text, tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text(text)
    with pytest.raises(RobotError, match=r"arm.urdf, line \d"):
        di.load_robot(path)


@pytest.mark.parametrize("part", [b"<!--", b'<"', b"<a ", b"<a>", b"</a>", b"&", b'<a "'])
def test_time_grows_with_the_length_only(part):
    mend_xml(part * (1_000_000 // len(part)))  # minutes, if it grew with the square
