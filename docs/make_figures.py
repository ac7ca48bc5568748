"""Writes the pictures of docs/figures: python docs/make_figures.py [NAME ...]"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

import dynid as di
from dynid.loops.closure import closed_home
from dynid.robot.builtin import BUILTIN

sys.path.insert(0, str(Path(__file__).parent))
import svg

FOLDER = Path(__file__).with_name("figures")
FRAMES = 48
#: how far the drives go to either side: rad, and metres
SWING, SLIDE = 0.5, 0.08


def swinging(robot: di.Robot) -> np.ndarray:
    """A periodic motion (FRAMES, n) of the drives about home, as large as the loops allow."""
    home = closed_home(robot)[[robot.coordinates.index(j) for j in robot.actuated]]
    n, turn = len(home), 2 * np.pi * np.arange(FRAMES) / FRAMES
    parts = n if n > 2 else 4  # two drives a quarter apart: half a turn would be one motion only
    wave = np.stack([np.sin(turn + 2 * np.pi * j / parts) for j in range(n)], axis=1)
    kinds = [robot.joint(name).kind for name in robot.actuated]
    reach = np.array([SLIDE if kind == "prismatic" else SWING for kind in kinds])
    for part in (1.0, 0.7, 0.5, 0.35, 0.25):
        q = home + part * reach * wave
        with warnings.catch_warnings():
            warnings.simplefilter("error", di.SingularityWarning)
            try:
                di.close(robot, q)
            except (di.LoopClosureError, di.SingularityWarning):
                continue
        return q
    raise RuntimeError(f"{robot.name}: no motion about home closes its loops")


def robot_figure(name: str) -> Callable[[], str]:
    def make() -> str:
        robot = di.load_robot(name)
        return svg.moving(robot, swinging(robot))

    return make


FIGURES: dict[str, Callable[[], str]] = {name: robot_figure(name) for name in BUILTIN}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIGURES:
        path = FOLDER / f"{name}.svg"
        path.write_text(FIGURES[name](), encoding="utf-8")
        print(f"{path.stat().st_size / 1000:7.1f} kB  {path.name}")
