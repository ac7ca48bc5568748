"""A verdict in the terminal: in colour, and no wider than it."""

from __future__ import annotations

import os
import sys
import textwrap

WIDTH = 80
#: green, yellow, red; bold, so that they are told apart from the rest without colours as well
SHADES = ("\x1b[1;32m", "\x1b[1;33m", "\x1b[1;31m")
PLAIN = "\x1b[0m"


def apply_colour(text: str, level: int) -> str:
    """The text as it is where no terminal shows it; there in lines, in colour without NO_COLOR."""
    if not sys.stdout.isatty():
        return text
    lines = textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    bare = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return lines if bare else f"{SHADES[level]}{lines}{PLAIN}"
