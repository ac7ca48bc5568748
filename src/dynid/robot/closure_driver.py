"""Compiled: follow the loops along a motion. Prediction, Newton, recovery by smaller steps, exact derivatives."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.compiling import kernel
from dynid.robot.closure_kernel import (
    CONTRACTION,
    MAX_NEWTON,
    STEP_DONE,
    STEP_FIRST,
    STEP_ROUNDOFF,
    W,
    factor,
    jacobian_rate,
    pose_world,
    residual_and_jacobian,
    solve,
    velocity_world,
)
from dynid.robot.geometry import Array

SMALLEST_FRACTION = 1e-5  # of the way to a pose: a march that needs smaller steps has met a wall


class Work(NamedTuple):
    """Scratch arrays of one thread."""

    q: Array  # (nc, W)
    qd: Array  # (nc, W)
    R: Array
    o: Array
    s: Array
    om: Array
    v: Array
    phi: Array  # (m, W)
    A: Array  # (m, nc, W): columns of the solved coordinates first, then of the given ones
    B: Array  # dA/dt
    V: Array
    beta: Array
    diagonal: Array
    x: Array  # (n_d, W)
    b: Array  # (m, W)
    margin: Array  # (W,)
    det: Array  # (W,)
    step: Array  # (W,)
    good: Array  # (W,)
    base: Array  # (nc,) the last accepted pose, from which the next block is predicted
    X: Array  # (n_d, n_i) its derivatives dq_d/dq_i
    base_det: Array  # (1,)


def workspace(n_nodes: int, n_c: int, m: int, n_d: int, n_reflected: int) -> Work:
    empty = np.empty
    return Work(
        q=empty((n_c, W)),
        qd=empty((n_c, W)),
        R=empty((n_nodes, 9, W)),
        o=empty((n_nodes, 3, W)),
        s=empty((n_nodes, 3, W)),
        om=empty((n_nodes, 3, W)),
        v=empty((n_nodes, 3, W)),
        phi=empty((m, W)),
        A=empty((m, n_c, W)),
        B=empty((m, n_c, W)),
        V=empty((n_reflected, W)),
        beta=empty((n_d, W)),
        diagonal=empty((n_d, W)),
        x=empty((n_d, W)),
        b=empty((m, W)),
        margin=empty(W),
        det=empty(W),
        step=empty(W),
        good=empty(W),
        base=empty(n_c),
        X=np.zeros((n_d, n_c - n_d)),
        base_det=np.zeros(1),
    )


@kernel
def newton(tree, con, place, scale, work, strict):
    """Newton on the dependent coordinates of work.q, all lanes at once; good[w] = 1 where it converged.

    `strict` refuses a lane whose first step is large or whose steps do not shrink: it may be on its way to another
    assembly branch. On return the factors belong to the final pose, ready for the derivatives.
    """
    n_d = con.solved.shape[0]
    before = np.full(W, np.inf)
    work.good[:] = 1.0
    for iteration in range(MAX_NEWTON):
        pose_world(tree, work.q, work.R, work.o, work.s)
        residual_and_jacobian(tree, con, place, work.q, work.R, work.o, work.s, work.phi, work.A)
        factor(con, work.A, work.V, work.beta, work.diagonal, work.margin, work.det)
        work.b[:] = work.phi
        solve(con, work.A, work.V, work.beta, work.diagonal, work.b, work.x)
        busy = False
        for w in range(W):
            step = 0.0
            for k in range(n_d):
                size = abs(work.x[k, w]) * scale[k]
                step = size if not size <= step else step  # keeps nan
            work.step[w] = step
            if work.good[w] == 0.0:
                continue
            roundoff = step <= STEP_ROUNDOFF and step > CONTRACTION * before[w]
            if not np.isfinite(step):
                work.good[w] = 0.0
            elif strict and (step > STEP_FIRST or (step > CONTRACTION * before[w] and step > STEP_ROUNDOFF)):
                work.good[w] = 0.0
            elif not (step <= STEP_DONE or roundoff):
                busy = True
            before[w] = step
            if work.good[w] == 1.0:
                for k in range(n_d):
                    work.q[con.solved[k], w] -= work.x[k, w]
        if not busy:
            return
    for w in range(W):
        if not work.step[w] <= STEP_ROUNDOFF:
            work.good[w] = 0.0


@kernel
def check_branch(con, work):
    """Refuse lanes whose determinant has changed sign against the base pose: they crossed a singularity (square systems)."""
    if con.kind.shape[0] != con.solved.shape[0] or work.base_det[0] == 0.0:
        return
    for w in range(W):
        if work.det[w] != work.base_det[0]:
            work.good[w] = 0.0


@kernel
def set_base(con, work, w):
    """Lane w becomes the pose from which the next ones are predicted, with X = -A_d^-1 A_i there."""
    n_d = con.solved.shape[0]
    work.base[:] = work.q[:, w]
    work.base_det[0] = work.det[w]
    for i in range(con.given.shape[0]):
        work.b[:] = work.A[:, n_d + i]
        solve(con, work.A, work.V, work.beta, work.diagonal, work.b, work.x)
        for k in range(n_d):
            work.X[k, i] = -work.x[k, w]


@kernel
def predict(con, work, target, w):
    """Lane w: q_i as wanted, q_d on the tangent at the base pose."""
    for i in range(con.given.shape[0]):
        work.q[con.given[i], w] = target[i]
    for k in range(con.solved.shape[0]):
        c = con.solved[k]
        value = work.base[c]
        for i in range(con.given.shape[0]):
            value += work.X[k, i] * (target[i] - work.base[con.given[i]])
        work.q[c, w] = value


@kernel
def march(tree, con, place, scale, work, target):
    """Move the base pose to `target` along the straight line, W trial steps at a time; False where it meets a wall."""
    n_i = con.given.shape[0]
    start = np.empty(n_i)
    for i in range(n_i):
        start[i] = work.base[con.given[i]]
    done, stride = 0.0, 1.0
    point = np.empty(n_i)
    while True:
        stride = min(stride, 1.0 - done)
        for w in range(W):
            fraction = done + stride * (w + 1) / W
            for i in range(n_i):
                point[i] = start[i] + fraction * (target[i] - start[i])
            predict(con, work, point, w)
        newton(tree, con, place, scale, work, True)
        check_branch(con, work)
        reached = 0
        while reached < W and work.good[reached] == 1.0:
            reached += 1
        if reached > 0:
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
    """Velocities, accelerations, G = dq/dq_i and dG/dt of the first `count` lanes, from the factors of the last Newton step.

    Sample first of the chunk is sample at + first of G and Gd.

    qd_d = X qd_i,   X = -A_d^-1 A_i,   qdd_d = X qdd_i - A_d^-1 (Adot qd),   Xdot = -A_d^-1 (Adot_i + Adot_d X)
    """
    n_d, n_i = con.solved.shape[0], con.given.shape[0]
    X = np.empty((n_i, n_d, W))
    for i in range(n_i):
        work.b[:] = work.A[:, n_d + i]
        solve(con, work.A, work.V, work.beta, work.diagonal, work.b, X[i])
        for k in range(n_d):
            for w in range(W):
                X[i, k, w] = -X[i, k, w]
    work.qd[:] = 0.0
    for w in range(count):
        for i in range(n_i):
            work.qd[con.given[i], w] = qd_i[first + w, i]
            for k in range(n_d):
                work.qd[con.solved[k], w] += X[i, k, w] * qd_i[first + w, i]
    for w in range(count):
        q[first + w] = work.q[:, w]
        qd[first + w] = work.qd[:, w]
        for i in range(n_i):
            G[con.given[i], i, at + first + w] = 1.0
            for k in range(n_d):
                G[con.solved[k], i, at + first + w] = X[i, k, w]
    velocity_world(tree, work.qd, work.o, work.s, work.om, work.v)
    jacobian_rate(tree, con, place, work.q, work.qd, work.R, work.o, work.s, work.om, work.v, work.B)
    work.b[:] = 0.0
    for c in range(work.q.shape[0]):
        for j in range(work.b.shape[0]):
            for w in range(W):
                work.b[j, w] += work.B[j, place[c], w] * work.qd[c, w]
    solve(con, work.A, work.V, work.beta, work.diagonal, work.b, work.x)
    for w in range(count):
        for k in range(n_d):
            value = -work.x[k, w]
            for i in range(n_i):
                value += X[i, k, w] * qdd_i[first + w, i]
            qdd[first + w, con.solved[k]] = value
        for i in range(n_i):
            qdd[first + w, con.given[i]] = qdd_i[first + w, i]
    if Gd.shape[2] == 0:
        return
    for i in range(n_i):
        work.b[:] = work.B[:, n_d + i]
        for k in range(n_d):
            for j in range(work.b.shape[0]):
                for w in range(W):
                    work.b[j, w] += work.B[j, k, w] * X[i, k, w]
        solve(con, work.A, work.V, work.beta, work.diagonal, work.b, work.x)
        for k in range(n_d):
            for w in range(count):
                Gd[con.solved[k], i, at + first + w] = -work.x[k, w]


@kernel
def close_chunk(tree, con, place, scale, work, home, q_i, qd_i, qdd_i, q, qd, qdd, G, Gd, at, margin):
    """Close the samples of one chunk in their order, starting from the base pose in `work`; -1, or the sample that failed."""
    n = q_i.shape[0]
    first, marched = 0, -1
    while first < n:
        count = min(W, n - first)
        for w in range(W):
            predict(con, work, q_i[first + min(w, count - 1)], w)
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
        derivatives(tree, con, place, work, reached, qd_i, qdd_i, first, q, qd, qdd, G, Gd, at)
        for w in range(reached):
            margin[first + w] = work.margin[w]
        set_base(con, work, reached - 1)
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
    set_base(con, work, 0)


@kernel
def walk(tree, con, place, scale, work, home, q_i):
    """Move the base pose through the poses q_i (a thinned trajectory); -1, or the pose that could not be reached."""
    for k in range(q_i.shape[0]):
        if not march(tree, con, place, scale, work, q_i[k]):
            restart(tree, con, place, scale, work, home)
            if not march(tree, con, place, scale, work, q_i[k]):
                return k
    return -1
