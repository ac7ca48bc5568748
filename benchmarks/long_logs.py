"""A long log of a 7-DOF arm, from a Parquet file to consistent bodies with intervals, with the
default processing: processor time and memory of every stage, in a process of its own.

    python benchmarks/long_logs.py 1e6 1e7          # rows
    python benchmarks/long_logs.py 1e6 --before REV # beside the code of a commit, in turns
    python benchmarks/long_logs.py 1e6 --csv        # a text file instead

Every stage is told as it ends, on stderr. Files lie in TMPDIR: 130 MB of Parquet a million rows.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from common import table

HERE = Path(__file__).resolve()
STAGES = ("read", "process", "Problem", "Consistent")
RATE, AT_ONCE = 1000.0, 250_000
FEW, MANY = 20_000, 2_000_000  # rows: of a log that has the kernels compiled, and to be run once


def written(path: Path, N: int) -> None:
    """A simulated log of N rows, a part at a time: Parquet, or text where it ends in csv."""
    import pyarrow as pa
    import pyarrow.csv as pc
    import pyarrow.parquet as pq

    import dynid as di

    robot = di.load_robot("arm7")
    model = di.Model(robot, [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()])
    p, rng, n = np.nan_to_num(model.prior, nan=0.5), np.random.default_rng(0), robot.dof
    w, a = 2 * np.pi * rng.uniform(0.05, 0.7, (4, n)), rng.uniform(0.2, 0.5, (4, n))
    phase, names = rng.uniform(0, 2 * np.pi, (4, n)), robot.actuated
    schema = pa.schema([(c, pa.float64()) for c in ("t", *(f"q_{x}" for x in names))])
    schema = pa.schema([*schema, *((f"tau_{x}", pa.float64()) for x in names)])
    writer = pc.CSVWriter if path.suffix == ".csv" else pq.ParquetWriter
    with writer(path, schema) as file:
        for first in range(0, N, AT_ONCE):
            t = np.arange(first, min(N, first + AT_ONCE)) / RATE
            angle = w * t[:, None, None] + phase
            q, qd = (a * np.sin(angle)).sum(axis=1), (a * w * np.cos(angle)).sum(axis=1)
            qdd = -(a * w**2 * np.sin(angle)).sum(axis=1)
            tau = model.inverse_dynamics(q, qd, qdd, p) + 0.1 * rng.normal(size=q.shape)
            columns = [t, *(q + 1e-5 * rng.normal(size=q.shape)).T, *tau.T]
            file.write_table(pa.table([pa.array(np.array(x)) for x in columns], schema=schema))


def stages(path: str) -> None:
    """Prints the processor seconds of every stage, the peak of memory [MiB], and sum |theta|."""
    import dynid as di

    model = di.Model(
        di.load_robot("arm7"), [di.Viscous(), di.Coulomb(), di.Offset(), di.RotorInertia()]
    )
    clock = [time.process_time()]

    def ended(stage: str) -> None:
        clock.append(time.process_time())
        load = os.getloadavg()[0]
        told = f"  {stage}: {clock[-1] - clock[-2]:.2f} s, peak {peak():.0f} MiB, load {load:.1f}"
        print(told, file=sys.stderr, flush=True)

    log = di.read_log(path)
    ended("read")
    data = di.process(log, model, slow="5%")
    del log
    ended("process")
    problem = di.Problem(model, data)
    ended("Problem")
    result = di.estimate(problem, di.Consistent())
    ended("Consistent")
    print(*np.diff(clock), peak(), repr(float(np.abs(result.theta).sum())))


def peak() -> float:
    """Of this process's memory, so far [MiB]."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found
    return int(found[1]) / 1024


def run(path: Path, source: Path) -> list[float]:
    environment = {**os.environ, "PYTHONPATH": str(source)}
    command = [sys.executable, str(HERE), "--stages", str(path)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [float(x) for x in done.stdout.split()]


def report(
    lengths: tuple[int, ...] = (1_000_000,), before: str = "", ending: str = "parquet"
) -> str:
    rows, own = [], HERE.parents[1] / "src"
    with tempfile.TemporaryDirectory() as folder:
        sources = {"now": own}
        if before:
            there = Path(folder) / "before"
            command = ["git", "worktree", "add", "--detach", str(there), before]
            subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True)
            sources = {f"before ({before[:7]})": there / "src", **sources}
        path = Path(folder) / f"log.{ending}"
        for N in (FEW, *lengths):
            written(path, N)
            print(f"{N:,} rows written, peak {peak():.0f} MiB", file=sys.stderr, flush=True)
            found: dict[str, list[list[float]]] = {name: [] for name in sources}
            for _ in range(1 if N == FEW or N > MANY else 2):
                for name, source in sources.items():
                    print(name, file=sys.stderr)
                    found[name].append(run(path, source))
            for name, times in found.items() if N != FEW else ():  # the first compiled
                best = np.min(times, axis=0)
                shown = [f"{x:.2f}" for x in (*best[:4], best[:4].sum())]
                rows.append([f"{N:,} rows, {name}", *shown, f"{best[4]:.0f}", f"{best[5]:.12g}"])
        if before:
            command = ["git", "worktree", "remove", "--force", str(there)]
            subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True)
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg())
    heads = ("", *STAGES, "sum", "peak MiB", "sum of abs(theta)")
    return "\n\n".join(
        [
            "### Long logs: 7-DOF arm, default processing, processor seconds",
            table(heads, rows),
            f"Each in a process of its own, kernels cached; best of two (one above {MANY:,}"
            f" rows). Load of the machine: {load}.",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", type=float, default=[1e6])
    parser.add_argument("--before", default="", help="a commit to compare with, in turns")
    parser.add_argument("--csv", action="store_true", help="a text file instead of Parquet")
    parser.add_argument("--stages", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.stages:
        stages(arguments.stages)
    else:
        lengths = tuple(int(x) for x in arguments.rows)
        print(report(lengths, arguments.before, "csv" if arguments.csv else "parquet"))


if __name__ == "__main__":
    main()
