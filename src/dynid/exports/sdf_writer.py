"""A Robot as an SDF file for Gazebo and Drake, loops, springs and gravity included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Comment, Element, SubElement, indent, tostring

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_home import close_home
from dynid.closed_chains.closing import close
from dynid.errors import DynidError, RobotError
from dynid.exports.mjcf_loops import compute_placement, compute_poses
from dynid.exports.mjcf_writer import collect_parameters, find_absorbed
from dynid.exports.urdf_writer import format_numbers, is_usual_gravity
from dynid.robot.chains import SPHERICAL
from dynid.robot.files.mjcf_reader import make_unique
from dynid.robot.geometry import compute_rpy, inertial, to_mass_com_inertia
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Joint, Loop

DRAKE = "drake.mit.edu"
TINY_MASS, TINY_INERTIA = 1e-10, 1e-13  # kg, kg m^2: of what is massless, as SDF has no such link
TRIES, NEAR, SAME = 5, 0.05, 1e-9  # poses at random about home [rad or m], and equal ones
#: the joint that closes a loop of a kind
CLOSING = {"rigid": "fixed", "point": "ball", "axis": "revolute", "universal": "universal"}
MOMENTS = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def write_sdf_text(robot: Robot, p: ArrayLike | None = None) -> str:
    """The robot as SDF 1.11: one link for every body, in its own frame.

    p      ten parameters for each body that is not massless, in their order, (n, 10); default the
           nominal ones

    SDF counts the positions of joints from the poses in the file. These are those of the closed
    home pose where there are loops or couplings, and those of zero for a tree: a loop is a joint
    whose ends are in place already. Gravity belongs to a world: the model is in one where gravity
    is not the usual one.
    """
    robot = _make_names_unique(replace_line_loops(robot))
    parameters, zero = collect_parameters(robot, p, "SDF"), compute_zero(robot)
    root = Element("sdf", {"version": "1.11", "xmlns:drake": DRAKE})
    outer = root
    if not is_usual_gravity(robot.gravity):
        outer = SubElement(root, "world", name=f"{robot.name}_world")
        _add_text(outer, "gravity", robot.gravity)
    model = SubElement(outer, "model", name=robot.name)
    if any(zero.values()) and not robot.base:
        said = ", ".join(f"{name} {value:.9g}" for name, value in zero.items())
        model.append(
            Comment(f" positions are counted from this pose: {said} ".replace("--", "- -"))
        )
    _add_tree(robot, model, parameters, zero)
    _add_loops(robot, model, zero)
    for coupling in robot.couplings:
        _add_mimic(model, robot, coupling.joint, zero)
    for frame in robot.frames:
        element = SubElement(model, "frame", name=frame.name, attached_to=frame.body)
        _add_pose(element, frame.position, frame.rotation)
    indent(root)
    # no name of SDF may hold what stands between a model and its parts
    return '<?xml version="1.0"?>\n' + tostring(root, encoding="unicode").replace("::", "_") + "\n"


def compute_zero(robot: Robot) -> dict[str, float]:
    """The coordinates of the robot in the poses of its SDF file."""
    if robot.is_tree:
        base = {name: robot.home.get(name, 0.0) for name in robot.base}
        return dict.fromkeys(robot.coordinates, 0.0) | base
    return dict(zip(robot.coordinates, close_home(robot).tolist(), strict=True))


def _make_names_unique(robot: Robot) -> Robot:
    """In SDF no link, frame or joint of a model may be named like another of them: joints keep
    their names, and so does what is alone."""
    names = [body.joint.name for body in robot.bodies]
    taken = {*names, *(name.rpartition(".")[0] for name in names)}  # those of ball joints
    link = {body.name: make_unique(body.name, taken) for body in robot.bodies} | {WORLD: WORLD}
    bodies = (replace(b, name=link[b.name], parent=link[b.parent]) for b in robot.bodies)
    loops = [
        replace(
            loop,
            name=make_unique(loop.name, taken),
            body_a=link[loop.body_a],
            body_b=link[loop.body_b],
        )
        for loop in robot.loops
    ]
    frames = [
        replace(frame, name=make_unique(frame.name, taken), body=link[frame.body])
        for frame in robot.frames
        if frame.body != WORLD
    ]
    changes: dict[str, object] = {"bodies": tuple(bodies), "loops": loops, "frames": frames}
    kept = {"actuated": robot.actuated, "motors": robot.motors, "home": robot.home}
    return robot.replace(**changes, **kept, symmetry=(), ideal=(), tool=None, task=())


def replace_line_loops(robot: Robot) -> Robot:
    """SDF has no joint that lets a point slide along a line. In a mechanism that stays in planes
    across that line a hinge does the same."""
    if not any(loop.kind == "line" for loop in robot.loops):
        return robot
    loops = (replace(loop, kind="axis") if loop.kind == "line" else loop for loop in robot.loops)
    hinged = robot.replace(loops=tuple(loops))
    home = dict(zip(robot.coordinates, close_home(robot)))
    q = np.array([home[name] for name in robot.actuated])
    q = q + np.random.default_rng(0).uniform(-NEAR, NEAR, (TRIES, robot.dof))
    try:
        pairs = [close(either, q, 0 * q, 0 * q).q for either in (robot, hinged)]
    except DynidError:
        return robot
    return hinged if np.abs(pairs[0] - pairs[1]).max() < SAME else robot


def _add_tree(
    robot: Robot, model: Element, parameters: Mapping[str, Array], zero: Mapping[str, float]
) -> None:
    """Links and their joints. Three turns about x, y, z without friction
    are a ball joint, and a floating base has none."""
    carried = _find_carried(robot)
    chains: dict[str, tuple[str, Array, list[Joint]]] = {}  # parent, pose in it, joints so far
    for body in robot.bodies:
        parent, T, joints = chains.pop(body.parent, (body.parent, np.eye(4), []))
        T, joints = T @ compute_placement(body.joint, zero), [*joints, body.joint]
        if body.name in carried:
            chains[body.name] = parent, T, joints
            continue
        link = SubElement(model, "link", name=body.name)
        _add_pose(link, T[:3, 3], T[:3, :3], parent)
        if not body.massless:
            link.append(make_inertial_element(body.name, parameters[body.name]))
        else:
            link.append(Comment(" massless, but SDF wants a mass for every link "))
            tiny = inertial(TINY_MASS, (0, 0, 0), [TINY_INERTIA] * 3)
            link.append(make_inertial_element(body.name, tiny))
        if body.joint.name not in robot.base:
            _add_joint(model, body, parent, joints, zero)


def _find_carried(robot: Robot) -> set[str]:
    """Massless bodies that are no links: those of a floating base, and of ball joints."""
    absorbed, child_of = find_absorbed(robot), {body.parent: body for body in robot.bodies}
    carried = {b.name for b in robot.bodies if b.joint.name in robot.base and b.name in absorbed}
    for first in robot.bodies:
        second = child_of.get(first.name)
        third = child_of.get(second.name) if second else None
        if second is None or third is None or not {first.name, second.name} <= absorbed:
            continue
        if _is_ball([first.joint, second.joint, third.joint]):
            carried |= {first.name, second.name}
    return carried


def _is_ball(joints: list[Joint]) -> bool:
    """Whether they turn about x, y and z of one point, without friction, rotors and springs."""
    for k, (joint, step) in enumerate(zip(joints, SPHERICAL)):
        plain = not np.any(joint.position) and np.array_equal(joint.rotation, np.eye(3))
        turns = joint.kind in ("revolute", "continuous") and joint.name.endswith(f".{step}")
        straight = np.array_equal(np.asarray(joint.axis), np.eye(3)[k])
        known = (joint.damping, joint.friction, joint.armature, joint.stiffness)
        if any(known) or not (turns and straight) or (k and not plain):
            return False
    return len({joint.name.rpartition(".")[0] for joint in joints}) == 1


def _add_joint(
    model: Element, body: Body, parent: str, joints: list[Joint], zero: Mapping[str, float]
) -> None:
    joint = joints[-1]
    ball = len(joints) == len(SPHERICAL)
    name = joint.name.rpartition(".")[0] if ball else joint.name
    element = _add_ends(model, name, "ball" if ball else joint.kind, parent, body.name)
    if ball or not joint.moves:
        return
    axis = _add_axis(element, "axis", joint.axis)
    limit = SubElement(axis, "limit")
    q0 = zero[joint.name]
    limits = {"lower": joint.lower - q0, "upper": joint.upper - q0}
    for key, value in (limits | {"effort": joint.effort, "velocity": joint.velocity}).items():
        if np.isfinite(value):
            _add_text(limit, key, value)
    dynamics = SubElement(axis, "dynamics")
    for key, value in list_dynamics(joint, q0).items():
        _add_text(dynamics, key, value)
    for part in (limit, dynamics):
        if not len(part):
            axis.remove(part)
    if joint.armature:
        _add_text(element, "drake:rotor_inertia", joint.armature)
        _add_text(element, "drake:gear_ratio", 1.0)


def list_dynamics(joint: Joint, q0: float = 0.0) -> dict[str, float]:
    """{element: value} of <dynamics>, for a joint whose positions are counted from q0."""
    found = {"damping": joint.damping, "friction": joint.friction}
    if joint.stiffness:
        found |= {"spring_reference": joint.rest - q0, "spring_stiffness": joint.stiffness}
    return {key: float(value) for key, value in found.items() if value is not None}


def _add_loops(robot: Robot, model: Element, zero: Mapping[str, float]) -> None:
    poses = compute_poses(robot, zero)
    for loop in robot.loops:
        if loop.kind not in CLOSING:
            raise RobotError(
                f"robot '{robot.name}': loop '{loop.name}' is of kind '{loop.kind}', which no joint"
                " of SDF can close. Export MJCF."
            )
        _add_loop(model, loop, poses)


def _add_loop(model: Element, loop: Loop, poses: Mapping[str, Array]) -> None:
    parent, child = loop.body_a, loop.body_b
    element = _add_ends(model, loop.name, CLOSING[loop.kind], parent, child)
    B = np.asarray(loop.rotation_b)
    _add_pose(element, loop.position_b, B)
    # R_ba turns from the frame at a into that at b, in the poses of the file
    in_world = poses[loop.body_a][:3, :3] @ np.asarray(loop.rotation_a)
    R_ba = (poses[loop.body_b][:3, :3] @ B).T @ in_world
    if loop.kind == "axis":
        _add_axis(element, "axis", (0, 0, 1))
    elif loop.kind == "universal":
        _add_axis(element, "axis", R_ba[:, 0])
        _add_axis(element, "axis2", (0, 1, 0))


def _add_mimic(model: Element, robot: Robot, name: str, zero: Mapping[str, float]) -> None:
    coupling = next(c for c in robot.couplings if c.joint == name)
    c = [*coupling.coefficients, 0.0, 0.0]
    axis = next((j.find("axis") for j in model.findall("joint") if j.get("name") == name), None)
    if any(c[2:]) or axis is None:
        raise RobotError(
            f"joint '{name}' is coupled to '{coupling.of}' by a polynomial {c[:-2]}, expected a"
            " joint with one axis and degree 1: SDF holds no other. Export MJCF."
        )
    mimic = Element("mimic", joint=coupling.of)
    axis.insert(1, mimic)
    offset = c[0] + c[1] * zero[coupling.of] - zero[name]
    for key, value in (("multiplier", c[1]), ("offset", offset), ("reference", 0.0)):
        _add_text(mimic, key, value)


def _add_ends(model: Element, name: str, kind: str, parent: str, child: str) -> Element:
    element = SubElement(model, "joint", name=name, type=kind)
    SubElement(element, "parent").text = parent
    SubElement(element, "child").text = child
    return element


def _add_axis(joint: Element, tag: str, axis: ArrayLike) -> Element:
    element = SubElement(joint, tag)
    _add_text(element, "xyz", axis)
    return element


def _add_pose(element: Element, r: ArrayLike, R: ArrayLike, of: str = "") -> None:
    attributes = {"relative_to": of} if of and of != WORLD else {}
    if attributes or np.any(r) or not np.array_equal(R, np.eye(3)):
        pose = SubElement(element, "pose", attributes)
        pose.text = format_numbers([*np.asarray(r), *compute_rpy(R)])


def make_inertial_element(name: str, p: ArrayLike) -> Element:
    """The <inertial> of a link with ten parameters p about its frame."""
    m, c, I = to_mass_com_inertia(p)
    if not m > 0.0:
        raise RobotError(
            f"body '{name}' has the mass {m:.6g}, expected a positive one: SDF has no link without."
            " Use a physically consistent estimate."
        )
    element = Element("inertial")
    _add_text(element, "pose", [*c, 0.0, 0.0, 0.0])
    _add_text(element, "mass", m)
    tensor = SubElement(element, "inertia")
    for key, at in MOMENTS.items():
        _add_text(tensor, key, I[at])
    return element


def _add_text(parent: Element, tag: str, values: ArrayLike) -> None:
    SubElement(parent, tag).text = format_numbers(np.atleast_1d(np.asarray(values, dtype=float)))
