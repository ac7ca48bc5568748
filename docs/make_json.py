"""Writes docs/json.md, what every command answers with --json, from the table of schemas."""

from __future__ import annotations

from pathlib import Path

from dynid.schemas.command_schemas import SCHEMAS
from dynid.schemas.schema_builder import key_rows, make_schema_name

PAGE = Path(__file__).with_name("json.md")
HEAD = """# Answers for machines

Every command has `--json`: it prints one JSON object (`dynid robots`: a list) on standard output;
warnings and errors go to standard error. This page is made of `dynid.schemas.command_schemas` by
`python docs/make_json.py`; tests compare it, and check answers against it.

* `schema` is the first key: `"dynid/identify/1"`. The number grows where a key goes or changes its
  meaning. Keys may be added without that: ignore those that you do not know.
* `python -m dynid.schemas identify > identify.schema.json` writes a JSON Schema (draft 2020-12);
  without a name, a list of all.
* `null` is a number that is not known or not finite. Inside of `result` of `dynid identify`, which
  is what `result.json` has, these are the words `"nan"`, `"inf"` and `"-inf"` ("saved number").
* Units are SI, unless the table says %.
* The exit code: 0 done; 1 `dynid check` found something that is certain or likely; 2 not done, or
  refused (`failures` says why).

In the tables, `[]` is each entry of a list, `*` each name (of a joint, a log, a parameter).
"""


def table(parts: object, place: str = "") -> list[str]:
    rows = [f"| `{key}` | {kind} | {text} |" for key, kind, text in key_rows(parts, place)]
    return ["| key | kind | |", "| --- | --- | --- |", *rows] if rows else []


def page() -> str:
    pieces = [HEAD]
    for command, schema in SCHEMAS.items():
        pieces.append(f"## dynid {command}\n\n`{make_schema_name(command)}`. {schema.about}\n")
        pieces.append("\n".join(table(schema.parts)) + "\n")
    return "\n".join(pieces)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
