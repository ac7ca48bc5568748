"""What an option is, once for every door: its name and type are those of a field of a group, its
default, its help, and how its value is read from text and from dynid.yaml stand beside it.

The command line, dynid.yaml, the studio, the record in result.json and the docs are made of the
groups: see `table`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dynid.errors import InputError, join_names, suggest_name
from dynid.option_names import name_option

Check = Callable[[str, Any], Any]
#: words that a value may consist of, or a function that lists them for a robot (its file or name)
Choices = Sequence[str] | Callable[[str], Sequence[str]]
Auto = Literal["auto"]
NAMED = "--"  # the flag of options that are called like their field
NAME = "dynid.yaml"  # the project file of a folder
OWN = "or a user-defined one, as file.py:Name"
FOOT_RADIUS = (
    "Radius [m] of ball-shaped feet (see contacts) that roll on level ground; default: that of the"
    " file's sphere geom, else 0."
)


def list_joints(robot: str) -> list[str]:
    """The joints of a robot that move."""
    from dynid.robot.robot_loading import load_robot

    return list(load_robot(robot).coordinates)


def list_frames(robot: str) -> list[str]:
    """The links and frames of a robot."""
    from dynid.robot.robot_loading import load_robot

    loaded = load_robot(robot)
    return sorted({*(body.name for body in loaded.bodies), *(x.name for x in loaded.frames)})


@dataclass(frozen=True)
class Option:
    """An option of a group, under the name of its field.

    flag      on the command line, "" for those of dynid.yaml only
    check     its value from one of dynid.yaml: check(where, value); None: it has no key
    read      its value from text, or from several texts: read(where, text)
    kind      what the command line takes: str, float, bool, list[str]
    help      what it sets, in a sentence; details: more of it, for the docs and the studio
    unit      of a number, "" for none
    choices   words to choose from, as completion and forms offer them
    """

    flag: str
    check: Check | None
    read: Check | None
    kind: Any = str
    help: str = ""
    metavar: str | None = None
    unit: str = ""
    choices: Choices = ()
    details: str = ""

    def list_choices(self, robot: str = "") -> Sequence[str]:
        """Of some options the choices are a robot's own: joints, links, parameters."""
        if not callable(self.choices):
            return self.choices
        return self.choices(robot) if robot else ()


@dataclass(frozen=True)
class Group:
    """What groups derive from; every field has a default.

    apart   options to which the key of dynid.yaml of the same name does not apply
    """

    apart: ClassVar[tuple[str, ...]] = ()


G = TypeVar("G", bound=Group)


def declare_option(
    default: Any,
    check: Check | None = None,
    flag: str = "",
    read: Check | None = None,
    kind: Any = str,
    help: str = "",
    metavar: str | None = None,
    unit: str = "",
    choices: Choices = (),
    details: str = "",
) -> Any:
    """A field that is an option. Without `read`, `check` reads what is typed as well, and without
    both it is of its kind."""
    if read is None and flag not in ("", NAMED):
        read = _check_of_kind(kind) if check is None else _check_of_text(kind, check)
    made = Option(flag, check, read, kind, help, metavar, unit, choices, details)
    about = {"option": made}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=about)
    return field(default=default, metadata=about)


def declare_named_option(
    default: Any,
    help: str,
    kind: Any = None,
    read: Check | None = None,
    metavar: str | None = None,
    flag: str = NAMED,
    choices: Choices = (),
) -> Any:
    """An option without a key in dynid.yaml, with the name of its field and, unless another is
    given, the kind of its default: `rate: float = named_option(1.0, "Samples a second.")` is
    --rate."""
    if kind is None:
        kind = type(default) if isinstance(default, (bool, int, float)) else str
    return declare_option(default, None, flag, read, kind, help, metavar, choices=choices)


def _name_option(about: Option, name: str, default: Any) -> Option:
    if about.flag != NAMED:
        return about
    flag = f"--{name.replace('_', '-')}"
    flag = f"{flag}/--no-{flag[2:]}" if default is True else flag
    return replace(about, flag=flag, read=about.read or _check_of_kind(about.kind))


def _check_of_text(kind: Any, check: Check) -> Check:
    read = _check_of_kind(kind) if kind in (int, float) else lambda _, typed: typed
    return lambda where, typed: check(where, read(where, typed))


def _check_of_kind(kind: Any) -> Check:
    words = {int: "a whole number", float: "a number", bool: "True or False"}

    def read(where: str, typed: Any) -> Any:
        try:
            if kind is not bool or isinstance(typed, bool):
                return list(typed) if kind == list[str] else kind(typed)
        except ValueError:
            pass
        raise InputError(f"{where}: got '{typed}', expected {words[kind]}.")

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
            values[name] = about.read(name_option(name), value)
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
    check_names(values, known)
    for name, value in values.items():
        about = known[name]
        several = about.kind == list[str]
        if about.read is not None and (isinstance(value, str) or (several and type(value) is list)):
            typed = [value] if several and isinstance(value, str) else value
            value = about.read(name_option(name), typed)
        changes[name] = value
    return _replace_values(group, changes)


def fill_known(given: G | type[G], known: Iterable[Group], options: Mapping[str, Any]) -> G:
    """A group as given, or a new one of what other groups say of its options; but for some."""
    if not isinstance(given, Group):
        values = {name: x for each in known for name, x in find_changes(each).items()}
        given = fill(given, {}, values)
    return set_options(given, options)


def list_names(group: type[Group]) -> list[str]:
    return [name for name, _, _ in list_options(group)]


def check_names(options: Iterable[str], names: Collection[str]) -> None:
    """Refuse options of other names."""
    for name in options:
        if name not in names:
            raise InputError(
                f"got the option '{name}', expected some of"
                f" {join_names(names, 99)}.{suggest_name(name, names)}"
            )


def _replace_values(group: G, changes: Mapping[str, Any]) -> G:
    try:
        return replace(group, **changes)
    except TypeError as error:
        raise InputError(f"{error}") from None


def describe_options(group: type[Group], robot: str = "") -> list[dict[str, Any]]:
    """Every option of a group, for forms and docs: name, flag, type, unit, default, help, details,
    choices (those of a robot where one is named), example; and whether it may be given several
    times."""
    hints = get_type_hints(group)
    return [
        {
            "name": name,
            "flag": about.flag,
            "type": _name_type(hints[name]),
            "unit": about.unit,
            "default": default if isinstance(default, (str, int, float, bool)) else None,
            "help": about.help,
            "details": about.details,
            "choices": list(about.list_choices(robot)),
            "example": about.metavar or "",
            "several": about.kind == list[str],
        }
        for name, about, default in list_options(group)
    ]


_TYPES = {float: "number", int: "whole number", str: "text", bool: "yes or no", NoneType: "none"}


def _name_type(hint: Any) -> str:
    """ "number or auto" of float | Auto."""
    if hint in _TYPES:
        return _TYPES[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " or ".join(parts)
    if origin in (Union, UnionType):
        return " or ".join(_name_type(part) for part in parts if part is not NoneType)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "names with values"
    return "list" if origin is tuple else "text"
