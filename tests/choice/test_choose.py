"""Effects chosen in the data: machines with known ones, and one with none."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.choice.choose import choose_effects
from dynid.model.gears import GravityDirection, Hysteresis, LoadFriction, PowerFriction
from sines import dataset, random_sines

RATE = 50.0


def machine(robot, effects, values, seed, noise=0.01):
    """A data set of a robot with these effects: sums of sines, noise as part of each joint's
    torque."""
    rng = np.random.default_rng(seed)
    t = np.arange(0, 40, 1 / RATE)
    motion = random_sines(rng, t, robot.dof, 4, 0.05, (0.2, 0.7))
    model = di.Model(robot, effects)
    p = model.vector(values(robot))
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


def test_a_plain_machine_gets_nothing(robot):
    choice = choose_effects(machine(robot, BASE, friction, 1))
    assert choice.groups == ()
    assert all(choice.setting.widths)
    assert "none beside the base" in str(choice)
    assert choice.after < 1.5


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
    choice = choose_effects(data)
    assert group in choice.groups
    assert choice.after < 0.9 * choice.before
    kept = [step.group for step in choice.steps if step.kept]
    assert set(choice.groups) <= set(kept)


def test_a_tilted_base_is_found(robot):
    def values(r):
        return friction(r) | {"gravity.x": 0.4, "gravity.y": 0.1}

    choice = choose_effects(machine(robot, [*BASE, GravityDirection()], values, 3))
    assert "gravity direction" in choice.groups


def test_same_data_same_choice_and_short_logs_are_refused(robot):
    data = machine(robot, BASE, friction, 4)
    assert choose_effects(data) == choose_effects(data)
    with pytest.raises(di.InputError, match="longer log"):
        choose_effects(data.between(0, 2))
