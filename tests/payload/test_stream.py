"""The load while the robot moves: causal, robust, bounded; torques are Pinocchio's."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import savgol_coeffs

import dynid as di
from cli_help import dynid
from dynid.model.gears import Hysteresis
from dynid.model.inertial import to_pseudo_inertia
from dynid.payload.load_knowledge import Sums, parse_knowledge, solve_payload
from dynid.payload.payload_stream import clip_second_moments
from dynid.payload.stream_settings import DEGREE, compute_kernels

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from payload import RATE, Load, identified, log_of

LOAD = Load(2.5, (0.03, -0.02, 0.08))


@pytest.fixture(scope="module")
def run():
    rng = np.random.default_rng(11)
    return identified(rng, di.WLS()), log_of(LOAD, rng, 12.0)


def pushed(stream, log, tau=None, **more):
    """[(t, load), ...] of every second."""
    tau = log.tau if tau is None else tau
    every = zip(log.t, log.q, tau)
    return [(t, load) for t, q, y in every if (load := stream.push(t, q, y, **more)) is not None]


def test_after_five_seconds_the_mass_is_known(run):
    result, log = run
    seconds = pushed(di.PayloadStream(result), log)
    times = [t for t, _ in seconds]
    assert np.allclose(np.diff(times), 1.0, atol=0.02)
    for t, load in seconds:
        assert np.linalg.eigvalsh(to_pseudo_inertia(load.p))[0] > 0
        if t >= 5.0:
            assert abs(load.mass - 2.5) < 0.05 * 2.5
            assert load.interval[0, 0] <= 2.5 <= load.interval[0, 1]
            assert np.linalg.norm(load.com - LOAD.com) < 0.01


def test_the_stream_agrees_with_the_log(run):
    result, log = run
    stream = di.PayloadStream(result, RATE)
    pushed(stream, log)
    whole = di.identify_payload(result, log)
    assert abs(stream.value.mass - whole.mass) < whole.std[0]
    assert stream.value.std[0] == pytest.approx(whole.std[0], rel=0.3)


def test_the_sums_are_those_of_weighted_least_squares(run):
    """Of all rows at once, with the weights that the stream gave them."""
    result, log = run
    stream = di.PayloadStream(result, RATE)
    balance, rows = stream.balance, []
    weigh = balance.weigh

    def kept(W, r, use):
        before = balance.rows
        weigh(W, r, use)
        if balance.rows > before and use.all():
            rows.append((W, r, np.array(balance.variance)))
        elif balance.rows > before:
            rows.append((W * use[:, None], r * use, np.array(balance.variance)))

    balance.weigh = kept
    pushed(stream, log)
    assert balance.rows > 200
    Z, C = stream.carrier.Z, stream.carrier.covariance
    z, N, X = (np.zeros_like(x) for x in (balance.z, balance.N, balance.X))
    for W, r, variance in rows:  # without Huber's weights: few rows have any
        w = 1.0 / (stream.settings.colour * variance)
        z += (W @ Z).T @ (w * r)
        N += (W @ Z).T @ (w[:, None] * (W @ Z))
        X += (W @ Z).T @ (w[:, None] * W)
    phi, _ = solve_payload(Sums(z, N, X, N), C, parse_knowledge(None))
    assert abs(phi[0] - balance.load()[0][0]) < 0.2 * stream.value.std[0]


def test_contact_is_told_and_left_out(run):
    result, log = run
    plain, touched = di.PayloadStream(result), di.PayloadStream(result)
    tau = log.tau.copy()
    push = (log.t > 7.0) & (log.t < 8.2)
    tau[push, 1:3] += 40.0, 20.0
    free, hit = (dict(pushed(s, log, y)) for s, y in ((plain, log.tau), (touched, tau)))
    assert touched.balance.contacts > 20
    assert plain.balance.contacts == 0
    t = max(free)
    assert abs(hit[t].mass - free[t].mass) < free[t].std[0]
    assert any("contact" in note for note in hit[t].notes)


def test_single_outliers_hardly_matter(run):
    result, log = run
    rng = np.random.default_rng(0)
    tau = log.tau.copy()
    wrong = rng.random(tau.shape) < 0.01
    tau[wrong] += 100.0 * rng.normal(size=wrong.sum())
    stream = di.PayloadStream(result)
    pushed(stream, log, tau)
    assert abs(stream.value.mass - 2.5) < 0.1


def test_another_load_begins_anew(run):
    result, log = run
    other = log_of(Load(1.0, (0.0, 0.0, 0.05)), np.random.default_rng(12), 14.0)
    stream = di.PayloadStream(result, RATE)
    pushed(stream, log)
    for t, q, tau in zip(other.t, other.q, other.tau):
        stream.push(t + 20.0, q, tau)
    assert stream.balance.restarts >= 1
    assert abs(stream.value.mass - 1.0) < 0.1
    again = di.PayloadStream(result, RATE)
    pushed(again, log)
    again.restart()
    assert again.value is None


def test_derivatives_are_those_of_polynomials_and_late_by_the_window(run):
    half, rate = 12, 200.0
    kernels = compute_kernels(half, rate)
    for order in range(3):
        wanted = savgol_coeffs(2 * half + 1, DEGREE, order, delta=1 / rate, use="dot")
        assert np.allclose(kernels[order], wanted, rtol=1e-9, atol=1e-9 * np.abs(wanted).max())
    stream = di.PayloadStream(run[0], RATE)
    s = stream.settings
    assert stream.lag == pytest.approx((s.half + (s.step - 1) / 2) / RATE)
    collected = []
    stream._collect = lambda *x: collected.append(x)
    t = np.arange(200) / RATE
    for k in range(200):
        stream.push(t[k], np.full(6, np.sin(3 * t[k])), np.full(6, t[k]))
    q, qd, qdd, tau = (np.array(x)[:, 0] for x in zip(*collected))
    late = t[: len(q)] + s.half / RATE
    assert np.allclose(tau, late, atol=1e-12)
    assert np.allclose(q, np.sin(3 * late), atol=1e-5)
    assert np.allclose(qd, 3 * np.cos(3 * late), atol=1e-4)
    assert np.allclose(qdd, -9 * np.sin(3 * late), atol=1e-2)


def test_a_given_motion_is_not_differentiated(run):
    result, log = run
    model, h = result.model, 1.0 / RATE
    qd = np.gradient(log.q, h, axis=0)
    data = di.process(log, model, cutoff=10.0, decimate=None)
    whole, speed = di.PayloadStream(result, RATE), di.PayloadStream(result, RATE)
    for k in range(len(data.t)):
        whole.push(data.t[k], data.q[k], data.tau[k], data.qd[k], data.qdd[k])
    for k in range(len(log.t)):
        speed.push(log.t[k], log.q[k], log.tau[k], qd[k])
    for stream in (whole, speed):
        assert abs(stream.value.mass - 2.5) < 0.1


def test_memory_stays_and_gaps_do_no_harm(run):
    result, log = run
    stream = di.PayloadStream(result, RATE)
    for shift in (0.0, 100.0):
        for k, (t, q, tau) in enumerate(zip(log.t, log.q, log.tau)):
            broken = q * np.nan if k == 700 else q
            stream.push(t + shift, broken, tau)
    assert len(stream.window) <= 2 * stream.settings.half + 1
    assert len(stream.row) <= stream.settings.step
    assert abs(stream.value.mass - 2.5) < 0.1


def test_standing_still_tells_nothing(run):
    result, log = run
    stream = di.PayloadStream(result, RATE)
    rng = np.random.default_rng(0)
    for k in range(1000):
        stream.push(k / RATE, log.q[0] + 2e-5 * rng.integers(-1, 2, 6), log.tau[0])
    assert stream.value is None


def test_clipped_keeps_mass_and_centre():
    p = np.array([2.0, 0.1, -0.2, 0.3, -0.5, 0.2, 0.4, 0.0, 0.1, 0.3])
    possible = clip_second_moments(p)
    assert np.array_equal(possible[:4], p[:4])
    assert np.linalg.eigvalsh(to_pseudo_inertia(possible))[0] > 0
    assert np.allclose(clip_second_moments(possible), possible)
    assert clip_second_moments(-p)[0] > 0


def test_bad_input(run):
    result, log = run
    stream = di.PayloadStream(result, RATE)
    stream.push(0.0, log.q[0], log.tau[0])
    for args, words in (
        ((0.0, log.q[0], log.tau[0]), "increase"),
        ((1.0, log.q[0, :5], log.tau[0]), "expected 6 numbers"),
        ((1.0, log.q[0], "torque"), "expected 6 numbers"),
        ((1.0, log.q[0], None), "none for tau"),
    ):
        with pytest.raises(di.InputError, match=words):
            stream.push(*args)
    with pytest.raises(di.InputError, match="rate"):
        di.PayloadStream(result, -1.0)
    with pytest.raises(di.InputError, match="cutoff"):
        di.PayloadStream(result, RATE, cutoff=200.0)
    model = di.Model(di.load_robot("pendulum"), [di.Viscous(), Hysteresis(lengths=(0.1,))])
    with pytest.raises(di.InputError, match=r"hysteresis|other parameters"):
        di.PayloadStream(replace(result, model=model, p=np.zeros(len(model.parameters))))


@pytest.mark.slow(reason="commands in processes of their own, each loading all anew")
def test_the_command_follows_files_and_pipes(run, tmp_path):
    result, log = run
    result.save(tmp_path / "result.json")
    log.save(tmp_path / "run.csv")
    arguments = ("payload", "result.json", "--follow", "run.csv", "--wait", "0.1")
    done = dynid(*arguments, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 11
    assert lines[-1].startswith("t = 11.0 s: mass 2.")
    wrong = dynid("payload", "result.json", "run.csv", "--known", "mass=0", cwd=tmp_path)
    assert wrong.returncode == 2
    assert "expected a positive one" in wrong.stderr
    assert "Traceback" not in wrong.stderr
