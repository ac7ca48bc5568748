"""The model of a robot: its parameters by name, and its dynamics as functions of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.dynamics import evaluate
from dynid.dynamics.evaluate import Samples
from dynid.errors import InputError
from dynid.robot.closure import motion_array
from dynid.robot.geometry import PARAMETER_NAMES, Array
from dynid.robot.mechanism import Robot, listing

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Model:
    """tau = Y(q, qd, qdd) p = M(q) qdd + C(q, qd) qd + g(q), in the actuated coordinates of a robot.

    robot       the mechanism
    effects     what acts beside the rigid bodies (none yet)
    symmetric   bodies of one symmetry group of the robot share their parameters
    """

    robot: Robot
    effects: Sequence[object] = ()
    symmetric: bool = True
    #: parameter group of every body, -1 for massless ones; and the name of every group (its first body)
    groups: tuple[int, ...] = field(init=False, repr=False)
    group_names: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if tuple(self.effects):
            raise InputError(f"got effects {self.effects!r}, expected none: this version models rigid bodies only.")
        ties = {name: group[0] for group in self.robot.symmetry for name in group} if self.symmetric else {}
        names: dict[str, int] = {}
        groups = []
        for body in self.robot.bodies:
            leader = ties.get(body.name, body.name)
            groups.append(-1 if body.massless else names.setdefault(leader, len(names)))
        object.__setattr__(self, "groups", tuple(groups))
        object.__setattr__(self, "group_names", tuple(names))

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of all parameters, "link2.Izz": ten a body about its own frame; tied bodies appear once."""
        return tuple(f"{body}.{name}" for body in self.group_names for name in PARAMETER_NAMES)

    @property
    def prior(self) -> Array:
        """Nominal values, nan where the robot's description gives none. Tied bodies: the mean of those known."""
        known: list[list[Array]] = [[] for _ in self.group_names]
        for body, group in zip(self.robot.bodies, self.groups):
            if group >= 0 and body.inertia is not None:
                known[group].append(np.asarray(body.inertia))
        return np.concatenate([np.mean(values, axis=0) if values else np.full(10, np.nan) for values in known])

    def regressor(self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None) -> Array:
        """Y (N, n, P) with tau = Y p. A view of a (n, P, N) array: Y[:, j, k] is contiguous in memory."""
        return evaluate.regressor(self._samples(q, qd, qdd), self.groups, len(self.parameters)).transpose(2, 0, 1)

    def map_regressor(
        self, function: Callable[[slice, Array], T], q: ArrayLike, qd: ArrayLike, qdd: ArrayLike
    ) -> list[T]:
        """[function(samples, Y), ...] over consecutive chunks of a motion, in threads: memory stays bounded.

        `samples` is the slice of the motion that the chunk covers. Y (len, n, P) is overwritten by a later chunk:
        return what is needed of it (a product, a triangular factor), or a copy.
        """
        return evaluate.map_regressor(function, self._samples(q, qd, qdd), self.groups, len(self.parameters))

    def inverse_dynamics(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, p: ArrayLike) -> Array:
        """tau (N, n) that drives the motion."""
        return evaluate.inverse_dynamics(self._samples(q, qd, qdd), self._inertia(p))

    def mass_matrix(self, q: ArrayLike, p: ArrayLike) -> Array:
        """M (N, n, n)."""
        return evaluate.mass_matrix(self._samples(q), self._inertia(p), self.groups)

    def coriolis(self, q: ArrayLike, qd: ArrayLike, p: ArrayLike) -> Array:
        """C (N, n, n), from Christoffel's symbols: Mdot - 2C is skew."""
        return evaluate.coriolis(self._samples(q, qd), self._inertia(p), self.groups)

    def gravity(self, q: ArrayLike, p: ArrayLike) -> Array:
        """g (N, n): the torque that holds the robot still."""
        return evaluate.inverse_dynamics(self._samples(q), self._inertia(p))

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, p: ArrayLike) -> Array:
        """qdd (N, n) under given torques: M qdd = tau - C qd - g."""
        samples, inertia = self._samples(q, qd), self._inertia(p)
        tau = motion_array(tau, self.robot.dof, len(samples), "torques tau", self.robot.actuated)
        bias = evaluate.inverse_dynamics(samples, inertia)
        M = evaluate.mass_matrix(samples, inertia, self.groups)
        try:
            qdd = np.linalg.solve(M, (tau - bias)[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            raise InputError(
                f"model of '{self.robot.name}': the mass matrix is singular for these parameters; "
                "expected physically consistent ones (positive masses and inertias of the moving bodies)."
            ) from None
        return np.asarray(qdd, dtype=float)

    def _samples(self, q: ArrayLike, qd: ArrayLike | None = None, qdd: ArrayLike | None = None) -> Samples:
        names = self.robot.actuated
        q_ = motion_array(q, len(names), None, "positions q", names)
        qd_ = motion_array(qd, len(names), len(q_), "velocities qd", names)
        return Samples(self.robot, q_, qd_, motion_array(qdd, len(names), len(q_), "accelerations qdd", names))

    def _inertia(self, p: ArrayLike) -> Array:
        """The ten parameters of every body (bodies, 10), from the parameter vector."""
        values = np.asarray(p, dtype=float)
        if values.shape != (len(self.parameters),):
            raise InputError(
                f"parameters p: got an array of shape {values.shape}, expected ({len(self.parameters)},), "
                "in the order of model.parameters."
            )
        bad = np.flatnonzero(~np.isfinite(values))
        if bad.size:
            raise InputError(
                f"parameters p: {listing([self.parameters[k] for k in bad], 10)} are nan or infinite; expected finite "
                "numbers (model.prior is nan where the robot's file gives no inertia)."
            )
        table = np.vstack([values.reshape(-1, 10), np.zeros(10)])  # the last row, -1, is for massless bodies
        return np.ascontiguousarray(table[list(self.groups)])

    def __repr__(self) -> str:
        return f"Model({self.robot.name!r}: {len(self.parameters)} parameters, {self.robot.dof} actuated)"
