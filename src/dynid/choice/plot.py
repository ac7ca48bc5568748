"""A choice as a figure: what every candidate gained, with its standard error."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from dynid.figures import Figure
from dynid.plotting import MEASURED, PREDICTED, WEAK, finish, label

if TYPE_CHECKING:
    from dynid.choice.record import Choice

SHADES = {"taken": PREDICTED, "left": MEASURED, "dropped": WEAK}
ROW = 22  # pixels of a step


def choice_figure(choice: Choice) -> Any:
    """A bar a step, in the order in which they were tried."""
    figure = Figure()
    for fate, shade in SHADES.items():
        at = [k for k, word in enumerate(choice.fates) if word == fate]
        if not at:
            continue
        some = [choice.steps[k] for k in at]
        figure.add_bar(
            y=at,
            x=[step.percent[0] for step in some],
            error_x={
                "array": [step.percent[1] for step in some],
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
