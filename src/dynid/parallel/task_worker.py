"""What happens on a worker: one task, with the files that it reads, and an answer in any case."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynid.arrays import one_blas_thread
from dynid.errors import DynidError
from dynid.parallel.task import Function, Result, is_address, open_file_system
from dynid.version import __version__

#: the content of a file, or {path inside: content} of a folder
Content = bytes | dict[str, bytes]


@dataclass(frozen=True, eq=False)
class ShippedTask:
    """A task on its way to a worker; shipped: files that the worker does not see."""

    function: Function
    settings: Mapping[str, Any]
    reads: tuple[str, ...]
    shipped: Mapping[str, Content] = field(default_factory=dict)
    version: str = __version__


@dataclass(frozen=True, eq=False)
class Reply:
    """result, or why there is none: `missing` file, `failed` with a reason, other `version`."""

    host: str
    version: str
    result: Result | None = None
    missing: str = ""
    failed: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0  # the most that the worker has taken so far


def perform(job: ShippedTask) -> Reply:

    from dynid import version

    host = f"{socket.gethostname()} (process {os.getpid()})"
    if version.__version__ != job.version:
        return Reply(host, version.__version__)
    began = time.perf_counter()
    try:
        # one worker a core: BLAS must not start more
        with one_blas_thread(), fetch_here(job) as files:
            result = job.function(files, **job.settings)
        return Reply(
            host,
            version.__version__,
            result,
            seconds=time.perf_counter() - began,
            megabytes=measure_peak_memory(),
        )
    except NotHereError as error:
        return Reply(host, version.__version__, missing=str(error))
    except DynidError as error:
        return Reply(host, version.__version__, failed=str(error))
    except MemoryError:
        return Reply(host, version.__version__, failed=f"out of memory on {host}")
    except Exception as error:  # whatever a log makes of a library: the others go on
        said = " ".join(str(error).split())[:300]
        return Reply(host, version.__version__, failed=f"{type(error).__name__}: {said}")


class NotHereError(Exception):
    """A file that this worker does not see."""


@contextlib.contextmanager
def fetch_here(job: ShippedTask) -> Iterator[dict[str, Path]]:
    """{what the task calls it: where it is on this machine}."""
    with tempfile.TemporaryDirectory(prefix="dynid-") as folder:
        files: dict[str, Path] = {}
        for k, path in enumerate(job.reads):
            target = Path(folder) / str(k) / Path(path).name
            if path in job.shipped:
                unpack(job.shipped[path], target)
            elif is_address(path):
                fetch(path, target)
            elif Path(path).exists():
                target = Path(path)
            else:
                raise NotHereError(path)
            files[path] = target
        yield files


def unpack(content: Content, target: Path) -> None:
    parts = {"": content} if isinstance(content, bytes) else content
    for inside, part in parts.items():
        path = target / inside if inside else target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(part)


def pack_file(path: Path) -> Content:
    if path.is_dir():
        inside = [each for each in sorted(path.rglob("*")) if each.is_file()]
        return {str(each.relative_to(path)): each.read_bytes() for each in inside}
    return path.read_bytes()


def fetch(address: str, target: Path) -> None:
    system, inside = open_file_system(address)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        system.get(inside, str(target), recursive=system.isdir(inside))
    except Exception as error:
        said = " ".join(str(error).split())[:200]
        raise DynidError(
            f"'{address}' cannot be fetched ({type(error).__name__}: {said})."
        ) from None


def measure_peak_memory() -> float:
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
