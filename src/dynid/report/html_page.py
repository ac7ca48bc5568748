"""The page itself: escaped text, tables, plots; one file, nothing fetched.

Whatever comes from a robot or a log is text until it is wrapped here: only `Html` goes into the
page as it is. Besides, the page allows no script but its own (by its hash) and no request at all
(Content-Security-Policy). That script and the style are made of frontend/, which draws what Python
describes: figures as data (`dynid.figures`).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from dynid.figures import Figure
from dynid.notebook import format_percent, format_ratio


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


#: a piece of a page: escaped unless it is Html
Piece = str | float | int


def render_piece(piece: Piece) -> Html:
    return piece if isinstance(piece, Html) else Html(escape(str(piece)))


def join(pieces: Iterable[Piece]) -> Html:
    return Html("".join(render_piece(piece) for piece in pieces))


def render_element(tag: str, *pieces: Piece, **attributes: str) -> Html:
    """<tag attribute="...">pieces</tag>; class_ stands for class."""
    given = "".join(f' {name.rstrip("_")}="{escape(value)}"' for name, value in attributes.items())
    return Html(f"<{tag}{given}>{join(pieces)}</{tag}>")


def render_paragraph(*pieces: Piece) -> Html:
    return render_element("p", *pieces)


def render_soft(*pieces: Piece) -> Html:
    return render_element("p", *pieces, class_="soft")


def render_facts(pairs: Mapping[str, Piece]) -> Html:
    return render_element(
        "dl",
        *(
            join((render_element("dt", name), render_element("dd", value)))
            for name, value in pairs.items()
        ),
    )


def render_tiles(numbers: Mapping[str, Piece]) -> Html:
    """The numbers that are asked for first, each with its name below."""
    each = [
        render_element(
            "div", render_element("strong", value), render_element("span", name), class_="tile"
        )
        for name, value in numbers.items()
    ]
    return render_element("div", *each, class_="tiles")


def render_table(
    head: Sequence[str], rows: Iterable[Sequence[Piece]], weak: Iterable[int] = ()
) -> Html:
    """A table that scrolls inside itself; columns of numbers (formatted by `number`) stand to the
    right."""
    rows, marked = [list(row) for row in rows], set(weak)
    right = [
        bool(rows) and all(isinstance(row[k], Number) for row in rows) for k in range(len(head))
    ]
    titles = [
        render_element("th", name, class_="number" if r else "") for name, r in zip(head, right)
    ]
    body = []
    for k, row in enumerate(rows):
        cells = [
            render_element("td", cell, class_="number" if r else "name")
            for cell, r in zip(row, right)
        ]
        kind = "weak" if k in marked else "total" if row[0] == "all" else ""
        body.append(render_element("tr", *cells, class_=kind))
    whole = render_element(
        "table",
        render_element("thead", render_element("tr", *titles)),
        render_element("tbody", *body),
    )
    return render_element("div", whole, class_="table")


class Number(Html):
    """A number as text, for the right side of a column."""

    __slots__ = ()


def make_percentage(x: float | None) -> Number:
    """An error, with the digits that it has everywhere."""
    return Number("–" if x is None or x != x else format_percent(x))


def make_ratio(x: float) -> Number:
    """R2 or NRMSE."""
    return Number("–" if x != x else format_ratio(x).replace("-", "−"))


def number(x: float | None, digits: int = 4) -> Number:
    if x is None or x != x:
        return Number("–")
    if abs(x) == float("inf"):
        return Number("∞" if x > 0 else "−∞")
    return Number(f"{x:.{digits}g}".replace("-", "−"))


def render_folded(summary: str, *pieces: Piece) -> Html:
    return render_element("details", render_element("summary", summary), *pieces)


def render_data(content: str) -> Html:
    """JSON for the page's script; without "<", no text in it can end the block."""
    return Html(
        f'<script type="application/json">{content.replace("<", chr(92) + "u003c")}</script>'
    )


def plot(figure: Figure) -> Html:
    """A figure, drawn by the page when it comes near the screen."""
    height = f"min-height:{int(figure.layout.height)}px"
    canvas = render_element("div", class_="canvas", style=height)
    return render_element("div", render_data(figure.to_json()), canvas, class_="plot")


def render_moving_picture(content: Mapping[str, Any]) -> Html:
    controls = Html(
        '<div class="controls"><button type="button">Play</button>'
        '<input type="range" min="0" max="1000" value="0" aria-label="time"><output></output></div>'
    )
    canvas = Html('<canvas role="img" aria-label="the robot, moving"></canvas>')
    return render_element(
        "div",
        render_data(json.dumps(content, separators=(",", ":"))),
        canvas,
        controls,
        class_="picture",
    )


def render_section(key: str, title: str, *pieces: Piece) -> Html:
    return render_element("section", render_element("h2", title), *pieces, id=key)


def render_page(title: str, *pieces: Piece) -> str:
    style, script = read_asset("page.css"), read_asset("page.js")
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'unsafe-inline';"
        " img-src data: blob:"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style>"
        f"<style>{render_running_head(title)}</style></head>\n"
        f"<body>{render_element('main', *pieces)}\n<script>{script}</script></body></html>\n"
    )


def render_running_head(title: str) -> str:
    """The title and the number of each page on paper, as CSS."""
    quoted = "".join(x if x.isalnum() or x in " .,:_-" else f"\\{ord(x):x} " for x in title)
    small = "font:8pt system-ui,sans-serif;color:#4b5563"
    return (
        f'@page{{@top-left{{content:"{quoted}";{small}}}'
        f'@bottom-right{{content:counter(page) " / " counter(pages);{small}}}}}'
    )


def read_asset(name: str) -> str:
    """page.js or page.css: what frontend/ was bundled to."""
    return files("dynid.report").joinpath(name).read_text(encoding="utf-8")


def digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
