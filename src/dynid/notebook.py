"""Numbers for people, and small tables for notebooks: what `_repr_html_` gives, every name in it
escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST = 30  # rows: a notebook shows what a thing is, not all of it


def render_small_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A title over a table; of many rows the first ones, and how many there are."""
    rows = list(rows)
    lines = ["".join(f"<th>{escape(text)}</th>" for text in head)]
    lines += ["".join(f"<td>{escape(text)}</td>" for text in row) for row in rows[:MOST]]
    if len(rows) > MOST:
        lines.append(f'<td colspan="{len(head)}">... {len(rows)} in all</td>')
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f"<div><p>{escape(title)}</p>\n<table>\n{body}\n</table></div>"


def format_percent(x: float) -> str:
    """A percentage, wherever it is printed: an error has the same digits everywhere."""
    return "-" if x != x else f"{x:.2f}" if x >= 0.01 or x == 0 else f"{x:.1g}"


def format_short_percent(x: float) -> str:
    """A percentage to compare with, in a sentence."""
    return f"{x:.0f}" if x >= 10 else format_percent(x)


def format_ratio(x: float) -> str:
    """R2 or NRMSE, wherever it is printed."""
    return "-" if x != x else f"{x:.4f}" if abs(x) < 100 else f"{x:.3g}"


def format_span(low: float, high: float) -> str:
    """From the least to the largest."""
    return f"{low:.4g} .. {high:.4g}"
