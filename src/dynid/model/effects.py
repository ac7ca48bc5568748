"""What acts in addition to the rigid bodies: friction, rotor inertia, springs, couplings, payloads.

An effect is a list of terms for each of its joints, each linear in its parameter. Through loops
their forces act on the actuated joints as G' f. Friction opposes the motion, so it is >= 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.model.terms import (
    ACCELERATION,
    CONSTANT,
    DRY,
    POSITION,
    VELOCITY,
    Law,
    Term,
    smooth_sign,
)
from dynid.robot.geometry import move_inertial
from dynid.robot.mechanism import Robot

__all__ = [
    "Act",
    "Coulomb",
    "Effect",
    "JointCoupling",
    "Offset",
    "Payload",
    "Placed",
    "RotorInertia",
    "SmoothFriction",
    "Smoothed",
    "Spring",
    "Stribeck",
    "Viscous",
]

#: a sum of coordinates: (name, factor), ...
Along = tuple[tuple[str, float], ...]


class Act(NamedTuple):
    """A term's force acts along the sum `on`; its law reads the sum `of`."""

    on: Along
    of: Along


class Placed(NamedTuple):
    """A term at its place: the parameter `joint.name`, and where its law acts."""

    joint: str
    term: Term
    acts: tuple[Act, ...]

    @property
    def name(self) -> str:
        return f"{self.joint}.{self.term.name}"

    @property
    def joints(self) -> tuple[str, ...]:
        """The single joints that it acts on, each by what it does itself; else none."""
        alone = all(act.on == act.of and act.on[0][1:] == (1.0,) for act in self.acts)
        single = alone and all(len(act.on) == 1 for act in self.acts)
        return tuple(act.on[0][0] for act in self.acts) if single else ()


@dataclass(frozen=True)
class Effect(ABC):
    """What acts on joints in addition to the rigid bodies; subclass it for a user-defined law.

    Parameters
    ----------
    joints
        the coordinates it acts on, passive ones too; None: all with motors
    """

    joints: Sequence[str] | None = None

    @abstractmethod
    def terms(self) -> tuple[Term, ...]:
        """The terms of each joint. A friction law needs no other method."""

    def ranges(self, speed: float) -> dict[str, tuple[float, float]]:
        """Fields that the torque is not linear in, and between which values they can be
        distinguished from data of a largest speed; all are positive. SeparableLeastSquares looks
        for them."""
        return {}

    def constants(self) -> dict[str, float]:
        """These fields, and their values."""
        return {name: float(getattr(self, name)) for name in self.ranges(1.0)}

    def set_constants(self, **values: float) -> Effect:
        return replace(self, **values)  # type: ignore[arg-type]

    def chosen(self, robot: Robot) -> tuple[str, ...]:
        """The names of its joints."""
        given = self.joints
        if given is not None and (isinstance(given, str) or not isinstance(given, Sequence)):
            raise InputError(
                f"{type(self).__name__}: got joints={given!r}, expected a list of joint names."
            )
        names = robot.motors if given is None else tuple(given)
        joints = [name for name in robot.coordinates if name not in robot.base]
        if unknown := [name for name in names if name not in joints]:
            raise InputError(
                f"{type(self).__name__}: robot '{robot.name}' has no joint {join_names(unknown)}; "
                f"it has {join_names(joints)}."
            )
        return names

    def place_terms(self, robot: Robot) -> list[Placed]:
        """Its parameters, joint by joint."""
        own = self.terms()
        return [
            Placed(joint, term, (Act(((joint, 1.0),), ((joint, 1.0),)),))
            for joint in self.chosen(robot)
            for term in own
        ]


@dataclass(frozen=True)
class Viscous(Effect):
    """tau = Fv qd, or with `directional` Fv+ qd for qd > 0 and Fv- qd for qd < 0 (Diaz-Rodriguez
    (6)).

    Parameters
    ----------
    directional
        a value for each direction
    """

    directional: bool = False

    def terms(self) -> tuple[Term, ...]:
        return _make_directional_terms("viscous", VELOCITY, "damping", self.directional)


@dataclass(frozen=True)
class Coulomb(Effect):
    """tau = Fc sign(qd), or with `directional` Fc+ for qd > 0 and -Fc- for qd < 0 (Diaz-Rodriguez
    (6)).

    Parameters
    ----------
    directional
        a value for each direction
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s], for measured velocities that dither
        around zero
    """

    directional: bool = False
    width: float = 0.0

    def __post_init__(self) -> None:
        if not self.width >= 0:
            raise InputError(
                f"Coulomb: got width {self.width}, expected 0 (a sharp sign) or a positive"
                " velocity."
            )

    def terms(self) -> tuple[Term, ...]:
        return _make_directional_terms(
            "coulomb", replace(DRY, width=self.width), "friction", self.directional
        )


def _make_directional_terms(
    name: str, law: Law, stands_for: str, directional: bool
) -> tuple[Term, ...]:
    if not directional:
        return (Term(name, law, stands_for=stands_for),)
    return tuple(
        Term(f"{name}_{word}", replace(law, side=side), stands_for=stands_for, share=0.5)
        for word, side in (("plus", 1), ("minus", -1))
    )


@dataclass(frozen=True)
class Offset(Effect):
    """A constant torque: sensor or current offset, asymmetry of friction."""

    def terms(self) -> tuple[Term, ...]:
        return (Term("offset", CONSTANT, lower=-np.inf),)


@dataclass(frozen=True)
class RotorInertia(Effect):
    """tau = Ia qdd: rotor and gear, seen at the joint (Diaz-Rodriguez (8))."""

    def terms(self) -> tuple[Term, ...]:
        return (Term("rotor_inertia", ACCELERATION, stands_for="armature"),)


@dataclass(frozen=True)
class Spring(Effect):
    """tau = k q + t0: a counterbalance, a cable, a spring in a joint (whose k and t0 = -k rest in
    the robot's file are its nominal values).

    Parameters
    ----------
    offset
        False where an Offset is t0
    """

    offset: bool = True

    def terms(self) -> tuple[Term, ...]:
        spring, t0 = (
            Term("stiffness", POSITION, -np.inf, "stiffness"),
            Term("spring_offset", CONSTANT, -np.inf, "spring_offset"),
        )
        return (spring, t0) if self.offset else (spring,)


@dataclass(frozen=True)
class SmoothFriction(Effect):
    """tau = Bv qd + Bf1 tanh(w1 qd) + Bf2 tanh(w2 qd): Rodriguez-Angeles (13), where
    1 - 2 / (1 + e^(2 w qd)) = tanh(w qd).

    Linear in the B, nonlinear in w1, w2 (s/rad), which are fixed here. The B may be negative:
    Stribeck's dip is the difference of two steps.

    Parameters
    ----------
    w1
        [s/rad] or [s/m]
    w2
        [s/rad] or [s/m]
    """

    w1: float = 100.0
    w2: float = 10.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.w1) and np.isfinite(self.w2)):
            raise InputError(
                f"SmoothFriction: got w1={self.w1}, w2={self.w2}, expected finite numbers."
            )

    def terms(self) -> tuple[Term, ...]:
        steps = [
            Term(name, Law(sign=True, width=1.0 / w if w else np.inf), -np.inf, "friction")
            for name, w in (("Bf1", self.w1), ("Bf2", self.w2))
        ]
        return Term("Bv", VELOCITY, stands_for="damping"), *steps

    def ranges(self, speed: float) -> dict[str, tuple[float, float]]:
        return dict.fromkeys(("w1", "w2"), (0.5 / speed, 2000.0 / speed))  # viscous .. a step


@dataclass(frozen=True)
class Stribeck(Effect):
    """tau = sign(qd) (Fc + Fs exp(-|qd / vs|^delta)) + Fv qd, with Fs the extra force at
    break-away.

    Linear in Fc, Fs, Fv; nonlinear in the Stribeck velocity vs and the exponent delta, which are
    fixed here.

    Parameters
    ----------
    vs
        Stribeck velocity [rad/s or m/s]
    delta
        the exponent
    """

    vs: float = 0.05
    delta: float = 2.0

    def __post_init__(self) -> None:
        if not (self.vs > 0 and self.delta > 0):
            raise InputError(
                f"Stribeck: got vs={self.vs}, delta={self.delta}, expected positive numbers."
            )

    def terms(self) -> tuple[Term, ...]:
        return (
            Term("coulomb", DRY, stands_for="friction"),
            Term("stribeck", replace(DRY, fade=self.vs, steepness=self.delta)),
            Term("viscous", VELOCITY, stands_for="damping"),
        )

    def ranges(self, speed: float) -> dict[str, tuple[float, float]]:
        return {"vs": (1e-3 * speed, speed), "delta": (0.3, 5.0)}


@dataclass(frozen=True)
class JointCoupling(Effect):
    """Two joints that share a motor, as in the wrist of the Staubli TX40: the second motor turns
    with both.

        tau_a = Ia qdd_b + Fv qd_b + Fc sign(qd_a + qd_b)
        tau_b = Ia qdd_a + Fv qd_a + Fc sign(qd_a + qd_b)

    A `width` smooths the sign, as in Coulomb.

    Parameters
    ----------
    joints
        the two joints
    width
        smooths the sign, as in `Coulomb`
    """

    width: float = 0.0

    def __post_init__(self) -> None:
        if self.joints is None or len(tuple(self.joints)) != 2 or len(set(self.joints)) != 2:
            raise InputError(
                f"JointCoupling: got joints={self.joints}, expected the names of the two coupled"
                " joints."
            )

    def terms(self) -> tuple[Term, ...]:
        dry = replace(DRY, width=self.width)
        laws = {"inertia": ACCELERATION, "viscous": VELOCITY, "coulomb": dry}
        return tuple(Term(f"coupled_{name}", law, -np.inf) for name, law in laws.items())

    def place_terms(self, robot: Robot) -> list[Placed]:
        a, b = (((name, 1.0),) for name in self.chosen(robot))
        across, along = (Act(a, b), Act(b, a)), (Act((*a, *b), (*a, *b)),)
        joint = "+".join(self.chosen(robot))
        return [
            Placed(joint, term, along if term.law.sign and not term.law.power else across)
            for term in self.terms()
        ]


@dataclass(frozen=True)
class Smoothed(Effect):
    """Another effect, sharp signs of its dry friction made tanh(v / width): what gradients can
    follow.

    Parameters
    ----------
    of
        the other effect
    widths
        {joint: width}; of sums of joints: the least
    """

    of: Effect = Offset()
    widths: Mapping[str, float] = field(default_factory=dict)

    def terms(self) -> tuple[Term, ...]:
        return self.of.terms()

    def place_terms(self, robot: Robot) -> list[Placed]:
        return widen_signs(self.of.place_terms(robot), self.widths)


def widen_signs(terms: Sequence[Placed], widths: Mapping[str, float]) -> list[Placed]:
    """Terms with the sign of dry friction as wide as their joint's; of sums of joints: the least
    of all."""
    least = min(widths.values())
    return [
        each._replace(term=smooth_sign(each.term, widths.get(each.joint, least))) for each in terms
    ]


@dataclass(frozen=True)
class Payload:
    """A body fixed to a link: known (ten parameters in its own frame), or unknown (ten parameters
    more, "payload.m").

    An unknown payload cannot be distinguished from its link unless the link's own parameters are
    known from elsewhere, or it is carried in some logs and not in others.

    Parameters
    ----------
    link
        the body that carries it
    inertia
        ten parameters in its own frame (see `inertial`); None: unknown, to be identified
    position
        of its frame in that of the link [m]
    rotation
        (3, 3) of its frame in that of the link
    name
        that its parameters begin with
    sometimes
        carried only where the data say so: `process(..., payloads=[None, "payload"])`
    """

    link: str
    inertia: Any = None
    position: Any = (0.0, 0.0, 0.0)
    rotation: Any = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    name: str = "payload"
    sometimes: bool = False

    def __post_init__(self) -> None:
        position, rotation = (np.array(x, dtype=float) for x in (self.position, self.rotation))
        turned = rotation.shape == (3, 3) and np.allclose(
            rotation @ rotation.T, np.eye(3), atol=1e-6
        )
        if position.shape != (3,) or not np.isfinite(position).all() or not turned:
            what = "a position of three numbers and a 3x3 rotation matrix"
            raise InputError(f"Payload '{self.name}': expected {what}.")
        if self.inertia is not None:
            values = np.array(self.inertia, dtype=float)
            if values.shape != (10,) or not np.all(np.isfinite(values)):
                raise InputError(
                    f"Payload: got inertia {self.inertia}, expected ten finite numbers (see"
                    " di.inertial)."
                )
            if not values[0] > 0:
                raise InputError(
                    f"Payload '{self.name}': got a mass of {values[0]:g} kg, expected more than 0;"
                    " omit the mass if it is to be identified, and the payload if there is none."
                )
            object.__setattr__(self, "inertia", values)

    def check(self, robot: Robot, groups: tuple[int, ...]) -> None:
        node = self.find_node(robot)
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

    def find_node(self, robot: Robot) -> int:
        return robot.bodies.index(robot.body(self.link))

    def move_to_link(self, own: Array) -> Array:
        """The ten parameters about the link's frame."""
        return move_inertial(own, self.rotation, self.position)

    @property
    def map(self) -> Array:
        """(10, 10): `move_to_link` is linear."""
        return np.column_stack([self.move_to_link(unit) for unit in np.eye(10)])
