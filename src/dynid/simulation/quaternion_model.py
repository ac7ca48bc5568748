"""A second, independent forward dynamics: every body free, joints and loops as constraints.

Cheng 2022, (13)-(16), corrected. Each body has its centre of mass r and a unit quaternion D. With
omega = 2 G Ddot, m and J its mass and inertia (body's axes), F and N all that acts on it, N turned
into its axes:

    [ m 1    0    ] [ rddot ]   [ m g                     ]   [ F ]
    [ 0    2 J G  ] [ Dddot ] = [ -4 G Gdot' J G Ddot     ] + [ N ]
    [ 0     D'    ]             [ -Ddot' Ddot             ]   [ 0 ]

The paper takes F and N of the hinges as given. Here they are multipliers of the constraints, found
together with the accelerations; a joint's own torque acts along its free motion. Nothing is shared
with the recursive Newton-Euler of `dynid.dynamics`: no joint coordinates but at the doors.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, Ints
from dynid.closed_chains.closed_motion import Motion, check_motion_array
from dynid.closed_chains.closing import close
from dynid.errors import InputError, join_names
from dynid.model.effect_columns import compute_coordinate_forces
from dynid.model.model import Model
from dynid.robot.geometry import compute_quaternion, to_mass_com_inertia
from dynid.robot.parts import WORLD
from dynid.robot.quaternions import (
    invert_quaternion,
    multiply_quaternions,
    rate_map,
    to_rotations,
    turn,
)
from dynid.simulation.quaternion_rows import Bodies, ConstraintTable, compute_rows, make_table

CHUNK = 128  # samples whose systems are solved together


class BodyAccelerations(NamedTuple):
    """What the bodies do: accelerations of centres (N, B, 3) and quaternions (N, B, 4), of all
    coordinates (N, c); the constraints' multipliers (N, m), couplings last; all forces along
    coordinates (N, c)."""

    r: Array
    D: Array
    q: Array
    multipliers: Array
    along: Array


class Constrained(NamedTuple):
    """Constraints C (N, m, B, 6), bias (N, m) and value (N, m); motions of the coordinates Q (N, c,
    B, 6), Q_bias (N, c)."""

    C: Array
    bias: Array
    value: Array
    Q: Array
    Q_bias: Array


@dataclass(frozen=True, eq=False)
class QuaternionModel:
    """QuaternionModel(model, p): the dynamics of any robot in quaternions, loops included.

    It says the same as `model.forward_dynamics` and `di.simulate`, by other equations and far more
    slowly: a check, not a tool of every day.

    Parameters
    ----------
    model
        the model
    p
        (P,) its parameters
    """

    model: Model
    p: ArrayLike
    mass: Array = field(init=False, repr=False)
    centre: Array = field(init=False, repr=False)
    inertia: Array = field(init=False, repr=False)
    table: ConstraintTable = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.model.layout.channels:
            raise InputError(
                f"QuaternionModel: a law of the model reads "
                f"{join_names(self.model.layout.channels)},"
                " which it does not know; di.simulate does."
            )
        ten = self.model.to_inertias(self.p)
        odd = (ten[:, 0] == 0) & (ten[:, 1:4] != 0).any(axis=1)
        if odd.any():
            name = self.model.robot.bodies[int(np.argmax(odd))].name
            raise InputError(f"body '{name}' has moments m c but no mass; expected a mass.")
        m, c, J = zip(*(to_mass_com_inertia(row) for row in ten))
        given: dict[str, Any] = {"mass": np.array(m), "centre": np.array(c), "inertia": np.array(J)}
        given["table"] = make_table(self.model.robot, given["centre"])
        for name, value in given.items():
            object.__setattr__(self, name, value)

    @property
    def drives(self) -> Ints:
        """Where the actuated coordinates stand among all."""
        names = self.model.robot.coordinates
        return np.array([names.index(name) for name in self.model.robot.actuated], dtype=int)

    def forward_dynamics(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> Array:
        """qdd (N, n) of the actuated joints under torques (N, n)."""
        found = [
            self.answer(x, all_q, tau_, self.compute_constraints(x, all_q)).q
            for x, all_q, tau_ in self._split_chunks(q, qd, tau)
        ]
        return np.concatenate(found)[:, self.drives]

    def compute_sensors(self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike) -> dict[str, Array]:
        """{joint or loop: (N, 6)} what sensors there would measure (see `Log`), by the
        multipliers. Where there are more constraints than needed, one possibility of many."""
        parts = [self._compute_chunk_sensors(*part) for part in self._split_chunks(q, qd, tau)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _compute_chunk_sensors(self, x: Bodies, q: Array, tau: Array) -> dict[str, Array]:
        robot, at = self.model.robot, self.compute_constraints(x, q)
        found = self.answer(x, q, tau, at)
        names = [body.name for body in robot.bodies]
        along = found.along.copy()
        joints, geared = len(self.table.kept), len(robot.couplings)
        for k, coupling in enumerate(robot.couplings):  # they push along axes
            j, i = (robot.coordinates.index(c) for c in (coupling.joint, coupling.of))
            slope = np.polynomial.Polynomial(coupling.coefficients).deriv()(q[:, i])
            push = found.multipliers[:, joints + k]
            along[:, j] += push
            along[:, i] -= slope * push
        each = found.multipliers[:, :joints, None, None] * at.C[:, : at.C.shape[1] - geared]
        ends = [(b.joint.name, b.name, np.zeros(3)) for b in robot.bodies]
        ends += [(loop.name, loop.body_b, np.asarray(loop.position_b)) for loop in robot.loops]
        out = {}
        for name, body, point in ends:
            b = names.index(body)
            on = each[:, [owner == name for owner in self.table.owner], b].sum(axis=1)
            if name in robot.coordinates:
                c = robot.coordinates.index(name)
                on = on + along[:, [c]] * at.Q[:, c, b]
            F = np.einsum("nji,nj->ni", to_rotations(x.D[:, b]), on[:, :3])
            out[name] = np.hstack([F, on[:, 3:] + np.cross(self.centre[b] - point, F)])
        return out

    def _split_chunks(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike
    ) -> list[tuple[Bodies, Array, Array]]:
        """The bodies, all coordinates and the torques, some samples at a time."""
        names = self.model.robot.actuated
        q_ = check_motion_array(q, len(names), None, "positions q", names)
        qd_ = check_motion_array(qd, len(names), len(q_), "velocities qd", names)
        tau_ = check_motion_array(tau, len(names), len(q_), "torques tau", names)
        parts = [slice(k, k + CHUNK) for k in range(0, len(q_), CHUNK)]
        return [(*self.compute_bodies(q_[part], qd_[part]), tau_[part]) for part in parts]

    def compute_bodies(self, q: Array, qd: Array) -> tuple[Bodies, Array]:
        """The bodies at positions and velocities (N, n) of the motors, and all coordinates (N, c).

        Velocities solve the constraints and Q (v, omega) = qd.
        """
        robot = self.model.robot
        full = close(robot, q).q
        r, D = self._compute_poses(full)
        still = Bodies(r, D, np.zeros_like(r), np.zeros_like(D))
        at = self.compute_constraints(still, full)
        N, B = r.shape[:2]
        rows = np.concatenate([at.C, at.Q[:, self.drives]], axis=1).reshape(N, -1, 6 * B)
        right = np.concatenate([np.zeros(at.bias.shape), qd], axis=1)
        V = np.stack([np.linalg.lstsq(a, b, rcond=None)[0] for a, b in zip(rows, right)])
        v, omega = np.split(V.reshape(N, B, 6), 2, axis=2)
        rate = 0.5 * np.einsum("nbji,nbj->nbi", rate_map(D), omega)
        return Bodies(r, D, v, rate), full

    def _compute_poses(self, q: Array) -> tuple[Array, Array]:
        """Centres and quaternions along the tree: D = D_parent D_joint (cos q/2, a sin q/2)."""
        place = {WORLD: np.zeros((len(q), 3))}
        D = {WORLD: np.tile([1.0, 0.0, 0.0, 0.0], (len(q), 1))}
        column = {name: k for k, name in enumerate(self.model.robot.coordinates)}
        r = []
        for body, c in zip(self.model.robot.bodies, self.centre):
            joint, up = body.joint, to_rotations(D[body.parent])
            own, shift = compute_quaternion(joint.rotation), np.tile(joint.position, (len(q), 1))
            if joint.kind == "prismatic":
                shift += q[:, [column[joint.name]]] * (np.asarray(joint.rotation) @ joint.axis)
            elif joint.moves:
                own = multiply_quaternions(own, turn(joint.axis, q[:, column[joint.name]]))
            place[body.name] = place[body.parent] + np.einsum("nij,nj->ni", up, shift)
            D[body.name] = multiply_quaternions(D[body.parent], np.broadcast_to(own, (len(q), 4)))
            r.append(place[body.name] + to_rotations(D[body.name]) @ c)
        return np.stack(r, axis=1), np.stack([D[b.name] for b in self.model.robot.bodies], axis=1)

    def compute_coordinates(self, x: Bodies, near: Array) -> Array:
        """All coordinates (N, c) of the bodies; of the angles those nearest to `near`."""
        robot = self.model.robot
        names, value = [body.name for body in robot.bodies], compute_rows(self.table, x).value
        q = value[:, self.table.moving]
        for body in robot.bodies:
            joint = body.joint
            if joint.kind in ("revolute", "continuous"):
                k = robot.coordinates.index(joint.name)
                own = np.broadcast_to(compute_quaternion(joint.rotation), (len(q), 4))
                up = (
                    own
                    if body.parent == WORLD
                    else multiply_quaternions(x.D[:, names.index(body.parent)], own)
                )
                D = multiply_quaternions(invert_quaternion(up), x.D[:, names.index(body.name)])
                angle = 2.0 * np.arctan2(D[:, 1:] @ np.asarray(joint.axis), D[:, 0])
                q[:, k] = angle + 2 * np.pi * np.rint((near[:, k] - angle) / (2 * np.pi))
        return q

    def compute_constraints(self, x: Bodies, q: Array) -> Constrained:
        """Joints and loops, then couplings q_j = f(q_i): rows Q_j - f' Q_i."""
        rows, table, robot = compute_rows(self.table, x), self.table, self.model.robot
        Q, Q_bias = rows.J[:, table.moving], rows.bias[:, table.moving]
        C, bias, value = ([y[:, table.kept]] for y in (rows.J, rows.bias, rows.value))
        rates = np.einsum("ncbk,nbk->nc", Q, take_velocities(x))
        for coupling in robot.couplings:
            j, i = (robot.coordinates.index(c) for c in (coupling.joint, coupling.of))
            f = np.polynomial.Polynomial(coupling.coefficients)
            slope, bend = f.deriv()(q[:, i]), f.deriv(2)(q[:, i])
            C.append((Q[:, j] - slope[:, None, None] * Q[:, i])[:, None])
            bias.append((Q_bias[:, j] - slope * Q_bias[:, i] - bend * rates[:, i] ** 2)[:, None])
            value.append((q[:, j] - f(q[:, i]))[:, None])
        C_, bias_, value_ = (np.concatenate(y, axis=1) for y in (C, bias, value))
        return Constrained(C_, bias_, value_, Q, Q_bias)

    def answer(self, x: Bodies, q: Array, tau: Array, at: Constrained) -> BodyAccelerations:
        """Accelerations and multipliers l of  A qdd - P' l = B + P_q' u,  C qdd = -bias,  with u
        the forces along the coordinates: drives, less friction and rotors J (Q qdd + bias)."""
        A, B = self._compute_body_equations(x)
        along = np.zeros_like(q)
        along[:, self.drives] = tau
        rates = np.einsum("ncbk,nbk->nc", at.Q, take_velocities(x))
        # friction, springs and the like; at qdd = 0 rotors are not among them
        motion = Motion(self.model.robot, q, rates, np.zeros_like(q))
        along -= compute_coordinate_forces(
            self.model.layout, self.model.check_parameters(self.p), motion
        )
        J = self.model.compute_rotor_matrix(self.p)
        C, P = convert_rows(at.C, x.D)
        Q, P_q = convert_rows(at.Q, x.D)
        A = A + np.swapaxes(P_q, 1, 2) @ J @ Q
        B = B + np.einsum("nci,nc->ni", P_q, along - at.Q_bias @ J.T)
        qdd, multipliers = _solve_accelerations(A, P, C, B, -at.bias, at.C, len(self.drives))
        all_q = np.einsum("nci,ni->nc", Q, qdd) + at.Q_bias
        seven = qdd.reshape(*x.r.shape[:2], 7)
        return BodyAccelerations(
            seven[..., :3], seven[..., 3:], all_q, multipliers, along - all_q @ J.T
        )

    def _compute_body_equations(self, x: Bodies) -> tuple[Array, Array]:
        """A (N, 7 B, 7 B), block diagonal, and B (N, 7 B) without joints: (14) and (16)."""
        N, count = x.r.shape[:2]
        G, G_rate, J = rate_map(x.D), rate_map(x.D_rate), self.inertia
        A = np.zeros((N, count, 7, count, 7))
        for i in range(count):
            A[:, i, :3, i, :3] = self.mass[i] * np.eye(3)
            A[:, i, 3:6, i, 3:] = 2.0 * J[i] @ G[:, i]
            A[:, i, 6, i, 3:] = x.D[:, i]
        B = np.zeros((N, count, 7))
        B[..., :3] = self.mass[:, None] * np.asarray(self.model.robot.gravity)
        spin = np.einsum("bij,nbjk,nbk->nbi", J, G, x.D_rate)
        B[..., 3:6] = -4.0 * np.einsum("nbij,nbkj,nbk->nbi", G, G_rate, spin)
        B[..., 6] = -(x.D_rate**2).sum(axis=-1)
        return A.reshape(N, 7 * count, 7 * count), B.reshape(N, 7 * count)

    def compute_energy(self, x: Bodies) -> Array:
        """Kinetic and potential energy (N,) of the bodies together, rotors aside."""
        omega = take_velocities(x)[..., 3:]
        T = 0.5 * (self.mass * (x.r_rate**2).sum(axis=-1)).sum(axis=1)
        T = T + 0.5 * np.einsum("nbi,bij,nbj->n", omega, self.inertia, omega)
        g = np.asarray(self.model.robot.gravity)
        energy: Array = T - np.einsum("b,nbi,i->n", self.mass, x.r, g)
        return energy


def take_velocities(x: Bodies) -> Array:
    """(v, omega) (N, B, 6): of the centre in the world, and in the axes of the body."""
    omega = 2.0 * np.einsum("nbij,nbj->nbi", rate_map(x.D), x.D_rate)
    return np.concatenate([x.r_rate, omega], axis=-1)


def convert_rows(J: Array, D: Array) -> tuple[Array, Array]:
    """Rows (N, m, B, 6) of (v, omega): as rows of (rddot, Dddot), and as forces in the equations of
    (13), which has Euler's in the body's axes and a row without forces. Both (N, m, 7 B)."""
    N, m, B = J.shape[:3]
    on_D = 2.0 * np.einsum("nmbi,nbij->nmbj", J[..., 3:], rate_map(D))
    rows = np.concatenate([J[..., :3], on_D], axis=-1)
    forces = np.concatenate([J, np.zeros((N, m, B, 1))], axis=-1)
    return rows.reshape(N, m, 7 * B), forces.reshape(N, m, 7 * B)


def _solve_accelerations(
    A: Array, P: Array, C: Array, B: Array, right: Array, rows: Array, dof: int
) -> tuple[Array, Array]:
    """[A, -P'; C, 0] [x; l] = [B; right]. Where there are more constraints than the freedom asks
    for, as many as are needed, the others with multipliers of zero."""
    (N, m, n), bodies = C.shape, rows.shape[2]
    needed = 6 * bodies - dof
    chosen = np.tile(np.arange(m), (N, 1))
    if m > needed:
        chosen = np.stack([_select_independent(J.reshape(m, -1), needed) for J in rows])
    at = np.arange(N)[:, None], chosen
    K = np.zeros((N, n + needed, n + needed))
    K[:, :n, :n], K[:, n:, :n] = A, C[at]
    K[:, :n, n:] = -np.swapaxes(P[at], 1, 2)
    found = np.linalg.solve(K, np.concatenate([B, right[at]], axis=1)[..., None])[..., 0]
    multipliers = np.zeros((N, m))
    multipliers[at] = found[:, n:]
    return found[:, :n], multipliers


def _select_independent(J: Array, needed: int) -> Ints:
    """So many rows that the others follow from."""
    from scipy.linalg import qr

    return np.sort(qr(J.T, mode="r", pivoting=True)[1][:needed])
