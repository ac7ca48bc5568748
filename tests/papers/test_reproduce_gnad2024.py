"""Gnad 2024, reproduced: the whole run, what must come out of it, and its page."""

from __future__ import annotations

import numpy as np
import pytest

from dynid.papers.claims import (
    ARITHMETIC,
    NOT_REPRODUCIBLE,
    RECOVERED,
    REPRODUCED,
    SHORT,
    SIZED,
    UNDECIDED,
    WRONG,
)
from dynid.papers.gnad2024.counts import LOG_CHOLESKY, VARIABLES
from dynid.papers.reproduction import as_page, reproduce
from dynid.robot.geometry import PARAMETER_NAMES
from papers_help import check_figures, miscounted, misquoted, verdicts

pytestmark = pytest.mark.slow(reason="the pipeline of a paper, run once for the tests of its file")

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
        ("Sec. VI", "parameters, all bodies full"),
        ("Sec. VI c", "strut: all 10 identifiable"),
        ("(16)", "the same without deviation moments"),
        ("Sec. IX", "unconstrained optimisation in (13) efficient"),
        ("Sec. VII", "M positive definite along the motion (Cholesky), symmetric"),
        ("Sec. VII", "every body physically consistent"),
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
        ("Abstract", "no CAD data needed"),
        ("Table I", "what the torques show: inertial base parameters"),
        ("Fig. 8", "drive 4: viscous x 5, Coulomb x 0.75"),
    ],
)
def test_recovered(verdict, what):
    assert verdict[what] == RECOVERED


def test_arithmetic_and_residuals_of_the_papers_size_have_words_of_their_own(verdict):
    assert verdict["Table I", "RG geom, telescope: cylinders of Sec. VIII-A"] == ARITHMETIC
    assert verdict["Sec. VI", "optimisation variables"] == ARITHMETIC
    assert verdict["Fig. 7", "RMS error, consistent parameters: close to it"] == SIZED


def test_the_motor_of_axis_4_with_and_without_the_end_effector(done, verdict):
    """Its column is that of the end effector's Izz; without that body the rank rises by one."""
    what = "motor inertia of axis 4 alone"
    assert verdict["Sec. VIII-B", what] == UNDECIDED
    (claim,) = (claim for claim in done.claims if claim.what == what)
    assert claim.ours.startswith("rank 34 to 35 without the end effector")


def test_how_many_variables_are_necessary_depends_on_what_counts(done, verdict):
    """Against differences of M = U'U: the rank in the parameters that act, and in all ten."""
    silent = {"arm1": ("m", "my", "Ixx", "Ixy", "Ixz", "Iyz", "Izz"), "telescope_upper": ("m",)}
    silent["end_effector"] = ("mz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz")
    counts = [0, 0]
    for body, variables in VARIABLES.items():
        at = [LOG_CHOLESKY.index(name) for name in variables]
        x = np.zeros(10)
        x[at] = np.random.default_rng(0).uniform(0.1, 0.8, len(at))
        h = 1e-6 * np.eye(10)[at]
        slope = np.array([_pseudo_inertia(x + d) - _pseudo_inertia(x - d) for d in h]) / 2e-6
        if body == "platform":
            slope = slope[:, :1]
        acts = [n not in silent.get(body, ()) for n in PARAMETER_NAMES][: slope.shape[1]]
        for k, part in enumerate((slope[:, acts], slope)):
            counts[k] += np.linalg.matrix_rank(part, tol=1e-6)
    (claim,) = (c for c in done.claims if c.what == "36 variables are necessary")
    assert claim.ours == f"{counts[0] + 11} to {counts[1] + 11}"  # friction, and a motor
    assert verdict["Sec. VI", claim.what] == UNDECIDED


def _pseudo_inertia(x):
    a, d1, d2, d3, s12, s23, s13, t1, t2, t3 = x
    e = np.exp([d1, d2, d3])
    U = [[e[0], s12, s13, t1], [0, e[1], s23, t2], [0, 0, e[2], t3], [0, 0, 0, 1]]
    M = np.exp(2 * a) * np.transpose(U) @ U
    turn = np.trace(M[:3, :3]) * np.eye(3) - M[:3, :3]
    place = {"x": 0, "y": 1, "z": 2}
    return np.array(
        [
            M[3, 3]
            if n == "m"
            else M[place[n[1]], 3]
            if n[0] == "m"
            else turn[place[n[1]], place[n[2]]]
            for n in PARAMETER_NAMES
        ]
    )


def test_plain_levenberg_marquardt_in_gnads_variables_is_quick(done):
    (claim,) = (claim for claim in done.claims if claim.where == "Sec. IX" and "(13)" in claim.what)
    assert int(claim.ours.split()[0]) <= 30


def test_what_the_noise_drowns_is_not_called_reproduced(verdict):
    """The Coriolis torque of drive 4 has a peak of hundredths of a Nm."""
    assert verdict["Fig. 5", "Coriolis torque, drive 4"] == NOT_REPRODUCIBLE
    assert verdict["Fig. 6", "acceleration torque, drive 4"] == RECOVERED


def test_the_errata_are_shown(done):
    """(14), (15), base parameters and M, Table I's axes, strut and text."""
    shown = {claim.where for claim in done.claims if claim.verdict == WRONG}
    assert shown == {"(14)", "(15)", "Sec. I", "Sec. VIII-B", "Table I"}


def test_the_page_draws(done):
    page = as_page(done)
    assert len(page) < 10e6
    assert {picture.where for picture in done.pictures} >= {f"Fig. {k}" for k in range(3, 9)}
    assert page.count("<h3>") == len(done.pictures)


def test_every_figure_is_written(done, tmp_path):
    check_figures(done, tmp_path)


def test_docs_quote_the_table(done):
    assert misquoted(done) == []
    assert miscounted(done) == []
