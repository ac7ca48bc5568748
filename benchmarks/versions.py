"""This version of dynid and one of before from git, each run in processes of its own: what a run
took, and what else ran on the machine meanwhile.

The version before may need packages that are no longer dependencies (Numba, for one): it gets an
environment of its own, made once, in build/before-REVISION.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

from common import busy_seconds

ROOT = Path(__file__).resolve().parents[1]
#: the last one whose kernels were compiled by dynid itself, when they were first called
BEFORE = "5d351a1"
#: what benchmarks need beside the package: logs in Parquet, and Pinocchio
BESIDE = ("pyarrow>=15", "pin>=3")
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Failed(Exception):
    """A run ended with an error."""


@dataclass(frozen=True)
class Run:
    """What a process said, and took: seconds of the processor, its children's too, and of the
    clock."""

    said: str
    errors: str
    cpu: float
    clock: float


@dataclass(frozen=True)
class Version:
    """An interpreter, the folder with the sources, where they are not installed, and the MB that
    an installation takes, where that is known."""

    name: str
    python: str
    sources: str = ""
    megabytes: float = float("nan")

    def run(
        self,
        arguments: Sequence[str],
        cache: Path,
        folder: Path | None = None,
        codes: Sequence[int] = (0,),
    ) -> Run:
        """Run Python with these arguments, compiled kernels in `cache`, in a folder (else there
        too); BLAS in one thread, as the command line of this version has it. Other exit codes
        than these: Failed."""
        cache.mkdir(parents=True, exist_ok=True)
        outer = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        paths = os.pathsep.join(filter(None, (self.sources, str(ROOT / "benchmarks"))))
        caches = dict.fromkeys(("DYNID_CACHE_DIR", "NUMBA_CACHE_DIR"), str(cache))
        own = {"PYTHONPATH": paths, **caches, **ONE_THREAD}
        began, before = time.perf_counter(), spent_by_children()
        done = subprocess.run(
            [self.python, *arguments],
            env=outer | own,
            cwd=folder or cache,
            capture_output=True,
            text=True,
        )
        cpu, clock = spent_by_children() - before, time.perf_counter() - began
        if done.returncode not in codes:
            said = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            raise Failed(f"{self.name}: {said[-1]}")
        return Run(done.stdout, done.stderr, cpu, clock)


def spent_by_children() -> float:
    """Seconds of the processor, of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Others:
    """Cores that other processes took."""

    cores = float("nan")

    def __str__(self) -> str:
        return "?" if self.cores != self.cores else f"{self.cores:.1f} of {os.cpu_count()}"


@contextmanager
def watching() -> Iterator[Others]:
    """How busy the machine was otherwise, known at the end."""
    found = Others()

    def now() -> tuple[float, float]:
        own = time.process_time() + spent_by_children()
        return busy_seconds() - own, time.perf_counter()

    began = now()
    yield found
    ended = now()
    found.cores = max(0.0, (ended[0] - began[0]) / (ended[1] - began[1]))


def this_version() -> Version:
    return Version("now", sys.executable, str(ROOT / "src"))


def version_before(revision: str = BEFORE) -> Version:
    """In its own environment; made now, if it is not there. Without git or packages: Failed."""
    folder = ROOT / "build" / f"before-{revision}"
    python, stamp = folder / "bin" / "python", folder / "megabytes.txt"  # the last to be written
    if not stamp.exists():
        sources = folder / "sources"
        venv.create(folder, with_pip=True, clear=True)
        sources.mkdir()
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        try:
            archive = subprocess.run(
                ["git", "archive", revision], cwd=ROOT, capture_output=True, check=True
            )
            subprocess.run(["tar", "x"], cwd=sources, input=archive.stdout, check=True)
            subprocess.run([*pip, str(sources)], check=True, capture_output=True, text=True)
            size = sum(sizes(folder).values())
            subprocess.run([*pip, *BESIDE], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            said = str(getattr(error, "stderr", "") or error).strip().splitlines()[-1]
            raise Failed(f"the version {revision} cannot be had: {said}") from None
        stamp.write_text(f"{size:.0f}\n", encoding="utf-8")
    megabytes = float(stamp.read_text(encoding="utf-8"))
    return Version("before", str(python), megabytes=megabytes)


def sizes(folder: Path) -> Counter[str]:
    """MB on disk of every package of an environment, byte code included, without pip itself."""
    (place,) = folder.glob("lib/python*/site-packages")
    found: Counter[str] = Counter()
    for each in distributions(path=[str(place)]):
        name = each.metadata["Name"]
        if name.lower() in ("pip", "setuptools"):
            continue
        for file in each.files or ():
            path = Path(str(each.locate_file(file)))
            if path.is_file():
                found[name] += 512 * path.stat().st_blocks / 1e6
    return found
