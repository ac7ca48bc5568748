"""The effects' share of a gradient: from the cotangents of their columns to those of the motion and
of G."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.errors import InputError
from dynid.loops.closure import Motion
from dynid.loops.gradient import Cotangents
from dynid.model.effects import Effect, Payload

if TYPE_CHECKING:
    from dynid.model.model import Model


def add_effects(model: Model, motion: Motion, Y_bar: Array, bars: Cotangents) -> None:
    """Add to `bars` what the effects' columns G' f contribute, for Y_bar (rows, P, N) and gains
    motion.G.

    f_bar = G Y_bar,   G_bar += f Y_bar',   and f depends on one coordinate: q_bar += f_bar df/dq,
                       or with qd, qdd
    """
    robot, at = model.robot, model.n_rigid
    row = [
        robot.actuated.index(name) if name in robot.actuated else -1 for name in robot.coordinates
    ]
    G = motion.G if motion.G is not None and motion.G.size else None
    for effect in model.effects:
        count = model.count(effect)
        bar, at = Y_bar[:, at : at + count], at + count
        if not isinstance(effect, Effect):
            continue
        for k, on, of, level, slope in effect.dependences(robot, motion.q, motion.qd, motion.qdd):
            f_bar = (
                bar[[row[c] for c in on], k]
                if G is None
                else _forces_bar(G[on, :, : len(motion.q)], bar[:, k])
            )
            bars[level][:, of] += slope * f_bar.T
        if G is not None:
            for number, column in enumerate(effect.columns(robot, motion.q, motion.qd, motion.qdd)):
                for c, force in column:
                    bars.G[c] += force * bar[:, number]


def _forces_bar(G: Array, bar: Array) -> Array:
    """f_bar (forces, N) = G Y_bar, for the rows of G (forces, rows, N) and the columns of Y_bar
    (rows, forces, N)."""
    return np.asarray(np.einsum("kjs,jks->ks", G, bar))


def payloads_to_links(model: Model, Y_bar: Array) -> Array:
    """Y_bar (n, P, N) with that of unknown payloads added to their links' columns: Y_payload =
    Y_link map."""
    at, copied = model.n_rigid, False
    for effect in model.effects:
        count = model.count(effect)
        if isinstance(effect, Payload) and count:
            Y_bar, copied = (Y_bar if copied else Y_bar.copy()), True
            link = 10 * model.groups[effect.node(model.robot)]
            Y_bar[:, link : link + 10] += np.einsum(
                "jks,pk->jps", Y_bar[:, at : at + count], effect.map
            )
        at += count
    return Y_bar


def checked_cotangents(value: ArrayLike, shape: tuple[int, ...], what: str, of: str) -> Array:
    """A finite array (N, ...) of the given shape, samples moved last and contiguous."""
    try:
        bar = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{what}: got {type(value).__name__}, expected an array of numbers ({error})."
        ) from None
    if bar.shape != shape:
        raise InputError(f"{what}: got an array of shape {bar.shape}, expected {shape}, as {of}.")
    bar = np.require(
        np.moveaxis(bar, 0, -1), requirements=["C", "W"]
    )  # the kernels are compiled for such arrays only
    if not np.isfinite(bar.sum()) and not np.isfinite(bar).all():
        raise InputError(
            f"{what}: {int((~np.isfinite(bar)).sum())} values are nan or infinite; expected finite"
            " numbers."
        )
    return bar
