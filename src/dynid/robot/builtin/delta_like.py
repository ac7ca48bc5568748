"""Robots of the Delta's family: with linear drives, and with four limbs and an articulated platform
that turns the tool. Frames as in `dynid.robot.builtin.delta`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dynid.robot.builtin.delta import make_arm_limbs, make_parallelogram, solve_arms_home
from dynid.robot.builtin.lengths import (
    Lengths,
    check_lengths,
    forget_inertias_elsewhere,
    make_rod,
)
from dynid.robot.chains import TRANSLATION, chain
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop

Z = (0.0, 0.0, 1.0)
Place = tuple[float, float, float]


def linear_delta(
    base_radius: float = 0.30,
    platform_radius: float = 0.05,
    strut: float = 0.55,
    tilt: float = 0.0,
    directions: Sequence[float] = (0.0, 2 * np.pi / 3, 4 * np.pi / 3),
    struts: int = 1,
    spacing: float = 0.08,
) -> Robot:
    """3-DOF Delta with linear drives: carriages on rails in place of arms.

    A carriage's frame lies where its struts begin, x outward, z up; its coordinate is how far it is
    above home along its rail.

    Parameters
    ----------
    base_radius
        from the centre to the struts' ends on a carriage at home [m]; all lengths and masses are
        plausible ones
    platform_radius
        from the platform's centre to a strut's end [m]
    strut
        length of a strut [m]
    tilt
        of the rails from the vertical, outward at the top [rad]
    directions
        of the rails about the vertical [rad]
    struts
        1: one body for a pair of struts; 2: two bodies, spaced
    spacing
        between the two struts of a pair [m]
    """
    check_lengths(
        "linear_delta", base_radius=base_radius, platform_radius=platform_radius, strut=strut
    )
    bodies: list[Body] = []
    loops: list[Loop] = []
    strut_names: list[str] = []
    for i, phi in enumerate(directions, start=1):
        Rz = make_axis_rotation((0, 0, 1), phi)
        rail = Joint(
            f"carriage{i}",
            "prismatic",
            axis=(np.sin(tilt), 0, np.cos(tilt)),
            position=Rz @ (base_radius, 0, 0),
            rotation=Rz,
        )
        shape = inertial(1.2, (0.02, 0, 0.01), (2e-3, 2e-3, 1.5e-3))
        bodies.append(Body(f"carriage{i}", WORLD, rail, inertia=shape))
        end, thin = Rz @ (platform_radius, 0, 0), make_rod(0.25 / struts, strut)
        more = make_parallelogram(
            i, f"carriage{i}", (0, 0, 0), "platform", end, Rz, strut, struts, spacing, thin
        )
        bodies, loops, strut_names = bodies + more[0], loops + more[1], strut_names + more[2]
    shape = inertial(0.8, (0, 0, 0), (1e-3, 1e-3, 2e-3))
    bodies += chain("platform", WORLD, "platform", TRANSLATION, inertia=shape)
    carriages = tuple(f"carriage{i}" for i in range(1, len(directions) + 1))
    # as with arms of no length, level
    home, _ = solve_arms_home(0, strut_names, base_radius - platform_radius, 0.0, strut, 0.0)
    return Robot(
        "linear_delta",
        tuple(bodies),
        loops=tuple(loops),
        actuated=carriages,
        symmetry=(carriages, tuple(strut_names)),
        home=home,
        task=("platform.x", "platform.y", "platform.z"),
        tool=Frame("tool", "platform"),
        description="3-DOF Delta with linear drives",
    )


@dataclass(frozen=True)
class _ArticulatedPlatform:
    """The platform of a robot with four limbs, of which two carry each half: its bodies and
    couplings, where the halves' origins lie, the coordinate that turns the tool, and rods alike."""

    bodies: list[Body]
    couplings: tuple[Coupling, ...]
    first: tuple[str, Place]
    second: tuple[str, Place]
    turn: str
    rods: tuple[tuple[str, ...], ...] = ()


def _make_four_limbs(
    name: str,
    platform: _ArticulatedPlatform,
    description: str,
    base_radius: float,
    platform_radius: float,
    arm: Lengths,
    strut: Lengths,
    struts: int,
    spacing: float,
    home_angle: float,
) -> Robot:
    """Limbs 1 and 2 carry the first half of the platform, 3 and 4 the second."""
    mean = float(np.mean(arm))
    bodies, loops, strut_names = make_arm_limbs(
        np.deg2rad([225.0, 315.0, 45.0, 135.0]).tolist(),
        base_radius,
        platform_radius,
        arm,
        strut,
        struts,
        spacing,
        inertial(1.8, (mean / 3, 0, 0), (2e-3, 2.5e-2, 2.5e-2)),
        make_rod(0.3 / struts, strut),
        (platform.first, platform.first, platform.second, platform.second),
    )
    arms = tuple(f"arm{i}" for i in range(1, 5))
    home, _ = solve_arms_home(4, strut_names, base_radius - platform_radius, arm, strut, home_angle)
    return Robot(
        name,
        (*bodies, *platform.bodies),
        loops=tuple(loops),
        couplings=platform.couplings,
        actuated=arms,
        symmetry=(arms, tuple(strut_names), *platform.rods),
        home={**home, "platform.y": platform.first[1][1]},
        task=("platform.x", "platform.y", "platform.z", platform.turn),
        tool=Frame("tool", "end_effector"),
        description=description,
    )


@forget_inertias_elsewhere
def par4(
    base_radius: float = 0.40,
    platform_radius: float = 0.15,
    arm: Lengths = 0.375,
    strut: Lengths = 0.825,
    rod: float = 0.26,
    gear: float = 4.0,
    struts: int = 1,
    spacing: float = 0.08,
    home_angle: float = 0.2,
) -> Robot:
    """4-DOF robot of the family of H4, I4 and Par4 (Pierrot et al. 2009): four limbs as a Delta's,
    and a platform of two halves.

    Limbs 1 and 2 carry one half, 3 and 4 the other. Neither turns. Two rods between them, hinged
    about vertical axes, make a parallelogram: where the halves shift against each other, they turn,
    and a gear on the first half turns the tool by `gear` times their angle.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m]; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a strut's end, the rods straight [m]
    arm
        length of an arm, axis to elbow [m]
    strut
        length of a strut [m]
    rod
        length of the platform's rods, and so the distance of its halves [m]
    gear
        turns of the tool in one of the rods
    struts
        1: one body for a pair of struts; 2: two bodies, spaced
    spacing
        between the two struts of a pair [m]
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    check_lengths(
        "par4",
        base_radius=base_radius,
        platform_radius=platform_radius,
        arm=arm,
        strut=strut,
        rod=rod,
    )
    # the halves' frames: the first in its middle, the second at its hinge with the first rod
    hinge = platform_radius / 2
    platform = _ArticulatedPlatform(
        _make_hinged_platform(rod, hinge, (hinge, -hinge)),
        (
            Coupling("back", "turn", (0.0, -1.0)),
            Coupling("rod2", "turn", (0.0, 1.0)),
            Coupling("tool", "turn", (0.0, gear)),
        ),
        ("half1", (0.0, -rod / 2, 0.0)),
        ("half2", (hinge, rod / 2, 0.0)),
        "turn",
        (("rod1", "rod2"),),
    )
    words = "4-DOF, four limbs and an articulated platform (Par4)"
    lengths = base_radius, platform_radius, arm, strut
    return _make_four_limbs("par4", platform, words, *lengths, struts, spacing, home_angle)


@forget_inertias_elsewhere
def h4(
    base_radius: float = 0.40,
    platform_radius: float = 0.12,
    arm: Lengths = 0.35,
    strut: Lengths = 0.80,
    rod: float = 0.16,
    gear: float = 1.0,
    struts: int = 1,
    spacing: float = 0.08,
    home_angle: float = 0.2,
) -> Robot:
    """4-DOF H4 (Pierrot and Company 1999): four limbs as a Delta's, two bars that do not turn, and
    a rod between their middles that carries the tool.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m]; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a strut's end, the rod straight [m]
    arm
        length of an arm, axis to elbow [m], or of each
    strut
        length of a strut [m], or of each limb's
    rod
        length of the rod, and so the distance of the bars [m]
    gear
        turns of the tool in one of the rod
    struts
        1 represents a pair of struts, 2 are two bodies, spaced
    spacing
        between the two struts of a pair [m]
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    check_lengths(
        "h4",
        base_radius=base_radius,
        platform_radius=platform_radius,
        arm=arm,
        strut=strut,
        rod=rod,
    )
    platform = _ArticulatedPlatform(
        _make_hinged_platform(rod, 0.0, (0.0,)),
        (Coupling("back", "turn", (0.0, -1.0)), Coupling("tool", "turn", (0.0, gear))),
        ("half1", (0.0, -rod / 2, 0.0)),
        ("half2", (0.0, rod / 2, 0.0)),
        "turn",
    )
    words = "4-DOF, four limbs, two bars and a rod (H4)"
    lengths = base_radius, platform_radius, arm, strut
    return _make_four_limbs("h4", platform, words, *lengths, struts, spacing, home_angle)


@forget_inertias_elsewhere
def i4(
    base_radius: float = 0.40,
    platform_radius: float = 0.12,
    arm: Lengths = 0.35,
    strut: Lengths = 0.80,
    width: float = 0.10,
    pinion: float = 0.05,
    struts: int = 1,
    spacing: float = 0.08,
    home_angle: float = 0.2,
) -> Robot:
    """4-DOF I4 (Krut et al. 2003): four limbs as a Delta's, and a platform of two halves that slide
    along each other; a rack and pinion turns the tool.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m]; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a strut's end, the halves side by side [m]
    arm
        length of an arm, axis to elbow [m], or of each
    strut
        length of a strut [m], or of each limb's
    width
        distance of the halves [m]
    pinion
        radius of the pinion [m]: the tool turns by the shift over it
    struts
        1 represents a pair of struts, 2 are two bodies, spaced
    spacing
        between the two struts of a pair [m]
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    check_lengths(
        "i4",
        base_radius=base_radius,
        platform_radius=platform_radius,
        arm=arm,
        strut=strut,
        width=width,
        pinion=pinion,
    )
    half = inertial(0.40, (0, 0.01, 0.01), (6e-4, 8e-4, 1e-3))
    rail = Joint("shift", "prismatic", axis=(1.0, 0.0, 0.0), position=(0, width, 0))
    platform = _ArticulatedPlatform(
        [*_make_first_half(), Body("half2", "half1", rail, inertia=half)],
        (Coupling("tool", "shift", (0.0, 1.0 / pinion)),),
        ("half1", (0.0, -width / 2, 0.0)),
        ("half2", (0.0, width / 2, 0.0)),
        "shift",
    )
    words = "4-DOF, four limbs and a platform of two sliding halves (I4)"
    lengths = base_radius, platform_radius, arm, strut
    return _make_four_limbs("i4", platform, words, *lengths, struts, spacing, home_angle)


def _make_first_half() -> list[Body]:
    """One half of a platform, which does not turn, and the tool on it."""
    half = inertial(0.45, (0, -0.02, 0.01), (6e-4, 8e-4, 1e-3))
    tool = inertial(0.35, (0.01, 0.005, -0.03), (9e-4, 9e-4, 6e-4))
    return [
        *chain("half1", WORLD, "platform", TRANSLATION, inertia=half),
        Body("end_effector", "half1", Joint("tool", axis=Z), inertia=tool),
    ]


def _make_hinged_platform(rod: float, hinge: float, hinges: Sequence[float]) -> list[Body]:
    """Two halves, rods between them, the first at `hinge`, and the tool: "turn" is the rods' angle,
    "back" keeps the second half from turning."""
    other = inertial(0.40, (-hinge, 0.02, 0.01), (6e-4, 8e-4, 1e-3))
    bar = inertial(0.12, (0, rod / 2, 0), (8e-5, 2e-5, 9e-5))
    first, *rods = (
        _make_first_half()[:-1],
        *(
            Body(
                f"rod{k}",
                "half1",
                Joint("turn" if k == 1 else f"rod{k}", axis=Z, position=(x, 0, 0)),
                inertia=bar,
            )
            for k, x in enumerate(hinges, start=1)
        ),
    )
    back = Joint("back", axis=Z, position=(0, rod, 0))
    return [*first, *rods, Body("half2", "rod1", back, inertia=other), _make_first_half()[-1]]
