"""Changing some elements of an XML file and leaving every other byte as it is: comments, order,
indentation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from dynid.errors import RobotError


@dataclass(eq=False)
class Node:
    """An element (or a comment, with the tag "!--") and where it stands in the file's bytes."""

    tag: str
    attributes: dict[str, str]
    start: int
    inside: int  # end of the start tag
    close: int = -1  # start of the end tag; -1 for <a/>
    end: int = -1
    text: str = ""  # of a comment
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    def find(self, tag: str) -> list[Node]:
        return [child for child in self.children if child.tag == tag]

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


def parse(data: bytes) -> Node:
    """The root element of a well-formed file (see robot.xmlfile.read_xml, which explains what is
    not)."""
    if b"\0" in data:
        raise RobotError(
            "the file is not in UTF-8 or another encoding that holds ASCII; save it as UTF-8."
        )
    parser = expat.ParserCreate()
    top = Node("", {}, 0, 0)
    open_ = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        at = parser.CurrentByteIndex
        node = Node(tag, attributes, at, _find_tag_end(data, at), parent=open_[-1])
        open_[-1].children.append(node)
        open_.append(node)

    def end(_: str) -> None:
        node = open_.pop()
        at = parser.CurrentByteIndex
        if data[node.inside - 2 : node.inside] == b"/>":
            node.end = node.inside
        else:
            node.close, node.end = at, _find_tag_end(data, at)

    def check_comment(text: str) -> None:
        at = parser.CurrentByteIndex
        stop = data.index(b"-->", at) + 3
        open_[-1].children.append(Node("!--", {}, at, stop, end=stop, text=text, parent=open_[-1]))

    parser.StartElementHandler, parser.EndElementHandler, parser.CommentHandler = (
        start,
        end,
        check_comment,
    )
    parser.Parse(data, True)
    return next(node for node in top.children if node.tag != "!--")


def _find_tag_end(data: bytes, at: int) -> int:
    """Behind the '>' that ends the tag at `at`; one in a quoted value does not."""
    found = re.compile(rb"""(?:[^>"']|"[^"]*"|'[^']*')*>""").match(data, at)
    assert found
    return found.end()


class Edits:
    """Changes of a file, collected and then applied at once."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.root = parse(data)
        self._changes: list[tuple[int, int, bytes]] = []

    def replace(self, node: Node, lines: list[str]) -> None:
        self._changes.append((node.start, node.end, self._format_block(lines, self._indent(node))))

    def remove(self, node: Node) -> None:
        """With the line, where the element stands alone on it."""
        start = node.start
        before = self.data[:start].rstrip(b" \t")
        if before.endswith(b"\n") and self.data[node.end : node.end + 1] in (b"\n", b"\r"):
            start = len(before) - (2 if before.endswith(b"\r\n") else 1)
        self._changes.append((start, node.end, b""))

    def insert(self, parent: Node, lines: list[str], first: bool) -> None:
        """As the first or the last child."""
        if (
            parent.children and b"\n" not in self.data[parent.start : parent.end]
        ):  # a parent on one line stays so
            at = parent.inside if first else parent.children[-1].end
            self._changes.append(
                (
                    at,
                    at,
                    b"".join(line.strip().encode("ascii", "xmlcharrefreplace") for line in lines),
                )
            )
            return
        own = self._indent(parent)
        elements = [child for child in parent.children if child.tag != "!--"]
        indent = (
            self._indent(elements[0])
            if elements and self._indent(elements[0]) != own
            else own + b"  "
        )
        block = self._find_line_end() + indent + self._format_block(lines, indent)
        if parent.close < 0:  # <a/> becomes <a> ... </a>
            opened = b">" + block + self._find_line_end() + own + b"</" + parent.tag.encode() + b">"
            self._changes.append((parent.inside - 2, parent.inside, opened))
            return
        last = max((child.end for child in parent.children), default=parent.inside)
        at = parent.inside if first else last
        empty = not parent.children and not self.data[parent.inside : parent.close].strip()
        tail = (
            self._find_line_end() + own
            if empty and b"\n" not in self.data[parent.inside : parent.close]
            else b""
        )
        self._changes.append((at, at, block + tail))

    def set(self, node: Node, values: Mapping[str, str], without: Sequence[str] = ()) -> None:
        """Attributes of the start tag, numbers or plain words, and `without` some others; the rest
        keep their place."""
        tag = self.data[node.start : node.inside]
        for name in without:
            tag = re.sub(rb"\s+" + name.encode() + rb"""\s*=\s*("[^"]*"|'[^']*')""", b"", tag)
        for name, value in values.items():
            new = f'{name}="{value}"'.encode()
            tag, count = re.subn(
                rb"(?<=\s)" + name.encode() + rb"""\s*=\s*("[^"]*"|'[^']*')""", new, tag, count=1
            )
            if not count:
                closing = b"/>" if tag.endswith(b"/>") else b">"
                tag = tag[: -len(closing)].rstrip() + b" " + new + closing
        self._changes.append((node.start, node.inside, tag))

    def set_text(self, node: Node, text: str) -> None:
        """What is between the tags of an element without children."""
        self._changes.append((node.inside, node.close, text.encode()))

    def apply(self) -> bytes:
        out, at = b"", 0
        for start, end, new in sorted(self._changes, key=lambda change: change[:2]):
            assert start >= at, "two changes of one place"
            out += self.data[at:start] + new
            at = end
        return out + self.data[at:]

    def _indent(self, node: Node) -> bytes:
        """The white space before an element, where nothing else stands before it on its line."""
        line = self.data[: node.start].rpartition(b"\n")[2]
        return line if not line.strip() else line[: len(line) - len(line.lstrip())]

    def _find_line_end(self) -> bytes:
        return b"\r\n" if b"\r\n" in self.data else b"\n"

    def _format_block(self, lines: list[str], indent: bytes) -> bytes:
        # names that the file's own encoding may not have are written as characters' numbers
        return (self._find_line_end() + indent).join(
            line.encode("ascii", "xmlcharrefreplace") for line in lines
        )


#: how our own comment begins, which a later export replaces
MARK = "dynid:"
NEW_LINE = "\n"


def format_comment(text: str, notes: Sequence[str] = ()) -> list[str]:
    """A comment; in its text two dashes may not stand together."""
    lines = [f"{MARK} {text}", *(f"     note: {note}" for note in notes)]
    safe = [line.replace("--", "- -") for line in lines]
    return (f"<!-- {NEW_LINE.join(safe)} -->").split(NEW_LINE)


def put_comment(edits: Edits, title: str, notes: Sequence[str]) -> None:
    for node in edits.root.find("!--"):
        if node.text.strip().startswith(MARK):
            edits.remove(node)
    edits.insert(edits.root, format_comment(title, notes), first=True)
