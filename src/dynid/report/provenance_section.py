"""Where a result comes from: versions, files with their hashes, settings, the command to repeat."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from dynid.identification.estimate import Estimate
from dynid.model.model import Model
from dynid.report import html_page
from dynid.report.html_page import Html
from dynid.version import __version__

PACKAGES = ("numpy", "scipy", "clarabel", "mujoco")
TOLD_ELSEWHERE = (
    *("cutoff", "decimate", "files", "command", "folder", "dynid", "effects", "method", "choice"),
    *("study", "test"),
)


def render_provenance_section(
    result: Estimate,
    model: Model,
    logs: Sequence[tuple[str, str]],
    date: str,
    other: Sequence[tuple[str, str]] = (),
) -> Html:
    """`logs`: files with their hashes; `other`: those that the result was checked on."""
    setup = result.setup
    made = {
        "dynid": str(setup.get("dynid", __version__)),
        "Python": platform.python_version(),
        **_list_versions(),
    }
    about: dict[str, html_page.Piece] = {
        "Method": result.method,
        "Made with": ", ".join(f"{k} {v}" for k, v in made.items()),
    }
    about |= {"Effects": ", ".join(map(repr, model.effects)) or "none"}
    about |= {"System": f"{platform.system()} {platform.machine()}"} | (
        {"Date": date} if date else {}
    )
    about |= {
        key.capitalize(): _render_value(value)
        for key, value in setup.items()
        if key not in TOLD_ELSEWHERE
    }
    rows = [("log", path, digest) for path, digest in logs]
    rows += [("checked on", path, digest) for path, digest in other]
    rows += [
        ("robot", model.robot.source, digest)
        for digest in [hash_if_there(model.robot.source)]
        if digest
    ]
    files = (
        html_page.render_table(("", "file", "sha256"), rows)
        if rows
        else html_page.render_soft("No files: robot and logs were given in memory.")
    )
    pieces = [html_page.render_facts(about), html_page.render_element("h3", "Files"), files]
    if "command" in setup:
        inside = f"In the folder {setup['folder']}:" if "folder" in setup else ""
        pieces += [
            html_page.render_element("h3", "To repeat"),
            html_page.render_soft(inside),
            html_page.render_element("pre", str(setup["command"])),
        ]
    return html_page.render_section("provenance", "Provenance", *pieces)


def _render_value(value: object) -> Html:
    """A value of the set-up; one of several lines, as a project's file, keeps them."""
    text = str(value).strip()
    return html_page.render_element("pre", text) if "\n" in text else html_page.render_piece(text)


def _list_versions() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def hash_if_there(path: str) -> str:
    """Of a file; empty where there is none."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
