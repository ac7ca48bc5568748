"""Which independent coordinate moves which body: the bookkeeping that the kernel follows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dynid._native import Plan
from dynid.closed_chains.topology import make_body_tree, make_constraints, make_native_tree
from dynid.robot.mechanism import Robot


def find_movers(robot: Robot) -> dict[int, list[int]]:
    """The independent coordinates that can move each dependent one, by the structure of the
    loops."""
    if robot.is_tree:
        return {}
    con = make_constraints(robot, robot.actuated)
    return {int(c): np.flatnonzero(con.reached[k, 1:]).tolist() for k, c in enumerate(con.solved)}


@lru_cache(maxsize=512)
def make_sweep_plan(robot: Robot, groups: tuple[int, ...]) -> Plan:
    """`groups`: parameter group of every body, -1 for massless ones.

    Slots: one for each (node, independent coordinate that moves it); node i has slots start[i] ...
    start[i + 1] - 1.

    row     the independent coordinate of a slot
    up      the same coordinate's slot at the parent, or -1
    own     what the node's own joint adds: 0 nothing, 1 its axis, 2 its axis times G
    adds    whether another body of the same parameter group has written this row before
    """
    tree = make_body_tree(robot)
    independent = {name: k for k, name in enumerate(robot.actuated)}
    names, moving = robot.coordinates, find_movers(robot)
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
    slots = (np.array(x, dtype=np.int64) for x in (start, row, up, own, adds, groups))
    return Plan(make_native_tree(robot), *slots)
