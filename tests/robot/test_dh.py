"""Denavit-Hartenberg tables against products of 4x4 matrices written out entry by entry."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pinocchio as pin
import pytest

from dynid.errors import RobotError
from dynid.robot.dh import robot_from_dh
from dynid.robot.geometry import inertial, move_inertial

#: rows (a, alpha, d, theta), like a Puma 560, with offsets in theta
PUMA = [
    (0.0, pi / 2, 0.67, 0.0),
    (0.4318, 0.0, 0.0, 0.3),
    (0.0203, -pi / 2, 0.15005, -pi / 2),
    (0.0, pi / 2, 0.4318, 0.0),
    (0.0, -pi / 2, 0.0, 0.1),
    (0.01, 0.2, 0.056, 0.0),
]
KINDS = ("revolute", "revolute", "prismatic", "revolute", "revolute", "prismatic")


def written_out(a: float, alpha: float, d: float, theta: float, convention: str) -> np.ndarray:
    """The closed forms printed in textbooks: Spong's (standard) and Craig's (modified)."""
    ct, st, ca, sa = cos(theta), sin(theta), cos(alpha), sin(alpha)
    if convention == "standard":
        rows = [
            [ct, -st * ca, st * sa, a * ct],
            [st, ct * ca, -ct * sa, a * st],
            [0, sa, ca, d],
            [0, 0, 0, 1],
        ]
    else:
        rows = [
            [ct, -st, 0, a],
            [st * ca, ct * ca, -sa, -sa * d],
            [st * sa, ct * sa, ca, ca * d],
            [0, 0, 0, 1],
        ]
    return np.array(rows)


def product(table, kinds, q, convention):
    T = np.eye(4)
    for (a, alpha, d, theta), kind, x in zip(table, kinds, q):
        d, theta = (d + x, theta) if kind == "prismatic" else (d, theta + x)
        T = T @ written_out(a, alpha, d, theta, convention)
    return T


def tool_pose(robot, q, poses):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = robot.tool.rotation, robot.tool.position
    return poses(robot, dict(zip(robot.coordinates, q)))[robot.tool.body] @ T


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("kinds", [("revolute",) * 6, KINDS])
@pytest.mark.parametrize("n", range(1, 7))
def test_last_frame_is_the_product_of_the_rows(convention, kinds, n, poses):
    robot = robot_from_dh(PUMA[:n], convention, kinds[:n])
    for q in np.random.default_rng(n).uniform(-2, 2, (5, n)):
        expected = product(PUMA[:n], kinds, q, convention)
        np.testing.assert_allclose(tool_pose(robot, q, poses), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_base_and_tool_stand_before_and_after_the_table(convention, poses):
    rng = np.random.default_rng(1)
    base, tool = (
        pin.SE3(pin.exp3(rng.normal(size=3)), rng.normal(size=3)).homogeneous for _ in range(2)
    )
    robot = robot_from_dh(PUMA, convention, KINDS, base=base, tool=tool)
    q = rng.uniform(-2, 2, 6)
    expected = base @ product(PUMA, KINDS, q, convention) @ tool
    np.testing.assert_allclose(tool_pose(robot, q, poses), expected, rtol=0, atol=1e-14)


def test_body_frames_are_where_the_docstring_says(poses):
    q = np.array([0.3, -0.7, 0.2, 1.1, -0.4, 0.5])
    standard = poses(
        robot_from_dh(PUMA, "standard", KINDS), {f"joint{i + 1}": x for i, x in enumerate(q)}
    )
    modified = poses(
        robot_from_dh(PUMA, "modified", KINDS), {f"joint{i + 1}": x for i, x in enumerate(q)}
    )
    for i in range(6):
        frame = product(PUMA[:i], KINDS, q, "standard")
        motion = written_out(
            0, 0, *((q[i], 0) if KINDS[i] == "prismatic" else (0, q[i])), "standard"
        )
        np.testing.assert_allclose(standard[f"link{i + 1}"], frame @ motion, rtol=0, atol=1e-14)
        frame = product(PUMA[: i + 1], KINDS, q, "modified")
        np.testing.assert_allclose(modified[f"link{i + 1}"], frame, rtol=0, atol=1e-14)


def test_inertia_given_in_the_far_frame_moves_as_the_docstring_says(poses):
    """A body's centre of mass, given in standard DH frame i, lands in the same place of the
    world."""
    com = np.array([-0.1, 0.02, 0.03])
    p = [inertial(2.0, com, (0.1, 0.2, 0.25)) for _ in PUMA]
    starts = [written_out(*row, "standard") for row in PUMA]
    robot = robot_from_dh(
        PUMA, inertias=[move_inertial(x, T[:3, :3], T[:3, 3]) for x, T in zip(p, starts)]
    )
    q = np.array([0.3, -0.7, 0.2, 1.1, -0.4, 0.5])
    placed = poses(robot, dict(zip(robot.coordinates, q)))
    for i, body in enumerate(robot.bodies):
        there = product(PUMA[: i + 1], ("revolute",) * 6, q, "standard") @ [*com, 1.0]
        here = placed[body.name] @ [*(np.asarray(body.inertia)[1:4] / 2.0), 1.0]
        np.testing.assert_allclose(here, there, rtol=0, atol=1e-14)


def test_names_inertias_and_gravity_are_kept():
    p = inertial(2.0, (0.1, 0.2, 0.3), (1.0, 2.0, 2.5))
    robot = robot_from_dh(
        PUMA[:2], names=("a", "b"), inertias=(p, None), gravity=(0, 9.81, 0), name="arm"
    )
    assert robot.name == "arm"
    assert robot.coordinates == ("a", "b")
    assert [body.name for body in robot.bodies] == ["link1", "link2"]
    np.testing.assert_array_equal(robot.bodies[0].inertia, p)
    assert robot.bodies[1].inertia is None
    np.testing.assert_array_equal(robot.gravity, (0, 9.81, 0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"table": [(0, 0, 0)]}, ("(1, 3)", "(a, alpha, d, theta)")),
        ({"table": []}, ("(0,)", "(a, alpha, d, theta)")),
        ({"table": [(0, 0, 0, 0), (0, 0, 0)]}, ("no array of numbers", "(a, alpha, d, theta)")),
        ({"table": [(0, 0, 0, 0), (0, "x", 0, 0)]}, ("no array of numbers",)),
        ({"table": [(0, 0, 0, 0), (0, np.nan, 0, 0)]}, ("DH row 2", "nan", "finite")),
        ({"table": PUMA, "convention": "craig"}, ("'craig'", "standard, modified")),
        ({"table": PUMA, "kinds": ("revolute",)}, ("kinds", "expected 6")),
        ({"table": PUMA, "kinds": "RRRRRR"}, ("kinds", "'RRRRRR'", "expected 6")),
        ({"table": PUMA[:1], "kinds": ("ball",)}, ("DH row 1", "'ball'", "prismatic")),
        ({"table": PUMA[:1], "kinds": ("fixed",)}, ("DH row 1", "'fixed'", "prismatic")),
        ({"table": PUMA, "names": ("a", "b")}, ("names", "expected 6")),
        ({"table": PUMA[:2], "names": ("a", "a")}, ("joint named twice", "a")),
        ({"table": PUMA, "inertias": [None]}, ("inertias", "expected 6")),
        ({"table": PUMA[:1], "inertias": [np.zeros(9)]}, ("link1", "(9,)", "(10,)")),
        ({"table": PUMA, "base": np.eye(3)}, ("base", "(4, 4)")),
        ({"table": PUMA, "tool": 2 * np.eye(4)}, ("tool", "0 0 0 1")),
        ({"table": PUMA, "tool": np.diag([2, 1, 1, 1])}, ("tool", "rotation")),
    ],
)
def test_bad_input_says_what_was_got_and_expected(arguments, words):
    with pytest.raises(RobotError) as error:
        robot_from_dh(**arguments)
    for word in words:
        assert word in str(error.value)
