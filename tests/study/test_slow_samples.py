"""Slow samples are left out of named effects only where held-out parts gain by it."""

import numpy as np
import pytest

import dynid as di
from dynid.study.log_options import Processing
from dynid.study.slow_samples import (
    SURE,
    compare_held_out,
    leave_out_slow_samples,
    load_training,
    masking_pays,
)

RATE, SECONDS, PART = 100.0, 24.0, 0.05


@pytest.fixture(scope="module")
def model():
    effects = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
    return di.Model(di.load_robot("arm7"), effects)


def make_log(model, sticks):
    """A motion with reversals; `sticks`: near them acts a torque of another sign in every sixth of
    the log, which no friction explains."""
    n, t = model.robot.dof, np.arange(int(RATE * SECONDS)) / RATE
    rng = np.random.default_rng(1)
    w, size = 2 * np.pi * rng.uniform(0.2, 0.6, (2, n)), rng.uniform(0.2, 0.5, (2, n))
    angle = w * t[:, None, None] + rng.uniform(0, 2 * np.pi, (2, n))
    q, qd = (size * np.sin(angle)).sum(axis=1), (size * w * np.cos(angle)).sum(axis=1)
    qdd = -(size * w**2 * np.sin(angle)).sum(axis=1)
    p = np.nan_to_num(model.prior, nan=0.5)
    tau = model.inverse_dynamics(q, qd, qdd, p) + 0.02 * rng.normal(size=q.shape)
    slow = np.abs(qd) < PART * np.abs(qd).max(axis=0)
    other = 2.0 * (np.floor(6.0 * t / SECONDS) % 2)[:, None] - 1.0
    tau += np.where(slow & sticks, other * np.std(tau, axis=0), 0.0)
    return di.Log(t=t, q=q, tau=tau, joints=model.robot.actuated)


@pytest.mark.parametrize(("sticks", "pays"), [(False, False), (True, True)])
def test_the_logs_decide(model, sticks, pays):
    data = di.process(make_log(model, sticks), model, 20.0, decimate=None)
    masked = leave_out_slow_samples(data, f"{100 * PART:g}%")
    assert 0.0 < np.mean(~masked.use) < 0.15
    assert masking_pays(data, masked) == pays
    step = compare_held_out(data, masked)
    assert (step.gain > SURE * step.error) == pays
    # what is left out is what process() leaves out
    told = di.process(make_log(model, sticks), model, 20.0, decimate=None, slow="5%")
    np.testing.assert_array_equal(masked.use, told.use)
    assert told.notes[-1] == masked.notes[-1]


@pytest.mark.parametrize(("sticks", "kept"), [(False, None), (True, "auto")])
def test_identify_follows(model, sticks, kept):
    data, used = load_training(model, [make_log(model, sticks)], Processing())
    assert used.slow == kept
    assert data.use.all() == (kept is None)
    # what is typed holds
    typed = Processing(slow=None if sticks else "5%")
    data, used = load_training(model, [make_log(model, sticks)], typed)
    assert used.slow == typed.slow
    assert data.use.all() == sticks


def test_a_log_too_short_for_blocks_keeps_all(model):
    log = make_log(model, True).select_times(0.0, 1.5)
    data = di.process(log, model, 20.0, decimate=None)
    assert not masking_pays(data, leave_out_slow_samples(data, "5%"))
