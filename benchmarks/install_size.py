"""What `pip install .` brings, by package: megabytes on disk in a fresh environment.

python benchmarks/install_size.py [EXTRA ...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from versions import ROOT, sizes

LEAST = 5.0  # MB of a package with a row of its own


def main() -> None:
    found = installed(sys.argv[1:])
    total = sum(found.values())
    rows = [(name, size) for name, size in found.most_common() if size >= LEAST]
    rows.append(("all others", total - sum(size for _, size in rows)))
    print("| package | MB |\n| --- | --- |")
    for name, size in [*rows, ("all", total)]:
        print(f"| {name} | {size:.0f} |")


def installed(extras: Sequence[str] = ()) -> Counter[str]:
    """MB of every package, after an installation with these extras into a temporary folder."""
    wanted = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, wanted], check=True, capture_output=True, text=True)
        return sizes(Path(folder))


if __name__ == "__main__":
    main()
