"""Figures printed by matplotlib show what the page shows."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from dynid.figures import make_subplots
from dynid.papers import paper_style
from dynid.plotting import finish
from dynid.report.printed_figures import FORMATS, to_mathtext, to_matplotlib, write_figures

pytest.importorskip(
    "matplotlib", reason="matplotlib is not installed: pip install 'dynid[figures]'"
)


def test_files_of_three_kinds_are_written_and_stay_the_same(tmp_path):
    t = np.linspace(0, 1, 50)
    figure = paper_style.draw_curves(
        t, {"measured": t[:, None], "PSO": 1.1 * t[:, None]}, ["q [m]"]
    )
    contents = []
    for folder in ("one", "two"):
        write_figures(tmp_path / folder, "name", figure)
        contents.append([(tmp_path / folder / f"name.{kind}").read_bytes() for kind in FORMATS])
    svg, pdf, png = contents[0]
    assert b"<svg" in svg[:500]
    assert pdf.startswith(b"%PDF")
    assert png.startswith(b"\x89PNG")
    assert contents[0][0] == contents[1][0]


def test_curves_have_their_error_beside_them():
    t = np.linspace(0, 1, 50)
    sheet = to_matplotlib(
        paper_style.draw_curves(t, {"measured": t[:, None], "PSO": 1.1 * t[:, None]}, ["q [m]"])
    )
    left, right = sheet.axes
    assert [len(axes.lines) for axes in (left, right)] == [2, 1]
    assert_allclose(right.lines[0].get_ydata(), 0.1 * t, atol=1e-6)
    assert (left.get_ylabel(), right.get_ylabel()) == ("q [m]", "difference [m]")
    assert left.lines[1].get_color() == right.lines[0].get_color() == paper_style.get_shade("PSO")
    assert [each.get_text() for each in sheet.legends[0].texts] == ["measured", "PSO"]


def test_bars_boxes_logarithms_bands_and_ranges():
    figure = make_subplots(rows=2, cols=2, subplot_titles=("a", "b", "c", "d"))
    for y in ([1.0, 2.0], [3.0, 4.0]):
        figure.add_bar(x=["P1", "P2"], y=np.array(y), row=1, col=1, error_y={"array": [0.1, 0.1]})
    figure.add_box(x=["5"] * 3 + ["10"] * 3, y=[1, 2, 3, 4, 5, 6.0], row=1, col=2)
    figure.add_scatter(x=[1, 2], y=[1e-3, None], mode="markers", row=2, col=1)
    figure.update_yaxes(type="log", range=[-4, 0], row=2, col=1)
    figure.add_scatter(x=[1, 2], y=[1, 2], row=2, col=2)
    figure.update_xaxes(autorange="reversed", row=2, col=2)
    figure.add_hline(y=1.5, row=2, col=2)
    figure.add_vrect(x0=1.2, x1=1.4, fillcolor="#999999", opacity=0.2, row=2, col=2)
    bars, boxes, log, turned = to_matplotlib(finish(figure, 500, barmode="group")).axes
    assert [patch.get_height() for patch in bars.patches] == [1, 2, 3, 4]
    assert_allclose([p.get_x() for p in bars.patches], [-0.4, 0.6, 0.0, 1.0], atol=1e-12)
    assert bars.get_ylim()[0] == 0.0
    assert [label.get_text() for label in boxes.get_xticklabels()] == ["5", "10"]
    assert (log.get_yscale(), log.get_ylim()) == ("log", (1e-4, 1.0))
    low, high = turned.get_xlim()
    assert low > high
    assert len(turned.lines) == 2
    assert len(turned.patches) == 1


def test_axes_that_belong_together_have_one_range():
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True)
    figure.add_scatter(x=[0, 5], y=[1, 2], row=1, col=1)
    figure.add_scatter(x=[2, 9], y=[1, 2], row=2, col=1)
    figure.update_xaxes(autorange="reversed", row=2, col=1)
    above, below = to_matplotlib(finish(figure, 400)).axes
    assert above.get_xlim() == below.get_xlim()
    assert above.get_xlim()[0] >= 9
    assert above.get_xlim()[1] <= 0


def test_lines_in_space():
    from dynid.papers.kim2022.kim_comparison import draw_paths

    P = np.random.default_rng(0).normal(size=(40, 3))
    (axes,) = to_matplotlib(draw_paths({"identification": P, "validation": P})).axes
    assert axes.name == "3d"
    assert len(axes.lines) == 2


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("arm1.mx", "mc<sub>x</sub> arm"),
        ("telescope_upper.Izz", "Θ<sub>zz</sub> telescope upper"),
        ("slider2.viscous", "F<sub>v2</sub>"),
        ("leg3.rotor_inertia", "J<sub>r3</sub>"),
        ("P12", "P<sub>12</sub>"),
        ("m(e1)", "m(e<sub>1</sub>)"),
        ("q4", "q<sub>4</sub>"),
    ],
)
def test_symbols(name, shown):
    assert paper_style.format_symbol(name) == shown


def test_text_as_mathematics():
    assert to_mathtext("τ<sub>1</sub> [Nm]") == r"τ$_{\mathrm{1}}$ [Nm]"
    assert to_mathtext("a &lt; b") == "a < b"
    assert to_mathtext(None) == ""


def test_every_method_has_one_colour_and_those_of_a_figure_differ():
    for together in (
        ("measured", "PSO", "RLS", "DLS", "SVD", "Table 1"),
        ("nominal", "RG1", "RG2", "ID1", "ID2"),
        ("measured", "base parameters", "ID geom", "friction changed"),
        ("RG simple", "ID simple", "RG geom", "ID geom"),
        ("measured", "reduced", "complete"),
        ("simulated", "found", "start", "Table 4"),
    ):
        assert len({paper_style.get_shade(name) for name in together}) == len(together)
