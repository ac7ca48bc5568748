"""Figures like those of Gnad 2024."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynid.arrays import Array
from dynid.papers.gnad2024.robot import delta_model, nominal
from dynid.plotting import MEASURED, add_line, colour, finish, light

POINTS = 600  # of a line


def parameter_bars(found: Mapping[str, Array], names: Sequence[str]) -> Any:
    """Fig. 3: parameters of several models, each divided by its nominal value."""
    from plotly.graph_objects import Figure

    figure = Figure()
    at = [delta_model().parameters.index(name) for name in names]
    for k, (key, p) in enumerate(found.items()):
        shade = MEASURED if key == "Nom" else colour(k)
        figure.add_bar(x=list(names), y=light(p[at] / nominal()[at]), name=key, marker_color=shade)
    figure.update_yaxes(title_text="of nominal", rangemode="tozero")
    figure.update_xaxes(tickangle=-60)
    finish(figure, 460, barmode="group")
    return figure.update_layout(margin={"b": 140})


def mass_matrix(t: Array, errors: Mapping[str, Array]) -> Any:
    """Fig. 4: errors (N, n, n) of the six entries of M that belong to drives 1-3."""
    from plotly.subplots import make_subplots

    figure = make_subplots(
        rows=2, cols=3, shared_xaxes=True, subplot_titles=[f"M{i}{j}" for i, j in ENTRIES]
    )
    for place, (i, j) in enumerate(ENTRIES):
        row, col = place // 3 + 1, place % 3 + 1
        for k, (key, e) in enumerate(errors.items()):
            options = {"legendgroup": key, "showlegend": place == 0, "row": row, "col": col}
            add_line(figure, t, e[:, i - 1, j - 1], key, colour(k), POINTS, **options)
    figure.update_yaxes(title_text="error [%]", col=1)
    figure.update_xaxes(title_text="t [s]", row=2)
    return _with_titles(finish(figure, 460))


ENTRIES = ((1, 1), (2, 2), (3, 3), (1, 2), (1, 3), (2, 3))


def fourth_drive(t: Array, lines: Mapping[str, Array]) -> Any:
    """Fig. 8."""
    from plotly.graph_objects import Figure

    figure = Figure()
    _lines(figure, t, {key: x[:, 3] for key, x in lines.items()}, True)
    figure.update_yaxes(title_text="psi [Nm]")
    figure.update_xaxes(title_text="t [s]")
    return finish(figure, 360)


def drives(t: Array, lines: Mapping[str, Array]) -> Any:
    """Figs. 5, 6, 7: torques (N, n), drive by drive; dashes let the lines below be seen."""
    from plotly.subplots import make_subplots

    figure = make_subplots(rows=4, cols=1, shared_xaxes=True, vertical_spacing=0.03)
    for j, name in enumerate(delta_model().robot.actuated):
        _lines(figure, t, {key: x[:, j] for key, x in lines.items()}, j == 0, row=j + 1, col=1)
        figure.update_yaxes(title_text=f"{name} [Nm]", row=j + 1)
    figure.update_xaxes(title_text="t [s]", row=4)
    return finish(figure, 720)


def _lines(figure: Any, t: Array, lines: Mapping[str, Array], legend: bool, **place: int) -> None:
    for k, (key, y) in enumerate(lines.items()):
        line = {"dash": ("solid", "dash", "dot")[k % 3], "width": 2.5 if k == 0 else 1.4}
        shade = MEASURED if k == 0 else colour(k - 1)
        add_line(
            figure, t, y, key, shade, POINTS, line=line, legendgroup=key, showlegend=legend, **place
        )


def _with_titles(figure: Any) -> Any:
    """Room for the titles of subplots under the legend."""
    return figure.update_layout(margin={"t": 70}, legend={"y": 1.08})
