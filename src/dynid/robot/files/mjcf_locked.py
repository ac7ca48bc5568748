"""MJCF files of which some joints are locked: robots that only so are determined (a base that
floats, a gripper whose loops nothing drives)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from dynid.robot.files.mjcf import MjcfTree, drives, mjcf_robot
from dynid.robot.files.mjcf_compile import compile_mjcf
from dynid.robot.lock import lock_joints
from dynid.robot.mechanism import Robot


def locked_mjcf(
    root: Element, path: Path, actuated: Sequence[str] | None, lock: Mapping[str, float]
) -> Robot:
    """`mjcf_robot`, with joints locked before it is asked whether loops determine the others."""
    model, unknown, _ = compile_mjcf(path)
    tree = MjcfTree(model, unknown, lump_fixed=True)
    for i in range(1, model.nbody):
        tree.add(i)
    every = tuple(c for j in range(model.njnt) for c in tree.coordinates[j])
    robot = lock_joints(mjcf_robot(root, path, every), lock)
    named = drives(tree, robot.loops) if actuated is None else tuple(actuated)
    return robot.with_(actuated=tuple(name for name in named if name not in robot.locked))
