"""Kim 2022, reproduced: the whole run, what must come out of it, and its page."""

from __future__ import annotations

import pytest

from dynid.papers.claims import (
    NOT_REPRODUCIBLE,
    ORDER,
    RECOVERED,
    SHORT,
    SIZED,
    UNDECIDED,
    WRONG,
)
from dynid.papers.reproduction import as_page, reproduce
from papers_help import check_figures, miscounted, misquoted, verdicts

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

#: every table and every figure with measured curves (Figs. 1, 2, 4 are photographs and sketches;
#: Fig. 5 is a picture)
PLACES = {"Table 1", "Table 2", "Fig. 3", *(f"Fig. {k}" for k in range(6, 11))}
PLACES |= {
    "(5)",
    "(7)",
    "(27)",
    "(28)",
    "(29)",
    "(33)",
    "(36)",
    "(37)",
    "(38)",
    "(40)",
    "(41)",
    "App. A",
    "App. B",
}


@pytest.fixture(scope="module")
def done():
    return reproduce("kim2022")


@pytest.fixture(scope="module")
def verdict(done):
    return verdicts(done)


def test_every_table_and_figure_has_a_row(done):
    assert {claim.where for claim in done.claims} >= PLACES


def test_nothing_falls_short(done):
    assert [claim for claim in done.claims if claim.verdict == SHORT] == []


def test_what_cannot_be_reproduced(done):
    """L2 is not given, nor the paths that RLS, DLS and SVD depend on; a convex problem traps no
    swarm; and some opinions."""
    refused = {(c.where, c.what) for c in done.claims if c.verdict == NOT_REPRODUCIBLE}
    assert refused <= {
        ("Table 1", "the lengths that the models need"),
        *(("Table 2", f"fitness, {name}") for name in ("RLS", "DLS", "SVD")),
        ("Remark 1", "the classical swarm converges prematurely"),
        ("Sec. 3", "simple and efficient, fast search"),
    }


@pytest.mark.parametrize("what", ["m_P", "T_g", "I_1, I_2, I_3", "c_c1, c_c2, c_c3"])
def test_the_parameters_of_36_are_found(verdict, what):
    assert verdict["(36)", what] == RECOVERED


def test_table_2_in_its_order(done, verdict):
    assert verdict["Table 2", "fitness, PSO"] == SIZED
    assert verdict["Table 2", "the same order by the measured range"] == ORDER
    for name in ("RLS", "DLS", "SVD"):
        (row,) = (claim for claim in done.claims if claim.what == f"fitness, {name}")
        assert row.why.startswith("below PSO's")


@pytest.mark.parametrize(
    "what",
    [
        ("Sec. 1", "(26) has to be made linear first"),
        ("Sec. 4", "the better fit is the doing of PSO"),
        ("(36)", "viscous friction c_v"),
        ("(37)", "14 constant parameters"),
        ("(38)", "theta_5 = m_a L1c + m_d L1"),
        ("(40)", "row 3 of the regressor"),
        ("(41)", "a measure of fit, by the model's range"),
        ("Sec. 2", "z points vertically upward"),
        ("Sec. 2", "torque is the voltage squared"),
        ("App. A", "forward kinematics, Delta P under (A6)"),
        ("Table 1", "inertia I_L1 of the actuated arm"),
    ],
)
def test_the_errata_are_shown(verdict, what):
    assert verdict[what] == WRONG


def test_estimates_that_the_paper_calls_approximate_are_not_called_wrong(done):
    assert {claim.verdict for claim in done.claims if claim.where in ("(5)", "(7)")} == {UNDECIDED}


def test_what_the_simulation_or_a_number_cannot_show_is_not_called_reproduced(verdict):
    assert verdict["Sec. 2", "imprecise torques never track well"] == RECOVERED
    assert verdict["Sec. 1", "no routine (analytical) method for base parameters"] == UNDECIDED


def test_the_page_draws(done):
    page = as_page(done)
    assert len(page) < 10e6
    assert {picture.where for picture in done.pictures} >= {
        "Fig. 3",
        *(f"Fig. {k}" for k in range(5, 11)),
        "Table 2",
    }
    assert page.count("<h3>") == len(done.pictures)


def test_every_figure_is_written(done, tmp_path):
    check_figures(done, tmp_path)


def test_docs_quote_the_table(done):
    assert misquoted(done) == []
    assert miscounted(done) == []
