"""One registry a plug: a name, and where the thing is written. It is imported when it is first
asked for.

A user's own thing needs no registry: "my_effects.py:Cubic" names a file and what to take from it.
Such a file is run only if the command or the program names it: `Trust`.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import shlex
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from dynid.errors import DynidError, InputError, join_names, suggest_name


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
            return load_own(path, attribute, self.what)
        by_lower = {key.lower(): key for key in self.places}
        if name.lower() not in by_lower:
            raise InputError(
                f"unknown {self.what} '{name}'; expected one of {join_names(self.places)}, or your "
                f"own"
                f" as file.py:Name.{suggest_name(name, self.places)}"
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
                f"{self.what} '{text}': {error}; its arguments are {join_names(taken.parameters)}."
            ) from None
        try:
            return thing(**arguments)
        except (Exception, SystemExit) as error:
            if isinstance(error, DynidError) or ".py:" not in text:
                raise
            raise InputError(f"{self.what} '{text}': it does not run ({error!r}).") from error


class Trust:
    """The user's files that may be run, so that no project file and no saved result runs others.

    files    those that the command names; None where a program calls dynid: it runs what it names
    advice   what to type to trust a file, with {file} and {module} for its names
    """

    files: tuple[Path, ...] | None = None
    advice = "import it before: import {module}"


@contextmanager
def trust_only(files: Iterable[str | Path], advice: str) -> Iterator[None]:
    """Let only these files of the user be run."""
    before = Trust.files, Trust.advice
    Trust.files, Trust.advice = tuple(Path(file).resolve() for file in files), advice
    try:
        yield
    finally:
        Trust.files, Trust.advice = before


def list_named_files(text: str) -> list[str]:
    """The files of "viscous,my_effects.py:Cubic(joint1)", or of "my_robot.py:build"."""
    paths = (part.strip().rpartition(":")[0] for part in re.split("[,()]", text))
    return [path for path in paths if path.endswith(".py")]


def find_trusted_file(path: str) -> Path | None:
    """The file that may be run for what a saved record calls `path`: one that the command names
    or that is loaded already, there or, where it has moved, of the same name."""
    file = Path(path)
    loaded = [x for x in map(_get_file, list(sys.modules.values())) if x.endswith(file.name)]
    known = [*(Trust.files or ()), *(Path(x).resolve() for x in loaded)]
    known = [x for x in known if x.name == file.name]
    return file.resolve() if file.resolve() in known else next(iter(known), None)


def refuse_untrusted(what: str, path: str) -> InputError:
    """What to say where a file that nobody named would have to be run."""
    moved = "" if Path(path).is_file() else " (it is not there: name the file where it is now)"
    advice = Trust.advice.format(file=shlex.quote(path), module=Path(path).stem)
    return InputError(
        f"{what} is in the Python file '{path}', which is not run unless you name it. Read it; if"
        f" you trust it, {advice}{moved}"
    )


def load_own(path: str, attribute: str, what: str) -> Any:
    """What a user's own file defines under a name; the file is run unless it was before."""
    file = Path(path)
    if Trust.files is not None and find_trusted_file(path) != file.resolve():
        raise refuse_untrusted(f"the {what} '{attribute}'", path)
    if not file.is_file():
        raise InputError(f"{what} '{path}:{attribute}': there is no file '{path}'.")
    defined = vars(load_file(file, what))
    names = [name for name in defined if not name.startswith("_")]
    if attribute not in names:
        raise InputError(
            f"{what} '{path}:{attribute}': the file defines no"
            f" '{attribute}'.{suggest_name(attribute, names)}"
        )
    return defined[attribute]


def load_file(file: Path, what: str) -> ModuleType:
    """The module of a user's file, run once."""
    for module in list(sys.modules.values()):
        there = _get_file(module)
        if there.endswith(file.name) and Path(there).resolve() == file.resolve():
            return module
    name = f"dynid_own_{file.stem}_{abs(hash(str(file.resolve())))}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, (Exception, SystemExit)):
            raise
        raise InputError(f"{what} '{file}': the file does not run ({error!r}).") from error
    return loaded


def _get_file(module: ModuleType | None) -> str:
    """Of some modules a question for an attribute runs code; their dictionary is silent."""
    return str(getattr(module, "__dict__", {}).get("__file__") or "")


def warn_renamed(former: str, now: str) -> None:
    """Of a name of dynid that a caller's caller used."""
    warnings.warn(f"{former} is now {now}", DeprecationWarning, stacklevel=3)
