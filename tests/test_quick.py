"""What `make quick` leaves out says why where it stands, and every folder keeps quick tests."""

from __future__ import annotations

import ast
from pathlib import Path

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))


def find_reason(node):
    """The reason of pytest.mark.slow(reason=...) in a decorator or a pytestmark; None: no mark."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr == "slow":
            calls = [x for x in ast.walk(node) if isinstance(x, ast.Call) and x.func is part]
            words = [word.value for call in calls for word in call.keywords if word.arg == "reason"]
            return str(getattr(words[0], "value", "")) if words else ""
    return None


def list_marks(path):
    """{test: reason, or None for a quick one} of a file; a module's own mark holds for all."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tests = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    whole = [
        find_reason(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "pytestmark"
    ]
    for_all = next((reason for reason in whole if reason is not None), None)
    return {
        node.name: next(
            (x for x in map(find_reason, node.decorator_list) if x is not None), for_all
        )
        for node in tests
    }


def test_every_slow_test_says_why():
    for path in FILES:
        for name, reason in list_marks(path).items():
            assert reason is None or len(reason.split()) >= 3, f"{path.name}::{name}"


def test_every_folder_keeps_quick_tests():
    for folder in {path.parent for path in FILES}:
        marks = [list_marks(path) for path in FILES if path.parent == folder]
        assert any(reason is None for each in marks for reason in each.values()), folder.name


def test_marks_are_found():
    marks = [reason for path in FILES for reason in list_marks(path).values()]
    assert sum(reason is not None for reason in marks) > 200
