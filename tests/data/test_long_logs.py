"""What makes long logs fast gives what the plain definitions give."""

from __future__ import annotations

from mmap import mmap

import numpy as np
import pytest
from scipy.linalg import lstsq
from scipy.signal import butter, firwin, sosfiltfilt

import dynid as di
import dynid.data.lowpass as blocks_of_filter
from dynid import scratch
from dynid.data.decimation import Decimation, Thinning
from dynid.data.lowpass import PAD, _extend_signal, filter_blocks, filter_lowpass
from dynid.data.masks import spread
from dynid.data.quick_regressor import (
    MANY,
    compute_quick_regressor,
    make_quick_rows,
    solve,
    solve_normal,
)
from dynid.data.resampling import filter_butterworth, resample_uniformly
from dynid.model.random_states import draw_random_states


@pytest.mark.parametrize(
    ("N", "n", "cutoff", "rate"), [(16, 1, 40.0, 250.0), (40, 3, 2.0, 20.0), (4000, 7, 5.0, 1e3)]
)
def test_the_compiled_filter_is_scipys(N, n, cutoff, rate):
    x = 5.0 + np.cumsum(np.random.default_rng(0).normal(size=(N, n)), axis=0)
    pad, fit = min(N - 1, int(np.ceil(PAD * rate / cutoff))), min(N, max(8, int(rate / cutoff)))
    whole = np.concatenate(
        [_extend_signal(x[::-1], pad, fit)[::-1], x, _extend_signal(x, pad, fit)]
    )
    expected = sosfiltfilt(butter(4, cutoff, fs=rate, output="sos"), whole, axis=0)[pad : pad + N]
    assert np.allclose(filter_lowpass(x, cutoff, rate), expected, atol=1e-11 * np.abs(x).max())
    assert np.all(filter_lowpass(np.full((N, n), 0.3), cutoff, rate) == 0.3)


@pytest.mark.parametrize("step", [1, 2, 12])
def test_the_decimation_filter_is_scipys(step):
    taps = firwin(12 * step + 1, 0.5 / step)
    assert np.allclose(Decimation.keep_every(step).taps, taps / taps.sum(), atol=1e-15)


@pytest.mark.parametrize("step", [1, 5, 12])
def test_decimation_is_its_sum_whole_and_chunk_by_chunk(step):
    d, x = Decimation.keep_every(step), np.random.default_rng(1).normal(size=(3, 2, 500))
    x[1, 0] = 0.0
    K = (500 - len(d.taps)) // step + 1
    windows = np.stack([x[..., k * step : k * step + len(d.taps)] for k in range(K)], axis=-2)
    expected = windows @ d.taps
    assert np.allclose(d.decimate(x), expected, atol=1e-14)
    thinning, rows = Thinning(d, 6), x.reshape(6, 500)
    parts = [thinning.feed(rows[:, a : a + 37]) for a in range(0, 500, 37)]
    assert np.allclose(np.hstack(parts), expected.reshape(6, K), atol=1e-14)


def test_samples_asked_for_are_those_of_the_whole():
    t = np.arange(800) / 200.0
    q = np.sin(t[:, None] * [1.0, 2.0])
    log = di.Log(("a", "b"), t, q, np.cos(3 * q))
    segment = resample_uniformly([log], [np.zeros(q.shape, dtype=bool)])[0][0][0]
    at = np.array([3, 100, 500, 796])
    (q0, qd0, qdd0), tau0 = filter_butterworth(segment, 10.0)
    (q1, qd1, qdd1), tau1 = filter_butterworth(segment, 10.0, at)
    for whole, some in ((q0, q1), (qd0, qd1), (qdd0, qdd1), (tau0, tau1)):
        assert np.allclose(whole[at], some, rtol=1e-9, atol=1e-9)
    assert np.array_equal(filter_butterworth(segment, 10.0, at, torque=False)[1], segment.tau[at])


@pytest.mark.parametrize("name", ["arm7", "five_bar"])
def test_quick_rows_are_the_quick_regressor(name):
    model = di.Model(di.load_robot(name), [di.Viscous()])
    motion = draw_random_states(model.robot, 60, seed=3)
    Y, rows = compute_quick_regressor(model, *motion), make_quick_rows(model, *motion)
    n, size = Y.shape[1], Y.shape[2]
    y, part = np.random.default_rng(0).normal(size=(60, n)), slice(10, 45)
    W, z = Y[part].reshape(-1, size), y[part].ravel()
    A, b = rows.compute_products(list(y.T[:, :, None]), part)
    assert np.allclose(A, W.T @ W, rtol=1e-12, atol=1e-10 * np.abs(A).max())
    assert np.allclose(b[:, 0], W.T @ z, atol=1e-10 * np.abs(b).max())
    p = np.random.default_rng(1).normal(size=size)
    assert np.allclose(rows.predict(p, part), Y[part] @ p, atol=1e-10)


def test_many_columns_are_solved_as_few_are():
    """What a fit predicts is the same, whichever of the dependent columns it leaves out."""
    rng = np.random.default_rng(0)
    shown = rng.normal(size=(900, 300))
    W = np.hstack([shown, shown @ rng.normal(size=(300, MANY - 250))])
    z = rng.normal(size=900)
    expected = shown @ lstsq(shown, z)[0]
    assert W.shape[1] > MANY
    assert np.allclose(W @ solve(W, z), expected, atol=1e-7)
    assert np.allclose(W @ solve_normal(W.T @ W, W.T @ z), expected, atol=1e-7)


@pytest.mark.parametrize("cutoff", [2.0, 20.0])
def test_overlapping_blocks_are_the_filter_of_the_whole(cutoff, monkeypatch):
    x = np.cumsum(np.random.default_rng(0).normal(size=(60_000, 2)), axis=0)
    pad, fit = int(np.ceil(PAD * 1e3 / cutoff)), int(np.ceil(1e3 / cutoff))
    whole = np.concatenate(
        [_extend_signal(x[::-1], pad, fit)[::-1], x, _extend_signal(x, pad, fit)]
    )
    sos = butter(4, cutoff, fs=1e3, output="sos")
    expected = sosfiltfilt(sos, whole, axis=0)[pad : pad + len(x)]
    monkeypatch.setattr(blocks_of_filter, "BLOCK", 3000)
    monkeypatch.setattr(blocks_of_filter, "LONGER", 1)
    assert len(list(filter_blocks(x, cutoff, 1e3))) > 3
    assert np.allclose(filter_lowpass(x, cutoff, 1e3), expected, atol=1e-11 * np.abs(x).max())
    at = np.array([0, 5, 9_000, 9_001, 30_000, 59_999])
    assert np.allclose(
        filter_lowpass(x, cutoff, 1e3, at), expected[at], atol=1e-11 * np.abs(x).max()
    )


def test_arrays_in_a_file_give_what_those_in_memory_do(monkeypatch, tmp_path):
    """To the last digit, and the log itself too: read from a file, in blocks."""
    model = di.Model(di.load_robot("arm7").replace(name="arm"), [di.Viscous(), di.Coulomb()])
    t = np.arange(3_000) / 200.0
    w = np.linspace(0.5, 2.0, 7)
    q, qd, qdd = (
        np.sin(w * t[:, None]),
        w * np.cos(w * t[:, None]),
        -(w**2) * np.sin(w * t[:, None]),
    )
    p = np.nan_to_num(model.prior, nan=0.5)
    noise = 0.1 * np.random.default_rng(0).normal(size=q.shape)
    tau = model.inverse_dynamics(q, qd, qdd, p) + noise
    di.Log(model.robot.actuated, t, q, tau).save(tmp_path / "log.npz")

    def found():
        data = di.process(di.read_log(tmp_path / "log.npz"), model, slow="5%")
        return data, di.estimate(di.Problem(model, data), di.OLS())

    in_memory, expected = found()
    monkeypatch.setattr(scratch, "LARGE", 1000)
    monkeypatch.setattr(scratch, "BLOCK", 500)
    data, result = found()
    assert isinstance(data.q.base.base, mmap)
    assert not isinstance(in_memory.q.base.base, mmap)
    for name in ("t", "q", "qd", "qdd", "tau", "use"):
        assert np.array_equal(getattr(data, name), getattr(in_memory, name)), name
    assert data.notes == in_memory.notes
    assert np.array_equal(result.theta, expected.theta)
    assert np.array_equal(result.covariance, expected.covariance)


def test_what_is_released_keeps_its_values(monkeypatch):
    monkeypatch.setattr(scratch, "LARGE", 0)
    x = scratch.make_empty((5_000, 3))
    x[...] = np.arange(15_000.0).reshape(5_000, 3)
    scratch.release(x[1_000:2_000], x[7:8], x)
    assert np.array_equal(x, np.arange(15_000.0).reshape(5_000, 3))
    assert np.array_equal(scratch.copy_rows(x, slice(None, None, 40)), x[::40])
    assert np.array_equal(scratch.find_largest(-x), x[-1])


def test_without_a_file_the_array_is_in_memory(monkeypatch):
    monkeypatch.setattr(scratch, "LARGE", 0)
    monkeypatch.setenv("TMPDIR", "/nowhere")
    monkeypatch.setattr(scratch.tempfile, "tempdir", "/nowhere")
    assert scratch.make_empty((10, 2)).base is None


@pytest.mark.parametrize("width", [1, 2, 7])
def test_masks_spread_across_blocks(width, monkeypatch):
    monkeypatch.setattr(scratch, "BLOCK", 16)
    mask = np.random.default_rng(0).random((100, 2)) < 0.05
    rows = range(len(mask))
    window = [slice(max(k - width // 2, 0), k + width - width // 2) for k in rows]
    assert np.array_equal(spread(mask, width), [mask[w].any(axis=0) for w in window])
