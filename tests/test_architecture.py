"""Rules of the code itself: imports point one way, light imports."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import dynid

SOURCE = Path(dynid.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
#: the floors of the house, from the ground up, and their folders: a folder may import from itself
#: and from those before it
FLOORS = {
    "foundation": [
        *(
            "errors",
            "option_names",
            "renamed",
            "namespaces",
            "notes",
            "_native",
            "arrays",
            "scratch",
            "version",
            "registry",
        ),
        *("records", "files", "progress", "schemas", "findings"),
        *("lapack", "figures", "plotting", "notebook", "convex", "parallel"),
    ],
    "core": [
        *("robot", "closed_chains", "dynamics", "model", "data", "excitation", "simulation"),
        *("identification", "testing", "estimators", "selection", "validation", "sim2real"),
        *("diagnostics", "payload", "exports", "report", "calibration"),
    ],
    "workflow": ["study"],
    "applications": ["fleet", "regression", "papers", "benchmark", "studio"],
    "shell": ["cli"],
}
ORDER = [folder for folders in FLOORS.values() for folder in folders]
#: folders that stand lower than they belong: where they belong, and who calls them from below
LOWERED = {
    "sim2real": (
        "applications",
        {"study", "exports", "report"},
        "a Study has the verb sim2real; its result has an export and a page",
    ),
    "calibration": (
        "applications",
        {"study"},
        "a Study has the verb calibrate",
    ),
    "payload": (
        "applications",
        {"study", "exports", "report"},
        "a Study has the verb payload; its stream is exported as C, its result has a page",
    ),
}


def modules() -> dict[str, Path]:
    """{"dynid.robot.robot_loading": its file, ...}; a folder's __init__ has the folder's name."""
    paths = {path: path.relative_to(SOURCE.parent).with_suffix("").parts for path in FILES}
    return {".".join(parts).removesuffix(".__init__"): path for path, parts in paths.items()}


def imports(path: Path, types: bool = True) -> set[str]:
    """The modules of dynid that a file imports, inside of functions too; `types`: for type checkers
    as well."""
    known, found = modules(), set()

    def walk(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if (
                not types
                and isinstance(child, ast.If)
                and "TYPE_CHECKING" in ast.unparse(child.test)
            ):
                continue
            if isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}: relative import"
                wholes = [f"{child.module}.{alias.name}" for alias in child.names]
                found.update(whole if whole in known else str(child.module) for whole in wholes)
            elif isinstance(child, ast.Import):
                found.update(alias.name for alias in child.names)
            walk(child)

    walk(ast.parse(path.read_text(encoding="utf-8")))
    return {name for name in found if name == "dynid" or name.startswith("dynid.")}


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_up_the_list(path):
    part = folder_of(path)
    if part in ("__init__", "__main__"):
        return
    assert "dynid" not in imports(path), "import from the modules, not from the top"
    allowed = set(ORDER[: ORDER.index(part) + 1])
    assert {name.split(".")[1] for name in imports(path)} <= allowed


def floor_of(folder: str) -> int:
    return next(k for k, folders in enumerate(FLOORS.values()) if folder in folders)


def folder_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_folder_has_one_floor():
    there = {folder_of(path) for path in FILES} - {"__init__", "__main__"}
    assert sorted(ORDER) == sorted(there | {"_native"})


def test_no_import_points_to_a_higher_floor():
    for path in FILES:
        folder = folder_of(path)
        if folder not in ("__init__", "__main__"):
            called = {name.split(".")[1] for name in imports(path)}
            higher = {name for name in called if floor_of(name) > floor_of(folder)}
            assert not higher, f"{path}: {higher}"


@pytest.mark.parametrize("folder", LOWERED)
def test_a_folder_stands_lower_only_while_it_is_called_from_there(folder):
    belongs, callers, _ = LOWERED[folder]
    level = list(FLOORS).index(belongs)
    assert floor_of(folder) < level
    below = {
        folder_of(path)
        for path in FILES
        if folder_of(path) in ORDER
        and folder_of(path) not in LOWERED
        and floor_of(folder_of(path)) < level
        and any(name.split(".")[1] == folder for name in imports(path))
    }
    assert below == callers


def test_no_import_cycle():
    """Not even by imports inside of functions; what only type checkers read is left out."""
    graph = {
        name: imports(path, types=False) for name, path in modules().items() if name != "dynid"
    }
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " -> ".join([*above[above.index(name) :], name])
        if name not in done:
            for other in graph.get(name, ()):
                visit(other, (*above, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
    )


def test_importing_dynid_is_light():
    heavy = ["numpy", "llvmlite", "scipy", "mujoco", "plotly", "pinocchio"]
    done = run(
        f"import sys, dynid, dynid.cli.main; print([m for m in {heavy} if m in sys.modules])"
    )
    assert done.stdout.strip() == "[]", done.stderr


def test_help_answers_at_once():
    """0.7 s of CPU, the user's patience; counted in CPU time, which a busy machine does not
    stretch."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "dynid.cli.main", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "robots" in done.stdout
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.7


def test_every_public_name_is_there():
    for name in dynid.__all__:
        assert getattr(dynid, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = dynid.nonsense


def test_no_folder_hides_a_public_name():
    """Importing dynid.x.y sets the attribute dynid.x: a folder named as a public function would
    replace it."""
    folders = {path.name.removesuffix(".py") for path in SOURCE.iterdir()}
    assert not folders & (set(dynid._PUBLIC))
