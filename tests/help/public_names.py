"""All that is public: names of dynid and of its namespaces, and the methods of their classes."""

from __future__ import annotations

import inspect

import dynid as di


def list_public():
    """{where it is defined: the thing} of the functions and classes of all namespaces."""
    spaces = [getattr(di, name) for name in di._NAMESPACES]
    things = [getattr(di, name) for name in di._PUBLIC]
    things += [getattr(space, name) for space in spaces for name in space.__all__]
    return {f"{thing.__module__}.{thing.__qualname__}": thing for thing in things}


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
