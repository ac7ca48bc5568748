"""Writes the pictures of docs/figures: python docs/make_figures.py [NAME ...]"""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

import dynid as di
from dynid.closed_chains.closed_home import close_home
from dynid.robot.builtin import BUILTIN

sys.path.insert(0, str(Path(__file__).parent))
import make_log
import svg

FOLDER = Path(__file__).with_name("figures")
FRAMES = 48
#: how far the drives go to either side: rad, and metres
SWING, SLIDE = 0.5, 0.08


def swinging(robot: di.Robot) -> np.ndarray:
    """A periodic motion (FRAMES, n) of the drives about home, as large as the loops allow."""
    home = close_home(robot)[[robot.coordinates.index(j) for j in robot.actuated]]
    n, turn = len(home), 2 * np.pi * np.arange(FRAMES) / FRAMES
    parts = n if n > 2 else 4  # two drives a quarter apart: half a turn would be one motion only
    wave = np.stack([np.sin(turn + 2 * np.pi * j / parts) for j in range(n)], axis=1)
    kinds = [robot.joint(name).kind for name in robot.actuated]
    reach = np.array([SLIDE if kind == "prismatic" else SWING for kind in kinds])
    for part in (1.0, 0.7, 0.5, 0.35, 0.25):
        q = home + part * reach * wave
        with warnings.catch_warnings():
            warnings.simplefilter("error", di.errors.SingularityWarning)
            try:
                di.close(robot, q)
            except (di.errors.LoopClosureError, di.errors.SingularityWarning):
                continue
        return q
    raise RuntimeError(f"{robot.name}: no motion about home closes its loops")


def robot_figure(name: str) -> Callable[[], str]:
    def make() -> str:
        robot = di.load_robot(name)
        return svg.moving(robot, swinging(robot))

    return make


def friction() -> str:
    """The torque of a joint that turns at a constant speed, by the laws of friction."""
    speed = np.linspace(-1, 1, 401)
    laws = {
        "Viscous": ([di.Viscous()], {"viscous": 0.5}),
        "+ Coulomb": ([di.Viscous(), di.Coulomb()], {"viscous": 0.5, "coulomb": 0.4}),
        "Stribeck": (
            [di.Stribeck(vs=0.15, delta=1.0)],
            {"viscous": 0.5, "coulomb": 0.4, "stribeck": 0.4},
        ),
    }
    curves = {}
    for name, (effects, values) in laws.items():
        model = di.Model(di.load_robot("pendulum"), effects)
        p = np.array([values.get(k.split(".")[-1], 0.0) for k in model.parameters])
        still = np.zeros((len(speed), 1))
        curves[name] = model.inverse_dynamics(still, speed[:, None], still, p)[:, 0]
    panel = {"x": speed, "curves": curves, "xlabel": "velocity, rad/s", "ylabel": "torque, N m"}
    return svg.plot([panel], 320)


def laws() -> str:
    """Factors of which laws are made: against the velocity, and against the position."""
    x = np.linspace(-1, 1, 401)
    of_velocity = {
        "sign": di.Law(sign=True),
        "sign, width=0.1": di.Law(sign=True, width=0.1),
        "sign, power=3": di.Law(sign=True, power=3),
        "sign, fade=0.2": di.Law(sign=True, fade=0.2),
    }
    of_position = {"position=1": di.Law(position=1), "waves=8": di.Law(waves=8.0)}
    panels = []
    for chosen, label in ((of_velocity, "velocity, rad/s"), (of_position, "position, rad")):
        curves = {name: law.force(di.model.Signals(x, x, x)) for name, law in chosen.items()}
        panels.append({"x": x, "curves": curves, "xlabel": label, "ylabel": "force"})
    return svg.plot(panels, 290)


def excitation() -> str:
    """A designed motion of the five-bar."""
    model = di.Model(di.load_robot("five_bar"), [di.Viscous(), di.Coulomb()])
    found = di.design_excitation(model, di.Fourier(period=5, harmonics=4), starts=1, iterations=40)
    t = np.linspace(0, 5, 251)
    q, qd, _ = found.trajectory.at(t)
    panels = [
        {"x": t, "curves": dict(zip(model.robot.actuated, y.T)), "xlabel": "s", "ylabel": words}
        for y, words in ((q, "position, rad"), (qd, "velocity, rad/s"))
    ]
    return svg.plot(panels, 250)


def real_log() -> str:
    """The held-out torque of docs/real_log.md, and what two models leave of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_log.write(folder)
        robot = di.load_robot(folder / "arm.urdf")
        logs = [make_log.read(folder / file) for file in ("raw1.csv", "raw2.csv")]
        few = [di.Viscous(), di.Coulomb()]
        checks = []
        for effects in (few, [*few, di.Offset(), di.RotorInertia()]):
            model = di.Model(robot, effects)
            train, test = (di.process(log, model, cutoff=11.3, slow="5%") for log in logs)
            checks.append(di.validate(di.estimate(di.Problem(model, train), di.Consistent()), test))
    few_check, all_check = checks
    at = np.flatnonzero(all_check.t - all_check.t[0] <= 10)[::3]
    t, elbow = all_check.t[at], robot.actuated.index("elbow")
    measured, predicted = all_check.measured[at, elbow], all_check.predicted[at, elbow]
    left = {
        "all effects": measured - predicted,
        "viscous, coulomb": (few_check.measured - few_check.predicted)[at, elbow],
    }
    panels = [
        {"x": t, "curves": {"predicted": predicted, "measured": measured}, "dots": ["measured"]},
        {"x": t, "curves": left, "dots": [*left]},
    ]
    words = ("torque of the elbow, N m", "measured - predicted, N m")
    return svg.plot(
        [{**panel, "xlabel": "s", "ylabel": word} for panel, word in zip(panels, words)], 290
    )


FIGURES: dict[str, Callable[[], str]] = {
    **{name: robot_figure(name) for name in BUILTIN},
    "friction": friction,
    "laws": laws,
    "excitation": excitation,
    "real_log": real_log,
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIGURES:
        path = FOLDER / f"{name}.svg"
        path.write_text(FIGURES[name](), encoding="utf-8")
        print(f"{path.stat().st_size / 1000:7.1f} kB  {path.name}")
