"""The motion of a robot in quaternions: integrated, and at every sample put back onto joints, loops
and unit length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import check_motion_array
from dynid.errors import SimulationError
from dynid.simulation.quaternion_model import QuaternionModel, convert_rows, take_velocities
from dynid.simulation.quaternion_rows import Bodies

TOLERANCE = 1e-12  # of the integrator, relative; a tenth of it absolute
NEWTON = 8  # steps to put the bodies back; they are off by rounding and the integrator's error


@dataclass(frozen=True, eq=False)
class QuaternionMotion:
    """A motion at times t.

    Parameters
    ----------
    t
        (N,) [s]
    q, qd
        (N, n) of the actuated joints; angles through any number of turns
    bodies
        centres of mass and quaternions of all bodies, and their rates, in the world
    energy
        (N,) kinetic and potential, of the bodies
    """

    t: Array
    q: Array
    qd: Array
    bodies: Bodies
    energy: Array

    def __repr__(self) -> str:
        return f"QuaternionMotion({len(self.t)} samples, {self.bodies.r.shape[1]} bodies)"


def integrate_quaternion_motion(
    dynamics: QuaternionModel,
    t: ArrayLike,
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    torque: Callable[[float, Array, Array], ArrayLike] | None = None,
) -> QuaternionMotion:
    """How the robot moves from q0, qd0 of its motors at t[0], under torque(t, q, qd) (default:
    none), by scipy's DOP853.

    Parameters
    ----------
    dynamics
        the model that is integrated
    t
        (N,) times of the answer [s]
    q0
        (n,) positions of the motors at t[0]
    qd0
        (n,) their velocities; None: at rest
    torque
        function of t, q, qd; None: no torques
    """
    from scipy.integrate import solve_ivp

    names, times = dynamics.model.robot.actuated, np.asarray(t, dtype=float)
    q_ = check_motion_array(q0, len(names), 1, "positions q0", names)
    qd_ = check_motion_array(qd0, len(names), 1, "velocities qd0", names)
    x, q = dynamics.compute_bodies(q_, qd_)
    push, drives = torque or (lambda t, q, qd: np.zeros(len(names))), dynamics.drives

    def compute_rates(now: float, y: Array) -> Array:
        x, q = _unpack_state(y, len(dynamics.mass))
        at = dynamics.compute_constraints(x, q)
        q_rate = np.einsum("ncbk,nbk->nc", at.Q, take_velocities(x))
        tau = np.asarray(push(now, q[0, drives], q_rate[0, drives]), dtype=float)
        found = dynamics.answer(x, q, tau[None], at)
        return _pack_state(Bodies(x.r_rate, x.D_rate, found.r, found.D), q_rate)

    found = [(x, q)]
    for start, stop in pairwise(times):
        run = solve_ivp(
            compute_rates,
            (start, stop),
            _pack_state(x, q),
            method="DOP853",
            rtol=TOLERANCE,
            atol=0.1 * TOLERANCE,
        )
        if not run.success or not np.isfinite(run.y[:, -1]).all():
            at = f"t = {run.t[-1]:.6g} s"
            raise SimulationError(
                f"robot '{dynamics.model.robot.name}': the motion in quaternions stopped at {at}:"
                f" {run.message} Expected a motion away from singular poses.",
                float(run.t[-1]),
                q[0, drives],
                np.zeros(len(names)),
                None,
            )
        x, q = put_back(dynamics, *_unpack_state(run.y[:, -1], len(dynamics.mass)))
        found.append((x, q))
    bodies = Bodies(*(np.concatenate(y) for y in zip(*(x for x, _ in found))))
    all_q = np.concatenate([q for _, q in found])
    Q = dynamics.compute_constraints(bodies, all_q).Q
    qd = np.einsum("ncbk,nbk->nc", Q, take_velocities(bodies))
    energy = dynamics.compute_energy(bodies)
    return QuaternionMotion(times, all_q[:, drives], qd[:, drives], bodies, energy)


def put_back(dynamics: QuaternionModel, x: Bodies, near: Array) -> tuple[Bodies, Array]:
    """The nearest bodies (Newton's steps of least length) that meet all constraints and D'D = 1,
    their velocities too; and their coordinates."""
    for _ in range(NEWTON):
        q = dynamics.compute_coordinates(x, near)
        at = dynamics.compute_constraints(x, q)
        C = _stack_rows(at.C, x.D)
        off = np.append(at.value[0], 0.5 * ((x.D[0] ** 2).sum(axis=1) - 1.0))
        step = np.linalg.lstsq(C, off, rcond=None)[0].reshape(1, -1, 7)
        x = x._replace(r=x.r - step[..., :3], D=x.D - step[..., 3:])
        if np.abs(step).max() < 1e-14:
            break
    q = dynamics.compute_coordinates(x, near)
    C = _stack_rows(dynamics.compute_constraints(x, q).C, x.D)
    rate = np.concatenate([x.r_rate, x.D_rate], axis=-1)
    wrong = np.linalg.lstsq(C, C @ rate.ravel(), rcond=None)[0].reshape(1, -1, 7)
    return x._replace(r_rate=x.r_rate - wrong[..., :3], D_rate=x.D_rate - wrong[..., 3:]), q


def _stack_rows(C: Array, D: Array) -> Array:
    """Constraints (1, m, B, 6) of one state as rows of (r, D), and those of D'D = 1 below."""
    B = D.shape[1]
    unit = np.zeros((B, B, 7))
    unit[np.arange(B), np.arange(B), 3:] = D[0]
    return np.vstack([convert_rows(C, D)[0][0], unit.reshape(B, 7 * B)])


def _pack_state(x: Bodies, q: Array) -> Array:
    return np.concatenate([y.ravel() for y in (*x, q)])


def _unpack_state(y: Array, count: int) -> tuple[Bodies, Array]:
    """The bodies, and the coordinates that tell which turn an angle is in."""
    sizes = (3, 4, 3, 4)
    parts = np.split(y, np.cumsum([k * count for k in sizes]))
    return Bodies(*(part.reshape(1, count, k) for part, k in zip(parts, sizes))), parts[4][None]
