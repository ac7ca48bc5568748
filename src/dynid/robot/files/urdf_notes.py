"""What the reader of URDF files passed over or corrected, and small readers that tell of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError, join_names
from dynid.notes import Note, get_subject
from dynid.robot.files.xmlfile import read_numbers
from dynid.robot.geometry import (
    is_possible,
    make_quaternion_rotation,
    make_rpy_rotation,
    snap_right_angles,
)
from dynid.robot.parts import Body

#: what is read
KNOWN = {
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual", "collision"),
    "inertial": ("origin", "mass", "inertia"),
    "joint": (
        *("origin", "parent", "child", "axis", "limit", "mimic", "dynamics"),
        *("drake:rotor_inertia", "drake:gear_ratio"),
    ),
}
#: what says nothing of the dynamics of a robot, and is left out without a word
OTHERS = (
    *("gazebo", "transmission", "sensor", "plugin", "ros2_control", "calibration", "contact"),
    *("safety_controller", "joint_properties", "hardwareInterface", "self_collision_checking"),
    *("drake:transmission", "drake:collision_filter_group", "group", "gripper", "verbose"),
    *("audio", "capsule", "self_collide", "laser_calibration", "kinematics", "frame"),
    *("xacro:property", "xacro:arg"),
)
#: what is not read, though it does say something
GRAVITY = Note("gravity set or switched off in <gazebo>, not read", about=("gravity",))
SPRINGS = Note("springs in <gazebo>, not read", about=("springs",))
GEARS = Note(
    "gear ratios of transmissions, not read: torques are those of joints", about=("gears",)
)
ROTORS = Note("rotor inertias outside of <joint>, not read", about=("rotors",))
LOOPS = Note(
    "loops by <loop_joint>, not read: they are in robot.yaml next to the file", about=("loops",)
)
UNKNOWN = Note(
    "moving links without <inertial>, their inertia is unknown", about=("unknown inertia",)
)
IMPOSSIBLE = Note(
    "moving links with a physically inconsistent inertia, see dynid check",
    about=("impossible inertia",),
)
HIDDEN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "gazebo": {
        SPRINGS: ("springStiffness", "spring_stiffness"),
        GRAVITY: ("turnGravityOff", "disableGravity"),
    },
    "transmission": {
        GEARS: ("mechanicalReduction", "mechanical_reduction"),
        ROTORS: ("rotorInertia", "rotor_inertia", "motorInertia"),
    },
}
#: what notes are about, what changes torques most first; others come last
IMPORTANCE = (
    *("impossible inertia", "unknown inertia", "loops", "gravity", "springs"),
    *("rotors", "joint values", "damping", "gears", "mimic"),
)
PLAIN = ("", "0", "0.0", "1", "1.0", "false")  # texts that say nothing
MOST = 6  # names in a note


@dataclass
class Notes:
    """What the reader passed over or corrected, told in warnings when it is done."""

    ignored: Counter[str] = field(default_factory=Counter)
    corrections: list[str] = field(default_factory=list)
    alike: dict[str, list[str]] = field(default_factory=dict)

    def look(self, element: Element) -> None:
        """Count the children that nobody reads."""
        self.ignored.update(child.tag for child in element if child.tag not in KNOWN[element.tag])
        for child in element:
            for what in _list_hidden(child):
                self.add_name(what, child.get("reference") or child.get("name") or child.tag)

    def find_one(self, parent: Element, tag: str, where: str) -> Element | None:
        """The first child with this tag."""
        found = parent.findall(tag)
        if len(found) > 1:
            self.corrections.append(
                f"{where} has {len(found)} <{tag}> elements, expected one; the first counts."
            )
        return found[0] if found else None

    def add_name(self, what: str, name: str) -> None:
        """The same note for several names, told once, in the order of what it is about."""
        self.alike.setdefault(what, []).append(name)

    def list_messages(self) -> list[str]:
        """What matters most comes first; what says nothing of dynamics only beside other things."""
        alike = [
            f"{what} ({len(names)}): {join_names(names, MOST)}."
            for what, names in sorted(self.alike.items(), key=lambda each: _rank(each[0]))
        ]
        found = [*alike, *self.corrections]
        odd = [tag for tag in self.ignored if tag not in OTHERS]
        counts = ", ".join(f"{count} x {tag}" for tag, count in sorted(self.ignored.items()))
        return [*found, *([f"ignored: {counts}"] if odd or (found and counts) else [])]


def tell_of_bodies(bodies: Iterable[Body], notes: Notes) -> None:
    """Moving bodies that nothing is known of, or that cannot exist."""
    for body in bodies:
        if body.massless:
            continue
        if body.inertia is None:
            notes.add_name(UNKNOWN, body.name)
        elif np.any(body.inertia) and not is_possible(body.inertia):
            notes.add_name(IMPOSSIBLE, body.name)


def make_value_note(what: str) -> Note:
    """A note on values of joints that are not as the file has them."""
    return Note(f"joints with {what}", about=("joint values",))


def read_name(element: Element, attribute: str = "name", where: str = "") -> str:
    name = element.get(attribute)
    if not name:
        raise RobotError(
            f"{where or 'a'} <{element.tag}> has no attribute '{attribute}'; expected a name."
            " Add it."
        )
    return name


def read_origin(parent: Element, where: str, notes: Notes) -> tuple[Array, Array]:
    R, _, r = read_placement(parent, where, notes)
    return R, r


def read_placement(parent: Element, where: str, notes: Notes) -> tuple[Array, Array, Array]:
    """Rotation, the same with rounded angles made exact, and position."""
    element = notes.find_one(parent, "origin", where)
    where = f"{where}, <origin>"
    position = read_numbers(element, "xyz", 3, where, default=(0, 0, 0))
    if element is not None and "quat_xyzw" in element.attrib:
        turned = read_quaternion(element, where)
        return turned, snap_right_angles(turned), position
    rpy = read_numbers(element, "rpy", 3, where, default=(0, 0, 0))
    words = "0 0 0" if element is None else element.get("rpy") or "0 0 0"
    exact = [unround_angle(x, word) for x, word in zip(rpy, words.split())]
    return make_rpy_rotation(*rpy), make_rpy_rotation(*exact), position


def read_rotation(origin: Element | None, where: str) -> Array:
    if origin is not None and "quat_xyzw" in origin.attrib:
        return read_quaternion(origin, where)
    return make_rpy_rotation(*read_numbers(origin, "rpy", 3, where, default=(0, 0, 0)))


def read_quaternion(origin: Element, where: str) -> Array:
    """quat_xyzw="x y z w" of URDF 1.2."""
    x, y, z, w = read_numbers(origin, "quat_xyzw", 4, where)
    if not np.any([x, y, z, w]):
        raise RobotError(f"{where}: got quat_xyzw='0 0 0 0', expected a rotation such as 0 0 0 1.")
    return make_quaternion_rotation(w, x, y, z)


def unround_angle(angle: float, word: str) -> float:
    """The multiple of a right angle (with four digits or more: of 15 degrees) that is written as
    `word`, such as 1.5708; else the angle itself."""
    mantissa, _, power = word.lower().partition("e")
    digits = len(mantissa.partition(".")[2]) - int(power or 0)
    part = np.pi / 12 if digits >= 4 else np.pi / 2
    nearest = round(angle / part) * part
    if digits < 2 or nearest == 0.0 or abs(angle - nearest) > 10.0**-digits:
        return float(angle)
    return float(nearest)


def _rank(what: str) -> int:
    ranks = [IMPORTANCE.index(topic) for topic in get_subject(what) if topic in IMPORTANCE]
    return min(ranks, default=len(IMPORTANCE))


def _list_hidden(element: Element) -> list[str]:
    """What an element says that nobody reads."""
    found = [
        what
        for what, tags in HIDDEN.get(element.tag, {}).items()
        if any(_has_element(element, tag) for tag in tags)
    ]
    if element.tag == "gazebo" and any(_has_own_gravity(each) for each in element.iter("gravity")):
        found.append(GRAVITY)
    if element.tag == "ros2_control" and any(
        "reduction" in each.get("name", "") and _is_telling(each.text)
        for each in element.iter("param")
    ):
        found.append(GEARS)
    if element.tag == "loop_joint":
        found.append(LOOPS)
    return list(dict.fromkeys(found))


def _has_own_gravity(gravity: Element) -> bool:
    """<gravity>0</gravity> of a link, <gravity>0 0 -1.6</gravity> of the world."""
    words = (gravity.text or "").lower().split()
    return words not in ([], ["1"], ["true"], ["0", "0", "-9.81"], ["0", "0", "-9.8"])


def _has_element(element: Element, tag: str) -> bool:
    return any(_is_telling(each.text) for each in element.iter(tag))


def _is_telling(text: str | None) -> bool:
    return (text or "").strip().lower() not in PLAIN
