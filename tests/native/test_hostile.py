"""Wrong calls of the extension and of what reaches it are refused, with words. `make sanitize` runs
more of them, where memory is watched."""

from __future__ import annotations

from hostile_calls import run_all, uncovered, wrong_from_the_start


def test_every_function_is_called():
    assert not uncovered()


def test_right_calls_are_right():
    assert wrong_from_the_start() == []


def test_hostile_calls():
    came, failed = run_all(0, 3000)
    assert not failed
    assert came["result"] > 300
    assert came["ValueError"] > 300
    assert came["TypeError"] > 300
