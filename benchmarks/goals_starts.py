"""Parts of goals.py: first and later starts of commands, from sources and from a wheel, and the
size of an installation."""

from __future__ import annotations

import math
import subprocess
import sys
import venv
from collections import Counter

import install_size
from cold import DATA, Start, commands, started
from goals_rows import Bench, Row
from versions import ROOT, Failed, Version

#: command of cold.py: what it is, aims of a cold and of a warm start
AIMS = {
    "identify-panda": ("identify, Panda log, usual effects", 8.0, 2.0),
    "choose-panda": ("identify, Panda log, effects chosen", 8.0, 2.0),
    "identify-delta4": ("identify, delta4", 20.0, math.nan),
}
STARTS = 9  # of `--help` and of an import


def starts(bench: Bench) -> list[Row]:
    """Cold, then warm twice, this version and the one before in turn."""
    rows, given = [], commands(bench.folder, demo=False)
    if not DATA.exists():
        bench.notes.append(f"No logs at {DATA} (DYNID_DATA): the Panda is left out.")
    for name, (said, cold_aim, warm_aim) in AIMS.items():
        if name in given:
            cold, *warm = (turn(bench, name, given[name]) for _ in range(3))
            name_kernels(bench, f"{said}, cold", cold)
            times = [each["now"].cpu for each in (cold, *warm)]
            before = [
                each["before"].cpu if "before" in each else math.nan for each in (cold, *warm)
            ]
            rows.append(Row(f"{said}, cold", cold_aim, "CPU s", times[0], before[0]))
            if warm_aim == warm_aim:
                best = min(times[1:]), min(before[1:])
                rows.append(Row(f"{said}, warm, with report", warm_aim, "CPU s", *best))
    return rows


def turn(bench: Bench, name: str, arguments: list[str]) -> dict[str, Start]:
    """One start of each version, from the cache that its earlier starts have left; the versions
    before may lack what is asked."""
    found = {}
    for version in bench.versions:
        try:
            cache = bench.folder / f"{name}-{version.name}"
            found[version.name] = started(version, arguments, cache)
        except Failed as error:
            if version is bench.versions[0]:
                raise
            bench.notes.append(f"{name}, before: {error}")
    return found


def name_kernels(bench: Bench, said: str, found: dict[str, Start]) -> None:
    for version, start in found.items():
        each = ", ".join(f"{name} {took:.2f}" for name, took in start.kernels.most_common())
        total = f"{len(start.kernels)} kernels in {sum(start.kernels.values()):.1f} s"
        bench.notes.append(f"Compiled, {said}, {version}: {total}: {each or 'none'}.")


def demo(bench: Bench) -> list[Row]:
    """`dynid demo` from an empty cache, once each."""
    arguments = commands(bench.folder, demo=True)["demo-delta4"]
    found = turn(bench, "demo-delta4", arguments)
    name_kernels(bench, "demo, cold", found)
    now, before = found["now"], found.get("before", Start(math.nan, math.nan, Counter()))
    return [
        Row("demo, cold", 45.0, "CPU s", now.cpu, before.cpu),
        Row("demo, cold, by the clock", 35.0, "s", now.clock, before.clock),
    ]


def wheel(bench: Bench) -> list[Row]:
    """A wheel with kernels, in an environment of its own: is anything compiled?"""
    place, dist = bench.folder / "wheel", bench.folder / "dist"
    tool = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(dist), str(ROOT)]
    venv.create(place, with_pip=True)
    python = str(place / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        subprocess.run(tool, check=True, capture_output=True, text=True)
        (file,) = dist.glob("*.whl")
        subprocess.run([*pip, str(file)], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        raise Failed((error.stderr or str(error)).strip().splitlines()[-1]) from None
    rows, given = [], commands(bench.folder, demo=False)
    for name, (said, *_) in AIMS.items():
        if name in given:
            version = Version("wheel", python)
            found = started(version, given[name], bench.folder / f"wheel-{name}")
            name_kernels(bench, said, {"from the wheel": found})
            count = float(len(found.kernels))
            rows.append(Row(f"wheel: {said}, first", 3.0, "CPU s", found.cpu))
            rows.append(Row(f"wheel: {said}, kernels compiled", 0.0, "", count))
    return rows


def install(bench: Bench) -> list[Row]:
    """Size on disk, and starts of which nothing is compiled: whole processes, Python included."""
    try:
        size = sum(install_size.installed().values())
    except subprocess.CalledProcessError as error:
        raise Failed(f"pip: {(error.stderr or str(error)).strip().splitlines()[-1]}") from None
    rows = [Row("core installation on disk", 500.0, "MB", size, bench.versions[-1].megabytes)]
    for said, arguments, aim in (
        ("import dynid, Python's start included", ["-c", "import dynid"], 0.1),
        ("dynid --help", ["-m", "dynid", "--help"], 0.2),
    ):
        took = bench.in_turns(arguments, lambda run: {"cpu": run.cpu}, STARTS)
        rows.append(Row(said, aim, "CPU s", *(values.get("cpu", math.nan) for values in took)))
    return rows
