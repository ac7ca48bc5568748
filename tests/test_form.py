"""Rules of the form of the code, and the walk through it in CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from dynid.model import effects
from test_architecture import FILES, ORDER, SOURCE

ROOT = Path(__file__).resolve().parents[1]
LINES, COLUMNS = 500, 100
FOLDERS = ("src", "tests", "docs", "examples", "benchmarks")
PYTHON = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
EFFECTS = {
    name
    for name, thing in vars(effects).items()
    if isinstance(thing, type) and (issubclass(thing, effects.Effect) or thing is effects.Payload)
}


def text_of(path):
    return path.read_text(encoding="utf-8")


def test_files_are_short():
    lengths = {str(path.relative_to(SOURCE)): text_of(path).count("\n") for path in FILES}
    assert {name: count for name, count in lengths.items() if count > LINES} == {}


def test_lines_are_short():
    assert len(PYTHON) > 300
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in PYTHON
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if len(line) > COLUMNS
    ]
    assert long == []


def test_only_the_model_asks_which_effect_it_is():
    """Others ask the terms and their laws, so that a user's own effect is as good as any."""
    assert {"Effect", "Coulomb", "Stribeck", "Payload"} <= EFFECTS
    asked = []
    for path in FILES:
        if path.relative_to(SOURCE).parts[0] == "model":
            continue
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "isinstance",
                "issubclass",
            ):
                names = {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)}
                names |= {x.attr for x in ast.walk(node.args[1]) if isinstance(x, ast.Attribute)}
                asked += [f"{path.relative_to(SOURCE)}:{node.lineno}"] if names & EFFECTS else []
    assert asked == []


WALK = text_of(ROOT / "CONTRIBUTING.md").split("## A walk", 1)[1].split("\n## ", 1)[0]
STOPS = re.findall(r"`([a-z_0-9]+(?:/[a-z_0-9]+)*\.py)(?::(\w+))?`", WALK)


@pytest.mark.parametrize(("file", "name"), [stop for stop in STOPS if "/" in stop[0]])
def test_the_stops_of_the_walk_exist(file, name):
    path = SOURCE / file
    assert path.is_file()
    defined = {getattr(node, "name", "") for node in ast.parse(text_of(path)).body}
    assert not name or name in defined


def test_the_walk_never_goes_back():
    folders = [file.split("/")[0] for file, _ in STOPS if "/" in file]
    assert len(folders) > 40
    visited = list(dict.fromkeys(folders))
    assert folders == sorted(folders, key=visited.index)  # each folder in one go
    assert visited[:2] == ["cli", "study"]  # who starts it all; then left to right
    assert visited[2:] == sorted(visited[2:], key=ORDER.index)
    heads = re.findall(r"^\d+\. \*\*(\w+)\*\*", WALK, re.M)
    assert heads == visited
    off = WALK.rsplit("Not on this way", 1)[1]
    rooms = ORDER[ORDER.index("robot") :]
    assert set(re.findall(r"`(\w+)`", off)) == set(rooms) - set(visited)
