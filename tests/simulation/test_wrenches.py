"""Forces and moments in joints and loops: against the multipliers of the model in quaternions."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closing import close
from dynid.robot.parts import Coupling
from dynid.simulation import QuaternionModel
from dynid.simulation.wrenches import compute_hinge_wrenches
from hinge_help import mujoco_loops, mujoco_sensors, rrr3, scara, swings
from tree_help import random_tree

ROBOTS = {
    "arm7": lambda: di.load_robot("arm7"),
    "scara": scara,
    "tree": lambda: random_tree(7, seed=4),
    "geared": lambda: random_tree(5, seed=9).replace(
        couplings=(Coupling("q3", "q1", (0.1, 0.5, -0.2)),), actuated=("q0", "q1", "q2", "q4")
    ),
    "five_bar": lambda: di.load_robot("five_bar"),
    "rrr3": rrr3,
    "rrr3 point": lambda: rrr3("point"),
    "rrr3 axis": lambda: rrr3("axis"),
    "delta3": lambda: di.load_robot("delta3"),
    "prs3": lambda: di.load_robot("prs3"),
    "stewart": lambda: di.load_robot("stewart"),
}


def model_of(robot):
    """With friction and rotors in all joints, passive ones too."""
    model = di.Model(robot, [di.Viscous(robot.coordinates), di.RotorInertia(robot.coordinates)])
    p = model.nominal
    p[model.layout.others] = np.random.default_rng(1).uniform(
        0.05, 0.2, len(p[model.layout.others])
    )
    return model, p


@pytest.mark.parametrize("make", ROBOTS.values(), ids=list(ROBOTS))
def test_the_multipliers_say_the_same(make):
    """What is determined agrees; the others, each by another choice, give the same net forces."""
    robot = make()
    model, p = model_of(robot)
    size = 0.3 if robot.is_tree else 0.01
    _, q, qd, qdd = swings(robot, size, samples=12)
    found = compute_hinge_wrenches(model, p, q, qd, qdd)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    other = QuaternionModel(model, p).compute_sensors(q, qd, tau)
    ours = found.to_sensors()
    largest = max(np.abs(x).max() for x in other.values())
    for name, known in zip((*found.joints, *found.loops), found.determined):
        assert np.abs((ours[name] - other[name])[:, known]).max(initial=0.0) < 1e-9 * largest, name
    forces = np.stack([other[name] for name in found.joints], axis=1)
    loops = np.array([other[name] for name in found.loops]).reshape(-1, len(q), 6).swapaxes(0, 1)
    swapped = di.simulation.HingeWrenches(
        **{
            **vars(found),
            "force": forces[..., :3],
            "moment": forces[..., 3:],
            "loop_force": loops[..., :3],
            "loop_moment": loops[..., 3:],
        }
    )
    for mine, theirs in zip(found.sum_wrenches(), swapped.sum_wrenches()):
        assert np.abs(mine - theirs).max() < 1e-9 * largest


def test_what_is_not_determined_is_named():
    """Hinges of a planar robot: forces across its plane, and moments in it, are left open; with a
    ball at the tip of a rod no moment about the rod."""
    for kind, left in (("line", ""), ("point", "fz, my"), ("axis", "fz, mx, my")):
        model = di.Model(rrr3(kind))
        _, *motion = swings(model.robot, 0.01, samples=5)
        found = compute_hinge_wrenches(model, model.prior, *motion)
        assert found.list_undetermined().get("knee1", "") == left
        assert ("not all determined" in repr(found)) == bool(left)


@pytest.mark.parametrize("name", ["arm7", "scara"])
def test_trees_as_in_mujoco(name):
    robot = ROBOTS[name]()
    model = di.Model(robot)
    _, *motion = swings(robot, 0.3, samples=10)
    _, other = mujoco_sensors(robot, *motion)
    ours = compute_hinge_wrenches(model, model.prior, *motion).to_sensors()
    for joint, six in other.items():
        np.testing.assert_allclose(ours[joint], six, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", ["five_bar", "rrr3", "rrr3 point"])
def test_loops_as_in_mujoco(name):
    """To 1e-4 of the largest force: MuJoCo's loops are springs."""
    robot = ROBOTS[name]()
    model = di.Model(robot)
    _, *motion = swings(robot, 0.01, samples=10)
    tau = model.inverse_dynamics(*motion, model.prior)
    other = mujoco_loops(robot, close(robot, *motion), tau)
    found = compute_hinge_wrenches(model, model.prior, *motion)
    ours = found.to_sensors()
    known = dict(zip((*found.joints, *found.loops), found.determined))
    assert len(other) == len(robot.bodies) + (2 if name == "rrr3 point" else 0)
    largest = max(np.abs(six).max() for six in other.values())
    for joint, six in other.items():
        assert np.abs((ours[joint] - six)[:, known[joint]]).max() < 1e-4 * largest, joint


def test_recorded_by_a_simulation_and_saved(tmp_path):
    """Forces in a five-bar with friction in all joints: the drives' axes carry the torque less
    friction."""
    robot = di.load_robot("five_bar").replace(gravity=(0, 0, 9.81))
    model, p = model_of(robot)
    log = di.simulate(model, p, None, 0.2, rate=100, q0=(-1.6, -1.2), record="hinge_wrenches")
    log.save(tmp_path / "log.csv")
    back = di.read_log(tmp_path / "log.csv")
    assert list(back.sensors) == [*robot.coordinates, "tip"]
    values, truth = model.to_values(p), log.truth
    friction = (
        values["left.viscous"] * truth.qd[:, 0] + values["left.rotor_inertia"] * truth.qdd[:, 0]
    )
    np.testing.assert_allclose(back.sensors["left"][:, 4], truth.tau[:, 0] - friction, atol=1e-10)
