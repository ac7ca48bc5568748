"""Where a result comes from: versions, files with their hashes, settings, the command to repeat."""

from __future__ import annotations

import hashlib
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dynid.report import page
from dynid.report.page import Html
from dynid.report.sections import Material
from dynid.version import __version__

PACKAGES = ("numpy", "scipy", "numba", "clarabel", "mujoco", "plotly")
TOLD_ELSEWHERE = ("cutoff", "decimate", "files", "command", "folder", "dynid", "effects", "method")


def provenance_section(m: Material, date: str) -> Html:
    setup = m.result.setup
    made = {
        "dynid": str(setup.get("dynid", __version__)),
        "Python": platform.python_version(),
        **_versions(),
    }
    about: dict[str, page.Piece] = {
        "Method": m.result.method,
        "Made with": ", ".join(f"{k} {v}" for k, v in made.items()),
    }
    about |= {"Effects": ", ".join(map(repr, m.model.effects)) or "none"}
    about |= {"System": f"{platform.system()} {platform.machine()}"} | (
        {"Date": date} if date else {}
    )
    about |= {
        key.capitalize(): str(value) for key, value in setup.items() if key not in TOLD_ELSEWHERE
    }
    rows = [("log", path, digest) for path, digest in m.data.files]
    rows += [
        ("robot", m.model.robot.source, digest)
        for digest in [sha256_of(m.model.robot.source)]
        if digest
    ]
    files = (
        page.table(("", "file", "sha256"), rows)
        if rows
        else page.soft("No files: robot and logs were given in memory.")
    )
    pieces = [page.facts(about), page.element("h3", "Files"), files]
    if "command" in setup:
        inside = f"In the folder {setup['folder']}:" if "folder" in setup else ""
        pieces += [
            page.element("h3", "To repeat"),
            page.soft(inside),
            page.element("pre", str(setup["command"])),
        ]
    return page.section("provenance", "Provenance", *pieces)


def _versions() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def sha256_of(path: str) -> str:
    """Of a file; empty where there is none."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
