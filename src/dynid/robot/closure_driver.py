"""Compiled: follow the loops along a motion. Prediction, Newton, recovery by smaller steps, exact derivatives."""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel
from dynid.robot.closure_rows import W, jacobian_rate, pose_world, residual_and_jacobian, velocity_world
from dynid.robot.elimination import factor, same_side, singularity, solve

STEP_DONE = 1e-12  # Newton has converged when the (scaled) step is below this
STEP_ROUNDOFF = 1e-9  # below this a step that stops shrinking is round-off, not failure
STEP_FIRST = 0.25  # a first step above this has left the neighbourhood of the guess
CONTRACTION = 0.5  # every further step must shrink at least by this
MAX_NEWTON = 12
FARTHEST = 4.0  # moves ahead, measured by the last one, for which its curvature is trusted
SMALLEST_FRACTION = 1e-5  # of the way to a pose: a march that needs smaller steps has met a wall


@kernel
def newton(tree, con, place, scale, work, strict):
    """Newton on the dependent coordinates of work.q, all lanes at once; good[w] = 1 where it converged.

    `strict` refuses a lane whose first step is large or whose steps do not shrink: it may be on its way to another
    assembly branch. On return the factors belong to the final pose, ready for the derivatives.
    """
    solved, q, x, good, last_step = con.solved, work.q, work.x, work.good, work.step
    n_d = solved.shape[0]
    before = np.full(W, np.inf)
    good[:] = 1.0
    for _ in range(MAX_NEWTON):
        pose_world(tree, work.q, work.R, work.o, work.s)
        residual_and_jacobian(tree, con, place, work.q, work.R, work.o, work.s, work.phi, work.A)
        for j in range(work.J.shape[0]):
            work.J[j] = work.A[j, :n_d]
        factor(con, work.A, work.V, work.beta, work.diagonal)
        work.b[:, 0] = work.phi
        solve(con, work.A, work.V, work.beta, work.diagonal, work.b, work.x)
        last_step[:] = 0.0
        for k in range(n_d):
            for w in range(W):
                size = abs(x[k, 0, w]) * scale[k]
                last_step[w] = last_step[w] if size <= last_step[w] else size  # keeps nan
        busy = False
        for w in range(W):
            step = last_step[w]
            roundoff = step <= STEP_ROUNDOFF and step > CONTRACTION * before[w]
            if not np.isfinite(step) or (
                strict and (step > STEP_FIRST or (step > CONTRACTION * before[w] and step > STEP_ROUNDOFF))
            ):
                good[w] = 0.0
            elif good[w] == 1.0 and not (step <= STEP_DONE or roundoff):
                busy = True
            before[w] = step
        for k in range(n_d):
            c = solved[k]
            for w in range(W):
                q[c, w] -= x[k, 0, w] if good[w] == 1.0 else 0.0
        if not busy:
            break
    for w in range(W):
        if not last_step[w] <= STEP_ROUNDOFF:
            good[w] = 0.0
    singularity(con, work.A, work.diagonal, work.margin, work.det)


@kernel
def check_branch(con, work):
    """Refuse lanes whose determinant changed sign against the base pose: they crossed a singularity."""
    if work.base_det[0] == 0.0:
        return
    if work.J.shape[0] > 0:  # a redundant system has no determinant of its own
        same_side(work.base_J, work.J, con.solved.shape[0], work.det)
    for w in range(W):
        if work.det[w] != work.base_det[0]:
            work.good[w] = 0.0


@kernel
def set_base(con, work, w):
    """Lane w becomes the pose from which the next ones are predicted, with X = -A_d^-1 A_i (work.Xi) there."""
    n_d, given, move = con.solved.shape[0], con.given, work.move
    square = 0.0
    for i in range(given.shape[0]):
        move[i] = work.q[given[i], w] - work.base[given[i]]
        square += move[i] * move[i]
    for i in range(given.shape[0]):
        # a long move says little about the curvature here, a tiny one only round-off
        move[i] = move[i] / square if 1e-12 < square < 0.1 else 0.0
        for k in range(n_d):
            work.bend[k, i] = work.Xi[k, i, w] - work.X[k, i]
            work.X[k, i] = work.Xi[k, i, w]
    work.base[:] = work.q[:, w]
    work.base_det[0] = work.det[w] if work.J.shape[0] == 0 else 1.0
    work.base_J[:] = work.J[:, :, w]


@kernel
def sensitivity(con, work):
    """Xi = -A_d^-1 A_i, for all lanes."""
    n_d, n_i = con.solved.shape[0], con.given.shape[0]
    for j in range(work.bi.shape[0]):
        for i in range(n_i):
            for w in range(W):
                work.bi[j, i, w] = -work.A[j, n_d + i, w]
    solve(con, work.A, work.V, work.beta, work.diagonal, work.bi, work.Xi)


@kernel
def predict(con, work, targets):
    """All lanes: q_i as wanted (targets (W, n_i)), q_d by Taylor's formula at the base pose.

    q_d = base + (X + 1/2 s dX) (q_i - base_i), where dX is the change of X over the last move and s the length of this
    move against that one: the curvature along the motion, for free.
    """
    given, solved, q, base, X, bend, move = con.given, con.solved, work.q, work.base, work.X, work.bend, work.move
    n_i = given.shape[0]
    delta, s = np.empty((n_i, W)), np.zeros(W)
    for i in range(n_i):
        c = given[i]
        for w in range(W):
            q[c, w] = targets[w, i]
            delta[i, w] = targets[w, i] - base[c]
            s[w] += move[i] * delta[i, w]
    for w in range(W):
        s[w] = 0.5 * s[w] if abs(s[w]) < FARTHEST else 0.0
    for k in range(solved.shape[0]):
        c = solved[k]
        for w in range(W):
            q[c, w] = base[c]
        for i in range(n_i):
            x, dx = X[k, i], bend[k, i]
            for w in range(W):
                q[c, w] += (x + s[w] * dx) * delta[i, w]


@kernel
def march(tree, con, place, scale, work, target):
    """Move the base pose to `target` along the straight line, W trial steps at a time; False where it meets a wall."""
    n_i = con.given.shape[0]
    start = np.empty(n_i)
    for i in range(n_i):
        start[i] = work.base[con.given[i]]
    done, stride = 0.0, 1.0
    points = np.empty((W, n_i))
    while True:
        stride = min(stride, 1.0 - done)
        for w in range(W):
            fraction = done + stride * (w + 1) / W
            for i in range(n_i):
                points[w, i] = start[i] + fraction * (target[i] - start[i])
        predict(con, work, points)
        newton(tree, con, place, scale, work, True)
        check_branch(con, work)
        reached = 0
        while reached < W and work.good[reached] == 1.0:
            reached += 1
        if reached > 0:
            sensitivity(con, work)
            set_base(con, work, reached - 1)
            done += stride * reached / W
            if done >= 1.0 - 1e-12:
                for i in range(n_i):
                    work.base[con.given[i]] = target[i]
                return True
            stride = 2.0 * stride * reached / W
        else:
            stride /= W
            if stride < SMALLEST_FRACTION:
                return False


@kernel
def derivatives(tree, con, place, work, count, qd_i, qdd_i, first, q, qd, qdd, G, Gd, at):
    """Velocities, accelerations, G = dq/dq_i and dG/dt of the first `count` lanes, from the factors of the last Newton
    step and from `sensitivity`.

    Sample first of the chunk is sample at + first of G and Gd.

    qd_d = X qd_i,   X = -A_d^-1 A_i,   qdd_d = X qdd_i - A_d^-1 (Adot qd),   Xdot = -A_d^-1 (Adot_i + Adot_d X)
    """
    solved, given, X, rate, rate2, b, x = con.solved, con.given, work.Xi, work.qd, work.qdd, work.b, work.x
    n_d, n_i = solved.shape[0], given.shape[0]
    for i in range(n_i):
        for w in range(W):
            rate[given[i], w] = qd_i[first + min(w, count - 1), i]
            rate2[given[i], w] = qdd_i[first + min(w, count - 1), i]
    _times_sensitivity(X, solved, given, rate)
    velocity_world(tree, rate, work.o, work.s, work.om, work.v)
    jacobian_rate(tree, con, place, work.q, rate, work.R, work.o, work.s, work.om, work.v, work.B)
    _times_rate(work.B, place, rate, b)
    solve(con, work.A, work.V, work.beta, work.diagonal, b, x)
    _times_sensitivity(X, solved, given, rate2)
    for k in range(n_d):
        for w in range(W):
            rate2[solved[k], w] -= x[k, 0, w]
    _unload(work.q, first, count, q)
    _unload(rate, first, count, qd)
    _unload(rate2, first, count, qdd)
    to = np.uint64(at + first)  # unsigned: an index that cannot be negative needs no check in the loop
    for i in range(n_i):
        for w in range(count):
            G[given[i], i, to + np.uint64(w)] = 1.0
        for k in range(n_d):
            c = solved[k]
            for w in range(count):
                G[c, i, to + np.uint64(w)] = X[k, i, w]
    if Gd.shape[2] > 0:
        _sensitivity_rate(work.B, n_d, X, work.bi)
        solve(con, work.A, work.V, work.beta, work.diagonal, work.bi, X)
        for i in range(n_i):
            for k in range(n_d):
                c = solved[k]
                for w in range(count):
                    Gd[c, i, to + np.uint64(w)] = X[k, i, w]


@inlined
def _times_sensitivity(X, solved, given, rate):
    """rate_d = X rate_i, for the rows of `rate` (coordinates, W)."""
    for k in range(solved.shape[0]):
        c = solved[k]
        for w in range(W):
            rate[c, w] = 0.0
        for i in range(given.shape[0]):
            g = given[i]
            for w in range(W):
                rate[c, w] += X[k, i, w] * rate[g, w]


@inlined
def _unload(block, first, count, target):
    to = np.uint64(first)
    for c in range(block.shape[0]):
        for w in range(count):
            target[to + np.uint64(w), c] = block[c, w]


@inlined
def _times_rate(B, place, qd, b):
    """b = Adot qd."""
    b[:] = 0.0
    for c in range(qd.shape[0]):
        for j in range(b.shape[0]):
            for w in range(W):
                b[j, 0, w] += B[j, place[c], w] * qd[c, w]


@inlined
def _sensitivity_rate(B, n_d, X, b):
    """b = -(Adot_i + Adot_d X)."""
    for j in range(b.shape[0]):
        for i in range(b.shape[1]):
            for w in range(W):
                b[j, i, w] = -B[j, n_d + i, w]
            for k in range(n_d):
                for w in range(W):
                    b[j, i, w] -= B[j, k, w] * X[k, i, w]


@kernel
def close_chunk(tree, con, place, scale, work, home, q_i, qd_i, qdd_i, q, qd, qdd, G, Gd, at, margin):
    """Close the samples of one chunk in their order, starting from the base pose; -1, or the sample that failed."""
    n = q_i.shape[0]
    first, marched = 0, -1
    targets = np.empty((W, q_i.shape[1]))
    while first < n:
        count = min(W, n - first)
        for w in range(W):
            for i in range(q_i.shape[1]):
                targets[w, i] = q_i[first + min(w, count - 1), i]
        predict(con, work, targets)
        newton(tree, con, place, scale, work, True)
        check_branch(con, work)
        reached = 0
        while reached < count and work.good[reached] == 1.0:
            reached += 1
        if reached == 0:
            if marched == first:  # the march ended here, yet Newton does not hold: a singular pose
                return first
            marched = first
            if not march(tree, con, place, scale, work, q_i[first]):
                restart(tree, con, place, scale, work, home)
                if not march(tree, con, place, scale, work, q_i[first]):
                    return first
            continue
        sensitivity(con, work)
        set_base(con, work, reached - 1)
        for w in range(reached):
            margin[first + w] = work.margin[w]
        derivatives(tree, con, place, work, reached, qd_i, qdd_i, first, q, qd, qdd, G, Gd, at)
        first += reached
    return -1


@kernel
def restart(tree, con, place, scale, work, home):
    """Make `home` (a closed pose) the base pose."""
    for c in range(home.shape[0]):
        for w in range(W):
            work.q[c, w] = home[c]
    work.base_det[0] = 0.0
    newton(tree, con, place, scale, work, False)
    sensitivity(con, work)
    set_base(con, work, 0)
    work.move[:] = 0.0


@kernel
def walk(tree, con, place, scale, work, home, q_i):
    """Move the base pose through the poses q_i (a thinned trajectory); -1, or the pose that could not be reached."""
    for k in range(q_i.shape[0]):
        if not march(tree, con, place, scale, work, q_i[k]):
            restart(tree, con, place, scale, work, home)
            if not march(tree, con, place, scale, work, q_i[k]):
                return k
    return -1
