"""Gnad 2024, reproduced: the whole run, what must come out of it, and its page."""

from __future__ import annotations

import pytest

from dynid.papers.claims import BETTER, NOT_REPRODUCIBLE, REPRODUCED, SHORT, WRONG
from dynid.papers.reproduce import as_page, reproduce
from papers_help import misquoted, verdicts

#: every figure and table with numbers (Figs. 1, 2 are sketches), and the sections that claim
#: something
PLACES = {
    "Fig. 3",
    "Fig. 4",
    "Fig. 5",
    "Fig. 6",
    "Fig. 7",
    "Fig. 8",
    "Table I",
    "(14)",
    "(15)",
    "(16)",
}
PLACES |= {
    f"Sec. {n}"
    for n in (
        "I",
        "IV-B",
        "VI",
        "VI b",
        "VI c",
        "VI d",
        "VI e",
        "VI f",
        "VII",
        "VIII-B",
        "VIII-C",
        "IX",
    )
}


@pytest.fixture(scope="module")
def done():
    return reproduce("gnad2024")


@pytest.fixture(scope="module")
def verdict(done):
    return verdicts(done)


def test_every_table_and_figure_has_a_row(done):
    assert {claim.where for claim in done.claims} >= PLACES


def test_nothing_falls_short(done):
    assert [claim for claim in done.claims if claim.verdict == SHORT] == []


@pytest.mark.parametrize(
    "what",
    [
        ("Sec. VI", "base parameters"),
        ("Sec. VI", "of them inertial (37 less 5 joints' friction)"),
        ("Sec. VI", "optimisation variables"),
        ("Sec. VI c", "strut: all 10 identifiable"),
        ("(16)", "the same without deviation moments"),
        ("Sec. IV-B", "designed motion stays in the hemisphere"),
        ("Fig. 3", "platform mass does not converge (ID1)"),
        ("Sec. VII", "M positive definite along the motion (Cholesky), symmetric"),
        ("Sec. VII", "every body physically consistent"),
        ("Abstract", "no CAD data needed"),
        ("Table I", "RG geom, telescope: cylinders of Sec. VIII-A"),
        ("Table I", "what the torques show: inertial base parameters"),
        ("Fig. 7", "RMS error, consistent parameters: close to it"),
        ("Fig. 8", "drive 4: viscous x 5, Coulomb x 0.75"),
    ],
)
def test_reproduced(verdict, what):
    assert verdict[what] == REPRODUCED


@pytest.mark.parametrize(
    "what",
    [
        ("Sec. VII", "drive friction, largest error"),
        ("Fig. 4", "diagonal of M, largest error"),
        ("Fig. 4", "off-diagonal of M, largest error"),
        ("Fig. 5", "Coriolis torque, drives 1-3, at any time"),
        ("Fig. 6", "acceleration torque, drives 1-3, at any time"),
    ],
)
def test_better(verdict, what):
    assert verdict[what] == BETTER


def test_what_the_noise_drowns_is_not_called_reproduced(verdict):
    """The Coriolis torque of drive 4 has a peak of hundredths of a Nm."""
    assert verdict["Fig. 5", "Coriolis torque, drive 4"] == NOT_REPRODUCIBLE
    assert verdict["Fig. 6", "acceleration torque, drive 4"] == REPRODUCED


def test_the_errata_are_shown(done):
    """(14), (15), base parameters and M, the motor of axis 4, Fig. 4's measure, Table I's axes,
    strut and text."""
    shown = {claim.where for claim in done.claims if claim.verdict == WRONG}
    assert shown == {"(14)", "(15)", "Sec. I", "Sec. VI f", "Sec. VIII-B", "Fig. 4", "Table I"}


def test_the_page_draws(done):
    page = as_page(done)
    assert len(page) < 10e6
    assert {picture.where for picture in done.pictures} >= {f"Fig. {k}" for k in range(3, 9)}
    assert page.count("<h3>") == len(done.pictures)


def test_docs_quote_the_table(done):
    assert misquoted(done) == []
