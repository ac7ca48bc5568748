"""Kinematics with errors against Pinocchio, and every derivative against finite differences."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from calibration_help import ARM, TIP, draw_poses
from dynid.calibration import measurements as ms
from dynid.calibration.error_model import KINDS, make_error_model
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.rotations import (
    compute_rotation_vector,
    make_right_jacobian,
    make_rotation,
)
from dynid.exports.urdf_writer import write_urdf

STEP = 1e-5


@pytest.mark.parametrize("name", [ARM, "delta3", "delta4", "stewart", "five_bar", "prs3"])
def test_derivatives_of_poses(name):
    robot = di.load_robot(name)
    model = make_error_model(robot, KINDS)
    rng = np.random.default_rng(0)
    x = 1e-3 * rng.normal(size=len(model))
    x[[error.kind == "sag" for error in model.errors]] = 0.0
    at = Kinematics(model, draw_poses(robot, 3, 0.1))
    lin = at.linearise(x)
    assert lin.gap.max() < 1e-9
    body = robot.tool.body if robot.tool else robot.bodies[-1].name
    V, P = lin.find_twist(body), lin.poses[body][:, :3, 3]
    scale = max(1.0, np.abs(lin.dq).max())
    for k in rng.choice(len(model), 25, replace=False):
        step, size = np.zeros(len(model)), STEP / max(1.0, np.abs(lin.dq[:, :, k]).max())
        step[k] = size
        ahead, behind = at.linearise(x + step), at.linearise(x - step)
        slope = (ahead.poses[body] - behind.poses[body]) / (2 * size)
        wanted = V[:, :3, k] + np.cross(V[:, 3:, k], P)
        assert np.abs(slope[:, :3, 3] - wanted).max() < 1e-7 * scale, model.names[k]
        assert np.abs((ahead.q - behind.q) / (2 * size) - lin.dq[:, :, k]).max() < 1e-7 * scale


def test_a_robot_with_errors_moves_as_in_pinocchio(tmp_path):
    pin = pytest.importorskip("pinocchio")
    model = make_error_model(di.load_robot(ARM), ("positions", "zeros", "axes"))
    rng = np.random.default_rng(1)
    x, q = 1e-2 * rng.normal(size=len(model)), rng.uniform(-1, 1, (4, 7))
    write_urdf(model.apply(x), tmp_path / "arm.urdf")
    other = pin.buildModelFromUrdf(str(tmp_path / "arm.urdf"))
    data = other.createData()
    poses = Kinematics(model, q).linearise(x).poses[TIP]
    for k in range(len(q)):
        # Pinocchio holds joints without limits as (cos, sin)
        parts = [
            (q[k, j],) if m.nq == 1 else (np.cos(q[k, j]), np.sin(q[k, j]))
            for j, m in enumerate(list(other.joints)[1:])
        ]
        pin.framesForwardKinematics(other, data, np.concatenate(parts))
        wanted = data.oMf[other.getFrameId(TIP)].homogeneous
        assert np.abs(poses[k] - wanted).max() < 1e-9


def make_channels(count):
    """One of every kind, with unknowns."""
    rng, rows = np.random.default_rng(0), np.arange(count)
    pose, camera, up = np.eye(4), np.eye(4), np.array([0.1, 0.3, 0.9])
    pose[:3, :3], pose[:3, 3] = make_rotation(rng.normal(size=3)), rng.normal(size=3)
    camera[:3, 3] = 0.2, 0.1, -5.0
    values = {
        "m": (ms.VECTOR, np.array([0.1, 0.2, 0.3])),
        "a": (ms.VECTOR, np.array([1.0, 0.2, 0.3])),
        "tracker": (ms.POSE, pose),
        "camera": (ms.POSE, camera),
        "t": (ms.TURN, pose[:3, :3]),
        "n": (ms.DIRECTION, up / np.linalg.norm(up)),
        "h": (ms.VECTOR, np.array([0.3])),
        "s": (ms.VECTOR, np.array([0.3, 1.0, 2.0, 0.4])),
    }
    unknowns = {name: ms.Unknown(name, *about) for name, about in values.items()}
    P, tracker, pixels = ms.BodyPoint(TIP, "m"), ms.Instrument("tracker"), (500.0, 500.0, 3.0, 2.0)
    R, zero = np.tile(make_rotation(np.array([0.3, 0.2, -0.4])), (count, 1, 1)), np.zeros
    channels = [
        ms.PointChannel("p", rows, zero((count, 3)), P, tracker),
        ms.PixelChannel("u", rows, zero((count, 2)), P, ms.Instrument("camera"), pixels),
        ms.PixelChannel(
            "e",
            rows,
            zero((count, 2)),
            ms.BodyPoint("world", "a"),
            ms.Instrument("camera", TIP),
            pixels,
        ),
        ms.TurnChannel("t", rows, R, TIP, "t", tracker),
        ms.DistanceChannel("d", rows, zero((count, 1)), (P, ms.BodyPoint("world", "a"))),
        ms.PlaneChannel("l", rows, zero((count, 1)), P, "n", "h"),
        ms.SphereChannel("s", rows, zero((count, 1)), P, "s"),
        ms.InclinationChannel("i", rows, zero((count, 3)), TIP, "t", "n"),
    ]
    return channels, unknowns


@pytest.mark.parametrize("number", range(8))
def test_derivatives_of_measurements(number):
    channels, unknowns = make_channels(4)
    channel = channels[number]
    model = make_error_model(di.load_robot(ARM), ("positions", "zeros", "axes"))
    rng = np.random.default_rng(2)
    x, q = 1e-2 * rng.normal(size=len(model)), rng.uniform(-1, 1, (4, 7))
    at = Kinematics(model, q)
    lin = at.linearise(x)
    r, J, blocks = channel.compute(lin, unknowns)
    assert r.shape == (4, channel.width)
    scale = max(1.0, np.abs(J).max())
    for k in rng.choice(len(model), 12, replace=False):
        step = np.zeros(len(model))
        step[k] = STEP
        ahead, behind = (channel.compute(at.linearise(x + s), unknowns)[0] for s in (step, -step))
        assert np.abs((ahead - behind) / (2 * STEP) - J[:, :, k]).max() < 1e-7 * scale
    assert set(blocks) == set(channel.needs)
    for name, block in blocks.items():
        for k in range(unknowns[name].size):
            step = np.zeros(unknowns[name].size)
            step[k] = STEP
            ahead, behind = (
                channel.compute(lin, {**unknowns, name: unknowns[name].move(s)})[0]
                for s in (step, -step)
            )
            assert np.abs((ahead - behind) / (2 * STEP) - block[:, :, k]).max() < 1e-7 * scale


def test_rotation_vectors():
    rng = np.random.default_rng(3)
    phi = rng.uniform(-1.7, 1.7, (50, 3))
    assert np.abs(compute_rotation_vector(make_rotation(phi)) - phi).max() < 1e-9
    d = 1e-6 * rng.normal(size=(50, 3))
    turned = make_rotation(phi) @ make_rotation(
        np.einsum("kij,kj->ki", make_right_jacobian(phi), d)
    )
    assert np.abs(make_rotation(phi + d) - turned).max() < 1e-11
    half = np.array([[np.pi, 0.0, 0.0], [0.0, np.pi, 0.0]])
    assert np.allclose(np.abs(compute_rotation_vector(make_rotation(half))), half, atol=1e-6)
