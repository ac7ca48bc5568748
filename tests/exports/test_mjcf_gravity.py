"""The direction of gravity in MJCF, as MuJoCo's own inverse dynamics see it."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.exports.mjcf_writer import write_mjcf
from dynid.model.gears import GravityDirection, TorqueScale
from export_help import full_parameters, result_of


@pytest.mark.parametrize("way", ["new file", "own file", "own file without option"])
def test_gravity_is_written_and_felt(way, tmp_path):
    robot, path = di.load_robot("arm7"), tmp_path / "out.xml"
    if way != "new file":
        write_mjcf(robot, tmp_path / "own.xml")
        if way == "own file without option":
            text = (tmp_path / "own.xml").read_text()
            start, end = text.index("<option"), text.index("</option>") + len("</option>")
            (tmp_path / "own.xml").write_text(text[:start] + text[end:])
        robot = di.load_robot(tmp_path / "own.xml")
    effects = [GravityDirection(), TorqueScale(list(robot.actuated[1:]))]
    model = di.Model(robot, effects)
    p = full_parameters(model)
    scales = [k for k, name in enumerate(model.parameters) if name.endswith("torque_scale")]
    p[[k for k, name in enumerate(model.parameters) if name.startswith("gravity.")]] = 0.7, -1.1
    di.export(result_of(model, p), path, kind="mjcf")
    text = path.read_text()
    assert "torque_scale" in text
    assert "gravity.x" not in text
    assert_allclose(di.load_robot(path).gravity, (0.7, -1.1, -9.81))
    there = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(there)
    p[scales] = 0.0
    rng = np.random.default_rng(1)
    for _ in range(5):
        data.qpos[:], data.qvel[:], data.qacc[:] = rng.uniform(-1, 1, (3, robot.dof))
        wanted = model.inverse_dynamics(data.qpos, data.qvel, data.qacc, p)[0]
        mujoco.mj_inverse(there, data)
        assert_allclose(
            data.qfrc_inverse,
            wanted,
            atol=1e-7 * np.abs(wanted).max(),
        )


def test_urdf_has_no_place_for_it(tmp_path):
    model = di.Model(di.load_robot("arm7"), [GravityDirection()])
    p = full_parameters(model)
    di.export(result_of(model, p), tmp_path / "out.urdf", kind="urdf")
    assert "gravity.x" in (tmp_path / "out.urdf").read_text()
