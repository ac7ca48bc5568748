"""`lock: {gripper*: log}`: joints that stand still in the logs, locked where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.study.log_options import LogSource, ReadingArguments
from dynid.study.model_options import ModelOptions

if TYPE_CHECKING:
    from dynid.arrays import Array
    from dynid.robot.mechanism import Robot

Options = TypeVar("Options", bound=ReadingArguments)

MOVES = 0.02  # rad or m: a joint that moves by more does not stand


def lock_joints_from_log(
    about: ModelOptions, typed: Options, robot: str, logs: Sequence[LogSource]
) -> tuple[ModelOptions, Options]:
    """The options with numbers for what is locked as in the logs, of which the other joints are
    read."""
    asked = [pattern for pattern, value in (about.lock or {}).items() if isnan(value)]
    if not asked:
        return about, typed
    from dynid.robot.lock import select_values

    given = {name: value for name, value in (about.lock or {}).items() if name not in asked}
    free = replace(about, lock=given or None).load(robot)
    names = list(select_values(free, dict.fromkeys(asked, 0.0)))
    if not logs:
        raise InputError(
            f"{name_option('lock', f'{asked[0]}=log')}: got no log, expected one, or a number."
        )
    values = _find_positions(free, names, typed, logs)
    locked = replace(about, lock={**given, **values})
    return locked, replace(typed, joints=typed.joints or locked.load(robot).actuated)


def _find_positions(
    robot: Robot, names: Sequence[str], typed: ReadingArguments, logs: Sequence[Path]
) -> dict[str, float]:
    """{joint: where it stands}, the same in all logs."""
    import numpy as np

    found = [_read_positions(path, names, robot, typed) for path in logs]
    values = {}
    for name in names:
        q = np.concatenate([each[name] for each in found])
        if not np.ptp(q) <= MOVES:
            raise InputError(
                f"{name_option('lock', f'{name}=log')}: it moves by {np.ptp(q):.3g} in the"
                " logs; expected a joint"
                " at rest, or a number to lock it at."
            )
        values[name] = float(np.median(q))
    return values


def _read_positions(
    path: Path, names: Sequence[str], robot: Robot, typed: ReadingArguments
) -> dict[str, Array]:
    """Positions of joints, whether or not the log has their torques as well."""
    import numpy as np

    from dynid.data.column_patterns import expand_patterns
    from dynid.data.log_reading import read_column_names, read_columns
    from dynid.data.units import to_si

    if not isinstance(path, Path):
        raise InputError(
            f"{name_option('lock', f'{names[0]}=log')}: got a log that was read already, which"
            " has no joints without"
            " torques; expected its file, or a number to lock the joint at."
        )
    typed, there = typed.select_for(path), read_column_names(path, typed.topic)
    called = expand_patterns(typed.columns, robot.coordinates, there, str(path))
    wanted = {name: str(called.get(f"q_{name}", f"q_{name}")) for name in names}
    if missing := [name for name, column in wanted.items() if column not in there]:
        raise InputError(
            f"{name_option('lock', f'{missing[0]}=log')}: {path} has no column"
            f" '{wanted[missing[0]]}'; it has"
            f" {join_names(there, 12)}. Expected its positions, or a number to lock it at."
        )
    values = read_columns(path, lambda column: column in wanted.values())
    out = {}
    for name, column in wanted.items():
        unit = typed.units.get(f"q_{name}", typed.units.get("q"))
        q = np.asarray(values[column], dtype=float)
        out[name] = q if unit is None else np.asarray(to_si(q, unit, f"q_{name}"))
    return out
