"""Two logs of one robot: what differs between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.added import Added, leaves
from dynid.doctor.bench import Bench, Movement
from dynid.doctor.findings import Finding
from dynid.doctor.tournament import CERTAIN, LEAST, LIKELY, SURE

WORDS = {
    "gain of all": "the torques of one are {factor:.3g} times those of the other",
    "torque gain": "the torque of {joint} in one is {factor:.3g} times that in the other",
    "payload": "the load of {joint} differs",
    "friction": "the friction of {joint} differs",
    "offset": "the torque of {joint} has another offset",
}


def between(benches: Sequence[Bench]) -> Iterator[Finding]:
    """The first log against each other one: a fit to both, with more columns for the other."""
    first = benches[0]
    for other in benches[1:]:
        yield from _pair(first, other)


def _pair(a: Bench, b: Bench) -> Iterator[Finding]:
    both, Y, late = _joined(a, b)
    score = both.score(Y)
    adds = list(_differences(both, Y, score.theta, late))
    best: tuple[float, Added, Array, float] | None = None
    for add in adds:
        full = both.score(np.concatenate([Y, add.columns], axis=2))
        gain, deviation = full.gain(score, both.floor)
        if gain > max(LEAST, SURE * deviation) and (best is None or gain > best[0]):
            left = float(full.left(score, both.floor).min())
            best = (gain, add, full.theta[-add.columns.shape[2] :], left)
    if best is None:
        return
    _, add, factors, left = best
    what = WORDS[add.kind].format(joint=add.joint, factor=1.0 + float(factors[0]))
    certainty = "certain" if left < CERTAIN else "likely" if left < LIKELY else "possible"
    names = f"{a.log.source} and {b.log.source}"
    yield Finding(
        f"logs differ: {add.kind}",
        certainty,
        add.joint or names,
        f"In {names} {what}: with that a fit to both leaves {100 * np.sqrt(left):.2g} % of what it"
        " left of one joint.",
        "Say which is right; identify them on their own, or with a payload for one of them.",
        None,
        "",
    )


def joined(benches: Sequence[Bench]) -> Bench:
    """One bench of all."""
    whole = benches[0]
    for other in benches[1:]:
        whole = _joined(whole, other)[0]
    return whole


def _joined(a: Bench, b: Bench) -> tuple[Bench, Array, Array]:
    """One bench of both, its rows, and which samples are of the second log."""

    def put(x: str) -> Array:
        return np.concatenate([getattr(a.move, x), getattr(b.move, x)])

    move = Movement(put("q"), put("qd"), put("qdd"), put("turns"))
    tau = np.concatenate([a.tau, b.tau])
    both = replace(
        a,
        t=np.concatenate([a.t, b.t]),
        move=move,
        tau=tau,
        use=np.concatenate([a.use, b.use]),
        block=np.concatenate([a.block, b.block]),
        torque_at=lambda _: tau,
        extra=None,
    )
    late = np.concatenate([np.zeros(len(a.t)), np.ones(len(b.t))])
    return both, both.rows(), late


def _differences(both: Bench, Y: Array, theta: Array, late: Array) -> Iterator[Added]:
    torque = Y @ theta

    def on(j: int, *columns: Array) -> Array:
        out = np.zeros((len(late), both.n, len(columns)))
        for k, column in enumerate(columns):
            out[:, j, k] = late * column
        return out

    yield Added("gain of all", "", (late[:, None] * torque)[:, :, None])
    move = both.move
    whole = both.model.regressor(move.q, move.qd, move.qdd)
    for j, name in enumerate(both.joints):
        yield Added("torque gain", name, on(j, torque[:, j]))
        yield Added("friction", name, on(j, move.qd[:, j], move.turns[:, j]))
        yield Added("offset", name, on(j, np.ones(len(late))))
    for name, columns in leaves(both):
        yield Added("payload", name, late[:, None, None] * whole[:, :, columns])
