"""What may be missing in the model, or change along the log, as more columns of a fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench

CHANGES = (
    0.15,
    0.25,
    0.35,
    0.45,
    0.5,
    0.55,
    0.65,
    0.75,
    0.85,
)  # of the log: a change may come here


@dataclass(frozen=True, eq=False)
class Added:
    """Columns (K, n, m) that explain more. Of a change: when, s, and the columns of all times."""

    kind: str
    joint: str
    columns: Array
    at: float | None = None
    always: Array | None = None

    def moved(self, t: Array, at: float) -> Added:
        """The same change at another time."""
        assert self.always is not None
        return replace(self, columns=self.always * (t > at)[:, None, None], at=at)


def _on(bench: Bench, j: int, *columns: Array) -> Array:
    out = np.zeros((len(bench.t), bench.n, len(columns)))
    for k, column in enumerate(columns):
        out[:, j, k] = column
    return out


def missing(bench: Bench) -> Iterator[Added]:
    """Effects that a robot may well have, and the model has not."""
    q, qd, qdd, turns = bench.move.q, bench.move.qd, bench.move.qdd, bench.move.turns
    for j, name in enumerate(bench.joints):
        x = q[:, j] - q[:, j].mean()
        yield Added("spring", name, _on(bench, j, x, np.sin(q[:, j]), np.cos(q[:, j]), x**2))
        v = qd[:, j]
        fast = max(float(np.abs(v).max()), 1e-9)
        slow = turns[:, j] * np.exp(-np.abs(v) / (0.1 * fast))
        yield Added("friction law", name, _on(bench, j, v * np.abs(v), slow))
        if j + 1 < bench.n:
            both = qd[:, j] + qd[:, j + 1]
            sign = np.tanh(both / (0.02 * max(float(np.abs(both).max()), 1e-9)))
            columns = [
                _on(bench, j, qdd[:, j + 1], qd[:, j + 1], turns[:, j + 1], sign),
                _on(bench, j + 1, qdd[:, j], qd[:, j], turns[:, j], sign),
            ]
            names = f"{name} and {bench.joints[j + 1]}"
            yield Added("coupling", names, np.concatenate(columns, axis=2))


def changing(bench: Bench) -> Iterator[Added]:
    """What drifts along the log, or changes at some time; gains are bends."""
    t = bench.t
    s = 2.0 * (t - t[0]) / (t[-1] - t[0]) - 1.0
    for j, name in enumerate(bench.joints):
        yield Added("sensor drift", name, _on(bench, j, s))
        rub = (s * bench.move.turns[:, j], s * bench.move.qd[:, j])
        yield Added("friction drift", name, _on(bench, j, *rub))
        for share in CHANGES:
            at = float(np.quantile(t, share))
            always = _on(bench, j, np.ones(len(t)))
            yield Added("sensor jump", name, always, at, always).moved(t, at)
    move = bench.move
    whole = bench.model.regressor(move.q, move.qd, move.qdd)
    ends = [(name, whole[:, :, columns]) for name, columns in leaves(bench)]
    for share in CHANGES:
        at = float(np.quantile(t, share))
        for name, own in ends:
            yield Added("payload", name, own, at, own).moved(t, at)


def leaves(bench: Bench) -> Iterator[tuple[str, list[int]]]:
    """The bodies that carry no other, and the columns of their ten parameters."""
    robot, names = bench.model.robot, bench.model.parameters
    parents = {body.parent for body in robot.bodies}
    ends = [body.name for body in robot.bodies if body.name not in parents and not body.massless]
    if robot.tool is not None and robot.tool.body not in ends:
        ends.append(robot.tool.body)
    for end in ends:
        columns = [k for k, name in enumerate(names) if name.split(".")[0] == end]
        if len(columns) == 10:
            yield end, columns
