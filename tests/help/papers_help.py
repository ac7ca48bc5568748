"""What the tests of the five papers share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dynid.papers.claims import SHORT, VERDICTS
from dynid.papers.reproduction import print_figures
from dynid.report.printed_figures import FORMATS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "papers.md"
NUMBER = re.compile(r"\d+\.?\d*(?:e[-+]\d+)?")
ROUND_OFF = 1e-8


def number(text):
    """The first number in a cell."""
    return float(re.search(r"-?" + NUMBER.pattern, text)[0])


def claims(done, where, words=""):
    """The claims of one place whose words hold `words`: at least one."""
    found = [claim for claim in done.claims if claim.where == where and words in claim.what]
    assert found, (where, words)
    return found


def verdicts(done):
    """{(where, what): verdict}, each pair once."""
    found = {(claim.where, claim.what): claim.verdict for claim in done.claims}
    assert len(found) == len(done.claims)
    return found


def same(quote, cell):
    """The same words, and numbers within 10 %: machines differ in the last digits, and in what
    round-off leaves."""
    if NUMBER.sub("#", quote) != NUMBER.sub("#", cell):
        return False
    pairs = [(float(a), float(b)) for a, b in zip(NUMBER.findall(quote), NUMBER.findall(cell))]
    return all(abs(a - b) <= 0.1 * abs(b) or max(a, b) < ROUND_OFF for a, b in pairs)


def misquoted(done):
    """Cells that docs/papers.md quotes of a paper and that its table does not have."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {done.name}\n")[1].split("\n## ")[0]
    quotes = re.findall(r"`([^`]+)`", section.replace("\n", " "))
    assert quotes, done.name
    cells = {cell for claim in done.claims for cell in (claim.paper, claim.ours)}
    return [quote for quote in quotes if not any(same(quote, cell) for cell in cells)]


def miscounted(done):
    """Verdicts that docs/papers.md counts otherwise than this run, by more than one claim:
    machines differ in the last digits."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| ---")
    ]
    column = rows[0].index(done.name)
    told = {row[0]: int(row[column]) for row in rows[1 : 1 + len(VERDICTS)] if row[0] in VERDICTS}
    assert set(told) == set(VERDICTS) - {SHORT}
    assert sum(done.totals.values()) == len(done.claims)
    return [
        verdict
        for verdict in VERDICTS
        if abs(told.get(verdict, 0) - done.totals.get(verdict, 0)) > 1
    ]


def check_figures(done, folder):
    """Every figure of the paper is a file of each format, and none is empty."""
    pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed: pip install 'dynid[figures]'"
    )
    print_figures(done, folder)
    for kind in FORMATS:
        files = list(folder.glob(f"*.{kind}"))
        assert len(files) == len(done.pictures) > 0
        assert min(file.stat().st_size for file in files) > 1000
