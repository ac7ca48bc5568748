"""Servos: motors whose voltage is limited, and gears that rub more under load.

The firmware of a servo makes a voltage of its position error, at most that of the supply, and the
speed of the motor makes one against it: the torque of the error is limited, and the damping is not,

    tau = clip(Kp (qcmd(t - delay) - q), limit) - Fv qd,     |f| <= Fc + load |clip(...)|

Each is tried where nobody said it, and kept where it predicts a part of the training log better
that no fit has seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import numpy as np

from dynid.arrays import Array, Flags
from dynid.sim2real.output_error import LEAST, ROUGHLY, refine
from dynid.sim2real.training import Training
from dynid.sim2real.uncertainty import estimate_noise

#: starts: Kp as a multiple of what was found without a limit, and the limit as a part of the
#: largest torque with the latter; then both near the best
STARTS = tuple(product((1.0, 2.5, 6.0, 15.0), (0.2, 0.4, 0.7, 1.0)))
NEAR = tuple(product((0.6, 1.0, 1.6), (0.6, 1.0, 1.6)))
LOAD = 0.1
FAR = 8  # tries of a round from there
NOISY = 1.5  # times the noise of the positions: nothing is missing where errors are smaller
BOTH, ONLY_LOAD = "a limited voltage and friction that grows with the load", "load friction"


def try_servos(training: Training, middle: float) -> tuple[Training | None, str]:
    """What is estimated with a limit, with friction that grows with the load, or with both, and a
    start for it, None: as it is; and a note. Fits to the first part of every run, up to `middle`,
    predict the rest."""
    first, rest = training.select_part(0.0, middle), training.select_part(middle, 1.0)

    def predict(fitted: Training) -> float:
        return replace(rest, values=fitted.values).compute_error()

    before, noise = predict(first), estimate_noise(training.q)
    if before < NOISY * float(np.sqrt((noise**2).mean())):
        return None, ""
    plain = refine(first, ROUGHLY).training
    before = min(before, predict(plain))
    tried = []
    for name, start in _list_starts(plain):
        if start.compute_residual() is not None:
            found = _drop_idle_limits(refine(start, ROUGHLY, tries=FAR).training)
            tried.append((predict(found), name, found))
    error, name, found = min(tried, key=lambda each: each[0], default=(np.inf, "", plain))
    note = (
        f"on a part of the training log that no fit has seen, {name} gives {1e3 * error:.3g} mrad,"
        f" neither {1e3 * before:.3g}"
    )
    if not error < LEAST * before:
        return None, ""
    return replace(training, values=found.values, free=found.free), note


def _list_starts(plain: Training) -> Iterable[tuple[str, Training]]:
    joints = plain.plant.joints
    loads = [f"{joint}.load" for joint in joints]
    free, some = plain.free.add_parameters(loads), np.full(len(joints), LOAD)
    values = tuple(replace(v, load=some) for v in plain.values)
    yield ONLY_LOAD, replace(plain, values=values, free=free)
    open_ended = ~np.isfinite(plain.plant.limit)
    if open_ended.any():
        yield (
            BOTH,
            _find_limits(
                _move_damping_outside(replace(plain, values=values, free=free)), open_ended
            ),
        )


def _move_damping_outside(training: Training) -> Training:
    """With damping that no limit cuts, where Kd and viscous friction are one number."""
    free, joints = training.free, training.plant.joints
    one = np.array([f"{j}.kd" in free.names and f"{j}.viscous" not in free.names for j in joints])
    named = [joint for joint, summed in zip(joints, one) if summed]
    free = free.drop_parameters({f"{joint}.kd" for joint in named})
    free = free.add_parameters([f"{joint}.viscous" for joint in named])
    values = tuple(
        replace(v, kd=np.where(one, 0.0, v.kd), viscous=np.where(one, v.viscous + v.kd, v.viscous))
        for v in training.values
    )
    return replace(training, values=values, free=free)


def _find_limits(training: Training, open_ended: Flags) -> Training:
    """With limits, and gains where they are estimated, of those tried that roll out best, joint by
    joint."""
    joints, free = training.plant.joints, training.free
    loose = np.array([f"{joint}.kp" in free.names for joint in joints])
    e = np.concatenate([segment.qcmd - segment.q for segment in training.segments])
    kp, limit = training.values[0].kp, training.plant.limit
    most = np.where(open_ended, np.abs(kp * e).max(axis=0), limit)
    for factors in (STARTS, NEAR, NEAR):
        tried = []
        for stiffer, part in factors:
            own = kp * np.where(loose, stiffer, 1.0), most * np.where(open_ended, part, 1.0)
            r = _set_limits(training, *own).compute_residual()
            if r is not None:
                tried.append(((r**2).mean(axis=0), *own))
        if not tried:
            return training
        best = np.argmin([each[0] for each in tried], axis=0), np.arange(len(joints))
        kp, most = (np.array([each[k] for each in tried])[best] for k in (1, 2))
    names = [f"{joint}.limit" for joint, without in zip(joints, open_ended) if without]
    return replace(_set_limits(training, kp, most), free=free.add_parameters(names))


def _set_limits(training: Training, kp: Array, limit: Array) -> Training:
    values = tuple(replace(v, kp=kp, limit=limit) for v in training.values)
    return replace(training, values=values)


def _drop_idle_limits(training: Training) -> Training:
    """Without limits that no torque reaches."""
    free, joints = training.free, training.plant.joints
    if "limit" not in free.kinds:
        return training
    rollouts = training.simulate(training.vector)
    clipped = np.zeros(len(joints), dtype=bool)
    for rollout in rollouts:
        for path in rollout.paths:
            clipped[path.part.at] |= path.clipped.any(axis=0)
    idle = [j for j in range(len(joints)) if f"{joints[j]}.limit" in free.names and not clipped[j]]
    values = []
    for v in training.values:
        limit = v.limit.copy()
        limit[idle] = np.inf
        values.append(replace(v, limit=limit))
    dropped = free.drop_parameters({f"{joints[j]}.limit" for j in idle})
    return replace(training, values=tuple(values), free=dropped)
