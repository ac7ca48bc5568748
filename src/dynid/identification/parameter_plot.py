"""An estimate as a figure: parameters with their intervals, one panel a kind, since kinds
differ in unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from dynid.arrays import Array
from dynid.figures import make_subplots
from dynid.identification.estimate_text import shorten
from dynid.model.layout import take_part
from dynid.plotting import LONGEST_NAME, PREDICTED, PRIOR, WEAK, finish, label

if TYPE_CHECKING:
    from dynid.identification.estimate import Estimate

ROW, PANEL = 17, 62  # pixels of a parameter, and of a panel's title and axis
ON_A_PAGE = 45  # parameters

#: a parameter's last word to the title of its panel; other effects have a panel of their own, by
#: their name
TITLES = {"m": "mass [kg]"}
TITLES |= dict.fromkeys(("mx", "my", "mz"), "first moment [kg m]")
TITLES |= dict.fromkeys(("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"), "inertia [kg m²]")


def find_panel(name: str, units: Mapping[str, str]) -> str:
    """The title of the panel of a parameter, by the first of the parameters it is the sum of."""
    kind = take_part(name)
    unit = f" [{units[kind].replace('^2', '²')}]" if kind in units else ""
    return TITLES.get(kind, kind.replace("_", " ") + unit)


def draw_parameters(result: Estimate) -> Any:
    """The base parameters that were kept with their 95 % intervals, weak ones in red."""
    return _draw_kept(result, None, _mark_kept(result))


def draw_parameter_pages(result: Estimate, prior: Array | None = None) -> list[Any]:
    """The same, and the prior's values (theta,), as figures that fit on a page of paper each: one a
    kind, long ones in parts."""
    units = None if result.model is None else result.model.layout.units
    kinds: dict[str, list[int]] = {}
    for k in _mark_kept(result):
        kinds.setdefault(find_panel(result.names[k], units or {}), []).append(k)
    parts = [
        np.array(rows[first : first + ON_A_PAGE])
        for rows in kinds.values()
        for first in range(0, len(rows), ON_A_PAGE)
    ]
    return [_draw_kept(result, prior, part) for part in parts]


def _mark_kept(result: Estimate) -> Array:
    gone = set(result.eliminated)
    return np.array([k for k, name in enumerate(result.names) if name not in gone], dtype=int)


def _draw_kept(result: Estimate, prior: Array | None, kept: Array) -> Any:
    weak = {result.names[k] for k in kept if result.names[k] in set(result.weak)}
    return draw_intervals(
        [result.names[k] for k in kept],
        result.theta[kept],
        result.compute_interval()[kept],
        weak,
        None if prior is None else prior[kept],
        None if result.model is None else result.model.layout.units,
    )


def draw_intervals(
    names: Sequence[str],
    values: Array,
    intervals: Array,
    weak: set[str],
    prior: Array | None = None,
    units: Mapping[str, str] | None = None,
) -> Any:
    """Values and intervals (k, 2), one below the other; infinite intervals are not drawn.

    units   {"viscous": "N m s/rad"} of the parameters of joints
    """
    panels: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        panels.setdefault(find_panel(name, units or {}), []).append(k)
    sizes = [max(len(rows), 2) for rows in panels.values()]
    height = ROW * sum(sizes) + PANEL * len(sizes) + 60
    figure = make_subplots(
        rows=len(panels),
        cols=1,
        subplot_titles=[escape(title) for title in panels],
        row_heights=sizes,
        vertical_spacing=min(PANEL / height, 1.0 / max(len(panels) - 1, 1)),
    )
    for row, at in enumerate(panels.values(), start=1):
        _draw_panel(figure, row, names, at, values, intervals, weak)
        if prior is not None and np.isfinite(prior[at]).any():
            figure.add_scatter(
                x=prior[at],
                y=list(range(len(at))),
                name="prior",
                mode="markers",
                marker={"symbol": "diamond-open", "size": 8, "color": PRIOR},
                hovertemplate="%{x:.5g}",
                row=row,
                col=1,
            )
    figure.update_annotations(x=0, xanchor="left", font_size=12)
    return finish(figure, height, showlegend=False)


def _draw_panel(
    figure: Any,
    row: int,
    names: Sequence[str],
    at: list[int],
    values: Array,
    intervals: Array,
    weak: set[str],
) -> None:
    half = np.where(np.isfinite(intervals[at]), np.abs(intervals[at] - values[at][:, None]), 0.0)
    shade = [WEAK if names[k] in weak else PREDICTED for k in at]
    for colour in sorted(set(shade)):
        these = [i for i, c in enumerate(shade) if c == colour]
        figure.add_scatter(
            x=values[at][these],
            y=these,
            error_x={
                "array": half[these, 1],
                "arrayminus": half[these, 0],
                "color": colour,
                "thickness": 1.5,
                "width": 3,
            },
            mode="markers",
            # told apart without colours, too
            marker={"size": 6, "color": colour, "symbol": "x" if colour == WEAK else "circle"},
            name="weak" if colour == WEAK else "identified",
            text=[escape(shorten(names[at[i]], 100)) for i in these],
            hovertemplate=(
                "%{text}<br>%{x:.5g}, 95 %: %{customdata[0]:.5g} .."
                " %{customdata[1]:.5g}<extra></extra>"
            ),
            customdata=intervals[at][these],
            row=row,
            col=1,
        )
    figure.update_yaxes(
        tickvals=list(range(len(at))),
        ticktext=[label(shorten(names[k], LONGEST_NAME)) for k in at],
        range=[len(at) - 0.4, -0.6],
        row=row,
        col=1,
    )
