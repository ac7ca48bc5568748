"""Rods inside loops that can spin about themselves: nothing else moves when they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.robot.loop_residuals import Closing
from dynid.robot.parts import Coupling

if TYPE_CHECKING:
    from dynid.robot.degrees_of_freedom import Freedom
    from dynid.robot.mechanism import Robot

MOVES = 1e-6  # of a motion: what moves less stands still
LIGHT = 1e-9  # kg: a body that carries nothing, such as the cross of a joint


def find_spins(robot: Robot, found: Freedom, motors: set[str]) -> dict[str, float]:
    """{coordinate: its value} of motions in which a body inside a loop turns (with what a loop
    welds to it) about the points by which it hangs on others, no motor does, no spring gives way,
    and nothing else moves."""
    closing = Closing(robot)
    twists = closing.compute_twists(found.q)
    heavy = [b.name for b in robot.bodies if not b.massless and _take_mass(b.inertia) > LIGHT]
    stiff = motors | set(robot.sprung)
    free = [k for k, name in enumerate(robot.coordinates) if name not in stiff]
    driven = np.eye(len(found.N))[[k for k in range(len(found.N)) if k not in free]]
    spins: dict[str, float] = {}
    for rod in _group_welded(robot, heavy):
        points = _find_hanging_points(robot, rod)
        if len(points) < 2:  # the last link of a chain
            continue
        others = [twists[name] for name in heavy if name not in rod]
        others += [closing.compute_velocity(found.q, *point) for point in points]
        s, V = np.linalg.svd(np.concatenate([*others, driven]) @ found.N)[1:]
        s = np.append(s, np.zeros(found.count - len(s)))
        alone = (found.N @ V[s < MOVES * max(s.max(initial=0.0), 1.0)].T).T
        turning = [nu for nu in alone if np.linalg.norm(twists[rod[0]] @ nu) > MOVES]
        if len(turning) == 1:
            k = max(free, key=lambda k: abs(turning[0][k]))
            spins[robot.coordinates[k]] = float(found.q[k])
    return spins


def _find_hanging_points(robot: Robot, rod: Sequence[str]) -> list[tuple[str, Array]]:
    """The points, each (body, place in its frame), by which some bodies hang on others: of loops,
    and of joints that let them only turn."""
    bodies = {body.name: body for body in robot.bodies}
    points = []
    for loop in robot.loops:
        for one, place, other in (
            (loop.body_a, loop.position_a, loop.body_b),
            (loop.body_b, loop.position_b, loop.body_a),
        ):
            if one in rod and other not in rod:
                points.append((one, np.asarray(place)))
    for name in rod:
        body, slides = bodies[name], bodies[name].joint.kind == "prismatic"
        while body.parent in bodies and bodies[body.parent].massless:
            body = bodies[body.parent]
            slides |= body.joint.kind == "prismatic"
        if not slides and body.parent not in rod:
            points.append((name, np.zeros(3)))
    return points


def _group_welded(robot: Robot, heavy: Sequence[str]) -> list[tuple[str, ...]]:
    """The bodies inside loops, in groups that a rigid loop makes one."""
    inside = find_bodies_in_loops(robot)
    group = {name: {name} for name in heavy if name in inside}
    for loop in robot.loops:
        if loop.kind == "rigid" and loop.body_a in group and loop.body_b in group:
            both = group[loop.body_a] | group[loop.body_b]
            group |= dict.fromkeys(both, both)
    return list({tuple(sorted(each)): None for each in group.values()})


def find_bodies_in_loops(robot: Robot) -> set[str]:
    """The bodies between the two ends of a loop."""
    bodies = {body.name: body for body in robot.bodies}

    def list_above(name: str) -> list[str]:
        out = []
        while name in bodies:
            out.append(name)
            name = bodies[name].parent
        return out

    return {
        b
        for loop in robot.loops
        for b in set(list_above(loop.body_a)) ^ set(list_above(loop.body_b))
    }


def hold_spins(robot: Robot, spins: dict[str, float], q: Array) -> list[Coupling]:
    others = [name for name in robot.coordinates if name not in spins]
    return [Coupling(name, others[0], (float(q[robot.coordinates.index(name)]),)) for name in spins]


def _take_mass(inertia: object) -> float:
    return 1.0 if inertia is None else float(np.asarray(inertia)[0])
