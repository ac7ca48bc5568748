"""Planar parallel robots with three limbs and a platform that turns: 3-RRR, 3-PRR, horizontal.

A limb's frame lies at its foot, x towards the centre, z up; the platform's lies in its middle.
"""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.builtin.lengths import (
    Lengths,
    check_lengths,
    expand_lengths,
    forget_inertias_elsewhere,
    make_rod,
)
from dynid.robot.chains import chain
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint, Loop

Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PLANE = ("x", "y", "rz")
LIMBS = (1, 2, 3)


def _make_feet(base_radius: Lengths) -> list[tuple[Array, Array]]:
    """Of every limb: its foot, and its frame, whose x points to the centre."""
    radii = expand_lengths("base_radius", base_radius, 3).tolist()
    turns = [make_axis_rotation(Z, phi) for phi in np.deg2rad([270.0, 30.0, 150.0])]
    return [(R @ (-r, 0, 0), R) for r, R in zip(radii, turns)]


def _make_planar_robot(
    name: str,
    drive: str,
    drives: list[Body],
    platform_radius: Lengths,
    coupler: Lengths,
    reach: Array,
    elbows: Array,
    description: str,
) -> Robot:
    """Couplers on the drives, from `elbows` (3, 2) to the platform at `reach` (3,), both in the
    limbs' frames at home; and the platform."""
    radii, rods = (
        expand_lengths(key, x, 3).tolist()
        for key, x in (("platform_radius", platform_radius), ("coupler", coupler))
    )
    bodies, loops, home = list(drives), [], dict[str, float]()
    for i, (body, radius, rod, d, (x, y)) in enumerate(
        zip(drives, radii, rods, reach.tolist(), elbows.tolist()), start=1
    ):
        turned, R = body.joint.kind == "revolute", np.asarray(body.joint.rotation)
        angle = float(np.arctan2(y, x)) if turned else 0.0
        home[body.joint.name] = angle if turned else y
        home[f"coupler{i}"] = float(np.arctan2(-y, d - x)) - angle
        place = (float(np.hypot(x, y)), 0, 0) if turned else (0, 0, 0)
        hinge = Joint(f"coupler{i}", axis=Z, position=place)
        bodies.append(Body(f"coupler{i}", body.name, hinge, inertia=make_rod(0.4, coupler)))
        corner = R @ (-radius, 0, 0)
        loops.append(Loop(f"limb{i}", "platform", f"coupler{i}", corner, (rod, 0, 0), kind="line"))
    shape = inertial(0.8, (0, 0, 0), (2e-3, 2e-3, 4e-3))
    bodies += chain("platform", WORLD, "platform", PLANE, inertia=shape)
    names = tuple(f"{drive}{i}" for i in LIMBS)
    return Robot(
        name,
        tuple(bodies),
        loops=tuple(loops),
        actuated=names,
        symmetry=(names, tuple(f"coupler{i}" for i in LIMBS)),
        home=home,
        task=tuple(f"platform.{step}" for step in PLANE),
        tool=Frame("tool", "platform"),
        description=description,
    )


@forget_inertias_elsewhere
def rrr3(
    base_radius: Lengths = 0.35,
    platform_radius: Lengths = 0.12,
    crank: Lengths = 0.26,
    coupler: Lengths = 0.20,
) -> Robot:
    """Planar 3-RRR: three cranks, three couplers, a platform that turns in the horizontal plane.

    Parameters
    ----------
    base_radius
        from the centre to a crank's axis [m], or to each; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a hinge [m], or to each
    crank
        length of a crank [m], or of each
    coupler
        length of a coupler [m], or of each
    """
    given: dict[str, Lengths] = {"base_radius": base_radius, "platform_radius": platform_radius}
    given |= {"crank": crank, "coupler": coupler}
    check_lengths("rrr3", **given)
    b, p, c, k = (expand_lengths(name, x, 3) for name, x in given.items())
    d = b - p
    lean = (c**2 + d**2 - k**2) / (2 * c * d)
    if not (np.abs(lean) < 1).all():
        raise RobotError(
            f"rrr3: crank and coupler cannot reach the platform, {d.max():g} m away, or are too"
            " unequal; expected a triangle of both and that distance."
        )
    angle = np.arccos(lean)
    drives = [
        Body(
            f"crank{i}",
            WORLD,
            Joint(f"crank{i}", axis=Z, position=foot, rotation=R),
            inertia=make_rod(0.6, crank),
        )
        for i, (foot, R) in zip(LIMBS, _make_feet(base_radius))
    ]
    elbows = np.stack([c * np.cos(angle), c * np.sin(angle)], axis=1)
    words = "planar 3-RRR, cranks driven"
    return _make_planar_robot("rrr3", "crank", drives, platform_radius, coupler, d, elbows, words)


@forget_inertias_elsewhere
def prr3(
    base_radius: Lengths = 0.30, platform_radius: Lengths = 0.15, coupler: Lengths = 0.25
) -> Robot:
    """Planar 3-PRR: three sliders along the sides of a triangle, three couplers, a platform that
    turns in the horizontal plane.

    Parameters
    ----------
    base_radius
        from the centre to a rail [m], or to each; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a hinge [m], or to each
    coupler
        length of a coupler [m], or of each
    """
    given: dict[str, Lengths] = {"base_radius": base_radius, "platform_radius": platform_radius}
    given |= {"coupler": coupler}
    check_lengths("prr3", **given)
    b, p, k = (expand_lengths(name, x, 3) for name, x in given.items())
    d = b - p
    if not (k > np.abs(d)).all():
        raise RobotError(
            f"prr3: a coupler of {k.min():g} m cannot span {d.max():g} m; lengthen it."
        )
    drives = [
        Body(
            f"slider{i}",
            WORLD,
            Joint(f"slider{i}", "prismatic", axis=Y, position=foot, rotation=R),
            inertia=inertial(0.9, (0, 0, 0), (1e-3, 1e-3, 1e-3)),
        )
        for i, (foot, R) in zip(LIMBS, _make_feet(base_radius))
    ]
    elbows = np.stack([0 * d, np.sqrt(k**2 - d**2)], axis=1)
    words = "planar 3-PRR, sliders driven"
    return _make_planar_robot("prr3", "slider", drives, platform_radius, coupler, d, elbows, words)
