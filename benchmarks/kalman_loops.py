"""The single-joint filter and the two-stage scheme on closed loops under PD control:
`python benchmarks/kalman_loops.py [seeds] [first]`.

Each joint of five parallel robots moves alone, with friction (13) of its own, under PD control at
1 kHz; positions by an encoder, torques with 1 % of noise, logged at 500 Hz. Settings are the
default ones; of each run the relative RMS error of the friction curve, and the share of the curve
within its 95 % interval.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np

import dynid as di
from common import table
from dynid.arrays import Array
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.closed_chains.closed_home import take_actuated_home

ROBOTS = ("delta3", "delta4", "linear_delta", "par4", "stewart")
SEEDS, FIRST, RATE, SECONDS = 2, 0, 1000.0, 10.0
#: amplitude and largest speed of a joint that turns, and of one that slides
TURN, SLIDE = (0.3, 1.5), (0.06, 0.3)
BAND = 60.0  # rad/s of the controller
NOISE, STEPS, SLIDE_STEP = 0.01, 2**17, 2e-6


@dataclass(frozen=True)
class Alone:
    """One joint moves along a sine that swells and sinks, the others rest."""

    home: Array
    joint: int
    swing: float
    speed: float
    phase: float
    duration: float = SECONDS

    def at(self, t: Array) -> tuple[Array, Array, Array]:
        t = np.asarray(t, dtype=float)
        w, W = self.speed / self.swing, 2 * np.pi / 5.0
        a, ad = 0.55 + 0.45 * np.cos(W * t), -0.45 * W * np.sin(W * t)
        add = -0.45 * W**2 * np.cos(W * t)
        s, c = np.sin(w * t + self.phase), np.cos(w * t + self.phase)
        out = np.zeros((3, len(t), len(self.home)))
        out[0] = self.home
        out[0, :, self.joint] += self.swing * a * s
        out[1, :, self.joint] = self.swing * (ad * s + w * a * c)
        out[2, :, self.joint] = self.swing * (add * s + 2 * w * ad * c - w**2 * a * s)
        return out[0], out[1], out[2]


@dataclass(frozen=True)
class Machine:
    """A robot and its friction (13): a third of the torque of its rigid bodies, or more."""

    robot: di.Robot

    @property
    def bare(self) -> di.Model:
        return di.Model(self.robot)

    def reach(self, name: str) -> tuple[float, float]:
        return SLIDE if self.robot.joint(name).kind == "prismatic" else TURN

    def draw_friction(self, seed: int) -> dict[str, tuple[float, ...]]:
        rng, home, out = np.random.default_rng([seed, 3]), take_actuated_home(self.robot), {}
        M = self.bare.mass_matrix(home, self.bare.prior)[0]
        weight = np.abs(self.bare.gravity(home, self.bare.prior)[0])
        for j, name in enumerate(self.robot.actuated):
            swing, speed = self.reach(name)
            size = (M[j, j] * speed**2 / swing + 0.2 * weight[j]) * rng.uniform(0.4, 0.8)
            B1, B2, bends = size, -size * rng.uniform(0.2, 0.4), rng.uniform(0.7, 1.4, 2)
            out[name] = 0.8 * size / speed, B1, B2, 90 * bends[0] / speed, 14 * bends[1] / speed
        return out

    def run(self, motion: object, friction: dict[str, tuple[float, ...]], seed: int) -> di.Log:
        rubbing = [
            di.effects.SmoothFriction([name], w1=w1, w2=w2)
            for name, (*_, w1, w2) in friction.items()
        ]
        model, robot = di.Model(self.robot, rubbing), self.robot
        values = {
            f"{name}.{kind}": x
            for name, B in friction.items()
            for kind, x in zip(("Bv", "Bf1", "Bf2"), B)
        }
        p = model.prior.copy()
        for name, x in values.items():
            p[model.parameters.index(name)] = x
        inertia = np.diag(self.bare.mass_matrix(take_actuated_home(robot), self.bare.prior)[0])
        slides = np.array([robot.joint(name).kind == "prismatic" for name in robot.actuated])
        log = di.simulate(
            model,
            p,
            di.simulation.PD(motion, inertia * BAND**2 * 4, inertia * BAND * 2.8),
            rate=RATE,
            measurement=di.simulation.Measurement(
                encoder=np.where(slides, SLIDE_STEP, 2 * np.pi / STEPS), relative_noise=NOISE
            ),
            seed=seed,
        )
        return di.Log(log.joints, log.t[::2], log.q[::2], log.tau[::2], source=f"seed {seed}")


def judge(found: object, joint: str, friction: tuple[float, ...]) -> tuple[float, float]:
    """Relative RMS error in %, and the share of the curve within its 95 % interval."""
    Bv, B1, B2, w1, w2 = friction
    v = np.linspace(-1.0, 1.0, 801) * found.speed[0]  # type: ignore[attr-defined]
    v = v[np.abs(v) > 1e-3 * v[-1]]
    truth = Bv * v + B1 * np.tanh(w1 * v) + B2 * np.tanh(w2 * v)
    curve, std = found.compute_friction(joint, v)  # type: ignore[attr-defined]
    error = 100 * np.sqrt(np.mean((curve - truth) ** 2) / np.mean(truth**2))
    return float(error), float(np.mean(np.abs(curve - truth) < 1.96 * std))


def report(count: int = SEEDS, first: int = FIRST, robots: tuple[str, ...] = ROBOTS) -> str:
    rows, every = [], []
    for name in robots:
        machine = Machine(di.load_robot(name))
        home, joints = take_actuated_home(machine.robot), machine.robot.actuated
        for seed in range(first, first + count):
            friction = machine.draw_friction(seed)
            single = {
                joint: machine.run(
                    Alone(home, j, *machine.reach(joint), phase=0.7 * seed + j), friction, seed
                )
                for j, joint in enumerate(joints)
            }
            whole = machine.run(make_sines(machine.robot, 10.0, 0.5, seed), friction, seed + 50)
            begin = time.process_time()
            problem = di.estimators.TwoStageProblem(machine.bare, single, whole)
            found = di.estimate(problem, di.estimators.TwoStage()).details.friction
            cpu = time.process_time() - begin
            each = [judge(found[joint], joint, friction[joint]) for joint in joints]
            every += each
            errors, held = np.array(each).T
            rows.append(
                [
                    name, str(seed), f"{np.sum(errors < 2.0)} of {len(joints)}",
                    f"{errors.max():.2f}", f"{100 * held.mean():.0f}", f"{cpu:.0f}",
                ]
            )  # fmt: skip
            print(*rows[-1], np.round(errors, 2), np.round(held, 2), flush=True)
    errors, held = np.array(every).T
    head = ["robot", "seed", "curves within 2 %", "worst %", "in the interval %", "CPU s"]
    return "\n\n".join(
        [
            f"### Two stages on closed loops: seeds {first} to {first + count - 1}",
            "PD control at 1 kHz, logged at 500 Hz, 1 % torque noise, encoders of 17 bits (rails"
            f" 2 um). {np.sum(errors < 2.0)} of {len(errors)} curves are within 2 %, the worst is"
            f" {errors.max():.2f} % off; intervals hold {100 * held.mean():.0f} % of the curves.",
            table(head, rows),
        ]
    )


if __name__ == "__main__":
    print(report(*map(int, sys.argv[1:3]), robots=tuple(sys.argv[3:]) or ROBOTS))
