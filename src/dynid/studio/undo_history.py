"""What was changed in the folder, to be undone and done again: the project file as it was, names of
files, and the bin."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dynid.errors import InputError
from dynid.files import write_whole
from dynid.studio.jobs import PLACE
from dynid.study.options import NAME

BIN = f"{PLACE}/bin"
KEPT = 200  # changes that can be undone

Moves = Sequence[Sequence[str]]


@dataclass(frozen=True)
class FolderChange:
    """what was done, the text of dynid.yaml before and after, and names [from, to] of files."""

    what: str
    before: str
    after: str
    moves: Moves = ()


class UndoHistory:
    """Written before anything is done, so that whatever ends the studio, it can be undone."""

    def __init__(self, folder: Path, moved: Callable[[str, str], None]) -> None:
        self.folder, self.lock, self._moved = folder, threading.RLock(), moved
        self._file = folder / PLACE / "history.json"
        self._changes: list[FolderChange] = []
        self._at = 0  # changes that are done; those behind were undone
        with suppress(OSError, ValueError, TypeError, KeyError):
            content = json.loads(self._file.read_text(encoding="utf-8"))
            self._changes = [FolderChange(**each) for each in content["changes"]]
            self._at = min(max(int(content["at"]), 0), len(self._changes))

    def to_dict(self) -> dict[str, str]:
        """What is undone, and what is done again, next."""
        with self.lock:
            undone = self._changes[self._at - 1].what if self._at else ""
            again = self._changes[self._at].what if self._at < len(self._changes) else ""
        return {"undo": undone, "redo": again}

    @contextmanager
    def record(self, what: str, edit: Callable[[str], str], moves: Moves = ()) -> Iterator[None]:
        """Change the text of the project file and the names of files; what is done inside may still
        refuse, and then all is as it was."""
        with self.lock:
            self._note_edits()
            before = self.read()
            change = FolderChange(what, before, edit(before), moves)
            if before == change.after and not moves:
                yield
                return
            kept = self._changes, self._at
            self._changes = [*self._changes[: self._at], change][-KEPT:]
            self._at = len(self._changes)
            self._save()
            self._apply(moves, change.after)
            try:
                yield
            except BaseException:
                self._apply([(b, a) for a, b in reversed(moves)], before)
                self._changes, self._at = kept
                self._save()
                raise

    def undo(self) -> str:
        with self.lock:
            self._note_edits()
            if not self._at:
                raise InputError("there is no change to undo.")
            change = self._changes[self._at - 1]
            self._apply([(b, a) for a, b in reversed(change.moves)], change.before)
            self._at -= 1
            self._save()
            return f"undone: {change.what}"

    def redo(self) -> str:
        with self.lock:
            if self._at == len(self._changes) or self.read() != self._changes[self._at].before:
                raise InputError("there is no undone change to do again.")
            change = self._changes[self._at]
            self._apply(change.moves, change.after)
            self._at += 1
            self._save()
            return f"done again: {change.what}"

    # ---- the bin

    def name_in_bin(self, name: str) -> str:
        """A free place in the bin."""
        number = 1
        while (self.folder / BIN / str(number)).exists():
            number += 1
        return f"{BIN}/{number}/{name}"

    def list_bin(self) -> list[str]:
        """What is in the bin, oldest first, each with its number."""
        there = [path for path in (self.folder / BIN).glob("*") if path.name.isdecimal()]
        found = []
        for place in sorted(there, key=lambda path: int(path.name)):
            with suppress(OSError):
                one = place
                while one.is_dir() and len(inside := list(one.iterdir())) == 1:
                    one = inside[0]
                if one != place:
                    found.append(str(one.relative_to(self.folder / BIN)))
        return found

    # ----

    def read(self) -> str:
        with suppress(OSError):
            return (self.folder / NAME).read_text(encoding="utf-8")
        return ""

    def _note_edits(self) -> None:
        """The project file was written by an editor, or by a command: that is undone first."""
        last = self._changes[self._at - 1].after if self._at else None
        if self._at < len(self._changes):
            last = self._changes[self._at].before
        now = self.read()
        if last is not None and now != last:
            self._changes = [*self._changes[: self._at], FolderChange(f"edit of {NAME}", last, now)]
            self._at = len(self._changes)

    def _apply(self, moves: Moves, text: str) -> None:
        for source, target in moves:
            here, there = (self.folder / name for name in (source, target))
            for place in (here, there):  # the history of a stranger's folder may say anything
                if not place.resolve().is_relative_to(self.folder.resolve()):
                    raise InputError(f"got '{place}', expected a file of this project.")
            if there.exists() and not here.exists():
                continue  # it was ended in between
            if there.exists():
                raise InputError(f"'{target}' exists already; rename or remove it first.")
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(here, there)
            _remove_empty(here.parent, self.folder)
            self._moved(source, target)
        if text != self.read():
            if text:
                write_whole(self.folder / NAME, text, overwrite=True)
            else:
                (self.folder / NAME).unlink(missing_ok=True)

    def _save(self) -> None:
        content: dict[str, Any] = {"at": self._at, "changes": [asdict(x) for x in self._changes]}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, json.dumps(content), overwrite=True)


def _remove_empty(folder: Path, top: Path) -> None:
    """Folders that only held what was moved."""
    with suppress(OSError):
        while folder != top:
            folder.rmdir()
            folder = folder.parent
