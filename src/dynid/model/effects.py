"""What acts beside the rigid bodies: friction, rotor inertia, springs, couplings. Each is linear in
its parameters.

An effect adds, for each of its parameters, generalised forces on some coordinates; through the
loops they reach the actuated ones as G' f (passive joints may have friction too). Friction opposes
the motion, so its drive torque has the sign of the velocity and its parameters are >= 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, listing
from dynid.robot.geometry import move_inertial
from dynid.robot.mechanism import Robot

#: one parameter's forces: (coordinate, force (N,)) for every coordinate it acts on
Column = list[tuple[int, Array]]
#: what a force depends on (0: q, 1: qd, 2: qdd) and its derivative; None for a constant
Slope = tuple[int, Array | float] | None


#: what a joint's own description says of an effect's parameter
NOMINAL = {
    "viscous": "damping",
    "viscous_plus": "damping",
    "viscous_minus": "damping",
    "coulomb": "friction",
    "coulomb_plus": "friction",
    "coulomb_minus": "friction",
    "rotor_inertia": "armature",
}


class Dependence(NamedTuple):
    """Forces, one for each entry of the lists: parameter number k of the effect, on coordinate
    `on`, by coordinate `of`."""

    k: list[int]
    on: list[int]
    of: list[int]
    level: int  # 0: position, 1: velocity, 2: acceleration of the coordinate `of`
    slope: Array | float  # (N, entries), or one number for all


@dataclass(frozen=True)
class Effect(ABC):
    """joints: the coordinates it acts on, passive ones included; None means all actuated ones."""

    joints: Sequence[str] | None = None

    def chosen(self, robot: Robot) -> tuple[str, ...]:
        if self.joints is not None and (
            isinstance(self.joints, str) or not isinstance(self.joints, Sequence)
        ):
            raise InputError(
                f"{type(self).__name__}: got joints={self.joints!r}, expected a list of joint"
                " names."
            )
        names = robot.actuated if self.joints is None else tuple(self.joints)
        unknown = [name for name in names if name not in robot.coordinates]
        if unknown:
            raise InputError(
                f"{type(self).__name__}: robot '{robot.name}' has no joint {listing(unknown)}; "
                f"it has {listing(robot.coordinates)}."
            )
        return names

    #: suffixes of the parameters of one joint ("joint3.viscous"), and whether they must not be
    #: negative
    _suffixes: ClassVar[tuple[str, ...]] = ()
    _positive: ClassVar[bool] = True

    def suffixes(self) -> tuple[str, ...]:
        return self._suffixes

    def parameters(self, robot: Robot) -> list[str]:
        return [f"{joint}.{suffix}" for joint in self.chosen(robot) for suffix in self.suffixes()]

    def lower(self, robot: Robot) -> Array:
        """Lower bounds of the parameters."""
        return np.full(len(self.parameters(robot)), 0.0 if self._positive else -np.inf)

    def prior(self, robot: Robot) -> Array:
        """Nominal values of the parameters, nan where the robot's joints say nothing."""
        known = [
            getattr(robot.joint(joint), NOMINAL.get(s, ""), None)
            for joint in self.chosen(robot)
            for s in self.suffixes()
        ]
        return np.array([np.nan if value is None else value for value in known], dtype=float)

    def columns(self, robot: Robot, q: Array, qd: Array, qdd: Array) -> list[Column]:
        """One column for each parameter, for a motion (N, coordinates) of all coordinates."""
        index = {name: k for k, name in enumerate(robot.coordinates)}
        return [
            [(index[joint], force)]
            for joint in self.chosen(robot)
            for force in self.forces(q[:, index[joint]], qd[:, index[joint]], qdd[:, index[joint]])
        ]

    @abstractmethod
    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        """Forces (N,) on one joint, for unit values of its parameters."""

    @abstractmethod
    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        """The derivatives of `forces`, for arrays of any shape. A step (the sharp sign) counts as
        constant."""

    def dependences(self, robot: Robot, q: Array, qd: Array, qdd: Array) -> list[Dependence]:
        """The derivatives of `columns`."""
        on = [robot.coordinates.index(joint) for joint in self.chosen(robot)]
        each = self.slopes(q[:, on], qd[:, on], qdd[:, on])
        numbers = [list(range(k, k + len(each) * len(on), len(each))) for k in range(len(each))]
        return [
            Dependence(k, on, on, *slope) for k, slope in zip(numbers, each) if slope is not None
        ]

    def inertia(self, robot: Robot, values: Array) -> Array:
        """The constant matrix J (coordinates, coordinates) in force = J qdd."""
        return np.zeros((len(robot.coordinates), len(robot.coordinates)))

    #: names and values of what is nonlinear (fixed here; SeparableLeastSquares looks for it)
    def shape(self) -> dict[str, float]:
        return {}

    def with_shape(self, **values: float) -> Effect:
        return replace(self, **values)  # type: ignore[arg-type]

    def shape_range(self, speed: float) -> dict[str, tuple[float, float]]:
        """Between which values the shape can be told from data whose largest speed is given; all
        are positive."""
        return {}


@dataclass(frozen=True)
class Viscous(Effect):
    """tau = Fv qd, or with `directional` Fv+ qd for qd > 0 and Fv- qd for qd < 0 (Diaz-Rodriguez
    (6))."""

    directional: bool = False

    def suffixes(self) -> tuple[str, ...]:
        return ("viscous_plus", "viscous_minus") if self.directional else ("viscous",)

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        return [np.maximum(qd, 0.0), np.minimum(qd, 0.0)] if self.directional else [qd]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        return (
            [(1, np.where(qd > 0, 1.0, 0.0)), (1, np.where(qd < 0, 1.0, 0.0))]
            if self.directional
            else [(1, 1.0)]
        )


@dataclass(frozen=True)
class Coulomb(Effect):
    """tau = Fc sign(qd), or with `directional` Fc+ for qd > 0 and -Fc- for qd < 0 (Diaz-Rodriguez
    (6)).

    A `width` (rad/s or m/s) smooths the sign to tanh(qd / width), for measured velocities that
    dither around zero.
    """

    directional: bool = False
    width: float = 0.0

    def suffixes(self) -> tuple[str, ...]:
        return ("coulomb_plus", "coulomb_minus") if self.directional else ("coulomb",)

    def __post_init__(self) -> None:
        if not self.width >= 0:
            raise InputError(
                f"Coulomb: got width {self.width}, expected 0 (a sharp sign) or a positive"
                " velocity."
            )

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        sign = np.tanh(qd / self.width) if self.width > 0 else np.sign(qd)
        return [np.maximum(sign, 0.0), np.minimum(sign, 0.0)] if self.directional else [sign]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        if self.width == 0:
            return [None] * len(self.suffixes())
        slope = (1.0 - np.tanh(qd / self.width) ** 2) / self.width
        return (
            [(1, np.where(qd > 0, slope, 0.0)), (1, np.where(qd < 0, slope, 0.0))]
            if self.directional
            else [(1, slope)]
        )


@dataclass(frozen=True)
class Offset(Effect):
    """A constant torque: sensor or current offset, asymmetry of friction."""

    _suffixes: ClassVar[tuple[str, ...]] = ("offset",)
    _positive: ClassVar[bool] = False

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        return [np.ones_like(q)]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        return [None]


@dataclass(frozen=True)
class RotorInertia(Effect):
    """tau = Ia qdd: rotor and gear, seen at the joint (Diaz-Rodriguez (8))."""

    _suffixes: ClassVar[tuple[str, ...]] = ("rotor_inertia",)

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        return [qdd]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        return [(2, 1.0)]

    def inertia(self, robot: Robot, values: Array) -> Array:
        J = super().inertia(robot, values)
        for joint, value in zip(self.chosen(robot), values):
            k = robot.coordinates.index(joint)
            J[k, k] += value
        return J


@dataclass(frozen=True)
class Spring(Effect):
    """tau = k q + t0: a counterbalance, or a cable."""

    _suffixes: ClassVar[tuple[str, ...]] = ("stiffness", "spring_offset")
    _positive: ClassVar[bool] = False

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        return [q, np.ones_like(q)]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        return [(0, 1.0), None]


@dataclass(frozen=True)
class SmoothFriction(Effect):
    """tau = Bv qd + Bf1 tanh(w1 qd) + Bf2 tanh(w2 qd): Rodriguez-Angeles (13), 1 - 2 / (1 + e^(2 w
    qd)) = tanh(w qd).

    Linear in the B, nonlinear in w1, w2 (s/rad), which are fixed here. The B may be negative:
    Stribeck's dip is the difference of two steps.
    """

    w1: float = 100.0
    w2: float = 10.0
    _suffixes: ClassVar[tuple[str, ...]] = ("Bv", "Bf1", "Bf2")

    def __post_init__(self) -> None:
        if not (np.isfinite(self.w1) and np.isfinite(self.w2)):
            raise InputError(
                f"SmoothFriction: got w1={self.w1}, w2={self.w2}, expected finite numbers."
            )

    def lower(self, robot: Robot) -> Array:
        return np.tile([0.0, -np.inf, -np.inf], len(self.chosen(robot)))

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        return [qd, np.tanh(self.w1 * qd), np.tanh(self.w2 * qd)]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        steps: list[Slope] = [(1, w * (1.0 - np.tanh(w * qd) ** 2)) for w in (self.w1, self.w2)]
        return [(1, 1.0), *steps]

    def shape(self) -> dict[str, float]:
        return {"w1": self.w1, "w2": self.w2}

    def shape_range(self, speed: float) -> dict[str, tuple[float, float]]:
        return dict.fromkeys(
            ("w1", "w2"), (0.5 / speed, 2000.0 / speed)
        )  # from nearly viscous to nearly a step


@dataclass(frozen=True)
class Stribeck(Effect):
    """tau = sign(qd) (Fc + Fs exp(-|qd / vs|^delta)) + Fv qd, with Fs the extra force at
    break-away.

    Linear in Fc, Fs, Fv; nonlinear in the Stribeck velocity vs and the exponent delta, which are
    fixed here.
    """

    vs: float = 0.05
    delta: float = 2.0
    _suffixes: ClassVar[tuple[str, ...]] = ("coulomb", "stribeck", "viscous")

    def __post_init__(self) -> None:
        if not (self.vs > 0 and self.delta > 0):
            raise InputError(
                f"Stribeck: got vs={self.vs}, delta={self.delta}, expected positive numbers."
            )

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        sign = np.sign(qd)
        return [sign, sign * np.exp(-(np.abs(qd / self.vs) ** self.delta)), qd]

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        x = np.where(qd == 0.0, 1.0, np.abs(qd / self.vs))
        dip = -self.delta / self.vs * x ** (self.delta - 1.0) * np.exp(-(x**self.delta))
        dip[qd == 0.0] = 0.0  # a step
        return [None, (1, dip), (1, 1.0)]

    def shape(self) -> dict[str, float]:
        return {"vs": self.vs, "delta": self.delta}

    def shape_range(self, speed: float) -> dict[str, tuple[float, float]]:
        return {"vs": (1e-3 * speed, speed), "delta": (0.3, 5.0)}


@dataclass(frozen=True)
class JointCoupling(Effect):
    """Two joints that share a motor, as in the wrist of the Staubli TX40: the second motor turns
    with both.

    tau_a = Ia qdd_b + Fv qd_b + Fc sign(qd_a + qd_b),   tau_b = Ia qdd_a + Fv qd_a + Fc sign(qd_a +
    qd_b)
    """

    _suffixes: ClassVar[tuple[str, ...]] = ("coupled_inertia", "coupled_viscous", "coupled_coulomb")
    _positive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.joints is None or len(tuple(self.joints)) != 2 or len(set(self.joints)) != 2:
            raise InputError(
                f"JointCoupling: got joints={self.joints}, expected the names of the two coupled"
                " joints."
            )

    def parameters(self, robot: Robot) -> list[str]:
        first, second = self.chosen(robot)
        return [f"{first}+{second}.{suffix}" for suffix in self._suffixes]

    def prior(self, robot: Robot) -> Array:
        return np.full(len(self._suffixes), np.nan)

    def columns(self, robot: Robot, q: Array, qd: Array, qdd: Array) -> list[Column]:
        a, b = (robot.coordinates.index(name) for name in self.chosen(robot))
        both = np.sign(qd[:, a] + qd[:, b])
        return [
            [(a, qdd[:, b]), (b, qdd[:, a])],
            [(a, qd[:, b]), (b, qd[:, a])],
            [(a, both), (b, both)],
        ]

    def forces(self, q: Array, qd: Array, qdd: Array) -> list[Array]:
        raise AssertionError("the two joints are coupled: use columns()")

    def slopes(self, q: Array, qd: Array, qdd: Array) -> list[Slope]:
        raise AssertionError("the two joints are coupled: use dependences()")

    def dependences(self, robot: Robot, q: Array, qd: Array, qdd: Array) -> list[Dependence]:
        a, b = (robot.coordinates.index(name) for name in self.chosen(robot))
        return [Dependence([k, k], [a, b], [b, a], level, 1.0) for k, level in ((0, 2), (1, 1))]

    def inertia(self, robot: Robot, values: Array) -> Array:
        J = super().inertia(robot, values)
        a, b = (robot.coordinates.index(name) for name in self.chosen(robot))
        J[a, b] = J[b, a] = values[0]
        return J


@dataclass(frozen=True)
class Payload:
    """A body fixed to a link: known (ten parameters in its own frame), or unknown (ten parameters
    more, "payload.m").

    An unknown payload cannot be told from its link unless the link's own parameters are known from
    elsewhere.
    """

    link: str
    inertia: Any = None
    position: Any = (0.0, 0.0, 0.0)
    rotation: Any = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    name: str = "payload"

    def __post_init__(self) -> None:
        position, rotation = (
            np.array(self.position, dtype=float),
            np.array(self.rotation, dtype=float),
        )
        turned = rotation.shape == (3, 3) and np.allclose(
            rotation @ rotation.T, np.eye(3), atol=1e-6
        )
        if position.shape != (3,) or not np.isfinite(position).all() or not turned:
            raise InputError(
                f"Payload '{self.name}': expected a position of three numbers and a 3x3 rotation"
                " matrix."
            )
        if self.inertia is not None:
            values = np.array(self.inertia, dtype=float)
            if values.shape != (10,) or not np.all(np.isfinite(values)):
                raise InputError(
                    f"Payload: got inertia {self.inertia}, expected ten finite numbers (see"
                    " di.inertial)."
                )
            object.__setattr__(self, "inertia", values)

    def check(self, robot: Robot, groups: tuple[int, ...]) -> None:
        node = self.node(robot)
        if groups[node] < 0 or groups.count(groups[node]) > 1:
            why = (
                "has no inertia of its own"
                if groups[node] < 0
                else "shares its parameters with other bodies"
            )
            raise InputError(
                f"Payload: link '{self.link}' {why}; expected a body alone in its group"
                " (symmetric=False)."
            )

    def node(self, robot: Robot) -> int:
        return robot.bodies.index(robot.body(self.link))

    def at_link(self, own: Array) -> Array:
        """The ten parameters about the link's frame."""
        return move_inertial(own, self.rotation, self.position)

    @property
    def map(self) -> Array:
        """(10, 10): `at_link` is linear."""
        return np.column_stack([self.at_link(unit) for unit in np.eye(10)])
