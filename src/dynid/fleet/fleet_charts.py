"""Charts of the fleet's report: plain SVG, nothing that runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from dynid.arrays import Array

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 36, 16, 28


@dataclass(frozen=True, eq=False)
class ChartSeries:
    """Points joined by a line, in the colour of a class of the page's style; half: of intervals;
    named: whether its name stands at the end of the line."""

    x: Array
    y: Array
    style: str
    name: str = ""
    half: Array | None = None
    named: bool = False


def draw_chart(
    series: Sequence[ChartSeries], unit: str, shown: Callable[[float], str] = lambda x: f"{x:g}"
) -> str:
    """shown: how a value of x is written below the axis."""
    xs = np.concatenate([s.x for s in series])
    ends = [s.y + sign * (0.0 if s.half is None else s.half) for s in series for sign in (-1, 1)]
    ys = np.concatenate(ends)
    (x0, x1), (y0, y1) = _compute_span(xs), _compute_span(ys)

    def scale_x(x: Array | float) -> Array:
        return np.asarray(LEFT + (np.asarray(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT))

    def scale_y(y: Array | float) -> Array:
        return np.asarray(HEIGHT - BOTTOM - (np.asarray(y) - y0) / (y1 - y0) * _get_height())

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">']
    for y in _list_ticks(y0, y1):
        parts.append(f'<path class="grid" d="M{LEFT} {scale_y(y):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text class="left" x="{LEFT - 6}" y="{scale_y(y) + 4:.1f}">{y:g}</text>')
    for x in _list_ticks(x0, x1):
        place = f'x="{scale_x(x):.1f}" y="{HEIGHT - 8}"'
        parts.append(f'<text class="below" {place}>{escape(shown(x))}</text>')
    for one in series:
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(scale_x(one.x), scale_y(one.y)))
        title = f"<title>{escape(one.name)}</title>" if one.name else ""
        parts.append(f'<polyline class="{one.style}" points="{points}">{title}</polyline>')
        if one.named:
            place = (
                f'x="{float(scale_x(one.x[-1])) - 6:.1f}" y="{float(scale_y(one.y[-1])) - 6:.1f}"'
            )
            parts.append(f'<text class="left name" {place}>{escape(one.name)}</text>')
        if one.half is not None:
            low, high = scale_y(one.y - one.half), scale_y(one.y + one.half)
            d = "".join(f"M{a:.1f} {b:.1f}V{c:.1f}" for a, b, c in zip(scale_x(one.x), low, high))
            parts.append(f'<path class="{one.style}" d="{d}"/>')
    parts.append(f'<text class="unit" x="{LEFT}" y="10">{escape(unit)}</text></svg>')
    return "".join(parts)


def _get_height() -> int:
    return HEIGHT - TOP - BOTTOM


def _compute_span(values: Array) -> tuple[float, float]:
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = 0.04 * (high - low) or 0.5 * abs(high) or 1.0
    return low - room, high + room


def _list_ticks(low: float, high: float) -> list[float]:
    step = 10.0 ** np.floor(np.log10((high - low) / 2.5))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6)
    first = np.ceil(low / step) * step
    count = int((high - first) / step) + 1
    return [float(np.round(first + k * step, 12)) for k in range(count)]
