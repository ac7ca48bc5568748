"""dynid inspect: readable in eighty columns, however large the robot."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from common import branched_tree
from dynid.robot.summary import (
    HEAD,
    WIDTH,
    collect_facts,
    fold_text,
    format_joint_lines,
    remark_lines,
)


def humanoid(joints=75):
    """A tree with long names, a body that nothing is known of and one that cannot exist."""
    tree = branched_tree(joints)
    bodies = [
        replace(
            body, joint=replace(body.joint, name=f"{body.joint.name}_of_the_left_or_right_hand")
        )
        for body in tree.bodies
    ]
    impossible = np.array(bodies[7].inertia)
    impossible[4] += 1.0  # Ixx alone
    bodies[7] = replace(bodies[7], inertia=impossible)
    bodies[3] = replace(bodies[3], inertia=None)
    limited = replace(
        bodies[0].joint, lower=-1.5, upper=2.0, velocity=3.0, effort=40.0, damping=0.1
    )
    bodies[0] = replace(bodies[0], joint=limited)
    return di.Robot("humanoid", tuple(bodies))


def test_lines_are_short_and_one_a_joint():
    robot = humanoid()
    lines = [*format_joint_lines(robot), *remark_lines(robot)]
    assert max(map(len, lines)) <= WIDTH
    assert len(format_joint_lines(robot)) == 1 + 75
    assert len({line[:27] for line in format_joint_lines(robot)}) == 1 + 75


def test_what_is_known_stands_in_the_line_of_its_joint():
    lines = format_joint_lines(humanoid())
    assert lines[0] == HEAD
    assert lines[1].split()[2:6] == ["-1.5", "2", "3", "40"]
    assert lines[2].split()[2:6] == ["-"] * 4
    assert lines[4].endswith("?")
    assert lines[8].endswith("!")


def test_what_is_unknown_or_impossible_is_said():
    robot = humanoid()
    about, said = collect_facts(robot), "\n".join(remark_lines(robot))
    assert (about["unknown"], about["impossible"], about["damping"]) == (["link4"], ["link8"], 1)
    known = [body.inertia[0] for body in robot.bodies if body.inertia is not None]
    assert about["mass"] == pytest.approx(sum(known))
    for words in (
        "74 bodies, as far as it is known",
        "1 bodies that are not physically consistent; dynid check says more: link8",
        "1 bodies of unknown inertia: link4",
        "74 joints without limits",
        "given damping of 1 joints",
    ):
        assert words in " ".join(said.split())


def test_axes_are_named():
    bodies = []
    for k, (kind, axis) in enumerate(
        [("revolute", (0, 0, -1)), ("prismatic", (1, 0, 0)), ("revolute", (0, 0.6, 0.8))]
    ):
        parent = f"b{k - 1}" if k else "world"
        bodies.append(di.Body(f"b{k}", parent, di.Joint(f"j{k}", kind, axis)))
    lines = format_joint_lines(di.Robot("r", tuple(bodies)))
    assert [line.split()[1] for line in lines[1:]] == ["-z", "->x", "yz"]


def test_long_text_is_folded_under_itself():
    lines = fold_text("mass", "word " * 40)
    assert lines[0].startswith("mass         word")
    assert all(line.startswith(" " * 13) and len(line) <= WIDTH for line in lines[1:])
