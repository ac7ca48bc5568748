"""LuGre friction in simulations, against scipy's stiff integrator."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import dynid as di
from dynid.model.gears import LuGre
from simulation_help import slider

MASS, VISCOUS = 1.5, 0.6


def truth(force, seconds, t, Fc, s0, s1, extra, vs, x0=(0.0, 0.0, 0.0)):
    """m x'' = f(t) - s0 z - s1 z' - s2 x',  z' = x' - s0 |x'| z / g(x')."""

    def rate(time, y):
        _x, v, z = y
        g = Fc * (1 + extra * np.exp(-((v / vs) ** 2)))
        zd = v - s0 * abs(v) / g * z
        return [v, (force(time) - s0 * z - s1 * zd - VISCOUS * v) / MASS, zd]

    solved = solve_ivp(
        rate, (0, seconds), x0, method="Radau", t_eval=t, rtol=1e-8, atol=1e-11, max_step=2e-3
    )
    assert solved.success
    return solved.y


def simulated(force, seconds, rate, Fc, s0, s1, extra, vs):
    model = di.Model(slider(MASS), [di.Viscous(), LuGre(length=Fc / s0, extra=extra, vs=vs)])
    joint = model.robot.actuated[0]
    p = model.to_vector(
        {f"{joint}.viscous": VISCOUS, f"{joint}.lugre": Fc, f"{joint}.lugre_damping": s1}
    )
    p[0] = MASS if np.isnan(p[0]) else p[0]
    drive = di.simulation.OpenLoop(lambda t: np.array([force(t)]))
    return di.simulate(model, np.nan_to_num(p), drive, seconds, rate, q0=[0.0], qd0=[0.0])


def push(t):
    return 3.0 * np.sin(4 * t) + 1.2 * np.sin(9.1 * t)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("soft", {"Fc": 1.0, "s0": 300.0, "s1": 8.0, "extra": 0.4, "vs": 0.05}),
        ("usual", {"Fc": 1.0, "s0": 1e4, "s1": 100.0, "extra": 0.5, "vs": 0.02}),
        ("stiff", {"Fc": 1.0, "s0": 1e5, "s1": 300.0, "extra": 0.5, "vs": 0.01}),
    ],
)
def test_slider_as_scipy_integrates_it(name, shape):
    """Pushed to and fro: it winds up, breaks away, slips, turns."""
    log = simulated(push, 3.0, 250.0, **shape)
    x, v, _ = truth(push, 3.0, log.t, **shape)
    assert np.sum(np.diff(np.sign(v[np.abs(v) > 1e-3])) != 0) >= 3
    assert_allclose(log.truth.q[:, 0], x, atol=2e-4 * np.ptp(x))
    assert_allclose(log.truth.qd[:, 0], v, atol=2e-3 * np.abs(v).max())


def test_below_break_away_it_creeps_up_and_stays():
    """Under a force below Fc it comes to rest where s0 z = f; beyond Fs it slips away."""
    shape = {"Fc": 1.0, "s0": 1e4, "s1": 200.0, "extra": 0.5, "vs": 0.02}

    def ramp(t):
        return min(2.0 * t, 0.8)

    log = simulated(ramp, 3.0, 100.0, **shape)
    x, _, _ = truth(ramp, 3.0, log.t, **shape)
    assert_allclose(log.truth.q[:, 0], x, atol=1e-3 * np.ptp(x))
    assert x[-1] < 5e-4
    far = simulated(lambda t: min(2.0 * t, 1.7), 1.5, 100.0, **shape)
    assert far.truth.q[-1, 0] > 0.05


def test_identification_names_its_stand_in():
    model = di.Model(di.load_robot("arm7"), [LuGre()])
    q = np.zeros((3, 7))
    with pytest.raises(di.InputError, match=r"LuGre friction is one for simulations.*hysteresis"):
        model.regressor(q, q, q)
    with pytest.raises(di.InputError, match="positive length"):
        LuGre(length=0.0)
