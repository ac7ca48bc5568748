"""Before a fit: which base parameters the motion can show, whatever the torques."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from dynid.doctor.bench import Bench, Movement, whole_rows
from dynid.doctor.findings import Finding, Shown
from dynid.doctor.sheet import Score
from dynid.model.base import base_parameters
from dynid.model.model import Model

# share of a parameter's torque that no other can imitate: below, it is weak, or not shown at all
WEAK, NOT = 0.03, 1e-4
STATES = 200
LITTLE = "little motion"  # the kind of the finding
MAJOR = 0.05  # of the largest torque: others are not judged
#: of a joint's torque: possible, likely. The random states move all joints at once: in motion like
#: the log's own the error is about half of this
UNSURE = (0.1, 0.3)


def little_motion(bench: Bench, score: Score) -> Iterator[Finding]:
    """Whether a fit to this log could know the torques of other motion, as fast and within the same
    range: its deviation there, by the leverage of random states."""
    if not bench.model.robot.is_tree:
        return
    rng = np.random.default_rng(0)
    move, K = bench.move, STATES
    q = rng.uniform(move.q.min(axis=0), move.q.max(axis=0), (K, bench.n))
    qd, qdd = (rng.normal(size=(K, bench.n)) * x.std(axis=0) for x in (move.qd, move.qdd))
    Y = whole_rows(bench.model, Movement(q, qd, qdd, np.sign(qd)))[:, :, bench.columns]
    P = Y.shape[2]
    W = (bench.rows()[:, :, :P] / score.unit[:, None])[bench.use]
    size = np.maximum(np.linalg.norm(W, axis=0), 1e-300)
    value, V = np.linalg.eigh((W / size).T @ (W / size))
    # deviation of a predicted torque: unit sqrt(c y (W'W)^-1 y'), c for errors correlated in time
    y = ((Y / score.unit[:, None]) / size) @ V
    h = np.sum(y**2 / np.maximum(value, 1e-12 * value[-1]), axis=2)
    rms = np.sqrt(np.mean(bench.tau**2, axis=0))
    share = score.unit * np.sqrt(bench.correlated * np.median(h, axis=0)) / np.maximum(rms, 1e-300)
    share = np.where(rms > MAJOR * rms.max(), share, 0.0)
    if np.isfinite(share).all() and share.max() > UNSURE[0]:
        j = int(np.argmax(share))
        how = f"to {100 * share[j]:.2g} % only" if share[j] < 1.0 else "hardly at all"
        yield Finding(
            LITTLE,
            "likely" if share[j] > UNSURE[1] else "possible",
            bench.joints[j],
            f"The torque of other motion in the same range would be known {how}: the log is short,"
            " slow, or moves few joints together.",
            "Record a longer or richer motion (dynid design).",
            None,
            bench.log.source,
        )


def identifiable(model: Model, benches: Sequence[Bench]) -> tuple[Shown, ...]:
    """Each base parameter: what is left of its column when all others explain it."""
    base = base_parameters(model)
    rows = []
    for bench in benches:
        move = bench.move
        Y = model.regressor(move.q, move.qd, move.qdd)[:, :, base.independent]
        unit = np.maximum(np.sqrt(np.mean(bench.tau**2, axis=0)), 1e-300)
        rows.append((Y / unit[:, None]).reshape(-1, len(base)))
    W = np.concatenate(rows)
    size = np.linalg.norm(W, axis=0)
    moved = size > 1e-9 * size.max()
    R = np.linalg.qr(W / np.where(moved, size, 1.0))[1]
    # own_k = 1 / |row k of R^-1|: the part of column k that is perpendicular to all others
    _, s, Vt = np.linalg.svd(R)
    inverse = (Vt.T / np.maximum(s, 1e-12 * s[0])) @ Vt
    own = np.where(moved, 1.0 / np.maximum(np.linalg.norm(inverse, axis=1), 1e-300), 0.0)
    words = ["not" if x < NOT else "weak" if x < WEAK else "identifiable" for x in own]
    return tuple(Shown(*each) for each in zip(base.names, words, map(float, own)))
