"""A report on paper: printed by a real browser, and what is said where there is none."""

from __future__ import annotations

import re
import shutil

import pytest

import dynid as di
from chromium import executable
from cli_help import dynid
from dynid.report.html_page import render_running_head
from dynid.report.pdf import print_page


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pdf")
    done = dynid("demo", "pendulum", "-o", str(folder / "demo"))
    assert done.returncode == 0, done.stderr
    return folder / "demo"


@pytest.mark.slow(reason="a whole demo, and a browser")
def test_a_saved_result_is_printed(result, tmp_path):
    executable()
    pdf = tmp_path / "pendulum.pdf"
    done = dynid("report", str(result), "-o", str(pdf.with_suffix(".html")), "--pdf")
    assert done.returncode == 0, done.stderr
    assert f"wrote {pdf}" in done.stdout
    assert not pdf.with_suffix(".html").exists()
    content = pdf.read_bytes()
    assert content.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", content)) > 3
    assert len(content) < 2e6
    again = dynid("report", str(result), "-o", str(pdf))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert pdf.read_bytes() == content


def test_without_a_browser_it_says_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "page.html").write_text("<p>a page</p>")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(di.errors.WriteError, match=r"no browser was found.*install Chromium"):
        print_page(tmp_path / "page.html", tmp_path / "page.pdf", overwrite=False)
    assert not (tmp_path / "page.pdf").exists()


def test_a_title_ends_no_style():
    """Neither the string nor the <style> that it stands in: what could is written as a code."""
    title = '</style><script>"\\'
    codes = "".join(rf"\{ord(x):x} " if not x.isalpha() else x for x in title)
    assert f'{{content:"{codes}";' in render_running_head(title)
    assert "<" not in render_running_head(title)
