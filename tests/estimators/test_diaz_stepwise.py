"""Diaz-Rodriguez 2010 with simulated robots: what is relevant, at the paper's count, is what the
paper retains.

The paper's stopping index cannot be had (ERRATA): where bodies first become feasible changes with
the noise. `python tests/help/diaz_help.py` prints the statistics of many experiments.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.papers.diaz2010.diaz_experiment import find_excitation, simulate_problem
from dynid.papers.diaz2010.diaz_robots import make_prs_case, make_rps_case

CASES = {"prs3": (make_prs_case, 28, 13, 12), "rps3": (make_rps_case, 24, 12, 11)}


@pytest.fixture(scope="module", params=CASES)
def setup(request):
    """Case, numbers of starting parameters, of retained ones, of those that must agree, and two
    motions."""
    build, start, count, agree = CASES[request.param]
    case = build()
    return case, start, count, agree, [find_excitation(case, seed, tries=4) for seed in (0, 1)]


def test_the_tables_are_the_model(setup):
    """W (B p) = tau of the full model with equal legs; all starting parameters are identifiable
    from the motion."""
    case, start, count, _, motions = setup
    assert len(case.names) == start
    assert len(case.retained) == count
    assert di.is_consistent(case.p, case.model)
    for motion, condition in motions:
        tau = case.model.inverse_dynamics(*motion, case.p)
        assert_allclose(
            case.compute_rows(motion) @ (case.B @ case.p), tau, atol=1e-11 * np.abs(tau).max()
        )
        assert condition < 1000


def test_the_truth_is_the_papers_where_it_gives_one():
    prs, rps = make_prs_case(), make_rps_case()
    theta = dict(zip(prs.names, prs.B @ prs.p))
    assert theta["P12"] == pytest.approx(62.78)  # Table 3
    assert theta["P7"] == pytest.approx(-18.76, rel=0.01)
    theta = dict(zip(rps.names, rps.B @ rps.p))
    assert [theta[name] for name in ("P7", "P8", "P9")] == pytest.approx(
        [-2.47, 10.83, 5.42], rel=0.005
    )  # Table 7, CAD


def test_two_exact_relations_in_table_2():
    """P11 - P9 = lr^2 P12 and P13 - P10 = lr P12: 13 parameters, 11 of them independent with equal
    legs."""
    case = make_prs_case()
    table = case.B[:13]
    assert np.linalg.matrix_rank(table) == 11
    relations = di.estimators.find_exact_relations(table, case.names[:13])
    assert {str(relation) for relation in relations} == {
        "P11 = P9 + 0.49 P12",
        "P13 = P10 + 0.7 P12",
    }  # lr = 0.7
    # the columns themselves are independent: the data alone cannot know
    W = case.compute_rows(find_excitation(case, 0, tries=1)[0]).reshape(-1, 28)
    assert di.estimators.find_exact_relations(W.T, case.names) == ()


def test_at_the_papers_count_the_papers_parameters_are_left(setup):
    case, _, count, agree, motions = setup
    for motion, _ in motions:
        for seed in range(6):
            problem, deviations = simulate_problem(case, motion, seed)
            result = di.estimate(problem, di.Stepwise("bic", keep=count, deviations=deviations))
            kept = set(case.names) - set(result.eliminated)
            assert len(kept & case.retained) >= agree, kept ^ case.retained
            assert (
                0.9 <= result.history[0].s2 <= 1.1
            )  # the full model, rows weighted by the noise of the mean
            truth = dict(zip(case.names, case.B @ case.p))
            # friction of the motors and the sums of masses are right; rotors are not: they take
            # over what went
            sure = {name for name in kept if "viscous" in name or "coulomb" in name} | {
                "P7",
                "P12",
                "P8",
                "P9",
            } & kept
            for name in sure & case.retained:
                assert result.theta[case.names.index(name)] == pytest.approx(truth[name], rel=0.05)


def test_reduced_until_feasible(setup):
    """The full model belongs to no bodies; the reduced one does, and is found long before nothing
    is left."""
    case, start, count, _, motions = setup
    for seed in range(3):
        problem, deviations = simulate_problem(case, motions[0][0], seed)
        result = di.estimate(
            problem, di.Stepwise(model=case.model, map=case.B, deviations=deviations)
        )
        history = result.history
        assert not history[0].feasible
        assert history[history.chosen].feasible
        assert count - 1 <= history[history.chosen].count < start
        kept = np.array([name not in result.eliminated for name in case.names])
        bodies = di.estimators.check_feasibility(case.model, case.B[kept], result.theta[kept])
        assert di.is_consistent(bodies.p, case.model)
        assert_allclose(case.B[kept] @ bodies.p, result.theta[kept], rtol=1e-9)


def test_without_noise_nothing_that_acts_is_lost(setup):
    """Exact torques: the F-test takes out the parameters that are zero, if any, and the rest is the
    truth."""
    case, *_, motions = setup
    problem, _ = simulate_problem(case, motions[0][0], 0, noise=1e-9)
    result = di.estimate(problem, di.Stepwise("f-test"))
    truth = case.B @ case.p
    zero = {name for name, value in zip(case.names, truth) if abs(value) < 1e-9}
    assert set(result.eliminated) <= zero
    assert_allclose(result.theta, truth, atol=1e-6 * np.abs(truth).max())
