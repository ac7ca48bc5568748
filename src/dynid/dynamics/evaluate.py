"""Dynamics of a robot over many samples: threads, chunks, loops closed on the way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from typing import TypeVar

import numpy as np

import dynid._native as native
from dynid.arrays import Array, make_aligned_zeros
from dynid.closed_chains.branch_tracking import Follower
from dynid.closed_chains.closed_motion import Motion
from dynid.closed_chains.closing import (
    THREAD_SAMPLES,
    THREADS,
    run_along_motion,
    run_in_threads,
    warn_if_singular,
)
from dynid.closed_chains.topology import make_native_tree
from dynid.dynamics.plan import make_sweep_plan
from dynid.robot.mechanism import Robot

T = TypeVar("T")
#: samples closed and evaluated at a time: whole blocks of 32, and no power of two, whose strides
#: share cache sets
CHUNK = 992
#: bytes of a regressor chunk that stay in cache: robots of many bodies get shorter chunks
CACHED = 2_000_000
FEW_JOINTS = 28  # fewer than that: torques of several chunks are evaluated together
_NO_GAINS = np.zeros((0, 0, 0))


@dataclass(frozen=True, eq=False)
class Samples:
    """A motion (N, n) of the actuated coordinates, checked; channels: further signals of theirs."""

    robot: Robot
    q: Array
    qd: Array
    qdd: Array
    channels: Mapping[str, Array] = field(default_factory=dict)

    def slice_channels(self, part: slice) -> dict[str, Array]:
        return {name: x[part] for name, x in self.channels.items()}

    def __len__(self) -> int:
        return len(self.q)


#: fills further columns of a regressor (n, P, N) for a closed chunk of motion
MoreColumns = Callable[[Motion, Array], None]


def project(motion: Motion, column: list[tuple[int, Array]]) -> Array:
    """Generalised forces (n, N) of the actuated coordinates from forces on some coordinates: G'
    f."""
    robot, G = motion.robot, motion.gains
    forces = np.zeros((robot.dof, len(motion.q)))
    for c, f in column:
        if G is None:
            forces[robot.actuated.index(robot.coordinates[c])] += f
        else:
            forces += G[c] * f
    return forces


#: what is done with a closed chunk: (closed motion, first sample of the chunk in `samples`)
Work = Callable[[Motion, int], None]


def map_chunks(
    samples: Samples,
    work: Work,
    rates: bool = False,
    chunk: int = CHUNK,
    threads: int = THREADS,
) -> None:
    """Call work(motion, start) for consecutive chunks of closed motion, in as many threads as pay
    off; in one thread, in the order of time."""
    robot = samples.robot
    if robot.is_tree:
        order = _find_tree_order(robot)

        def run(part: slice) -> None:
            for start in range(part.start, part.stop, chunk):
                piece = slice(start, min(start + chunk, part.stop))
                parts = (samples.q[piece], samples.qd[piece], samples.qdd[piece])
                q, qd, qdd = (np.ascontiguousarray(x[:, order]) for x in parts) if order else parts
                gains, more = (_NO_GAINS, _NO_GAINS), samples.slice_channels(piece)
                work(Motion(robot, q, qd, qdd, *gains, channels=more), start)

        _run_in_threads(len(samples), run, threads)
        return
    smallest = np.ones(len(samples))

    def follow(follower: Follower, part: slice) -> None:
        for start, motion in close_chunks(follower, samples, part, rates, chunk):
            assert motion.margin is not None
            smallest[start : start + len(motion.q)] = motion.margin
            work(motion, start)

    run_along_motion(robot, robot.actuated, samples.q, follow, threads)
    warn_if_singular(robot, smallest)


def close_chunks(
    follower: Follower, samples: Samples, part: slice, rates: bool, chunk: int
) -> Iterator[tuple[int, Motion]]:
    """Consecutive chunks of a part of a motion, closed one after the other into the same arrays."""
    n_c, n_i = len(samples.robot.coordinates), samples.q.shape[1]
    size = max(1, min(chunk, part.stop - part.start))
    q, qd, qdd = np.empty((size, n_c)), np.empty((size, n_c)), np.empty((size, n_c))
    G, G_rate, margin = (
        make_aligned_zeros(n_c, n_i, size),
        make_aligned_zeros(n_c, n_i, size if rates else 0),
        np.empty(size),
    )
    for start in range(part.start, part.stop, size):
        n = min(size, part.stop - start)
        piece = slice(start, start + n)
        if n < size:  # the last one
            G, G_rate = (
                make_aligned_zeros(n_c, n_i, n),
                make_aligned_zeros(n_c, n_i, n if rates else 0),
            )
        moved = (q[:n], qd[:n], qdd[:n], G, G_rate, margin[:n])
        motion = Motion(samples.robot, *moved, channels=samples.slice_channels(piece))
        follower.close(
            samples.q[piece], samples.qd[piece], samples.qdd[piece], motion, first_sample=start
        )
        yield start, motion


def _find_tree_order(robot: Robot) -> list[int]:
    """Where the actuated coordinates of a tree are in the order of all; [] for the same order."""
    if robot.actuated == robot.coordinates:
        return []
    return [robot.actuated.index(name) for name in robot.coordinates]


def _run_in_threads(N: int, run: Callable[[slice], None], threads: int) -> None:
    parts = min(threads, N // THREAD_SAMPLES)
    if parts <= 1:
        run(slice(0, N))
        return
    edges = np.linspace(0, N, parts + 1).astype(int)
    slices = [slice(int(a), int(b)) for a, b in pairwise(edges)]
    run_in_threads([partial(run, part) for part in slices])


@lru_cache(maxsize=512)
def chunk_for(robot: Robot, groups: tuple[int, ...]) -> int:
    """Samples whose regressor (ten entries for each slot that writes its own) stays in cache."""
    written = make_sweep_plan(robot, groups).written
    return 32 * int(np.clip(CACHED // (80 * max(1, written)), 32, CHUNK) // 32)


def compute_regressor(
    samples: Samples, groups: tuple[int, ...], n_parameters: int, more: MoreColumns | None = None
) -> Array:
    """(n, P, N): columns contiguous over the samples."""
    plan = make_sweep_plan(samples.robot, groups)
    # untouched zero pages cost nothing
    out = make_aligned_zeros(samples.q.shape[1], n_parameters, len(samples))
    map_chunks(
        samples,
        lambda motion, at: fill_regressor(motion, plan, out, at, more),
        chunk=chunk_for(samples.robot, groups),
    )
    return out


def fill_regressor(
    motion: Motion, plan: native.Plan, out: Array, at: int, more: MoreColumns | None = None
) -> None:
    """Write the regressor of a closed motion to out (n, P, N), from sample `at` on."""
    part = out[:, :, at : at + len(motion.q)]
    native.regressor(plan, motion.q, motion.qd, motion.qdd, motion.G, part)
    if more is not None:
        more(motion, part)


def map_regressor(
    function: Callable[[slice, Array], T],
    samples: Samples,
    groups: tuple[int, ...],
    n_parameters: int,
    more: MoreColumns | None = None,
    threads: int = THREADS,
) -> list[T]:
    """[function(part, Y of the samples in that part), ...] in order; every thread has one Y, used
    again and again."""
    plan = make_sweep_plan(samples.robot, groups)
    chunk = chunk_for(samples.robot, groups)
    shape = (samples.q.shape[1], n_parameters, min(chunk, len(samples)))
    buffers = threading.local()
    results: dict[int, T] = {}

    def compute_chunk(motion: Motion, start: int) -> None:
        if not hasattr(buffers, "Y"):
            buffers.Y = make_aligned_zeros(*shape)
        fill_regressor(motion, plan, buffers.Y, 0, more)
        n = len(motion.q)
        results[start] = function(slice(start, start + n), buffers.Y[:, :, :n].transpose(2, 0, 1))

    map_chunks(samples, compute_chunk, chunk=chunk, threads=threads)
    return [results[start] for start in sorted(results)]


def compute_inverse_dynamics(
    samples: Samples, inertia: Array, extra: Callable[[Motion], Array] | None = None
) -> Array:
    """(N, n) generalised forces of the actuated coordinates: G' times those of the tree."""
    tau = np.empty(samples.q.shape)

    def compute_chunk(motion: Motion, start: int) -> None:
        tau[start : start + len(motion.q)] = compute_torque_along(motion, inertia, extra)

    # torques need little memory: of few joints, longer chunks are fewer calls
    map_chunks(samples, compute_chunk, chunk=CHUNK * max(1, FEW_JOINTS // samples.q.shape[1]))
    return tau


def compute_torque_along(
    motion: Motion, inertia: Array, extra: Callable[[Motion], Array] | None = None
) -> Array:
    """`inverse_dynamics` for a closed motion."""
    robot, tree_tau = motion.robot, np.empty(motion.q.shape)
    tree = make_native_tree(robot)
    native.inverse_dynamics(tree, inertia, motion.q, motion.qd, motion.qdd, tree_tau)
    G = motion.gains
    if G is None:
        tau = tree_tau[:, [robot.coordinates.index(name) for name in robot.actuated]]
    else:
        tau = np.einsum("cis,sc->si", G, tree_tau, optimize=False)
    if extra is not None:
        tau += extra(motion).T
    return tau


def compute_mass_matrix(
    samples: Samples, inertia: Array, groups: tuple[int, ...], J: Array | None = None
) -> Array:
    """(N, n, n); with joint inertias J, G' J G is added."""
    plan = make_sweep_plan(samples.robot, groups)
    n = samples.q.shape[1]
    M = np.empty((len(samples), n, n))

    def compute_chunk(motion: Motion, start: int) -> None:
        part = M[start : start + len(motion.q)]
        native.mass_matrix(plan, inertia, motion.q, motion.G, part)
        if J is not None:
            part += compute_joint_inertia(motion, J, motion.G)

    map_chunks(samples, compute_chunk)
    return M


def compute_coriolis(
    samples: Samples, inertia: Array, groups: tuple[int, ...], J: Array | None = None
) -> Array:
    """(N, n, n), with Mdot - 2C skew; with joint inertias J, G' J dG/dt is added."""
    plan = make_sweep_plan(samples.robot, groups)
    n = samples.q.shape[1]
    C = np.empty((len(samples), n, n))

    def compute_chunk(motion: Motion, start: int) -> None:
        part = C[start : start + len(motion.q)]
        native.coriolis(plan, inertia, motion.q, motion.qd, motion.G, motion.G_rate, part)
        if J is not None and motion.has_loops:
            part += compute_joint_inertia(motion, J, motion.G_rate)

    map_chunks(samples, compute_chunk, rates=True)
    return C


def compute_joint_inertia(motion: Motion, J: Array, right: Array | None) -> Array:
    """G' J right (N, n, n), with right = G or dG/dt; for a tree G only orders the coordinates."""
    robot, N, G = motion.robot, len(motion.q), motion.gains
    if G is None or right is None:
        order = [robot.coordinates.index(name) for name in robot.actuated]
        return np.broadcast_to(J[np.ix_(order, order)], (N, len(order), len(order)))
    M: Array = np.einsum("cis,cd,djs->sij", G, J, right[:, :, :N], optimize=True)
    return M
