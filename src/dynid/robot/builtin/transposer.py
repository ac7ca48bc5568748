"""The CFT-transposer robot (Rodriguez-Angeles et al. 2002): base on rails, turret, pantograph arm,
levelled tool."""

from __future__ import annotations

import numpy as np

from dynid.robot.geometry import inertial, make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import WORLD, Body, Coupling, Frame, Joint, Loop

X, Z = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def cft(
    L2: float = 0.25,
    L4: float = 0.05,
    L5: float = 0.35,
    L6: float = 0.30,
    L7: float = 0.08,
    L8: float = 0.48,
    d6: float = 0.04,
    d: float = 0.0916,
) -> Robot:
    """CFT-transposer: Rodriguez-Angeles et al. 2002. Body i's frame is frame {i} of Table 2
    (modified Denavit-Hartenberg); the masses are of the order of Table 4.

    The independent coordinates are q1 (rails), q2 (turret), q4, q5 (arm). Of the others, the
    pantograph and the tool's levelling give q6 = -q5 and q7 = pi - q4, and the pantograph's slide
    holds the point at L4 on link 5 at the distance d from the turret's axis, measured along q3:
    q3 = L4 (sin q4 + sin(q4 + q5)) + d, equation (56).

    Parameters
    ----------
    L2
        height of the slide above the rails [m]: Table 1, as all lengths here
    L4
        of link 4, and the lever of the slide on link 5 [m]
    L5
        of link 5 [m]
    L6
        of link 6 [m]
    L7
        from the wrist to the tool's frame [m]
    L8
        of the tool [m]
    d6
        sideways offset of link 6 [m]
    d
        of the slide's plane from the turret's axis [m]
    """
    # rows of Table 2: a_{i-1}, alpha_{i-1}, d_i, theta_i, and what moves
    rows = (
        (0.0, -np.pi / 2, 0.0, 0.0, "prismatic"),
        (0.0, np.pi / 2, L2, 0.0, "revolute"),
        (0.0, -np.pi / 2, 0.0, -np.pi / 2, "prismatic"),
        (0.0, -np.pi / 2, 0.0, 0.0, "revolute"),
        (L4, 0.0, 0.0, 0.0, "revolute"),
        (L5, 0.0, d6, 0.0, "revolute"),
        (L6, 0.0, -d6, 0.0, "revolute"),
        (L7, 0.0, 0.0, np.pi / 2, "fixed"),
    )
    # of the order of Table 4; each a compact body, its own inertia
    masses = (60.0, 40.0, 8.0, 2.0, 3.0, 2.0, 2.5, 2.0)
    coms = (
        (0, 0, 0),
        (0.01, 0.05, 0),
        (0, 0, 0.02),
        (0.1, 0, 0),
        (0.15, 0, 0),
        (0.12, 0, 0),
        (0.02, 0, 0),
        (0.2, 0, 0),
    )
    bodies = []
    for i, (a, alpha, offset, theta, kind) in enumerate(rows, start=1):
        Rx, Rz = make_axis_rotation(X, alpha), make_axis_rotation(Z, theta)
        bodies.append(
            Body(
                f"link{i}",
                f"link{i - 1}" if i > 1 else WORLD,
                Joint(
                    f"q{i}",
                    kind,
                    axis=Z,
                    position=Rx @ (0, 0, offset) + (a, 0, 0),
                    rotation=Rx @ Rz,
                ),
                inertia=inertial(
                    masses[i - 1], coms[i - 1], masses[i - 1] * np.array([0.01, 0.012, 0.014])
                ),
            )
        )
    # the slide's plane is fixed on the turret (link 2), normal to the direction of q3; at q3 = 0
    # its frame is z3
    slide = np.asarray(bodies[2].joint.rotation)
    plane = Loop(
        "slide", "link2", "link5", slide @ (0, 0, d), (L4, 0, 0), rotation_a=slide, kind="plane"
    )
    return Robot(
        "cft",
        tuple(bodies),
        loops=(plane,),
        couplings=(Coupling("q6", "q5", (0.0, -1.0)), Coupling("q7", "q4", (np.pi, -1.0))),
        actuated=("q1", "q2", "q4", "q5"),
        home={
            "q4": -0.5,
            "q5": 1.2,
            "q3": L4 * (np.sin(-0.5) + np.sin(0.7)) + d,
            "q6": -1.2,
            "q7": np.pi + 0.5,
        },
        task=("q1", "q2", "q3", "tool.z"),
        tool=Frame("tool", "link8", (L8, 0, 0)),
        description=(
            "CFT-transposer: rails, turret, pantograph arm, levelled tool (Rodriguez-Angeles 2002)"
        ),
    )
