"""What the torque column of a log of commands is: what the drive adds to its PD law, or something
that it, or a sensor, reports.

A feed-forward c acts, whatever else is logged does not. In the balance of torques of every joint

    Kp e + Kd e' + a c = tau_rigid + Ia qdd + Fv qd + Fc sign(qd) + offset,  e = qcmd(t - delay) - q

its factor a is 1, or 0. And what is reported can be said by what it consists of:

    commanded   Kp e + Kd e'                       the whole torque of the drive
    motor       tau_rigid + Ia qdd + Fv qd + ...   measured at the motor
    link        tau_rigid                          measured behind the gear
    external    tau_rigid - Kp e - Kd e'           what the vendor's model does not explain

A model that is wrong by a fifth moves a by about as much. And an external torque balances torques
as a feed-forward does: the latter leaves friction and armature to the joints, the former nothing.
What is computed of the commands alone, as gravity or inverse dynamics of some model along them,
nobody measures: it is added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.log import Log
from dynid.errors import InputError, join_names
from dynid.option_names import name_option
from dynid.sim2real.free_parameters import FreeParameters, Values
from dynid.sim2real.regression import CommandRows, choose_cutoffs, make_rows
from dynid.sim2real.rollout import RolloutSegment

FEED_FORWARD, COMMANDED, MOTOR, LINK, EXTERNAL = MEANINGS = (
    "feed_forward",
    "commanded",
    "motor",
    "link",
    "external",
)
DESCRIPTIONS = {
    FEED_FORWARD: "what is added to the motor's PD law",
    COMMANDED: "the whole torque of the motor's controller",
    MOTOR: "the torque measured at the motor",
    LINK: "the torque measured at the link",
    EXTERNAL: "an external torque",
}
#: part of the column that may stay unexplained where a description fits
FITS = {COMMANDED: 0.25, MOTOR: 0.35, LINK: 0.35, EXTERNAL: 0.3}
SMALLER = 0.7  # of the motor's torque: an external one is
SMALL = 0.02  # of the motor's torque: a column of less changes nothing
ADDED, LEFT_OUT = (0.6, 1.5), (-0.5, 0.4)  # factors a that say that it acts, and that it does not
UNSURE = 0.2  # deviation of a from which on it says nothing
EXACT = 0.05  # part that a description leaves which no other can be
ALIKE = 1.5  # two descriptions whose errors differ by less fit equally well
NOMINAL = (0.5, 2.0)  # what a vendor's model gives along the commands, as a part of the file's
NOTHING = 1e-6  # of the largest of squared torques: says nothing of its joint
KP_ALIKE = 1.4  # the column's own Kp may differ by that factor from a given one
DELAYS, BLOCKS = 51, 12
#: of the joints: where friction of some is large, a vendor's model leaves more of those
QUARTER = 0.25
PARTS = ("armature", "viscous", "dry")


@dataclass(frozen=True)
class EffortMeaning:
    """What a torque column is.

    Parameters
    ----------
    meaning
        one of `MEANINGS`; "" where several fit, or none
    declared
        whether the user said so
    factor
        a, and its deviation; nan where it was not estimated
    unexplained
        {meaning: part of the column that this does not explain}
    """

    meaning: str
    declared: bool
    factor: tuple[float, float] = (np.nan, np.nan)
    unexplained: Mapping[str, float] | None = None

    def to_dict(self) -> dict[str, Any]:
        a, deviation = (float(x) if np.isfinite(x) else None for x in self.factor)
        factor = {"value": a, "deviation": deviation}
        left = {name: x for name, x in (self.unexplained or {}).items() if np.isfinite(x)}
        return {
            "meaning": self.meaning,
            "declared": self.declared,
            "factor": factor,
            "unexplained": left,
        }

    @property
    def evidence(self) -> str:
        """For people."""
        a, deviation = self.factor
        acts = f"it acts on the joints {a:.2f} +- {2 * deviation:.2g} times"
        if not deviation < UNSURE:
            acts = "whether it acts on the joints is open"
        parts = [
            f"{DESCRIPTIONS[name]} leaves {100 * x:.2g} % of it unexplained"
            for name, x in sorted((self.unexplained or {}).items(), key=lambda pair: pair[1])
            if np.isfinite(x)
        ]
        return "; ".join([acts, *parts])


def apply_meaning(log: Log, meaning: str) -> Log:
    """The log with the column where it acts, and without it where not."""
    if meaning in ("", FEED_FORWARD) or "taucmd" not in log.commands:
        return log
    return replace(log, commands={k: x for k, x in log.commands.items() if k != "taucmd"})


def check_meaning(
    segment: RolloutSegment,
    values: Values,
    free: FreeParameters,
    declared: EffortMeaning | None = None,
) -> EffortMeaning:
    """The meaning of `taucmd`; refused where it is not what is added, or may not be, unless it was
    declared."""
    found = find_meaning(segment, values, free)
    if declared is not None:
        return replace(found, meaning=declared.meaning, declared=True)
    if found.meaning == FEED_FORWARD:
        return found
    where = f"{segment.log.where}: the columns taucmd_"
    if found.meaning:
        raise InputError(
            f"{where} hold {DESCRIPTIONS[found.meaning]}, not what is added to its PD law"
            f" ({found.evidence}). State it: {name_option('effort', found.meaning)}; or leave the"
            f" columns out: {name_option('columns', 'taucmd=none')}."
        )
    raise InputError(
        f"{where} may be added to the motors' PD law, or not: {found.evidence}. State what they"
        f" are ({name_option('effort')}, one of {join_names(MEANINGS)}), or leave them out:"
        f" {name_option('columns', 'taucmd=none')}."
    )


def find_meaning(segment: RolloutSegment, values: Values, free: FreeParameters) -> EffortMeaning:
    """What the data say."""
    cutoffs = choose_cutoffs(segment)
    known = {kind: _find_known(free, kind) for kind in ("kp", "kd")}
    sure = replace(values, kp=np.where(known["kp"], values.kp, 0.0))
    rows = make_rows(segment, sure, cutoffs[min(1, len(cutoffs) - 1)])
    column = np.asarray(rows.filter_command("taucmd", 0.0))
    size = _compute_deviations(column, rows.use)
    torque = _compute_deviations(rows.rigid + rows.columns["armature"] * values.armature, rows.use)
    active: Ints = np.flatnonzero(size > SMALL * np.maximum(torque, 1e-9))
    if not len(active):
        return EffortMeaning(FEED_FORWARD, False)
    a, deviation, alike, added = _estimate_factor(rows, values, known, active)
    each = _describe_column(rows, values, known)
    left = {
        name: float(np.quantile(x[active], QUARTER if name == EXTERNAL else 0.5, method="lower"))
        for name, x in each.items()
    }
    more = float(
        np.quantile(each[EXTERNAL][active] * size[active] / added, QUARTER, method="lower")
    )
    planned = _is_planned(rows, values, active)
    meaning = _decide((a, deviation), left, alike and more > ALIKE, planned)
    return EffortMeaning(meaning, False, (a, deviation), left)


def _decide(
    factor: tuple[float, float], left: Mapping[str, float], rubs: bool, planned: bool
) -> str:
    """`rubs`: what the column leaves is friction, at all joints alike, as of a feed-forward;
    `planned`: it follows of the commands alone."""
    a, deviation = factor
    sure = deviation < UNSURE
    acts, rests = sure and ADDED[0] < a < ADDED[1], sure and LEFT_OUT[0] < a < LEFT_OUT[1]
    fits = sorted((x, name) for name, x in left.items() if x < FITS[name])
    names = [name for _, name in fits]
    if left[COMMANDED] < EXACT:  # nobody adds what follows the tracking error so closely
        return COMMANDED
    if planned and not rests:
        return FEED_FORWARD
    if acts:
        return FEED_FORWARD if rubs and not {COMMANDED, EXTERNAL} & {*names} else ""
    if not rests and COMMANDED not in names:  # of that law, a is uncertain
        return ""
    if not names:
        return EXTERNAL
    return "" if len(fits) > 1 and fits[1][0] < ALIKE * fits[0][0] else names[0]


def _find_known(free: FreeParameters, kind: str) -> Flags:
    joints = dict.fromkeys(p.owner for p in free.every[: free.of_joints])
    return np.array([f"{joint}.{kind}" not in free.names for joint in joints])


def _compute_deviations(x: Array, use: Flags) -> Array:
    return np.array([x[use[:, j], j].std() if use[:, j].any() else 0.0 for j in range(x.shape[1])])


def _compute_errors(rows: CommandRows, delay: float) -> tuple[Array, Array]:
    """e and e'."""
    error = rows.filter_command("qcmd", delay) - rows.q
    return error, rows.filter_command("qdcmd", delay) - rows.columns["viscous"]


def _solve(W: Array, z: Array) -> tuple[Array, float]:
    """Least squares: the factors, and the RMS of what is left."""
    x = np.asarray(np.linalg.lstsq(W, z, rcond=1e-10)[0], dtype=float)
    return x, float(np.sqrt(np.mean((z - W @ x) ** 2)))


def _estimate_factor(
    rows: CommandRows, values: Values, known: Mapping[str, Flags], joints: Ints
) -> tuple[float, float, bool, Array]:
    """a and its deviation, over blocks of the log: those of the median joint; whether it acts at
    most joints; and of each joint what is left of the balance where a = 1."""
    found, added = [], np.full(len(joints), np.inf)
    for k, j in enumerate(joints):
        use, best = rows.use[:, j], (np.inf, np.zeros((0, 0)), np.zeros(0))
        ones = np.ones(int(use.sum()))
        for delay in np.linspace(0.0, rows.plant.drive.longest, DELAYS):
            error, slow = (x[use, j] for x in _compute_errors(rows, delay))
            z, W = -rows.rigid[use, j], [rows.columns[kind][use, j] for kind in PARTS]
            for kind, x, gain in (("kp", error, values.kp[j]), ("kd", slow, values.kd[j])):
                if known[kind][j]:
                    z = z + gain * x
                else:
                    W.append(-x)
            column = np.asarray(rows.filter_command("taucmd", delay))[use, j]
            matrix = np.column_stack([*W, ones, -column])
            added[k] = min(added[k], _solve(matrix[:, :-1], z + column)[1])
            left = _solve(matrix, z)[1]
            if left < best[0]:
                best = (left, matrix, z)
        _, matrix, z = best
        block = np.arange(len(z)) * BLOCKS // max(len(z), 1)
        a = np.array([_solve(matrix[block != b], z[block != b])[0][-1] for b in range(BLOCKS)])
        spread = np.sqrt((BLOCKS - 1) / BLOCKS * ((a - a.mean()) ** 2).sum())
        found.append((_solve(matrix, z)[0][-1], float(spread)))
    a, deviation = np.median(np.array(found), axis=0)
    first, last = np.quantile([each[0] for each in found], (QUARTER, 1.0 - QUARTER))
    alike = bool(ADDED[0] < first and last < ADDED[1])
    return float(a), float(deviation), alike, np.maximum(added, 1e-12)


def _is_planned(rows: CommandRows, values: Values, joints: Ints) -> bool:
    """Whether the column is gravity or inverse dynamics of some model along the commands, and not
    as well along the measured motion."""
    column, spline = np.asarray(rows.filter_command("taucmd", 0.0)), rows.early["qcmd"]
    u, q = [spline(rows.t, nu=k) for k in range(3)], [rows.q, *list(rows.columns.values())[1::-1]]
    still = np.zeros_like(rows.q)
    for planned, measured in (
        ((u[0], still, still), (q[0], still, still)),
        ((u[0], u[1], u[2]), (q[0], q[1], q[2])),
    ):
        nominal = rows.plant.compute_rigid_torque(values, *planned)
        left, other = (
            _fit_dynamics(rows, motion, column, joints) for motion in (planned, measured)
        )
        own = nominal[:, joints]
        size = (own**2).sum(axis=0)
        told = size > NOTHING * size.max()  # gravity turns no joint whose axis is vertical
        part = (own * column[:, joints]).sum(axis=0)[told] / size[told]
        alike = (NOMINAL[0] < part).all() and (part < NOMINAL[1]).all()
        if alike and left < min(EXACT, other / ALIKE):
            return True
    return False


def _fit_dynamics(
    rows: CommandRows, motion: tuple[Array, Array, Array], column: Array, joints: Ints
) -> float:
    """Part of the column that no bodies and no friction explain along this motion, of the worst
    joint."""
    worst = 0.0
    for part in rows.plant.parts:
        model, own = part.model, np.flatnonzero(np.isin(part.at, joints))
        q, qd, qdd = (x[:, part.at] for x in motion)
        Y = model.regressor(q, qd, qdd)[:, own][:, :, model.layout.inertial]
        N, n, P = Y.shape
        W, z = np.zeros((N, n, P + 3 * n)), column[:, part.at[own]]
        W[:, :, :P] = Y
        for k, j in enumerate(part.at[own]):
            v = motion[1][:, j]
            W[:, k, P + 3 * k : P + 3 * k + 3] = np.column_stack([v, np.sign(v), np.ones(N)])
        use = rows.use[:, part.at[own]]
        size = np.maximum(_compute_deviations(z, use), 1e-12)
        W, z = W / size[:, None], z / size  # every joint counts the same, as in what is left
        p = np.linalg.lstsq(W[use], z[use], rcond=1e-10)[0]
        rest = _compute_deviations(z - W @ p, use)
        worst = max(worst, float(rest.max(initial=0.0)))
    return worst


def _describe_column(
    rows: CommandRows, values: Values, known: Mapping[str, Flags]
) -> dict[str, Array]:
    """{meaning: (n,) part of the column that it leaves unexplained}, the least of all delays."""
    column = np.asarray(rows.filter_command("taucmd", 0.0))
    size = np.maximum(_compute_deviations(column, rows.use), 1e-12)
    left = {name: np.full(len(size), np.inf) for name in FITS}
    for j, use in enumerate(rows.use.T):
        c = column[use, j] - rows.rigid[use, j]
        parts = [rows.columns[kind][use, j] for kind in PARTS]
        left[MOTOR][j] = _solve(np.column_stack([*parts, np.ones(len(c))]), c)[1] / size[j]
        left[LINK][j] = c.std() / size[j]
    for delay in np.linspace(0.0, rows.plant.drive.longest, DELAYS):
        error, slow = _compute_errors(rows, delay)
        for j, use in enumerate(rows.use.T):
            laws = ("kp", error[use, j], values.kp[j]), ("kd", slow[use, j], values.kd[j])
            c, rigid = column[use, j], rows.rigid[use, j]
            sure = {kind: bool(known[kind][j]) for kind in known}
            for name, rest in (
                (COMMANDED, _fit_law(c, laws, sure)),
                (EXTERNAL, _balance(c, rigid, laws, sure)),
            ):
                left[name][j] = min(left[name][j], rest / size[j])
    return left


#: (kind, signal, gain) of Kp e and Kd e'
Laws = tuple[tuple[str, Array, float], ...]


def _fit_law(c: Array, laws: Laws, known: Mapping[str, bool]) -> float:
    """What Kp e + Kd e' leaves of c; infinite where this Kp is not the one given."""
    gains, rest = _solve(np.column_stack([*(x for _, x, _ in laws), np.ones(len(c))]), c)
    ratio = gains[0] / max(laws[0][2], 1e-12)
    return rest if not known["kp"] or 1 / KP_ALIKE < ratio < KP_ALIKE else np.inf


def _balance(c: Array, rigid: Array, laws: Laws, known: Mapping[str, bool]) -> float:
    """What tau_rigid - Kp e - Kd e' leaves of c, of either sign."""
    law = sum((gain * x for kind, x, gain in laws if known[kind]), np.zeros(len(c)))
    unknown = [np.ones(len(c)), *(x for kind, x, _ in laws if not known[kind])]
    rests = [np.inf]
    for sign in (1.0, -1.0):
        pulled = rigid - sign * c  # by the PD law, if c is external
        if c.std() < SMALLER * pulled.std():
            rests.append(_solve(np.column_stack(unknown), pulled - law)[1])
    return min(rests)


def declare(meaning: str | None) -> EffortMeaning | None:
    """What the user says; None: nothing."""
    if meaning is None:
        return None
    if meaning not in MEANINGS:
        raise InputError(f"effort: got {meaning!r}, expected one of {join_names(MEANINGS)}.")
    return EffortMeaning(meaning, True)
