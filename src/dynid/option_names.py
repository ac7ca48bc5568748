"""How an option is named where an error or a warning speaks of one: a flag in the shell, an
argument in Python, a field in the studio. Messages call `name_option`; the door by which dynid was
entered says how with `speak_as`. Findings and notes, which are saved and read at other doors, name
the option alone: "(option between)"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

#: how an option and its value are written, "" for none
Speech = Callable[[str, str], str]


def name_argument(name: str, value: str) -> str:
    """As an argument in Python: `units={'q': 'deg'}` of ("units", "q=deg")."""
    if value and name in _MAPPINGS:
        pairs = [word.partition("=") for word in value.split(",")]
        with suppress(ValueError):  # a pattern of no such form stays text, which is read as well
            return f"{name}={ {key: _MAPPINGS[name](each) for key, _, each in pairs} }"
    if value or name in _SWITCHES:
        return f"{name}={value or True!r}"
    return name


_SWITCHES = {"clean", "overwrite"}
#: arguments of names with values, and what these are; of a joint that is locked the default is 0
_MAPPINGS: dict[str, Callable[[str], Any]] = {
    "columns": str,
    "markers": str,
    "units": lambda text: text if text.isalpha() else float(text),
    "lock": lambda text: float(text or 0.0),
    "only": float,
}


def name_field(name: str, value: str) -> str:
    """As a field in the studio: `units: q=deg`."""
    label = name.replace("_", " ")
    return f"{label}: {value}" if value else f"'{label}'"


_SPEECHES: list[Speech] = [name_argument]


def name_option(name: str, value: str = "") -> str:
    """An option, by its name in Python and dynid.yaml, as whoever reads the message sets it; value:
    to give it, as it is typed."""
    return _SPEECHES[-1](name, value)


@contextmanager
def speak_as(speech: Speech) -> Iterator[None]:
    """Name options so, meanwhile."""
    _SPEECHES.append(speech)
    try:
        yield
    finally:
        _SPEECHES.pop()
