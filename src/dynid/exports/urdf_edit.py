"""Identified values written back into a user's own URDF: only <inertial> and <dynamics> change."""

from __future__ import annotations

import tempfile
import warnings
from copy import deepcopy
from pathlib import Path
from xml.etree.ElementTree import Element, tostring

import numpy as np
from numpy.typing import ArrayLike

from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.exports.urdf_writer import (
    format_numbers,
    list_dynamics,
    list_unwritable,
    make_inertial_element,
)
from dynid.exports.xmledit import Edits, format_comment, put_comment
from dynid.robot.files.urdf_reader import add_floating_joint, make_urdf_robot
from dynid.robot.files.xmlfile import read_mended, read_xml
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD

#: relative to the largest entry of a body: how exactly a written file has to read back
READ_BACK = 1e-11
LIGHTEST = 1e-9  # kg: MuJoCo wants this much


def edit_urdf(source: Path, robot: Robot, title: str, notes: list[str]) -> tuple[bytes, list[str]]:
    """The file with the robot's inertias, damping and friction, and the notes with those on what
    URDF has no place for.

    A body takes the whole inertia of the links that are fixed to it: theirs are taken out, and a
    comment says where they are.
    """
    merged = find_merged_links(source, read_xml(source), robot)
    edits = Edits(read_mended(source))
    _set_inertials(edits, robot, merged)
    named = {element.attributes.get("name", "") for element in edits.root.find("joint")}
    notes = [*notes, *list_unwritable(robot, named)]
    _set_dynamics(edits, robot)
    put_comment(edits, title, notes)
    data = edits.apply()
    check_read_back(data, robot)
    return data, notes


def _set_inertials(edits: Edits, robot: Robot, merged: dict[str, str]) -> None:
    bodies = {body.name: body for body in robot.bodies if not body.massless}
    for link in edits.root.find("link"):
        name, old = link.attributes.get("name", ""), link.find("inertial")
        if name in bodies and bodies[name].inertia is not None:
            lines = _format_lines(make_inertial_element(name, np.asarray(bodies[name].inertia)))
            if not old:
                edits.insert(link, lines, first=True)
        elif name in merged and robot.body(merged[name]).inertia is not None:
            lines = format_comment(
                f"inertia is in that of '{merged[name]}', to which this is fixed"
            )
        else:
            continue
        for k, element in enumerate(
            old
        ):  # some files have two; readers differ in which of them counts
            if k == 0:
                edits.replace(element, lines)
            else:
                edits.remove(element)


def _set_dynamics(edits: Edits, robot: Robot) -> None:
    """Set what differs from the file."""
    joints = {body.joint.name: body.joint for body in robot.bodies}
    for element in edits.root.find("joint"):
        joint = joints.get(element.attributes.get("name", ""))
        known = list_dynamics(joint) if joint else {}
        dynamics = element.find("dynamics")
        said = dynamics[0].attributes if dynamics else {}
        values = {
            n: format_numbers([x])
            for n, x in known.items()
            if x is not None and (n not in said or float(said[n]) != x)
        }
        if values and dynamics:
            edits.set(dynamics[0], values)
        elif values:
            text = " ".join(f'{name}="{value}"' for name, value in values.items())
            edits.insert(element, [f"<dynamics {text}/>"], first=False)


def _format_lines(inertial: Element) -> list[str]:
    inner = [f"  {tostring(child, encoding='unicode').replace(' />', '/>')}" for child in inertial]
    return ["<inertial>", *inner, "</inertial>"]


def _read(root: Element, path: Path, lump_fixed: bool, floats: bool) -> Robot:
    root = add_floating_joint(deepcopy(root)) if floats else root
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        return make_urdf_robot(root, path, lump_fixed)


def find_merged_links(source: Path, root: Element, robot: Robot) -> dict[str, str]:
    """{link: the body that it is fixed to} in the file, as the robot was read from it."""
    names = [body.name for body in robot.bodies]
    for lump_fixed in (True, False):
        read = _read(root, source, lump_fixed, bool(robot.base))
        if [body.name for body in read.bodies] == names:
            return {frame.name: frame.body for frame in read.frames if frame.body != WORLD}
    there = {body.name for body in read.bodies} | {frame.name for frame in read.frames}
    lost = join_names([name for name in names if name not in there], 6)
    raise RobotError(
        f"{source}: does not hold the robot that was identified; it lacks {lost}. Has "
        "it changed since? Identify again, or pass the robot."
    )


def check_read_back(data: bytes, robot: Robot) -> None:
    """The written file must give the same bodies; an error here would be silent in every
    simulator."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.urdf"
        path.write_bytes(data)
        root, names = read_xml(path), [body.name for body in robot.bodies]
        both = (_read(root, path, lump, bool(robot.base)) for lump in (True, False))
        read = next(r for r in both if [b.name for b in r.bodies] == names)
    for body, again in zip(robot.bodies, read.bodies):
        pairs = [
            (getattr(body.joint, n), getattr(again.joint, n)) for n in list_dynamics(body.joint)
        ]
        friction = any(a is not None and b is not None and a != b for a, b in pairs)
        if friction or is_different(body.inertia, again.inertia):
            raise RobotError(
                f"body '{body.name}' does not read back as it was written; please report this file."
            )


def is_different(written: ArrayLike | None, read: ArrayLike | None) -> bool:
    """Whether the inertia of a body changed on the way through a file; one that is not known may be
    anything."""
    if written is None:
        return False
    a, b = (
        np.asarray(written, dtype=float),
        np.zeros(10) if read is None else np.asarray(read, dtype=float),
    )
    return bool(np.abs(a - b).max() > READ_BACK * max(np.abs(a).max(), LIGHTEST))
