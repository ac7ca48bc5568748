"""Files that ask for too much are refused before they are expanded, and with the limit named."""

import os
import time

import pytest

from dynid.errors import RobotError
from dynid.robot.files import mjcf_size
from dynid.robot.robot_loading import load_robot

LINK = '<body><joint axis="0 1 0"/><geom size="1"/></body>'
INERTIAL = '<inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>'


def replicated(count, inside=LINK):
    return f'<replicate count="{count}" offset="0 0 1">{inside}</replicate>'


def world(inside):
    return f"<mujoco><worldbody>{inside}</worldbody></mujoco>"


BOMBS = {
    "replicate": world(replicated(10**9)),
    "nested": world(replicated(2000, replicated(2000, replicated(2000)))),
    "composite": world(f'<body>{INERTIAL}<composite type="cable" count="999999 1 1"/></body>'),
    "flexcomp": world('<flexcomp name="f" type="grid" count="900 900 900" spacing="1 1 1"/>'),
    "sites": world(replicated(10**6, '<site size="1"/>')),
}
NUMBERS = {
    "texture": '<asset><texture name="a" builtin="flat" width="99999" height="99999"/></asset>',
    "hfield": '<asset><hfield name="a" nrow="99999" ncol="99999" size="1 1 1 1"/></asset>',
    "user": '<sensor><user dim="1000000000"/></sensor>',
    "nuser_body": '<size nuser_body="100000000"/>',
    "nkey": '<size nkey="100000000"/>',
}


def refused(path, *words):
    began = time.perf_counter()
    with pytest.raises(RobotError) as caught:
        load_robot(path)
    assert time.perf_counter() - began < 5
    for word in (str(path), *words):
        assert word in str(caught.value)


@pytest.mark.parametrize("name", BOMBS)
def test_copies_without_end(tmp_path, name):
    path = tmp_path / "bomb.xml"
    path.write_text(BOMBS[name])
    refused(path, "more than 2000 bodies or 20000 elements", "count='")


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_without_end(tmp_path, name):
    path = tmp_path / "bomb.xml"
    path.write_text(f"<mujoco>{NUMBERS[name]}<worldbody>{LINK}</worldbody></mujoco>")
    refused(path, "expected at most")


def test_copies_of_included_and_attached_files(tmp_path):
    (tmp_path / "part.xml").write_text(f"<mujocoinclude>{replicated(10**8)}</mujocoinclude>")
    path = tmp_path / "outer.xml"
    path.write_text(world('<include file="part.xml"/>'))
    refused(path, "more than 2000 bodies")
    attach = "".join(f'<attach model="{{0}}" body="b" prefix="p{k}"/>' for k in range(4))
    for k in range(12):  # each holds the next four times
        inner = attach.format(f"m{k + 1}") if k < 11 else LINK
        asset = f'<asset><model name="m{k + 1}" file="m{k + 1}.xml"/></asset>' if k < 11 else ""
        body = f"<mujoco>{asset}<worldbody><body name='b'>{inner}</body></worldbody></mujoco>"
        (tmp_path / f"m{k}.xml").write_text(body)
    refused(tmp_path / "m0.xml", "more than 2000 bodies")


def test_an_honest_number_of_copies_is_read(tmp_path):
    path = tmp_path / "chain.xml"
    path.write_text(world(replicated(12)))
    assert load_robot(path).dof == 12
    assert mjcf_size.MOST_BODIES > 12


@pytest.mark.parametrize(
    "inside",
    [
        '<include file="{0}"/>',
        '<asset><mesh name="a" file="{0}"/></asset>',
        '<compiler meshdir="sub"/><asset><mesh name="a" file="{0}"/></asset>',
        '<asset><texture name="a" type="2d" file="{0}"/></asset>',
        '<asset><hfield name="a" size="1 1 1 1" file="{0}"/></asset>',
        '<asset><model name="a" file="{0}"/></asset>',
    ],
)
def test_pipes_and_devices_among_the_files_it_names(tmp_path, inside):
    (tmp_path / "sub").mkdir()
    os.mkfifo(tmp_path / ("sub/x.png" if "meshdir" in inside else "x.png"))
    path = tmp_path / "arm.xml"
    for name, kind in (("x.png", "named pipe"), ("/dev/zero", "device")):
        head = f"<mujoco>{inside.format(name)}<worldbody>{LINK}</worldbody></mujoco>"
        path.write_text(head)
        refused(path, f"is a {kind}")
