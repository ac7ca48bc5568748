"""Damaged robot files and saved files, a few of each kind; many more by command: `python
benchmarks/fuzz_robots.py --count 5000 --seed 1`, `python benchmarks/fuzz_saved.py`."""

import importlib

import pytest

import fuzz

pytestmark = pytest.mark.slow(reason="commands in processes of their own, each loading all anew")


@pytest.mark.parametrize(("module", "count"), [("fuzz_robots", 80), ("fuzz_saved", 80)])
def test_read_or_refused_with_words_in_time(module, count):
    done = fuzz.run(module, list(range(count)), seed=20261116, limit=30.0)
    assert len(done) == count
    assert {each.kind for each in done} == set(importlib.import_module(module).KINDS)
    assert [each for each in done if each.what not in fuzz.FINE] == []
    assert {each.what for each in done} == set(fuzz.FINE)


@pytest.mark.parametrize("module", ["fuzz_robots", "fuzz_saved"])
def test_the_judge_is_awake(module):
    """What is whole is read, half of it is not, and who reads something else is found out."""
    fuzzer = importlib.import_module(module)
    whole = fuzzer.undamaged()[0]
    assert fuzzer.judge(whole) == "read"
    half = fuzz.Case(whole.name, "cut short", whole.content[: len(whole.content) // 2])
    assert fuzzer.judge(half) == "refused"
    if module == "fuzz_robots":
        whole = fuzz.Case("arm7.urdf", "cut short", fuzzer.robots()["pendulum.urdf"])
        with pytest.raises(AssertionError, match="half a file was read"):
            fuzzer.judge(whole)
    else:
        with pytest.raises(AssertionError, match="1 of 2 were read"):
            fuzzer._same({"p": [1.0]}, {"p": [1.0, 2.0]})


def test_a_hang_and_a_crash_are_told(tmp_path, monkeypatch):
    (tmp_path / "fuzz_bad.py").write_text(
        "import os, time\nfrom fuzz import Case\n"
        "def undamaged(): return []\n"
        "def cases(seed, number): return Case('x', 'k', b'')\n"
        "def judge(case):\n"
        "    k = int(os.environ['FUZZ_BAD'])\n"
        "    return time.sleep(60) if k == 0 else os._exit(3) if k == 1 else 1 / 0\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for k, what in enumerate(("hang", "crash", "traceback")):
        monkeypatch.setenv("FUZZ_BAD", str(k))
        (found,) = fuzz.run("fuzz_bad", [0], seed=0, limit=1.0)
        assert found.what == what
