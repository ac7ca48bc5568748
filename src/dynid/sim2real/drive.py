"""What a drive does with its commands: a PD law, with a delay, a limit and a bias."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names, suggest_name

#: one number for all joints, or {joint or pattern: number}
PerJoint = float | Mapping[str, float]
HOLDS = ("hold", "linear")
BIASES = ("drive", "encoder", "log")
LONGEST = 0.1  # s, of a delay that is looked for


@dataclass(frozen=True)
class Drive:
    """tau = Kp (qcmd(t - delay) - q + bias) + Kd (qdcmd(t - delay) - qd) + taucmd(t - delay), at
    most `effort`.

    Parameters
    ----------
    kp, kd
        gains [Nm/rad, Nm s/rad]: one number, or {joint or pattern: number}; None where they are not
        known and to be found, relative to the inertias of the robot's file
    delay
        [s] from the time of a command in the log until it acts; None: to be found, one for all
        joints, up to `longest`
    effort
        the largest torque [Nm]; None: that of the robot's file, where it has one
    between
        "hold": a command acts until the next one; "linear": commands are interpolated
    bias
        what the bias of a joint is: "drive": it pulls towards qcmd + bias; "encoder": both drive
        and log see the true angle + bias; "log": only the log does
    longest
        [s] the largest delay that is tried
    """

    kp: PerJoint | None = None
    kd: PerJoint | None = None
    delay: float | None = None
    effort: PerJoint | None = None
    between: str = "hold"
    bias: str = "drive"
    longest: float = LONGEST

    def __post_init__(self) -> None:
        for name, allowed in (("between", HOLDS), ("bias", BIASES)):
            if getattr(self, name) not in allowed:
                raise self._make_error(name, getattr(self, name), f"one of {join_names(allowed)}.")
        for name in ("delay", "longest"):
            value = getattr(self, name)
            if value is not None and not (np.isfinite(value) and 0 <= value <= 10):
                raise self._make_error(name, value, "seconds between 0 and 10.")
        for name in ("kp", "kd", "effort"):
            given = getattr(self, name)
            alone = () if given is None else (given,)
            for x in given.values() if isinstance(given, Mapping) else alone:
                if _is_number(x) and (x > 0 or (x == 0 and name == "kd")):
                    continue
                sign = "numbers that are not negative" if name == "kd" else "positive numbers"
                raise self._make_error(
                    name,
                    x,
                    f"{sign}: the torque pulls towards the command, tau = Kp (qcmd - q) - Kd qd."
                    " Turn the sign, or leave it out where it is not known.",
                )

    def _make_error(self, name: str, got: object, expected: str) -> InputError:
        return InputError(f"Drive: got {name}={got!r}, expected {expected}")

    def get_values(self, name: str, joints: tuple[str, ...]) -> Array | None:
        """kp, kd or effort of each joint (n,); nan where a table does not name it; None where
        nothing is known."""
        value = getattr(self, name)
        if value is None:
            return None
        found = np.full(len(joints), np.nan)
        for pattern, number in value.items() if isinstance(value, Mapping) else [("*", value)]:
            fits = [k for k, joint in enumerate(joints) if fnmatchcase(joint, pattern)]
            if not fits:
                raise InputError(
                    f"Drive: {name} names '{pattern}', which fits no joint; they are"
                    f" {join_names(joints)}.{suggest_name(pattern, joints)}"
                )
            found[fits] = float(number)
        return found

    @property
    def acts(self) -> float:
        """1 where the drive pulls towards qcmd + bias, in terms of the logged position."""
        return 0.0 if self.bias == "encoder" else 1.0

    @property
    def sees(self) -> float:
        """1 where the true position is the logged one less the bias."""
        return 0.0 if self.bias == "drive" else 1.0


def _is_number(x: object) -> bool:
    return isinstance(x, (int, float, np.number)) and bool(np.isfinite(x))
