"""What the fuzzers share: cases by number, each run in a process that may hang or crash, and a
table of the kinds of damage.

A fuzzer is a module with `undamaged() -> [Case]`, `cases(seed, number) -> Case` and
`judge(case) -> str`, which returns what came of it ("read", "refused") and raises where something
is wrong: then, or where the process ends or takes too long, the case has failed, and is printed
with its number to be run again.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import sys
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FINE = ("read", "refused")
FAILED = ("traceback", "hang", "crash")


@dataclass(frozen=True)
class Case:
    """`content`: the bytes of a file, damaged; `kind`: how; `name`: of what."""

    name: str
    kind: str
    content: bytes


@dataclass(frozen=True)
class Outcome:
    number: int
    name: str
    kind: str
    what: str
    text: str = ""


def refused(error: Exception) -> str:
    assert len(str(error).split()) > 3, f"an error without words: {error!r}"
    return "refused"


def byte_damage(kind: str, data: bytes, rng: np.random.Generator) -> bytes:
    """The kinds that know nothing of what the bytes mean."""
    at, more = sorted(rng.integers(0, len(data), size=2).tolist())
    span = data[at : min(more, at + 400)]
    if kind == "cut short":
        return data[:at]
    if kind == "byte changed":
        return data[:at] + bytes([rng.integers(256)]) + data[at + 1 :]
    if kind == "bytes inserted":
        return data[:at] + rng.bytes(int(rng.integers(1, 9))) + data[at:]
    if kind == "stretch lost":
        return data[:at] + data[at + len(span) :]
    if kind == "stretch twice":
        return data[:at] + 2 * span + data[at + len(span) :]
    raise ValueError(kind)


BYTES = ("cut short", "byte changed", "bytes inserted", "stretch lost", "stretch twice")


def _work(module: str, seed: int, inbox: Any, outbox: Any) -> None:
    warnings.simplefilter("ignore")
    fuzzer = importlib.import_module(module)
    for case in fuzzer.undamaged():  # what has to be compiled is compiled before the clock starts
        fuzzer.judge(case)
    for number in iter(inbox.get, None):
        case = fuzzer.cases(seed, number)
        outbox.put(("begun", number, case.name, case.kind))
        try:
            what, text = fuzzer.judge(case), ""
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
            words = " ".join(str(error).split())[:160]
            what, text = "traceback", f"{type(error).__name__} at {place}: {words}"
        outbox.put(("ended", number, what, text))


def run(module: str, numbers: list[int], seed: int, limit: float = 20.0) -> list[Outcome]:
    """The outcome of every case; one that takes longer than `limit` seconds, twice, hangs."""
    context = multiprocessing.get_context("spawn")
    done: list[Outcome] = []
    waiting, again = list(numbers), set[int]()
    while waiting:
        inbox, outbox = context.Queue(), context.Queue()
        process = context.Process(target=_work, args=(module, seed, inbox, outbox), daemon=True)
        process.start()
        for number in [*waiting, None]:
            inbox.put(number)
        begun: tuple[str, str] | None = None
        since = time.monotonic() + 600.0  # the first answer waits for imports and compilers
        while waiting:
            try:
                sort, number, *rest = outbox.get(timeout=0.2)
            except Exception:
                slow = time.monotonic() - since > limit
                if process.is_alive() and not slow:
                    continue
                number = waiting[0]
                if number in again:  # not a busy moment of the machine
                    case = importlib.import_module(module).cases(seed, number)
                    what = "hang" if slow else "crash"
                    code = "" if slow else f"exit code {process.exitcode}"
                    done.append(Outcome(waiting.pop(0), case.name, case.kind, what, code))
                again.add(number)
                break
            if sort == "begun":
                begun, since = (rest[0], rest[1]), time.monotonic()
            else:
                assert begun is not None
                since = time.monotonic()
                done.append(Outcome(number, *begun, *rest))
                waiting.remove(number)
        process.kill()
        process.join()
    return done


def table(done: list[Outcome]) -> str:
    """A line for each kind: how many were tried, and what came of them."""
    counts = {kind: Counter[str]() for kind in sorted({each.kind for each in done})}
    for each in done:
        counts[each.kind][each.what] += 1
    columns = [*FINE, *FAILED]
    width = max(map(len, [*counts, "kind"]))
    lines = [f"| {'kind':<{width}} | tried | {' | '.join(columns)} |"]
    lines.append(f"| {'-' * width} | ----- | {' | '.join('-' * len(c) for c in columns)} |")
    total: Counter[str] = Counter()
    for kind, count in [*counts.items(), ("all", total)]:
        total.update(count if kind != "all" else {})
        cells = " | ".join(f"{count[c]:>{len(c)}}" for c in columns)
        lines.append(f"| {kind:<{width}} | {sum(count.values()):>5} | {cells} |")
    return "\n".join(lines)


def main(module: str, description: str) -> None:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=500, help="how many cases")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds a case may take")
    parser.add_argument("--only", type=int, nargs="*", help="cases by their number")
    parser.add_argument("--show", action="store_true", help="print the damaged files")
    given = parser.parse_args()
    numbers = list(range(given.count)) if given.only is None else given.only
    if given.show:
        for number in numbers:
            print(importlib.import_module(module).cases(given.seed, number).content.decode())
    done = run(module, numbers, given.seed, given.limit)
    print(f"seed {given.seed}, {len(done)} cases\n\n{table(done)}\n")
    failed = [each for each in done if each.what not in FINE]
    for each in failed:
        print(f"--only {each.number}: {each.what}, {each.name}, {each.kind}: {each.text}")
    sys.exit(bool(failed))
