"""Units at the door: what a log was recorded in, turned into SI (s, rad or m, rad/s or m/s, Nm or
N)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, suggest_name

#: how many of a unit make one SI unit, per kind of column; dividing by 1000 rounds once,
#: multiplying by 1e-3 twice
PER_SI: Mapping[str, Mapping[str, float]] = {
    "t": {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9, "min": 1 / 60},
    "q": {
        "rad": 1.0,
        "mrad": 1e3,
        "deg": 180 / math.pi,
        "turn": 0.5 / math.pi,
        "m": 1.0,
        "mm": 1e3,
    },
    "qd": {
        "rad/s": 1.0,
        "deg/s": 180 / math.pi,
        "turn/s": 0.5 / math.pi,
        "rpm": 30 / math.pi,
        "m/s": 1.0,
        "mm/s": 1e3,
    },
    "tau": {"Nm": 1.0, "mNm": 1e3, "Ncm": 1e2, "kNm": 1e-3, "N": 1.0, "mN": 1e3, "kN": 1e-3},
    "current": {"A": 1.0, "mA": 1e3},
    "temp": {"C": 1.0},
    **{x: {"N": 1.0, "mN": 1e3, "kN": 1e-3} for x in ("fx", "fy", "fz")},
    **{x: {"Nm": 1.0, "mNm": 1e3, "Ncm": 1e2, "kNm": 1e-3} for x in ("mx", "my", "mz")},
}
PER_SI = {**PER_SI, "qm": PER_SI["q"], **{f"{x}cmd": PER_SI[x] for x in ("q", "qd", "tau")}}
_SPELLINGS = {
    "degC": "C",
    "°C": "C",
    "µs": "us",
    "μs": "us",
    "sec": "s",
    "°": "deg",
    "°/s": "deg/s",
    "rev": "turn",
    "rev/s": "turn/s",
}


def _check_numbers(unit: Current | Voltage | Counts, nonzero: tuple[str, ...]) -> None:
    for field in fields(unit):
        value = getattr(unit, field.name)
        fine = isinstance(value, (int, float)) and math.isfinite(value)
        if not fine or (field.name in nonzero and value == 0):
            kind = "a finite number other than 0" if field.name in nonzero else "a finite number"
            raise InputError(f"{type(unit).__name__}: got {field.name}={value!r}, expected {kind}.")


@dataclass(frozen=True)
class Current:
    """Motor current [A] as joint torque: tau = current * gain * ratio.

    Parameters
    ----------
    gain
        [Nm/A]
    ratio
        motor turns per joint turn
    """

    gain: float
    ratio: float = 1.0

    def __post_init__(self) -> None:
        _check_numbers(self, ("gain", "ratio"))


@dataclass(frozen=True)
class Voltage:
    """Motor voltage [V] as joint torque: tau = ratio K_T (V - K_E ratio qd) / R, in which the
    motor's own speed ratio qd makes a voltage against the current; its inductance is neglected.

    qd is that of the log, else central differences of q.

    Parameters
    ----------
    gain
        K_T [Nm/A]
    back_emf
        K_E [V s/rad]; in SI units as large as K_T
    resistance
        R [ohm]
    ratio
        motor turns per joint turn
    """

    gain: float
    back_emf: float
    resistance: float
    ratio: float = 1.0

    def __post_init__(self) -> None:
        _check_numbers(self, ("gain", "resistance", "ratio"))

    @property
    def stalled(self) -> float:
        """Joint torque of a volt at rest [Nm/V]."""
        return self.ratio * self.gain / self.resistance

    @property
    def damping(self) -> float:
        """By how much the torque falls with the joint's speed [Nm s/rad]."""
        return self.stalled * self.back_emf * self.ratio


@dataclass(frozen=True)
class Counts:
    """Encoder counts as joint angle: q = 2 pi (counts - offset) / (per_turn * ratio).

    Parameters
    ----------
    per_turn
        counts in one turn of the encoder
    ratio
        encoder turns per joint turn; negative where they turn against each other
    offset
        the counts at q = 0; a velocity in counts/s takes no offset
    """

    per_turn: float
    ratio: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        _check_numbers(self, ("per_turn", "ratio"))


Unit = str | float | Current | Voltage | Counts


def to_si(values: Array, unit: Unit, name: str) -> Array:
    """Values of the column `name` (t, q_..., qd_..., tau_..., fx_...) in SI units; a Voltage as if
    at rest."""
    with np.errstate(over="ignore"):  # numbers that become infinite are refused by the log
        return _convert_values(values, unit, name)


def _convert_values(values: Array, unit: Unit, name: str) -> Array:
    kind = name.partition("_")[0].removesuffix("cmd")
    if isinstance(unit, str) and kind not in PER_SI:
        raise InputError(
            f"units: got '{unit}' for '{name}', expected a factor to SI, such as 0.001."
        )
    if isinstance(unit, str):
        return values / PER_SI[kind][_find_unit(unit, kind, name)]
    if isinstance(unit, (Current, Voltage)):
        if kind not in ("tau", "current"):
            raise InputError(
                f"units: got {unit} for '{name}'; a {type(unit).__name__} becomes a torque,"
                " expected it for 'tau' or 'current'."
            )
        return values * (unit.gain * unit.ratio if isinstance(unit, Current) else unit.stalled)
    if isinstance(unit, Counts):
        if kind not in ("q", "qm", "qd"):
            raise InputError(
                f"units: got {unit} for '{name}'; Counts become an angle, expected them for 'q' or"
                " 'qd'."
            )
        offset = 0.0 if kind == "qd" else unit.offset
        return 2 * math.pi * (values - offset) / (unit.per_turn * unit.ratio)
    if (
        isinstance(unit, bool)
        or not isinstance(unit, (int, float))
        or not math.isfinite(unit)
        or unit == 0
    ):
        raise InputError(
            f"units: got {unit!r} for '{name}', expected the name of a unit, a factor other than 0,"
            " Current(...), Voltage(...) or Counts(...)."
        )
    return values * unit


def is_si(unit: Unit, kind: str) -> bool:
    """Whether the unit changes nothing."""
    if isinstance(unit, str):
        return PER_SI[kind].get(_canonicalise_unit(unit)) == 1.0
    return isinstance(unit, (int, float)) and unit == 1


def is_current(unit: Unit, name: str) -> bool:
    """Whether a column is one of currents after its conversion: current_<joint> unless its unit
    makes it a torque, tau_<joint> in A or mA."""
    if name.startswith("current"):
        return not isinstance(unit, (Current, Voltage))
    amperes = PER_SI["current"]
    return (
        name.partition("_")[0] == "tau"
        and isinstance(unit, str)
        and _canonicalise_unit(unit) in amperes
    )


def _canonicalise_unit(unit: str) -> str:
    plain = "".join(c for c in unit if c not in " .*·")
    return _SPELLINGS.get(plain, plain)


def _find_unit(unit: str, kind: str, name: str) -> str:
    known, plain = PER_SI[kind], _canonicalise_unit(unit)
    if plain in known:
        return plain
    expected = f"expected one of {', '.join(known)}, or a factor to SI.{suggest_name(plain, known)}"
    raise InputError(f"units: got '{unit}' for '{name}', {expected}")
