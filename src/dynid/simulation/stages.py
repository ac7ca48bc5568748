"""Compiled: the loops closed at the stages and the end of a step, which are the lanes of one block.

The kernels of `loops` work here through as many samples at a time as a step has states. Where a
state is, its last pose tells nearly: of the sweep before, or of the polynomial through the step
before. So one step of Newton is mostly enough.
"""

from __future__ import annotations

import numpy as np

from dynid.compiling import inlined, kernel, variant
from dynid.dynamics import forces
from dynid.loops import driver, rows
from dynid.loops.predict import lanes_of

S = 3  # stages
LANES = S + 1
ROOT = 15**0.5
C = np.array([0.5 - ROOT / 10, 0.5, 0.5 + ROOT / 10])
NODES = np.array([0.0, *C, 1.0])  # where the poses of a step are known, from its start to its end
FURTHEST = 2.0  # times the step before: beyond this its polynomial tells nothing

NARROW = {**lanes_of(LANES), "L": LANES}
newton = variant(driver.newton, NARROW)
check_branch = variant(driver.check_branch, NARROW)
sensitivity = variant(driver.sensitivity, NARROW)
rates = variant(driver.rates, NARROW)
march = variant(driver.march, NARROW)
restart = variant(driver.restart, NARROW)
pose_world = variant(rows.pose_world, NARROW)
inverse_dynamics = variant(forces.inverse_dynamics, NARROW)


@kernel
def close_states(mech, lanes, states, home, ahead):
    """All coordinates of the states q, qd: states.full, lanes.rate, lanes.bias (their accelerations
    while those of the drives are zero), G, and the poses work.frame. -1, or the state whose loops
    cannot be closed.

    home    a closed pose nearby, on the branch to be followed
    ahead   how much longer than the step before this one is, whose poses states.full has; 0: they
            are of these states themselves, nearly
    """
    con, work = mech.con, mech.work
    if con.solved.shape[0] == 0:
        _tree(con.given, lanes, states)
        _load(states.full, work)
        pose_world(mech.tree, work)
        return -1
    if ahead > 0.0 and ahead <= FURTHEST:
        _extrapolate(con, lanes, states, ahead, work)
    else:
        _nearby(con, lanes, states, work)
    if not _closed(mech):  # by smaller steps, from the start
        restart(mech.tree, con, mech.place, mech.scale, work, home)
        for p in range(LANES):
            if not march(mech.tree, con, mech.place, mech.scale, work, states.q[p]):
                return p
            states.full[p] = work.base
        _load(states.full, work)
        if not _closed(mech):
            return 0
    sensitivity(con, work)
    for j in range(work.J.shape[0]):  # of more equations than unknowns: the side of the singularity
        for k in range(work.J.shape[1]):
            work.base_J[j, k] = work.J[j, k, S]
    for w in range(LANES):
        lanes.margin[w] = work.margin[w]
    count, at, full, rate = np.int64(LANES), np.int64(0), states.full, lanes.rate
    none, bias, G = lanes.none, lanes.bias, lanes.G
    rates(mech.tree, con, work, count, states.qd, none, at, full, rate, bias, G, at)
    return -1


@kernel
def _closed(mech):
    """Newton from the poses work.q; whether all are closed, on their branch."""
    work = mech.work
    newton(mech.tree, mech.con, mech.place, mech.scale, work, np.bool_(True))
    check_branch(mech.con, work)
    good = True
    for w in range(LANES):
        good = good and work.good[w] == 1.0
    return good


@inlined
def _tree(given, lanes, states):
    """Without loops."""
    for p in range(LANES):
        for i in range(given.shape[0]):
            states.full[p, given[i]] = states.q[p, i]
            lanes.rate[p, given[i]] = states.qd[p, i]
            lanes.bias[p, given[i]] = 0.0
            lanes.G[given[i], i, p] = 1.0


@inlined
def _load(full, work):
    for p in range(LANES):
        for c in range(full.shape[1]):
            work.q[c, p] = full[p, c]


@inlined
def _nearby(con, lanes, states, work):
    """q_d = q_d before + G (q_i - q_i before), state by state."""
    given, solved, full, G = con.given, con.solved, states.full, lanes.G
    for w in range(LANES):
        for k in range(solved.shape[0]):
            c = solved[k]
            x = full[w, c]
            for i in range(given.shape[0]):
                x += G[c, i, w] * (states.q[w, i] - full[w, given[i]])
            work.q[c, w] = x
        for i in range(given.shape[0]):
            work.q[given[i], w] = states.q[w, i]


@inlined
def _extrapolate(con, lanes, states, ahead, work):
    """q_d = P_d + G (q_i - P_i), with the polynomial P through the poses of the step before, and
    the G of its end."""
    given, solved, full, before, G = con.given, con.solved, states.full, lanes.before, lanes.G
    weight, miss = np.empty(LANES + 1), np.empty(given.shape[0])
    for w in range(LANES):
        x = 1.0 + ahead * NODES[1 + w]
        for j in range(LANES + 1):
            weight[j] = 1.0
            for m in range(LANES + 1):
                if m != j:
                    weight[j] *= (x - NODES[m]) / (NODES[j] - NODES[m])
        for i in range(given.shape[0]):
            c = given[i]
            miss[i] = states.q[w, i] - weight[0] * before[c]
            for j in range(LANES):
                miss[i] -= weight[1 + j] * full[j, c]
            work.q[c, w] = states.q[w, i]
        for k in range(solved.shape[0]):
            c = solved[k]
            x = weight[0] * before[c]
            for j in range(LANES):
                x += weight[1 + j] * full[j, c]
            for i in range(given.shape[0]):
                x += G[c, i, S] * miss[i]
            work.q[c, w] = x
