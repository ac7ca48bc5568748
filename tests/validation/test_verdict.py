"""The verdict: each rule by a case that breaks it and one that keeps it, at the limits that its
file names."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynid as di
from dynid.data.torque_checks import DataWarning, find_spikes, measure_clipping
from dynid.identification.prediction_error import compute_training_error
from dynid.notes import Note, select_warnings
from dynid.validation import verdict as rules
from dynid.validation.prediction_check import NO_MATTER
from dynid.validation.verdict import judge, measure_uncertainty
from report_help import five_bar


def level(found, rule):
    return next(finding.level for finding in found.findings if finding.kind == rule)


def judged(check=None, problem=None, **changes):
    c = five_bar()
    return judge(
        replace(c.result, **changes), problem or c.problem, c.check if check is None else check
    )


def with_data(**changes):
    """The problem with other data behind it, not compressed anew."""
    problem = object.__new__(di.Problem)
    problem.__dict__.update(
        five_bar().problem.__dict__ | {"data": replace(five_bar().problem.data, **changes)}
    )
    return problem


def with_error(percent, held_out=True):
    """A check with such an error, none of which the filter makes."""
    return replace(
        five_bar().check,
        relative=percent,
        without_filter=percent,
        by_filter=0.0,
        held_out=held_out,
    )


def test_a_good_result_is_called_good_in_one_sentence():
    found = judged()
    assert found.word == "good"
    assert all(finding.level == 0 for finding in found.findings)
    assert str(found).startswith(
        f"Good: {five_bar().check.relative:.2f} % torque error on the held-out logs"
    )
    assert "\n" not in str(found)


def test_training_error_of_bare_rows_is_that_of_the_fit():
    """Without a data set, what was fitted is all there is; torque and rows filtered alike."""
    c = five_bar()
    data = c.problem.data
    tau, predicted = (
        data.decimate(x)
        for x in (data.tau, c.model.inverse_dynamics(data.q, data.qd, data.qdd, c.result.p))
    )
    by_hand = 100 * np.linalg.norm(tau - predicted) / np.linalg.norm(tau)
    assert compute_training_error(c.result, c.problem) == pytest.approx(by_hand, rel=1e-6)


@pytest.mark.parametrize(
    ("percent", "expected"),
    [(rules.GOOD_ERROR - 0.1, 0), (rules.GOOD_ERROR + 0.1, 1), (rules.POOR_ERROR + 0.1, 2)],
)
def test_held_out_error(percent, expected):
    assert level(judged(with_error(percent)), "error") == expected


def test_an_error_above_the_training_error():
    train = di.validate(five_bar().result, five_bar().problem.data).without_filter
    assert train < NO_MATTER  # so that a small one does not matter
    assert level(judged(with_error(0.99 * NO_MATTER)), "held-out data") == 0
    above = 1.01 * max(NO_MATTER, rules.OVERFIT * train)
    assert level(judged(with_error(above)), "held-out data") == 1


def test_no_held_out_data_is_never_good():
    c = five_bar()
    for check in (None, with_error(0.1, held_out=False)):
        found = judge(c.result, c.problem, check)
        assert found.word == "usable"
        assert "not checked on held-out data" in str(found)
        assert "torque error on the training logs" in str(found)


@pytest.mark.parametrize(("percent", "expected"), [(29.0, 0), (31.0, 1), (101.0, 2)])
def test_one_bad_joint(percent, expected):
    check = five_bar().check
    worse = replace(check.joints[0], relative=percent, without_filter=percent)
    joints = (worse, *check.joints[1:])
    found = judged(replace(check, joints=joints))
    assert level(found, "joints") == expected
    assert not expected or f"left ({percent:.2f} %)" in str(found)


def test_weak_parameters_count_by_the_torque_they_make():
    """All of them weak, but together no torque to speak of: that is no reason for distrust."""
    c = five_bar()
    share, data = measure_uncertainty(c.result, c.problem), c.problem.data
    # by drawing parameters, and predicting torques of moments that are mixed anew
    rng = np.random.default_rng(1)
    i, j, k = rng.integers(0, len(data), (3, 400))
    motion = data.q[i], data.qd[j], data.qdd[k]
    drawn = rng.multivariate_normal(c.result.theta, c.result.covariance, 200)
    Y = c.model.regressor(*motion)[:, :, c.problem.base.independent]
    e = ((drawn - c.result.theta) @ Y.transpose(0, 2, 1)).std(axis=1)  # (moments, joints)
    by_hand = np.mean(e**2) / np.mean((Y @ c.result.theta) ** 2)
    assert share == pytest.approx(100 * np.sqrt(by_hand), rel=0.2)
    for factor, expected in ((0.9, 0), (1.1, 1)):
        scale = (factor * rules.OPEN / share) ** 2
        found = judged(covariance=scale * c.result.covariance)
        assert level(found, "uncertainty") == expected
    weak = len(replace(c.result, covariance=scale * c.result.covariance).weak)
    text = f"{weak} of {len(c.result.theta)} parameters are weak"
    (said,) = [finding.evidence for finding in found.findings if finding.kind == "uncertainty"]
    assert said.startswith(text)
    assert said.endswith("the torques of other motions depend on them")
    # how much they depend is not said: on held-out logs of real robots such a number does not hold
    assert "%" not in said.removeprefix(f"{text} (standard deviation above 30 %)")


@pytest.mark.parametrize(("each", "expected"), [(10.1, 0), (9.9, 1), (0.9, 2)])
def test_too_few_independent_samples(each, expected):
    c = five_bar()
    rows = sum(joint.rows for joint in c.result.joints)
    inflation = rows / (each * len(c.result.theta))
    joints = tuple(replace(joint, inflation=inflation) for joint in c.result.joints)
    assert level(judged(joints=joints), "residuals") == expected


def test_bodies_that_cannot_exist():
    c = five_bar()
    assert level(judged(), "bodies") == 0  # Consistent found them
    base = replace(c.result, margins={}, active=())
    assert (
        level(judge(base, c.problem, c.check), "bodies") == 0
    )  # by its base parameters alone: the LMI says so
    k = c.result.names.index("left.viscous")
    theta = np.where(np.arange(len(base.theta)) == k, -0.1, base.theta)
    found = judge(replace(base, theta=theta), c.problem, c.check)
    assert level(found, "bodies") == 1
    assert "no physically consistent" in str(found)


def test_excitation():
    c = five_bar()
    poor = {"condition": 1.01 * rules.CONDITION}
    assert level(judged(condition=0.99 * rules.CONDITION), "excitation") == 0
    assert level(judged(**poor), "excitation") == 0  # its deviations say that it does not matter
    loose = (1.1 * rules.OPEN / measure_uncertainty(c.result, c.problem)) ** 2 * c.result.covariance
    assert level(judged(**poor, covariance=loose), "excitation") == 1
    data = c.problem.data
    still = replace(data, qd=np.zeros_like(data.qd))  # friction does not show
    problem = di.Problem(c.model, still)
    found = judge(replace(c.result, weights=np.ones(2)), problem, c.check)
    assert level(found, "excitation") == 1
    assert "not identifiable from the data" in next(
        f.evidence for f in found.findings if f.kind == "excitation"
    )


def test_saturated_torques():
    data = five_bar().problem.data
    tau = data.tau.copy()
    tau[1000:1040, 0] = tau[:, 0].max() + 1.0
    tau[1500:1502, 0] = tau[1000, 0]  # two samples alone are no flat top
    assert measure_clipping(replace(data, tau=tau)) == [40 / len(data), 0.0]
    found = judged(problem=with_data(tau=tau))
    assert level(found, "saturation") == 1
    assert "left" in str(found)


def test_warnings_of_the_data_are_not_trusted():
    """By their notes, as `process` writes them for a log in degrees."""
    warned = with_data(
        notes=(
            "harmless",
            Note("torques of left seem to have the wrong sign: they oppose; more", "warning"),
        )
    )
    found = judged(problem=warned)
    assert found.word == "not trustworthy"
    assert "wrong sign" in str(found)
    for harmless in ("harmless", "warning: a sentence that carries no level"):
        assert judged(problem=with_data(notes=(harmless,))).word == "good"
    arm = di.Model(di.load_robot("pendulum"))
    t = np.arange(4000) / 200.0
    q = np.degrees(np.sin(t))[:, None]
    log = di.Log(arm.robot.actuated, t, q, np.sin(np.radians(q)))
    with pytest.warns(DataWarning) as said:
        data = di.process(log, arm, cutoff=5.0)
    assert any("degrees" in str(warning.message) for warning in said)
    assert any("degrees" in note.text for note in select_warnings(data.notes))


def test_few_samples_count():
    use = np.zeros_like(five_bar().problem.data.use)
    use[::3] = True
    assert level(judged(problem=with_data(use=use)), "data") == 1


def test_spikes_are_named():
    """40 samples that stand out by 200 Nm, as loose connectors make them."""
    c, data = five_bar(), five_bar().problem.data
    tau, rng = data.tau.copy(), np.random.default_rng(3)
    at = rng.choice(np.arange(10, len(data) - 10), 40, replace=False)
    tau[at, rng.integers(0, 2, 40)] += 200.0 * rng.choice([-1.0, 1.0], 40)
    assert find_spikes(tau).sum() == 40
    found = judged(problem=with_data(tau=tau))
    assert found.word == "usable"
    assert level(found, "spikes") == 1
    assert "the torques have spikes (left" in str(found)
    assert level(judge(c.result, c.problem, c.check), "spikes") == 0


def test_steps_of_friction_are_no_spikes():
    t = np.arange(4000) / 500
    noise = 0.02 * np.random.default_rng(0).normal(size=(4000, 1))
    assert not find_spikes(np.sign(np.sin(3 * t))[:, None] + noise).any()
    assert not find_spikes(np.round(20 * np.sin(3 * t))[:, None] / 20).any()  # a coarse sensor


def test_a_check_of_few_samples_says_little():
    c = five_bar()
    found = judged(replace(c.check, samples=15))
    assert level(found, "check") == 1
    assert "only 15 samples" in str(found)
    still = (replace(c.check.joints[0], moving=np.nan), *c.check.joints[1:])
    assert level(judged(replace(c.check, joints=still)), "check") == 1
    assert level(judged(), "check") == 0


def test_impossible_inertias_of_the_robot_file_are_said():
    c = five_bar()
    body = next(iter(c.model.layout.bodies))
    bodies = tuple(
        replace(x, inertia=[1.0, 0, 0, 0, 1.0, 0, 0.1, 0, 0, 0.1]) if x.name == body else x
        for x in c.model.robot.bodies
    )
    wrong = di.Model(c.model.robot.replace(bodies=bodies), c.model.effects)
    problem = c.problem.replace(model=wrong)
    found = judge(c.result, problem, c.check)
    assert level(found, "robot file") == 1
    assert f"{body} are not physically consistent" in str(found)
    assert not any(finding.kind == "robot file" for finding in judged().findings)
    free = replace(c.result, margins={}, from_prior=())
    assert not any(f.kind == "robot file" for f in judge(free, problem, c.check).findings)


def test_the_worst_rule_decides_and_the_sentence_names_it():
    found = judged(with_error(40.0), condition=1e5)
    assert found.word == "not trustworthy"
    assert "40.00 % of the held-out torque" in str(found)
    assert "condition" not in str(found)
    content = found.to_dict()
    assert content["verdict"] == "not trustworthy"
    assert len(content["findings"]) == len(found.findings)
