"""Logs of commands and positions: no torques, no velocities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array, frozen_array
from dynid.data.frames import is_frame, source_of
from dynid.data.log import usual_step
from dynid.data.read import Source, read_columns
from dynid.data.units import Unit, to_si
from dynid.errors import InputError, listing
from dynid.files import sha256_of

KINDS = ("qcmd", "qdcmd", "taucmd")
LEAST = 200  # samples: fewer tell nothing of forty parameters
CONSTANT = 1e-6  # rad or m: commands that move less than this do not excite
DEGREES = 20.0  # times larger than the positions' range: commands in degrees are 57 times larger


@dataclass(frozen=True, eq=False)
class CommandLog:
    """What was commanded and where the joints were: N samples of n joints, in SI units.

    joints   names, in the order of the columns
    t        (N,) increasing; q (N, n) measured positions; qcmd (N, n) commanded ones
    qdcmd    (N, n) commanded velocities, taucmd (N, n) torques that the drive adds, where there are
             some
    """

    joints: tuple[str, ...]
    t: Array
    q: Array
    qcmd: Array
    qdcmd: Array | None = None
    taucmd: Array | None = None
    source: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "joints", tuple(self.joints))
        object.__setattr__(self, "t", frozen_array(self.t))
        for kind in ("q", *KINDS):
            if getattr(self, kind) is not None:
                object.__setattr__(self, kind, frozen_array(getattr(self, kind)))
                _check_array(self, kind)
        if len(self.t) < LEAST:
            raise InputError(
                f"{self.where}: got {len(self.t)} samples, expected at least {LEAST}: some seconds"
                " of motion."
            )
        step = np.diff(self.t)
        if not (np.isfinite(self.t).all() and (step > 0).all()):
            k = int(np.argmax(~(step > 0)))
            raise InputError(
                f"{self.where}: t is not increasing at sample {k}; expected strictly increasing"
                " time. Sort the rows, or leave out repeated ones: clean=True (--clean)."
            )

    @property
    def where(self) -> str:
        return f"log '{self.source}'" if self.source else "log"

    @property
    def step(self) -> float:
        return usual_step(self.t)

    def select(self, joints: Sequence[str]) -> CommandLog:
        """The log of these joints, in this order."""
        missing = [name for name in joints if name not in self.joints]
        if missing:
            raise InputError(
                f"{self.where}: no q_ and qcmd_ of {listing(missing)}; it has"
                f" {listing(self.joints)}."
                " Lock joints that were not commanded (--lock)."
            )
        at = [self.joints.index(name) for name in joints]
        arrays = {kind: _columns(getattr(self, kind), at) for kind in ("q", *KINDS)}
        return replace(self, joints=tuple(joints), **arrays)

    def between(self, t0: float, t1: float) -> CommandLog:
        """The samples with t0 <= t <= t1."""
        keep = (self.t >= t0) & (self.t <= t1)
        arrays = {kind: _rows(getattr(self, kind), keep) for kind in ("t", "q", *KINDS)}
        return replace(self, **arrays)

    def __len__(self) -> int:
        return len(self.t)

    def __repr__(self) -> str:
        seconds = self.t[-1] - self.t[0]
        return (
            f"CommandLog({len(self.joints)} joints, {len(self)} samples, {seconds:.6g} s at"
            f" {1 / self.step:.6g} Hz)"
        )


def _columns(array: Array | None, at: list[int]) -> Any:
    return None if array is None else array[:, at]


def _rows(array: Array | None, keep: Any) -> Any:
    return None if array is None else array[keep]


def _check_array(log: CommandLog, kind: str) -> None:
    array, expected = getattr(log, kind), (len(log.t), len(log.joints))
    if array.shape != expected:
        raise InputError(
            f"{log.where}: {kind} has shape {array.shape}, expected {expected}: a row a time, a"
            " column a joint."
        )
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        raise InputError(
            f"{log.where}: {kind}_{log.joints[column]} is {array[row, column]} in sample {row};"
            " expected finite numbers. Leave out those rows: clean=True (--clean)."
        )


def read_commands(
    path: Source,
    columns: Mapping[str, str] | None = None,
    units: Mapping[str, Unit] | None = None,
    clean: bool = False,
) -> CommandLog:
    """The log of commands in a file of any format or in a pandas.DataFrame: columns t, q_<joint>,
    qcmd_<joint> and, where they were used, qdcmd_<joint>, taucmd_<joint>.

    columns  {"t": "time", "q": "pos_{joint}", "qcmd": "target_{joint}"} for what the file calls
             otherwise
    units    what is not in SI: {"qcmd": "deg", "t": "ms"}; a number is a factor
    clean    whether rows with nan, and those not later than one before, are left out
    """
    found = read_columns(path, anything=True)
    where, digest = (source_of(path), "") if is_frame(path) else (str(path), sha256_of(Path(path)))
    patterns = {kind: f"{kind}_{{joint}}" for kind in ("q", *KINDS)} | {"t": "t"}
    if unknown := [name for name in columns or {} if name not in patterns]:
        raise InputError(
            f"columns: got the name '{unknown[0]}', expected one of {listing(patterns)}."
        )
    patterns |= dict(columns or {})
    named = {kind: _by_joint(found, patterns[kind]) for kind in ("q", *KINDS)}
    if patterns["t"] not in found:
        raise InputError(f"{where}: no time '{patterns['t']}' among {listing(found)}.")
    if not named["qcmd"]:
        raise InputError(
            f"{where}: no commanded positions, expected columns {patterns['qcmd']} beside"
            f" {patterns['q']}; it has {listing(found, 12)}. Where they are called otherwise:"
            " --column 'qcmd=target_{joint}'. (A log of torques: dynid identify.)"
        )
    joints = [joint for joint in named["q"] if joint in named["qcmd"]]
    lone = [joint for joint in named["qcmd"] if joint not in named["q"]]
    if lone or not joints:
        raise InputError(
            f"{where}: {listing(lone or named['qcmd'], 8)} have commands but no measured position;"
            f" expected columns {patterns['q']}."
        )
    if strange := [kind for kind in units or {} if kind not in patterns]:
        raise InputError(f"units: got '{strange[0]}', expected one of {listing(patterns)}.")
    si = {kind: (units or {}).get(kind, 1.0) for kind in patterns}
    arrays = {
        kind: to_si(
            np.column_stack([of[joint] for joint in joints]), si[kind], kind.removesuffix("cmd")
        )
        for kind, of in named.items()
        if all(joint in of for joint in joints)
    }
    t = to_si(np.asarray(found[patterns["t"]], dtype=float), si["t"], "t")
    if clean:
        keep = np.isfinite(t) & np.all(
            [np.isfinite(x).all(axis=1) for x in arrays.values()], axis=0
        )
        t, arrays = t[keep], {kind: x[keep] for kind, x in arrays.items()}
        later = t > np.concatenate([[-np.inf], np.maximum.accumulate(t)[:-1]])
        t, arrays = t[later], {kind: x[later] for kind, x in arrays.items()}
    return CommandLog(tuple(joints), t, source=where, sha256=digest, **arrays)


def _by_joint(found: Mapping[str, Any], pattern: str) -> dict[str, Any]:
    before, _, after = pattern.partition("{joint}")
    return {
        name[len(before) : len(name) - len(after)]: np.asarray(array, dtype=float)
        for name, array in found.items()
        if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)
    }


def check_commands(log: CommandLog) -> None:
    """Commands that move, and that are positions in the unit of the positions."""
    still = [j for k, j in enumerate(log.joints) if np.ptp(log.qcmd[:, k]) < CONSTANT]
    if still:
        raise InputError(
            f"{log.where}: the commands of {listing(still, 8)} are constant, so nothing of their"
            " drives can be found; expected a motion such as a chirp on every joint, or lock joints"
            " that do not move (--lock)."
        )
    frozen = [j for k, j in enumerate(log.joints) if np.ptp(log.q[:, k]) == 0]
    if frozen:
        raise InputError(
            f"{log.where}: q of {listing(frozen, 8)} never changes though it is commanded to;"
            " expected measured positions."
        )
    ratio = [_slope(log.qcmd[:, k], log.q[:, k]) for k in range(len(log.joints))]
    turned = [j for j, r in zip(log.joints, ratio) if r < 0]
    if turned:
        raise InputError(
            f"{log.where}: {listing(turned, 8)} move against their commands; expected qcmd and q of"
            " one sign. Turn the sign of one of them (--unit qcmd=-1)."
        )
    high = [j for j, r in zip(log.joints, ratio) if r > DEGREES]
    low = [j for j, r in zip(log.joints, ratio) if r < 1 / DEGREES]
    for names, word in ((high, "larger"), (low, "smaller")):
        if len(names) > len(ratio) / 2:
            times: float = float(np.median([r for r, j in zip(ratio, log.joints) if j in names]))
            raise InputError(
                f"{log.where}: the commands of {listing(names, 8)} are {word} than their positions"
                f" by a factor of {max(times, 1 / times):.3g} (degrees are 57.3 radians); expected"
                " positions in the same unit. State the unit: --unit qcmd=deg."
            )


def _slope(x: Array, y: Array) -> float:
    """By how much larger x is than y, with the sign of their correlation where it is clear."""
    x, y = x - x.mean(), y - y.mean()
    size = float(np.linalg.norm(x)) / max(float(np.linalg.norm(y)), 1e-12)
    together = float(x @ y) / max(float(np.linalg.norm(x) * np.linalg.norm(y)), 1e-30)
    return -size if together < -0.5 else size
