"""Records as JSON and back: one writer and one reader for every frozen dataclass.

The types of a record's fields say how its parts are read: arrays, tuples, dictionaries, other
records. Where a type leaves open which record it is, the record says so itself:
"type": "dynid.model.effects:Viscous", or "/home/me/my_effects.py:Cubic" for a user's own class.
Every number comes back exactly; JSON knows no infinity and no nan, they are written as words.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from dynid import renamed
from dynid.errors import InputError
from dynid.registry import find_trusted_file, load_file, refuse_untrusted


def to_json(value: Any, kind: Any = Any) -> Any:
    """A record, and all it consists of, as JSON has it; `kind`: the type that its reader will
    expect."""
    kind = _unwrap_optional(kind)
    if is_dataclass(value) and not isinstance(value, type):
        types = _get_types(type(value))
        content = {
            f.name: to_json(getattr(value, f.name), types.get(f.name, Any))
            for f in fields(value)
            if f.init
        }
        return content if kind is type(value) else {"type": _name_class(type(value)), **content}
    if isinstance(value, (np.ndarray, np.generic)):
        return to_json(value.tolist())
    if isinstance(value, Mapping):
        inner = _list_inner_types(kind, 1, 2)
        return {key: to_json(x, of) for (key, x), of in zip(value.items(), inner)}
    if isinstance(value, (list, tuple)):
        return [to_json(x, of) for x, of in zip(value, _list_inner_types(kind, 0, len(value)))]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(
        f"got {value!r} to be saved, expected numbers, texts, arrays, tuples, dictionaries and"
        " dataclasses of them."
    )


def from_json(content: Any, kind: Any) -> Any:
    """What `to_json` wrote; content that does not fit raises ValueError, TypeError or KeyError."""
    if content is None and (kind is Any or NoneType in get_args(kind)):
        return None
    kind = _unwrap_optional(kind)
    origin = get_origin(kind) or kind
    if isinstance(content, dict) and (isinstance(content.get("type"), str) or is_dataclass(kind)):
        return _load_record(content, kind)
    if is_dataclass(kind):
        raise TypeError(f"got {_shorten_repr(content)}, expected the entries of {kind}")
    if origin is np.ndarray:
        entries = get_args(get_args(kind)[1])[0]
        return np.array(content if entries is np.bool_ else _to_numbers(content), dtype=entries)
    if origin is float:
        return _to_number(content)
    if origin in (int, str, bool) and type(content) is not origin:
        raise TypeError(f"got {_shorten_repr(content)}, expected {origin.__name__}")
    container = {tuple: list, Sequence: list, dict: dict, Mapping: dict}.get(origin)
    if container is not None and not isinstance(content, container):
        raise TypeError(f"got {_shorten_repr(content)}, expected a {container.__name__}")
    if isinstance(content, dict):
        return {
            k: from_json(x, of)
            for (k, x), of in zip(content.items(), _list_inner_types(kind, 1, 2))
        }
    if isinstance(content, list):
        return tuple(
            from_json(x, of) for x, of in zip(content, _list_inner_types(kind, 0, len(content)))
        )
    return content


def _shorten_repr(content: Any) -> str:
    text = repr(content)
    return text if len(text) <= 60 else f"{text[:60]} ..."


def _to_number(content: Any) -> float:
    """A number, or one of the words for what JSON has no number for."""
    word = isinstance(content, str) and content in ("nan", "inf", "-inf")
    if not word and (isinstance(content, bool) or not isinstance(content, (int, float))):
        raise TypeError(f"got {_shorten_repr(content)}, expected a number")
    return float(content)


def _to_numbers(content: Any) -> Any:
    """Lists of numbers; numpy alone would also make numbers of true and null."""
    return [_to_numbers(x) for x in content] if isinstance(content, list) else _to_number(content)


def _load_record(content: dict[str, Any], kind: Any) -> Any:
    kind = _find_class(content["type"], kind) if "type" in content else kind
    types = _get_types(kind)
    names = {f.name for f in fields(kind) if f.init}
    given = {key: x for key, x in content.items() if key != "type"}
    if unknown := given.keys() - names:
        raise ValueError(f"unknown entries {sorted(unknown)} of {kind.__name__}")
    return kind(**{key: from_json(x, types.get(key, Any)) for key, x in given.items()})


@cache
def _get_types(kind: type) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except NameError:  # names that only type checkers read: the contents speak for themselves
        return {}


def _unwrap_optional(kind: Any) -> Any:
    """X of "X | None"; a union of several leaves open which."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    kinds = [x for x in get_args(kind) if x is not NoneType]
    return kinds[0] if len(kinds) == 1 else Any


def _list_inner_types(kind: Any, at: int, count: int) -> Any:
    """The types of what a dictionary (1), tuple or sequence (0) contains, one for each entry."""
    given = get_args(kind) if get_origin(kind) is not np.ndarray else ()
    if at == 0 and get_origin(kind) is tuple and Ellipsis not in given:
        if given and len(given) != count:
            raise ValueError(f"got {count} entries, expected {len(given)}")
        return given or _repeat_forever(Any)
    return _repeat_forever(given[at] if len(given) > at else Any)


def _repeat_forever(kind: Any) -> Any:
    while True:
        yield kind


def _name_class(kind: type) -> str:
    """Where a class is written: "module:Class" of dynid, "file.py:Class" of a user."""
    if kind.__module__.partition(".")[0] == "dynid":
        return f"{kind.__module__}:{kind.__qualname__}"
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    if file is None or kind.__qualname__ != kind.__name__:
        raise InputError(
            f"{kind.__name__} cannot be saved, because its class is not at the top of a file, where"
            " it could be found again; move it into a file such as my_effects.py, or save"
            " without the model: dataclasses.replace(result, model=None)."
        )
    return f"{Path(file).resolve()}:{kind.__name__}"


def _find_class(place: str, kind: Any) -> Any:
    """The class at a place, one of the kind that is expected. It is one of dynid's, or of a user's
    file that is trusted: what is read here runs no other."""
    place = renamed.find_place(place)
    path, _, name = place.rpartition(":")
    if path.endswith(".py"):
        file = find_trusted_file(path)
        if file is None:
            raise refuse_untrusted(f"the class '{name}'", path)
        found = vars(load_file(file, "class")).get(name)
    elif path.partition(".")[0] != "dynid" or "__" in path:
        raise ValueError(f"got the class {place!r}, expected one of dynid or of a .py file")
    else:
        found = getattr(importlib.import_module(path), name)
    if not (isinstance(found, type) and is_dataclass(found)):
        raise ValueError(f"got {place!r}, expected a class of records")
    if is_dataclass(kind) and isinstance(kind, type) and not issubclass(found, kind):
        raise ValueError(f"got {place!r}, expected a kind of {kind.__name__}")
    return found


def list_class_files(content: Any) -> set[str]:
    """The users' files whose classes a record, as JSON has it, consists of."""
    if isinstance(content, list):
        return set().union(*map(list_class_files, content))
    if not isinstance(content, dict):
        return set()
    path = str(content.get("type", "")).rpartition(":")[0]
    found = set().union(*map(list_class_files, content.values()))
    return {*found, path} if path.endswith(".py") else found
