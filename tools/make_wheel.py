"""Build a wheel with the machine code of the kernels inside, for processors from x86-64-v3 on.

The kernels are compiled by running what users run, in a copy of the sources: every kernel, for the
types of arguments that occur. Where such code does not fit (another processor, platform or version
of LLVM, other types), dynid compiles as it does without. `make wheel` calls this.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: run one after the other in an empty folder
COMMANDS = (
    "demo --output delta4",
    "demo arm7 --output arm7",
    "check arm7 arm7/run1.csv",
    "identify arm7 arm7/run1.csv --effects viscous,coulomb --output identified",
    "identify arm7 arm7/run1.csv --output chosen",
    "identify delta4 delta4/run1.csv --effects viscous,coulomb --output closed",
)
CALLS = """
import numpy as np, dynid as di
for name in ("arm7", "delta4"):
    m = di.Model(di.load_robot(name))
    q = np.tile(np.zeros(len(m.robot.actuated)), (5, 1))
    m.mass_matrix(q, m.prior), m.coriolis(q, q, m.prior), m.gravity(q, m.prior)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=ROOT / "dist")
    parser.add_argument("--kernels-only", type=Path, help="only compile, into this folder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        copy, work = Path(temporary) / "sources", Path(temporary) / "work"
        work.mkdir()
        shutil.copytree(
            ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "shipped")
        )
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        shipped = chosen.kernels_only or copy / "src/dynid/compiling/shipped"
        shipped.mkdir(parents=True, exist_ok=True)
        compile_into(shipped.absolute(), copy / "src", work)
        files = list(shipped.glob("*.kernel"))
        print(f"{len(files)} kernels, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
        if chosen.kernels_only is None:
            pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
            subprocess.run([*pip, "--wheel-dir", chosen.output, copy], check=True)
            print(*(path.name for path in chosen.output.glob("*.whl")))


def compile_into(folder: Path, sources: Path, work: Path) -> None:
    outer = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment = outer | {"DYNID_BUILD_KERNELS": str(folder), "PYTHONPATH": str(sources)}
    runs = [["-m", "dynid", "-q", *command.split()] for command in COMMANDS]
    for run in (*runs, ["-c", CALLS]):
        done = subprocess.run(
            [sys.executable, *run], cwd=work, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{' '.join(run)}: {done.stderr}")


if __name__ == "__main__":
    main()
