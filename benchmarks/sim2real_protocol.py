"""The synthetic protocol for legged actuators: 49 parameters from chirps, found again.

A quadruped of 12 joints hangs in the air. Armature, viscous and dry friction and bias of every
joint, and one delay, are drawn; MuJoCo simulates chirps on all joints, and the encoders add noise
and round. dynid.sim2real finds the 49 numbers; how far off they are, and how many of the 95 %
intervals hold the truth, is printed.

    python benchmarks/sim2real_protocol.py --seeds 100
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass

import numpy as np

import dynid as di

KP, KD = 40.0, 1.0


def leg(name: str, x: float, y: float) -> str:
    side = 1 if y > 0 else -1
    return f"""
    <body name="{name}_hip" pos="{x} {y} 0">
      <inertial pos="0 {0.01 * side} 0" mass="0.7" diaginertia="9e-4 6e-4 5e-4"/>
      <joint name="{name}_haa" axis="1 0 0"/>
      <body name="{name}_thigh" pos="0 {0.09 * side} 0">
        <inertial pos="-0.004 {-0.02 * side} -0.035" mass="1.1" diaginertia="6e-3 5.8e-3 9e-4"/>
        <joint name="{name}_hfe" axis="0 1 0"/>
        <body name="{name}_shank" pos="0 0 -0.21">
          <inertial pos="0.006 0 -0.13" mass="0.25" diaginertia="1.5e-3 1.5e-3 6e-5"/>
          <joint name="{name}_kfe" axis="0 1 0"/>
        </body>
      </body>
    </body>"""


def quadruped(step: float, integrator: str, free: bool = False) -> str:
    legs = "".join(
        leg(name, x, y)
        for name, x, y in (
            ("lf", 0.2, 0.05),
            ("rf", 0.2, -0.05),
            ("lh", -0.2, 0.05),
            ("rh", -0.2, -0.05),
        )
    )
    joint = "<freejoint/>" if free else ""
    names = [f"{a}_{b}" for a in ("lf", "rf", "lh", "rh") for b in ("haa", "hfe", "kfe")]
    motors = "".join(f'<motor name="{name}" joint="{name}"/>' for name in names)
    return f"""<mujoco model="quadruped">
  <compiler angle="radian"/>
  <option timestep="{step}" integrator="{integrator}"/>
  <worldbody><body name="trunk" pos="0 0 1">{joint}
    <inertial pos="0 0 0" mass="7" diaginertia="0.1 0.1 0.03"/>{legs}
  </body></worldbody>
  <actuator>{motors}</actuator>
</mujoco>"""


@dataclass(frozen=True, eq=False)
class Truth:
    armature: np.ndarray
    viscous: np.ndarray
    dry: np.ndarray
    bias: np.ndarray
    delay: float

    @staticmethod
    def drawn(seed: int) -> Truth:
        rng = np.random.default_rng(seed)
        sign = rng.choice([-1.0, 1.0], 12)
        return Truth(
            rng.uniform(0.01, 0.05, 12),
            rng.uniform(0.2, 1.0, 12),
            rng.uniform(0.2, 0.8, 12),
            sign * rng.uniform(0.03, 0.1, 12),
            float(rng.uniform(0.004, 0.016)),
        )


def chirps(t: np.ndarray, top: float) -> np.ndarray:
    """Linear chirps, 0.1 Hz to `top`, in two phases so that neighbours do not move alike."""
    phase = 2 * np.pi * (0.1 * t + (top - 0.1) / (2 * t[-1]) * t**2)
    size, middle = np.array([0.25, 0.35, 0.4] * 4), np.array([0.1, 0.6, -1.2] * 4)
    turn = np.linspace(0.0, np.pi, 12)
    return middle + size * np.sin(phase[:, None] + turn)


def simulated(
    truth: Truth,
    seed: int,
    step: float = 0.001,
    rate: float = 500.0,
    seconds: float = 20.0,
    top: float = 10.0,
    noise: float = 2e-4,
    counts: float = 2**15,
    integrator: str = "Euler",
) -> di.Log:
    """MuJoCo, a PD law at every step; noise, and an encoder of so many counts a turn."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(quadruped(step, integrator))
    model.dof_armature[:], model.dof_damping[:] = truth.armature, truth.viscous
    model.dof_frictionloss[:] = truth.dry
    # what depends on the armature is computed by the compiler only
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    every = round(1 / (rate * step))
    assert abs(every * rate * step - 1) < 1e-9, "the log is to have a sample every few steps"
    t = np.arange(round(seconds * rate) + 1) / rate
    qcmd = chirps(t, top)
    data.qpos[:] = qcmd[0]
    steps = (len(t) - 1) * every
    q = np.empty((len(t), 12))
    when = np.arange(steps) * step - truth.delay
    # held from sample to sample; within a step the mean
    area = np.vstack([np.zeros((1, 12)), np.cumsum(qcmd[:-1] / rate, axis=0)])

    def integral(at):
        return np.column_stack(
            [
                np.interp(at, t, column, left=0.0) + np.minimum(at, 0.0) * first
                for column, first in zip(area.T, qcmd[0])
            ]
        )

    acting = (integral(when + step) - integral(when)) / step
    for k in range(steps):
        if k % every == 0:
            q[k // every] = data.qpos
        data.ctrl[:] = KP * (acting[k] - data.qpos + truth.bias) - KD * data.qvel
        mujoco.mj_step(model, data)
    q[-1] = data.qpos
    rng = np.random.default_rng(seed + 10_000)
    q = q + noise * rng.standard_normal(q.shape)
    grain = 2 * np.pi / counts
    names = tuple(model.joint(j).name for j in range(12))
    return di.sim2real.make_command_log(names, t, np.round(q / grain) * grain, qcmd)


def robot_for(step: float, integrator: str) -> di.Robot:
    with tempfile.NamedTemporaryFile("w", suffix=".xml", delete=False) as file:
        file.write(quadruped(step, integrator))
    return di.load_robot(file.name)


def compared(truth: Truth, found: di.sim2real.Sim2Real) -> tuple[np.ndarray, np.ndarray]:
    """Relative errors, and which intervals hold the truth, of all 49."""
    exact = found.free.put(
        found.values,
        np.array(
            [
                truth.delay
                if each.part == "delay"
                else getattr(truth, each.part)[found.joints.index(each.owner)]
                for each in found.free.known
            ]
        ),
    )
    true, x = found.free.to_vector(exact), found.free.to_vector(found.values)
    ends = np.array([found.compute_interval(name) for name in found.free.names])
    return np.abs(x / true - 1), (ends[:, 0] <= true) & (true <= ends[:, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=float, default=0.001)
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--integrator", default="Euler")
    parser.add_argument("--noise", type=float, default=2e-4)
    given = parser.parse_args()
    robot = robot_for(given.step, given.integrator)
    covered, whole = [], 0
    for seed in range(given.first, given.first + given.seeds):
        truth = Truth.drawn(seed)
        log = simulated(
            truth, seed, given.step, given.rate, noise=given.noise, integrator=given.integrator
        )
        start = time.process_time()
        found = di.identify_simulator(robot, log, di.Drive(KP, KD))
        seconds = time.process_time() - start
        error, inside = compared(truth, found)
        covered.append(inside.mean())
        whole += bool(len(error) == 49 and (error < 0.01).all())
        worst = found.free.names[int(error.argmax())]
        print(
            f"seed {seed}: {(error < 0.01).sum()} of {len(error)} within 1 %, worst"
            f" {100 * error.max():.2f} % ({worst}), {100 * inside.mean():.0f} % covered, by"
            f" {found.method}, held-out RMSE {1e3 * found.rollout_check.total:.3f} mrad,"
            f" {seconds:.1f} s",
            flush=True,
        )
    print(
        f"{whole} of {given.seeds} seeds with 49 of 49 within 1 %;"
        f" coverage {100 * float(np.mean(covered)):.1f} %"
    )


if __name__ == "__main__":
    main()
