"""A designed motion in the language of a controller: URScript, and positions for Franka's
interface, which checks their derivatives at 1 kHz."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.excitation.sampled_trajectory import Samplable, SampledTrajectory, sample_motion

UR_RATE = 125.0  # Hz: CB3 takes no more, and e-Series, which run at 500 Hz, interpolate
UR_LOOKAHEAD, UR_GAIN = 0.03, 1000  # of servoj: s, and its proportional gain
FRANKA_RATE = 1000.0  # Hz
#: of the seven joints, what both the Panda and the FR3 allow: rad/s, rad/s^2, rad/s^3
FRANKA_LIMITS: Mapping[str, tuple[float, ...]] = {
    "speed": (2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61),
    "acceleration": (10.0, 7.5, 10.0, 10.0, 10.0, 10.0, 10.0),
    "jerk": (5000.0, 3750.0, 5000.0, 5000.0, 5000.0, 5000.0, 5000.0),
}


def write_urscript(motion: Samplable, lead_in: SampledTrajectory | None = None) -> str:
    """A program of URScript: to the first pose by movej, after a question, then servoj."""
    _check_axes(motion, 6, "URScript")
    q = _join_positions(motion, lead_in, UR_RATE)
    rows = [f"  servoj({_format(row)}, {_END})" for row in q[1:]]
    begin = "home, where the way in begins" if lead_in is not None else "the first pose"
    lines = [
        "def dynid_motion():",
        f"  # joints: {', '.join(motion.joints)}; {len(q)} positions at {UR_RATE:g} Hz [rad]",
        f'  popup("The robot moves to {begin}. Is the way free?", blocking=True)',
        f"  movej({_format(q[0])}, a=0.5, v=0.3)",
        *rows,
        "  stopj(1.0)",
        "end",
        "dynid_motion()",
    ]
    return "\n".join(lines) + "\n"


_END = f"t={1 / UR_RATE:g}, lookahead_time={UR_LOOKAHEAD:g}, gain={UR_GAIN}"


def write_franka_table(motion: Samplable, lead_in: SampledTrajectory | None = None) -> str:
    """Positions at 1 kHz, a row for every call of franka::Robot::control; the robot has to be at
    rest in the first one.

    Refused is what the robot would refuse: speed, acceleration and jerk are differences of what is
    written, as its interface takes them, from rest to rest.
    """
    _check_axes(motion, 7, "Franka's interface")
    q = _join_positions(motion, lead_in, FRANKA_RATE)
    peaks = compute_peaks(q, FRANKA_RATE)
    for name, limits in FRANKA_LIMITS.items():
        for joint, peak, limit in zip(motion.joints, peaks[name], limits):
            if peak > limit:
                raise InputError(
                    f"joint '{joint}': the motion has a {name} of {peak:.4g}, Franka allows"
                    f" {limit:g} (SI units); design a slower one that starts and ends at rest."
                )
    head = ",".join(motion.joints)
    return "\n".join([head, *(",".join(f"{x:.12g}" for x in row) for row in q)]) + "\n"


def compute_peaks(q: Array, rate: float) -> dict[str, Array]:
    """The largest speed, acceleration and jerk of each joint, by differences of positions (N, n)
    at `rate`; before the first and after the last sample the robot rests."""
    ends = np.repeat(q[:1], 3, axis=0), np.repeat(q[-1:], 3, axis=0)
    x, peaks = np.vstack([ends[0], q, ends[1]]), {}
    for name in FRANKA_LIMITS:
        x = np.diff(x, axis=0) * rate
        peaks[name] = np.abs(x).max(axis=0)
    return peaks


#: {controller: (file, what writes it)}
CONTROLLERS: dict[str, tuple[str, Callable[[Samplable, SampledTrajectory | None], str]]] = {
    "ur": ("trajectory.script", write_urscript),
    "franka": ("franka.csv", write_franka_table),
}


def _join_positions(motion: Samplable, lead_in: SampledTrajectory | None, rate: float) -> Array:
    """The way from home and the motion, the pose between them once."""
    q = sample_motion(motion, rate)[1]
    if lead_in is None:
        return q
    before = [lead_in.joints.index(name) for name in motion.joints]
    return np.vstack([sample_motion(lead_in, rate)[1][:-1, before], q])


def _check_axes(motion: Samplable, count: int, what: str) -> None:
    if len(motion.joints) != count:
        raise InputError(
            f"{what} is for {count} joints, got {len(motion.joints)}:"
            f" {join_names(motion.joints, 8)}; lock the others."
        )


def _format(row: Array) -> str:
    return f"[{', '.join(f'{x:.9f}' for x in row)}]"
