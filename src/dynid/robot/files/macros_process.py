"""Expands the macros of one file in a process of its own: macros are programs, and some never end.

    python -m dynid.robot.files.macros_process FILE SECONDS BYTES LONGEST

writes {"text": ...}, {"error": ...} or {"missing": package} to its standard output.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from dynid.files import check_source
from dynid.robot.files.macro_expressions import restrict_expressions
from dynid.robot.files.packages import find_package

ROS = "ament_index_python"  # what xacro asks where packages are


def main() -> None:
    path, seconds, size, longest = sys.argv[1], *map(int, sys.argv[2:5])
    _limit(seconds, size)
    missing: list[str] = []
    if find_spec(ROS) is None:
        _find_packages_beside(Path(path), missing)
    _refuse_pipes()
    answer: dict[str, Any]
    try:
        import xacro

        restrict_expressions(xacro)
        # xacro prints its own warnings
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            text = xacro.process_file(path).toxml()
        answer = {"text": text} if len(text) <= longest else {"too_long": True}
    except BaseException as error:  # of any kind, sys.exit too
        cause = getattr(error, "exc", None) or error  # xacro wraps what it meets
        why = " ".join(str(error).split())[:1000] or type(cause).__name__
        answer = {"missing": missing[0]} if missing else {"error": why}
        answer = {"too_large": True} if isinstance(cause, MemoryError) else answer
    sys.stdout.write(json.dumps(answer))


def _limit(seconds: int, size: int) -> None:
    """Of processor time and memory, where the system has such limits."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _refuse_pipes() -> None:
    """Files that are included or loaded must end."""
    plain = builtins.open

    def check_file(file: Any, *args: Any, **options: Any) -> Any:
        if not isinstance(file, int):
            check_source(file, "a file")
        return plain(file, *args, **options)

    builtins.open = check_file


def _find_packages_beside(path: Path, missing: list[str]) -> None:
    """Where ROS is not installed, $(find package) finds folders around the file; `missing` takes
    the names of those that are not there."""

    def locate_package(name: str) -> str:
        folder = find_package(name, path.absolute().parent)
        if folder is None:
            missing.append(name)
            raise LookupError(name)
        return str(folder)

    index, packages = ModuleType(ROS), ModuleType(f"{ROS}.packages")
    packages.__dict__["get_package_share_directory"] = locate_package
    sys.modules |= {ROS: index, f"{ROS}.packages": packages}


if __name__ == "__main__":
    main()
