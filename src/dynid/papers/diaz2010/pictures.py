"""Diaz-Rodriguez 2010: the way down, parameters, forces and motions of both robots, as the paper
draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.papers.claims import Picture
from dynid.papers.diaz2010.experiment import Study, ripple
from dynid.papers.diaz2010.forward import Ahead, Forward
from dynid.plotting import MEASURED, PREDICTED, RESIDUAL, add_line, finish

WIDE_BARS = 1.0  # of the bars' axis: relative errors beyond are cut


def pictures(prs: Study, rps: Study, ahead: Ahead) -> tuple[Picture, ...]:
    made = []
    for s, table, forces, motion in (
        (prs, "Table 3", "Fig. 5", "Fig. 7"),
        (rps, "Tables 6 and 7", "Fig. 6", "Fig. 8"),
    ):
        made += [
            Picture(
                "Algorithm 1", f"{s.name}: the way down; feasible from the dotted line on", _way(s)
            ),
            Picture(table, f"{s.name}: identified, relative to the simulated robot", _bars(s)),
            Picture(
                forces,
                f"{s.name}: forces of the drives, measured and by the reduced model",
                _forces(s),
            ),
            Picture(
                motion,
                f"{s.name}: positions, measured (shaded: at rest), reduced, complete",
                _motion(s, ahead[s.name][0]),
            ),
        ]
    return tuple(made)


def _way(s: Study) -> Any:
    """All steps; the line marks the first feasible one."""
    first = next((k for k, step in enumerate(s.way) if step.feasible), len(s.way) - 1)
    return lambda: finish(replace(s.way, chosen=first).plot(), 520)


def _bars(s: Study) -> Any:
    def draw() -> Any:
        from plotly.graph_objects import Figure

        figure, truth = Figure(), s.case.B @ s.case.p
        names = [name for name in s.case.names if name in s.case.retained]
        at = [s.case.names.index(name) for name in names]
        for fit, title, shade in (
            (s.first.complete, "complete", RESIDUAL),
            (s.first.counted, "reduced", PREDICTED),
        ):
            error = {"type": "data", "array": 2 * fit.std[at] / np.abs(truth[at])}
            figure.add_bar(
                x=names, y=fit.theta[at] / truth[at], name=title, marker_color=shade, error_y=error
            )
        figure.add_hline(y=1.0, line_dash="dot")
        figure.update_xaxes(automargin=True, tickangle=-60)
        figure.update_yaxes(title_text="identified / true", range=[-WIDE_BARS, 2 + WIDE_BARS])
        return finish(figure, 460, barmode="group")

    return draw


def _forces(s: Study) -> Any:
    def draw() -> Any:
        motion = s.checks[0]
        measured = s.case.model.inverse_dynamics(*motion, s.case.p) + ripple(s.case, motion[0], 0)
        found = s.case.rows(motion) @ s.first.feasible.theta
        t = np.arange(len(measured)) / 100.0
        return _three(s, t, [(measured, "measured", MEASURED), (found, "reduced", PREDICTED)], "N")

    return draw


def _motion(s: Study, f: Forward) -> Any:
    def draw() -> Any:
        series = [
            (f.measured.q, "measured", MEASURED),
            (f.reduced, "reduced", PREDICTED),
            (f.complete, "complete", RESIDUAL),
        ]
        figure = _three(s, f.measured.t, series, "m")
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


def _three(s: Study, t: Array, series: Sequence[tuple[Array, str, str]], unit: str) -> Any:
    """The three drives below one another."""
    from plotly.subplots import make_subplots

    figure = make_subplots(rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.05)
    for j, name in enumerate(s.case.model.robot.actuated):
        for values, title, shade in series:
            add_line(
                figure,
                t,
                values[:, j],
                title,
                shade,
                row=j + 1,
                col=1,
                legendgroup=title,
                showlegend=j == 0,
            )
        figure.update_yaxes(title_text=f"{name} [{unit}]", row=j + 1, col=1)
    figure.update_xaxes(title_text="t [s]", row=3, col=1)
    return finish(figure, 560)
