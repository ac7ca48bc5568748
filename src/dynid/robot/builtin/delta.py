"""Delta robots: arms turned about tangential axes, parallelogram struts, a platform that only
translates.

World z points up, the platform hangs below the base. An arm's frame lies on its axis: y along the
axis, x along the arm (angle 0: horizontal, outward; positive angles lower it). A strut's frame lies
at the elbow, x along the strut. The parallelograms keep the platform from turning, so it hangs on
three sliding joints, and one strut may stand for a pair.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import RobotError
from dynid.robot.builtin.lengths import (
    Lengths,
    check_lengths,
    expand_lengths,
    forget_inertias_elsewhere,
)
from dynid.robot.chains import TRANSLATION, chain
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop


def make_parallelogram(
    limb: int,
    parent: str,
    elbow: ArrayLike,
    platform: str,
    end: ArrayLike,
    turn: Array,
    strut: float,
    struts: int,
    spacing: float,
    inertia: ArrayLike | None,
) -> tuple[list[Body], list[Loop], list[str]]:
    """The struts of a limb, from the elbow in the parent's frame to `end` in the platform's; `turn`
    turns the limb's plane against the platform's axes. With their names."""
    if struts not in (1, 2):
        raise RobotError(
            f"delta robot: got struts={struts}, expected 1 (one represents the pair) or 2 per limb."
        )
    bodies, loops, names = [], [], []
    for suffix, side in (("", 0.0),) if struts == 1 else (("a", -spacing / 2), ("b", spacing / 2)):
        name, beside = f"strut{limb}{suffix}", np.array([0.0, side, 0.0])
        at = np.asarray(elbow, dtype=float) + beside
        bodies += chain(name, parent, name, ("ry", "rz"), position=at, inertia=inertia)
        place = np.asarray(end, dtype=float) + turn @ beside
        loops.append(Loop(f"limb{limb}{suffix}", platform, name, place, (strut, 0, 0)))
        names.append(name)
    return bodies, loops, names


def make_arm_limbs(
    directions: Sequence[float],
    base_radius: float,
    platform_radius: float,
    arm: Lengths,
    strut: Lengths,
    struts: int,
    spacing: float,
    arm_inertia: ArrayLike | None,
    strut_inertia: ArrayLike | None,
    platforms: Sequence[tuple[str, ArrayLike]] | None = None,
) -> tuple[list[Body], list[Loop], list[str]]:
    """Limbs with arms; `platforms` names for each the body it carries and that body's origin, seen
    from the centre of the circle of the struts' ends."""
    bodies: list[Body] = []
    loops: list[Loop] = []
    strut_names: list[str] = []
    arms, rods = (
        expand_lengths(name, length, len(directions))
        for name, length in (("arm", arm), ("strut", strut))
    )
    for i, phi in enumerate(directions, start=1):
        Rz = make_axis_rotation((0, 0, 1), phi)
        platform, origin = platforms[i - 1] if platforms else ("platform", (0.0, 0.0, 0.0))
        bodies.append(
            Body(
                f"arm{i}",
                WORLD,
                Joint(f"arm{i}", axis=(0, 1, 0), position=Rz @ (base_radius, 0, 0), rotation=Rz),
                inertia=arm_inertia,
            )
        )
        end = Rz @ (platform_radius, 0, 0) - np.asarray(origin)
        elbow, rod = (arms[i - 1], 0, 0), rods[i - 1]
        more = make_parallelogram(
            i, f"arm{i}", elbow, platform, end, Rz, rod, struts, spacing, strut_inertia
        )
        bodies, loops, strut_names = bodies + more[0], loops + more[1], strut_names + more[2]
    return bodies, loops, strut_names


def solve_arms_home(
    count: int, strut_names: Sequence[str], gap: float, arm: Lengths, strut: Lengths, angle: float
) -> tuple[dict[str, float], float]:
    """All arms at one angle, the platform on the axis: closed form, of the mean limb where they
    differ. gap = base radius - platform radius."""
    arm, strut = float(np.mean(arm)), float(np.mean(strut))
    inward = gap + arm * np.cos(angle)
    if not strut > abs(inward):
        raise RobotError(
            f"delta robot: a strut of {strut} m cannot reach the platform ({inward:.3f} m away at"
            f" arm angle {angle}); lengthen the strut or bring the radii closer."
        )
    drop = float(np.sqrt(strut**2 - inward**2))
    height = -(arm * np.sin(angle) + drop)
    bend = float(np.arctan2(drop, -inward)) - angle
    home = {f"arm{i}": angle for i in range(1, count + 1)}
    home |= {f"{name}.ry": bend for name in strut_names}
    return {**home, "platform.z": height}, height


@forget_inertias_elsewhere
def delta3(
    base_radius: float = 0.2,
    platform_radius: float = 0.045,
    arm: Lengths = 0.3423,
    strut: Lengths = 0.85,
    directions: Sequence[float] = (np.pi / 3, np.pi, 5 * np.pi / 3),
    struts: int = 1,
    spacing: float = 0.1,
    home_angle: float = 0.3,
) -> Robot:
    """3-DOF Delta: Kim et al. 2022; the masses are those of its Table 1.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m]: Table 1
    platform_radius
        from the platform's centre to a strut's end [m]: Table 1
    arm
        length of an arm, axis to elbow [m]: Table 1; or of each arm, where they differ
    strut
        length of a strut [m], or of each limb's: not given there, plausible
    directions
        of the arms about the vertical [rad]: plausible
    struts
        1: one body for a pair of struts; 2: two bodies, spaced
    spacing
        between the two struts of a pair [m]: plausible
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    check_lengths(
        "delta3", base_radius=base_radius, platform_radius=platform_radius, arm=arm, strut=strut
    )
    m_a, L1c, I_a, m_d, m_p = 3.977, 0.1563, 191.9e-4, 0.402, 2.033
    # I_a is about the arm's joint axis in Kim's (1); as printed it is too small for m_a and L1c, so
    # it stands for the inertia about the centre of mass here: the tensor stays physically possible
    arm_inertia = inertial(m_a, (L1c, 0, 0), (I_a / 4, I_a, I_a))
    strut_mass, mean = m_d / struts, float(np.mean(strut))
    strut_inertia = inertial(
        strut_mass, (mean / 2, 0, 0), strut_mass * np.array([1e-4, mean**2 / 12, mean**2 / 12])
    )
    bodies, loops, strut_names = make_arm_limbs(
        directions,
        base_radius,
        platform_radius,
        arm,
        strut,
        struts,
        spacing,
        arm_inertia,
        strut_inertia,
    )
    bodies += chain(
        "platform",
        WORLD,
        "platform",
        TRANSLATION,
        inertia=inertial(m_p, (0, 0, 0), (4e-3, 4e-3, 7e-3)),
    )
    home, _ = solve_arms_home(
        len(directions), strut_names, base_radius - platform_radius, arm, strut, home_angle
    )
    return Robot(
        "delta3",
        tuple(bodies),
        loops=tuple(loops),
        actuated=tuple(f"arm{i}" for i in range(1, len(directions) + 1)),
        symmetry=(tuple(f"arm{i}" for i in range(1, len(directions) + 1)), tuple(strut_names)),
        home=home,
        task=("platform.x", "platform.y", "platform.z"),
        tool=Frame("tool", "platform"),
        description="3-DOF Delta (Kim 2022)",
    )


#: Gnad 2024, Table I, column "ID geom"; what the table leaves open (arm mass, platform and tool
#: inertia) is completed with plausible values that keep every body physically possible
GNAD_INERTIA: dict[str, Array] = {
    "arm": np.array([1.0, 0.091, 0, 0.009, 0.02, 0, 0.189, 0, 0, 0.19]),
    "strut": np.array([0.278, 0.104, 0, 0, 24.611e-3, 0, 0.114, 0, 0, 0.116]),
    "platform": inertial(1.230, (0, 0, 0), (1.5e-3, 1.5e-3, 2.5e-3)),
    "telescope_upper": np.array([0.732, 0, 0, -0.305, 0.148, 0, 0.148, 0, 0, 2.826e-6]),
    "telescope_lower": np.array([0.483, 0, 0, 0.239, 0.126, 0, 0.126, 0, 0, 1.151e-6]),
    "end_effector": inertial(0.300, (0.01, 0.005, -0.03), (8e-4, 8e-4, 6e-4)),
}


@forget_inertias_elsewhere
def delta4(
    base_radius: float = 0.200,
    platform_radius: float = 0.045,
    arm: Lengths = 0.500,
    strut: Lengths = 1.106,
    directions: Sequence[float] = (0.0, 2 * np.pi / 3, 4 * np.pi / 3),
    struts: int = 1,
    spacing: float = 0.1,
    home_angle: float = 0.3,
) -> Robot:
    """4-DOF Delta with telescope bar and end effector: Gnad et al. 2024, ABB IRB 360-6/1600; the
    inertias are those of its Table I.

    The bar hangs in a universal joint below the drive psi; its z axis points up along it. Two
    universal joints with parallel outer axes cancel, so the end effector turns by psi exactly.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m]: plausible
    platform_radius
        from the platform's centre to a strut's end [m]: plausible
    arm
        length of an arm, axis to elbow [m]: section VIII; or of each arm, where they differ
    strut
        length of a strut [m], or of each limb's: section VIII
    directions
        of the arms about the vertical [rad]: plausible
    struts
        1: one body for a pair of struts; 2: two bodies, spaced
    spacing
        between the two struts of a pair [m]: plausible
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    check_lengths(
        "delta4", base_radius=base_radius, platform_radius=platform_radius, arm=arm, strut=strut
    )
    inertia = GNAD_INERTIA
    bodies, loops, strut_names = make_arm_limbs(
        directions,
        base_radius,
        platform_radius,
        arm,
        strut,
        struts,
        spacing,
        inertia["arm"],
        inertia["strut"] / struts,
    )
    bodies += chain("platform", WORLD, "platform", TRANSLATION, inertia=inertia["platform"])
    bodies.append(Body("spindle", WORLD, Joint("psi", axis=(0, 0, 1)), massless=True))
    bodies += chain(
        "telescope_upper", "spindle", "bar", ("rx", "ry"), inertia=inertia["telescope_upper"]
    )
    bodies.append(
        Body(
            "telescope_lower",
            "telescope_upper",
            Joint("slide", "prismatic", axis=(0, 0, -1), lower=0.0),
            inertia=inertia["telescope_lower"],
        )
    )
    bodies.append(
        Body(
            "end_effector",
            "platform",
            Joint("tool", axis=(0, 0, 1)),
            inertia=inertia["end_effector"],
        )
    )
    loops.append(Loop("bar", "platform", "telescope_lower", kind="point"))
    home, height = solve_arms_home(
        len(directions), strut_names, base_radius - platform_radius, arm, strut, home_angle
    )
    arms = tuple(f"arm{i}" for i in range(1, len(directions) + 1))
    return Robot(
        "delta4",
        tuple(bodies),
        loops=tuple(loops),
        couplings=(Coupling("tool", "psi", (0.0, 1.0)),),
        actuated=(*arms, "psi"),
        symmetry=(arms, tuple(strut_names)),
        home={**home, "slide": -height},
        task=("platform.x", "platform.y", "platform.z", "tool"),
        tool=Frame("tool", "end_effector"),
        description="4-DOF Delta with telescope bar (Gnad 2024)",
    )
