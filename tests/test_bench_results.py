"""What `make bench` writes into benchmarks/RESULTS.md leaves the other sections as they are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
pytest.importorskip("pinocchio", reason="the benchmarks measure Pinocchio beside dynid")


@pytest.fixture(scope="module")
def run():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import run as module
    finally:
        sys.path.remove(str(BENCHMARKS))
    return module


OTHERS = """# Benchmarks

old words

<!-- regressor, 2020-01-01 -->
### Regressor

1

<!-- by_hand, another 4, 2020-01-02 -->
### Of another program

2

## A chapter by hand

3

### With a part

4
"""


def test_other_sections_stay(run):
    new = run.with_section(OTHERS, "growth", "<!-- growth, 2021-01-01 -->\n### Growth\n\n5")
    again = run.with_section(new, "regressor", "<!-- regressor, 2021-01-02 -->\n### Regressor\n\n6")
    assert list(run.written(again)) == [
        "regressor",
        "growth",
        "by_hand, another 4",
        "## A chapter by hand",
    ]
    assert again.startswith(run.INTRODUCTION)
    for kept in ("### Of another program\n\n2", "## A chapter by hand\n3", "### With a part\n\n4"):
        assert kept in again
    assert "\n6\n" in again
    assert "\n1\n" not in again


def test_nothing_of_the_results_is_lost(run):
    before = run.RESULTS.read_text(encoding="utf-8")
    name = "closed_loop"
    after = run.with_section(before, name, run.written(before)[name])
    assert len(run.written(before)) > 20
    first = before.index("<!--")  # the introduction before it is written anew
    assert not set(before[first:].split("\n")) - set(after.split("\n"))
