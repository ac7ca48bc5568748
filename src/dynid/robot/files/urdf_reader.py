"""URDF files, read tolerantly: what dynamics needs must be right, everything else may be missing or
broken."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.robot.chains import FREE
from dynid.robot.degrees_of_freedom import complete_robot
from dynid.robot.files.macros import expand_macros
from dynid.robot.files.urdf_joints import LOST_MIMIC, read_joint, read_rotors
from dynid.robot.files.urdf_loops import close_robot, read_closures
from dynid.robot.files.urdf_notes import Notes, read_name, read_origin, tell_of_bodies
from dynid.robot.files.urdf_tree import UrdfJoint, assemble
from dynid.robot.files.xmlfile import read_numbers, read_xml
from dynid.robot.geometry import inertial, snap_right_angles
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD


def read_urdf(
    path: str | os.PathLike[str], lump_fixed: bool = True, actuated: Sequence[str] | None = None
) -> Robot:
    """The robot of a URDF file; its root link becomes the ground, its bodies stand in the order of
    the file's joints.

    A link on a fixed joint is merged with the link that carries it (inertias add up) and stays as a
    Frame; with lump_fixed=False it stays a body. A link without <inertial> has an unknown inertia,
    not a zero one. A planar, spherical or floating joint becomes a chain of simple joints, named
    "joint.x", "joint.rz" and so on. Loops stand in robot.yaml beside the file: see `urdf_loops`.
    """
    return make_urdf_robot(read_xml(path), Path(path), lump_fixed, actuated)


def make_urdf_robot(
    root: Element, path: Path, lump_fixed: bool = True, actuated: Sequence[str] | None = None
) -> Robot:
    """`read_urdf` for a file that is parsed already."""
    notes, root = Notes(), expand_macros(root, path)
    try:
        robot = _make_robot(root, path, lump_fixed, actuated, notes)
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from error
    for message in notes.list_messages():
        warnings.warn(IgnoredElementWarning(f"{path}: {message}", path), stacklevel=3)
    return robot


def _make_robot(
    root: Element, path: Path, lump_fixed: bool, actuated: Sequence[str] | None, notes: Notes
) -> Robot:
    if root.tag != "robot":
        hint = {
            "mujoco": "This is MJCF: load it as such.",
            "sdf": "This is SDF: load it by load_robot.",
        }.get(root.tag, "")
        raise RobotError(f"got the root element <{root.tag}>, expected <robot>. {hint}".strip())
    notes.look(root)
    links = _read_links(root, notes)
    closures = read_closures(path)
    kinds = dict(closures.kinds)
    joints = [read_joint(element, kinds, notes) for element in root.findall("joint")]
    _refuse_duplicates("joint", [joint.name for joint in joints])
    rotors = read_rotors(root, notes)
    if WORLD not in links and any(joint.parent == WORLD for joint in joints):
        links[WORLD] = None
        notes.corrections.append(f"there is no link '{WORLD}', on which others hang; taken as one.")
    joints = _drop_dead_mimics([_add_rotor(joint, rotors) for joint in joints], notes)
    bodies, frames = assemble(links, joints, lump_fixed)
    tell_of_bodies(bodies, notes)
    robot = Robot(
        name=root.get("name") or path.stem,
        bodies=tuple(bodies),
        frames=tuple(frames),
        couplings=tuple(joint.coupling for joint in joints if joint.coupling),
        base=_find_floating(joints),
        source=str(path.absolute()),
    )
    if closures.pairs:
        robot = close_robot(robot, closures, {joint.name: joint.child for joint in joints})
        return complete_robot(robot, actuated or closures.motors, notes.corrections)
    exact = [replace(j, rotation=j.ideal, axis=snap_right_angles(j.axis)) for j in joints]
    if any(
        not np.array_equal(a.rotation, b.rotation) or not np.allclose(a.axis, b.axis, 0, 1e-12)
        for a, b in zip(exact, joints)
    ):
        return robot.replace(ideal=tuple(assemble(links, exact, lump_fixed)[0]))
    return robot


def _find_floating(joints: list[UrdfJoint]) -> tuple[str, ...]:
    """The coordinates of the floating joint on which all others hang, if there is one."""
    children = {joint.child for joint in joints}
    first = [joint for joint in joints if joint.parent not in children]
    if len(first) != 1 or first[0].kind != "floating" or len(joints) < 2:
        return ()
    return tuple(f"{first[0].name}.{step}" for step in FREE)


def add_floating_joint(root: Element) -> Element:
    """The file with its root link on a floating joint, "base"; one that has such a joint already
    stays as it is."""
    children = {end.get("link") for end in root.findall("joint/child")}
    links = [str(link.get("name")) for link in root.findall("link")]
    roots = [name for name in links if name not in children]
    joints = root.findall("joint")
    parents = {joint: end.get("link") for joint in joints for end in joint.findall("parent")}
    first = [joint for joint, parent in parents.items() if parent in roots]
    free = [joint.get("type") for joint in first] == ["floating"]
    if len(roots) != 1 or free or WORLD in links or any(x.get("name") == "base" for x in joints):
        return root
    base = SubElement(root, "joint", {"name": "base", "type": "floating"})
    SubElement(base, "parent", {"link": WORLD})
    SubElement(base, "child", {"link": roots[0]})
    root.remove(base)
    root.insert(0, base)
    SubElement(root, "link", {"name": WORLD})
    return root


def _add_rotor(joint: UrdfJoint, rotors: Mapping[str, float]) -> UrdfJoint:
    """With the armature of its motor, where the joint has none of its own."""
    simple = joint.kind in ("revolute", "continuous", "prismatic")
    if not simple or joint.name not in rotors or "armature" in joint.dynamics:
        return joint
    return replace(joint, dynamics={**joint.dynamics, "armature": rotors[joint.name]})


def _drop_dead_mimics(joints: list[UrdfJoint], notes: Notes) -> list[UrdfJoint]:
    """The joints, without mimics of what does not move."""
    moving = {
        joint.name for joint in joints if joint.kind in ("revolute", "continuous", "prismatic")
    }
    lost = [j.name for j in joints if j.coupling is not None and j.coupling.of not in moving]
    for name in lost:
        notes.add_name(LOST_MIMIC, name)
    return [replace(j, coupling=None) if j.name in lost else j for j in joints]


def _read_links(root: Element, notes: Notes) -> dict[str, Array | None]:
    """The ten parameters of every link about its own frame, or None where the file has none."""
    elements = root.findall("link")
    if not elements:
        raise RobotError("the file has no <link>; expected the links and joints of a robot.")
    _refuse_duplicates("link", [read_name(element) for element in elements])
    return {read_name(element): _read_inertia(element, notes) for element in elements}


def _read_inertia(link: Element, notes: Notes) -> Array | None:
    notes.look(link)
    where = f"link '{read_name(link)}'"
    element = notes.find_one(link, "inertial", where)
    if element is None:
        return None
    notes.look(element)
    where = f"{where}, <inertial>"
    mass_element = notes.find_one(element, "mass", where)
    if mass_element is None:
        notes.corrections.append(f"{where} has no <mass>; the link's inertia counts as unknown.")
        return None
    mass = float(read_numbers(mass_element, "value", 1, f"{where}, <mass>")[0])
    if mass < 0:
        notes.corrections.append(
            f"{where} has the negative mass {mass:g}; taken as it is, although no body can have it."
        )
    R, c = read_origin(element, where, notes)
    return inertial(mass, c, R @ _read_tensor(element, where, notes) @ R.T)


def _read_tensor(element: Element, where: str, notes: Notes) -> Array:
    tensor = notes.find_one(element, "inertia", where)
    if tensor is None:
        notes.corrections.append(f"{where} has no <inertia>; the link counts as a point mass.")
        return np.zeros((3, 3))
    where = f"{where}, <inertia>"
    xx, yy, zz = (read_numbers(tensor, name, 1, where)[0] for name in ("ixx", "iyy", "izz"))
    xy, xz, yz = (
        read_numbers(tensor, name, 1, where, default=(0.0,))[0] for name in ("ixy", "ixz", "iyz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _refuse_duplicates(what: str, names: Iterable[str]) -> None:
    doubled = [name for name, count in Counter(names).items() if count > 1]
    if doubled:
        raise RobotError(
            f"{what} named twice: {join_names(doubled)}; expected different names. Rename one."
        )
