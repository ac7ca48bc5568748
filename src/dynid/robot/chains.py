"""Joints of several degrees of freedom as chains of simple ones, with massless bodies between.

Coordinates are named after the joint and the axis: "hip.rx", "hip.ry". Chains of three rotations
(spherical and free joints) are singular where the middle angle is +-90 degrees; choose the frame so
that the motion stays away from it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.robot.parts import Body, Joint

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def chain(
    name: str,
    parent: str,
    joint: str,
    steps: Sequence[str],
    position: ArrayLike = (0, 0, 0),
    rotation: ArrayLike = np.eye(3),
    inertia: ArrayLike | None = None,
    massless: bool = False,
) -> list[Body]:
    """Bodies that hang `name` on `parent` by a sequence of simple joints, e.g. steps ("rx", "ry")
    or ("x", "y", "z").

    "x", "y", "z" slide along, "rx", "ry", "rz" turn about an axis of the frame reached so far.

    Parameters
    ----------
    name
        of the last body
    parent
        the body that carries the chain
    joint
        stem of the joints' names
    steps
        kinds of the joints, in order
    position
        of the first joint in the parent's frame [m]
    rotation
        (3, 3) of the first joint in the parent's frame
    inertia
        ten parameters of the last body; None where unknown
    massless
        whether the last body has no parameters
    """
    bodies: list[Body] = []
    for k, step in enumerate(steps):
        last = k == len(steps) - 1
        bodies.append(
            Body(
                name=name if last else f"{name}_{step}",
                parent=parent if k == 0 else bodies[-1].name,
                joint=Joint(
                    name=f"{joint}.{step}",
                    kind="revolute" if step.startswith("r") else "prismatic",
                    axis=AXES[step[-1]],
                    position=position if k == 0 else (0, 0, 0),
                    rotation=rotation if k == 0 else np.eye(3),
                ),
                inertia=inertia if last else None,
                massless=massless or not last,
            )
        )
    return bodies


#: the usual steps
UNIVERSAL = ("rx", "ry")
SPHERICAL = ("rx", "ry", "rz")
TRANSLATION = ("x", "y", "z")
FREE = (*TRANSLATION, *SPHERICAL)
