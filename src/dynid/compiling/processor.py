"""What processor this is, told without LLVM where Linux tells it."""

from __future__ import annotations

import platform
import sys
from functools import cache
from pathlib import Path


def linux() -> bool:
    """Whether machine code is an ELF file for x86-64, which `elf` loads."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


@cache
def identity() -> str:
    """Another text for every kind of processor: code for this one is kept under it."""
    told = _told()
    if linux() and "flags" in told:
        return f"{told.get('vendor_id')} {told.get('model name')} {told['flags']}"
    from dynid.compiling.machine import host

    return " ".join(host())


@cache
def _told() -> dict[str, str]:
    """What /proc/cpuinfo says of the first processor."""
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as file:
            found: dict[str, str] = {}
            for line in file:
                key, colon, value = line.partition(":")
                if not colon:
                    break
                found[key.strip()] = value.strip()
            return found
    except (OSError, ValueError):
        return {}
