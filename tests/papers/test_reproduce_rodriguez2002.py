"""Rodriguez-Angeles 2002, reproduced: every table and figure has a row, and the numbers behind the
verdicts."""

from __future__ import annotations

import numpy as np
import pytest

from dynid.papers.claims import (
    ARITHMETIC,
    BETTER,
    NOT_REPRODUCIBLE,
    RECOVERED,
    SHORT,
    WRONG,
)
from dynid.papers.reproduction import as_page, reproduce
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002 import rodriguez_robot as cft
from papers_help import check_figures, miscounted, misquoted, number

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

ROWS = [
    "Table 1",
    "Table 2",
    "Table 3",
    "Table 4",
    "Table 5",
    "Table 6",
    "Fig. 7",
    "Fig. 8",
    "Fig. 9",
    "Fig. 10",
]
ROWS += [
    "(8)",
    "(11)",
    "(13)",
    "(19)",
    "(22)",
    "(25)",
    "(29)",
    "(43)",
    "(44)",
    "(50), (51)",
    "(54), (56)",
    "(57)",
    "(58)",
    "(59)",
]
ROWS += [
    "(60)",
    "(61)-(64)",
    "(65)",
    "App",
    "2.3.1",
    "2.3.2",
    "3.1.1",
    "4.2",
    "4.2.1",
    "A.2",
    "Remark 5",
]


@pytest.fixture(scope="module")
def done():
    return reproduce("rodriguez2002")


def row(done, *words):
    """The one claim whose place and words hold all of `words`."""
    (found,) = [c for c in done.claims if all(word in f"{c.where} {c.what}" for word in words)]
    return found


@pytest.mark.parametrize("where", ROWS)
def test_every_table_figure_and_equation_has_a_row(done, where):
    assert any(where in claim.where for claim in done.claims)


def test_nothing_falls_short(done):
    assert not [claim for claim in done.claims if claim.verdict == SHORT]
    refused = {claim.what for claim in done.claims if claim.verdict == NOT_REPRODUCIBLE}
    assert refused - {"theta_1 ... theta_12, friction by the first stage"} == {
        "accuracy that the encoders result in",
        "J_k of Table 3's motion",
    }


def test_where_the_paper_is_wrong(done):
    wrong = [claim.where for claim in done.claims if claim.verdict == WRONG]
    assert sorted(wrong) == sorted(
        [
            "(59)",
            "(65)",
            "4.2.1",
            "(8)",
            "(11)",
            "Appendix B",
            "(22)",
            "(29)",
            "4.2",
            "Table 4",
            "Table 4",
        ]
    )


def test_condition_numbers(done):
    assert number(row(done, "J_k of Table 3").ours) == pytest.approx(159.1, rel=1e-3)
    assert "91.7 with columns of norm 1" in row(done, "J_k of Table 3").why
    better = row(done, "J_k of the optimal motion")
    assert better.verdict == BETTER
    assert number(better.ours) < 120.0
    # with joint accelerations no larger than those of the paper's motion
    assert number(better.why.split("joint accelerations up to ")[1]) <= 1.01


def test_arithmetic_is_no_reproduction(done):
    for words in ("K_T of", "step of", "ratio of", "span of"):
        found = {claim.verdict for claim in done.claims if words in claim.what}
        assert found == {ARITHMETIC}, words


def test_what_the_two_stages_reach(done):
    for joint in cft.JOINTS:
        assert number(row(done, f"friction of {joint}").ours.removeprefix("curve to")) < 2.0
    assert number(row(done, "friction known").ours) < 5.0
    for figure in ("Fig. 7", "Fig. 8"):
        same, new = (number(part) for part in row(done, figure).ours.split(";"))
        assert max(same, new) < 3.0


def test_voltages_move_the_robot(done):
    assert number(row(done, "Fig. 10", "Runge-Kutta").ours) < 1e-6
    assert number(row(done, "Fig. 10", "obeys (60)").ours) < 1e-9
    assert row(done, "Fig. 9", "saturation").verdict == RECOVERED


def test_the_printed_matrix_differs_in_three_entries():
    """Only M22, M33, M44, which (19) does not forgive."""
    _, q, _ = cft.draw_poses(50)
    off = np.abs(
        paper.compute_printed_matrix(q, paper.TABLE_4, cft.L) - paper.M(q, paper.TABLE_4, cft.L)
    ).max(axis=0)
    assert np.argwhere(off > 1e-9).tolist() == [[1, 1], [2, 2], [3, 3]]


def test_the_page_and_its_figures(done):
    html = as_page(done)
    assert len(html) < 10e6
    assert all(f">{picture.where}<" in html for picture in done.pictures)
    assert [picture.where for picture in done.pictures] == [
        "Table 3",
        "(13), Table 4",
        "Fig. 7",
        "Fig. 8",
        "Figs. 9, 10",
    ]
    for picture in done.pictures:
        traces = picture.draw().data
        assert len(traces) >= 4
        assert all(
            len(trace.x) == len(trace.y) > 1 and np.isfinite(trace.y).all() for trace in traces
        )


def test_every_figure_is_written(done, tmp_path):
    check_figures(done, tmp_path)


def test_docs_quote_the_table(done):
    assert misquoted(done) == []
    assert miscounted(done) == []
