"""Effects chosen in the data: machines with known ones, and one with none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t

import dynid as di
from dynid.identification.estimate import solve
from dynid.model.gears import (
    GravityDirection,
    Hysteresis,
    LoadFriction,
    PowerFriction,
    SharedMotor,
)
from dynid.selection.alternatives import (
    Alternative,
    compute_gain_probability,
    select_likely_alternatives,
    widen_intervals,
)
from dynid.selection.block_folds import cut_into_blocks, make_folds
from dynid.selection.candidates import (
    Setting,
    acts_globally,
    find_rests,
    list_base_effects,
    list_effect_groups,
    list_identifiable_zeros,
    smooth_friction_signs,
)
from dynid.selection.group_search import compare_blocks, select_effects
from dynid.selection.held_out import compute_held_out_errors, confirm_choice
from dynid.selection.thinning import thin_samples
from motion_help import builtin, multi_sine
from sines import dataset, random_sines

RATE = 50.0


def machine(robot, effects, values, seed, noise=0.01):
    """A data set of a robot with these effects: sums of sines, noise as part of each joint's
    torque."""
    rng = np.random.default_rng(seed)
    t = np.arange(0, 40, 1 / RATE)
    motion = random_sines(rng, t, robot.dof, 4, 0.05, (0.2, 0.7))
    model = di.Model(robot, effects)
    p = model.to_vector(values(robot))
    tau = model.inverse_dynamics(*motion, p)
    tau = tau + noise * tau.std(axis=0) * rng.normal(size=tau.shape)
    return dataset(di.Model(robot), t, motion, tau)


def friction(robot, **more):
    own = {"viscous": 1.0, "coulomb": 2.0, "offset": 0.2, "rotor_inertia": 0.1} | more
    return {f"{joint}.{name}": value for joint in robot.actuated for name, value in own.items()}


BASE = [di.Viscous(), di.Coulomb(width=0.03), di.Offset(), di.RotorInertia()]


@pytest.fixture(scope="module")
def robot():
    return di.load_robot("arm7")


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_plain_machine_gets_nothing(robot):
    choice = select_effects(machine(robot, BASE, friction, 1))
    assert choice.groups == ()
    assert all(choice.setting.widths)
    assert "none needed beyond the standard friction model" in str(choice)
    assert choice.after < 1.5


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(
    ("effects", "more", "group"),
    [
        ([LoadFriction(width=0.03)], {"load_friction": 0.1}, "load friction"),
        ([PowerFriction(power=0.5)], {"power_0.5": 3.0}, "concave friction"),
        ([Hysteresis(lengths=(0.05,))], {"hysteresis_0.05": 2.0}, "hysteresis"),
    ],
)
def test_what_a_machine_has_is_found(robot, effects, more, group):
    data = machine(robot, [*BASE, *effects], lambda r: friction(r, **more), 2)
    choice = select_effects(data)
    assert group in choice.groups
    assert choice.after < 0.9 * choice.before
    kept = [step.group for step in choice.steps if step.kept]
    assert set(choice.groups) <= set(kept)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_a_tilted_base_is_found(robot):
    def values(r):
        return friction(r) | {"gravity.x": 0.4, "gravity.y": 0.1}

    choice = select_effects(machine(robot, [*BASE, GravityDirection()], values, 3))
    assert "gravity direction" in choice.groups


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
def test_zeros_of_joints_are_found(robot):
    """Truth: torques of the joints where they stand, not our first order."""
    data, zeros = machine(robot, BASE, friction, 3, noise=0.0), np.zeros(robot.dof)
    zeros[[1, 3]] = 0.02, -0.015
    model = di.Model(robot, BASE)
    p = model.to_vector(friction(robot))
    tau = model.inverse_dynamics(data.q + zeros, data.qd, data.qdd, p)
    tau = tau + 0.01 * tau.std(axis=0) * np.random.default_rng(0).normal(size=tau.shape)
    data = replace(data, tau=tau)
    choice = select_effects(data)
    assert choice.groups == ("encoder offsets",)
    found = di.estimate(di.Problem(di.Model(robot, choice.effects), data), di.Consistent(draws=0))
    values = dict(zip(found.parameters, found.p))
    for joint, zero in zip(robot.actuated[1:6], zeros[1:6]):
        assert values[f"{joint}.encoder_offset"] == pytest.approx(zero, abs=4e-3)


def test_zeros_that_torques_cannot_show_are_not_tried(robot):
    """On a vertical axis, and of the last joint; none of a robot on its side is vertical."""
    assert list_identifiable_zeros(robot) == robot.actuated[1:6]
    lying = robot.replace(gravity=(-9.81, 0.0, 0.0))
    assert list_identifiable_zeros(lying) == robot.actuated[:6]
    assert list_identifiable_zeros(robot.replace(gravity=(0.0, 0.0, 0.0))) == ()


def test_what_acts_on_many_joints_needs_blocks_that_agree(robot):
    """A gain is found by its value: the same in all blocks, or not believed."""
    groups = list_effect_groups(machine(robot, BASE, friction, 1))
    wide = {name for name, own in groups.items() if acts_globally(own, robot)}
    assert {"torque scales", "gravity direction", "encoder offsets"} <= wide
    assert "motor of joint5 and joint6" in wide
    assert not wide & {"hysteresis", "load friction", "springs", "ripple", "concave friction"}


@pytest.fixture(scope="module")
def crank():
    """A five-bar linkage with plain friction, whose signs are 0.05 rad/s wide."""
    robot, centre, swing = builtin("five_bar")
    t = np.arange(900) / RATE
    motion = multi_sine(centre, 0.5 * swing, len(t), period=t[-1], seed=1)
    model = di.Model(robot, [di.Viscous(), di.Coulomb(width=0.05)])
    own = {f"{j}.{k}": x for j in robot.actuated for k, x in (("viscous", 0.3), ("coulomb", 0.5))}
    tau = model.inverse_dynamics(*motion, model.to_vector(own))
    tau = tau + 0.003 * tau.std(axis=0) * np.random.default_rng(1).normal(size=tau.shape)
    return dataset(di.Model(robot), t, motion, tau, 20.0)


def test_a_width_between_those_of_the_list_is_found_and_nothing_stands_in_for_it(crank):
    choice = select_effects(crank)
    assert choice.groups == ()
    widths = np.array(choice.setting.widths) * np.abs(crank.qd).max(axis=0)
    np.testing.assert_allclose(widths, 0.05, rtol=0.05)


def test_what_other_choices_would_find_enters_the_intervals(crank):
    choice = select_effects(crank)
    model = di.Model(crank.model.robot, choice.effects)
    problem, estimator = di.Problem(model, crank), di.Consistent(draws=20)
    result = di.estimate(problem, estimator)
    spring = Alternative("with springs", (*choice.effects, di.Spring(offset=False)), 0.5)
    other = di.estimate(
        di.Problem(di.Model(model.robot, spring.effects), crank), di.Consistent(draws=0)
    )
    wider = widen_intervals(result, problem, estimator, [spring])
    for k, name in enumerate(result.names):
        moved = other.theta[other.names.index(name)] - result.theta[k]
        expected = result.covariance[k, k] + 0.5 * moved**2
        assert wider.covariance[k, k] == pytest.approx(expected, rel=1e-9)
    known = np.isfinite(result.p_interval).all(axis=1)
    assert np.all(wider.p_interval[known, 0] <= result.p_interval[known, 0])
    assert np.all(wider.p_interval[known, 1] >= result.p_interval[known, 1])
    assert "nearly as good" in wider.notes[-1]
    assert widen_intervals(result, problem, estimator, ()) is result


def test_of_a_long_log_a_rival_is_compared_on_some_of_the_samples(crank, monkeypatch):
    choice = select_effects(crank)
    model = di.Model(crank.model.robot, choice.effects)
    problem, estimator = di.Problem(model, crank), di.Consistent(draws=0)
    result = di.estimate(problem, estimator)
    spring = Alternative("with springs", (*choice.effects, di.Spring(offset=False)), 0.5)
    monkeypatch.setattr("dynid.selection.alternatives.ENOUGH", crank.tau.size // 2)
    monkeypatch.setattr("dynid.selection.thinning.PER_PERIOD", 0.4 * crank.rate / crank.cutoff)
    few = thin_samples(crank, crank.tau.size // 2)
    assert len(few) == -(-len(crank) // 2)
    own, other = (
        di.estimate(di.Problem(di.Model(model.robot, effects), few), estimator)
        for effects in (choice.effects, spring.effects)
    )
    wider = widen_intervals(result, problem, estimator, [spring])
    for k, name in enumerate(result.names):
        moved = other.theta[other.names.index(name)] - own.theta[own.names.index(name)]
        expected = result.covariance[k, k] + 0.5 * moved**2
        assert wider.covariance[k, k] == pytest.approx(expected, rel=1e-9)


def test_how_probably_a_rival_is_the_better_choice():
    for gain, error, least in ((0.02, 0.01, 0.03), (-0.1, 0.3, 0.0), (0.05, 0.02, 0.03)):
        for blocks in (2, 6, 22):
            expected = t.cdf((gain - least) / error, blocks - 1)
            found = compute_gain_probability(gain, error, least, blocks)
            assert found == pytest.approx(expected, rel=1e-9)
    rivals = [Alternative(str(x), (), x) for x in (0.01, 0.2, 0.5, 0.1, 0.3)]
    assert [rival.probability for rival in select_likely_alternatives(rivals)] == [0.5, 0.3, 0.2]


@pytest.mark.parametrize(
    ("logs", "folds"),
    [
        (1, [[0], [1], [2], [3], [4], [5]]),
        (2, [[0, 1, 2], [3, 4, 5], [0], [1], [2], [3], [4], [5]]),
        (3, [[0, 1], [2, 3], [4, 5]]),
        (7, [[k] for k in range(7)]),
    ],
)
def test_whole_logs_are_left_out_where_there_are_several(robot, logs, folds):
    data = machine(robot, BASE, friction, 5)
    data = replace(data, log=np.arange(len(data)) * logs // len(data))
    assert [list(fold) for fold in make_folds(data)] == folds


def test_a_joint_that_does_not_come_back_has_no_spring(robot):
    """A place has to be passed again and again, or what it does is what the time does."""
    data = machine(robot, BASE, friction, 6)
    (spring,) = list_effect_groups(data)["springs"]
    assert spring.joints is None or set(spring.joints) == set(robot.actuated)
    assert "springs" not in list_effect_groups(data.select_times(0, 3))


def test_same_data_same_choice_and_short_logs_are_refused(crank):
    assert select_effects(crank) == select_effects(crank)
    with pytest.raises(di.InputError, match="longer log"):
        select_effects(crank.select_times(0, 2))


def test_robots_of_too_many_bodies_are_refused(robot, monkeypatch):
    """Before the memory is full: here it may hold a fiftieth of a MB."""
    monkeypatch.setattr("dynid.selection.group_search.MOST_GB", 2e-5)
    with pytest.raises(di.errors.InputError, match=r"7 bodies of 'arm7'.*Name effects, or lock"):
        select_effects(machine(robot, BASE, friction, 1))


def test_a_rest_does_not_train(crank):
    """Half a minute at which nothing moves, the torque anywhere within dry friction."""
    at, still = int(np.abs(crank.qd).sum(axis=1)[300:600].argmin()) + 300, 1500
    every = np.concatenate([np.arange(at), np.full(still, at), np.arange(at, len(crank))])
    rests = np.zeros(len(every), dtype=bool)
    rests[at : at + still] = True
    tau = crank.tau[every] + np.where(rests, 0.4, 0.0)[:, None]
    log = replace(
        crank,
        t=np.arange(len(every)) / RATE,
        q=crank.q[every],
        qd=np.where(rests[:, None], 0.0, crank.qd[every]),
        qdd=np.where(rests[:, None], 0.0, crank.qdd[every]),
        tau=tau,
        log=crank.log[every],
        use=crank.use[every],
    )
    assert (find_rests(log) == rests).mean() > 0.99
    choice = select_effects(log)
    assert choice.groups == ()
    assert choice.slow is not None  # in the fit that follows, the rest is left out as well


def test_a_single_block_does_not_decide():
    """A gear sticks in one of six blocks, which has nearly all of the squared error."""
    before = np.array([100.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    one = compare_blocks("", Setting((0.0,)), before, before * [0.5, 1.1, 1.1, 1.1, 1.1, 1.1])
    assert one.gain < 0.05 < one.whole
    assert one.whole == pytest.approx(np.log(105.0 / 55.5), rel=1e-9)
    every = compare_blocks("", Setting((0.0,)), before, before * [0.8, 0.7, 0.9, 0.8, 0.75, 0.85])
    assert every.gain == pytest.approx(-np.log([0.8, 0.7, 0.9, 0.8, 0.75, 0.85]).mean(), rel=1e-9)
    assert every.gain > 3 * every.error
    assert every.least == every.whole == pytest.approx(np.log(105.0 / 84.0), rel=1e-9)
    fall, error = every.percent
    assert fall == pytest.approx(100 * (1 - np.exp(-every.gain)), rel=1e-9)
    assert error == pytest.approx((100 - fall) * every.error, rel=1e-9)


def test_a_shared_motor_is_what_a_coupling_is_but_never_negative(robot):
    """q_a + q_b of a motor: its inertia adds to both joints and couples them."""
    rng, pair = np.random.default_rng(0), ["joint5", "joint6"]
    motion = [rng.normal(size=(20, 7)) for _ in range(3)]
    for opposed, sign in ((False, 1.0), (True, -1.0)):
        shared = di.Model(robot, [SharedMotor(pair, opposed, width=0.1)])
        name = "joint5-joint6" if opposed else "joint5+joint6"
        values = {f"{name}.shared_{k}": x for k, x in (("inertia", 0.3), ("viscous", 0.7))}
        tau = shared.inverse_dynamics(*motion, shared.to_vector(values))
        rigid = di.Model(robot).inverse_dynamics(*motion, di.Model(robot).nominal)
        u = [x[:, 4] + sign * x[:, 5] for x in motion]
        expected = np.zeros((20, 7))
        expected[:, 4] = 0.3 * u[2] + 0.7 * u[1]
        expected[:, 5] = sign * expected[:, 4]
        np.testing.assert_allclose(tau - rigid, expected, atol=1e-9)
        assert (shared.lower[shared.layout.others] == 0.0).all()
    with pytest.raises(di.InputError, match="two joints that share a motor"):
        SharedMotor(["joint5"])


# ---- after the fit


def selected(choice, crank, effects, **changes):
    """A choice of other effects, its fit and the problem that this solves."""
    other = replace(choice, effects=tuple(effects), **changes)
    problem = di.Problem(di.Model(crank.model.robot, other.effects), crank)
    return other, *solve(problem, di.Consistent(draws=0))


def test_a_choice_that_predicts_better_is_confirmed(crank):
    choice = select_effects(crank)
    fit = selected(choice, crank, choice.effects)[1:]
    assert confirm_choice(choice, crank, *fit, di.Consistent()) is None  # and does not raise


def test_effects_that_predict_worse_than_the_usual_ones_are_refused(crank):
    """Signs so wide that dry friction is viscous: nobody would choose them."""
    choice = select_effects(crank)
    wide = {name: 50.0 for name in crank.model.robot.actuated}
    bad = selected(
        choice, crank, smooth_friction_signs(list_base_effects(), wide), groups=("wide signs",)
    )
    with pytest.raises(di.InputError, match=r"\(wide signs\): held-out blocks are .* worse"):
        confirm_choice(bad[0], crank, *bad[1:], di.Consistent())
    with pytest.raises(di.InputError, match="worse"):  # a choice that was made by hand
        confirm_choice(replace(bad[0], plain=()), crank, *bad[1:], di.Consistent())
    # what a method cannot be asked on parts of a log does not stop it
    confirm_choice(bad[0], crank, *bad[1:], di.Huber())


def test_errors_after_the_fit_are_those_of_single_fits(crank):
    """Of every block, by hand: a fit to the samples of the others, and its torques."""
    choice = select_effects(crank)
    model = di.Model(crank.model.robot, choice.effects)
    result = di.estimate(di.Problem(model, crank), di.OLS())
    found = compute_held_out_errors(crank, model, 0.0, result.p, di.OLS())
    block = cut_into_blocks(crank, ~find_rests(crank))
    for b, folds in enumerate(make_folds(crank)):
        assert list(folds) == [b]
        seen = replace(crank, model=model, use=crank.use & (block != b)[:, None])
        p = di.estimate(di.Problem(model, seen), di.OLS()).p
        e = crank.tau - model.inverse_dynamics(crank.q, crank.qd, crank.qdd, p)
        assert found[b] == pytest.approx((e[block == b] ** 2).sum(), rel=1e-6)


def test_a_payload_of_one_log_is_not_left_out_with_it(robot):
    """Of three logs the second has a box of its own, the others none, or one they share."""
    data = machine(robot, BASE, friction, 5)
    log = np.arange(len(data)) * 3 // len(data)
    for carrying, folds in (
        ([1], [[0, 1], [4, 5], [2], [3]]),
        ([0, 1], [[0, 1], [2, 3], [4, 5]]),
    ):
        here = np.repeat(np.isin(log, carrying)[:, None], robot.dof, axis=1).astype(float)
        box = di.Payload("link7", name="box", sometimes=True)
        loaded = replace(
            data, log=log, model=di.Model(robot, [box]), channels={"carried box": here}
        )
        assert [list(fold) for fold in make_folds(loaded)] == folds


# ---- several logs


def record_three_runs(robot, level=0.0, friction_level=0.0):
    """Three logs; offsets and dry friction of each are off by parts of what is usual."""
    data, model = machine(robot, BASE, friction, 7), di.Model(robot, BASE)
    log, tau = np.arange(len(data)) * 3 // len(data), data.tau.copy()
    for k, part in enumerate((-1.0, 0.4, 0.6)):
        here = log == k
        more = np.tanh(data.qd[here] / 0.03) * 2.0 * friction_level + level
        tau[here] += part * more
    made = di.Dataset(
        model,
        **{name: getattr(data, name) for name in ("t", "q", "qd", "qdd", "use", "rate")},
        tau=tau,
        log=log,
        sources=("one", "two", "three"),
    )
    return made


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize(
    ("changes", "groups"),
    [
        ({}, ()),
        ({"level": 0.5}, ("offsets of single logs",)),
        ({"friction_level": 0.3}, ("friction of single logs",)),
    ],
)
def test_what_differs_from_log_to_log_is_found(robot, changes, groups):
    data = record_three_runs(robot, **changes)
    choice = select_effects(data)
    assert choice.groups == groups
    if "level" in changes:
        model = di.Model(robot, choice.effects)
        found = di.estimate(di.Problem(model, data), di.Consistent(draws=0))
        values = dict(zip(found.parameters, found.p))
        for joint in robot.actuated[1:4]:
            assert values[f"{joint}.offset_run1"] == pytest.approx(0.2, abs=0.06)
            assert values[f"{joint}.offset_run2"] == pytest.approx(0.3, abs=0.06)
            assert values[f"{joint}.offset"] == pytest.approx(0.2, abs=0.06)
        assert any("differ from log to log" in note for note in found.notes)


def test_a_log_whose_blocks_say_nothing_of_each_other_is_refused(crank, monkeypatch):
    monkeypatch.setattr("dynid.selection.group_search.WORST", 0.1)
    monkeypatch.setattr("dynid.selection.group_search.TIMES", 1.0)
    with pytest.raises(di.InputError, match=r"blocks are predicted with an error of .* where the"):
        select_effects(crank)
