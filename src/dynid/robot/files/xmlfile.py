"""Reading XML that came from elsewhere: no entities, no network, and errors that name the file and
the line."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

import numpy as np

from dynid.arrays import Array
from dynid.errors import IgnoredElementWarning, RobotError, join_names
from dynid.files import check_source

MOST = 4  # corrections in a warning


class NotWellFormed(RobotError):
    """What is no XML."""


def read_xml(path: str | os.PathLike[str]) -> Element:
    """The root element of a robot file (URDF, MJCF, SDF).

    Refused with a RobotError: what is no readable file, what is no well-formed XML (beyond small
    mistakes that other programs pass over: `mend_xml`; a warning names them), and any DOCTYPE,
    because entities can blow a small file up to gigabytes or pull in other files. Prefixes stay in
    the tags ("xacro:macro"), so that files which use one without declaring it can be read.
    """
    return _read(Path(path))[1]


def read_mended(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a robot file, well-formed: with its small mistakes corrected."""
    return _read(Path(path))[0]


def _read(path: Path) -> tuple[bytes, Element]:
    data = _read_bytes(path)
    try:
        return data, _parse(data, path)
    except NotWellFormed as error:
        mended, notes = mend_xml(data)
        try:
            root = _parse(mended, path) if notes else None
        except RobotError:
            root = None
        if root is None:
            raise error from None
    said = f"{path}: is no well-formed XML, read with corrections ({join_names(notes, MOST)})."
    warnings.warn(IgnoredElementWarning(said, path), stacklevel=4)
    return mended, root


def _parse(data: bytes, path: Path) -> Element:
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def refuse(doctype: str, *_: object) -> None:
        raise RobotError(
            f"{path}, line {parser.CurrentLineNumber}: got a DOCTYPE declaration ('{doctype}'),"
            " expected plain XML; dynid reads no DOCTYPE or ENTITY. Remove it and write its"
            " entities out."
        )

    parser.StartDoctypeDeclHandler = (
        refuse  # called before any entity is declared, hence before any is expanded
    )
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise NotWellFormed(
            f"{path}, line {error.lineno}, column {error.offset + 1}:"
            f" {expat.ErrorString(error.code)}; got {_format_excerpt(data, error.lineno)}, expected"
            " well-formed XML. Correct that line."
        ) from error
    except (LookupError, UnicodeError, ValueError) as error:
        if isinstance(error, RobotError):
            raise
        raise RobotError(
            f"{path}: {error}; got an encoding that cannot be read, expected UTF-8. Save the file"
            " as UTF-8."
        ) from error
    return builder.close()


def _read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise RobotError(
                f"'{path}' is a folder, expected a robot file (.urdf or .xml); name a file in it."
            )
        check_source(path, "a robot file", RobotError)
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise RobotError(
            f"there is no file '{path}' (looked in {Path.cwd()}); expected a robot file. Correct"
            " its name or folder."
        ) from error
    except (OSError, ValueError) as error:
        if isinstance(error, RobotError):
            raise
        raise RobotError(
            f"'{path}' cannot be read ({error}); expected a file that you may read."
        ) from error
    if not data.strip():
        raise RobotError(f"'{path}' is empty, expected XML; write or download the file again.")
    return data


def _format_excerpt(data: bytes, line: int) -> str:
    """The offending line, shortened, fit to print even where the bytes are junk."""
    lines = data.split(b"\n")
    text = lines[line - 1] if 0 < line <= len(lines) else b""
    shown = text.strip()[:60].decode("utf-8", "replace")
    return (
        repr(shown) + (" ..." if len(text.strip()) > 60 else "") if shown else "the end of the file"
    )


def read_numbers(
    element: Element | None,
    attribute: str,
    count: int,
    where: str,
    default: Sequence[float] | None = None,
    infinite: bool = False,
) -> Array:
    """The `count` numbers in an attribute ("0 0 1"); without element or attribute the default, if
    there is one."""
    text = None if element is None else element.get(attribute)
    kind = "" if infinite else "finite "
    expected = (
        f"expected {count} {kind}numbers separated by spaces"
        if count > 1
        else f"expected one {kind}number"
    )
    if text is None:
        if default is not None:
            return np.array(default, dtype=float)
        raise RobotError(
            f"{where} has no attribute '{attribute}'; {expected}. Add {attribute}=\"...\"."
        )
    hint = "Run xacro first." if "${" in text or "$(" in text else "Correct it in the file."
    try:
        if "_" in text:  # Python reads 1_000 as a number; no other reader of such files does
            raise ValueError
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        raise RobotError(f"{where}: got {attribute}='{text}', {expected}. {hint}") from None
    if (
        values.size != count
        or np.isnan(values).any()
        or not (infinite or np.isfinite(values).all())
    ):
        raise RobotError(f"{where}: got {attribute}='{text}', {expected}. {hint}")
    return values


# ---- XML with small mistakes that other readers pass over, corrected: every line keeps its number.

DECLARATION = b"<?xml"
#: what is no markup, and where it ends
OPAQUE = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"))
#: a start or end tag; no value holds "<", so that a search ends at the next one
TAG = re.compile(rb"""<(/?)([^\s<>/!?"'=]+)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>""")
BARE_AND = re.compile(rb"&(?!#?\w+;)")


def mend_xml(data: bytes) -> tuple[bytes, list[str]]:
    """The data corrected, and a sentence for each correction: a declaration that is not at the
    start, "--" in comments, "&" alone, an end tag that comes twice."""
    out: list[bytes] = []
    notes: list[str] = []
    opened: list[bytes] = []
    closed = head = b""  # the element that ended last, until another begins; the declaration
    at, line = 0, 1
    while at < len(data):
        start = data.find(b"<", at)
        start = len(data) if start < 0 else start
        text = data[at:start]
        at, token = _read_token(data, start)
        name, ends = _name(token), token.startswith(b"</")
        text, count = BARE_AND.subn(b"&amp;", text)
        token, more = BARE_AND.subn(b"&amp;", token) if name else (token, 0)
        line += text.count(b"\n")
        notes += [f"line {line}: '&' read as '&amp;'"] if count or more else []
        lines = token.count(b"\n")
        if token.startswith(b"<!--") and _is_bad(token[4:-3]):
            token = b"<!--" + token[4:-3].replace(b"-", b" ") + b"-->"
            notes.append(f"line {line}: '--' in a comment")
        elif token.startswith(DECLARATION) and start > 0:
            head, token = head or token, b"\n" * lines
            notes.append(f"line {line}: the declaration is not at the start")
        elif ends and opened and opened[-1] == name:
            closed = opened.pop()
        elif ends and closed == name:
            token = b"\n" * lines
            notes.append(f"line {line}: </{name.decode('utf-8', 'replace')}> comes twice")
        elif name and not ends:
            closed = name if token.endswith(b"/>") else b""
            opened += [] if closed else [name]
        line += lines
        out += [text, token]
    return head + b"".join(out), notes


def _read_token(data: bytes, start: int) -> tuple[int, bytes]:
    """Where the markup at `start` ends, and itself; what has no end is the rest of the data."""
    for begin, end in OPAQUE:
        if data.startswith(begin, start):
            found = data.find(end, start + len(begin))
            stop = len(data) if found < 0 else found + len(end)
            return stop, data[start:stop]
    tag = TAG.match(data, start)
    stop = start + 1 if tag is None else tag.end()
    return stop, data[start:stop]


def _name(token: bytes) -> bytes:
    tag = TAG.match(token)
    return tag.group(2) if tag else b""


def _is_bad(comment: bytes) -> bool:
    return b"--" in comment or comment.endswith(b"-")
