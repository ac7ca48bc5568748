"""A studio that runs, for the tests: started, asked, killed."""

from __future__ import annotations

import http.client
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 120.0  # s: machines may be busy
FILES = "input[type=file]"
TICKS = os.sysconf("SC_CLK_TCK")


class Studio:
    """with Studio(folder) as studio: studio.address; studio.get("state"); studio.kill()"""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options

    def __enter__(self) -> Studio:
        command = [sys.executable, "-m", "dynid", "studio", str(self.folder), "--no-browser"]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.process.stdout.readline()
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.process.communicate()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            for pipe in (self.process.stdout, self.process.stderr):
                if pipe:
                    pipe.close()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def seconds(self) -> float:
        """Of the processor, by the server and by what it ran: on a busy machine the clock says
        little."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text()
        return sum(map(int, text.rpartition(")")[2].split()[11:15])) / TICKS

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        token: bool = True,
    ) -> tuple[int, bytes]:
        there = urlsplit(self.address)
        connection = http.client.HTTPConnection(there.hostname or "", there.port, timeout=PATIENCE)
        try:
            connection.request(
                method, (there.path if token else "/") + path, body, headers=headers or {}
            )
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def get(self, path: str, **query: Any) -> Any:
        status, content = self.ask("GET", f"api/{path}?{urlencode(query)}")
        assert status == 200, content
        return json.loads(content)

    def post(self, path: str, content: Any = None) -> tuple[int, Any]:
        status, answer = self.ask("POST", f"api/{path}", json.dumps(content or {}).encode())
        return status, json.loads(answer)

    def upload(self, name: str, content: bytes, replace: bool = False) -> tuple[int, Any]:
        query = urlencode({"name": name, "replace": int(replace)})
        status, answer = self.ask("POST", f"api/upload?{query}", content)
        return status, json.loads(answer)

    def job(self, number: int) -> Any:
        """A job that has ended."""
        end = time.monotonic() + PATIENCE
        while (job := self.get(f"jobs/{number}"))["state"] == "running":
            assert time.monotonic() < end, job
            time.sleep(0.2)
        return job


class Window:
    """A page that remembers what would be red in the console, and what it asked others for."""

    def __init__(self, browser, address, width=1280, height=900, dark=False):
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.errors, self.foreign = [], []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._asked)
        self.origin = "/".join(address.split("/")[:3])
        self.page.goto(address)
        self.page.wait_for_selector("nav.tabs a")

    def _console(self, message):
        # a refusal of the studio is a status that the browser notes; pixels are read by the test
        told = ("ReadPixels", "status of 422", "status of 409")
        if message.type in ("error", "warning") and not any(x in message.text for x in told):
            self.errors.append(message.text)

    def _asked(self, request):
        if not request.url.startswith((self.origin, "data:", "blob:")):
            self.foreign.append(request.url)

    def quiet(self):
        assert self.errors == []
        assert self.foreign == []
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, "the page is wider than its window"

    def task_seconds(self):
        """Of the processor, by this window's script, style, layout and paint."""
        session = self.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return found["TaskDuration"]

    def slide(self, selector, part):
        """Drag a slider to a part of its length."""
        node = self.page.locator(selector)
        node.scroll_into_view_if_needed()
        box = node.bounding_box()
        at = [box["x"] + (8 + part * (box["width"] - 16)), box["y"] + box["height"] / 2]
        self.page.mouse.click(*at)

    def until(self, condition):
        """Asked again and again from outside: the page's policy lets nobody evaluate inside."""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, condition
            self.page.wait_for_timeout(50)

    def tab(self, name):
        self.page.click(f"nav.tabs a:has-text('{name}')")

    def drop(self, *paths):
        self.page.locator(FILES).set_input_files([str(path) for path in paths])

    def close(self):
        self.context.close()


def packed(members: dict[str, str | bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def arm_with_meshes() -> dict[str, str | bytes]:
    """The files of a zip: a hinge that carries a mesh, a slide on it, and what nobody needs."""
    import numpy as np

    corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.3]], dtype="<f4")
    facets = [corners[[a, b, c]] for a, b, c in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))]
    mesh = b"\0" * 80 + len(facets).to_bytes(4, "little")
    mesh += b"".join(b"\0" * 12 + facet.tobytes() + b"\0\0" for facet in facets)
    shape = "<geometry><mesh filename='package://arm/meshes/link.stl'/></geometry>"
    limit = "<limit lower='-1' upper='1' effort='1' velocity='1'/>"
    urdf = (
        "<robot name='arm'><link name='base'/><link name='link'><collision>"
        f"{shape}</collision></link><joint name='hinge' type='revolute'><parent link='base'/><child"
        f" link='link'/><axis xyz='0 1 0'/>{limit}</joint><link name='tip'/><joint name='slide'"
        " type='prismatic'><origin xyz='0 0 0.3'/><parent link='link'/><child link='tip'/><axis"
        f" xyz='0 0 1'/>{limit}</joint></robot>"
    )
    return {"arm/urdf/arm.urdf": urdf, "arm/meshes/link.stl": mesh, "arm/run.sh": "rm"}


def browser_or_skip() -> Any:
    """Playwright's chromium of this machine; skipped, visibly, where there is none."""
    import pytest

    from chromium import FLAGS, QUIET, executable

    api = pytest.importorskip("playwright.sync_api", reason="no playwright (pip install '.[test]')")
    path = executable()
    started = api.sync_playwright().start()
    flags = ["--headless=new" if flag == "--headless" else flag for flag in FLAGS]
    return started, started.chromium.launch(executable_path=path, args=[*flags, *QUIET])


def shared_or_skip() -> Path:
    import pytest

    default = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    found = Path(os.environ.get("DYNID_DATA", default))
    if not found.is_dir():
        pytest.skip(f"no measured logs in {found} (DYNID_DATA)")
    return found
