"""Parallel robots other than Deltas: five-bar, 3-PRS, 3-RPS, Stewart platform."""

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
from dynid.robot.chains import FREE, UNIVERSAL, chain
from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Frame, Joint, Loop

Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@forget_inertias_elsewhere
def five_bar(base: float = 0.2, crank: Lengths = 0.25, coupler: Lengths = 0.35) -> Robot:
    """Planar five-bar in the vertical x-z plane, two driven cranks; a frame's x axis points along
    its link.

    The couplers meet in a hinge whose axis is normal to the plane: a point on a line.

    Parameters
    ----------
    base
        between the cranks' axes [m]; all lengths are plausible ones
    crank
        length of a crank [m], or of the left and the right one
    coupler
        length of a coupler [m], or of both
    """
    check_lengths("five_bar", base=base, crank=crank, coupler=coupler)
    cranks, couplers = (
        expand_lengths(name, x, 2).tolist() for name, x in (("crank", crank), ("coupler", coupler))
    )
    bodies = []
    for k, (side, x) in enumerate((("left", -base / 2), ("right", base / 2))):
        bodies += [
            Body(
                f"{side}_crank",
                WORLD,
                Joint(f"{side}", axis=Y, position=(x, 0, 0)),
                inertia=make_rod(0.8, crank),
            ),
            Body(
                f"{side}_coupler",
                f"{side}_crank",
                Joint(f"{side}_elbow", axis=Y, position=(cranks[k], 0, 0)),
                inertia=make_rod(0.5, coupler),
            ),
        ]
    normal = make_axis_rotation((1, 0, 0), -np.pi / 2)  # its z axis is the world's y
    tips = [(x, 0.0, 0.0) for x in couplers]
    names = "left_coupler", "right_coupler"
    loop = Loop("tip", *names, tips[0], tips[1], normal, normal, kind="line")
    # elbows outward, the tip above: crank angles lift against +y, so up is negative. With unequal
    # limbs that is where the loop is closed from
    up, shorter = -2.0, min(couplers)
    elbow = -base / 2 + max(cranks) * np.cos(up)
    if shorter < -elbow:
        raise RobotError(
            f"five_bar: got a coupler of {shorter:g} m, expected at least {-elbow:.3g} m, so that"
            " both can meet with the elbows outward."
        )
    reach = float(np.arccos(-elbow / np.mean(couplers)))
    home = {"left": up, "left_elbow": -reach - up, "right": -np.pi - up, "right_elbow": reach + up}
    return Robot(
        "five_bar",
        tuple(bodies),
        loops=(loop,),
        actuated=("left", "right"),
        symmetry=(("left_crank", "right_crank"), ("left_coupler", "right_coupler")),
        home=home,
        task=("tool.x", "tool.z"),
        tool=Frame("tool", "left_coupler", tips[0]),
        description="planar five-bar linkage, two cranks driven",
    )


def _make_triangle(radius: float) -> Array:
    angles = np.deg2rad([0.0, 120.0, 240.0])
    return radius * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)


def _make_tripod_platform(
    radius: float, height: float
) -> tuple[list[Body], Array, dict[str, float]]:
    """A free platform whose frame lies at its first ball joint, x towards the second (the frame of
    Diaz-Rodriguez), the three ball centres in that frame, and its home pose: level at the given
    height, joint i at 0, 120, 240 deg.
    """
    corners = _make_triangle(radius)
    x = corners[1] - corners[0]
    R = np.column_stack([x / np.linalg.norm(x), np.cross(Z, x / np.linalg.norm(x)), Z])
    balls = (corners - corners[0]) @ R
    centre = balls.mean(axis=0)
    inertia = inertial(2.5, centre, (0.012, 0.012, 0.024))
    platform = chain("platform", WORLD, "platform", FREE, rotation=R, inertia=inertia)
    x0, y0, z0 = R.T @ (corners[0] + (0, 0, height))
    return platform, balls, {"platform.x": x0, "platform.y": y0, "platform.z": z0}


def prs3(base_radius: float = 0.40, platform_radius: float = 0.20, coupler: float = 0.55) -> Robot:
    """3-PRS: vertical sliders (driven), couplers turning about tangential axes, ball joints at the
    platform.

    Structure and body frames: Diaz-Rodriguez et al. 2010 (a coupler's z axis is its hinge, x points
    along it; the platform's frame lies at its first ball joint, x towards the second).

    Parameters
    ----------
    base_radius
        from the centre to a slider [m]; the paper gives no lengths: plausible ones
    platform_radius
        from the platform's centre to a ball joint [m]
    coupler
        length of a coupler, hinge to ball joint [m]
    """
    check_lengths("prs3", base_radius=base_radius, platform_radius=platform_radius, coupler=coupler)
    lean = (base_radius - platform_radius) / coupler
    if not abs(lean) < 1:
        raise RobotError(
            f"prs3: a coupler of {coupler} m cannot span {base_radius - platform_radius} m;"
            " lengthen it."
        )
    rise = float(np.arccos(lean))
    height = coupler * float(np.sin(rise))
    bodies: list[Body] = []
    loops: list[Loop] = []
    home: dict[str, float] = {}
    platform, balls, home_platform = _make_tripod_platform(platform_radius, height)
    for i, phi in enumerate(np.deg2rad([0.0, 120.0, 240.0]), start=1):
        # the hinge frame: x inward, y up, z tangential
        inward = make_axis_rotation(Z, phi) @ np.array([[-1.0, 0, 0], [0, 0, 1], [0, 1, 0]])
        foot = make_axis_rotation(Z, phi) @ (base_radius, 0, 0)
        bodies += [
            Body(
                f"slider{i}",
                WORLD,
                Joint(f"slider{i}", "prismatic", axis=Y, position=foot, rotation=inward),
                inertia=inertial(1.5, (0, 0, 0), (2e-3, 2e-3, 2e-3)),
            ),
            Body(
                f"coupler{i}",
                f"slider{i}",
                Joint(f"coupler{i}", axis=Z),
                inertia=make_rod(0.9, coupler),
            ),
        ]
        loops.append(Loop(f"leg{i}", "platform", f"coupler{i}", balls[i - 1], (coupler, 0, 0)))
        home[f"coupler{i}"] = rise
    return Robot(
        "prs3",
        (*bodies, *platform),
        loops=tuple(loops),
        actuated=("slider1", "slider2", "slider3"),
        symmetry=(("slider1", "slider2", "slider3"), ("coupler1", "coupler2", "coupler3")),
        home={**home, **home_platform},
        task=("platform.z", "platform.rx", "platform.ry"),
        tool=Frame("tool", "platform", balls.mean(axis=0)),
        description="3-PRS, vertical sliders driven (Diaz-Rodriguez 2010)",
    )


def rps3(base_radius: float = 0.35, platform_radius: float = 0.20, leg: float = 0.60) -> Robot:
    """3-RPS: legs hinged about tangential axes at the base, driven in length, ball joints at the
    platform.

    Structure: Diaz-Rodriguez et al. 2010. A leg's two frames have z along the leg, the lower one y
    along its hinge; the upper one lies at the ball joint.

    Parameters
    ----------
    base_radius
        from the centre to a leg's hinge [m]; the paper gives no lengths: plausible
    platform_radius
        from the platform's centre to a ball joint [m]
    leg
        length of a leg at home [m]; the coordinate is the length itself
    """
    check_lengths("rps3", base_radius=base_radius, platform_radius=platform_radius, leg=leg)
    lean = (base_radius - platform_radius) / leg
    if not abs(lean) < 1:
        raise RobotError(
            f"rps3: a leg of {leg} m cannot span {base_radius - platform_radius} m; lengthen it."
        )
    tilt = float(np.arcsin(lean))
    bodies: list[Body] = []
    loops: list[Loop] = []
    home: dict[str, float] = {}
    platform, balls, home_platform = _make_tripod_platform(
        platform_radius, leg * float(np.cos(tilt))
    )
    for i, phi in enumerate(np.deg2rad([0.0, 120.0, 240.0]), start=1):
        Rz = make_axis_rotation(Z, phi)
        bodies += [
            Body(
                f"cylinder{i}",
                WORLD,
                Joint(f"hinge{i}", axis=Y, position=Rz @ (base_radius, 0, 0), rotation=Rz),
                inertia=inertial(2.0, (0, 0, 0.15), (0.02, 0.02, 0.002)),
            ),
            Body(
                f"rod{i}",
                f"cylinder{i}",
                Joint(f"leg{i}", "prismatic", axis=Z, lower=0.0),
                inertia=inertial(0.8, (0, 0, -0.2), (0.011, 0.011, 2e-4)),
            ),
        ]
        loops.append(Loop(f"ball{i}", "platform", f"rod{i}", balls[i - 1]))
        home |= {f"hinge{i}": -tilt, f"leg{i}": leg}
    return Robot(
        "rps3",
        (*bodies, *platform),
        loops=tuple(loops),
        actuated=("leg1", "leg2", "leg3"),
        symmetry=(("cylinder1", "cylinder2", "cylinder3"), ("rod1", "rod2", "rod3")),
        home={**home, **home_platform},
        task=("platform.z", "platform.rx", "platform.ry"),
        tool=Frame("tool", "platform", balls.mean(axis=0)),
        description="3-RPS, leg lengths driven (Diaz-Rodriguez 2010)",
    )


@forget_inertias_elsewhere
def stewart(
    base_radius: Lengths = 0.50,
    platform_radius: Lengths = 0.30,
    height: float = 0.60,
    spread: float = 0.35,
) -> Robot:
    """Stewart-Gough platform, 6-UPS: universal joints at the base, driven leg lengths, ball joints
    at the platform.

    Anchors in pairs: at the base around 0, 120, 240 deg, at the platform around 60, 180, 300 deg.
    A leg's frames have z along the leg; the upper one lies at the ball joint, and the coordinate is
    the length.

    Parameters
    ----------
    base_radius
        from the centre to a foot [m], or to each; all four are plausible numbers
    platform_radius
        from the platform's centre to a ball joint [m], or to each
    height
        of the platform at home [m]
    spread
        angle between the two anchors of a pair [rad]
    """
    check_lengths(
        "stewart",
        base_radius=base_radius,
        platform_radius=platform_radius,
        height=height,
        spread=spread,
    )
    low, high = _make_pair_angles(spread)
    feet = _place_on_circle("base_radius", base_radius, low)
    balls = _place_on_circle("platform_radius", platform_radius, high)
    bodies, loops, home = [], [], {"platform.z": height}
    for i in range(6):
        x, y, z = balls[i] + (0, 0, height) - feet[i]
        length = float(np.linalg.norm((x, y, z)))
        name = f"leg{i + 1}"
        bodies += chain(
            f"cylinder{i + 1}",
            WORLD,
            f"foot{i + 1}",
            UNIVERSAL,
            position=feet[i],
            inertia=inertial(1.5, (0, 0, 0.2), (0.02, 0.02, 0.001)),
        )
        bodies.append(
            Body(
                f"rod{i + 1}",
                f"cylinder{i + 1}",
                Joint(name, "prismatic", axis=Z, lower=0.0),
                inertia=inertial(0.6, (0, 0, -0.2), (0.008, 0.008, 1e-4)),
            )
        )
        loops.append(Loop(f"ball{i + 1}", "platform", f"rod{i + 1}", balls[i]))
        # Rx(a) Ry(b) z = (sin b, -sin a cos b, cos a cos b)
        home |= {
            f"foot{i + 1}.rx": np.arctan2(-y, z),
            f"foot{i + 1}.ry": np.arcsin(x / length),
            name: length,
        }
    bodies += chain(
        "platform", WORLD, "platform", FREE, inertia=inertial(5.0, (0, 0, 0.02), (0.12, 0.12, 0.22))
    )
    return Robot(
        "stewart",
        tuple(bodies),
        loops=tuple(loops),
        actuated=tuple(f"leg{i + 1}" for i in range(6)),
        symmetry=(
            tuple(f"cylinder{i + 1}" for i in range(6)),
            tuple(f"rod{i + 1}" for i in range(6)),
        ),
        home=home,
        task=tuple(f"platform.{step}" for step in FREE),
        tool=Frame("tool", "platform"),
        description="Stewart-Gough platform, 6-UPS",
    )


def _make_pair_angles(spread: float) -> tuple[Array, Array]:
    """Of six anchors in pairs: at the base around 0, 120, 240 deg, at the platform around 60, 180,
    300 deg."""
    pair = np.array([-spread / 2, spread / 2])
    low = np.concatenate([np.deg2rad(a) + pair for a in (0, 120, 240)])
    high = np.concatenate([np.deg2rad(a) + pair for a in (-60, 60, 180)])[[1, 2, 3, 4, 5, 0]]
    return low, high


def _place_on_circle(name: str, radius: Lengths, angles: Array) -> Array:
    """(N, 3)"""
    r = expand_lengths(name, radius, len(angles))
    return np.stack([r * np.cos(angles), r * np.sin(angles), 0 * angles], axis=1)


@forget_inertias_elsewhere
def rus6(
    base_radius: Lengths = 0.30,
    platform_radius: Lengths = 0.12,
    arm: Lengths = 0.20,
    strut: Lengths = 0.45,
    spread: float = 0.5,
    home_angle: float = 0.2,
) -> Robot:
    """6-RUS, the Hexa: six cranks turned about tangential axes, struts in universal joints, ball
    joints at a platform that turns, too.

    Anchors in pairs, as those of `stewart`; frames as those of `delta3`, the platform below.

    Parameters
    ----------
    base_radius
        from the centre to an arm's axis [m], or to each; lengths and masses are plausible ones
    platform_radius
        from the platform's centre to a ball joint [m], or to each
    arm
        length of an arm, axis to elbow [m], or of each
    strut
        length of a strut [m], or of each
    spread
        angle between the two anchors of a pair [rad]
    home_angle
        of all arms at home, below the horizontal [rad]
    """
    given = {"base_radius": base_radius, "platform_radius": platform_radius}
    check_lengths("rus6", **given, arm=arm, strut=strut)
    low, high = _make_pair_angles(spread)
    feet = _place_on_circle("base_radius", base_radius, low)
    balls = _place_on_circle("platform_radius", platform_radius, high)
    arms, struts = (expand_lengths(n, x, 6).tolist() for n, x in (("arm", arm), ("strut", strut)))
    turns = [make_axis_rotation(Z, phi) @ make_axis_rotation(Y, home_angle) for phi in low]
    elbows = feet + [R[:, 0] * length for R, length in zip(turns, arms)]
    across = np.linalg.norm((balls - elbows)[:, :2], axis=1)
    if not (np.array(struts) > across).all():
        raise RobotError(
            f"rus6: a strut of {min(struts):g} m cannot reach the platform, {across.max():.3f} m"
            " away; lengthen it."
        )
    height = float(np.mean(elbows[:, 2] - np.sqrt(np.array(struts) ** 2 - across**2)))
    bodies, loops, home = [], [], {"platform.z": height}
    for i, (foot, length, rod, R) in enumerate(zip(feet, arms, struts, turns), start=1):
        Rz = make_axis_rotation(Z, low[i - 1])
        joint = Joint(f"arm{i}", axis=Y, position=foot, rotation=Rz)
        bodies.append(Body(f"arm{i}", WORLD, joint, inertia=make_rod(0.6, arm)))
        name, elbow = f"strut{i}", (length, 0, 0)
        thin = make_rod(0.2, strut)
        bodies += chain(name, f"arm{i}", name, ("ry", "rz"), position=elbow, inertia=thin)
        loops.append(Loop(f"ball{i}", "platform", name, balls[i - 1], (rod, 0, 0)))
        u = R.T @ (balls[i - 1] + (0, 0, height) - elbows[i - 1]) / rod
        # Ry(b) Rz(c) x = (cos b cos c, sin c, -sin b cos c)
        bend, lean = np.arctan2(-u[2], u[0]), np.arcsin(np.clip(u[1], -1.0, 1.0))
        home |= {f"arm{i}": home_angle, f"{name}.ry": float(bend), f"{name}.rz": float(lean)}
    shape = inertial(1.0, (0, 0, 0.01), (6e-3, 6e-3, 1.1e-2))
    bodies += chain("platform", WORLD, "platform", FREE, inertia=shape)
    drives = tuple(f"arm{i}" for i in range(1, 7))
    return Robot(
        "rus6",
        tuple(bodies),
        loops=tuple(loops),
        actuated=drives,
        symmetry=(drives, tuple(f"strut{i}" for i in range(1, 7))),
        home=home,
        task=tuple(f"platform.{step}" for step in FREE),
        tool=Frame("tool", "platform"),
        description="6-RUS platform (Hexa)",
    )
