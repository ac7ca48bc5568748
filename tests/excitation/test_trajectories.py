"""Shapes and trajectories: exact derivatives, rest at the ends, task coordinates, files."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dynid as di
from dynid.papers.rodriguez2002 import rodriguez_robot as cft_robot
from motion_help import derivative

SHAPES = (
    di.Fourier(period=3.0, harmonics=4),
    di.Fourier(period=3.0, harmonics=4, rest=True),
    di.excitation.BSpline(duration=3.0, segments=8),
    di.excitation.BSpline(duration=3.0, segments=6, degree=4),
)


def coefficients(shape, n, seed=0):
    return shape.free @ np.random.default_rng(seed).normal(size=(shape.free.shape[1], n))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_each_basis_is_the_derivative_of_the_one_before(shape):
    t = np.linspace(0.31, 2.63, 7)
    for order in range(3):
        slope = derivative(lambda h, order=order: shape.compute_basis(t + h, order), 2e-4)
        np.testing.assert_allclose(
            shape.compute_basis(t, order + 1), slope, rtol=1e-7, atol=1e-6 * np.abs(slope).max()
        )


@pytest.mark.parametrize("shape", [s for s in SHAPES if getattr(s, "rest", True)], ids=str)
def test_rest_at_both_ends(shape):
    c = coefficients(shape, 3)
    for end in (0.0, shape.duration):
        for order in (1, 2):
            size = np.abs(shape.compute_basis(np.linspace(0, shape.duration, 200), order) @ c).max()
            assert np.abs(shape.compute_basis([end], order) @ c).max() < 1e-12 * size
    assert np.ptp(shape.compute_basis(np.linspace(0, shape.duration, 50)) @ c) > 0.5


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_constant(shape):
    t = np.linspace(0, shape.duration, 20)
    np.testing.assert_allclose(shape.compute_basis(t) @ shape.constant, 1.0, rtol=1e-14)
    np.testing.assert_allclose(shape.compute_basis(t, 1) @ shape.constant, 0.0, atol=1e-12)


def test_a_spline_stands_still_before_and_after():
    robot, shape = di.load_robot("pendulum"), di.excitation.BSpline(2.0, segments=6)
    trajectory = di.Trajectory(robot, shape, coefficients(shape, 1))
    q, qd, qdd = trajectory.at([-1.0, 0.0, 2.0, 5.0])
    assert q[0] == q[1]
    assert q[2] == q[3]
    np.testing.assert_allclose(np.hstack([qd, qdd]), 0.0, atol=1e-10)


def test_coefficients_of_the_velocity_are_equation_43():
    """Rodriguez-Angeles (43) = Diaz-Rodriguez (16), written out."""
    x0, a, b, w = cft_robot.OFFSET, cft_robot.A, cft_robot.B, 2 * np.pi * cft_robot.FREQUENCY
    t, shape = np.linspace(0, 2.5, 33), cft_robot.SHAPE
    x, xd, xdd = (
        shape.compute_basis(t, k) @ shape.make_coefficients(x0, a, b, velocity=True)
        for k in range(3)
    )
    lw = w * np.arange(1, 5)
    sin, cos = np.sin(np.outer(t, lw)), np.cos(np.outer(t, lw))
    np.testing.assert_allclose(x, x0 + sin @ (a / lw).T - cos @ (b / lw).T, rtol=1e-12)
    np.testing.assert_allclose(xd, cos @ a.T + sin @ b.T, atol=1e-14)
    np.testing.assert_allclose(xdd, -sin @ (a * lw).T + cos @ (b * lw).T, atol=1e-13)


def delta_in_task_coordinates():
    robot, shape = di.load_robot("delta4"), di.Fourier(2.0, 3, coordinates="task")
    a = 0.05 * np.random.default_rng(3).normal(size=(2, 4, 3))
    return di.Trajectory(robot, shape, shape.make_coefficients([0.05, -0.02, -1.1, 0.4], *a))


@pytest.mark.parametrize(
    "trajectory", [delta_in_task_coordinates(), cft_robot.make_table_3()], ids=["delta4", "cft"]
)
def test_task_coordinates(trajectory):
    """The tool is where the series say, and the drives' derivatives are those of their
    positions."""
    t = np.linspace(0.1, 1.9, 9)
    z, (q, qd, qdd) = trajectory.sample_described(t), trajectory.at(t)
    pose = di.forward_kinematics(trajectory.robot, q)
    for name, place in zip(trajectory.robot.task, z.T):
        if name[:8] in ("platform", "tool.z"):
            np.testing.assert_allclose(pose[:, "xyz".index(name[-1]), 3], place, atol=1e-12)
    np.testing.assert_allclose(qd, derivative(lambda h: trajectory.at(t + h)[0], 2e-3), atol=1e-7)
    np.testing.assert_allclose(qdd, derivative(lambda h: trajectory.at(t + h)[1], 2e-3), atol=1e-6)


def test_json_gives_the_same_trajectory_back(tmp_path):
    for k, trajectory in enumerate((delta_in_task_coordinates(), cft_robot.make_table_3())):
        path = tmp_path / f"{k}.json"
        trajectory.save(path)
        again = di.excitation.load_trajectory(path)
        assert again.series == trajectory.series
        assert (again.coefficients == trajectory.coefficients).all()
        assert (again.at([0.3])[2] == trajectory.at([0.3])[2]).all()
        assert again.duration == trajectory.duration


def test_csv_gives_the_same_samples_back(tmp_path):
    robot, shape = di.load_robot("five_bar"), di.Fourier(2.0, 3, rest=True)
    trajectory = di.Trajectory(robot, shape, 0.2 * coefficients(shape, 2))
    trajectory.save(tmp_path / "motion.csv", rate=100.0)
    header = (tmp_path / "motion.csv").read_text().splitlines()[0]
    assert header == "t,q_left,q_right,qd_left,qd_right,qdd_left,qdd_right"
    again = di.excitation.load_trajectory(tmp_path / "motion.csv")
    t, *motion = trajectory.sample(100.0)
    assert len(t) == 201
    assert t[-1] == 2.0
    assert again.joints == robot.actuated
    assert again.duration == trajectory.duration
    for mine, its, scale in zip(motion, again.at(t), (1e-15, 1e-12, 1e-9)):
        np.testing.assert_allclose(its, mine, rtol=0, atol=scale * 100)
    # between samples: a polynomial of degree five through q, qd, qdd
    between = t[:-1] + 0.004
    for mine, its, tolerance in zip(trajectory.at(between), again.at(between), (1e-12, 1e-9, 1e-6)):
        np.testing.assert_allclose(its, mine, atol=tolerance * 10)
    again.save(tmp_path / "again.csv", rate=100.0)
    assert di.excitation.load_trajectory(tmp_path / "again.csv").q.shape == (201, 2)


def test_nothing_is_overwritten(tmp_path):
    trajectory = cft_robot.make_table_3()
    trajectory.save(tmp_path / "a.json")
    with pytest.raises(di.DynidError, match="exists already"):
        trajectory.save(tmp_path / "a.json")
    with pytest.raises(di.InputError, match=r"\.csv, \.yaml or \.json"):
        trajectory.save(tmp_path / "a.mat")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: di.Fourier(period=-1.0), "period -1.0, expected a positive"),
        (lambda: di.Fourier(period=np.nan), "expected a positive"),
        (lambda: di.Fourier(harmonics=0), "harmonics 0, expected a whole number from 1"),
        (lambda: di.Fourier(harmonics=1, rest=True), "from 2 on"),
        (lambda: di.Fourier(harmonics=2.5), "expected a whole number"),
        (lambda: di.Fourier(coordinates="joint"), "actuated, task"),
        (lambda: di.excitation.BSpline(duration=0.0), "duration 0.0"),
        (lambda: di.excitation.BSpline(degree=2), "degree 2"),
        (lambda: di.excitation.BSpline(segments=3), "segments 3"),
        (
            lambda: di.Trajectory(di.load_robot("five_bar"), di.Fourier(), np.zeros((11, 3))),
            "left, right",
        ),
        (
            lambda: di.Trajectory(
                di.load_robot("arm7"), di.Fourier(coordinates="task"), np.zeros((11, 7))
            ),
            "no task",
        ),
        (
            lambda: di.Fourier(harmonics=3).make_coefficients(
                [0, 0], np.zeros((2, 3)), np.zeros((2, 2))
            ),
            "a column for each",
        ),
        (lambda: cft_robot.make_table_3().sample(0.0), "at least one sample"),
        (lambda: cft_robot.make_table_3().at([np.nan]), "finite numbers"),
    ],
)
def test_bad_shapes_are_refused(build, words):
    with pytest.raises(di.InputError, match=words):
        build()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", "q_a,qd_a\n0,0\n", "missing: t"),
        ("a.csv", "time,position\n0,0\n", "expected t and q_"),
        ("a.csv", "t,q_a,qd_a,qdd_a\n0,0,0,zero\n", "no table of numbers"),
        ("a.csv", "t,q_a,qd_a,qdd_a\n0,0,0,0\n0,0,0,0\n", "strictly increasing"),
        ("a.csv", "", "expected t and q_"),
        ("a.json", "{}", "no trajectory"),
        ("a.json", "[1, 2]", "no trajectory"),
        ("a.json", "{not json", "no trajectory"),
        (
            "a.json",
            json.dumps({"format": "dynid trajectory 1", "robot": "my arm", "joints": []}),
            "give that robot",
        ),
        ("a.mat", "", r"\.csv or \.json"),
    ],
)
def test_bad_files_are_refused(tmp_path, name, content, words):
    (tmp_path / name).write_text(content)
    with pytest.raises(di.DynidError, match=words):
        di.excitation.load_trajectory(tmp_path / name)


def test_a_trajectory_belongs_to_its_robot(tmp_path):
    cft_robot.make_table_3().save(tmp_path / "a.json")
    with pytest.raises(di.InputError, match="moves q1, q2, q4, q5"):
        di.excitation.load_trajectory(tmp_path / "a.json", di.load_robot("five_bar"))
    with pytest.raises(di.DynidError, match="cannot be read"):
        di.excitation.load_trajectory(tmp_path / "missing.json")


def test_a_motion_that_ends_at_rest_is_sampled_until_it_rests():
    """Its length need not be a number of samples: the last one stands at the end."""
    robot = di.load_robot("pendulum")
    for series, count in ((di.Fourier(1.003, 3, rest=True), 102), (di.Fourier(1.003, 3), 101)):
        c = series.free @ np.random.default_rng(0).normal(size=(series.free.shape[1], 1))
        moving = di.excitation.Trajectory(robot, series, c)
        t, q, qd, _ = moving.sample(100.0)
        assert len(t) == count
        assert np.allclose(np.diff(t), 0.01)
        if series.rest:
            np.testing.assert_allclose(q[-1], moving.at([1.003])[0][0], atol=1e-12)
            assert np.abs(qd[-1]).max() < 1e-9
