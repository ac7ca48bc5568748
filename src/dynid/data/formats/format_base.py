"""What a format of logs is, and what all of them share."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from dynid.data.column_map import CONSTANT, CURRENT, FORCES, Table
from dynid.data.formats import FORMATS
from dynid.errors import DynidError, InputError
from dynid.notes import is_about

if TYPE_CHECKING:
    from dynid.data.log import Log

#: the name under which a file carries where its log came from
STORY = "dynid"
#: what a file of arrays may hold beside its data: the names of the columns of its matrices
NOT_DATA = ("joints", STORY)


class Format:
    """A format of logs: subclass it, give name and endings, write `open`, and `save` if wanted.

    Attributes
    ----------
    name
        what messages call it
    endings
        of the names of its files, such as (".npz",); a log is saved by them
    begins
        how its files begin, which is trusted before their names
    folder
        what a folder is called that is such a log; "": none is
    install
        what pip installs for the packages it needs; "": nothing
    takes
        what else of the arguments of `read_log` goes to `open`: "joints", "topic", "clean"
    """

    name: str = ""
    endings: tuple[str, ...] = ()
    begins: tuple[bytes, ...] = ()
    folder: str = ""
    install: str = ""
    takes: tuple[str, ...] = ()

    def open(self, path: Path) -> Table | Mapping[str, Any]:
        """The contents of a file: {name: column or matrix}, or a Table, which loads only what is
        used.

        "joints" among the names says what the columns of matrices are called.
        """
        raise InputError(f"a log cannot be opened as {self.name}, which is only saved.")

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        """Write a log to a file whose name has this ending."""
        raise InputError(f"a log cannot be saved as {self.name}, which is only read.")

    def sniff(self, path: Path, head: bytes) -> bool:
        """Whether a file is of this format that begins like none; `head`: its first bytes."""
        return False

    def require_package(self, package: str, what: str) -> Any:
        """An optional package, or a DynidError that says what to install."""
        try:
            return importlib.import_module(package)
        except ImportError as error:
            raise DynidError(
                f"{what} needs the package '{package.partition('.')[0]}', which cannot be imported"
                f" ({error}); install it with: pip install '{self.install}'"
            ) from error


def list_formats() -> list[Format]:
    return [kind() for kind in FORMATS.values()]


def describe_formats() -> str:
    """What `read_log` reads, for messages."""
    endings = [ending for kind in list_formats() for ending in kind.endings]
    folders = [kind.folder for kind in list_formats() if kind.folder]
    return " or ".join([", ".join(endings), *folders])


def make_format(format: Format | type[Format] | str) -> Format:
    """The format that a user named ("npz", "my_file.py:Own") or made."""
    found = FORMATS.find(format) if isinstance(format, str) else format
    made = found() if isinstance(found, type) and issubclass(found, Format) else found
    if not (isinstance(made, Format) and made.name and made.endings):
        raise InputError(
            f"format: got {format!r}, expected a dynid.Format with name and endings, one of"
            f" {', '.join(FORMATS)}, or a user-defined one as file.py:Name."
        )
    return made


def find_format_by_ending(path: Path, format: Format | type[Format] | str | None) -> Format:
    """The format that saves a file of this name: the given one, or the one with its ending."""
    known = list_formats() if format is None else [make_format(format)]
    for kind in known:
        if path.suffix.lower() in kind.endings:
            return kind
    endings = ", ".join(ending for kind in known for ending in kind.endings)
    what = "" if format is None else f" in the format {known[0].name}"
    raise InputError(
        f"cannot save a log as '{path}'{what}; expected a name that ends in {endings}."
    )


def describe_story(log: Log) -> str:
    """Where the log came from, as one line of JSON; without the notes that it writes itself."""
    notes = [note for note in log.notes if not is_about(note, CONSTANT)]
    return json.dumps({"source": log.source, "sha256": log.sha256, "notes": notes})


def parse_story(story: object) -> tuple[str, ...]:
    """The notes that `describe_story` wrote; none where it is not dynid's."""
    try:
        told = json.loads(str(story))
        digest = f", sha256 {told['sha256']}" if told["sha256"] else ""
        origin = f"saved by dynid from '{told['source']}'{digest}" if told["source"] else ""
        return (*map(str, told["notes"]), *([origin] if origin else []))
    except (ValueError, KeyError, TypeError):
        return ()


def collect_arrays(log: Log) -> dict[str, Any]:
    """The log as matrices with a column per joint; forces, temperatures and what is around one by
    one, and all where some joints have a torque, and some a current or none."""
    if log.commands or (log.torqueless and len(log.torqueless) < len(log.joints)):
        return log.to_columns()
    if log.currents:
        if len(log.currents) < len(log.joints):
            return log.to_columns()
        return {
            CURRENT if x == "tau" else x: a for x, a in collect_arrays(log.as_torques({})).items()
        }
    arrays = {"t": log.t, "q": log.q} | ({} if log.torqueless else {"tau": log.tau})
    arrays |= {} if log.qd is None else {"qd": log.qd}
    single = {f"{kind}_{joint}" for joint in log.sensors for kind in FORCES}
    single |= {*log.channels, *log.around}
    return arrays | {name: x for name, x in log.to_columns().items() if name in single}


def make_table(path: Path, arrays: Mapping[str, Any]) -> Table:
    """The Table of what was read already."""
    names = tuple(name for name in arrays if name not in NOT_DATA)
    held = [np.asarray(arrays[name]) for name in names]

    def load(places: Sequence[int]) -> list[Any]:
        return [held[k] for k in places]

    shapes = tuple(array.shape for array in held)
    return Table(
        str(path),
        names,
        load,
        as_words(arrays.get("joints")),
        parse_story(arrays.get(STORY)),
        shapes,
    )


def as_words(value: object) -> tuple[str, ...]:
    """Names from an array of text, a list of it, or one word."""
    if value is None:
        return ()
    found = np.ravel(np.asarray(value, dtype=object))
    return tuple(word.strip() for word in found if isinstance(word, str))
