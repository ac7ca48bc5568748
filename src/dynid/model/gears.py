"""What real joints do in addition to rigid bodies and plain friction: friction that bends, grows
with the load, remembers or ripples, gains of torque sensors, a base that is not level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.model.channels import GRAVITY, HYSTERESIS, ZERO, name_hysteresis_channel
from dynid.model.counterbalance import Counterbalance as Counterbalance
from dynid.model.effects import Act, Coulomb, Effect, Placed, Viscous
from dynid.model.lugre import LuGre as LuGre
from dynid.model.model import Model
from dynid.model.temperature import Drift as Drift
from dynid.model.temperature import PerRun as PerRun
from dynid.model.temperature import Temperature as Temperature
from dynid.model.terms import ACCELERATION, DRY, LOAD, VELOCITY, Law, Term
from dynid.robot.geometry import make_axis_rotation
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Joint

__all__ = [
    "Counterbalance",
    "Drift",
    "EncoderOffset",
    "GravityDirection",
    "Hysteresis",
    "LoadFriction",
    "LuGre",
    "PerRun",
    "PositionFriction",
    "PowerFriction",
    "Ripple",
    "SharedFriction",
    "SharedMotor",
    "Slipping",
    "Temperature",
    "TorqueScale",
    "concave",
    "convex",
    "directional_coulomb",
    "directional_viscous",
]

QUARTER = -np.pi / 2  # cos(k q + QUARTER) = sin(k q)
# what is usual: gains of torque sensors and drives differ by a fifth at most, and who sets up a
# base has it level to 4 degrees (m/s^2)
GAIN, TILT = 0.2, 0.7
ZEROED = 0.02  # rad or m: who sets the zero of a joint, has it to a degree


@dataclass(frozen=True)
class PowerFriction(Effect):
    """tau = Fp |qd|^power sign(qd): concave below 1, convex above. It corrects the viscous friction
    that it is added to, so it may be negative.

    Parameters
    ----------
    power
        the exponent
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    """

    power: float = 0.5
    width: float = 0.0

    def terms(self) -> tuple[Term, ...]:
        law = Law(sign=True, width=self.width, power=self.power)
        return (Term(f"power_{self.power:g}", law, -np.inf),)


def _check_positive(what: str, values: object) -> tuple[float, ...]:
    """One number or several, as a tuple."""
    many = values if isinstance(values, (tuple, list)) else (values,)
    if not many or not all(isinstance(x, (int, float)) and np.isfinite(x) and x > 0 for x in many):
        raise InputError(f"{what}: got {values}, expected positive numbers.")
    return tuple(float(x) for x in many)


@dataclass(frozen=True)
class LoadFriction(Effect):
    """tau = mu |L| sign(qd), with the torque L of the rigid bodies at the joint: gears under load.

    Parameters
    ----------
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    viscous
        also nu |L| qd
    """

    width: float = 0.0
    viscous: bool = False

    def terms(self) -> tuple[Term, ...]:
        dry = Term("load_friction", replace(DRY, width=self.width, load=1.0))
        more = Term("load_viscous", replace(VELOCITY, load=1.0))
        return (dry, more) if self.viscous else (dry,)


@dataclass(frozen=True)
class Hysteresis(Effect):
    """tau = sum_k F_k z_k: elements that a gear winds up, each over about its length (rad or m)
    before it slips (Dahl; see `channels`). A bank of them is linear in the F_k.

    Parameters
    ----------
    lengths
        of the elements [rad or m]
    """

    lengths: tuple[float, ...] = (0.003, 0.01, 0.03, 0.1)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "lengths", _check_positive("Hysteresis: lengths [rad or m]", self.lengths)
        )

    def terms(self) -> tuple[Term, ...]:
        return tuple(
            Term(f"hysteresis_{x:g}", Law(channel=name_hysteresis_channel(x))) for x in self.lengths
        )


@dataclass(frozen=True)
class Slipping(Effect):
    """Another effect, its hysteresis wound up at once: F_k sign(qd), the most that it can be at a
    sample of which the past is not known.

    Parameters
    ----------
    of
        the other effect
    """

    of: Effect = Hysteresis()

    def terms(self) -> tuple[Term, ...]:
        return self.of.terms()

    def place_terms(self, robot: Robot) -> list[Placed]:
        return [
            each._replace(term=replace(each.term, law=DRY))
            if each.term.law.channel.startswith(HYSTERESIS)
            else each
            for each in self.of.place_terms(robot)
        ]


def remove_memory(model: Model) -> Model:
    """The same model and parameters without memory."""
    if not any(name.startswith(HYSTERESIS) for name in model.layout.channels):
        return model
    effects = [Slipping(None, x) if isinstance(x, Effect) else x for x in model.effects]
    return replace(model, effects=effects)


@dataclass(frozen=True)
class Ripple(Effect):
    """tau = sum_k A_k cos(k q) + B_k sin(k q): eccentric gears, cogging.

    Parameters
    ----------
    waves
        the numbers k, turns of it in one of the joint: 1 and 2 of the joint itself, the ratio of
        its gear for what its motor does in a turn, that times the pole pairs for cogging
    """

    waves: tuple[float, ...] = (1.0, 2.0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "waves", _check_positive("Ripple: waves a turn", self.waves))

    def terms(self) -> tuple[Term, ...]:
        return tuple(
            Term(f"ripple_{word}{k:g}", Law(waves=k, phase=phase), -np.inf)
            for k in self.waves
            for word, phase in (("cos", 0.0), ("sin", QUARTER))
        )


@dataclass(frozen=True)
class PositionFriction(Effect):
    """tau = (A cos q + B sin q) sign(qd): dry friction that changes around the turn.

    Parameters
    ----------
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    viscous
        also (C cos q + D sin q) qd
    """

    width: float = 0.0
    viscous: bool = False

    def terms(self) -> tuple[Term, ...]:
        laws = {"friction": replace(DRY, width=self.width)}
        if self.viscous:
            laws["viscous"] = VELOCITY
        return tuple(
            Term(f"{name}_{word}", replace(law, waves=1.0, phase=phase), -np.inf)
            for name, law in laws.items()
            for word, phase in (("cos", 0.0), ("sin", QUARTER))
        )


@dataclass(frozen=True)
class TorqueScale(Effect):
    """tau = s L: the torque of a joint is measured 1 + s times as large as it is, compared with
    joints that have no such scale. Not all can have one: that would be other masses."""

    def chosen(self, robot: Robot) -> tuple[str, ...]:
        names = super().chosen(robot)
        if set(robot.actuated) <= set(names):
            raise InputError(
                "TorqueScale: got all actuated joints, expected joints=[...] with one omitted:"
                " a scale of all torques cannot be distinguished from heavier bodies."
            )
        return names

    def terms(self) -> tuple[Term, ...]:
        return (Term("torque_scale", Law(channel=LOAD), -np.inf, scale=GAIN),)


@dataclass(frozen=True)
class SharedMotor(Effect):
    """A motor that turns with the sum of two joints, u = q_a + q_b, or (`opposed`) with their
    difference, u = q_a - q_b, as in wrists:

    tau_a = J udd + Fv ud + Fc sign(ud),    tau_b = tau_a, or -tau_a

    none of J, Fv, Fc below 0. In addition to rotor inertia and friction of the joints' own motors
    it is what JointCoupling is, but for values that no motor has. A `width` smooths the sign.

    Parameters
    ----------
    joints
        the two joints
    opposed
        the motor turns with their difference
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    """

    opposed: bool = False
    width: float = 0.0

    def __post_init__(self) -> None:
        if self.joints is None or len(tuple(self.joints)) != 2 or len(set(self.joints)) != 2:
            raise InputError(
                f"SharedMotor: got joints={self.joints}, expected the names of the two joints that"
                " share a motor."
            )

    def terms(self) -> tuple[Term, ...]:
        dry = replace(DRY, width=self.width)
        laws = {"inertia": ACCELERATION, "viscous": VELOCITY, "coulomb": dry}
        return tuple(Term(f"shared_{name}", law) for name, law in laws.items())

    def place_terms(self, robot: Robot) -> list[Placed]:
        a, b = self.chosen(robot)
        both = ((a, 1.0), (b, -1.0 if self.opposed else 1.0))
        name = f"{a}{'-' if self.opposed else '+'}{b}"
        return [Placed(name, term, (Act(both, both),)) for term in self.terms()]


@dataclass(frozen=True)
class SharedFriction(Effect):
    """tau = Fv qd + Fc sign(qd) on each of its joints, with one Fv and one Fc for all: the elbows
    or the universal joints of equal limbs, of which torques contain the sum.

    Parameters
    ----------
    joints
        the joints that rub alike; passive ones too
    width
        smooths the sign to tanh(qd / width) [rad/s or m/s]
    """

    width: float = 0.0

    def terms(self) -> tuple[Term, ...]:
        dry = replace(DRY, width=self.width)
        return (
            Term("viscous", VELOCITY, stands_for="damping"),
            Term("coulomb", dry, stands_for="friction"),
        )

    def place_terms(self, robot: Robot) -> list[Placed]:
        names = self.chosen(robot)
        acts = tuple(Act(((name, 1.0),), ((name, 1.0),)) for name in names)
        return [Placed(names[0], term, acts) for term in self.terms()]


@dataclass(frozen=True)
class GravityDirection(Effect):
    """Two components (m/s^2) of gravity along the axes of the base that it has least of: a base
    that is not level."""

    def terms(self) -> tuple[Term, ...]:
        return tuple(Term(name[-1], Law(channel=name), -np.inf, scale=TILT) for name in GRAVITY)

    def place_terms(self, robot: Robot) -> list[Placed]:
        along = np.abs(np.asarray(robot.gravity))
        if not along.any():
            raise InputError("GravityDirection: the robot has no gravity, so it cannot be tilted.")
        acts = tuple(Act(((joint, 1.0),), ((joint, 1.0),)) for joint in self.chosen(robot))
        across = sorted(np.argsort(along, kind="stable")[:2])
        return [Placed("gravity", self.terms()[k], acts) for k in across]


@dataclass(frozen=True)
class EncoderOffset(Effect):
    """tau = d dL/dq: the joint's position is q + d where its encoder says q, to the first order of
    d [rad or m]; it changes the torques L of the bodies at all joints. That of a joint on a
    vertical axis changes nothing, and that of the last joint is other parameters of its body."""

    def terms(self) -> tuple[Term, ...]:
        return (Term("encoder_offset", Law(channel=ZERO), -np.inf, scale=ZEROED),)

    def place_terms(self, robot: Robot) -> list[Placed]:
        if not robot.is_tree:
            raise InputError(
                f"EncoderOffset: robot '{robot.name}' has loops, expected a tree; what closes loops"
                " shows the zeros of its joints without any torque (dynid calibrate)."
            )
        (term,) = self.terms()
        acts = tuple(Act(((joint, 1.0),), ((joint, 1.0),)) for joint in robot.actuated)
        return [
            Placed(joint, replace(term, law=Law(channel=ZERO + joint)), acts)
            for joint in self.chosen(robot)
        ]


def set_zeros(model: Model, p: ArrayLike) -> tuple[Model, Array]:
    """The same with the zeros of the joints in the robot, R exp(axis (q + d)), and no parameters of
    them: exact, where those are the first order."""
    values = np.asarray(p, dtype=float)
    places = [
        (at, placed)
        for at, placed in zip(model.layout.at, model.layout.terms)
        if placed.term.law.channel.startswith(ZERO)
    ]
    if not places:
        return model, values
    d = {placed.joint: float(values[at]) for at, placed in places}
    bodies = [
        replace(body, joint=turn_joint(body.joint, d.get(body.joint.name, 0.0)))
        for body in model.robot.bodies
    ]
    effects = [x for x in model.effects if not isinstance(x, EncoderOffset)]
    robot = model.robot.replace(bodies=tuple(bodies), ideal=())
    return Model(robot, effects, model.symmetric), np.delete(values, [at for at, _ in places])


def turn_joint(joint: Joint, d: float) -> Joint:
    """The joint that is at d where it was at 0."""
    R, axis = np.asarray(joint.rotation), np.asarray(joint.axis)
    if joint.kind == "prismatic":
        return replace(joint, position=np.asarray(joint.position) + R @ axis * d)
    return replace(joint, rotation=R @ make_axis_rotation(axis, d))


def is_tilt(model: Model, placed: Placed) -> bool:
    """Whether a term is a direction of gravity that all joints feel."""
    return placed.term.law.channel in GRAVITY and len(placed.acts) == model.robot.dof


def tilt_robot(model: Model, p: ArrayLike) -> Robot:
    """The robot in the gravity that GravityDirection gives it."""
    values, gravity = np.asarray(p, dtype=float), np.array(model.robot.gravity)
    for at, placed in zip(model.layout.at, model.layout.terms):
        if is_tilt(model, placed):
            gravity[GRAVITY[placed.term.law.channel]] += values[at]
    if (gravity == model.robot.gravity).all():
        return model.robot
    return model.robot.replace(gravity=tuple(gravity.tolist()))


def directional_viscous(joints: Sequence[str] | None = None) -> Viscous:
    """Viscous(directional=True), as a word of the command line.

    Parameters
    ----------
    joints
        the joints that have it; None: all
    """
    return Viscous(joints, directional=True)


def directional_coulomb(joints: Sequence[str] | None = None, width: float = 0.0) -> Coulomb:
    """Coulomb(directional=True), as a word of the command line.

    Parameters
    ----------
    joints
        the joints that have it; None: all
    width
        smooths the sign to tanh(qd / width)
    """
    return Coulomb(joints, directional=True, width=width)


def concave(joints: Sequence[str] | None = None, power: float = 0.5) -> PowerFriction:
    """PowerFriction(power=0.5), as a word of the command line.

    Parameters
    ----------
    joints
        the joints that have it; None: all
    power
        the exponent
    """
    return PowerFriction(joints, power)


def convex(joints: Sequence[str] | None = None, power: float = 2.0) -> PowerFriction:
    """PowerFriction(power=2), as a word of the command line.

    Parameters
    ----------
    joints
        the joints that have it; None: all
    power
        the exponent
    """
    return PowerFriction(joints, power)
