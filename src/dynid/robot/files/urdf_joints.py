"""The joints of a URDF file: kind, place, axis, limits, damping and friction, mimics."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np

from dynid.errors import RobotError, listing
from dynid.robot.files.urdf_notes import Notes, name_of, placed
from dynid.robot.files.urdf_tree import UrdfJoint
from dynid.robot.files.xmlfile import read_numbers
from dynid.robot.parts import Coupling

WITH_AXIS = ("revolute", "continuous", "prismatic", "planar")
JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating", "spherical")
SAME = {"ball": "spherical", "universal": "universal.xy"}  # what other programs write

#: a limit this large (SI) is none: URDF demands a number where there is no limit
NO_LIMIT = 1e9


def read_joint(element: Element, kinds: Mapping[str, str], notes: Notes) -> UrdfJoint:
    """A <joint>; `kinds`: {joint: kind} of those that are another kind than the file can say."""
    notes.look(element)
    name = name_of(element)
    where = f"joint '{name}'"
    written = element.get("type", "")
    kind = kinds.get(name) or SAME.get(written, written)
    if kind not in JOINT_TYPES and not kind.startswith("universal."):
        raise RobotError(
            f"{where}: got type '{kind}', expected one of {', '.join(JOINT_TYPES)}. Correct it."
        )
    ends = {}
    for tag in ("parent", "child"):
        end = notes.one(element, tag, where)
        if end is None:
            raise RobotError(f'{where} has no <{tag}>; expected <{tag} link="..."/>. Add it.')
        ends[tag] = name_of(end, "link", f"{where}:")
    R, ideal, r = placed(element, where, notes)
    axis = read_numbers(
        notes.one(element, "axis", where), "xyz", 3, f"{where}, <axis>", default=(1, 0, 0)
    )
    if kind in WITH_AXIS and not axis.any():
        raise RobotError(
            f"{where}: got the zero axis {axis.tolist()}, expected a direction such as 0 0 1."
        )
    limits, dynamics = _limits(element, where, notes), _dynamics(element, where, notes)
    return UrdfJoint(
        name,
        kind,
        ends["parent"],
        ends["child"],
        R,
        r,
        axis,
        limits,
        _mimic(element, notes),
        dynamics,
        ideal,
    )


def _limits(joint: Element, where: str, notes: Notes) -> dict[str, float]:
    """Zero is what files say where nothing is known: of speed and force, and of both ends of a
    range at once."""
    element = notes.one(joint, "limit", where)
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
    if joint.get("type") not in WITH_AXIS:
        return limits
    for name in ("velocity", "effort"):
        if limits[name] < 0.0:
            limits[name] = abs(limits[name])
            notes.same(f"joints with a negative {name}, taken without its sign", name_of(joint))
        if limits[name] == 0.0:
            limits[name] = np.inf
            notes.same(f"joints with {name} 0, taken as unknown", name_of(joint))
    if "lower" in limits and limits["lower"] == limits["upper"]:
        notes.same("joints with equal limits, taken as unknown", name_of(joint))
        limits |= {"lower": -np.inf, "upper": np.inf}
    elif limits.get("lower", -np.inf) > limits.get("upper", np.inf):
        notes.same("joints with crossed limits, exchanged", name_of(joint))
        limits |= {"lower": limits["upper"], "upper": limits["lower"]}
    return limits


def _dynamics(joint: Element, where: str, notes: Notes) -> dict[str, float]:
    """Damping and friction, where the file says them."""
    element = notes.one(joint, "dynamics", where)
    found: dict[str, float] = {}
    for name in ("damping", "friction"):
        if element is not None and name in element.attrib:
            value = float(read_numbers(element, name, 1, f"{where}, <dynamics>")[0])
            if value < 0:
                notes.corrections.append(
                    f"{where} has the {name} {value:g}, which no joint can have; ignored."
                )
            else:
                found[name] = value
    if element is not None and set(element.attrib) - {"damping", "friction"}:
        names = sorted(set(element.attrib) - {"damping", "friction"})
        notes.same(f"joints with {listing(names)} in <dynamics>, not read", name_of(joint))
    return found


def _mimic(joint: Element, notes: Notes) -> Coupling | None:
    name = name_of(joint)
    element = notes.one(joint, "mimic", f"joint '{name}'")
    if element is None:
        return None
    if joint.get("type") in ("fixed", "planar", "floating"):
        notes.ignored["mimic"] += 1
        return None
    where = f"joint '{name}', <mimic>"
    multiplier = read_numbers(element, "multiplier", 1, where, default=(1.0,))[0]
    offset = read_numbers(element, "offset", 1, where, default=(0.0,))[0]
    return Coupling(name, name_of(element, "joint", f"joint '{name}':"), (offset, multiplier))
