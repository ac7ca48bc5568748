"""The simulator that the parameters are for: its step, and how it makes dry friction.

Parameters are only right for a step: one of length h with the drive's stiffness Kp taken at its
start moves like damping smaller by h Kp / 2. So the step is that of the robot's MJCF file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.robot.files.mjcf_actuators import FileActuators, read_actuators
from dynid.robot.mechanism import Robot

FRICTIONS = ("mujoco", "sharp")
STEP = 1e-3  # s, where no file says one: centred steps, of second order
SHARP = 0.999  # MuJoCo's impedance of friction that is as sharp as a step allows
#: MuJoCo's own defaults: solref and solimp of dry friction
SOLREF, SOLIMP = (0.02, 1.0), (0.9, 0.95)


@dataclass(frozen=True, eq=False)
class Simulator:
    """How a step is made (see native/rollout.cpp).

    step       h [s]
    centred    of second order, at the middle of the step
    implicit   whether the drive's Kd is, beside the damping: MuJoCo does so for its own position
               actuators, unless it steps by Euler
    held       whether the drive's torque is computed outside of the simulator, at the start of a
               step: the file has motors, not position actuators
    limit      (n,) largest torque of the file's motors
    actuators  the file's own
    rate       (n,) beta [1/s] by which dry friction brakes; give (n,): R as a part of 1 / inertia
    sharp      whether it stops joints within a step; name: for people
    """

    step: float
    centred: bool
    implicit: bool
    held: bool
    limit: Array
    rate: Array
    give: Array
    sharp: bool
    name: str
    actuators: FileActuators


def make_simulator(
    robot: Robot,
    step: float | None = None,
    friction: str | None = None,
    longest: float | None = None,
) -> Simulator:
    """MuJoCo with the options of the robot's MJCF file; for other robots accurate steps and sharp
    friction. `step` and `friction` ("mujoco", "sharp") say otherwise. A step is not `longest`,
    that of the log, where none is given."""
    if step is not None and not (np.isfinite(step) and 1e-5 <= step <= 0.05):
        raise InputError(f"step: got {step!r}, expected seconds between 1e-5 and 0.05.")
    if friction is not None and friction not in FRICTIONS:
        raise InputError(f"friction: got {friction!r}, expected one of {', '.join(FRICTIONS)}.")
    model = _load_mujoco_model(robot)
    kind = friction or ("sharp" if model is None else "mujoco")
    h = step or (STEP if model is None else float(model.opt.timestep))
    h = h if step or longest is None else min(h, longest)
    centred, implicit, held, name = True, True, False, "accurate steps"
    if model is not None:
        import mujoco

        integrator = mujoco.mjtIntegrator(int(model.opt.integrator))
        centred = integrator == mujoco.mjtIntegrator.mjINT_RK4
        held = not (model.actuator_biastype == int(mujoco.mjtBias.mjBIAS_AFFINE)).any()
        implicit = integrator != mujoco.mjtIntegrator.mjINT_EULER and not held
        name = f"MuJoCo, {integrator.name.removeprefix('mjINT_')}"
    rate, give = np.full(robot.dof, 1 / (SHARP * h)), np.full(robot.dof, (1 - SHARP) / SHARP)
    if kind == "mujoco":
        pairs = [_compute_softness(model, joint, h) for joint in robot.actuated]
        rate, give = (np.array(values) for values in zip(*pairs))
    efforts = np.array([robot.joint(name).effort for name in robot.actuated])
    return Simulator(
        h,
        centred,
        implicit,
        held,
        np.where(efforts > 0, efforts, np.inf),  # effort="0" means that nobody filled it in
        rate,
        give,
        kind == "sharp",
        f"{name}, {1e3 * h:g} ms, {kind} friction",
        read_actuators(model, robot),
    )


def _load_mujoco_model(robot: Robot) -> Any:
    path = Path(robot.source) if robot.source else None
    if path is None or path.suffix.lower() not in (".xml", ".mjcf") or not path.is_file():
        return None
    from dynid.robot.files.mjcf_compile import compile_mjcf

    return compile_mjcf(path)[0]


def _compute_softness(model: Any, joint: str, h: float) -> tuple[float, float]:
    """beta = 2 / (dmax timeconst) and R inertia = (1 - dmin) / dmin, as MuJoCo's documentation
    has them; a solref of negative numbers gives stiffness and damping."""
    import mujoco

    ref, imp = np.array(SOLREF), np.array(SOLIMP)
    j = -1 if model is None else mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, joint)
    if j >= 0:
        dof = int(model.jnt_dofadr[j])
        ref, imp = model.dof_solref[dof], model.dof_solimp[dof]
    low, high = (float(np.clip(x, 1e-4, 0.9999)) for x in imp[:2])
    if ref[0] <= 0:
        return -float(ref[1]) / high, (1 - low) / low
    return 2.0 / (high * max(float(ref[0]), 2 * h)), (1 - low) / low
