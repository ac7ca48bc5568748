"""print_page(html, pdf): a page on paper, by a browser that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from dynid.errors import WriteError
from dynid.files import write_whole

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge", "microsoft-edge")
PATIENCE = 120.0  # s
DRAWN = 10_000  # ms of the page's own clock, in which all its figures are drawn


def print_page(html: str | os.PathLike[str], pdf: str | os.PathLike[str], overwrite: bool) -> None:
    """Write a page of dynid as PDF, by a profile of its own."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise WriteError(
            pdf,
            f"no browser was found that prints it, expected one of {', '.join(BROWSERS)}: install"
            " Chromium, or open the page in your browser and print it.",
        )
    sandbox = () if os.name != "posix" or os.geteuid() else ("--no-sandbox",)  # root has none
    with tempfile.TemporaryDirectory(prefix="dynid-") as folder:
        printed = Path(folder) / "page.pdf"
        options = (
            *("--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", *sandbox),
            *("--enable-unsafe-swiftshader", "--disable-background-networking"),
            *(f"--user-data-dir={folder}/profile", f"--virtual-time-budget={DRAWN}"),
            *("--no-pdf-header-footer", f"--print-to-pdf={printed}"),
        )
        command = [browser, *options, Path(html).resolve().as_uri()]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        if not printed.is_file():
            raise WriteError(pdf, f"{browser} did not print it: open the page and print it there.")
        write_whole(pdf, printed.read_bytes(), overwrite=overwrite)
