"""Robots that are in none of the papers: a SCARA, a planar 3-RRR, a 7R arm with its last joint
fixed."""

from __future__ import annotations

import numpy as np

import dynid as di

Z = (0.0, 0.0, 1.0)


def scara(lengths=(0.35, 0.25)):
    """R R P R, all axes vertical."""
    l1, l2 = lengths
    rod = [
        di.inertial(m, (l / 2, 0.0, 0.01), np.diag([0.002, *2 * [m * l**2 / 12]]))
        for m, l in ((6.0, l1), (3.5, l2))
    ]
    quill = di.inertial(1.2, (0, 0, -0.1), np.diag([0.01, 0.01, 0.0006]))
    flange = di.inertial(0.6, (0.02, 0.01, -0.03), np.diag([0.001, 0.0012, 0.0008]))
    bodies = (
        di.Body("arm1", "world", di.Joint("turn1", axis=Z, position=(0, 0, 0.4)), rod[0]),
        di.Body("arm2", "arm1", di.Joint("turn2", axis=Z, position=(l1, 0, 0)), rod[1]),
        di.Body("quill", "arm2", di.Joint("lift", "prismatic", Z, position=(l2, 0, 0)), quill),
        di.Body("flange", "quill", di.Joint("spin", axis=Z, position=(0, 0, -0.2)), flange),
    )
    tool = di.Frame("tool", "flange", (0.05, 0.0, -0.06))
    return di.Robot("scara", bodies, tool=tool)


def rrr3(base=0.32, platform=0.12, arm=0.2, rod=0.22):
    """Three legs R R R in the horizontal plane carry a platform; the joints on the ground are
    driven. Home: the platform in the middle."""
    angles = np.deg2rad([90.0, 210.0, 330.0])
    corner, ground = (
        r * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1) for r in (platform, base)
    )
    bodies, home = [], {}
    for k in range(3):
        d = corner[k] - ground[k]
        reach, way = np.hypot(*d[:2]), np.arctan2(d[1], d[0])
        shoulder = np.arccos((arm**2 + reach**2 - rod**2) / (2 * arm * reach))
        elbow = np.arccos((reach**2 - arm**2 - rod**2) / (2 * arm * rod))
        home |= {f"drive{k + 1}": way + shoulder, f"elbow{k + 1}": -elbow}
        bodies += [
            di.Body(
                f"arm{k + 1}",
                "world",
                di.Joint(f"drive{k + 1}", axis=Z, position=ground[k]),
                di.inertial(0.7, (arm / 2, 0.01, 0), np.diag([1e-4, 0.0025, 0.0025])),
            ),
            di.Body(
                f"rod{k + 1}",
                f"arm{k + 1}",
                di.Joint(f"elbow{k + 1}", axis=Z, position=(arm, 0, 0)),
                di.inertial(0.4, (rod / 2, 0, 0), np.diag([1e-4, 0.0016, 0.0016])),
            ),
        ]
    # its frame turns with the wrist, and lies at the first corner
    plate = di.inertial(1.1, (0, -platform, 0), np.diag([0.002, 0.002, 0.004]))
    bodies.append(di.Body("plate", "rod1", di.Joint("wrist", axis=Z, position=(rod, 0, 0)), plate))
    home["wrist"] = -home["drive1"] - home["elbow1"]
    loops = tuple(
        di.Loop(
            f"corner{k + 1}",
            "plate",
            f"rod{k + 1}",
            corner[k] - corner[0],
            (rod, 0, 0),
            kind="line",
        )
        for k in (1, 2)
    )
    return di.Robot(
        "rrr3",
        tuple(bodies),
        loops=loops,
        actuated=("drive1", "drive2", "drive3"),
        home=home,
        tool=di.Frame("tool", "plate", -corner[0]),
    )


def arm6():
    """The built-in 7R arm without its last link."""
    robot = di.load_robot("arm7")
    return di.Robot("arm6", robot.bodies[:6], tool=di.Frame("tool", "link6", (0.09, 0.02, 0.15)))
