"""One registry a plug: a name, and where the thing is written. It is imported when it is first
asked for.

A user's own thing needs no registry: "my_effects.py:Cubic" names a file and what to take from it.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dynid.errors import DynidError, InputError, listing, near


class Registry(Mapping[str, Any]):
    """{name: "module:attribute"}, read as {name: the thing}."""

    def __init__(self, what: str, places: Mapping[str, str]) -> None:
        self.what, self.places = what, dict(places)

    def __getitem__(self, name: str) -> Any:
        module, _, attribute = self.places[name].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def find(self, text: str) -> Any:
        """The thing of a registered name (letters of any case), or of "file.py:Name"."""
        name = text.strip()
        path, colon, attribute = name.rpartition(":")
        if colon and path.endswith(".py"):
            return own(path, attribute, self.what)
        by_lower = {key.lower(): key for key in self.places}
        if name.lower() not in by_lower:
            raise InputError(
                f"unknown {self.what} '{name}'; expected one of {listing(self.places)}, or your own"
                f" as file.py:Name.{near(name, self.places)}"
            )
        return self[by_lower[name.lower()]]

    def make(self, text: str, /, **arguments: Any) -> Any:
        """What `find` gives, called with these arguments; an object that is ready as it is."""
        thing = self.find(text)
        if not callable(thing):
            return thing
        taken = inspect.signature(thing)
        try:
            taken.bind(**arguments)
        except TypeError as error:
            raise InputError(
                f"{self.what} '{text}': {error}; its arguments are {listing(taken.parameters)}."
            ) from None
        try:
            return thing(**arguments)
        except (Exception, SystemExit) as error:
            if isinstance(error, DynidError) or ".py:" not in text:
                raise
            raise InputError(f"{self.what} '{text}': it does not run ({error!r}).") from error


def own(path: str, attribute: str, what: str) -> Any:
    """What a user's own file defines under a name."""
    file = Path(path)
    if not file.is_file():
        raise InputError(f"{what} '{path}:{attribute}': there is no file '{path}'.")
    module = f"dynid_own_{file.stem}_{abs(hash(str(file.resolve())))}"
    if module not in sys.modules:
        spec = importlib.util.spec_from_file_location(module, file)
        assert spec is not None
        assert spec.loader is not None
        loaded = sys.modules[module] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(loaded)
        except BaseException as error:
            del sys.modules[module]
            if not isinstance(error, (Exception, SystemExit)):
                raise
            raise InputError(f"{what} '{path}': the file does not run ({error!r}).") from error
    names = [name for name in vars(sys.modules[module]) if not name.startswith("_")]
    if attribute not in names:
        raise InputError(
            f"{what} '{path}:{attribute}': the file defines no"
            f" '{attribute}'.{near(attribute, names)}"
        )
    return getattr(sys.modules[module], attribute)


def namespace(module: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], list[str]]:
    """`__getattr__` and `__all__` of a package whose names are imported when they are first used.

    places   {name: module that defines it}
    """

    def get(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module '{module}' has no attribute '{name}'{near(name, places)}")
        return getattr(importlib.import_module(places[name]), name)

    return get, sorted(places)
