"""Writes src/dynid/_native.pyi, the types of the extension as type checkers read them, from the
extension itself; a test compares. Run it after a change in native/bindings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

import dynid._native

STUB = Path(__file__).resolve().parents[1] / "src" / "dynid" / "_native.pyi"


def stub_text() -> str:
    made = StubGen(dynid._native)
    made.put(dynid._native)
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(STUB), "-"]
    done = subprocess.run(command, input=made.get(), capture_output=True, text=True, check=True)
    return done.stdout.replace(": tuple,", ": tuple[object, ...],")


if __name__ == "__main__":
    STUB.write_text(stub_text(), encoding="utf-8")
