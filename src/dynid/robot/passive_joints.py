"""The joints of a closed chain that no motor drives, in groups of those that are alike: all elbows,
all universal joints of the struts, the slide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body

#: a body that slides along two axes against the ground stands there without joints: its coordinates
#: say where it is, and the loops hold it
SLIDES_FREELY = 2


def list_passive_groups(robot: Robot) -> list[list[tuple[str, ...]]]:
    """Groups of passive joints that may rub: in each, the steps of one joint (a universal joint has
    two), with the coordinates of all joints alike.

    Alike are joints at the same place of chains of the same kind, whatever their lengths. Left out
    are coordinates that only say where a platform is, and those that follow another one.
    """
    if robot.is_tree:
        return []
    by_name = {body.name: body for body in robot.bodies}
    carriers = {body.name: _find_carrier(robot, body) for body in robot.bodies}
    follows = {coupling.joint for coupling in robot.couplings}
    groups: dict[object, dict[object, list[str]]] = defaultdict(lambda: defaultdict(list))
    for body in robot.bodies:
        name, carrier = body.joint.name, carriers[body.name]
        turns = name in robot.passive and name not in follows and name not in robot.base
        if turns and not _stands_freely(robot, by_name, carrier):
            own = _describe_path(robot, by_name, body)
            groups[_describe(robot, by_name, carrier)][own].append(name)
    return [[tuple(names) for names in steps.values()] for steps in groups.values()]


def name_passive_group(steps: Sequence[Sequence[str]]) -> str:
    """In words: "slide", "strut1.ry and 5 joints like it"."""
    more = sum(map(len, steps)) - 1
    return steps[0][0] + (f" and {more} joints like it" if more else "")


def _find_carrier(robot: Robot, body: Body) -> Body:
    """The body that a chain of massless ones ends with."""
    children = [child for child in robot.bodies if child.parent == body.name]
    if body.massless and len(children) == 1:
        return _find_carrier(robot, children[0])
    return body


def _stands_freely(robot: Robot, by_name: Mapping[str, Body], body: Body) -> bool:
    """Whether only its coordinates hang it on the ground."""
    slides = 0
    while True:
        slides += body.joint.kind == "prismatic" and body.joint.name in robot.passive
        if body.parent == WORLD:
            return slides >= SLIDES_FREELY
        body = by_name[body.parent]
        if not body.massless:
            return False


def _describe_path(robot: Robot, by_name: Mapping[str, Body], body: Body) -> tuple[object, ...]:
    """The kinds of the joints from the ground to a body."""
    own = (body.joint.kind, body.joint.name in robot.actuated)
    above = () if body.parent == WORLD else _describe_path(robot, by_name, by_name[body.parent])
    return (*above, own)


def _describe(robot: Robot, by_name: Mapping[str, Body], body: Body) -> tuple[object, ...]:
    """The same, and the kinds of what hangs on it and of the loops that end there."""
    ends = [loop.kind for loop in robot.loops if body.name in (loop.body_a, loop.body_b)]
    beyond = [child.joint.kind for child in robot.bodies if child.parent == body.name]
    return _describe_path(robot, by_name, body), tuple(sorted(ends)), tuple(sorted(beyond))
