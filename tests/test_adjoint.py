"""Exact gradients of functions of the regressor, the torques, the closed motion and points, against differences."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dynid as di
from dynid.model.along import regressor_along, regressor_cotangents, torque_along, torque_cotangents
from dynid.robot.builtin import arm7, six_dof
from dynid.robot.kinematics import with_tool_place
from dynid.robot.mechanism import LOOP_ROWS, Body, Coupling, Joint, Robot
from motion_help import PARALLEL, actuated_home, builtin, derivative, multi_sine, pose_jets, random_parameters
from test_loops import hooked_brick
from tree_help import random_inertia, random_motion, random_tree

N = 37  # one block of the kernels, and a part of one
TOLERANCE = 1e-9


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def assert_slopes(function, motion, gradient, size=1e-3, tolerance=TOLERANCE):
    """A gradient (q_bar, qd_bar, qdd_bar) of function(q, qd, qdd), (N,) or a number, along a random direction of each of
    the three, against differences of eighth order. The step is `size` of each coordinate's own motion."""
    rng = np.random.default_rng(5)
    for level, bar in enumerate(gradient):
        x = motion[level]
        direction = rng.normal(size=x.shape) * np.abs(x - x.mean(axis=0)).max(axis=0)

        def along(h, level=level, direction=direction):
            moved = [y + h * direction if k == level else y for k, y in enumerate(motion)]
            return function(*moved)

        slope = np.asarray(derivative(along, size))
        found = (bar * direction).sum(axis=1)
        found = found if slope.ndim else found.sum()
        scale = np.abs(slope).max() if slope.ndim else np.abs(bar * direction).sum()  # a sum of all may cancel
        assert np.abs(found - slope).max() <= tolerance * scale, f"{('q', 'qd', 'qdd')[level]}: {found - slope}"


def assert_regressor(model, motion, **arguments):
    """For a random linear function of every sample's regressor."""
    Y_bar = np.random.default_rng(1).normal(size=(len(motion[0]), model.robot.dof, len(model.parameters)))
    size = np.abs(model.regressor(*motion)).max(axis=(0, 1))
    Y_bar /= np.where(size > 1e-9 * size.max(), size, size.max())  # all columns have a say, but those of round-off
    gradient = model.regressor_gradient(*motion, Y_bar)
    assert [bar.shape for bar in gradient] == [motion[0].shape] * 3
    assert_slopes(lambda *x: (model.regressor(*x) * Y_bar).sum(axis=(1, 2)), motion, gradient, **arguments)


def parallel(name, **arguments):
    robot, home, swing = builtin(name, **arguments)
    return robot, multi_sine(home, 0.6 * swing, N)


TREES = {
    "arm7": arm7,
    "six_dof": six_dof,
    "branched": lambda: random_tree(9, 3, prismatic=0.4, branching=0.6),
    "reordered": lambda: random_tree(4, 1).with_(actuated=("q2", "q0", "q3", "q1")),
}


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
    assert_regressor(di.Model(robot), multi_sine(actuated_home(robot), np.full(robot.dof, 0.3), N))


def test_regressor_with_a_curved_coupling():
    """A cam: slopes, curvature and third derivative of the polynomial."""
    tree = random_tree(4, 6)
    cam = Coupling("q3", "q1", (0.2, 0.5, -0.3, 0.2, 0.1))
    robot = tree.with_(couplings=(cam,), actuated=("q0", "q1", "q2"))
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
    lambda j: di.SmoothFriction(j, w1=1.3, w2=0.4),
    lambda j: di.Stribeck(j, vs=1.5, delta=1.7),
    lambda j: di.JointCoupling(j[:2]),
]


def moving(name, joints):
    """Samples at which these joints, and the first two together, do not turn back nearby: there signs would jump."""
    robot, motion = parallel(name)
    qd = robot.close(*motion).qd[:, [robot.coordinates.index(joint) for joint in joints]]
    qd = np.column_stack([qd, qd[:, 0] + qd[:, 1]])
    steady = (np.abs(qd) > 0.1 * np.abs(qd).max(axis=0)).all(axis=1)
    assert steady.sum() > 5
    return robot, [np.ascontiguousarray(x[steady]) for x in motion]


@pytest.mark.parametrize("make", EFFECTS, ids=lambda make: repr(make(["a", "b"])))
@pytest.mark.parametrize("name", ["branched", "delta4"])
def test_every_effect(name, make):
    """On actuated joints, in an order of their own, and on passive ones; velocities keep their signs along the step."""
    if name == "branched":
        robot, motion, joints = TREES[name](), random_motion(9, N, seed=2), ["q4", "q1", "q7"]
    else:
        joints = ["strut2.rz", "arm1", "psi", "slide"]
        robot, motion = moving("delta4", joints)
    model = di.Model(robot, [make(joints)])
    Y_bar = np.random.default_rng(1).normal(size=(len(motion[0]), robot.dof, len(model.parameters)))
    Y_bar[:, :, : model.n_rigid] = 0.0
    gradient = model.regressor_gradient(*motion, Y_bar)
    assert_slopes(lambda *x: (model.regressor(*x) * Y_bar).sum(axis=(1, 2)), motion, gradient)


@pytest.mark.parametrize("shape", [(), (3,)])
def test_stribeck_has_no_slope_at_rest(shape):
    """It steps there; below an exponent of 1 its formula would give infinity."""
    ((_, constant), dip, viscous) = [(0, None), *di.Stribeck(delta=0.5).slopes(*np.zeros((3, 2, *shape)))[1:]]
    assert constant is None
    assert_array_equal(dip[1], np.zeros((2, *shape)))
    assert viscous == (1, 1.0)


@pytest.mark.parametrize("name", ["arm7", "delta4"])
def test_payloads(name):
    robot, motion = (arm7(), random_motion(7, N)) if name == "arm7" else parallel(name)
    R = np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    links = [body.name for body in robot.bodies if not body.massless][-1:-3:-1]
    known = di.Payload(links[0], di.inertial(1.0, (0.1, 0, 0.1), (0.01, 0.02, 0.02)), (0, 0, 0.1), name="known")
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
    piece = slice(4000, 4100)
    part = model.regressor_gradient(*(x[piece] for x in motion), Y_bar[piece])
    for a, b, c in zip(whole, turned, part):
        assert_array_equal(a, b)
        assert_allclose(a[piece], c, rtol=0, atol=1e-9 * np.abs(c).max())


MODELS = {
    "branched": lambda: (TREES["branched"](), random_motion(9, N, seed=2)),
    "reordered": lambda: (TREES["reordered"](), random_motion(4, N, seed=2)),
    "cft": lambda: parallel("cft"),
    "delta4": lambda: parallel("delta4", struts=2),
}


@pytest.mark.parametrize("name", MODELS)
def test_torques(name):
    """And the same as by the regressor: dJ/dY = tau_bar p'."""
    robot, motion = MODELS[name]()
    passive = list(robot.passive[:1]) or None
    effects = [di.Viscous(), di.SmoothFriction(passive, w1=1.3, w2=0.4), di.RotorInertia(passive), di.Spring()]
    model = di.Model(robot, effects)
    p = np.concatenate([random_parameters(model), np.linspace(0.5, 2, len(model.parameters) - model.n_rigid)])
    tau_bar = np.random.default_rng(1).normal(size=motion[0].shape)
    gradient = model.torque_gradient(*motion, p, tau_bar)
    assert_slopes(lambda *x: (model.inverse_dynamics(*x, p) * tau_bar).sum(axis=1), motion, gradient)
    for one, other in zip(gradient, model.regressor_gradient(*motion, tau_bar[:, :, None] * p)):
        assert_allclose(one, other, rtol=0, atol=1e-11 * np.abs(other).max())


def test_torques_with_a_known_payload():
    load = di.Payload("link7", di.inertial(2.0, (0, 0.1, 0.1), (0.01, 0.02, 0.02)), (0, 0, 0.1))
    model, motion = di.Model(arm7(), [load, di.Payload("link6", name="hook")]), random_motion(7, N)
    p = random_parameters(model)
    p = np.append(p, di.inertial(1.0, (0.1, 0, 0), (0.01, 0.01, 0.02)))
    tau_bar = np.random.default_rng(1).normal(size=motion[0].shape)
    gradient = model.torque_gradient(*motion, p, tau_bar)
    assert_slopes(lambda *x: (model.inverse_dynamics(*x, p) * tau_bar).sum(axis=1), motion, gradient)


@pytest.mark.parametrize("name", [*MODELS, "stewart"])
def test_along_a_closed_motion(name):
    """One closure, one way back through it, for the regressor and the torques together."""
    robot, motion = MODELS[name]() if name in MODELS else parallel(name)
    model = di.Model(robot, [di.Viscous(), di.RotorInertia()])
    p = np.ones(len(model.parameters))
    closed = robot.close(*motion)
    assert_array_equal(regressor_along(model, closed), model.regressor(*motion))
    assert_array_equal(torque_along(model, closed, p), model.inverse_dynamics(*motion, p))
    rng = np.random.default_rng(0)
    Y_bar, tau_bar = rng.normal(size=(N, robot.dof, len(p))), rng.normal(size=motion[0].shape)
    both = zip(regressor_cotangents(model, closed, Y_bar), torque_cotangents(model, closed, p, tau_bar))
    found = robot.close_gradient(closed, *(a + b for a, b in both))
    apart = zip(model.regressor_gradient(*motion, Y_bar), model.torque_gradient(*motion, p, tau_bar))
    for one, (a, b) in zip(found, apart):
        assert_allclose(one, a + b, rtol=0, atol=1e-12 * np.abs(one).max())


def assert_closure(robot, motion, given=()):
    """For a random linear function of all positions, velocities, accelerations, and of G."""
    rng = np.random.default_rng(3)
    closed = robot.close(*motion, given=given)
    bars = [rng.normal(size=closed.q.shape) for _ in range(3)]
    G_bar = rng.normal(size=closed.G.shape)

    def value(*x):
        y = robot.close(*x, given=given)
        return sum((bar * z).sum(axis=1) for bar, z in zip(bars, (y.q, y.qd, y.qdd))) + (y.G * G_bar).sum(axis=(0, 1))

    assert_slopes(value, motion, robot.close_gradient(closed, *bars, G_bar))
    for level in range(3):  # None stands for zero
        alone = [bar if k == level else None for k, bar in enumerate(bars)]
        zeros = [bar if k == level else np.zeros_like(bar) for k, bar in enumerate(bars)]
        for one, other in zip(robot.close_gradient(closed, *alone), robot.close_gradient(closed, *zeros, 0 * G_bar)):
            assert_array_equal(one, other)


@pytest.mark.parametrize("name", PARALLEL)
def test_closure(name):
    assert_closure(*parallel(name))


def test_closure_with_redundant_struts():
    assert_closure(*parallel("delta4", struts=2))


@pytest.mark.parametrize("name", PARALLEL)
def test_closure_from_task_coordinates(name):
    """A trajectory designed for the tool: the loops solved the other way round."""
    robot, motion = parallel(name)
    whole = robot if set(robot.task) <= set(robot.coordinates) else with_tool_place(robot)
    closed = whole.close(*motion)
    task = [whole.coordinates.index(c) for c in whole.task]
    assert_closure(whole, [x[:, task] for x in (closed.q, closed.qd, closed.qdd)], given=whole.task)


def test_regressor_from_task_coordinates():
    """Closed from the platform's motion; the regressor's gradient reaches it through the arms."""
    robot, motion = parallel("delta4")
    model, closed = di.Model(robot, [di.Viscous()]), robot.close(*motion)
    task, arms = ([robot.coordinates.index(c) for c in names] for names in (robot.task, robot.actuated))
    z = [x[:, task] for x in (closed.q, closed.qd, closed.qdd)]
    Y_bar = np.random.default_rng(1).normal(size=(N, 4, len(model.parameters)))

    def drives(y):
        return [x[:, arms] for x in (y.q, y.qd, y.qdd)]

    def value(*x):
        return (model.regressor(*drives(robot.close(*x, given=robot.task))) * Y_bar).sum(axis=(1, 2))

    closed = robot.close(*z, given=robot.task)
    bars = [np.zeros_like(closed.q) for _ in range(3)]
    for bar, own in zip(bars, model.regressor_gradient(*drives(closed), Y_bar)):
        bar[:, arms] = own
    assert_slopes(value, z, robot.close_gradient(closed, *bars))


def test_closure_of_a_tree_is_an_order():
    robot, motion = MODELS["reordered"]()
    bars = random_motion(4, N, seed=9)
    order = [robot.coordinates.index(c) for c in robot.actuated]
    for found, bar in zip(robot.close_gradient(robot.close(*motion), *bars), bars):
        assert_array_equal(found, bar[:, order])


@pytest.mark.parametrize("name", ["branched", "delta4", "cft"])
def test_points(name):
    """Against the jets of the poses, and the tool against forward kinematics."""
    robot, motion = MODELS[name]()
    closed = robot.close(*motion)
    jets, local = pose_jets(robot, closed.q, closed.qd, closed.qdd), np.array([0.1, -0.2, 0.3])
    for body in (robot.bodies[-1].name, robot.bodies[len(robot.bodies) // 2].name):
        X = jets[body][:, :, :3, :3] @ local + jets[body][:, :, :3, 3]
        for found, expected in zip(di.point_motion(robot, closed, body, local), (X[0], X[1], 2 * X[2])):
            assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1, np.abs(expected).max()))
    tool = robot.forward_kinematics(motion[0])[:, :3, 3]
    assert_allclose(di.point_motion(robot, closed)[0], tool, rtol=0, atol=1e-13)


def test_points_of_frames_and_of_several_bodies():
    robot, motion = parallel("delta4")
    turned = di.Frame("sensor", "end_effector", (0, 0, 0.1), np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]))
    robot = robot.with_(frames=(turned,))
    closed = robot.close(*motion)
    x, v, a = di.point_motion(robot, closed, ["arm1", "sensor"], [(0.1, 0, 0), (0, 0, 0.2)])
    assert x.shape == v.shape == a.shape == (N, 2, 3)
    assert_array_equal(x[:, 0], di.point_motion(robot, closed, "arm1", (0.1, 0, 0))[0])
    assert_allclose(a[:, 1], di.point_motion(robot, closed, "end_effector", (0.2, 0, 0.1))[2], rtol=0, atol=1e-10)
    ground = di.Frame("mark", "world", (1.0, 2.0, 3.0))
    for found, expected in zip(di.point_motion(robot, closed, ground), ((1, 2, 3), (0, 0, 0), (0, 0, 0))):
        assert_array_equal(found, np.tile(expected, (N, 1)))


@pytest.mark.parametrize("name", ["branched", "delta4", "cft"])
def test_gradient_of_points(name):
    """Of their distance, speed and acceleration, back to the actuated motion."""
    robot, motion = MODELS[name]()
    where, local = [robot.bodies[-1].name, robot.bodies[1].name], [(0.1, 0.2, 0), (0, 0.1, 0.3)]

    def value(*x):
        x, v, a = di.point_motion(robot, robot.close(*x), where, local)
        gap = x[:, 0] - x[:, 1]
        return (gap**2).sum(axis=1) + (v[:, 0] ** 2).sum(axis=1) + (a[:, 0] * a[:, 1]).sum(axis=1)

    closed = robot.close(*motion)
    x, v, a = di.point_motion(robot, closed, where, local)
    gap = 2 * (x[:, 0] - x[:, 1])
    x_bar = np.stack([gap, -gap], axis=1)
    v_bar, a_bar = np.stack([2 * v[:, 0], 0 * v[:, 0]], axis=1), a[:, ::-1]
    bars = di.point_gradient(robot, closed, where, local, x_bar, v_bar, a_bar)
    assert_slopes(value, motion, robot.close_gradient(closed, *bars))
    one = di.point_gradient(robot, closed, where[0], local[0], x_bar[:, 0], v_bar[:, 0], a_bar[:, 0])
    two = di.point_gradient(robot, closed, where[1], local[1], x_bar[:, 1], v_bar[:, 1], a_bar[:, 1])
    for both, a, b in zip(bars, one, two):
        assert_allclose(both, a + b, rtol=0, atol=1e-12 * np.abs(both).max())


DELTA, MOTION = parallel("delta4")
MODEL, CLOSED = di.Model(DELTA), DELTA.close(*MOTION)
P = len(MODEL.parameters)
NAN = np.full((N, 4, P), np.nan)
BAD = [
    (lambda: MODEL.regressor_gradient(*MOTION, np.zeros((N, P, 4))), r"Y_bar: got an array of shape \(37, 60, 4\)"),
    (lambda: MODEL.regressor_gradient(*MOTION, NAN), "Y_bar: .* nan"),
    (lambda: MODEL.regressor_gradient(*MOTION, "none"), "Y_bar: got str"),
    (lambda: MODEL.regressor_gradient(MOTION[0][:, :3], None, None, NAN), "positions q"),
    (lambda: MODEL.torque_gradient(*MOTION, MODEL.prior, np.zeros((N, 3))), "tau_bar: got an array of shape"),
    (lambda: MODEL.torque_gradient(*MOTION, [1.0], np.zeros((N, 4))), "parameters p"),
    (lambda: DELTA.close_gradient(CLOSED, np.zeros((N, 4))), "q_bar: got an array of shape"),
    (lambda: DELTA.close_gradient(CLOSED, None, None, NAN[:, 0, : CLOSED.q.shape[1]]), "qdd_bar: .* nan"),
    (lambda: DELTA.close_gradient(CLOSED, G_bar=np.zeros((4, 4, N))), "G_bar: got an array of shape"),
    (lambda: di.point_motion(DELTA, CLOSED, "elbow"), "no frame or body 'elbow'"),
    (lambda: di.point_motion(DELTA, CLOSED, "arm1", (1, 2)), "three finite numbers"),
    (lambda: di.point_motion(DELTA, arm7().close(np.zeros((2, 7)))), "as robot.close returns"),
    (lambda: di.point_gradient(DELTA, CLOSED, "arm1", x_bar=np.zeros((N, 2))), "x_bar: got an array of shape"),
    (lambda: regressor_along(MODEL, arm7().close(np.zeros((2, 7)))), "expected model.robot.close"),
    (
        lambda: torque_along(MODEL, DELTA.close(np.zeros((0, 4)), given=DELTA.task), MODEL.prior),
        "closed from platform.x",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message[:20] for _, message in BAD])
def test_bad_input(call, message):
    with pytest.raises(di.InputError, match=message):
        call()


def test_no_samples():
    empty = np.zeros((0, 4))
    for bar in MODEL.regressor_gradient(empty, empty, empty, np.zeros((0, 4, P))):
        assert bar.shape == (0, 4)
    for bar in DELTA.close_gradient(DELTA.close(empty)):
        assert bar.shape == (0, 4)
    assert di.point_motion(DELTA, DELTA.close(empty))[0].shape == (0, 3)
