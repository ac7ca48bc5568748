"""Loop closure of robots with closed chains: the motion of all coordinates from that
of the independent ones."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array
from dynid.closed_chains.branch_tracking import MARGIN_WARNING, Follower
from dynid.closed_chains.closed_home import make_follower_at_home
from dynid.closed_chains.closed_motion import Motion, check_motion_array
from dynid.closed_chains.roadmap import MOST_NODES, PoseFinder, start_near
from dynid.errors import SingularityWarning, require
from dynid.robot.mechanism import Robot

T = TypeVar("T")
THREADS = int(os.environ.get("DYNID_THREADS") or min(os.cpu_count() or 1, 8))
THREAD_SAMPLES = 2048  # a thread of its own pays off from this many samples on
# the second thread's start is found by following every 64th sample: about 1 % of the time
THINNING = 64


def close(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike | None = None,
    qdd: ArrayLike | None = None,
    given: Sequence[str] = (),
    rates: bool = False,
    detours: int | None = MOST_NODES,
) -> Motion:
    """Solve the loops along a motion (N, n) of the actuated coordinates, or of the `given` ones.

    Follows the assembly branch of `robot.home` from sample to sample; velocities and accelerations
    are exact.

    Parameters
    ----------
    robot
        the mechanism
    q
        (N, n) positions of the actuated coordinates, or of the `given` ones
    qd
        (N, n) their velocities; None: zero
    qdd
        (N, n) their accelerations; None: zero
    given
        the coordinates that q has, where they are not the actuated ones
    rates
        compute dG/dt as well
    detours
        samples of a log may lie far apart: where the straight line to a sample is not possible,
        neither from the one before nor from home, others are tried from other samples, from
        `robot.landmarks`, and from at most so many random poses. None: no other line, for motions
        that will be driven

    Raises
    ------
    LoopClosureError
        with sample, loop and residual, where a pose cannot be reached
    """
    require("close", robot, Robot, 'load_robot("arm.urdf")')
    names = tuple(given) or robot.actuated
    q_i = check_motion_array(q, len(names), None, "positions q", names)
    qd_i = check_motion_array(qd, len(names), len(q_i), "velocities qd", names)
    qdd_i = check_motion_array(qdd, len(names), len(q_i), "accelerations qdd", names)
    if robot.is_tree and set(names) == set(robot.coordinates):
        order = [names.index(c) for c in robot.coordinates]
        return Motion(robot, q_i[:, order], qd_i[:, order], qdd_i[:, order], given=names)
    N, n_c, n_i = len(q_i), len(robot.coordinates), len(names)
    G, G_rate = np.zeros((n_c, n_i, N)), np.zeros((n_c, n_i, N if rates else 0))
    q, qd, qdd = (np.empty((N, n_c)) for _ in range(3))
    motion = Motion(robot, q, qd, qdd, G, G_rate, np.empty(N), names)

    def run(follower: Follower, part: slice) -> None:
        follower.close(q_i[part], qd_i[part], qdd_i[part], motion, part.start)

    run_along_motion(robot, names, q_i, run, detours=detours)
    assert motion.margin is not None
    warn_if_singular(robot, motion.margin)
    return motion


def run_along_motion(
    robot: Robot,
    given: tuple[str, ...],
    q_i: Array,
    run: Callable[[Any, Any], object],
    threads: int = THREADS,
    detours: int | None = MOST_NODES,
) -> None:
    """Call run(follower, part) for consecutive parts of a motion, one thread each, starting where
    the part does."""
    N = len(q_i)
    parts = max(1, min(threads, N // THREAD_SAMPLES))
    edges = np.linspace(0, N, parts + 1).astype(int)
    followers = [make_follower_at_home(robot, given) for _ in range(parts)]
    if detours is not None:
        finder = PoseFinder(robot, given, q_i, detours)
        for follower in followers:
            follower.finder = finder
    if N:
        start_near(followers[0], q_i[0])
    for k in range(1, parts):
        followers[k].copy_base(followers[k - 1])
        if not followers[k].walk(q_i[edges[k - 1] : edges[k] : THINNING]):
            # the thinned path is too coarse for this motion: follow every sample, in one thread
            run(followers[0], slice(0, N))
            return
    slices = [slice(int(a), int(b)) for a, b in pairwise(edges)]
    if parts == 1:
        run(followers[0], slices[0])
        return
    run_in_threads([partial(run, f, s) for f, s in zip(followers, slices)])


def run_in_threads(calls: Sequence[Callable[[], T]]) -> list[T]:
    """What the calls return, each in a thread of its own. One pool would give a second call to a
    thread that is done early, and the sums that a thread forms would differ from run to run."""
    with ExitStack() as stack:
        pools = [stack.enter_context(ThreadPoolExecutor(1)) for _ in calls]
        futures = [pool.submit(call) for pool, call in zip(pools, calls)]
        return [future.result() for future in futures]


def warn_if_singular(robot: Robot, margin: Array) -> None:
    if len(margin) and margin.min() < MARGIN_WARNING:
        k = int(margin.argmin())
        warnings.warn(
            f"robot '{robot.name}': {int((margin < MARGIN_WARNING).sum())} samples lie close to a"
            f" singularity, the closest is sample {k} (margin {margin[k]:.1e}); velocities and"
            " forces there are badly determined.",
            SingularityWarning,
            stacklevel=4,
        )
