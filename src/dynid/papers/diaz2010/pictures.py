"""Diaz-Rodriguez 2010: the way down, parameters, forces and motions of both robots, as the paper
draws them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dynid.figures import Figure
from dynid.papers.claims import Picture
from dynid.papers.diaz2010.experiment import Study, ripple
from dynid.papers.diaz2010.forward import Ahead, Forward
from dynid.papers.looks import curves, shade, symbol
from dynid.plotting import finish

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
    return lambda: finish(replace(s.way, chosen=first).figure(), 520)


def _bars(s: Study) -> Any:
    def draw() -> Any:
        figure, truth = Figure(), s.case.B @ s.case.p
        names = [name for name in s.case.names if name in s.case.retained]
        at = [s.case.names.index(name) for name in names]
        for fit, title in ((s.first.complete, "complete"), (s.first.counted, "reduced")):
            error = {"type": "data", "array": 2 * fit.std[at] / np.abs(truth[at])}
            figure.add_bar(
                x=[*map(symbol, names)],
                y=fit.theta[at] / truth[at],
                name=title,
                marker_color=shade(title),
                error_y=error,
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
        return curves(t, {"measured": measured, "reduced": found}, _titles("F", "N"))

    return draw


def _motion(s: Study, f: Forward) -> Any:
    def draw() -> Any:
        lines = {"measured": f.measured.q, "reduced": f.reduced, "complete": f.complete}
        figure = curves(f.measured.t, lines, _titles("q", "m"))
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


def _titles(letter: str, unit: str) -> list[str]:
    """Of the three drives."""
    return [f"{letter}<sub>{j}</sub> [{unit}]" for j in (1, 2, 3)]
