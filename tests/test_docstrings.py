"""Docstrings of public names are in NumPy style, read by griffe, with which the API is made."""

from __future__ import annotations

import inspect
import re

import griffe
import pytest

import dynid as di

#: least share of parameters that docstrings describe: it may only rise
SHARES = {"function": 0.0, "class": 0.0, "method": 0.0}
PACKAGE = griffe.load("dynid", docstring_parser="numpy")


def list_public():
    """{where it is defined: the thing} of the functions and classes of all namespaces."""
    things = [getattr(di, name) for name in di._PUBLIC]
    things += [getattr(space, name) for space in list_spaces() for name in space.__all__]
    return {f"{thing.__module__}.{thing.__qualname__}": thing for thing in things}


def list_spaces():
    return [getattr(di, name) for name in di._NAMESPACES]


def list_methods(kind):
    """{where it is defined: the method or property} of a class and of its bases."""
    found = {}
    for base in kind.__mro__:
        if base.__module__.startswith("dynid"):
            for name, value in vars(base).items():
                made = getattr(value, "__func__", getattr(value, "fget", value))
                if not name.startswith("_") and inspect.isfunction(inspect.unwrap(made)):
                    found[f"{base.__module__}.{base.__qualname__}.{name}"] = made
    return found


PUBLIC = list_public()
KINDS = {place: thing for place, thing in PUBLIC.items() if inspect.isclass(thing)}
METHODS = {place: made for kind in KINDS.values() for place, made in list_methods(kind).items()}


def read(place):
    return PACKAGE[place.removeprefix("dynid.")]


def list_described(item, kind="parameters"):
    sections = item.docstring.parsed if item.docstring else []
    return [each.name for part in sections if part.kind.value == kind for each in part.value]


def list_parameters(item):
    return [
        each.name if each.kind.value[:3] != "var" else "*" * (1 + ("key" in each.kind.value)) + each.name.lstrip("*")
        for each in getattr(item, "parameters", [])
        if each.name not in ("self", "cls") and not each.name.startswith("_")
    ]


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
    assert set(columns).isdisjoint(list_parameters(item)), "NumPy style: a section Parameters"


def test_no_fewer_parameters_are_described():
    places = {
        "function": PUBLIC.keys() - KINDS.keys(),
        "class": KINDS.keys(),
        "method": METHODS.keys(),
    }
    for kind, names in places.items():
        items = [read(place) for place in names]
        wanted = [(item.path, x) for item in items for x in list_parameters(item)]
        known = {(item.path, x) for item in items for x in list_described(item)}
        share = sum(each in known for each in wanted) / len(wanted)
        print(kind, len(wanted), share, sorted(set(wanted) - known))
        assert share >= SHARES[kind], sorted(set(wanted) - known)
