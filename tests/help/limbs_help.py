"""A robot that is driven redundantly: two freedoms, four motors."""

from __future__ import annotations

import numpy as np

CORNERS = ((0.0, 0.0), (0.6, 0.0), (0.6, 0.6), (0.0, 0.6))


def four_limbs():
    """A point in the plane, moved by four limbs of two links each: two freedoms, four motors."""
    limbs, pins = [], ""
    for k, (x, y) in enumerate(CORNERS):
        limbs.append(
            f'<body name="arm{k}" pos="{x} {y} 0"><joint name="motor{k}" axis="0 0 1"/>'
            f'<inertial pos=".1 .02 0" mass="{0.8 + 0.1 * k}" diaginertia=".03 .03 .0{k + 2}"/>'
            f'<body name="rod{k}" pos=".35 0 0"><joint name="elbow{k}" axis="0 0 1"/>'
            f'<inertial pos=".15 -.01 0" mass="{0.3 + 0.05 * k}" diaginertia=".01 .01 .015"/>'
            f'<site name="tip{k}" pos=".35 0 0"/></body></body>'
        )
        if k:
            pins += f'<connect name="pin{k}" site1="tip0" site2="tip{k}"/>'
    motors = "".join(f'<motor joint="motor{k}"/>' for k in range(4))
    home = {}
    for k, (x, y) in enumerate(CORNERS):  # elbows bent, tips together in the middle
        d = np.array([0.3 - x, 0.3 - y])
        bend = np.arccos(np.linalg.norm(d) / 0.7)
        home[f"motor{k}"] = float(np.arctan2(d[1], d[0]) + bend)
        home[f"elbow{k}"] = float(-2 * bend)
    key = " ".join(f"{v:.12f}" for v in home.values())
    return (
        f'<mujoco><option gravity="0 -9.81 0"/><worldbody>{"".join(limbs)}</worldbody>'
        f"<equality>{pins}</equality><actuator>{motors}</actuator>"
        f'<keyframe><key name="home" qpos="{key}"/></keyframe></mujoco>'
    )
