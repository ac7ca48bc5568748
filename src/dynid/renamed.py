"""Old names of modules, functions, classes and methods: they answer for one release, and say the
new one.

Saved files name classes by their place ("dynid.model.effects:Viscous"); those of older versions
are read for good, without a warning: `find_place`. Loaders and finder do without the base classes
of importlib.abc, which take a third of the time of `import dynid`.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import json
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, cast

_TABLES = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
#: {old module: new module}
MODULES: dict[str, str] = _TABLES["modules"]
#: {module: {old name: new name}} of the public names, the module as it is called now
NAMES: dict[str, dict[str, str]] = _TABLES["names"]
#: {module: {old class: new class}} of all classes, for saved files; the module as it was called
CLASSES: dict[str, dict[str, str]] = _TABLES["classes"]
#: {module: {class: {old method: new method}}} of public classes and those above, as called now
METHODS: dict[str, dict[str, dict[str, str]]] = _TABLES["methods"]


def warn_renamed(old: str, new: str, level: int = 3) -> None:
    warnings.warn(f"{old} is now called {new}", DeprecationWarning, stacklevel=level + 1)


def find_name(module: str, name: str) -> str | None:
    """The new name of what a module had under an old one; None where it has none."""
    new = NAMES.get(module, {}).get(name)
    if new is not None:
        warn_renamed(f"{module}.{name}", new)
    return new


def find_place(place: str) -> str:
    """The "module:Class" of today for that of a saved file."""
    module, colon, name = place.rpartition(":")
    name = CLASSES.get(module, {}).get(name, name)
    return f"{MODULES.get(module, module)}{colon}{name}"


class _OldModule:
    """Gives the new module under the old name."""

    def __init__(self, new: str) -> None:
        self.new = new

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import of the old name has put its own there


class _WithOldNames:
    """Loads a module, and gives it and its public classes the old names beside the new ones."""

    def __init__(self, loader: Any) -> None:
        self.loader = loader

    def __getattr__(self, name: str) -> Any:  # get_data, get_source, is_package ...
        return getattr(self.loader, name)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return cast("ModuleType | None", self.loader.create_module(spec))

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        for kind, methods in METHODS.get(module.__name__, {}).items():
            owner = getattr(module, kind, None)
            for old, new in methods.items():
                if isinstance(owner, type) and new in vars(owner) and old not in vars(owner):
                    setattr(owner, old, _OldMethod(kind, old, new))
        if module.__name__ in NAMES and "__getattr__" not in vars(module):
            module.__dict__["__getattr__"] = _make_getter(module)


class _OldMethod:
    """An old name of a method."""

    def __init__(self, kind: str, old: str, new: str) -> None:
        self.kind, self.old, self.new = kind, old, new

    def __get__(self, instance: Any, owner: type) -> Any:
        warn_renamed(f"{self.kind}.{self.old}", self.new, level=2)
        return getattr(owner if instance is None else instance, self.new)


def _make_getter(module: ModuleType) -> Any:
    def get_old(name: str) -> Any:
        new = find_name(module.__name__, name)
        if new is None:
            raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
        return getattr(module, new)

    return get_old


class _Finder:
    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name in MODULES:
            warn_renamed(name, MODULES[name])
            return importlib.machinery.ModuleSpec(name, cast(Any, _OldModule(MODULES[name])))
        if name not in METHODS and name not in NAMES:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target) if finder is not self else None
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = cast(Any, _WithOldNames(spec.loader))
                return spec
        return None


if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, _Finder())
