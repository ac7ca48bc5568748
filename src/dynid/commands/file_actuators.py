"""The drives that the robot's own file has: position actuators of MJCF.

MuJoCo's actuator of a joint, with its gear g and parameters of gain k and bias b0, b1, b2, is

    tau = g clip(k ctrl + b0 + b1 g q + b2 g qd, forcerange)

The control that stands for the joint's position q_c is ctrl = -b1 g q_c / k: the one at which the
actuator rests there (g q_c of a <position>). So, with b1 < 0, it is a drive with

    Kp = -b1 g^2,   Kd = -b2 g^2,   bias = -b0 / (b1 g),   |tau| <= g |forcerange|
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, Flags
from dynid.commands.logs import CommandLog
from dynid.errors import listing
from dynid.robot.mechanism import Robot


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
    def absent(cls, n: int) -> FileActuators:
        """Of a file without actuators: URDF, or motors only."""
        zero, no = np.zeros(n), np.zeros(n, dtype=bool)
        everywhere = np.full(n, np.inf)
        return cls(no, zero, zero, zero, -everywhere, everywhere, no, no)

    def take_commands(self, log: CommandLog) -> CommandLog:
        """The log with the commands that its own actuators take, where there are some: within
        their range, offset included."""
        inside = np.clip(log.qcmd, self.lower, self.upper) + self.bias
        return replace(
            log,
            qcmd=np.where(self.has, inside, log.qcmd),
            qdcmd=_mask(~self.has | self.speeds, log.qdcmd),
            taucmd=_mask(~self.has | self.torques, log.taucmd),
        )


def _mask(taken: Flags, x: Array | None) -> Any:
    return None if x is None else np.where(taken, x, 0.0)


def read_actuators(model: Any, robot: Robot) -> FileActuators:
    """Of a compiled MJCF model (None: of another file)."""
    if model is None:
        return FileActuators.absent(robot.dof)
    from dynid.robot.files.mjcf_actuators import driven

    found, delays, strange, uneven = FileActuators.absent(robot.dof), [], [], []
    arrays = {name: x.copy() for name, x in vars(found).items() if isinstance(x, np.ndarray)}
    for a, j, gear in driven(model):
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

    from dynid.robot.files.mjcf_actuators import joins_several

    plain = (
        int(model.actuator_dyntype[a]) == mujoco.mjtDyn.mjDYN_NONE
        and int(model.actuator_gaintype[a]) == mujoco.mjtGain.mjGAIN_FIXED
        and model.actuator_gainprm[a, 0] != 0
        and not joins_several(model, a)
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
    if not model.actuator_ctrllimited[a]:
        return -np.inf, np.inf
    scale = -model.actuator_gainprm[a, 0] / (model.actuator_biasprm[a, 1] * gear)
    low, high = sorted(float(x * scale) for x in model.actuator_ctrlrange[a])
    return low, high


def _read_delay(model: Any, a: int) -> float:
    delays = getattr(model, "actuator_delay", None)  # MuJoCo 4 has it
    return 0.0 if delays is None else float(delays[a])


def _is_uneven(model: Any, a: int) -> bool:
    low, high = model.actuator_forcerange[a]
    return bool(model.actuator_forcelimited[a]) and low != -high


def _make_notes(strange: list[str], uneven: list[str], delays: bool) -> tuple[str, ...]:
    said = []
    if strange:
        said.append(
            f"the file's actuators of {listing(dict.fromkeys(strange), 8)} are not followed (an"
            " activation, several of them, or no PD law): gains are not read from them"
        )
    if uneven:
        said.append(
            f"the file's forcerange of {listing(uneven, 8)} is not symmetric: the larger side"
            " counts for both"
        )
    if delays:
        said.append("the file's actuators have different delays: the longest counts for all")
    return tuple(said)
