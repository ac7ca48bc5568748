"""Columns and units of log files, as the options say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dynid.study import yaml_values as check
from dynid.study.options import Group, declare_option, list_joints
from dynid.study.payloads import select_of_log
from dynid.study.text_values import parse_pairs, parse_unit, read_words

if TYPE_CHECKING:
    from typing import Self


def _parse_units(where: str, texts: Sequence[str]) -> dict[str, float | str]:
    return {name: parse_unit(value) for name, value in parse_pairs(where, texts).items()}


@dataclass(frozen=True)
class ColumnOptions(Group):
    """What stands in log files, and where."""

    columns: Mapping[str, str | int] = declare_option(
        {},
        check.check_table(check.check_columns, 'q: "joint_{j}_pos"'),
        "--column",
        parse_pairs,
        list[str],
        metavar="NAME=COLUMN",
        help="Map columns with other names: t=time_ms, q=pos_{joint}, q=joint_{j}_pos.",
        details="Individually `q_joint1: pos_1`, or by pattern: `{joint}` is a joint's name, "
        "`{j}` its number,"
        " counted from 1 or 0 as in the file. Those of one log are under its name, in place of the"
        " others: `{run2.csv: {t: time_ms}}`.",
    )
    units: Mapping[str, Any] = declare_option(
        {},
        check.check_table(check.check_units, "q: deg"),
        "--unit",
        _parse_units,
        list[str],
        metavar="NAME=UNIT",
        help="Units of columns that are not in SI: t=ms, q=deg, tau_joint1=6.24 (Nm per A).",
        details="`{tau: {current: {gain: 0.05, ratio: 100}}}`, `voltage`, `counts`; of one log"
        " `{run2.csv: {q: deg}}`.",
    )
    rate: float | None = declare_option(
        None,
        check.number,
        "--rate",
        kind=float,
        help="Samples per second of a log without time stamps.",
        unit="Hz",
    )
    joints: tuple[str, ...] | None = declare_option(
        None,
        check.names,
        "--joints",
        read_words,
        metavar="JOINT,...",
        help="Names of the joints in the columns of arrays, in their order.",
        choices=list_joints,
    )
    clean: bool = declare_option(
        False,
        check.check_yes_or_no,
        "--clean",
        kind=bool,
        help="Remove duplicate rows and rows with NaN.",
    )

    def select_for(self, log: Any) -> Self:
        """With the columns and units of one log: its own, else those of all."""
        own: Any = {name: select_of_log(getattr(self, name), log) for name in ("columns", "units")}
        return replace(self, **own)
