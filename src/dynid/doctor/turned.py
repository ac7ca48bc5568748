"""Repairs that turn or exchange columns: an axis, a sign, two joints, the order of all joints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench, Movement
from dynid.doctor.findings import Change


@dataclass(frozen=True)
class Turn:
    """q <- q_sign q[:, q_order], tau <- tau_sign tau[:, tau_order]; n numbers each."""

    kind: str
    said: str
    q_sign: tuple[int, ...]
    q_order: tuple[int, ...]
    tau_sign: tuple[int, ...]
    tau_order: tuple[int, ...]

    def moved(self, move: Movement) -> Movement:
        sign, order = np.array(self.q_sign, dtype=float), list(self.q_order)
        return move.mapped(lambda x: sign * x[:, order])

    def pushed(self, tau: Array) -> Array:
        return np.asarray(np.array(self.tau_sign, dtype=float) * tau[:, list(self.tau_order)])

    def done(self, bench: Bench) -> Bench:
        """The bench of the repaired log."""
        return bench.repaired(
            self.moved(bench.move),
            self.pushed(bench.tau),
            lambda delay: self.pushed(bench.torque_at(delay)),
        )

    def change(self, joints: tuple[str, ...]) -> Change | None:
        """For a machine: first the order of columns, then signs."""
        found: list[Change] = []
        n = range(len(joints))
        for kind, order in (("q", self.q_order), ("tau", self.tau_order)):
            if order != tuple(n):
                names = tuple(f"{kind}_{joints[j]}" for j in n)
                found.append(Change("order", names, tuple(map(float, order))))
        negated = [f"q_{joints[j]}" for j in n if self.q_sign[j] < 0]
        negated += [f"tau_{joints[j]}" for j in n if self.tau_sign[j] < 0]
        if negated:
            found.append(Change("negate", tuple(negated)))
        done: Change | None = None
        for each in reversed(found):
            done = replace(each, then=done)
        return done


def turn(
    kind: str,
    said: str,
    n: int,
    q: tuple[int, ...] = (),
    tau: tuple[int, ...] = (),
    q_order: tuple[int, ...] | None = None,
    tau_order: tuple[int, ...] | None = None,
) -> Turn:
    """q, tau: the joints whose sign turns; orders: None leaves them as they are."""
    every = tuple(range(n))
    return Turn(
        kind,
        said,
        tuple(-1 if j in q else 1 for j in every),
        every if q_order is None else q_order,
        tuple(-1 if j in tau else 1 for j in every),
        every if tau_order is None else tau_order,
    )


def turns(joints: tuple[str, ...]) -> Iterator[Turn]:
    """All that are tried one by one."""
    n = len(joints)
    every = tuple(range(n))
    for j, name in enumerate(joints):
        yield turn("axis reversed", f"positions and torques of {name} negated", n, (j,), (j,))
        yield turn("position sign", f"positions of {name} negated", n, q=(j,))
        if n > 1:
            yield turn("torque sign", f"torques of {name} negated", n, tau=(j,))
    if n > 1:
        yield turn("axis reversed", "positions and torques of all joints negated", n, every, every)
        yield turn("position sign", "positions of all joints negated", n, q=every)
    for i, j in combinations(every, 2):
        order = list(every)
        order[i], order[j] = j, i
        swap, names = tuple(order), f"{joints[i]} and {joints[j]}"
        yield turn("joints exchanged", f"{names} exchanged", n, q_order=swap, tau_order=swap)
        yield turn("columns exchanged", f"torques of {names} exchanged", n, tau_order=swap)
        yield turn("columns exchanged", f"positions of {names} exchanged", n, q_order=swap)
    if n > 2:
        orders = {every[::-1]: "reversed"}
        orders |= {every[k:] + every[:k]: f"shifted by {k}" for k in (1, n - 1)}
        for order_, how in orders.items():
            yield turn("joint order", f"the order of the joints {how}", n, (), (), order_, order_)
