"""What was estimated: mass, centre and inertia of a load, each with an interval and a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.model.inertial import to_com, to_com_jacobian
from dynid.payload.consistent_load import make_ball
from dynid.payload.load_knowledge import LoadKnowledge
from dynid.robot.geometry import to_inertia_tensor

NAMES = ("mass", "com x", "com y", "com z", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
UNITS = ("kg", *("m",) * 3, *("kg m^2",) * 6)
#: standard deviations, of the mass, of the radius and of the inertia of a solid ball of this mass:
#: beyond, a value is weak, or not shown at all
WEAK, NOT = 0.3, 3.0


@dataclass(frozen=True, eq=False, repr=False)
class PayloadEstimate:
    """A load, in a frame of a body.

    Parameters
    ----------
    frame
        its name
    body
        that carries it
    p
        ten parameters about the frame, possible ones; where nothing is shown of the inertia, it is
        that of a solid ball
    free
        the same before they had to be possible: what intervals are about
    covariance
        (10, 10) of them
    known
        what was known of the load
    quantile
        of Student's t for 95 %
    notes
        what a reader should know
    """

    frame: str
    body: str
    p: Array
    free: Array
    covariance: Array
    known: LoadKnowledge
    quantile: float = 1.96
    notes: tuple[str, ...] = ()

    @property
    def mass(self) -> float:
        return float(self.p[0])

    @property
    def com(self) -> Array:
        """(3,) in the frame."""
        return np.asarray(self.p[1:4] / self.p[0])

    @property
    def inertia(self) -> Array:
        """(3, 3) about the centre of mass, in the axes of the frame."""
        return np.asarray(to_inertia_tensor(to_com(self.p)))

    @property
    def values(self) -> Array:
        """(10,) mass, centre, and inertia about it: Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
        return np.asarray(to_com(self.p))

    @property
    def std(self) -> Array:
        """(10,) of `values`."""
        J = to_com_jacobian(self.p)
        return np.sqrt(np.maximum(np.diag(J @ self.covariance @ J.T), 0.0))

    @property
    def interval(self) -> Array:
        """(10, 2) of 95 %, around what was estimated, as far as the possible value; masses and
        moments of inertia are not negative."""
        value, half = self.values, self.quantile * self.std
        heavy = self.free[0] > self.quantile * np.sqrt(max(self.covariance[0, 0], 0.0))
        middle = np.asarray(to_com(self.free)) if heavy else value
        middle = np.concatenate([self.free[:1], middle[1:]])
        low, high = np.minimum(middle - half, value), np.maximum(middle + half, value)
        positive = [0, 4, 6, 9]
        low[positive] = np.maximum(low[positive], 0.0)
        return np.stack([low, high], axis=1)

    @property
    def status(self) -> tuple[str, ...]:
        """Of each value: known, identifiable, weak, or not."""
        _, r = make_ball(self.mass, np.zeros(3))
        m = self.mass
        size = np.array([m, *[r] * 3, *[0.4 * m * r**2] * 6])
        size[4:] = np.maximum(size[4:], np.trace(self.inertia) / 3.0)
        ratio = self.std / size
        words = np.where(ratio <= WEAK, "identifiable", np.where(ratio <= NOT, "weak", "not"))
        words[0] = "known" if self.known.mass is not None else words[0]
        words[1:4] = "known" if self.known.com is not None else words[1:4]
        return tuple(str(word) for word in words)

    @property
    def sentence(self) -> str:
        """Mass and centre in one line."""
        half = np.ptp(self.interval, axis=1) / 2.0
        mass, centre = f"mass {self.mass:.4g}", ", ".join(f"{x:.4f}" for x in self.com)
        mass += " kg (known)" if self.known.mass is not None else f" +/- {half[0]:.2g} kg"
        spread = ", ".join(f"{x:.1g}" for x in half[1:4])
        about = " m (known)" if self.known.com is not None else f" +/- ({spread}) m"
        return f"{mass}, centre ({centre}){about}"

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        rows = zip(NAMES, UNITS, self.values, self.std, self.interval, self.status)
        return {
            "frame": self.frame,
            "body": self.body,
            "mass": self.mass,
            "com": self.com.tolist(),
            "inertia": self.inertia.tolist(),
            "values": [
                {"name": name, "unit": unit, "value": float(value), "std": float(std)}
                | {"low": float(low), "high": float(high), "status": status}
                for name, unit, value, std, (low, high), status in rows
            ],
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        lines = [
            f"payload in the frame '{self.frame}' of '{self.body}': {self.sentence}",
            "",
            f"{'':<6} {'value':>11} {'95 % interval':>25}  {'unit':<7} shown",
        ]
        for name, unit, value, (low, high), status in zip(
            NAMES, UNITS, self.values, self.interval, self.status
        ):
            span = f"{low:.5g} .. {high:.5g}" if status != "known" else ""
            lines.append(f"{name:<6} {value:>11.5g} {span:>25}  {unit:<7} {status}")
        lines.append("inertia about the centre of mass, in the axes of the frame")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def __repr__(self) -> str:
        return f"Weighed({self.sentence})"
