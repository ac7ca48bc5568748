"""A figure drawn once more by matplotlib (extra "figures"): SVG, PDF and PNG for a paper,
without a browser.

Understood is what the figures of dynid use: lines, markers, bars with errors, boxes, lines in
space; subplots, logarithms, categories, ranges, lines and bands across, titles of subplots.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from dynid.files import make_folder, write_whole
from dynid.plotting import get_colour

#: {pair of axes: its axes in matplotlib, its traces}
_Panels = dict[tuple[str, str], tuple[Any, list[Any]]]
FORMATS = ("svg", "pdf", "png")
WIDTH, PIXELS = 7.2, 900.0  # inches, for as many of a page's pixels
DASHES = {"solid": "-", "dash": "--", "dot": ":"}
MARKS = {"circle": "o", "circle-open": "o", "x": "x"}
STYLE: Any = {
    "font.size": 8,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "grid.linewidth": 0.3,
    "grid.color": "#cccccc",
    "axes.axisbelow": True,
    "pdf.fonttype": 42,
    "svg.hashsalt": "dynid",
}


def can_print() -> bool:
    return find_spec("matplotlib") is not None


def write_figures(folder: Path, name: str, figure: Any, overwrite: bool = False) -> None:
    """NAME.svg, NAME.pdf and NAME.png."""
    import matplotlib

    make_folder(folder)
    with matplotlib.rc_context(STYLE):
        drawn = to_matplotlib(figure)
        for kind in FORMATS:
            # without the date: the same figure is the same file
            what = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]

            def save(file: BinaryIO, kind: str = kind, what: Any = what) -> None:
                drawn.savefig(file, format=kind, dpi=200, metadata=what)

            write_whole(folder / f"{name}.{kind}", save, overwrite=overwrite)


def render_svg(figure: Any, ink: str) -> str:
    """One SVG on no ground, its axes and words in this colour: for pages light and dark."""
    import matplotlib

    inked: Any = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    style = {**STYLE, "svg.fonttype": "none", "grid.color": ink, "grid.alpha": 0.3}
    with matplotlib.rc_context({**style, **dict.fromkeys(inked, ink)}):
        text = StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))  # not even a version
        to_matplotlib(figure).savefig(text, format="svg", transparent=True, metadata=nothing)
    return text.getvalue()


def to_mathtext(html: str | None) -> str:
    """<sub> as mathematics; everything else as it stands."""
    plain = re.sub(r"<br>|</?[bi]>", " ", html or "").replace("$", r"\$")
    plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return re.sub(r"<sub>(.*?)</sub>", r"$_{\\mathrm{\1}}$", plain)


def to_matplotlib(figure: Any) -> Any:
    """The matplotlib figure."""
    from matplotlib.figure import Figure

    layout = figure.layout
    height = WIDTH * float(layout.height or 450) / PIXELS
    sheet = Figure(figsize=(WIDTH, height))
    named = {t.name: t for t in reversed(figure.data) if t.name and t.showlegend is not False}
    legend = list(named.values())[::-1]
    if layout.showlegend is False or (len(figure.data) < 2 and layout.showlegend is None):
        legend = []
    titles = any(a.text for a in layout.annotations)
    rows = -(-len(legend) // 5)
    top = 1 - (0.1 + 0.17 * rows + 0.2 * titles) / height
    margin = layout.margin.b or 40
    frame = _Frame(0.085, 0.985, max(0.45, WIDTH * margin / PIXELS) / height, top)
    panels = _list_panels(sheet, figure, frame)
    for axes, traces in panels.values():
        _fill(axes, traces)
    for key, (axes, traces) in panels.items():
        if traces[0].type != "scatter3d":
            _label_axes(axes, layout, *key)
    _match(panels, layout)
    _draw_across(panels, layout.shapes)
    for note in layout.annotations:
        if note.xref == "paper":
            sheet.text(
                *frame.place_axes(note.x, note.y), to_mathtext(note.text), ha="center", va="bottom"
            )
    if legend:
        handles = [_handle(trace) for trace in legend]
        sheet.legend(handles, [to_mathtext(t.name) for t in legend], loc="upper left", ncols=5,
                     frameon=False, bbox_to_anchor=(0.06, 1.0))  # fmt: skip
    return sheet


class _Frame:
    """Where the plots are on the sheet, in parts of it."""

    def __init__(self, left: float, right: float, bottom: float, top: float) -> None:
        self.left, self.bottom = left, bottom
        self.width, self.height = right - left, top - bottom

    def place_axes(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.width, self.bottom + y * self.height


def _find_axis(layout: Any, ref: str | None, letter: str) -> Any:
    """The layout's axis that a trace names: None, "x" or "x2"."""
    return layout[f"{letter}axis{(ref or letter)[1:]}"]


def _list_panels(sheet: Any, figure: Any, frame: _Frame) -> _Panels:
    """Axes and traces of every pair of axes."""
    panels: _Panels = {}
    for trace in figure.data:
        if trace.type == "scatter3d":
            key = ("scene", "scene")
            if key not in panels:
                panels[key] = (_add_space(sheet, figure.layout.scene), [])
        else:
            key = (trace.xaxis or "x", trace.yaxis or "y")
            if key not in panels:
                (x0, x1), (y0, y1) = (
                    _find_axis(figure.layout, ref, letter).domain or (0, 1)
                    for ref, letter in zip(key, "xy")
                )
                low, high = frame.place_axes(x0, y0), frame.place_axes(x1, y1)
                place = [*low, high[0] - low[0], high[1] - low[1]]
                panels[key] = (sheet.add_axes(place), [])
        panels[key][1].append(trace)
    return panels


def _add_space(sheet: Any, scene: Any) -> Any:
    axes = sheet.add_subplot(projection="3d")
    for letter in "xyz":
        axis = scene[f"{letter}axis"]
        getattr(axes, f"set_{letter}label")(to_mathtext(axis.title.text))
        if axis.autorange == "reversed":
            getattr(axes, f"invert_{letter}axis")()
    return axes


def _fill(axes: Any, traces: list[Any]) -> None:
    """All traces of one pair of axes; words on the x-axis in the order they come."""
    words: dict[str, int] = {}
    for trace in traces:
        for x in trace.x if trace.x is not None else ():
            if isinstance(x, str):
                words.setdefault(x, len(words))

    def list_places(trace: Any) -> Any:
        x = np.arange(len(trace.y)) if trace.x is None else trace.x
        return np.array([words[str(each)] for each in x]) if words else np.asarray(x)

    beside = sum(trace.type == "bar" for trace in traces)  # bars that share one place
    width, bars = 0.8 / max(beside, 1), 0
    for trace in traces:
        if trace.type == "scatter3d":
            axes.plot(trace.x, trace.y, trace.z, color=trace.line.color, lw=1.2)
        elif trace.type == "bar":
            at = list_places(trace) + width * (bars - 0.5 * (beside - 1))
            bars += 1
            error = None if trace.error_y.array is None else np.asarray(trace.error_y.array)
            axes.bar(at, trace.y, width, color=trace.marker.color, alpha=trace.opacity or 1.0,
                     yerr=error, error_kw={"lw": 0.6})  # fmt: skip
        elif trace.type == "box":
            _draw_box(axes, list_places(trace), np.asarray(trace.y), trace.marker.color)
        else:
            y = np.array([np.nan if v is None else v for v in trace.y], dtype=float)
            axes.plot(list_places(trace), y, **_list_looks(trace))
            axes.margins(x=0.02)
    if words:
        long = max(map(len, map(to_mathtext, words))) > 24 or len(words) > 8
        turned = {"rotation": 60, "ha": "right", "rotation_mode": "anchor"} if long else {}
        axes.set_xticks(range(len(words)), [to_mathtext(word) for word in words], **turned)
        axes.grid(False, axis="x")
        axes.set_xlim(-0.6, len(words) - 0.4)


def _draw_box(axes: Any, at: Any, y: Any, shade: str) -> None:
    for place in np.unique(at):
        looks = {"color": shade}
        axes.boxplot(
            [y[at == place]], positions=[place], widths=0.5, manage_ticks=False, boxprops=looks,
            whiskerprops=looks, capprops=looks, medianprops=looks,
            flierprops={"marker": "o", "markersize": 3, "markeredgecolor": shade},
        )  # fmt: skip


def _list_looks(trace: Any) -> dict[str, Any]:
    mode, symbol = trace.mode or "lines", trace.marker.symbol or "circle"
    shade = trace.line.color or trace.marker.color or get_colour(0)
    return {
        "color": shade,
        "linestyle": DASHES.get(trace.line.dash or "solid", "-") if "lines" in mode else "none",
        "linewidth": 0.6 * float(trace.line.width or 2.0),
        "marker": MARKS.get(symbol, "o") if "markers" in mode else "none",
        "markersize": 0.5 * float(trace.marker.size or 6.0),
        "markerfacecolor": "none" if symbol.endswith("open") else shade,
    }


def _handle(trace: Any) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    if trace.type in ("bar", "box"):
        return Patch(color=trace.marker.color, alpha=trace.opacity or 1.0)
    if trace.type == "scatter3d":
        return Line2D([], [], color=trace.line.color)
    return Line2D([], [], **_list_looks(trace))


def _label_axes(axes: Any, layout: Any, x: str, y: str) -> None:
    """Titles, scales and ranges."""
    for letter, ref in (("x", x), ("y", y)):
        axis, lines = _find_axis(layout, ref, letter), getattr(axes, f"{letter}axis")
        if axis.title.text:
            getattr(axes, f"set_{letter}label")(to_mathtext(axis.title.text))
        if axis.type == "log":
            getattr(axes, f"set_{letter}scale")("log")
        if axis.range is not None:
            low, high = (10.0**v if axis.type == "log" else v for v in axis.range)
            getattr(axes, f"set_{letter}lim")(low, high)
        elif axis.rangemode == "tozero" and letter == "y":
            axes.set_ylim(min(0.0, axes.get_ylim()[0]), max(0.0, axes.get_ylim()[1]))
        if axis.autorange == "reversed":
            lines.set_inverted(True)
        if axis.showticklabels is False:
            lines.set_tick_params(labelbottom=False, labelleft=False)
        if axis.scaleanchor:
            axes.set_aspect("equal", adjustable="datalim")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _match(panels: _Panels, layout: Any) -> None:
    """Axes that follow one another have one range, turned round if that of any is."""
    groups: dict[str, list[Any]] = {}
    for (x, _), (axes, traces) in panels.items():
        if traces[0].type != "scatter3d":
            groups.setdefault(_find_axis(layout, x, "x").matches or x, []).append(axes)
    for group in (g for g in groups.values() if len(g) > 1):
        edges = np.sort([axes.get_xlim() for axes in group], axis=1)
        turned = any(axes.xaxis.get_inverted() for axes in group)
        limits = float(edges[:, 0].min()), float(edges[:, 1].max())
        for axes in group:
            axes.set_xlim(*(limits[::-1] if turned else limits))


def _draw_across(panels: _Panels, shapes: Iterable[Any]) -> None:
    """Lines and bands across a plot."""
    for shape in shapes:
        x, y = str(shape.xref or "x").split()[0], str(shape.yref or "y").split()[0]
        axes = panels[x, y][0] if (x, y) in panels else None
        if axes is None:
            continue
        looks = {"color": shape.line.color or "#555555", "lw": 0.8}
        looks["ls"] = DASHES.get(shape.line.dash or "solid", "-")
        if shape.type == "rect":
            axes.axvspan(shape.x0, shape.x1, color=shape.fillcolor, alpha=shape.opacity, lw=0)
        elif shape.x0 == shape.x1:
            axes.axvline(shape.x0, **looks)
        else:
            axes.axhline(shape.y0, **looks)
