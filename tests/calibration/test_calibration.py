"""Calibrations of robots whose errors are known, of every kind of measurement."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from calibration_help import (
    ARM,
    LENGTHS,
    TIP,
    compute_tool_error,
    draw_poses,
    make_arm,
)
from dynid.calibration.calibration_page import _compute_points, render_calibration_page
from dynid.calibration.error_model import make_error_model
from dynid.calibration.error_selection import NONE
from dynid.calibration.geometric_calibration import calibrate_robot, predict
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.measurement_reading import MeasurementLayout
from dynid.calibration.simulated_measurements import draw_errors, simulate_measurements

SEEN = MeasurementLayout(markers={"1": TIP})
FRAMES = ("positions", "zeros", "axes")


def test_an_arm_by_a_tracker():
    model, x, _, table = make_arm()
    found = calibrate_robot(model.robot, table, SEEN)
    assert found.changed
    q = np.random.default_rng(9).uniform(-1.5, 1.5, (100, 7))
    before = compute_tool_error(model, x, (model, 0 * x), q, TIP)
    after = compute_tool_error(model, x, (found.model, found.fit.x), q, TIP)
    assert after < 0.1 * before
    assert 4e-5 < found.fit.noise["points"] < 6e-5
    (left,) = found.left_out
    assert left.after < 0.1 * left.before
    assert "position error" in str(found)
    _, seen = _compute_points(found, found.fit)
    assert np.sqrt(np.mean(seen**2)) < 6e-5  # the tracker's noise, in the axes of the base
    assert "Errors in space" in render_calibration_page(found)
    assert len(found.identifiable) < len(found.model)
    assert found.identifiable.gap > 1e6


def test_noiseless_measurements_of_named_errors_give_them_back():
    model, x, _, _ = make_arm()
    some = np.array([error.kind == "zeros" for error in model.errors])
    some[[0, 6]] = False
    names = [model.names[k] for k in np.flatnonzero(some)[1:-1]]  # the first and last are free
    x = np.where([name in names for name in model.names], x, 0.0)
    q = np.random.default_rng(0).uniform(-1.5, 1.5, (40, 7))
    table = simulate_measurements(model, x, q, {"1": TIP})
    found = calibrate_robot(model.robot, table, SEEN, errors=("zeros",))
    for name in names:
        assert abs(found.geometry[name] - x[model.names.index(name)]) < 5e-6


@pytest.mark.slow(reason="a hundred fits of an arm")
def test_intervals_cover():
    inside, ratios = [], []
    for seed in range(25):
        model, x, _, table = make_arm(seed=seed)
        found = calibrate_robot(model.robot, table, SEEN)
        deviations = np.sqrt(np.diag(found.fit.covariance))
        at = [found.model.names.index(name) for name in model.names]
        inside.append(np.abs(found.fit.x[at] - x) < 1.96 * deviations[at])
        q = np.random.default_rng(seed + 100).uniform(-1.5, 1.5, (100, 7))
        clean = simulate_measurements(model, x, q, {"1": TIP}, seed=seed)
        from dynid.calibration.measurement_reading import read_measurements

        rows = predict(found.fit, read_measurements(model.robot, clean, SEEN)[1])
        S = found.fit.solution.covariance
        expected = np.einsum("ij,jk,ik->", rows.J, S, rows.J, optimize=True)
        ratios.append(np.sqrt(np.sum(rows.r**2) / expected))
    assert 0.90 < np.mean(inside) < 0.99
    assert np.mean(ratios) < 1.3


def test_a_right_robot_is_left_as_it_is():
    model, x, _, _ = make_arm()
    q = np.random.default_rng(0).uniform(-1.5, 1.5, (25, 7))
    table = simulate_measurements(model, 0 * x, q, {"1": TIP}, noise=2e-3)
    found = calibrate_robot(model.robot, table, SEEN)
    assert not found.changed
    assert found.selection.chosen.name == NONE
    assert "no error of the geometry" in found.sentence
    assert found.robot is found.nominal


@pytest.mark.parametrize("kind", ["plane", "distance", "sphere"])
def test_without_a_tracker(kind):
    """A touch probe on an unknown plane or sphere, a ball bar: what they determine is found."""
    model, x, _, _ = make_arm(noise=0.0)
    rng = np.random.default_rng(4)
    frame = di.load_robot(ARM).tool.name if di.load_robot(ARM).tool else TIP
    place = np.array([0.0, 0.0, 0.0])
    q = rng.uniform(-1.2, 1.2, (120, 7))
    anchor = np.array([0.4, 0.1, 0.3])
    if kind != "distance":  # bring the tip to the surface by its last joints
        q = reach_surface(model, x, q, frame, anchor, kind)
    T = Kinematics(model, q).linearise(x).poses[di.load_robot(ARM).body(TIP).name]
    table = {f"q_{name}": column for name, column in zip(model.robot.actuated, q.T)}
    X = T[:, :3, 3] + T[:, :3, :3] @ place
    if kind == "distance":
        table[f"distance_{TIP}"] = np.linalg.norm(X - anchor, axis=1) + 2e-5 * rng.normal(size=120)
    else:
        table[f"{kind}_{TIP}"] = np.ones(len(q))
    found = calibrate_robot(model.robot, table, errors=FRAMES)
    (left,) = found.left_out
    assert left.after < 0.2 * left.before
    assert found.identifiable is not None
    assert len(found.identifiable) < len(model)


def reach_surface(model, x, q, frame, anchor, kind):
    """Poses whose tip is on the plane z = 0.3, or on a sphere: Newton along the gradient."""
    at = Kinematics(model, q)
    for _ in range(30):
        at.q = q
        at.start = q.copy()
        lin = at.linearise(x)
        P = lin.poses[TIP][:, :3, 3]
        V = lin.twists[:, :, :7]
        J = V[:, :3] + np.cross(V[:, 3:], P[:, :, None], axis=1)
        if kind == "plane":
            gap, normal = P[:, 2] - anchor[2], np.tile([0.0, 0.0, 1.0], (len(q), 1))
        else:
            length = np.linalg.norm(P - anchor, axis=1)
            gap, normal = length - 0.35, (P - anchor) / length[:, None]
        slope = np.einsum("ni,nij->nj", normal, J)
        way = slope * (gap / np.sum(slope**2, axis=1))[:, None]
        q = q - np.clip(way, -0.3, 0.3)
    return q[np.abs(gap) < 1e-9]


@pytest.mark.slow(reason="a closed robot is fitted several times")
@pytest.mark.parametrize("name", ["delta3", "stewart"])
def test_parallel_robots_by_a_tracker(name):
    robot = di.load_robot(name)
    model = make_error_model(robot, LENGTHS)
    x = draw_errors(model, 3e-3, np.deg2rad(0.5), 1)
    span = 0.5 if name == "delta3" else 0.12
    q = draw_poses(robot, 60, span)
    markers = {str(k): robot.tool.name for k in range(1, 2 if name == "delta3" else 4)}
    table = simulate_measurements(model, x, q, markers, 2e-5)
    clean = simulate_measurements(model, x, q, markers)
    seen, unseen = (
        {k: v[part] for k, v in t.items()}
        for t, part in ((table, slice(30)), (clean, slice(30, None)))
    )
    layout = MeasurementLayout(markers=markers)
    found = calibrate_robot(robot, seen, layout, errors=LENGTHS, test=unseen)
    (tested,) = found.tested
    assert tested.after < 0.05 * tested.before


@pytest.mark.slow(reason="a closed robot is fitted several times")
def test_a_delta_by_passive_encoders_alone():
    robot = di.load_robot("delta3")
    model = make_error_model(robot, LENGTHS)
    x = draw_errors(model, 5e-4, np.deg2rad(0.2), 0)
    q = draw_poses(robot, 120, 0.6)
    passive = ("strut1.ry", "strut2.ry")
    table = simulate_measurements(model, x, q[:60], {}, passive=passive, encoder_noise=1e-5)
    found = calibrate_robot(robot, table)
    assert found.changed
    (left,) = found.left_out
    assert left.after < 0.05 * left.before
    assert not found.fit.columns  # nothing but the loops


def test_ties_of_identical_limbs():
    robot = di.load_robot("delta3")
    free, tied = (make_error_model(robot, LENGTHS, tied=t) for t in (False, True))
    assert len(tied) < len(free)
    arms = [name for name in tied.names if name.startswith("strut1.ry.x")]
    assert arms == ["strut1.ry.x (and 2 tied)"]


def test_written_files_read_back_with_only_changed_numbers(tmp_path):
    from dynid.exports.urdf_writer import write_urdf

    model, _, _, table = make_arm()
    source = tmp_path / "arm.urdf"
    write_urdf(model.robot, source)
    outcome = di.calibrate(source, table, markers="1=link7", output=tmp_path / "out")
    written = (tmp_path / "out" / "arm.urdf").read_text()
    old = source.read_text().splitlines()
    changed = [line for line in written.splitlines() if line not in old]
    assert all("<origin" in line or "dynid:" in line for line in changed)
    read = di.load_robot(tmp_path / "out" / "arm.urdf")
    q = np.random.default_rng(0).uniform(-1, 1, (5, 7))
    assert np.allclose(
        di.forward_kinematics(read, q, TIP), di.forward_kinematics(outcome.robot, q, TIP), atol=1e-9
    )
    content = json.loads((tmp_path / "out" / "calibration.json").read_text())
    assert content["schema"] == "dynid/calibrate/1"
    assert content["changed"]
    assert "<h1>" in (tmp_path / "out" / "report.html").read_text()


def test_mjcf_and_sdf_are_written_back(tmp_path):
    from dynid.exports.geometry_edit import write_geometry
    from dynid.exports.mjcf_writer import write_mjcf

    model, x, _, _ = make_arm()
    source = tmp_path / "arm.xml"
    write_mjcf(model.robot, source)
    nominal = di.load_robot(source)
    again = make_error_model(nominal, FRAMES)
    robot = again.apply(x)
    name, data, notes = write_geometry(str(source), nominal, robot, "calibrated")
    assert (name, notes) == ("arm.xml", [])
    (tmp_path / "new.xml").write_bytes(data)
    q = np.random.default_rng(0).uniform(-1, 1, (5, 7))
    read = di.load_robot(tmp_path / "new.xml")
    assert np.allclose(
        di.forward_kinematics(read, q, TIP), di.forward_kinematics(robot, q, TIP), atol=1e-9
    )
    sdf = tmp_path / "two.sdf"
    sdf.write_text(TWO_LINKS)
    nominal = di.load_robot(sdf)
    again = make_error_model(nominal, FRAMES)
    robot = again.apply(np.full(len(again), 1e-3))
    name, data, notes = write_geometry(str(sdf), nominal, robot, "calibrated")
    assert (name, notes) == ("two.sdf", [])
    assert b"<mass>1</mass>" in data


TWO_LINKS = """<?xml version="1.0"?>
<sdf version="1.7"><model name="two">
  <link name="base"><inertial><mass>1</mass></inertial></link>
  <joint name="fix" type="fixed"><parent>world</parent><child>base</child></joint>
  <link name="a"><pose>0 0 0.1 0 0 0</pose><inertial><mass>1</mass></inertial></link>
  <link name="b"><pose>0.3 0 0.1 0 0 0.2</pose><inertial><mass>1</mass></inertial></link>
  <joint name="j1" type="revolute"><parent>base</parent><child>a</child>
    <axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="j2" type="revolute"><parent>a</parent><child>b</child>
    <axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>
"""
