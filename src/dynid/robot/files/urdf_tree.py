"""The links and joints of a URDF file, put together: one tree, with what is fixed together merged
into one body."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError, join_names
from dynid.robot.chains import FREE, SPHERICAL, chain
from dynid.robot.geometry import make_axis_rotation, move_inertial
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint
from dynid.robot.place import Place

CLOSE_LOOP = "Loops are closed in MJCF (<equality>) or with a dynid Loop."


@dataclass(frozen=True, eq=False)
class UrdfJoint:
    """A <joint> as it stands in the file."""

    name: str
    kind: str
    parent: str
    child: str
    rotation: Array
    position: Array
    axis: Array
    limits: dict[str, float]
    coupling: Coupling | None
    dynamics: dict[str, float]
    ideal: Array  # the rotation with rounded angles (1.5708) made exact


def _find_root(links: Mapping[str, Array | None], joints: list[UrdfJoint]) -> str:
    """The one link that is no joint's child."""
    holders = defaultdict(list)
    for joint in joints:
        for end, link in (("parent", joint.parent), ("child", joint.child)):
            if link not in links:
                raise RobotError(
                    f"joint '{joint.name}' has the unknown {end} link '{link}'; expected one of"
                    f" {join_names(links)}."
                )
        holders[joint.child].append(joint.name)
    for link, names in holders.items():
        if len(names) > 1:
            raise RobotError(
                f"link '{link}' is the child of {len(names)} joints ({join_names(names)}), expected"
                f" one: URDF holds trees only. Keep one of them. {CLOSE_LOOP}"
            )
    roots = [link for link in links if link not in holders]
    if len(roots) > 1:
        raise RobotError(
            f"the links are disconnected: {join_names(roots)} are no joint's child, expected "
            f"exactly"
            " one such root. Join the parts (a fixed joint will do) or remove the spare ones."
        )
    if not roots:
        raise RobotError(
            f"links {join_names(links)} hang on each other in a cycle, expected a root. "
            f"{CLOSE_LOOP}"
        )
    if WORLD in holders:
        raise RobotError(
            f"link '{WORLD}' hangs on another link; only the root may have that name. Rename it."
        )
    return roots[0]


def assemble(
    links: Mapping[str, Array | None], joints: list[UrdfJoint], lump_fixed: bool
) -> tuple[list[Body], list[Frame]]:
    """Bodies and frames in the order of the joints, with the links on fixed joints merged into
    their carriers."""
    ground = _find_root(links, joints)
    children = defaultdict(list)
    for joint in joints:
        children[joint.parent].append(joint)
    total = {**links, WORLD: None}  # summed inertia of every carrier; the ground's is of no use
    place = {ground: Place(WORLD)}  # of links
    mount = {}  # places of joints
    todo = [ground]
    for link in todo:
        for joint in children[link]:
            here = mount[joint.name] = place[link].append(joint.rotation, joint.position)
            lump = joint.kind == "fixed" and lump_fixed
            place[joint.child] = here if lump else Place(joint.child)
            if lump:
                total[here.carrier] = _sum(total[here.carrier], links[joint.child], here)
            todo.append(joint.child)
    if len(place) < len(links):
        lost = join_names(link for link in links if link not in place)
        raise RobotError(
            f"links {lost} hang on each other in a cycle, expected a tree on '{ground}'."
            f" {CLOSE_LOOP}"
        )
    frames = [] if ground == WORLD else [Frame(ground, WORLD)]
    bodies: list[Body] = []
    for joint in joints:
        at = place[joint.child]
        if at.carrier == joint.child:
            bodies += _make_bodies(joint, mount[joint.name], total[joint.child])
        else:
            frames.append(Frame(joint.child, at.carrier, at.position, at.rotation))
    return bodies, frames


def _sum(known: Array | None, added: Array | None, at: Place) -> Array | None:
    if added is None:
        return known
    return move_inertial(added, at.rotation, at.position) + (0.0 if known is None else known)


def _make_bodies(joint: UrdfJoint, at: Place, inertia: Array | None) -> list[Body]:
    carrier, R, r = at.carrier, at.rotation, at.position
    kind, _, axes = joint.kind.partition(".")
    steps = {"floating": FREE, "spherical": SPHERICAL, "universal": [f"r{axis}" for axis in axes]}
    if kind in steps:
        return chain(joint.child, carrier, joint.name, steps[kind], r, R, inertia)
    if joint.kind == "planar":
        # the joint's frame stays the file's; only the axes of motion turn, so that z becomes the
        # normal of the plane
        turn = turn_z_to(joint.axis)
        parts = chain(joint.child, carrier, joint.name, ("x", "y", "rz"), r, R, inertia)
        return [
            replace(body, joint=replace(body.joint, axis=turn @ np.asarray(body.joint.axis)))
            for body in parts
        ]
    simple = Joint(joint.name, joint.kind, joint.axis, r, R, **joint.limits, **joint.dynamics)
    return [Body(joint.child, carrier, simple, inertia)]


def turn_z_to(axis: Array) -> Array:
    """The shortest rotation that takes z to `axis`."""
    across = np.hypot(axis[0], axis[1])
    pivot = (-axis[1], axis[0], 0.0) if across > 0 else (1.0, 0.0, 0.0)  # z x axis
    return make_axis_rotation(pivot, float(np.arctan2(across, axis[2])))
