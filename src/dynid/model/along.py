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
from dynid.dynamics import adjoint, evaluate
from dynid.dynamics.plan import plan_of
from dynid.errors import InputError, listing
from dynid.loops.gradient import Cotangents, checked_motion
from dynid.loops.motion import Motion
from dynid.model.channel_gradient import whole_cotangents, with_channels
from dynid.model.columns import (
    checked_cotangents,
    effect_torque,
    fill_columns,
    payloads_to_links,
)
from dynid.model.model import Model


def regressor_along(model: Model, motion: Motion) -> Array:
    """Y (N, n, P), a view of (n, P, N), along a motion from robot.close(q, qd, qdd)."""
    motion = with_channels(model.layout, _checked(model, motion), model.reference)
    Y = np.zeros((model.robot.dof, len(model.parameters), len(motion.q)))
    evaluate.regressor_along(
        motion, plan_of(model.robot, model.groups), Y, 0, partial(fill_columns, model.layout)
    )
    return Y.transpose(2, 0, 1)


def torque_along(model: Model, motion: Motion, p: ArrayLike) -> Array:
    """tau (N, n) along a motion from robot.close(q, qd, qdd)."""
    values, bodies = model.checked(p), model.inertias(p)
    motion = with_channels(model.layout, _checked(model, motion), bodies)
    return evaluate.torque_along(motion, bodies, partial(effect_torque, model.layout, values))


def regressor_cotangents(model: Model, motion: Motion, Y_bar: ArrayLike) -> Cotangents:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) and dJ/dG of a scalar J(Y), for Y_bar = dJ/dY (N, n,
    P)."""
    motion = with_channels(model.layout, _checked(model, motion), model.reference)
    shape = (len(motion.q), model.robot.dof, len(model.parameters))
    bar = payloads_to_links(
        model.layout,
        checked_cotangents(Y_bar, shape, "cotangents Y_bar", "the regressor (N, n, P)"),
    )
    plan = plan_of(model.robot, model.groups)

    def sweep(more: adjoint.MoreAdjoint | None) -> Cotangents:
        return adjoint.tree_cotangents(motion, plan, bar, 0, more)

    return whole_cotangents(model.layout, motion, model.reference, sweep)


def torque_cotangents(model: Model, motion: Motion, p: ArrayLike, tau_bar: ArrayLike) -> Cotangents:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) and dJ/dG of a scalar J(tau), for tau_bar = dJ/dtau
    (N, n)."""
    values, bodies = model.checked(p), model.inertias(p)
    motion = with_channels(model.layout, _checked(model, motion), bodies)
    bar = checked_cotangents(
        tau_bar, (len(motion.q), model.robot.dof), "cotangents tau_bar", "the torques (N, n)"
    )

    def sweep(more: adjoint.MoreAdjoint | None) -> Cotangents:
        return adjoint.torque_cotangents(motion, bodies, values, bar, more)

    return whole_cotangents(model.layout, motion, bodies, sweep)


def _checked(model: Model, motion: Motion) -> Motion:
    given = motion.given or model.robot.actuated
    if motion.robot is not model.robot or given != model.robot.actuated:
        raise InputError(
            f"motion: got one of robot '{motion.robot.name}', closed from {listing(given)};"
            f" expected model.robot.close(q, qd, qdd), from {listing(model.robot.actuated)}."
        )
    return checked_motion(model.robot, motion)
