"""From the table of answers to JSON Schema, to the rows of docs/json.md, and to a marked answer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from dynid.errors import InputError, join_names, suggest_name
from dynid.schemas.command_schemas import SCHEMAS
from dynid.schemas.schema_parts import Nullable, Part

DRAFT = "https://json-schema.org/draft/2020-12/schema"
KEY = "schema"
#: of a saved result, which has these words for numbers that JSON lacks
SAVED = ["nan", "inf", "-inf"]
WORDS: Mapping[str, dict[str, Any]] = {
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "text": {"type": "string"},
    "boolean": {"type": "boolean"},
    "null": {"type": "null"},
    "anything": {},
    "saved number": {"anyOf": [{"type": "number"}, {"enum": SAVED}]},
}


def make_schema_name(command: str) -> str:
    return f"dynid/{command}/{SCHEMAS[command].version}"


def mark_schema(command: str, content: Any) -> Any:
    """An answer with its schema as the first key, null for numbers that JSON does not have."""
    content = replace_infinite(content)
    known = isinstance(content, dict) and command in SCHEMAS
    return {KEY: make_schema_name(command), **content} if known else content


def replace_infinite(content: Any) -> Any:
    if isinstance(content, dict):
        return {name: replace_infinite(x) for name, x in content.items()}
    if isinstance(content, (list, tuple)):
        return [replace_infinite(x) for x in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content


def make_json_schema(command: str, closed: bool = False) -> dict[str, Any]:
    """The JSON Schema of a command's answer; `closed`: keys that are not in the table are errors,
    to test that it is complete."""
    if command not in SCHEMAS:
        raise InputError(
            f"got the command '{command}', expected one of {join_names(SCHEMAS, 99)}."
            f"{suggest_name(command, SCHEMAS)}"
        )
    about = SCHEMAS[command]
    found = _translate(about.parts, closed)
    if found["type"] == "object":
        found["properties"] = {KEY: {"const": make_schema_name(command)}} | found["properties"]
        found["required"] = [KEY, *found["required"]]
    return {"$schema": DRAFT, "$id": make_schema_name(command), "description": about.about, **found}


def _translate(part: Part, closed: bool) -> dict[str, Any]:
    if isinstance(part, tuple):
        return _translate(part[0], closed) | {"description": part[1]}
    if isinstance(part, str):
        kinds = [WORDS[word] for word in part.split(" or ")]
        return dict(kinds[0]) if len(kinds) == 1 else {"anyOf": kinds}
    if isinstance(part, Nullable):
        return {"anyOf": [_translate(part.part, closed), WORDS["null"]]}
    if isinstance(part, list):
        return {"type": "array", "items": _translate(part[0], closed)}
    named = {name.removesuffix("?"): _translate(x, closed) for name, x in part.items()}
    others = named.pop("*", not closed)
    return {
        "type": "object",
        "properties": named,
        "required": [name for name in part if not name.endswith("?") and name != "*"],
        "additionalProperties": others,
    }


def key_rows(part: Part, place: str = "") -> Iterator[tuple[str, str, str]]:
    """(key, kind, meaning) of every key of a part: `joints[].name`, `errors.*`."""
    while isinstance(part, (list, tuple, Nullable)):
        place += "[]" if isinstance(part, list) else ""
        part = part.part if isinstance(part, Nullable) else part[0]
    for name, each in part.items() if isinstance(part, dict) else ():
        text = each[1] if isinstance(each, tuple) else ""
        text += " (may be absent)" * name.endswith("?")
        inside = f"{place}.{name.removesuffix('?')}".removeprefix(".")
        yield inside, describe_kind(each), text.strip()
        yield from key_rows(each, inside)


def describe_kind(part: Part) -> str:
    if isinstance(part, tuple):
        return describe_kind(part[0])
    if isinstance(part, str):
        return part
    if isinstance(part, Nullable):
        return f"{describe_kind(part.part)} or null"
    if isinstance(part, list):
        return f"list of {describe_kind(part[0])}"
    return f"by name: {describe_kind(part['*'])}" if [*part] == ["*"] else "object"
