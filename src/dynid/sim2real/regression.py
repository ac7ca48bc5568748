"""Parameters by regression: for a delay the torque of the motors is known, and all else is linear.

With q through a zero-phase filter, its derivatives, and every column through the same filter,

    Kp (qcmd(t - delay) - q) - Kd qd - tau_rigid(q, qd, qdd) =
    Ia qdd + Fv qd + Fc sign(qd) - Kp bias

joint by joint; an unknown Kp or Kd makes its term a column, and tau_rigid the known side. The delay
is searched (variable projection), one for all joints. Samples at the drive's limit are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from dynid.arrays import Array
from dynid.data.command_log import average_commands
from dynid.data.lowpass import filter_lowpass
from dynid.data.resampling import Mask, differentiate, interpolate_cubic
from dynid.model.terms import Signals
from dynid.sim2real.free_parameters import DELAY, DriveTerms, FreeParameters, Values
from dynid.sim2real.plant import Plant
from dynid.sim2real.rollout import RolloutSegment

CUTOFFS = (4.0, 8.0, 16.0, 32.0)  # Hz: those below 0.4 of the Nyquist frequency are tried
HIGHEST = 0.4
SPREAD = 1.0  # / cutoff: how far the filter carries a sample that is left out, and the log's ends
KEPT = 8.0  # rows a second of each Hz of the cutoff: what the filter leaves needs no more
GRID = 21  # delays that are tried before the best is closed in on
NEAR = 1e-6  # s: how closely


@dataclass(frozen=True, eq=False)
class CommandRows:
    """What the regression of all joints is made of, at N times after a filter.

    t        (N,) even times; columns {kind: (N, n)} of what does not depend on the delay
    rigid    (N, n) torque of the bodies; use (N, n) which count
    early    {command: (N, n) of (N,) times}, filtered: splines from before the first row on
    """

    plant: Plant
    t: Array
    q: Array
    columns: Mapping[str, Array]
    rigid: Array
    use: Mask
    early: Mapping[str, Callable[..., Array]]

    def filter_command(self, name: str, delay: float) -> Array | float:
        return np.asarray(self.early[name](self.t - delay)) if name in self.early else 0.0

    def drop_columns(self, left: Mask) -> CommandRows:
        """Without some of the times."""
        return replace(self, use=self.use & ~left[:, None])


def choose_cutoffs(segment: RolloutSegment) -> list[float]:
    top = HIGHEST * 0.5 / segment.step
    seconds = float(segment.t[-1] - segment.t[0])
    return [f for f in CUTOFFS if f <= top and f * seconds > 6] or [top]


def make_rows(segment: RolloutSegment, values: Values, cutoff: float) -> CommandRows:
    from scipy.interpolate import make_interp_spline

    plant, part, log = segment.plant, segment.t, segment.log
    count = round((part[-1] - part[0]) / segment.step) + 1
    t = np.linspace(part[0], part[-1], count)
    step = float(t[1] - t[0])
    rate = 1.0 / step
    q = filter_lowpass(interpolate_cubic(part, segment.q, t), cutoff, rate)
    qd, qdd = differentiate(q, step)
    rigid = plant.compute_rigid_torque(values, q - plant.drive.sees * values.bias, qd, qdd)
    # a low-pass and a shift change places: commands are filtered once, then shifted
    ahead = int(np.ceil(plant.drive.longest / step)) + 8
    times, h = t[0] + step * np.arange(-ahead, count), plant.simulator.step
    early = {}
    for kind in log.commands:  # the mean around each time over a step of the simulator
        acting = average_commands(log, kind, plant.drive.between, times - 0.5 * h, h)[0]
        early[kind] = make_interp_spline(times, filter_lowpass(acting, cutoff, rate))
    edge = max(3, int(np.ceil(SPREAD / (cutoff * step))))
    pulled = values.kp * (early["qcmd"](t) - q) - values.kd * qd
    use = np.ones(q.shape, dtype=bool)
    for j in np.flatnonzero(np.isfinite(values.limit)):
        at_limit = np.abs(pulled[:, j]) >= values.limit[j]
        use[:, j] = np.convolve(at_limit, np.ones(2 * edge + 1), "same") < 0.5
    use[:edge] = use[-edge:] = False
    kept = slice(None, None, max(1, int(rate / (KEPT * cutoff))))
    law = {term.name: term.law for term in DriveTerms().terms()}
    motion = Signals(q, qd, qdd)
    columns = {
        "armature": qdd[kept],
        "viscous": qd[kept],
        "dry": filter_lowpass(law["dry"].force(motion), cutoff, rate)[kept],
    }
    rigid = filter_lowpass(rigid, cutoff, rate)
    return CommandRows(plant, t[kept], q[kept], columns, rigid[kept], use[kept], early)


def fit_at(
    rows: CommandRows, values: Values, free: FreeParameters, delay: float
) -> tuple[Values, float]:
    """Of a delay: the values by least squares within their bounds, and the error that is left, as
    a part of what the motors pull."""
    error = rows.filter_command("qcmd", delay) - rows.q
    slow = rows.filter_command("qdcmd", delay) - rows.columns["viscous"]
    known = rows.filter_command("taucmd", delay) - rows.rigid
    columns = {**rows.columns, "bias": -np.ones_like(error), "kp": -error, "kd": -slow}
    x, place = free.to_vector(values), {name: k for k, name in enumerate(free.names)}
    acts, total = rows.plant.drive.acts, 0.0
    for j, joint in enumerate(rows.plant.joints):
        z, own, use = known[:, j], [], rows.use[:, j]
        for kind, column in columns.items():
            if f"{joint}.{kind}" in place:
                own.append(kind)
            else:
                scale = acts * values.kp[j] if kind == "bias" else 1.0
                z = z - scale * getattr(values, kind)[j] * column[:, j]
        W = np.column_stack([columns[kind][:, j] for kind in own]) * use[:, None]
        found, left = _solve_least_squares(W, z * use, [kind != "bias" for kind in own])
        pull = values.kp[j] * error[:, j] * use
        total += left / max(float(pull @ pull), 1e-12)
        gain = found[own.index("kp")] if "kp" in own else values.kp[j]
        for kind, number in zip(own, found):
            if kind == "bias":  # a torque so far
                number = number / max(gain, 1e-9) if acts else values.bias[j]
            x[place[f"{joint}.{kind}"]] = number
    if DELAY in place:
        x[place[DELAY]] = delay
    return free.put(values, x), total / len(rows.plant.joints)


def _solve_least_squares(W: Array, z: Array, positive: list[bool]) -> tuple[Array, float]:
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


def regress(rows: CommandRows, values: Values, free: FreeParameters) -> Values:
    """The values with the delay that leaves the least error."""
    from scipy.optimize import minimize_scalar

    if DELAY not in free.names:
        return fit_at(rows, values, free, values.delay)[0]

    def compute_error(delay: float) -> float:
        return fit_at(rows, values, free, float(delay))[1]

    delays = np.linspace(0.0, rows.plant.drive.longest, GRID)
    k = int(np.argmin([compute_error(d) for d in delays]))
    near = (delays[max(k - 1, 0)], delays[min(k + 1, GRID - 1)])
    best = minimize_scalar(compute_error, bounds=near, method="bounded", options={"xatol": NEAR})
    return fit_at(rows, values, free, float(best.x))[0]
