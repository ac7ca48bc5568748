"""Gnad 2024, section IV: the hemisphere of Fig. 2, and what the velocity term of (9) does."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.excitation.excitation import Excitation
from dynid.excitation.reachable_workspace import find_largest_hemisphere, make_half_sphere, reach
from dynid.excitation.workspace import Hemisphere
from dynid.figures import Figure
from dynid.model.model import Model
from dynid.papers.claims import Claim, Picture, Row
from dynid.papers.gnad2024.counts import FAST, HEMISPHERE, design
from dynid.papers.gnad2024.gnad_robot import list_nominal, make_delta_model
from dynid.plotting import MEASURED, finish, get_colour, to_single_precision

WEIGHTS, SEEDS = (0.0, 2.0), (0, 1)  # w of (9); of the designs' starts
KINDS = ("viscous", "coulomb")


def check_workspace(model: Model) -> tuple[list[Claim], list[Picture]]:
    """Fig. 2: the largest hemisphere that the tool reaches; that of the designs lies within."""
    found = find_largest_hemisphere(model.robot)
    rim = HEMISPHERE.center + HEMISPHERE.radius * make_half_sphere(400, HEMISPHERE.direction)
    inside = bool(np.all(found.compute_walls(rim)[0] <= 1e-9))
    row = Row("Fig. 2", "a hemisphere within the workspace").judge_statement(
        "B, no figures",
        f"largest: {found.radius:.2f} m, centre at z = {found.center[2]:.2f} m",
        inside,
        f"by the reach of dynid's delta4, without limits of its motors; that of the designs here"
        f" ({HEMISPHERE.radius} m at z = {HEMISPHERE.center[2]}) lies within",
    )
    caption = "What the tool reaches, and the largest hemisphere within"
    return [row], [Picture("Fig. 2", caption, partial(draw_section, model, found))]


def draw_section(model: Model, found: Hemisphere) -> Any:
    """The plane through an arm: how far the tool gets from the hemisphere's centre."""
    angle = np.linspace(0, 2 * np.pi, 181)
    rays = np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=1)
    edge = found.center + reach(model.robot, found.center, rays)[:, None] * rays
    figure = Figure()
    parts = {"reach": (edge, MEASURED)}
    for k, (name, shape) in enumerate({"largest": found, "of the designs": HEMISPHERE}.items()):
        parts[name] = (_draw_outline(shape), get_colour(k))
    for name, (points, shade) in parts.items():
        x, _, z = to_single_precision(points.T)
        figure.add_scatter(x=x, y=z, name=name, mode="lines", line={"color": shade})
    figure.update_xaxes(title_text="x [m]")
    figure.update_yaxes(title_text="z [m]", scaleanchor="x")
    return finish(figure, 460)


def _draw_outline(shape: Hemisphere) -> Array:
    down = np.linspace(np.pi, 2 * np.pi, 91)
    arc = np.stack([np.cos(down), 0 * down, np.sin(down)], axis=1)
    return np.asarray(shape.center + shape.radius * np.vstack([arc, arc[:1]]))


def check_friction_term(model: Model) -> list[Claim]:
    """(9): designs with and without the velocity term, and the deviations they predict for the
    friction of the motors."""
    found = [[design(model, FAST, seed, weight=w) for w in WEIGHTS] for seed in SEEDS]
    deviations = [[compute_friction_deviation(each) for each in pair] for pair in found]
    speeds = np.array([[np.sqrt((each.velocity[:3] ** 2).mean()) for each in x] for x in found])
    return [
        Row("(9)", "the velocity term aids the identification of friction").judge_statement(
            "aids",
            "; ".join(f"{a:.3g} -> {b:.3g} %" for a, b in deviations),
            all(b < a for a, b in deviations),
            "predicted deviation, mean of the motors' viscous and Coulomb friction, of designs from"
            f" {len(SEEDS)} starts, w = {WEIGHTS[0]:g} -> {WEIGHTS[1]:g}; peak speed of the arms"
            f" {speeds[:, 0].mean():.2g} -> {speeds[:, 1].mean():.2g} rad/s",
        )
    ]


def compute_friction_deviation(found: Excitation) -> float:
    """In %, the mean of the drives'."""
    names = [f"{joint}.{kind}" for joint in found.trajectory.joints for kind in KINDS]
    std = [found.predict_deviations()[found.names.index(name)] for name in names]
    true = [list_nominal()[make_delta_model().parameters.index(name)] for name in names]
    return float(100 * np.mean(np.array(std) / true))
