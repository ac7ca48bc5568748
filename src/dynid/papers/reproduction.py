"""reproduce(name): run a paper; write_pages: its table and figures as a page."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dynid.errors import InputError, suggest_name
from dynid.files import check_folder, make_folder, write_whole
from dynid.papers import PAPERS
from dynid.papers.claims import SHORT, VERDICTS, Claim, Reproduction, format_verdict_counts
from dynid.progress import show_stage
from dynid.report import html_page
from dynid.report.printed_figures import can_print, write_figures
from dynid.version import __version__


def select_papers(name: str) -> tuple[str, ...]:
    """The papers that a name on the command line stands for."""
    if name == "all":
        return tuple(PAPERS)
    if name not in PAPERS:
        raise InputError(
            f"reproduce: got '{name}', expected one of {', '.join(PAPERS)}, or"
            f" all.{suggest_name(name, PAPERS)}"
        )
    return (name,)


def reproduce(name: str) -> Reproduction:
    """Run one paper's pipeline: model, excitation, simulated measurement, identification,
    validation."""
    (name,) = select_papers(name)
    began = time.perf_counter()
    with show_stage(f"reproducing {name}"):
        done: Reproduction = PAPERS[name]()
    return replace(done, seconds=time.perf_counter() - began)


def reproduce_papers(name: str, output: Path | None, force: bool) -> list[Reproduction]:
    """Run the papers; with `output`, write NAME.html of each into that folder, and its figures into
    NAME/."""
    names = select_papers(name)
    if output is not None:
        check_folder(output, [*(f"{each}.html" for each in names), *names], force)
    done = []
    for each in names:
        done.append(reproduce(each))
        if output is not None:
            make_folder(output)
            write_whole(output / f"{each}.html", as_page(done[-1]), overwrite=force)
            if can_print():
                print_figures(done[-1], output / each, force)
    return done


def print_figures(done: Reproduction, folder: Path, overwrite: bool = False) -> None:
    """Every figure as SVG, PDF and PNG, named by its place and where it belongs in the paper."""
    for k, picture in enumerate(done.pictures, start=1):
        place = "_".join(re.findall(r"[a-z0-9]+", picture.where.lower()))
        write_figures(folder, f"{k:02d}_{place}", picture.draw(), overwrite)


def list_claims(done: Sequence[Reproduction]) -> list[Claim]:
    return [claim for each in done for claim in each.claims]


def as_text(done: Sequence[Reproduction]) -> str:
    """The tables, and the totals of all where there are several."""
    tables = [str(each) for each in done]
    if len(done) > 1:
        tables.append(f"All {len(done)} papers, {format_verdict_counts(list_claims(done))}")
    return "\n\n\n".join(tables)


def as_page(done: Reproduction) -> str:
    """One HTML file: the table of claims, then the figures."""
    rows = [
        (
            c.where,
            c.what,
            c.paper,
            c.ours,
            html_page.join(
                (html_page.render_element("b", c.verdict), f": {c.why}" if c.why else "")
            ),
        )
        for c in done.claims
    ]
    weak = [k for k, claim in enumerate(done.claims) if claim.verdict == SHORT]
    figures = [
        html_page.join(
            (
                html_page.render_element("h3", picture.where),
                html_page.render_soft(picture.caption),
                html_page.plot(picture.draw()),
            )
        )
        for picture in done.pictures
    ]
    totals = html_page.render_table(
        ("verdict", "claims", "means"),
        [(verdict, str(count), VERDICTS[verdict]) for verdict, count in done.totals.items()],
    )
    table = html_page.render_table(("where", "what", "the paper", "here", "verdict"), rows, weak)
    return html_page.render_page(
        f"{done.name}, reproduced",
        html_page.render_element("h1", f"{done.name}, reproduced"),
        html_page.render_paragraph(done.paper),
        html_page.render_paragraph(done.setting),
        html_page.render_section("totals", "Totals", totals),
        html_page.render_section("claims", "Claims", table),
        html_page.render_section("figures", "Figures", *figures),
        html_page.render_element("footer", f"dynid {__version__}, {done.seconds:.1f} s"),
    )
