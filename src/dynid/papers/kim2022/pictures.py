"""Figures like those of Kim 2022."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.papers.kim2022.delta import JOINTS
from dynid.plotting import MEASURED, add_line, colour, finish, light

POINTS = 600  # of a line


def arms(t: Array, lines: Mapping[str, Array]) -> Any:
    """Torques (N, 3), arm by arm; the first is the measured one."""
    from plotly.subplots import make_subplots

    figure = make_subplots(rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.04)
    for i, joint in enumerate(JOINTS):
        for k, (name, tau) in enumerate(lines.items()):
            shade = MEASURED if k == 0 else colour(k - 1)
            options = {"legendgroup": name, "showlegend": i == 0, "row": i + 1, "col": 1}
            add_line(
                figure,
                t,
                tau[:, i],
                name,
                shade,
                POINTS,
                line={"width": 1.0 if k == 0 else 1.6},
                **options,
            )
        figure.update_yaxes(title_text=f"{joint} [Nm]", row=i + 1)
    figure.update_xaxes(title_text="t [s]", row=3)
    return finish(figure, 600)


def paths(found: Mapping[str, Array]) -> Any:
    """Fig. 5: P (N, 3), z downward as in the paper's equations."""
    from plotly.graph_objects import Figure

    figure = Figure()
    for k, (name, P) in enumerate(found.items()):
        x, y, z = light(P[::4].T)
        figure.add_scatter3d(
            x=x, y=y, z=z, name=name, mode="lines", line={"color": colour(k), "width": 4}
        )
    figure.update_scenes(
        xaxis_title="x [m]", yaxis_title="y [m]", zaxis_title="z [m]", zaxis_autorange="reversed"
    )
    return finish(figure, 460)


def convergence(traces: Mapping[str, Sequence[float]], optimum: float) -> Any:
    """How far above the optimum of (33), in %, after every iteration."""
    from plotly.graph_objects import Figure

    figure = Figure()
    for k, (name, best) in enumerate(traces.items()):
        above = np.maximum(100 * (np.array(best) / optimum - 1), 1e-9)
        figure.add_scatter(y=light(above), name=name, mode="lines", line={"color": colour(k)})
    figure.update_yaxes(type="log", title_text="above the optimum [%]", exponentformat="power")
    figure.update_xaxes(title_text="iteration")
    return finish(figure, 380)


def fitness_bars(
    paper: Mapping[str, Sequence[float]], ours: Mapping[str, Sequence[float] | Array]
) -> Any:
    """Table 2: every arm, method by method."""
    from plotly.graph_objects import Figure

    figure = Figure()
    for k, name in enumerate(paper):
        for whose, values, opacity in (("paper", paper[name], 0.45), ("here", ours[name], 1.0)):
            looks = {"name": f"{name}, {whose}", "opacity": opacity, "marker_color": colour(k)}
            figure.add_bar(x=list(JOINTS), y=light(np.asarray(values)), **looks)
    least = min(float(np.min(values)) for table in (paper, ours) for values in table.values())
    figure.update_yaxes(title_text="fitness (41)", range=[least - 0.05, 1.0])
    return finish(figure, 400, barmode="group")
