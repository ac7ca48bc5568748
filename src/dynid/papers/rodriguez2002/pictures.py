"""Figures like those of Rodriguez-Angeles 2002."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.estimators.kalman.two_stage import TwoStageResult
from dynid.figures import make_subplots
from dynid.identification.estimate import Estimate
from dynid.papers.claims import Picture
from dynid.papers.paper_style import draw_curves as lines_and_errors
from dynid.papers.paper_style import format_symbol, get_shade
from dynid.papers.rodriguez2002 import rodriguez_robot as cft

NAMES = tuple(f"x<sub>c{k}</sub> [{unit}]" for k, unit in zip("1234", ("m", "m", "rad", "m")))
UNITS = ("N", "Nm", "Nm", "Nm")
ROW = 210  # height of a panel


def draw_panels(
    titles: tuple[str, ...], columns: int, x: str, fill: Callable[[int, Any], None]
) -> Any:
    """A figure of panels; fill(k, add) draws the k-th by add(x, y, name, ...), each name once in
    the legend."""
    rows, seen = -(-len(titles) // columns), set[str]()
    figure = make_subplots(
        rows=rows, cols=columns, vertical_spacing=0.16 / rows, horizontal_spacing=0.28 / columns
    )
    for k, title in enumerate(titles):
        row, column = 1 + k // columns, 1 + k % columns

        def add(
            x: Array, y: Array, name: str, row: int = row, column: int = column, **line: Any
        ) -> None:
            line = {"color": get_shade(name), **line}
            shown = {"name": name, "legendgroup": name, "showlegend": name not in seen}
            figure.add_scatter(x=x, y=y, mode="lines", line=line, row=row, col=column, **shown)
            seen.add(name)

        fill(k, add)
        figure.update_yaxes(title_text=title, row=row, col=column)
    for column in range(1, columns + 1):
        figure.update_xaxes(title_text=x, row=rows, col=column)
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    figure.update_layout(
        height=90 + ROW * rows, margin={"t": 40, "b": 45, "l": 60, "r": 20}, legend=legend
    )
    return figure


def draw_motion() -> Picture:
    def draw() -> Any:
        t = np.linspace(0.0, 2.5, 500)
        x_c = cft.compute_cartesian(cft.make_table_3().at(t)[0])

        def fill(k: int, add: Any) -> None:
            add(t, x_c[:, k], "Table 3")
            for edge in (cft.LOWEST[k], cft.HIGHEST[k]):
                add(t[[0, -1]], np.full(2, edge), "limits, Table 5", dash="dot")

        return draw_panels(NAMES, 2, "t [s]", fill)

    return Picture(
        "Table 3", "The excitation in Cartesian coordinates, within the limits of Table 5.", draw
    )


def draw_friction(found: Estimate, start: Mapping[str, float]) -> Picture:
    assert isinstance(found.details, TwoStageResult)
    curves = found.details.friction

    def draw() -> Any:
        def fill(k: int, add: Any) -> None:
            joint, side = cft.JOINTS[k // 2], k % 2
            # beyond, it is a straight line
            v = 0.4 * float(curves[joint].speed[0]) * np.linspace(-1.0, 1.0, 601)
            first = tuple(start[f"{joint}.{name}"] for name in ("Bv", "Bf1", "Bf2", "w1", "w2"))
            truth, got = cft.compute_friction(joint, v), curves[joint].compute_friction(joint, v)[0]
            if side:
                add(v, 100 * (got - truth) / np.abs(truth).max(), "found", width=1.5)
                return
            printed = cft.TABLE_4_FRICTION[joint]
            add(v, cft.smooth_friction(printed, v), "Table 4", dash="dot")
            add(v, cft.smooth_friction(first, v), "start", dash="dash")
            add(v, truth, "simulated", width=5)
            add(v, got, "found", width=2)

        titles = tuple(
            title
            for joint, unit in zip(cft.JOINTS, UNITS)
            for title in (f"friction of {format_symbol(joint)} [{unit}]", "error [% of peak]")
        )
        return draw_panels(titles, 2, "velocity [m/s or rad/s]", fill)

    return Picture(
        "(13), Table 4",
        "Friction of the joints. Table 4's own drives q1, q4, q5 at some speeds.",
        draw,
    )


def draw_torques(found: Estimate, log: Log, data: Dataset) -> tuple[Picture, Picture]:
    """`log`: one period as measured; `data`: the motion, averaged over all."""

    def make_drawing(joints: tuple[int, int]) -> Callable[[], Any]:
        def draw() -> Any:
            assert found.model is not None
            tau = found.model.inverse_dynamics(data.q, data.qd, data.qdd, found.p)

            once = np.column_stack(
                [np.interp(log.t - log.t[0], data.t - data.t[0], tau[:, j]) for j in joints]
            )
            lines = {"measured": log.tau[:, list(joints)], "reconstructed": once}
            titles = [f"τ of {format_symbol(cft.JOINTS[j])} [{UNITS[j]}]" for j in joints]
            return lines_and_errors(log.t - log.t[0], lines, titles)

        return draw

    said = "Reconstructed and measured torque along a period of Table 3's motion, and the error."
    return Picture("Fig. 7", said, make_drawing((0, 1))), Picture(
        "Fig. 8", said, make_drawing((2, 3))
    )


def draw_voltages(t: Array, wanted: Array, x_c: Array, volts: Array) -> Picture:
    def draw() -> Any:
        def fill(k: int, add: Any) -> None:
            i, part = divmod(k, 3)
            if part == 0:
                add(t[::2], wanted[::2, i], "wanted", dash="dash")
                add(t[::2], x_c[::2, i], "followed")
            elif part == 1:
                add(t[::2], 1e3 * (x_c - wanted)[::2, i], "followed")
            else:
                add(t[::2], volts[::2, i], "voltage")

        errors = ["error [mm]", "error [mm]", "error [mrad]", "error [mm]"]
        titles = tuple(
            title
            for k, name in enumerate(NAMES)
            for title in (name, errors[k], f"u<sub>{k + 1}</sub> [V]")
        )
        return draw_panels(titles, 3, "t [s]", fill)

    return Picture(
        "Figs. 9, 10",
        "The robot driven by voltages: P controller, saturation, Table 6, (66), dynamics; its"
        " error, and the voltages.",
        draw,
    )
