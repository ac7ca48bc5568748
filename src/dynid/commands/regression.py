"""Parameters by regression: for a delay the torque of the drives is known, and all else is linear.

With q through a zero-phase filter, its derivatives, and every column through the same filter,

    Kp (qcmd(t - delay) - q) - Kd qd - tau_rigid(q, qd, qdd) =
    Ia qdd + Fv qd + Fc sign(qd) - Kp bias

joint by joint; an unknown Kp or Kd makes its term a column, and tau_rigid the known side. The delay
is searched (variable projection), one for all joints. Samples at the drive's limit are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.commands.free import DELAY, Free
from dynid.commands.logs import CommandLog
from dynid.commands.plant import Plant, Values, commands_during, inertia_of
from dynid.data.filters import Mask, differences, lowpass, spline

CUTOFFS = (4.0, 8.0, 16.0, 32.0)  # Hz: those below 0.4 of the Nyquist frequency are tried
HIGHEST = 0.4
SPREAD = 1.0  # / cutoff: how far the filter carries a sample that is left out, and the log's ends
KEPT = 8.0  # rows a second of each Hz of the cutoff: what the filter leaves needs no more
GRID = 21  # delays that are tried before the best is closed in on
NEAR = 1e-6  # s: how closely


@dataclass(frozen=True, eq=False)
class Rows:
    """What the regression of all joints is made of, at N times after a filter.

    t        (N,) even times; columns {kind: (N, n)} of what does not depend on the delay
    rigid    (N, n) torque of the bodies; use (N, n) which count
    early    {command: (N, n) of (N,) times}, filtered: splines from before the first row on
    """

    t: Array
    q: Array
    columns: Mapping[str, Array]
    rigid: Array
    use: Mask
    early: Mapping[str, Callable[[Array], Array]]

    def command(self, name: str, delay: float) -> Array | None:
        if name not in self.early:
            return None
        return np.asarray(self.early[name](self.t - delay))


def cutoffs_of(log: CommandLog, first: int, last: int) -> list[float]:
    top = HIGHEST * 0.5 / log.step
    seconds = float(log.t[last - 1] - log.t[first])
    found = [f for f in CUTOFFS if f <= top and f * seconds > 6]
    return found or [top]


def rows_of(
    plant: Plant, log: CommandLog, values: Values, first: int, last: int, cutoff: float
) -> Rows:
    from scipy.interpolate import make_interp_spline

    part = log.t[first:last]
    count = round((part[-1] - part[0]) / log.step) + 1
    t = np.linspace(part[0], part[-1], count)
    step = float(t[1] - t[0])
    rate = 1.0 / step
    q = lowpass(spline(part, log.q[first:last], t), cutoff, rate)
    qd, qdd = differences(q, step)
    rigid = rigid_torque(plant, values, q - plant.drive.sees * values.bias, qd, qdd)
    # a low-pass and a shift change places: commands are filtered once, then shifted
    ahead = int(np.ceil(plant.drive.longest / step)) + 8
    times = t[0] + step * np.arange(-ahead, count)
    early = {
        name: make_interp_spline(times, lowpass(_acting(plant, log, x, times), cutoff, rate))
        for name, x in (("qcmd", log.qcmd), ("qdcmd", log.qdcmd), ("taucmd", log.taucmd))
        if x is not None
    }
    edge = max(3, int(np.ceil(SPREAD / (cutoff * step))))
    pulled = values.kp * (early["qcmd"](t) - q) - values.kd * qd
    use = np.ones(q.shape, dtype=bool)
    for j in np.flatnonzero(np.isfinite(plant.limit)):
        at_limit = np.abs(pulled[:, j]) >= plant.limit[j]
        use[:, j] = np.convolve(at_limit, np.ones(2 * edge + 1), "same") < 0.5
    use[:edge] = use[-edge:] = False
    kept = slice(None, None, max(1, int(rate / (KEPT * cutoff))))
    sign = lowpass(np.sign(qd), cutoff, rate)
    columns = {"armature": qdd[kept], "viscous": qd[kept], "dry": sign[kept]}
    rigid = lowpass(rigid, cutoff, rate)
    return Rows(t[kept], q[kept], columns, rigid[kept], use[kept], early)


def rigid_torque(plant: Plant, values: Values, q: Array, qd: Array, qdd: Array) -> Array:
    tau = np.empty_like(q)
    for part in plant.parts:
        own = np.empty((len(q), len(part.at)))
        motion = q[:, part.at], qd[:, part.at], qdd[:, part.at]
        native.inverse_dynamics(part.tree, inertia_of(part, values), *motion, own)
        tau[:, part.at] = own
    return tau


def _acting(plant: Plant, log: CommandLog, x: Array, t: Array) -> Array:
    """The command that acts at times t: the mean around each over a step of the simulator."""
    h = plant.simulator.step
    return commands_during(log.t, x, plant.drive.between, t - 0.5 * h, h)[0]


def fit_at(
    plant: Plant, values: Values, free: Free, rows: Rows, delay: float, use: Mask | None = None
) -> tuple[Values, float]:
    """Of a delay: the values by least squares within their bounds, and the error that is left, as
    a part of what the drives pull."""
    error = rows.command("qcmd", delay) - rows.q  # type: ignore[operator]
    slow, added = rows.command("qdcmd", delay), rows.command("taucmd", delay)
    slow = -rows.columns["viscous"] + (0.0 if slow is None else slow)
    known = (0.0 if added is None else added) - rows.rigid
    columns = {**rows.columns, "bias": -np.ones_like(error), "kp": -error, "kd": -slow}
    counts = rows.use if use is None else rows.use & use[:, None]
    x, place = free.vector(values), {name: k for k, name in enumerate(free.names)}
    acts, total = plant.drive.acts, 0.0
    for j, joint in enumerate(plant.joints):
        z, own = known[:, j], []
        for kind, column in columns.items():
            if f"{joint}.{kind}" in place:
                own.append(kind)
            else:
                scale = acts * values.kp[j] if kind == "bias" else 1.0
                z = z - scale * getattr(values, kind)[j] * column[:, j]
        W = np.column_stack([columns[kind][:, j] for kind in own]) * counts[:, j, None]
        found, left = _least_squares(W, z * counts[:, j], [kind != "bias" for kind in own])
        pull = values.kp[j] * error[:, j] * counts[:, j]
        total += left / max(float(pull @ pull), 1e-12)
        gain = found[own.index("kp")] if "kp" in own else values.kp[j]
        for kind, number in zip(own, found):
            if kind == "bias":  # a torque so far
                number = number / max(gain, 1e-9) if acts else values.bias[j]
            x[place[f"{joint}.{kind}"]] = number
    if DELAY in place:
        x[place[DELAY]] = delay
    return free.put(values, x), total / len(plant.joints)


def _least_squares(W: Array, z: Array, positive: list[bool]) -> tuple[Array, float]:
    """Least squares with some of the numbers >= 0: those that come out negative are zero, the most
    negative first. By the normal equations of scaled columns: few, and far from collinear."""
    norm = np.sqrt((W**2).sum(axis=0))
    norm = np.where(norm > 0, norm, np.inf)
    A, b = (W.T @ W) / norm / norm[:, None], (W.T @ z) / norm
    keep = np.flatnonzero(np.isfinite(norm))
    x = np.zeros(W.shape[1])
    while len(keep):
        own = np.linalg.lstsq(A[np.ix_(keep, keep)], b[keep], rcond=1e-10)[0]
        below = [k for k in range(len(keep)) if positive[keep[k]] and own[k] < 0]
        if not below:
            x[keep] = own
            break
        keep = np.delete(keep, min(below, key=lambda k: own[k]))
    return x / norm, max(float(z @ z - x @ b), 0.0)


def regress(
    plant: Plant, values: Values, free: Free, rows: Rows, use: Mask | None = None
) -> Values:
    """The values with the delay that leaves the least error."""
    from scipy.optimize import minimize_scalar

    if DELAY not in free.names:
        return fit_at(plant, values, free, rows, values.delay, use)[0]

    def error(delay: float) -> float:
        return fit_at(plant, values, free, rows, float(delay), use)[1]

    delays = np.linspace(0.0, plant.drive.longest, GRID)
    k = int(np.argmin([error(d) for d in delays]))
    near = (delays[max(k - 1, 0)], delays[min(k + 1, GRID - 1)])
    best = minimize_scalar(error, bounds=near, method="bounded", options={"xatol": NEAR})
    return fit_at(plant, values, free, rows, float(best.x), use)[0]
