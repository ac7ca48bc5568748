"""What gears do in a simulation: friction that grows with the load, hysteresis, gravity that is not
straight down.

Friction under load reads the acceleration that it changes, f = F(q, qd) |L|^a with the torque of
the rigid bodies L = R qdd + h: solved by Newton with E = df/dqdd. Hysteresis z (see `channels`) is
known along a step that does not turn, z = s + (z0 - s) exp(-s (q - q0) / length), and LuGre's
bristles (see `lugre`) are followed from stage to stage, so that a joint
that has it is a place of dry friction (of any force, also none), where steps end as it turns.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynid.arrays import Array, Ints
from dynid.compiling import kernel
from dynid.errors import InputError
from dynid.model.channels import GRAVITY, HYSTERESIS
from dynid.model.law_kernel import NUMBERS, force_of, numbers_of
from dynid.model.lugre import FURTHEST, Bristles, bent, bristles_of, level
from dynid.model.terms import LOAD, Law


class Loaded(NamedTuple):
    """Entry e: value law(q, v) |L|^power on the actuated joint `row`; part of the dry friction of
    `place`, or (-1) smooth."""

    row: Ints
    place: Ints
    law: Array
    value: Array
    power: Array


class Wound(NamedTuple):
    """Entry e: value law(q, v) z on the actuated joint `row`, which turns where `place` does. With
    bristles (extra, vs, see `lugre`) it is LuGre's w, or the rest 1 - sign(v) w / G of its rate."""

    row: Ints
    place: Ints
    law: Array
    value: Array
    length: Array
    extra: Array
    vs: Array
    rate: Array


class Gears:
    """Collects the terms that read channels, one after another."""

    def __init__(self, joints: int) -> None:
        self.loads: list[tuple[int, int, Array, float, float]] = []
        self.windings: list[tuple[int, int, Array, float, Bristles]] = []
        self.tilt, self.tilted = np.zeros(3), np.zeros(joints)

    def add(self, law: Law, row: int, place: int, value: float) -> None:
        if law.channels == (LOAD,) and not law.channel:
            self.loads.append((row, place, numbers_of(law), value, law.load))
        elif (wound := _winding(law.channel)) is not None and not law.load:
            self.windings.append((row, place, numbers_of(law), value, wound))
        elif law == Law(channel=law.channel) and law.channel in GRAVITY:
            self.tilt[GRAVITY[law.channel]] = value
            self.tilted[row] = 1.0
        else:
            raise InputError(
                f"a law of the model reads {' and '.join(law.channels)}, which a simulation does"
                " not know; it knows the load, hysteresis and gravity, each as a factor alone."
            )

    @property
    def loaded(self) -> Loaded:
        return Loaded(*_columns(self.loads))

    @property
    def wound(self) -> Wound:
        shapes = np.array([each[4] for each in self.windings], dtype=float).reshape(-1, 4)
        entries = [(*each[:4], each[4].length) for each in self.windings]
        return Wound(*_columns(entries), *np.ascontiguousarray(shapes.T[1:]))


def _columns(
    entries: list[tuple[int, int, Array, float, float]],
) -> tuple[Ints, Ints, Array, Array, Array]:
    row, place, law, value, constant = zip(*entries) if entries else ((),) * 5
    return (
        np.array(row, dtype=np.int64),
        np.array(place, dtype=np.int64),
        np.array(law, dtype=float).reshape(len(entries), NUMBERS),
        np.array(value, dtype=float),
        np.array(constant, dtype=float),
    )


def _winding(channel: str) -> Bristles | None:
    """How a channel winds up: Dahl's are bristles whose level is always 1."""
    if channel.startswith(HYSTERESIS):
        return Bristles(float(channel.removeprefix(HYSTERESIS)), 0.0, 1.0, 0.0)
    return bristles_of(channel)


def turns_with(law: Law) -> bool:
    """Whether a joint with this law has to be followed turn by turn."""
    return law.dry or _winding(law.channel) is not None


@kernel
def wind(wound, states, q, qd):
    """states.z, after the joints have moved without a turn from q, qd through states.q with the
    velocities states.qd."""
    last = states.q.shape[0] - 1
    for e in range(wound.row.shape[0]):
        i, z = wound.row[e], states.z[e]
        moved = states.q[last, i] - q[i]
        s = np.sign(moved)
        if wound.extra[e] > 0.0 and s != 0.0:
            at, before = q[i], level(qd[i], wound.extra[e], wound.vs[e])
            for p in range(last + 1):
                G = level(states.qd[p, i], wound.extra[e], wound.vs[e])
                z = bent(z, s, s * (states.q[p, i] - at), wound.length[e], before, G)
                at, before = states.q[p, i], G
            states.z[e] = z
        else:
            states.z[e] = s + (z - s) * np.exp(-abs(moved) / wound.length[e])


@kernel
def wound_forces(wound, mode, states):
    """b += f,   D += df/dqd   and the stiffness df/dq of hysteresis."""
    states.stiffness[:] = 0.0
    for e in range(wound.row.shape[0]):
        i, way = wound.row[e], float(mode[wound.place[e]])
        w, before = states.z[e], level(states.speed[i], wound.extra[e], wound.vs[e])
        at = states.start[i]
        for p in range(states.q.shape[0]):
            q, v = states.q[p, i], states.qd[p, i]
            z, rise, G, faster = states.z[e], 0.0, 1.0, 0.0
            if wound.extra[e] > 0.0 or wound.rate[e] > 0.0:
                G = level(v, wound.extra[e], wound.vs[e])
                if way != 0.0 and (q != states.start[i] or v != states.speed[i]):
                    moved = way * (q - at)
                    w = bent(w, way, moved, wound.length[e], before, G)
                    z, at, before = w, q, G
                    fall = np.exp(-max(moved / (wound.length[e] * G), 0.0))
                    faster = -2.0 * v / wound.vs[e] ** 2 * (G - 1.0) * way * (1.0 - fall)
                rise = (1.0 - way * z / G) / wound.length[e] if way != 0.0 else 0.0
            elif way != 0.0:
                moved = way * (q - at) / wound.length[e]
                z = way + (z - way) * np.exp(-max(moved, FURTHEST))
                rise = (1.0 - way * z) / wound.length[e]
            f, slope = force_of(wound.law[e], q, v, np.int64(0))
            if wound.rate[e] > 0.0:
                z, rise, faster = 1.0 - way * z / G, -way / G * rise, 0.0
            states.b[p, i] += wound.value[e] * f * z
            states.D[p, i, i] += wound.value[e] * (slope * z + f * faster)
            states.stiffness[p, i] += wound.value[e] * f * rise


@kernel
def load_forces(loaded, states, p, mode, qdd):
    """states.load = f and states.E = df/dqdd of the friction under load, at the accelerations qdd;
    D += df/dqd."""
    states.load[p] = 0.0
    states.E[p] = 0.0
    for e in range(loaded.row.shape[0]):
        i, k = loaded.row[e], loaded.place[e]
        way = mode[k] if k >= 0 else np.int64(0)
        if k >= 0 and way == 0:
            continue
        L = states.h[p, i]
        for j in range(qdd.shape[0]):
            L += states.R[p, i, j] * qdd[j]
        a = loaded.power[e]
        size, rise = abs(L) ** a, 0.0
        if L != 0.0:
            rise = a * abs(L) ** (a - 1.0) * np.sign(L)
        f, slope = force_of(loaded.law[e], states.q[p, i], states.qd[p, i], way)
        states.load[p, i] += loaded.value[e] * f * size
        states.D[p, i, i] += loaded.value[e] * slope * size
        for j in range(qdd.shape[0]):
            states.E[p, i, j] += loaded.value[e] * f * rise * states.R[p, i, j]


@kernel
def tilted_gravity(tilted, G, tau, b):
    """b += G' f of the joints that feel it, f the forces of further gravity on all coordinates."""
    P, n = b.shape
    for p in range(P):
        for i in range(n):
            for c in range(G.shape[0]):
                b[p, i] += tilted[i] * G[c, i, p] * tau[p, c]
