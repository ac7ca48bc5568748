"""What one rule of the verdict found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Finding:
    """What one rule found: its level (0 good, 1 usable, 2 not trustworthy), in words, and what to
    do about it."""

    rule: str
    level: int
    text: str
    remedy: str = ""


class Noticed(Protocol):
    """What an examination of robot and logs noticed, as `dynid.check` says it."""

    @property
    def kind(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def log(self) -> str: ...
    @property
    def repair(self) -> str: ...
    @property
    def sure(self) -> bool: ...
