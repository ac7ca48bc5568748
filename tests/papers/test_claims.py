"""Verdicts follow from numbers, keep kinds of agreement apart, and are counted by kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dynid.figures import make_subplots
from dynid.papers import reproduction as papers_reproduce
from dynid.papers.claims import (
    ARITHMETIC,
    BETTER,
    NOT_REPRODUCIBLE,
    ORDER,
    RECOVERED,
    REPRODUCED,
    SHORT,
    SIZED,
    UNDECIDED,
    VERDICTS,
    WRONG,
    Picture,
    Reproduction,
    Row,
)
from dynid.papers.reproduction import as_page, as_text, reproduce_papers
from dynid.plotting import finish


def test_the_word_is_the_rows_where_it_agrees():
    for word in (REPRODUCED, RECOVERED, ORDER, SIZED, ARITHMETIC):
        row = Row("1", "what", word)
        assert row.judge_statement("a", "b", True).verdict == word
        assert row.judge_statement("a", "b", False).verdict == NOT_REPRODUCIBLE
        assert row.close_to(1.0, 1.01, 0.02).verdict == word
        assert row.close_to(1.0, 1.03, 0.02).verdict == NOT_REPRODUCIBLE
    assert Row("1", "what").judge_statement("a", "b", True).verdict == REPRODUCED


def test_what_a_row_can_say_besides():
    row = Row("1", "what")
    assert [row.judge_upper_bound(1.0, x).verdict for x in (0.5, 2.0)] == [BETTER, SHORT]
    assert [row.declare_wrong("a", "b", x, "why").verdict for x in (True, False)] == [
        WRONG,
        NOT_REPRODUCIBLE,
    ]
    assert row.leave_undecided("a", "b", "why").verdict == UNDECIDED


@pytest.fixture
def two():
    claims = [
        Row("1", f"what {k}", word).judge_statement("a", "b", True)
        for k, word in enumerate((ARITHMETIC, RECOVERED, REPRODUCED, RECOVERED))
    ]
    return [Reproduction(name, "who", "how", tuple(claims)) for name in ("one", "other")]


def test_totals_by_kind_in_one_order(two):
    assert two[0].totals == {REPRODUCED: 1, RECOVERED: 2, ARITHMETIC: 1}
    assert list(two[0].totals) == [v for v in VERDICTS if v in two[0].totals]
    assert two[0].to_dict()["totals"] == two[0].totals
    assert "4 claims: 1 reproduced, 2 recovered, 1 arithmetic; " in str(two[0])
    assert as_text(two).endswith("All 2 papers, 8 claims: 2 reproduced, 4 recovered, 2 arithmetic")


def test_the_page_tells_totals_and_what_the_words_mean(two):
    page = as_page(two[0])
    assert "Totals" in page
    assert VERDICTS[RECOVERED] in page


def bars():
    """Two groups of bars over one another: their heights are arrays, as in the papers."""
    figure = make_subplots(rows=1, cols=1)
    for y in (np.array([1.0, 2.0]), np.array([3.0, 4.0])):
        figure.add_bar(x=["P1", "P2"], y=y, row=1, col=1)
    return finish(figure, 400, barmode="group")


@pytest.mark.parametrize("name", ["one", "all"])
def test_pages_and_figures_are_written(two, name, tmp_path, monkeypatch):
    pytest.importorskip(
        "matplotlib", reason="matplotlib is not installed: pip install 'dynid[figures]'"
    )
    pictures = (Picture("Fig. 1", "", bars),)
    drawn = {each.name: replace(each, pictures=pictures) for each in two}
    papers = {each: lambda each=each: drawn[each] for each in drawn}
    monkeypatch.setattr(papers_reproduce, "PAPERS", papers)
    done = reproduce_papers(name, tmp_path, force=False)
    for each in done:
        assert (tmp_path / f"{each.name}.html").exists()
        files = {file.name for file in (tmp_path / each.name).iterdir()}
        assert files == {"01_fig_1.svg", "01_fig_1.pdf", "01_fig_1.png"}
    assert len(done) == (2 if name == "all" else 1)
