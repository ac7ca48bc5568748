"""The repairs of the tournament in words, and for a machine."""

from __future__ import annotations

import numpy as np

from dynid.arrays import Array
from dynid.doctor.added import Added
from dynid.doctor.bench import Bench
from dynid.doctor.bent import Bent
from dynid.doctor.findings import Change, Finding
from dynid.doctor.turned import Turn

#: kind: what it is, and what to do
ADDED = {
    "spring": (
        "a torque that depends on the position of {joint} alone acts there",
        "Add a spring or counterbalance to the model if the robot has one (effects spring).",
    ),
    "friction law": (
        "the friction of {joint} is not viscous and dry alone",
        "Add another law of friction to the model if it matters.",
    ),
    "coupling": (
        "friction or inertia of {joint} act on each other, as by coupled gears",
        "Add the coupling of the two drives to the model.",
    ),
    "sensor drift": (
        "the torque of {joint} drifts along the log",
        "Warm the sensor up, zero it, or use a shorter part of the log (--between).",
    ),
    "friction drift": (
        "the friction of {joint} changes along the log",
        "Warm the robot up first, or use a shorter part of the log (--between).",
    ),
    "sensor jump": (
        "the torque of {joint} jumps at about t = {at:.3g} s",
        "Identify the parts before and after on their own (--between).",
    ),
    "payload": (
        "the load of {joint} changes at about t = {at:.3g} s: something was picked up or put down",
        "Identify the parts before and after on their own (--between), or name the payload.",
    ),
}
GAIN = "Correct the gain of that torque sensor or current, or its unit."


def finding(bench: Bench, repair: Turn | Bent | Added, certainty: str, evidence: str) -> Finding:
    log = bench.log.source
    if isinstance(repair, Turn):
        return Finding(
            repair.kind,
            certainty,
            "the whole log",
            evidence,
            f"Expected: {repair.said}, or the same in the robot's file.",
            repair.change(bench.joints),
            log,
        )
    if isinstance(repair, Added):
        what, remedy = ADDED[repair.kind]
        at = 0.0 if repair.at is None else repair.at
        text = what.format(joint=repair.joint, at=at)
        where = repair.joint if repair.at is None else f"{repair.joint}, t = {at:.3g} s"
        return Finding(
            repair.kind, certainty, where, f"{_first(text)}. {evidence}", remedy, None, log
        )
    kind, joint, x = repair.bend.kind, repair.bend.joint, repair.x
    text, remedy, change = _bent(bench, kind, joint, x)
    return Finding(
        kind,
        certainty,
        joint or "the whole log",
        f"{_first(text)}. {evidence}",
        remedy,
        change,
        log,
    )


def short(bench: Bench, repair: Turn | Bent | Added) -> str:
    """An alternative, in a few words."""
    if isinstance(repair, Turn):
        return f"{repair.kind} ({repair.said})"
    if isinstance(repair, Added):
        at = 0.0 if repair.at is None else repair.at
        return f"{repair.kind} ({ADDED[repair.kind][0].format(joint=repair.joint, at=at)})"
    text = _bent(bench, repair.bend.kind, repair.bend.joint, repair.x)[0]
    return f"{repair.bend.kind} ({text})"


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bent(bench: Bench, kind: str, joint: str, x: Array) -> tuple[str, str, Change | None]:
    """What it is, what to do, and the latter for a machine."""
    value = float(x[0])
    if kind == "torque delay":
        which = f"torques of {joint}" if joint else "torques"
        columns = tuple(f"tau_{name}" for name in ((joint,) if joint else bench.joints))
        text = f"{which} were recorded {1e3 * value:.3g} ms {'after' if value > 0 else 'before'}"
        return (
            f"{text.replace('-', '')} the positions",
            f"Move them by {-1e3 * value:.3g} ms (process(delay={value:.4g})).",
            Change("shift", columns, (value,)),
        )
    if kind == "torque gain":
        g = float(np.exp(value))
        return (
            f"torques of {joint} are {g:.3g} times what those of the other joints ask for",
            GAIN,
            Change("scale", (f"tau_{joint}",), (1.0 / g,)),
        )
    if kind == "position offset":
        return (
            f"the zero of {joint} is off by {-value:.3g}",
            f"Add {value:.3g} to its positions, or mend the zero in the robot's file.",
            Change("add", (f"q_{joint}",), (value,)),
        )
    if kind == "gear ratio":
        k = float(np.exp(value))
        return (
            f"the positions of {joint} are {1.0 / k:.4g} times what they should be",
            f"Multiply them by {k:.4g}: unit or gear ratio.",
            Change("scale_about_mean", (f"q_{joint}",), (k,)),
        )
    if kind == "gain drift":
        return (
            f"the gain of the torque of {joint} changes along the log by {200 * value:+.2g} %",
            "Check sensor and temperature, or use a shorter part of the log (--between).",
            None,
        )
    if kind == "torque gains":
        gains = zip(bench.joints, np.exp(x - x.mean()))
        shown = ", ".join(f"{name} {g:.3g}" for name, g in gains)
        return f"the torques have gains beside each other: {shown}", GAIN, None
    if kind == "gravity":
        return _gravity(bench, x)
    if kind == "time scale":
        return _time_scale(bench, value)
    change = ", ".join(f"{v:+.3g}" for v in x)
    if kind == "link length":
        return (
            f"the place of joint {joint} in the robot's file fits better moved by ({change}) m",
            "Check its origin in the file against the robot.",
            None,
        )
    degrees = float(np.rad2deg(np.arctan(np.linalg.norm(x))))
    return (
        f"the axis of joint {joint} in the robot's file fits better turned by {degrees:.3g} deg",
        "Check its axis and origin in the file against the robot.",
        None,
    )


def _gravity(bench: Bench, x: Array) -> tuple[str, str, Change | None]:
    old = np.asarray(bench.model.robot.gravity, dtype=float)
    new = old + x
    a, b = (float(np.linalg.norm(g)) for g in (old, new))
    angle = float(np.rad2deg(np.arccos(np.clip(old @ new / (a * b), -1.0, 1.0))))
    shown = ", ".join(f"{v:.3g}" for v in new)
    return (
        f"gravity points {angle:.3g} deg off: ({shown}) m/s^2 in the base's frame",
        f"Give the robot this gravity (gravity=({shown})), or mend its mounting.",
        Change("gravity", (), tuple(float(v) for v in new)),
    )


def _time_scale(bench: Bench, x: float) -> tuple[str, str, Change | None]:
    # the torque of inertia goes with 1 / time^2, that of gravity does not: times that are k times
    # the true ones show a gravity k^-2 times as strong
    k = float(np.exp(-0.5 * x))
    g = float(np.linalg.norm(np.asarray(bench.model.robot.gravity)) * np.exp(x))
    return (
        f"gravity comes out as {g:.3g} m/s^2, as if the log's times were {k:.3g} times the true"
        " ones",
        f"Divide t by {k:.4g}, or mend the lengths in the robot's file.",
        Change("scale", ("t",), (1.0 / k,)),
    )
