"""Formats of logs: all that are registered open what they save; a user's own needs no change in
src."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow.json
import pytest
from typer.testing import CliRunner

import dynid as di
from dynid.cli.main import app
from dynid.data.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "own_format.py"
OWN = f"{EXAMPLE}:JsonLines"
ENDINGS = [(name, ending) for name in FORMATS for ending in FORMATS[name].endings]


def make(samples=40, **changes):
    """Times that a bag keeps, and numbers with all their bits in use."""
    rng = np.random.default_rng(5)
    q, qd, tau = rng.standard_normal((3, samples, 2))
    t = np.arange(samples) * 2.0**-7
    return di.Log(("joint1", "joint2"), t, **{"q": q, "tau": tau, "qd": qd, **changes})


def same(back, log):
    assert back.joints == log.joints
    for name, column in log.to_columns().items():
        assert back.to_columns()[name].tobytes() == column.tobytes()
    assert list(back.to_columns()) == list(log.to_columns())


def dynid(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def says(words, call):
    with pytest.raises(di.InputError) as caught:
        call()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(("name", "ending"), ENDINGS)
def test_every_format_opens_what_it_saves(tmp_path, name, ending):
    path, log = tmp_path / f"log{ending}", make()
    log.save(path)
    same(di.read_log(path), log)
    same(di.read_log(path, format=name), log)
    same(di.read_log(path, format=FORMATS[name]()), log)
    log.save(tmp_path / f"again{ending}", format=name)
    same(di.read_log(tmp_path / f"again{ending}"), log)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_keeps_the_contract(name):
    di.testing.check_format(name)


def test_no_two_formats_claim_a_file():
    endings = [ending for _, ending in ENDINGS]
    assert len(set(endings)) == len(endings)
    begins = [begin for kind in FORMATS.values() for begin in kind.begins]
    assert not any(a.startswith(b) for a in begins for b in begins if a is not b)


def test_messages_help_and_docs_name_every_format(tmp_path):
    endings = [ending for _, ending in ENDINGS]
    says(endings, lambda: di.read_log(tmp_path / "nothing.csv"))
    says(["log.xlsx", *endings], lambda: make().save(tmp_path / "log.xlsx"))
    (tmp_path / "odd").write_bytes(b"\x01\x00\x02\x00")
    says([*endings, "the folder of a ROS 2 bag"], lambda: di.read_log(tmp_path / "odd"))
    says([*FORMATS, "file.py:Name"], lambda: di.read_log(tmp_path / "odd", format="xlsx"))
    for command in ("identify", "convert"):
        assert ", ".join(FORMATS) in " ".join(dynid(command, "--help").output.split())
    page = (ROOT / "docs" / "logs.md").read_text(encoding="utf-8").lower()
    assert [name for name in FORMATS if name not in page] == []
    needed = {kind.install for kind in FORMATS.values() if kind.install}
    assert [extra for extra in needed if extra not in page] == []


@pytest.fixture
def own():
    sys.path.insert(0, str(EXAMPLE.parent))
    try:
        from own_format import JsonLines
    finally:
        sys.path.pop(0)
    return JsonLines()


def test_the_example_is_short():
    text = EXAMPLE.read_text(encoding="utf-8")
    body = text[text.index("class JsonLines") : text.index('if __name__ == "__main__"')].strip()
    assert len(body.splitlines()) <= 20


@pytest.mark.parametrize("velocities", [True, False])
def test_an_own_format_opens_and_saves(tmp_path, own, velocities):
    log = make() if velocities else make(qd=None)
    path = tmp_path / "run.jsonl"
    log.save(path, format=own)
    table = pyarrow.json.read_json(path)  # the file is what others call JSON lines
    assert table.column_names == list(log.to_columns())
    for name, column in log.to_columns().items():
        assert table[name].to_numpy().tobytes() == column.tobytes()
    for format in (own, type(own), OWN):
        back = di.read_log(path, format=format)
        same(back, log)
        assert back.source == str(path)
        assert len(back.sha256) == 64
    degrees = di.read_log(path, {"t": "t"}, {"q": "deg"}, joints=["joint2"], format=own)
    np.testing.assert_allclose(degrees.q[:, 0], np.radians(log.q[:, 1]), rtol=1e-15)


def test_an_own_format_from_the_command_line(tmp_path, own):
    log = make()
    log.save(tmp_path / "run.csv")
    there = dynid("convert", tmp_path / "run.csv", "-o", tmp_path / "a.jsonl", "--format", OWN)
    assert there.exit_code == 0, there.output
    back = dynid("convert", tmp_path / "a.jsonl", "-o", tmp_path / "b.npz", "--format", OWN)
    assert back.exit_code == 0, back.output
    same(di.read_log(tmp_path / "b.npz"), log)
    (tmp_path / "a.jsonl").rename(tmp_path / "recorder.dat")  # named otherwise, opened as told
    last = dynid("convert", tmp_path / "recorder.dat", "-o", tmp_path / "c.csv", "--format", OWN)
    assert last.exit_code == 0, last.output
    same(di.read_log(tmp_path / "c.csv"), log)


def test_messages_of_an_own_format(tmp_path, own):
    path = tmp_path / "run.jsonl"
    says(["JSON lines", "ends in .jsonl"], lambda: make().save(tmp_path / "a.csv", format=own))
    says(["run.jsonl", "ends in .csv"], lambda: make().save(path))
    assert not path.exists()
    path.write_text('{"t": 0.0, "q_a": 1.0}\n{"t": 1.0,')
    says([str(path), "cannot be read as JSON lines"], lambda: di.read_log(path, format=own))
    path.write_text('{"t": 0.0, "q_a": 1.0, "tau_a": 1.0}\n{"t": 1.0}')
    says(["cannot be read as JSON lines ('q_a')"], lambda: di.read_log(path, format=own))
    path.write_text('{"time": 0.0, "q_a": 1.0, "tau_a": 1.0}\n')
    says(["no time 't' among time 1, q_a 1, tau_a 1"], lambda: di.read_log(path, format=own))
    says(["this file is JSON lines"], lambda: di.read_log(path, format=own, topic="/a"))
    for wrong in (42, di.Format, di.Log):
        says(["got ", "expected a dynid.Format with"], lambda w=wrong: di.read_log(path, format=w))
    says(["no 'JsonLine'", "'JsonLines'"], lambda: di.read_log(path, format=OWN[:-1]))


def test_a_format_may_be_only_read_and_may_hold_matrices(tmp_path):
    class Pairs(di.Format):
        name, endings = "pairs", (".pairs",)

        def open(self, path):
            x = np.loadtxt(path)
            return {"t": x[:, 0], "q": x[:, 1:3], "tau": x[:, 3:], "joints": ["a", "b"]}

    x = np.random.default_rng(1).standard_normal((9, 5))
    x[:, 0] = np.arange(9)
    np.savetxt(tmp_path / "log.pairs", x)
    log = di.read_log(tmp_path / "log.pairs", format=Pairs)
    assert log.joints == ("a", "b")
    np.testing.assert_allclose(np.c_[log.t, log.q, log.tau], x, rtol=1e-15)
    says(["saved as pairs", "only read"], lambda: log.save(tmp_path / "b.pairs", format=Pairs))
    assert not (tmp_path / "b.pairs").exists()
    del Pairs.open
    says(["pairs", "only saved"], lambda: di.read_log(tmp_path / "log.pairs", format=Pairs))
