"""Validation: every number by hand, whether the data were held out, models that do not match; and
the table of a comparison."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.signal import lfilter

import dynid as di
from dynid.robot.builtin import arm7, five_bar, pendulum
from estimators_help import dataset, truth
from wobble_help import wobble

N = 1000


@pytest.fixture(scope="module")
def model():
    return di.Model(five_bar(), [di.Viscous(), di.Coulomb()])


def measured(model, seed, noise=0.2, **changes):
    """One log of 10 s; a noise of 0.2 Nm on the first joint, of 0.4 on the second."""
    motion = tuple(x[::10] for x in wobble(model.robot, 10 * N, seed))
    tau = model.inverse_dynamics(*motion, truth(model))
    error = (
        noise * np.random.default_rng(seed).normal(size=tau.shape) * np.arange(1, 1 + tau.shape[1])
    )
    return dataset(model, motion, tau + error, **changes)


@pytest.fixture(scope="module")
def train(model):
    return measured(model, 1, sources=("run1.csv",))


@pytest.fixture(scope="module")
def test(model):
    """A held-out log, a tenth of whose rows does not count."""
    use = np.random.default_rng(5).uniform(size=(N, 2)) < 0.9
    data = measured(model, 2, sources=("run2.csv",), use=use)
    return replace(data, tau=np.where(use, data.tau, 1e3))


@pytest.fixture(scope="module")
def result(model, train):
    return di.estimate(di.Problem(model, train), di.WLS())


# ---- numbers


def test_numbers_by_hand(model, result, test):
    """Over all samples, whether they count or not; `moving` over those that count."""
    check = di.validate(result, test)
    predicted = model.inverse_dynamics(test.q, test.qd, test.qdd, result.p)

    def percent(tau, tau_hat):
        return 100 * np.linalg.norm(tau - tau_hat) / np.linalg.norm(tau)

    def score(y, y_hat):
        """The lines of the KR300 benchmark's own evaluation: MATLAB's std divides by N - 1."""
        nrmse = np.sqrt(np.mean((y - y_hat) ** 2)) / np.std(y, ddof=1)
        return nrmse, 1 - np.sum((y - y_hat) ** 2) / np.sum((y - np.mean(y_hat)) ** 2)

    for j, joint in enumerate(check.joints):
        tau, tau_hat, use = test.tau[:, j], predicted[:, j], test.use[:, j]
        rmse = np.sqrt(np.mean((tau - tau_hat) ** 2))
        assert joint.joint == model.robot.actuated[j]
        assert joint.rmse == pytest.approx(rmse, rel=1e-12)
        assert joint.relative == pytest.approx(percent(tau, tau_hat), rel=1e-12)
        assert joint.moving == pytest.approx(percent(tau[use], tau_hat[use]), rel=1e-12)
        left = np.sqrt(np.mean((tau - tau_hat)[use] ** 2))
        assert left == pytest.approx(0.2 * (j + 1), rel=0.1)  # nothing is left but the noise
        assert (joint.nrmse, joint.r2) == pytest.approx(score(tau, tau_hat), rel=1e-12)
        assert joint.by_filter == 0.0  # there is none
        assert joint.raw == joint.relative
    assert check.relative == pytest.approx(percent(test.tau, predicted), rel=1e-12)
    use = test.use
    assert check.moving == pytest.approx(percent(test.tau[use], predicted[use]), rel=1e-12)
    assert check.without_filter == check.raw == check.relative
    each = [score(test.tau[:, j], predicted[:, j]) for j in range(2)]
    assert (check.nrmse, check.r2) == pytest.approx(np.mean(each, axis=0), rel=1e-12)
    assert (check.samples, check.counted) == (N, int(use.any(axis=1).sum()))
    assert_allclose(check.predicted, predicted)
    assert_allclose(check.measured, test.tau)


def test_training_numbers_are_those_of_the_estimate(result, train):
    for joint, fit in zip(di.validate(result, train).joints, result.joints):
        assert joint.rmse == pytest.approx(fit.rmse, rel=1e-9)
        assert joint.relative == pytest.approx(fit.relative, rel=1e-9)


def test_share_of_coloured_lags_by_hand(model, result, train):
    """Autocorrelations of 20 lags against 1.96 / sqrt(N), written out; white residuals have about 5
    % outside."""
    red = lfilter([1], [1, -0.9], np.random.default_rng(7).normal(size=(N, 2)), axis=0)
    coloured = replace(
        train, tau=model.inverse_dynamics(train.q, train.qd, train.qdd, result.p) + red
    )
    for data, low, high in ((train, 0.0, 0.2), (coloured, 0.5, 1.0)):
        check = di.validate(result, data)
        for j, joint in enumerate(check.joints):
            e = data.tau[:, j] - check.predicted[:, j]
            rho = [np.mean(e[k:] * e[: N - k]) / np.mean(e**2) for k in range(1, 21)]
            assert joint.coloured == pytest.approx(np.mean(np.abs(rho) > 1.96 / np.sqrt(N)))
            assert low <= joint.coloured <= high


def test_a_joint_that_never_counts_has_no_moving_numbers(result, train):
    """The error over all samples is there; that of moving ones is not, and it is said."""
    use = np.ones((N, 2), dtype=bool)
    use[:, 1] = False
    check = di.validate(result, replace(train, use=use))
    first, second = check.joints
    assert second.rmse > 0
    assert first.moving == first.relative
    assert np.isnan([second.moving, second.coloured]).all()
    assert f"no moving sample of {second.joint}" in check.thin
    assert f"take care: {check.thin}" in str(check)
    content = json.loads(json.dumps(check.to_dict(), allow_nan=False))
    assert content["joints"][1]["moving"] is None
    assert content["thin"] == check.thin
    nothing = di.validate(result, replace(train, use=np.zeros((N, 2), dtype=bool)))
    assert nothing.relative == pytest.approx(check.relative, rel=1e-12)
    assert np.isnan(nothing.moving)
    assert "no sample counts as moving" in str(nothing)


def test_too_few_samples_and_no_torque_are_said(result, train):
    names = ("t", "q", "qd", "qdd", "tau", "log", "use")
    few = replace(train, **{name: getattr(train, name)[:19] for name in names})
    assert "only 19 samples to check 2 joints on" in di.validate(result, few).thin
    silent = di.validate(result, replace(train, tau=train.tau * [1.0, 0.0]))
    assert np.isnan(silent.joints[1].relative)
    constant = di.validate(result, replace(train, tau=train.tau * [1.0, 0.0] + [0.0, 5.1]))
    for check in (silent, constant):  # nothing to compare a deviation with
        assert np.isnan([check.joints[1].r2, check.joints[1].nrmse]).all()
        assert check.r2 == check.joints[0].r2
        assert json.loads(json.dumps(check.to_dict(), allow_nan=False))["joints"][1]["r2"] is None
    assert "no torque at all at right" in silent.thin
    assert di.validate(result, train).thin == ""


def test_printed_and_as_dictionary(result, test):
    check = di.validate(result, test)
    text = str(check)
    assert f"{check.relative:.2f} % of the torque" in text
    for joint in check.joints:
        (line,) = (line for line in text.splitlines() if line.startswith(f"{joint.joint} "))
        assert f"{joint.rmse:.4g}" in line
        assert f" {joint.r2:.4f} " in line
        assert f" {joint.nrmse:.4f} " in line
    assert text.splitlines()[-1].split() == [
        *("all", f"{check.relative:.2f}", f"{check.moving:.2f}"),
        *(f"{check.raw:.2f}", f"{check.without_filter:.2f}"),
        *(f"{check.r2:.4f}", f"{check.nrmse:.4f}"),
    ]
    assert f"R2 {check.r2:.4f}, NRMSE {check.nrmse:.4f}" in check.sentence
    content = json.loads(json.dumps(check.to_dict()))
    assert content["joints"][1]["rmse"] == check.joints[1].rmse
    assert content["joints"][1]["r2"] == check.joints[1].r2
    assert content["joints"][1]["nrmse"] == check.joints[1].nrmse
    assert (content["r2"], content["nrmse"]) == (check.r2, check.nrmse)
    assert "fit" not in content["joints"][1]
    assert content["held_out"] is True


# ---- held out or not

LATER = np.arange(N) / 100 + 10.0  # the training log ends at 9.99 s
HELD_OUT = {
    "another file": ({"sources": ("run2.csv",)}, True),
    "the same file, the same time": ({"sources": ("run1.csv",)}, False),
    "the same file, later": ({"sources": ("run1.csv",), "t": LATER}, True),
    "the same file, overlapping by one sample": (
        {"sources": ("run1.csv",), "t": LATER - 0.01},
        False,
    ),
    "two files, the second one seen": (
        {"sources": ("new.csv", "run1.csv"), "log": np.repeat([0, 1], N // 2)},
        False,
    ),
    "two files, both new": (
        {"sources": ("new.csv", "run3.csv"), "log": np.repeat([0, 1], N // 2)},
        True,
    ),
}


@pytest.mark.parametrize("case", HELD_OUT)
def test_held_out(case, model, result, tmp_path):
    """Said in the first line, loudly where not; also by an estimate that comes from its file."""
    changes, expected = HELD_OUT[case]
    result.save(tmp_path / "result.json")
    for estimate in (result, di.Estimate.load(tmp_path / "result.json")):
        check = di.validate(estimate, measured(model, 3, **changes))
        first = str(check).splitlines()[0]
        assert check.held_out == expected
        assert ("held-out data" in first) == expected
        assert ("TRAINING DATA: these errors say nothing" in first) != expected
        assert ("NOT held out" in repr(check)) != expected


def in_memory(model, seed, **changes):
    """A log of the pendulum that comes from no file: all of these have the same source and the same
    times."""
    return replace(
        di.simulate(model, PENDULUM, di.simulation.OpenLoop(swing(seed)), 4.0, rate=200), **changes
    )


PENDULUM = np.concatenate([di.inertial(1.2, (0.0, 0.0, -0.3)), [0.05, 0.1]])


def swing(seed):
    a, b = np.random.default_rng(seed).uniform(0.5, 1.5, 2)
    return lambda t: [a * np.sin(3 * t) + b * np.sin(7.7 * t)]


@pytest.mark.parametrize("source", [None, "", "run.csv"])
def test_logs_in_memory_are_told_apart_by_what_they_hold(source, tmp_path):
    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    named = {} if source is None else {"source": source}
    log, other = (in_memory(model, seed, **named) for seed in (1, 2))
    assert log.source == other.source
    result = di.estimate(
        di.Problem(model, di.process(log.select_times(0.0, 2.5), model, 20.0)), di.OLS()
    )
    result.save(tmp_path / "result.json")
    for found in (result, di.Estimate.load(tmp_path / "result.json")):
        seen = {
            "another": (other, False),
            "itself": (log, True),
            "a copy": (di.Log(log.joints, log.t, log.q, log.tau, source="copy"), True),
            "a later part": (log.select_times(2.6, 4.0), False),
            "an overlapping part": (log.select_times(1.0, 4.0), True),
            "one of its joints": (log.select(log.joints), True),
        }
        for what, (asked, trained) in seen.items():
            assert di.validate(found, di.process(asked, model, 20.0)).held_out != trained, what


def test_a_file_is_known_by_its_content(tmp_path):
    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    in_memory(model, 1).save(tmp_path / "run.csv")
    (tmp_path / "copy.csv").write_bytes((tmp_path / "run.csv").read_bytes())
    result = di.estimate(
        di.Problem(model, di.process(di.read_log(tmp_path / "run.csv"), model, 20.0)), di.OLS()
    )
    assert not di.validate(
        result, di.process(di.read_log(tmp_path / "copy.csv"), model, 20.0)
    ).held_out
    in_memory(model, 2).save(tmp_path / "run.csv", overwrite=True)
    assert di.validate(result, di.process(di.read_log(tmp_path / "run.csv"), model, 20.0)).held_out


def test_data_without_a_name_are_not_called_held_out(model):
    data = measured(model, 1, sources=())
    assert not di.validate(di.estimate(di.Problem(model, data), di.OLS()), data).held_out


# ---- models that do not match


def test_another_model_is_refused(result):
    other = di.Model(five_bar(), [di.Viscous()])
    with pytest.raises(
        di.InputError, match=r"different models .*coulomb.* process the log with the model"
    ):
        di.validate(result, measured(other, 1))
    with pytest.raises(di.InputError, match="different models"):
        di.validate(result, measured(di.Model(pendulum()), 1))


def test_a_larger_model_is_refused_by_name(result):
    with pytest.raises(di.InputError, match="offset"):
        di.validate(
            result, measured(di.Model(five_bar(), [di.Viscous(), di.Coulomb(), di.Offset()]), 1)
        )


def test_a_known_payload_is_part_of_the_model():
    """Trained with a payload of 1 kg, validated as if there were none: the prediction is wrong by
    its weight, unsaid."""
    robot = arm7()
    plain, loaded = (
        di.Model(robot),
        di.Model(robot, [di.Payload("link7", di.inertial(1.0, (0, 0, 0.2)))]),
    )
    motion = tuple(x[::10] for x in wobble(robot, 5000, seed=1))
    data = dataset(plain, motion, loaded.inverse_dynamics(*motion, truth(plain)))
    result = di.estimate(di.Problem(loaded, data), di.OLS())
    with pytest.raises(di.InputError, match="payload"):
        di.validate(result, data)


def test_data_of_another_robot_are_refused(model, train):
    with pytest.raises(di.InputError, match="same robot object"):
        di.Problem(di.Model(five_bar()), train)


# ---- one table


def test_comparison(model, train, test):
    """One line an estimator, with what validate says; one that cannot solve the problem is listed
    with its reason."""
    problem = di.Problem(model, train)
    estimators = [di.OLS(), di.WLS(), di.Ridge(-1.0), di.Huber()]
    table = di.compare(estimators, problem, test)
    ols, wls, failed, _ = table.lines
    assert table.estimates[2] is None
    assert "expected a positive number" in failed.failed
    for line, found, estimator in zip(table.lines, table.estimates, estimators):
        if line is failed:
            continue
        again = di.estimate(problem, estimator)
        assert line.method == repr(estimator)
        assert_allclose(found.theta, again.theta, rtol=1e-12)
        assert line.train == pytest.approx(di.validate(again, train).relative, rel=1e-9)
        assert line.test == pytest.approx(di.validate(again, test).relative, rel=1e-9)
        assert line.weak == len(again.weak)
        assert line.seconds > 0
    rows = str(table).splitlines()
    assert len(rows) == 6
    assert rows[0].split()[1:8] == ["train", "%", "moving", "%", "test", "%", "moving"]
    assert rows[5].startswith("errors over all samples")
    assert wls.test_moving == di.validate(table.estimates[1], test).moving
    assert wls.test_moving < 0.1 * wls.test  # the rows that do not count hold nonsense
    assert f"{wls.test_moving:.2f}" in rows[2]
    assert f"{wls.train:.2f}" in rows[2]
    assert f"{wls.test:.2f}" in rows[2]
    assert rows[3].startswith("Ridge failed: Ridge: got damping -1.0")
    assert "failed: " in rows[3]
    assert table.to_dict()["lines"][0]["train"] == ols.train


def test_comparison_without_test_data(model, train):
    (line,) = di.compare([di.OLS()], di.Problem(model, train)).lines
    assert line.test is None
    with pytest.raises(di.InputError, match="no estimators"):
        di.compare([], di.Problem(model, train))


def test_comparison_says_which_results_are_consistent(model, train):
    """Of full parameters: they are; of base parameters: some with their values exist. Bare rows
    belong to no bodies."""
    problem = di.Problem(model, train)
    estimators = [di.OLS(), di.Consistent(draws=0), di.Stepwise()]
    table = di.compare(estimators, problem)
    ols, full, stepwise = table.estimates
    assert table.lines[0].consistent == bool(
        di.estimators.check_feasibility(model, problem.base.map, ols.theta)
    )
    assert table.lines[1].consistent == bool(di.is_consistent(full.p, model))
    assert table.lines[1].consistent
    kept = [k for k, name in enumerate(stepwise.names) if name not in stepwise.eliminated]
    assert table.lines[2].consistent == bool(
        di.estimators.check_feasibility(model, problem.base.map[kept], stepwise.theta[kept])
    )
    assert [row.split()[-2] for row in str(table).splitlines()[1:4]] == [
        "yes" if line.consistent else "no" for line in table.lines
    ]
    bad = di.estimate(di.Problem(model, replace(train, tau=-np.asarray(train.tau))), di.OLS())
    assert di.compare([bad], train).lines[0].consistent is False
    rows = di.Problem.from_rows(np.random.default_rng(0).normal(size=(50, 1, 3)), np.ones((50, 1)))
    assert di.compare([di.OLS()], rows).lines[0].consistent is None


@pytest.mark.slow(reason="many fits, for statistics")
def test_compare_all():
    """Every estimator that applies, on one data set: with bodies, with shapes, and on bare rows."""
    from wobble_help import simulated_log, true_parameters

    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    truth = true_parameters(model, 3000)
    train, test = (
        di.process(simulated_log(model, truth, 3000, seed=k), model, cutoff=20.0, decimate=10)
        for k in (1, 2)
    )
    table = di.compare("all", train, test)
    methods = [line.method.split("(")[0] for line in table.lines]
    linear = [
        "OLS",
        "WLS",
        "IRLS",
        "Huber",
        "L1",
        "Ridge",
        "DLS",
        "TruncatedSVD",
        "TotalLeastSquares",
        "RecursiveLeastSquares",
    ]
    assert methods == [*linear, "Stepwise", "Consistent", "ParticleSwarm"]
    assert not any(line.failed for line in table.lines)
    assert all(line.test < 1.0 for line in table.lines if not line.method.startswith("DLS"))
    shaped = di.Model(model.robot, [di.Stribeck()])
    methods = [
        line.method.split("(")[0] for line in di.compare("all", replace(train, model=shaped)).lines
    ]
    assert methods == [*linear, "Stepwise", "Consistent", "SeparableLeastSquares"]
    rng = np.random.default_rng(0)
    rows = di.Problem.from_rows(rng.normal(size=(80, 1, 3)), rng.normal(size=(80, 1)))
    table = di.compare("all", rows)
    assert [line.method.split("(")[0] for line in table.lines] == [
        *linear,
        "Stepwise",
        "ParticleSwarm",
    ]
    assert not any(line.failed for line in table.lines)
    with pytest.raises(di.InputError, match='"all" or a list'):
        di.compare("ols", train)


def test_compare_takes_estimates_and_data():
    """compare([...], data): estimators are run on the data, estimates are checked on it."""
    from wobble_help import simulated_log, true_parameters

    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), di.Coulomb()])
    truth = true_parameters(model, 3000)
    train, test = (
        di.process(simulated_log(model, truth, 3000, seed=k), model, cutoff=20.0, decimate=10)
        for k in (1, 2)
    )
    direct = di.estimate(di.Problem(model, train), di.OLS())
    table = di.compare([di.OLS(), direct], train, test)
    assert table.lines[0].train == pytest.approx(table.lines[1].train, rel=1e-9)
    assert table.lines[0].test == pytest.approx(di.validate(direct, test).relative, rel=1e-9)
    assert table.lines[1].test == table.lines[0].test
    unseen = di.compare([direct], test).lines[0]
    assert np.isnan(unseen.train)
    assert unseen.test == table.lines[0].test
