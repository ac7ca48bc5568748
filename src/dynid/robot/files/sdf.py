"""SDF files (Gazebo): a model of links and joints, loops included, in their own poses.

In SDF every link has a pose of its own; a joint stands in a frame of its child, and its axis in
that of the joint. Here a body's frame is its joint's. A joint whose child hangs on another joint
already closes a loop.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, listing
from dynid.robot.chains import SPHERICAL, chain
from dynid.robot.files.urdf_tree import turn_z_to
from dynid.robot.freedom import settled
from dynid.robot.geometry import inertial, move_inertial, rotation_rpy
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint, Loop

SIMPLE = {"revolute": "revolute", "continuous": "continuous", "prismatic": "prismatic"}
KINDS = (*SIMPLE, "fixed", "ball", "universal")
#: what a joint leaves free when it closes a loop
CLOSES = {"fixed": "rigid", "ball": "point", "revolute": "axis", "continuous": "axis"}
NO_LIMIT = 1e9


def sdf_robot(root: Element, path: Path, actuated: Sequence[str] | None = None) -> Robot:
    """The robot of the first model with moving joints."""
    notes: list[str] = []
    models = [m for m in root.iter("model") if m.findall("joint")]
    if not models:
        raise RobotError(f"{path}: no <model> has a <joint>; expected a robot.")
    if len(models) > 1:
        notes.append(f"took the first of {len(models)} models with joints")
    if nested := [m.get("name", "") for m in models[0].findall("model")]:
        notes.append(f"ignored nested models: {listing(nested)}")
    if root.findall(".//include"):
        notes.append("ignored <include>: expand the file first (gz sdf -p FILE)")
    try:
        robot = _Reader(models[0], root, notes).robot(path, actuated)
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from error
    if notes:
        warnings.warn(f"{path}: " + "; ".join(notes) + ".", IgnoredElementWarning, stacklevel=3)
    return robot


@dataclass
class _Reader:
    model: Element
    root: Element
    notes: list[str]
    poses: dict[str, Array] = field(default_factory=dict)  # of links, joints, frames in the model

    def __post_init__(self) -> None:
        self.links = {_name(e): e for e in self.model.findall("link")}
        self.joints = {_name(e): e for e in self.model.findall("joint")}
        self.frames = {_name(e): e for e in self.model.findall("frame")}
        self.poses["__model__"] = self.poses[WORLD] = np.eye(4)

    def robot(self, path: Path, actuated: Sequence[str] | None) -> Robot:
        bodies: list[Body] = []
        frames: list[Frame] = []
        loops: list[Loop] = []
        inertia: dict[str, Array | None] = {}
        # where every link has gone: the body that carries it, and the pose of that body
        placed: dict[str, tuple[str, Array]] = {WORLD: (WORLD, np.eye(4))}
        for name in self._ground():
            placed[name] = (WORLD, np.eye(4))
            frames.append(self._frame(name, WORLD, np.eye(4)))
        for name in self._parents_first(set(placed)):
            element = self.joints[name]
            child, (carrier, at) = self._end(element, "child"), placed[self._end(element, "parent")]
            kind, X = self._kind(element), self.pose(name)
            if child in placed:
                loops.append(self._loop(name, kind, (carrier, at), placed[child], element))
                continue
            if kind == "fixed":
                placed[child] = (carrier, at)
                frames.append(self._frame(child, carrier, at))
            else:
                bodies += self._hung(child, carrier, name, kind, np.linalg.inv(at) @ X, element)
                placed[child] = (child, X)
            self._add(inertia, child, *placed[child])
        robot = Robot(
            name=self.model.get("name") or path.stem,
            bodies=tuple(
                b if b.massless else replace(b, inertia=inertia.get(b.name)) for b in bodies
            ),
            loops=tuple(loops),
            actuated=tuple(b.joint.name for b in bodies) if loops else tuple(actuated or ()),
            gravity=_numbers(self.root.find(".//world/gravity"), (0, 0, -9.81)),
            frames=tuple(frames),
            source=str(path.absolute()),
        )
        return settled(robot, tuple(actuated or ()), self.notes) if loops else robot

    def _ground(self) -> list[str]:
        """The first link, where no joint says what stands on the world."""
        if any(self._end(e, "parent") == WORLD for e in self.joints.values()):
            return []
        children = {self._end(e, "child") for e in self.joints.values()}
        return [name for name in self.links if name not in children][:1]

    def _parents_first(self, placed: set[str]) -> list[str]:
        """The joints, each after that which carries its parent."""
        ordered, left = [], list(self.joints)
        while left:
            ready = [n for n in left if self._end(self.joints[n], "parent") in placed]
            if not ready:
                raise RobotError(f"joints {listing(left)} do not hang on the ground; join them.")
            ordered.append(ready[0])
            left.remove(ready[0])
            placed.add(self._end(self.joints[ready[0]], "child"))
        return ordered

    def pose(self, name: str, seen: tuple[str, ...] = ()) -> Array:
        """Of a link, joint or frame, in the model's frame."""
        if name in self.poses:
            return self.poses[name]
        if name in seen:
            raise RobotError(f"the poses of {listing(seen)} refer to each other in a cycle.")
        element, default = self.links.get(name), "__model__"
        if element is None and name in self.joints:
            element = self.joints[name]
            default = self._end(element, "child")
        if element is None and name in self.frames:
            element = self.frames[name]
            default = element.get("attached_to") or "__model__"
        if element is None:
            raise RobotError(f"a pose refers to '{name}', which is not in the model.")
        pose = element.find("pose")
        relative = default if pose is None else pose.get("relative_to") or default
        self.poses[name] = self.pose(relative, (*seen, name)) @ _pose(pose)
        return self.poses[name]

    def _end(self, joint: Element, tag: str) -> str:
        name = (joint.findtext(tag) or "").strip()
        if name not in self.links and name not in self.frames and name != WORLD:
            raise RobotError(
                f"joint '{_name(joint)}' has the {tag} '{name}'; expected one of"
                f" {listing(self.links)}."
            )
        if name in self.frames:
            return (self.frames[name].get("attached_to") or WORLD).strip()
        return name

    def _kind(self, joint: Element) -> str:
        kind = joint.get("type", "")
        if kind not in KINDS:
            raise RobotError(
                f"joint '{_name(joint)}': got type '{kind}', expected one of {', '.join(KINDS)}."
            )
        return kind

    def _hung(
        self, body: str, parent: str, name: str, kind: str, T: Array, element: Element
    ) -> list[Body]:
        R, r = T[:3, :3], T[:3, 3]
        if kind == "ball":
            return chain(body, parent, name, SPHERICAL, r, R)
        if kind == "universal":
            first, second = (self._axis(element, tag) for tag in ("axis", "axis2"))
            middle = f"{body}_{name}"
            one = Joint(f"{name}.1", "revolute", first, r, R)
            return [
                Body(middle, parent, one, massless=True),
                Body(body, middle, Joint(f"{name}.2", "revolute", second)),
            ]
        axis = element.find("axis")
        joint = Joint(
            name,
            SIMPLE[kind],
            self._axis(element, "axis"),
            r,
            R,
            **(_limits(axis) if axis is not None and kind != "continuous" else {}),
            **_dynamics(axis),
        )
        return [Body(body, parent, joint)]

    def _axis(self, joint: Element, tag: str) -> Array:
        """In the joint's frame."""
        element = joint.find(f"{tag}/xyz")
        axis = _numbers(element, (0, 0, 1))
        expressed = None if element is None else element.get("expressed_in")
        if joint.findtext(f"{tag}/use_parent_model_frame", "").strip() in ("1", "true"):
            expressed = "__model__"
        if expressed:
            axis = self.pose(_name(joint))[:3, :3].T @ self.pose(expressed)[:3, :3] @ axis
        return axis

    def _loop(
        self, name: str, kind: str, a: tuple[str, Array], b: tuple[str, Array], joint: Element
    ) -> Loop:
        if kind not in CLOSES:
            raise RobotError(
                f"joint '{name}' of type '{kind}' closes a loop; expected one of {listing(CLOSES)}."
            )
        X = self.pose(name)
        if CLOSES[kind] == "axis":
            X = X.copy()
            X[:3, :3] = X[:3, :3] @ turn_z_to(self._axis(joint, "axis"))
        A, B = np.linalg.inv(a[1]) @ X, np.linalg.inv(b[1]) @ X
        return Loop(name, a[0], b[0], A[:3, 3], B[:3, 3], A[:3, :3], B[:3, :3], CLOSES[kind])

    def _frame(self, link: str, carrier: str, at: Array) -> Frame:
        T = np.linalg.inv(at) @ self.pose(link)
        return Frame(link, carrier, T[:3, 3], T[:3, :3])

    def _add(self, inertia: dict[str, Array | None], link: str, carrier: str, at: Array) -> None:
        """The link's inertia, to that of the body that carries it."""
        element = self.links[link].find("inertial")
        if carrier == WORLD or element is None:
            return
        T = np.linalg.inv(at) @ self.pose(link) @ _pose(element.find("pose"))
        mass = float(element.findtext("mass", "1"))
        values = {e.tag: float(e.text or 0) for e in element.findall("inertia/*")}
        xx, yy, zz = (values.get(k, 1.0) for k in ("ixx", "iyy", "izz"))
        xy, xz, yz = (values.get(k, 0.0) for k in ("ixy", "ixz", "iyz"))
        p = inertial(mass, (0, 0, 0), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
        so_far = inertia.get(carrier)
        moved = move_inertial(p, T[:3, :3], T[:3, 3])
        inertia[carrier] = moved if so_far is None else so_far + moved


def _name(element: Element) -> str:
    name = element.get("name")
    if not name:
        raise RobotError(f"a <{element.tag}> has no attribute 'name'; expected a name. Add it.")
    return name


def _numbers(element: Element | None, default: Sequence[float]) -> Array:
    text = "" if element is None else (element.text or "")
    try:
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        values = np.zeros(0)
    if text.strip() and (len(values) != len(default) or not np.isfinite(values).all()):
        raise RobotError(
            f"got '{text.strip()}', expected {len(default)} numbers separated by spaces."
        )
    return values if text.strip() else np.array(default, dtype=float)


def _pose(element: Element | None) -> Array:
    T = np.eye(4)
    if element is not None:
        if element.get("rotation_format") == "quat_xyzw":
            raise RobotError("got a pose in quaternions, expected x y z roll pitch yaw.")
        values = _numbers(element, (0, 0, 0, 0, 0, 0))
        angles = np.radians(values[3:]) if element.get("degrees") == "true" else values[3:]
        T[:3, :3], T[:3, 3] = rotation_rpy(*angles), values[:3]
    return T


def _limits(axis: Element) -> dict[str, float]:
    """Numbers beyond NO_LIMIT, and what is negative of speed and force, are no limits."""
    found = {}
    for name, absent in (("lower", -np.inf), ("upper", np.inf)):
        value = float(axis.findtext(f"limit/{name}", "nan"))
        found[name] = value if abs(value) < NO_LIMIT else absent
    if found["lower"] >= found["upper"]:
        found = {"lower": -np.inf, "upper": np.inf}
    for name in ("velocity", "effort"):
        value = float(axis.findtext(f"limit/{name}", "inf"))
        found[name] = value if 0.0 < value < NO_LIMIT else np.inf
    return found


def _dynamics(axis: Element | None) -> dict[str, float]:
    values = (
        {}
        if axis is None
        else {
            name: float(axis.findtext(f"dynamics/{name}", "0")) for name in ("damping", "friction")
        }
    )
    return {name: value for name, value in values.items() if value > 0.0}
