"""The whole chain on every built-in robot, all settings as they come: design -> simulate -> process
-> identify."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

import dynid as di
from dynid.robot.builtin import BUILTIN

pytestmark = pytest.mark.slow(reason="whole identifications, one for each robot or example")

RATE, NOISE = 500.0, 0.01  # Hz; white torque noise as a part of each torque's RMS
ENCODER = {"revolute": 1e-5, "continuous": 1e-5, "prismatic": 1e-6}  # rad, m
FRICTION = (
    0.02,
    0.05,
)  # viscous (at 1 rad/s or m/s) and Coulomb, as parts of the rigid torque's RMS


def specimen(model, motion):
    """The parameters of the file, and friction in proportion to the torques of the motion."""
    rigid = di.Model(model.robot)
    tau = rigid.inverse_dynamics(*motion.at(np.linspace(0, motion.duration, 500)), rigid.prior)
    size = np.sqrt((tau**2).mean(axis=0))
    p = model.prior
    p[model.layout.others] = np.concatenate([part * size for part in FRICTION])
    return p


@pytest.mark.parametrize("name", sorted(BUILTIN))
def test_every_base_parameter_comes_back_within_four_deviations(name):
    robot = di.load_robot(name)
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    motion = di.design_excitation(
        model, di.Fourier(period=10.0, harmonics=5), starts=1, seed=0
    ).trajectory
    truth = specimen(model, motion)
    steps = [ENCODER[robot.joint(joint).kind] for joint in robot.actuated]
    sensors = di.Measurement(encoder=steps, relative_noise=NOISE)
    log = di.simulate(model, truth, motion, rate=RATE, measurement=sensors, seed=1)
    # as `dynid identify` does: where a joint sticks, friction is not sign(qd), and how much of that
    # a designed motion holds depends on the last digits of its optimisation
    problem = di.Problem(model, di.process(log, model, slow="5%"))
    theta = problem.base.compute_theta(truth)
    for estimator in (di.OLS(), di.WLS()):
        found = di.estimate(problem, estimator)
        off = (found.theta - theta) / found.std
        worst = int(np.abs(off).argmax())
        assert np.abs(off).max() < 4, f"{found.names[worst]}: {off[worst]:.1f} deviations"
        # deviations stated too large would hide any error: together, errors must look like noise of
        # size one
        squares = float(off @ off)
        assert chi2.ppf(1e-4, len(off)) < squares < chi2.ppf(1 - 1e-4, len(off))
    # and the deviations are small: the torques are predicted far better than they were measured
    other = di.estimate(problem, di.WLS()).p - truth
    motion_at = motion.at(np.linspace(0.1, motion.duration, 300))
    error = model.inverse_dynamics(*motion_at, other)
    assert np.all(np.sqrt((error**2).mean(axis=0)) < NOISE * log.tau.std(axis=0))
