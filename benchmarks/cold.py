"""Cold and warm starts in seconds of processor time, every kernel that is compiled by its name.

    python benchmarks/cold.py [--before REVISION] [--demo]

Each command runs in a process of its own: first with an empty cache, in a temporary folder, then
again with what the first run has left there. With --before, the version of that revision is taken
from git and runs in turn with this one. Clocks are of no use on a busy machine: what is counted is
the processor time of the process and its children.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from compileall import compile_dir
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("DYNID_DATA", ROOT.parent / "shared")) / "data" / "panda_gaz"
#: run in the place of `python -m dynid`: says what was compiled, and for how long
TRACED = """
import sys, time
began = time.process_time
sys.argv = ["dynid", *sys.argv[1:]]
from dynid.cli.main import main
from dynid.compiling import machine

def timed(text, *args, original=machine.machine_code):
    start = began()
    code = original(text, *args)
    name = text.rsplit("\\ndefine ", 1)[1].split('@"', 1)[1].split('"', 1)[0]
    print(f"kernel {name.rsplit('-', 1)[0]} {began() - start:.3f}", file=sys.stderr)
    return code

machine.machine_code = timed
main()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--before", default="", help="revision to compare with, such as HEAD~5")
    parser.add_argument("--demo", action="store_true", help="the demo too, half a minute or more")
    chosen = parser.parse_args()
    measure(chosen.before, chosen.demo)


def measure(before: str, demo: bool) -> None:
    """Print it, of this version and in turn of the revision `before`, if one is given."""
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        versions = {"now": ROOT / "src"}
        if before:
            versions["before"] = unpacked(before, work / "before")
        for sources in versions.values():  # as pip does
            compile_dir(sources, quiet=2)
        for name, arguments in commands(work, demo).items():
            for cold in (True, False):
                for version, sources in versions.items():
                    run(name, version, cold, arguments, sources, work / f"{version}-{name}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


def report() -> str:
    """This version alone, for `make bench`."""
    with redirect_stdout(io.StringIO()) as said:
        measure("", demo=True)
    return f"### Cold and warm starts\n\n```text\n{said.getvalue().strip()}\n```"


def commands(work: Path, demo: bool) -> dict[str, list[str]]:
    """What is run, by name."""
    found = {"help": ["--help"]}
    if DATA.exists():
        files = [str(DATA / "robot.urdf"), str(DATA / "traj1.csv")]
        panda = ["identify", *files, "--output", str(work / "out"), "--force"]
        found["identify-panda"] = [*panda, "--effects", "viscous,coulomb,offset,rotor"]
        found["choose-panda"] = panda
    else:
        print(f"no logs at {DATA}: identify is left out")
    found["inspect-delta4"] = ["inspect", "delta4"]
    if demo:
        found["demo-delta4"] = ["demo", "--output", str(work / "demo"), "--force"]
        run = str(work / "demo" / "run1.csv")
        closed = ["identify", "delta4", run, "--effects", "viscous,coulomb"]
        found["identify-delta4"] = [*closed, "--output", str(work / "closed"), "--force"]
    return found


def unpacked(revision: str, folder: Path) -> Path:
    folder.mkdir()
    archive = subprocess.run(
        ["git", "archive", revision, "src"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
    return folder / "src"


def run(
    name: str, version: str, cold: bool, arguments: list[str], sources: Path, cache: Path
) -> None:
    cache.mkdir(exist_ok=True)
    names = ("DYNID_CACHE_DIR", "NUMBA_CACHE_DIR")  # the second of versions with Numba
    place = {"PYTHONPATH": str(sources), **dict.fromkeys(names, str(cache))}
    outer = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    threads = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", TRACED, *arguments],
        env=outer | place | threads,
        cwd=cache,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        sys.exit(f"{name}, {version}: {done.stderr}")
    kernels: Counter[str] = Counter()
    for line in done.stderr.splitlines():
        if line.startswith("kernel "):
            kernels[line.split()[1]] += round(1000 * float(line.split()[2]))
    total = sum(kernels.values()) / 1000
    print(f"{name:16s} {version:7s} {'cold' if cold else 'warm'} {spent:7.2f} s of processor time,")
    print(f"{'':25s} {total:7.2f} of them for {len(kernels)} kernels")
    for kernel, took in kernels.most_common():
        print(f"{'':30s} {took / 1000:6.2f}  {kernel.removeprefix('dynid.')}")


if __name__ == "__main__":
    main()
