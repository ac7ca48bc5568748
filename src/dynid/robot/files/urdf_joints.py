"""The joints of a URDF file: kind, place, axis, limits, damping and friction, mimics."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np

from dynid.errors import RobotError, join_names
from dynid.notes import Note
from dynid.robot.files.urdf_notes import ROTORS, Notes, make_value_note, read_name, read_placement
from dynid.robot.files.urdf_tree import UrdfJoint
from dynid.robot.files.xmlfile import read_numbers
from dynid.robot.parts import Coupling

WITH_AXIS = ("revolute", "continuous", "prismatic", "planar")
JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating", "spherical")
SAME = {"ball": "spherical", "universal": "universal.xy"}  # what other programs write

SEVERAL = Note(
    "damping and friction of joints with several degrees of freedom, not read", about=("damping",)
)
LOST_MIMIC = Note(
    "joints that mimic one that is not there or does not move, taken as free", about=("mimic",)
)

#: attributes of <dynamics>, and what they are
DYNAMICS = {
    "damping": "damping",
    "friction": "friction",
    "armature": "armature",
    "mu_viscous": "damping",
    "mu_coulomb": "friction",
}

#: a limit this large (SI) is none: URDF demands a number where there is no limit
NO_LIMIT = 1e9


def read_joint(element: Element, kinds: Mapping[str, str], notes: Notes) -> UrdfJoint:
    """A <joint>; `kinds`: {joint: kind} of those that are another kind than the file can say."""
    notes.look(element)
    name = read_name(element)
    where = f"joint '{name}'"
    written = element.get("type", "")
    kind = kinds.get(name) or SAME.get(written, written)
    if kind not in JOINT_TYPES and not kind.startswith("universal."):
        raise RobotError(
            f"{where}: got type '{kind}', expected one of {', '.join(JOINT_TYPES)}. Correct it."
        )
    ends = {}
    for tag in ("parent", "child"):
        end = notes.find_one(element, tag, where)
        if end is None:
            raise RobotError(f'{where} has no <{tag}>; expected <{tag} link="..."/>. Add it.')
        ends[tag] = read_name(end, "link", f"{where}:")
    R, ideal, r = read_placement(element, where, notes)
    axis = read_numbers(
        notes.find_one(element, "axis", where), "xyz", 3, f"{where}, <axis>", default=(1, 0, 0)
    )
    if kind in WITH_AXIS and not axis.any():
        raise RobotError(
            f"{where}: got the zero axis {axis.tolist()}, expected a direction such as 0 0 1."
        )
    soft = element.find("safety_controller")
    if soft is not None and any("soft" in key and _is_nonzero(x) for key, x in soft.attrib.items()):
        notes.add_name("soft limits of <safety_controller>, not read", name)
    limits, dynamics = _read_limits(element, where, notes), _read_dynamics(element, where, notes)
    return UrdfJoint(
        name,
        kind,
        ends["parent"],
        ends["child"],
        R,
        r,
        axis,
        limits,
        _read_mimic(element, notes),
        dynamics,
        ideal,
    )


def _read_limits(joint: Element, where: str, notes: Notes) -> dict[str, float]:
    """Zero is what files say where nothing is known: of speed and force, and of both ends of a
    range at once."""
    element = notes.find_one(joint, "limit", where)
    if element is None:
        return {}
    # with one of lower and upper left out it is 0, as URDF says; with both left out the joint is
    # free
    free = joint.get("type") == "continuous" or not {"lower", "upper"} & element.attrib.keys()
    limits = {}
    for name, absent in (("lower", 0.0), ("upper", 0.0), ("velocity", np.inf), ("effort", np.inf)):
        value = float(
            read_numbers(element, name, 1, f"{where}, <limit>", (absent,), infinite=True)[0]
        )
        if not (free and name in ("lower", "upper")):
            limits[name] = value if abs(value) < NO_LIMIT else float(np.copysign(np.inf, value))
    kind = joint.get("type")
    if kind not in ("fixed", "revolute", "continuous", "prismatic") and any(
        np.isfinite(limits[name]) and limits[name] != 0.0 for name in ("velocity", "effort")
    ):
        notes.add_name(
            "limits of joints with several degrees of freedom, not read", read_name(joint)
        )
    if kind not in WITH_AXIS:
        return limits
    for name in ("velocity", "effort"):
        if limits[name] < 0.0:
            limits[name] = abs(limits[name])
            notes.add_name(
                make_value_note(f"a negative {name}, taken without its sign"), read_name(joint)
            )
        if limits[name] == 0.0:
            limits[name] = np.inf
            notes.add_name(make_value_note(f"{name} 0, taken as unknown"), read_name(joint))
    if "lower" in limits and limits["lower"] == limits["upper"]:
        notes.add_name(make_value_note("equal limits, taken as unknown"), read_name(joint))
        limits |= {"lower": -np.inf, "upper": np.inf}
    elif limits.get("lower", -np.inf) > limits.get("upper", np.inf):
        notes.add_name(make_value_note("crossed limits, exchanged"), read_name(joint))
        limits |= {"lower": limits["upper"], "upper": limits["lower"]}
    return limits


def _read_dynamics(joint: Element, where: str, notes: Notes) -> dict[str, float]:
    """Damping, friction and armature, where the file says them."""
    element = notes.find_one(joint, "dynamics", where)
    found: dict[str, float] = {}
    for attribute, name in DYNAMICS.items():
        if element is None or attribute not in element.attrib or name in found:
            continue
        value = float(read_numbers(element, attribute, 1, f"{where}, <dynamics>")[0])
        if value < 0:
            notes.corrections.append(
                f"{where} has the {name} {value:g}, which no joint can have; ignored."
            )
        else:
            found[name] = value
    if element is not None and set(element.attrib) - DYNAMICS.keys():
        names = sorted(set(element.attrib) - DYNAMICS.keys())
        notes.add_name(
            make_value_note(f"{join_names(names)} in <dynamics>, not read"), read_name(joint)
        )
    rotor = _read_drake(joint, "rotor_inertia", where)
    if rotor and "armature" not in found:
        found["armature"] = _read_drake(joint, "gear_ratio", where, 1.0) ** 2 * rotor
    if found and joint.get("type") not in ("revolute", "continuous", "prismatic"):
        if any(found.values()):
            notes.add_name(SEVERAL, where[6:])
        return {}
    return found


def _read_drake(joint: Element, name: str, where: str, absent: float = 0.0) -> float:
    """<drake:rotor_inertia value="..."/>, seen at the motor: gear_ratio^2 of it at the joint."""
    element = joint.find(f"drake:{name}")
    if element is None:
        return absent
    return abs(float(read_numbers(element, "value", 1, f"{where}, <drake:{name}>")[0]))


def read_rotors(root: Element, notes: Notes) -> dict[str, float]:
    """{joint: armature} of <drake:rotor_inertia> and <drake:gear_ratio> in simple transmissions."""
    found = {}
    for element in root.findall("transmission"):
        joints, motors = element.findall("joint"), element.findall("actuator")
        kind = element.findtext("type") or element.get("type") or ""
        where = f"transmission '{element.get('name', '')}'"
        rotors = [_read_drake(motor, "rotor_inertia", where) for motor in motors]
        if not any(rotors):
            continue
        if len(joints) == len(motors) == 1 and "SimpleTransmission" in kind:
            gear = _read_drake(motors[0], "gear_ratio", where, 1.0)
            found[joints[0].get("name", "")] = gear**2 * rotors[0]
        else:
            notes.add_name(ROTORS, element.get("name", ""))
    return found


def _read_mimic(joint: Element, notes: Notes) -> Coupling | None:
    name = read_name(joint)
    element = notes.find_one(joint, "mimic", f"joint '{name}'")
    if element is None:
        return None
    if joint.get("type") in ("fixed", "planar", "floating"):
        notes.ignored["mimic"] += 1
        return None
    leader = read_name(element, "joint", f"joint '{name}':")
    if leader == name:
        notes.add_name(LOST_MIMIC, name)
        return None
    where = f"joint '{name}', <mimic>"
    multiplier = read_numbers(element, "multiplier", 1, where, default=(1.0,))[0]
    offset = read_numbers(element, "offset", 1, where, default=(0.0,))[0]
    return Coupling(name, leader, (offset, multiplier))


def _is_nonzero(number: str) -> bool:
    """Whether a text is anything but zero; a leftover of xacro is."""
    return number.strip("-+0. ") != ""
