"""What an option is, once for every door: its name and type are those of a field of a group, its
default, its help, and how its value is read from text and from dynid.yaml stand beside it.

The command line, dynid.yaml, the studio, the record in result.json and the docs are made of the
groups: see `table`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from dynid.errors import InputError, listing, near

Check = Callable[[str, Any], Any]
NAME = "dynid.yaml"  # the project file of a folder
OWN = "or your own, as file.py:Name"
FOOT_RADIUS = (
    "Of --contacts that are balls and roll on level ground [m]; else that of a sphere geom, or 0."
)


NUMBER: Mapping[str, Any] = {"read": float, "kind": float}  # of `typed_option`


@dataclass(frozen=True)
class Option:
    """An option of a group, under the name of its field.

    flag      on the command line, "" for those of dynid.yaml only
    check     its value from one of dynid.yaml: check(where, value); None: it has no key
    read      its value from text, or from several texts
    kind      what the command line takes: str, float, bool, list[str]
    """

    flag: str
    check: Check | None
    read: Callable[[Any], Any] | None
    kind: Any = str
    help: str = ""
    metavar: str | None = None


@dataclass(frozen=True)
class Group:
    """What groups derive from; every field has a default."""


G = TypeVar("G", bound=Group)


def option(
    default: Any,
    check: Check | None = None,
    flag: str = "",
    read: Callable[[Any], Any] | None = None,
    kind: Any = str,
    help: str = "",
    metavar: str | None = None,
) -> Any:
    """A field that is an option. Without `read`, `check` reads what is typed as well."""
    if read is None and flag and check is not None:
        read = _check_of_text(check, flag)
    about = {"option": Option(flag, check, read, kind, help, metavar)}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=about)
    return field(default=default, metadata=about)


def typed_option(
    flag: str,
    help: str,
    metavar: str | None = None,
    default: Any = None,
    read: Callable[[Any], Any] = str,
    kind: Any = str,
) -> Any:
    """An option of one command, without a key in dynid.yaml."""
    return option(default, None, flag, read, kind, help, metavar)


def _check_of_text(check: Check, flag: str) -> Callable[[Any], Any]:
    return lambda typed: check(flag, typed)


_OPTIONS: dict[type[Group], tuple[tuple[str, Option, Any], ...]] = {}


def list_options(group: type[Group]) -> tuple[tuple[str, Option, Any], ...]:
    """The options of a group: name, option, default."""
    if group not in _OPTIONS:
        empty = group()
        _OPTIONS[group] = tuple(
            (each.name, each.metadata["option"], getattr(empty, each.name))
            for each in fields(group)
            if "option" in each.metadata
        )
    return _OPTIONS[group]


def fill(group: type[G], typed: Mapping[str, Any], others: Mapping[str, Any]) -> G:
    """A group of what was typed, else of other values, else of its defaults."""
    values = {f.name: others[f.name] for f in fields(group) if f.name in others}
    for name, about, _ in list_options(group):
        value = typed.get(name)
        if about.read is not None and not (value is None or value is False or value == []):
            values[name] = about.read(value)
    return group(**values)


def find_changes(group: Group) -> dict[str, Any]:
    """{name: value} of what differs from the defaults."""
    return {
        name: getattr(group, name)
        for name, _, default in list_options(type(group))
        if getattr(group, name) != default
    }


def set_options(group: G, values: Mapping[str, Any]) -> G:
    """The group with other values: typed ones as they are, texts as on the command line."""
    known = {name: about for name, about, _ in list_options(type(group))}
    changes = {}
    for name, value in values.items():
        about = known[name]
        text = isinstance(value, str) or (about.kind == list[str] and isinstance(value, list))
        if text and about.read is not None:
            value = about.read(value)
        changes[name] = value
    return _replaced(group, changes)


def make_group(group: type[G], options: Mapping[str, Any]) -> G:
    """A group of options by their names: values, or texts as on the command line."""
    check_names(options, list_names(group))
    return set_options(group(), options)


def list_names(group: type[Group]) -> list[str]:
    return [name for name, _, _ in list_options(group)]


def check_names(options: Iterable[str], names: Collection[str]) -> None:
    """Refuse options of other names."""
    for name in options:
        if name not in names:
            raise InputError(
                f"got the option '{name}', expected some of"
                f" {listing(names, 99)}.{near(name, names)}"
            )


def _replaced(group: G, changes: Mapping[str, Any]) -> G:
    try:
        return replace(group, **changes)
    except TypeError as error:
        raise InputError(f"{error}") from None
