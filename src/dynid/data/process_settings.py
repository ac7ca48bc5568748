"""What `process` is told to do, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, is_finite_number
from dynid.errors import InputError, join_names, shorten

LARGEST = 1e15  # of a setting: what is larger is no rate, no time and no count
METHODS = ("filter", "savgol", "fourier")
#: one value for all joints, one each, or a share of the largest such as "2%"
PerJoint = float | str | Mapping[str, float | str]


@dataclass(frozen=True)
class ProcessSettings:
    """What `process` is to do, checked."""

    cutoff: float | str
    method: str
    period: float | None
    harmonics: int | None
    average: bool
    decimate: int | str | None
    delay: float | str | None
    velocity: str = "positions"
    apart: bool = False  # joints do not share one unit of torque: currents without gains

    def __post_init__(self) -> None:
        if self.velocity not in ("positions", "measured"):
            raise InputError(
                f"velocity: got {self.velocity!r}, expected 'positions' (their derivative) or"
                " 'measured'."
            )
        if self.velocity == "measured" and self.method == "fourier":
            raise InputError(
                "velocity='measured' cannot be combined with method='fourier', whose series"
                " gives the velocities."
            )
        if self.method not in METHODS:
            raise InputError(f"method: got {self.method!r}, expected one of {', '.join(METHODS)}.")
        if self.method != "fourier" and (
            self.average or self.period is not None or self.harmonics is not None
        ):
            raise InputError(
                "period, harmonics and average belong to method='fourier' (periodic motion)."
            )
        self._check("cutoff", "a frequency in Hz, or 'auto'", auto=True)
        self._check("period", "a time in s, or None to find it")
        self._check("harmonics", "a whole number >= 1, or None to choose it", whole=True)
        self._check("decimate", "a whole number >= 1, 'auto' or None", whole=True, auto=True)
        self._check("delay", "a time in s, 'auto' or None", positive=False, auto=True)

    def _check(
        self,
        name: str,
        expected: str,
        whole: bool = False,
        positive: bool = True,
        auto: bool = False,
    ) -> None:
        value = getattr(self, name)
        if (value is None and name != "cutoff") or (
            auto and isinstance(value, str) and value == "auto"
        ):
            return
        kinds = (int, np.integer) if whole else (int, float, np.integer, np.floating)
        if (
            not isinstance(value, kinds)
            or not is_finite_number(value)
            or abs(float(value)) > LARGEST
            or (positive and value <= 0)
        ):
            raise InputError(f"{name}: got {shorten(value)}, expected {expected}.")


def expand_per_joint(value: PerJoint, joints: Sequence[str], largest: Array, what: str) -> Array:
    """Values (n,): a number for all, a share such as "2%" of the largest, or {joint: number or
    share}; others 0."""
    if isinstance(value, Mapping):
        unknown = [name for name in value if name not in joints]
        if unknown:
            raise InputError(
                f"{what}: got {join_names(unknown)}, expected some of the joints "
                f"{join_names(joints)}."
            )
        each = [value.get(name, 0.0) for name in joints]
    else:
        each = [value] * len(largest)
    out = np.zeros(len(largest))
    for j, x in enumerate(each):
        try:
            out[j] = (
                float(x[:-1]) / 100 * largest[j]
                if isinstance(x, str) and x.endswith("%")
                else float(x)
            )
        except (TypeError, ValueError):
            out[j] = np.nan
        if not 0 <= out[j] < np.inf:
            raise InputError(
                f"{what}: got {x!r}, expected a number >= 0, a share such as '2%',"
                " or one number per joint."
            )
    return out
