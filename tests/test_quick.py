"""The list of slow tests in conftest.py names tests that exist, and leaves every room some."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

TESTS = Path(__file__).parent
SLOW = runpy.run_path(str(TESTS / "conftest.py"))["SLOW"]  # tests/studio has a conftest.py too
FILES = {path.name: path for path in TESTS.rglob("test_*.py")}
NAMES = [name for names in SLOW.values() for name in names]


def functions_of(file):
    return set(re.findall(r"^def (test_\w+)\(", FILES[file].read_text(encoding="utf-8"), re.M))


def test_every_slow_test_exists():
    for name in NAMES:
        file, _, test = name.partition("::")
        assert file in FILES, name
        assert not test or test in functions_of(file), name


def test_every_room_keeps_quick_tests():
    for room in (path for path in TESTS.iterdir() if any(path.glob("test_*.py"))):
        quick = {
            f"{path.name}::{test}"
            for path in room.glob("test_*.py")
            if path.name not in NAMES
            for test in functions_of(path.name)
        }
        assert quick - set(NAMES), room.name
