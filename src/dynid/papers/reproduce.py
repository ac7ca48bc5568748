"""reproduce(name): run a paper; write_pages: its table and figures as a page."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dynid.clock import stage
from dynid.errors import InputError, near
from dynid.files import check_folder, make_folder, write_whole
from dynid.papers import PAPERS
from dynid.papers.claims import SHORT, VERDICTS, Claim, Reproduction, counted
from dynid.report import page
from dynid.report.printed import can_print, write_figures
from dynid.version import __version__


def chosen(name: str) -> tuple[str, ...]:
    """The papers that a name on the command line stands for."""
    if name == "all":
        return tuple(PAPERS)
    if name not in PAPERS:
        raise InputError(
            f"reproduce: got '{name}', expected one of {', '.join(PAPERS)}, or"
            f" all.{near(name, PAPERS)}"
        )
    return (name,)


def reproduce(name: str) -> Reproduction:
    """Run one paper's pipeline: model, excitation, simulated measurement, identification,
    validation."""
    (name,) = chosen(name)
    began = time.perf_counter()
    with stage(f"reproducing {name}"):
        done: Reproduction = PAPERS[name]()
    return replace(done, seconds=time.perf_counter() - began)


def reproduce_papers(name: str, output: Path | None, force: bool) -> list[Reproduction]:
    """Run the papers; with `output`, write NAME.html of each into that folder, and its figures into
    NAME/."""
    names = chosen(name)
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


def all_claims(done: Sequence[Reproduction]) -> list[Claim]:
    return [claim for each in done for claim in each.claims]


def as_text(done: Sequence[Reproduction]) -> str:
    """The tables, and the totals of all where there are several."""
    tables = [str(each) for each in done]
    if len(done) > 1:
        tables.append(f"All {len(done)} papers, {counted(all_claims(done))}")
    return "\n\n\n".join(tables)


def as_page(done: Reproduction) -> str:
    """One HTML file: the table of claims, then the figures."""
    rows = [
        (
            c.where,
            c.what,
            c.paper,
            c.ours,
            page.join((page.element("b", c.verdict), f": {c.why}" if c.why else "")),
        )
        for c in done.claims
    ]
    weak = [k for k, claim in enumerate(done.claims) if claim.verdict == SHORT]
    figures = [
        page.join(
            (
                page.element("h3", picture.where),
                page.soft(picture.caption),
                page.plot(picture.draw()),
            )
        )
        for picture in done.pictures
    ]
    totals = page.table(
        ("verdict", "claims", "means"),
        [(verdict, str(count), VERDICTS[verdict]) for verdict, count in done.totals.items()],
    )
    table = page.table(("where", "what", "the paper", "here", "verdict"), rows, weak)
    return page.page(
        f"{done.name}, reproduced",
        page.element("h1", f"{done.name}, reproduced"),
        page.paragraph(done.paper),
        page.paragraph(done.setting),
        page.section("totals", "Totals", totals),
        page.section("claims", "Claims", table),
        page.section("figures", "Figures", *figures),
        page.element("footer", f"dynid {__version__}, {done.seconds:.1f} s"),
    )
