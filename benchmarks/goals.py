"""The aims of speed and size, each beside what is reached: one table.

    python benchmarks/goals.py                     # quick parts, this version: four minutes
    python benchmarks/goals.py starts growth       # some parts, by their names
    python benchmarks/goals.py --before            # in turn with the version before from git
    python benchmarks/goals.py --all --before      # with the long parts too: some half an hour

`make bench` writes the quick parts into RESULTS.md, `python benchmarks/run.py --write --long goals`
all of them beside the version before. Times are seconds of the processor, children included, best
of the turns, unless a row says otherwise; "others" is what else ran on the machine meanwhile. Cold
starts begin with an empty cache in a temporary folder; every kernel that is compiled is named below
the table. A part that fails is told, and the others go on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from compileall import compile_dir
from pathlib import Path

import goals_parts
import goals_starts
from common import table
from goals_rows import Bench, Row
from versions import BEFORE, ROOT, Failed, this_version, version_before, watching

PARTS: dict[str, Callable[[Bench], list[Row]]] = {
    "starts": goals_starts.starts,
    "wheel": goals_starts.wheel,
    "demo": goals_starts.demo,
    "install": goals_starts.install,
    "long": goals_parts.long,
    "longest": goals_parts.longest,
    "identify": goals_parts.identify,
    "regressor": goals_parts.regressor,
    "delta4": goals_parts.delta4,
    "inverse": goals_parts.inverse,
    "growth": goals_parts.growth,
    "export": goals_parts.export,
    "design": goals_parts.design,
    "simulate": goals_parts.simulate,
}
#: minutes each
LONG = ("wheel", "demo", "longest", "identify")
QUICK = tuple(name for name in PARTS if name not in LONG)
HEADS = ("part", "goal", "aim", "now", "before", "before / now", "met", "others, cores")


def measured(names: Sequence[str], before: str) -> str:
    """The table, and below it the kernels and what could not be had."""
    notes: list[str] = []
    versions = [this_version()]
    if before:
        try:
            versions.append(version_before(before))
        except Failed as error:
            notes.append(str(error))
    compile_dir(ROOT / "src", quiet=2)  # as pip does
    lines, aims, began = [], [], time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(tuple(versions), Path(folder), notes)
        for name in names:
            with watching() as others:
                try:
                    rows = PARTS[name](bench)
                except (Failed, OSError, AssertionError) as error:
                    rows = []
                    notes.append(f"{name}: not measured: {error}")
            aims += [row.met for row in rows if row.has_aim]
            new = [[name, *row.cells(), str(others)] for row in rows]
            print(*(" | ".join(line) for line in new), sep="\n", file=sys.stderr, flush=True)
            lines += new
    said = f"{sum(aims)} of {len(aims)} aims met"
    if left := [name for name in PARTS if name not in names]:
        notes.append(f"Not run: `python benchmarks/goals.py {' '.join(left)}`.")
    took = f"{said}; {time.perf_counter() - began:.0f} s by the clock."
    beside = f"Before: {before}, in turn with this version." if before else ""
    return "\n\n".join(filter(None, [table(HEADS, lines), took, beside, *notes]))


def report(long: bool = False) -> str:
    """For `make bench`; `long` with all parts, and beside the version before."""
    names, before = (tuple(PARTS), BEFORE) if long else (QUICK, "")
    about = (
        "Seconds of the processor, best of the turns, in processes of their own, unless a row says"
        " otherwise. Ratios to other tools are medians by the clock, interleaved with them.\n"
        "Cold: from an empty cache in a temporary folder. Others: what else ran on the machine."
    )
    return f"### Aims and what is reached\n\n{about}\n\n{measured(names, before)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "parts", nargs="*", help=f"quick: {', '.join(QUICK)}; long: {', '.join(LONG)}"
    )
    parser.add_argument("--all", action="store_true", help="the long parts as well")
    parser.add_argument(
        "--before",
        nargs="?",
        const=BEFORE,
        default="",
        metavar="REVISION",
        help=f"in turn with a revision from git ({BEFORE}), in an environment made in build/",
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    names = chosen.parts or (tuple(PARTS) if chosen.all else QUICK)
    print(measured(names, chosen.before))


if __name__ == "__main__":
    main()
