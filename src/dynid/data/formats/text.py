"""Columns of text: CSV and its relatives, read in blocks, with errors that name line, column and
text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.data.column_map import Table, shorten_text
from dynid.data.formats.format_base import STORY, Format, describe_story, parse_story
from dynid.data.log import Log
from dynid.errors import InputError
from dynid.option_names import name_option

_DELIMITERS = (",", ";", "\t")
_COMMA = re.compile(r"[-+]?\d*,\d+([eE][-+]?\d+)?")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(Z|[-+]\d\d:?\d\d)?")
#: how tables write that there is no value
_MISSING = ("", "-", "NA", "N/A", "n/a", "#N/A", "null", "NULL", "None")
_FIRST = 200  # rows that are looked at to see how numbers are written
_BLOCK = 20_000  # lines to read at once: some 10 MB of text
_ROWS = 4096  # to write at once


class Text(Format):
    name = "text"
    endings = (".csv", ".tsv", ".txt")
    takes = ("clean",)

    def sniff(self, path: Path, head: bytes) -> bool:
        return b"\0" not in head

    def open(self, path: Path, clean: bool = False) -> Table:
        """With `clean`, cells without a value and rows cut short are nan."""
        text = replace(_parse_header(path), clean=clean)
        notes = parse_story(text.story)
        if text.decimal == ",":
            notes += ("numbers are written with decimal commas",)
        meant = {}
        if len(text.dates) == 1:
            (place,) = text.dates
            meant = {"t": text.names[place]}
        return Table(
            *(str(path), text.names, text.load),
            notes=notes,
            no_header=text.no_header,
            meant=meant,
        )

    def save(self, log: Log, file: BinaryIO, ending: str) -> None:
        delimiter = "\t" if ending == ".tsv" else ","
        columns, header = log.to_columns(), io.StringIO()
        csv.writer(header, delimiter=delimiter, lineterminator="\n").writerow(columns)
        file.write(f"# {STORY}: {describe_story(log)}\n{header.getvalue()}".encode())
        for start in range(0, len(log), _ROWS):
            block = [column[start : start + _ROWS] for column in columns.values()]
            # repr is the shortest text that gives the same float back
            rows = (delimiter.join(map(repr, row)) for row in np.column_stack(block).tolist())
            file.write("".join(f"{row}\n" for row in rows).encode())


@dataclass(frozen=True)
class _Text:
    """A text file, its first lines understood. `delimiter` None stands for any white space;
    `dates`: places of columns of dates; `clean`: what is missing is nan."""

    path: Path
    names: tuple[str, ...]
    delimiter: str | None
    lines_before: int
    no_header: str
    story: str
    decimal: str = "."
    dates: tuple[int, ...] = ()
    clean: bool = False

    def load(self, places: Sequence[int]) -> list[NDArray[Any]]:
        if dates := [place for place in places if place in self.dates]:
            return _load_dates(self, places, dates)
        columns = _load_fast(self, places)
        return columns if columns is not None else _load_lines(self, places)


def _open(path: Path) -> TextIO:
    return open(path, encoding="utf-8-sig", errors="replace")


def _is_data(line: str) -> bool:
    return not (line.isspace() or line.lstrip().startswith("#"))


def _parse_header(path: Path) -> _Text:
    comments: list[str] = []
    with _open(path) as file:
        first = file.readline()
        while first and not _is_data(first):
            comments.append(first.strip().lstrip("#").strip())
            first = file.readline()
        rows = list(islice((line for line in file if _is_data(line)), _FIRST))
    second = rows[0] if rows else ""
    if not first:
        raise InputError(
            f"{path}: nothing but blank and comment lines, expected a header and numbers."
        )
    k = len(comments) + 1  # the number of the line `first`
    story = next((c.removeprefix(f"{STORY}:") for c in comments if c.startswith(f"{STORY}:")), "")
    delimiter = _detect_delimiter(first, second)
    names = _split_cells(first, delimiter)
    if not all(_is_number(name) for name in names):
        if not second:
            raise InputError(
                f"{path}: a header ({shorten_text(first.strip())}) and no samples; expected rows of"
                " numbers."
            )
        return _detect_number_style(_Text(path, names, delimiter, k, "", story), rows)
    # numpy.savetxt writes the header as a comment
    above = (
        _split_cells(comments[-1], _detect_delimiter(comments[-1], first))
        if comments and comments[-1]
        else ()
    )
    if len(above) == len(names) > 1:
        return _detect_number_style(_Text(path, above, delimiter, k - 1, "", story), [first, *rows])
    places = tuple(map(str, range(len(names))))
    text = _Text(path, places, delimiter, k - 1, first.strip(), story)
    return _detect_number_style(text, [first, *rows])


def _detect_number_style(text: _Text, rows: list[str]) -> _Text:
    """With how its numbers are written, by the first rows."""
    table = [_split_cells(row, text.delimiter) for row in rows] or [()]
    comma = any(_COMMA.fullmatch(cell) for row in table for cell in row)
    dates = tuple(
        place
        for place in range(len(text.names))
        if len(table[0]) > place
        and _DATE.fullmatch(table[0][place])
        and all(
            _DATE.fullmatch(x) or x in _MISSING for row in table for x in row[place : place + 1]
        )
    )
    return replace(text, decimal="," if comma else ".", dates=dates)


def _detect_delimiter(header: str, row: str) -> str | None:
    """The one that occurs most in the header and gives as many cells in the first row; else white
    space."""
    likely = sorted((d for d in _DELIMITERS if d in header), key=header.count, reverse=True)
    for delimiter in (*likely, None):
        if len(_split_cells(header, delimiter)) == len(_split_cells(row, delimiter)):
            return delimiter
    return likely[0] if likely else None


def _split_cells(line: str, delimiter: str | None) -> tuple[str, ...]:
    line = line.rstrip("\n")
    if delimiter is None:
        return tuple(line.split())
    if '"' in line:
        return tuple(
            c.strip() for c in next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
        )
    return tuple(c.strip() for c in line.split(delimiter))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return "_" not in cell  # Python alone reads 1_000 as a number


def _load_fast(text: _Text, places: Sequence[int]) -> list[NDArray[Any]] | None:
    """By pyarrow, some three times faster than numpy; None where it is missing or finds anything
    unusual."""
    # a row commented out is told by its first cell, which must therefore be one of those read as
    # numbers
    if text.delimiter is None or 0 not in places:
        return None
    try:
        pa, arrow = import_module("pyarrow"), import_module("pyarrow.csv")
    except ImportError:
        return None
    names = [str(k) for k in range(len(text.names))]
    wanted = [names[k] for k in places]
    try:
        # a file of its own: its threads must not ask for Python's, which may be ending by then
        with pa.OSFile(str(text.path)) as file:
            table = arrow.read_csv(
                file,
                arrow.ReadOptions(column_names=names, skip_rows=text.lines_before),
                arrow.ParseOptions(delimiter=text.delimiter),
                arrow.ConvertOptions(
                    column_types=dict.fromkeys(wanted, pa.float64()),
                    include_columns=wanted,
                    null_values=_MISSING if text.clean else [],
                    decimal_point=text.decimal,
                ),
            )
    except pa.ArrowInvalid:
        return None
    columns = [_convert_column(table[name].chunks) for name in wanted]
    del table
    pa.default_memory_pool().release_unused()
    return columns


def _convert_column(chunks: Sequence[Any]) -> NDArray[Any]:
    """The numbers of a column of pyarrow, missing ones nan; its own way would import pandas."""
    return np.concatenate([np.zeros(0), *map(_convert_chunk, chunks)])


def _convert_chunk(chunk: Any) -> NDArray[Any]:
    present, values = chunk.buffers()
    part = slice(chunk.offset, chunk.offset + len(chunk))
    x = np.frombuffer(values, dtype=float)[part]
    if not chunk.null_count:
        return x
    bits = np.unpackbits(np.frombuffer(present, dtype=np.uint8), bitorder="little")
    return np.where(bits[part], x, np.nan)


def _load_dates(text: _Text, places: Sequence[int], dates: list[int]) -> list[NDArray[Any]]:
    """Columns among which some are dates, line by line."""
    numbers = [place for place in places if place not in dates]
    columns: list[NDArray[Any]] = _load_lines(text, numbers) if numbers else []
    found: dict[int, NDArray[Any]] = dict(zip(numbers, columns))
    zones: set[str] = set()
    for place in dates:
        stamps = []
        with _open(text.path) as file:
            lines_read = sum(1 for _ in islice(file, text.lines_before))
            for k, line in enumerate(file, lines_read + 1):
                if not _is_data(line):
                    continue
                cells = _split_cells(line.partition("#")[0], text.delimiter)
                match = _DATE.fullmatch(cells[place]) if len(cells) == len(text.names) else None
                if match is None and not text.clean:
                    got = shorten_text(cells[place] if len(cells) > place else line.strip())
                    raise InputError(
                        f"{text.path}, line {k}, column '{text.names[place]}': got '{got}',"
                        " expected a date as in the first rows. Correct that line."
                    )
                zones |= {match[2] or ""} if match else set()
                stamps.append(match[1].replace(",", ".") if match else "NaT")
        found[place] = np.array(stamps, dtype="M8[ns]")
    if len(zones) > 1:
        raise InputError(
            f"{text.path}: dates with different distances from UTC ({', '.join(sorted(zones))}),"
            " expected the same in all rows."
        )
    return [found[place] for place in places]


def _load_lines(text: _Text, places: Sequence[int]) -> list[NDArray[Any]]:
    blocks = [np.empty((0, len(places)))]
    with _open(text.path) as file:
        lines_read = sum(1 for _ in islice(file, text.lines_before))
        while lines := list(islice(file, _BLOCK)):
            blocks.append(_parse_numbers(text, places, lines, lines_read))
            lines_read += len(lines)
    whole = np.concatenate(blocks)
    return [whole[:, k] for k in range(len(places))]


def _parse_numbers(
    text: _Text, places: Sequence[int], lines: list[str], lines_before: int
) -> Array:
    """The numbers in a block of lines, of which `lines_before` stand before it in the file."""
    delimiter, width = text.delimiter, len(text.names)
    rows = list(enumerate(lines, lines_before + 1))
    if delimiter is None or any(
        line.count(delimiter) != width - 1 or "#" in line for line in lines
    ):
        rows = [(k, line.partition("#")[0]) for k, line in rows if _is_data(line)]
        for k, line in rows:
            if (got := len(_split_cells(line, delimiter))) != width and not text.clean:
                raise InputError(
                    f"{text.path}, line {k}: {got} cells, expected {width} as in the first line;"
                    f" got '{shorten_text(line.strip())}'. Correct or remove that line (a recorder"
                    " that was stopped leaves its last line unfinished)."
                )
    if not rows:
        return np.empty((0, len(places)))
    if text.clean or text.decimal == ",":
        return np.array([_parse_row(text, places, *row) for row in rows])
    try:
        lines = [line for _, line in rows]
        return np.loadtxt(
            lines, delimiter=delimiter, usecols=places, comments=None, quotechar='"', ndmin=2
        )
    except ValueError as error:
        _blame(text, places, rows)
        raise InputError(
            f"{text.path}, lines {rows[0][0]} to {rows[-1][0]}: {error}; expected numbers."
        ) from error


def _parse_row(text: _Text, places: Sequence[int], k: int, line: str) -> list[float]:
    """The numbers of one line, with decimal commas or missing values."""
    cells = _split_cells(line, text.delimiter)
    if len(cells) != len(text.names):
        return [np.nan] * len(places)
    numbers = []
    for place in places:
        cell = cells[place]
        if text.clean and cell in _MISSING:
            numbers.append(np.nan)
            continue
        if text.decimal == "," and "." not in cell:
            cell = cell.replace(",", ".", 1)
        elif text.decimal == ",":  # 1.234: a thousand, or a point where others are commas?
            cell = ""
        if not _is_number(cell):
            _blame(text, places, [(k, line)])
        numbers.append(float(cell))
    return numbers


def _blame(text: _Text, places: Sequence[int], rows: list[tuple[int, str]]) -> None:
    """Raise for the first cell that is no number."""
    for k, line in rows:
        cells = _split_cells(line, text.delimiter)
        for place in places:
            cell, remedy = cells[place], "Correct that line."
            where = f"{text.path}, line {k}, column '{text.names[place]}'"
            if text.decimal == ",":
                if "." in cell:
                    remedy = "Other numbers have decimal commas: write all of them in the same way."
                elif _is_number(cell.replace(",", ".", 1)):
                    continue
            elif _is_number(cell):
                continue
            if cell in _MISSING:
                got = f"got '{cell}'" if cell else "the cell is empty"
                raise InputError(
                    f"{where}: {got}, expected a number. Fill it in or remove the row"
                    f" ({name_option('clean')})."
                )
            if _COMMA.fullmatch(cell):
                remedy = "Write decimal points instead of commas."
            raise InputError(f"{where}: got '{shorten_text(cell)}', expected a number. {remedy}")
