"""Old names answer for one release, with a warning that says the new one; saved files for good."""

from __future__ import annotations

import importlib
import subprocess
import sys
import warnings

import pytest

import dynid as di
from dynid import renamed

PUBLIC = [(module, old) for module, names in renamed.NAMES.items() for old in names]
METHODS = [
    (module, kind, old, new)
    for module, kinds in renamed.METHODS.items()
    for kind, methods in kinds.items()
    for old, new in methods.items()
]


def test_old_modules_are_the_new_ones():
    assert renamed.MODULES
    for old, new in renamed.MODULES.items():
        sys.modules.pop(old, None)
        with pytest.warns(DeprecationWarning, match=new.replace(".", r"\.")):
            module = importlib.import_module(old)
        assert module is importlib.import_module(new)
        assert module.__name__ == module.__spec__.name == new


@pytest.mark.parametrize(("module", "old"), PUBLIC)
def test_old_names_answer(module, old):
    new = renamed.NAMES[module][old]
    home = importlib.import_module(module)
    vars(home).pop(old, None)  # an import of the old module has put it there
    with pytest.warns(DeprecationWarning, match=new):
        assert getattr(home, old) is getattr(home, new)


@pytest.mark.parametrize(("module", "kind", "old", "new"), METHODS)
def test_old_methods_answer(module, kind, old, new):
    owner = getattr(importlib.import_module(module), kind)
    assert hasattr(owner, new)
    with pytest.warns(DeprecationWarning, match=new):
        assert getattr(owner, old) == getattr(owner, new)


def test_old_places_of_saved_files_are_found_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for module, kinds in renamed.CLASSES.items():
            for old in kinds:
                path, _, name = renamed.find_place(f"{module}:{old}").partition(":")
                assert isinstance(getattr(importlib.import_module(path), name), type)
    assert renamed.find_place("dynid.model.effects:Viscous") == "dynid.model.effects:Viscous"
    assert renamed.find_place("/home/me/mine.py:Own") == "/home/me/mine.py:Own"


def test_nothing_warns_that_uses_the_new_names():
    code = "import dynid as di; [getattr(di, name) for name in di.__all__]"
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:dynid", "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_what_never_was_is_an_error_still():
    for home in (di, di.data, importlib.import_module("dynid.model.effects")):
        with pytest.raises(AttributeError):
            _ = home.nonsense
