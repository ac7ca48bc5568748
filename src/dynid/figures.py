"""Figures as data, in plotly's words, without plotly: traces and a layout that the pages of dynid
draw, that `printed` draws once more, and that plotly draws where it is installed (extra "plots").

Keywords are plotly's: `title_text="t [s]"` is the same as `title={"text": "t [s]"}`.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dynid.errors import InputError

#: what groups other settings: `line_color` stands for {"line": {"color": ...}}
GROUPS = (
    *("title", "line", "marker", "font", "error_x", "error_y"),
    *("xaxis", "yaxis", "zaxis", "scene", "margin", "legend"),
)
#: NumPy's numbers that a page reads as bytes
BYTES = ("f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4")


class FigurePart(dict[str, Any]):
    """Settings, by key or as attributes; what is not set is None, or an empty group of settings."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __missing__(self, name: str) -> Any:
        if name in ("annotations", "shapes"):
            return ()
        return FigurePart() if name.rstrip("0123456789") in GROUPS else None

    def put(self, settings: Mapping[str, Any]) -> None:
        """Set what is given, and keep the rest: of groups too."""
        for name, value in settings.items():
            group = next((g for g in GROUPS if name.startswith(f"{g}_")), None)
            if group is not None:
                name, value = group, {name.removeprefix(f"{group}_"): value}
            elif name == "title" and isinstance(value, str):
                value = {"text": value}
            if isinstance(value, Mapping):
                own = self.setdefault(name, FigurePart())
                own.put(value)
            elif value is None:
                self.pop(name, None)
            else:
                self[name] = value


class Figure:
    """Traces over one or several pairs of axes; those without a `row` and `col` stand over the
    first."""

    def __init__(self, rows: int = 1, cols: int = 1) -> None:
        self.rows, self.cols = rows, cols
        self.data: list[FigurePart] = []
        self.layout = FigurePart()
        for k in range(rows * cols):
            for letter in "xy":
                self.layout[f"{letter}axis{number(k)}"] = FigurePart()

    def add(self, kind: str, row: int | None = None, col: int | None = None, **looks: Any) -> None:
        trace = FigurePart(type=kind)
        trace.put({name: value for name, value in looks.items() if value is not None})
        if row is not None and col is not None:
            k = number((row - 1) * self.cols + col - 1)
            trace |= {"xaxis": f"x{k}", "yaxis": f"y{k}"}
        self.data.append(FigurePart(trace))

    def add_scatter(self, **looks: Any) -> None:
        self.add("scatter", **looks)

    def add_scatter3d(self, **looks: Any) -> None:
        self.add("scatter3d", **looks)

    def add_bar(self, **looks: Any) -> None:
        self.add("bar", **looks)

    def add_box(self, **looks: Any) -> None:
        self.add("box", **looks)

    def add_heatmap(self, **looks: Any) -> None:
        self.add("heatmap", **looks)

    def add_hline(self, y: float, **looks: Any) -> None:
        self._draw_across("x", {"type": "line", "y0": y, "y1": y}, looks)

    def add_vline(self, x: float, **looks: Any) -> None:
        self._draw_across("y", {"type": "line", "x0": x, "x1": x}, looks)

    def add_hrect(self, y0: float, y1: float, **looks: Any) -> None:
        self._draw_across("x", {"type": "rect", "y0": y0, "y1": y1}, looks)

    def add_vrect(self, x0: float, x1: float, **looks: Any) -> None:
        self._draw_across("y", {"type": "rect", "x0": x0, "x1": x1}, looks)

    def _draw_across(self, letter: str, ends: Mapping[str, Any], looks: dict[str, Any]) -> None:
        """From one side to the other along an axis, in all pairs of axes or in one."""
        whole = {f"{letter}0": 0, f"{letter}1": 1}
        for k in self._list_places(looks.pop("row", None), looks.pop("col", None)):
            refs = {f"{each}ref": f"{each}{number(k)}" for each in "xy"}
            refs[f"{letter}ref"] += " domain"
            shape = FigurePart()
            shape.put({**ends, **whole, **refs, **looks})
            self.layout["shapes"] = [*self.layout.shapes, shape]

    def _list_places(self, row: int | None, col: int | None) -> Iterator[int]:
        for k in range(self.rows * self.cols):
            if row in (None, k // self.cols + 1) and col in (None, k % self.cols + 1):
                yield k

    def _set_axes(self, letter: str, row: int | None, col: int | None, settings: Any) -> None:
        for k in self._list_places(row, col):
            self.layout[f"{letter}axis{number(k)}"].put(settings)

    def update_xaxes(self, row: int | None = None, col: int | None = None, **settings: Any) -> None:
        self._set_axes("x", row, col, settings)

    def update_yaxes(self, row: int | None = None, col: int | None = None, **settings: Any) -> None:
        self._set_axes("y", row, col, settings)

    def update_scenes(self, **settings: Any) -> None:
        self.layout.put({"scene": settings})

    def update_annotations(self, **settings: Any) -> None:
        for note in self.layout.annotations:
            note.put(settings)

    def update_layout(self, **settings: Any) -> Figure:
        self.layout.put(settings)
        return self

    def to_json(self) -> str:
        whole = {"data": self.data, "layout": self.layout}
        return json.dumps(_to_plain(whole), separators=(",", ":"), allow_nan=False)

    def to_plotly(self) -> Any:
        """The same as a figure of plotly, which `.show()` opens and a notebook shows."""
        figure = import_plotly().Figure({"data": self.data, "layout": self.layout})
        return figure.update_layout(template="none")


def import_plotly() -> Any:
    """The module of plotly's figures."""
    try:
        import plotly.graph_objects
    except ImportError:
        raise InputError(
            "plot() makes a figure of plotly, which is not installed: pip install 'dynid[plots]'."
            " The pages that dynid writes have the same figures without it."
        ) from None
    return plotly.graph_objects


def number(k: int) -> str:
    """What stands after the name of the k-th axis: "", "2", "3" ..."""
    return str(k + 1) if k else ""


def make_subplots(
    rows: int,
    cols: int,
    shared_xaxes: bool | str = False,
    row_heights: Sequence[float] | None = None,
    column_widths: Sequence[float] | None = None,
    vertical_spacing: float | None = None,
    horizontal_spacing: float | None = None,
    subplot_titles: Sequence[str] = (),
) -> Figure:
    """A grid of pairs of axes, as plotly's function of that name lays it out.

    shared_xaxes   True: those of a column show the same range, and the lowest its numbers; "all":
                   those of all columns do
    """
    figure = Figure(rows, cols)
    if vertical_spacing is None:
        vertical_spacing = (0.5 if subplot_titles else 0.3) / rows
    across = _split_domain(
        column_widths or [1.0] * cols, _use_default(horizontal_spacing, 0.2 / cols)
    )
    up = _split_domain([*(row_heights or [1.0] * rows)][::-1], vertical_spacing)[::-1]
    for k in range(rows * cols):
        row, col = divmod(k, cols)
        x, y = figure.layout[f"xaxis{number(k)}"], figure.layout[f"yaxis{number(k)}"]
        x |= {"anchor": f"y{number(k)}", "domain": across[col]}
        y |= {"anchor": f"x{number(k)}", "domain": up[row]}
        first = (rows - 1) * cols + (0 if shared_xaxes == "all" else col)
        if shared_xaxes and k != first:
            x["matches"] = f"x{number(first)}"
            if row < rows - 1:
                x["showticklabels"] = False
    figure.layout["annotations"] = [
        FigurePart(
            text=title,
            x=sum(across[k % cols]) / 2,
            y=up[k // cols][1],
            xref="paper",
            yref="paper",
            xanchor="center",
            yanchor="bottom",
            showarrow=False,
            font=FigurePart(size=16),
        )
        for k, title in enumerate(subplot_titles)
        if title
    ]
    return figure


def _use_default(x: float | None, otherwise: float) -> float:
    return otherwise if x is None else x


def _split_domain(sizes: Sequence[float], gap: float) -> list[list[float]]:
    """Where parts of these sizes begin and end in [0, 1], with gaps between them."""
    room, found, at = (1.0 - gap * (len(sizes) - 1)) / sum(sizes), [], 0.0
    for size in sizes:
        found.append([at, min(at + room * size, 1.0)])
        at += room * size + gap
    return found


def _to_plain(x: Any) -> Any:
    """As JSON knows it: arrays of numbers as their bytes, what is no number as null."""
    if isinstance(x, np.ndarray):
        kind = x.dtype.newbyteorder("=").str[1:]
        if kind == "i8" and x.size and np.abs(x).max() < 2**31:
            x, kind = x.astype(np.int32), "i4"
        if kind not in BYTES or x.ndim > 2:
            return _to_plain(x.tolist())
        code = base64.b64encode(np.ascontiguousarray(x, dtype=f"<{kind}").tobytes()).decode()
        shape = {"shape": ", ".join(map(str, x.shape))} if x.ndim == 2 else {}
        return {"dtype": kind, "bdata": code, **shape}
    if isinstance(x, Mapping):
        return {key: _to_plain(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_to_plain(value) for value in x]
    if isinstance(x, np.generic):
        x = x.item()
    return None if isinstance(x, float) and not math.isfinite(x) else x
