"""Rules of the code itself: imports point one way, light imports, kernels compiled once."""

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
#: a folder may import from itself and from those before it
ORDER = [
    "errors",
    "files",
    "clock",
    "plotting",
    "compiling",
    "robot",
    "dynamics",
    "model",
    "data",
    "identify",
    "excite",
]
ORDER += [
    "simulation",
    "validation",
    "kalman",
    "exports",
    "report",
    "papers",
    "demo",
    "commands",
    "convert_command",
    "design_command",
    "cli",
]


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dynid."):
            names.add(node.module.split(".")[1])
    return names


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda p: str(p.relative_to(SOURCE))
)
def test_imports_point_up_the_list(path):
    part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if part == "__init__":
        return
    allowed = set(ORDER[: ORDER.index(part) + 1])
    assert imported(path) <= allowed


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
    )


def test_importing_dynid_is_light():
    heavy = ["numpy", "numba", "scipy", "mujoco", "plotly", "pinocchio"]
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


def test_kernels_compile_once_and_say_so(tmp_path):
    code = (
        "import dynid as di, numpy as np; m = di.Model(di.load_robot('pendulum'));"
        "print(m.gravity(np.zeros((1, 1)), m.prior).shape)"
    )
    first = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert "compiling kernels, once" in first.stderr
    assert first.stderr.count("compiling") == 1
    second = run(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert second.stderr == ""
    assert first.stdout == second.stdout == "(1, 1)\n"


def test_no_folder_hides_a_public_name():
    """Importing dynid.x.y sets the attribute dynid.x: a folder named as a public function would
    replace it."""
    folders = {path.name.removesuffix(".py") for path in SOURCE.iterdir()}
    assert not folders & set(dynid._PUBLIC)
