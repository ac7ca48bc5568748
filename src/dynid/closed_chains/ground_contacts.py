"""A robot that stands: feet that stay where they are hold it like hinges of a ball.

What the ground does to such a foot need not be known: a loop between foot and world takes it out of
the equations, as any force inside a loop. With the contacts' Jacobian J_c and G = dq/dq_i, whose
columns span its null space,

    J_c G = 0,    G' (Y p) = G' tau_m
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.kinematics import find_frame, forward_kinematics
from dynid.closed_chains.redundant_motors import motor_gains
from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.robot.degrees_of_freedom import complete_robot
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Frame, Loop

STANDS = " stands"  # how the name of a loop that holds a foot ends
TIPS = 1e-6  # of the largest gain of the motors: a motion that they do less to is not theirs
STAYS = 0.02  # m: a foot that moves further does not stand


def hold_feet(
    robot: Robot, contacts: Sequence[str | Frame], q: ArrayLike, radius: float | None = None
) -> Robot:
    """The robot with its feet fixed where they are, on average, at positions q (N, n). Its
    independent coordinates are those of the base, as far as the feet leave them free, then joints
    that no foot holds. Its motors stay what they are. radius: of feet that are balls about the
    origins of `contacts`, and roll on level ground; None: that of each frame, mostly 0."""
    frames = [find_frame(robot, contact) for contact in contacts]
    if radius is not None and not 0.0 <= radius < np.inf:
        raise InputError(f"contacts: got feet of radius {radius:g} m, expected 0 or more.")
    radii = {frame.name: frame.radius if radius is None else radius for frame in frames}
    if any(radii.values()) and robot.loops:
        raise InputError(
            f"contacts: feet that roll ({join_names(name for name, r in radii.items() if r)}) need "
            f"a"
            f" robot without loops, and '{robot.name}' has some; take them as points:"
            f" {name_option('foot_radius', '0')}."
        )
    if not frames or len({frame.name for frame in frames}) < len(frames):
        raise InputError(
            f"contacts: got {join_names(frame.name for frame in frames) or 'none'}, expected each"
            " foot once."
        )
    up = {frame.name: _compute_up(robot, frame, q) for frame in frames}
    frames = [
        replace(frame, position=np.asarray(frame.position) - radii[frame.name] * up[frame.name])
        for frame in frames
    ]
    places = {frame.name: forward_kinematics(robot, q, frame)[:, :3, 3] for frame in frames}
    for name, place in places.items():
        moved = float(np.abs(place - place.mean(axis=0)).max())
        if moved > STAYS:
            raise InputError(
                f"contacts: '{name}' moves by {1e3 * moved:.3g} mm, expected a foot that stays in"
                " its place. Take the stretch in which it does"
                f" ({name_option('between')}), or record its force."
            )
    held_at = [
        replace(
            _hold_foot(frame, places[frame.name].mean(axis=0)),
            roll=radii[frame.name] * up[frame.name],
        )
        for frame in frames
    ]
    held = robot.replace(
        loops=(*robot.loops, *held_at),
        actuated=robot.actuated,
        motors=robot.motors,
        home={**robot.home, **dict(zip(robot.actuated, np.median(np.asarray(q), axis=0)))},
    )
    return complete_robot(held, _list_base_coordinates(robot, frames), []).replace(
        motors=robot.motors
    )


def check_balance(robot: Robot) -> None:
    """Refuse a robot on feet that its motors cannot keep from tipping over: on one foot or two,
    which are points, the whole of it turns about them though no joint moves."""
    Gm = motor_gains(robot, [[robot.home.get(name, 0.0) for name in robot.actuated]])[0]
    if np.linalg.matrix_rank(Gm, tol=TIPS * np.linalg.norm(Gm, 2)) < robot.dof:
        raise InputError(
            f"robot '{robot.name}' on {join_names(foot.name for foot in list_feet(robot))} would "
            f"tip"
            " over: no motor holds it. Expected three feet or more that are not in a line, or a"
            f" robot that hangs ({name_option('hang')})."
        )


def _list_base_coordinates(robot: Robot, frames: Sequence[Frame]) -> tuple[str, ...]:
    """The coordinates of the base, those first that are to be independent: its slides, or of a base
    that hangs on points of its own its turns, which fold nowhere. Then those that are independent
    without feet: a log has them."""
    base = next((b.name for b in robot.bodies if b.joint.name in robot.base[-1:]), None)
    hangs = bool(frames) and all(frame.body == base for frame in frames)
    joints = [name for name in robot.actuated if name not in robot.base]
    return (*(robot.base[3:] if hangs else ()), *robot.base[: 3 if hangs else 6], *joints)


def _compute_up(robot: Robot, frame: Frame, q: ArrayLike) -> Array:
    """The mean direction upwards in the axes of the frame's body."""
    R = forward_kinematics(robot, q, Frame(frame.body, frame.body))[:, :3, :3]
    mean = R[:, 2].mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


def _hold_foot(frame: Frame, place: Array) -> Loop:
    return Loop(f"{frame.name}{STANDS}", WORLD, frame.body, place, frame.position)


def list_feet(robot: Robot) -> list[Frame]:
    """The feet of a robot that stands."""
    held = [loop for loop in robot.loops if loop.name.endswith(STANDS)]
    return [Frame(x.name.removesuffix(STANDS), x.body_b, x.position_b) for x in held]


def release_feet(robot: Robot) -> Robot:
    """The robot without what holds its feet; one that stands on none stays as it is."""
    loops = tuple(loop for loop in robot.loops if not loop.name.endswith(STANDS))
    if len(loops) == len(robot.loops):
        return robot
    if loops:
        open_ = robot.replace(loops=loops, actuated=robot.coordinates, motors=robot.motors)
        return complete_robot(open_, [*robot.motors], []).replace(motors=robot.motors)
    driven = {coupling.joint for coupling in robot.couplings}
    every = tuple(name for name in robot.coordinates if name not in driven)
    return robot.replace(loops=(), actuated=every, motors=robot.motors)
