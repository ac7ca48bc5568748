"""The command line as a user types it."""

from __future__ import annotations

import subprocess
import sys


def dynid(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "dynid.cli.main", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=300,
    )
