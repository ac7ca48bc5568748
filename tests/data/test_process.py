"""Processing of logs, on motions known exactly: derivatives, phase, true time, delays, averages,
masks, real logs."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import stats

import dynid as di
from dynid.data.decimation import Decimation
from dynid.data.fourier import compute_misfit_at_lags
from dynid.data.log import Log
from dynid.data.log_reading import read_log
from dynid.data.process import process
from dynid.data.resampling import differentiate, filter_lowpass, measure_timestamp_error
from process_help import (
    RATE,
    MultiSine,
    friction_model,
    multi_sine,
    noted,
    relative,
    rigid_model,
    simulated,
    uniform_times,
)

ROBOTS = ("pendulum", "arm7", "delta4")


def butterworth_gain(f, cutoff, rate):
    """|H|^2 of the digital filter of order 4: forwards and backwards."""
    return 1 / (1 + (np.tan(np.pi * f / rate) / np.tan(np.pi * cutoff / rate)) ** 8)


def one_sine(f, n=1, amplitude=0.5):
    return MultiSine(np.zeros(n), np.full((1, n), amplitude), np.zeros((1, n)), 1 / f)


# --- derivatives


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("irregular", [False, True])
def test_fourier_series_is_exact(name, irregular):
    model, p = rigid_model(name)
    motion = multi_sine(model.robot, seed=1, period=5.0)
    t = uniform_times(10.0, 500.0)
    if irregular:
        t = t + np.random.default_rng(0).uniform(-0.3, 0.3, len(t)) / 500
    data = process(simulated(model, p, motion, t), model, method="fourier", period=5.0)
    for got, true in zip((data.q, data.qd, data.qdd), motion.at(data.t)):
        assert np.abs(got - true).max() < 1e-9
    assert noted(data, "5 harmonics", "least BIC")
    if not irregular:
        np.testing.assert_array_equal(data.tau, model.inverse_dynamics(*motion.at(t), p))


def test_fourier_errors_are_those_of_least_squares():
    """Positions: s^2 (2 H + 1) / N on average; each joint's sum of squares over the basis is
    chi-square."""
    model, p = rigid_model("arm7")
    motion, noise = multi_sine(model.robot, seed=2), 1e-3
    t = uniform_times(20.0, 500.0)
    data = process(
        simulated(model, p, motion, t, q_noise=noise),
        model,
        method="fourier",
        period=10.0,
        harmonics=5,
    )
    square = ((data.q - motion.at(t)[0]) ** 2).sum() / noise**2
    low, high = stats.chi2(7 * 11).interval(1 - 1e-6)
    assert low < square < high


@pytest.mark.parametrize(
    ("period", "periods", "noise"), [(10.0, 2, 0.0), (3.1416, 3.4, 1e-4), (7.3217, 2.2, 1e-3)]
)
def test_period_and_harmonics_are_found(period, periods, noise):
    model, p = rigid_model("arm7")
    motion = multi_sine(model.robot, seed=3, period=period)
    log = simulated(model, p, motion, uniform_times(periods * period, 500.0), q_noise=noise)
    data = process(log, model, method="fourier")
    note = next(x for x in data.notes if "Fourier series" in x)
    assert float(note.split("period ")[1].split(" s")[0]) == pytest.approx(period, rel=1e-5)
    assert "(found) with 5 harmonics" in note
    # a wrong period leaves an error that grows with time: bound it by the noise of the fit
    assert np.abs(data.q - motion.at(data.t)[0]).max() < max(1e-8, noise)


def test_misfit_at_lags_is_its_definition():
    q = np.random.default_rng(0).normal(size=(40, 2))
    D = compute_misfit_at_lags(q)
    x = (q - q.mean(axis=0)) / q.std(axis=0)
    direct = [((x[k:] - x[: 40 - k]) ** 2).mean() / 2 for k in range(40)]
    np.testing.assert_allclose(D, direct, atol=1e-12)


@pytest.mark.parametrize("f", [1.0, 2.5, 5.0, 10.0])
def test_butterworth_has_the_gain_of_its_formula(f):
    """Away from the ends, where nothing but the pass band acts; sixth-order differences add (w h)^6
    / 140."""
    motion, t = one_sine(f), uniform_times(6.0)
    q, qd, qdd = motion.at(t)
    filtered = filter_lowpass(q, 10.0, RATE)
    v, a = differentiate(filtered, 1 / RATE)
    middle, gain = slice(2000, 4000), butterworth_gain(f, 10.0, RATE)
    for got, true in ((filtered, q), (v, qd), (a, qdd)):
        assert relative(got[middle], gain * true[middle]).max() < 1e-8
    assert gain == pytest.approx(0.5, abs=1e-12) if f == 10.0 else gain > 0.5


@pytest.mark.parametrize(
    ("name", "method", "limits"),
    [
        ("pendulum", "filter", (1e-7, 1e-5, 2e-4)),
        ("arm7", "filter", (1e-7, 1e-5, 2e-4)),
        ("delta4", "filter", (1e-7, 1e-5, 2e-4)),
        ("arm7", "savgol", (1e-8, 1e-5, 1e-5)),
    ],
)
def test_pass_band_error_is_small_up_to_the_ends(name, method, limits):
    """Motion up to 0.5 Hz through 10 Hz: RMS errors of q, qd, qdd over all samples kept, in shares
    of the signals."""
    model, p = rigid_model(name)
    motion = multi_sine(model.robot, seed=1)
    data = process(
        simulated(model, p, motion, uniform_times(10.0)), model, cutoff=10.0, method=method
    )
    for got, true, limit in zip((data.q, data.qd, data.qdd), motion.at(data.t), limits):
        assert relative(got, true).max() < limit
    tau = model.inverse_dynamics(*motion.at(data.t), p)
    assert relative(data.tau, tau).max() < 1e-6


def test_ends_are_dropped():
    model, p = rigid_model("pendulum")
    log = simulated(model, p, multi_sine(model.robot), uniform_times(10.0))
    data = process(log, model, cutoff=5.0)
    assert data.t[0] == pytest.approx(0.2)
    assert data.t[-1] == pytest.approx(log.t[-1] - 0.2)
    assert noted(data, "0.2 s dropped at each end")


@pytest.mark.parametrize("method", ["filter", "savgol"])
def test_filters_have_no_phase(method):
    """At the cutoff itself, where any filter with memory lags most, the torque's phase is that of
    the truth."""
    model, _ = rigid_model("pendulum")
    f, cutoff = 8.0, 8.0
    t = uniform_times(8.0)
    log = Log(("hinge",), t, one_sine(0.5).at(t)[0], np.sin(2 * np.pi * f * t)[:, None])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such a torque belongs to no pendulum
        data = process(log, model, cutoff=cutoff, method=method, decimate=None)
    middle = slice(2000 - round(data.t[0] * RATE), 6000 - round(data.t[0] * RATE))  # whole periods
    spectrum = np.exp(-2j * np.pi * f * data.t[middle]) @ data.tau[middle, 0]
    truth = np.exp(-2j * np.pi * f * data.t[middle]) @ np.sin(2 * np.pi * f * data.t[middle])
    assert abs(np.angle(spectrum / truth)) < 1e-6
    # half at the cutoff (two passes of -3 dB), or -3 dB within what a whole number of samples
    # allows
    assert abs(spectrum / truth) == pytest.approx(
        *{"filter": (0.5, 1e-8), "savgol": (0.5**0.5, 1e-2)}[method]
    )


# --- time


def test_jittered_samples_are_resampled_by_true_time():
    model, p = rigid_model("arm7")
    motion, t = multi_sine(model.robot, seed=4, period=5.0), uniform_times(10.0)
    sampled = t + np.random.default_rng(1).uniform(-0.3, 0.3, len(t)) / RATE
    by_time = process(simulated(model, p, motion, sampled, q_noise=1e-7), model, cutoff=10.0)
    assumed = process(
        simulated(model, p, motion, sampled, q_noise=1e-7, stamps=t), model, cutoff=10.0
    )
    good, bad = (relative(x.qdd, motion.at(x.t)[2]).max() for x in (by_time, assumed))
    assert good < 2e-4
    assert bad > 50 * good
    assert noted(by_time, "deviate from a uniform grid", "resampled by true time")
    assert not noted(assumed, "deviate from a uniform grid")
    assert np.ptp(np.diff(by_time.t)) < 1e-9


def test_jittered_stamps_of_uniform_samples_are_not_believed():
    """The samples are uniform and only their stamps were late: taking the stamps as true would make
    the motion rough."""
    model, p = rigid_model("arm7")
    motion, t = multi_sine(model.robot, seed=4, period=5.0), uniform_times(10.0)
    stamps = t + np.random.default_rng(1).uniform(-0.3, 0.3, len(t)) / RATE
    data = process(simulated(model, p, motion, t, q_noise=1e-7, stamps=stamps), model, cutoff=10.0)
    assert noted(data, "deviate from a uniform grid", "times smoother")
    assert relative(data.qdd, motion.at(data.t)[2]).max() < 2e-4


def test_lost_samples_are_interpolated_and_pauses_split():
    model, p = rigid_model("arm7")
    motion, t = multi_sine(model.robot, seed=5), uniform_times(12.0)
    keep = np.ones(len(t), dtype=bool)
    keep[3000:3004] = False  # 5 ms: lost
    keep[6000:6100] = False  # 101 ms: a pause
    data = process(simulated(model, p, motion, t[keep]), model, cutoff=10.0)
    assert data.sources == ("sim", "sim")
    assert noted(data, "pauses", "5.999 .. 6.1 s", "never interpolated")
    first, second = data.t[data.log == 0], data.t[data.log == 1]
    np.testing.assert_allclose(
        [first[0], first[-1], second[0], second[-1]], [0.1, 5.899, 6.2, 11.899], atol=2e-9
    )
    assert np.abs(np.diff(first) - 1 / RATE).max() < 1e-9
    assert relative(data.qdd, motion.at(data.t)[2]).max() < 2e-4


def test_a_clock_that_is_fast_everywhere_is_no_jitter():
    t = 1.0007 * uniform_times(5.0)
    assert measure_timestamp_error(t) < 1e-9
    model, p = rigid_model("pendulum")
    data = process(simulated(model, p, multi_sine(model.robot), t), model, cutoff=10.0)
    assert data.rate == pytest.approx(RATE / 1.0007)
    assert not noted(data, "resampled")


# --- several logs


def test_several_logs_are_processed_as_one_by_one():
    model, p = rigid_model("delta4")
    logs = [
        simulated(
            model,
            p,
            multi_sine(model.robot, seed=k),
            uniform_times(6.0, 500.0),
            seed=k,
            q_noise=1e-5,
            source=f"{k}",
        )
        for k in range(2)
    ]
    together = process(logs, model, cutoff=10.0)
    apart = process(logs[0], model, cutoff=10.0) + process(logs[1], model, cutoff=10.0)
    for name in ("t", "q", "qd", "qdd", "tau", "log", "use"):
        np.testing.assert_array_equal(getattr(together, name), getattr(apart, name))
    assert together.sources == apart.sources == ("0", "1")
    assert together.cutoff == 10.0


def test_logs_of_two_rates_meet_at_the_slower_one():
    model, p = rigid_model("arm7")
    motion = multi_sine(model.robot, seed=6)
    fast, slow = (
        simulated(model, p, motion, uniform_times(8.0, rate), source=f"{rate:g}")
        for rate in (1000.0, 250.0)
    )
    data = process([fast, slow], model, cutoff=10.0)
    assert data.rate == pytest.approx(250.0)
    assert noted(data, "log '1000'", "other logs are slower", "250 Hz")
    for k in (0, 1):
        part = data.log == k
        assert relative(data.qdd[part], motion.at(data.t[part])[2]).max() < 5e-4


def test_between_cuts_logs_and_data():
    model, p = rigid_model("pendulum")
    log = simulated(model, p, multi_sine(model.robot), uniform_times(10.0))
    data = process(log, model, cutoff=5.0, between=(2.0, 8.0))
    assert data.t[0] == pytest.approx(2.2)
    assert noted(data, "only 2 <= t <= 8 s, 6001 samples")
    part = data.select_times(3.0, 4.0)
    np.testing.assert_array_equal(part.t, data.t[(data.t >= 3) & (data.t <= 4)])
    np.testing.assert_array_equal(part.qdd, data.qdd[(data.t >= 3) & (data.t <= 4)])
    assert part.cutoff == data.cutoff


# --- delay


@pytest.mark.slow(reason="long motions and searches")
@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("samples", [0.0, 3.37, -2.1])
def test_delay_is_found(name, samples):
    model, p = friction_model(name)
    log = simulated(
        model,
        p,
        multi_sine(model.robot, seed=7, period=3.0),
        uniform_times(12.0, 500.0),
        q_noise=1e-5,
        tau_noise=0.01,
        late=samples / 500,
    )
    data = process(log, model, cutoff=15.0, delay="auto")
    if samples == 0.0:
        assert any("does not differ significantly from zero" in x for x in data.notes)
        return
    note = next(x for x in data.notes if "after the positions" in x)
    found = float(note.split("; ")[1].split(" samples")[0])
    low, high = (float(x) / 2.0 for x in note.split("(")[1].split(" ms")[0].split(" .. "))
    assert found == pytest.approx(samples, abs=0.15)
    assert low < found < high


def test_delay_is_found_where_the_model_has_no_friction_but_the_robot_has():
    """Damping must not be taken for a delay."""
    with_friction, p = friction_model("arm7", viscous=2.0)
    motion = multi_sine(with_friction.robot, seed=7, period=3.0)
    log = simulated(
        with_friction,
        p,
        motion,
        uniform_times(12.0, 500.0),
        q_noise=1e-5,
        tau_noise=0.01,
        late=2 / 500,
    )
    data = process(log, di.Model(with_friction.robot), cutoff=15.0, delay="auto")
    note = next(x for x in data.notes if "after the positions" in x)
    assert float(note.split("; ")[1].split(" samples")[0]) == pytest.approx(2.0, abs=0.05)


def test_a_given_delay_is_undone():
    model, p = rigid_model("arm7")
    motion = multi_sine(model.robot, seed=8)
    log = simulated(model, p, motion, uniform_times(8.0), late=0.0123)
    tau = {delay: process(log, model, cutoff=10.0, delay=delay) for delay in (None, 0.0123)}
    errors = {
        d: relative(x.tau, model.inverse_dynamics(*motion.at(x.t), p)).max() for d, x in tau.items()
    }
    assert errors[0.0123] < 1e-5
    assert errors[None] > 1e-3
    assert noted(tau[0.0123], "12.3 ms", "as given")


# --- averages


@pytest.mark.parametrize("period", [4.0, 4.0 + 0.37 / 500])  # whole samples, and not
def test_average_and_its_variance(period):
    """Diaz-Rodriguez (15): s^2 has K (M - 1) degrees of freedom; the mean of M periods has the
    variance s^2 / M."""
    model, p = rigid_model("arm7")
    M, noise = 6, 0.05
    motion = multi_sine(model.robot, seed=9, period=period)
    log = simulated(
        model, p, motion, uniform_times(M * period + 0.1, 500.0), tau_noise=noise, q_noise=1e-5
    )
    data = process(log, model, method="fourier", period=period, average=True)
    K = len(data)
    assert round(4.0 * 500) == K
    assert data.rate == pytest.approx(K / period)
    true = model.inverse_dynamics(*motion.at(data.t), p)
    sigma = noise * model.inverse_dynamics(*motion.at(log.t), p).std(axis=0)
    if period == 4.0:
        low, high = np.array(stats.chi2(K * (M - 1)).interval(1 - 1e-5)) / (K * (M - 1))
        ratio = data.variance * M / sigma**2
        assert (low < ratio).all()
        assert (ratio < high).all()
    # and it is the variance of what the data set holds
    low, high = np.array(stats.chi2(K).interval(1 - 1e-6)) / K
    ratio = ((data.tau - true) ** 2).mean(axis=0) / data.variance
    assert (low * 0.95 < ratio).all()
    assert (ratio < high * 1.05).all()
    assert noted(data, "6 periods averaged")


def test_without_average_the_variance_is_that_of_a_sample():
    model, p = rigid_model("pendulum")
    motion = multi_sine(model.robot, seed=9, period=4.0)
    log = simulated(model, p, motion, uniform_times(20.0, 500.0), tau_noise=0.05)
    whole = process(log, model, method="fourier", period=4.0)
    mean = process(log, model, method="fourier", period=4.0, average=True)
    np.testing.assert_allclose(whole.variance, 5 * mean.variance, rtol=1e-12)
    np.testing.assert_array_equal(whole.tau, log.tau)
    np.testing.assert_allclose(mean.tau, log.tau.reshape(5, 2000, 1).mean(axis=0), atol=1e-12)


# --- masks


def test_slow_samples_are_left_out_joint_by_joint():
    model, p = rigid_model("arm7")
    log = simulated(model, p, multi_sine(model.robot, seed=10), uniform_times(10.0, 200.0))
    plain = process(log, model, cutoff=10.0)
    assert plain.use.all()
    speed = np.abs(plain.qd)
    given = process(log, model, cutoff=10.0, slow=0.05)
    np.testing.assert_array_equal(given.use, speed >= 0.05)
    share = process(log, model, cutoff=10.0, slow="2%")
    np.testing.assert_array_equal(share.use, speed >= 0.02 * speed.max(axis=0))
    one = process(log, model, cutoff=10.0, slow={"joint3": 0.1})
    expected = np.ones_like(one.use)
    expected[:, 2] = speed[:, 2] >= 0.1
    np.testing.assert_array_equal(one.use, expected)
    assert noted(one, "slower than", f"joint3 {100 * (1 - expected[:, 2].mean()):.2g} %")


def test_rest_is_left_out():
    """Moves for 4 s, smoothly starting and stopping, then stands: the mask is where all joints are
    slow for 0.2 s."""
    model, _ = rigid_model("arm7")
    t = uniform_times(8.0, 500.0)
    phase = np.clip(t / 4, 0, 1)
    bump = phase**5 * (1 - phase) ** 5 * 1024
    log = Log(
        model.robot.actuated,
        t,
        np.outer(bump, np.linspace(0.2, 0.8, 7)),
        np.ones((len(t), 7)) + bump[:, None],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torques that belong to no arm
        data = process(log, model, cutoff=10.0, rest=True)
    still = (np.abs(data.qd) <= 1e-3 * np.abs(data.qd).max(axis=0)).all(axis=1)
    # the top of the bump stands for a few ms only: that is no rest
    assert still[(data.t > 1.9) & (data.t < 2.1)].any()
    expected = still & (data.t > 3.5)  # before 0.2 s too it stands, but not for 0.2 s
    np.testing.assert_array_equal(data.use, ~np.repeat(expected[:, None], 7, axis=1))
    assert 0.4 < expected.mean() < 0.6


@pytest.mark.parametrize("how", ["limit", "found"])
def test_clipped_torques_are_left_out(how):
    model, p = rigid_model("pendulum")
    log = simulated(model, p, multi_sine(model.robot, seed=11), uniform_times(10.0))
    limit = 0.9 * np.abs(log.tau).max()
    clipped = Log(log.joints, log.t, log.q, np.clip(log.tau, -limit, limit))
    at = (np.abs(log.tau) >= limit)[:, 0]
    data = process(
        clipped, model, cutoff=10.0, saturation=limit if how == "limit" else True, decimate=None
    )
    expected = np.array([at[max(0, k - 50) : k + 51].any() for k in range(len(at))])[
        100:-100
    ]  # half a filter, 0.05 s
    np.testing.assert_array_equal(data.use[:, 0], ~expected)
    assert 0.01 < expected.mean() < 0.5
    raw = process(
        clipped, model, cutoff=10.0, saturation=limit if how == "limit" else True, decimate=5
    )
    np.testing.assert_array_equal(
        raw.use[:, 0], ~at[100:-100]
    )  # the torque is not filtered: nothing spreads


def test_torques_that_were_not_recorded_are_told_and_can_be_left_out():
    model, p = friction_model("arm7")
    log = simulated(
        model, p, multi_sine(model.robot, seed=3), uniform_times(5.0, 500.0), tau_noise=0.01
    )
    tau = log.tau.copy()
    tau[:, 4] = 0.0
    missing = Log(log.joints, log.t, log.q, tau)
    with pytest.warns(UserWarning, match=r"torques of joint5 never change.*slow=\{'joint5': 1e9\}"):
        process(missing, model, cutoff=10.0)
    with pytest.warns(UserWarning, match="never change"):
        data = process(missing, model, cutoff=10.0, slow={"joint5": 1e9})
    assert not data.use[:, 4].any()
    assert data.use[:, [0, 1, 2, 3, 5, 6]].all()


def test_smooth_extremes_are_not_taken_for_clipping():
    model, p = rigid_model("arm7")
    log = simulated(model, p, multi_sine(model.robot, seed=11), uniform_times(5.0), tau_noise=1e-3)
    assert process(log, model, cutoff=10.0, saturation=True).use.all()


# --- parallel filtering, loops, measured velocities


def test_keeping_every_sample_filters_nothing():
    decimation, x = Decimation.keep_all(), np.random.default_rng(0).normal(size=(2, 50))
    np.testing.assert_array_equal(decimation.decimate(x), x)
    np.testing.assert_array_equal(decimation.decimate_use(x > 0), x > 0)


@pytest.mark.parametrize("step", [2, 7, 50])
def test_decimation_filter(step):
    decimation = Decimation.keep_every(step)
    assert len(decimation.taps) % 2 == 1
    np.testing.assert_array_equal(decimation.taps, decimation.taps[::-1])
    assert decimation.taps.sum() == pytest.approx(1.0, abs=1e-14)
    f = np.array([0.1, 0.5, 0.9, 1.0]) / (
        2 * step
    )  # in samples^-1: shares of the new Nyquist frequency
    gain = np.abs(
        np.exp(-2j * np.pi * np.outer(f, np.arange(len(decimation.taps)))) @ decimation.taps
    )
    np.testing.assert_allclose(gain, [1, 0.5, 0, 0], atol=4e-3)


def test_decimation_is_left_to_the_problem_and_spares_friction():
    """Filtered alone, the torque's jumps at reversals are smoothed while the model's stay sharp:
    friction comes out wrong.
    Filtered together with the regressor they agree."""
    model, p = friction_model("arm7")
    motion = multi_sine(model.robot, seed=12, period=5.0)
    log = simulated(model, p, motion, uniform_times(20.0, 500.0), q_noise=1e-6, tau_noise=0.01)
    alone = process(log, model, cutoff=8.0, decimate=None)
    together = process(log, model, cutoff=8.0)
    assert together.decimation.step == 6
    assert alone.decimation is None
    assert len(together) == len(alone)
    np.testing.assert_array_equal(together.tau, log.tau[63:-63])
    at = [model.parameters.index(f"joint{k}.coulomb") for k in range(1, 8)]
    error = {}
    for key, data in (("alone", alone), ("together", together)):
        estimate = di.estimate(di.Problem(model, data), di.OLS())
        error[key] = np.abs(estimate.p[at] - 1.0).max()
    assert error["together"] < 0.02
    assert error["alone"] > 5 * error["together"]


def test_automatic_decimation_spares_the_samples_beside_those_left_out():
    """A low cutoff means a long filter, which a few slow samples in its reach would spoil: 0.6 s at
    2 Hz."""
    model, p = friction_model("arm7")
    log = simulated(
        model, p, multi_sine(model.robot, seed=12, period=5.0), uniform_times(20.0), tau_noise=0.01
    )
    whole, fast = (process(log, model, cutoff=2.0, slow=slow) for slow in (None, "5%"))
    assert whole.decimation.step == 50
    assert 1 < fast.decimation.step < 25
    rows = di.Problem(model, fast).n * fast.decimation.step / fast.use.sum()
    assert rows > 0.8 - 0.05  # of the samples that count, but for the ends


def test_a_log_that_is_mostly_slow_keeps_its_rows():
    """Three quarters of the time nearly at rest: what moves is not lost to filters that meet it."""
    model, p = friction_model("arm7")
    motion = multi_sine(model.robot, seed=13, period=2.0)
    t = uniform_times(40.0, 100.0)
    moving = np.sin(2 * np.pi * t / 10.0) > 0.7
    gate = np.convolve(moving, np.hanning(41) / np.hanning(41).sum(), "same")
    steps = np.gradient(t) * gate  # time of the motion: it goes on only while the gate is open
    clock, speed, gain = np.cumsum(steps), gate, np.gradient(gate, t)
    q, qd, qdd = motion.at(clock)
    speed, gain = speed[:, None], gain[:, None]
    exact = (q, qd * speed, qdd * speed**2 + qd * gain)
    tau = model.inverse_dynamics(*exact, p)
    tau = tau + 0.01 * tau.std(axis=0) * np.random.default_rng(1).normal(size=tau.shape)
    log = Log(model.robot.actuated, t, q, tau)
    data = process(log, model, cutoff=2.0, slow="5%")
    assert data.use.mean() < 0.4
    kept = di.Problem(model, data).n * data.decimation.step
    assert kept > 0.75 * data.use.sum()
    lost = process(log, model, cutoff=2.0, slow="5%", decimate=5)  # what the cutoff asks for
    assert di.Problem(model, lost).n * 5 < 0.6 * data.use.sum()


def test_decimation_by_a_number():
    model, p = rigid_model("pendulum")
    log = simulated(model, p, multi_sine(model.robot), uniform_times(10.0))
    assert process(log, model, cutoff=10.0, decimate=20).decimation.step == 20
    assert (
        process(log, model, cutoff=60.0, decimate="auto").decimation.step == 1
    )  # together, every sample kept


def test_loops_are_closed_and_said():
    model, p = rigid_model("delta4")
    log = simulated(model, p, multi_sine(model.robot), uniform_times(4.0, 200.0))
    assert noted(process(log, model, cutoff=10.0), "loops closed at every sample")


def test_measured_velocities_are_compared_not_used():
    model, p = rigid_model("arm7")
    motion, t = multi_sine(model.robot), uniform_times(5.0)
    log = simulated(model, p, motion, t, qd=True)
    noisy = Log(log.joints, t, log.q, log.tau, 1.05 * log.qd, "sim")
    plain, checked = (
        process(simulated(model, p, motion, t), model, cutoff=10.0),
        process(noisy, model, cutoff=10.0),
    )
    np.testing.assert_array_equal(plain.qd, checked.qd)
    assert noted(checked, "measured velocities, not used, differ", "5 .. 5 %")


@pytest.mark.parametrize("method", ["filter", "savgol"])
def test_measured_velocities_can_be_used(method):
    """They and their derivative replace those of the positions; bad positions then only bend the
    pose."""
    model, p = rigid_model("arm7")
    motion, t = multi_sine(model.robot), uniform_times(5.0)
    log = simulated(model, p, motion, t, q_noise=1e-3, qd=True)
    derived, measured = (
        process(log, model, cutoff=10.0, method=method, velocity=v)
        for v in ("positions", "measured")
    )
    np.testing.assert_array_equal(derived.q, measured.q)
    for k, name in ((1, "qd"), (2, "qdd")):
        true = motion.at(measured.t)[k]
        assert relative(getattr(measured, name), true).max() < 2e-5
        assert relative(getattr(derived, name), true).max() > 2e-3
    assert noted(measured, "measured velocities, used, differ")


def test_joints_come_in_the_robots_order():
    model, p = rigid_model("arm7")
    log = simulated(model, p, multi_sine(model.robot), uniform_times(4.0, 200.0))
    extra = Log(
        ("gripper", *reversed(log.joints)),
        log.t,
        np.column_stack([np.sin(log.t), log.q[:, ::-1]]),
        np.column_stack([np.cos(log.t), log.tau[:, ::-1]]),
    )
    plain, data = process(log, model, cutoff=10.0), process(extra, model, cutoff=10.0)
    np.testing.assert_allclose(data.tau, plain.tau, atol=1e-12)
    np.testing.assert_allclose(data.q, plain.q, atol=1e-12)
    assert noted(data, "joints gripper left out")


# --- real logs


@pytest.fixture(scope="module")
def real(shared_data):
    def load(folder, *files, effects=()):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            robot = di.load_robot(shared_data / folder / "robot.urdf")
        return di.Model(robot, effects), [
            read_log(shared_data / folder / f"{name}.csv") for name in files
        ]

    return load


def test_panda_is_resampled(real):
    """Against the velocities that the robot measured itself: true time halves the disagreement at
    the least."""
    model, [log] = real("panda_gaz", "traj1")
    data = process(log, model, cutoff=10.0)
    assert noted(data, "deviate from a uniform grid", "resampled by true time to 1000 Hz")
    assert data.sources == (log.source,)  # its pauses of 9 ms are no reason to split
    assumed = Log(log.joints, np.linspace(log.t[0], log.t[-1], len(log)), log.q, log.tau)
    wrong = process(assumed, model, cutoff=10.0)
    measured = [
        np.interp(x.t, t, v) for x, t in ((data, log.t), (wrong, assumed.t)) for v in log.qd.T
    ]
    right, off = np.array(measured[:7]).T, np.array(measured[7:]).T
    error = [np.median(relative(x, y)) for x, y in ((data.qd, right), (wrong.qd, off))]
    assert error[0] < 0.02
    assert error[1] > 2 * error[0]


def test_lwr4_stamps_are_not_believed(real):
    model, logs = real("kuka_lwr4", "meas1", "meas2")
    data = process(logs, model, cutoff=8.0)
    assert sum("times smoother" in note for note in data.notes) == 2
    assert data.rate == pytest.approx(200.0, rel=1e-3)


def test_staubli_at_5_khz(real):
    model, [log] = real("staubli_tx40", "traj1")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = process(log, model, cutoff=20.0, rest=True, decimate="auto")
    assert data.rate == pytest.approx(5000.0)
    assert data.decimation.step == 25
    moving = data.use.all(axis=1)
    assert data.t[moving].max() == pytest.approx(7.5, abs=0.2)  # what its README says
    assert not data.use[data.t > 7.7].any()


@pytest.mark.parametrize(
    ("folder", "file"), [("panda_gaz", "traj1"), ("kuka_lwr4", "meas1"), ("kuka_kr300", "A")]
)
def test_real_logs_raise_no_false_alarm(real, folder, file):
    model, logs = real(folder, file)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = process(logs, model, cutoff=8.0)
    assert len(data) > 2000
