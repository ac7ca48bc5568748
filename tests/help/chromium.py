"""A headless Chromium, spoken to through its DevTools protocol over two pipes: no driver, no
further package.

with Chromium() as browser:
    page = browser.open(path, width=390, height=844)
    page.evaluate("document.title"); page.errors; page.requests; page.screenshot(png)
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",  # WebGL by the processor
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
)
PATIENCE = 60.0  # s


def executable() -> str:
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    return found


class Chromium:
    def __enter__(self) -> Chromium:
        command = executable()
        self.profile = tempfile.mkdtemp(prefix="chromium-")
        theirs_in, ours_out = _pipe()
        ours_in, theirs_out = _pipe()
        # Chromium reads commands from 3 and writes answers to 4
        shell = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        options = [
            *FLAGS,
            *QUIET,
            "--remote-debugging-pipe",
            f"--user-data-dir={self.profile}",
            "about:blank",
        ]
        self.process = subprocess.Popen(
            ["bash", "-c", shell, command, *options],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.out, self.into = ours_out, ours_in
        self.rest, self.number = b"", 0
        self.events: list[dict[str, Any]] = []
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(20)
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self, patience: float) -> dict[str, Any] | None:
        """The next message, or None after so many seconds."""
        end = time.monotonic() + patience
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.into], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return None
            part = os.read(self.into, 1 << 20)
            if not part:
                raise RuntimeError("Chromium ended")
            self.rest += part
        text, _, self.rest = self.rest.partition(b"\0")
        return dict(json.loads(text))

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        self.number += 1
        wanted: dict[str, Any] = {"id": self.number, "method": method, "params": parameters}
        os.write(
            self.out,
            json.dumps(wanted | ({"sessionId": session} if session else {})).encode() + b"\0",
        )
        while True:
            answer = self.message(PATIENCE)
            if answer is None:
                raise RuntimeError(f"Chromium did not answer {method}")
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return dict(answer["result"])
            self.events.append(answer)

    def open(self, path: Path, width: int, height: int, dark: bool = False) -> Page:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        phone = width < 600
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )
        page.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.call("Page.navigate", url=path.resolve().as_uri())
        page.wait("document.readyState === 'complete'")
        return page


def _pipe() -> tuple[int, int]:
    """A pipe whose ends are not among 3 and 4, which the shell is about to replace."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]


class Page:
    def __init__(self, browser: Chromium, session: str) -> None:
        self.browser, self.session = browser, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression: str) -> Any:
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"still waiting for {condition}"
            time.sleep(0.05)

    def happened(self, method: str) -> list[dict[str, Any]]:
        self.evaluate("1")  # what was sent before this has arrived with it
        return [
            event["params"]
            for event in self.browser.events
            if event.get("method") == method and event.get("sessionId") == self.session
        ]

    @property
    def errors(self) -> list[str]:
        """Everything that would be red in the console."""
        said = [
            str(e)
            for e in self.happened("Runtime.consoleAPICalled")
            if e["type"] in ("error", "warning", "assert")
        ]
        said += [str(e) for e in self.happened("Runtime.exceptionThrown")]
        said += [
            str(e)
            for e in self.happened("Log.entryAdded")
            if e["entry"]["level"] in ("error", "warning")
        ]
        # a remark on the speed of reading pixels back, which these tests do
        return [text for text in said if "GPU stall due to ReadPixels" not in text]

    @property
    def requests(self) -> list[str]:
        """Addresses that were asked for, the page itself left out."""
        asked = [e["request"]["url"] for e in self.happened("Network.requestWillBeSent")]
        return [url for url in asked[1:] if not url.startswith(("data:", "blob:"))]

    def screenshot(self, path: Path, whole: bool = False) -> None:
        clip = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"clip": {**size, "scale": 1}, "captureBeyondViewport": True}
        path.write_bytes(
            base64.b64decode(self.call("Page.captureScreenshot", format="png", **clip)["data"])
        )
