"""The model of a robot: its parameters by name, and its dynamics as functions of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion, check_motion_array
from dynid.closed_chains.closing import THREADS, close
from dynid.closed_chains.closure_gradient import Cotangents, pull_back
from dynid.dynamics import adjoint, evaluate
from dynid.dynamics.evaluate import Samples
from dynid.dynamics.plan import make_sweep_plan
from dynid.errors import InputError, join_names
from dynid.model.channel_gradient import add_channels, compute_whole_cotangents
from dynid.model.channels import check_channels, compute_channels, name_load_channel
from dynid.model.effect_columns import (
    add_effects,
    add_payload_gradients,
    check_cotangents,
    compute_effect_torque,
    fill_columns,
)
from dynid.model.memory import Starts
from dynid.model.named_parameters import NamedParameters
from dynid.model.terms import ACCELERATION, LOAD

T = TypeVar("T")
ROUNDS, SETTLED = 200, 1e-13  # of accelerations that the load depends on
#: {name: (N, n)}
Channels = Mapping[str, Array] | None


@dataclass(frozen=True, eq=False, repr=False)
class Model(NamedParameters):
    """tau = Y(q, qd, qdd) p = M(q) qdd + C(q, qd) qd + g(q) + effects, in the actuated coordinates
    of a robot.

    Parameters
    ----------
    robot
        the mechanism
    effects
        what acts in addition to the rigid bodies: friction, rotor inertia, springs, payloads (see
        `effects`)
    symmetric
        bodies of one symmetry group of the robot share their parameters
    reference
        (bodies, 10) from which the load on the joints follows, where effects of the regressor read
        it (see `with_reference`)

    Attributes
    ----------
    layout
        the place of every parameter in p: ten a body about its own frame ("link2.Izz"; tied bodies
        once), then the effects'
    """

    def regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        channels: Channels = None,
    ) -> Array:
        """Y (N, n, P) with tau = Y p. A view of a (n, P, N) array: Y[:, j, k] is contiguous in
        memory. channels: see `channels`, which the samples as one way are taken for."""
        return evaluate.compute_regressor(
            self._add_channels(q, qd, qdd, channels),
            self.groups,
            len(self.parameters),
            self._fill_columns,
        ).transpose(2, 0, 1)

    def channels(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
        starts: Starts = None,
        logged: Channels = None,
    ) -> dict[str, Array]:
        """What effects read in addition to the motion, {name: (N, n)}: load, hysteresis, what was
        logged.

        Parameters
        ----------
        starts
            (N,) where a stretch of motion begins, and memory with it
        """
        samples = self._make_samples(q, qd, qdd)
        return compute_channels(self.layout.channels, samples, self.reference, starts, logged)

    def map_regressor(
        self,
        function: Callable[[slice, Array], T],
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        channels: Channels = None,
        threads: int = THREADS,
    ) -> list[T]:
        """[function(samples, Y), ...] over consecutive chunks of a motion, in threads: memory stays
        bounded. In one thread, the chunks come in the order of time.

        `samples` is the slice of the motion that the chunk covers. Y (len, n, P) is overwritten by
        a later chunk: return what is needed of it (a product, a triangular factor), or a copy.
        """
        return evaluate.map_regressor(
            function,
            self._add_channels(q, qd, qdd, channels),
            self.groups,
            len(self.parameters),
            self._fill_columns,
            threads,
        )

    def regressor_gradient(
        self, q: ArrayLike, qd: ArrayLike | None, qdd: ArrayLike | None, Y_bar: ArrayLike
    ) -> adjoint.Gradient:
        """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of a scalar J(Y), exact, for Y_bar = dJ/dY (N, n, P).

        Fastest for a view of a (n, P, N) array, as `regressor` returns. Sharp signs (Coulomb) count
        as constant.
        """
        samples = self._make_samples(q, qd, qdd)
        shape = (len(samples), self.robot.dof, len(self.parameters))
        bar = check_cotangents(Y_bar, shape, "cotangents Y_bar", "the regressor (N, n, P)")
        Y_back = add_payload_gradients(self.layout, bar)
        if self.layout.channels:
            plan = make_sweep_plan(self.robot, self.groups)
            return self._compute_whole_gradient(
                samples,
                self.reference,
                lambda motion, more: adjoint.compute_tree_cotangents(motion, plan, Y_back, 0, more),
            )
        return adjoint.compute_regressor_gradient(
            samples, self.groups, Y_back, self._make_adjoint()
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
        samples = self._make_samples(q, qd, qdd)
        bar = check_cotangents(tau_bar, samples.q.shape, "cotangents tau_bar", "the torques (N, n)")
        bodies, values = self.to_inertias(p), self.check_parameters(p)
        if self.layout.channels:
            return self._compute_whole_gradient(
                samples,
                bodies,
                lambda motion, more: adjoint.compute_torque_cotangents(
                    motion, bodies, values, bar, more
                ),
            )
        return adjoint.compute_torque_gradient(samples, bodies, values, bar, self._make_adjoint())

    def _compute_whole_gradient(
        self,
        samples: Samples,
        bodies: Array | None,
        back: Callable[[Motion, adjoint.MoreAdjoint | None], Cotangents],
    ) -> adjoint.Gradient:
        """Not chunk by chunk: what effects remember joins all samples."""
        closed = close(self.robot, samples.q, samples.qd, samples.qdd)
        motion = add_channels(self.layout, closed, bodies)
        bars = compute_whole_cotangents(self.layout, motion, bodies, partial(back, motion))
        return pull_back(motion, bars)

    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        p: ArrayLike,
        starts: Starts = None,
        logged: Channels = None,
    ) -> Array:
        """tau (N, n) that drives the motion; starts, logged: see `channels`."""
        return self._compute_torque(self._make_samples(q, qd, qdd), p, starts, logged)

    def predict(
        self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, p: ArrayLike, channels: Channels = None
    ) -> Array:
        """Y p (N, n) of `regressor`, without Y: what effects read is that of `channels`, not of
        p."""
        samples, values = self._add_channels(q, qd, qdd, channels), self.check_parameters(p)
        extra = partial(compute_effect_torque, self.layout, values)
        return evaluate.compute_inverse_dynamics(samples, self.to_inertias(p), extra)

    def load(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, p: ArrayLike) -> Array:
        """L (N, n): the torque of the rigid bodies alone."""
        return evaluate.compute_inverse_dynamics(
            self._make_samples(q, qd, qdd), self.to_inertias(p)
        )

    def mass_matrix(self, q: ArrayLike, p: ArrayLike) -> Array:
        """M (N, n, n), rotor inertias included."""
        return evaluate.compute_mass_matrix(
            self._make_samples(q), self.to_inertias(p), self.groups, self._list_rotors(p)
        )

    def coriolis(self, q: ArrayLike, qd: ArrayLike, p: ArrayLike) -> Array:
        """C (N, n, n), from Christoffel's symbols: Mdot - 2C is skew."""
        return evaluate.compute_coriolis(
            self._make_samples(q, qd), self.to_inertias(p), self.groups, self._list_rotors(p)
        )

    def gravity(self, q: ArrayLike, p: ArrayLike) -> Array:
        """g (N, n): the torque that holds the robot still (springs and offsets included)."""
        return self._compute_torque(self._make_samples(q), p)

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, p: ArrayLike) -> Array:
        """qdd (N, n) under given torques: M qdd = tau - C qd - g - friction. What reads the load
        reads the acceleration: the equation is then solved again until that is so."""
        samples = self._make_samples(q, qd)
        tau = check_motion_array(
            tau, self.robot.dof, len(samples), "torques tau", self.robot.actuated
        )
        M, qdd = self.mass_matrix(samples.q, p), np.zeros_like(samples.q)
        try:
            for _ in range(ROUNDS if LOAD in self.layout.channels else 1):
                left = tau - self._compute_torque(replace(samples, qdd=qdd), p)
                change = np.linalg.solve(M, left[:, :, None])[:, :, 0]
                qdd = qdd + change
                if np.abs(change).max(initial=0.0) <= SETTLED * np.abs(qdd).max(initial=0.0):
                    break
        except np.linalg.LinAlgError:
            raise InputError(
                f"model of '{self.robot.name}': the mass matrix is singular for these parameters;"
                " expected physically consistent ones (positive masses and inertias of the moving"
                " bodies)."
            ) from None
        return np.asarray(qdd, dtype=float)

    def _make_samples(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        qdd: ArrayLike | None = None,
    ) -> Samples:
        names = self.robot.actuated
        q_ = check_motion_array(q, len(names), None, "positions q", names)
        qd_ = check_motion_array(qd, len(names), len(q_), "velocities qd", names)
        qdd_ = check_motion_array(qdd, len(names), len(q_), "accelerations qdd", names)
        return Samples(self.robot, q_, qd_, qdd_)

    def _add_channels(
        self, q: ArrayLike, qd: ArrayLike | None, qdd: ArrayLike | None, channels: Channels
    ) -> Samples:
        """With what effects read in addition to the motion: as given, else as it follows from
        it."""
        samples, names = self._make_samples(q, qd, qdd), self.layout.channels
        if channels is None:
            own = compute_channels(names, samples, self.reference) if names else {}
            return replace(samples, channels=own) if own else samples
        given = check_channels(channels, samples)
        if missing := [name for name in names if name not in channels]:
            raise InputError(
                f"channels: got {join_names(channels)}, expected {join_names(missing)} as well, "
                f"which"
                " effects of the model read: model.channels(q, qd, qdd) has all of them."
            )
        return replace(samples, channels={name: given[name] for name in names})

    def compute_rotor_matrix(self, p: ArrayLike) -> Array:
        """J (coordinates, coordinates) of rotors and couplings: force = J qdd."""
        values, n = self.check_parameters(p), len(self.robot.coordinates)
        J = np.zeros((n, n))
        for batch in self.layout.batches:
            if batch.law == ACCELERATION:
                for at, on, gain, of in zip(batch.at, batch.on, batch.gain, batch.of):
                    J[on] += values[at] * gain * of
        return J

    def _list_rotors(self, p: ArrayLike) -> Array | None:
        J = self.compute_rotor_matrix(p)
        return J if J.any() else None

    def _fill_columns(self, motion: Motion, Y: Array) -> None:
        fill_columns(self.layout, motion, Y)

    def _make_adjoint(self) -> adjoint.MoreAdjoint | None:
        return partial(add_effects, self.layout) if self.layout.terms else None

    def _compute_torque(
        self,
        samples: Samples,
        p: ArrayLike,
        starts: Starts = None,
        logged: Channels = None,
    ) -> Array:
        values, extra = self.check_parameters(p), None
        if values[self.layout.others].any():
            extra = partial(compute_effect_torque, self.layout, values)
            names, bodies = self.layout.channels, self.to_inertias(p)
            channels = compute_channels(names, samples, bodies, starts, logged)
            samples = replace(samples, channels=channels)
        tau = evaluate.compute_inverse_dynamics(samples, self.to_inertias(p), extra)
        for name, carried in self.layout.changing.items():
            here = (samples.channels or {}).get(name_load_channel(name))
            if here is not None and here.any() and values[carried.own].any():
                bodies = np.zeros((len(self.robot.bodies), 10))
                bodies[carried.node] = carried.payload.move_to_link(values[carried.own])
                tau = tau + here * evaluate.compute_inverse_dynamics(samples, bodies)
        return tau

    def compute_known_torque(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Torque (N, n) of known payloads, which no parameter describes: tau = Y p + known."""
        return self._compute_torque(self._make_samples(q, qd, qdd), np.zeros(len(self.parameters)))

    def __repr__(self) -> str:
        return (
            f"Model({self.robot.name!r}: {len(self.parameters)} parameters,"
            f" {self.robot.dof} actuated)"
        )
