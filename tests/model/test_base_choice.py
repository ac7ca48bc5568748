"""The choice among sets of base parameters by condition number, against a search through all
sets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import dynid as di
from dynid.model.random_states import draw_random_states
from other_robots import rrr3, scara


def condition(W, columns):
    W = W.reshape(-1, W.shape[2])
    return np.linalg.cond(W / np.linalg.norm(W, axis=0) if columns == "unit" else W)


def best_of_all(base, Y, columns):
    """The smallest condition number of all sets that are a base, one by one."""
    active = np.sort(np.concatenate([base.independent, base.dependent]))
    R = np.linalg.qr(Y[:, :, base.independent].reshape(-1, len(base)), mode="r")
    A = R @ base.map
    if columns == "unit":
        A = A / np.maximum(np.linalg.norm(A, axis=0), 1e-300)
    least = np.inf
    sets = np.array(list(combinations(active, len(base))))
    for part in np.array_split(sets, max(1, len(sets) // 2000)):
        s = np.linalg.svd(A[:, part].transpose(1, 0, 2), compute_uv=False)
        least = min(least, float((s[:, 0] / np.maximum(s[:, -1], 1e-300)).min()))
    return least


@pytest.mark.parametrize("columns", ["unit", "raw"])
@pytest.mark.parametrize("name", ["five_bar", "scara"])
def test_none_of_all_sets_is_better(name, columns):
    robot = scara() if name == "scara" else di.load_robot(name)
    model = di.Model(robot, [di.RotorInertia()], symmetric=False)
    base = di.base_parameters(model)
    motion = draw_random_states(robot, 60, 5)
    Y = model.regressor(*motion)
    best = di.model.select_best_conditioned(base, *motion, columns=columns)
    found = condition(Y[:, :, best.independent], columns)
    assert found == pytest.approx(best_of_all(base, Y, columns), rel=1e-6)
    assert found <= condition(Y[:, :, base.independent], columns) * (1 + 1e-9)


@pytest.mark.parametrize("build", [rrr3, lambda: di.load_robot("prs3")])
def test_another_set_gives_the_same_torques(build):
    robot = build()
    model = di.Model(robot, [di.Viscous()], symmetric=False)
    base = di.base_parameters(model)
    motion = draw_random_states(robot, 100, 3)
    best = di.model.select_best_conditioned(base, *motion)
    Y, p = model.regressor(*motion), np.random.default_rng(0).normal(size=len(model.parameters))
    tau = Y @ p
    torques = Y[:, :, best.independent] @ best.compute_theta(p)
    np.testing.assert_allclose(torques, tau, atol=1e-9 * np.abs(tau).max())
    np.testing.assert_allclose(
        best.compute_theta(best.to_parameters(best.compute_theta(p))),
        best.compute_theta(p),
        atol=1e-12,
    )
    old, new = (condition(Y[:, :, each.independent], "unit") for each in (base, best))
    assert new <= old * (1 + 1e-9)
    if robot.name == "prs3":
        assert new < 0.7 * old
    assert len(best.names) == len(base)
    # columns that the pattern calls zero are zero
    assert np.abs(Y[:, :, best.independent])[:, ~best.pattern].max(initial=0.0) < 1e-9


def test_it_serves_identification_and_design():
    """Problem and design_excitation take it; the prediction does not change, the names do."""
    robot = rrr3()
    model = di.Model(robot, [di.Viscous()], symmetric=False)
    base, p = (
        di.base_parameters(model),
        model.to_vector({f"drive{k}.viscous": 0.2 for k in (1, 2, 3)}),
    )
    motion = [x[:80] for x in draw_random_states(robot, 80, 1)]
    tau = model.inverse_dynamics(*motion, p)
    tau = tau + 0.01 * np.random.default_rng(0).normal(size=tau.shape)
    data = di.data.Dataset(
        model, np.arange(80.0), *motion, tau, np.zeros(80), np.ones(tau.shape, bool), 1.0
    )
    best = di.model.select_best_conditioned(base, *motion)
    assert set(best.independent) != set(base.independent)
    fits = [di.estimate(di.Problem(model, data, each), di.WLS()) for each in (base, best)]
    found = [model.inverse_dynamics(*motion, fit.p) for fit in fits]
    np.testing.assert_allclose(found[0], found[1], atol=1e-6 * np.abs(tau).max())


def test_a_motion_that_shows_nothing_is_refused():
    model = di.Model(scara())
    base = di.base_parameters(model)
    still = np.zeros((50, 4))
    with pytest.raises(di.InputError, match="does not determine all"):
        di.model.select_best_conditioned(base, still, still, still)
    with pytest.raises(di.InputError, match="'unit' or 'raw'"):
        di.model.select_best_conditioned(base, still, still, still, columns="both")
