"""The model of a robot: its parameters by name, and its dynamics as functions of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.dynamics import adjoint, evaluate
from dynid.dynamics.evaluate import Samples
from dynid.errors import InputError, listing, near, require
from dynid.loops.motion import Motion, motion_array
from dynid.model.columns import (
    add_effects,
    checked_cotangents,
    effect_torque,
    fill_columns,
    payloads_to_links,
)
from dynid.model.effects import Effect, Payload, Smoothed
from dynid.model.layout import Layout, layout_of
from dynid.model.terms import ACCELERATION
from dynid.robot.mechanism import Robot

T = TypeVar("T")


def label_of(effect: Effect) -> str:
    """How a constant's name begins: "Stribeck", or "Stribeck(joint1, joint2)" where the joints were
    chosen."""
    joints = "" if effect.joints is None else f"({', '.join(effect.joints)})"
    return type(effect).__name__ + joints


@dataclass(frozen=True, eq=False)
class Model:
    """tau = Y(q, qd, qdd) p = M(q) qdd + C(q, qd) qd + g(q) + effects, in the actuated coordinates
    of a robot.

    robot       the mechanism
    effects     what acts beside the rigid bodies: friction, rotor inertia, springs, payloads (see
                `effects`)
    symmetric   bodies of one symmetry group of the robot share their parameters
    layout      where every parameter stands in p: ten a body about its own frame ("link2.Izz"; tied
                bodies once), then the effects'
    """

    robot: Robot
    effects: Sequence[Effect | Payload] = ()
    symmetric: bool = True
    layout: Layout = field(init=False, repr=False)

    def __post_init__(self) -> None:
        require("Model", self.robot, Robot, 'load_robot("arm.urdf")')
        alone = isinstance(self.effects, (Effect, Payload, str, type))
        effects = (self.effects,) if alone else tuple(self.effects)
        object.__setattr__(self, "effects", effects)
        object.__setattr__(self, "layout", layout_of(self.robot, effects, self.symmetric))

    @property
    def parameters(self) -> tuple[str, ...]:
        """All parameters by name, in the order of p."""
        return self.layout.names

    @property
    def groups(self) -> tuple[int, ...]:
        return self.layout.groups

    @property
    def group_names(self) -> tuple[str, ...]:
        return self.layout.group_names

    @property
    def lower(self) -> Array:
        """Lower bounds of the parameters: friction and rotor inertia are >= 0; the rest is free (or
        bound per body)."""
        return np.array([parameter.lower for parameter in self.layout.parameters])

    @property
    def prior(self) -> Array:
        """Nominal values, nan where the robot's description gives none. Tied bodies: their mean."""
        return np.array([parameter.prior for parameter in self.layout.parameters])

    @property
    def nominal(self) -> Array:
        """`prior`, with friction and the like at zero where the description gives none."""
        p = self.prior
        p[self.layout.others] = np.nan_to_num(p[self.layout.others])
        return p

    def vector(self, values: Mapping[str, float], start: ArrayLike | None = None) -> Array:
        """p with some parameters given by name, {"joint1.viscous": 0.05}, the others as in `start`
        (default: `nominal`)."""
        p = self.nominal if start is None else np.array(start, dtype=float)
        places = {name: k for k, name in enumerate(self.parameters)}
        unknown = [name for name in values if name not in places]
        if unknown:
            raise InputError(
                f"model of '{self.robot.name}': no parameter {listing(unknown, 8)}; see"
                f" model.parameters.{near(unknown[0], places)}"
            )
        for name, value in values.items():
            p[places[name]] = value
        return p

    def values(self, p: ArrayLike) -> dict[str, float]:
        """{"joint1.viscous": 0.05, ...} of a vector p."""
        given = np.asarray(p, dtype=float)
        if given.shape != (len(self.parameters),):
            raise InputError(_wrong_size(given, self))
        return dict(zip(self.parameters, given.tolist()))

    @property
    def constants(self) -> dict[str, float]:
        """What the torque is not linear in, by name: {"Stribeck.vs": 0.05}; "Stribeck(joint1).vs"
        with chosen joints."""
        return {
            f"{label_of(effect)}.{key}": value
            for effect in self.nonlinear
            for key, value in effect.constants().items()
        }

    def constants_of_joints(self) -> dict[str, dict[str, float]]:
        """{joint: {"vs": 0.05}} of the effects that act on it."""
        out: dict[str, dict[str, float]] = {}
        for effect in self.nonlinear:
            for joint in effect.chosen(self.robot):
                out.setdefault(joint, {}).update(effect.constants())
        return out

    def with_constants(self, values: Mapping[str, float]) -> Model:
        """The same model with other values of some of its `constants`."""
        now = self.constants
        unknown = [name for name in values if name not in now]
        if unknown:
            raise InputError(
                f"model of '{self.robot.name}': no constant {listing(unknown)}; it has"
                f" {listing(now)}."
            )
        if all(now[name] == value for name, value in values.items()):
            return self

        def changed(effect: Effect | Payload) -> Effect | Payload:
            if isinstance(effect, Payload):
                return effect
            names = {key: f"{label_of(effect)}.{key}" for key in effect.constants()}
            new = {key: float(values[name]) for key, name in names.items() if name in values}
            return effect.with_constants(**new) if new else effect

        return Model(self.robot, [changed(effect) for effect in self.effects], self.symmetric)

    def smoothed(self, widths: Mapping[str, float]) -> Model:
        """The same model, its dry friction smoothed: tanh(qd / width), {joint: width}."""
        effects = [
            Smoothed(None, effect, widths) if isinstance(effect, Effect) else effect
            for effect in self.effects
        ]
        return Model(self.robot, effects, self.symmetric)

    def parted(self, kind: type[Effect]) -> tuple[list[Effect], Model]:
        """The effects of one kind, and the model without them."""
        own = [effect for effect in self.effects if isinstance(effect, kind)]
        rest = [effect for effect in self.effects if not isinstance(effect, kind)]
        return own, Model(self.robot, rest, self.symmetric)

    @property
    def nonlinear(self) -> list[Effect]:
        """The effects that the torque is not linear in some constants of."""
        effects = [effect for effect in self.effects if isinstance(effect, Effect)]
        return [effect for effect in effects if effect.constants()]

    def regressor(
        self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None
    ) -> Array:
        """Y (N, n, P) with tau = Y p, a view of (n, P, N): Y[:, j, k] is contiguous in memory."""
        return evaluate.regressor(
            self._samples(q, qd, qdd), self.groups, len(self.parameters), self._columns
        ).transpose(2, 0, 1)

    def map_regressor(
        self, function: Callable[[slice, Array], T], q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> list[T]:
        """[function(samples, Y), ...] over consecutive chunks of a motion, in threads: memory stays
        bounded.

        `samples` is the slice of the motion that the chunk covers. Y (len, n, P) is overwritten by
        a later chunk: return what is needed of it (a product, a triangular factor), or a copy.
        """
        return evaluate.map_regressor(
            function,
            self._samples(q, qd, qdd),
            self.groups,
            len(self.parameters),
            self._columns,
        )

    def regressor_gradient(
        self, q: ArrayLike, qd: ArrayLike | None, qdd: ArrayLike | None, Y_bar: ArrayLike
    ) -> adjoint.Gradient:
        """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of a scalar J(Y), exact, for Y_bar = dJ/dY (N, n, P).

        Fastest for a view of a (n, P, N) array, as `regressor` returns. Sharp signs (Coulomb) count
        as constant.
        """
        samples = self._samples(q, qd, qdd)
        shape = (len(samples), self.robot.dof, len(self.parameters))
        bar = checked_cotangents(Y_bar, shape, "cotangents Y_bar", "the regressor (N, n, P)")
        return adjoint.regressor_gradient(
            samples, self.groups, payloads_to_links(self.layout, bar), self._adjoint()
        )

    def torque_gradient(
        self,
        q: ArrayLike,
        qd: ArrayLike | None,
        qdd: ArrayLike | None,
        p: ArrayLike,
        tau_bar: ArrayLike,
    ) -> adjoint.Gradient:
        """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of a scalar J(tau), tau = inverse_dynamics(q, qd, qdd, p),
        tau_bar (N, n)."""
        samples = self._samples(q, qd, qdd)
        bar = checked_cotangents(
            tau_bar, samples.q.shape, "cotangents tau_bar", "the torques (N, n)"
        )
        return adjoint.torque_gradient(
            samples, self.inertias(p), self.checked(p), bar, self._adjoint()
        )

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, p: ArrayLike) -> Array:
        """tau (N, n) that drives the motion."""
        return self._torque(self._samples(q, qd, qdd), p)

    def mass_matrix(self, q: ArrayLike, p: ArrayLike) -> Array:
        """M (N, n, n), rotor inertias included."""
        return evaluate.mass_matrix(
            self._samples(q), self.inertias(p), self.groups, self._rotors(p)
        )

    def coriolis(self, q: ArrayLike, qd: ArrayLike, p: ArrayLike) -> Array:
        """C (N, n, n), from Christoffel's symbols: Mdot - 2C is skew."""
        return evaluate.coriolis(
            self._samples(q, qd), self.inertias(p), self.groups, self._rotors(p)
        )

    def gravity(self, q: ArrayLike, p: ArrayLike) -> Array:
        """g (N, n): the torque that holds the robot still (springs and offsets included)."""
        return self._torque(self._samples(q), p)

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, p: ArrayLike) -> Array:
        """qdd (N, n) under given torques: M qdd = tau - C qd - g - friction."""
        samples = self._samples(q, qd)
        tau = motion_array(tau, self.robot.dof, len(samples), "torques tau", self.robot.actuated)
        bias = self._torque(samples, p)
        M = self.mass_matrix(samples.q, p)
        try:
            qdd = np.linalg.solve(M, (tau - bias)[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            raise InputError(
                f"model of '{self.robot.name}': the mass matrix is singular for these parameters;"
                " expected physically consistent ones (positive masses and inertias of the moving"
                " bodies)."
            ) from None
        return np.asarray(qdd, dtype=float)

    def _samples(
        self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None
    ) -> Samples:
        names = self.robot.actuated
        q_ = motion_array(q, len(names), None, "positions q", names)
        qd_ = motion_array(qd, len(names), len(q_), "velocities qd", names)
        qdd_ = motion_array(qdd, len(names), len(q_), "accelerations qdd", names)
        return Samples(self.robot, q_, qd_, qdd_)

    def checked(self, p: ArrayLike) -> Array:
        """p as an array; raises where it has another size, or values that are not finite."""
        values = np.asarray(p, dtype=float)
        if values.shape != (len(self.layout.parameters),):
            raise InputError(_wrong_size(values, self))
        bad = np.flatnonzero(~np.isfinite(values))
        if bad.size:
            raise InputError(
                f"parameters p: {listing([self.parameters[k] for k in bad], 10)} are nan or"
                " infinite; expected finite numbers (model.prior is nan where nothing is known:"
                " bodies without inertia, effects)."
            )
        return values

    def inertias(self, p: ArrayLike) -> Array:
        """The ten parameters of every body (bodies, 10), payloads included."""
        values = self.checked(p)
        # the last row, -1: massless bodies
        table = np.vstack([values[self.layout.inertial].reshape(-1, 10), np.zeros(10)])
        inertia = np.ascontiguousarray(table[list(self.groups)])
        for payload, node, _, own in self.layout.payloads:
            inertia[node] += payload.at_link(payload.inertia if own is None else values[own])
        return inertia

    def rotor_matrix(self, p: ArrayLike) -> Array:
        """J (coordinates, coordinates) of rotors and couplings: force = J qdd."""
        values, n = self.checked(p), len(self.robot.coordinates)
        J = np.zeros((n, n))
        for batch in self.layout.batches:
            if batch.law == ACCELERATION:
                for at, on, gain, of in zip(batch.at, batch.on, batch.gain, batch.of):
                    J[on] += values[at] * gain * of
        return J

    def _rotors(self, p: ArrayLike) -> Array | None:
        J = self.rotor_matrix(p)
        return J if J.any() else None

    def _columns(self, motion: Motion, Y: Array) -> None:
        fill_columns(self.layout, motion, Y)

    def _adjoint(self) -> adjoint.MoreAdjoint | None:
        return partial(add_effects, self.layout) if self.layout.terms else None

    def _torque(self, samples: Samples, p: ArrayLike) -> Array:
        values = self.checked(p)
        extra = partial(effect_torque, self.layout, values) if self.layout.terms else None
        return evaluate.inverse_dynamics(samples, self.inertias(p), extra)

    @property
    def known(self) -> str:
        """Payloads that are taken as known: part of the model, though no parameter tells."""
        known = [carried.payload for carried in self.layout.payloads if carried.own is None]
        return "; ".join(f"{e.name} on {e.link}: {e.at_link(e.inertia).tolist()}" for e in known)

    def known_torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Torque (N, n) of known payloads, which no parameter describes: tau = Y p + known."""
        return self._torque(self._samples(q, qd, qdd), np.zeros(len(self.parameters)))

    def __repr__(self) -> str:
        return (
            f"Model({self.robot.name!r}: {len(self.parameters)} parameters,"
            f" {self.robot.dof} actuated)"
        )


def _wrong_size(p: Array, model: Model) -> str:
    return (
        f"parameters p: got an array of shape {p.shape}, expected ({len(model.parameters)},), in"
        " the order of model.parameters."
    )
