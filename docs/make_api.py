"""Writes docs/api.md from the docstrings of the public names: python docs/make_api.py"""

from __future__ import annotations

import dataclasses
import inspect
import re
from pathlib import Path
from typing import Any

import dynid

PAGE = Path(__file__).with_name("api.md")
HEAD = """# API

Written by `python docs/make_api.py` from the docstrings; change those, not this page. Every name is
in `import dynid as di`.
"""
#: folders of src/dynid, in the order of the data's path
PARTS = {
    "robot": "Robots",
    "loops": "Loops",
    "model": "Models",
    "data": "Logs",
    "excite": "Excitation",
    "identify": "Identification",
    "estimators": "Estimators",
    "simulation": "Simulation",
    "validation": "Validation",
    "report": "Report",
    "exports": "Export",
    "errors": "Errors",
}


def signature(name: str, thing: Any) -> str:
    """name(arguments) without types, which the docstrings tell better."""
    if inspect.ismodule(thing) or (isinstance(thing, type) and issubclass(thing, Exception)):
        return name
    parts, starred = [], False
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.name == "self" or parameter.name.startswith("_"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts, starred = [*parts, "*"], True
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(
            parameter.kind, ""
        )
        parts.append(prefix + parameter.name + default(parameter.default))
    return f"{name}({', '.join(parts)})"


def default(value: Any) -> str:
    if value is inspect.Parameter.empty:
        return ""
    text = repr(value)
    return f"={text}" if len(text) < 20 and "<" not in text and " at 0x" not in text else "=..."


def described(thing: Any) -> str:
    text = inspect.getdoc(thing) or ""
    return (
        "" if re.match(r"\w+\(.*\)$", text) else text
    )  # a dataclass without a docstring has only its signature


def members(thing: Any) -> list[str]:
    """One line for each public method or property of a class that says what it does."""
    lines = []
    own = {
        k: v
        for base in reversed(thing.__mro__)
        if base.__module__.startswith("dynid")
        for k, v in vars(base).items()
    }
    fields = (
        {field.name for field in dataclasses.fields(thing)}
        if dataclasses.is_dataclass(thing)
        else set()
    )
    for name, value in own.items():
        made = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if (
            name.startswith("_")
            or name in fields
            or not (inspect.isfunction(made) or isinstance(made, property))
        ):
            continue
        text = (inspect.getdoc(made) or "").split("\n\n")[0].replace("\n", " ")
        head = (
            name
            if isinstance(made, property)
            else signature(name, made).replace("(cls, ", "(").replace("(cls)", "()")
        )
        if text:
            lines.append(f"* `.{head}`: {text}")
    return lines


def entry(name: str) -> str:
    thing = getattr(dynid, name)
    lines = [f"### {name}", "", f"`{signature(name, thing)}`"]
    if text := described(thing):
        lines += ["", "```text", text, "```"]
    if isinstance(thing, type) and not issubclass(thing, Exception) and (more := members(thing)):
        lines += ["", *more]
    return "\n".join(lines)


def page() -> str:
    pieces = [HEAD]
    for part, title in PARTS.items():
        names = [name for name, module in dynid._PUBLIC.items() if module.split(".")[1] == part]
        pieces += [f"## {title}\n", *(entry(name) + "\n" for name in names)]
    return "\n".join(pieces)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
