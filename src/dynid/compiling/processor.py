"""What processor this is, told without LLVM where Linux tells it."""

from __future__ import annotations

import platform
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Level(NamedTuple):
    """What a processor needs for it, in the words of /proc/cpuinfo; and what LLVM is told beside
    the name of the level."""

    needed: tuple[str, ...]
    features: str = ""


V3 = Level(("avx2", "fma", "bmi1", "bmi2", "f16c", "abm", "movbe"))
AVX512 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
#: levels of x86-64 that machine code is shipped for, the best first. LLVM would use half of the
#: width of AVX-512, for the sake of processors that then ran slower; the regressor gains 1.4 times
LEVELS = {
    "x86-64-v4": Level((*V3.needed, *AVX512), "-prefer-256-bit"),
    "x86-64-v3": V3,
}


def linux() -> bool:
    """Whether machine code is an ELF file for x86-64, as it is shipped."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


@cache
def levels() -> tuple[str, ...]:
    """Those of LEVELS that this processor reaches."""
    if not linux():
        return ()
    flags = {*_told().get("flags", "").split()}
    return tuple(level for level, (needed, _) in LEVELS.items() if flags.issuperset(needed))


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
