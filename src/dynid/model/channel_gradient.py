"""Gradients through what effects read in addition to the motion: the load of the bodies, gravity
along an axis, and the memory of gears all follow from the motion itself.

With f(q, qd, qdd, c) and c = c(q, qd, qdd), first the cotangents of the channels, c_bar = f_bar
df/dc (`columns.add_effects`), are collected along the whole motion, then walked back:

    load        L_bar as torque cotangents of the rigid bodies: one more sweep
    zero        the same of some shifted motions
    gravity     the same at rest, in gravity of 1 m/s^2 along the axis
    hysteresis  backwards in time (see `memory`)

What was logged does not follow from the motion: it counts as constant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closure_gradient import Cotangents
from dynid.dynamics import adjoint
from dynid.dynamics.evaluate import Samples
from dynid.model.channels import (
    GRAVITY,
    HYSTERESIS,
    ZERO,
    compute_channels,
    list_zero_shifts,
    tilt_gravity,
)
from dynid.model.effect_columns import add_effects
from dynid.model.layout import Layout
from dynid.model.memory import compute_memory_gradient
from dynid.model.terms import LOAD

#: cotangents of a closed motion, given what further columns contribute
Sweep = Callable[[adjoint.MoreAdjoint | None], Cotangents]


def add_channels(layout: Layout, motion: Motion, inertia: Array | None) -> Motion:
    """A closed motion with what the effects read, the load that of these bodies."""
    if not layout.channels:
        return motion
    q, qd, qdd = (_select_driven(motion, x) for x in (motion.q, motion.qd, motion.qdd))
    samples = Samples(motion.robot, q, qd, qdd)
    return replace(motion, channels=compute_channels(layout.channels, samples, inertia))


def compute_whole_cotangents(
    layout: Layout, motion: Motion, inertia: Array | None, sweep: Sweep
) -> Cotangents:
    """Of a motion from `with_channels`: those of the sweep, of effects, and of what they read."""
    if not layout.channels:
        return sweep(partial(add_effects, layout) if layout.terms else None)
    channel_bars = {name: np.zeros_like(motion.channels[name]) for name in layout.channels}
    bars = sweep(partial(add_effects, layout, channel_bars=channel_bars))
    _add_channels(motion, inertia, channel_bars, bars)
    return bars


def _select_driven(motion: Motion, x: Array) -> Array:
    """Of the actuated coordinates."""
    names = motion.robot.coordinates
    return np.ascontiguousarray(x[:, [names.index(name) for name in motion.robot.actuated]])


def _add_channels(
    motion: Motion, inertia: Array | None, channel_bars: Mapping[str, Array], bars: Cotangents
) -> None:
    names, still = motion.robot.coordinates, np.zeros_like(motion.q)
    for name, bar in channel_bars.items():
        if not bar.any():
            continue
        tau_bar = np.ascontiguousarray(bar.T)
        if name == LOAD:
            assert inertia is not None  # the load was computed from it
            back = adjoint.compute_torque_cotangents(motion, inertia, _NONE, tau_bar)
            for own, more in zip(bars, back):
                own += more
        elif name.startswith(ZERO):
            assert inertia is not None
            for h, w in list_zero_shifts(motion.robot, name):
                moved = replace(motion, q=motion.q + h)
                back = adjoint.compute_torque_cotangents(moved, inertia, _NONE, w * tau_bar)
                for own, more in zip(bars, back):
                    own += more
        elif name in GRAVITY:
            assert inertia is not None
            pulled = tilt_gravity(motion.robot, GRAVITY[name])
            at_rest = replace(motion, robot=pulled, qd=still, qdd=still)
            back = adjoint.compute_torque_cotangents(at_rest, inertia, _NONE, tau_bar)
            bars.q[...] += back.q
            bars.G[...] += back.G
        elif name.startswith(HYSTERESIS):
            length = float(name.removeprefix(HYSTERESIS))
            driven = [names.index(drive) for drive in motion.robot.actuated]
            found = compute_memory_gradient(motion.q[:, driven], motion.qd[:, driven], length, bar)
            bars.q[:, driven] += found.q
            bars.qd[:, driven] += found.qd


_NONE = np.zeros(0)
