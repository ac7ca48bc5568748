"""The files of compiled kernels, in the user's cache.

Each ends with the SHA-256 of its content: what was cut short or changed is told before it is run,
and compiled again.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dynid.clock import Loudness, beside, on_terminal
from dynid.compiling import place

DIGEST = hashlib.sha256().digest_size  # bytes at the end of every file
ENDING = ".kernel"
WAIT = "some seconds"


class Said:
    """What is said only once in a run."""

    trouble = False
    compiling = False
    compiled = 0  # kernels so far


def say(text: str) -> None:
    if Loudness.level >= 0:
        with suppress(OSError):
            print(f"dynid: {text}", file=sys.stderr)


def say_compiling() -> None:
    """Once in a run, so that nobody wonders why it is slow, and why it is not the last slow one
    where that is so."""
    if not Said.compiling:
        Said.compiling = True
        _, why_not = place.cache_folder()
        again = f"again at every run, for {why_not}" if why_not else "later runs use the cache"
        say(f"compiling kernels, {'without a cache' if why_not else 'once'} ({WAIT}; {again})")


@contextmanager
def compiling(kernel: str) -> Iterator[None]:
    """Around the compilation of a kernel: its name on a terminal, else one line in a run."""
    done = Said.compiled
    Said.compiled += 1
    if not on_terminal():
        say_compiling()
        yield
        return
    name = ".".join(kernel.split(".")[-2:])
    with beside(f"compiling, once: {name}", done, Said.compiled):
        yield


def cached(name: str) -> bytes | None:
    """Machine code from the user's cache; None where there is none. What is damaged, or may be
    somebody else's, is removed."""
    folder, _ = place.cache_folder()
    if not folder:
        return None
    path = os.path.join(folder, name + ENDING)
    try:
        found = os.lstat(path)
        content = _checked(Path(path).read_bytes()) if _mine(found) else None
    except OSError:
        return None
    if content is None:
        drop(name)
    return content


def drop(name: str) -> None:
    """Remove a damaged file of the cache."""
    folder, _ = place.cache_folder()
    with suppress(OSError):
        os.unlink(os.path.join(folder, name + ENDING))
    _trouble("rebuilding compiled kernels: a file of the cache is damaged", folder)


def keep(name: str, content: bytes, folder: str = "") -> None:
    """Write a file into the user's cache, or into the folder that is given, at once or not at
    all."""
    folder = folder or place.cache_folder()[0]
    if not folder:
        return
    try:
        handle, partly = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content + hashlib.sha256(content).digest())
            os.replace(partly, os.path.join(folder, name + ENDING))
        except OSError:
            with suppress(OSError):
                os.unlink(partly)
            raise
    except OSError as error:
        _trouble(f"compiled kernels could not be cached ({error.strerror or error})", folder)


def _checked(content: bytes) -> bytes | None:
    kept, digest = content[:-DIGEST], content[-DIGEST:]
    return kept if hashlib.sha256(kept).digest() == digest else None


def _mine(found: os.stat_result) -> bool:
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    shut = os.name == "nt" or not found.st_mode & stat.S_IWOTH
    return stat.S_ISREG(found.st_mode) and mine and shut


def _trouble(what: str, folder: str) -> None:
    if not Said.trouble:
        Said.trouble = True
        say(f"{what} (in {folder})")
