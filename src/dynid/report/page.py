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
from dynid.notebook import percent_text, ratio_text


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


#: a piece of a page: escaped unless it is Html
Piece = str | float | int


def html(piece: Piece) -> Html:
    return piece if isinstance(piece, Html) else Html(escape(str(piece)))


def join(pieces: Iterable[Piece]) -> Html:
    return Html("".join(html(piece) for piece in pieces))


def element(tag: str, *pieces: Piece, **attributes: str) -> Html:
    """<tag attribute="...">pieces</tag>; class_ stands for class."""
    given = "".join(f' {name.rstrip("_")}="{escape(value)}"' for name, value in attributes.items())
    return Html(f"<{tag}{given}>{join(pieces)}</{tag}>")


def paragraph(*pieces: Piece) -> Html:
    return element("p", *pieces)


def soft(*pieces: Piece) -> Html:
    return element("p", *pieces, class_="soft")


def facts(pairs: Mapping[str, Piece]) -> Html:
    return element(
        "dl", *(join((element("dt", name), element("dd", value))) for name, value in pairs.items())
    )


def tiles(numbers: Mapping[str, Piece]) -> Html:
    """The numbers that are asked for first, each with its name below."""
    each = [
        element("div", element("strong", value), element("span", name), class_="tile")
        for name, value in numbers.items()
    ]
    return element("div", *each, class_="tiles")


def table(head: Sequence[str], rows: Iterable[Sequence[Piece]], weak: Iterable[int] = ()) -> Html:
    """A table that scrolls inside itself; columns of numbers (formatted by `number`) stand to the
    right."""
    rows, marked = [list(row) for row in rows], set(weak)
    right = [
        bool(rows) and all(isinstance(row[k], Number) for row in rows) for k in range(len(head))
    ]
    titles = [element("th", name, class_="number" if r else "") for name, r in zip(head, right)]
    body = []
    for k, row in enumerate(rows):
        cells = [
            element("td", cell, class_="number" if r else "name") for cell, r in zip(row, right)
        ]
        kind = "weak" if k in marked else "total" if row[0] == "all" else ""
        body.append(element("tr", *cells, class_=kind))
    whole = element("table", element("thead", element("tr", *titles)), element("tbody", *body))
    return element("div", whole, class_="table")


class Number(Html):
    """A number as text, for the right side of a column."""

    __slots__ = ()


def percentage(x: float | None) -> Number:
    """An error, with the digits that it has everywhere."""
    return Number("–" if x is None or x != x else percent_text(x))


def ratio(x: float) -> Number:
    """R2 or NRMSE."""
    return Number("–" if x != x else ratio_text(x).replace("-", "−"))


def number(x: float | None, digits: int = 4) -> Number:
    if x is None or x != x:
        return Number("–")
    if abs(x) == float("inf"):
        return Number("∞" if x > 0 else "−∞")
    return Number(f"{x:.{digits}g}".replace("-", "−"))


def folded(summary: str, *pieces: Piece) -> Html:
    return element("details", element("summary", summary), *pieces)


def data_block(content: str) -> Html:
    """JSON for the page's script; without "<", no text in it can end the block."""
    return Html(
        f'<script type="application/json">{content.replace("<", chr(92) + "u003c")}</script>'
    )


def plot(figure: Figure) -> Html:
    """A figure, drawn by the page when it comes near the screen."""
    height = f"min-height:{int(figure.layout.height)}px"
    canvas = element("div", class_="canvas", style=height)
    return element("div", data_block(figure.to_json()), canvas, class_="plot")


def moving_picture(content: Mapping[str, Any]) -> Html:
    controls = Html(
        '<div class="controls"><button type="button">Play</button>'
        '<input type="range" min="0" max="1000" value="0" aria-label="time"><output></output></div>'
    )
    canvas = Html('<canvas role="img" aria-label="the robot, moving"></canvas>')
    return element(
        "div",
        data_block(json.dumps(content, separators=(",", ":"))),
        canvas,
        controls,
        class_="picture",
    )


def section(key: str, title: str, *pieces: Piece) -> Html:
    return element("section", element("h2", title), *pieces, id=key)


def page(title: str, *pieces: Piece) -> str:
    style, script = asset("page.css"), asset("page.js")
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest(script)}'; style-src 'unsafe-inline';"
        " img-src data: blob:"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body>{element('main', *pieces)}\n<script>{script}</script></body></html>\n"
    )


def asset(name: str) -> str:
    """page.js or page.css: what frontend/ was bundled to."""
    return files("dynid.report").joinpath(name).read_text(encoding="utf-8")


def digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
