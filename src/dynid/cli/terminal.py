"""What a person sees on a terminal: sentences in lines that fit, and the notes on a robot's file
only once. Where output is piped, every sentence stays one line, and every note is told."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

WIDTH = 80
WHOLE: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
COLUMNS = re.compile(r"\S {2,}\S")  # of a table, which is not a sentence
MOST = 2000  # notes that are remembered

#: green, yellow, red; bold, so that they are told apart from the rest without colours as well
SHADES = ("\x1b[1;32m", "\x1b[1;33m", "\x1b[1;31m")
PLAIN = "\x1b[0m"


def apply_colour(text: str, level: int) -> str:
    """The text as it is where no terminal shows it; there in lines, in colour without NO_COLOR."""
    if not sys.stdout.isatty():
        return text
    lines = textwrap.fill(text, WIDTH, **WHOLE)
    bare = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return lines if bare else f"{SHADES[level]}{lines}{PLAIN}"


def fit_to_terminal(text: str, columns: int) -> str:
    """Lines of words that are longer than the terminal is wide, broken between words; tables, and
    what is in colours already, as they are."""
    return "\n".join(_wrap_line(line, columns) for line in text.split("\n"))


def _wrap_line(line: str, columns: int) -> str:
    if len(line) <= columns or "\x1b" in line or COLUMNS.search(line.strip()):
        return line
    margin = len(line) - len(line.lstrip()) + 2
    return textwrap.fill(line, min(columns, WIDTH), subsequent_indent=" " * margin, **WHOLE)


class WrappedStream:
    """A stream to a terminal whose sentences are broken into lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(fit_to_terminal(text, shutil.get_terminal_size().columns))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def fit() -> None:
    """From now on sentences on terminals are broken into lines."""
    if sys.stdout.isatty():
        sys.stdout = WrappedStream(sys.stdout)
    if sys.stderr.isatty():
        sys.stderr = WrappedStream(sys.stderr)


def show_counter(done: int, total: int, name: str) -> None:
    """One line, which the next one replaces."""
    end = "\n" if done == total else ""
    print(f"\r{f'{done} of {total} runs: {name}':<79.79}", end=end, file=sys.stderr, flush=True)


def was_reported_before(message: str, path: Path | None) -> bool:
    """Whether a person has seen this note on a file, as the file is now; from now on, it has been
    seen. Always False where nobody looks, or where nothing can be remembered."""
    if path is None or not sys.stderr.isatty():
        return False
    import hashlib

    with suppress(OSError, ValueError, RuntimeError):  # no such file, no place to write, no home
        folder = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "dynid"
        folder.mkdir(parents=True, exist_ok=True)
        found = path.stat()
        key = f"{path.resolve()}\0{found.st_size}\0{found.st_mtime_ns}\0{message}"
        digest = hashlib.sha256(key.encode()).hexdigest()
        record = folder / "told"
        seen = record.read_text().split() if record.is_file() else []
        if digest in seen:
            return True
        part = record.with_name(f"told.{os.getpid()}")
        part.write_text("\n".join([*seen[-MOST:], digest]))
        part.replace(record)
    return False
