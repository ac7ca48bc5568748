"""Friction of joints without motors, in closed chains: found without an option, and named."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
import other_delta as other
from dynid.exports.identified_robot import collect_joint_values
from dynid.model.gears import SharedFriction
from dynid.robot.passive_joints import list_passive_groups, name_passive_group
from dynid.selection.candidates import GLOBAL
from dynid.selection.group_search import select_effects
from sines import dataset, random_sines

USUAL = {"viscous": 0.5, "coulomb": 1.0, "offset": 0.2, "rotor_inertia": 0.02}
ELBOWS = tuple(f"strut{i}.ry" for i in (1, 2, 3))


def names(robot):
    return [name_passive_group(steps) for steps in list_passive_groups(robot)]


def test_passive_joints_are_grouped_with_those_like_them():
    assert names(di.robots.arm7()) == []
    assert names(di.robots.delta3()) == ["strut1.ry and 5 joints like it"]
    assert list_passive_groups(di.robots.delta3())[0][0] == ELBOWS
    two = di.robots.delta4(struts=2)
    assert names(two) == [
        "strut1a.ry and 11 joints like it",
        "bar.rx and 1 joints like it",
        "slide",
    ]
    assert names(di.robots.stewart()) == ["foot1.rx and 11 joints like it"]
    assert names(di.robots.cft()) == ["q3"]  # the others follow motors, whose friction is theirs


def test_shared_friction_is_that_of_its_joints_with_one_value():
    robot = di.robots.delta3()
    shared, single = (
        di.Model(robot, [x]) for x in (SharedFriction(ELBOWS, width=0.1), di.Viscous(ELBOWS))
    )
    dry = di.Model(robot, [di.Coulomb(ELBOWS, width=0.1)])
    q = np.array([robot.home[name] for name in robot.actuated]) + 0.1 * np.ones((20, 3))
    qd, qdd = np.random.default_rng(0).normal(size=(2, 20, 3))
    Y, V, C = (
        model.regressor(q, qd, qdd)[:, :, -k:] for model, k in zip((shared, single, dry), (2, 3, 3))
    )
    np.testing.assert_allclose(Y[:, :, 0], V.sum(axis=2), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(Y[:, :, 1], C.sum(axis=2), rtol=1e-12, atol=1e-12)
    p = shared.to_vector({"strut1.ry.viscous": 0.3, "strut1.ry.coulomb": 0.2})
    values = collect_joint_values(shared, p)[0]
    assert {name: values[name] for name in ELBOWS} == {
        name: {"damping": 0.3, "friction": 0.2} for name in ELBOWS
    }


def machine(robot, effects, values, seed=0, noise=0.01):
    """Sums of sines about home, noise as part of each joint's torque."""
    t, rng = np.arange(0, 24, 0.02), np.random.default_rng(seed)
    q, qd, qdd = random_sines(rng, t, robot.dof, 4, 0.05, (0.1, 0.25))
    motion = q + [robot.home.get(name, 0.0) for name in robot.actuated], qd, qdd
    model = di.Model(robot, effects)
    own = {f"{joint}.{name}": x for joint in robot.actuated for name, x in USUAL.items()}
    tau = model.inverse_dynamics(*motion, model.to_vector(values | own))
    tau = tau + noise * tau.std(axis=0) * rng.normal(size=tau.shape)
    return dataset(di.Model(robot), t, motion, tau)


BASE = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]


@pytest.mark.slow(reason="a selection of effects")
@pytest.mark.parametrize("rubs", ["slide", "elbows", "nothing"])
def test_what_rubs_is_selected_and_nothing_else(rubs):
    robot = di.robots.delta4()
    effects, values = {
        "slide": ([di.Viscous(["slide"]), di.Coulomb(["slide"])], ("slide", 8.0, 6.0)),
        "elbows": ([SharedFriction(ELBOWS)], ("strut1.ry", 0.3, 0.6)),
        "nothing": ([], ()),
    }[rubs]
    given = (
        {f"{values[0]}.{k}": x for k, x in zip(("viscous", "coulomb"), values[1:])}
        if values
        else {}
    )
    choice = select_effects(machine(robot, [*BASE, *effects], given))
    expected = {
        "slide": ("friction of slide",),
        "elbows": ("friction of strut1.ry and 5 joints like it",),
        "nothing": (),
    }
    assert choice.groups == expected[rubs]
    tried = [step.group in GLOBAL for step in choice.steps]
    kept = [k for k, step in enumerate(choice.steps) if step.kept]
    assert not any(tried[: max(kept, default=0) + 1])  # gains and tilts come last
    if kept:  # passive joints reverse amid the motion
        assert choice.slow == "2%"
        assert not any(choice.setting.widths)


@pytest.fixture(scope="module")
def logs():
    path = other.motion(other.model_of(other.drawn()), 0, iterations=4)
    return [other.run(path, seed, seconds=8.0) for seed in (1, 2)]


@pytest.mark.slow(reason="MuJoCo moves a Delta")
def test_check_names_the_slide_that_rubs_in_mujoco(logs):
    found = di.check(other.drawn(), logs[:1])
    told = [x for x in found.findings if x.certainty != "possible"]
    assert [(x.kind, x.where) for x in told] == [("passive friction", "slide")]


@pytest.mark.slow(reason="MuJoCo moves a Delta")
def test_identify_finds_the_slide_that_rubs_in_mujoco(logs):
    """With no option: its friction is within 10 %, that of the drives within 4 %."""
    result = di.identify(f"{other.__file__}:drawn", logs[:1], test=logs[1:]).result
    assert result.setup["choice"]["groups"] == ["friction of slide"]
    values = dict(zip(result.parameters, result.p.tolist()))
    off = {name: abs(values[f"{name}.coulomb"] / true - 1) for name, true in other.COULOMB.items()}
    assert off.pop("slide") <= 0.1
    assert max(off.values()) <= 0.04
