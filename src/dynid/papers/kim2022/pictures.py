"""Figures like those of Kim 2022."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.figures import Figure
from dynid.papers.paper_style import draw_curves, get_shade
from dynid.plotting import finish, to_single_precision


def draw_arms(t: Array, lines: Mapping[str, Array]) -> Any:
    """Torques (N, 3), arm by arm; the first is the measured one."""
    return draw_curves(t, lines, [f"τ<sub>{i}</sub> [Nm]" for i in (1, 2, 3)])


def draw_paths(found: Mapping[str, Array]) -> Any:
    """Fig. 5: P (N, 3), z downward as in the paper's equations."""
    figure = Figure()
    for name, P in found.items():
        x, y, z = to_single_precision(P[::4].T)
        figure.add_scatter3d(
            x=x, y=y, z=z, name=name, mode="lines", line={"color": get_shade(name), "width": 4}
        )
    figure.update_scenes(
        xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]", zaxis_autorange="reversed"
    )
    return finish(figure, 460)


def draw_convergence(traces: Mapping[str, Sequence[float]], optimum: float) -> Any:
    """How far above the optimum of (33), in %, after every iteration."""
    figure = Figure()
    for name, best in traces.items():
        above = np.maximum(100 * (np.array(best) / optimum - 1), 1e-9)
        figure.add_scatter(
            y=to_single_precision(above), name=name, mode="lines", line={"color": get_shade(name)}
        )
    figure.update_yaxes(type="log", title_text="above the optimum [%]", exponentformat="power")
    figure.update_xaxes(title_text="iteration")
    return finish(figure, 380)


def draw_fitness(
    paper: Mapping[str, Sequence[float]], ours: Mapping[str, Sequence[float] | Array]
) -> Any:
    """Table 2: every arm, method by method."""
    figure = Figure()
    for name in paper:
        for whose, values, opacity in (("paper", paper[name], 0.45), ("here", ours[name], 1.0)):
            looks = {
                "name": f"{name}, {whose}",
                "opacity": opacity,
                "marker_color": get_shade(name),
            }
            figure.add_bar(
                x=["arm 1", "arm 2", "arm 3"], y=to_single_precision(np.asarray(values)), **looks
            )
    figure.update_yaxes(title_text="fitness (41)", range=[0.0, 1.0])
    return finish(figure, 400, barmode="group")
