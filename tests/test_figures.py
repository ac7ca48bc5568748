"""Figures as data are those that plotly makes of the same calls."""

from __future__ import annotations

import base64
import json
import subprocess
import sys

import numpy as np
import plotly.graph_objects
import plotly.subplots
import pytest

import dynid as di
from dynid import figures
from dynid.plotting import finish


def lines(make, Figure):
    figure = make(
        rows=3,
        cols=2,
        shared_xaxes=True,
        row_heights=[0.5, 0.2, 0.3],
        column_widths=[2, 1],
        vertical_spacing=0.04,
        horizontal_spacing=0.1,
        subplot_titles=("a", "b", "", "d", "e", "f"),
    )
    for k in range(6):
        place = {"row": k // 2 + 1, "col": k % 2 + 1}
        y = np.array([1.0, np.nan, 3.0], dtype=np.float32)
        figure.add_scatter(x=np.arange(3), y=y, line_width=2, line={"color": "#123456"}, **place)
    figure.update_xaxes(title_text="t [s]", row=3)
    figure.update_yaxes(title_text="left", type="log", col=1)
    figure.update_annotations(x=0, xanchor="left", font_size=12)
    figure.add_vline(x=2.0, line_dash="dot")
    figure.add_hline(y=1.0, row=2, col=2)
    return finish(figure, 400, showlegend=True, title={"text": "all", "font": {"size": 13}})


def all_shared(make, Figure):
    figure = make(rows=2, cols=2, shared_xaxes="all", subplot_titles=["x", "y", "z", "w"])
    figure.add_scatter(x=[1, 2], y=[3.0, None], name="<b>", row=2, col=1, hoverinfo="skip")
    figure.add_vrect(x0=1.2, x1=1.4, fillcolor="#999999", opacity=0.2, line_width=0, row=2, col=1)
    return figure


def unshared(make, Figure):
    figure = make(rows=2, cols=3)
    figure.add_scatter(y=[1.0, 2.0], customdata=np.ones((2, 2)), row=1, col=3)
    figure.update_xaxes(title_text="x")
    return figure


def one(make, Figure):
    figure = Figure()
    figure.add_bar(x=["a", "b"], y=np.array([1.0, 2.0]), marker_color="#aaaaaa", opacity=0.4)
    figure.add_bar(y=["a"], x=[1.0], error_x={"array": np.array([0.1])}, orientation="h")
    figure.add_box(x=["5"] * 2, y=[1, 2.0], name="5", marker_color="#bbbbbb")
    figure.add_heatmap(z=[[0.0, 1.0], [1.0, 0.0]], zmin=-1, zmax=1)
    figure.add_hrect(y0=-0.1, y1=0.1, fillcolor="#cccccc", opacity=0.3, line_width=0)
    figure.update_xaxes(tickangle=-60, automargin=True)
    figure.update_yaxes(range=[-1.05, 1.05], scaleanchor="x")
    figure.update_layout(title="words", barmode="group", margin={"b": 140})
    return figure.update_layout(margin={"t": 70}, legend={"y": 1.08}, meta={"clock": "motion"})


def space(make, Figure):
    figure = Figure()
    figure.add_scatter3d(x=[0.0, 1.0], y=[0.0, 1.0], z=[2.0, np.nan], mode="lines", name="path")
    figure.update_scenes(aspectmode="data", xaxis_title="x [m]", zaxis_autorange="reversed")
    return figure


@pytest.mark.parametrize(
    "draw", [lines, all_shared, unshared, one, space], ids=lambda f: f.__name__
)
def test_the_same_calls_describe_the_same_figure(draw):
    ours = draw(figures.make_subplots, figures.Figure)
    theirs = draw(plotly.subplots.make_subplots, plotly.graph_objects.Figure)
    theirs.update_layout(template=None)
    for figure in (ours, ours.to_plotly().update_layout(template=None)):
        assert comparable(figure.to_json()) == comparable(theirs.to_json())


def comparable(text: str):
    """Arrays as lists, numbers to 12 digits, and without what is empty."""

    def plain(x):
        if isinstance(x, dict) and "bdata" in x:
            code = np.frombuffer(base64.b64decode(x["bdata"]), dtype=x["dtype"])
            shape = [int(n) for n in str(x.get("shape", len(code))).split(",")]
            return plain(code.reshape(shape).tolist())
        if isinstance(x, dict):
            found = {key: plain(value) for key, value in x.items()}
            return {key: value for key, value in found.items() if value not in ({}, [], None)}
        if isinstance(x, list):
            return [plain(value) for value in x]
        if isinstance(x, float):
            return None if x != x else float(f"{x:.12g}")
        return x

    return plain(json.loads(text))


def test_numbers_that_json_has_not():
    figure = figures.Figure()
    figure.add_scatter(x=[np.nan, np.inf, np.float64(1.5)], y=np.array([True, False, True]))
    figure.add_scatter(x=np.array([2**40, 1]), y=np.array(["a", "b"]), name=None)
    first, second = json.loads(figure.to_json())["data"]
    assert first["x"] == [None, None, 1.5]
    assert first["y"] == [True, False, True]
    assert (second["x"], second["y"]) == ([2**40, 1], ["a", "b"])
    assert "name" not in second


def test_without_plotly_plot_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "plotly", None)
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    with pytest.raises(di.InputError, match=r"pip install 'dynid\[plots\]'"):
        di.load_robot("pendulum").plot()


def test_a_report_needs_no_plotly(tmp_path):
    """Identified and written in a process that cannot import it."""
    code = (
        "import sys; sys.modules['plotly'] = None\n"
        "import numpy as np, dynid as di\n"
        "m = di.Model(di.load_robot('pendulum'), effects=[di.Viscous()])\n"
        "t = np.arange(0, 6, 0.01); q = np.sin(3 * t)[:, None]\n"
        "qd, qdd = 3 * np.cos(3 * t)[:, None], -9 * q\n"
        "p = m.prior.copy(); p[m.layout.others] = 0.1\n"
        "tau = m.inverse_dynamics(q, qd, qdd, p)\n"
        "log = di.Log(m.robot.actuated, t, q, tau, qd)\n"
        "problem = di.Problem(m, di.process(log, m, cutoff=10.0))\n"
        "di.write_report(sys.argv[1], di.estimate(problem, di.OLS()), problem)\n"
    )
    path = tmp_path / "report.html"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert path.read_text("utf-8").count('class="plot"') >= 5
