"""Right angles that an MJCF file rounds: torques are those of its numbers, what can be identified
is that of exact right angles."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

import dynid as di

RIGHT, LEFT = 'euler="1.5707963267948966 0 0"', 'euler="-1.5707963267948966 0 0"'
ROUNDED = [
    ('euler="1.5708 0 0"', 'euler="-1.5708 0 0"'),
    ('euler="1.5707 0 0"', 'euler="-1.5708 0 0"'),
    ('quat="0.707105 0.707108 0 0"', 'quat="0.707108 -0.707105 0 0"'),
]


def arm(folder, right, left):
    """Six hinges with offsets, as industrial arms have them, upside down by two right angles."""
    turns, lengths = (right, right, "", right, left, right), (0.3, 0.1, 0.4, 0.05, 0.35, 0.0)
    inner = ""
    for k in reversed(range(6)):
        place = f"{lengths[k - 1]} 0 0" if k in (2, 3) else f"0 {lengths[k - 1] * (k > 0)} 0"
        inner = (
            f'<body name="b{k}" pos="{place}" {turns[k]}><joint name="j{k}"/><inertial'
            f' pos=".02 .03 .05" mass="{3 - 0.3 * k}" diaginertia=".02 .03 .025"/>{inner}</body>'
        )
    path = folder / "arm.xml"
    whole = f'<mujoco><compiler angle="radian"/><worldbody><body {right}>{inner}</body>'
    path.write_text(f"{whole}</worldbody></mujoco>")
    return di.load_robot(path), path


@pytest.mark.parametrize(("right", "left"), ROUNDED)
def test_rounding_adds_no_base_parameters(tmp_path, right, left):
    exact, _ = arm(tmp_path, RIGHT, LEFT)
    assert not exact.ideal
    base = di.base_parameters(di.Model(exact))
    robot, path = arm(tmp_path, right, left)
    same = di.base_parameters(di.Model(robot))
    assert len(same) == len(base) == 36
    assert same.names == base.names
    # torques: those of the file
    m = mujoco.MjModel.from_xml_path(str(path))
    data, model = mujoco.MjData(m), di.Model(robot)
    motion, expected = np.random.default_rng(0).normal(size=(3, 4, 6)), []
    for q, qd, qdd in zip(*motion):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(m, data)
        expected.append(data.qfrc_inverse.copy())
    got = model.inverse_dynamics(*motion, model.prior)
    assert np.abs(got - expected).max() < 1e-12 * np.abs(expected).max()
    # and without the care there would be more
    bare = di.base_parameters(di.Model(robot.replace(ideal=())))
    assert len(bare) > 36


def test_angles_that_are_meant_stay(tmp_path):
    robot, _ = arm(tmp_path, 'euler="1.572 0 0"', 'euler="-1.57 0 0"')
    assert not robot.ideal
