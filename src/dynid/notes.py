"""Notes: sentences for people that carry the data which programs decide by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NoReturn

Level = Literal["note", "warning"]


class Note(str):
    """A sentence on a log, a file or a fit. It is text, so it is printed, joined, compared and
    saved as such, a warning with "warning: " in front. Programs read its data, never the sentence;
    the data live as long as the note: files keep the sentence alone.

    level   "note" or "warning"
    text    the sentence alone
    about   what it is about: a kind, then names, as in ("constant", "tau", "joint1")
    """

    level: Level
    text: str
    about: tuple[str, ...]

    def __new__(cls, text: str, level: Level = "note", about: Iterable[str] = ()) -> Note:
        note = super().__new__(cls, f"warning: {text}" if level == "warning" else text)
        note.__dict__.update(level=level, text=text, about=tuple(about))
        return note

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Note cannot be changed, got {name} = {value!r}; make another one.")


def put_before(where: str, note: str) -> Note:
    """The note with the place that it is about in front; its data stay."""
    if isinstance(note, Note):
        return Note(f"{where}: {note.text}", note.level, note.about)
    return Note(f"{where}: {note}")


def get_subject(note: str) -> tuple[str, ...]:
    """What a note is about; nothing of a sentence without data, as a file or a user gives it."""
    return note.about if isinstance(note, Note) else ()


def is_about(note: str, kind: str) -> bool:
    return get_subject(note)[:1] == (kind,)


def select_warnings(notes: Iterable[str]) -> list[Note]:
    return [note for note in notes if isinstance(note, Note) and note.level == "warning"]
