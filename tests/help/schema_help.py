"""The part of JSON Schema that dynid.schemas uses, checked without a package."""

from __future__ import annotations

KINDS = {
    "number": (int, float),
    "integer": int,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def mistakes(content, schema, place="$"):
    """What in `content` is not as the schema says: a list of sentences."""
    if "const" in schema and content != schema["const"]:
        return [f"{place}: got {content!r}, expected {schema['const']!r}"]
    if "enum" in schema and content not in schema["enum"]:
        return [f"{place}: got {content!r}, expected one of {schema['enum']}"]
    if "anyOf" in schema:
        found = [mistakes(content, each, place) for each in schema["anyOf"]]
        return [] if [] in found else min(found, key=len)
    kind = schema.get("type")
    if kind is not None:
        is_kind = isinstance(content, KINDS[kind])
        if not is_kind or (isinstance(content, bool) and kind != "boolean"):
            return [f"{place}: got {str(content)[:60]!r}, expected {kind}"]
    if kind == "array":
        pairs = enumerate(content)
        return [x for k, each in pairs for x in mistakes(each, schema["items"], f"{place}[{k}]")]
    if kind != "object":
        return []
    found = [f"{place}: no key {key!r}" for key in schema["required"] if key not in content]
    for key, each in content.items():
        part = schema["properties"].get(key, schema["additionalProperties"])
        if part is False:
            found.append(f"{place}: the key {key!r} is not in the schema")
        elif part is not True:
            found += mistakes(each, part, f"{place}.{key}")
    return found
