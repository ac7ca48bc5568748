"""How well the parameters are known, before and after the fit.

Before: the derivatives of a rollout with the file's own values, and the noise of the positions,
give the deviation that each parameter would have, and which other one it would be correlated with.

After, of output error, with the weighted derivatives J of all joints j and their residuals r,

    Cov = A^-1 (sum_j w_j^2 f_j J_j' J_j) A^-1,   A = sum_j w_j^2 J_j' J_j

in which f_j >= 1 counts residuals that are correlated in time (w_j = 1 / deviation of r_j). Where
they are, parts of the log may contradict each other by more than that: the scores of a dozen blocks
tell. Of the regression: the jackknife over blocks of the log. Values at a bound get a note.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.sim2real.free_parameters import DELAY, FreeParameters, Values
from dynid.sim2real.output_error import (
    InertiaPrior,
    RolloutError,
    compute_inflations,
    compute_weights,
    form_normal_equations,
    join_positions,
)
from dynid.sim2real.regression import CommandRows, regress
from dynid.sim2real.rollout import RolloutSegment, Slope
from dynid.sim2real.training import Training

IDENTIFIABLE, WEAK, NOT = "identifiable", "weak", "not"
#: expected deviation, as a part of what the parameter is measured against: up to here it is told
#: well, up to there weakly
WELL, HARDLY = 0.05, 0.5
LEAST_NOISE = 2e-4  # rad: whatever its encoder, no joint follows a model more closely
MIXED = 0.9  # correlation with another parameter that is worth naming
FOURTH = 70.0**0.5  # deviation of the fourth difference of white noise of deviation 1
#: the rollout's errors last, those of noise do not: about this many samples tell as one
LASTING = 25.0
BLOCKS = 12
COLOURED = 1.5  # mean inflation of residuals above which blocks are asked as well
RIDGE = 1e-12  # of the scaled normal matrix: what cannot be told has a huge deviation, not none
SIGNIFICANT = 2.0  # deviations
#: what drives a value beyond its bound, for people
_WHY = {
    "viscous": "the motor's Kd is smaller than given by that amount, friction falls with"
    " speed (Stribeck), or the delay is larger",
    "dry": "friction at low speed is smaller than proportional to the sign, or the file's bodies"
    " are too heavy",
    "armature": "the file's bodies are too heavy for the motion, or the motor acts"
    " before the logged command (time stamps)",
    "kd": "the motor damps less than the friction of the file",
    "kp": "the motor acts against its commands",
    DELAY: "the motor acts before the logged command: the log stamps commands late, or armature"
    " and damping replace the delay",
}


def invert_information(A: Array) -> Array:
    scale = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))
    value, V = np.linalg.eigh(A * scale * scale[:, None])
    return np.asarray((V / np.maximum(value, RIDGE)) @ V.T * scale * scale[:, None])


@dataclass(frozen=True)
class Identifiability:
    """Of one parameter: identifiable, weak, or not; why; and the expected deviation."""

    name: str
    word: str
    reason: str
    deviation: float
    unit: str


#: what two kinds have in common, for people
_TOGETHER = {
    frozenset(("delay", "viscous")): "a delay acts like negative damping, -Kp times the delay",
    frozenset(("delay", "armature")): "in slow motion a delay and an inertia both delay q",
    frozenset(("delay", "kd")): "a delay acts like a smaller Kd",
    frozenset(("viscous", "dry")): "the speed changes little except for its sign",
    frozenset(
        ("viscous", "kd")
    ): "both are a torque against the velocity: only their sum is identifiable",
    frozenset(("kp", "bias")): "the command hardly moves: Kp times the command is an offset",
    frozenset(("kp", "armature")): "only the ratio of stiffness and inertia is identifiable",
    frozenset(("kp", "kd")): "only their ratio is identifiable: the bodies hardly load the motor",
    frozenset(("dry", "bias")): "the joint moves mostly one way",
}


def estimate_noise(q: Array) -> Array:
    """Deviation (n,) of the noise of positions (N, n), from their fourth differences, at least
    half of the encoder's step."""
    noise = 1.4826 * np.median(np.abs(np.diff(q, 4, axis=0)), axis=0) / FOURTH
    return np.asarray(np.maximum(noise, LEAST_NOISE))


def judge_identifiability(training: Training) -> tuple[Identifiability, ...]:
    x, free, P = training.vector, training.free, len(training.free)
    done = training.simulate(x)
    weight = 1.0 / (estimate_noise(training.segments[0].q) * np.sqrt(LASTING))
    r = training.q - join_positions(done)
    A, _ = form_normal_equations(training.compute_slopes(done), r, weight, len(x))
    C = invert_information(A)
    deviation = np.sqrt(np.maximum(np.diag(C), 0.0))[:P]
    alone = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))[:P]
    against = _compute_reference_sizes(training.segments[0], training.values[0], free)
    found = []
    for k, name in enumerate(free.names):
        part = deviation[k] / against[k]
        word = IDENTIFIABLE if part <= WELL else WEAK if part <= HARDLY else NOT
        reason = ""
        if word != IDENTIFIABLE:
            reason = _describe_reason(free, C[:P, :P], k, bool(alone[k] > WELL * against[k]))
        found.append(Identifiability(name, word, reason, float(deviation[k]), free.known[k].unit))
    return tuple(found)


def _compute_reference_sizes(
    segment: RolloutSegment, values: Values, free: FreeParameters
) -> Array:
    """What a deviation is small or large against: the whole inertia, the whole damping, the torque
    of the drive, a sample of the log."""
    q, torque = segment.q[::50], segment.plant.compute_rigid_torque
    still, inertia = np.zeros_like(q), np.empty(q.shape[1])
    rest = torque(values, q, still, still)
    for j in range(q.shape[1]):
        push = still.copy()
        push[:, j] = 1.0
        inertia[j] = (torque(values, q, still, push) - rest)[:, j].mean()
    error = np.sqrt(((segment.qcmd - segment.q) ** 2).mean(axis=0))
    scale = {
        "armature": inertia + values.armature,
        "viscous": values.kd + values.viscous,
        "dry": values.kp * error,
        "bias": error,
        "kp": values.kp,
        "kd": values.kd + values.viscous,
        DELAY: np.full(len(error), segment.step),
    }
    joints = free.places % len(error)
    return np.array([max(float(scale[kind][j]), 1e-9) for kind, j in zip(free.kinds, joints)])


def _describe_reason(free: FreeParameters, C: Array, k: int, faint: bool) -> str:
    own = np.sqrt(np.maximum(np.diag(C), 1e-300))
    together = np.abs(C[k]) / own / own[k]
    together[k] = 0.0
    other = int(np.argmax(together))
    if faint or together[other] < MIXED:
        return "it hardly moves the joints in this log: the motion is too slow or too small for it"
    kinds = frozenset((free.kinds[k], free.kinds[other]))
    why = _TOGETHER.get(kinds, "in this motion both do the same")
    return f"correlated with {free.names[other]} ({100 * together[other]:.3g} %): {why}"


def compute_rollout_covariance(found: RolloutError, bounds: bool = True) -> tuple[Array, Array]:
    """The step (P,) that one more round would make, and Cov (P, P); parameters at their `bounds`
    are fixed, and have the deviation that they would have alone."""
    r, x, training = found.residual, found.x, found.training
    free, P, size = training.free, len(training.free), len(found.x)
    weight, f = compute_weights(r), compute_inflations(r)
    fixed = np.flatnonzero((x <= training.lower) & bounds)
    A, b = form_normal_equations(found.slopes, r, weight, size)
    middle, _ = form_normal_equations(found.slopes, r, weight * np.sqrt(f), size)
    prior = InertiaPrior.from_file(training.plant, free)
    d = f.mean() * prior.weight
    A[range(P), range(P)] += d
    b[:P] += d * (prior.p - x[:P])
    middle[range(P), range(P)] += f.mean() * d
    rest = np.setdiff1d(np.arange(size), fixed)
    G = np.zeros_like(A)
    G[np.ix_(rest, rest)] = invert_information(A[np.ix_(rest, rest)])
    G[fixed, fixed] = 1.0 / np.maximum(np.diag(A)[fixed], 1e-300)
    C = _sandwich(G, middle)
    if f.mean() > COLOURED:
        scatter = _compute_block_scatter(found.slopes, r * weight**2, size)
        C = _raise_deviations(C, _sandwich(G, scatter))
    return (G @ b)[:P], training.average_covariance(C)


def _sandwich(G: Array, middle: Array) -> Array:
    """G middle G', never negative on its diagonal, however large G is."""
    value, V = np.linalg.eigh(middle)
    half = G @ (V * np.sqrt(np.maximum(value, 0.0)))
    return np.asarray(half @ half.T)


def _compute_block_scatter(slopes: tuple[Slope, ...], pull: Array, size: int) -> Array:
    """K / (K - 1) sum_b s_b s_b' of the scores s_b = J_b' w^2 r_b of K blocks."""
    N, scores = len(pull), np.zeros((BLOCKS, size))
    block = np.arange(N) * BLOCKS // N
    for slope in slopes:
        each = np.einsum("tjp,tj->tp", slope.D, pull[slope.rows, slope.at])
        for b in range(BLOCKS):
            scores[b, slope.places] += each[block[slope.rows] == b].sum(axis=0)
    scores -= scores.mean(axis=0)
    return np.asarray(BLOCKS / (BLOCKS - 1) * scores.T @ scores)


def _raise_deviations(C: Array, other: Array) -> Array:
    """C with deviations at least as large as the other's, and its own correlations."""
    own, more = np.sqrt(np.diag(C)), np.sqrt(np.diag(other))
    factor = np.maximum(1.0, more / np.maximum(own, 1e-300))
    return C * factor * factor[:, None]


def compute_regression_covariance(rows: CommandRows, values: Values, free: FreeParameters) -> Array:
    """Cov (P, P) by leaving out one block after another: (K - 1) / K sum (x_b - mean)^2."""
    block = np.arange(len(rows.t)) * BLOCKS // len(rows.t)
    each = [regress(rows.drop_columns(block == b), values, free) for b in range(BLOCKS)]
    x = np.array([free.to_vector(values) for values in each])
    x -= x.mean(axis=0)
    return np.asarray((BLOCKS - 1) / BLOCKS * x.T @ x)


def find_bounds(found: RolloutError) -> list[tuple[int, float, float]]:
    """Of values at their bounds: the place, what the log requires beyond, and its deviation."""
    free = found.training.free
    x, lower = free.to_vector(found.training.average_values()), free.lower
    at_bound = np.flatnonzero(x <= lower + 1e-6 * np.isfinite(lower))
    if not len(at_bound):
        return []
    step, C = compute_rollout_covariance(found, bounds=False)
    return [(int(k), float(x[k] + step[k]), float(np.sqrt(C[k, k]))) for k in at_bound]


def note_bounds(found: RolloutError) -> tuple[str, ...]:
    """Of values at their bounds: what would be beyond them."""
    free, notes = found.training.free, list[str]()
    for k, beyond, deviation in find_bounds(found):
        p, note = free.known[k], f"{free.names[k]} is at its bound 0"
        if beyond < -SIGNIFICANT * deviation:
            note += (
                f"; the log requires {beyond:.3g} +- {deviation:.2g} {p.unit}, which"
                f" is impossible: {_WHY.get(p.part, 'an effect is missing in the model')}"
            )
        else:
            note += f", which cannot be distinguished from {max(beyond, 0.0):.2g} {p.unit}"
        notes.append(note)
    values = found.training.average_values()
    longest = found.training.plant.drive.longest
    if DELAY in free.names and values.delay > 0.97 * longest:
        notes.append(
            f"the delay is at the longest value searched, {longest:g} s; raise"
            " it (option longest), or check the time stamps of the commands"
        )
    return tuple(notes)
