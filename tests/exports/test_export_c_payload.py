"""The payload weighed in C: the numbers of PayloadStream, compiled without a warning."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dynid as di
from c_help import COMPILER, STRICT

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from payload import RATE, Load, identified, log_of
from payload_c import PROGRAM, numbers

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler (gcc or cc) here")


@pytest.fixture(scope="module")
def run():
    rng = np.random.default_rng(11)
    return identified(rng, di.WLS()), log_of(Load(2.5, (0.03, -0.02, 0.08)), rng, 12.0)


def compiled(result, folder):
    di.export(result, folder, kind="c", payload_rate=RATE)
    (folder / "weigh.c").write_text(PROGRAM.replace("@prefix@", "six_axes").replace("@N@", "6"))
    strict = [*STRICT, "-c", "six_axes.c"], [*STRICT, "main.c", "six_axes.o", "-o", "self_test"]
    for words in (*strict, ["-std=c11", "-O2", "weigh.c", "six_axes.o", "-o", "weigh"]):
        done = subprocess.run([COMPILER, *words, "-lm"], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert subprocess.run([folder / "self_test"], capture_output=True).returncode == 0
    return folder / "weigh"


def test_the_same_numbers_as_the_stream(run, tmp_path):
    """With a contact, outliers and a load that changes on the way."""
    result, log = run
    rng = np.random.default_rng(0)
    tau = log.tau.copy()
    tau[(log.t > 3.0) & (log.t < 3.5), 1] += 40.0
    tau[rng.random(tau.shape) < 0.005] += 50.0
    tau[log.t > 8.0] += 15.0
    program = compiled(result, tmp_path)
    got = numbers(program, log.q, tau, int(RATE))
    stream, wanted = di.PayloadStream(result, RATE), []
    for k, (t, q, y) in enumerate(zip(log.t, log.q, tau)):
        stream.push(t, q, y)
        if (k + 1) % int(RATE) == 0:
            load = stream.value
            numbers_ = [0.0] * 23
            if load is not None:
                span = load.interval[:4].T
                numbers_ = [1.0, *load.values, *load.std[:4], *span[0], *span[1]]
            wanted.append([*numbers_, stream.contact, stream.balance.restarts])
    wanted = np.array(wanted, dtype=float)
    assert got.shape == wanted.shape
    assert stream.balance.contacts > 5
    assert stream.balance.restarts >= 1
    scale = np.maximum(np.abs(wanted), np.abs(wanted).max(axis=0) * 1e-3)
    assert np.abs((got - wanted) / np.maximum(scale, 1e-300)).max() < 1e-9


def test_no_memory_is_allocated(run, tmp_path):
    di.export(run[0], tmp_path, kind="c", payload_rate=RATE)
    text = (tmp_path / "six_axes.c").read_text()
    assert "payload_push" in text
    assert "alloc(" not in text


def test_what_cannot_be_written(run, tmp_path):
    with pytest.raises(di.InputError, match="without C"):
        di.export(run[0], tmp_path / "arm.json", payload_rate=RATE)
    with pytest.raises(di.InputError, match="only a robot"):
        di.export(di.load_robot("arm7"), tmp_path / "c", kind="c", payload_rate=RATE)
    assert not any(tmp_path.iterdir())
