"""Work in processes of their own. What they print goes into files, so that a studio that was
started again sees how they went."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import write_whole
from dynid.progress import STAGES
from dynid.studio.requests import Folder, Request, make_request

PLACE = ".studio"
AT_ONCE = 4  # jobs: each takes about a core, and the memory of its logs
LOOK = 0.2  # s between looks at whether a job that waits can start
KEPT = 60  # jobs that are remembered
STAGED = 100  # stages of a job that are told


@dataclass
class Job:
    """A request that a process carries out."""

    folder: Path
    number: int
    request: Request
    pid: int = 0
    began: float = 0.0
    cancelled: bool = False
    asked: Mapping[str, Any] = field(default_factory=dict)
    waiting: bool = False  # until another one ends
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def output(self) -> str:
        return self.request.output

    def find_path(self, name: str) -> Path:
        return self.folder / PLACE / "jobs" / f"{self.number}.{name}"

    @property
    def runs(self) -> bool:
        if self.process is not None:
            return self.process.poll() is None
        return bool(self.pid) and _is_alive(self.pid, self.began)

    def read_result(self) -> Any:
        """What it answered; None where it did not."""
        with suppress(OSError, ValueError):
            return json.loads(self.find_path("out").read_text(encoding="utf-8"))
        return None

    def read_messages(self) -> list[str]:
        with suppress(OSError):
            return self.find_path("err").read_text(encoding="utf-8", errors="replace").splitlines()
        return []

    def to_dict(self) -> dict[str, Any]:
        said = self.read_messages()
        stages = [line.removeprefix(STAGES) for line in said if line.startswith(STAGES)][-STAGED:]
        words = [line for line in said if not line.startswith(STAGES)]
        state = "waiting" if self.waiting else "running"
        if not self.runs and not self.waiting:
            answered = self.find_path("out").is_file() and self.find_path("out").stat().st_size > 0
            stopped = "failed" if self.pid else "stopped"  # by the end of a studio
            state = "cancelled" if self.cancelled else "done" if answered else stopped
        asked = self.request.content
        return {
            "id": self.number,
            **{name: asked.get(name) for name in ("verb", "logs", "results", "options")},
            "command": self.request.command,
            "state": state,
            "output": self.output,
            "began": self.began,
            "plan": self.request.stages,
            "stages": [json.loads(each) for each in stages],
            "said": "\n".join(words[-12:]),
            "seconds": 0.0 if self.waiting else round(self._find_end() - self.began, 1),
        }

    def _find_end(self) -> float:
        with suppress(OSError):
            if not self.pid:
                return self.began
            if not self.runs:
                return max(self.find_path(name).stat().st_mtime for name in ("out", "err"))
        return time.time()

    def save(self) -> None:
        content = {name: getattr(self, name) for name in ("pid", "began", "cancelled", "asked")}
        content["request"] = asdict(self.request)
        write_whole(self.find_path("json"), json.dumps(content), overwrite=True)

    @classmethod
    def load(cls, folder: Path, path: Path) -> Job:
        content = json.loads(path.read_text(encoding="utf-8"))
        request = Request(**content.pop("request"))
        return cls(folder, int(path.stem), request, **content)  # other files are named by it


def _is_alive(pid: int, began: float) -> bool:
    """Whether a process that an earlier studio started still runs; numbers are used again."""
    try:
        os.kill(pid, 0)
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (ProcessLookupError, PermissionError):
        return False
    except OSError:
        return time.time() - began < 3600
    return any(word.startswith(b"dynid") for word in words)


def _end(pid: int, how: int) -> None:
    """With all that it started; Windows has no groups of processes."""
    with suppress(ProcessLookupError, PermissionError):
        getattr(os, "killpg", os.kill)(pid, how)


class Jobs:
    """All jobs of a folder, each a process; trusted: the user's Python files that they may run."""

    def __init__(self, folder: Path, trusted: Sequence[str] = ()) -> None:
        self.folder = folder
        self.trusted = tuple(trusted)
        (folder / PLACE / "jobs").mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        self._feeder = threading.Thread()  # none yet
        self.all: dict[int, Job] = {}
        for path in (folder / PLACE / "jobs").glob("*.json"):
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                job = Job.load(folder, path)
                self.all[job.number] = job

    def start(self, asked: Mapping[str, Any]) -> Job:
        """A job that runs, or waits until another one ends; with "again": false the one that
        answers the same question of the same files already, if there is one."""
        asked = dict(asked)
        again = asked.pop("again", True)
        with self.lock:
            going = [job for job in self.all.values() if job.runs or job.waiting]
            reserved = frozenset(job.output for job in going)
            request = make_request(Folder(self.folder, reserved), asked, self.trusted)
            if not again and (same := self._find_same(request)):
                return same
            job = Job(
                self.folder, max(self.all, default=0) + 1, request, began=time.time(), asked=asked
            )
            self.all[job.number] = job
            if sum(job.runs for job in going) < AT_ONCE:
                self._run(job)
            else:
                job.waiting = True
                job.save()
                if not self._feeder.is_alive():
                    self._feeder = threading.Thread(target=self._feed, daemon=True)
                    self._feeder.start()
            for old in sorted(self.all)[:-KEPT]:
                if not self.all[old].runs and not self.all[old].waiting:
                    gone = self.all.pop(old)
                    for name in ("json", "request", "out", "err"):
                        gone.find_path(name).unlink(missing_ok=True)
        return job

    def _find_same(self, request: Request) -> Job | None:
        for number in sorted(self.all, reverse=True):
            job = self.all[number]
            if job.request.question == request.question:
                return job if job.to_dict()["state"] in ("waiting", "running", "done") else None
        return None

    def _feed(self) -> None:
        """Start the jobs that wait, the oldest first."""
        while any(job.waiting for job in self.all.values()):
            time.sleep(LOOK)
            with self.lock:
                waiting = [job for _, job in sorted(self.all.items()) if job.waiting]
                if waiting and sum(job.runs for job in self.all.values()) < AT_ONCE:
                    self._run(waiting[0])

    def _run(self, job: Job) -> None:
        job.waiting, job.began = False, time.time()
        write_whole(job.find_path("request"), json.dumps(job.request.content), overwrite=True)
        words = ["dynid.studio.studio_worker", str(job.find_path("request")), *self.trusted]
        with job.find_path("out").open("wb") as out, job.find_path("err").open("wb") as err:
            job.process = subprocess.Popen(
                # -P: no module is taken from the working folder, whose files may be anybody's
                [sys.executable, "-P", "-m", *words],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, "DYNID_STAGES": "1"},
                start_new_session=True,  # it outlives a studio that is killed
            )
        job.pid = job.process.pid
        job.save()

    def get(self, number: int) -> Job:
        if number not in self.all:
            raise InputError(f"got job {number}, expected one of this folder's.")
        return self.all[number]

    def cancel(self, number: int) -> Job:
        job = self.get(number)
        with self.lock:
            if job.waiting:
                job.waiting, job.cancelled = False, True
                job.save()
        if job.runs:
            job.cancelled = True
            job.save()
            _end(job.pid, signal.SIGTERM)
            if job.process is not None:
                with suppress(subprocess.TimeoutExpired):
                    job.process.wait(3)
            if job.runs:
                _end(job.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        return job

    def to_dict(self) -> list[dict[str, Any]]:
        return [self.all[number].to_dict() for number in sorted(self.all, reverse=True)]
