"""Simulation under control at 1 kHz: seconds of work for ten seconds of motion, and how exact it
is."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from common import busy_seconds, multisine, table
from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.excitation.sampled_trajectory import SampledTrajectory
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.robot.robot_loading import load_robot
from dynid.simulation.simulation_run import simulate

SECONDS, RATE = 10.0, 1000.0
ROBOTS = {
    "five_bar": 0.2,
    "delta3": 0.3,
    "delta4": 0.3,
    "prs3": 0.03,
    "stewart": 0.03,
    "arm7": 0.3,
}  # amplitude
REPEATS = 3
GOAL = 1.5  # s of the processor, for delta4
RUNGE_KUTTA = 0.1  # s of motion that the reference works through


def case(name: str) -> tuple[Model, Array, SampledTrajectory]:
    """A robot with friction in its drives, and a motion of sines up to 0.5 Hz."""
    model = Model(load_robot(name), [Viscous(), Coulomb()])
    N = int(SECONDS * RATE) + 1
    q, qd, qdd = multisine(model.robot, N, amplitude=ROBOTS[name], frequency=0.5)
    if not model.robot.is_tree:
        q = q - q.mean(axis=0) + take_actuated_home(model.robot)
    rigid = Model(model.robot)
    size = np.sqrt((rigid.inverse_dynamics(q, qd, qdd, rigid.prior) ** 2).mean(axis=0))
    p = model.prior
    p[model.layout.others] = np.concatenate([0.02 * size, 0.05 * size])
    return model, p, SampledTrajectory(model.robot.actuated, np.arange(N) / RATE, q, qd, qdd)


def runge_kutta(model: Model, p: Array, motion: SampledTrajectory) -> None:
    """The same motion by Runge and Kutta, four calls of forward_dynamics a millisecond: what a user
    would write."""
    h, n = 1 / RATE, int(RUNGE_KUTTA * RATE)
    q, qd, qdd = motion.at(np.arange(n) / RATE)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    x = np.stack([q[0], qd[0]])
    for k in range(n):

        def rate(x: Array, k: int = k) -> Array:
            return np.stack([x[1], model.forward_dynamics(x[0], x[1], tau[k], p)[0]])

        k1 = rate(x)
        k2 = rate(x + h / 2 * k1)
        k3 = rate(x + h / 2 * k2)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(x + h * k3))


def timed(
    function: Callable[..., object], *arguments: object, **named: object
) -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    clock, cpu = time.perf_counter(), time.process_time()
    function(*arguments, **named)
    return time.perf_counter() - clock, time.process_time() - cpu


def report() -> str:
    rows = []
    began, all_before, own_before = time.perf_counter(), busy_seconds(), time.process_time()
    for name in ROBOTS:
        model, p, motion = case(name)
        simulate(model, p, motion, 0.01)  # loads the kernels
        events, smooth, reference = [], [], []
        for _ in range(REPEATS):
            events.append(timed(simulate, model, p, motion))
            smooth.append(timed(simulate, model, p, motion, friction="smooth"))
            reference.append(timed(runge_kutta, model, p, motion))
        times = [tuple(np.median(x, axis=0)) for x in (events, smooth, reference)]
        slow = times[2][0] * SECONDS / RUNGE_KUTTA
        rows.append(
            [
                name,
                *(f"{t:.2f}" for pair in times[:2] for t in pair),
                f"{slow:.1f}",
                f"{slow / times[0][0]:.1f}",
            ]
        )
    others = busy_seconds() - all_before - (time.process_time() - own_before)
    cores = max(0.0, others / (time.perf_counter() - began))
    heads = ("", "events, s", "CPU s", "smooth, s", "CPU s", "Runge-Kutta, s", "x")
    return "\n\n".join(
        [
            (
                f"### Simulation: {SECONDS:g} s under computed torque at {RATE:g} Hz, with viscous"
                " and dry friction"
            ),
            table(heads, rows),
            (
                f"Medians of {REPEATS} repetitions, interleaved; goal: delta4 in {GOAL:g} s of the"
                " processor. Events: dry friction sticks and breaks away;\n"
                "smooth: tanh(qd / 0.001). Runge-Kutta: a Python loop with four calls of"
                " `model.forward_dynamics`"
                f" a\nmillisecond, {RUNGE_KUTTA:g} s measured and scaled; no control, no events, no"
                f" error control.\nWhat else ran on the machine took {cores:.1f} cores meanwhile."
            ),
        ]
    )


if __name__ == "__main__":
    print(report())
