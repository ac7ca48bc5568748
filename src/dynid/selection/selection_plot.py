"""A choice as a figure: what every candidate gained, with its standard error."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from dynid.figures import Figure
from dynid.plotting import MEASURED, PREDICTED, WEAK, finish, label

if TYPE_CHECKING:
    from dynid.selection.selection_record import Selection

SHADES = {"taken": PREDICTED, "left": MEASURED, "dropped": WEAK}
ROW = 22  # pixels of a step
DIGITS = 6  # of % behind the point


def draw_selection_figure(choice: Selection) -> Any:
    """A bar a step, in the order in which they were tried."""
    figure = Figure()
    for fate, shade in SHADES.items():
        at = [k for k, word in enumerate(choice.fates) if word == fate]
        if not at:
            continue
        some = [choice.steps[k] for k in at]
        # a saved choice has the gains to the last digit but one
        gains, errors = (
            [round(each, DIGITS) for each in values]
            for values in zip(*(step.percent for step in some))
        )
        figure.add_bar(
            y=at,
            x=gains,
            error_x={
                "array": errors,
                "thickness": 1.5,
                "width": 3,
                "color": shade,
            },
            name=fate,
            marker={"color": shade, "opacity": 0.45},
            orientation="h",
            text=[escape(f"{step.group}, with {step.setting}") for step in some],
            textposition="none",
            hovertemplate="%{text}: %{x:.1f} %<extra></extra>",
        )
    figure.update_xaxes(title_text="gain [% of the squared error]", zeroline=True)
    figure.update_yaxes(
        tickvals=list(range(len(choice.steps))),
        ticktext=[label(step.group) for step in choice.steps],
        range=[len(choice.steps) - 0.4, -0.6],
    )
    return finish(figure, 110 + ROW * len(choice.steps), showlegend=True, bargap=0.3)
