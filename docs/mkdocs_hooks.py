"""What mkdocs does beside its own: pages of the repository's root join the site, and links to other
files of the repository become their names."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
#: files outside docs/ that are pages of the site
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "benchmarks/RESULTS.md": "benchmarks.md",
}
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https://|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def within_site(text: str, folder: str) -> str:
    """The links of a page that stands in a folder of the repository ("" is its root)."""

    def moved(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        if path in PAGES:
            return f"[{words}]({PAGES[path]}{anchor})"
        if posixpath.dirname(path) == "docs":
            return f"[{words}]({posixpath.basename(path)}{anchor})"
        name = f"`{path}`"
        return words if words in (name, path) else f"{words} ({name})"

    return LINK.sub(moved, text)


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        if page != "index.md":  # the site has its own first page
            text = (ROOT / source).read_text(encoding="utf-8")
            text = within_site(text, posixpath.dirname(source))
            files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    return markdown if page.file.src_uri in PAGES.values() else within_site(markdown, "docs")
