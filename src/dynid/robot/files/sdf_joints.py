"""The joints of an SDF file as sequences of simple ones, with their limits, friction, springs,
rotors and mimics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.files.sdf_scope import DRAKE, MODEL, Scope, read_end
from dynid.robot.files.sdf_values import is_true, read_name, read_number, read_values
from dynid.robot.files.urdf_notes import Notes, make_value_note
from dynid.robot.geometry import snap_right_angles
from dynid.robot.parts import Coupling, Joint

SIMPLE = ("revolute", "continuous", "prismatic")
TWO_AXES = ("universal", "revolute2")
KINDS = (*SIMPLE, "fixed", "ball", *TWO_AXES, "screw", "planar")
#: the steps of joints without an axis of their own
STEPS = {"fixed": (), "ball": ("rx", "ry", "rz"), "planar": ("x", "y", "rz")}
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
#: the last version whose axes are all given in the frame of the model, and the last one in which an
#: element says so
IN_MODEL, BY_ELEMENT = (1, 4), (1, 6)
NO_LIMIT = 1e9
LATER = "use_parent_model_frame in a version that has none, not read"
OF_SEVERAL = "friction, springs and rotors of joints with several degrees of freedom, not read"


@dataclass(frozen=True, eq=False)
class SdfJoint:
    """A joint between two links (full names, or the world) as simple joints in its frame, from
    parent to child. Where its frame on each of them is in the world, with the links where the file
    puts them: the same place, but for Drake's own joints. couplings: of a screw, and mimics."""

    name: str
    kind: str
    parent: str
    child: str
    on_parent: Array
    on_child: Array
    steps: tuple[Joint, ...]
    couplings: tuple[Coupling, ...] = ()

    @property
    def ends(self) -> set[str]:
        return {self.parent, self.child}

    def reverse(self) -> SdfJoint:
        """The same joint seen from its child: T^-1 = exp(-a_n q_n) ... exp(-a_1 q_1)."""
        steps = [replace(step, axis=-np.asarray(step.axis)) for step in reversed(self.steps)]
        ends = {"parent": self.child, "child": self.parent}
        places = {"on_parent": self.on_child, "on_child": self.on_parent}
        return replace(self, steps=tuple(steps), **ends, **places)  # type: ignore[arg-type]


def read_joint(element: Element, scope: Scope, notes: Notes) -> SdfJoint:
    local, kind = read_name(element), element.get("type", "")
    name, where = scope.prefix + local, f"joint '{scope.prefix}{local}'"
    if kind not in KINDS:
        raise RobotError(f"{where}: got type '{kind}', expected one of {', '.join(KINDS)}.")
    ends = {}
    for tag in ("parent", "child"):
        try:
            ends[tag] = scope.find_carrier(read_end(element, tag))
        except RobotError as error:
            raise RobotError(f"{where} has the {tag} '{read_end(element, tag)}': {error}") from None
    if ends["parent"] == ends["child"]:
        raise RobotError(f"{where} joins '{ends['child']}' with itself; expected two links.")
    own = element.tag.startswith(DRAKE)  # joins its ends themselves: they coincide at zero
    frames = [read_end(element, tag) if own else local for tag in ("parent", "child")]
    on_parent, on_child = (scope.in_world @ scope.pose(frame) for frame in frames)
    simple = _read_steps(element, kind, name, scope, notes)
    return SdfJoint(name, kind, ends["parent"], ends["child"], on_parent, on_child, *simple)


def _read_steps(
    element: Element, kind: str, name: str, scope: Scope, notes: Notes
) -> tuple[tuple[Joint, ...], tuple[Coupling, ...]]:
    where = f"joint '{name}'"
    if kind in STEPS:
        damping = read_values(element.find(f"{DRAKE}damping"), (0, 0, 0), where)
        steps = tuple(
            Joint(
                f"{name}.{step}",
                "revolute" if step[0] == "r" else "prismatic",
                AXES[step[-1]],
                damping=c if kind == "planar" and c > 0.0 else None,
            )
            for step, c in zip(STEPS[kind], damping)
        )
        if kind == "ball" and _has_more(element, where):
            notes.add_name(OF_SEVERAL, name)
        return steps, ()
    first = read_axis(element, "axis", scope, notes)
    if kind in TWO_AXES:
        second = read_axis(element, "axis2", scope, notes)
        found = []
        for k, (axis, tag) in enumerate(((first, "axis"), (second, "axis2")), start=1):
            about = _read_axis_values(element.find(tag), "revolute", where, notes, name)
            found.append(Joint(f"{name}.{k}", "revolute", axis, **about))
        mimics = [
            _read_mimic(element.find(t), s.name, scope) for t, s in zip(("axis", "axis2"), found)
        ]
        return tuple(found), tuple(m for m in mimics if m)
    about = _read_axis_values(element.find("axis"), kind, where, notes, name)
    about |= _read_rotor(element, where)
    mimic = _read_mimic(element.find("axis"), name, scope) or _read_drake_mimic(
        element, name, scope
    )
    couplings = (mimic,) if mimic else ()
    if kind == "screw":
        turn = Joint(name, "revolute", first, **about)
        slide = Joint(f"{name}.slide", "prismatic", first)
        pitch = _read_pitch(element, where) / (2 * np.pi)
        return (turn, slide), (Coupling(slide.name, name, (0.0, pitch)), *couplings)
    return (Joint(name, kind, first, **about),), couplings


def read_axis(joint: Element, tag: str, scope: Scope, notes: Notes) -> Array:
    """The axis in the joint's own frame. Up to version 1.4 it is given in that of the model, up to
    1.6 where an element says so."""
    local = read_name(joint)
    element = joint.find(f"{tag}/xyz")
    axis = read_values(element, (0, 0, 1), f"joint '{local}', <{tag}>")
    if not axis.any():
        raise RobotError(f"joint '{local}': got the zero axis, expected a direction such as 0 0 1.")
    expressed = None if element is None else element.get("expressed_in")
    in_model = is_true(joint.findtext(f"{tag}/use_parent_model_frame"))
    if in_model and scope.version > BY_ELEMENT:
        notes.add_name(LATER, scope.prefix + local)
    if scope.version <= IN_MODEL or (in_model and scope.version <= BY_ELEMENT):
        expressed = MODEL
    if expressed:
        R = scope.pose(local)[:3, :3].T @ scope.pose(expressed.strip())[:3, :3]
        axis = R @ axis
    return snap_right_angles(axis) if scope.exact else axis


def _read_axis_values(
    axis: Element | None, kind: str, where: str, notes: Notes, name: str
) -> dict[str, float]:
    """Limits, damping, friction and spring."""
    limits = {} if axis is None else _read_limits(axis, kind, where, notes, name)
    values = {
        key: read_number(axis, f"dynamics/{tag}", 0.0, where)
        for key, tag in (
            ("damping", "damping"),
            ("friction", "friction"),
            ("stiffness", "spring_stiffness"),
        )
    }
    for key, value in values.items():
        if value < 0.0:
            notes.add_name(make_value_note(f"a negative {key}, not read"), name)
    found = limits | {key: value for key, value in values.items() if value > 0.0}
    if "stiffness" in found:
        found["rest"] = read_number(axis, "dynamics/spring_reference", 0.0, where)
    return found


def _read_limits(axis: Element, kind: str, where: str, notes: Notes, name: str) -> dict[str, float]:
    """Numbers beyond NO_LIMIT, and what is negative of speed and force, are no limits."""
    found = {}
    if kind != "continuous":
        for key, absent in (("lower", -np.inf), ("upper", np.inf)):
            value = read_number(axis, f"limit/{key}", absent, where, infinite=True)
            found[key] = value if abs(value) < NO_LIMIT else absent
        if found["lower"] >= found["upper"]:
            how = "equal" if found["lower"] == found["upper"] else "crossed"
            notes.add_name(make_value_note(f"{how} limits, taken as unknown"), name)
            found = {}
    for key in ("velocity", "effort"):
        value = read_number(axis, f"limit/{key}", np.inf, where, infinite=True)
        if value == 0.0:
            notes.add_name(make_value_note(f"{key} 0, taken as unknown"), name)
        found[key] = value if 0.0 < value < NO_LIMIT else np.inf
    return found


def _has_more(joint: Element, where: str) -> bool:
    """Whether it has friction, a spring or a rotor."""
    found = _read_axis_values(joint.find("axis"), "continuous", where, Notes(), "") | _read_rotor(
        joint, where
    )
    return bool(found.keys() - {"velocity", "effort"})


def _read_rotor(joint: Element, where: str) -> dict[str, float]:
    """Drake's, seen at the motor: gear_ratio^2 of it at the joint."""
    rotor = read_number(joint, f"{DRAKE}rotor_inertia", 0.0, where)
    gear = read_number(joint, f"{DRAKE}gear_ratio", 1.0, where)
    return {"armature": gear**2 * abs(rotor)} if rotor else {}


def _read_pitch(joint: Element, where: str) -> float:
    """Metres a turn; the older <thread_pitch> is turned round, with the other sign: -2 pi / it."""
    if joint.find("screw_thread_pitch") is not None:
        return read_number(joint, "screw_thread_pitch", 1.0, where)
    if joint.find("thread_pitch") is None:
        return 1.0
    turned = read_number(joint, "thread_pitch", 1.0, where)
    if turned == 0.0:
        raise RobotError(f"{where}: got <thread_pitch> 0, expected another number.")
    return -2 * np.pi / turned


def _read_mimic(axis: Element | None, name: str, scope: Scope) -> Coupling | None:
    """follower = multiplier (leader - reference) + offset."""
    element = None if axis is None else axis.find("mimic")
    if element is None:
        return None
    where = f"joint '{name}', <mimic>"
    a = read_number(element, "multiplier", 1.0, where)
    b = read_number(element, "offset", 0.0, where)
    reference = read_number(element, "reference", 0.0, where)
    leader = _find_leader(element.get("joint", ""), element.get("axis", "axis"), scope)
    return Coupling(name, leader, (b - a * reference, a)) if leader != name else None


def _read_drake_mimic(joint: Element, name: str, scope: Scope) -> Coupling | None:
    """<drake:mimic joint="..." multiplier="..." offset="..."/>"""
    element = joint.find(f"{DRAKE}mimic")
    if element is None:
        return None
    try:
        a, b = (float(element.get(key, d)) for key, d in (("multiplier", "1"), ("offset", "0")))
    except ValueError:
        raise RobotError(f"joint '{name}', <{DRAKE}mimic>: expected numbers.") from None
    leader = _find_leader(element.get("joint", ""), "axis", scope)
    return Coupling(name, leader, (b, a)) if leader != name else None


def _find_leader(name: str, axis: str, scope: Scope) -> str:
    """The coordinate of a joint's axis, by its full name."""
    found, local = scope.find_scope(name.strip())
    element = found.joints.get(local)
    if element is None:
        return name
    suffix = {"axis": ".1", "axis2": ".2"} if element.get("type") in TWO_AXES else {}
    return found.prefix + local + suffix.get(axis, "")
