"""What `dynid convert` does, apart from parsing and printing: a logger's file as a log with dynid's
names, in SI units."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dynid.cli.commands import Answer
from dynid.data.formats.base import chosen
from dynid.data.read import read_log
from dynid.errors import InputError
from dynid.files import check_target


def convert_log(
    source: Path,
    output: Path,
    columns: Sequence[str],
    units: Sequence[str],
    clean: bool,
    format: str,
    force: bool,
) -> Answer:
    check_target(output, force)
    kind = chosen(format) if format else None
    # a format of one's own belongs to the file with its ending, and to LOG if neither has it
    ends = [kind is not None and file.suffix.lower() in kind.endings for file in (source, output)]
    log = read_log(
        source,
        columns=_pairs("--column", columns),
        units=_units(units),
        clean=clean,
        format=kind if ends[0] or not ends[1] else None,
    )
    log.save(output, overwrite=force, format=kind if ends[1] else None)
    content = {
        "output": str(output),
        "joints": list(log.joints),
        "samples": len(log),
        "notes": list(log.notes),
    }
    return content, "\n".join([repr(log), *log.notes, f"wrote {output}"])


def _pairs(option: str, texts: Sequence[str]) -> dict[str, str]:
    """{"q_joint1": "pos_1"} of ["q_joint1=pos_1"]."""
    split = [text.partition("=") for text in texts]
    if wrong := [text for text, (name, _, value) in zip(texts, split) if not (name and value)]:
        raise InputError(
            f"got {option} {wrong[0]}, expected NAME=VALUE, such as q_joint1=pos_1 or q=deg."
        )
    return {name.strip(): value.strip() for name, _, value in split}


def _units(texts: Sequence[str]) -> dict[str, Any]:
    """Names of units as they are, numbers as factors."""
    return {name: _number(value) for name, value in _pairs("--unit", texts).items()}


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
