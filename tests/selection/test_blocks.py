"""The products of the search against rows of the model: the same fits, the same errors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.estimators.consistent.consistent_estimator import DEVIATION
from dynid.estimators.consistent.prior import make_prior
from dynid.selection.block_fits import LOST, Blocks
from dynid.selection.candidate_columns import make_candidate_columns
from dynid.selection.candidates import (
    Setting,
    compute_top_speeds,
    list_effect_groups,
    smooth_friction_signs,
)
from dynid.selection.warm_start import WarmStart
from motion_help import builtin, multi_sine
from sines import dataset

FOLDS = [range(b, b + 1) for b in range(4)]


@pytest.fixture(scope="module", params=["arm7", "five_bar"])
def search(request):
    """The blocks of all groups in one setting, the model that they stand for, and its data."""
    if request.param == "arm7":
        robot = di.load_robot("arm7")
        centre, swing = np.zeros(7), np.ones(7)
    else:
        robot, centre, swing = builtin(request.param)
    rng = np.random.default_rng(5)
    t = np.arange(0, 24, 0.05)
    motion = multi_sine(centre, swing, len(t), period=24.0)[:3]
    base = di.Model(robot, [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()])
    p = np.where(np.isnan(base.prior), 0.2, base.prior)
    tau = base.inverse_dynamics(*motion, p) + 0.05 * rng.normal(size=motion[0].shape)
    data = dataset(base, t, motion, tau)
    groups, speed = list_effect_groups(data), compute_top_speeds(data)
    block = np.arange(len(t)) * len(FOLDS) // len(t)
    along = make_candidate_columns(data, groups, block, speed, np.ones(len(t), dtype=bool))
    prior = make_prior(di.Problem(base, data), None, True)
    setting = Setting(tuple(rng.uniform(0.02, 0.1, robot.dof).tolist()), 0.05)
    bodies = prior.p[base.layout.inertial]
    names = tuple(groups)
    joints = along.make_joint_columns(names, setting, bodies)
    effects = [x for own in groups.values() for x in own]
    model = di.Model(
        robot,
        smooth_friction_signs(effects, setting.compute_widths(robot, along.fastest)),
        base.symmetric,
    )
    full = np.zeros(len(model.parameters))
    full[model.layout.inertial] = bodies
    blocks = Blocks(along, names, joints, prior, bodies)
    return blocks, model.set_load_reference(full), data, block, setting, speed


def test_products_are_those_of_the_regressor(search):
    blocks, model, data, block, setting, speed = search
    channels = model.channels(data.q, data.qd, data.qdd, data.starts, data.channels)
    Y = model.regressor(data.q, data.qd, data.qdd, channels)
    for j, joint in enumerate(blocks.joints):
        X = np.column_stack([Y[:, j], data.tau[:, j]])
        use = np.abs(data.qd[:, j]) >= setting.slow * speed[j]
        assert (use == joint.use).all()
        left_out = np.setdiff1d(np.arange(X.shape[1]), joint.columns)
        assert not X[:, left_out].any()
        for b in range(len(FOLDS)):
            for rows, found in ((block == b, joint.test), ((block == b) & use, joint.train)):
                wanted = X[rows][:, joint.columns]
                scale = np.abs(wanted).T @ np.abs(wanted) + 1e-12
                assert np.abs((found[b] - wanted.T @ wanted) / scale).max() < 1e-12


def test_free_fits_solve_their_normal_equations(search):
    blocks, model, data, block, _, _ = search
    w = blocks.compute_weights(["base"])
    channels = model.channels(data.q, data.qd, data.qdd, data.starts, data.channels)
    Y = model.regressor(data.q, data.qd, data.qdd, channels)
    normal = blocks.make_normal_equations(w, FOLDS)
    every = np.arange(len(blocks.every))
    for f, p in enumerate(normal.free(every)):
        d = (DEVIATION * normal.scale[f]) ** -2.0
        A, r = np.diag(d), d * blocks._prior
        for j, joint in enumerate(blocks.joints):
            X = Y[(block != f) & joint.use, j]
            A += w[j] ** 2 * X.T @ X
            r += w[j] ** 2 * X.T @ data.tau[(block != f) & joint.use, j]
        s = 1.0 / np.sqrt(np.diag(A))
        A = A * s * s[:, None] + LOST * np.eye(len(s))
        left = A @ (p / s) - s * r
        assert np.abs(left).max() < 1e-9 * np.abs(s * r).max()


def test_one_group_more_is_the_same_by_elimination(search):
    blocks, *_ = search
    w = blocks.compute_weights(["base"])
    found = dict(blocks.compute_errors_with_one_more(["base"], w, FOLDS))
    assert set(found) == set(blocks.names) - {"base"}
    for name, e in found.items():
        wanted = blocks.compute_held_out_errors(["base", name], w, FOLDS, free=True)
        np.testing.assert_allclose(e, wanted.sum(), rtol=1e-5)


def test_a_fit_that_begins_where_others_passed_finds_the_same(search):
    blocks, *_ = search
    w = blocks.compute_weights(["base"])
    cold = replace(blocks, warm=WarmStart(), kept={}).compute_held_out_errors(["base"], w, FOLDS)
    warm = replace(blocks, warm=WarmStart(), kept={})
    for name in [x for x in blocks.names if x != "base"][:3]:  # other columns before
        warm.compute_held_out_errors(["base", name], w, FOLDS)
    # the optimum of the rows that train is known to 1e-4, errors on others are about as sure
    np.testing.assert_allclose(warm.compute_held_out_errors(["base"], w, FOLDS), cold, rtol=3e-3)
    errors, free = warm.compute_consistent_and_free_errors(["base"], w, FOLDS)
    np.testing.assert_allclose(errors, cold, rtol=3e-3)
    np.testing.assert_array_equal(
        free, blocks.compute_held_out_errors(["base"], w, FOLDS, free=True)
    )
