"""What is impossible in a robot's file, before any log: bodies that cannot exist, lengths that are
not in metres, joints that cannot move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dynid.doctor.findings import Finding
from dynid.model.consistency import is_consistent
from dynid.robot.closing import robot_size
from dynid.robot.mechanism import Robot

# m: robots are neither larger nor smaller
SIZES = (1e-3, 50.0)
FAR = 3.0  # sizes of the robot: no body's centre of mass is so far from its joint
HEAVY = 1e5  # kg


def bodies(robot: Robot) -> Iterator[Finding]:
    size = robot_size(robot)
    if not SIZES[0] < size < SIZES[1]:
        yield _finding(
            "length unit",
            "likely",
            "origins of the joints",
            f"The robot measures {size:.3g} m.",
            "Lengths are in metres in URDF and MJCF; a file in mm needs its scale.",
        )
    known = {x.name: np.asarray(x.inertia) for x in robot.bodies if x.inertia is not None}
    for name, inertia in known.items():
        yield from _body(name, inertia, size)
    with_mass = [name for name, x in known.items() if x[0] > 0]
    alike = {tuple(np.round(x[[0, 4, 6, 9]], 12)) for x in known.values() if x[0] > 0}
    if len(with_mass) > 2 and len(alike) == 1:
        yield _finding(
            "placeholder masses",
            "possible",
            "inertias of all links",
            f"All {len(with_mass)} bodies have the same mass, {known[with_mass[0]][0]:.3g} kg, and"
            " inertia.",
            "They are placeholders, and no prior: leave them out, or use the maker's values.",
        )
    for body in robot.bodies:
        joint = body.joint
        if joint.moves and joint.lower == joint.upper and np.isfinite(joint.lower):
            yield _finding(
                "joint limits",
                "possible",
                f"joint '{joint.name}'",
                f"Its lower and its upper limit are both {joint.lower:g}.",
                "Fix the joint, or give it its limits.",
            )


def _body(name: str, inertia: np.ndarray, size: float) -> Iterator[Finding]:
    where = f"inertial of link '{name}'"
    mass = float(inertia[0])
    if not inertia.any():
        return  # nothing is known of it
    if mass <= 0 or mass > HEAVY:
        yield _finding(
            "impossible mass", "certain", where, f"It has {mass:.3g} kg.", "Give it its mass in kg."
        )
        return
    centre = float(np.linalg.norm(inertia[1:4])) / mass
    if centre > FAR * size:
        yield _finding(
            "length unit",
            "likely",
            where,
            f"Its centre of mass lies {centre:.3g} m from its joint, on a robot of {size:.3g} m.",
            "Is it in mm?",
        )
    if is_consistent(inertia).impossible:
        yield _finding(
            "impossible inertia",
            "certain",
            where,
            "No body of positive mass has this mass, centre and inertia: its moments of inertia"
            " break the triangle inequality, or are not positive.",
            "Take them from the maker's data or the CAD model again, about the centre of mass.",
        )


def _finding(kind: str, certainty: str, where: str, evidence: str, repair: str) -> Finding:
    return Finding(kind, certainty, where, evidence, repair)
