"""The actuators of a compiled MJCF model: which joints they drive, how hard, and what they make of
commanded positions.

MuJoCo's actuator of a joint, with its gear g and parameters of gain k and bias b0, b1, b2, is

    tau = g clip(k ctrl + b0 + b1 g q + b2 g qd, forcerange)

The control that stands for the joint's position q_c is ctrl = -b1 g q_c / k: the one at which the
actuator rests there (g q_c of a <position>). So, with b1 < 0, it is a drive with

    Kp = -b1 g^2,   Kd = -b2 g^2,   bias = -b0 / (b1 g),   |tau| <= g |forcerange|
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array, Flags
from dynid.errors import join_names
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from dynid.robot.files.mjcf_reader import MjcfTree


def count_actuators(model: Any) -> int:
    """Since MuJoCo 4 an actuator may have several controls or outputs, and nu counts controls."""
    return int(getattr(model, "nactuator", model.nu))


def find_address(model: Any, a: int, kind: str) -> int:
    """The row of actuator a in what belongs to its first control ("ctrl") or output ("out")."""
    first = getattr(model, f"actuator_{kind}adr", None)
    return a if first is None else int(first[a])


def list_motors(tree: MjcfTree) -> tuple[str, ...]:
    """The coordinates with actuators, in their order; of a tendon that joins several, the first."""
    joints = [j for _, j, _ in list_driven(tree.model)]
    return tuple(dict.fromkeys(tree.coordinates[j][0] for j in joints))


def list_efforts(model: Any) -> list[float]:
    """The largest force of each joint: what its actuators can give together, and what the joint
    passes on."""
    force: dict[int, float] = {}
    for a, j, gear in list_driven(model):
        force[j] = force.get(j, 0.0) + abs(gear) * _find_largest(model, a)
    passed = [
        float(np.abs(model.jnt_actfrcrange[j]).max()) if model.jnt_actfrclimited[j] else np.inf
        for j in range(model.njnt)
    ]
    return [min(force.get(j, np.inf), passed[j]) for j in range(model.njnt)]


def sum_reflected(model: Any, name: str) -> list[float]:
    """Of each joint: what its actuators add to its armature or damping, gear^2 times their own."""
    own = getattr(model, f"actuator_{name}", None)
    total = [0.0] * int(model.njnt)
    for a, j, gear in list_driven(model):
        direct = int(model.actuator_trntype[a]) in _list_direct()
        if own is not None and direct:
            total[j] += gear**2 * float(own[a])
    return total


def _list_direct() -> tuple[Any, ...]:
    import mujoco

    return (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)


def list_driven(model: Any) -> list[tuple[int, int, float]]:
    """(actuator, joint, gear) of the actuators that drive a hinge or a slide, by itself or by a
    tendon of joints."""
    import mujoco

    simple = (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    found = []
    for a in range(count_actuators(model)):
        # int(): a NumPy integer is never `in` a tuple of MuJoCo's enumerators
        kind, k = int(model.actuator_trntype[a]), int(model.actuator_trnid[a, 0])
        gear = float(model.actuator_gear[find_address(model, a, "out"), 0])
        if kind in _list_direct() and int(model.jnt_type[k]) in simple:
            found.append((a, k, gear))
        elif kind == mujoco.mjtTrn.mjTRN_TENDON:
            w = int(model.tendon_adr[k])
            if int(model.wrap_type[w]) == mujoco.mjtWrap.mjWRAP_JOINT:
                found.append((a, int(model.wrap_objid[w]), gear * float(model.wrap_prm[w])))
    return found


def is_shared_tendon(model: Any, a: int) -> bool:
    """Whether an actuator pulls a tendon of several joints."""
    import mujoco

    tendon = int(model.actuator_trntype[a]) == mujoco.mjtTrn.mjTRN_TENDON
    return tendon and int(model.tendon_num[model.actuator_trnid[a, 0]]) > 1


def _find_largest(model: Any, a: int) -> float:
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
    control = find_address(model, a, "ctrl")
    if motor and model.actuator_ctrllimited[control]:
        gain = float(model.actuator_gainprm[a, 0])
        limits.append(float(np.abs(model.actuator_ctrlrange[control]).max() * abs(gain)))
    return min(limits)


@dataclass(frozen=True, eq=False)
class FileActuators:
    """What the file's actuators do with commanded positions, joint by joint.

    has            (n,) whether the joint has a position actuator; of the others the rest says
                   nothing
    kp, kd, bias   (n,) gains, and the offset of the position they pull towards
    lower, upper   (n,) positions that can be commanded
    speeds, torques    (n,) whether they take commanded velocities, torques
    delay          [s] of the commands
    notes          what the file has and no rollout here follows
    """

    has: Flags
    kp: Array
    kd: Array
    bias: Array
    lower: Array
    upper: Array
    speeds: Flags
    torques: Flags
    delay: float = 0.0
    notes: tuple[str, ...] = ()

    @classmethod
    def make_absent(cls, n: int) -> FileActuators:
        """Of a file without actuators: URDF, or motors only."""
        zero, no = np.zeros(n), np.zeros(n, dtype=bool)
        everywhere = np.full(n, np.inf)
        return cls(no, zero, zero, zero, -everywhere, everywhere, no, no)


def read_actuators(model: Any, robot: Robot) -> FileActuators:
    """Of a compiled MJCF model (None: of another file)."""
    if model is None:
        return FileActuators.make_absent(robot.dof)
    found = FileActuators.make_absent(robot.dof)
    arrays = {name: x.copy() for name, x in vars(found).items() if isinstance(x, np.ndarray)}
    delays, strange, uneven = list[float](), list[str](), list[str]()
    for a, j, gear in list_driven(model):
        name = model.joint(j).name
        if name not in robot.actuated:
            continue
        k, kind = robot.actuated.index(name), _tell_kind(model, a)
        b0, b1, b2 = (float(x) for x in model.actuator_biasprm[a, :3])
        if kind == "torque":
            arrays["torques"][k] = True
        elif kind == "speed":
            arrays["kd"][k] -= b2 * gear**2
            arrays["speeds"][k] = True
        elif kind == "position" and not arrays["has"][k]:
            arrays["has"][k] = True
            arrays["kp"][k] = -b1 * gear**2
            arrays["kd"][k] -= b2 * gear**2
            arrays["bias"][k] = -b0 / (b1 * gear)
            arrays["lower"][k], arrays["upper"][k] = _read_range(model, a, gear)
            delays.append(_read_delay(model, a))
            uneven += [name] if _is_uneven(model, a) else []
        else:
            strange.append(name)
    for name in strange:
        arrays["has"][robot.actuated.index(name)] = False
    return FileActuators(
        **arrays,
        delay=max(delays, default=0.0),
        notes=_make_notes(strange, uneven, len(set(delays)) > 1),
    )


def _tell_kind(model: Any, a: int) -> str:
    """What an actuator's control is: a position, a speed, a torque; "" for something else: an
    activation, a tendon of several joints, several controls."""
    import mujoco

    plain = (
        int(model.actuator_dyntype[a]) == mujoco.mjtDyn.mjDYN_NONE
        and int(model.actuator_gaintype[a]) == mujoco.mjtGain.mjGAIN_FIXED
        and model.actuator_gainprm[a, 0] != 0
        and not is_shared_tendon(model, a)
        and _count_controls(model, a) == 1
    )
    if plain and int(model.actuator_biastype[a]) == mujoco.mjtBias.mjBIAS_NONE:
        return "torque"
    if not plain or int(model.actuator_biastype[a]) != mujoco.mjtBias.mjBIAS_AFFINE:
        return ""
    _, b1, b2 = model.actuator_biasprm[a, :3]
    return "position" if b1 < 0 >= b2 else "speed" if b1 == 0 > b2 else ""


def _count_controls(model: Any, a: int) -> int:
    """How many an actuator has; before MuJoCo 4 each had one."""
    counts = getattr(model, "actuator_ctrlnum", None)
    return 1 if counts is None else int(counts[a])


def _read_range(model: Any, a: int, gear: float) -> tuple[float, float]:
    """Of the joint's position that can be commanded: ctrl k / (-b1 g)."""
    control = find_address(model, a, "ctrl")
    if not model.actuator_ctrllimited[control]:
        return -np.inf, np.inf
    scale = -model.actuator_gainprm[a, 0] / (model.actuator_biasprm[a, 1] * gear)
    low, high = sorted(float(x * scale) for x in model.actuator_ctrlrange[control])
    return low, high


def _read_delay(model: Any, a: int) -> float:
    delays = getattr(model, "actuator_delay", None)  # MuJoCo 4 has it
    return 0.0 if delays is None else float(delays[a])


def _is_uneven(model: Any, a: int) -> bool:
    low, high = model.actuator_forcerange[a]
    return bool(model.actuator_forcelimited[a]) and low != -high


def _make_notes(strange: list[str], uneven: list[str], delays: bool) -> tuple[str, ...]:
    notes = []
    if strange:
        notes.append(
            f"the file's actuators of {join_names(dict.fromkeys(strange), 8)} are not followed (an"
            " activation, several of them, or no PD law): gains are not read from them"
        )
    if uneven:
        notes.append(
            f"the file's forcerange of {join_names(uneven, 8)} is not symmetric: the larger side"
            " counts for both"
        )
    if delays:
        notes.append("the file's actuators have different delays: the longest counts for all")
    return tuple(notes)
