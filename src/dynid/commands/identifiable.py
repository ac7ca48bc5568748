"""What the commands of a log can tell, before anything is fitted.

The derivatives of a rollout with the file's own values, and the noise of the positions, give the
deviation that each parameter would have, and which other one it would be mixed up with.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dynid.arrays import Array
from dynid.commands.free import DELAY, Free
from dynid.commands.intervals import inverse
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values, rollout
from dynid.commands.refine import derivatives, normal, started
from dynid.commands.regression import rigid_torque

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
class Judged:
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


def noise_of(log: CommandLog, first: int, last: int) -> Array:
    """Deviation (n,) of the noise of the positions, from their fourth differences, at least half
    of the encoder's step."""
    q = log.q[first:last]
    rough = np.diff(q, 4, axis=0)
    noise = 1.4826 * np.median(np.abs(rough), axis=0) / FOURTH
    return np.asarray(np.maximum(noise, LEAST_NOISE))


def judge(
    plant: Plant, log: CommandLog, values: Values, free: Free, first: int, last: int
) -> tuple[Judged, ...]:
    done = rollout(plant, log, values, first, last, started(plant, log, first))
    P, noise = len(free), noise_of(log, first, last)
    weight = 1.0 / (noise * np.sqrt(LASTING))
    A, _ = normal(derivatives(done, free), log.q[first:last] - done.q, weight, P)
    C = inverse(A)
    deviation = np.sqrt(np.maximum(np.diag(C), 0.0))[:P]
    alone = 1.0 / np.sqrt(np.maximum(np.diag(A), 1e-300))[:P]
    against = _measured_against(plant, log, values, free, first, last)
    found = []
    for k, name in enumerate(free.names):
        part = deviation[k] / against[k]
        word = IDENTIFIABLE if part <= WELL else WEAK if part <= HARDLY else NOT
        reason = ""
        if word != IDENTIFIABLE:
            reason = _reason(free, C[:P, :P], k, bool(alone[k] > WELL * against[k]))
        found.append(Judged(name, word, reason, float(deviation[k]), free.units[k]))
    return tuple(found)


def _measured_against(
    plant: Plant, log: CommandLog, values: Values, free: Free, first: int, last: int
) -> Array:
    """What a deviation is small or large against: the whole inertia, the whole damping, the torque
    of the drive, a sample of the log."""
    q = log.q[first:last]
    still = np.zeros_like(q[::50])
    rest = rigid_torque(plant, values, q[::50], still, still)
    inertia = np.empty(q.shape[1])
    for j in range(q.shape[1]):
        push = still.copy()
        push[:, j] = 1.0
        inertia[j] = (rigid_torque(plant, values, q[::50], still, push) - rest)[:, j].mean()
    pull = values.kp * np.sqrt(((log.qcmd[first:last] - q) ** 2).mean(axis=0))
    scale = {
        "armature": inertia + values.armature,
        "viscous": values.kd + values.viscous,
        "dry": pull,
        "bias": np.sqrt(((log.qcmd[first:last] - q) ** 2).mean(axis=0)),
        "kp": values.kp,
        "kd": values.kd + values.viscous,
    }
    return np.array(
        [
            log.step if kind == DELAY else max(float(scale[kind][j]), 1e-9)
            for kind, j in zip(free.kinds, free.joints)
        ]
    )


def _reason(free: Free, C: Array, k: int, faint: bool) -> str:
    own = np.sqrt(np.maximum(np.diag(C), 1e-300))
    together = np.abs(C[k]) / own / own[k]
    together[k] = 0.0
    other = int(np.argmax(together))
    if faint or together[other] < MIXED:
        return "it hardly moves the joints in this log: the motion is too slow or too small for it"
    kinds = frozenset((free.kinds[k], free.kinds[other]))
    why = _TOGETHER.get(kinds, "in this motion both do the same")
    return f"mixed up with {free.names[other]} ({100 * together[other]:.3g} %): {why}"
