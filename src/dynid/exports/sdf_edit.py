"""Identified values written back into a user's own SDF: only <inertial>, <dynamics>, rotors and a
world's <gravity> change."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from xml.etree.ElementTree import Element, indent, tostring

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.exports.locked_file import find_share
from dynid.exports.mjcf_edit import CannotEdit
from dynid.exports.sdf_writer import DRAKE, list_dynamics, make_inertial_element
from dynid.exports.urdf_edit import is_different
from dynid.exports.urdf_writer import format_numbers, is_usual_gravity
from dynid.exports.xmledit import Edits, Node, put_comment
from dynid.robot.files.sdf_joints import TWO_AXES
from dynid.robot.files.sdf_reader import SdfReader, make_sdf_robot, open_world
from dynid.robot.files.urdf_notes import Notes
from dynid.robot.files.xmlfile import read_mended, read_xml
from dynid.robot.geometry import move_inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Joint

KNOWN = ("damping", "friction", "armature", "stiffness")


def edit_sdf(source: Path, robot: Robot, title: str, notes: list[str]) -> tuple[bytes, list[str]]:
    """The file with the robot's inertias and joint values, and the notes with those on what was
    changed in addition to them.

    SDF has no links without mass. Links that are fixed to a body keep the inertias of the file, and
    the body's own link gets the rest of what was identified of all of them.
    """
    edits, root = Edits(read_mended(source)), read_xml(source)
    if root.find(".//include") is not None:
        raise CannotEdit(f"{source.name} includes other files, in which its links are")
    order = [list(root.iter(tag)) for tag in ("link", "joint", "drake:joint")]
    same = [
        [n for n in edits.root.walk() if n.tag == part[0].tag] if part else [] for part in order
    ]
    node_of = {id(e): n for part, nodes in zip(order, same) for e, n in zip(part, nodes)}
    reader = SdfReader(open_world(root, source, Notes()), Notes())
    bodies, _, _ = reader.assemble()
    _check_bodies(source, {body.name for body in bodies}, robot)
    notes = [*notes, *_set_inertials(edits, reader, node_of, robot)]
    notes += _set_joints(edits, reader, node_of, robot)
    notes += _set_gravity(edits, reader, root, robot)
    put_comment(edits, title, notes)
    data = edits.apply()
    check_read_back(data, source, robot)
    return data, notes


def _check_bodies(source: Path, names: set[str], robot: Robot) -> None:
    if lost := [body.name for body in robot.bodies if body.name not in names]:
        raise RobotError(
            f"{source}: does not hold the robot that was identified; it lacks"
            f" {join_names(lost, 6)}. Has it changed since? Identify again, or pass the robot."
        )


def _set_inertials(
    edits: Edits, reader: SdfReader, node_of: dict[int, Node], robot: Robot
) -> list[str]:
    carried: dict[str, dict[str, Array]] = {}  # of bodies: what is fixed to them, as they see it
    places = {}
    for name, (carrier, at) in reader.placed.items():
        if carrier == WORLD:
            continue
        places[name] = np.linalg.inv(at) @ reader.place(name)
        if name != carrier:
            carried.setdefault(carrier, {})[name] = _read_part(reader, name, places[name])
    lighter = []
    for body in robot.bodies:
        if body.massless or body.inertia is None:
            continue
        whole, parts = np.asarray(body.inertia), carried.get(body.name, {})
        total = sum(parts.values(), np.zeros(10))
        share = find_share(whole, total) if parts else 1.0
        own = {body.name: whole - share * total}
        if share < 1.0:
            lighter += [f"{name} by {share:.3g}" for name in parts]
            own |= {name: share * p for name, p in parts.items()}
        for name, p in own.items():
            T = np.linalg.inv(places[name])
            _set_inertial(edits, reader, node_of, name, move_inertial(p, T[:3, :3], T[:3, 3]))
    fixed = [name for parts in carried.values() for name in parts]
    notes = []
    if fixed:
        notes.append(
            "fixed to other links, with the file's own inertias, of which the rest is in those that"
            f" carry them: {join_names(fixed, 8)}"
        )
    if lighter:
        notes.append(
            "what was identified leaves no room for the file's own inertias of fixed links, which"
            f" were multiplied: {join_names(lighter, 8)}"
        )
    return notes


def _read_part(reader: SdfReader, name: str, place: Array) -> Array:
    """What the file says of one link, seen from the body that it is fixed to."""
    p = reader.read_inertia(name)
    if p is None:
        raise CannotEdit(f"the inertia of '{name}', which is fixed to another link, is not known")
    return np.asarray(move_inertial(p, place[:3, :3], place[:3, 3]))


def _set_inertial(
    edits: Edits, reader: SdfReader, node_of: dict[int, Node], name: str, p: Array
) -> None:
    scope, local = reader.links[name]
    link = node_of[id(scope.links[local])]
    element = make_inertial_element(name, p)
    indent(element)
    lines = tostring(element, encoding="unicode").splitlines()
    old = link.find("inertial")
    if old:
        edits.replace(old[0], lines)
    else:
        edits.insert(link, lines, first=True)


def _set_joints(
    edits: Edits, reader: SdfReader, node_of: dict[int, Node], robot: Robot
) -> list[str]:
    """Set what differs from the file; a note on what has no place in it."""
    file: dict[str, tuple[str, int, Joint]] = {}
    elements: dict[str, Element] = {}
    rotors, parts = False, []
    for scope in {scope for scope, _ in reader.links.values()} | {reader.world}:
        for local, element in scope.joints.items():
            elements[scope.prefix + local] = element
    for read in reader.joints:
        file |= {step.name: (read.name, k, step) for k, step in enumerate(read.steps)}
    for body in robot.bodies:
        joint = body.joint
        name, k, was = file.get(joint.name, ("", 0, joint))
        changed = [n for n in KNOWN if (getattr(joint, n) or 0.0) != (getattr(was, n) or 0.0)]
        if not joint.moves or not changed:
            continue
        element = elements[name]
        tag = "axis2" if k and element.get("type") in TWO_AXES else "axis"
        has_place = element.get("type") not in ("ball", "planar") and not joint.name.endswith(
            ".slide"
        )
        if not has_place or element.find(tag) is None:
            parts.append(joint.name)
            continue
        node = node_of[id(element)]
        _set_dynamics(edits, node.find(tag)[0], joint, was)
        if "armature" in changed and element.get("type") not in TWO_AXES:
            rotors = True
            _set_text(edits, node, "drake:rotor_inertia", joint.armature or 0.0)
            _set_text(edits, node, "drake:gear_ratio", 1.0)
    if rotors and "xmlns:drake" not in edits.root.attributes:
        edits.set(edits.root, {"xmlns:drake": DRAKE})
    notes = (
        ["rotor inertias are <drake:rotor_inertia>, which Gazebo does not read"] if rotors else []
    )
    if parts:
        notes.append(f"SDF has no friction for parts of a joint, omitted: {join_names(parts, 8)}")
    return notes


def _set_dynamics(edits: Edits, axis: Node, joint: Joint, was: Joint) -> None:
    before, now = list_dynamics(was), list_dynamics(joint)
    values = {key: x for key, x in now.items() if before.get(key, 0.0) != x}
    values |= {key: 0.0 for key in before if key not in now and before[key]}
    old = axis.find("dynamics")
    if not values:
        return
    if old and old[0].close >= 0:
        for key, value in values.items():
            _set_text(edits, old[0], key, value)
        return
    inner = [f"  <{key}>{format_numbers([value])}</{key}>" for key, value in values.items()]
    lines = ["<dynamics>", *inner, "</dynamics>"]
    if old:
        edits.replace(old[0], lines)
    else:
        edits.insert(axis, lines, first=False)


def _set_text(edits: Edits, parent: Node, tag: str, value: float) -> None:
    old = parent.find(tag)
    if old and old[0].close >= 0:
        edits.set_text(old[0], format_numbers([value]))
    elif old:
        edits.replace(old[0], [f"<{tag}>{format_numbers([value])}</{tag}>"])
    else:
        edits.insert(parent, [f"<{tag}>{format_numbers([value])}</{tag}>"], first=False)


def _set_gravity(edits: Edits, reader: SdfReader, root: Element, robot: Robot) -> list[str]:
    """Where it was tilted, or is none of what programs assume."""
    g = np.asarray(robot.gravity)
    if np.allclose(g, reader.read_gravity(), rtol=0.0, atol=1e-12):
        return []
    text, world = format_numbers(g), reader.world.element
    if world.tag != "world":
        said = "" if is_usual_gravity(g) else f"; it was identified under ({text}) m/s^2"
        return [f"gravity belongs to the world of SDF, and this file has none{said}"]
    worlds = [node for node in edits.root.walk() if node.tag == "world"]
    node = worlds[list(root.iter("world")).index(world)]
    if old := node.find("gravity"):
        edits.replace(old[0], [f"<gravity>{text}</gravity>"])
    else:
        edits.insert(node, [f"<gravity>{text}</gravity>"], first=True)
    return []


def check_read_back(data: bytes, source: Path, robot: Robot) -> None:
    """The written file must give the same bodies; an error here would be silent in simulators."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", IgnoredElementWarning)
        path = Path(folder) / source.name
        path.write_bytes(data)
        actuated = robot.actuated if robot.loops else None
        read = make_sdf_robot(read_xml(path), path, actuated)
    for body in robot.bodies:
        if is_different(body.inertia, read.body(body.name).inertia):
            raise CannotEdit(f"'{body.name}' does not read back as it was written")
