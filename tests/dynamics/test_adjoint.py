"""Exact gradients of functions of the regressor and of the torques, against differences and against
Pinocchio."""

from __future__ import annotations

import warnings

import numpy as np
import pinocchio as pin
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dynid as di
from dynid.model.model_along_motion import (
    compute_regressor_along,
    compute_regressor_cotangents,
    compute_torque_along,
    compute_torque_cotangents,
)
from dynid.model.terms import Signals
from dynid.robot.builtin import arm7
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, Body, Coupling, Joint
from gradient_help import MODELS, TREES, N, assert_slopes, parallel
from loops_help import hooked_brick
from motion_help import PARALLEL, builtin, multi_sine, random_parameters, take_actuated_home
from tree_help import pinocchio_of, random_inertia, random_motion, random_tree


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def assert_regressor(model, motion, **arguments):
    """For a random linear function of every sample's regressor."""
    Y_bar = np.random.default_rng(1).normal(
        size=(len(motion[0]), model.robot.dof, len(model.parameters))
    )
    size = np.abs(model.regressor(*motion)).max(axis=(0, 1))
    Y_bar /= np.where(
        size > 1e-9 * size.max(), size, size.max()
    )  # all columns have a say, but those of round-off
    gradient = model.regressor_gradient(*motion, Y_bar)
    assert [bar.shape for bar in gradient] == [motion[0].shape] * 3
    assert_slopes(
        lambda *x: (model.regressor(*x) * Y_bar).sum(axis=(1, 2)), motion, gradient, **arguments
    )


@pytest.mark.parametrize("name", TREES)
def test_regressor_of_a_tree(name):
    model = di.Model(TREES[name]())
    assert_regressor(model, random_motion(model.robot.dof, N, seed=2))


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("name", PARALLEL)
def test_regressor_through_loops(name, symmetric):
    robot, motion = parallel(name)
    assert_regressor(di.Model(robot, symmetric=symmetric), motion)


@pytest.mark.parametrize("name", ["delta3", "delta4"])
def test_regressor_with_redundant_struts(name):
    robot, motion = parallel(name, struts=2)
    assert_regressor(di.Model(robot), motion)


@pytest.mark.parametrize("kind", LOOP_ROWS)
def test_regressor_with_every_kind_of_loop(kind):
    robot = hooked_brick(kind)
    assert_regressor(
        di.Model(robot), multi_sine(take_actuated_home(robot), np.full(robot.dof, 0.3), N)
    )


def test_regressor_with_a_curved_coupling():
    """A cam: slopes, curvature and third derivative of the polynomial."""
    tree = random_tree(4, 6)
    cam = Coupling("q3", "q1", (0.2, 0.5, -0.3, 0.2, 0.1))
    robot = tree.replace(couplings=(cam,), actuated=("q0", "q1", "q2"))
    assert_regressor(di.Model(robot), random_motion(3, N, seed=4))


def test_bodies_without_motion_or_mass():
    """Fixed joints and massless bodies, on the way and at the end."""
    rng = np.random.default_rng(0)
    bodies = (
        Body("base", "world", Joint("mount", "fixed", position=(0, 0, 1)), random_inertia(rng)),
        Body("arm", "base", Joint("a", axis=(1, 2, 0)), random_inertia(rng)),
        Body("flange", "arm", Joint("f", "fixed", position=(0.1, 0, 0.2)), massless=True),
        Body("hand", "flange", Joint("b", "prismatic", axis=(0, 1, 1)), random_inertia(rng)),
        Body("cap", "hand", Joint("g", "fixed", position=(0.3, 0, 0)), random_inertia(rng)),
    )
    assert_regressor(di.Model(Robot("mixed", bodies)), random_motion(2, N, seed=1))


EFFECTS = [
    lambda j: di.Viscous(j),
    lambda j: di.Viscous(j, directional=True),
    lambda j: di.Coulomb(j),
    lambda j: di.Coulomb(j, directional=True),
    lambda j: di.Coulomb(j, width=2.0),
    lambda j: di.Coulomb(j, directional=True, width=2.0),
    lambda j: di.Offset(j),
    lambda j: di.RotorInertia(j),
    lambda j: di.Spring(j),
    lambda j: di.effects.SmoothFriction(j, w1=1.3, w2=0.4),
    lambda j: di.Stribeck(j, vs=1.5, delta=1.7),
    lambda j: di.effects.JointCoupling(j[:2]),
]


def moving(name, joints):
    """Samples at which these joints, and the first two together, do not turn back nearby: there
    signs would jump."""
    robot, motion = parallel(name)
    qd = di.close(robot, *motion).qd[:, [robot.coordinates.index(joint) for joint in joints]]
    qd = np.column_stack([qd, qd[:, 0] + qd[:, 1]])
    steady = (np.abs(qd) > 0.1 * np.abs(qd).max(axis=0)).all(axis=1)
    assert steady.sum() > 5
    return robot, [np.ascontiguousarray(x[steady]) for x in motion]


@pytest.mark.parametrize("make", EFFECTS, ids=lambda make: repr(make(["a", "b"])))
@pytest.mark.parametrize("name", ["branched", "delta4"])
def test_every_effect(name, make):
    """On actuated joints, in an order of their own, and on passive ones; velocities keep their
    signs along the step."""
    if name == "branched":
        robot, motion, joints = TREES[name](), random_motion(9, N, seed=2), ["q4", "q1", "q7"]
    else:
        joints = ["strut2.rz", "arm1", "psi", "slide"]
        robot, motion = moving("delta4", joints)
    model = di.Model(robot, [make(joints)])
    Y_bar = np.random.default_rng(1).normal(size=(len(motion[0]), robot.dof, len(model.parameters)))
    Y_bar[:, :, : model.layout.inertial.stop] = 0.0
    gradient = model.regressor_gradient(*motion, Y_bar)
    assert_slopes(lambda *x: (model.regressor(*x) * Y_bar).sum(axis=(1, 2)), motion, gradient)


def test_stribeck_has_no_slope_at_rest():
    """It steps there; below an exponent of 1 its formula would give infinity."""
    rest = np.zeros((2, 3))
    slopes = [
        term.law.compute_slopes(Signals(rest, rest, rest))
        for term in di.Stribeck(delta=0.5).terms()
    ]
    assert slopes[0] == (None, None, None)
    assert_array_equal(slopes[1].v, rest)
    assert_array_equal(slopes[2].v, np.ones_like(rest))


@pytest.mark.parametrize("name", ["arm7", "delta4"])
def test_payloads(name):
    robot, motion = (arm7(), random_motion(7, N)) if name == "arm7" else parallel(name)
    R = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    links = [body.name for body in robot.bodies if not body.massless][-1:-3:-1]
    known = di.Payload(
        links[0], di.inertial(1.0, (0.1, 0, 0.1), (0.01, 0.02, 0.02)), (0, 0, 0.1), name="known"
    )
    first, second = di.Payload(links[0], None, (0.1, 0.2, 0), R), di.Payload(links[1], name="other")
    assert_regressor(di.Model(robot, [first, di.Viscous(), known, second], symmetric=False), motion)


def log_det(model, base):
    """log det(W'W) of the base columns, and its gradient dJ/dY = 2 W (W'W)^-1."""

    def value(*motion):
        W = model.regressor(*motion)[:, :, base].reshape(-1, len(base))
        return np.linalg.slogdet(W.T @ W)[1]

    def gradient(*motion):
        Y = model.regressor(*motion)
        W = Y[:, :, base].reshape(-1, len(base))
        Y_bar = np.zeros(Y.shape)
        Y_bar[:, :, base] = (2 * W @ np.linalg.inv(W.T @ W)).reshape(len(Y), -1, len(base))
        return model.regressor_gradient(*motion, Y_bar)

    return value, gradient


@pytest.mark.parametrize("name", ["arm7", "delta4", "stewart"])
def test_log_det_over_the_base_columns(name):
    robot, motion = (arm7(), random_motion(7, 80)) if name == "arm7" else parallel(name)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=1.0)])
    value, gradient = log_det(model, di.base_parameters(model).independent)
    assert_slopes(value, motion, gradient(*motion), tolerance=1e-8)


def test_a_long_motion_equals_its_pieces():
    """Several chunks and threads; any order of memory."""
    robot, home, swing = builtin("delta4")
    model, motion = di.Model(robot, [di.Viscous()]), multi_sine(home, 0.6 * swing, 5000)
    Y_bar = np.random.default_rng(0).normal(size=(5000, 4, len(model.parameters)))
    whole = model.regressor_gradient(*motion, Y_bar)
    turned = model.regressor_gradient(*motion, np.asfortranarray(Y_bar))
    Y_bar.setflags(write=False)
    piece = slice(4000, 4100)
    part = model.regressor_gradient(*(x[piece] for x in motion), Y_bar[piece])
    for a, b, c in zip(whole, turned, part):
        assert_array_equal(a, b)
        assert_allclose(a[piece], c, rtol=0, atol=1e-9 * np.abs(c).max())


@pytest.mark.parametrize("name", MODELS)
def test_torques(name):
    """And the same as by the regressor: dJ/dY = tau_bar p'."""
    robot, motion = MODELS[name]()
    passive = list(robot.passive[:1]) or None
    effects = [
        di.Viscous(),
        di.effects.SmoothFriction(passive, w1=1.3, w2=0.4),
        di.RotorInertia(passive),
        di.Spring(),
    ]
    model = di.Model(robot, effects)
    p = np.concatenate(
        [
            random_parameters(model),
            np.linspace(0.5, 2, len(model.parameters) - model.layout.inertial.stop),
        ]
    )
    tau_bar = np.random.default_rng(1).normal(size=motion[0].shape)
    gradient = model.torque_gradient(*motion, p, tau_bar)
    assert_slopes(
        lambda *x: (model.inverse_dynamics(*x, p) * tau_bar).sum(axis=1), motion, gradient
    )
    for one, other in zip(gradient, model.regressor_gradient(*motion, tau_bar[:, :, None] * p)):
        assert_allclose(one, other, rtol=0, atol=1e-11 * np.abs(other).max())


def test_torques_against_the_derivatives_of_pinocchio():
    """Pinocchio has dtau/dq, dtau/dqd and dtau/dqdd in closed form."""
    robot, (q, qd, qdd) = MODELS["branched"]()
    model, (tree, data) = di.Model(robot), pinocchio_of(robot)
    tau_bar = np.random.default_rng(1).normal(size=q.shape)
    expected = np.empty((3, *q.shape))
    for k in range(N):
        dq, dqd, M = pin.computeRNEADerivatives(tree, data, q[k], qd[k], qdd[k])
        M = np.triu(M) + np.triu(M, 1).T
        expected[:, k] = tau_bar[k] @ dq, tau_bar[k] @ dqd, tau_bar[k] @ M
    for found, bar in zip(model.torque_gradient(q, qd, qdd, model.prior, tau_bar), expected):
        assert_allclose(found, bar, rtol=0, atol=1e-12 * np.abs(bar).max())


def test_torques_with_a_known_payload():
    load = di.Payload("link7", di.inertial(2.0, (0, 0.1, 0.1), (0.01, 0.02, 0.02)), (0, 0, 0.1))
    model, motion = di.Model(arm7(), [load, di.Payload("link6", name="hook")]), random_motion(7, N)
    p = random_parameters(model)
    p = np.append(p, di.inertial(1.0, (0.1, 0, 0), (0.01, 0.01, 0.02)))
    tau_bar = np.random.default_rng(1).normal(size=motion[0].shape)
    gradient = model.torque_gradient(*motion, p, tau_bar)
    assert_slopes(
        lambda *x: (model.inverse_dynamics(*x, p) * tau_bar).sum(axis=1), motion, gradient
    )


@pytest.mark.parametrize("name", [*MODELS, "stewart"])
def test_along_a_closed_motion(name):
    """One closure, one way back through it, for the regressor and the torques together."""
    robot, motion = MODELS[name]() if name in MODELS else parallel(name)
    model = di.Model(robot, [di.Viscous(), di.RotorInertia()])
    p = np.ones(len(model.parameters))
    closed = di.close(robot, *motion)
    assert_array_equal(compute_regressor_along(model, closed), model.regressor(*motion))
    assert_array_equal(compute_torque_along(model, closed, p), model.inverse_dynamics(*motion, p))
    rng = np.random.default_rng(0)
    Y_bar, tau_bar = rng.normal(size=(N, robot.dof, len(p))), rng.normal(size=motion[0].shape)
    both = zip(
        compute_regressor_cotangents(model, closed, Y_bar),
        compute_torque_cotangents(model, closed, p, tau_bar),
    )
    found = di.closed_chains.close_gradient(closed, *(a + b for a, b in both))
    apart = zip(
        model.regressor_gradient(*motion, Y_bar), model.torque_gradient(*motion, p, tau_bar)
    )
    for one, (a, b) in zip(found, apart):
        assert_allclose(one, a + b, rtol=0, atol=1e-12 * np.abs(one).max())
