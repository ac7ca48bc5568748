"""Files that are no robot: each is refused with a message that says what was got, what was expected
and where."""

from __future__ import annotations

import pytest

from dynid.errors import RobotError
from dynid.robot.files.urdf_reader import read_urdf
from dynid.robot.files.xmlfile import read_xml
from urdf_help import BOX, inertial_text, joint, link

LINKS = "".join(map(link, "abc"))


def refusal(path) -> str:
    with pytest.raises(RobotError) as error:
        read_urdf(path)
    assert str(path) in str(error.value)
    return str(error.value)


# ---- no XML


BOMB = """<?xml version="1.0"?>
<!DOCTYPE robot [
  <!ENTITY a0 "aaaaaaaaaa">
  {entities}
]>
<robot name="&a30;"><link name="a"/></robot>
""".format(entities="\n".join(f'<!ENTITY a{k} "{f"&a{k - 1};" * 10}">' for k in range(1, 31)))


def test_an_entity_bomb_is_refused_before_it_goes_off(tmp_path):
    path = tmp_path / "bomb.urdf"
    path.write_text(BOMB)
    message = refusal(path)
    assert "line 2" in message
    assert "DOCTYPE" in message
    assert "Remove it" in message


def test_an_external_entity_is_not_read(tmp_path):
    (tmp_path / "secret.txt").write_text("hunter2")
    path = tmp_path / "spy.urdf"
    path.write_text(
        '<!DOCTYPE r [<!ENTITY x SYSTEM "secret.txt">]>\n<robot name="a"><link name="&x;"/></robot>'
    )
    message = refusal(path)
    assert "line 1" in message
    assert "DOCTYPE" in message
    assert "hunter2" not in message


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ("empty", "expected XML")),
        (b" \n\t\n", ("empty", "expected XML")),
        (b"<robot>\n  <link name='a'>\n</robot>", ("line 3", "mismatched tag", "'</robot>'")),
        (b"<robot>\n  <link name=a/>\n</robot>", ("line 2", "not well-formed", "<link name=a/>")),
        (b"<robot><link name='a'/>", ("line 1", "no element found", "well-formed XML")),
        (b"<robot/><robot/>", ("line 1", "junk after document element")),
        (b"<robot name='&who;'/>", ("line 1", "undefined entity", "&who;")),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe\x00", ("line 1", "not well-formed")),
        (b"<robot name='\xff\xfe\xfa'/>", ("line 1", "not well-formed")),
        (b"<?xml version='1.0' encoding='no-such'?><robot/>", ("no-such", "UTF-8")),
        (b"<?xml version='1.0' encoding='shift_jis'?><robot/>", ("encoding", "UTF-8")),
        (b"just text", ("line 1", "'just text'")),
    ],
)
def test_junk_is_refused_with_its_place(content, words, tmp_path):
    path = tmp_path / "junk.urdf"
    path.write_bytes(content)
    message = refusal(path)
    for word in words:
        assert word in message


def test_missing_files_and_folders_are_told_apart(tmp_path):
    assert "no file" in refusal(tmp_path / "none.urdf")
    assert "is a folder" in refusal(tmp_path)
    with pytest.raises(RobotError, match="cannot be read"):
        read_xml("null\0byte.urdf")


def test_latin_1_and_a_byte_order_mark_are_read(tmp_path):
    path = tmp_path / "other.urdf"
    path.write_bytes(
        '<?xml version="1.0" encoding="iso-8859-1"?><robot name="Stäubli"/>'.encode("latin-1")
    )
    assert read_xml(path).get("name") == "Stäubli"
    path.write_bytes('<robot name="Stäubli"/>'.encode("utf-8-sig"))
    assert read_xml(path).get("name") == "Stäubli"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("<mujoco/>", ("<mujoco>", "<robot>", "MJCF")),
        ("<sdf/>", ("<sdf>", "<robot>", "load_robot")),
        ("<html/>", ("<html>", "<robot>")),
        (
            '<robot xmlns:xacro="x"><xacro:arm/></robot>',
            ("xacro:arm", "xacro", "xacro other.urdf"),
        ),
        (
            '<robot><link name="a"/><link name="b"><xacro:box/></link></robot>',
            ("xacro:box", "xacro"),
        ),
    ],
)
def test_other_formats_are_named(content, words, tmp_path):
    path = tmp_path / "other.urdf"
    path.write_text(content)
    message = refusal(path)
    for word in words:
        assert word in message


# ---- no tree


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([""], ("no <link>",)),
        ([link("a")], ("no moving joint",)),
        ([link("a"), link("b"), joint("j", "a", "b", "fixed")], ("no moving joint",)),
        ([link("a"), link("a")], ("link named twice: a",)),
        ([LINKS, joint("j", "a", "b"), joint("j", "b", "c")], ("joint named twice: j",)),
        ([LINKS, joint("j", "a", "b")], ("disconnected", "a, c", "exactly one")),
        (
            [LINKS, joint("j", "a", "c"), joint("k", "b", "c")],
            ("link 'c'", "2 joints (j, k)", "MJCF", "Loop"),
        ),
        ([LINKS, joint("j", "b", "c"), joint("k", "c", "b")], ("b, c", "cycle", "'a'", "MJCF")),
        (
            [LINKS, joint("i", "a", "b"), joint("j", "b", "c"), joint("k", "c", "a")],
            ("a, b, c", "cycle", "expected a root", "MJCF"),
        ),
        ([LINKS, joint("j", "a", "b"), joint("k", "c", "c")], ("links c ", "cycle")),
        ([LINKS, joint("j", "a", "x")], ("joint 'j'", "unknown child link 'x'", "a, b, c")),
        ([LINKS, joint("j", "x", "a")], ("joint 'j'", "unknown parent link 'x'", "a, b, c")),
        (
            [link("a"), link("world"), joint("j", "a", "world")],
            ("'world'", "only the root", "Rename"),
        ),
    ],
)
def test_what_is_no_tree_is_refused(parts, words, urdf):
    message = refusal(urdf(*parts))
    for word in words:
        assert word in message


# ---- bad elements


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ('<axis xyz="0 0 0"/>', ("joint 'j'", "zero axis", "[0.0, 0.0, 0.0]", "0 0 1")),
        ('<axis xyz="0 0 nan"/>', ("joint 'j', <axis>", "xyz='0 0 nan'", "3 finite numbers")),
        ('<axis xyz="0 1"/>', ("joint 'j', <axis>", "xyz='0 1'", "3 finite numbers")),
        ('<origin xyz="0 0 abc"/>', ("joint 'j', <origin>", "xyz='0 0 abc'", "3 finite numbers")),
        ('<origin xyz="0 0 inf"/>', ("joint 'j', <origin>", "xyz='0 0 inf'", "3 finite numbers")),
        ('<origin xyz=""/>', ("joint 'j', <origin>", "xyz=''", "3 finite numbers")),
        ('<origin xyz="0 1_0 0"/>', ("joint 'j', <origin>", "xyz='0 1_0 0'", "3 finite numbers")),
        ('<origin rpy="0 0 0 0"/>', ("joint 'j', <origin>", "rpy='0 0 0 0'", "3 finite numbers")),
        ('<origin rpy="0 0 ${pi}"/>', ("joint 'j', <origin>", "${pi}", "Run xacro first")),
        ('<limit lower="x"/>', ("joint 'j', <limit>", "lower='x'", "one number")),
        ('<limit velocity="nan"/>', ("joint 'j', <limit>", "velocity='nan'", "one number")),
        ("<mimic/>", ("joint 'j'", "<mimic>", "'joint'")),
        (
            '<mimic joint="k" multiplier="two"/>',
            ("joint 'j', <mimic>", "multiplier='two'", "one finite number"),
        ),
    ],
)
def test_bad_joints_are_named(inside, words, urdf):
    message = refusal(urdf(link("a"), link("b"), joint("j", "a", "b", inside=inside)))
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<joint/>", ("<joint>", "'name'")),
        ('<joint name="j"/>', ("joint 'j'", "type ''", "revolute")),
        ('<joint name="j" type="rope"/>', ("joint 'j'", "type 'rope'", "floating")),
        ('<joint name="j" type="revolute"/>', ("joint 'j'", "no <parent>")),
        ('<joint name="j" type="revolute"><parent link="a"/></joint>', ("joint 'j'", "no <child>")),
        ('<joint name="j" type="revolute"><parent/></joint>', ("joint 'j'", "<parent>", "'link'")),
        ("<link/>", ("<link>", "'name'")),
    ],
)
def test_incomplete_elements_are_named(text, words, urdf):
    message = refusal(urdf(link("a"), text))
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("inertial", "words"),
    [
        (
            inertial_text("heavy"),
            ("link 'b', <inertial>, <mass>", "value='heavy'", "one finite number"),
        ),
        (
            inertial_text("nan"),
            ("link 'b', <inertial>, <mass>", "value='nan'", "one finite number"),
        ),
        (
            f"<inertial><mass/>{BOX}</inertial>",
            ("link 'b', <inertial>, <mass>", "no attribute 'value'"),
        ),
        (
            inertial_text(origin='<origin xyz="1 2"/>'),
            ("link 'b', <inertial>, <origin>", "xyz='1 2'"),
        ),
        (
            inertial_text(tensor='<inertia ixx="1" iyy="1"/>'),
            ("link 'b', <inertial>, <inertia>", "'izz'"),
        ),
        (
            inertial_text(tensor='<inertia ixx="1" iyy="1" izz="1" ixy="?"/>'),
            ("<inertia>", "ixy='?'"),
        ),
    ],
)
def test_bad_inertials_are_named(inertial, words, urdf):
    message = refusal(urdf(link("a"), link("b", inertial), joint("j", "a", "b")))
    for word in words:
        assert word in message
