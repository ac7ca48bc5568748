"""Compiled equations of motion at a few states: M qdd + b = tau, loops closed on the way.

The states of a step are the lanes of one block: b is Newton-Euler at the accelerations that the
loops ask for while those of the drives are zero, M comes from composite bodies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.compiling import inlined, kernel
from dynid.loops.topology import Constraints, Tree
from dynid.loops.work import Work
from dynid.model.law_kernel import force_of
from dynid.simulation.gears import Loaded, Wound, tilted_gravity, wound_forces
from dynid.simulation.mass import mass_matrix
from dynid.simulation.stages import LANES, close_states, inverse_dynamics
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
    """P states and what the equations of motion are there."""

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
    margin: Array  # (P,)
    tau: Array  # (P, coordinates)


def states_for(home: Array, n: int, k: int, elements: int) -> tuple[States, Lanes]:
    """Arrays for the states of a step, of n actuated coordinates, all now in the pose `home`, with
    k places of dry friction, and elements of hysteresis."""
    points, n_c, empty = LANES, len(home), np.empty
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
        margin=np.ones(points),
        tau=empty((points, n_c)),
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
    rigid, frame = mech.loaded.row.shape[0] > 0, mech.work.frame
    mass_matrix(mech.tree, mech.inertia, mech.J, frame, lanes.G, rigid, states.R, states.M)
    inverse_dynamics(mech.tree, mech.inertia, states.full, lanes.rate, lanes.bias, lanes.tau)
    if rigid:
        _project(lanes.G, lanes.tau, states.h)
    _add_rotors(mech.J, lanes.bias, lanes.tau)
    _project(lanes.G, lanes.tau, states.b)
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
def _add_rotors(J, qdd, tau):
    """tau += J qdd, on all coordinates."""
    for c in range(J.shape[0]):
        for d in range(J.shape[0]):
            if J[c, d] != 0.0:
                for p in range(tau.shape[0]):
                    tau[p, c] += J[c, d] * qdd[p, d]


@inlined
def _project(G, tau, b):
    """b = G' tau, of the forces on all coordinates."""
    for p in range(b.shape[0]):
        for i in range(b.shape[1]):
            b[p, i] = 0.0
            for c in range(G.shape[0]):
                b[p, i] += G[c, i, p] * tau[p, c]


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
