"""The model along a motion that is closed already, and gradients as far as that motion.

A design that weighs several things (regressor, torques, passive joints, points of the robot) closes
the loops once, adds up the cotangents of everything, and calls `robot.close_gradient` once.
`Model.regressor` and its gradient are shorter where only one of them is needed.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closure_gradient import Cotangents, require_gains
from dynid.dynamics import adjoint, evaluate
from dynid.dynamics.plan import make_sweep_plan
from dynid.errors import InputError, join_names, require
from dynid.model.channel_gradient import add_channels, compute_whole_cotangents
from dynid.model.effect_columns import (
    add_payload_gradients,
    check_cotangents,
    compute_effect_torque,
    fill_columns,
)
from dynid.model.model import Model


def compute_regressor_along(model: Model, motion: Motion) -> Array:
    """Y (N, n, P), a view of (n, P, N), along a motion from robot.close(q, qd, qdd)."""
    motion = add_channels(model.layout, _check_motion(model, motion), model.reference)
    Y = np.zeros((model.robot.dof, len(model.parameters), len(motion.q)))
    evaluate.fill_regressor(
        motion,
        make_sweep_plan(model.robot, model.groups),
        Y,
        0,
        partial(fill_columns, model.layout),
    )
    return Y.transpose(2, 0, 1)


def compute_torque_along(model: Model, motion: Motion, p: ArrayLike) -> Array:
    """tau (N, n) along a motion from robot.close(q, qd, qdd)."""
    values, bodies = model.check_parameters(p), model.to_inertias(p)
    motion = add_channels(model.layout, _check_motion(model, motion), bodies)
    return evaluate.compute_torque_along(
        motion, bodies, partial(compute_effect_torque, model.layout, values)
    )


def compute_regressor_cotangents(model: Model, motion: Motion, Y_bar: ArrayLike) -> Cotangents:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) and dJ/dG of a scalar J(Y), for Y_bar = dJ/dY (N, n,
    P)."""
    motion = add_channels(model.layout, _check_motion(model, motion), model.reference)
    shape = (len(motion.q), model.robot.dof, len(model.parameters))
    bar = add_payload_gradients(
        model.layout,
        check_cotangents(Y_bar, shape, "cotangents Y_bar", "the regressor (N, n, P)"),
    )
    plan = make_sweep_plan(model.robot, model.groups)

    def sweep(more: adjoint.MoreAdjoint | None) -> Cotangents:
        return adjoint.compute_tree_cotangents(motion, plan, bar, 0, more)

    return compute_whole_cotangents(model.layout, motion, model.reference, sweep)


def compute_torque_cotangents(
    model: Model, motion: Motion, p: ArrayLike, tau_bar: ArrayLike
) -> Cotangents:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) and dJ/dG of a scalar J(tau), for tau_bar = dJ/dtau
    (N, n)."""
    values, bodies = model.check_parameters(p), model.to_inertias(p)
    motion = add_channels(model.layout, _check_motion(model, motion), bodies)
    bar = check_cotangents(
        tau_bar, (len(motion.q), model.robot.dof), "cotangents tau_bar", "the torques (N, n)"
    )

    def sweep(more: adjoint.MoreAdjoint | None) -> Cotangents:
        return adjoint.compute_torque_cotangents(motion, bodies, values, bar, more)

    return compute_whole_cotangents(model.layout, motion, bodies, sweep)


def _check_motion(model: Model, motion: Motion) -> Motion:
    require("motion", motion, Motion, "close(model.robot, q, qd, qdd)")
    given = motion.given or model.robot.actuated
    if motion.robot is not model.robot or given != model.robot.actuated:
        raise InputError(
            f"motion: got one of robot '{motion.robot.name}', closed from {join_names(given)};"
            f" expected model.robot.close(q, qd, qdd), from {join_names(model.robot.actuated)}."
        )
    return require_gains(motion)
