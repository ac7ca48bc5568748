"""Controllers that know a model: their torques against the matrices, stability from random starts,
and tracking."""

from __future__ import annotations

import numpy as np
import pytest

import dynid as di
from dynid.benchmark.benchmark_experiment import make_sines
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.simulation.model_controllers import compute_passive_torque
from tracking import ROBOTS, Bench, judge

LAWS = (di.simulation.AugmentedPD, di.simulation.SlotineLi)


def christoffel(model, p, q, h=1e-5):
    """G[i, j, k] = (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) / 2, by differences of M alone."""
    n = len(q)
    D = np.stack(
        [
            (model.mass_matrix((q + e)[None], p)[0] - model.mass_matrix((q - e)[None], p)[0])
            / (2 * h)
            for e in h * np.eye(n)
        ],
        axis=2,
    )
    return 0.5 * (D + D.swapaxes(1, 2) - np.moveaxis(D, 2, 0))


@pytest.mark.parametrize("name", ["delta3", "rrr3", "five_bar", "six_dof"])
def test_the_passive_torque_is_that_of_christoffels_symbols(name):
    robot = di.load_robot(name)
    model, home = di.Model(robot, [di.Viscous(), di.RotorInertia()]), take_actuated_home(robot)
    p, rng = model.prior.copy(), np.random.default_rng(1)
    p[model.layout.others] = rng.uniform(0.1, 0.5, len(p[model.layout.others]))
    n = robot.dof
    q = home + rng.uniform(-0.1, 0.1, n)
    qd, v, a = rng.normal(size=(3, n))
    C = np.einsum("ijk,k->ij", christoffel(model, p, q), qd)
    zero = np.zeros((1, n))
    gravity = model.inverse_dynamics(q[None], zero, zero, p)[0]
    rubbing = model.inverse_dynamics(q[None], v[None], zero, p)[0]
    rubbing = rubbing - model.load(q[None], v[None], zero, p)[0]
    wanted = model.mass_matrix(q[None], p)[0] @ a + C @ v + gravity + rubbing
    found = compute_passive_torque(model, p, q, qd, v, a)
    np.testing.assert_allclose(found, wanted, atol=2e-6 * np.abs(wanted).max())


@pytest.mark.slow(reason="a hundred simulations")
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("name", "reach"), [("delta3", 0.3), ("rrr3", 0.1)])
def test_stable_from_fifty_random_starts(law, name, reach):
    """Errors of position and velocity vanish, whatever they are at the start (both robots: 100)."""
    robot = di.load_robot(name)
    model, rng = di.Model(robot, [di.Viscous()]), np.random.default_rng(4)
    p = model.prior.copy()
    p[model.layout.others] = 0.05
    motion = make_sines(robot, 4.0, 0.4, 0)
    inertia = np.diag(model.mass_matrix(take_actuated_home(robot)[None], p)[0])
    drive = law(motion, 900.0 * inertia, 60.0 * inertia)
    q, qd, _ = (x[0] for x in motion.at(np.zeros(1)))
    for _ in range(50):
        off, speed = rng.uniform(-reach, reach, robot.dof), rng.uniform(-1.0, 1.0, robot.dof)
        log = di.simulate(model, p, drive, 0.6, 400.0, q0=q + off, qd0=qd + speed)
        error = log.truth.q[-1] - motion.at(log.t[-1:])[0][0]
        assert np.abs(error).max() < 2e-3


@pytest.mark.slow(reason="an identification, and simulations")
@pytest.mark.parametrize("name", ROBOTS)
def test_identified_parameters_track_ten_times_better(name):
    """On a machine with friction, a delay, encoders and limits: by every law."""
    bench = Bench.make(name, 0)
    for nominal, identified in judge(bench).values():
        assert identified <= 0.1 * nominal


def test_feed_forward_follows_and_wrong_settings_are_refused():
    robot = di.load_robot("five_bar")
    model, motion = di.Model(robot, [di.Viscous()]), make_sines(robot, 3.0, 0.5, 1)
    p = model.prior.copy()
    p[model.layout.others] = 0.05
    known = di.simulation.FeedForward(motion, 50.0, 2.0)
    wrong = di.simulation.FeedForward(motion, 50.0, 2.0, p=0.7 * p)

    def error(drive):
        log = di.simulate(model, p, drive, rate=500.0)
        return np.abs(log.truth.q - motion.at(log.t)[0]).max()

    assert error(known) < 0.05 * error(wrong)
    assert error(di.simulation.VoltageDrive(known, 0.5)) == pytest.approx(error(known), rel=1e-6)
    with pytest.raises(di.InputError, match="expected positive numbers"):
        di.simulate(model, p, di.simulation.SlotineLi(motion, 50.0, 0.0))
    other = di.Model(di.load_robot("pendulum"))
    with pytest.raises(di.InputError, match="drives other joints"):
        di.simulate(model, p, di.simulation.AugmentedPD(motion, 50.0, 2.0, model=other))
