"""Gradients of what reads the load, the past or the direction of gravity: finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.model.channel_gradient import compute_memory_gradient
from dynid.model.channels import compute_memory
from dynid.model.gears import (
    GravityDirection,
    Hysteresis,
    LoadFriction,
    SharedMotor,
    TorqueScale,
    remove_memory,
)
from motion_help import builtin

STEP = 1e-6


def case(name, effects):
    """A model with a reference, a motion (N, n) along which nothing turns within a step, and p."""
    if name == "arm7":
        robot, centre, swing = di.load_robot(name), np.zeros(7), np.ones(7)
    else:
        robot, centre, swing = builtin(name)
    rng = np.random.default_rng(3)
    model, t = di.Model(robot, effects(robot.actuated)), np.linspace(0.0, 2.0, 40)
    waves = sum(np.outer(np.sin(k * t + k), rng.normal(size=robot.dof)) for k in (1, 2, 3))
    q = centre + 0.2 * swing * waves
    qd, qdd = rng.normal(size=(2, *q.shape))
    p = np.where(np.isnan(model.prior), 0.0, model.prior)
    p[model.layout.others] = rng.uniform(0.1, 1.0, len(p) - model.layout.inertial.stop)
    return model.set_load_reference(p), (q, qd, qdd), p, rng


EFFECTS = {
    "load friction": lambda names: [LoadFriction(width=0.3, viscous=True)],
    "hysteresis": lambda names: [Hysteresis(lengths=(0.03, 0.1))],
    "gravity": lambda names: [GravityDirection()],
    "scales": lambda names: [TorqueScale(names[1:])],
    "all": lambda names: [
        di.Viscous(),
        LoadFriction(width=0.3),
        Hysteresis(lengths=(0.1,)),
        GravityDirection(),
        SharedMotor(names[:2], opposed=True, width=0.2),
    ],
}


@pytest.mark.parametrize("name", ["arm7", "five_bar"])
@pytest.mark.parametrize("effects", EFFECTS)
@pytest.mark.parametrize("of", ["regressor", "torque"])
def test_gradients_are_those_of_finite_differences(name, effects, of):
    model, motion, p, rng = case(name, EFFECTS[effects])
    if of == "regressor":
        bar = rng.normal(size=(*motion[0].shape, len(p)))
        gradient = model.regressor_gradient(*motion, bar)

        def J(*x):
            return float((model.regressor(*x) * bar).sum())
    else:
        bar = rng.normal(size=motion[0].shape)
        gradient = model.torque_gradient(*motion, p, bar)

        def J(*x):
            return float((model.inverse_dynamics(*x, p) * bar).sum())

    for level in range(3):
        way = rng.normal(size=motion[0].shape)
        ahead, back = (
            J(*(x + side * STEP * way * (k == level) for k, x in enumerate(motion)))
            for side in (1.0, -1.0)
        )
        expected = (ahead - back) / (2 * STEP)
        assert (gradient[level] * way).sum() == pytest.approx(expected, rel=2e-6, abs=1e-5)


def test_memory_backwards_in_time():
    """Every sample by itself, through turns and a stay."""
    q = np.concatenate([np.linspace(0, 1, 9), np.linspace(0.95, 0.3, 7), [0.3, 0.3, 0.5]])
    z_bar = np.random.default_rng(1).normal(size=len(q))
    found, numeric = compute_memory_gradient(q, 0.2, z_bar), np.zeros(len(q))
    for i in range(len(q)):
        unit = STEP * np.eye(len(q))[i]
        numeric[i] = (
            z_bar @ (compute_memory(q + unit, 0.2) - compute_memory(q - unit, 0.2)) / (2 * STEP)
        )
    moving = np.ones(len(q), dtype=bool)
    moving[[15, 16, 17]] = False  # at a stay the way to either side differs
    assert_allclose(found[moving], numeric[moving], rtol=1e-6, atol=1e-8)


def test_torque_limits_know_the_most_that_a_gear_winds_up():
    model, motion, p, _ = case("arm7", lambda names: [di.Viscous(), Hysteresis(lengths=(0.05,))])
    bound = remove_memory(model)
    assert bound.parameters == model.parameters
    own, most = (each.inverse_dynamics(*motion, p) for each in (model, bound))
    F = p[[k for k, name in enumerate(model.parameters) if "hysteresis" in name]]
    # the same but for F z and F sign(qd)
    z = model.channels(*motion)[model.layout.channels[0]]
    assert_allclose(own - most, F * (z - np.sign(motion[1])), atol=1e-9)


@pytest.mark.slow(reason="whole identifications, one for each robot or example")
@pytest.mark.parametrize("effect", [LoadFriction(), Hysteresis(lengths=(0.1,))])
def test_a_motion_is_designed_for_them(effect):
    """It tells more of the effect's parameters than the first step from a random start."""
    robot = di.load_robot("five_bar")
    model = di.Model(robot, [di.Viscous(), effect])
    design = di.design_excitation(
        model, di.Fourier(period=4.0, harmonics=2), starts=1, iterations=40, seed=0
    )
    begun = di.design_excitation(
        model, di.Fourier(period=4.0, harmonics=2), starts=1, iterations=1, seed=0
    )
    assert design.value < begun.value - 0.1
