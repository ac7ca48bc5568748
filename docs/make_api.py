"""Writes docs/api/ from the docstrings of the public names, a page for each folder of src/dynid:
python docs/make_api.py"""

from __future__ import annotations

import dataclasses
import inspect
import re
import textwrap
from pathlib import Path
from typing import Any

import dynid

FOLDER = Path(__file__).with_name("api")
HEAD = """# API

Written by `python docs/make_api.py` from the docstrings; change those, not these pages.

The names of every day are in `import dynid as di` itself: `di.Model`, `di.estimate`. The others
are in namespaces: `di.estimators.L1`, `di.excitation.BSpline`. A name that is in both is the same
thing, and is described at the top of its page. A wrong guess is answered with the right place:
`di.L1` says that it is `di.estimators.L1`.

| page | names of every day | namespaces |
| --- | --- | --- |
"""
#: folders of src/dynid, in the order of the data's path
PARTS = {
    "robot": "Robots",
    "closed_chains": "Loops",
    "model": "Models",
    "data": "Logs",
    "excitation": "Excitation",
    "simulation": "Simulation",
    "identification": "Identification",
    "estimators": "Estimators",
    "selection": "Selection of effects",
    "validation": "Validation",
    "sim2real": "Simulator parameters from commands and positions",
    "diagnostics": "Checking logs and files",
    "payload": "Payloads",
    "fleet": "Fleets",
    "parallel": "Many cores, many machines",
    "benchmark": "Estimators compared",
    "exports": "Export",
    "report": "Report",
    "study": "Studies: the whole way",
    "regression": "Regression tests of a robot",
    "testing": "Checking your own classes",
    "errors": "Errors",
}


def signature(name: str, thing: Any) -> str:
    """name(arguments) without types, which the docstrings tell better."""
    if not callable(thing) or (isinstance(thing, type) and issubclass(thing, Exception)):
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


def wrapped(text: str) -> str:
    """At most 96 columns, continued behind the parenthesis."""
    behind = " " * (text.find("(") + 1)
    return textwrap.fill(text, 96, subsequent_indent=behind, break_on_hyphens=False)


def default(value: Any) -> str:
    if value is inspect.Parameter.empty:
        return ""
    text = repr(value)
    return f"={text}" if len(text) < 20 and "<" not in text and " at 0x" not in text else "=..."


def described(thing: Any) -> str:
    """Its docstring; a dataclass without one has only its signature."""
    text = inspect.getdoc(thing) or ""
    return "" if re.match(r"\w+\(.*\)$", text) else text


def first(text: str) -> str:
    """The first paragraph in one line."""
    return text.split("\n\n")[0].replace("\n", " ")


def members(thing: Any) -> list[str]:
    """One line for each public method or property of a class that says what it does."""
    lines = []
    known = [base for base in thing.__mro__[1:] if base.__name__ in dynid._PUBLIC]
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
        head = (
            name
            if isinstance(made, property)
            else signature(name, made).replace("(cls, ", "(").replace("(cls)", "()")
        )
        text = inspect.getdoc(made) or ""
        said = any(inspect.getdoc(getattr(base, name, None)) == text for base in known)
        if text and not said:  # what a class shares with its base stands there
            lines.append(f"* `.{head}`: {first(text)}")
    return lines


def entry(place: str, name: str, thing: Any) -> str:
    """A name with its whole docstring and its methods; `place`: what stands before it."""
    lines = [f"### {place}{name}", "", "```py", wrapped(signature(name, thing)), "```"]
    if text := described(thing):
        lines += ["", "```text", text, "```"]
    if isinstance(thing, type) and not issubclass(thing, Exception) and (more := members(thing)):
        lines += ["", *more]
    return "\n".join(lines) + "\n"


def space_of(space: str) -> list[str]:
    """A namespace: what it is, where its names of the top are described, then the others."""
    module = getattr(dynid, space)
    names = module.__all__
    above = [f"`{name}`" for name in names if name in dynid._PUBLIC]
    lines = [f"## di.{space}\n", first(inspect.getdoc(module) or "") + "\n"]
    if above:
        lines.append(f"At the top: {', '.join(above)}.\n")
    others = [name for name in names if name not in dynid._PUBLIC]
    return lines + [entry(f"{space}.", name, getattr(module, name)) for name in others]


def page(part: str) -> str:
    """The page of a folder: its names of every day, then its namespaces."""
    names, spaces = names_in(part), spaces_in(part)
    pieces = [f"# {PARTS[part]}\n", *(entry("", name, getattr(dynid, name)) for name in names)]
    for space in spaces:
        pieces += space_of(space)
    return "\n".join(pieces)


def names_in(part: str) -> list[str]:
    return [name for name, module in dynid._PUBLIC.items() if module.split(".")[1] == part]


def spaces_in(part: str) -> list[str]:
    return [name for name, module in dynid._NAMESPACES.items() if module.split(".")[1] == part]


def index() -> str:
    rows = []
    for part, title in PARTS.items():
        names = ", ".join(f"[`{name}`]({part}.md#{name.lower()})" for name in names_in(part))
        spaces = ", ".join(f"`di.{space}`" for space in spaces_in(part))
        rows.append(f"| [{title}]({part}.md) | {names} | {spaces} |\n")
    return HEAD + "".join(rows)


def pages() -> dict[str, str]:
    """The text of each file of docs/api/."""
    return {"index.md": index(), **{f"{part}.md": page(part) for part in PARTS}}


if __name__ == "__main__":
    made = pages()
    FOLDER.mkdir(exist_ok=True)
    for file in FOLDER.glob("*.md"):
        if file.name not in made:  # a folder that was renamed
            file.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"wrote {len(made)} pages into {FOLDER}")
