"""Fault hypotheses: what may be wrong with a log or with a robot's file. Each kind is one object in
one registry; `hypothesis_test` tries all of them and takes the one that explains a log best."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, Protocol

import numpy as np

from dynid.arrays import Array
from dynid.diagnostics.quick_fit import QuickFit
from dynid.errors import InputError, shorten
from dynid.findings import THE_LOG, Change
from dynid.registry import Registry

#: in every look; not in a quick one; or only where a fit leaves so much that signs, orders and the
#: robot's file are in doubt
Stage = Literal["always", "long", "doubted"]


#: a fault in words, what to do about it, and the latter for a machine
Explanation = tuple[str, str, Change | None]


class FaultRows:
    """The rows Y (K, n, P) of a fit, with what hypotheses derive of them."""

    def __init__(self, fit: QuickFit, Y: Array) -> None:
        self.fit, self.Y = fit, Y
        self._known: tuple[Array, Array] | None = None

    def predict(self, theta: Array) -> Array:
        """Y theta, kept until another theta is asked for: faults of all joints need the same."""
        if self._known is None or self._known[0] is not theta:
            self._known = theta, self.Y @ theta
        return self._known[1]

    @cached_property
    def gravity_parts(self) -> list[Array]:
        """Derivatives of Y by gravity, which it is linear in."""
        g = self.fit.gravity
        return [self.fit.set_gravity(g + unit).compute_rows() - self.Y for unit in np.eye(3)]


class Candidate(ABC):
    """A hypothesis at one place of one log, with what was found for it.

    Attributes
    ----------
    joint
        or other words for the place, "": the whole log
    where
        the same in a finding
    numbers
        how many it may choose: of explanations as good the one with the fewest is taken
    at
        when it begins [s]; None: at all times
    """

    kind: str
    joint: str
    where: str = THE_LOG
    numbers: int = 1
    benign: bool = False
    at: float | None = None

    @abstractmethod
    def repair(self, fit: QuickFit) -> QuickFit:
        """The fit as the repair leaves it."""

    @abstractmethod
    def explain(self) -> Explanation: ...


class FaultHypothesis(Protocol):
    """Something that may be wrong: a `ContinuousFault` (numbers of unknown size), a
    `PermutationFault` (a sign, an order), or a `MissingEffect` (torques that the model lacks).

    kind        the words of its findings: the same fault, the same words
    stage       when it is tried
    benign      no mistake: robots have it, and models may lack it
    by_masses   it is tried as well where the masses of the robot's file are believed
    propose_trials   the candidates, where it applies
    """

    kind: str
    stage: Stage
    benign: bool
    by_masses: bool

    def propose_trials(self, rows: FaultRows) -> Iterator[Candidate]: ...


_CONTINUOUS, _MISSING, _ORDERS = "continuous_faults", "missing_effects", "permutation_faults"
#: of those that explain a log equally well the first one is taken
HYPOTHESES = Registry(
    "fault hypothesis",
    {
        kind: f"dynid.diagnostics.{place}"
        for kind, place in {
            "torque delay": f"{_CONTINUOUS}:TorqueDelay",
            "torque gain": f"{_CONTINUOUS}:TorqueGain",
            "gear ratio": f"{_CONTINUOUS}:GearRatio",
            "position offset": f"{_CONTINUOUS}:PositionOffset",
            "gravity": f"{_CONTINUOUS}:Gravity",
            "time scale": f"{_CONTINUOUS}:TimeScale",
            "gain drift": f"{_CONTINUOUS}:GainDrift",
            "link length": f"{_CONTINUOUS}:LinkLength",
            "joint axis": f"{_CONTINUOUS}:JointAxis",
            "torque gains": f"{_CONTINUOUS}:TorqueGains",
            "spring": f"{_MISSING}:SPRING",
            "passive friction": f"{_MISSING}:PASSIVE_FRICTION",
            "friction law": f"{_MISSING}:FRICTION_LAW",
            "coupling": f"{_MISSING}:COUPLING",
            "sensor drift": f"{_MISSING}:SENSOR_DRIFT",
            "friction drift": f"{_MISSING}:FRICTION_DRIFT",
            "sensor jump": f"{_MISSING}:SENSOR_JUMP",
            "payload": f"{_MISSING}:PAYLOAD",
            "axis reversed": f"{_ORDERS}:AXIS_REVERSED",
            "position sign": f"{_ORDERS}:POSITION_SIGN",
            "torque sign": f"{_ORDERS}:TORQUE_SIGN",
            "joints exchanged": f"{_ORDERS}:JOINTS_EXCHANGED",
            "columns exchanged": f"{_ORDERS}:COLUMNS_EXCHANGED",
            "joint order": f"{_ORDERS}:JOINT_ORDER",
        }.items()
    },
)


def list_hypotheses(more: Sequence[FaultHypothesis] = ()) -> list[FaultHypothesis]:
    """Those of the registry, and more of a user: of one kind theirs."""
    for hypothesis in more:
        if not hasattr(hypothesis, "propose_trials"):
            raise InputError(
                f"hypotheses: got {shorten(hypothesis)}, expected a fault hypothesis:"
                " [MissingEffect(kind, description, remedy, columns)]."
            )
    return list((dict(HYPOTHESES) | {x.kind: x for x in more}).values())
