"""Mistakes in measurements are named, with what to type."""

from __future__ import annotations

import re

import numpy as np
import pytest

import dynid as di
from calibration_help import TIP, make_arm
from dynid.calibration.geometric_calibration import calibrate_robot
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurement_reading import MeasurementLayout
from dynid.calibration.simulated_measurements import make_pose_columns, simulate_measurements

SEEN = MeasurementLayout(markers={"1": TIP})


@pytest.fixture(scope="module")
def arm():
    return make_arm()


def scale(table, names, factor):
    return {k: v * factor if k in names else v for k, v in table.items()}


def test_millimetres(arm):
    table = scale(arm[3], ("x_1", "y_1", "z_1"), 1e3)
    with pytest.raises(di.InputError, match="these are mm"):
        calibrate_robot(arm[0].robot, table, SEEN)
    layout = MeasurementLayout(markers={"1": TIP}, units={"x": "mm"})
    assert calibrate_robot(arm[0].robot, table, layout, errors=("zeros",)).left_out


def test_degrees(arm):
    table = {k: np.rad2deg(v) if k.startswith("q_") else v for k, v in arm[3].items()}
    with pytest.raises(di.InputError, match=re.escape("units={'q': 'deg'}")):
        calibrate_robot(arm[0].robot, table, SEEN)


def test_left_handed_axes(arm):
    with pytest.raises(di.InputError, match="left-handed"):
        calibrate_robot(arm[0].robot, scale(arm[3], ("z_1",), -1.0), SEEN)


def test_a_frame_that_does_not_exist(arm):
    with pytest.raises(di.InputError, match="no frame 'hnad'"):
        calibrate_robot(arm[0].robot, arm[3], MeasurementLayout(markers={"1": "hnad"}))
    with pytest.raises(di.InputError, match=re.escape("markers={'1': 'LINK'}")):
        calibrate_robot(arm[0].robot, arm[3])


def test_too_few_poses(arm):
    few = {k: v[:3] for k, v in arm[3].items()}
    with pytest.raises(di.InputError, match="too few"):
        calibrate_robot(arm[0].robot, few, SEEN)


def test_missing_joint_and_missing_coordinate(arm):
    table = {k: v for k, v in arm[3].items() if k != "y_1"}
    with pytest.raises(di.InputError, match="not y_1"):
        calibrate_robot(arm[0].robot, table, SEEN)
    table = {k: v for k, v in arm[3].items() if k != f"q_{arm[0].robot.actuated[2]}"}
    with pytest.raises(di.InputError, match="no positions of"):
        calibrate_robot(arm[0].robot, table, SEEN)


def test_quaternions_in_another_order(arm):
    model, x, q, table = arm
    T = Kinematics(model, q).linearise(x).poses[TIP]
    columns = make_pose_columns("1", T)
    right = {**{k: v for k, v in table.items() if k.startswith("q_")}, **columns}
    found = calibrate_robot(model.robot, right, SEEN, errors=("positions", "zeros", "axes"))
    assert {each.kind for each in found.left_out} == {"points", "orientations"}
    names = [f"q{letter}_1" for letter in "wxyz"]
    rolled = {**right, **dict(zip(names, [right[names[k]] for k in (1, 2, 3, 0)]))}
    with pytest.raises(di.InputError, match="order x, y, z, w"):
        calibrate_robot(model.robot, rolled, SEEN)


def test_a_marker_that_was_bumped(arm):
    model, _, q, table = arm
    R = Kinematics(model, q).linearise(arm[1]).poses[TIP][:, :3, :3]
    found = calibrate_robot(model.robot, table, SEEN, errors=("positions", "zeros", "axes"))
    assert not any(each.kind == "moved marker" for each in found.findings)
    tracker = found.fit.unknowns["tracker"].value[:3, :3]
    shift = (R @ np.array([2e-3, 0.0, 1e-3])) @ tracker * (np.arange(40) >= 22)[:, None]
    moved = {**table, **{f"{a}_1": table[f"{a}_1"] + s for a, s in zip("xyz", shift.T)}}
    found = calibrate_robot(model.robot, moved, SEEN, errors=("positions", "zeros", "axes"))
    (bump,) = [each for each in found.findings if each.kind == "moved marker"]
    assert bump.where == "pose 22"


def test_an_outlier_is_named(arm):
    table = {k: v.copy() for k, v in arm[3].items()}
    table["x_1"][7] += 3e-3
    found = calibrate_robot(arm[0].robot, table, SEEN, errors=("positions", "zeros", "axes"))
    assert any(x.kind == "outlier pose" and "pose 7," in x.where for x in found.findings)


def test_a_resting_joint_and_a_plane_are_noticed(arm):
    model, _, _, table = arm
    still = {**table, f"q_{model.robot.actuated[3]}": np.zeros(40)}
    found = calibrate_robot(model.robot, still, SEEN, errors=("zeros",))
    assert any(x.kind == "resting joint" for x in found.findings)


def test_poses_in_a_plane(arm):
    """Points that only the last joint moves lie on a circle."""
    model, x, q, _ = arm
    q = np.tile(q[0], (30, 1))
    q[:, 6] = np.linspace(-1.5, 1.5, 30)
    table = simulate_measurements(model, x, q, {"1": TIP}, 5e-5)
    found = calibrate_robot(model.robot, table, SEEN, errors=("zeros",))
    assert any(x.kind == "poses in a plane" for x in found.findings)


def test_unknown_kinds(arm):
    with pytest.raises(di.InputError, match="expected some of positions"):
        calibrate_robot(arm[0].robot, arm[3], SEEN, errors=("lenghts",))
    with pytest.raises(di.InputError, match="noise"):
        calibrate_robot(arm[0].robot, arm[3], SEEN, noise={"pixels": 1.0})
