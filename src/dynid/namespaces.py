"""Public names, imported when they are first used. A package lists them once, with their types:

if TYPE_CHECKING:
    from dynid.data.log import Log as Log
else:
    __getattr__, __all__ = make_namespace(__name__)

Type checkers read the imports; a running program reads them as text, and imports what is asked for.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from typing import Any

from dynid import renamed

_IMPORT = re.compile(r"^    from ([\w.]+) import \(?\s*(\w+) as \2\b", re.M)


def read_names(package: str) -> dict[str, str]:
    """{name: module that defines it}, as the source of a package lists them."""
    spec: Any = sys.modules[package].__spec__
    try:
        source = spec.loader.get_source(package)
    except AttributeError:  # pytest's own loader, of packages that bring a plugin
        source = spec.loader.get_data(spec.origin).decode()
    if source is None:
        raise ImportError(
            f"{package}: its names are read from its source, which is not there; pack dynid with"
            " its .py files."
        )
    return {name: module for module, name in _IMPORT.findall(source)}


def make_namespace(package: str) -> tuple[Callable[[str], Any], list[str]]:
    """`__getattr__` and `__all__` of a package."""
    places = read_names(package)

    def get_name(name: str) -> Any:
        name = renamed.find_name(package, name) or name
        if name not in places:
            from dynid.errors import suggest_name

            raise AttributeError(
                f"module '{package}' has no attribute '{name}'{suggest_name(name, places)}"
            )
        return getattr(importlib.import_module(places[name]), name)

    return get_name, sorted(places)
