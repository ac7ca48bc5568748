"""Detectability: what the motion of logs can show, whatever the torques. Base parameters, the
torques of other motion, and mistakes that other parameters imitate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.data.quick_regressor import solve_normal
from dynid.diagnostics.continuous_faults import ContinuousFault
from dynid.diagnostics.hypotheses import FaultRows, list_hypotheses
from dynid.diagnostics.quick_fit import Movement, QuickFit, compute_rows
from dynid.diagnostics.scores import Score
from dynid.errors import join_names
from dynid.findings import Finding
from dynid.model.base_reduction import base_parameters
from dynid.model.model import Model
from dynid.notes import Note

# share of a parameter's torque that no other can imitate: below, it is weak, or not shown at all
WEAK, NOT = 0.03, 1e-4
STATES = 200
LITTLE = "little motion"  # the kind of the finding
MAJOR = 0.05  # of the largest torque: others are not judged
#: of a joint's torque: possible, likely. The random states move all joints at once: in motion like
#: the log's own the error is about half of this
UNSURE = (0.1, 0.3)
SEEN = 5.0  # deviations from which on a mistake is said


@dataclass(frozen=True)
class ParameterRating:
    """How well the motion of the logs shows a base parameter: "identifiable", "weak" or "not".

    own    share of its torque that no other parameter can imitate, 0 to 1
    """

    parameter: str
    shown: str
    own: float


def rate_parameters(model: Model, fits: Sequence[QuickFit]) -> tuple[ParameterRating, ...]:
    """Each base parameter: what is left of its column when all others explain it."""
    base = base_parameters(model)
    rows = []
    for fit in fits:
        Y = model.regressor(fit.move.q, fit.move.qd, fit.move.qdd)[:, :, base.independent]
        unit = np.maximum(np.sqrt(np.mean(fit.tau**2, axis=0)), 1e-300)
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
    return tuple(ParameterRating(*each) for each in zip(base.names, words, map(float, own)))


def check_motion(fit: QuickFit, score: Score) -> Iterator[Finding]:
    """Whether a fit to this log could know the torques of other motion, as fast and within the same
    range: its deviation there, by the leverage of random states."""
    if not fit.model.robot.is_tree:
        return
    rng = np.random.default_rng(0)
    move, K = fit.move, STATES
    q = rng.uniform(move.q.min(axis=0), move.q.max(axis=0), (K, fit.n))
    qd, qdd = (rng.normal(size=(K, fit.n)) * x.std(axis=0) for x in (move.qd, move.qdd))
    Y = compute_rows(fit.model, Movement(q, qd, qdd, np.sign(qd)))[:, :, fit.columns]
    W = (fit.compute_rows()[:, :, : Y.shape[2]] / score.unit[:, None])[fit.use]
    size = np.maximum(np.linalg.norm(W, axis=0), 1e-300)
    value, V = np.linalg.eigh((W / size).T @ (W / size))
    # deviation of a predicted torque: unit sqrt(c y (W'W)^-1 y'), c for errors correlated in time
    y = ((Y / score.unit[:, None]) / size) @ V
    h = np.sum(y**2 / np.maximum(value, 1e-12 * value[-1]), axis=2)
    rms = np.sqrt(np.mean(fit.tau**2, axis=0))
    share = score.unit * np.sqrt(fit.correlated * np.median(h, axis=0)) / np.maximum(rms, 1e-300)
    share = np.where(rms > MAJOR * rms.max(), share, 0.0)
    if np.isfinite(share).all() and share.max() > UNSURE[0]:
        j = int(np.argmax(share))
        how = f"to {100 * share[j]:.2g} % only" if share[j] < 1.0 else "hardly at all"
        yield Finding(
            LITTLE,
            "likely" if share[j] > UNSURE[1] else "possible",
            fit.joints[j],
            f"Torques of other motions in this range would be predicted {how}: the log is short,"
            " slow, or moves few joints together.",
            "Record a longer or richer motion (dynid design).",
        )


def find_undetectable(fit: QuickFit) -> Iterator[Note]:
    """A note about (kind, joints) of mistakes that a log could not show; nothing where the file has
    masses, which tell more."""
    if any(x.inertia is not None and np.any(x.inertia) for x in fit.model.robot.bodies):
        return
    yield Note("the gain of all torques (the robot's file has no masses)", about=("all torques",))
    rows = FaultRows(fit, fit.compute_rows())
    score = fit.score(rows.Y)
    weight = np.where(fit.use, 1.0 / score.unit, 0.0)[:, :, None]
    W = (rows.Y * weight).reshape(-1, rows.Y.shape[2])
    residual = rows.Y @ score.theta - fit.tau
    for hypothesis in list_hypotheses(fit.hypotheses):
        if (wanted := getattr(hypothesis, "undetected", None)) is None:
            continue
        hidden = []
        for fault in hypothesis.propose_trials(rows):
            assert isinstance(fault, ContinuousFault)
            v = (fault.compute_columns(residual, score.theta) * weight).reshape(-1)
            if SEEN * _compute_deviation(W, v, fit.correlated) > wanted[0]:
                hidden.append(fault.joint)
        if hidden:
            text = wanted[1].format(joints=join_names(hidden, 8))
            yield Note(text, about=(hypothesis.kind, *hidden))


def _compute_deviation(W: Array, v: Array, c: float) -> float:
    """Of x in W theta + v x = tau, rows in units of the error: sqrt(c / |v - W W^+ v|^2), c for
    errors that are correlated in time."""
    own = v - W @ solve_normal(W.T @ W, W.T @ v)
    return float(np.sqrt(c / max(float(own @ own), 1e-300)))
