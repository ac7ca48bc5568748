"""A spring or cylinder that carries the weight of an arm, with its geometry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.errors import InputError
from dynid.model.effects import Effect
from dynid.model.terms import Law, Term
from dynid.robot.mechanism import Robot


@dataclass(frozen=True)
class Counterbalance(Effect):
    """tau = (k l + F0) dl/dq: a spring or cylinder between a point that stands still, at the
    distance a from the axis of the joint, and one that turns with it, at b,

        l^2 = a^2 + b^2 - 2 a b cos(q + phase)

    with l the shortest where q + phase = 0. k is its stiffness [N/m], and F0 the force [N] that is
    left at l = 0: F0 = -k l0 for a spring of the free length l0, and more for a preload.

    Parameters
    ----------
    a
        [m]; where it is not known either, b is in units of it, and only the torques of k and F0
        mean something
    b
        [m]; 0: b and phase are estimated in the training data
    phase
        [rad]
    """

    a: float = 1.0
    b: float = 0.0
    phase: float = 0.0

    def __post_init__(self) -> None:
        fine = np.isfinite([self.a, self.b, self.phase]).all() and self.a > 0 and self.b >= 0
        if not fine or self.a == self.b:
            raise InputError(
                f"Counterbalance: got a={self.a}, b={self.b}, phase={self.phase}, expected two"
                " different distances from the axis [m] and an angle [rad]; without"
                " b they are estimated."
            )

    def constants(self) -> dict[str, float]:
        return {"b": self.b, "phase": self.phase}

    def terms(self) -> tuple[Term, ...]:
        lever = (self.a, self.b, self.phase)
        return (
            Term("counterbalance_stiffness", Law(lever=lever, stretch=1), -np.inf),
            Term("counterbalance_force", Law(lever=lever), -np.inf),
        )

    def chosen(self, robot: Robot) -> tuple[str, ...]:
        names = super().chosen(robot)
        if self.joints is None or len(names) != 1 or robot.joint(names[0]).kind == "prismatic":
            raise InputError(
                f"Counterbalance: got joints={self.joints}, expected the one joint that has it, and"
                " turns: counterbalance(joint2). Another one is another effect."
            )
        return names
