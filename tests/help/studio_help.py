"""A studio that runs, for the tests: started, asked, killed."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 60.0  # s


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
