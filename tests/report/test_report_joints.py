"""What the report shows of the joints: samples and curves against a machine whose friction is
known, and the choice of its effects."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.model.gears import Hysteresis, LoadFriction, PositionFriction, Ripple
from dynid.report import joint_series
from dynid.report.joint_series import find_reversals
from dynid.selection.candidates import Setting, list_base_effects
from dynid.selection.selection_record import Selection, SelectionStep
from report_help import five_bar
from sines import dataset, sines

RATE = 50.0
VALUES = {
    "viscous": 1.5,
    "coulomb": 2.0,
    "load_friction": 0.1,
    "hysteresis_0.05": 1.2,
    "ripple_cos2": 0.6,
    "ripple_sin2": -0.4,
    "friction_cos": 0.5,
    "friction_sin": 0.3,
}
EFFECTS = (
    *(di.Viscous(), di.Coulomb(), LoadFriction(), Hysteresis(lengths=(0.05,))),
    *(Ripple(waves=(2.0,)), PositionFriction()),
)
GROUPS = ("load friction", "hysteresis")


def machine(model, p, seconds=30.0, noise=0.0):
    """A pendulum that swings through more than a turn."""
    t = np.arange(0, seconds, 1 / RATE)
    w = 2 * np.pi * np.array([0.11, 0.23, 0.31])
    a, c = np.array([2.0, 0.8, 0.4]), np.array([0.3, 1.0, 2.0])
    motion = sines(t, a[None], w[None], c[None])
    tau = model.inverse_dynamics(*motion, p)
    tau = tau + noise * np.random.default_rng(0).normal(size=tau.shape)
    return dataset(model, t, motion, tau)


@pytest.fixture(scope="module")
def swing():
    """Exact torques, and a result that has the true parameters."""
    robot = di.load_robot("pendulum")
    model = di.Model(robot, EFFECTS)
    name = robot.actuated[0]
    p = model.to_vector({f"{name}.{key}": x for key, x in VALUES.items()})
    data = machine(model, p)
    problem = di.Problem(model, data)
    result = replace(di.estimate(problem, di.OLS()), p=p)
    return model, data, problem, result


@pytest.fixture(scope="module")
def joint(swing):
    _, data, _, result = swing
    return joint_series.make_joint_series(result, data)[0]


def test_samples_are_the_friction_itself(joint):
    """Nothing is left of exact torques, so the samples are what the formulas say."""
    x, v = joint.signals, joint.signals.v
    load, s, V = np.abs(x.channels["load"]), np.sign(v), VALUES
    z = x.channels["hysteresis 0.05"]
    around = V["friction_cos"] * np.cos(x.q) + V["friction_sin"] * np.sin(x.q)
    ripple = V["ripple_cos2"] * np.cos(2 * x.q) + V["ripple_sin2"] * np.sin(2 * x.q)
    dry = (V["coulomb"] + V["load_friction"] * load + around) * s
    friction = V["viscous"] * v + dry + V["hysteresis_0.05"] * z
    assert_allclose(joint.residual, 0.0, atol=1e-9)
    assert_allclose(joint_series.plot_over_velocity(joint).y, friction, atol=1e-9)
    assert_allclose(joint_series.plot_over_position(joint).y, ripple, atol=1e-9)
    at = np.abs(v) > joint_series.MOVES * np.abs(v).max()
    assert_allclose(joint_series.plot_over_load(joint).y, V["load_friction"] * load[at], atol=1e-9)
    assert_allclose(joint_series.plot_friction_over_position(joint).y, around[at], atol=1e-9)


def test_curves_run_through_the_samples(joint):
    load, position = joint_series.plot_over_load(joint), joint_series.plot_over_position(joint)
    assert_allclose(load.curve_y, VALUES["load_friction"] * load.curve_x, atol=1e-9)
    assert_allclose(
        np.interp(position.x, position.curve_x, position.curve_y), position.y, atol=2e-3
    )
    velocity = joint_series.plot_over_velocity(joint)
    fast = velocity.x > 0.5 * velocity.x.max()
    apart = velocity.y[fast] - np.interp(velocity.x[fast], velocity.curve_x, velocity.curve_y)
    assert abs(apart.mean()) < 0.15 * velocity.y[fast].mean()
    assert velocity.curve_x.min() == velocity.x.min()
    assert velocity.curve_x.max() == velocity.x.max()


def test_gears_wind_up_where_the_motion_turns(joint):
    """The model's curve rises from the one branch to the other over about the length."""
    panel = joint_series.plot_around_reversals(joint)
    assert panel.x.max() <= 5 * 0.05
    half = int(np.argmin(panel.curve_x))
    to, away = panel.curve_y[: half + 1], panel.curve_y[half + 1 :]
    assert to.mean() < -1.5
    assert away[-1] > away[0] + VALUES["hysteresis_0.05"]


def test_turns_are_those_of_the_motion():
    t = np.linspace(0, 1, 2001)
    q, v = np.sin(2 * np.pi * 2 * t), np.cos(2 * np.pi * 2 * t)
    starts = np.zeros(len(t), dtype=bool)
    starts[0] = True
    turns = find_reversals(q, v, starts, 0.1)
    assert_allclose(np.abs(q[turns.at]), 1.0 - turns.distance, atol=1e-4)
    nearest = t[turns.at[turns.distance < 1e-7]]
    expected = np.array([1, 3, 5, 7]) / 8
    assert np.abs(nearest[:, None] - expected).min(axis=1).max() < 0.002
    assert np.abs(nearest[:, None] - expected).min(axis=0).max() < 0.002
    assert_allclose(turns.way, np.where(q[turns.at] > 0, -1.0, 1.0))
    assert_allclose(np.sign(v[turns.at]) * turns.way, np.where(turns.after, 1.0, -1.0))
    # a log that begins elsewhere is no turn
    starts[np.flatnonzero(np.diff(np.sign(v)) != 0) + 1] = True
    assert len(find_reversals(q, v, starts, 0.1).at) == 0
    # a trembling joint has none
    assert len(find_reversals(0.01 * q, v, np.arange(len(t)) == 0, 0.1).at) == 0


def test_a_joint_without_an_effect_has_no_panel():
    c = five_bar()
    for joint in joint_series.make_joint_series(c.result, c.problem.data):
        assert joint_series.plot_over_velocity(joint) is not None
        for make in (
            joint_series.plot_over_load,
            joint_series.plot_over_position,
            joint_series.plot_around_reversals,
        ):
            assert make(joint) is None


# ---- the choice


def chosen():
    sharp = Setting((0.0,))
    steps = (
        SelectionStep("load friction", sharp, -np.log(0.854), 0.041 / 0.854, 0.1, True),
        SelectionStep("springs", sharp, -np.log(1.02), 0.03 / 1.02, -0.1, False),
        SelectionStep("hysteresis", sharp, -np.log(0.73), 0.08 / 0.73, 0.2, True),
        SelectionStep("load friction", sharp, -np.log(0.99), 0.01 / 0.99, 0.0, False),
    )
    effects = (*list_base_effects(), *EFFECTS[2:])
    return Selection(GROUPS, effects, sharp, 4.0, 3.1, steps)


def test_what_became_of_every_step():
    assert chosen().fates == ("taken", "left", "taken", "dropped")
    assert "  dropped load friction: 1.0 +- 1.0 %" in str(chosen())


def test_the_figure_of_a_choice_has_a_bar_with_its_error_for_every_step():
    bars = {
        (y, round(x, 9), round(e, 9), bar.name)
        for bar in chosen().plot().data
        for y, x, e in zip(bar.y, bar.x, bar.error_x.array)
    }
    assert bars == {
        (0, 14.6, 4.1, "taken"),
        (1, -2.0, 3.0, "left"),
        (2, 27.0, 8.0, "taken"),
        (3, 1.0, 1.0, "dropped"),
    }


def test_a_result_remembers_its_choice(tmp_path):
    result = chosen().attach_to_result(five_bar().result)
    assert result.notes[-1] == chosen().sentence
    result.save(tmp_path / "result.json")
    content = json.loads((tmp_path / "result.json").read_text())
    assert content["setup"]["choice"] == chosen().to_dict()
    again = di.Estimate.load(tmp_path / "result.json")
    assert again.setup["choice"]["steps"][2]["gain"] == pytest.approx(0.27)
    assert again.notes == result.notes


def test_the_section_shows_joints_choice_and_both_residuals(tmp_path):
    robot = di.load_robot("pendulum")
    model = di.Model(robot, (*list_base_effects(), *EFFECTS[2:]))
    name = robot.actuated[0]
    p = model.to_vector({f"{name}.{key}": x for key, x in VALUES.items()})
    problem = di.Problem(model, machine(model, p, noise=0.02))
    result = di.estimate(problem, di.WLS())
    sizes = []
    for k, choice in enumerate((None, chosen())):
        path = tmp_path / f"{k}.html"
        di.write_report(path, result, problem, choice=choice)
        sizes.append(path.stat().st_size)
        text = path.read_text(encoding="utf-8")
        own = text.split('<section id="joints">')[1].split("</section>")[0]
        assert own.count('class="plot"') == (5 if choice is None else 7)
        assert ("How the effects were selected" in own) == (choice is not None)
    for title in (
        "Friction over velocity",
        "Load-dependent friction",
        "Springs and ripple",
        "reversals",
    ):
        assert title in own
    cells = ("springs", "−2.0 ± 3.0", "left", "sharp friction sign")
    row = "".join(f"<td[^>]*>{cell}</td>" for cell in cells)
    assert re.search(row, own)
    before, after = map(float, re.search(r"([\d.]+) % of the .*? before, ([\d.]+) %", own).groups())
    assert after < 0.3 * before
    assert after == pytest.approx(di.validate(result, problem.data).relative, rel=0.05)
    assert sizes[1] - sizes[0] < 100_000
    assert len(own) < 500_000
