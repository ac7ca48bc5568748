"""Permutation faults: columns that are negated or exchanged. An axis, a sign, two joints, the order
of all joints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

import numpy as np

from dynid.diagnostics.hypotheses import Candidate, Explanation, FaultRows, Stage
from dynid.diagnostics.quick_fit import QuickFit
from dynid.findings import Change

Indices = tuple[int, ...]
#: words with {} for the names of joints, which joints, and what changes: q and tau (whose sign),
#: q_order and tau_order
Cases = Iterator[tuple[str, Indices, dict[str, Indices]]]


@dataclass(frozen=True)
class Permutation(Candidate):
    """q <- q_sign q[:, q_order], tau <- tau_sign tau[:, tau_order]; n numbers each."""

    kind: str
    joint: str  # what is negated or exchanged, in words
    joints: tuple[str, ...]
    q_sign: Indices
    q_order: Indices
    tau_sign: Indices
    tau_order: Indices

    def repair(self, fit: QuickFit) -> QuickFit:
        q_sign, tau_sign = (np.array(x, dtype=float) for x in (self.q_sign, self.tau_sign))
        q_order, tau_order = list(self.q_order), list(self.tau_order)
        moved = replace(fit, move=fit.move.map(lambda x: q_sign * x[:, q_order]))
        return moved.map_torques(lambda tau: np.asarray(tau_sign * tau[:, tau_order]))

    def explain(self) -> Explanation:
        """For a machine: first the order of columns, then signs."""
        q, tau = (tuple(f"{kind}_{name}" for name in self.joints) for kind in ("q", "tau"))
        signs = [*zip(q, self.q_sign), *zip(tau, self.tau_sign)]
        negated = tuple(name for name, sign in signs if sign < 0)
        change = Change("negate", negated) if negated else None
        for names, order in ((tau, self.tau_order), (q, self.q_order)):
            if order != tuple(range(len(order))):
                change = Change("order", names, tuple(map(float, order)), change)
        repair = f"Expected: {self.joint}, or the same in the robot's file."
        return self.joint, repair, change


@dataclass(frozen=True)
class PermutationFault:
    """A hypothesis that columns are negated or exchanged; cases: which, of n joints."""

    kind: str
    cases: Callable[[int], Cases]
    negligible: float | None = None  # as of a ContinuousFault

    stage: ClassVar[Stage] = "doubted"
    benign: ClassVar[bool] = False
    by_masses: ClassVar[bool] = True

    def propose_trials(self, rows: FaultRows) -> Iterator[Permutation]:
        joints = rows.fit.joints
        every = tuple(range(len(joints)))
        for words, about, change in self.cases(len(joints)):
            names = " and ".join(joints[j] for j in about) if len(about) < 3 else "all joints"
            parts: list[Indices] = []
            for x in ("q", "tau"):
                parts.append(tuple(-1 if j in change.get(x, ()) else 1 for j in every))
                parts.append(change.get(f"{x}_order", every))
            yield Permutation(self.kind, words.format(names), joints, *parts)


def _list_one_or_all(n: int) -> Iterator[Indices]:
    yield from ((j,) for j in range(n))
    if n > 1:
        yield tuple(range(n))


def _list_swaps(n: int) -> Iterator[tuple[Indices, Indices]]:
    for i, j in combinations(range(n), 2):
        order = list(range(n))
        order[i], order[j] = j, i
        yield (i, j), tuple(order)


def _reverse_axes(n: int) -> Cases:
    for some in _list_one_or_all(n):
        yield "positions and torques of {} negated", some, {"q": some, "tau": some}


def _negate_positions(n: int) -> Cases:
    for some in _list_one_or_all(n):
        yield "positions of {} negated", some, {"q": some}


def _negate_torques(n: int) -> Cases:
    for j in range(n) if n > 1 else ():
        yield "torques of {} negated", (j,), {"tau": (j,)}


def _swap_joints(n: int) -> Cases:
    for pair, swap in _list_swaps(n):
        yield "{} exchanged", pair, {"q_order": swap, "tau_order": swap}


def _swap_columns(n: int) -> Cases:
    for pair, swap in _list_swaps(n):
        yield "torques of {} exchanged", pair, {"tau_order": swap}
        yield "positions of {} exchanged", pair, {"q_order": swap}


def _permute_columns(n: int) -> Cases:
    every = tuple(range(n))
    orders = {every[::-1]: "reversed"}
    orders |= {every[k:] + every[:k]: f"shifted by {k}" for k in (1, n - 1)}
    for order, how in orders.items() if n > 2 else ():
        yield f"the order of the joints {how}", (), {"q_order": order, "tau_order": order}


AXIS_REVERSED = PermutationFault("axis reversed", _reverse_axes, 0.0)
POSITION_SIGN = PermutationFault("position sign", _negate_positions, 0.0)
TORQUE_SIGN = PermutationFault("torque sign", _negate_torques)
JOINTS_EXCHANGED = PermutationFault("joints exchanged", _swap_joints)
COLUMNS_EXCHANGED = PermutationFault("columns exchanged", _swap_columns)
JOINT_ORDER = PermutationFault("joint order", _permute_columns)
