"""Docstrings of public names are in NumPy style: griffe reads them, as for the pages of the API."""

from __future__ import annotations

import re
from pathlib import Path

import griffe
import pytest

from public_names import KINDS, METHODS, PUBLIC

#: least share of parameters that docstrings describe: it may only rise
SHARES = {"function": 1.0, "class": 0.89, "method": 0.04}
ROOT = Path(__file__).resolve().parents[1]
EXTENSION = ROOT / "docs" / "mkdocs_hooks.py"
PACKAGE = griffe.load(
    "dynid",
    search_paths=[ROOT / "src"],
    docstring_parser="numpy",
    extensions=griffe.load_extensions("dataclasses", str(EXTENSION)),
)


def read(place):
    return PACKAGE[place.removeprefix("dynid.")]


def list_described(item, kind="parameters"):
    sections = item.docstring.parsed if item.docstring else []
    rows = [each for part in sections if part.kind.value == kind for each in part.value]
    return [each.name.lstrip("*") for each in rows]


def list_parameters(item):
    names = [each.name for each in getattr(item, "parameters", ())]
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def test_every_public_name_says_what_it_is():
    assert len(PUBLIC) >= 260
    assert [place for place in PUBLIC if not read(place).docstring] == []


@pytest.mark.parametrize("place", {**PUBLIC, **METHODS})
def test_docstrings_are_read_without_warnings(place, caplog):
    """What they describe exists: griffe warns of parameters that do not."""
    item = read(place)
    if item.docstring is None:
        return
    sections = item.docstring.parse("numpy")
    assert [record.message for record in caplog.records] == []
    assert [x for x in list_described(item, "attributes") if x not in item.all_members] == []
    prose = "\n".join(part.value for part in sections if part.kind.value == "text")
    columns = re.findall(r"^(\w+)(?:, \w+)* {2,}\S", prose, re.M)
    assert set(columns).isdisjoint(list_parameters(item)), "expected a section Parameters"


@pytest.mark.parametrize("kind", SHARES)
def test_no_fewer_parameters_are_described(kind):
    places = {"function": PUBLIC.keys() - KINDS, "class": KINDS, "method": METHODS}[kind]
    items = [read(place) for place in places]
    wanted = {(item.path, name) for item in items for name in list_parameters(item)}
    missing = wanted - {(item.path, name) for item in items for name in list_described(item)}
    assert 1 - len(missing) / len(wanted) >= SHARES[kind], sorted(missing)
