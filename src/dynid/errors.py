"""The errors dynid raises on purpose. Each message says what was got, what was expected, and what
to do; what a program needs of it is an attribute, so nobody searches in a message.

    DynidError
    ├── RobotError (ValueError)         a robot description
    ├── InputError (ValueError)         an array or an argument
    ├── LoopClosureError                a pose: sample, time
    │   └── UnclosedError               the same, its message made when it is read
    ├── WriteError                      a file or folder: path
    │   └── FileExists                  the same, because it is there already
    └── SimulationError                 a simulated motion: time, q, qd, log

    UserWarning
    ├── SingularityWarning
    └── IgnoredElementWarning           path, where it is about a file
"""

import difflib
import os
import reprlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

__all__ = [
    "DynidError",
    "FileExists",
    "IgnoredElementWarning",
    "InputError",
    "LoopClosureError",
    "RobotError",
    "SimulationError",
    "SingularityWarning",
    "UnclosedError",
    "WriteError",
]

LONGEST = 200  # characters of a value in an error message


class DynidError(Exception):
    """Base class of every error that dynid raises on purpose."""


class RobotError(DynidError, ValueError):
    """A robot description that cannot be a mechanism, or a file that cannot be read as one."""


class InputError(DynidError, ValueError):
    """An array or an argument of the wrong shape, kind or range."""


class LoopClosureError(DynidError):
    """A pose whose loops cannot be closed, or not uniquely: `sample`, its number in the motion,
    and `time` [s] in the log; None where it is not one of a motion, or of a log."""

    def __init__(
        self, message: str = "", sample: int | None = None, time: float | None = None
    ) -> None:
        super().__init__(message)
        self.sample, self.time = sample, time


class UnclosedError(LoopClosureError):
    """With a message that is made when it is first read: who only tries whether a pose can be
    reached does not pay for finding out why not."""

    def __init__(self, tell: Callable[[], str], sample: int | None = None) -> None:
        super().__init__(sample=sample)
        self._tell, self._told = tell, ""

    def __str__(self) -> str:
        self._told = self._told or self._tell()
        return self._told

    def __reduce__(self) -> tuple[type[LoopClosureError], tuple[str, int | None, float | None]]:
        return LoopClosureError, (str(self), self.sample, self.time)


class WriteError(DynidError):
    """A file or folder that cannot be written: `path`, and `why` not."""

    def __init__(self, path: str | os.PathLike[str], why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = Path(path), why

    def __str__(self) -> str:
        return f"cannot write '{self.path}': {self.why}"


class FileExists(WriteError):
    """A file or folder that is there already, and was left as it is."""

    def __str__(self) -> str:
        return f"'{self.path}' exists already and was left as it is; {self.why}"


class SimulationError(DynidError):
    """A simulated motion that cannot go on: `time`, the state `q`, `qd` there, and the `log` until
    then (or None)."""

    def __init__(self, message: str, time: float, q: Any, qd: Any, log: Any) -> None:
        super().__init__(message)
        self.time, self.q, self.qd, self.log = time, q, qd, log


class SingularityWarning(UserWarning):
    """A pose so close to a singularity that its velocities and forces are badly determined."""


class IgnoredElementWarning(UserWarning):
    """Something in a robot file that dynid does not use or had to correct: `path` of the file,
    None where it is about a robot."""

    def __init__(self, message: str, path: Path | None = None) -> None:
        super().__init__(message)
        self.path = path


def suggest_name(name: str, names: Iterable[str]) -> str:
    """A close match, as a question for the end of a message."""
    by_lower = {n.lower(): n for n in names}
    hit = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f" Did you mean '{by_lower[hit[0]]}'?" if hit else ""


def join_names(names: Iterable[str], most: int = 30) -> str:
    """Names for an error message: all of them, or the first few of a long list."""
    names = list(names)
    more = f", ... ({len(names)} in all)" if len(names) > most else ""
    return (", ".join(names[:most]) + more) if names else "(none)"


def shorten(value: object) -> str:
    """A value for an error message, the long and the deep of it cut."""
    text = reprlib.repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def require(call: str, value: object, kind: type | tuple[type, ...], how: str) -> None:
    """Refuse an argument of another kind. how: what makes one, as a user would type it."""
    if isinstance(value, kind):
        return
    got = "nothing" if value is None else _shorten_value(value)
    want = kind[0] if isinstance(kind, tuple) else kind
    name = {"str": "name of a file", "dict": "dictionary"}.get(want.__name__, want.__name__)
    raise InputError(f"{call}: got {got}, expected {add_article(name)}: {how}.")


def add_article(word: str) -> str:
    return f"{'an' if word[:1] in 'AEIOUaeiou' else 'a'} {word}"


def _shorten_value(value: object) -> str:
    if isinstance(value, type):
        return f"the class {value.__name__} (without brackets)"
    text, kind = repr(value), type(value).__name__
    return (
        text if isinstance(value, str) or text.startswith(kind) else f"{add_article(kind)}, {text}"
    )
