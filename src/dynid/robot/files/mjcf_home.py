"""The home pose of an MJCF file, in the coordinates of a Robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array
from dynid.robot.geometry import make_quaternion_rotation

if TYPE_CHECKING:
    from dynid.robot.files.mjcf_reader import MjcfTree


def read_home(tree: MjcfTree) -> list[float]:
    """All coordinates in the keyframe "home", else in the first keyframe, else in the initial
    pose."""
    import mujoco

    model = tree.model
    key = max(mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_KEY, "home"), 0)
    qpos = model.key_qpos[key] if model.nkey else model.qpos0
    values: list[float] = []
    for j in (j for j in range(model.njnt) if tree.coordinates[j]):
        k, kind = model.jnt_qposadr[j], model.jnt_type[j]
        if kind == mujoco.mjtJoint.mjJNT_FREE:
            values += [*qpos[k : k + 3].tolist(), *compute_turns(qpos[k + 3 : k + 7])]
        elif kind == mujoco.mjtJoint.mjJNT_BALL:
            values += compute_turns(qpos[k : k + 4])
        else:
            values.append(float(qpos[k]))
    return values


def compute_turns(quaternion: Array) -> list[float]:
    """The angles of R = Rx(a) Ry(b) Rz(c)  (c = 0 in gimbal lock)."""
    R = make_quaternion_rotation(*quaternion)
    cos_b = float(np.hypot(R[0, 0], R[0, 1]))
    b = float(np.arctan2(R[0, 2], cos_b))
    if cos_b < 1e-12:
        return [float(np.arctan2(R[2, 1], R[1, 1])), b, 0.0]
    return [float(np.arctan2(-R[1, 2], R[2, 2])), b, float(np.arctan2(-R[0, 1], R[0, 0]))]
