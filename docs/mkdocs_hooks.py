"""What mkdocs does beside its own: pages of the repository's root join the site, links to other
files of the repository become their names, and the API's pages have what is public."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe

ROOT = Path(__file__).resolve().parents[1]
#: files outside docs/ that are pages of the site
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "benchmarks/RESULTS.md": "benchmarks.md",
}
#: the pages of the API, which the navigation shows below this one
API = "api/index.md"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https://|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")


def within_site(text: str, folder: str, place: str = "") -> str:
    """The links of a page that stands in a folder of the repository ("" is its root), and in a
    folder `place` of the site."""

    def moved(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        inside = PAGES.get(path) or (path[5:] if path.startswith("docs/") else "")
        if inside.endswith((".md", ".svg", ".png")):
            return f"[{words}]({posixpath.relpath(inside, place or '.')}{anchor})"
        name = f"`{path}`"
        return words if words in (name, path) else f"{words} ({name})"

    return LINK.sub(moved, text)


def on_config(config: Any) -> Any:
    """The pages of the API in the order of their index."""
    index = (ROOT / "docs" / API).read_text(encoding="utf-8")
    below = [f"api/{page}" for page in re.findall(r"^\| \[[^\]]+\]\((\w+\.md)\)", index, re.M)]
    for group in config.nav:
        for pages in group.values():
            for page in pages:
                if API in page.values():
                    page.update(API=[API, *below])
    return config


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        if page != "index.md":  # the site has its own first page
            text = (ROOT / source).read_text(encoding="utf-8")
            text = within_site(text, posixpath.dirname(source))
            files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    source = page.file.src_uri
    if source in PAGES.values() and source != "index.md":
        return markdown  # its links were moved when it joined the site
    place = posixpath.dirname(source)
    return within_site(markdown, posixpath.join("docs", place).rstrip("/"), place)


class PublicNames(griffe.Extension):
    """How the API's pages read the source: what is public, and what describes inherited fields."""

    def on_alias_instance(self, *, alias: Any, node: Any, **_: Any) -> None:
        """`from module import Name as Name` makes a name public, as for type checkers."""
        if any(alias.name == name.name == name.asname for name in node.names):
            alias.public = True

    def on_package(self, *, pkg: Any, **_: Any) -> None:
        for cls in list_classes(pkg):
            describe_inherited(cls)


def list_classes(parent: Any) -> Iterator[Any]:
    for member in parent.members.values():
        if not member.is_alias and (member.is_module or member.is_class):
            yield from list_classes(member)
            yield from [member] if member.is_class and member.docstring else []


def describe_inherited(cls: Any) -> None:
    """A class has the parameters of its bases too, which the docstrings of these describe."""
    found = {each.name: each for base in reversed(cls.mro()) for each in list_described(base)}
    own = {each.name: each for each in list_described(cls)}
    found |= own
    rows = [found[parameter.name] for parameter in cls.parameters if parameter.name in found]
    if len(rows) > len(own):
        parts = [part for part in cls.docstring.parsed if part.kind.value != "parameters"]
        parts.insert(parts[0].kind.value == "text", griffe.DocstringSectionParameters(rows))
        cls.docstring.parsed[:] = parts


def list_described(cls: Any) -> list[Any]:
    parts = cls.docstring.parsed if cls.docstring else []
    return [each for part in parts if part.kind.value == "parameters" for each in part.value]
