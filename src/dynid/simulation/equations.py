"""Compiled equations of motion at a few states: M qdd + b = tau, loops closed on the way.

The kernel of Newton-Euler works through 32 samples at a time, whether all are needed or not. So
each state takes n + 1 of them: one with qdd = 0, which gives b, and one for each unit acceleration,
which gives a column of M.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.compiling import inlined, kernel
from dynid.dynamics.forces import inverse_dynamics
from dynid.loops.topology import Constraints, Tree
from dynid.loops.work import Work
from dynid.model.law_kernel import force_of
from dynid.simulation.gears import Loaded, Wound, tilted_gravity, wound_forces
from dynid.simulation.stages import LANES, close_states
from dynid.simulation.terms import Dry, Terms


class Mechanism(NamedTuple):
    """Everything that stays the same during a simulation, and the scratch arrays of the loop
    closure."""

    tree: Tree
    con: Constraints
    place: Ints
    scale: Array
    work: Work
    inertia: Array  # (nodes, 10)
    J: Array  # (coordinates, coordinates) of rotors and couplings
    terms: Terms
    dry: Dry
    loaded: Loaded
    wound: Wound
    tilt: Tree  # in the gravity that is added to the robot's
    tilted: Array  # (n,) 1.0 for joints that feel it


class States(NamedTuple):
    """P states and what the equations of motion are there; the arrays of `Lanes` hold n + 1 samples
    for each."""

    q: Array  # (P, n)
    qd: Array  # (P, n)
    M: Array  # (P, n, n)
    b: Array  # (P, n) all forces at qdd = 0: gravity, Coriolis, springs, friction that slips
    D: Array  # (P, n, n) of friction: db/dqd
    g: Array  # (P, k, n) dry friction acts along the velocities v = g qd, and v' = g qdd + gamma
    gamma: Array  # (P, k)
    v: Array  # (P, k)
    full: Array  # (P, coordinates) q of all coordinates
    R: Array  # (P, n, n) and h (P, n): the torque of the rigid bodies is L = R qdd + h
    h: Array
    load: Array  # (P, n) friction under load, which is no part of b
    E: Array  # (P, n, n) its derivative by qdd
    stiffness: Array  # (P, n) of hysteresis: db/dq
    start: Array  # (n,) q where the step starts
    speed: Array  # (n,) qd there
    z: Array  # (elements,) hysteresis there


class Lanes(NamedTuple):
    """Scratch arrays of `evaluate`."""

    rate: Array  # (P, coordinates) velocities
    bias: Array  # (P, coordinates) accelerations while those of the drives are zero
    before: Array  # (coordinates,) pose where the last step started
    none: Array  # (P, n) zeros
    still: Array  # (P, coordinates) zeros
    G: Array  # (coordinates, n, P)
    Gd: Array
    margin: Array  # (P,)
    q: Array  # (P (n + 1), coordinates) and so on: each state n + 1 times
    qd: Array
    qdd: Array
    tau: Array


def states_for(home: Array, n: int, k: int, elements: int) -> tuple[States, Lanes]:
    """Arrays for the states of a step, of n actuated coordinates, all now in the pose `home`, with
    k places of dry friction, and elements of hysteresis."""
    points, n_c, empty = LANES, len(home), np.empty
    N = points * (n + 1)
    states = States(
        q=empty((points, n)),
        qd=empty((points, n)),
        M=empty((points, n, n)),
        b=empty((points, n)),
        D=empty((points, n, n)),
        g=empty((points, k, n)),
        gamma=empty((points, k)),
        v=empty((points, k)),
        full=np.tile(home, (points, 1)),
        R=np.zeros((points, n, n)),
        h=np.zeros((points, n)),
        load=np.zeros((points, n)),
        E=np.zeros((points, n, n)),
        stiffness=np.zeros((points, n)),
        start=np.zeros(n),
        speed=np.zeros(n),
        z=np.zeros(elements),
    )
    lanes = Lanes(
        rate=np.zeros((points, n_c)),
        bias=np.zeros((points, n_c)),
        before=home.copy(),
        none=np.zeros((points, n)),
        still=np.zeros((points, n_c)),
        G=np.zeros((n_c, n, points)),
        Gd=np.zeros((n_c, n, 0)),
        margin=np.ones(points),
        q=empty((N, n_c)),
        qd=empty((N, n_c)),
        qdd=empty((N, n_c)),
        tau=empty((N, n_c)),
    )
    return states, lanes


@kernel
def evaluate(mech, lanes, states, home, mode, ahead):
    """Fill `states` for its q, qd; -1, or the state whose loops cannot be closed.

    home   a closed pose nearby, on the branch to be followed
    mode   (k,) of the dry friction: 1 or -1 slipping that way, 0 sticking (its force is then no
           part of b)
    ahead  see `close_states`
    """
    failed = close_states(mech, lanes, states, home, ahead)
    if failed >= 0:
        return failed
    _accelerate(states.full, lanes)
    inverse_dynamics(mech.tree, mech.inertia, lanes.q, lanes.qd, lanes.qdd, lanes.tau)
    if mech.loaded.row.shape[0]:
        _project(lanes.G, lanes.tau, states.R, states.h)
    _add_rotors(mech.J, lanes.qdd, lanes.tau)
    _project(lanes.G, lanes.tau, states.M, states.b)
    if mech.tilted.any():
        still = lanes.still
        inverse_dynamics(mech.tilt, mech.inertia, states.full, still, still, lanes.tau)
        tilted_gravity(mech.tilted, lanes.G, lanes.tau, states.b)
    _smooth_forces(mech.terms, lanes.G, states.full, lanes.rate, states.b, states.D)
    _dry_velocities(
        mech.dry.along, lanes.G, lanes.rate, lanes.bias, states.g, states.gamma, states.v
    )
    _slipping(mech.dry, states.full, mode, states.g, states.v, states.b, states.D)
    if mech.wound.row.shape[0]:
        wound_forces(mech.wound, mode, states)
    return -1


@inlined
def _accelerate(full, lanes):
    """The states as samples of Newton-Euler: with qdd_i = 0, and with each unit acceleration."""
    P, n_c = full.shape
    n = lanes.G.shape[1]
    for p in range(P):
        for k in range(n + 1):
            lane = p * (n + 1) + k
            for c in range(n_c):
                lanes.q[lane, c] = full[p, c]
                lanes.qd[lane, c] = lanes.rate[p, c]
                lanes.qdd[lane, c] = lanes.bias[p, c]
                if k > 0:
                    lanes.qdd[lane, c] += lanes.G[c, k - 1, p]


@kernel
def _add_rotors(J, qdd, tau):
    """tau += J qdd, on all coordinates."""
    for c in range(J.shape[0]):
        for d in range(J.shape[0]):
            if J[c, d] != 0.0:
                for k in range(tau.shape[0]):
                    tau[k, c] += J[c, d] * qdd[k, d]


@kernel
def _project(G, tau, M, b):
    """b = G' f and M = G' (f_k - f), f the forces on all coordinates. Most of G is zero: of a tree,
    all but the diagonal."""
    P, n = b.shape
    n_c = G.shape[0]
    for p in range(P):
        lane = p * (n + 1)
        for i in range(n):
            b[p, i] = 0.0
            for k in range(n):
                M[p, i, k] = 0.0
            for c in range(n_c):
                part = G[c, i, p]
                if part != 0.0:
                    b[p, i] += part * tau[lane, c]
                    for k in range(n):
                        M[p, i, k] += part * (tau[lane + 1 + k, c] - tau[lane, c])
        for i in range(n):
            for k in range(i):
                both = 0.5 * (M[p, i, k] + M[p, k, i])
                M[p, i, k] = both
                M[p, k, i] = both


@kernel
def _smooth_forces(terms, G, q, qd, b, D):
    """b += G' f,   D = G' (df/dqd) G."""
    P, n = b.shape
    on, of, law, value = terms.on, terms.of, terms.law, terms.value
    D[:] = 0.0
    G_on, G_of = np.empty(n), np.empty(n)
    for e in range(value.shape[0]):
        for p in range(P):
            x, v = 0.0, 0.0
            G_on[:] = 0.0
            G_of[:] = 0.0
            for c in range(on.shape[1]):
                if of[e, c] != 0.0:
                    x += of[e, c] * q[p, c]
                    v += of[e, c] * qd[p, c]
                    for i in range(n):
                        G_of[i] += of[e, c] * G[c, i, p]
                if on[e, c] != 0.0:
                    for i in range(n):
                        G_on[i] += on[e, c] * G[c, i, p]
            f, slope = force_of(law[e], x, v, 0)
            for i in range(n):
                if G_on[i] != 0.0:
                    b[p, i] += G_on[i] * value[e] * f
                    for j in range(n):
                        D[p, i, j] += G_on[i] * value[e] * slope * G_of[j]


@kernel
def _dry_velocities(along, G, qd, qdd, g, gamma, v):
    """g, gamma, v of every place of dry friction."""
    P, n = g.shape[0], g.shape[2]
    for k in range(along.shape[0]):
        for p in range(P):
            gamma[p, k] = 0.0
            v[p, k] = 0.0
            g[p, k] = 0.0
            for c in range(along.shape[1]):
                if along[k, c] != 0.0:
                    gamma[p, k] += along[k, c] * qdd[p, c]
                    v[p, k] += along[k, c] * qd[p, c]
                    for i in range(n):
                        g[p, k, i] += along[k, c] * G[c, i, p]


@kernel
def _slipping(dry, q, mode, g, v, b, D):
    """b += g' f,   D += g' (df/dv) g   of the dry friction that slips."""
    along, place, law, value = dry.along, dry.place, dry.law, dry.value
    P, n = b.shape
    for e in range(place.shape[0]):
        k = place[e]
        if mode[k] == 0:
            continue
        for p in range(P):
            x = 0.0
            for c in range(along.shape[1]):
                x += along[k, c] * q[p, c]
            f, slope = force_of(law[e], x, v[p, k], mode[k])
            for i in range(n):
                if g[p, k, i] != 0.0:
                    b[p, i] += g[p, k, i] * value[e] * f
                    for j in range(n):
                        D[p, i, j] += g[p, k, i] * value[e] * slope * g[p, k, j]
