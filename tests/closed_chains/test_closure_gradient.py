"""Exact gradients through loop closure and of points of the robot, against differences; bad input
of all gradients."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import dynid as di
from dynid.closed_chains.kinematics import add_tool_body
from dynid.model.model_along_motion import compute_regressor_along, compute_torque_along
from dynid.robot.builtin import arm7
from gradient_help import MODELS, N, assert_slopes, parallel
from motion_help import PARALLEL, pose_jets
from tree_help import random_motion


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def assert_closure(robot, motion, given=()):
    """For a random linear function of all positions, velocities, accelerations, and of G."""
    rng = np.random.default_rng(3)
    closed = di.close(robot, *motion, given=given)
    bars = [rng.normal(size=closed.q.shape) for _ in range(3)]
    G_bar = rng.normal(size=closed.G.shape)

    def value(*x):
        y = di.close(robot, *x, given=given)
        return sum((bar * z).sum(axis=1) for bar, z in zip(bars, (y.q, y.qd, y.qdd))) + (
            y.G * G_bar
        ).sum(axis=(0, 1))

    assert_slopes(value, motion, di.closed_chains.close_gradient(closed, *bars, G_bar))
    for level in range(3):  # None stands for zero
        alone = [bar if k == level else None for k, bar in enumerate(bars)]
        zeros = [bar if k == level else np.zeros_like(bar) for k, bar in enumerate(bars)]
        for one, other in zip(
            di.closed_chains.close_gradient(closed, *alone),
            di.closed_chains.close_gradient(closed, *zeros, 0 * G_bar),
        ):
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
    whole = robot if set(robot.task) <= set(robot.coordinates) else add_tool_body(robot)
    closed = di.close(whole, *motion)
    task = [whole.coordinates.index(c) for c in whole.task]
    assert_closure(whole, [x[:, task] for x in (closed.q, closed.qd, closed.qdd)], given=whole.task)


def test_regressor_from_task_coordinates():
    """Closed from the platform's motion; the regressor's gradient reaches it through the arms."""
    robot, motion = parallel("delta4")
    model, closed = di.Model(robot, [di.Viscous()]), di.close(robot, *motion)
    task, arms = (
        [robot.coordinates.index(c) for c in names] for names in (robot.task, robot.actuated)
    )
    z = [x[:, task] for x in (closed.q, closed.qd, closed.qdd)]
    Y_bar = np.random.default_rng(1).normal(size=(N, 4, len(model.parameters)))

    def drives(y):
        return [x[:, arms] for x in (y.q, y.qd, y.qdd)]

    def value(*x):
        return (model.regressor(*drives(di.close(robot, *x, given=robot.task))) * Y_bar).sum(
            axis=(1, 2)
        )

    closed = di.close(robot, *z, given=robot.task)
    bars = [np.zeros_like(closed.q) for _ in range(3)]
    for bar, own in zip(bars, model.regressor_gradient(*drives(closed), Y_bar)):
        bar[:, arms] = own
    assert_slopes(value, z, di.closed_chains.close_gradient(closed, *bars))


def test_closure_of_a_tree_is_an_order():
    robot, motion = MODELS["reordered"]()
    bars = random_motion(4, N, seed=9)
    order = [robot.coordinates.index(c) for c in robot.actuated]
    for found, bar in zip(di.closed_chains.close_gradient(di.close(robot, *motion), *bars), bars):
        assert_array_equal(found, bar[:, order])


@pytest.mark.parametrize("name", ["branched", "delta4", "cft"])
def test_points(name):
    """Against the jets of the poses, and the tool against forward kinematics."""
    robot, motion = MODELS[name]()
    closed = di.close(robot, *motion)
    jets, local = pose_jets(robot, closed.q, closed.qd, closed.qdd), np.array([0.1, -0.2, 0.3])
    for body in (robot.bodies[-1].name, robot.bodies[len(robot.bodies) // 2].name):
        X = jets[body][:, :, :3, :3] @ local + jets[body][:, :, :3, 3]
        for found, expected in zip(
            di.closed_chains.point_motion(robot, closed, body, local), (X[0], X[1], 2 * X[2])
        ):
            assert_allclose(found, expected, rtol=0, atol=1e-12 * max(1, np.abs(expected).max()))
    tool = di.forward_kinematics(robot, motion[0])[:, :3, 3]
    assert_allclose(di.closed_chains.point_motion(robot, closed)[0], tool, rtol=0, atol=1e-13)


def test_points_of_frames_and_of_several_bodies():
    robot, motion = parallel("delta4")
    turned = di.Frame(
        "sensor", "end_effector", (0, 0, 0.1), np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]])
    )
    robot = robot.replace(frames=(turned,))
    closed = di.close(robot, *motion)
    x, v, a = di.closed_chains.point_motion(
        robot, closed, ["arm1", "sensor"], [(0.1, 0, 0), (0, 0, 0.2)]
    )
    assert x.shape == v.shape == a.shape == (N, 2, 3)
    assert_array_equal(
        x[:, 0], di.closed_chains.point_motion(robot, closed, "arm1", (0.1, 0, 0))[0]
    )
    assert_allclose(
        a[:, 1],
        di.closed_chains.point_motion(robot, closed, "end_effector", (0.2, 0, 0.1))[2],
        rtol=0,
        atol=1e-10,
    )
    ground = di.Frame("mark", "world", (1.0, 2.0, 3.0))
    for found, expected in zip(
        di.closed_chains.point_motion(robot, closed, ground), ((1, 2, 3), (0, 0, 0), (0, 0, 0))
    ):
        assert_array_equal(found, np.tile(expected, (N, 1)))


@pytest.mark.parametrize("name", ["branched", "delta4", "cft"])
def test_gradient_of_points(name):
    """Of their distance, speed and acceleration, back to the actuated motion."""
    robot, motion = MODELS[name]()
    where, local = [robot.bodies[-1].name, robot.bodies[1].name], [(0.1, 0.2, 0), (0, 0.1, 0.3)]

    def value(*x):
        x, v, a = di.closed_chains.point_motion(robot, di.close(robot, *x), where, local)
        gap = x[:, 0] - x[:, 1]
        return (gap**2).sum(axis=1) + (v[:, 0] ** 2).sum(axis=1) + (a[:, 0] * a[:, 1]).sum(axis=1)

    closed = di.close(robot, *motion)
    x, v, a = di.closed_chains.point_motion(robot, closed, where, local)
    gap = 2 * (x[:, 0] - x[:, 1])
    x_bar = np.stack([gap, -gap], axis=1)
    v_bar, a_bar = np.stack([2 * v[:, 0], 0 * v[:, 0]], axis=1), a[:, ::-1]
    bars = di.closed_chains.point_gradient(robot, closed, where, local, x_bar, v_bar, a_bar)
    assert_slopes(value, motion, di.closed_chains.close_gradient(closed, *bars))
    one = di.closed_chains.point_gradient(
        robot, closed, where[0], local[0], x_bar[:, 0], v_bar[:, 0], a_bar[:, 0]
    )
    two = di.closed_chains.point_gradient(
        robot, closed, where[1], local[1], x_bar[:, 1], v_bar[:, 1], a_bar[:, 1]
    )
    for both, a, b in zip(bars, one, two):
        assert_allclose(both, a + b, rtol=0, atol=1e-12 * np.abs(both).max())


DELTA, MOTION = parallel("delta4")
MODEL, CLOSED = di.Model(DELTA), di.close(DELTA, *MOTION)
P = len(MODEL.parameters)
NAN = np.full((N, 4, P), np.nan)
BAD = [
    (
        lambda: MODEL.regressor_gradient(*MOTION, np.zeros((N, P, 4))),
        r"Y_bar: got an array of shape \(37, 60, 4\)",
    ),
    (lambda: MODEL.regressor_gradient(*MOTION, NAN), "Y_bar: .* nan"),
    (lambda: MODEL.regressor_gradient(*MOTION, "none"), "Y_bar: got str"),
    (lambda: MODEL.regressor_gradient(MOTION[0][:, :3], None, None, NAN), "positions q"),
    (
        lambda: MODEL.torque_gradient(*MOTION, MODEL.prior, np.zeros((N, 3))),
        "tau_bar: got an array of shape",
    ),
    (lambda: MODEL.torque_gradient(*MOTION, [1.0], np.zeros((N, 4))), "parameters p"),
    (
        lambda: di.closed_chains.close_gradient(CLOSED, np.zeros((N, 4))),
        "q_bar: got an array of shape",
    ),
    (
        lambda: di.closed_chains.close_gradient(CLOSED, None, None, NAN[:, 0, : CLOSED.q.shape[1]]),
        "qdd_bar: .* nan",
    ),
    (
        lambda: di.closed_chains.close_gradient(CLOSED, G_bar=np.zeros((4, 4, N))),
        "G_bar: got an array of shape",
    ),
    (lambda: di.closed_chains.point_motion(DELTA, CLOSED, "elbow"), "no frame or body 'elbow'"),
    (lambda: di.closed_chains.point_motion(DELTA, CLOSED, "arm1", (1, 2)), "three finite numbers"),
    (
        lambda: di.closed_chains.point_motion(DELTA, di.close(arm7(), np.zeros((2, 7)))),
        "as robot.close returns",
    ),
    (
        lambda: di.closed_chains.point_motion(DELTA, replace(CLOSED, qd=CLOSED.qd[:-1])),
        r"motion, qd: got an array of shape \(36, 17\), expected \(37, 17\)",
    ),
    (
        lambda: di.closed_chains.point_gradient(DELTA, replace(CLOSED, qdd=CLOSED.qdd[:, :3])),
        "motion, qdd: got an array of shape",
    ),
    (
        lambda: di.closed_chains.close_gradient(replace(CLOSED, G=CLOSED.G[:, :3])),
        "motion, G: got an array of shape",
    ),
    (
        lambda: compute_regressor_along(MODEL, replace(CLOSED, G=CLOSED.G[..., :5])),
        "motion, G: got an array of shape",
    ),
    (
        lambda: di.closed_chains.point_motion(DELTA, MOTION[0]),
        "expected a Motion",
    ),
    (
        lambda: di.closed_chains.point_gradient(DELTA, CLOSED, "arm1", x_bar=np.zeros((N, 2))),
        "x_bar: got an array of shape",
    ),
    (
        lambda: compute_regressor_along(MODEL, di.close(arm7(), np.zeros((2, 7)))),
        "expected model.robot.close",
    ),
    (
        lambda: compute_torque_along(
            MODEL, di.close(DELTA, np.zeros((0, 4)), given=DELTA.task), MODEL.prior
        ),
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
    for bar in di.closed_chains.close_gradient(di.close(DELTA, empty)):
        assert bar.shape == (0, 4)
    assert di.closed_chains.point_motion(DELTA, di.close(DELTA, empty))[0].shape == (0, 3)
