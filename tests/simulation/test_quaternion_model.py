"""Free bodies with constraints, in quaternions, against recursive dynamics, Pinocchio and
energy."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.robot.parts import Coupling
from dynid.simulation import QuaternionModel, integrate_quaternion_motion
from hinge_help import rrr3, scara
from tree_help import pinocchio_of, random_tree, relative

ROBOTS = {
    "arm7": lambda: di.load_robot("arm7"),
    "scara": scara,
    **{f"tree{k}": lambda k=k: random_tree(3 + k, seed=k) for k in range(1, 7)},
}
LOOPS = {
    **{name: lambda name=name: di.load_robot(name) for name in ("five_bar", "delta4", "prs3")},
    **{f"rrr3 {kind}": lambda kind=kind: rrr3(kind) for kind in ("line", "point", "axis")},
    "stewart": lambda: di.load_robot("stewart"),
}


def states(robot, samples, seed, spread):
    rng = np.random.default_rng(seed)
    q = take_actuated_home(robot) + spread * rng.normal(size=(samples, robot.dof))
    return q, *(size * rng.normal(size=q.shape) for size in (2.0, 10.0))


@pytest.mark.parametrize("make", ROBOTS.values(), ids=list(ROBOTS))
def test_trees_accelerate_as_in_our_dynamics_and_in_pinocchio(make):
    """Angles of many turns among them."""
    robot = make()
    model = di.Model(robot)
    q, qd, tau = states(robot, 20, 1, spread=30.0)
    slides = [robot.joint(name).kind == "prismatic" for name in robot.actuated]
    q[:, slides] /= 100.0
    found = QuaternionModel(model, model.prior).forward_dynamics(q, qd, tau)
    assert relative(found, model.forward_dynamics(q, qd, tau, model.prior)) < 1e-11
    other, data = pinocchio_of(robot)
    each = np.array([pin.aba(other, data, *x) for x in zip(q, qd, tau)])
    assert relative(found, each) < 1e-11


@pytest.mark.parametrize("make", LOOPS.values(), ids=list(LOOPS))
def test_loops_are_constraints_like_joints(make):
    """Also those with more constraints than the mechanism needs (hinges of a planar robot)."""
    robot = make()
    model = di.Model(robot)
    q, qd, tau = states(robot, 10, 2, spread=0.03)
    found = QuaternionModel(model, model.prior).forward_dynamics(q, qd, tau)
    assert relative(found, model.forward_dynamics(q, qd, tau, model.prior)) < 1e-10


def test_friction_springs_rotors_and_couplings():
    five = di.load_robot("five_bar")
    effects = [
        di.Viscous(five.coordinates),
        di.RotorInertia(five.coordinates),
        di.Spring(),
        di.Coulomb(width=0.05),
    ]
    tree = random_tree(5, seed=9).replace(
        couplings=(Coupling("q3", "q1", (0.1, 0.5, -0.2)),), actuated=("q0", "q1", "q2", "q4")
    )
    for model in (di.Model(five, effects), di.Model(tree, [di.RotorInertia(), di.Viscous()])):
        p = model.nominal
        others = model.layout.others
        p[others] = np.random.default_rng(0).uniform(0.1, 1.0, len(p[others]))
        q, qd, tau = states(model.robot, 10, 3, spread=0.05)
        found = QuaternionModel(model, p).forward_dynamics(q, qd, tau)
        assert relative(found, model.forward_dynamics(q, qd, tau, p)) < 1e-11


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize("make", [ROBOTS["arm7"], scara], ids=["arm7", "scara"])
def test_the_same_motion_as_simulated_through_many_turns(make):
    """The last joint starts fast and keeps turning; a little friction everywhere."""
    robot = make()
    model = di.Model(robot, [di.Viscous()])
    p = model.nominal
    p[model.layout.others] = 0.01
    q0, qd0 = np.full(robot.dof, 0.1), np.append(np.zeros(robot.dof - 1), 40.0)

    def push(t, *state):
        return model.gravity(q0[None], p)[0] + np.sin(3.0 * t + np.arange(robot.dof))

    t = np.linspace(0.0, 0.5, 3)
    moved = integrate_quaternion_motion(QuaternionModel(model, p), t, q0, qd0, push)
    drive = di.simulation.OpenLoop(push)
    truth = di.simulate(model, p, drive, 0.5, rate=2000, q0=q0, qd0=qd0).truth
    assert moved.q[-1, -1] > 4 * np.pi
    assert np.abs(moved.q - truth.q[::500]).max() < 1e-9
    assert np.abs(moved.qd - truth.qd[::500]).max() < 1e-9 * np.abs(truth.qd).max()


@pytest.mark.slow(reason="long motions and searches")
def test_energy_stays_through_many_turns():
    """Of two bodies on skew joints that spin freely, and of a swinging five-bar; the constraints
    are met at every sample."""
    tree, five = random_tree(2, seed=2, prismatic=0.0), di.load_robot("five_bar")
    runs = [
        (tree, np.zeros(2), np.array([12.0, 25.0]), 1.2),
        (five.replace(gravity=(0, 0, 9.81)), np.array([-1.6, -1.2]), np.zeros(2), 0.3),
    ]
    for robot, q0, qd0, duration in runs:
        model = di.Model(robot)
        dynamics = QuaternionModel(model, model.prior)
        moved = integrate_quaternion_motion(dynamics, np.linspace(0.0, duration, 4), q0, qd0)
        assert np.ptp(moved.energy) < 1e-10 * np.abs(moved.energy).max()
        off = dynamics.compute_constraints(
            moved.bodies, np.zeros((4, len(robot.coordinates)))
        ).value
        assert np.abs(off).max() < 1e-12
        assert np.abs((moved.bodies.D**2).sum(axis=-1) - 1).max() < 1e-13
        if robot is tree:
            assert np.abs(moved.q[-1]).max() > 6 * np.pi


def test_bad_input_is_named():
    model = di.Model(scara())
    hollow = model.prior
    hollow[0] = 0.0
    with pytest.raises(di.InputError, match="body 'arm1' has moments m c but no mass"):
        QuaternionModel(model, hollow)
    with pytest.raises(di.InputError, match="torques tau"):
        QuaternionModel(model, model.prior).forward_dynamics([0] * 4, [0] * 4, [0] * 3)
