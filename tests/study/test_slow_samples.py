"""Slow samples are left out of named effects where that costs little, or held-out parts gain."""

import numpy as np
import pytest

import dynid as di
from dynid.study.log_options import Processing
from dynid.study.slow_samples import (
    DEAR,
    SURE,
    compare_held_out,
    compute_growth,
    leave_out_slow_samples,
    load_training,
    masking_pays,
)

RATE, SECONDS, PART = 100.0, 24.0, 0.05


@pytest.fixture(scope="module")
def model():
    effects = [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
    return di.Model(di.load_robot("arm7"), effects)


def make_log(model, sticks, stands=True):
    """A motion with reversals; `stands`: joints stand by turns while others move; `sticks`: where
    they are slow acts a torque of another sign in every sixth of the log, which no friction
    explains."""
    n, t = model.robot.dof, np.arange(int(RATE * SECONDS)) / RATE
    rng = np.random.default_rng(1)
    w, size = 2 * np.pi * rng.uniform(0.2, 0.6, (2, n)), rng.uniform(0.2, 0.5, (2, n))
    wave = np.sin(w * t[:, None, None] + rng.uniform(0, 2 * np.pi, (2, n)))
    q = size[0] * np.tanh(5.0 * wave[:, 0]) if stands else (size * wave).sum(axis=1)
    qd = np.gradient(q, 1 / RATE, axis=0)
    p = np.nan_to_num(model.prior, nan=0.5)
    tau = model.inverse_dynamics(q, qd, np.gradient(qd, 1 / RATE, axis=0), p)
    tau += 0.02 * rng.normal(size=q.shape)
    slow = np.abs(qd) < PART * np.abs(qd).max(axis=0)
    other = 2.0 * (np.floor(6.0 * t / SECONDS) % 2)[:, None] - 1.0
    tau += np.where(slow & sticks, other * np.std(tau, axis=0), 0.0)
    return di.Log(t=t, q=q, tau=tau, joints=model.robot.actuated)


@pytest.mark.parametrize(("sticks", "pays"), [(False, False), (True, True)])
def test_where_a_mask_is_dear_the_logs_decide(model, sticks, pays):
    data = di.process(make_log(model, sticks), model, 20.0, decimate=None)
    masked = leave_out_slow_samples(data, f"{100 * PART:g}%")
    whole = di.Problem(model, data)
    some = di.Problem(model, masked, whole.base)
    assert compute_growth(whole, some) > DEAR
    assert masking_pays(data, masked) == pays
    step = compare_held_out(whole, some)
    assert (step.gain > SURE * step.error) == pays
    # what is left out is what process() leaves out
    told = di.process(make_log(model, sticks), model, 20.0, decimate=None, slow="5%")
    np.testing.assert_array_equal(masked.use, told.use)
    assert told.notes[-1] == masked.notes[-1]


def test_a_mask_that_costs_little_is_taken(model):
    data = di.process(make_log(model, sticks=False, stands=False), model, 20.0, decimate=None)
    masked = leave_out_slow_samples(data, f"{100 * PART:g}%")
    assert 0.0 < np.mean(~masked.use) < 0.15
    assert masking_pays(data, masked)


def test_the_growth_is_that_of_the_deviations():
    """Against the inverse normal matrices of the rows themselves."""
    rng = np.random.default_rng(2)
    W, y = rng.normal(size=(300, 2, 4)), rng.normal(size=(300, 2)) * [1.0, 5.0]
    W[80:, :, 3] *= 0.1  # what is left out tells most of the last parameter
    whole, some = (di.Problem.from_rows(W[k:], y[k:]) for k in (0, 80))
    theta = np.linalg.lstsq(*(x.reshape(-1, *x.shape[2:]) for x in (W, y)), rcond=None)[0]
    for _ in range(5):
        sigma = np.sqrt(((y - W @ theta) ** 2).sum(axis=0) / (300 - 4))
        rows = (W / sigma[:, None]).reshape(-1, 4)
        theta = np.linalg.lstsq(rows, (y / sigma).ravel(), rcond=None)[0]
    deviations = [np.sqrt(np.diag(np.linalg.inv(rows[2 * k :].T @ rows[2 * k :]))) for k in (0, 80)]
    growth = (deviations[1] / deviations[0]).max()
    assert growth > 2
    assert compute_growth(whole, some) == pytest.approx(growth, rel=1e-3)


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
