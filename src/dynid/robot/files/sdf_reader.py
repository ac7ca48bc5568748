"""SDF files (Gazebo, Drake): models of links and joints, loops included, in their own poses.

In SDF every link has a pose of its own; a joint is in a frame of its child, and its axis in that
of the joint. Here a body's frame is its joint's. A joint whose ends both hang on others already
closes a loop. What no joint holds to the world floats.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.notes import Note
from dynid.option_names import name_option
from dynid.robot.chains import FREE, chain
from dynid.robot.degrees_of_freedom import complete_robot
from dynid.robot.files.mjcf_home import compute_turns
from dynid.robot.files.sdf_includes import FOLDER, MISSING, VERSION, write_out_includes
from dynid.robot.files.sdf_inertia import link_inertia
from dynid.robot.files.sdf_joints import SdfJoint, read_joint
from dynid.robot.files.sdf_scope import DRAKE, Scope, read_end
from dynid.robot.files.sdf_values import (
    is_true,
    read_number,
    read_pose,
    read_relative_to,
    read_values,
)
from dynid.robot.files.urdf_joints import LOST_MIMIC
from dynid.robot.files.urdf_notes import MOST, Notes, tell_of_bodies
from dynid.robot.files.urdf_tree import turn_z_to
from dynid.robot.geometry import compute_quaternion, move_inertial
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Loop

#: what a joint leaves free when it closes a loop
CLOSES = {"fixed": "rigid", "ball": "point", "revolute": "axis", "continuous": "axis"}
CLOSES |= {"universal": "universal"}
GRAVITY = (0.0, 0.0, -9.81)
MOST_LINKS = 2_000  # of a robot; the time grows with the square
OLDEST = (1, 3)  # versions before have other elements
RIGHT = 1e-6  # cosine of two axes that are at a right angle
ROUND_OFF = 1e-12  # of rotations and axes: what is nearer is equal

#: what is read, and what says nothing of the dynamics of a robot
READ = {
    "model": (
        *("link", "joint", "drake:joint", "frame", "model", "include", "pose", "static"),
        *("self_collide", "allow_auto_disable", "plugin", "gripper", "enable_wind"),
        *("drake:collision_filter_group", "drake:default_context"),
    ),
    "link": (
        *("pose", "inertial", "collision", "visual", "sensor", "light", "gravity", "self_collide"),
        *("velocity_decay", "kinematic", "enable_wind", "must_be_base_link", "plugin", "battery"),
        *("audio_sink", "audio_source", "projector", "particle_emitter", "frame"),
    ),
    "joint": (
        *("pose", "parent", "child", "axis", "axis2", "physics", "sensor", "frame"),
        *("thread_pitch", "screw_thread_pitch", "drake:rotor_inertia", "drake:gear_ratio"),
        *("drake:mimic", "drake:parent", "drake:child", "drake:damping", "drake:controller_gains"),
    ),
}
#: plugins of Gazebo that push
PUSHES = re.compile(r"buoyan|hydrodyn|lift|thrust|motor_?-?model|mimic|spring|wind|force", re.I)
SOME_WEIGHTLESS = Note("gravity switched off in some links only, not read", about=("gravity",))
#: what a link may say that is not read
OF_LINKS: dict[str, Callable[[Element], bool]] = {
    "links with <kinematic>, taken as all others": lambda link: is_true(link.findtext("kinematic")),
    "links on which the wind acts, not read": lambda link: is_true(link.findtext("enable_wind")),
    "links with <velocity_decay>, not read": lambda link: any(
        read_number(link, f"velocity_decay/{key}", 0.0, "link") for key in ("linear", "angular")
    ),
}


def make_sdf_robot(root: Element, path: Path, actuated: Sequence[str] | None = None) -> Robot:
    """The robot of the first model with moving joints, and of those that joints join to it."""
    notes = Notes()
    try:
        robot = _read(open_world(root, path, notes), path, actuated, notes)
    except RobotError as error:
        missing = notes.alike.get(MISSING)
        said = f" It includes {join_names(missing)}, which is not around it." if missing else ""
        raise RobotError(f"{path}: {error}{said}") from error
    except RecursionError:
        raise RobotError(f"{path}: its models are nested too deeply.") from None
    for message in notes.list_messages():
        warnings.warn(IgnoredElementWarning(f"{path}: {message}", path), stacklevel=3)
    return robot


def open_world(root: Element, path: Path, notes: Notes) -> Element:
    """The first world with joints, else the models of the file, includes written out."""
    write_out_includes(root, path, notes)
    worlds = [world for world in root.findall("world") if world.findall(".//joint")]
    element = worlds[0] if worlds else root
    element.attrib |= {VERSION: root.get("version", ""), FOLDER: str(path.absolute().parent)}
    return element


def _read(element: Element, path: Path, actuated: Sequence[str] | None, notes: Notes) -> Robot:
    reader = SdfReader(element, notes)
    bodies, loops, frames = reader.assemble()
    robot = Robot(
        name=reader.name or path.stem,
        bodies=tuple(bodies),
        loops=tuple(loops),
        couplings=reader.list_couplings({b.joint.name for b in bodies}),
        actuated=tuple(b.joint.name for b in bodies) if loops else tuple(actuated or ()),
        gravity=reader.read_gravity(),
        home=reader.home,
        frames=tuple(frames),
        source=str(path.absolute()),
        base=tuple(reader.home),
    )
    reader.tell(robot)
    if loops:
        return complete_robot(robot, tuple(actuated or ()), notes.corrections)
    exact, _, _ = SdfReader(element, Notes(), exact=True).assemble()
    changed = (
        not np.allclose(a.joint.rotation, b.joint.rotation, rtol=0.0, atol=ROUND_OFF)
        or not np.allclose(a.joint.axis, b.joint.axis, rtol=0.0, atol=ROUND_OFF)
        for a, b in zip(exact, bodies, strict=True)
    )
    return robot.replace(ideal=tuple(exact)) if any(changed) else robot


class SdfReader:
    """One robot of a world: links, by their full names, and joints."""

    def __init__(self, element: Element, notes: Notes, exact: bool = False) -> None:
        self.world, self.notes = Scope(element, exact=exact), notes
        if self.world.version < OLDEST:
            raise RobotError("got a version before 1.3; convert the file: gz sdf -p FILE")
        models, between = self._select_models()
        self.world.alone = len(models) == 1
        self.name = models[0].name
        scopes = [scope for model in models for scope in model.scopes]
        self.links = {s.prefix + name: (s, name) for s in scopes for name in s.links}
        if len(self.links) > MOST_LINKS:
            raise RobotError(f"got {len(self.links)} links, expected at most {MOST_LINKS}.")
        self.joints = [read_joint(e, s, notes) for s in scopes for e in s.joints.values()]
        self.joints += [read_joint(e, self.world, notes) for e in between]
        self.home: dict[str, float] = {}
        # where every link has gone: the body that carries it, and the pose of that body
        self.placed: dict[str, tuple[str, Array]] = {WORLD: (WORLD, np.eye(4))}
        self.inertia: dict[str, Array | None] = {}

    def _select_models(self) -> tuple[list[Scope], list[Element]]:
        """The first model with a joint that moves and those that joints of the world join to it;
        and these joints."""
        inner = self.world.inner
        joined: list[tuple[Element, set[str]]] = []
        together = {name: {name} for name in inner}
        moving = {
            name for name, model in inner.items() if any(map(_has_moving_joint, model.scopes))
        }
        for joint in self.world.joints.values():
            ends = {
                self.world.find_carrier(read_end(joint, tag)) for tag in ("parent", "child")
            } - {WORLD}
            names = {end.partition("::")[0] for end in ends}
            joined.append((joint, names))
            group = set().union(*(together[name] for name in names))
            together |= dict.fromkeys(group, group)
            moving |= names if joint.get("type") != "fixed" else set()
        if not moving:
            raise RobotError("no <model> has a <joint> that moves; expected a robot.")
        chosen = next(name for name in inner if name in moving)
        if others := [name for name in inner if name in moving - together[chosen]]:
            self.notes.corrections.append(
                f"took the model '{chosen}' and left out others with joints"
                f" ({join_names(others, MOST)}); give each of them a file of its own."
            )
        models = [scope for name, scope in inner.items() if name in together[chosen]]
        return models, [joint for joint, names in joined if names & together[chosen]]

    def assemble(self) -> tuple[list[Body], list[Loop], list[Frame]]:
        joints, base = self._select_parts()
        bodies = [] if base is None else self._float(base)
        loops: list[Loop] = []
        while joints:
            ready = next((j for j in joints if j.parent in self.placed), None)
            # else one whose child hangs already, but not its parent
            ready = ready or next(j for j in joints if j.child in self.placed)
            joints.remove(ready)
            joint = ready if ready.parent in self.placed else ready.reverse()
            carrier, at = self.placed[joint.parent]
            if joint.child in self.placed:
                loops.append(self._make_loop(joint))
                continue
            if joint.steps:
                bodies += _hang_child(joint, carrier, np.linalg.inv(at) @ joint.on_parent)
                carrier, at = joint.child, joint.on_child
            self._put(joint.child, carrier, at)
        bodies = [b if b.massless else replace(b, inertia=self.inertia[b.name]) for b in bodies]
        own = {WORLD, *(body.name for body in bodies)}
        return bodies, loops, [self._make_frame(name) for name in self.placed if name not in own]

    def _select_parts(self) -> tuple[list[SdfJoint], str | None]:
        """The joints of the robot, and its base where that floats. Links of static models stand,
        and with them all that joints join to them; if nothing of that moves, what has most joints
        of the rest is the robot, and floats."""
        ground = {WORLD, *(name for name, (scope, _) in self.links.items() if scope.static)}
        self.placed |= dict.fromkeys(ground, self.placed[WORLD])
        part = {name: {name} for name in self.links if name not in ground}
        for joint in self.joints:
            ends = joint.ends - ground
            joined = set().union(*(part[end] for end in ends))
            part |= dict.fromkeys(joined, joined)
        standing = {
            n for j in self.joints if j.ends & ground for e in j.ends - ground for n in part[e]
        }
        moving = [j for j in self.joints if j.steps and j.ends - ground]
        base = None
        robot = standing
        if moving and not any(j.ends & standing for j in moving):
            count = {name: sum(j.child in part[name] for j in moving) for name in part}
            floats = part[max(count, key=count.__getitem__)]
            children = {joint.child for joint in self.joints}
            names = [name for name in self.links if name in floats]
            base = next((name for name in names if name not in children), names[0])
            robot = standing | floats
        if loose := [name for name in part if name not in robot]:
            self.notes.corrections.append(
                f"left out links that no joint joins to the robot: {join_names(loose, MOST)}."
            )
        return [j for j in self.joints if j.ends - ground and j.ends - ground <= robot], base

    def _float(self, base: str) -> list[Body]:
        """The base on a free joint, whose coordinates are its pose in the world."""
        taken = {joint.name for joint in self.joints}
        name = "base" if "base" not in taken else "floating_base"
        T = self.place(base)
        values = (*T[:3, 3], *compute_turns(compute_quaternion(T[:3, :3])))
        self.home = {f"{name}.{step}": float(value) for step, value in zip(FREE, values)}
        self._put(base, base, T)
        return chain(base, WORLD, name, FREE)

    def _put(self, name: str, carrier: str, at: Array) -> None:
        """A link, with its inertia, on the body that carries it."""
        self.placed[name] = (carrier, at)
        if carrier == WORLD:
            return
        T, so_far = self.place(name), self.inertia.get(carrier, np.zeros(10))
        p = self.read_inertia(name)
        if p is not None:
            there = np.linalg.inv(at) @ T
            p = move_inertial(p, there[:3, :3], there[:3, 3])
        self.inertia[carrier] = None if p is None or so_far is None else so_far + p

    def read_inertia(self, name: str) -> Array | None:
        """What the file says of one link, about its own frame."""
        scope, local = self.links[name]
        T = self.place(name)
        return link_inertia(
            scope.links[local],
            name,
            lambda pose: np.linalg.inv(T) @ self.place(name, pose),
            scope.folder,
            self.notes,
        )

    def place(self, link: str, pose: Element | None = None) -> Array:
        """In the world, of a link or of what has a pose in it."""
        scope, local = self.links[link]
        given = read_pose(pose, f"link '{link}', <collision>")
        return np.asarray(scope.in_world @ scope.pose(read_relative_to(pose, local)) @ given)

    def list_collisions(self, link: str) -> list[Element]:
        scope, local = self.links.get(link, (self.world, ""))
        return scope.links[local].findall("collision") if local else []

    def find_folder(self, link: str) -> Path:
        return self.links[link][0].folder

    def _make_frame(self, name: str) -> Frame:
        carrier, at = self.placed[name]
        T = np.linalg.inv(at) @ self.place(name)
        return Frame(name, carrier, T[:3, 3], T[:3, :3])

    def _make_loop(self, joint: SdfJoint) -> Loop:
        kind = CLOSES.get(joint.kind)
        if kind is None:
            raise RobotError(
                f"joint '{joint.name}' of type '{joint.kind}' closes a loop; expected one of"
                f" {join_names(CLOSES)}."
            )
        if any(s.damping or s.friction or s.stiffness or s.armature for s in joint.steps):
            self.notes.add_name(
                "friction, springs and rotors of joints that close loops", joint.name
            )
        turn = np.eye(4)
        axes = [np.asarray(step.axis) for step in joint.steps]
        if kind == "axis":
            turn[:3, :3] = turn_z_to(axes[0])
        elif kind == "universal":
            if abs(axes[0] @ axes[1]) > RIGHT:
                raise RobotError(f"joint '{joint.name}': expected axes at a right angle.")
            turn[:3, :3] = np.column_stack([*axes, np.cross(axes[0], axes[1])])
        (a, at_a), (b, at_b) = self.placed[joint.parent], self.placed[joint.child]
        A = np.linalg.inv(at_a) @ joint.on_parent @ turn
        B = np.linalg.inv(at_b) @ joint.on_child @ turn
        return Loop(joint.name, a, b, A[:3, 3], B[:3, 3], A[:3, :3], B[:3, :3], kind)

    def list_couplings(self, coordinates: set[str]) -> tuple[Coupling, ...]:
        """Those of coordinates; what mimics another joint is free."""
        every = [c for joint in self.joints for c in joint.couplings if c.joint in coordinates]
        for coupling in every:
            if coupling.of not in coordinates:
                self.notes.add_name(LOST_MIMIC, coupling.joint)
        return tuple(c for c in every if c.of in coordinates)

    def read_gravity(self) -> Array:
        """Of the world; none where it is switched off for every link that moves."""
        moving = [name for name, (carrier, _) in self.placed.items() if carrier != WORLD]
        off = [name for name in moving if self._is_weightless(name)]
        if off and len(off) == len(moving):
            self.notes.corrections.append(
                "gravity is switched off in all of its links: taken as 0 0 0"
                f" ({name_option('gravity')} sets it)."
            )
            return np.zeros(3)
        for name in off:
            self.notes.add_name(SOME_WEIGHTLESS, name)
        return read_values(self.world.element.find("gravity"), GRAVITY, "<gravity>")

    def _is_weightless(self, name: str) -> bool:
        scope, local = self.links[name]
        return scope.links[local].findtext("gravity", "1").strip().lower() in ("0", "false")

    def tell(self, robot: Robot) -> None:
        """Of what is not read, and of bodies that cannot be."""
        scopes = {scope for scope, _ in self.links.values()}
        for scope in sorted(scopes, key=lambda each: each.prefix):
            parts = [scope.element, *scope.links.values(), *scope.joints.values()]
            for part in parts:
                known = READ[part.tag.removeprefix(DRAKE)]
                self.notes.ignored.update(x.tag for x in part if x.tag not in known)
            for plugin in scope.element.iter("plugin"):
                words = (plugin.get("filename", ""), plugin.get("name", ""))
                if any(PUSHES.search(word) for word in words):
                    self.notes.add_name("plugins that push, not read", words[1] or words[0])
        for name, (carrier, _) in self.placed.items():
            if carrier == WORLD:
                continue
            scope, local = self.links[name]
            for what, says in OF_LINKS.items():
                if says(scope.links[local]):
                    self.notes.add_name(what, name)
        tell_of_bodies(robot.bodies, self.notes)


def _has_moving_joint(scope: Scope) -> bool:
    return not scope.static and any(e.get("type") != "fixed" for e in scope.joints.values())


def _hang_child(joint: SdfJoint, carrier: str, T: Array) -> list[Body]:
    """The child on a chain of simple joints, massless between them."""
    bodies: list[Body] = []
    for k, step in enumerate(joint.steps):
        last = k == len(joint.steps) - 1
        name = joint.child if last else f"{joint.child}_{step.name}"
        placed = replace(step, position=T[:3, 3], rotation=T[:3, :3])
        bodies.append(Body(name, carrier, placed, massless=not last))
        carrier, T = name, np.eye(4)
    return bodies
