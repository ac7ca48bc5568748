"""Expressions of macros, ${...} and $(eval ...): they compute, and run no program.

xacro has Python evaluate them. It refuses names that begin with "__" at the outermost level only,
so that a lambda reaches everything, and lets $(eval ...) call exec.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from types import ModuleType
from typing import Any

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
