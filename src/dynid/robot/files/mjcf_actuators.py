"""The actuators of a compiled MJCF model: which joints they drive, and how hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from dynid.robot.files.mjcf import MjcfTree


def count_actuators(model: Any) -> int:
    """Since MuJoCo 4 an actuator may have several controls or outputs, and nu counts controls."""
    return int(getattr(model, "nactuator", model.nu))


def address(model: Any, a: int, kind: str) -> int:
    """The row of actuator a in what belongs to its first control ("ctrl") or output ("out")."""
    first = getattr(model, f"actuator_{kind}adr", None)
    return a if first is None else int(first[a])


def motors_of(tree: MjcfTree) -> tuple[str, ...]:
    """The coordinates with actuators, in their order; of a tendon that joins several, the first."""
    joints = [j for _, j, _ in driven(tree.model)]
    return tuple(dict.fromkeys(tree.coordinates[j][0] for j in joints))


def efforts(model: Any) -> list[float]:
    """The largest force of each joint: what its actuators can give together, and what the joint
    passes on."""
    force: dict[int, float] = {}
    for a, j, gear in driven(model):
        force[j] = force.get(j, 0.0) + abs(gear) * _largest(model, a)
    passed = [
        float(np.abs(model.jnt_actfrcrange[j]).max()) if model.jnt_actfrclimited[j] else np.inf
        for j in range(model.njnt)
    ]
    return [min(force.get(j, np.inf), passed[j]) for j in range(model.njnt)]


def reflected(model: Any, name: str) -> list[float]:
    """Of each joint: what its actuators add to its armature or damping, gear^2 times their own."""
    own = getattr(model, f"actuator_{name}", None)
    total = [0.0] * int(model.njnt)
    for a, j, gear in driven(model):
        direct = int(model.actuator_trntype[a]) in _direct()
        if own is not None and direct:
            total[j] += gear**2 * float(own[a])
    return total


def _direct() -> tuple[Any, ...]:
    import mujoco

    return (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)


def driven(model: Any) -> list[tuple[int, int, float]]:
    """(actuator, joint, gear) of the actuators that drive a hinge or a slide, by itself or by a
    tendon of joints."""
    import mujoco

    simple = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    found = []
    for a in range(count_actuators(model)):
        # int(): a NumPy integer is never `in` a tuple of MuJoCo's enumerators
        kind, k = int(model.actuator_trntype[a]), int(model.actuator_trnid[a, 0])
        gear = float(model.actuator_gear[address(model, a, "out"), 0])
        if kind in _direct() and int(model.jnt_type[k]) in simple:
            found.append((a, k, gear))
        elif kind == mujoco.mjtTrn.mjTRN_TENDON:
            w = int(model.tendon_adr[k])
            if int(model.wrap_type[w]) == mujoco.mjtWrap.mjWRAP_JOINT:
                found.append((a, int(model.wrap_objid[w]), gear * float(model.wrap_prm[w])))
    return found


def joins_several(model: Any, a: int) -> bool:
    """Whether an actuator pulls a tendon of several joints."""
    import mujoco

    tendon = int(model.actuator_trntype[a]) == mujoco.mjtTrn.mjTRN_TENDON
    return tendon and int(model.tendon_num[model.actuator_trnid[a, 0]]) > 1


def _largest(model: Any, a: int) -> float:
    """Of an actuator's force: its own limit, and that of its control where that is a force."""
    import mujoco

    limits = [np.inf]
    if model.actuator_forcelimited[a]:
        limits.append(float(np.abs(model.actuator_forcerange[a]).max()))
    motor = (
        int(model.actuator_gaintype[a]) == mujoco.mjtGain.mjGAIN_FIXED
        and int(model.actuator_biastype[a]) == mujoco.mjtBias.mjBIAS_NONE
        and int(model.actuator_dyntype[a]) == mujoco.mjtDyn.mjDYN_NONE
    )
    control = address(model, a, "ctrl")
    if motor and model.actuator_ctrllimited[control]:
        gain = float(model.actuator_gainprm[a, 0])
        limits.append(float(np.abs(model.actuator_ctrlrange[control]).max() * abs(gain)))
    return min(limits)
