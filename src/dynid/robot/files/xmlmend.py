"""XML with small mistakes that other readers pass over, corrected: every line keeps its number."""

from __future__ import annotations

import re

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
