"""A logger's file as a log with dynid's names, in SI units: what `dynid convert` does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.data.formats import FORMATS
from dynid.errors import InputError
from dynid.files import check_target
from dynid.option_names import name_option
from dynid.study.column_options import ColumnOptions
from dynid.study.options import Group, declare_named_option
from dynid.study.text_values import make_named_numbers_reader, number, parse_pairs

if TYPE_CHECKING:
    from dynid.data.log import Log


@dataclass(frozen=True)
class ConvertOptions(Group):
    """What of a file is converted, and to what."""

    topic: Any = declare_named_option(
        None, "Topic to read from a bag; several topics are joined.", list[str]
    )
    only: Mapping[str, float] = declare_named_option(
        {},
        "Use only rows in which a column has this value: episode_index=3.",
        list[str],
        lambda where, texts: {x: number(where, y) for x, y in parse_pairs(where, texts).items()},
    )
    ratio: Mapping[str, Any] = declare_named_option(
        {},
        "Turns of a motor per turn of its joint, of logs of motors' positions and torques: j1=32,"
        " j4=-48; where others turn it too: j6=32*j5+32*j6.",
        list[str],
        lambda where, texts: {
            joint: read_ratio(where, joint, text)
            for joint, text in parse_pairs(where, texts).items()
        },
        metavar="JOINT=RATIO",
    )
    zero: Mapping[str, float] = declare_named_option(
        {},
        "Position of a joint [rad or m] where its motor is at 0: j2=-1.5708,j3=1.5708.",
        read=make_named_numbers_reader(),
        metavar="JOINT=POSITION",
    )
    kind: str = declare_named_option(
        "",
        "Format to write; default: by the file's ending, else the format of LOG:"
        f" {', '.join(FORMATS)}, or user-defined as my_file.py:Name.",
        metavar="FORMAT",
        flag="--format",
        choices=tuple(FORMATS),
    )


def read_ratio(where: str, joint: str, text: str) -> dict[str, float]:
    """{"j5": 32.0, "j6": 32.0} of "32*j5+32*j6"; {joint: 32.0} of "32"."""
    terms = re.findall(r"[+-]?[^+-]+", re.sub(r"\s|(?<=[eE])\+", "", text))
    found = {}
    for term in terms:
        factor, star, other = term.partition("*")
        found[other if star else joint] = number(where, factor, "ratios such as 32*j5+32*j6")
    return found


def convert_log(
    logs: Sequence[Path], output: Path, about: ColumnOptions, how: ConvertOptions, overwrite: bool
) -> Log:
    """The log that was read, and is written to `output`."""
    from dynid.data.recording_files import read_recording, to_joint_side

    check_target(output, overwrite)
    files = _find_kinds(logs)
    if files:
        if about.columns or how.topic or how.only:
            raise InputError(
                "convert: columns, topic and only are of recordings in one file; expected"
                f" {name_option('joints')} or {name_option('units')} with several."
            )
        read = read_recording(
            files, about.units, joints=about.joints, rate=about.rate, clean=about.clean
        )
        if how.ratio or how.zero:
            read = to_joint_side(read, how.ratio, how.zero)
        read.save(output, overwrite=overwrite, format=how.kind or None)
        return read
    if len(logs) > 1:
        raise InputError(
            f"convert: got {len(logs)} logs, expected one; or one recording in several files, each"
            " with what it holds: q=positions.csv tau=efforts.csv."
        )
    return _convert_file(logs[0], output, about, how, overwrite)


def _find_kinds(logs: Sequence[Path]) -> dict[str, Path]:
    """{"q": file} of "q=file"; none where they are plain logs."""
    split = [str(log).partition("=") for log in logs if not log.exists()]
    return {kind: Path(file) for kind, _, file in split if kind.isidentifier() and file}


def _convert_file(
    log: Path, output: Path, about: ColumnOptions, how: ConvertOptions, overwrite: bool
) -> Log:
    from dynid.data.column_patterns import expand_patterns
    from dynid.data.formats.format_base import make_format
    from dynid.data.log_reading import read_column_names, read_log
    from dynid.data.recording_files import to_joint_side

    about = about.select_for(log)
    own = make_format(how.kind) if how.kind else None
    # a user-defined format belongs to the file with its ending, and to LOG if neither has it
    ends = [own is not None and file.suffix.lower() in own.endings for file in (log, output)]
    if about.joints:  # patterns such as q=pos_{joint} are about them
        there = read_column_names(log, how.topic)
        columns = expand_patterns(about.columns, about.joints, there, str(log))
        about = replace(about, columns=columns)
    kind: Any = own if ends[0] or not ends[1] else None
    read = read_log(log, **vars(about), topic=how.topic, only=dict(how.only), format=kind)
    if how.ratio or how.zero:
        read = to_joint_side(read, how.ratio, how.zero)
    read.save(output, overwrite=overwrite, format=own if ends[1] else None)
    return read
