"""Loops and couplings as MJCF equalities.

MuJoCo knows two equalities of bodies: connect (three translations) and weld (all six). The other
rows of a loop are written with pairs of tendons, which need no extra bodies and are exact:

    translation along axis i of a = 0    the origin of b is as far from  a + h e_i  as from  a - h
    e_i axis i of a _|_ axis j of b          b + h e_j is as far from  a + h e_i  as from  a - h
    e_i, once origins coincide
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.files.mjcf_equality import LOOP_MARK
from dynid.robot.geometry import compute_quaternion, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import LOOP_ROWS, WORLD, Joint, Loop

#: h above, in metres; of the size of a workspace, so that lengths change about as fast as what they
#: stand for
LEVER = 1.0

#: MuJoCo's joint equality is of fourth degree
MOST_COEFFICIENTS = 5


def format_numbers(values: ArrayLike) -> str:
    """Numbers as short as they can be and still be read back exactly."""
    return " ".join(
        repr(float(x) + 0.0).removesuffix(".0")
        for x in np.atleast_1d(np.asarray(values, dtype=float))
    )


def place(element: Element, r: ArrayLike, R: ArrayLike) -> None:
    """Give an element its position and orientation, where they are not the identity."""
    if np.any(r):
        element.set("pos", format_numbers(r))
    if not np.array_equal(R, np.eye(3)):
        element.set("quat", format_numbers(compute_quaternion(R)))


def compute_placement(joint: Joint, q: Mapping[str, float]) -> Array:
    """The pose that a joint gives its body in the parent's frame: [rotation, position] exp(axis
    q)."""
    P, value = np.eye(4), q[joint.name] if joint.moves else 0.0
    P[:3, :3], P[:3, 3] = joint.rotation, joint.position
    if value and joint.kind == "prismatic":
        P[:3, 3] += P[:3, :3] @ np.asarray(joint.axis) * value
    elif value:
        P[:3, :3] = P[:3, :3] @ make_axis_rotation(joint.axis, value)
    return P


def check_degrees(robot: Robot) -> None:
    """Refuse couplings that MuJoCo cannot have."""
    for coupling in robot.couplings:
        c = coupling.coefficients
        if len(c) > MOST_COEFFICIENTS and any(c[MOST_COEFFICIENTS:]):
            raise RobotError(
                f"robot '{robot.name}': the coupling of '{coupling.joint}' has degree {len(c) - 1},"
                " MuJoCo's have 4 at most; approximate it by a polynomial of fourth degree."
            )


def add_couplings(robot: Robot, equality: Element, initial: Mapping[str, float]) -> None:
    for coupling in robot.couplings:
        x0, y0 = initial[coupling.of], initial[coupling.joint]
        # MuJoCo measures both from the initial pose:  y - y0 = c(x0 + (x - x0)) - y0
        c = (Polynomial(coupling.coefficients[:MOST_COEFFICIENTS])(Polynomial([x0, 1.0])) - y0).coef
        c = np.pad(c, (0, MOST_COEFFICIENTS - len(c)))
        SubElement(
            equality, "joint", joint1=coupling.joint, joint2=coupling.of, polycoef=format_numbers(c)
        )


def add_loops(
    robot: Robot,
    root: Element,
    equality: Element,
    elements: dict[str, Element],
    initial: Mapping[str, float],
) -> None:
    """Sites on the bodies, equalities between them, and a tuple for each loop that tells its kind
    when read again."""
    if not robot.loops:
        return
    poses = compute_poses(robot, initial)
    tendons, custom = Element("tendon"), Element("custom")
    for loop in robot.loops:
        _LoopWriter(loop, poses, elements, equality, tendons, custom).write()
    root.extend([part for part in (tendons, custom) if len(part)])


def compute_poses(robot: Robot, q: Mapping[str, float]) -> dict[str, Array]:
    poses = {WORLD: np.eye(4)}
    for body in robot.bodies:
        poses[body.name] = poses[body.parent] @ compute_placement(body.joint, q)
    return poses


class _LoopWriter:
    """Writes one loop."""

    def __init__(
        self,
        loop: Loop,
        initial: dict[str, Array],
        elements: dict[str, Element],
        equality: Element,
        tendons: Element,
        custom: Element,
    ) -> None:
        self.loop, self.initial, self.elements = loop, initial, elements
        self.equality, self.tendons = equality, tendons
        self.tuple = SubElement(custom, "tuple", name=f"{LOOP_MARK}:{loop.kind}:{loop.name}")
        self.sites: dict[str, Array] = {}  # their positions in the initial pose

    def write(self) -> None:
        a, b = self._write_site("a"), self._write_site("b")
        translations, rotations = LOOP_ROWS[self.loop.kind]
        if self.loop.kind == "rigid":
            self._write_equality("weld", self.loop.name, site1=a, site2=b)
            return
        if len(translations) == 3:
            self._write_equality("connect", self.loop.name, site1=a, site2=b)
        else:
            for i in translations:
                self._write_distance(b, i)
        for i, j in rotations:
            self._write_distance(self._write_site("b", j, LEVER), i)

    def _write_distance(self, b: str, i: int) -> None:
        names, lengths = [], []
        for side in (LEVER, -LEVER):
            a = self._write_site("a", i, side)
            names.append(f"{b}-{a.removeprefix(LOOP_MARK + ':')}")
            lengths.append(float(np.linalg.norm(self.sites[b] - self.sites[a])))
            path = SubElement(self.tendons, "spatial", name=names[-1])
            for site in (a, b):
                SubElement(path, "site", site=site)
        # MuJoCo measures lengths from those in the initial pose:  L1 - L1_0 = c0 + (L2 - L2_0)
        c = (lengths[1] - lengths[0], 1.0, 0.0, 0.0, 0.0)
        self._write_equality(
            "tendon", names[0], tendon1=names[0], tendon2=names[1], polycoef=format_numbers(c)
        )

    def _write_equality(self, kind: str, name: str, **attributes: str) -> None:
        SubElement(self.equality, kind, {"name": name, **attributes})
        SubElement(self.tuple, "element", objtype="equality", objname=name)

    def _write_site(self, end: str, axis: int | None = None, shift: float = 0.0) -> str:
        """A site at one end of the loop, shifted along an axis of the loop's frame there."""
        body, r, R = (
            getattr(self.loop, f"{part}_{end}") for part in ("body", "position", "rotation")
        )
        name = f"{LOOP_MARK}:{self.loop.name}:{end}"
        if axis is not None:
            name += ("+" if shift > 0 else "-") + "xyz"[axis]
            r = r + shift * R[:, axis]
        if name not in self.sites:
            self.sites[name] = self.initial[body][:3, :3] @ r + self.initial[body][:3, 3]
            place(SubElement(self.elements[body], "site", name=name), r, R)
            if axis is None:
                SubElement(self.tuple, "element", objtype="site", objname=name)
        return name
