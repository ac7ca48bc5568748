"""Diaz-Rodriguez 2010: the way down, parameters, forces and motions of both robots, as the paper
draws them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dynid.figures import Figure
from dynid.papers.claims import Picture
from dynid.papers.diaz2010.diaz_experiment import RobotStudy, compute_ripple
from dynid.papers.diaz2010.forward import Ahead, Forward
from dynid.papers.paper_style import draw_curves, format_symbol, get_shade
from dynid.plotting import finish

WIDE_BARS = 1.0  # of the bars' axis: relative errors beyond are cut


def draw_pictures(prs: RobotStudy, rps: RobotStudy, ahead: Ahead) -> tuple[Picture, ...]:
    made = []
    for s, table, forces, motion in (
        (prs, "Table 3", "Fig. 5", "Fig. 7"),
        (rps, "Tables 6 and 7", "Fig. 6", "Fig. 8"),
    ):
        made += [
            Picture(
                "Algorithm 1",
                f"{s.name}: the way down; feasible from the dotted line on",
                _draw_way(s),
            ),
            Picture(table, f"{s.name}: identified, relative to the simulated robot", _draw_bars(s)),
            Picture(
                forces,
                f"{s.name}: forces of the motors, measured and by the reduced model",
                _draw_forces(s),
            ),
            Picture(
                motion,
                f"{s.name}: positions, measured (shaded: at rest), reduced, complete",
                _draw_motion(s, ahead[s.name][0]),
            ),
        ]
    return tuple(made)


def _draw_way(s: RobotStudy) -> Any:
    """All steps; the line marks the first feasible one."""
    first = next((k for k, step in enumerate(s.way) if step.feasible), len(s.way) - 1)
    return lambda: finish(replace(s.way, chosen=first).to_figure(), 520)


def _draw_bars(s: RobotStudy) -> Any:
    def draw() -> Any:
        figure, truth = Figure(), s.case.B @ s.case.p
        names = [name for name in s.case.names if name in s.case.retained]
        at = [s.case.names.index(name) for name in names]
        for fit, title in ((s.first.complete, "complete"), (s.first.counted, "reduced")):
            error = {"type": "data", "array": 2 * fit.std[at] / np.abs(truth[at])}
            figure.add_bar(
                x=[*map(format_symbol, names)],
                y=fit.theta[at] / truth[at],
                name=title,
                marker_color=get_shade(title),
                error_y=error,
            )
        figure.add_hline(y=1.0, line_dash="dot")
        figure.update_xaxes(automargin=True, tickangle=-60)
        figure.update_yaxes(title_text="identified / true", range=[-WIDE_BARS, 2 + WIDE_BARS])
        return finish(figure, 460, barmode="group")

    return draw


def _draw_forces(s: RobotStudy) -> Any:
    def draw() -> Any:
        motion = s.checks[0]
        measured = s.case.model.inverse_dynamics(*motion, s.case.p) + compute_ripple(
            s.case, motion[0], 0
        )
        found = s.case.compute_rows(motion) @ s.first.feasible.theta
        t = np.arange(len(measured)) / 100.0
        return draw_curves(t, {"measured": measured, "reduced": found}, _list_titles("F", "N"))

    return draw


def _draw_motion(s: RobotStudy, f: Forward) -> Any:
    def draw() -> Any:
        lines = {"measured": f.measured.q, "reduced": f.reduced, "complete": f.complete}
        figure = draw_curves(f.measured.t, lines, _list_titles("q", "m"))
        still = np.abs(f.measured.qd) < 1e-12
        for j in range(3):
            edges = np.flatnonzero(
                np.diff(np.concatenate([[False], still[:, j], [False]]).astype(int))
            )
            for first, last in edges.reshape(-1, 2):
                x0, x1 = f.measured.t[first], f.measured.t[last - 1]
                figure.add_vrect(
                    x0=x0, x1=x1, fillcolor="#999999", opacity=0.2, line_width=0, row=j + 1, col=1
                )
        return figure

    return draw


def _list_titles(letter: str, unit: str) -> list[str]:
    """Of the three drives."""
    return [f"{letter}<sub>{j}</sub> [{unit}]" for j in (1, 2, 3)]
