"""What must hold for every robot, every state and every parameter vector."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from dynid import Model, load_robot
from dynid.closed_chains.closing import close
from dynid.robot.geometry import inertial, move_inertial, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Joint
from tree_help import (
    pinocchio_of,
    pinocchio_regressor,
    random_inertia,
    random_motion,
    random_tree,
    relative,
)

seeds = st.integers(0, 2**31 - 1)
trees = st.builds(
    random_tree,
    st.integers(1, 12),
    seeds,
    st.sampled_from([0.0, 0.3, 1.0]),
    st.sampled_from([0.0, 0.5]),
)


@settings(max_examples=25, deadline=None)
@given(trees, seeds)
def test_random_trees_equal_pinocchio(robot, seed):
    motion = random_motion(robot.dof, 3, seed)
    assert (
        relative(
            Model(robot).regressor(*motion), pinocchio_regressor(*pinocchio_of(robot), *motion)
        )
        < 1e-10
    )


@settings(max_examples=25, deadline=None)
@given(trees, seeds)
def test_dynamics_are_linear_in_the_parameters(robot, seed):
    model = Model(robot)
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, len(model.parameters)))
    motion = random_motion(robot.dof, 4, seed)
    tau = model.inverse_dynamics(*motion, 2 * a - 3 * b)
    parts = 2 * model.inverse_dynamics(*motion, a) - 3 * model.inverse_dynamics(*motion, b)
    scale = np.abs(model.inverse_dynamics(*motion, a)).max() + np.abs(tau).max()
    assert np.abs(tau - parts).max() < 1e-11 * scale
    assert (
        np.abs(model.regressor(*motion) @ a - model.inverse_dynamics(*motion, a)).max()
        < 1e-11 * scale
    )


@settings(max_examples=25, deadline=None)
@given(trees, seeds)
def test_mass_matrix_is_symmetric_and_positive(robot, seed):
    rng = np.random.default_rng(seed)
    model = Model(robot)
    p = np.concatenate([random_inertia(rng) for _ in model.group_names])
    M = model.mass_matrix(random_motion(robot.dof, 4, seed)[0], p)
    assert np.array_equal(M, M.transpose(0, 2, 1))
    assert np.linalg.eigvalsh(M).min() > 0


@settings(max_examples=25, deadline=None)
@given(trees, seeds)
def test_a_turned_world_changes_nothing(robot, seed):
    """Turn every joint on the ground, and gravity with them: the torques stay."""
    Q = Rotation.random(random_state=seed).as_matrix()
    turned = []
    for body in robot.bodies:
        joint = body.joint
        if body.parent == "world":
            place = {
                "position": Q @ joint.position + (1.0, -2.0, 0.5),
                "rotation": Q @ joint.rotation,
            }
            joint = Joint(joint.name, joint.kind, joint.axis, **place)
        turned.append(type(body)(body.name, body.parent, joint, body.inertia))
    other = Robot("turned", tuple(turned), gravity=Q @ robot.gravity)
    motion = random_motion(robot.dof, 4, seed)
    p = Model(robot).prior
    tau = Model(robot).inverse_dynamics(*motion, p)
    assert relative(Model(other).inverse_dynamics(*motion, p), tau) < 1e-11


@settings(max_examples=50, deadline=None)
@given(seeds)
def test_inertia_moves_with_its_frame(seed):
    """Kinetic energy of a body does not depend on the frame in which its ten parameters are
    written."""
    rng = np.random.default_rng(seed)
    p, R, r = (
        random_inertia(rng),
        Rotation.random(random_state=seed).as_matrix(),
        rng.normal(size=3),
    )
    w, v = rng.normal(size=(2, 3))  # of the new frame's origin, in the new frame

    def energy(p, w, v):
        m, c, Ic = to_mass_com_inertia(p)
        speed = v + np.cross(w, c)
        return 0.5 * m * speed @ speed + 0.5 * w @ Ic @ w

    inner = energy(p, R.T @ w, R.T @ (v + np.cross(w, r)))
    assert energy(move_inertial(p, R, r), w, v) == pytest.approx(inner, rel=1e-11)
    assert inertial(*to_mass_com_inertia(p)) == pytest.approx(p, rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("name", ["delta3", "delta4", "prs3", "rps3", "cft", "five_bar", "stewart"])
def test_loops_are_linear_and_positive(name):
    robot = load_robot(name)
    model = Model(robot)
    rng = np.random.default_rng(1)
    home = close(robot, np.array([[robot.home.get(c, 0.0) for c in robot.actuated]])).q[0]
    start = home[[robot.coordinates.index(c) for c in robot.actuated]]
    q = start + 0.02 * rng.normal(size=(30, robot.dof))
    qd, qdd = rng.normal(size=(2, 30, robot.dof))
    a, b = rng.normal(size=(2, len(model.parameters)))
    tau = model.inverse_dynamics(q, qd, qdd, a + b)
    parts = model.inverse_dynamics(q, qd, qdd, a) + model.inverse_dynamics(q, qd, qdd, b)
    assert relative(parts, tau) < 1e-11
    p = np.concatenate([random_inertia(rng) for _ in model.group_names])
    assert np.linalg.eigvalsh(model.mass_matrix(q, p)).min() > 0
