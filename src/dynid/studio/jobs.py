"""Work in processes of their own: the very commands that a user could type. What they print goes
into files, so that a studio that was started again sees how they went."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dynid.clock import STAGES
from dynid.errors import InputError
from dynid.files import write_whole
from dynid.studio.commands import COMMANDS, Folder

PLACE = ".studio"
AT_ONCE = 4  # commands: each takes about a core, and the memory of its logs
KEPT = 60  # jobs that are remembered
STAGED = 100  # stages of a job that are told


@dataclass
class Job:
    """One command.

    command     as a user would type it
    output      the folder that it writes, "" for none
    """

    folder: Path
    number: int
    kind: str
    arguments: tuple[str, ...]
    output: str = ""
    pid: int = 0
    began: float = 0.0
    cancelled: bool = False
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def command(self) -> str:
        return shlex.join(["dynid", *self.arguments])

    def path(self, name: str) -> Path:
        return self.folder / PLACE / "jobs" / f"{self.number}.{name}"

    @property
    def runs(self) -> bool:
        if self.process is not None:
            return self.process.poll() is None
        return bool(self.pid) and _alive(self.pid, self.began)

    def result(self) -> Any:
        """What it answered; None where it did not."""
        with suppress(OSError, ValueError):
            return json.loads(self.path("out").read_text(encoding="utf-8"))
        return None

    def said(self) -> list[str]:
        with suppress(OSError):
            return self.path("err").read_text(encoding="utf-8", errors="replace").splitlines()
        return []

    def to_dict(self) -> dict[str, Any]:
        said = self.said()
        stages = [line.removeprefix(STAGES) for line in said if line.startswith(STAGES)]
        words = [line for line in said if not line.startswith(STAGES)]
        state = "running"
        if not self.runs:
            answered = self.path("out").is_file() and self.path("out").stat().st_size > 0
            state = "cancelled" if self.cancelled else "done" if answered else "failed"
        return {
            "id": self.number,
            "kind": self.kind,
            "command": self.command,
            "state": state,
            "output": self.output,
            "began": self.began,
            "stage": stages[-1] if stages else "",
            "stages": stages[-STAGED:],
            "said": "\n".join(words[-12:]),
            "seconds": round(self._ended() - self.began, 1),
        }

    def _ended(self) -> float:
        with suppress(OSError):
            if not self.runs:
                return max(self.path(name).stat().st_mtime for name in ("out", "err"))
        return time.time()

    def save(self) -> None:
        content = {
            "number": self.number,
            "kind": self.kind,
            "arguments": list(self.arguments),
            "output": self.output,
            "pid": self.pid,
            "began": self.began,
            "cancelled": self.cancelled,
        }
        write_whole(self.path("json"), json.dumps(content), overwrite=True)


def _alive(pid: int, began: float) -> bool:
    """Whether a process that an earlier studio started still runs; numbers are used again."""
    try:
        os.kill(pid, 0)
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except (ProcessLookupError, PermissionError):
        return False
    except OSError:
        return time.time() - began < 3600
    return b"dynid" in words


def _end(pid: int, how: int) -> None:
    """With all that it started; Windows has no groups of processes."""
    with suppress(ProcessLookupError, PermissionError):
        getattr(os, "killpg", os.kill)(pid, how)


class Jobs:
    """All jobs of a folder, each a process; trusted: the user's Python files that they may run."""

    def __init__(self, folder: Path, trusted: Sequence[str] = ()) -> None:
        self.folder = folder
        self.trust = tuple(word for file in trusted for word in ("--trust", file))
        (folder / PLACE / "jobs").mkdir(parents=True, exist_ok=True)
        self.lock = threading.Lock()
        self.all: dict[int, Job] = {}
        for path in (folder / PLACE / "jobs").glob("*.json"):
            with suppress(OSError, ValueError, TypeError, KeyError):
                content = json.loads(path.read_text(encoding="utf-8"))
                content["number"] = int(path.stem)  # other files are named by it
                content["arguments"] = tuple(content["arguments"])
                self.all[content["number"]] = Job(folder, **content)

    def start(self, kind: str, asked: Mapping[str, Any]) -> Job:
        with self.lock:
            running = [job for job in self.all.values() if job.runs]
            if len(running) >= AT_ONCE:
                raise InputError(
                    f"{len(running)} commands are running, expected fewer than {AT_ONCE}; wait"
                    " until one ends, or cancel one."
                )
            reserved = frozenset(job.output for job in running)
            words, output = COMMANDS[kind](Folder(self.folder, reserved), asked)
            job = self._run(kind, (*words, *self.trust), output)
            for old in sorted(self.all)[:-KEPT]:
                if not self.all[old].runs:
                    gone = self.all.pop(old)
                    for name in ("json", "out", "err"):
                        gone.path(name).unlink(missing_ok=True)
        return job

    def _run(self, kind: str, arguments: tuple[str, ...], output: str) -> Job:
        number = max(self.all, default=0) + 1
        job = Job(self.folder, number, kind, arguments, output, began=time.time())
        # -P: no module is taken from the working folder, whose files may be anybody's
        command = [sys.executable, "-P", "-m", "dynid", *arguments, "--json"]
        with job.path("out").open("wb") as out, job.path("err").open("wb") as err:
            job.process = subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env={**os.environ, "DYNID_STAGES": "1"},
                start_new_session=True,  # it outlives a studio that is killed
            )
        job.pid = job.process.pid
        self.all[number] = job
        job.save()
        return job

    def get(self, number: int) -> Job:
        if number not in self.all:
            raise InputError(f"got job {number}, expected one of this folder's.")
        return self.all[number]

    def cancel(self, number: int) -> Job:
        job = self.get(number)
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
