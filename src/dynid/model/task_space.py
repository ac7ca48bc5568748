"""The dynamics of a robot at its tool: forces instead of torques, task coordinates instead of
joints (Rodriguez-Angeles 2002, section 4.3)."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.frame_motion import AXES, compute_task_jacobian
from dynid.errors import InputError, SingularityWarning, join_names
from dynid.model.model import Model
from dynid.robot.loop_residuals import compute_robot_size
from dynid.robot.mechanism import Robot
from dynid.robot.parts import Frame

#: smallest against largest singular value of J, lengths in units of the robot's size
SINGULAR = 1e-9  # below this nothing is left of the inverse
NEAR_SINGULAR = 1e-3


@dataclass(frozen=True, eq=False)
class TaskDynamics:
    """M xdd + V + G + F = f along the task coordinates `rows`, samples first, with tau = J' f.

    Parameters
    ----------
    rows
        names of the task coordinates
    M
        (N, k, k) inertia
    C
        (N, k, k) with V = C xd, and Mdot - 2C skew (as many rows as drives)
    V
        (N, k) Coriolis and centrifugal forces
    G
        (N, k) the force that holds the robot still: weight, springs, offsets
    F
        (N, k) friction
    J
        (N, k, n) xd = J qd
    J_rate
        (N, k, n) dJ/dt
    """

    rows: tuple[str, ...]
    M: Array
    C: Array
    V: Array
    G: Array
    F: Array
    J: Array
    J_rate: Array

    def force(self, xdd: ArrayLike) -> Array:
        """f (N, k) for accelerations xdd (N, k)."""
        return np.asarray(
            _multiply_samples(self.M, np.asarray(xdd, float)) + self.V + self.G + self.F
        )


def task_dynamics(
    model: Model,
    q: ArrayLike,
    qd: ArrayLike,
    p: ArrayLike,
    rows: Sequence[str] | None = None,
    frame: str | Frame | None = None,
) -> TaskDynamics:
    """The equations of motion in task coordinates, at actuated positions and velocities (N, n):

        M_x = J^-T M J^-1                       G_x = J^-T g
        V_x = J^-T (C qd - M J^-1 dJ/dt qd)     F_x = J^-T tau_f

    A robot with more motors than rows has M^-1 J' (J M^-1 J')^-1 in place of J^-1: the task's
    inertia while no torque acts on the motions that leave the tool where it is. Raises at singular
    poses, and warns near them.

    Parameters
    ----------
    model
        the model
    q
        (N, n) positions of the actuated coordinates
    qd
        (N, n) their velocities
    p
        (P,) the model's parameters
    rows
        "x", "y", "z" of a frame, its angular velocities "rx", "ry", "rz" (world axes), or
        coordinates of the robot by name; default: `robot.task`, or all six of six drives
    frame
        default: the tool
    """
    names = _check_rows(model.robot, rows)
    samples = model.check_parameters(p)
    J, J_rate = compute_task_jacobian(model.robot, q, qd, names, frame)
    M, C, g = model.mass_matrix(q, samples), model.coriolis(q, qd, samples), model.gravity(q, p)
    rates = np.asarray(qd, dtype=float).reshape(g.shape)
    # tau_f: what is left of the torques at qdd = 0
    tau_f = model.inverse_dynamics(q, qd, np.zeros_like(g), p) - _multiply_samples(C, rates) - g
    check_task(model.robot, J, names)
    square = len(names) == model.robot.dof
    inverse: Array = (
        np.asarray(np.linalg.inv(J), float) if square else _compute_dynamic_inverse(M, J)
    )
    back = inverse.transpose(0, 2, 1)
    return TaskDynamics(
        names,
        M=back @ M @ inverse,
        C=back @ (C - M @ inverse @ J_rate) @ inverse,
        V=_multiply_samples(
            back,
            _multiply_samples(C, rates)
            - _multiply_samples(M @ inverse, _multiply_samples(J_rate, rates)),
        ),
        G=_multiply_samples(back, g),
        F=_multiply_samples(back, tau_f),
        J=J,
        J_rate=J_rate,
    )


def _multiply_samples(A: Array, x: Array) -> Array:
    """A x, sample by sample."""
    return np.asarray(np.einsum("kij,kj->ki", A, x))


def _compute_dynamic_inverse(M: Array, J: Array) -> Array:
    """M^-1 J' (J M^-1 J')^-1"""
    X = np.linalg.solve(M, J.transpose(0, 2, 1))
    return np.asarray(X @ np.linalg.inv(J @ X))


def _check_rows(robot: Robot, rows: Sequence[str] | None) -> tuple[str, ...]:
    if rows is None:
        rows = robot.task or (AXES if robot.dof == 6 else ())
    names = (rows,) if isinstance(rows, str) else tuple(rows)
    if not 0 < len(names) <= robot.dof or len(set(names)) < len(names):
        raise InputError(
            f"robot '{robot.name}': got the task coordinates {join_names(names) or 'none'}; "
            f"expected"
            f" rows= with {robot.dof} different ones for its {robot.dof} motors (or fewer): of"
            f" {join_names(AXES)}, or coordinates of the robot."
        )
    return names


def check_task(robot: Robot, J: Array, rows: Sequence[str]) -> None:
    """Raise where the motors cannot move the task coordinates in all directions, warn near it."""
    size = compute_robot_size(robot)
    kinds = {name: robot.joint(name).kind for name in robot.coordinates}
    long = [r in AXES[:3] or r.startswith("tool.") or kinds.get(r) == "prismatic" for r in rows]
    slides = [kinds[name] == "prismatic" for name in robot.actuated]
    scaled = J / np.where(long, size, 1.0)[:, None] * np.where(slides, size, 1.0)
    s = np.linalg.svd(scaled, compute_uv=False)
    margin = s[:, -1] / np.maximum(s[:, 0], 1e-300)
    k = int(margin.argmin()) if len(margin) else 0
    if not len(margin) or margin[k] > NEAR_SINGULAR:
        return
    what = f"robot '{robot.name}': at sample {k} its drives "
    if margin[k] < SINGULAR:
        raise InputError(
            f"{what}cannot move {join_names(rows)} in all directions (margin {margin[k]:.1e});"
            " expected poses away from singular ones, and task coordinates that the robot can move."
        )
    warnings.warn(
        f"{what}can hardly move {join_names(rows)} in some direction (margin {margin[k]:.1e}; so at"
        f" {int((margin < NEAR_SINGULAR).sum())} samples): inertias and forces there are huge.",
        SingularityWarning,
        stacklevel=3,
    )
