"""What the commands of a log can tell, before anything is fitted.

The derivatives of a rollout with the file's own values, and the noise of the positions, give the
deviation that each parameter would have, and which other one it would be mixed up with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.sim2real.free_parameters import DELAY, FreeParameters, Values
from dynid.sim2real.output_error import normal_equations
from dynid.sim2real.rollout import Segment
from dynid.sim2real.uncertainty import inverse

IDENTIFIABLE, WEAK, NOT = "identifiable", "weak", "not"
#: expected deviation, as a part of what the parameter is measured against: up to here it is told
#: well, up to there weakly
WELL, HARDLY = 0.05, 0.5
LEAST_NOISE = 2e-4  # rad: whatever its encoder, no joint follows a model more closely
MIXED = 0.9  # correlation with another parameter that is worth naming
FOURTH = 70.0**0.5  # deviation of the fourth difference of white noise of deviation 1
#: the rollout's errors last, those of noise do not: about this many samples tell as one
LASTING = 25.0


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
    frozenset(("delay", "armature")): "in slow motion a delay and an inertia both make q late",
    frozenset(("delay", "kd")): "a delay acts like a smaller Kd",
    frozenset(("viscous", "dry")): "the speed hardly changes but for its sign",
    frozenset(("viscous", "kd")): "both are a torque against the velocity: only their sum is told",
    frozenset(("kp", "bias")): "the command hardly leaves one place: Kp times it is an offset",
    frozenset(("kp", "armature")): "only the ratio of stiffness and inertia is told",
    frozenset(("kp", "kd")): "only their ratio is told: the bodies hardly load the drive",
    frozenset(("dry", "bias")): "the joint moves mostly one way",
}


def estimate_noise(q: Array) -> Array:
    """Deviation (n,) of the noise of positions (N, n), from their fourth differences, at least
    half of the encoder's step."""
    noise = 1.4826 * np.median(np.abs(np.diff(q, 4, axis=0)), axis=0) / FOURTH
    return np.asarray(np.maximum(noise, LEAST_NOISE))


def judge_identifiability(
    segment: Segment, values: Values, free: FreeParameters
) -> tuple[Identifiability, ...]:
    done, P = segment.rollout(values), len(free)
    weight = 1.0 / (estimate_noise(segment.q) * np.sqrt(LASTING))
    A, _ = normal_equations(done.slopes(free), segment.q - done.q, weight, P)
    C = inverse(A)
    deviation = np.sqrt(np.maximum(np.diag(C), 0.0))[:P]
    alone = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))[:P]
    against = _measured_against(segment, values, free)
    found = []
    for k, name in enumerate(free.names):
        part = deviation[k] / against[k]
        word = IDENTIFIABLE if part <= WELL else WEAK if part <= HARDLY else NOT
        reason = ""
        if word != IDENTIFIABLE:
            reason = _reason(free, C[:P, :P], k, bool(alone[k] > WELL * against[k]))
        found.append(Identifiability(name, word, reason, float(deviation[k]), free.units[k]))
    return tuple(found)


def _measured_against(segment: Segment, values: Values, free: FreeParameters) -> Array:
    """What a deviation is small or large against: the whole inertia, the whole damping, the torque
    of the drive, a sample of the log."""
    q, torque = segment.q[::50], segment.plant.rigid_torque
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
    joints = free.places % free.joints
    return np.array([max(float(scale[kind][j]), 1e-9) for kind, j in zip(free.kinds, joints)])


def _reason(free: FreeParameters, C: Array, k: int, faint: bool) -> str:
    own = np.sqrt(np.maximum(np.diag(C), 1e-300))
    together = np.abs(C[k]) / own / own[k]
    together[k] = 0.0
    other = int(np.argmax(together))
    if faint or together[other] < MIXED:
        return "it hardly moves the joints in this log: the motion is too slow or too small for it"
    kinds = frozenset((free.kinds[k], free.kinds[other]))
    why = _TOGETHER.get(kinds, "in this motion both do the same")
    return f"mixed up with {free.names[other]} ({100 * together[other]:.3g} %): {why}"
