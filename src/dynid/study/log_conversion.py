"""A logger's file as a log with dynid's names, in SI units: what `dynid convert` does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dynid.data.formats import FORMATS
from dynid.files import check_target
from dynid.study.column_options import ColumnOptions
from dynid.study.options import Group, declare_named_option
from dynid.study.text_values import number, parse_pairs

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
    kind: str = declare_named_option(
        "",
        "Format to write; default: by the file's ending, else the format of LOG:"
        f" {', '.join(FORMATS)}, or user-defined as my_file.py:Name.",
        metavar="FORMAT",
        flag="--format",
        choices=tuple(FORMATS),
    )


def convert_log(
    log: Path, output: Path, about: ColumnOptions, how: ConvertOptions, overwrite: bool
) -> Log:
    """The log that was read, and is written to `output`."""
    from dynid.data.column_patterns import expand_patterns
    from dynid.data.formats.format_base import make_format
    from dynid.data.log_reading import read_column_names, read_log

    check_target(output, overwrite)
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
    read.save(output, overwrite=overwrite, format=own if ends[1] else None)
    return read
