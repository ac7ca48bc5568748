"""Compiled: Newton on the loops, recovery by smaller steps, exact derivatives; for the simulation's
kernels. Logs are closed in native/closure.cpp.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, lanes, lean
from dynid.loops.elimination import factor, same_side, singularity, solve
from dynid.loops.predict import keep_gains, predict
from dynid.loops.rates import second_rate, velocity_world
from dynid.loops.rows import W, pose_world, residual_and_jacobian

STEP_DONE = 1e-12  # Newton has converged when the (scaled) step is below this
STEP_ROUNDOFF = 1e-9  # below this a step that stops shrinking is round-off, not failure
STEP_FIRST = 0.25  # a first step above this has left the neighbourhood of the guess
CONTRACTION = 0.5  # every further step must shrink at least by this
MAX_NEWTON = 12
OPEN = 1e-5  # m, rad: a loop that stays open by more is not closed
SMALLEST_FRACTION = 1e-5  # of the way to a pose: a march that needs smaller steps has met a wall


@lean
def newton(tree, con, place, scale, work, strict):
    """Newton on the dependent coordinates of work.q, all lanes at once; good[w] = 1 where it
    converged.

    `strict` refuses a lane whose first step is large or whose steps do not shrink: it may be on its
    way to another assembly branch. On return the factors belong to the final pose, ready for the
    derivatives.
    """
    solved, q, x, b, good, last_step, before = (
        con.solved,
        work.q,
        work.x,
        work.b,
        work.good,
        work.step,
        work.before,
    )
    n_d = solved.shape[0]
    for w in lanes(W):
        before[w] = np.inf
        good[w] = 1.0
    for _ in range(MAX_NEWTON):
        pose_world(tree, work)
        residual_and_jacobian(tree, con, place, work)
        _copy_jacobian(n_d, work.A, work.J)
        factor(con, work.A, work.Q, work.diagonal, work.dot)
        for j in range(b.shape[0]):
            for w in lanes(W):
                b[j, 0, w] = work.phi[j, w]
        solve(con, work.A, work.Q, b, x, 0, work.dot)
        for w in lanes(W):
            last_step[w] = 0.0
        for k in range(n_d):
            for w in lanes(W):
                size = abs(x[k, 0, w]) * scale[k]
                last_step[w] = last_step[w] if size <= last_step[w] else size  # keeps nan
        busy = 0
        for w in lanes(W):
            step = last_step[w]
            stalls, small = step > CONTRACTION * before[w], step <= STEP_ROUNDOFF
            lost = not np.isfinite(step) or (
                strict and (step > STEP_FIRST or (stalls and not small))
            )
            good[w] = 0.0 if lost else good[w]
            busy |= good[w] == 1.0 and not (step <= STEP_DONE or (small and stalls))
            before[w] = step
        for k in range(n_d):
            c = solved[k]
            for w in lanes(W):
                q[c, w] -= x[k, 0, w] if good[w] == 1.0 else 0.0
        if not busy:
            break
    for w in lanes(W):
        if not last_step[w] <= STEP_ROUNDOFF:
            good[w] = 0.0
    # more equations than unknowns: steps end at the least squares too, where loops may be open
    for j in range(work.phi.shape[0]):
        for w in lanes(W):
            if not abs(work.phi[j, w]) <= OPEN:
                good[w] = 0.0
    singularity(con, work.A, work.diagonal, work.margin, work.det, work.length, work.dot)


@inlined
def _copy_jacobian(n_d, A, J):
    """A_d before it is factored: kept for redundant systems only (J is empty otherwise)."""
    for j in range(J.shape[0]):
        for k in range(n_d):
            for w in lanes(W):
                J[j, k, w] = A[j, k, w]


@lean
def check_branch(con, work):
    """Refuse lanes whose determinant changed sign against the base pose: they crossed a
    singularity."""
    if work.base_det[0] == 0.0:
        return
    if work.J.shape[0] > 0:  # a redundant system has no determinant of its own
        same_side(work.base_J, work.J, con.solved.shape[0], work.det, work.square)
    for w in lanes(W):
        if work.det[w] != work.base_det[0]:
            work.good[w] = 0.0


@lean
def set_base(con, work, w, steady):
    """Lane w becomes the pose from which the next ones are predicted, with X = -A_d^-1 A_i
    (work.Xi) there.

    `steady`: the next lanes will follow like these ones."""
    keep_gains(work, w, steady)
    for c in range(work.base.shape[0]):
        work.base[c] = work.q[c, w]
    work.base_det[0] = work.det[w] if work.J.shape[0] == 0 else 1.0
    for j in range(work.J.shape[0]):
        for k in range(work.J.shape[1]):
            work.base_J[j, k] = work.J[j, k, w]


@lean
def sensitivity(con, work):
    """Xi = -A_d^-1 A_i, for all lanes."""
    n_d, n_i, A, bi = con.solved.shape[0], con.given.shape[0], work.A, work.bi
    for j in range(bi.shape[0]):
        for i in range(n_i):
            for w in lanes(W):
                bi[j, i, w] = -A[j, n_d + i, w]
    solve(con, A, work.Q, bi, work.Xi, 1, work.dot)


@lean
def march(tree, con, place, scale, work, target):
    """Move the base pose to `target` along the straight line, W trial steps at a time; False where
    it meets a wall."""
    given, start, base = con.given, work.start, work.base
    for i in range(given.shape[0]):
        start[i] = base[given[i]]
    done, stride = 0.0, 1.0
    while True:
        stride = min(stride, 1.0 - done)
        for i in range(given.shape[0]):
            for w in lanes(W):
                fraction = done + stride * (w + 1) / W
                work.q[given[i], w] = start[i] + fraction * (target[i] - start[i])
        predict(con, work)
        newton(tree, con, place, scale, work, np.bool_(True))
        check_branch(con, work)
        reached = _reached(work.good, W)
        if reached > 0:
            sensitivity(con, work)
            set_base(
                con, work, reached - 1, np.bool_(False)
            )  # the next lanes will lie closer or wider apart
            done += stride * reached / W
            if done >= 1.0 - 1e-12:
                for i in range(given.shape[0]):
                    base[given[i]] = target[i]
                return True
            stride = 2.0 * stride * reached / W
        else:
            stride /= W
        if stride < SMALLEST_FRACTION:
            return False


@inlined
def _reached(good, count):
    """Lanes before the first that failed."""
    reached = 0
    while reached < count and good[reached] == 1.0:
        reached += 1
    return reached


@lean
def rates(tree, con, work, count, qd_i, qdd_i, first, q, qd, qdd, G, at):
    """Velocities, accelerations and G of the first `count` lanes, from the factors of the last
    Newton step and from `sensitivity`.

    qd_d = X qd_i,   X = -A_d^-1 A_i,   qdd_d = X qdd_i - A_d^-1 (Adot qd)
    """
    solved, given, X, rate, rate2, b, x = (
        con.solved,
        con.given,
        work.Xi,
        work.qd,
        work.qdd,
        work.b,
        work.x,
    )
    n_d, n_i = solved.shape[0], given.shape[0]
    for i in range(n_i):
        for w in lanes(W):
            rate[given[i], w] = qd_i[first + min(w, count - 1), i]
            rate2[given[i], w] = qdd_i[first + min(w, count - 1), i]
    _times_sensitivity(X, solved, given, rate)
    velocity_world(tree, work)
    second_rate(tree, con, work)
    solve(con, work.A, work.Q, b, x, 0, work.dot)
    _times_sensitivity(X, solved, given, rate2)
    for k in range(n_d):
        c = solved[k]
        for w in lanes(W):
            rate2[c, w] -= x[k, 0, w]
    _unload(work.q, first, count, q)
    _unload(rate, first, count, qd)
    _unload(rate2, first, count, qdd)
    to = np.uint64(
        at + first
    )  # unsigned: an index that cannot be negative needs no check in the loop
    for i in range(n_i):
        for w in range(count):
            G[given[i], i, to + np.uint64(w)] = 1.0
    _unload_gains(X, solved, count, G, to)


@inlined
def _times_sensitivity(X, solved, given, rate):
    """rate_d = X rate_i, for the rows of `rate` (coordinates, W)."""
    for k in range(solved.shape[0]):
        c = solved[k]
        for w in lanes(W):
            rate[c, w] = 0.0
        for i in range(given.shape[0]):
            g = given[i]
            for w in lanes(W):
                rate[c, w] += X[k, i, w] * rate[g, w]


@inlined
def _unload(block, first, count, target):
    to = np.uint64(first)
    for c in range(block.shape[0]):
        for w in range(count):
            target[to + np.uint64(w), c] = block[c, w]


@inlined
def _unload_gains(X, solved, count, G, to):
    for k in range(solved.shape[0]):
        c = solved[k]
        for i in range(X.shape[1]):
            for w in range(count):
                G[c, i, to + np.uint64(w)] = X[k, i, w]


@lean
def restart(tree, con, place, scale, work, home):
    """Make `home` (a closed pose) the base pose."""
    for c in range(home.shape[0]):
        for w in lanes(W):
            work.q[c, w] = home[c]
    work.base_det[0] = 0.0
    newton(tree, con, place, scale, work, np.bool_(False))
    sensitivity(con, work)
    set_base(con, work, np.int64(0), np.bool_(False))
