"""All benchmarks, as Markdown: `python benchmarks/run.py`, or some of them: `python
benchmarks/run.py delta4 kalman`.

With --write also into benchmarks/RESULTS.md, where all sections that were not run stay as they are,
those of other programs as well.
"""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import importlib.util
import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import closed_loop
import cold
import consistent
import delta4
import excitation
import export_c
import gnad_coverage
import goals
import gradient
import inverse
import kalman
import kalman_controlled
import long_logs
import peers
import problem
import real_data
import regressor
import simulation
import staubli
import swarm
from common import Case, interleave, multisine, table
from dynid.files import write_whole
from dynid.model.model import Model
from dynid.robot.builtin import arm7

RESULTS = Path(__file__).with_name("RESULTS.md")
LENGTHS = (10_000, 100_000, 1_000_000)
REPEATS, STARTS = 9, 9
INTRODUCTION = """# Benchmarks

Written by `make bench`. Times are microseconds a sample; "x" is how many times as long as dynid's
streamed regressor takes. "CPU" is processor time, all threads together: other load disturbs it less
than the clock, but not nothing. A table under which other load is reported should be measured
again: two threads lose more by it than one. Each section's source tells the day it was measured (a
comment before its title), its last line how long it took. The machine is that of the day which its
own section tells; sections of other days may come from others."""


def machine() -> str:
    """What the numbers were measured on."""
    cpu, info = platform.processor() or platform.machine(), Path("/proc/cpuinfo")
    if info.exists() and (found := re.search(r"model name\s*: (.*)", info.read_text())):
        cpu = found.group(1)
    rows = [["CPU", cpu], ["cores", str(os.cpu_count())], ["system", platform.platform()]]
    rows.append(["Python", platform.python_version()])
    packages = {
        "NumPy": "numpy",
        "Pinocchio": "pin",
        "FIGAROH": "figaroh",
        "iDynTree": "idyntree",
        "MuJoCo": "mujoco",
    }
    for name, package in packages.items():
        try:
            rows.append([name, importlib.metadata.version(package)])
        except importlib.metadata.PackageNotFoundError:
            rows.append([name, "not installed"])
    return table(["machine", ""], rows)


def growth() -> str:
    """Cost a sample as N grows, and the memory that a long motion takes."""
    model = Model(arm7())
    motion = multisine(model.robot, max(LENGTHS), amplitude=1.0)

    def stream(n: int, times: int) -> Callable[[], None]:
        part = tuple(x[:n] for x in motion)

        def run() -> None:
            for _ in range(times):
                model.map_regressor(regressor.nothing, *part)

        return run

    loops = [
        max(1, 100_000 // n) for n in LENGTHS
    ]  # short ones several times over, to be long enough to time
    cases = [Case(f"N = {n:,}", stream(n, k), n * k) for n, k in zip(LENGTHS, loops)]
    times, conditions = interleave(cases, REPEATS)
    rows = [[t.case.name, f"{t.median:.3g}", f"{t.best:.3g}", f"{t.cpu:.3g}"] for t in times]
    child = subprocess.run(
        [sys.executable, __file__, "--peak"], capture_output=True, text=True, check=True
    )
    return "\n\n".join(
        [
            "### Cost as N grows: 7-DOF arm, streamed",
            table(["", "median us", "best us", "CPU us"], rows),
            (
                f"Peak memory of N = {max(LENGTHS):,} beyond the {3 * motion[0].nbytes / 2**20:.0f}"
                f" MiB of its inputs: {child.stdout.strip()} (in a fresh process)."
            ),
            conditions,
        ]
    )


def peak() -> str:
    """Peak memory of streaming the longest motion, beyond what the process held before.

    From /proc, because ru_maxrss of getrusage starts at the peak of the parent process, not at
    zero.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return "not measured (needs /proc)"

    def mebibytes(name: str) -> float:
        found = re.search(rf"{name}:\s+(\d+) kB", status.read_text())
        assert found, f"/proc/self/status has no {name}"
        return int(found.group(1)) / 1024

    model = Model(arm7())
    model.map_regressor(regressor.nothing, *multisine(model.robot, 10_000))  # loads the kernels
    motion = multisine(model.robot, max(LENGTHS), amplitude=1.0)
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak of making the inputs
    before = mebibytes("VmRSS")
    model.map_regressor(regressor.nothing, *motion)
    return f"{mebibytes('VmHWM') - before:.1f} MiB"


def cpu_seconds(*arguments: str) -> float:
    """User and system time of a Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def startup() -> str:
    """CPU time of `dynid --help` and `import dynid`, next to an empty Python."""
    title = "### Startup, CPU seconds (user + system)\n\n"
    if importlib.util.find_spec("dynid.cli.main") is None:
        return title + "`dynid --help`: not measured, there is no dynid.cli.main"
    commands = {
        "`dynid --help`": ("-m", "dynid.cli.main", "--help"),
        "`import dynid`": ("-c", "import dynid"),
        "`python -c pass`": ("-c", "pass"),
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(STARTS):
        for name, command in commands.items():
            seconds[name].append(cpu_seconds(*command))
    rows = [[name, f"{median(times):.3f}", f"{min(times):.3f}"] for name, times in seconds.items()]
    return title + table(["", "median", "best"], rows)


SECTIONS: dict[str, Callable[[], str]] = {
    "machine": machine,
    "goals": goals.report,
    "regressor": regressor.report,
    "inverse": inverse.report,
    "growth": growth,
    "delta4": delta4.report,
    "gradient": gradient.report,
    "problem": problem.report,
    "long_logs": long_logs.report,
    "consistent": consistent.report,
    "simulation": simulation.report,
    "startup": startup,
    "cold": cold.report,
    "export_c": export_c.report,
    "real_data": real_data.report,
    "peers": peers.report,
    "staubli": staubli.report,
    "excitation": lambda: excitation.report(baseline=True),
    "swarm": swarm.report,
    "kalman": kalman.report,
    "kalman_controlled": kalman_controlled.report,
    "gnad_coverage": gnad_coverage.report,
    "closed_loop": closed_loop.report,
}


def written(text: str) -> dict[str, str]:
    """The sections of RESULTS.md in their order: each after a comment with its name and date, and
    those that other programs and people wrote, from a title of the second level on."""
    parts = re.split(r"^(<!-- .+, [-\d]+ -->|## .*)\n", text, flags=re.MULTILINE)
    out = {}
    for head, body in zip(parts[1::2], parts[2::2]):
        name = head[5:].rsplit(", ", 1)[0] if head.startswith("<!--") else head
        out[name] = f"{head}\n{body.strip()}"
    return out


def with_section(text: str, name: str, section: str) -> str:
    """RESULTS.md with one section new: in its old place, else behind the one that is measured
    before it."""
    done = written(text)
    if name not in done:
        before = list(SECTIONS)[: list(SECTIONS).index(name)]
        last = max((list(done).index(key) for key in before if key in done), default=-1)
        keys = [*list(done)[: last + 1], name, *list(done)[last + 1 :]]
        done = {key: done.get(key, "") for key in keys}
    done[name] = section
    return "\n\n".join([INTRODUCTION, *done.values()]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"only these: {', '.join(SECTIONS)}")
    parser.add_argument(
        "--write", action="store_true", help=f"put the tables into {RESULTS.name} as well"
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="goals with its long parts, and beside the version before: half an hour",
    )
    parser.add_argument("--peak", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peak:
        print(peak())
        return
    if unknown := set(arguments.names) - set(SECTIONS):
        parser.error(f"no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    for name in arguments.names or SECTIONS:
        began = time.perf_counter()
        long = name == "goals" and arguments.long
        said = goals.report(long=True) if long else SECTIONS[name]()
        text = f"{said}\n\n({time.perf_counter() - began:.0f} s)"
        print(f"\n{text}", flush=True)
        if arguments.write:  # after each, so that nothing is lost
            section = f"<!-- {name}, {datetime.date.today().isoformat()} -->\n{text}"
            before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
            write_whole(RESULTS, with_section(before, name, section), overwrite=True)


if __name__ == "__main__":
    main()
