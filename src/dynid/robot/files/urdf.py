"""URDF files, read tolerantly: what dynamics needs must be right, everything else may be missing or
broken."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, listing
from dynid.robot.files.urdf_loops import closed, closures_beside
from dynid.robot.files.urdf_tree import UrdfJoint, assemble
from dynid.robot.files.xmlfile import read_numbers, read_xml
from dynid.robot.freedom import settled
from dynid.robot.geometry import inertial, rotation_rpy
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Coupling

JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating", "spherical")
SAME = {"ball": "spherical", "universal": "universal.xy"}  # what other programs write

#: a limit this large (SI) is none: URDF demands a number where there is no limit
NO_LIMIT = 1e9

#: what is read, or left out without a word because dynamics has no use for it; the rest is listed
#: in a warning
KNOWN = {
    "robot": ("link", "joint", "material"),
    "link": ("inertial", "visual", "collision"),
    "inertial": ("origin", "mass", "inertia"),
    "joint": ("origin", "parent", "child", "axis", "limit", "mimic", "dynamics"),
}


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
    return urdf_robot(read_xml(path), Path(path), lump_fixed, actuated)


def urdf_robot(
    root: Element, path: Path, lump_fixed: bool = True, actuated: Sequence[str] | None = None
) -> Robot:
    """`read_urdf` for a file that is parsed already."""
    notes = Notes()
    try:
        robot = _robot(root, path, lump_fixed, actuated, notes)
    except RobotError as error:
        raise RobotError(f"{path}: {error}") from error
    for message in notes.messages():
        warnings.warn(f"{path}: {message}", IgnoredElementWarning, stacklevel=3)
    return robot


@dataclass
class Notes:
    """What the reader passed over or corrected, told in warnings when it is done."""

    ignored: Counter[str] = field(default_factory=Counter)
    corrections: list[str] = field(default_factory=list)

    def look(self, element: Element) -> None:
        """Count the children that nobody reads."""
        self.ignored.update(child.tag for child in element if child.tag not in KNOWN[element.tag])

    def one(self, parent: Element, tag: str, where: str) -> Element | None:
        """The first child with this tag."""
        found = parent.findall(tag)
        if len(found) > 1:
            self.corrections.append(
                f"{where} has {len(found)} <{tag}> elements, expected one; the first counts."
            )
        return found[0] if found else None

    def messages(self) -> list[str]:
        counts = ", ".join(f"{count} x {tag}" for tag, count in sorted(self.ignored.items()))
        return ([f"ignored: {counts}"] if counts else []) + self.corrections


def _robot(
    root: Element, path: Path, lump_fixed: bool, actuated: Sequence[str] | None, notes: Notes
) -> Robot:
    if root.tag != "robot":
        hint = {
            "mujoco": "This is MJCF: load it as such.",
            "sdf": "This is SDF: convert it to URDF.",
        }.get(root.tag, "")
        raise RobotError(f"got the root element <{root.tag}>, expected <robot>. {hint}".strip())
    # definitions without effect may stay; a macro or an include that was not expanded hides links
    # and joints
    xacro = {e.tag for e in root.iter() if e.tag.startswith("xacro:")} - {
        "xacro:property",
        "xacro:arg",
    }
    if xacro:
        raise RobotError(
            f"got unexpanded macros ({listing(sorted(xacro))}), expected plain URDF; run xacro"
            f" first: xacro {path.name} > robot.urdf"
        )
    notes.look(root)
    links = _links(root, notes)
    closures = closures_beside(path)
    kinds = dict(closures.kinds)
    joints = [_joint(element, kinds, notes) for element in root.findall("joint")]
    _no_doubles("joint", [joint.name for joint in joints])
    bodies, frames = assemble(links, joints, lump_fixed)
    robot = Robot(
        name=root.get("name") or path.stem,
        bodies=tuple(bodies),
        frames=tuple(frames),
        couplings=tuple(joint.coupling for joint in joints if joint.coupling),
        source=str(path.absolute()),
    )
    if not closures.pairs:
        return robot
    robot = closed(robot, closures, {joint.name: joint.child for joint in joints})
    return settled(robot, actuated or closures.motors, notes.corrections)


def _name(element: Element, attribute: str = "name", where: str = "") -> str:
    name = element.get(attribute)
    if not name:
        raise RobotError(
            f"{where or 'a'} <{element.tag}> has no attribute '{attribute}'; expected a name."
            " Add it."
        )
    return name


def _origin(parent: Element, where: str, notes: Notes) -> tuple[Array, Array]:
    element = notes.one(parent, "origin", where)
    where = f"{where}, <origin>"
    rpy = read_numbers(element, "rpy", 3, where, default=(0, 0, 0))
    return rotation_rpy(*rpy), read_numbers(element, "xyz", 3, where, default=(0, 0, 0))


def _links(root: Element, notes: Notes) -> dict[str, Array | None]:
    """The ten parameters of every link about its own frame, or None where the file has none."""
    elements = root.findall("link")
    if not elements:
        raise RobotError("the file has no <link>; expected the links and joints of a robot.")
    _no_doubles("link", [_name(element) for element in elements])
    return {_name(element): _inertia(element, notes) for element in elements}


def _inertia(link: Element, notes: Notes) -> Array | None:
    notes.look(link)
    where = f"link '{_name(link)}'"
    element = notes.one(link, "inertial", where)
    if element is None:
        return None
    notes.look(element)
    where = f"{where}, <inertial>"
    mass_element = notes.one(element, "mass", where)
    if mass_element is None:
        notes.corrections.append(f"{where} has no <mass>; the link's inertia counts as unknown.")
        return None
    mass = float(read_numbers(mass_element, "value", 1, f"{where}, <mass>")[0])
    if mass < 0:
        notes.corrections.append(
            f"{where} has the negative mass {mass:g}; taken as it is, no body can have it."
        )
    R, c = _origin(element, where, notes)
    return inertial(mass, c, R @ _tensor(element, where, notes) @ R.T)


def _tensor(element: Element, where: str, notes: Notes) -> Array:
    tensor = notes.one(element, "inertia", where)
    if tensor is None:
        notes.corrections.append(f"{where} has no <inertia>; the link counts as a point mass.")
        return np.zeros((3, 3))
    where = f"{where}, <inertia>"
    xx, yy, zz = (read_numbers(tensor, name, 1, where)[0] for name in ("ixx", "iyy", "izz"))
    xy, xz, yz = (
        read_numbers(tensor, name, 1, where, default=(0.0,))[0] for name in ("ixy", "ixz", "iyz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _joint(element: Element, kinds: Mapping[str, str], notes: Notes) -> UrdfJoint:
    notes.look(element)
    name = _name(element)
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
        ends[tag] = _name(end, "link", f"{where}:")
    R, r = _origin(element, where, notes)
    axis = read_numbers(
        notes.one(element, "axis", where), "xyz", 3, f"{where}, <axis>", default=(1, 0, 0)
    )
    if kind != "fixed" and not axis.any():
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
    )


def _limits(joint: Element, where: str, notes: Notes) -> dict[str, float]:
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
    if joint.get("type") in ("revolute", "prismatic") and limits.get("lower", -1.0) == limits.get(
        "upper", 1.0
    ):
        notes.corrections.append(
            f"{where}: its limits are both {limits['lower']:g}, which leaves it no motion."
        )
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
    return found


def _mimic(joint: Element, notes: Notes) -> Coupling | None:
    name = _name(joint)
    element = notes.one(joint, "mimic", f"joint '{name}'")
    if element is None:
        return None
    if joint.get("type") in ("fixed", "planar", "floating"):
        notes.ignored["mimic"] += 1
        return None
    where = f"joint '{name}', <mimic>"
    multiplier = read_numbers(element, "multiplier", 1, where, default=(1.0,))[0]
    offset = read_numbers(element, "offset", 1, where, default=(0.0,))[0]
    return Coupling(name, _name(element, "joint", f"joint '{name}':"), (offset, multiplier))


def _no_doubles(what: str, names: Iterable[str]) -> None:
    doubled = [name for name, count in Counter(names).items() if count > 1]
    if doubled:
        raise RobotError(
            f"{what} named twice: {listing(doubled)}; expected different names. Rename one."
        )
