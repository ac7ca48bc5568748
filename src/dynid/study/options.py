"""What an option is, once for every door: its name and type are those of a field of a group, its
default, its help, and how its value is read from text and from dynid.yaml stand beside it.

The command line, dynid.yaml, the studio, the record in result.json and the docs are made of the
groups: see `table`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, TypeVar

from dynid.errors import InputError, listing, near

Check = Callable[[str, Any], Any]
NAMED = "--"  # the flag of options that are called like their field
NAME = "dynid.yaml"  # the project file of a folder
OWN = "or your own, as file.py:Name"
FOOT_RADIUS = (
    "Of --contacts that are balls and roll on level ground [m]; else that of a sphere geom, or 0."
)


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
    """What groups derive from; every field has a default.

    apart   options to which the key of dynid.yaml of the same name does not apply
    """

    apart: ClassVar[tuple[str, ...]] = ()


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


def named_option(
    default: Any,
    help: str,
    kind: Any = None,
    read: Callable[[Any], Any] | None = None,
    metavar: str | None = None,
) -> Any:
    """An option without a key in dynid.yaml, with the name of its field and, unless another is
    given, the kind of its default: `rate: float = named_option(1.0, "Samples a second.")` is
    --rate."""
    kind = type(default) if kind is None else kind
    return option(default, None, NAMED, read, kind, help, metavar)


def _name_option(about: Option, name: str, default: Any) -> Option:
    if about.flag != NAMED:
        return about
    flag = f"--{name.replace('_', '-')}"
    flag = f"{flag}/--no-{flag[2:]}" if default is True else flag
    return replace(about, flag=flag, read=about.read or _check_of_kind(about.kind, flag))


def _check_of_text(check: Check, flag: str) -> Callable[[Any], Any]:
    return lambda typed: check(flag, typed)


def _check_of_kind(kind: Any, flag: str) -> Callable[[Any], Any]:
    words = {int: "a whole number", float: "a number", bool: "True or False"}

    def read(typed: Any) -> Any:
        try:
            if kind is not bool or isinstance(typed, bool):
                return list(typed) if kind == list[str] else kind(typed)
        except ValueError:
            pass
        raise InputError(f"{flag}: got '{typed}', expected {words[kind]}.")

    return read


_OPTIONS: dict[type[Group], tuple[tuple[str, Option, Any], ...]] = {}


def list_options(group: type[Group]) -> tuple[tuple[str, Option, Any], ...]:
    """The options of a group: name, option, default."""
    if group not in _OPTIONS:
        empty = group()
        _OPTIONS[group] = tuple(
            (name, _name_option(each.metadata["option"], name, default), default)
            for each in fields(group)
            if "option" in each.metadata
            for name, default in [(each.name, getattr(empty, each.name))]
        )
    return _OPTIONS[group]


def fill(group: type[G], typed: Mapping[str, Any], others: Mapping[str, Any]) -> G:
    """A group of what was typed, else of other values, else of its defaults."""
    names = [f.name for f in fields(group) if f.name not in group.apart]
    values = {name: others[name] for name in names if name in others}
    for name, about, default in list_options(group):
        value = typed.get(name)
        untyped = value is None or value == [] or (value is False and default is not True)
        if about.read is not None and not untyped:
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
        check_name(name, known)
        about = known[name]
        text = isinstance(value, str) or (about.kind == list[str] and isinstance(value, list))
        if text and about.read is not None:
            value = about.read(value)
        changes[name] = value
    return _replaced(group, changes)


def check_name(name: str, known: Collection[str]) -> None:
    if name not in known:
        raise InputError(
            f"got the option '{name}', expected some of {listing(known, 99)}.{near(name, known)}"
        )


def _replaced(group: G, changes: Mapping[str, Any]) -> G:
    try:
        return replace(group, **changes)
    except TypeError as error:
        raise InputError(f"{error}") from None
