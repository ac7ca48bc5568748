"""Gradients of what reads the load, the past or the direction of gravity: finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

import dynid as di
from dynid.model.gears import (
    EncoderOffset,
    GravityDirection,
    Hysteresis,
    LoadFriction,
    SharedMotor,
    TorqueScale,
    remove_memory,
)
from dynid.model.memory import compute_memory, compute_memory_gradient
from motion_help import builtin

STEP = 3e-7  # turns between samples bend the memory strongly


def case(name, effects):
    """A model with a reference, a motion (N, n) along which nothing turns within a step, and p."""
    if name == "arm7":
        robot, centre, swing = di.load_robot(name), np.zeros(7), np.ones(7)
    else:
        robot, centre, swing = builtin(name)
    rng = np.random.default_rng(3)
    model, t = di.Model(robot, effects(robot.actuated)), np.linspace(0.0, 2.0, 40)
    a, k = rng.normal(size=(3, robot.dof)), np.array([1.0, 2.0, 3.0])
    q = centre + 0.2 * swing * (np.sin(np.outer(t, k) + k) @ a)
    qd = 0.2 * swing * ((np.cos(np.outer(t, k) + k) * k) @ a)
    qdd = rng.normal(size=q.shape)
    p = np.where(np.isnan(model.prior), 0.0, model.prior)
    p[model.layout.others] = rng.uniform(0.1, 1.0, len(p) - model.layout.inertial.stop)
    return model.set_load_reference(p), (q, qd, qdd), p, rng


EFFECTS = {
    "load friction": lambda names: [LoadFriction(width=0.3, viscous=True)],
    "hysteresis": lambda names: [Hysteresis(lengths=(0.03, 0.1))],
    "gravity": lambda names: [GravityDirection()],
    "zeros": lambda names: [EncoderOffset(names[1:])],
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
    if effects == "zeros" and name != "arm7":
        return  # trees only
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
    """Every sample by itself, through turns at samples and between them."""
    t = 0.05 * np.arange(60)
    q = np.stack([np.sin(3 * t), np.cos(5 * t) + 0.2 * t], axis=1)
    qd = np.stack([3 * np.cos(3 * t), 0.2 - 5 * np.sin(5 * t)], axis=1)
    z_bar = np.random.default_rng(1).normal(size=q.shape)
    found = compute_memory_gradient(q, qd, 0.2, z_bar)
    for k, gradient in enumerate(found):
        numeric = np.zeros_like(q)
        for at in np.ndindex(q.shape):
            J = []
            for side in (STEP, -STEP):
                motion = [q.copy(), qd.copy()]
                motion[k][at] += side
                J.append(float((z_bar * compute_memory(*motion, 0.2)).sum()))
            numeric[at] = (J[0] - J[1]) / (2 * STEP)
        assert_allclose(gradient, numeric, rtol=1e-6, atol=1e-7)


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
        model, di.Fourier(period=4.0, harmonics=2), starts=2, iterations=40, seed=0
    )
    begun = di.design_excitation(
        model, di.Fourier(period=4.0, harmonics=2), starts=1, iterations=1, seed=0
    )
    assert design.value < begun.value - 0.1
