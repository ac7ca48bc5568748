"""What `benchmarks/goals.py` makes of the other benchmarks' tables."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))
from common import table
from goals_rows import Row, cell, read_table


def test_tables_are_read_as_they_are_written():
    first = table(("bodies", "CPU s"), [["20", "0.1"], ["80", "1.5"], ["80 in a chain", "2"]])
    text = f"base\n\n{first}\n\nwords\n\n{table(('', 'us'), [['dynid', '3']])}\n"
    assert len(read_table(text)) == 4
    assert cell(text, "80", "CPU s") == 1.5
    assert cell(text, "dynid", "us") == 3.0
    with pytest.raises(KeyError):
        cell(text, "Pinocchio", "us")


def test_an_aim_is_met_or_not():
    assert Row("time", 2.0, "s", 1.9).met
    assert not Row("time", 2.0, "s", 2.1).met
    assert Row("ratio", 20.0, "times", 21.0, at_least=True).met
    assert not Row("ratio", 20.0, "times", 19.0, at_least=True).met
    assert not Row("time", 2.0, "s", 1.0, missing="a worse criterion").met
    assert not Row("time", 2.0, "s", math.nan).met


def test_a_line_says_how_many_times_better_than_before():
    assert Row("time", 2.0, "s", 1.0, 4.0).cells() == ["time", "<= 2 s", "1", "4", "4", "yes"]
    ratio = Row("ratio", 20.0, "times", 10.0, 5.0, at_least=True).cells()
    assert ratio == ["ratio", ">= 20 times", "10", "5", "2", "no: 0.50 of it"]
    assert Row("kernels", 0.0, "", 2.0).cells()[-1] == "no"
    assert Row("free", math.nan, "times", 3.0).cells() == ["free", "(times)", "3", "", "", ""]
