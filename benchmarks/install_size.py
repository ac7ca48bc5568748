"""What `pip install .` brings, by package: megabytes on disk in a fresh environment.

python benchmarks/install_size.py [EXTRA ...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from collections import Counter
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
OWN = ("pip", "setuptools")  # of the environment itself
LEAST = 5.0  # MB of a package with a row of its own


def main() -> None:
    extras = f"[{','.join(sys.argv[1:])}]" if sys.argv[1:] else ""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, f"{ROOT}{extras}"], check=True)
        found = sizes(Path(folder))
    total = sum(found.values())
    rows = [(name, size) for name, size in found.most_common() if size >= LEAST]
    rows.append(("all others", total - sum(size for _, size in rows)))
    print("| package | MB |\n| --- | --- |")
    for name, size in [*rows, ("all", total)]:
        print(f"| {name} | {size:.0f} |")


def sizes(folder: Path) -> Counter[str]:
    """MB on disk of every package, byte code included."""
    (place,) = folder.glob("lib/python*/site-packages")
    found: Counter[str] = Counter()
    for each in distributions(path=[str(place)]):
        name = each.metadata["Name"]
        if name.lower() in OWN:
            continue
        for file in each.files or ():
            path = Path(str(each.locate_file(file)))
            if path.is_file():
                found[name] += 512 * path.stat().st_blocks / 1e6
    return found


if __name__ == "__main__":
    main()
