"""Exact gradients of criteria and limits against central differences, on trees and on closed
loops."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.excitation.criterion import Criterion, compute_condition_numbers, smooth_signs
from dynid.excitation.motion_limits import select_active_limits
from dynid.excitation.optimisation import Optimisation
from dynid.excitation.period import Period
from dynid.excitation.starting_motion import find_resting_pose, make_random_motion
from dynid.model.base_reduction import base_parameters
from motion_help import derivative

EFFECTS = [di.Viscous(), di.Coulomb()]


def upright(x):
    """A ball of 2 m as a user would give it: exact distance, and its gradient."""
    r = np.linalg.norm(x, axis=1)
    return r - 2.0, x / r[:, None]


CAPSULES = (
    di.excitation.Capsule("world", (0, 0, -0.1), (0, 0, 0.2), 0.08),
    di.excitation.Capsule("link2", (0, 0, 0.05), (0, 0, 0.2), 0.06),
    di.excitation.Capsule("link5", (0, 0, -0.3), (0, 0, 0.0), 0.06),
    di.excitation.Capsule("link7", (0, 0, 0.0), (0.05, 0, 0.15), 0.05),
)
#: every kind of limit somewhere, on a shape in each kind of coordinates
CASES = {
    "arm7": (
        di.Fourier(4.0, 3),
        di.Limits(
            acceleration=8.0,
            jerk=80.0,
            workspace=di.excitation.Cylinder((0, 0, 0.5), 0.9, 1.6),
            velocity={"tool.z": 1.0},
            tool_speed=1.5,
            tool_acceleration=6.0,
            reaction_force={"joint[357]": 300.0},
            capsules=CAPSULES,
            clearance=0.02,
        ),
    ),
    "six_dof": (
        di.excitation.BSpline(4.0, 8),
        di.Limits(
            position=2.0, velocity=1.0, workspace=di.excitation.SignedDistance(upright), torque=3e5
        ),
    ),
    "delta4": (
        di.Fourier(2.0, 3, coordinates="task"),
        di.Limits(
            workspace=di.excitation.Hemisphere((0, 0, -0.9), 0.45),
            velocity={"platform.x": 3.0, "arm1": 6.0, "psi": 10.0},
            acceleration={"arm2": 60.0, "slide": 20.0, "psi": 60.0},
            torque={"arm1": 30.0, "arm2": 30.0, "arm3": 30.0},
            reaction_force={"arm*": 200.0},
            capsules=(
                di.excitation.Capsule("world", (0.5, 0, -1.2), (0.5, 0, -0.9), 0.05),
                di.excitation.Capsule("platform", (0, 0, 0), (0.05, 0, -0.1), 0.05),
            ),
            floor=-1.6,
            tolerance=0.01,
        ),
    ),
    "prs3": (
        di.Fourier(2.0, 3, rest=True),
        di.Limits(
            position={
                "platform.rx": 0.3,
                "slider1": 0.2,
                "slider2": 0.2,
                "slider3": 0.2,
                "tool.z": (0.3, 0.7),
            },
            velocity={"slider1": 0.5, "slider2": 0.5, "slider3": 0.5, "platform.ry": 1.5},
            tool_speed=0.6,
            torque=120.0,
        ),
    ),
    "five_bar": (
        di.Fourier(2.0, 4, coordinates="task"),
        di.Limits(
            workspace=di.excitation.Box((-0.15, -1, 0.2), (0.15, 1, 0.5)),
            velocity={"left": 3.0, "right": 3.0, "left_elbow": 4.0},
            acceleration={"left": 20.0, "tool.x": 8.0},
            torque=4.0,
        ),
    ),
}


#: the same with a free period
FREE = {"arm7": Period(2.0, 6.0), "five_bar": Period(1.0, 3.0), "prs3": Period(1.0, 5.0)}


@pytest.fixture(autouse=True)
def exact_distances(monkeypatch):
    """Far from its limit, a lower bound stands for a distance, which has another gradient."""
    monkeypatch.setattr("dynid.excitation.clearance.FAR", np.inf)


def problem_of(
    name, criterion="logdet", columns="raw", friction=0.0, samples=24, period=None, seed=5
):
    shape, limits = CASES[name]
    model = di.Model(di.load_robot(name), EFFECTS)
    kept = select_active_limits(limits, model)
    base = base_parameters(model)
    R = np.eye(len(model.parameters))[:, base.independent]
    noise = np.linspace(1.0, 2.0, model.robot.dof)
    judge = Criterion(
        criterion, columns, smooth_signs(model, kept.speeds), R, noise, kept.speeds, friction
    )
    problem = Optimisation(judge, kept, shape, samples, period)
    rest = find_resting_pose(problem, Optimisation(judge, kept, shape, 1, period))
    return problem, make_random_motion(problem, rest, np.random.default_rng(seed))


def problem_drives(values):
    motion, drives = values.state.motion, values.state.drives
    return motion.q[:, drives], motion.qd[:, drives], motion.qdd[:, drives]


def direction(size, seed=0):
    d = np.random.default_rng(seed).normal(size=size)
    return d / np.linalg.norm(d)


@pytest.mark.parametrize(
    ("criterion", "columns"),
    [("logdet", "raw"), ("cond", "unit"), ("emin", "unit"), ("mass_matrix", "raw")],
)
@pytest.mark.parametrize("name", CASES)
def test_gradient_of_the_criterion(name, criterion, columns):
    problem, values = problem_of(name, criterion, columns, friction=0.3, samples=40)
    _, g = problem.evaluate_with_gradient(values)
    for seed in range(2):
        d = direction(len(g), seed)
        slope = derivative(
            lambda h, d=d: problem.evaluate(problem.evaluate_limits(values.x + h * d)), 2e-3
        )
        assert abs(g @ d - slope) < 1e-6 * np.linalg.norm(g)


@pytest.mark.parametrize("name", FREE)
def test_gradient_of_the_criterion_with_a_free_period(name):
    problem, values = problem_of(name, friction=0.3, samples=40, period=FREE[name])
    assert problem.size == problem.scale.size + 1
    assert abs(values.x[-1]) > 1e-2  # another period than that of the series
    _, g = problem.evaluate_with_gradient(values)
    for d in (direction(len(g)), np.eye(len(g))[-1]):
        slope = derivative(
            lambda h, d=d: problem.evaluate(problem.evaluate_limits(values.x + h * d)), 2e-3
        )
        assert abs(g @ d - slope) < 1e-6 * np.linalg.norm(g)


@pytest.mark.parametrize("name", FREE)
def test_a_free_period_is_that_of_the_series(name):
    """The state at x is the motion of the series with the period at x."""
    problem, values = problem_of(name, samples=40, period=FREE[name])
    series = problem.make_series(values.x)
    assert FREE[name].shortest <= series.period <= FREE[name].longest
    motion = di.excitation.Trajectory(
        problem.held.robot, series, problem.compute_coefficients(values.x)
    ).close_motion(np.arange(40) / 40 * series.period)
    for mine, its in zip(("q", "qd", "qdd"), (motion.q, motion.qd, motion.qdd)):
        np.testing.assert_allclose(getattr(values.state.motion, mine), its, atol=1e-8)


@pytest.mark.parametrize(
    ("name", "period"),
    [*((name, None) for name in CASES), *FREE.items()],
    ids=[*CASES, *(f"{name} with a free period" for name in FREE)],
)
def test_gradient_of_every_limit(name, period):
    """Each value of each limit at each sample, both sides, along two directions."""
    problem, values = problem_of(name, samples=12, period=period)
    curved = np.nonzero(np.isfinite(values.curved))
    linear = np.nonzero(np.isfinite(values.linear))
    assert len(set(curved[1])) >= 4
    if name in ("arm7", "delta4"):
        assert any(label.startswith("distance") for label in problem.labels)
        assert any(label.startswith("height") for label in problem.labels) == (name == "delta4")
    J = np.vstack(
        [problem.compute_linear_rows(values, *linear), problem.compute_curved_rows(values, *curved)]
    )
    for seed in range(2):
        d = direction(problem.size, seed)

        def excess(h, d=d):
            there = problem.evaluate_limits(values.x + h * d)
            return np.concatenate([there.linear[linear], there.curved[curved]])

        # a margin is the least of several ratios, with kinks between them: look at it from close by
        kinked = np.array(["margin" in (2 * problem.labels)[side] for side in curved[1]])
        near = np.concatenate([np.zeros(len(linear[0]), dtype=bool), kinked])
        slope = np.where(near, derivative(excess, 1e-5), derivative(excess, 1e-3))
        np.testing.assert_allclose(J @ d, slope, atol=1e-6 * max(1.0, np.abs(J).max()))


def test_the_criteria_are_what_they_say():
    """Against singular values of the stacked regressor."""
    for name in ("five_bar", "arm7"):
        for criterion in ("logdet", "cond", "emin"):
            for columns in ("raw", "unit"):
                problem, values = problem_of(name, criterion, columns, samples=40)
                judge = problem.criterion
                W = np.einsum(
                    "snp,pb->snb", judge.model.regressor(*problem_drives(values)), judge.reduction
                )
                W = (W / judge.noise[:, None]).reshape(-1, W.shape[2]) / np.sqrt(40)
                if columns == "unit":
                    W = W / np.linalg.norm(W, axis=0)
                s = np.linalg.svd(W, compute_uv=False)
                expected = {
                    "logdet": -np.log(s**2).mean(),
                    "cond": np.log(s[0] / s[-1]),
                    "emin": -np.log(s[-1] ** 2),
                }
                sharp = Criterion(
                    criterion,
                    columns,
                    judge.model,
                    judge.reduction,
                    judge.noise,
                    judge.speeds,
                    0,
                    np.inf,
                )
                assert np.isclose(sharp.evaluate(values.state), expected[criterion], rtol=1e-6)
                if criterion != "logdet":
                    smooth = judge.evaluate(values.state)
                    assert (
                        expected[criterion]
                        <= smooth
                        <= expected[criterion] + np.log(len(s)) / judge.sharpness
                    )


def test_a_reduction_matrix_is_the_columns_it_names():
    """A choice of columns, and the same as a product with a matrix that is none."""
    problem, values = problem_of("five_bar", samples=40)
    judge = problem.criterion
    mixed = np.linalg.qr(np.random.default_rng(0).normal(size=(judge.reduction.shape[1],) * 2))[0]
    turned = Criterion(
        "logdet", "raw", judge.model, judge.reduction @ mixed, judge.noise, judge.speeds
    )
    (f, bars), (f_turned, bars_turned) = (
        judge.evaluate_with_gradient(values.state),
        turned.evaluate_with_gradient(values.state),
    )
    assert np.isclose(f, f_turned, rtol=1e-10)  # a determinant does not see a rotation
    for mine, its in zip(bars, bars_turned):
        np.testing.assert_allclose(its, mine, atol=1e-6 * np.abs(mine).max())


def test_condition_numbers_of_a_diagonal():
    raw, unit = compute_condition_numbers(np.diag([1.0, 4.0, 100.0]))
    assert raw == pytest.approx(100.0)
    assert unit == pytest.approx(1.0)
    assert compute_condition_numbers(np.diag([1.0, 0.0])) == (np.inf, np.inf)
