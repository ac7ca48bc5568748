"""A robot as a URDF file."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, InputError, RobotError, join_names
from dynid.files import write_whole
from dynid.robot.files.urdf_joints import NO_LIMIT
from dynid.robot.geometry import compute_rpy, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Coupling, Frame, Joint

USUAL_GRAVITY = (0.0, 0.0, -9.81)  # m/s^2: what readers of URDF assume


def write_urdf(
    robot: Robot, path: str | os.PathLike[str], p: ArrayLike | None = None, overwrite: bool = False
) -> None:
    """Write a robot without loops as URDF.

    p holds the ten parameters (n, 10) of the bodies that are not massless, in their order; without
    it the nominal ones are written. A link without known inertia gets no <inertial>. URDF holds no
    gravity and no `home`, and few programs read its armature: warnings say so.
    """
    write_whole(path, write_urdf_text(robot, p), overwrite)
    for note in list_unwritable(robot, set(robot.coordinates)):
        said = f"{os.fspath(path)}: {note}."
        warnings.warn(IgnoredElementWarning(said, Path(path)), stacklevel=2)


def list_unwritable(robot: Robot, named: set[str]) -> list[str]:
    """What a URDF with these joints cannot hold of the robot's gravity, friction and rotors."""
    joints = [body.joint for body in robot.bodies if body.joint.moves]
    rotors = [joint.name for joint in joints if joint.armature]
    parts = [j.name for j in joints if j.name not in named and (j.damping or j.friction)]
    notes = []
    if not is_usual_gravity(robot.gravity):
        said = ", ".join(f"{x:.7g}" for x in np.asarray(robot.gravity))
        notes.append(f"URDF cannot store gravity, omitted: ({said}) m/s^2")
    if rotors:
        said = "rotor inertias are <dynamics armature>, which dynid reads and most programs do not"
        notes.append(f"{said}: {join_names(rotors, 8)}")
    if parts:
        notes.append(f"URDF has no friction for parts of a joint, omitted: {join_names(parts, 8)}")
    return notes


def is_usual_gravity(gravity: ArrayLike) -> bool:
    """Whether it is what programs assume where a file is silent."""
    return bool(np.allclose(np.asarray(gravity), USUAL_GRAVITY, rtol=0.0, atol=1e-9))


def write_urdf_text(robot: Robot, p: ArrayLike | None = None) -> str:
    """The text of the file that `write_urdf` writes."""
    if robot.loops:
        raise RobotError(
            f"robot '{robot.name}' has {len(robot.loops)} loops, expected a tree: URDF cannot hold"
            " loops. Export MJCF."
        )
    frames = _list_frames(robot)
    # the reader keeps the root link's name as the first frame, in the ground's own place; any other
    # frame there stays where it is in the order
    root_frame = next((f for f in frames[:1] if f.body == WORLD and _is_same_place(f)), None)
    ground = root_frame.name if root_frame else WORLD
    _check_names(robot, [ground, *(f.name for f in frames if f is not root_frame)])
    link_of = {WORLD: ground, **{body.name: body.name for body in robot.bodies}}
    inertias, couplings = _collect_inertias(robot, p), {c.joint: c for c in robot.couplings}
    root = Element("robot", name=robot.name)
    SubElement(root, "link", name=ground)
    for body in robot.bodies:
        _add_link(root, body.name, inertias.get(body.name))
        element = _add_joint(root, body.joint, link_of[body.parent], body.name)
        if body.joint.name in couplings:
            _add_mimic(element, couplings[body.joint.name])
    taken = {body.joint.name for body in robot.bodies}
    for frame in frames:
        if frame is not root_frame:
            _add_link(root, frame.name, None)
            name = _make_new_name(f"{frame.name}_fixed", taken)
            joint = Joint(name, "fixed", position=frame.position, rotation=frame.rotation)
            _add_joint(root, joint, link_of[frame.body], frame.name)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _list_frames(robot: Robot) -> list[Frame]:
    tool = robot.tool
    known = {frame.name for frame in robot.frames}
    return [*robot.frames, *([tool] if tool and tool.name not in known else [])]


def _is_same_place(frame: Frame) -> bool:
    return not np.any(frame.position) and np.array_equal(frame.rotation, np.eye(3))


def _check_names(robot: Robot, others: list[str]) -> None:
    bodies = {body.name for body in robot.bodies}
    clash = [name for k, name in enumerate(others) if name in bodies or name in others[:k]]
    if clash:
        raise RobotError(
            f"robot '{robot.name}': '{clash[0]}' names a frame and another frame or body, expected"
            " different names, as both become links of the URDF. Rename it"
            " (robot.with_(frames=...) or tool=...)."
        )


def _make_new_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _collect_inertias(robot: Robot, p: ArrayLike | None) -> dict[str, Array]:
    """The ten parameters of each body that has known ones."""
    bodies = [body for body in robot.bodies if not body.massless]
    if p is None:
        return {body.name: np.asarray(body.inertia) for body in bodies if body.inertia is not None}
    rows = np.array(p, dtype=float)
    if rows.shape != (len(bodies), 10):
        raise InputError(
            f"p: got an array of shape {rows.shape}, expected {(len(bodies), 10)}: ten parameters"
            f" for each of {', '.join(body.name for body in bodies)}."
        )
    if not np.isfinite(rows).all():
        raise InputError(
            f"p: got {np.sum(~np.isfinite(rows))} entries that are nan or infinite, expected finite"
            " ones."
        )
    return {body.name: row for body, row in zip(bodies, rows, strict=True)}


def _add_link(root: Element, name: str, p: Array | None) -> None:
    link = SubElement(root, "link", name=name)
    if p is not None:
        link.append(make_inertial_element(name, p))


def make_inertial_element(name: str, p: Array) -> Element:
    """The <inertial> of a body with ten parameters p about its link's frame."""
    if p[0] == 0 and p[1:4].any():
        raise RobotError(
            f"body '{name}' has no mass but the first moments {p[1:4].tolist()}, expected a mass:"
            " URDF holds a centre of mass, which it does not have. Export physically consistent"
            " parameters."
        )
    m, c, I = to_mass_com_inertia(p)
    inertial = Element("inertial")
    SubElement(inertial, "origin", xyz=format_numbers(c), rpy="0 0 0")
    SubElement(inertial, "mass", value=format_numbers([m]))
    names = {
        "ixx": (0, 0),
        "ixy": (0, 1),
        "ixz": (0, 2),
        "iyy": (1, 1),
        "iyz": (1, 2),
        "izz": (2, 2),
    }
    SubElement(inertial, "inertia", {name: format_numbers([I[at]]) for name, at in names.items()})
    return inertial


def _add_joint(root: Element, joint: Joint, parent: str, child: str) -> Element:
    limited = bool(np.isfinite([joint.lower, joint.upper]).any())
    turns = joint.kind in ("revolute", "continuous")
    kind = ("revolute" if limited else "continuous") if turns else joint.kind
    element = SubElement(root, "joint", name=joint.name, type=kind)
    SubElement(element, "parent", link=parent)
    SubElement(element, "child", link=child)
    SubElement(
        element,
        "origin",
        xyz=format_numbers(joint.position),
        rpy=format_numbers(compute_rpy(joint.rotation)),
    )
    if not joint.moves:
        return element
    SubElement(element, "axis", xyz=format_numbers(joint.axis))
    limits = {"effort": joint.effort, "velocity": joint.velocity}
    if limited or not turns:
        limits |= {"lower": joint.lower, "upper": joint.upper}
    if limited or not turns or np.isfinite(list(limits.values())).any():
        # URDF has no word for "none": it demands all of these numbers as soon as one is given
        SubElement(
            element,
            "limit",
            {k: format_numbers([np.clip(v, -NO_LIMIT, NO_LIMIT)]) for k, v in limits.items()},
        )
    dynamics = {k: format_numbers([v]) for k, v in list_dynamics(joint).items() if v is not None}
    if dynamics:
        SubElement(element, "dynamics", dynamics)
    return element


def list_dynamics(joint: Joint) -> dict[str, float | None]:
    """The attributes of <dynamics>; that of rotors is dynid's own."""
    known = {"damping": joint.damping, "friction": joint.friction}
    return known | ({"armature": joint.armature} if joint.armature else {})


def _add_mimic(element: Element, coupling: Coupling) -> None:
    c = np.array(coupling.coefficients)
    if np.any(c[2:]):
        raise RobotError(
            f"joint '{coupling.joint}' is coupled to '{coupling.of}' by a polynomial {c.tolist()},"
            " expected degree 1: URDF's <mimic> holds no higher one. Export MJCF."
        )
    offset, multiplier = (*c[:2], 0.0)[:2]
    SubElement(
        element,
        "mimic",
        joint=coupling.of,
        multiplier=format_numbers([multiplier]),
        offset=format_numbers([offset]),
    )


def format_numbers(numbers: ArrayLike | Iterable[float]) -> str:
    """Numbers in the shortest form that reads back as the same float."""
    return " ".join(repr(float(x)) for x in np.asarray(numbers, dtype=float))
