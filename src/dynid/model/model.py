"""The model of a robot: its parameters by name, and its dynamics as functions of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.dynamics import adjoint, evaluate
from dynid.dynamics.evaluate import Samples, project
from dynid.errors import InputError, listing
from dynid.loops.closure import Motion, motion_array
from dynid.model.effects import Effect, Payload
from dynid.model.gradient import add_effects, checked_cotangents, payloads_to_links
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.mechanism import Robot

T = TypeVar("T")


def label_of(effect: Effect | Payload) -> str:
    """How a shape's name begins: "Stribeck", or "Stribeck(joint1, joint2)" where the joints were
    chosen."""
    joints = effect.joints if isinstance(effect, Effect) else None
    return type(effect).__name__ + ("" if joints is None else f"({', '.join(joints)})")


@dataclass(frozen=True, eq=False)
class Model:
    """tau = Y(q, qd, qdd) p = M(q) qdd + C(q, qd) qd + g(q) + effects, in the actuated coordinates
    of a robot.

    robot       the mechanism
    effects     what acts beside the rigid bodies: friction, rotor inertia, springs, payloads (see
                `effects`)
    symmetric   bodies of one symmetry group of the robot share their parameters
    """

    robot: Robot
    effects: Sequence[Effect | Payload] = ()
    symmetric: bool = True
    #: parameter group of every body, -1 for massless ones; and the name of every group (its first
    #: body)
    groups: tuple[int, ...] = field(init=False, repr=False)
    group_names: tuple[str, ...] = field(init=False, repr=False)
    #: all parameters by name: ten a body about its own frame ("link2.Izz"; tied bodies once), then
    #: the effects'
    parameters: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        ties = (
            {name: group[0] for group in self.robot.symmetry for name in group}
            if self.symmetric
            else {}
        )
        names: dict[str, int] = {}
        groups = []
        for body in self.robot.bodies:
            leader = ties.get(body.name, body.name)
            groups.append(-1 if body.massless else names.setdefault(leader, len(names)))
        alone = isinstance(self.effects, (Effect, Payload))
        object.__setattr__(self, "effects", (self.effects,) if alone else tuple(self.effects))
        object.__setattr__(self, "groups", tuple(groups))
        object.__setattr__(self, "group_names", tuple(names))
        parameters = [f"{body}.{name}" for body in names for name in PARAMETER_NAMES]
        for effect in self.effects:
            parameters += self._effect_parameters(effect)
        doubled = [name for name, count in Counter(parameters).items() if count > 1]
        if doubled:
            raise InputError(
                f"model of '{self.robot.name}': two effects have the same parameters"
                f" {listing(doubled, 5)}."
            )
        object.__setattr__(self, "parameters", tuple(parameters))

    def _effect_parameters(self, effect: Effect | Payload) -> list[str]:
        if isinstance(effect, Payload):
            effect.check(self.robot, self.groups)
            return (
                []
                if effect.inertia is not None
                else [f"{effect.name}.{name}" for name in PARAMETER_NAMES]
            )
        if not isinstance(effect, Effect):
            raise InputError(
                f"got effect {effect!r}, expected objects such as Viscous(), Coulomb(),"
                " RotorInertia(): see dynid.model.effects."
            )
        return effect.parameters(self.robot)

    def count(self, effect: Effect | Payload) -> int:
        """How many parameters an effect has."""
        return len(self._effect_parameters(effect))

    @property
    def _has_effects(self) -> bool:
        return any(isinstance(effect, Effect) for effect in self.effects)

    @property
    def n_rigid(self) -> int:
        """How many of the parameters belong to the bodies; they stand first."""
        return 10 * len(self.group_names)

    @property
    def lower(self) -> Array:
        """Lower bounds of the parameters: friction and rotor inertia are >= 0; the rest is free (or
        bound per body)."""
        bounds = [np.full(self.n_rigid, -np.inf)]
        for effect in self.effects:
            free = np.full(self.count(effect), -np.inf)
            bounds.append(effect.lower(self.robot) if isinstance(effect, Effect) else free)
        return np.concatenate(bounds)

    @property
    def prior(self) -> Array:
        """Nominal values, nan where the robot's description gives none. Tied bodies: their mean."""
        known: list[list[Array]] = [[] for _ in self.group_names]
        for body, group in zip(self.robot.bodies, self.groups):
            if group >= 0 and body.inertia is not None:
                known[group].append(np.asarray(body.inertia))
        rigid = [np.mean(values, axis=0) if values else np.full(10, np.nan) for values in known]
        effects = [
            e.prior(self.robot) if isinstance(e, Effect) else np.full(self.count(e), np.nan)
            for e in self.effects
        ]
        return np.concatenate([*rigid, *effects])

    @property
    def shape(self) -> dict[str, float]:
        """What the torque is not linear in, by name: {"Stribeck.vs": 0.05}; "Stribeck(joint1).vs"
        with chosen joints."""
        effects = [effect for effect in self.effects if isinstance(effect, Effect)]
        return {
            f"{label_of(effect)}.{key}": value
            for effect in effects
            for key, value in effect.shape().items()
        }

    def with_shape(self, values: Mapping[str, float]) -> Model:
        """The same model with other values of some of its `shape`."""
        unknown = [name for name in values if name not in self.shape]
        if unknown:
            raise InputError(
                f"model of '{self.robot.name}': no shape {listing(unknown)}; it has"
                f" {listing(self.shape)}."
            )
        if all(self.shape[name] == value for name, value in values.items()):
            return self
        effects: list[Effect | Payload] = []
        for effect in self.effects:
            own = effect.shape() if isinstance(effect, Effect) else {}
            new = {
                key: float(values[name])
                for key in own
                if (name := f"{label_of(effect)}.{key}") in values
            }
            effects.append(
                effect.with_shape(**new) if isinstance(effect, Effect) and new else effect
            )
        return Model(self.robot, effects, self.symmetric)

    def regressor(
        self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None
    ) -> Array:
        """Y (N, n, P) with tau = Y p. A view of a (n, P, N) array: Y[:, j, k] is contiguous in
        memory."""
        return evaluate.regressor(
            self._samples(q, qd, qdd), self.groups, len(self.parameters), self._extra_columns
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
            self._extra_columns,
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
        more = partial(add_effects, self) if self._has_effects else None
        return adjoint.regressor_gradient(samples, self.groups, payloads_to_links(self, bar), more)

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
        more = partial(add_effects, self) if self._has_effects else None
        return adjoint.torque_gradient(samples, self._inertia(p), self._checked(p), bar, more)

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, p: ArrayLike) -> Array:
        """tau (N, n) that drives the motion."""
        return self._torque(self._samples(q, qd, qdd), p)

    def mass_matrix(self, q: ArrayLike, p: ArrayLike) -> Array:
        """M (N, n, n), rotor inertias included."""
        return evaluate.mass_matrix(
            self._samples(q), self._inertia(p), self.groups, self._joint_inertia(p)
        )

    def coriolis(self, q: ArrayLike, qd: ArrayLike, p: ArrayLike) -> Array:
        """C (N, n, n), from Christoffel's symbols: Mdot - 2C is skew."""
        return evaluate.coriolis(
            self._samples(q, qd), self._inertia(p), self.groups, self._joint_inertia(p)
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
        return Samples(
            self.robot, q_, qd_, motion_array(qdd, len(names), len(q_), "accelerations qdd", names)
        )

    def _checked(self, p: ArrayLike) -> Array:
        values = np.asarray(p, dtype=float)
        if values.shape != (len(self.parameters),):
            raise InputError(
                f"parameters p: got an array of shape {values.shape}, expected"
                f" ({len(self.parameters)},), in the order of model.parameters."
            )
        bad = np.flatnonzero(~np.isfinite(values))
        if bad.size:
            raise InputError(
                f"parameters p: {listing([self.parameters[k] for k in bad], 10)} are nan or"
                " infinite; expected finite numbers (model.prior is nan where nothing is known:"
                " bodies without inertia, effects)."
            )
        return values

    def _inertia(self, p: ArrayLike) -> Array:
        """The ten parameters of every body (bodies, 10), payloads included, from the parameter
        vector."""
        values = self._checked(p)
        table = np.vstack(
            [values[: self.n_rigid].reshape(-1, 10), np.zeros(10)]
        )  # the last row, -1: massless bodies
        inertia = np.ascontiguousarray(table[list(self.groups)])
        at = self.n_rigid
        for effect in self.effects:
            count = self.count(effect)
            if isinstance(effect, Payload):
                own = values[at : at + 10] if effect.inertia is None else effect.inertia
                inertia[effect.node(self.robot)] += effect.at_link(own)
            at += count
        return inertia

    def _extra_columns(self, motion: Motion, Y: Array) -> None:
        """Fill the columns of the effects, Y (n, P, N), beside those of the bodies."""
        at = self.n_rigid
        for effect in self.effects:
            if isinstance(effect, Payload):
                if effect.inertia is None:
                    link = 10 * self.groups[effect.node(self.robot)]
                    Y[:, at : at + 10] = np.einsum(
                        "jps,pk->jks", Y[:, link : link + 10], effect.map
                    )
                    at += 10
                continue
            for column in effect.columns(self.robot, motion.q, motion.qd, motion.qdd):
                if self.robot.is_tree:  # only the joint's own row: the others are zero and stay so
                    for c, force in column:
                        Y[self.robot.actuated.index(self.robot.coordinates[c]), at] = force
                else:
                    Y[:, at] = project(motion, column)
                at += 1

    def _torque(self, samples: Samples, p: ArrayLike) -> Array:
        extra = partial(self._effect_torque, self._checked(p)) if self._has_effects else None
        return evaluate.inverse_dynamics(samples, self._inertia(p), extra)

    def _effect_torque(self, values: Array, motion: Motion) -> Array:
        """Torque (n, N) of the effects, payloads aside."""
        at, tau = self.n_rigid, np.zeros((self.robot.dof, len(motion.q)))
        for effect in self.effects:
            if isinstance(effect, Payload):
                at += self.count(effect)
                continue
            for column in effect.columns(self.robot, motion.q, motion.qd, motion.qdd):
                if values[at] != 0.0:
                    tau += values[at] * project(motion, column)
                at += 1
        return tau

    def _joint_inertia(self, p: ArrayLike) -> Array | None:
        """J (coordinates, coordinates) of rotors and couplings, or None."""
        values, at = self._checked(p), self.n_rigid
        J = np.zeros((len(self.robot.coordinates), len(self.robot.coordinates)))
        for effect in self.effects:
            count = self.count(effect)
            if isinstance(effect, Effect):
                J += effect.inertia(self.robot, values[at : at + count])
            at += count
        return J if J.any() else None

    @property
    def known(self) -> str:
        """Payloads that are taken as known: part of the model, though no parameter tells."""
        known = [e for e in self.effects if isinstance(e, Payload) and e.inertia is not None]
        return "; ".join(f"{e.name} on {e.link}: {e.at_link(e.inertia).tolist()}" for e in known)

    def known_torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Torque (N, n) of known payloads, which no parameter describes: tau = Y p + known."""
        return self._torque(self._samples(q, qd, qdd), np.zeros(len(self.parameters)))

    def __repr__(self) -> str:
        return (
            f"Model({self.robot.name!r}: {len(self.parameters)} parameters, {self.robot.dof}"
            " actuated)"
        )
