"""Identified values written back into a user's own MJCF: only <inertial> and damping, frictionloss,
armature of joints change."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.exports.mjcf_writer import format_inertial, format_joint_dynamics
from dynid.exports.urdf_edit import is_different
from dynid.exports.xmledit import Edits, Node, parse, put_comment
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.files.mjcf_reader import MjcfTree, read_mjcf
from dynid.robot.files.xmlfile import read_mended
from dynid.robot.geometry import move_inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Joint

#: elements that stand for bodies which are not in the file one by one
MAKERS = ("replicate", "composite", "flexcomp", "attach")

NOTHING = {"pos": "0 0 0", "mass": "0", "diaginertia": "0 0 0"}


class CannotEdit(RobotError):
    """A file whose bodies cannot be changed one by one; a new file can be written instead."""


def edit_mjcf(source: Path, robot: Robot, title: str, notes: list[str]) -> tuple[bytes, list[str]]:
    """The file with the robot's inertias and joint values, and the notes with those on what was
    changed in addition to them.

    A body takes the whole inertia of the bodies that are fixed to it: theirs become zero. Included
    files are written out.
    """
    data, included = expand_includes(source)
    edits = Edits(data)
    tree, lump_fixed = read_tree(source, robot)
    notes = [
        *notes,
        *(["what the file included is written out"] if included else []),
        *free_compiler(edits),
    ]
    bodies, joints = _list_elements(edits, tree.model)
    values = {body.name: body for body in robot.bodies}
    merged = []
    for i, node in enumerate(bodies, start=1):
        carrier, T = tree.find_carrier(i, np.zeros(3))
        if carrier == WORLD:
            continue
        own = carrier == tree.names[i]
        if own and values[carrier].inertia is not None:
            R = T[:3, :3]
            p = move_inertial(np.asarray(values[carrier].inertia), R.T, -R.T @ T[:3, 3])
            _set_inertial(edits, node, format_inertial(robot.name, carrier, p))
        elif not own and values[carrier].inertia is not None:
            merged.append(tree.names[i])
            _set_inertial(edits, node, NOTHING)
    if merged:
        notes.append(
            f"fixed to other bodies, whose inertias hold theirs as well: {join_names(merged, 8)}"
        )
    known = {body.joint.name: body.joint for body in robot.bodies}
    notes += _set_joints(edits, joints, tree, known)
    _set_gravity(edits, np.asarray(robot.gravity), tree.model.opt.gravity)
    put_comment(edits, title, notes)
    out = edits.apply()
    check_read_back(out, robot, lump_fixed)
    return out, notes


def expand_includes(source: Path) -> tuple[bytes, bool]:
    """The file with what it includes in the place of <include>; whether there was any."""
    data, found = read_mended(source), False
    for _ in range(100):
        node = next((n for n in parse(data).walk() if n.tag == "include"), None)
        if node is None:
            return data, found
        path = source.parent / node.attributes.get("file", "")
        try:
            part = read_mended(path)
        except RobotError as error:
            raise CannotEdit(f"{source}: includes what cannot be read: {error}") from None
        root = parse(part)
        inside = part[root.inside : root.close].strip() if root.close >= 0 else b""
        data, found = data[: node.start] + inside + data[node.end :], True
    raise CannotEdit(f"{source}: its <include> elements do not end.")


def read_tree(source: Path, robot: Robot) -> tuple[MjcfTree, bool]:
    """MuJoCo's model of the file, with the place of its bodies in the robot's; and whether fixed
    bodies are merged."""
    model, unknown, _ = compile_mjcf(source)
    for lump_fixed in (True, False):
        tree = MjcfTree(model, unknown, lump_fixed)
        for i in range(1, model.nbody):
            tree.add(i)
        if sorted(body.name for body in tree.make_bodies()) == sorted(
            body.name for body in robot.bodies
        ):
            return tree, lump_fixed
    raise RobotError(
        f"{source}: does not hold the robot that was identified (its bodies are"
        f" {join_names(tree.names[1:], 12)}). Has it changed since? Identify again, or pass the "
        f"robot."
    )


def free_compiler(edits: Edits) -> list[str]:
    """Let the inertias count: a file can tell MuJoCo to ignore or to scale them."""
    notes = []
    for node in (n for n in edits.root.walk() if n.tag == "compiler"):
        changes = {}
        if node.attributes.get("inertiafromgeom") == "true":
            changes["inertiafromgeom"] = "auto"
        if float(node.attributes.get("settotalmass", "-1")) > 0:
            changes["settotalmass"] = "-1"
        if changes:
            edits.set(node, changes)
            notes.append(
                f"compiler: {', '.join(f'{k} is {v} now' for k, v in changes.items())}, so that the"
                " inertias count"
            )
    return notes


def _list_elements(edits: Edits, model: Any) -> tuple[list[Node], list[Node]]:
    """The elements of MuJoCo's bodies (without the world) and joints, in their order."""
    nodes = [n for part in edits.root.find("worldbody") for n in part.walk()]
    made = sorted({n.tag for n in nodes if n.tag in MAKERS})
    bodies = [n for n in nodes if n.tag == "body"]
    joints = [
        n for body in bodies for n in _list_own_elements(body) if n.tag in ("joint", "freejoint")
    ]
    body_names, joint_names = (
        [n.attributes.get("name", "") for n in part] for part in (bodies, joints)
    )
    if (
        made
        or body_names != [model.body(i).name for i in range(1, model.nbody)]
        or joint_names != [model.joint(j).name for j in range(model.njnt)]
    ):
        why = (
            f"<{made[0]}> represents several bodies"
            if made
            else "its bodies come in another order than MuJoCo's"
        )
        raise CannotEdit(f"the file cannot be changed body by body: {why}")
    return bodies, joints


def _list_own_elements(body: Node) -> list[Node]:
    """What belongs to a body, in frames or not, but not to its children."""
    found = []
    for child in body.children:
        found += (
            _list_own_elements(child)
            if child.tag == "frame"
            else [child]
            if child.tag != "body"
            else []
        )
    return found


def _set_inertial(edits: Edits, body: Node, attributes: dict[str, str]) -> None:
    line = [
        "<inertial " + " ".join(f'{name}="{value}"' for name, value in attributes.items()) + "/>"
    ]
    old = body.find("inertial")
    if old:
        edits.replace(old[0], line)
    else:
        edits.insert(body, line, first=True)


def _set_gravity(edits: Edits, gravity: Array, before: Array) -> None:
    """Where it was tilted."""
    if np.allclose(gravity, before, rtol=0.0, atol=1e-12):
        return
    value = " ".join(repr(float(x)) for x in gravity)
    options = edits.root.find("option")
    if options:
        edits.set(options[-1], {"gravity": value})
    else:
        edits.insert(edits.root, [f'<option gravity="{value}"/>'], first=False)


def _set_joints(
    edits: Edits, elements: list[Node], tree: MjcfTree, known: dict[str, Joint]
) -> list[str]:
    """Set what differs from the file; a note on what has no place in it."""
    m, parts = tree.model, []
    for j, node in enumerate(elements):
        names, dof = tree.coordinates[j], int(m.jnt_dofadr[j])
        if len(names) != 1:
            parts += [name for name in names if format_joint_dynamics(known[name])]
            continue
        file = {
            "damping": m.dof_damping[dof],
            "frictionloss": m.dof_frictionloss[dof],
            "armature": m.dof_armature[dof],
            "stiffness": m.jnt_stiffness[j],
            "springref": m.qpos_spring[m.jnt_qposadr[j]],
        }
        values = {
            name: x
            for name, x in format_joint_dynamics(known[names[0]]).items()
            if float(x) != file[name]
        }
        if "springref" in values and known[names[0]].kind != "prismatic" and _is_in_degrees(edits):
            values["springref"] = repr(float(np.degrees(known[names[0]].rest)))
        if values:
            edits.set(node, values)
    return (
        [f"MuJoCo has no friction for parts of a joint, omitted: {join_names(parts, 8)}"]
        if parts
        else []
    )


def _is_in_degrees(edits: Edits) -> bool:
    """Whether the angles of the file are in degrees, as they are where it says nothing."""
    said = [n.attributes["angle"] for n in edits.root.find("compiler") if "angle" in n.attributes]
    return not said or said[-1] == "degree"


def check_read_back(data: bytes, robot: Robot, lump_fixed: bool) -> None:
    """The written file must give the same bodies; an error here would be silent in MuJoCo."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        path = Path(folder) / "robot.xml"
        path.write_bytes(data)
        read = read_mjcf(path, actuated=robot.actuated, lump_fixed=lump_fixed)
    for body in robot.bodies:
        if is_different(body.inertia, read.body(body.name).inertia):
            raise CannotEdit(
                f"MuJoCo reads another inertia of '{body.name}' than was written (<compiler> bounds"
                " or scales it)"
            )
