"""Expands the macros of one file in a process of its own: macros are programs, and some never end.

    python -m dynid.robot.files.macros_process FILE SECONDS BYTES LONGEST

writes {"text": ...}, {"error": ...} or {"missing": package} to its standard output.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import io
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from dynid.files import check_source
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


# ---- Expressions of macros, ${...} and $(eval ...): they compute, and run no program.
#
# xacro has Python evaluate them. It refuses names that begin with "__" at the outermost level only,
# so that a lambda reaches everything, and lets $(eval ...) call exec.

#: attributes that lead from a value to the program around it
HIDDEN = re.compile(
    "__.*|(gi|cr|ag)_(frame|code|yieldfrom|await)|tb_(frame|next)"
    "|f_(back|builtins|code|globals|locals)|vars"
)
#: built-in functions that expressions may call
PLAIN = (
    *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "int", "len"),
    *("list", "map", "max", "min", "range", "reversed", "round", "set", "sorted", "str", "sum"),
    *("tuple", "zip", "True", "False", "None"),
)


def restrict_expressions(xacro: ModuleType) -> None:
    """Have xacro evaluate no expression that leads out of its own values."""
    for module in (xacro, importlib.import_module("xacro.substitution_args")):
        vars(module).update(compile=_compile, eval=_evaluate)  # in place of the built-in ones
    # functions by which attributes are reached without their names being written
    dict.pop(vars(xacro).get("_global_symbols", {}).get("python", {}), "vars", None)


def check_expression(text: str) -> None:
    """Refuse names and attributes that lead out of the values of an expression."""
    for node in ast.walk(ast.parse(text.strip(), mode="eval")):
        name = node.attr if isinstance(node, ast.Attribute) else ""
        name = node.id if isinstance(node, ast.Name) and node.id.startswith("__") else name
        if HIDDEN.fullmatch(name):
            raise ValueError(f"the expression uses '{name}', which leads to other programs")


def _compile(text: str, file: str, mode: str) -> Any:
    check_expression(text)
    return builtins.compile(text, file, mode)


def _evaluate(code: Any, symbols: dict[str, Any], local: Any = None) -> Any:
    if isinstance(code, str):
        code = _compile(code.strip(), "<expression>", "eval")
    symbols.setdefault("__builtins__", {name: getattr(builtins, name) for name in PLAIN})
    return builtins.eval(code, symbols, local)


if __name__ == "__main__":
    main()
