"""The error over all samples against the low-passed torque, by hand with scipy; what the filter
alone makes of it; logs at other rates."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

import dynid as di
from process_help import friction_model, multi_sine, simulated, uniform_times

RATE = 500.0


@lru_cache
def identified(cutoff=5.0, noise=0.02):
    """A right model of an arm with much dry friction, and the log that it has not seen."""
    model, p = friction_model("arm7", coulomb=2.0)
    logs = [
        simulated(
            model,
            p,
            multi_sine(model.robot, seed=seed, period=5.0),
            uniform_times(15.0, RATE),
            q_noise=1e-6,
            tau_noise=noise,
            seed=seed,
            source=f"run{seed}",
        )
        for seed in (1, 2)
    ]
    data = di.process(logs[0], model, cutoff=cutoff, slow="5%")
    return model, di.estimate(di.Problem(model, data), di.OLS()), logs[1]


def percent(e, of):
    return 100 * np.linalg.norm(e) / np.linalg.norm(of)


def test_the_metric_by_hand():
    """100 |tau - tau_hat| / |tau|: the raw torque through scipy's filter, every sample of the log
    but its ends, slow ones too, on the motion as it was processed."""
    model, result, log = identified()
    unseen = di.process(log, model, cutoff=5.0, slow="5%")
    check = di.validate(result, unseen)
    tau = sosfiltfilt(butter(4, 5.0, fs=RATE, output="sos"), log.tau, axis=0, padlen=500)
    edge = (len(log) - len(unseen)) // 2
    tau = tau[edge : edge + len(unseen)]
    tau_hat = model.inverse_dynamics(unseen.q, unseen.qd, unseen.qdd, result.p)
    inner = slice(100, -100)  # ends are continued in other ways

    assert check.relative == pytest.approx(percent(tau - tau_hat, tau), rel=0.02)
    exact = percent((unseen.smooth_tau - tau_hat)[inner], unseen.smooth_tau[inner])
    assert exact == pytest.approx(percent((tau - tau_hat)[inner], tau[inner]), rel=1e-3)
    assert check.samples == len(unseen)
    assert check.counted < check.samples or unseen.use.mean() < 1
    assert check.moving < 0.7 * check.relative  # reversals are where the filter acts


def test_raw_and_both_filtered_by_hand():
    """Noise of the sensor counts in the raw error; the filter's part does not where both passed it;
    each has its name in the print and in JSON."""
    model, result, log = identified(noise=2.0)
    unseen = di.process(log, model, cutoff=5.0)
    check = di.validate(result, unseen)
    edge = (len(log) - len(unseen)) // 2
    raw = log.tau[edge : edge + len(unseen)]
    tau_hat = model.inverse_dynamics(unseen.q, unseen.qd, unseen.qdd, result.p)
    assert check.raw == pytest.approx(percent(raw - tau_hat, raw), rel=1e-9)
    sos = butter(4, 5.0, fs=RATE, output="sos")
    tau, smooth = (sosfiltfilt(sos, x, axis=0, padlen=500) for x in (raw, tau_hat))
    inner = slice(100, -100)  # ends are continued in other ways
    own = (unseen.smooth_tau, unseen.filter_low_pass(tau_hat))
    assert check.without_filter == pytest.approx(percent(own[0] - own[1], own[0]), rel=1e-9)
    exact = percent((tau - smooth)[inner], tau[inner])
    assert percent((own[0] - own[1])[inner], own[0][inner]) == pytest.approx(exact, rel=1e-3)
    assert check.without_filter < check.relative < check.raw
    joint, e = check.joints[3], (raw - tau_hat)[:, 3]
    assert joint.raw == pytest.approx(percent(e, raw[:, 3]), rel=1e-9)
    assert joint.nrmse == pytest.approx(np.sqrt(np.mean(e**2)) / raw[:, 3].std(ddof=1), rel=1e-9)
    assert f"{check.raw:.2f} % of the raw torque" in str(check)
    assert f"{check.without_filter:.2f} % with the prediction through the filter" in str(check)
    content = check.to_dict()
    assert (content["raw"], content["joints"][3]["raw"]) == (check.raw, joint.raw)
    filtered = di.validate(result, di.process(log, model, cutoff=5.0, decimate=None))
    assert np.isnan(filtered.raw)  # only the filtered torque is kept
    assert filtered.to_dict()["raw"] is None


def test_the_same_however_the_data_were_masked_and_decimated():
    model, result, log = identified()
    ways = (
        {"slow": "5%"},
        {"slow": None},
        {"slow": "30%", "decimate": 20},
        {"slow": "5%", "decimate": 1},
        {"slow": None, "decimate": None},
    )
    checks = [di.validate(result, di.process(log, model, cutoff=5.0, **way)) for way in ways]
    assert [check.relative for check in checks[:4]] == [checks[0].relative] * 4
    assert checks[4].relative == pytest.approx(checks[0].relative, rel=0.02)
    assert checks[1].moving == checks[1].relative
    assert not checks[1].masked
    assert checks[2].moving < checks[0].moving


def test_what_the_filter_alone_makes_is_said_and_not_held_against_a_right_model():
    """At 2 Hz the torque's steps are smoothed and the model's are not."""
    model, result, log = identified(2.0)
    train = di.process(log, model, cutoff=2.0, slow="5%")
    check = di.validate(result, train)
    assert check.relative > 4.0
    assert check.by_filter == pytest.approx(check.relative, rel=0.1)
    assert check.without_filter < 0.3 * check.relative
    said = f"of which the filter at 2 Hz alone makes {check.by_filter:.2f} %: try a higher cutoff"
    assert said in str(check)
    content = check.to_dict()
    assert content["by_filter"] == check.by_filter
    assert content["without_filter"] == check.without_filter
    problem = di.Problem(model, train)
    verdict = di.validation.judge(result, problem, check)
    error = next(finding for finding in verdict.findings if finding.kind == "error")
    assert error.level == 0
    apart = f"{check.without_filter:.2f} % without the effect of the filter"
    assert (
        error.evidence == f"{check.relative:.2f} % of the held-out torque is unexplained, {apart}"
    )
    assert said in verdict.summary
    higher = di.validate(identified(60.0)[1], di.process(log, model, cutoff=60.0, slow="5%"))
    assert higher.relative < 0.6 * check.relative
    assert "the filter at" not in str(higher)


def test_the_filters_part_in_a_comparison():
    model, result, log = identified(2.0)
    table = di.compare([result], di.process(log, model, cutoff=2.0, slow="5%"))
    assert table.lines[0].by_filter > 4.0
    assert "the filter alone makes up to" in str(table).splitlines()[-1]


@pytest.mark.parametrize("rate", [30.0, 100.0])
def test_a_log_at_another_rate_is_checked_whole(rate):
    """Trained at 500 Hz, checked at 30: every sample has its say, and enough of them move."""
    model, result, log = identified()
    every = int(RATE / rate)
    slow = di.Log(log.joints, log.t[::every], log.q[::every], log.tau[::every], source="slow")
    check = di.validate(result, di.process(slow, model, cutoff=5.0, slow="5%"))
    whole = di.validate(result, di.process(log, model, cutoff=5.0, slow="5%"))
    assert check.held_out
    assert check.thin == ""
    assert np.isfinite([j.moving for j in check.joints] + [j.coloured for j in check.joints]).all()
    assert check.relative == pytest.approx(whole.relative, rel=0.3)
