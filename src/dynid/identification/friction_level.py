"""The braking torque of a joint at one speed: what its friction terms amount to together.

Dry, viscous and load-dependent friction and memory at reversals share one torque, and two logs
share it differently; results with other terms have no coefficient in common. Their sum at the speed
of the logs is one quantity in all of them. And what a model lacks of it, from part to part of the
motion.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array
from dynid.model.channels import HYSTERESIS
from dynid.model.effects import Along
from dynid.model.model import Model
from dynid.model.terms import LOAD, Law, Signals

# of a stroke, from reversal to reversal: what a model lacks over a whole one may cancel, as a
# spring's torque does, and does not in another motion
PARTS = 4
# of the variance of noise that is left in the mean over a part: where the filter leaves more, parts
# are too short to tell noise from what the model lacks, and the rest counts as that
MOST_NOISE = 0.5


def compute_braking_forces(model: Model, joint: str, speed: float, load: float) -> dict[str, float]:
    """{parameter: braking torque for 1 of it} of a joint that moves alone at this speed under this
    load, the mean of both directions; empty where nothing brakes it."""
    out: dict[str, float] = {}
    for placed in model.layout.terms:
        if not is_friction(placed.term.law):
            continue
        for act in placed.acts:
            gain, v = _factor(act.on, joint), speed * _factor(act.of, joint)
            if gain and v:
                f = [_force(placed.term.law, sign, v, load) for sign in (1.0, -1.0)]
                out[placed.name] = out.get(placed.name, 0.0) + gain * (f[0] - f[1]) / 2.0
    return out


def is_friction(law: Law) -> bool:
    """Whether it brakes: it reads the speed, or the way since the last reversal. Friction that
    changes with the position is left out: its mean over positions is not known here."""
    brakes = "qd" in law.reads or law.channel.startswith(HYSTERESIS)
    return brakes and not law.acceleration and "q" not in law.reads


def _factor(along: Along, joint: str) -> float:
    return sum(factor for name, factor in along if name == joint)


def _force(law: Law, sign: float, speed: float, load: float) -> float:
    """In steady motion: memories are wound up, temperature and drift are those of the middle."""
    wound = law.channel.startswith(HYSTERESIS)
    channels = {name: np.array([sign if wound else 0.0]) for name in law.channels}
    if law.load:
        channels[LOAD] = np.array([load])
    zero = np.zeros(1)
    return float(law.force(Signals(zero, np.array([sign * speed]), zero, channels))[0])


def compute_friction_errors(
    e: Array, v: Array, use: NDArray[np.bool_], inflation: float = 1.0
) -> Array:
    """RMS (joints,) of the braking torque that a model lacks in parts of its strokes, from
    residuals e and speeds v (rows, joints); nan where a joint stands.

    A stroke is the motion of a joint from one reversal to the next, cut into PARTS of equal way.
    The work of the residual in a part, divided by its way, is a braking torque b. White noise that
    passed the filter of the data leaves the part phi of its variance in b, and a braking torque all
    of its square:

    b_i = sum e v / way_i,    way_i = sum |v|,    phi = f sum_i (sum v^2 / way_i) / sum_i way_i
    m^2 (1 - phi) = sum_i (way_i b_i^2 - f sum e^2 v^2 / way_i) / sum_i way_i,    0 if negative

    inflation   f, of white noise by that filter
    """
    return np.array(
        [_compute_friction_error(e[:, j], v[:, j], use[:, j], inflation) for j in range(e.shape[1])]
    )


def _compute_friction_error(e: Array, v: Array, use: NDArray[np.bool_], inflation: float) -> float:
    work, way = np.where(use, e * v, 0.0), np.where(use, np.abs(v), 0.0)
    stroke = np.cumsum(np.diff(np.sign(v), prepend=np.sign(v[:1])) != 0)
    whole = np.bincount(stroke, way)
    if not whole.sum() > 0:
        return np.nan
    # from the start of the stroke to the middle of the sample
    gone = np.cumsum(way) - 0.5 * way - (np.cumsum(whole) - whole)[stroke]
    share = gone / np.where(whole > 0, whole, 1.0)[stroke]
    part = PARTS * stroke + np.clip(PARTS * share, 0, PARTS - 1).astype(int)
    works, noises, speeds, ways = (np.bincount(part, x) for x in (work, work**2, way**2, way))
    moved = ways > 0

    def average_parts(x: Any) -> float:
        return float(np.sum(x[moved] / ways[moved]) / whole.sum())

    lacking, noise, phi = average_parts(works**2), average_parts(noises), average_parts(speeds)
    f = min(inflation, MOST_NOISE / phi)
    return float(np.sqrt(max(lacking - f * noise, 0.0) / (1.0 - f * phi)))
