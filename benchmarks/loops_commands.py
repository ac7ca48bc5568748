"""Robot files with closed loops, through the commands as a user types them.

    python benchmarks/loops_commands.py FILE ... [--search-time 10] [-- --base fixed]

For each file: inspect, design, simulate with 1 % noise, identify, each in an empty folder; whether
it came to its end, and its processor time. What stands behind -- is handed to every command.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from common import table

NOISE = ("--noise", "0.01")


def ran(words: list[str], folder: str) -> tuple[int, float, str]:
    """Exit code, seconds of the processor, last line of what was said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "dynid", *words], cwd=folder, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, seconds, (done.stderr.strip().splitlines() or [""])[-1]


def main() -> None:
    arguments, more = argparse.ArgumentParser(description=__doc__), []
    if "--" in sys.argv:
        more = sys.argv[sys.argv.index("--") + 1 :]
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--search-time", default="10")
    given = arguments.parse_args(sys.argv[1 : len(sys.argv) - len(more) - bool(more)])
    rows = []
    for name in given.files:
        file = str(Path(name).resolve())
        steps = {
            "inspect": ["inspect", file, *more],
            "design": ["design", file, "--search-time", given.time, "-o", "excite", *more],
            "simulate": ["simulate", file, "excite/trajectory.csv", "-o", "run.csv", *NOISE, *more],
            "identify": ["identify", file, "run.csv", "-o", "result", *more],
        }
        with tempfile.TemporaryDirectory() as folder:
            row = [f"{Path(name).parent.name}/{Path(name).name}"]
            for words in steps.values():
                code, seconds, said = ran(words, folder)
                row.append(f"{seconds:.0f} s" if code == 0 else f"failed: {said[:60]}")
                if code:
                    break
        rows.append([*row, *[""] * (5 - len(row))])
    print(table(["file", *steps], rows))


if __name__ == "__main__":
    main()
