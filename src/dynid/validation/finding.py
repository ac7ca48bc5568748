"""What one rule of the verdict found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What one rule found: its level (0 good, 1 usable, 2 not trustworthy), in words, and what to
    do about it."""

    rule: str
    level: int
    text: str
    remedy: str = ""
