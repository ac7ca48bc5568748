"""The documentation as a site: links and anchors, pictures, and nothing loaded from elsewhere."""

from __future__ import annotations

import inspect
import os
import posixpath
import re
import runpy
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType

import numpy as np
import pytest

import dynid as di
from chromium import Chromium
from dynid.robot.builtin import BUILTIN

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
FIGURES = DOCS / "figures"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]
#: bytes of one picture, and of all of them
LARGEST, ALL = 200_000, 4_000_000


def prose(page):
    """The text without blocks and pieces of code."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def anchors(page):
    """The names that headings get: small letters, hyphens for spaces, no other signs."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_and_anchor_leads_somewhere(page):
    text = prose(page)
    named = re.findall(r"^\[[^\]]+\]: (\S+)$", text, re.M)
    for target in [*re.findall(r"\]\(([^)\s]+)\)", text), *named]:
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        # those of names are made of docstrings: mkdocs checks them
        assert not anchor or anchor.startswith("dynid.") or anchor in anchors(file), target


def test_every_link_by_name_has_its_target():
    for page in PAGES:
        text = prose(page)
        names = {name for _, name in re.findall(r"\[([^\]]+)\]\[([^\]]+)\]", text)}
        assert names <= set(re.findall(r"^\[([^\]]+)\]: ", text, re.M)), page.name


def test_every_page_is_in_the_navigation():
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page.name for page in DOCS.glob("*.md") if f": {page.name}\n" not in navigation] == []


def test_pictures_are_small_used_and_whole():
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = [*FIGURES.iterdir(), *DOCS.glob("*.png")]
    for path in pictures:
        assert path.stat().st_size < LARGEST, path.name
        assert path.name in shown, f"{path.name} is shown nowhere"
        if path.suffix == ".svg":
            assert ET.parse(path).getroot().tag.endswith("svg")
            assert not re.search(r'href="(?!#)', path.read_text(encoding="utf-8"))
    assert sum(path.stat().st_size for path in pictures) < ALL


def test_every_built_in_robot_moves_in_the_gallery():
    gallery = (DOCS / "gallery.md").read_text(encoding="utf-8")
    for name in BUILTIN:
        assert f"(figures/{name}.svg)" in gallery
        assert "<animate " in (FIGURES / f"{name}.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["pendulum", "five_bar", "delta4", "friction", "laws"])
def test_pictures_are_those_that_the_script_draws(name):
    """To two tenths of a pixel: the last digit may differ from machine to machine."""
    made = runpy.run_path(str(DOCS / "make_figures.py"))["FIGURES"][name]()
    kept = (FIGURES / f"{name}.svg").read_text(encoding="utf-8")
    made, kept = (re.sub(r'(?<=["#])[a-z][0-9a-f]{10}(?=["\)])', "", text) for text in (made, kept))
    number = re.compile(r"-?\d+(?:\.\d+)?")
    assert number.sub("", made) == number.sub("", kept), "run: python docs/make_figures.py"
    np.testing.assert_allclose(
        [float(x) for x in number.findall(made)],
        [float(x) for x in number.findall(kept)],
        rtol=0,
        atol=0.21,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    if find_spec("mkdocs") is None or find_spec("mkdocstrings") is None:
        pytest.skip("mkdocs is not installed (make docs installs it)")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    offline = {
        **os.environ,
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
    }
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=offline)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_has_every_page(site):
    pages = [page.relative_to(DOCS) for page in DOCS.rglob("*.md")]
    for page in (*pages, Path("contributing.md"), Path("changelog.md"), Path("benchmarks.md")):
        assert (site / page.with_suffix(".html")).exists(), page


def test_the_api_has_every_public_name_and_what_its_bases_bring(site):
    """A method of a base that is not public itself stands where its class does."""
    lines = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4])
    shown = {line.split()[0] for line in lines.decode().splitlines()}
    missing = [name for name in di._PUBLIC if f"dynid.{name}" not in shown]
    for space, home in di._NAMESPACES.items():
        for name in getattr(di, space).__all__:
            missing += [] if f"{home}.{name}" in shown else [f"{space}.{name}"]
    assert missing == []
    for kind in (di.Model, di.Estimate, di.estimators.ExtendedKalman):
        named = [
            name
            for base in kind.__mro__
            for name, value in vars(base).items()
            if isinstance(value, (FunctionType, property)) and inspect.getdoc(value)
            if not name.startswith("_") and base is not di.Estimator
        ]
        assert len(named) > 1
        places = {f"{kind.__module__}.{kind.__qualname__}.{name}" for name in named}
        assert places <= shown


def test_the_site_loads_nothing_from_elsewhere(site):
    loads = r"<(?:script|img|iframe|source|embed)[^>]*\ssrc=[\"']?(?:https?:)?//"
    styles = (
        r"<link[^>]*rel=[\"']?(?:stylesheet|preconnect|preload|icon)[^>]*href=[\"']?(?:https?:)?//"
    )
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(f"{loads}|{styles}", text), path.name
    for path in site.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import\s)\s*[\"']?(?:https?:)?//", text), path.name


@pytest.fixture(scope="module")
def browser():
    with Chromium() as browser:
        yield browser


@pytest.mark.parametrize("name", ["index", "api/estimators"])
def test_the_search_works_on_pages_opened_as_files(site, browser, name):
    page = browser.open(site / f"{name}.html", width=1400, height=900)
    found = "document.querySelector('.md-search-result__link')"
    search = "document.querySelector('.md-search__input')"
    page.evaluate(f"{search}.focus(), {search}.value = 'friction'")
    page.evaluate(f"{search}.dispatchEvent(new KeyboardEvent('keyup', {{bubbles: true}}))")
    page.wait(f"{found} !== null")
    assert Path(page.evaluate(f"new URL({found}.href).pathname")).exists()
    assert page.errors == []
    assert [url for url in page.requests if not url.startswith(("file:", "data:"))] == []


def test_pages_are_no_wider_than_a_phone(site, browser):
    """Those with the widest tables, code and names."""
    page = browser.open(site / "index.html", width=390, height=844)
    for name in (
        "comparison",
        "project",
        "json",
        "ur_franka",
        "papers",
        "api/index",
        "api/model",
        "api/data",
    ):
        file = site / f"{name}.html"
        page.call("Page.navigate", url=file.as_uri())
        page.wait(f"location.href == '{file.as_uri()}' && document.readyState == 'complete'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, file.name


def test_the_site_is_checked_strictly():
    """With --quiet mkdocs counts no warnings, and --strict would let broken links pass."""
    (line,) = [x for x in (ROOT / "Makefile").read_text().splitlines() if "mkdocs build" in x]
    assert "--strict" in line
    assert "--quiet" not in line


def test_links_within_the_site_lead_somewhere(site):
    """In the pages as built, those of the repository's root included."""
    ids = {
        str(path.relative_to(site)): set(
            re.findall(r"\sid=\"([^\"]+)\"", path.read_text(encoding="utf-8"))
        )
        for path in site.rglob("*.html")
    }
    for page in ids:
        text = (site / page).read_text(encoding="utf-8")
        for target in re.findall(r"<a[^>]*\shref=\"([^\"]+)\"", text):
            if target.startswith(("https://", "http://")) or page == "404.html":
                continue
            file, _, anchor = target.partition("#")
            name = (
                posixpath.normpath(posixpath.join(posixpath.dirname(page), file)) if file else page
            )
            assert (site / name).exists(), (page, target)
            assert not anchor or anchor in ids[name], (page, target)
