"""MJCF files that MuJoCo refuses for what does not concern the motion are read without it, which is
said; the torques are those of the same file without it, by MuJoCo."""

from __future__ import annotations

import re
import warnings

import mujoco
import numpy as np
import pytest

import dynid as di
from dynid.errors import IgnoredElementWarning, RobotError
from mjcf_features import arm

BALL = '<geom name="g" size=".1" material="steel"/>'
MESH = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>'
CASES = {
    "contact with another file's floor": (
        arm(in2='<geom name="g" size=".1"/>', end='<contact><pair geom1="g" geom2="f"/></contact>'),
        "its contacts",
    ),
    "sensor of what is not there": (
        arm(end='<sensor><touch name="t" site="nowhere"/></sensor>'),
        "its sensors",
    ),
    "keyframe of another robot": (
        arm(end='<keyframe><key name="home" qpos="1 2 3 4 5"/></keyframe>'),
        "its keyframes",
    ),
    "colour of another file": (arm(in2=BALL), "its materials"),
    "option of old": (arm(top='<option collision="predefined" apirate="50"/>'), "'collision'"),
    "asset twice": (arm(top=f"<asset>{MESH}{MESH}</asset>"), "a second mesh 'm'"),
    "light in bad form": (arm(world='<light pos="0 0 high"/>'), "its lights"),
    "joint that is none": (
        arm(in2='<body><joint name="f" type="fixed"/><geom size=".1"/></body>'),
        "type 'fixed'",
    ),
    "several at once": (
        arm(in2=BALL, end='<sensor><touch site="nowhere"/></sensor>'),
        "its materials, its sensors",
    ),
}
#: how to take the same out by hand
PLAIN = (
    *(r"<contact>.*</contact>", r"<sensor>.*</sensor>", r"<keyframe>.*</keyframe>"),
    *(r' material="\w+"', r"<option .*?/>", r"<light .*?/>", r'<joint name="f" .*?/>'),
)


def loaded(path):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", IgnoredElementWarning)
        robot = di.load_robot(path)
    return robot, [str(w.message) for w in caught]


def check(path, text, said):
    with pytest.raises(ValueError, match="rror"):
        mujoco.MjSpec.from_file(str(path)).compile()
    robot, notes = loaded(path)
    assert len(notes) == 1
    assert "MuJoCo refuses it (" in notes[0]
    assert said in notes[0]
    for pattern in PLAIN:
        text = re.sub(pattern, "", text)
    m = mujoco.MjModel.from_xml_string(text.replace(MESH + MESH, MESH))
    data = mujoco.MjData(m)
    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    motion, expected = np.random.default_rng(0).normal(size=(3, 3, robot.dof)), []
    for q, qd, qdd in zip(*motion):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(m, data)
        expected.append(data.qfrc_inverse.copy())
    model = di.Model(robot)
    got = model.inverse_dynamics(*motion, model.prior)
    assert np.abs(got - expected).max() < 1e-9 * np.abs(expected).max()


@pytest.mark.parametrize("name", CASES)
def test_what_does_not_move_is_left_out(name, tmp_path):
    text, said = CASES[name]
    path = tmp_path / "arm.xml"
    path.write_text(text)
    check(path, text, said)


def test_what_is_included_is_mended_too(tmp_path):
    part = '<sensor><touch site="nowhere"/></sensor>'
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.xml").write_text(f"<mujocoinclude>{part}</mujocoinclude>")
    path = tmp_path / "arm.xml"
    path.write_text(arm(end='<include file="parts/part.xml"/>'))
    check(path, arm(end=part), "its sensors")


def test_the_inertia_of_links_without_mass_is_unknown(tmp_path):
    path = tmp_path / "arm.xml"
    links = '<body name="bare"><joint name="j3"/><body name="tip"/></body>'
    path.write_text(arm(in2=links))
    robot, notes = loaded(path)
    assert "read without moving bodies without mass, whose inertia is unknown" in notes[0]
    unknown = {body.name: body.inertia is None for body in robot.bodies}
    assert unknown == {"upper": False, "lower": False, "bare": True}
    plain = tmp_path / "plain.xml"
    plain.write_text(arm())
    for name in ("upper", "lower"):
        ours, same = robot.body(name).inertia, di.load_robot(plain).body(name).inertia
        assert np.abs(np.subtract(ours, same)).max() < 1e-11


@pytest.mark.parametrize(
    "text",
    [
        arm(in2='<geom class="another file\'s" size=".1"/>'),
        arm(in2='<body name="upper"/>'),
        arm(end='<equality><connect body1="nobody" anchor="0 0 0"/></equality>'),
        arm(end='<include file="gone.xml"/>'),
    ],
)
def test_what_may_concern_the_motion_is_refused(text, tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(text)
    with pytest.raises(RobotError, match="MuJoCo does not compile it"):
        di.load_robot(path)
