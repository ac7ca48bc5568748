"""An object file of LLVM made ready to run: ELF for x86-64, without LLVM.

All addresses in it are whole ones of 64 bits (LLVM's large code model), so that making it ready is
to lay its sections into memory one after the other and to write every address where it belongs.
What is not of that kind is refused.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from dynid.compiling.values import Refused

MAGIC = b"\x7fELF\x02\x01\x01"  # 64 bits, little-endian
X86_64, RELOCATABLE = 62, 1
SYMBOLS, RELOCATIONS, ZEROS = 2, 4, 8  # types of sections
IN_MEMORY = 2  # flag of a section
WHOLE_ADDRESS = 1  # R_X86_64_64: symbol + addend
UNDEFINED = 0
_KEPT: list[mmap.mmap] = []  # machine code that may be called until the process ends


@dataclass(frozen=True)
class Section:
    kind: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    align: int


def address(code: bytes, symbol: str) -> int:
    """Where the function `symbol` of the object file begins, once it is in memory."""
    sections = _sections(code)
    placed, size = _places(sections)
    memory = mmap.mmap(-1, max(size, 1))
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for k, at in placed.items():
        section = sections[k]
        if section.kind != ZEROS:
            memory[at : at + section.size] = code[section.offset : section.offset + section.size]
    symbols = _symbols(code, sections, {k: start + at for k, at in placed.items()})
    for section in sections:
        if section.kind != RELOCATIONS or section.info not in placed:
            continue
        for k in range(section.size // 24):
            at, what, addend = struct.unpack_from("<QQq", code, section.offset + 24 * k)
            if what & 0xFFFFFFFF != WHOLE_ADDRESS:
                raise Refused(f"machine code with addresses of kind {what & 0xFFFFFFFF}")
            # *at = S + A
            S = symbols[what >> 32][1]
            struct.pack_into("<q", memory, placed[section.info] + at, S + addend)
    _run_only(start, len(memory))
    _KEPT.append(memory)
    return dict(symbols)[symbol]


def _symbols(code: bytes, sections: list[Section], placed: dict[int, int]) -> list[tuple[str, int]]:
    """Name and address of every symbol; 0 where it has none."""
    (table,) = (section for section in sections if section.kind == SYMBOLS)
    names, found = sections[table.link].offset, []
    for k in range(table.size // 24):
        name, _, _, home, value, _ = struct.unpack_from("<IBBHQQ", code, table.offset + 24 * k)
        text = code[names + name : code.index(b"\0", names + name)].decode()
        if home == UNDEFINED:
            found.append((text, _of_c(text) if text else 0))
        else:
            found.append((text, placed[home] + value if home in placed else 0))
    return found


def _sections(code: bytes) -> list[Section]:
    kind, processor = struct.unpack_from("<HH", code, 16)
    if code[:7] != MAGIC or (kind, processor) != (RELOCATABLE, X86_64):
        raise Refused("machine code that is no object file for x86-64")
    (first,) = struct.unpack_from("<Q", code, 40)
    size, count = struct.unpack_from("<HH", code, 58)
    found = []
    for k in range(count):
        fields = struct.unpack_from("<IIQQQQIIQQ", code, first + size * k)
        _, kind, flags, _, offset, length, link, info, align, _ = fields
        found.append(Section(kind, flags, offset, length, link, info, align))
    return found


def _places(sections: list[Section]) -> tuple[dict[int, int], int]:
    """Where each section goes that is needed to run, and how much room they take."""
    placed, end = {}, 0
    for k, section in enumerate(sections):
        if section.flags & IN_MEMORY:
            align = max(section.align, 1)
            placed[k] = (end + align - 1) // align * align
            end = placed[k] + section.size
    return placed, end


@cache
def _libraries() -> tuple[Any, ...]:
    found = [ctypes.CDLL(None, use_errno=True)]
    with suppress(OSError):  # where one library holds all of C
        found.append(ctypes.CDLL("libm.so.6"))
    return tuple(found)


@cache
def _of_c(name: str) -> int:
    for library in _libraries():
        if (function := getattr(library, name, None)) is not None:
            return ctypes.cast(function, ctypes.c_void_p).value or 0
    raise Refused(f"machine code that calls {name}, which this system does not have")


def _run_only(start: int, size: int) -> None:
    """From here on the memory can be run, and no longer be written to."""
    protect = _libraries()[0].mprotect
    protect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if protect(start, size, mmap.PROT_READ | mmap.PROT_EXEC):
        why = os.strerror(ctypes.get_errno())
        raise Refused(f"this system does not let memory be run that was written to ({why})")
