"""Arms of hobby servos that MuJoCo simulates: the held-out rollout of what sim2real finds, against
the better of a delay and a first-order lag.

A servo's firmware makes a voltage of its position error, at most that of the supply; the motor's
speed makes a voltage against it; and what rubs in its gears grows with the torque that they carry:

    u = clip(k (qcmd(t - delay) - q), V),  tau = (u - k_e qd) k_t / R,  |f| <= Fc + Fl |tau|

The file has nominal inertias (right), neither gains nor friction; nothing is told of the servos.

    python benchmarks/servo_arms.py --arms 50
"""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from pathlib import Path

import mujoco
import numpy as np

import dynid as di
from command_columns import STEP, compute_inertias, make_arm
from dynid.errors import InputError

SECONDS, PERIOD = 24.0, 0.02  # of a log; between two of its commands
GOAL = 0.7


def record(rng: np.random.Generator) -> tuple[str, di.Log, dict[str, np.ndarray]]:
    """An arm's MJCF, a log of a pseudo-random motion, and what is true."""
    arm = make_arm(rng)
    model = mujoco.MjModel.from_xml_string(arm.xml)
    n, t = len(arm.joints), STEP * np.arange(round(SECONDS / STEP) + 1)
    weight = find_weights(model)
    M = compute_inertias(model) * (1.0 + rng.uniform(0.2, 1.0, n))
    model.dof_armature[:] = M - compute_inertias(model)
    mujoco.mj_setConst(model, mujoco.MjData(model))
    stall = 2.5 * weight + 40.0 * M * rng.uniform(0.5, 1.0, n)  # V k_t / R
    kp = M * (2 * np.pi * rng.uniform(3.0, 5.0, n)) ** 2
    free = rng.uniform(4.0, 7.0, n)  # rad/s without load: V / k_e
    dry, load = 0.04 * stall * rng.random(n), rng.uniform(0.05, 0.25, n)
    lag, data = int(rng.integers(3, 9)), mujoco.MjData(model)
    qcmd = draw_commands(rng, t, n)
    q = np.empty_like(qcmd)
    data.qpos[:] = qcmd[0]
    for k in range(len(t)):
        q[k] = data.qpos
        volt = np.clip(kp * (qcmd[max(k - lag, 0)] - data.qpos), -stall, stall)
        tau = volt - stall / free * data.qvel
        data.ctrl[:], model.dof_frictionloss[:] = tau, dry + load * np.abs(tau)
        mujoco.mj_step(model, data)
    q = np.round(q * 4096 / (2 * np.pi)) * 2 * np.pi / 4096
    kept = slice(None, None, round(0.006 / STEP))
    log = di.sim2real.make_command_log(arm.joints, t[kept], q[kept], qcmd[kept])
    return arm.xml, log, {"limit": stall, "viscous": stall / free, "load": load, "kp": kp}


def find_weights(model: mujoco.MjModel) -> np.ndarray:
    """(n,) of the largest torque of gravity in some poses."""
    data, rng, most = mujoco.MjData(model), np.random.default_rng(0), np.zeros(model.nv)
    for _ in range(50):
        data.qpos[:] = rng.uniform(-1.0, 1.0, model.nq)
        mujoco.mj_forward(model, data)
        most = np.maximum(most, np.abs(data.qfrc_bias))
    return most


def draw_commands(rng: np.random.Generator, t: np.ndarray, n: int) -> np.ndarray:
    """Steps of random size at random times, smoothed, and a chirp in between; new commands every
    `PERIOD`."""
    out = np.empty((len(t), n))
    for j in range(n):
        jumps = np.cumsum(rng.exponential(0.35, 400))
        level = rng.uniform(-0.6, 0.6, 401)
        x = level[np.searchsorted(jumps, t)]
        width = round(rng.uniform(0.05, 0.3) / STEP)
        out[:, j] = np.convolve(np.pad(x, width, "edge"), np.ones(width) / width, "same")[
            width:-width
        ]
    return out[np.searchsorted(t, np.floor(t / PERIOD + 1e-9) * PERIOD - 1e-9)]


def measure(seed: int, folder: Path) -> tuple[float, str]:
    """RMSE of the held-out rollout over that of the better rival; and words."""
    rng = np.random.default_rng(seed)
    xml, log, _ = record(rng)
    (folder / "arm.xml").write_text(xml)
    begin = time.process_time()
    try:
        found = di.identify_simulator(di.load_robot(folder / "arm.xml"), log, di.Drive())
    except InputError as error:
        return np.inf, f"refused: {error}"[:120]
    check, seconds = found.rollout_check, time.process_time() - begin
    best = min(check.rivals.values())
    words = (
        f"{1e3 * check.total:.2f} mrad, rivals {1e3 * best:.2f}, {len(log.joints)} joints,"
        f" {seconds:.1f} s{'; FAILED' if found.failures else ''}"
    )
    return np.inf if found.failures else check.total / best, words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arms", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for k in range(args.arms):
            part, words = measure(1000 * args.seed + k, Path(folder))
            parts.append(part)
            print(f"{k:3d}  {part:.2f}  {words}", flush=True)
    good = int(np.sum(np.array(parts) <= GOAL))
    print(
        f"at most {GOAL} of the better rival: {good} of {len(parts)}; median {np.median(parts):.2f}"
    )


if __name__ == "__main__":
    main()
