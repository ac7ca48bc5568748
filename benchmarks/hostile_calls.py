"""Hostile calls of the extension and of the functions that reach it: every argument of a call that
is right is replaced by what nobody should pass (other shapes, strides, types, sizes, indices, nan,
read-only memory, None, objects that were never made). Allowed is a result, or a TypeError or
ValueError or DynidError that has words; a MemoryError where the argument is huge.

    python benchmarks/hostile_calls.py 25000        `make sanitize` runs it under the sanitizers
    python benchmarks/hostile_calls.py 1 --first 4711
"""

from __future__ import annotations

import argparse
import array
import inspect
import time
import warnings
from collections import Counter
from collections.abc import Callable
from copy import copy
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

import dynid as di
import dynid._native as native
from dynid.errors import DynidError
from hostile_cases import native_calls, public_calls, strangers

TRACED = 500  # calls, of which the slowest is told
ALLOWED = (TypeError, ValueError, DynidError)
HUGE = 2**45  # rows that no machine has


def huge_of(x: np.ndarray) -> np.ndarray:
    """An array of which a copy cannot be made."""
    return np.broadcast_to(x.reshape(-1)[:1].reshape((1,) * x.ndim), (HUGE, *x.shape[1:]))


def uneven(x: np.ndarray) -> np.ndarray:
    """The same numbers at an odd address."""
    memory = np.zeros(x.nbytes + 1, dtype=np.uint8)[1:].view(x.dtype).reshape(x.shape)
    memory[...] = x
    return memory


def read_only(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    x.setflags(write=False)
    return x


def of_numbers(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Some of its numbers become others."""
    x, values = x.copy(), [-1, 0, 1, 2, 3, 10, 2**31, 2**62, -(2**63)]
    if x.dtype == float:
        values = [np.nan, np.inf, -np.inf, 0.0, -1.0, 1e308, -1e308, 5e-324, 1e17, 0.5]
    for _ in range(rng.integers(1, 4)):
        if x.size:
            x.flat[rng.integers(x.size)] = rng.choice(np.array(values, dtype=x.dtype))
    return x


def shuffled(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same numbers elsewhere: indices that are in range, and wrong."""
    return rng.permutation(x.reshape(-1)).reshape(x.shape)


def off_by_one(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    x = x.copy()
    if x.size and x.dtype != bool:
        x.flat[rng.integers(x.size)] += rng.choice([-1, 1])
    return x


def of_shape(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A size is another: one more, one less, none."""
    if x.ndim == 0:
        return np.zeros(3, dtype=x.dtype)
    axis, shape = rng.integers(x.ndim), list(x.shape)
    shape[axis] = max(0, [shape[axis] + 1, shape[axis] - 1, 0, 1, 7][rng.integers(5)])
    return np.resize(x, shape) if x.size else np.zeros(shape, dtype=x.dtype)


def as_type(x: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    kinds = ["f4", ">f8", "i8", "i4", "?", "c16", "O", "U3", "M8[s]", "f2", "u8", "f8,f8", "V8"]
    kind = kinds[rng.integers(len(kinds))]
    x = np.nan_to_num(x)
    return np.zeros(x.shape, dtype=kind) if kind in ("f8,f8", "V8") else x.real.astype(kind)


Change = Callable[[np.ndarray, np.random.Generator], Any]
ARRAYS: dict[str, Change] = {
    "shape": of_shape,
    "numbers": of_numbers,
    "shuffled": shuffled,
    "off by one": off_by_one,
    "type": as_type,
    "nan": lambda x, _: np.full_like(x, np.nan) if x.dtype == float else x,
    "no axis": lambda x, _: x.reshape(-1),
    "more axes": lambda x, _: x[None],
    "no number": lambda x, _: np.zeros((0,) * x.ndim, dtype=x.dtype),
    "many rows of nothing": lambda x, _: np.zeros((2**45,) + (0,) * (x.ndim - 1), dtype=x.dtype)
    if x.ndim > 1
    else np.zeros(0, dtype=x.dtype),
    "a number": lambda x, _: np.array(1, dtype=x.dtype),
    "backwards": lambda x, _: x[::-1],
    "Fortran": lambda x, _: np.asfortranarray(x),
    "turned": lambda x, _: x.T,
    "gaps": lambda x, _: np.repeat(x, 2, axis=-1)[..., ::2] if x.ndim else x,
    "odd address": lambda x, _: uneven(x),
    "repeated": lambda x, _: np.broadcast_to(x.reshape(-1)[:1], x.shape) if x.size else x,
    "huge": lambda x, _: huge_of(x) if x.size and x.ndim else x,
    "read-only": lambda x, _: read_only(x),
    "a view of bytes": lambda x, _: memoryview(x),
    "a list": lambda x, _: x.tolist(),
    "array.array": lambda x, _: array.array("d", x.astype(float).reshape(-1).tolist()),
    "masked": lambda x, _: np.ma.masked_array(x),
}  # fmt: skip
DEEP = ["numbers", "shuffled", "off by one", "nan"]  # types and shapes are right: these go furthest
OTHERS: list[Any] = [
    *(None, 3.0, float("nan"), float("inf"), -1, 0, 2**31, 2**63 - 1, 2**63, -(2**63), 2**80, True),
    *("", "text", "\x00", b"bytes", bytearray(64), [], {}, (), object(), type, np.float64(1.0)),
    *(np.zeros(3), np.zeros((2, 3)), np.array(2), slice(None), 1j, [[1.0], [2.0, 3.0]], range(3)),
]


@cache
def never_made() -> list[Any]:
    """Objects of the extension whose __init__ was not called."""
    classes = [each for each in vars(native).values() if inspect.isclass(each)]
    return [each.__new__(each) for each in classes]


def changed(value: Any, others: list[Any], rng: np.random.Generator) -> tuple[str, Any]:
    """How, and what stands in the place of a right argument."""
    if rng.random() < 0.15:
        return "another object", OTHERS[rng.integers(len(OTHERS))]
    if rng.random() < 0.05:
        return "another argument", others[rng.integers(len(others))]
    if isinstance(value, np.ndarray):
        kinds = DEEP if rng.random() < 0.4 else list(ARRAYS)
        kind = kinds[rng.integers(len(kinds))]
        return kind, ARRAYS[kind](value, rng)
    if hasattr(value, "_asdict") or isinstance(value, SimpleNamespace):  # Constraints
        fields = value._asdict() if hasattr(value, "_asdict") else vars(value)
        name = list(fields)[rng.integers(len(fields))]
        kind, other = changed(fields[name], list(fields.values()), rng)
        if isinstance(value, tuple) and rng.random() < 0.5:
            return f"{name}: {kind}", value._replace(**{name: other})
        return f"{name}: {kind}", SimpleNamespace(**{**fields, name: other})
    if isinstance(
        value, di.closed_chains.Motion
    ):  # past its own check, as only somebody who wants to can
        name, kind = (
            ["q", "qd", "qdd", "G"][rng.integers(4)],
            list(ARRAYS)[rng.integers(len(ARRAYS))],
        )
        array, value = getattr(value, name), copy(value)
        if array is not None and isinstance(other := ARRAYS[kind](array, rng), np.ndarray):
            object.__setattr__(value, name, other)
        return f"{name}: {kind}", value
    if type(value).__module__ == native.__name__:
        made = never_made() if rng.random() < 0.5 else strangers()
        return "another one, or never made", made[rng.integers(len(made))]
    return "another object", OTHERS[rng.integers(len(OTHERS))]


def is_allowed(error: Exception, kinds: list[str]) -> bool:
    if isinstance(error, MemoryError):
        return any("huge" in kind or "another" in kind for kind in kinds)
    return isinstance(error, ALLOWED) and bool(str(error).strip())


def run(number: int, calls: dict[str, Any]) -> tuple[str, str, float]:
    """Call `number`: of what and how, what came of it, and how long it took."""
    rng = np.random.default_rng(number)
    native.use_level(native.levels()[rng.integers(len(native.levels()))])
    name = list(calls)[number % len(calls)]
    function, arguments = calls[name](rng)
    kinds = []
    for at in rng.permutation(len(arguments))[: 1 + (rng.random() < 0.3)]:
        kind, arguments[at] = changed(arguments[at], arguments, rng)
        kinds.append(f"argument {at} {kind}")
    said, began = f"{name}, {', '.join(kinds)}", time.perf_counter()
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            function(*arguments)
        came = "result"
    except Exception as error:
        came = type(error).__name__ if is_allowed(error, kinds) else f"FAILED: {error!r}"
    return said, came, time.perf_counter() - began


def wrong_from_the_start(turns: int = 5) -> list[str]:
    """Calls that fail though nothing was spoiled: they would hide what spoiling them does."""
    failed = []
    for name, make in (native_calls() | public_calls()).items():
        for seed in range(turns):
            function, arguments = make(np.random.default_rng(seed))
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    function(*arguments)
            except Exception as error:
                failed.append(f"{name}, seed {seed}: {error!r}")
    return failed


def uncovered() -> set[str]:
    """What the extension has and no call is made of."""
    names = set()
    for name, value in vars(native).items():
        if inspect.isclass(value):
            names |= {f"{name}.{part}" for part in vars(value) if not part.startswith("_")} | {name}
        elif callable(value):
            names.add(name)
    return names - set(native_calls())


def run_all(first: int, count: int, trace: bool = False) -> tuple[Counter[str], list[str]]:
    """How often what came, and the calls that failed."""
    calls, came, failed = native_calls() | public_calls(), Counter[str](), list[str]()
    level, slowest = native.level(), (0.0, "")
    for number in range(first, first + count):
        if trace:
            print(number, flush=True)
        said, what, took = run(number, calls)
        came[what.split(":")[0]] += 1
        slowest = max(slowest, (took, f"call {number}: {said}"))
        if what.startswith("FAILED"):
            failed.append(f"call {number}: {said}: {what}")
    native.use_level(level)
    if count > TRACED:
        print(f"slowest: {slowest[0]:.2f} s, {slowest[1]}")
    return came, failed


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=25_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--trace", action="store_true", help="print every number before its call")
    asked = parser.parse_args()
    assert not uncovered(), f"no call is made of {sorted(uncovered())}"
    assert not wrong_from_the_start(), wrong_from_the_start()
    came, failed = run_all(asked.first, asked.count, asked.trace)
    print(f"{di.__name__}: {asked.count} calls: {dict(came)}")
    for each in failed[:20]:
        print(each)
    raise SystemExit(bool(failed))
