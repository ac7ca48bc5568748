"""dynid reproduce: a paper's claims beside what is found here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynid.cli.command_options import Force, Json, answer
from dynid.cli.option_groups import make_completer
from dynid.errors import join_names
from dynid.papers import PAPERS


def reproduce(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help=f"{join_names(PAPERS)}, or all.",
            autocompletion=make_completer((*PAPERS, "all")),
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Folder for NAME.html; with dynid[figures] also NAME/*.svg, pdf, png.",
        ),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Reproduce a paper, and compare its claims with the results. Its whole pipeline runs here."""
    from dynid.papers.claims import count_verdicts
    from dynid.papers.reproduction import as_text, list_claims, reproduce_papers
    from dynid.report.printed_figures import can_print

    done = reproduce_papers(name, output, force)
    if output is not None and not can_print():
        typer.echo("figures as SVG, PDF and PNG need: pip install 'dynid[figures]'", err=True)
    content = {
        "papers": [each.to_dict() for each in done],
        "totals": count_verdicts(list_claims(done)),
    }
    answer(as_json, content, as_text(done))
