"""Which independent coordinate moves which body: the bookkeeping that the kernel follows."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from dynid.arrays import Ints
from dynid.loops.topology import constraints_of, tree_of
from dynid.robot.mechanism import Robot


class Plan(NamedTuple):
    """Slots: one for each (node, independent coordinate that moves it); node i has slots start[i]
    ... start[i+1]."""

    start: Ints  # (n + 1,)
    row: Ints  # (slots,) the independent coordinate
    up: Ints  # (slots,) the same coordinate's slot at the parent, or -1
    own: Ints  # (slots,) what the node's own joint adds: 0 nothing, 1 its axis, 2 its axis times G
    # (slots,) whether another body of the same parameter group has written this row before
    adds: Ints
    group: Ints  # (n,) parameter group of the node's body, or -1 (massless)


def movers(robot: Robot) -> dict[int, list[int]]:
    """The independent coordinates that can move each dependent one, by the structure of the
    loops."""
    if robot.is_tree:
        return {}
    con = constraints_of(robot, robot.actuated)
    return {int(c): np.flatnonzero(con.reached[k, 1:]).tolist() for k, c in enumerate(con.solved)}


@lru_cache(maxsize=512)
def plan_of(robot: Robot, groups: tuple[int, ...]) -> Plan:
    """`groups`: parameter group of every body, -1 for massless ones."""
    tree = tree_of(robot)
    independent = {name: k for k, name in enumerate(robot.actuated)}
    names, moving = robot.coordinates, movers(robot)
    slots_of: list[dict[int, int]] = []
    start: list[int] = [0]
    row: list[int] = []
    up: list[int] = []
    own: list[int] = []
    adds: list[int] = []
    written: set[tuple[int, int]] = set()
    for i in range(len(robot.bodies)):
        p, c = int(tree.parent[i]), int(tree.coordinate[i])
        above = slots_of[p] if p >= 0 else {}
        mine: dict[int, int] = {}
        if c < 0:
            gains = {}
        elif names[c] in independent:
            gains = {independent[names[c]]: 1}
        else:
            gains = {k: 2 for k in moving[c]}
        for k in sorted({*above, *gains}):
            mine[k] = len(row)
            row.append(k)
            up.append(above.get(k, -1))
            own.append(gains.get(k, 0))
            adds.append(groups[i] >= 0 and (groups[i], k) in written)
            written.add((groups[i], k))
        slots_of.append(mine)
        start.append(len(row))
    return Plan(*(np.array(x, dtype=np.int64) for x in (start, row, up, own, adds, groups)))
