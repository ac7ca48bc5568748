"""Numba, set up once: cached on disk, free of the interpreter lock, and said aloud the first time
it compiles."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import event


class _Announce(event.Listener):
    """Says "compiling kernels, once" at the first cache miss, so that nobody wonders why the first
    run is slow."""

    said = False

    def on_start(self, event: event.Event) -> None:
        function = getattr(event.data.get("dispatcher"), "py_func", None)
        if not _Announce.said and getattr(function, "__module__", "").startswith("dynid."):
            _Announce.said = True
            print(
                "dynid: compiling kernels, once (a minute or two; later runs use the cache)",
                file=sys.stderr,
            )

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Announce())


@cache
def cache_folder() -> str:
    """A folder of this version's compiled kernels, in the user's cache.

    Numba checks only the file of the outer function, not of the functions it calls, so the folder's
    name carries a hash of all kernel sources: an upgraded dynid never runs stale machine code.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.rglob("*.py")):
        text = source.read_bytes()
        if b"from dynid.compiling import" in text:
            digest.update(text)
    base = (
        os.environ.get("NUMBA_CACHE_DIR")
        or os.environ.get("XDG_CACHE_HOME")
        or Path.home() / ".cache"
    )
    for place in (Path(base), Path(tempfile.gettempdir())):
        folder = place / "dynid" / f"kernels-{digest.hexdigest()[:16]}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return str(folder)
        except OSError:
            continue
    return ""  # numba then chooses a place of its own


def _compile(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, cache_folder()
    try:
        # fused multiply-add is the one liberty taken with floating point: it changes the last bit
        # only
        compiled: Callable[..., Any] = numba.njit(
            cache=True, nogil=True, error_model="numpy", fastmath={"contract"}, **options
        )(function)
    finally:
        config.CACHE_DIR = before
    return compiled


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function."""
    return _compile(function)


def lean(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that allocates nothing: it then counts no references, which would cost
    more than short loops.

    Scratch arrays are handed in, by a `kernel`. (`_nrt` is the switch that Numba's own library uses
    for such functions.)
    """
    return _compile(function, _nrt=False)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a small function into its callers: a call costs a reference count for each array it
    is handed."""
    return _compile(function, inline="always")
