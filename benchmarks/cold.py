"""Cold and warm starts in seconds of processor time, every kernel that is compiled by its name.

    python benchmarks/cold.py [--before [REVISION]] [--demo]

Each command runs in a process of its own: first with an empty cache, in a temporary folder, then
again with what the first run has left there. With --before, the version of that revision is taken
from git and runs in turn with this one. Clocks are of no use on a busy machine: what is counted is
the processor time of the process and its children.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from compileall import compile_dir
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from versions import BEFORE, ROOT, Failed, Version, this_version, version_before

DATA = Path(os.environ.get("DYNID_DATA") or ROOT.parent / "shared" / "data") / "panda_gaz"
#: run in the place of `python -m dynid`: says what was compiled while it ran (earlier versions),
#: and for how long; in versions with Numba a kernel's time is without that of the kernels it calls
TRACED = """
import sys, time
from contextlib import contextmanager, suppress
began = time.process_time
sys.argv = ["dynid", *sys.argv[1:]]
from dynid.cli.main import main

def say(name, seconds):
    print(f"kernel {name} {seconds:.3f}", file=sys.stderr)

def by_llvm(store):
    @contextmanager
    def timed(kernel, original=store.compiling):
        start = began()
        with original(kernel):
            yield
        say(kernel.removeprefix("dynid."), began() - start)
    store.compiling = timed

def by_numba(event):
    class Timed(event.Listener):
        open = []
        def on_start(self, one):
            self.open.append([began(), 0.0])
        def on_end(self, one):
            start, inner = self.open.pop()
            whole, made = began() - start, one.data["dispatcher"].py_func
            if self.open:
                self.open[-1][1] += whole
            say(f"{made.__module__}.{made.__name__}", whole - inner)
    event.register("numba:compile", Timed())

with suppress(ImportError):  # kernels in C++ are compiled before
    from dynid.compiling import store
    by_llvm(store)
with suppress(ImportError):
    from numba.core import event
    if "--help" not in sys.argv:
        by_numba(event)
main()
"""
#: a log of delta4 with friction, ten seconds at 1 kHz, into the file that is named
DELTA4 = """
import sys, numpy as np
from simulation import case
model, p, motion = case("delta4")
q, qd, qdd = motion.at(motion.t)
tau = model.inverse_dynamics(q, qd, qdd, p)
tau = tau + 0.01 * tau.std(axis=0) * np.random.default_rng(0).normal(size=tau.shape)
names = model.robot.actuated
heads = ["t", *(f"q_{x}" for x in names), *(f"tau_{x}" for x in names)]
rows = np.column_stack([motion.t, q, tau])
np.savetxt(sys.argv[1], rows, delimiter=",", header=",".join(heads), comments="", fmt="%.9g")
"""


@dataclass(frozen=True)
class Start:
    """What a command took, and the seconds of every kernel that it compiled."""

    cpu: float
    clock: float
    kernels: Counter[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--before", nargs="?", const=BEFORE, default="", help=f"beside a revision, such as {BEFORE}"
    )
    parser.add_argument("--demo", action="store_true", help="the demo too, half a minute or more")
    chosen = parser.parse_args()
    measure(chosen.before, chosen.demo)


def measure(before: str, demo: bool) -> None:
    """Print it, of this version and in turn of the revision `before`, if one is given."""
    versions = [this_version()]
    if before:
        versions.append(version_before(before))
    compile_dir(ROOT / "src", quiet=2)  # as pip does
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        for name, arguments in commands(work, demo).items():
            for cold in (True, False):
                for version in versions:
                    try:
                        found = started(version, arguments, work / f"{version.name}-{name}")
                    except Failed as error:
                        sys.exit(f"{name}: {error}")
                    print(f"{name:16s} {version.name:7s} {'cold' if cold else 'warm'}", end=" ")
                    print(told(found))
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
        # the default of this version; earlier ones took the usual effects unless told otherwise
        found["choose-panda"] = [*panda, "--effects", "auto"]
    else:
        print(f"no logs at {DATA}: identify is left out")
    found["inspect-delta4"] = ["inspect", "delta4"]
    log = str(work / "delta4.csv")
    this_version().run(["-c", DELTA4, log], work / "log")
    closed = ["identify", "delta4", log, "--effects", "viscous,coulomb"]
    found["identify-delta4"] = [*closed, "--output", str(work / "closed"), "--force"]
    if demo:
        found["demo-delta4"] = ["demo", "--output", str(work / "demo"), "--force"]
    return found


def started(
    version: Version, arguments: Sequence[str], cache: Path, folder: Path | None = None
) -> Start:
    """Run a command of dynid, compiled kernels in `cache`, in a folder (else there too)."""
    codes = (0, 1) if arguments[0] == "check" else (0,)  # 1: it has found something
    done = version.run(["-c", TRACED, *arguments], cache, folder, codes)
    kernels: Counter[str] = Counter()
    for line in done.errors.splitlines():
        if line.startswith("kernel "):
            _, name, seconds = line.split()
            kernels[name.removeprefix("dynid.")] += float(seconds)  # type: ignore[assignment]
    return Start(done.cpu, done.clock, kernels)


def told(found: Start) -> str:
    """Seconds of all, and of every kernel in a line of its own."""
    total = sum(found.kernels.values())
    lines = [f"{found.cpu:7.2f} s of processor time,"]
    lines.append(f"{'':25s} {total:7.2f} of them for {len(found.kernels)} kernels")
    lines += [f"{'':30s} {took:6.2f}  {name}" for name, took in found.kernels.most_common()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
