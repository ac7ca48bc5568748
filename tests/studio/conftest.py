"""A browser for all tests of the studio, and windows in it that are closed again."""

from __future__ import annotations

import pytest

from studio_help import Window, browser_or_skip


@pytest.fixture(scope="package")
def browser():
    started, running = browser_or_skip()
    yield running
    running.close()
    started.stop()


@pytest.fixture
def window(browser):
    opened = []

    def open_(studio, **how):
        opened.append(Window(browser, studio.address, **how))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()
