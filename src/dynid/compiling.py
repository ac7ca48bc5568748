"""Numba, set up once: cached on disk, free of the interpreter lock, and said aloud the first time it compiles."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numba
from numba.core import event


class _Announce(event.Listener):
    """Says "compiling kernels, once" at the first cache miss, so that nobody wonders why the first run is slow."""

    said = False

    def on_start(self, event: event.Event) -> None:
        if not _Announce.said and str(event.data.get("dispatcher", "")).find("dynid") >= 0:
            _Announce.said = True
            print("dynid: compiling kernels, once (about half a minute; later runs use the cache)", file=sys.stderr)

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Announce())

#: contraction to fused multiply-add is the one liberty taken with floating point: it changes the last bit, nothing else
kernel: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
