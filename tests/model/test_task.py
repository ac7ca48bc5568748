"""Dynamics at the tool (Rodriguez-Angeles 2002, section 4.3) of robots that are not the paper's:
against differences, Pinocchio, virtual work, and the properties (19)-(25)."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from motion_help import random_states
from other_robots import arm6, rrr3, scara
from tree_help import pinocchio_of

SIX = ("x", "y", "z", "rx", "ry", "rz")
ROBOTS = {
    "arm6": (arm6, SIX, 0.5),
    "scara": (scara, ("x", "y", "z", "rz"), (0.8, 0.5, 0.1, 1.0)),
    "rrr3": (rrr3, ("x", "y", "rz"), 0.15),
    "five_bar": (lambda: di.load_robot("five_bar"), None, 0.4),
}
POSE = {"arm6": [0.3, -0.6, 0.4, 1.1, -0.5, 0.9], "scara": [0.2, 1.2, -0.1, 0.3]}


def times(A, x):
    return np.einsum("kij,kj->ki", A, x)


def states(name, samples=20, seed=0):
    """A robot, its task, and random states well within its workspace."""
    build, rows, swing = ROBOTS[name]
    robot = build()
    centre = np.array(POSE.get(name, take_actuated_home(robot)))
    return robot, rows, *random_states(centre, np.full(robot.dof, swing), samples, seed)


def truth(robot, *effects):
    model = di.Model(robot, effects, symmetric=False)
    p = model.prior
    rest = slice(model.layout.inertial.stop, None)
    p[rest] = np.random.default_rng(3).uniform(0.1, 1.0, len(p[rest]))
    return model, p


def turned(R):
    """The small rotation vector of R (N, 3, 3)."""
    return 0.5 * np.stack(
        [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], 1
    )


@pytest.mark.parametrize("name", ROBOTS)
def test_jacobian_by_differences(name):
    robot, _, q, qd, _ = states(name)
    J, h = di.closed_chains.compute_jacobian(robot, q), 1e-5
    for k in range(robot.dof):
        step = h * np.eye(robot.dof)[k]
        a, b = (di.forward_kinematics(robot, q + s * step) for s in (1, -1))
        np.testing.assert_allclose(J[:, :3, k], (a - b)[:, :3, 3] / (2 * h), atol=2e-9)
        turn = turned(a[:, :3, :3] @ b[:, :3, :3].transpose(0, 2, 1)) / (2 * h)
        np.testing.assert_allclose(J[:, 3:, k], turn, atol=2e-9)
    by_step = (
        di.closed_chains.compute_jacobian(robot, q + h * qd)
        - di.closed_chains.compute_jacobian(robot, q - h * qd)
    ) / (2 * h)
    rate = di.closed_chains.jacobian_rate(robot, q, qd)
    np.testing.assert_allclose(rate, by_step, atol=1e-7 * np.abs(rate).max())


@pytest.mark.parametrize("name", ["arm6", "scara"])
def test_jacobian_and_inertia_are_pinocchios(name):
    robot, rows, q, qd, _ = states(name)
    model, p = truth(robot)
    theirs, data = pinocchio_of(robot)
    frame = pin.Frame(
        "tool", theirs.njoints - 1, pin.SE3(np.eye(3), np.array(robot.tool.position)), pin.OP_FRAME
    )
    at, world = theirs.addFrame(frame), pin.LOCAL_WORLD_ALIGNED
    data = theirs.createData()
    J, rate = (
        di.closed_chains.compute_jacobian(robot, q),
        di.closed_chains.jacobian_rate(robot, q, qd),
    )
    task = di.model.task_dynamics(model, q, qd, p, rows)
    places = [SIX.index(row) for row in rows]
    for k in range(len(q)):
        pin.computeJointJacobiansTimeVariation(theirs, data, q[k], qd[k])
        pin.updateFramePlacements(theirs, data)
        np.testing.assert_allclose(J[k], pin.getFrameJacobian(theirs, data, at, world), atol=1e-13)
        ours = pin.getFrameJacobianTimeVariation(theirs, data, at, world)
        np.testing.assert_allclose(rate[k], ours, atol=1e-12)
        # the operational-space inertia, (J M^-1 J')^-1
        Minv, own = pin.computeMinverse(theirs, data, q[k]), J[k][places]
        inertia = np.linalg.inv(own @ Minv @ own.T)
        np.testing.assert_allclose(task.M[k], inertia, rtol=1e-9, atol=1e-9 * np.abs(inertia).max())
        held = np.linalg.solve(own.T, pin.computeGeneralizedGravity(theirs, data, q[k]))
        np.testing.assert_allclose(task.G[k], held, atol=1e-9 * np.abs(held).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_forces_at_the_tool_do_the_work_of_the_torques(name):
    """M_x xdd + V_x + G_x + F_x = f with tau = J' f, friction and rotors included; half xd' M_x xd
    is the kinetic energy."""
    robot, rows, q, qd, qdd = states(name)
    model, p = truth(robot, di.RotorInertia(), di.effects.SmoothFriction(w1=30.0, w2=3.0))
    task = di.model.task_dynamics(model, q, qd, p, rows)
    xd, xdd = times(task.J, qd), times(task.J, qdd) + times(task.J_rate, qd)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    back = times(task.J.transpose(0, 2, 1), task.force(xdd))
    np.testing.assert_allclose(back, tau, atol=1e-10 * np.abs(tau).max())
    np.testing.assert_allclose(times(task.C, xd), task.V, atol=1e-9 * np.abs(task.V).max())
    energy = np.einsum("ki,kij,kj->k", xd, task.M, xd)
    joints = np.einsum("ki,kij,kj->k", qd, model.mass_matrix(q, p), qd)
    np.testing.assert_allclose(energy, joints, rtol=1e-10)
    rubbed = model.inverse_dynamics(q, qd, 0 * qd, p) - model.inverse_dynamics(
        q, qd, 0 * qd, np.where(["Bv" in n or "Bf" in n for n in model.parameters], 0.0, p)
    )
    back = times(task.J.transpose(0, 2, 1), task.F)
    np.testing.assert_allclose(back, rubbed, atol=1e-9 * np.abs(tau).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_rate_of_the_inertia_less_twice_c_is_skew(name):
    """(19), of the joints and of the task, by central differences along the motion."""
    robot, rows, q, qd, _ = states(name)
    model, p = truth(robot, di.RotorInertia())
    h = 1e-5

    def skewness(M, C):
        rate = (M(q + h * qd) - M(q - h * qd)) / (2 * h)
        S = rate - 2 * C
        return np.abs(S + S.transpose(0, 2, 1)).max() / np.abs(rate).max()

    task = di.model.task_dynamics(model, q, qd, p, rows)
    assert skewness(lambda x: model.mass_matrix(x, p), model.coriolis(q, qd, p)) < 1e-7
    assert skewness(lambda x: di.model.task_dynamics(model, x, qd, p, rows).M, task.C) < 1e-6


@pytest.mark.parametrize("name", ROBOTS)
def test_c_is_linear_and_symmetric_in_the_velocities(name):
    """(20), (21): C(q, x) y = C(q, y) x, C(q, z + a x) y = C(q, z) y + a C(q, x) y; so (23) holds
    with the largest C over directions, whatever the speed."""
    robot, _, q, x, y = states(name)
    model, p = truth(robot, di.RotorInertia())

    def C(v):
        return model.coriolis(q, v, p)

    size = np.abs(times(C(x), y)).max()
    np.testing.assert_allclose(times(C(x), y), times(C(y), x), atol=1e-10 * size)
    np.testing.assert_allclose(C(y + 3.0 * x), C(y) + 3.0 * C(x), atol=1e-9 * np.abs(C(y)).max())
    # ||C(q, v)|| <= sum_k ||C(q, e_k)|| |v_k| <= C_M ||v||
    each = [np.linalg.norm(C(np.tile(e, (len(q), 1))), 2, (1, 2)) for e in np.eye(robot.dof)]
    C_M = np.linalg.norm(each, axis=0)
    for v in (x, 100.0 * x, y):
        bound = C_M * np.linalg.norm(v, axis=1)
        assert (np.linalg.norm(C(v), 2, (1, 2)) <= bound * (1 + 1e-12)).all()


def reaches(robot):
    """(bodies, joints) how far a body's centre of mass can be from a turning joint that carries it
    (1 for a sliding one), and the same for its angles: 1 or 0."""
    far, turn = np.zeros((2, len(robot.bodies), robot.dof))
    parent = {b.name: k for k, b in enumerate(robot.bodies)}
    for k, body in enumerate(robot.bodies):
        length = np.linalg.norm(np.array(body.inertia[1:4]) / body.inertia[0])
        at = k
        while at is not None:
            joint = robot.bodies[at].joint
            slides = joint.kind == "prismatic"
            far[k, at], turn[k, at] = (1.0, 0.0) if slides else (length, 1.0)
            length += np.linalg.norm(joint.position) + (0.2 if slides else 0.0)
            at = parent.get(robot.bodies[at].parent)
    return far, turn


@pytest.mark.parametrize("name", ["arm6", "scara"])
def test_bounds_of_inertia_and_weight(name):
    """(22), (24) with constants from lengths and masses alone, at any pose (the slide within 0.2
    m)."""
    robot = ROBOTS[name][0]()
    model, p = truth(robot)
    far, turn = reaches(robot)
    masses = np.array([b.inertia[0] for b in robot.bodies])
    I_max = [
        np.trace(np.reshape([i[4], i[5], i[7], i[5], i[6], i[8], i[7], i[8], i[9]], (3, 3)))
        for i in (b.inertia for b in robot.bodies)
    ]
    M_M = float(masses @ (far**2).sum(axis=1) + I_max @ (turn**2).sum(axis=1))
    g_b = 9.81 * np.linalg.norm(masses @ far)
    rng = np.random.default_rng(1)
    q = rng.uniform(-np.pi, np.pi, (500, robot.dof))
    q[:, [b.joint.kind == "prismatic" for b in robot.bodies]] *= 0.2 / np.pi
    values = np.linalg.eigvalsh(model.mass_matrix(q, p))
    assert values[:, 0].min() > 0
    assert values[:, -1].max() <= M_M
    assert np.linalg.norm(model.gravity(q, p), axis=1).max() <= g_b


@pytest.mark.parametrize("name", ["rrr3", "five_bar"])
def test_inertia_of_parallel_robots_is_positive(name):
    robot, rows, q, qd, _ = states(name, 200)
    model, p = truth(robot)
    assert np.linalg.eigvalsh(model.mass_matrix(q, p))[:, 0].min() > 0
    assert np.linalg.eigvalsh(di.model.task_dynamics(model, q, qd, p, rows).M)[:, 0].min() > 0


@pytest.mark.parametrize("name", ROBOTS)
def test_bound_of_friction(name):
    """(25): |F| <= b_v |qd| + b_f1 + b_f2; at the tool times |J^-1|."""
    robot, rows, q, qd, _ = states(name)
    model, p = truth(robot, di.effects.SmoothFriction(w1=30.0, w2=3.0))
    value = model.to_values(p)
    Bv, B1, B2 = (
        np.array([value[f"{j}.{kind}"] for j in robot.actuated]) for kind in ("Bv", "Bf1", "Bf2")
    )
    task = di.model.task_dynamics(model, q, qd, p, rows)
    F = times(task.J.transpose(0, 2, 1), task.F)
    bound = Bv.max() * np.linalg.norm(qd, axis=1) + np.linalg.norm(B1) + np.linalg.norm(B2)
    assert (np.linalg.norm(F, axis=1) <= bound * (1 + 1e-9)).all()
    most = bound * np.linalg.norm(np.linalg.inv(task.J), 2, (1, 2))
    assert (np.linalg.norm(task.F, axis=1) <= most * (1 + 1e-9)).all()


def test_redundant_arm_has_khatibs_inertia():
    """Seven joints, six task coordinates: (J M^-1 J')^-1 by Pinocchio, and f that accelerates the
    tool as asked while tau = J' f."""
    robot = di.load_robot("arm7")
    q, qd, _ = random_states(np.array([0.3, -0.6, 0.4, 1.1, -0.5, 0.9, 0.2]), np.full(7, 0.4), 10)
    model, p = truth(robot)
    task = di.model.task_dynamics(model, q, qd, p, SIX)
    theirs, data = pinocchio_of(robot)
    xdd = np.random.default_rng(0).normal(size=(10, 6))
    tau = times(task.J.transpose(0, 2, 1), task.force(xdd))
    for k in range(10):
        Minv = pin.computeMinverse(theirs, data, q[k])
        inertia = np.linalg.inv(task.J[k] @ Minv @ task.J[k].T)
        np.testing.assert_allclose(task.M[k], inertia, atol=1e-9 * np.abs(inertia).max())
        qdd = pin.aba(theirs, data, q[k], qd[k], tau[k])
        reached = task.J[k] @ qdd + task.J_rate[k] @ qd[k]
        np.testing.assert_allclose(reached, xdd[k], atol=1e-8)


def test_coordinates_of_the_robot_are_task_coordinates_too():
    """The CFT's task names two of its joints, a slide and the height of the tool: that is
    `robot.task`."""
    robot = di.load_robot("cft")
    q = take_actuated_home(robot)[None]
    model = di.Model(robot)
    rows = ("q1", "q2", "q3", "tool.z")
    whole = di.model.task_dynamics(model, q, 0 * q, model.prior)
    assert whole.rows == robot.task == rows
    z = np.array([di.close(robot, q).q[0, robot.coordinates.index(c)] for c in rows[:3]])
    z = np.append(z, di.forward_kinematics(robot, q)[0, 2, 3])
    h = 1e-6
    moved = di.inverse_kinematics(robot, z + h * np.eye(4)) - di.inverse_kinematics(
        robot, z - h * np.eye(4)
    )
    np.testing.assert_allclose(np.linalg.inv(whole.J[0]), moved.T / (2 * h), atol=1e-6)


def test_what_goes_wrong_is_said():
    robot = scara()
    model, p = truth(robot)
    q, rows = np.array([[0.3, 0.0, 0.0, 0.0]]), ("x", "y", "z", "rz")
    with pytest.raises(di.InputError, match="sample 0 its drives cannot move x, y, z, rz"):
        di.model.task_dynamics(model, q, 0 * q, p, rows)
    with pytest.warns(di.errors.SingularityWarning, match="can hardly move"):
        di.model.task_dynamics(model, [[0.3, 1e-4, 0.0, 0.0]], 0 * q, p, rows)
    q = np.array([[0.3, 1.0, 0.0, 0.0]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        di.model.task_dynamics(model, q, 0 * q, p, rows)
    for wrong in (None, ("x", "y", "z", "rx", "ry"), ("x", "x"), ()):
        with pytest.raises(di.InputError, match="4 different ones for its 4 motors"):
            di.model.task_dynamics(model, q, 0 * q, p, wrong)
    with pytest.raises(di.InputError, match="no task coordinate w"):
        di.model.task_dynamics(model, q, 0 * q, p, ("x", "y", "z", "w"))
    with pytest.raises(di.InputError, match="cannot move"):
        di.model.task_dynamics(model, q, 0 * q, p, ("x", "y", "z", "rx"))
    with pytest.raises(di.InputError, match="no frame or body 'hand'"):
        di.closed_chains.compute_jacobian(robot, q, "hand")
