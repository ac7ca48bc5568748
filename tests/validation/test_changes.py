"""What changed between two results: nothing where nothing did, and what did where it did."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kstest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.validation.changes import difference
from dynid.validation.significance import holm, joint_test, one_by_one
from estimators_help import case, dataset

NOISE = 0.02


def result(seed, change=None, effects=None, robot="arm7", estimator=None, rows=slice(None)):
    """Of a noisy log of its own."""
    model, motion, tau, p = case(robot)
    if change is not None:
        p = p.copy()
        for name, by in change.items():
            p[model.parameters.index(name)] += by
        tau = model.inverse_dynamics(*motion, p)
    noise = NOISE * np.abs(tau).max(axis=0) * np.random.default_rng(seed).normal(size=tau.shape)
    fitted = model if effects is None else di.Model(model.robot, effects)
    motion = tuple(x[rows] for x in motion)
    data = dataset(fitted, motion, (tau + noise)[rows])
    return di.estimate(di.Problem(fitted, data), estimator or di.WLS())


@pytest.fixture(scope="module")
def first():
    return result(1)


def test_nothing_changed(first):
    found = difference(first, result(2))
    assert found.changed is False
    assert found.p_value > 0.05
    assert found.rank == len(first.names)
    assert not any(change.changed for change in found.changes)
    assert "No change beyond the uncertainty" in str(found)


def test_what_changed_is_named(first):
    found = difference(first, result(2, {"joint3.viscous": 0.8}))
    assert found.changed is True
    assert found.p_value < 1e-6
    named = [change.name for change in found.changes if change.changed]
    assert named == ["joint3.viscous"]
    (change,) = (change for change in found.changes if change.changed)
    assert abs(change.difference - 0.8) < change.half_width
    assert "joint3.viscous" in found.verdict()


def test_another_split_of_the_same_combination_is_no_change(first):
    """Mass moved from link to link along what no motion shows; the result is saved with it."""
    base = di.base_parameters(first.model)
    _, _, V = np.linalg.svd(base.map)
    other = replace(result(2), p=result(2).p + 5.0 * V[-1] + 3.0 * V[-2])
    assert np.abs(other.p - first.p).max() > 1
    assert difference(first, other).changed is False


def test_other_combinations_of_the_same_parameters_are_compared(first):
    """The same result in other combinations, under names that say nothing of them but the
    parameters do."""
    other = result(2, {"joint3.viscous": 0.8})
    base = di.base_parameters(other.model)
    rng = np.random.default_rng(0)
    M = rng.normal(size=(len(other.names),) * 2)

    def rows(estimate):
        return M @ base.map if estimate is mixed else base.map

    mixed = replace(
        other,
        names=tuple(f"mixed{k}" for k in range(len(M))),
        theta=M @ other.theta,
        covariance=M @ other.covariance @ M.T,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dynid.validation.changes._rows", rows)
        found = difference(first, mixed)
    direct = difference(first, other)
    for a, b in zip(found.changes, direct.changes):
        assert (a.name, a.changed) == (b.name, b.changed)
        np.testing.assert_allclose([a.second, a.half_width], [b.second, b.half_width], rtol=1e-6)
    assert found.statistic == pytest.approx(direct.statistic, rel=1e-5)


def test_other_effects_leave_what_both_know(first):
    """Offsets in one alone; rotor inertias in the other, which join some combinations."""
    second = result(2, effects=[di.Viscous(), di.Coulomb(), di.RotorInertia()])
    found = difference(first, second)
    offsets = {name for name in first.names if name.endswith("offset")}
    assert offsets <= set(found.only_first)
    assert any("rotor" in name for name in found.only_second)
    compared = {change.name for change in found.changes}
    assert compared | set(found.only_first) == set(first.names)
    assert {"joint3.viscous", "joint3.coulomb"} <= compared
    assert all("rotor" not in name for name in compared)


def test_other_robots_have_nothing_in_common(first):
    with pytest.raises(di.InputError, match="determine no combination of parameters in common"):
        difference(first, result(1, robot="five_bar"))


def test_a_robot_that_was_moved_is_told(first):
    robot = first.model.robot
    bodies = list(robot.bodies)
    joint = replace(bodies[2].joint, position=np.asarray(bodies[2].joint.position) + 0.1)
    bodies[2] = replace(bodies[2], joint=joint)
    other = replace(first, model=di.Model(replace(robot, bodies=tuple(bodies))))
    assert any(f"differ in where {bodies[2].name} sit" in n for n in difference(first, other).notes)


def test_no_deviations_no_judgement(first):
    bare = replace(first, covariance=np.full_like(first.covariance, np.nan))
    found = difference(bare, result(2))
    assert found.changed is None
    assert "No deviations are known" in str(found)
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["p_value"] is None


def test_what_one_log_does_not_show_is_not_judged(first):
    lost = first.covariance.copy()
    lost[3, 3] = np.inf
    found = difference(replace(first, covariance=lost), result(2))
    assert np.isnan(found.changes[3].half_width)
    assert found.rank == len(first.names) - 1
    assert found.changed is False


def test_the_same_log_twice_is_told(first):
    once = replace(first, recordings=("abc",))
    assert any("same log" in note for note in difference(once, once).notes)
    assert difference(once, once).p_value == pytest.approx(1.0)


def test_the_joint_test_holds_its_level():
    """400 pairs of fits with few samples each: p is uniform where nothing changed, and one in
    twenty calls a parameter changed at most."""
    rng, found, named = np.random.default_rng(3), [], 0
    n, k = 40, 6
    for _ in range(400):
        parts = []
        for _ in range(2):
            W = rng.normal(size=(n, k)) * np.logspace(0, 2, k)
            theta, square, *_ = np.linalg.lstsq(W, rng.normal(size=n), rcond=None)
            parts.append((theta, square[0] / (n - k) * np.linalg.inv(W.T @ W)))
        (a, C1), (b, C2) = parts
        found.append(joint_test(b - a, C1, C2, (n - k, n - k))[3])
        _, p = one_by_one(b - a, np.diag(C1), np.diag(C2), (n - k, n - k), 0.95)
        named += bool(holm(p, 0.05).any())
    assert kstest(found, "uniform").pvalue > 0.01
    assert named <= 0.05 * 400 + 2 * np.sqrt(0.05 * 0.95 * 400)


def test_one_parameter_is_the_test_of_welch():
    from scipy.stats import ttest_ind

    rng = np.random.default_rng(0)
    x, y = rng.normal(size=12), rng.normal(0.5, 3.0, size=30)
    C = [np.array([[z.var(ddof=1) / len(z)]]) for z in (x, y)]
    T2, rank, freedom, p = joint_test(np.array([y.mean() - x.mean()]), *C, (11.0, 29.0))
    welch = ttest_ind(y, x, equal_var=False)
    assert (rank, T2) == (1, pytest.approx(welch.statistic**2))
    assert freedom == pytest.approx(welch.df)
    assert p == pytest.approx(welch.pvalue)


def test_on_the_command_line(first, tmp_path):
    def dynid(*arguments):
        return CliRunner().invoke(app, ["diff", *map(str, arguments)])

    first.save(tmp_path / "result.json")
    (tmp_path / "new").mkdir()
    result(2, {"joint3.viscous": 0.8}).save(tmp_path / "new" / "result.json")
    done = dynid(tmp_path, tmp_path / "new")
    assert done.exit_code == 0, done.output
    assert "Changed beyond the uncertainty" in done.stdout
    content = json.loads(dynid(tmp_path, tmp_path / "new", "--json").stdout)
    assert content["changed"] is True
    assert len(content["parameters"]) == len(first.names)
    missing = dynid(tmp_path, tmp_path / "nothing.json").exception
    assert isinstance(missing, di.DynidError)
    assert "No such file" in str(missing)
    assert "expected a probability" in str(dynid(tmp_path, tmp_path, "--level", "95").exception)
