"""Robots with a geometry that is wrong, and what a tracker sees of them."""

from __future__ import annotations

import numpy as np

import dynid as di
from dynid.calibration.error_model import make_error_model
from dynid.calibration.linearised_kinematics import Kinematics
from dynid.calibration.simulated_measurements import draw_errors, simulate_measurements
from dynid.closed_chains.closed_home import take_actuated_home

FRAMES = ("positions", "zeros", "axes")
LENGTHS = ("lengths", "zeros")
ARM = "arm7"
TIP = "link7"


def draw_poses(robot, count, span, seed=0):
    """Poses about home whose loops close."""
    rng, home, poses = np.random.default_rng(seed), take_actuated_home(robot), []
    while len(poses) < count:
        q = home + rng.uniform(-span, span, robot.dof)
        try:
            di.close(robot, q[None], detours=None)
        except di.DynidError:
            continue
        poses.append(q)
    return np.array(poses)


def make_arm(count=40, noise=5e-5, seed=0, length=5e-4, angle=np.deg2rad(0.2)):
    """Model of an arm, its true errors, poses, and the table of a tracker."""
    model = make_error_model(di.load_robot(ARM), FRAMES)
    x = draw_errors(model, length, angle, seed)
    q = np.random.default_rng(seed).uniform(-1.5, 1.5, (count, 7))
    return model, x, q, simulate_measurements(model, x, q, {"1": TIP}, noise, seed=seed)


def compute_tool_error(model, x, found, q, body):
    """Root mean square distance [m] of a body's origin between two geometries, after the rigid
    motion between their base frames that no tracker can see."""
    from dynid.calibration.rotations import find_nearest_rotation

    places = []
    for of_model, errors in ((model, x), found):
        p = Kinematics(of_model, q).linearise(errors).poses[body][:, :3, 3]
        places.append(p - p.mean(axis=0))
    a, b = places
    return float(np.sqrt(np.mean(np.sum((b - a @ find_nearest_rotation(b.T @ a).T) ** 2, axis=1))))
