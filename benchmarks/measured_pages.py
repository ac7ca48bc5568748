"""Pages of measured numbers: results kept as JSON, a file a data set, so that a page is made again
without new fits; the same page as Markdown (figures as SVG) and as HTML with figures to zoom."""

from __future__ import annotations

import datetime
import json
import re
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

import dynid as di
from common import table
from dynid.figures import Figure
from dynid.files import make_folder, write_whole
from dynid.plotting import finish, get_colour
from dynid.report import html_page
from dynid.report.printed_figures import can_print, render_svg

ROOT = Path(__file__).resolve().parents[1]
KEPT = Path(__file__).with_name("results")
INK = "#888888"  # of axes and words, readable on white and on black
DOCS, HTML = ROOT / "docs", ROOT / "build"
Json = dict[str, Any]


@dataclass(frozen=True)
class Table:
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Picture:
    """A figure, and the name of its SVG in docs/figures."""

    name: str
    figure: Figure
    caption: str


@dataclass(frozen=True)
class Chapter:
    title: str
    blocks: Sequence[str | Table | Picture]


@dataclass(frozen=True)
class Page:
    name: str
    title: str
    chapters: Sequence[Chapter]

    def to_markdown(self) -> str:
        parts = [f"# {self.title}"]
        for chapter in self.chapters:
            parts += [f"## {chapter.title}"] if chapter.title else []
            parts += map(_to_markdown, chapter.blocks)
        return "\n\n".join(parts) + "\n"

    def to_html(self) -> str:
        pieces = [html_page.render_element("h1", self.title)]
        for k, chapter in enumerate(self.chapters):
            blocks = map(_to_html, chapter.blocks)
            pieces.append(html_page.render_section(f"part{k}", chapter.title or "Summary", *blocks))
        return html_page.render_page(self.title, *pieces)

    def write(self) -> list[Path]:
        """docs/NAME.md with its pictures in docs/figures, and build/NAME.html; pictures stay as
        they are where matplotlib is not installed."""
        written = [DOCS / f"{self.name}.md", HTML / f"{self.name}.html"]
        for path, text in zip(written, (self.to_markdown(), self.to_html())):
            make_folder(path.parent)
            write_whole(path, text, overwrite=True)
        pictures = [x for c in self.chapters for x in c.blocks if isinstance(x, Picture)]
        for picture in pictures if can_print() else ():
            drawn = render_svg(picture.figure, INK)
            written.append(DOCS / "figures" / f"{picture.name}.svg")
            make_folder(written[-1].parent)
            write_whole(written[-1], drawn, overwrite=True)
        return written


def _to_markdown(block: str | Table | Picture) -> str:
    if isinstance(block, Table):
        return table(block.heads, block.rows)
    if isinstance(block, Picture):
        return f"![{block.caption}](figures/{block.name}.svg)\n\n{block.caption}"
    return block


def _to_html(block: str | Table | Picture) -> html_page.Html:
    if isinstance(block, Table):
        return html_page.render_table(block.heads, [map(_mark_up, row) for row in block.rows])
    if isinstance(block, Picture):
        caption = html_page.render_soft(block.caption)
        return html_page.join((html_page.plot(block.figure), caption))
    lines = re.split(r"\n(?=\* )", block)
    if not block.startswith("* "):
        return html_page.join(map(_to_paragraph, block.split("\n\n")))
    items = (html_page.render_element("li", _mark_up(line[2:])) for line in lines)
    return html_page.render_element("ul", *items)


def _to_paragraph(text: str) -> html_page.Html:
    return html_page.render_paragraph(_mark_up(text))


def _mark_up(text: str) -> html_page.Html:
    """The Markdown that the pages use: bold words, links, and code."""
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text, quote=False))
    html = re.sub(r"&lt;(https://\S+?)&gt;", r'<a href="\1">\1</a>', html)
    html = re.sub(r"\[([^\]]+)\]\((https://[^)]+)\)", r'<a href="\2">\1</a>', html)
    return html_page.Html(re.sub(r"`([^`]+)`", r"<code>\1</code>", html))


def draw_bars(groups: Sequence[str], series: dict[str, Sequence[float]], label: str) -> Figure:
    """Bars of several series beside one another, group by group."""
    figure = Figure()
    for k, (name, values) in enumerate(series.items()):
        y = np.asarray(values, dtype=float)
        figure.add_bar(x=list(groups), y=y, name=name, marker_color=get_colour(k))
    figure.update_yaxes(title_text=label)
    turned = len(groups) > 8
    figure.update_xaxes(tickangle=-60 if turned else 0)
    finish(figure, 460 if turned else 380, barmode="group")
    return figure.update_layout(margin={"b": 150 if turned else 40})


def plain(x: Any) -> Any:
    """As JSON has it: lists and numbers; null for what is no number."""
    if isinstance(x, dict):
        return {str(key): plain(value) for key, value in x.items()}
    if isinstance(x, list | tuple | np.ndarray):
        return [plain(value) for value in x]
    if isinstance(x, np.generic):
        x = x.item()
    return None if isinstance(x, float) and not np.isfinite(x) else x


def read_kept(kind: str, name: str) -> Json | None:
    path = KEPT / kind / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def keep(kind: str, name: str, content: Json) -> None:
    make_folder(KEPT / kind)
    text = json.dumps(plain(content), indent=1, allow_nan=False) + "\n"
    write_whole(KEPT / kind / f"{name}.json", text, overwrite=True)


def measure_or_read(
    kind: str, name: str, measure: Callable[[], Json], there: bool, fresh: bool
) -> Json | None:
    """The kept result; measured where it is missing or `fresh` ones are asked for, and the data are
    there. What fails is kept as its error: it belongs on the page."""
    if there and (fresh or read_kept(kind, name) is None):
        began = time.process_time()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                content = measure()
            except di.DynidError as error:
                content = {"failed": str(error)}
        content["date"] = datetime.date.today().isoformat()
        content["version"] = di.__version__
        content["cpu"] = time.process_time() - began
        keep(kind, name, content)
        print(f"{kind} {name}: {content['cpu']:.1f} s of CPU", file=sys.stderr, flush=True)
    return read_kept(kind, name)


def show(x: float | None, digits: str = ".2f") -> str:
    """A number of the kept results; a dash for null."""
    return "-" if x is None else format(x, digits)


def say_where(results: Sequence[Json | None], command: str) -> str:
    """How the numbers were made: command, days, CPU time; how many data sets were not there."""
    made = [x for x in results if x]
    days = sorted({str(x["date"]) for x in made}) or ["never"]
    span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    seconds = sum(float(x["cpu"]) for x in made)
    text = (
        f"Made by `{command}` (measured {span}, {seconds:.0f} s of CPU in all). Results are kept in"
        " `benchmarks/results/`; without `--fresh` the page is made of them."
    )
    missing = len(results) - len(made)
    return text + (f" Not measured, as the data were not there: {missing}." if missing else "")
