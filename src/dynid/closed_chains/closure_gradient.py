"""Gradients through loop closure: what a change of the given coordinates does to a function of the
whole motion."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.branch_tracking import look_at, make_closure
from dynid.closed_chains.closed_motion import (
    Motion,
    as_kernel_array,
    check_motion_array,
    check_shape,
    number_array,
)
from dynid.errors import InputError, require


class Cotangents(NamedTuple):
    """dJ/dq, dJ/dqd, dJ/dqdd (N, coordinates) and dJ/dG (coordinates, given ones, N) of a scalar J;
    G empty for zero."""

    q: Array
    qd: Array
    qdd: Array
    G: Array


#: rad or m, for differences of the margin: their error is about this squared
STEP = 1e-6
NO_GAINS = np.zeros((0, 0, 0))


def close_gradient(
    motion: Motion,
    q_bar: ArrayLike | None = None,
    qd_bar: ArrayLike | None = None,
    qdd_bar: ArrayLike | None = None,
    G_bar: ArrayLike | None = None,
) -> tuple[Array, Array, Array]:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of the given coordinates, from the cotangents of all of them;
    None means zero.

    Parameters
    ----------
    motion
        as returned by robot.close(q, qd, qdd, given=...)
    q_bar
        dJ/dq (N, coordinates)
    qd_bar
        dJ/dqd (N, coordinates)
    qdd_bar
        dJ/dqdd (N, coordinates)
    G_bar
        dJ/dG, shaped as motion.G
    """
    require("close_gradient", motion, Motion, "close(robot, q)")
    names, N = motion.robot.coordinates, len(motion.q)
    q, qd, qdd = (
        check_motion_array(value, len(names), N, f"cotangents {what}", names)
        for value, what in ((q_bar, "q_bar"), (qd_bar, "qd_bar"), (qdd_bar, "qdd_bar"))
    )
    bars = Cotangents(q, qd, qdd, _check_gain_gradient(motion, G_bar))
    return pull_back(require_gains(motion), bars)


def _check_gain_gradient(motion: Motion, G_bar: ArrayLike | None) -> Array:
    if G_bar is None:
        return NO_GAINS
    gains = number_array(G_bar, "cotangents G_bar")
    expected = _take_gains(motion).shape
    if gains.shape != expected or not np.all(np.isfinite(gains)):
        raise InputError(
            f"cotangents G_bar: got an array of shape {gains.shape}, expected finite numbers of"
            f" shape {expected}, as motion.G (a tree has none: leave it out)."
        )
    return as_kernel_array(gains)


def make_contiguous(motion: Motion) -> Motion:
    """The motion in arrays that the kernels are compiled for: some samples of another motion may be
    anything. Its G must be that of the given coordinates."""
    if _take_gains(motion).size:
        _check_gains(motion)
    q, qd, qdd, G = (
        as_kernel_array(x) for x in (motion.q, motion.qd, motion.qdd, _take_gains(motion))
    )
    return replace(motion, q=q, qd=qd, qdd=qdd, G=G)


def require_gains(motion: Motion) -> Motion:
    """The same, of a motion that has to have G where its robot has loops."""
    if not motion.robot.is_tree:
        _check_gains(motion)
    return make_contiguous(motion)


def _check_gains(motion: Motion) -> None:
    given = motion.given or motion.robot.actuated
    shape = (len(motion.robot.coordinates), len(given), len(motion.q))
    check_shape(_take_gains(motion), shape, "motion, G")


def _take_gains(motion: Motion) -> Array:
    return NO_GAINS if motion.G is None else motion.G


def pull_back(motion: Motion, bars: Cotangents) -> tuple[Array, Array, Array]:
    """`close_gradient`, for arrays that are known to fit."""
    robot, given = motion.robot, motion.given or motion.robot.actuated
    if _take_gains(motion).size == 0:
        order = [robot.coordinates.index(name) for name in given]
        return bars.q[:, order], bars.qd[:, order], bars.qdd[:, order]
    shape = (len(motion.q), len(given))
    out = np.empty(shape), np.empty(shape), np.empty(shape)
    q_bar, qd_bar, qdd_bar, G_bar = bars
    parts = motion.q, motion.qd, motion.qdd, _take_gains(motion), q_bar, qd_bar, qdd_bar
    make_closure(robot, given).pull_back(*parts, G_bar if G_bar.size else None, *out)
    return out


def compute_margin_gradient(motion: Motion) -> Array:
    """d margin / dq_i (N, n) by the given coordinates: central differences along G, on which the
    loops stay closed."""
    assert motion.G is not None
    closure = make_closure(motion.robot, motion.given or motion.robot.actuated)
    out = np.empty((len(motion.q), motion.G.shape[1]))
    for i in range(out.shape[1]):
        way = STEP * motion.G[:, i].T
        ahead, behind = look_at(closure, motion.q + way)[0], look_at(closure, motion.q - way)[0]
        out[:, i] = (ahead - behind) / (2 * STEP)
    return out
