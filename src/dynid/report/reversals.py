"""Where a motion turns back, and the samples around these places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array, Flags, Ints

WAY = 1.2  # of what is looked at: on a shorter way, the next turn would be seen as well
BINS = 24


@dataclass(frozen=True, eq=False)
class Reversals:
    """Samples near turns of a motion.

    at          their places
    way         (k,) the direction, -1 or 1, of the motion after the turn
    after       (k,) whether they come after it
    distance    (k,) from the turn
    """

    at: Ints
    way: Array
    after: Flags
    distance: Array

    def average(self, y: Array) -> tuple[Array, Array]:
        """y (k,) over the distance, on the way to the turn and then away from it."""
        # closer bins where a gear winds up
        edges = self.distance.max(initial=0.0) * np.linspace(0.0, 1.0, BINS + 1) ** 2
        out: list[tuple[float, float]] = []
        for after in (False, True):
            x, of = self.distance[self.after == after], y[self.after == after]
            bins = np.clip(np.searchsorted(edges, x, side="right") - 1, 0, BINS - 1)
            filled = np.unique(bins)
            points = [(float(x[bins == b].mean()), float(of[bins == b].mean())) for b in filled]
            out += points if after else points[::-1]
        return np.array([x for x, _ in out]), np.array([f for _, f in out])


def find_reversals(q: Array, v: Array, starts: Flags, near: float) -> Reversals:
    """The samples no further than `near` from a turn, between two ways that are long enough."""
    way = np.sign(v)
    begins = np.flatnonzero(starts | (np.diff(way, prepend=way[:1]) != 0))
    stops = np.append(begins[1:], len(q))
    far = np.array([np.ptp(q[a:b]) for a, b in zip(begins, stops)]) >= WAY * near
    found: list[tuple[Ints, float, bool, Array]] = []
    for k in range(1, len(begins)):
        a, turn, b = begins[k - 1], begins[k], stops[k]
        if starts[turn] or not (far[k - 1] and far[k]) or way[turn] * way[turn - 1] >= 0:
            continue
        for first, last, after in ((a, turn, False), (turn, b, True)):
            distance = np.abs(q[first:last] - q[turn])
            at = np.flatnonzero(distance <= near)
            found.append((at + first, float(way[turn]), after, distance[at]))
    if not found:
        none = np.zeros(0)
        return Reversals(none.astype(np.int64), none, none.astype(bool), none)
    counts = [len(at) for at, *_ in found]
    return Reversals(
        np.concatenate([at for at, *_ in found]),
        np.repeat([s for _, s, *_ in found], counts),
        np.repeat([after for *_, after, _ in found], counts),
        np.concatenate([distance for *_, distance in found]),
    )
