"""The same data give the same last digits, however fast the threads are: a thread forms the sums of
one stretch of the data, never of two."""

from __future__ import annotations

import threading

import pytest

from dynid.closed_chains.closing import THREAD_SAMPLES
from dynid.dynamics import evaluate
from dynid.identification import regression_rows


def test_parts_of_a_decimated_log(monkeypatch):
    monkeypatch.setattr(regression_rows, "THREADS", 4)
    idents = regression_rows._map_in_threads(lambda part: threading.get_ident(), range(8))
    assert len(set(idents)) == 4
    assert idents[::2] == idents[1::2]
    with pytest.raises(ZeroDivisionError):
        regression_rows._map_in_threads(lambda part: 1 // part, range(8))


def test_parts_of_a_motion():
    found = []
    evaluate._run_in_threads(
        4 * THREAD_SAMPLES, lambda part: found.append((part.start, threading.get_ident())), 4
    )
    assert len({start for start, _ in found}) == len({ident for _, ident in found}) == 4
