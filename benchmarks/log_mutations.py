"""What goes wrong with logs: {kind: function(log, robot, rng) -> (log, robot)}; each kind at
several strengths, named with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

from dynid.arrays import Array
from dynid.data.log import Log
from dynid.robot.geometry import inertial
from dynid.robot.mechanism import Robot
from simulated_logs import Clean

Rng = np.random.Generator
#: (clean, rng) -> the log and the robot that the user has
Mutation = Callable[[Clean, Rng], tuple[Log, Robot]]


def _with(log: Log, **columns: Array) -> Log:
    return Log(
        log.joints,
        columns.get("t", log.t),
        columns.get("q", log.q),
        columns.get("tau", log.tau),
        source=log.source,
    )


def _joint(clean: Clean, rng: Rng) -> int:
    return int(rng.integers(clean.log.q.shape[1]))


def _pair(clean: Clean, rng: Rng) -> list[int]:
    n = clean.log.q.shape[1]
    return sorted(int(x) for x in rng.permutation(n)[:2]) if n > 1 else [0, 0]


def on_log(change: Callable[[Log, int, Rng], Log]) -> Mutation:
    """A mutation of the log alone; `change` gets a joint by chance."""

    def mutation(clean: Clean, rng: Rng) -> tuple[Log, Robot]:
        return change(clean.log, _joint(clean, rng), rng), clean.model.robot

    return mutation


def _at(log: Log, x: Array, t: Array) -> Array:
    return np.asarray(CubicSpline(log.t, x, axis=0)(np.clip(t, log.t[0], log.t[-1])))


def delay(s: float, every: bool, log: Log, j: int, rng: Rng) -> Log:
    tau = log.tau.copy()
    moved = _at(log, log.tau, log.t - s)
    tau[:, slice(None) if every else j] = moved[:, slice(None) if every else j]
    return _with(log, tau=tau)


def scale(what: str, factor: float, every: bool, log: Log, j: int, rng: Rng) -> Log:
    if what == "t":
        return _with(log, t=log.t * factor)
    x = getattr(log, what).copy()
    x[:, slice(None) if every else j] *= factor
    return _with(log, **{what: x})


def gains(spread: float, log: Log, j: int, rng: Rng) -> Log:
    return _with(log, tau=log.tau * np.exp(rng.uniform(-spread, spread, log.tau.shape[1])))


def axis(every: bool, log: Log, j: int, rng: Rng) -> Log:
    q, tau = log.q.copy(), log.tau.copy()
    which = slice(None) if every else j
    q[:, which] *= -1
    tau[:, which] *= -1
    return _with(log, q=q, tau=tau)


def offset(d: float, log: Log, j: int, rng: Rng) -> Log:
    q = log.q.copy()
    q[:, j] += d * rng.choice([-1, 1])
    return _with(log, q=q)


def exchange(what: str, log: Log, j: int, rng: Rng) -> Log:
    n = log.q.shape[1]
    order = np.arange(n)
    if n > 1:
        other = (j + 1 + int(rng.integers(n - 1))) % n
        order[[j, other]] = order[[other, j]]
    q = log.q[:, order] if "q" in what else log.q
    tau = log.tau[:, order] if "tau" in what else log.tau
    return _with(log, q=q, tau=tau)


def permuted(how: str, log: Log, j: int, rng: Rng) -> Log:
    n = log.q.shape[1]
    order = {"reversed": np.arange(n)[::-1], "shifted": np.roll(np.arange(n), 1)}.get(how)
    if order is None:
        order = rng.permutation(n)
    return _with(log, q=log.q[:, order], tau=log.tau[:, order])


def reversed_time(log: Log, j: int, rng: Rng) -> Log:
    return _with(log, q=log.q[::-1], tau=log.tau[::-1])


def closed_gaps(count: int, length: float, log: Log, j: int, rng: Rng) -> Log:
    """Rows are lost, and the stamps made anew."""
    keep = np.ones(len(log), dtype=bool)
    width = int(length * log.rate)
    for start in rng.integers(width, len(log) - 2 * width, count):
        keep[start : start + width] = False
    return _with(log, t=log.t[: keep.sum()], q=log.q[keep], tau=log.tau[keep])


def stamps(how: str, size: float, log: Log, j: int, rng: Rng) -> Log:
    t = log.t.copy()
    if how == "rounded":
        t = np.round(t / size) * size
        t = t + 1e-9 * np.arange(len(t))  # a logger that keeps them increasing
    elif how == "bursts":
        k = int(size)
        last = np.minimum((np.arange(len(t)) // k + 1) * k - 1, len(t) - 1)
        t = t[last] + 1e-5 * (np.arange(len(t)) % k)
    elif how == "jitter":
        t = np.sort(t + size / log.rate * rng.uniform(-0.5, 0.5, len(t)))
        t = t + 1e-9 * np.arange(len(t))
    elif how == "drift":
        t = t * (1 + size * t / t[-1])
    return _with(log, t=t)


def wrap(log: Log, j: int, rng: Rng) -> Log:
    q = log.q.copy()
    middle = np.median(q[:, j])
    q[:, j] = (q[:, j] - middle) % (2 * np.pi) + middle
    return _with(log, q=q)


def jump(d: float, log: Log, j: int, rng: Rng) -> Log:
    q = log.q.copy()
    q[int(len(q) * rng.uniform(0.3, 0.7)) :, j] += d
    return _with(log, q=q)


def held(what: str, k: int, every: bool, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    kept = (np.arange(len(x)) // k) * k
    which = slice(None) if every else j
    x[:, which] = x[kept][:, which]
    return _with(log, **{what: x})


def stuck(what: str, seconds: float, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    start = int(len(x) * rng.uniform(0.2, 0.7))
    width = int(seconds * log.rate)
    x[start : start + width, j] = x[start, j]
    return _with(log, **{what: x})


def frozen(what: str, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    x[:, j] = x[0, j]
    return _with(log, **{what: x})


def spikes(what: str, count: int, size: float, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    at = rng.integers(0, len(x), count)
    x[at, j] += size * np.ptp(x[:, j]) * rng.choice([-1, 1], count)
    return _with(log, **{what: x})


def quantised(what: str, share: float, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    step = share * np.ptp(x, axis=0)
    return _with(log, **{what: np.round(x / step) * step})


def saturated(share: float, log: Log, j: int, rng: Rng) -> Log:
    tau = log.tau.copy()
    limit = share * np.abs(tau[:, j]).max()
    tau[:, j] = np.clip(tau[:, j], -limit, limit)
    return _with(log, tau=tau)


def noisy(what: str, share: float, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    x[:, j] += share * x[:, j].std() * rng.normal(size=len(x))
    return _with(log, **{what: x})


def contact(share: float, size: float, log: Log, j: int, rng: Rng) -> Log:
    """A push at the hand that all joints feel, for a part of the time."""
    tau = log.tau.copy()
    start = int(len(tau) * rng.uniform(0.2, 0.6))
    width = int(share * len(tau))
    bump = np.sin(np.linspace(0, np.pi, width)) ** 0.5
    push = size * np.abs(tau).max(axis=0) * rng.uniform(-1, 1, tau.shape[1])
    tau[start : start + width] += bump[:, None] * push
    return _with(log, tau=tau)


def drift(what: str, size: float, log: Log, j: int, rng: Rng) -> Log:
    tau = log.tau.copy()
    s = np.linspace(0, 1, len(tau))
    rms = np.sqrt((tau[:, j] ** 2).mean())
    qd = np.gradient(log.q[:, j], log.t)
    add = {
        "sensor": s * rms,
        "jump": (s > 0.5) * rms,
        "friction": np.tanh(qd / 0.02) * s * rms,
        "gain": tau[:, j] * s,
    }[what]
    tau[:, j] += size * add
    return _with(log, tau=tau)


def huge(what: str, value: float, log: Log, j: int, rng: Rng) -> Log:
    x = getattr(log, what).copy()
    x[int(rng.integers(len(x))), j] = value
    return _with(log, **{what: x})


def short(seconds: float, log: Log, j: int, rng: Rng) -> Log:
    return log.select_times(5.0, 5.0 + seconds)


def tilted(degrees: float, clean: Clean, rng: Rng) -> tuple[Log, Robot]:
    """The file's gravity is not that of the log."""
    turn = Rotation.from_rotvec(np.deg2rad(degrees) * _level(rng)).as_matrix()
    robot = clean.model.robot
    return clean.log, robot.replace(gravity=turn @ np.asarray(robot.gravity))


def _level(rng: Rng) -> Array:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle), 0.0])


def link_length(factor: float, clean: Clean, rng: Rng) -> tuple[Log, Robot]:
    robot = clean.model.robot
    bodies = list(robot.bodies)
    k = int(rng.integers(1, len(bodies))) if len(bodies) > 1 else 0
    joint = bodies[k].joint
    position = np.asarray(joint.position) * factor
    bodies[k] = replace(bodies[k], joint=replace(joint, position=position))
    return clean.log, robot.replace(bodies=tuple(bodies))


def wrong_axis(degrees: float, clean: Clean, rng: Rng) -> tuple[Log, Robot]:
    robot = clean.model.robot
    bodies = list(robot.bodies)
    k = int(rng.integers(len(bodies)))
    joint = bodies[k].joint
    across = np.cross(np.asarray(joint.axis), rng.normal(size=3))
    across /= np.linalg.norm(across)
    new = Rotation.from_rotvec(np.deg2rad(degrees) * across).apply(np.array(joint.axis))
    bodies[k] = replace(bodies[k], joint=replace(joint, axis=new))
    return clean.log, robot.replace(bodies=tuple(bodies))


def payload(mass: float, part: float, clean: Clean, rng: Rng) -> tuple[Log, Robot]:
    """Picked up after that part of the log; the robot's user does not say."""
    model, log = clean.truth, clean.log
    robot = model.robot
    last = robot.tool.body if robot.tool is not None else robot.bodies[-1].name
    if f"{last}.m" not in model.parameters:
        last = next(x.split(".")[0] for x in model.parameters[::-1] if x.endswith(".m"))
    own = inertial(mass * clean.weight, rng.uniform(-0.1, 0.1, 3), np.eye(3) * 1e-3 * mass)
    p = clean.p.copy()
    names = [f"{last}.{x}" for x in ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz")]
    for name, value in zip([*names, f"{last}.Izz"], own):
        p[model.parameters.index(name)] += value
    extra = model.inverse_dynamics(*clean.exact, p) - model.inverse_dynamics(*clean.exact, clean.p)
    after = np.arange(len(log)) >= part * len(log)
    return _with(log, tau=log.tau + extra * after[:, None]), clean.model.robot


def upside_down(clean: Clean, rng: Rng) -> tuple[Log, Robot]:
    robot = clean.model.robot
    return clean.log, robot.replace(gravity=-np.asarray(robot.gravity))


def _kinds() -> dict[str, Mutation]:
    """All kinds with their strengths."""
    found: dict[str, Mutation] = {}

    def add(name: str, function: Callable[..., Log], *values: object) -> None:
        found[name] = on_log(partial(function, *values))

    for ms in (5, 15, 30, 60, 120, -10, -40):
        add(f"delay {ms} ms", delay, ms / 1e3, True)
    for ms in (15, 50):
        add(f"delay of one joint {ms} ms", delay, ms / 1e3, False)
    for f in (0.5, 0.8, 0.9, 1.1, 1.25, 2.0, 10.0):
        add(f"time scale {f}", scale, "t", f, True)
    add("time reversed", reversed_time)
    for count, length in ((1, 0.3), (3, 0.2), (5, 0.1)):
        add(f"gaps closed up {count} x {length} s", closed_gaps, count, length)
    for how, size in (
        ("rounded", 0.01), ("rounded", 0.03), ("rounded", 0.1), ("bursts", 4), ("bursts", 10),
        ("jitter", 0.9), ("jitter", 3.0), ("drift", 0.05), ("drift", 0.2),
    ):  # fmt: skip
        add(f"stamps {how} {size}", stamps, how, size)
    add("encoder wrap", wrap)
    for d in (0.05, 0.2, 0.5, 1.0, np.pi / 2, np.pi):
        add(f"offset {d:.2g} rad", offset, d)
    for d in (0.02, 0.1, 0.5, 2 * np.pi):
        add(f"encoder jump {d:.2g} rad", jump, d)
    for f in (0.5, 0.9, 0.97, 1.1, 2.0, 100.0):
        add(f"gear of one joint {f}", scale, "q", f, False)
    add("degrees, all", scale, "q", 180 / np.pi, True)
    add("degrees, one", scale, "q", 180 / np.pi, False)
    for what in ("q", "tau"):
        for k in (4, 10, 25):
            add(f"{what} held {k} samples", held, what, k, True)
        add(f"{what} of one joint held 10 samples", held, what, 10, False)
        for seconds in (0.5, 3.0):
            add(f"{what} stuck {seconds} s", stuck, what, seconds)
        add(f"{what} frozen", frozen, what)
        for count, size in ((1, 2.0), (10, 0.3), (40, 1.0)):
            add(f"{what} spikes {count} x {size}", spikes, what, count, size)
        for share in (0.001, 0.01, 0.05):
            add(f"{what} quantised {share}", quantised, what, share)
        for value in (1e300, 1e30, 1e9):
            add(f"{what} of {value:g}", huge, what, value)
        for share in (0.02, 0.2):
            add(f"{what} noise {share}", noisy, what, share)
    for share in (0.9, 0.7, 0.4):
        add(f"saturated {share}", saturated, share)
    for share, size in ((0.05, 0.5), (0.2, 0.2), (0.4, 0.5)):
        add(f"contact {share} {size}", contact, share, size)
    for f in (0.5, 0.7, 0.9, 1.1, 1.4, 3.0, 10.0, 1e-3, 1e3):
        add(f"torque gain of one joint {f:g}", scale, "tau", f, False)
    for f in (0.01, 0.7, 1.4, 1e3):
        add(f"torque gain of all {f:g}", scale, "tau", f, True)
    for spread in (0.2, 0.5):
        add(f"torque gains {spread}", gains, spread)
    add("torque sign of one", scale, "tau", -1.0, False)
    add("torque sign of all", scale, "tau", -1.0, True)
    add("position sign of one", scale, "q", -1.0, False)
    add("position sign of all", scale, "q", -1.0, True)
    add("axis reversed", axis, False)
    add("all axes reversed", axis, True)
    for what in ("q", "tau", "q tau"):
        add(f"exchanged {what}", exchange, what)
    for how in ("reversed", "shifted", "random"):
        add(f"joint order {how}", permuted, how)
    for what, size in (
        ("sensor", 0.2), ("sensor", 1.0), ("jump", 0.3), ("friction", 0.3), ("friction", 1.0),
        ("gain", 0.3), ("gain", 1.0),
    ):  # fmt: skip
        add(f"drift of {what} {size}", drift, what, size)
    for seconds in (1.0, 3.0):
        add(f"only {seconds} s", short, seconds)
    for degrees in (2.0, 5.0, 12.0, 30.0, 90.0):
        found[f"base tilted {degrees:g} deg"] = partial(tilted, degrees)
    found["base upside down"] = upside_down
    for f in (0.8, 0.95, 1.1, 1.5, -1.0):
        found[f"link length {f}"] = partial(link_length, f)
    for degrees in (5.0, 20.0, 90.0, 180.0):
        found[f"axis in the file {degrees:g} deg"] = partial(wrong_axis, degrees)
    for mass, part in ((0.02, 0.5), (0.1, 0.5), (0.1, 0.3), (0.3, 0.8)):
        found[f"payload {mass} after {part}"] = partial(payload, mass, part)
    return found


KINDS = _kinds()
