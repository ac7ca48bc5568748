"""Which samples should not count: slow ones, those at rest, torques at their limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from dynid.arrays import Array
from dynid.closed_chains.closing import close
from dynid.data.log import Log
from dynid.data.process_settings import PerJoint, expand_per_joint
from dynid.data.resampling import Mask
from dynid.data.smoothing import Processed
from dynid.errors import InputError, join_names
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.scratch import find_largest, iterate_blocks, release

# of a joint's largest speed, s: all joints slower for longer are at rest
REST_SPEED, REST_TIME = 1e-3, 0.2
FELT = 1e-9  # of the largest: a drive that moves a joint less does not move it
FLAT = 3  # samples in a row at the extreme value: the torque was clipped


def mark_counted_samples(
    model: Model,
    done: Processed,
    slow: PerJoint | None,
    rest: bool,
    filtered: bool,
    notes: list[str],
) -> Mask:
    """(N, n) which torques count; `filtered`: they passed the low-pass of the positions."""
    joints = model.robot.actuated
    speeds, rate = [part.motion[1] for part in done.parts], done.parts[0].segment.rate
    most = np.max([find_largest(qd) for qd in speeds], axis=0)
    use = np.ones((sum(map(len, speeds)), len(joints)), dtype=bool)

    def leave_out(mask: Mask, why: str) -> None:
        notes.append(describe_mask(joints, mask, why))
        use[mask] = False

    if slow is not None:
        for mask, why in mark_slow_samples(model, [part.motion[:2] for part in done.parts], slow):
            leave_out(mask, why)
    if rest:
        still = np.concatenate([is_at_rest(qd, most, rate) for qd in speeds])
        leave_out(np.repeat(still[:, None], len(joints), axis=1), "at rest (all joints)")
    if any(part.segment.clipped.any() for part in done.parts):
        # what the filter has seen of a clipped torque lies within half its length
        width = 2 * int(np.ceil(0.5 * rate / done.cutoff)) + 1 if filtered and done.cutoff else 1
        near = [spread(part.segment.clipped, width) for part in done.parts]
        leave_out(np.concatenate(near), f"torque saturated, within {width // 2} samples")
    return use


def select_known_rows(
    robot: Robot, logs: Sequence[Log], rows: str | None, notes: list[str]
) -> Mask:
    """(n,) the coordinates whose forces are known in all logs, or those of them that are wanted."""
    if rows not in (None, "base", "joints", "both"):
        raise InputError(f"rows: got '{rows}', expected base, joints or both.")
    if rows is not None and not robot.base:
        raise InputError(f"rows: got '{rows}', but the base of robot '{robot.name}' is fixed.")
    untold = {name for log in logs for name in (*log.torqueless, *log.untrusted)}
    if rows in ("base", "both"):  # nothing pushes it: it flies
        untold -= {*robot.base}
    if rows in ("joints", "both") and (lost := [x for x in robot.motors if x in untold]):
        raise InputError(
            f"rows: got '{rows}', but {logs[0].where} has no torque of {join_names(lost)}; expected"
            " tau_<joint>, or only rows of the base."
        )
    if rows in ("base", "joints"):
        untold |= {x for x in robot.actuated if (x in robot.base) == (rows == "joints")}
    counts = np.array([name not in untold for name in robot.actuated])
    if not counts.any() or not any(find_largest(log.tau)[counts].any() for log in logs):
        raise InputError(
            f"{logs[0].where}: no force was recorded, neither of a joint (tau_<joint>) nor from"
            " outside (fx_<link>@world to fz_<link>@world); expected some of them: motion"
            " alone does not determine how heavy a robot is."
        )
    if robot.base:
        named = [name for name, told in zip(robot.actuated, counts) if told]
        notes.append(f"rows of {join_names(named, 24)} count")
    return counts


def list_rubbing_joints(model: Model) -> tuple[str, ...]:
    """The passive joints with dry friction, which acts on the motors."""
    rubbing = [placed for placed in model.layout.terms if placed.term.law.dry]
    dry = {name for placed in rubbing for name in placed.joints}
    return tuple(name for name in model.robot.passive if name in dry)


def describe_mask(joints: Sequence[str], mask: Mask, why: str) -> str:
    """Which part of every joint's samples is left out."""
    left = [f"{name} {100 * s:.2g} %" for name, s in zip(joints, mask.mean(axis=0)) if s > 0]
    return f"{why}: {', '.join(left) if left else 'no sample'} left out"


def mark_slow_samples(
    model: Model, parts: Sequence[tuple[Array, Array]], slow: PerJoint
) -> list[tuple[Mask, str]]:
    """(N, n) where joints are slower than these speeds, and why; parts: positions and velocities of
    every stretch of motion."""
    joints, passive = model.robot.actuated, list_rubbing_joints(model)
    most = np.max([find_largest(qd) for _, qd in parts], axis=0)
    own = slow
    if isinstance(slow, Mapping):
        own = {name: value for name, value in slow.items() if name not in passive}
    limit = expand_per_joint(own, joints, most, "slow")
    shown = ", ".join(f"{v:.3g}" for v in limit)
    joint = [name not in model.robot.base for name in joints]  # a base does not stick
    below = np.concatenate([is_slower(qd, limit) for _, qd in parts]) & joint
    out = [(below, f"slower than {shown} rad/s or m/s")]
    return [*out, mark_slow_passive(model, parts, slow, passive)] if passive else out


def mark_slow_passive(
    model: Model, parts: Sequence[tuple[Array, Array]], slow: PerJoint, passive: tuple[str, ...]
) -> tuple[Mask, str]:
    """(N, n) where a passive joint reverses, for the motors that feel its friction: what holds
    at their own turning points holds there too. And why."""
    closed = [close(model.robot, q, qd) for q, qd in parts]
    at = [model.robot.coordinates.index(name) for name in passive]
    qd = np.concatenate([motion.qd[:, at] for motion in closed])
    if isinstance(slow, Mapping):
        slow = {name: value for name, value in slow.items() if name in passive}
    limit = expand_per_joint(slow, passive, np.abs(qd).max(axis=0), "slow")
    G = np.concatenate([np.abs(motion.G[at]) for motion in closed if motion.G is not None], axis=2)
    felt = G.max(axis=2) > FELT * G.max(axis=(1, 2), keepdims=True)[:, :, 0]  # (passive, n)
    near = np.abs(qd) < limit
    shown = ", ".join(f"{name} {v:.3g}" for name, v in zip(passive, limit))
    return np.any(near[:, :, None] & felt, axis=1), f"passive joints slower than {shown}"


def is_slower(qd: Array, limit: Array) -> Mask:
    """(N, n) where |qd| < limit."""
    out = np.empty(qd.shape, dtype=bool)
    for part in iterate_blocks(len(qd)):
        out[part] = np.abs(qd[part]) < limit
        release(qd[part])
    return out


def spread(mask: Mask, width: int) -> Mask:
    """(N, n) where a window of so many samples around a sample meets the mask."""
    out, N, before = np.empty_like(mask), len(mask), width // 2
    for part in iterate_blocks(N):
        first, at = max(part.start - before, 0), np.arange(part.start, part.stop)
        seen = mask[first : part.stop + width]
        sums = np.zeros((len(seen) + 1, mask.shape[1]), dtype=np.int64)
        np.cumsum(seen, axis=0, out=sums[1:])
        low, high = np.maximum(at - before, 0), np.minimum(at + (width - before), N)
        out[part] = sums[high - first] > sums[low - first]
    return out


def mark_clipped(log: Log, saturation: bool | PerJoint | None) -> Mask:
    """(N, n) where the recorded torque is at its limit: a given one, or (True) flat tops at the
    extreme values."""
    if saturation is None or saturation is False:
        return np.zeros(log.tau.shape, dtype=bool)
    if saturation is not True:
        limit = expand_per_joint(saturation, log.joints, np.abs(log.tau).max(axis=0), "saturation")
        return np.asarray((np.abs(log.tau) >= limit * (1 - 1e-9)) & (limit > 0))
    return np.stack([find_flat_tops(tau) for tau in log.tau.T], axis=1)


def find_flat_tops(tau: Array) -> Mask:
    """(N,) where a torque stays at its largest or smallest value."""
    flat = np.zeros(len(tau), dtype=bool)
    for extreme in (tau.max(), tau.min()) if np.ptp(tau) > 0 else ():
        flat |= drop_short_runs(np.abs(tau - extreme) <= 1e-9 * np.abs(extreme), FLAT)
    return flat


def drop_short_runs(mask: Mask, shortest: int) -> Mask:
    """The mask without its runs of fewer than `shortest` samples."""
    out = np.zeros(len(mask), dtype=bool)
    for start, stop in find_runs(mask):
        out[start:stop] = stop - start >= shortest
    return out


def find_runs(mask: Mask) -> list[tuple[int, int]]:
    """(start, stop) of each run of samples."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]]))).tolist()
    return list(zip(edges[::2], edges[1::2]))


def is_at_rest(qd: Array, most: Array, rate: float) -> Mask:
    """(N,) where every joint is slower than 1e-3 of its largest speed, for longer than 0.2 s."""
    still = np.all(np.abs(qd) <= REST_SPEED * most, axis=1)
    return drop_short_runs(still, int(REST_TIME * rate) + 1)
