"""Exact gradients of functions of the regressor and of the torques, by one sweep back through the
recursion.

For a scalar J(Y) with Y_bar = dJ/dY, the chain rule is walked backwards: from Y to the motion of
all coordinates and to G = dq/dq_i (native/adjoint.cpp), and from those to the actuated motion
(`robot.closure_adjoint`). Nothing is differenced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from dynid._native import Plan, regressor_adjoint
from dynid.arrays import Array
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closure_gradient import NO_GAINS, Cotangents, pull_back
from dynid.closed_chains.topology import make_body_tree, make_native_tree
from dynid.dynamics.evaluate import CHUNK, Samples, chunk_for, map_chunks
from dynid.dynamics.plan import make_sweep_plan
from dynid.robot.mechanism import Robot

#: adds what further columns of the regressor (rows, P, N) contribute: (closed motion, their Y_bar,
#: cotangents so far)
MoreAdjoint = Callable[[Motion, Array, Cotangents], None]
#: cotangents (N, n) of positions, velocities and accelerations
Gradient = tuple[Array, Array, Array]


def compute_regressor_gradient(
    samples: Samples, groups: tuple[int, ...], Y_bar: Array, more: MoreAdjoint | None = None
) -> Gradient:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of the actuated coordinates, for Y_bar = dJ/dY (n, P, N)."""
    plan = make_sweep_plan(samples.robot, groups)
    return _compute_gradient(
        samples,
        lambda motion, at: compute_tree_cotangents(motion, plan, Y_bar, at, more),
        chunk_for(samples.robot, groups),
    )


def compute_torque_gradient(
    samples: Samples, inertia: Array, p: Array, tau_bar: Array, more: MoreAdjoint | None = None
) -> Gradient:
    """dJ/dq, dJ/dqd, dJ/dqdd (N, n) of the actuated coordinates, for tau_bar = dJ/dtau (n, N)."""

    def sweep_back(motion: Motion, at: int) -> Cotangents:
        return compute_torque_cotangents(
            motion, inertia, p, tau_bar[:, at : at + len(motion.q)], more
        )

    return _compute_gradient(samples, sweep_back, CHUNK)


def compute_tree_cotangents(
    motion: Motion, plan: Plan, Y_bar: Array, at: int, more: MoreAdjoint | None = None
) -> Cotangents:
    """Cotangents of all coordinates and of G, for a closed motion whose first sample is number `at`
    of Y_bar (rows, P, N)."""
    G = NO_GAINS if motion.G is None else motion.G
    N, n_c = motion.q.shape
    q_bar, qd_bar, qdd_bar = (np.empty((N, n_c)) for _ in range(3))
    bars = Cotangents(q_bar, qd_bar, qdd_bar, np.zeros((*G.shape[:2], N)) if G.size else NO_GAINS)
    Y_bar = Y_bar[:, :, at : at + N]
    regressor_adjoint(plan, motion.q, motion.qd, motion.qdd, G, Y_bar, *bars)
    if more is not None:
        more(motion, Y_bar, bars)
    return bars


def compute_torque_cotangents(
    motion: Motion, inertia: Array, p: Array, tau_bar: Array, more: MoreAdjoint | None = None
) -> Cotangents:
    """Cotangents of all coordinates and of G, for tau_bar (n, N) of a closed motion.

    With the virtual velocity v = G tau_bar, tau_bar . tau = v . tau_tree: a regressor of one row,
    whose column is that velocity, and whose Y_bar are the parameters: inertia (bodies, 10) of the
    bodies, p (P,) of the effects.
    """
    robot, N = motion.robot, len(motion.q)
    v = np.zeros((len(robot.coordinates), 1, N))
    G = motion.gains
    if G is None:
        v[[robot.coordinates.index(name) for name in robot.actuated], 0] = tau_bar
    else:
        v[:, 0] = np.einsum("cis,is->cs", G, tau_bar)
    one_row = replace(motion, G=v)
    bars = compute_tree_cotangents(
        one_row, _make_one_row_plan(robot), np.repeat(inertia.reshape(1, -1, 1), N, axis=2), 0
    )
    if more is not None:
        more(one_row, np.broadcast_to(p[None, :, None], (1, len(p), N)), bars)
    if G is None:
        return bars._replace(G=NO_GAINS)
    return bars._replace(G=bars.G * tau_bar)  # v = G tau_bar, hence G_bar = v_bar tau_bar'


def _compute_gradient(
    samples: Samples, back: Callable[[Motion, int], Cotangents], chunk: int
) -> Gradient:
    q_bar, qd_bar, qdd_bar = (np.empty(samples.q.shape) for _ in range(3))

    def compute_chunk(motion: Motion, start: int) -> None:
        part = slice(start, start + len(motion.q))
        q_bar[part], qd_bar[part], qdd_bar[part] = pull_back(motion, back(motion, start))

    map_chunks(samples, compute_chunk, chunk=chunk)
    return q_bar, qd_bar, qdd_bar


@lru_cache(maxsize=256)
def _make_one_row_plan(robot: Robot) -> Plan:
    """The plan of a single row: one column for each body, the sum of all joint axes above it, each
    times its gain."""
    tree = make_body_tree(robot)
    n = len(robot.bodies)
    return Plan(
        make_native_tree(robot),
        start=np.arange(n + 1),
        row=np.zeros(n, dtype=np.int64),
        up=tree.parent.copy(),
        own=np.where(tree.coordinate >= 0, 2, 0),
        adds=np.zeros(n, dtype=np.int64),
        group=np.arange(n),
    )
