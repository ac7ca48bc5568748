"""Dynamics of trees against Pinocchio."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin
import pytest

from dynid import Model, load_robot
from dynid.errors import IgnoredElementWarning
from tree_help import pinocchio_of, pinocchio_regressor, random_motion, random_tree, relative

TREES = {
    "arm7": lambda: load_robot("arm7"),
    "six_dof": lambda: load_robot("six_dof"),
    "pendulum": lambda: load_robot("pendulum"),
    "branched 20": lambda: random_tree(20, seed=1),
    "sliding 6": lambda: random_tree(6, seed=2, prismatic=1.0),
    "mixed chain 9": lambda: random_tree(9, seed=3, prismatic=0.5, branching=0.0),
    "chain 30": lambda: random_tree(30, seed=4, branching=0.0),
}


def check_against_pinocchio(robot, model, data, p, samples=45):
    q, qd, qdd = random_motion(robot.dof, samples)
    dynamics = Model(robot)
    each = list(zip(q, qd, qdd))
    assert (
        relative(dynamics.regressor(q, qd, qdd), pinocchio_regressor(model, data, q, qd, qdd))
        < 1e-10
    )
    if p is None:
        return
    tau = np.array([pin.rnea(model, data, *x) for x in each])
    assert relative(dynamics.inverse_dynamics(q, qd, qdd, p), tau) < 1e-10
    upper = np.array([np.triu(pin.crba(model, data, x)) for x in q])
    M = upper + np.triu(upper, 1).transpose(0, 2, 1)
    assert relative(dynamics.mass_matrix(q, p), M) < 1e-10
    g = np.array([pin.computeGeneralizedGravity(model, data, x) for x in q])
    assert np.abs(dynamics.gravity(q, p) - g).max() < 1e-10 * np.abs(tau).max()
    C = np.array([pin.computeCoriolisMatrix(model, data, *x[:2]) for x in each])
    velocity_torque = np.einsum("nij,nj->ni", dynamics.coriolis(q, qd, p) - C, qd)
    assert np.abs(velocity_torque).max() < 1e-10 * np.abs(tau).max()
    if np.linalg.eigvalsh(M).min() < 1e-9 * np.abs(M).max():
        return  # the file's inertias are placeholders (a link without any): nothing to invert
    force = np.random.default_rng(5).normal(size=q.shape) * np.abs(tau).mean()
    a = np.array([pin.aba(model, data, x, v, f) for x, v, f in zip(q, qd, force)])
    assert relative(dynamics.forward_dynamics(q, qd, force, p), a) < 1e-9


@pytest.mark.parametrize("name", TREES)
def test_trees_equal_pinocchio(name):
    robot = TREES[name]()
    check_against_pinocchio(robot, *pinocchio_of(robot), Model(robot).prior)


@pytest.mark.parametrize("folder", ["staubli_tx40", "panda_gaz", "kuka_lwr4", "kuka_kr300"])
def test_real_urdfs_equal_pinocchio(folder, shared_data):
    path = shared_data / folder / "robot.urdf"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        robot = load_robot(path)
    model = pin.buildModelFromUrdf(str(path))
    assert list(model.names)[1:] == list(robot.coordinates)
    prior = Model(robot).prior
    check_against_pinocchio(
        robot, model, model.createData(), None if np.isnan(prior).any() else prior
    )


def test_coriolis_of_trees_is_christoffel():
    """C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k, by central differences of M."""
    robot = random_tree(5, seed=7)
    model = Model(robot)
    p, h = model.prior, 1e-5
    q, qd, _ = (x[0] for x in random_motion(5, 1, seed=3))
    dM = np.empty((5, 5, 5))
    for k in range(5):
        step = h * np.eye(5)[k]
        up, down = model.mass_matrix(np.array([q + step, q - step]), p)
        dM[:, :, k] = (up - down) / (2 * h)
    symbols = 0.5 * (dM + dM.transpose(0, 2, 1) - dM.transpose(2, 1, 0))
    assert relative(model.coriolis(q, qd, p)[0], symbols @ qd) < 1e-8


def test_long_motion_in_threads_equals_short_pieces():
    robot = random_tree(4, seed=8)
    model = Model(robot)
    q, qd, qdd = random_motion(4, 9001)
    whole = model.regressor(q, qd, qdd)
    pieces = [
        model.regressor(q[k : k + 1], qd[k : k + 1], qdd[k : k + 1])[0]
        for k in (0, 31, 999, 1000, 4500, 9000)
    ]
    assert np.array_equal(whole[[0, 31, 999, 1000, 4500, 9000]], pieces)
    chunks = model.map_regressor(lambda part, Y: (part, Y.copy()), q, qd, qdd)
    assert np.array_equal(np.concatenate([Y for _, Y in chunks]), whole)
    assert [part.start for part, _ in chunks] == sorted(part.start for part, _ in chunks)
    assert chunks[-1][0].stop == 9001


def test_regressor_columns_are_contiguous():
    Y = Model(load_robot("arm7")).regressor(*random_motion(7, 100))
    assert Y.shape == (100, 7, 70)
    assert Y[:, 3, 20].flags.c_contiguous


def test_large_angles_keep_their_digits():
    robot = load_robot("arm7")
    model, data = pinocchio_of(robot)
    q, qd, qdd = random_motion(7, 20)
    for turns in (1000, 10_000_000):  # within the fast range reduction, and beyond it
        shifted = q + 2 * np.pi * turns
        tau = np.array([pin.rnea(model, data, *x) for x in zip(shifted, qd, qdd)])
        assert (
            relative(Model(robot).inverse_dynamics(shifted, qd, qdd, Model(robot).prior), tau)
            < 1e-10
        )


def test_empty_motion_gives_empty_results():
    model = Model(load_robot("arm7"))
    nothing = np.zeros((0, 7))
    assert model.regressor(nothing, nothing, nothing).shape == (0, 7, 70)
    assert model.inverse_dynamics(nothing, nothing, nothing, model.prior).shape == (0, 7)
    assert Model(load_robot("delta4")).regressor(np.zeros((0, 4))).shape == (0, 4, 60)
