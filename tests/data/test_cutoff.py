"""The automatic cutoff against the best one there is, which only a simulation knows."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest

import dynid as di
from dynid.data.cutoff import HIGHEST, LOWEST, list_candidate_cutoffs
from dynid.data.process import process
from dynid.data.resampling import filter_butterworth, resample_uniformly
from dynid.model.base_reduction import base_parameters
from process_help import (
    friction_model,
    multi_sine,
    noted,
    relative,
    rigid_model,
    simulated,
    uniform_times,
)

pytestmark = pytest.mark.slow(reason="many fits, for statistics")

RATE = 500.0


def segments_of(log):
    return resample_uniformly([log], [np.zeros(log.q.shape, dtype=bool)])[0][0]


def parameter_errors(model, p, log, cutoffs, decimate=None):
    """Torque error (share of the torque's deviation) on a new, noiseless motion, of parameters
    found at each cutoff."""
    new = multi_sine(model.robot, seed=99, period=5.0).at(uniform_times(5.0, 100.0))
    true = model.inverse_dynamics(*new, p)
    base = base_parameters(model)
    Y = model.regressor(*new)[:, :, base.independent]
    errors = []
    for cutoff in cutoffs:
        W, y = di.Problem(
            model, process(log, model, cutoff=cutoff, decimate=decimate), base
        ).stack_rows(1 / true.std(axis=0))
        theta = np.linalg.lstsq(W, y, rcond=None)[0]
        errors.append(np.sqrt((((Y @ theta - true) / true.std(axis=0)) ** 2).mean()))
    return np.array(errors)


def noisy_log(model, p, q_noise, tau_noise, seed, period=5.0, source="sim"):
    motion = multi_sine(model.robot, seed=seed, period=period)
    return simulated(
        model,
        p,
        motion,
        uniform_times(15.0, RATE),
        q_noise=q_noise,
        tau_noise=tau_noise,
        seed=seed,
        source=source,
    )


@pytest.mark.parametrize(
    ("name", "coulomb", "q_noise", "tau_noise"),
    [
        ("arm7", 1.0, 1e-5, 0.01),
        ("arm7", 1.0, 1e-4, 0.01),
        ("arm7", 0.1, 1e-4, 0.05),
        ("arm7", 1.0, 1e-3, 0.02),
        ("pendulum", 0.1, 1e-4, 0.02),
        ("delta4", 1.0, 1e-4, 0.02),
    ],
)
def test_automatic_cutoff_is_near_the_best(name, coulomb, q_noise, tau_noise):
    model, p = friction_model(name, coulomb=coulomb)
    log = noisy_log(model, p, q_noise, tau_noise, seed=1)
    chosen = process(log, model, decimate=None).cutoff
    tried = [f for f in chosen * 2.0 ** np.arange(-2, 2.1, 0.5) if 1.0 < f < 0.45 * RATE]
    errors = parameter_errors(model, p, log, tried)
    best = tried[int(errors.argmin())]
    assert 0.7 < chosen / best < 1.42  # one step of the search
    assert errors[tried.index(chosen)] < 1.2 * errors.min()


def test_automatic_cutoff_with_parallel_filtering():
    """The optimum is flat here; what counts is the error at the cutoff chosen."""
    model, p = friction_model("arm7")
    log = noisy_log(model, p, 1e-4, 0.01, seed=2)
    chosen = process(log, model, decimate="auto").cutoff
    errors = parameter_errors(
        model, p, log, [0.5 * chosen, chosen, 2 * chosen, 200.0], decimate="auto"
    )
    assert errors[1] < 1.5 * errors.min()
    assert errors[1] < 0.002
    assert min(errors[0], errors[-1]) > 3 * errors.min()  # on either side it can be missed


def test_more_noise_in_the_positions_lowers_the_cutoff():
    model, p = friction_model("arm7")
    chosen = [
        process(noisy_log(model, p, noise, 0.01, seed=3), model, decimate=None).cutoff
        for noise in (1e-5, 1e-4, 1e-3)
    ]
    assert chosen[0] > chosen[1] > chosen[2]


def test_noise_in_the_torques_does_not_lower_the_cutoff():
    """Every cutoff must predict the same torque: scored on its own filtered torque, the lowest
    would always win."""
    model, p = friction_model("arm7")
    quiet, loud = (
        process(noisy_log(model, p, 1e-5, noise, seed=4), model, decimate=None).cutoff
        for noise in (0.01, 0.3)
    )
    assert loud >= 0.45 * quiet
    assert loud > 4 * LOWEST


def test_note_names_the_runners_up():
    model, p = friction_model("arm7")
    data = process(noisy_log(model, p, 1e-4, 0.01, seed=5), model)
    note = next(x for x in data.notes if "cross-validation" in x)
    assert f"cutoff {data.cutoff:.3g} Hz chosen" in note
    error = float(re.search(r"error of ([\d.]+) %", note)[1])
    others = [float(x) for x in re.findall(r"Hz ([\d.]+) %", note)]
    assert len(others) == 3
    assert error <= 1.003 * min(others)
    assert noted(data, f"Butterworth (order 4, forwards and backwards) at {data.cutoff:.4g} Hz")


def test_range_of_the_candidates():
    model, p = rigid_model("pendulum")
    motion = multi_sine(model.robot)
    long = segments_of(simulated(model, p, motion, uniform_times(20.0, 1000.0)))
    found = list_candidate_cutoffs(long)
    assert found[0] == LOWEST
    assert HIGHEST * 500 / 2**0.5 < found[-1] <= HIGHEST * 500
    np.testing.assert_allclose(np.diff(np.log2(found)), 0.5)
    short = segments_of(simulated(model, p, motion, uniform_times(1.0, 1000.0)))
    assert list_candidate_cutoffs(short)[0] == pytest.approx(
        3.0, rel=0.01
    )  # 1 s must be longer than 3 / cutoff
    slow = segments_of(simulated(model, p, motion, uniform_times(60.0, 8.0)))
    assert list_candidate_cutoffs(slow) == [pytest.approx(1.6)]


def test_noiseless_log_is_not_oversmoothed():
    model, p = rigid_model("arm7")
    motion = multi_sine(model.robot, seed=6, period=5.0)
    data = process(simulated(model, p, motion, uniform_times(10.0, RATE)), model)
    assert relative(data.qdd, motion.at(data.t)[2]).max() < 1e-3


@pytest.mark.parametrize("method", ["filter", "savgol"])
def test_several_logs_share_one_cutoff(method):
    model, p = friction_model("arm7")
    logs = [noisy_log(model, p, 1e-4, 0.01, seed=k, source=f"{k}") for k in (7, 8)]
    data = process(logs, model, method=method)
    alone = process(logs[0], model, cutoff=data.cutoff, method=method)
    np.testing.assert_array_equal(data.qdd[data.log == 0], alone.qdd)
    assert LOWEST <= data.cutoff <= HIGHEST * RATE / 2


def test_known_payload_does_not_disturb():
    """A known payload adds torque that is no parameter's, but that its link's parameters explain as
    well."""
    bare, p = rigid_model("arm7")
    payload = di.Payload("link7", inertia=di.inertial(5.0, (0.1, 0.05, 0.1), (0.02, 0.02, 0.02)))
    loaded = di.Model(bare.robot, [payload])
    motion, t = multi_sine(bare.robot, seed=9, period=5.0), uniform_times(10.0, RATE)
    logs = [
        simulated(model, p, motion, t, q_noise=1e-5, seed=9, late=0.004) for model in (bare, loaded)
    ]
    delays, cutoffs = [], []
    for log, model in zip(logs, (bare, loaded)):
        data = process(log, model, delay="auto")
        note = next(x for x in data.notes if "after the positions" in x)
        delays.append(float(note.split("recorded ")[1].split(" ms")[0]))
        cutoffs.append(data.cutoff)
    assert delays == pytest.approx([4.0, 4.0], abs=0.1)
    assert 0.7 < cutoffs[0] / cutoffs[1] < 1.42


def test_long_log_takes_seconds():
    """50,000 samples of seven joints: 6 s of CPU time, whatever else the machine does."""
    model, p = friction_model("arm7")
    log = simulated(
        model, p, multi_sine(model.robot), uniform_times(50.0, 1000.0), q_noise=1e-5, tau_noise=0.01
    )
    start = time.process_time()
    data = process(log, model, decimate=None)
    assert time.process_time() - start < 6.0
    assert len(data) > 49_000


def test_butterworth_is_what_the_trials_use():
    """The motion of a data set at the chosen cutoff is the one that was scored."""
    model, p = rigid_model("pendulum")
    log = noisy_log(model, p, 1e-4, 0.01, seed=10)
    data = process(log, model, decimate=None)
    [segment] = segments_of(log)
    motion, tau = filter_butterworth(segment, data.cutoff)
    edge = (len(log) - len(data)) // 2
    np.testing.assert_array_equal(data.qdd, motion[2][edge : len(log) - edge])
    np.testing.assert_array_equal(data.tau, tau[edge : len(log) - edge])


def test_a_tie_goes_to_the_middle():
    """Exact positions: from where the motion lies to where noise begins no cutoff is better, and
    the lowest of them would be the first to distort another motion."""
    model, p = friction_model("arm7", coulomb=0.0)
    log = noisy_log(model, p, 1e-9, 0.05, seed=11)
    data = process(log, model)
    note = next(x for x in data.notes if "cross-validation" in x)
    low, high = map(float, re.search(r"middle of ([\d.]+) \.\. ([\d.]+) Hz", note).groups())
    assert high > 4 * low
    assert data.cutoff == pytest.approx((low * high) ** 0.5, rel=0.5)
