"""Figures like those of Gnad 2024."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynid.arrays import Array
from dynid.figures import Figure, make_subplots
from dynid.papers.gnad2024.gnad_robot import list_nominal, make_delta_model
from dynid.papers.paper_style import POINTS, draw_curves, format_symbol, get_shade
from dynid.plotting import add_line, finish, to_single_precision


def draw_parameter_bars(found: Mapping[str, Array], names: Sequence[str]) -> Any:
    """Fig. 3: parameters of several models, each divided by its nominal value."""
    figure = Figure()
    at = [make_delta_model().parameters.index(name) for name in names]
    for key, p in found.items():
        y = to_single_precision(p[at] / list_nominal()[at])
        figure.add_bar(x=[*map(format_symbol, names)], y=y, name=key, marker_color=get_shade(key))
    figure.update_yaxes(title_text="of nominal", rangemode="tozero")
    figure.update_xaxes(tickangle=-60)
    finish(figure, 460, barmode="group")
    return figure.update_layout(margin={"b": 140})


def draw_mass_matrix(t: Array, errors: Mapping[str, Array]) -> Any:
    """Fig. 4: errors (N, n, n) of the six entries of M that belong to drives 1-3."""
    figure = make_subplots(
        rows=2,
        cols=3,
        horizontal_spacing=0.1,
        shared_xaxes=True,
        subplot_titles=[f"M<sub>{i}{j}</sub>" for i, j in ENTRIES],
    )
    for place, (i, j) in enumerate(ENTRIES):
        row, col = place // 3 + 1, place % 3 + 1
        for key, e in errors.items():
            options = {"legendgroup": key, "showlegend": place == 0, "row": row, "col": col}
            add_line(figure, t, e[:, i - 1, j - 1], key, get_shade(key), POINTS, **options)
    figure.update_yaxes(title_text="error [%]", col=1)
    figure.update_xaxes(title_text="t [s]", row=2)
    return finish(figure, 460).update_layout(margin={"t": 70}, legend={"y": 1.08})


ENTRIES = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))


def draw_fourth_drive(t: Array, lines: Mapping[str, Array]) -> Any:
    """Fig. 8, and by how much each differs from what was measured."""
    return draw_curves(t, {key: x[:, 3:] for key, x in lines.items()}, ("τ<sub>4</sub> [Nm]",))


def draw_drives(t: Array, lines: Mapping[str, Array]) -> Any:
    """Figs. 5, 6, 7: torques (N, n), drive by drive."""
    return draw_curves(t, lines, [f"τ<sub>{j}</sub> [Nm]" for j in range(1, 5)])
