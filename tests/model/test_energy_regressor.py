"""The energy regressor against torques along a motion, and against energies of free bodies."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.errors import InputError
from dynid.model import compute_energy_regressor, compute_work
from export_help import full_parameters


def make_motion(robot, rate=2000.0):
    t = np.arange(0.0, 1.0, 1 / rate)
    k = np.arange(1, robot.dof + 1)
    w, size = 2 * np.pi * (0.5 + 0.3 * k), 0.15
    q = take_actuated_home(robot) + size * np.sin(np.outer(t, w))
    qd = size * w * np.cos(np.outer(t, w))
    return t, q, qd, -size * w**2 * np.sin(np.outer(t, w))


@pytest.mark.parametrize("name", ["pendulum", "five_bar", "delta3", "cft"])
def test_work_of_the_torques(name):
    robot = di.load_robot(name)
    names = robot.coordinates
    effects = [di.Viscous(names), di.Coulomb(width=0.05), di.RotorInertia(names), di.Spring(names)]
    model = di.Model(robot, effects)
    p, (t, q, qd, qdd) = full_parameters(model), make_motion(robot)
    work = compute_work(t, qd, model.inverse_dynamics(q, qd, qdd, p))
    off = compute_energy_regressor(model, t, q, qd) @ p - work
    assert np.abs(off).max() < 2e-5 * np.ptp(work)  # of the trapezoids


def test_the_energy_of_free_bodies():
    """Without effects the work is the change of energy that the quaternion model sums up."""
    model = di.Model(di.load_robot("delta3"))
    p, (t, q, qd, _) = full_parameters(model), make_motion(model.robot, 50.0)
    free = di.simulation.QuaternionModel(model, p)
    energy = free.compute_energy(free.compute_bodies(q, qd)[0])
    found = compute_energy_regressor(model, t, q, qd) @ p
    np.testing.assert_allclose(found, energy - energy[0], atol=1e-10 * np.ptp(energy))


def test_what_it_cannot_hold_is_refused():
    robot = di.load_robot("pendulum")
    model = di.Model(robot, [di.Payload(robot.bodies[-1].name)])
    with pytest.raises(InputError, match="payloads"):
        compute_energy_regressor(model, [0.0], [[0.1]], [[0.0]])
