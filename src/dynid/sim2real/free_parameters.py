"""The parameters of a simulator, and which of them are estimated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dynid.arrays import Array, Ints
from dynid.model.effects import Effect
from dynid.model.layout import BODY_UNITS, Parameter, make_layout
from dynid.model.terms import ACCELERATION, DRY, POSITION, VELOCITY, Term
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.mechanism import Robot

#: of every joint, in the order of the numbers in native/rollout.hpp
KINDS = ("armature", "viscous", "dry", "bias", "kp", "kd", "load", "limit")
#: of these, what a log of any motor determines; the others are tried
USUAL = KINDS[:6]
DELAY = "delay"


@dataclass(frozen=True)
class DriveTerms(Effect):
    """What acts at a joint, as simulators call it; the gains are the laws of a spring and a damper,
    of the tracking error."""

    def terms(self) -> tuple[Term, ...]:
        return (
            Term("armature", ACCELERATION, stands_for="armature"),
            Term("viscous", VELOCITY, stands_for="damping"),
            Term("dry", DRY, stands_for="friction"),
            Term("kp", POSITION),
            Term("kd", VELOCITY),
        )


SMOOTH = 0.02  # rad/s, m/s: width of the sign of dry friction at joints without a drive


@dataclass(frozen=True)
class PassiveTerms(Effect):
    """What acts at a joint without a drive, as the robot's file has it."""

    def terms(self) -> tuple[Term, ...]:
        return (
            Term("armature", ACCELERATION, stands_for="armature"),
            Term("viscous", VELOCITY, stands_for="damping"),
            Term("dry", replace(DRY, width=SMOOTH), stands_for="friction"),
        )


def list_drive_parameters(robot: Robot) -> tuple[Parameter, ...]:
    """All parameters, in the order of `Values.vector`; their priors are the file's values."""
    layout = make_layout(robot, [DriveTerms(robot.actuated)], symmetric=False)
    named = dict(zip(layout.names, layout.parameters))
    for joint in robot.actuated:  # a bias is no torque
        unit = "m" if robot.joint(joint).kind == "prismatic" else "rad"
        named[f"{joint}.bias"] = Parameter(joint, "bias", unit, -np.inf, 0.0)
        named[f"{joint}.load"] = Parameter(joint, "load", "1", 0.0, 0.0)
        named[f"{joint}.limit"] = Parameter(joint, "limit", named[f"{joint}.dry"].unit, 0.0, 0.0)
    massless = [
        Parameter(body.name, part, unit, -np.inf, 0.0)
        for body in robot.bodies
        for part, unit in zip(PARAMETER_NAMES, BODY_UNITS)
    ]
    return (
        *(named[f"{joint}.{kind}"] for kind in KINDS for joint in robot.actuated),
        Parameter("", DELAY, "s", 0.0, 0.0),
        *(named.get(p.name, p) for p in massless),
    )


@dataclass(frozen=True, eq=False)
class Values:
    """The parameters of all joints: arrays (n,), the delay [s] of all commands, and of all bodies
    the ten each that torques are linear in, (10 bodies,). Dry friction is dry + load |tau| where
    the motor pulls with tau, at most `limit`."""

    armature: Array
    viscous: Array
    dry: Array
    bias: Array
    kp: Array
    kd: Array
    load: Array
    limit: Array
    delay: float
    bodies: Array

    @property
    def vector(self) -> Array:
        joints = [getattr(self, kind) for kind in KINDS]
        return np.concatenate([*joints, [self.delay], self.bodies])

    @classmethod
    def from_vector(cls, x: Array, joints: int) -> Values:
        of_joints = len(KINDS) * joints
        each = dict(zip(KINDS, x[:of_joints].reshape(-1, joints)))
        return cls(**each, delay=float(x[of_joints]), bodies=x[of_joints + 1 :])


@dataclass(frozen=True, eq=False)
class FreeParameters:
    """Parameters that are estimated: the `places` (P,) among `every` one of the robot."""

    every: tuple[Parameter, ...]
    places: Ints

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def known(self) -> tuple[Parameter, ...]:
        return tuple(self.every[k] for k in self.places)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name if p.owner else p.part for p in self.known)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(p.part for p in self.known)

    @property
    def lower(self) -> Array:
        return np.array([p.lower for p in self.known])

    @cached_property
    def of_joints(self) -> int:
        """How many of `every` one are the joints'; the delay stands behind them."""
        return [p.part for p in self.every].index(DELAY)

    def to_vector(self, values: Values) -> Array:
        return np.asarray(values.vector[self.places])

    def put(self, values: Values, x: Array) -> Values:
        """`values` with the free ones of the vector."""
        whole = values.vector
        whole[self.places] = x
        return Values.from_vector(whole, self.of_joints // len(KINDS))

    def drop_parameters(self, left: set[str]) -> FreeParameters:
        keep = [k for k, name in enumerate(self.names) if name not in left]
        return FreeParameters(self.every, self.places[keep])

    def add_parameters(self, names: Sequence[str]) -> FreeParameters:
        every = {p.name if p.owner else p.part: k for k, p in enumerate(self.every)}
        more = [every[name] for name in names]
        return FreeParameters(self.every, np.union1d(self.places, more).astype(np.int64))

    def add_bodies(self, names: Sequence[str]) -> FreeParameters:
        """These, and all ten of some bodies."""
        after = enumerate(self.every[self.of_joints + 1 :], self.of_joints + 1)
        ten = [k for k, p in after if p.owner in names]
        return FreeParameters(self.every, np.append(self.places, ten).astype(np.int64))

    @property
    def of_bodies(self) -> Ints:
        """Where the parameters of bodies stand in the vector."""
        return np.flatnonzero(self.places > self.of_joints)

    @property
    def in_bodies(self) -> Ints:
        """Where the same stand in `Values.bodies`."""
        return self.places[self.of_bodies] - self.of_joints - 1


def free_parameters(
    every: tuple[Parameter, ...], kinds: Sequence[str], delay: bool
) -> FreeParameters:
    """These kinds at all joints; and the delay."""
    wanted = (*kinds, DELAY) if delay else kinds
    return FreeParameters(every, np.flatnonzero([p.part in wanted for p in every]))
