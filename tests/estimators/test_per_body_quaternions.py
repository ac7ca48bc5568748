"""Single bodies from orientations as quaternions and their rates: orientations and forces of MuJoCo
and Pinocchio."""

from __future__ import annotations

import mujoco
import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.data.column_map import FORCES
from dynid.estimators import (
    HingeProblem,
    NewtonEulerPerBody,
    compute_quaternion_wrenches,
    read_quaternions,
)
from dynid.exports.mjcf_writer import write_mjcf_text
from dynid.robot.quaternions import (
    compute_quaternion_rates,
    multiply_quaternions,
    to_rotations,
    turn,
)
from dynid.simulation.wrenches import compute_hinge_wrenches
from hinge_help import mujoco_sensors, scara, swings
from tree_help import pinocchio_of, random_tree


def mujoco_quaternions(robot, q):
    model = mujoco.MjModel.from_xml_string(write_mjcf_text(robot))
    data, found = mujoco.MjData(model), []
    at = [model.body(body.name).id for body in robot.bodies]
    for data.qpos in q:
        mujoco.mj_kinematics(model, data)
        found.append(data.xquat[at].copy())
    return np.array(found)


def off(result, robot):
    """Errors of all that is identifiable."""
    model = di.Model(robot)
    truth = dict(zip(model.parameters, model.prior))
    return np.array([x - truth[name] for name, x in zip(result.names, result.theta)])


def test_orientations_of_mujoco_through_several_turns():
    """arm7, whose last joint turns around; rates by splines. MuJoCo's quaternions jump in sign."""
    robot = di.load_robot("arm7")
    t, q, qd, qdd = swings(robot, 0.3, samples=2000, rate=1000.0)
    q[:, 3] += 9.0 * t
    qd[:, 3] += 9.0
    D = mujoco_quaternions(robot, q)
    assert np.ptp(q[:, 3]) > 5 * np.pi
    _, sensors = mujoco_sensors(robot, q, qd, qdd)
    problem = HingeProblem(
        compute_quaternion_wrenches(robot, D, sensors, t=t), samples=range(20, 1980, 10)
    )
    result = di.estimate(problem, NewtonEulerPerBody())
    assert len(result.theta) == 66
    assert np.abs(off(result, robot)).max() < 1e-5


@pytest.mark.parametrize("seed", range(3))
def test_rates_of_pinocchio_for_any_tree(seed):
    """Quaternions, first and second derivatives from Pinocchio's motion, positions too, where
    joints slide; some signs turned around, with their rates."""
    robot = random_tree(6, seed=20 + seed, prismatic=0.15 * seed, branching=0.1)
    _, q, qd, qdd = swings(robot, 0.5, samples=40)
    model, data = pinocchio_of(robot)
    D, omega, alpha, x, a = ([] for _ in range(5))
    joints = range(1, model.njoints)
    for state in zip(q, qd, qdd):
        pin.forwardKinematics(model, data, *state)
        D.append([pin.Quaternion(data.oMi[k].rotation).coeffs()[[3, 0, 1, 2]] for k in joints])
        omega.append([data.v[k].angular.copy() for k in joints])
        alpha.append([data.a[k].angular.copy() for k in joints])
        x.append([data.oMi[k].translation.copy() for k in joints])
        frame = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        a.append([pin.getClassicalAcceleration(model, data, k, frame).linear for k in joints])
    D = np.array(D)
    D[::3] *= -1.0
    rate, second = compute_quaternion_rates(D, np.array(omega), np.array(alpha))
    _, sensors = mujoco_sensors(robot, q, qd, qdd)
    found = compute_quaternion_wrenches(
        robot, D, sensors, rate=rate, second=second, position=x, acceleration=a
    )
    result = di.estimate(HingeProblem(found), NewtonEulerPerBody())
    assert max(body.rank for body in result.details.bodies) == 10
    assert len(result.theta) >= 36
    assert np.abs(off(result, robot)).max() < 1e-8
    slides = any(body.joint.kind == "prismatic" for body in robot.bodies)
    if not slides:
        alone = compute_quaternion_wrenches(robot, D, sensors, rate=rate, second=second)
        np.testing.assert_allclose(alone.acceleration, found.acceleration, atol=1e-10)


def test_products_and_turns_are_rotations():
    rng = np.random.default_rng(0)
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    angle = rng.uniform(-30, 30, 50)
    a, b = turn(axis, angle), turn((0, 0, 1), 2 * angle)
    np.testing.assert_allclose(
        to_rotations(multiply_quaternions(a, b)),
        to_rotations(a) @ to_rotations(b),
        rtol=0,
        atol=1e-13,
    )


def test_bad_input_is_named():
    robot = scara()
    _, q, qd, qdd = swings(robot, 0.1, samples=20)
    D = mujoco_quaternions(robot, q)
    _, sensors = mujoco_sensors(robot, q, qd, qdd)
    for words, arguments in {
        r"shape \(20, 3, 4\), expected \(N, 4, 4\)": {"quaternion": D[:, :3], "t": np.arange(20.0)},
        "rate and second, or the times t": {},
        "joint quill slides": {"t": np.arange(20.0)},
        r"rate: got an array of shape \(20, 4\)": {"rate": D[:, 0], "second": D},
        r"elbow has shape \(20, 3\)": {
            "t": np.arange(20.0),
            "position": D[..., 1:],
            "acceleration": D[..., 1:],
            "sensors": {"elbow": np.zeros((20, 3))},
        },
    }.items():
        given = {"quaternion": D, "sensors": sensors, **arguments}
        with pytest.raises(di.InputError, match=words):
            compute_quaternion_wrenches(robot, **given)


def test_read_from_files(tmp_path):
    """With rates and without, of arm7; a missing column is named."""
    robot = di.load_robot("arm7")
    t, q, qd, qdd = swings(robot, 0.3, samples=400, rate=200.0)
    D = mujoco_quaternions(robot, q)
    _, sensors = mujoco_sensors(robot, q, qd, qdd)
    names = [body.name for body in robot.bodies]
    columns = {"t": t}
    for k, name in enumerate(names):
        columns |= {f"q{x}_{name}": D[:, k, i] for i, x in enumerate("wxyz")}
    for name, six in sensors.items():
        columns |= {f"{kind}_{name}": x for kind, x in zip(FORCES, six.T)}
    exact = compute_hinge_wrenches(di.Model(robot), di.Model(robot).prior, q, qd, qdd)
    rates = compute_quaternion_rates(
        exact.quaternion, exact.angular_velocity, exact.angular_acceleration
    )
    signs = np.sign((exact.quaternion * D).sum(axis=-1))
    more = {
        f"q{x}{d}_{name}": signs[:, k] * rate[:, k, i]
        for d, rate in zip(("d", "dd"), rates)
        for k, name in enumerate(names)
        for i, x in enumerate("wxyz")
    }
    for extra, limit in (({}, 1e-3), (more, 1e-8)):
        np.savez(tmp_path / "log.npz", **columns, **extra)
        problem = HingeProblem(read_quaternions(tmp_path / "log.npz", robot), range(20, 380))
        assert np.abs(off(di.estimate(problem, NewtonEulerPerBody()), robot)).max() < limit
    del columns["qy_link3"]
    path = tmp_path / "log.csv"
    rows = np.column_stack([*columns.values()])
    np.savetxt(path, rows, delimiter=",", header=",".join(columns), comments="")
    with pytest.raises(di.InputError, match="no qy_link3"):
        read_quaternions(path, robot)
