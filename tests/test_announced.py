"""Compilation is announced: what; a bar on a terminal, one line elsewhere,
never on stdout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="a terminal of one's own is a thing of Unix")

KERNELS = """
from dynid.clock import Loudness, Running, stage
from dynid.compiling import kernel
import sys
Running.command, Loudness.level = "inspect", int(sys.argv[1])

@kernel
def twice(x):
    return 2.0 * x

@kernel
def thrice(x):
    return 3.0 * x

with stage("looking"):
    print(twice(2.0), thrice(2.0))
print("done")
"""


def run(tmp_path: Path, level: int, terminal: bool) -> tuple[str, str]:
    """stdout and stderr of two kernels, compiled in a new process."""
    path = tmp_path / "kernels.py"
    path.write_text(KERNELS)
    outer = os.environ | {
        "DYNID_CACHE_DIR": str(tmp_path / "cache"),
        "TERM": "xterm",
        "COLUMNS": "80",
    }
    outer.pop("NO_COLOR", None)
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, str(path), str(level)],
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
        env=outer,
        timeout=120,
    )
    os.close(theirs)
    said = b"" if terminal else done.stderr
    while terminal:
        try:
            part = os.read(ours, 65536)
        except OSError:  # all is read
            break
        if not part:
            break
        said += part
    os.close(ours)
    assert done.returncode == 0, said
    return done.stdout.decode(), said.decode()


def test_a_bar_on_a_terminal(tmp_path):
    out, said = run(tmp_path, 0, terminal=True)
    assert out == "4.0 6.0\ndone\n"
    assert "looking" in said
    assert "compiling, once: __main__.twice" in said
    assert "compiling, once: __main__.thrice" in said
    assert "━" in said
    again = run(tmp_path, 0, terminal=True)
    assert again[0] == out
    assert "compiling" not in again[1]


def test_one_line_elsewhere_and_none_when_quiet(tmp_path):
    out, said = run(tmp_path, 0, terminal=False)
    assert out == "4.0 6.0\ndone\n"
    assert said == ("dynid: compiling kernels, once (some seconds; later runs use the cache)\n")
    new = tmp_path / "new"
    new.mkdir()
    assert run(new, -1, terminal=False) == (out, "")
