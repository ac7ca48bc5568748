"""The effects' columns of the regressor, their torques, and their share of a gradient.

A force f on coordinate c reaches the actuated ones as G' f, row by row: for a tree only its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, Ints
from dynid.closed_chains.closed_motion import Motion, as_kernel_array, number_array
from dynid.closed_chains.closure_gradient import Cotangents
from dynid.errors import InputError
from dynid.model.channels import name_load_channel
from dynid.model.effects import Effect, Placed
from dynid.model.layout import Batch, Layout, list_rows, make_batches, make_layout


def fill_columns(layout: Layout, motion: Motion, Y: Array) -> None:
    """Fill the columns of payloads and effects, Y (n, P, N), beside those of the bodies."""
    for carried in layout.payloads:
        if carried.own is not None:
            link = Y[:, carried.link]
            Y[:, carried.own] = np.einsum("jps,pk->jks", link, carried.payload.map)
            if carried.payload.sometimes:
                Y[:, carried.own] *= motion.channels[name_load_channel(carried.payload.name)][:, 0]
    _fill(layout.batches, layout.rows, motion, Y)


def compute_term_columns(terms: Sequence[Placed], motion: Motion) -> Array:
    """(n, terms, N) the columns of some terms alone, for a closed motion."""
    rows = list_rows(motion.robot)
    Y = np.zeros((motion.robot.dof, len(terms), len(motion.q)))
    _fill(make_batches(motion.robot, terms, range(len(terms)), rows), rows, motion, Y)
    return Y


def _fill(batches: Iterable[Batch], rows: Sequence[int], motion: Motion, Y: Array) -> None:
    G = motion.gains
    for batch in batches:
        f, filled = batch.compute_forces(motion).T, set()
        for e, (at, c) in enumerate(zip(batch.at.tolist(), batch.on.tolist())):
            if G is None:  # only the joint's own row: the others are zero and stay so
                row = rows[c]
                Y[row, at] = Y[row, at] + f[e] if batch.again[e] else f[e]
            elif at in filled:
                Y[:, at] += G[c] * f[e]
            else:
                np.multiply(G[c], f[e], out=Y[:, at])
                filled.add(at)


def compute_effect_columns(effect: Effect, motion: Motion) -> list[list[tuple[int, Array]]]:
    """For each parameter of an effect its forces (coordinate, (N,)), for a closed motion."""
    layout = make_layout(motion.robot, [effect], symmetric=False)
    start = layout.inertial.stop
    out: list[list[tuple[int, Array]]] = [[] for _ in layout.terms]
    for batch in layout.batches:
        f = batch.compute_forces(motion)
        for e, (at, c) in enumerate(zip(batch.at.tolist(), batch.on.tolist())):
            out[at - start].append((c, f[:, e]))
    return out


def compute_coordinate_forces(layout: Layout, values: Array, motion: Motion) -> Array:
    """Forces (N, coordinates) of the effects on all coordinates."""
    F = np.zeros((motion.q.shape[1], len(motion.q)))
    for batch in layout.batches:
        p = values[batch.at]
        if p.any():
            f = batch.compute_forces(motion)
            for e in np.flatnonzero(p):
                F[batch.on[e]] += p[e] * f[:, e]
    return F.T


def compute_effect_torque(layout: Layout, values: Array, motion: Motion) -> Array:
    """Torque (n, N) of the effects, payloads aside."""
    F = compute_coordinate_forces(layout, values, motion).T
    G = motion.gains
    if G is not None:
        return np.asarray(np.einsum("cis,cs->is", G, F))
    tau = np.zeros((max(layout.rows) + 1, len(motion.q)))
    tau[list(layout.rows)] = F
    return tau


def add_effects(
    layout: Layout,
    motion: Motion,
    Y_bar: Array,
    bars: Cotangents,
    channel_bars: Mapping[str, Array] | None = None,
) -> None:
    """Add to `bars` what the effects' columns G' f contribute, for Y_bar (rows, P, N).

    f_bar = G Y_bar,   G_bar += f Y_bar',   q_bar += f_bar df/dq, and with qd, qdd alike

    channel_bars   {channel: (N, n)} that gets c_bar += f_bar df/dc, where wanted
    """
    G = motion.gains
    rows = np.array(layout.rows)
    for batch in layout.batches:
        bar = Y_bar[:, batch.at]
        if G is None:
            f_bar = bar[rows[batch.on], np.arange(len(batch.at))]
        else:
            f_bar = np.einsum("ejs,jes->es", G[batch.on], bar)
        f_bar = (f_bar * batch.gain[:, None]).T
        x = batch.select_signals(motion)
        for level, slope in enumerate(batch.law.compute_slopes(x)):
            if slope is not None and batch.single is not None and _is_distinct(batch.single):
                bars[level][:, batch.single] += slope * f_bar
            elif slope is not None:
                bars[level][...] += (slope * f_bar) @ batch.of
        if channel_bars is not None:
            for name, slope in batch.law.compute_channel_slopes(x).items():
                np.add.at(channel_bars[name].T, batch.rows, (slope * f_bar).T)
        if G is not None:
            f = batch.law.force(x) * batch.gain
            for e, c in enumerate(batch.on):
                bars.G[c] += f[:, e] * bar[:, e]


def _is_distinct(places: Ints | slice) -> bool:
    return isinstance(places, slice) or len(set(places.tolist())) == len(places)


def add_payload_gradients(layout: Layout, Y_bar: Array) -> Array:
    """Y_bar (n, P, N) with that of unknown payloads added to their links' columns: Y_payload =
    Y_link map."""
    unknown = [carried for carried in layout.payloads if carried.own is not None]
    if unknown:
        Y_bar = Y_bar.copy()
    for carried in unknown:
        Y_bar[:, carried.link] += np.einsum(
            "jks,pk->jps", Y_bar[:, carried.own], carried.payload.map
        )
    return Y_bar


def check_cotangents(value: ArrayLike, shape: tuple[int, ...], what: str, of: str) -> Array:
    """A finite array (N, ...) of the given shape, samples moved last and contiguous."""
    bar = number_array(value, what)
    if bar.shape != shape:
        raise InputError(f"{what}: got an array of shape {bar.shape}, expected {shape}, as {of}.")
    bar = as_kernel_array(np.moveaxis(bar, 0, -1))
    if not np.isfinite(bar.sum()) and not np.isfinite(bar).all():
        bad = int((~np.isfinite(bar)).sum())
        raise InputError(f"{what}: {bad} values are nan or infinite; expected finite numbers.")
    return bar
