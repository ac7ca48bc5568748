"""What the logs could not tell if it were wrong: mistakes that other parameters imitate."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dynid.arrays import Array
from dynid.data.quick import solve_normal
from dynid.doctor.bench import Bench
from dynid.doctor.bent import of_positions, of_torques
from dynid.errors import listing
from dynid.notes import Note

SEEN = 5.0  # deviations from which on a mistake is said
#: {kind: (size that must not go unseen, in words)}; gains as logarithms
WANTED = {
    "torque gain": (0.2, "the gain of the torque of {joints} alone (to 20 %)"),
    "gear ratio": (0.1, "the gear ratio of the encoder of {joints} (to 10 %)"),
    "position offset": (0.1, "the zero of {joints} (to 0.1 rad or m)"),
}


def untold(bench: Bench) -> Iterator[Note]:
    """A note about (kind, joints) each; nothing where the file has masses, which tell more."""
    if any(x.inertia is not None and np.any(x.inertia) for x in bench.model.robot.bodies):
        return
    yield Note("the gain of all torques (the robot's file has no masses)", about=("all torques",))
    Y = bench.rows()
    score = bench.score(Y)
    weight = np.where(bench.use, 1.0 / score.unit, 0.0)[:, :, None]
    W = (Y * weight).reshape(-1, Y.shape[2])
    left = Y @ score.theta - bench.tau
    hidden: dict[str, list[str]] = {kind: [] for kind in WANTED}
    for bend in (*of_torques(bench, Y), *of_positions(bench)):
        if bend.kind in WANTED:
            V = bend.columns(left, score.theta) * weight
            if SEEN * _deviation(W, V.reshape(-1), bench.correlated) > WANTED[bend.kind][0]:
                hidden[bend.kind].append(bend.joint)
    for kind, joints in hidden.items():
        if joints:
            text = WANTED[kind][1].format(joints=listing(joints, 8))
            yield Note(text, about=(kind, *joints))


def _deviation(W: Array, v: Array, c: float) -> float:
    """Of x in W theta + v x = tau, rows in units of the error: sqrt(c / |v - W W^+ v|^2), c for
    errors that are correlated in time."""
    own = v - W @ solve_normal(W.T @ W, W.T @ v)
    return float(np.sqrt(c / max(float(own @ own), 1e-300)))
