"""Reaction forces of joints as limits of a motion: their size against MuJoCo, and that a design
keeps them, judged by Newton and Euler body by body."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closing import close
from dynid.excitation.reaction_limits import make_reaction_limits
from dynid.excitation.sampled_motion import MotionState
from dynid.simulation.wrenches import compute_hinge_wrenches
from hinge_help import mujoco_loops, mujoco_sensors, rrr3, scara, swings
from tree_help import random_tree

ROBOTS = {
    "arm7": lambda: di.load_robot("arm7"),
    "scara": scara,
    "tree": lambda: random_tree(7, seed=4),
    "five_bar": lambda: di.load_robot("five_bar"),
    "rrr3 line": lambda: rrr3("line"),
    "delta3": lambda: di.load_robot("delta3"),
    "delta4": lambda: di.load_robot("delta4"),
    "stewart": lambda: di.load_robot("stewart"),
}


def state_of(robot, *states):
    motion = close(robot, *states)
    return MotionState(motion, motion, [robot.coordinates.index(x) for x in robot.actuated])


def list_determined(robot, found):
    """The joints and loops whose force rigid bodies determine."""
    names = (*found.joints, *found.loops)
    return [name for name, known in zip(names, found.determined) if known[:3].all()]


@pytest.mark.parametrize("name", ROBOTS)
def test_released_joints_say_what_newton_and_euler_do(name):
    robot = ROBOTS[name]()
    model = di.Model(robot, [di.Viscous(robot.coordinates), di.RotorInertia(robot.actuated)])
    p = model.nominal
    others = len(p[model.layout.others])
    p[model.layout.others] = np.random.default_rng(1).uniform(0.05, 0.2, others)
    _, *states = swings(robot, 0.3 if robot.is_tree else 0.01, samples=12)
    found = compute_hinge_wrenches(model, p, *states)
    ours = found.to_sensors()
    names = list_determined(robot, found)
    assert len(names) >= 3
    family = make_reaction_limits(model, p, dict.fromkeys(names, 1.0))
    values = family.compute_values(state_of(robot, *states))
    expected = np.stack([np.linalg.norm(ours[x][:, :3], axis=1) for x in names], axis=1)
    np.testing.assert_allclose(values, expected, rtol=0, atol=1e-8 * expected.max())


@pytest.mark.parametrize("name", ["arm7", "scara", "five_bar", "rrr3 line"])
def test_the_forces_are_those_of_mujoco(name):
    """Sensors of MuJoCo in trees, to round-off; in loops, which are springs there, to 1e-4."""
    robot = ROBOTS[name]()
    model = di.Model(robot)
    _, *states = swings(robot, 0.3 if robot.is_tree else 0.01, samples=10)
    if robot.is_tree:
        _, other = mujoco_sensors(robot, *states)
    else:
        tau = model.inverse_dynamics(*states, model.prior)
        other = mujoco_loops(robot, close(robot, *states), tau)
    known = list_determined(robot, compute_hinge_wrenches(model, model.prior, *states))
    names = [x for x in other if x in known]
    assert names
    family = make_reaction_limits(model, model.prior, dict.fromkeys(names, 1.0))
    theirs = np.stack([np.linalg.norm(other[x][:, :3], axis=1) for x in names], axis=1)
    close_to = (1e-10 if robot.is_tree else 1e-4) * theirs.max()
    values = family.compute_values(state_of(robot, *states))
    np.testing.assert_allclose(values, theirs, rtol=0, atol=close_to)


def test_what_rigid_bodies_do_not_determine_is_left_out():
    """Across the plane of a planar robot whose loops are hinges, only elasticity knows the
    force."""
    robot = rrr3("axis")
    model = di.Model(robot)
    family = make_reaction_limits(model, model.prior, {"knee1": 1.0})
    assert family.labels == ("reaction force of knee1 (x, y)",)
    _, *states = swings(robot, 0.01, samples=5)
    found = compute_hinge_wrenches(model, model.prior, *states)
    at = found.joints.index("knee1")
    assert found.determined[at, :3].tolist() == [True, True, False]
    expected = np.linalg.norm(found.force[:, at, :2], axis=1)
    values = family.compute_values(state_of(robot, *states))[:, 0]
    np.testing.assert_allclose(values, expected, atol=1e-8 * expected.max())


@pytest.mark.slow(reason="two designs of a robot with loops")
def test_a_design_keeps_its_reaction_forces():
    model = di.Model(di.load_robot("delta3"), [di.Viscous(), di.Coulomb()])
    shape = di.Fourier(2.0, 2)
    limits = {"velocity": 3.0, "acceleration": 20.0}

    def find_peak(design):
        t = np.linspace(0.0, 2.0, 5001)
        found = compute_hinge_wrenches(model, model.nominal, *design.trajectory.at(t))
        return max(np.linalg.norm(x[:, :3], axis=1).max() for x in found.to_sensors().values())

    how = {"starts": 1, "iterations": 40, "samples": 100}
    free = find_peak(di.design_excitation(model, shape, di.Limits(**limits), **how))
    kept = di.Limits(**limits, reaction_force={"*": 0.6 * free})
    design = di.design_excitation(model, shape, kept, **how)
    assert find_peak(design) == pytest.approx(0.6 * free, rel=0.01)
    assert find_peak(design) <= 0.6 * free * (1 + 1e-4)
    assert di.Limits.from_content(design.limits.to_dict(), "limits").reaction_force == {
        "*": 0.6 * free
    }


def test_wrong_limits_are_refused():
    model = di.Model(di.load_robot("five_bar"))
    design = lambda most: di.design_excitation(  # noqa: E731
        model, di.Fourier(2.0, 2), di.Limits(reaction_force=most), starts=1, iterations=1
    )
    for most, match in (
        ({"nothing": 3.0}, "reaction_force names 'nothing'"),
        ({"tip": -1.0}, "positive force"),
        (5.0, "joints or loops with a force"),
    ):
        with pytest.raises(di.errors.InputError, match=match):
            design(most)
