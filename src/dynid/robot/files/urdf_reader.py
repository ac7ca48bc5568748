"""URDF files, read tolerantly: what dynamics needs must be right, everything else may be missing or
broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, SubElement, fromstring

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError, IgnoredElementWarning, RobotError, join_names
from dynid.files import load_yaml
from dynid.robot.chains import FREE
from dynid.robot.degrees_of_freedom import complete_robot
from dynid.robot.files.urdf_joints import LOST_MIMIC, read_joint, read_rotors
from dynid.robot.files.urdf_notes import Notes, read_name, read_origin, tell_of_bodies
from dynid.robot.files.urdf_tree import UrdfJoint, assemble
from dynid.robot.files.xmlfile import read_numbers, read_xml
from dynid.robot.geometry import inertial, snap_right_angles
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame, Loop


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


# ---- URDF files with macros: expanded by the `xacro` package, where it is installed.

HARMLESS = ("xacro:property", "xacro:arg")
PICTURES = ("visual", "collision", "material", "gazebo")
PROCESS = "dynid.robot.files.macros_process"
#: the largest robots take some seconds and some 100 MB
SECONDS, BYTES = 20, 2 * 10**9
LONGEST = 20_000_000  # characters: no robot has so many links


def expand_macros(root: Element, path: Path) -> Element:
    """The root with its macros expanded. Definitions without effect and macros in pictures may
    stay; others hide links or joints."""
    pictures = {id(e) for tag in PICTURES for each in root.iter(tag) for e in each.iter()}
    macros = {
        e.tag
        for e in root.iter()
        if e.tag.startswith("xacro:") and e.tag not in HARMLESS and id(e) not in pictures
    }
    if not macros and path.suffix != ".xacro":
        return root
    got = f"got macros ({join_names(sorted(macros))})" if macros else "got macros"
    if find_spec("xacro") is None:
        raise RobotError(
            f"{path}: {got}, expected plain URDF; pip install xacro, or run it yourself: xacro"
            f" {path.name} > robot.urdf"
        )
    answer = _expand(path)
    try:
        if "text" in answer:
            return fromstring(answer["text"])
        why = answer["error"]
    except ParseError as error:
        why = str(error)
    raise RobotError(
        f"{path}: {got} that xacro cannot expand: {why}. Correct the file, or expand it yourself:"
        f" xacro {path.name} > robot.urdf"
    )


def _expand(path: Path) -> dict[str, str]:
    """{"text": ...} or {"error": ...}: in a process with limits, for macros are small programs."""
    command = [sys.executable, "-P", "-m", PROCESS, str(path.absolute())]
    command += map(str, (SECONDS, BYTES, LONGEST))
    # the same packages as here
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, env=env
        )
        answer: dict[str, str] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        # ended by the limit of its time, or of its memory
        return {"error": f"it takes more than {SECONDS} s or {BYTES // 10**9} GB of memory"}
    if "too_large" in answer:
        return {"error": f"it takes more than {BYTES // 10**9} GB of memory"}
    if "too_long" in answer:
        return {"error": f"it becomes longer than {LONGEST // 10**6} million characters"}
    if "missing" in answer:
        package = answer["missing"]
        return {
            "error": f"the package '{package}' is no folder around the file, and ROS is not there"
        }
    return answer


# ---- robot.yaml beside a URDF: its loops, its motors, and joints of several degrees of freedom, as
# the public collection example-parallel-robots writes them.
#
#     closed_loop: [[frame, frame], ...]     names of links or joints that coincide
#     type: [6d, 3d, ...]                    frames, or only their origins
#     name_mot: [joint, ...]                 the motors
#     joint_name: [...], joint_type: [...]   SPHERICAL, UJOINT_XY, ... in place of a revolute joint

NAME = "robot.yaml"
KINDS = {"6d": "rigid", "3d": "point"}
TYPES = {"SPHERICAL": "spherical", "SPHERICALZYX": "spherical", "UJOINT": "universal"}


@dataclass(frozen=True)
class Closures:
    """pairs of frames that coincide, with the kind of loop; motors; {joint: its kind}."""

    pairs: tuple[tuple[str, str, str], ...] = ()
    motors: tuple[str, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()


def read_closures(path: Path) -> Closures:
    """What robot.yaml (or the yaml of the URDF's own name) in the same folder says."""
    for beside in (path.with_name(NAME), path.with_suffix(".yaml")):
        if beside.is_file():
            content = _read_content(beside)
            if content is not None:
                return _parse_closures(content, beside)
    return Closures()


def close_robot(robot: Robot, closures: Closures, children: dict[str, str]) -> Robot:
    """The robot with its loops; `children`: {joint: its child link}. It is not settled yet."""
    places = {f.name: f for f in (*robot.frames, *(Frame(b.name, b.name) for b in robot.bodies))}
    places.setdefault(WORLD, Frame(WORLD, WORLD))

    def make_frame(name: str) -> Frame:
        found = places.get(name) or places.get(children.get(name, ""))
        if found is None:
            raise RobotError(
                f"{NAME}: closed_loop names '{name}', which is no link or joint of the URDF;"
                f" expected one of {join_names(places)}."
            )
        return found

    loops = []
    for k, (first, second, kind) in enumerate(closures.pairs):
        a, b = make_frame(first), make_frame(second)
        ends = (a.body, b.body, a.position, b.position, a.rotation, b.rotation)
        loops.append(Loop(f"loop{k + 1}", *ends, kind=kind))
    if unknown := [name for name in closures.motors if name not in robot.coordinates]:
        raise RobotError(
            f"{NAME}: name_mot names {join_names(unknown)}, which are no moving joints of the URDF;"
            f" expected some of {join_names(robot.coordinates)}."
        )
    return robot.replace(loops=tuple(loops), actuated=robot.coordinates)


def _read_content(path: Path) -> dict[str, Any] | None:
    """The content, if it is about closed loops."""
    try:
        content = load_yaml(path, "the loops and motors of a robot")
    except DynidError as error:
        if path.name != NAME:
            return None
        raise RobotError(f"{error} Correct or remove it.") from None
    return content if isinstance(content, dict) and "closed_loop" in content else None


def _parse_closures(content: dict[str, Any], path: Path) -> Closures:
    keys = ("closed_loop", "type", "joint_name", "joint_type", "name_mot")
    lists = [_as_list(content.get(key) or []) for key in keys]
    if lost := [key for key, value in zip(keys, lists) if value is None]:
        raise RobotError(f"{path}: expected {lost[0]}: a list; correct it.")
    pairs, types, names, kinds, motors = (value or [] for value in lists)
    types = [str(each).lower() for each in types] or ["6d"] * len(pairs)
    wrong = [
        what
        for what, bad in (
            ("closed_loop: pairs of names", any(not _pair(each) for each in pairs)),
            (f"type: {' or '.join(KINDS)} for each pair", len(types) != len(pairs)),
            (f"type: {' or '.join(KINDS)}", any(each not in KINDS for each in types)),
            ("joint_type: one for each joint_name", len(names) != len(kinds)),
            (f"joint_type: {' or '.join(TYPES)}", any(_parse_kind(each) is None for each in kinds)),
        )
        if bad
    ]
    if wrong:
        raise RobotError(f"{path}: expected {wrong[0]}; correct it.")
    return Closures(
        tuple((a, b, KINDS[kind]) for (a, b), kind in zip(pairs, types)),
        tuple(str(name) for name in motors),
        tuple((str(name), str(_parse_kind(kind))) for name, kind in zip(names, kinds)),
    )


def _as_list(value: object) -> list[Any] | None:
    """A list, or a single name as one; None where it is neither."""
    return [value] if isinstance(value, str) else value if isinstance(value, list) else None


def _pair(value: object) -> bool:
    return (
        isinstance(value, list) and len(value) == 2 and all(isinstance(each, str) for each in value)
    )


def _parse_kind(word: object) -> str | None:
    """ "universal.xy" of UJOINT_XY."""
    name, _, axes = str(word).upper().partition("_")
    kind = TYPES.get(name)
    return f"{kind}.{(axes or 'XY').lower()}" if kind == "universal" else kind
