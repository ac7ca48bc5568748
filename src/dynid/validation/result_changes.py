"""difference(first, second) -> Difference: what changed between two results, beyond their
uncertainty or not.

Compared are combinations that both results determine, never single bodies: how a combination is
shared out among bodies is a matter of the prior, and no change of the robot. Of friction the
braking torque of each joint counts, at the speed of the logs, and not how its terms share it.

A difference d of a quantity is a change where it is beyond the uncertainty of both results and
beyond what the models themselves leave unexplained:

    |d| > k m + t s,    s^2 = s_1^2 + s_2^2,    m^2 = (m_1^2 + m_2^2) / 2

with t such that the risk of any false alarm among all K of them is 1 - level (Bonferroni: (1 -
level) / K for each). Of friction, m_i is the RMS of the braking torque that model i lacks in parts
of its strokes (`compute_friction_errors`), less what noise makes of it; reversals hardly count
there, as the joint is far below the speed of the comparison. Of other combinations, m_i is the
change whose torque is as large as the correlated part of the residuals. k is larger for friction
and offsets, which differ from run to run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.identification.estimate import Estimate, find_base
from dynid.identification.estimate_records import JointFit
from dynid.identification.estimate_text import shorten, shorten_middle
from dynid.identification.friction_level import compute_braking_forces
from dynid.model.base_reduction import base_parameters
from dynid.model.terms import CONSTANT
from dynid.robot.mechanism import Robot
from dynid.validation.significance import compute_half_widths

NAME = 34  # of the table's column of names: it has 80 columns then
SAME = 1e-6  # a combination is another's, if its coefficients differ by less than this part
# k: what a model lacks is taken for bodies by about as much as it leaves unexplained; offsets of
# one machine differ by more. Friction changes with the temperature: beyond t s by up to 3.7 m from
# recording to recording of one machine (benchmarks/false_changes.py), while 15 % more of it in all
# joints of simulated machines is 11 m and more (benchmarks/regression_tests.py 1 2)
LACKED, FROM_RUN_TO_RUN, FRICTION = 1.5, 2.0, 4.0
# 1 - LEVEL is the risk of naming any change of a machine that did not change, for a pair of logs:
# at 0.95, five of a hundred would be accused
LEVEL = 0.999
SLOWER = 5.0  # times: a joint that is slower than in the other log by more tells no friction there


@dataclass(frozen=True)
class QuantityChange:
    """One quantity: its two values, second - first, the half width of the interval of that, beyond
    which difference it is a change, and whether it is one; nan and None where it is not judged.

    deviation   standard deviation of the difference
    joint       of a friction; "" of others
    """

    name: str
    first: float
    second: float
    difference: float
    half_width: float
    threshold: float
    changed: bool | None
    deviation: float
    joint: str = ""

    @property
    def quantity(self) -> str:
        """The name without the speed of the logs, which differs from log to log."""
        return f"{self.joint} friction" if self.joint else self.name

    def to_dict(self) -> dict[str, Any]:
        """As `dynid diff --json` has it."""
        content = {name: getattr(self, name) for name in _IN_JSON}
        return {k: _drop_nonfinite(x) if isinstance(x, float) else x for k, x in content.items()}


_IN_JSON = ("name", "first", "second", "difference", "half_width", "threshold", "changed")


@dataclass(frozen=True, eq=False)
class Difference:
    """What changed between two results.

    Parameters
    ----------
    changes
        one for each combination that both determine, then the friction of each joint
    level
        of the intervals
    only_first, only_second
        combinations that the other result does not determine
    errors
        {joint: (first, second)} of the residuals on the training data, in %
    circumstances
        what else differs: method, logs, settings
    notes
        what a reader should know
    """

    changes: tuple[QuantityChange, ...]
    level: float
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    errors: dict[str, tuple[float, float]]
    circumstances: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def judged(self) -> tuple[QuantityChange, ...]:
        return tuple(change for change in self.changes if change.changed is not None)

    @property
    def changed(self) -> bool | None:
        """Whether any quantity changed; None: not known."""
        return any(change.changed for change in self.judged) if self.judged else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "changed": self.changed,
            "verdict": self.describe_verdict(),
            "level": self.level,
            "parameters": [change.to_dict() for change in self.changes],
            "only_first": list(self.only_first),
            "only_second": list(self.only_second),
            "errors": {
                joint: list(map(_drop_nonfinite, both)) for joint, both in self.errors.items()
            },
            "circumstances": list(self.circumstances),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        width = max(9, *(len(shorten(change.name, NAME)) for change in self.changes))
        lines = [*self.circumstances, ""] if self.circumstances else []
        head = f"{'first':>10} {'second':>10} {'difference':>10} {'* beyond':>9}"
        lines.append(f"{'parameter':<{width}} {head}")
        for c in self.changes:
            size = f"{c.threshold:>9.3g}" if np.isfinite(c.threshold) else f"{'-':>9}"
            lines.append(
                f"{shorten(c.name, NAME):<{width}} {c.first:>10.4g} {c.second:>10.4g}"
                f" {c.difference:>10.3g} {size}{' *' if c.changed else ''}"
            )
        for which, names in (("first", self.only_first), ("second", self.only_second)):
            if names:
                lines.append(f"only in the {which}: {join_names(map(shorten, names), 8)}")
        if self.errors:
            lines += ["", f"{'joint':<16} {'error % first':>14} {'second':>8}"]
            lines += [
                f"{shorten_middle(j):<16} {a:>14.2f} {b:>8.2f}" for j, (a, b) in self.errors.items()
            ]
        lines += ["", self.describe_verdict(), *(f"note: {note}" for note in self.notes)]
        return "\n".join(lines)

    def describe_verdict(self) -> str:
        """The answer in a sentence: changed are the quantities with a star, and no others."""
        if self.changed is None:
            return "No deviations are known of at least one result, so no change can be judged."
        if not self.changed:
            return (
                f"No change: none of {len(self.judged)} differences is beyond the uncertainty and"
                " the errors of the models."
            )
        which = [f"{shorten(c.name)}{_format_part(c)}" for c in self.judged if c.changed]
        return f"Changed (*): {join_names(which, 8)}."


def _format_part(change: QuantityChange) -> str:
    """By which part of itself, where it keeps its sign."""
    if change.first * change.second <= 0 or abs(change.difference) > abs(change.first):
        return ""
    return f" ({100 * change.difference / change.first:+.0f} %)"


def difference(first: Estimate, second: Estimate, level: float = LEVEL) -> Difference:
    """What changed from one result to another of the same robot, and whether by more than their
    uncertainty and the errors of their models. They count as independent: found from different
    logs.

    Parameters
    ----------
    first
        the estimate before
    second
        the estimate after
    level
        of the intervals; 1 - level is the risk that any change is named wrongly
    """
    if not 0 < level < 1:
        raise InputError(f"got level {level}, expected a probability such as 0.95.")
    notes = _list_robot_differences(first, second)
    at, X = _find_common(first, second)
    if not len(at):
        raise InputError(
            f"nothing to compare: '{first.robot}' and '{second.robot}' determine no combination of"
            f" parameters in common ({join_names(first.names, 3)}; {join_names(second.names, 3)})."
            " Expected two results of one robot."
        )
    gone = [set(result.eliminated) for result in (first, second)]
    frictions, terms = _compare_frictions(first, second)
    compared = _compare_combinations(first, second, at, X, {*terms, *gone[0], *gone[1]})
    covered = {name for row in X for name in np.array(second.names)[np.abs(row) > SAME]}
    if taken_out := sorted(gone[0] ^ gone[1]):
        notes.append(f"taken out of one of the results alone: {join_names(taken_out, 6)}")
    changes = _judge_changes([*compared, *frictions], first, second, level)
    return Difference(
        changes,
        level,
        only_first=tuple(n for k, n in enumerate(first.names) if k not in set(at)),
        only_second=tuple(name for name in second.names if name not in covered),
        errors=_collect_errors(first, second),
        circumstances=_list_circumstances(first, second),
        notes=(
            *notes,
            *_note_friction([c.name for c in changes if c.changed], frictions),
            *_note_old_results(first, second),
            *_list_same_logs(first, second),
        ),
    )


@dataclass(frozen=True)
class _Compared:
    """A quantity in both results: values, variances, by how much it may differ for the errors of
    the models, k m_i; whether it is judged; the joint of a friction."""

    name: str
    values: tuple[float, float]
    variances: tuple[float, float]
    errors: tuple[float, float]
    judged: bool = True
    joint: str = ""


def _compare_combinations(
    first: Estimate, second: Estimate, at: list[int], X: Array, silent: set[str]
) -> list[_Compared]:
    """The combinations of both; `silent`: names of those that are not judged by themselves."""
    silent = silent | {*first.from_prior, *second.from_prior}
    models = [result.model for result in (first, second) if result.model is not None]
    terms = [placed for model in models for placed in model.layout.terms]
    offsets = {placed.name for placed in terms if placed.term.law == CONSTANT}
    C1, C2 = first.covariance[np.ix_(at, at)], _propagate_covariance(X, second.covariance)
    values = X @ second.theta
    out = []
    for i, (k, row) in enumerate(zip(at, X)):
        there = np.flatnonzero(np.abs(row) > SAME)
        used = {first.names[k], *(second.names[j] for j in there)}
        own, other = first.model_error, second.model_error
        allowed = FROM_RUN_TO_RUN if used & offsets else LACKED
        errors = (
            allowed * float(own[k]) if len(own) else 0.0,
            allowed * float(np.linalg.norm(row[there] * other[there])) if len(other) else 0.0,
        )
        pair = (float(first.theta[k]), float(values[i]))
        variances = (float(C1[i, i]), float(C2[i, i]))
        judged = not used & silent
        out.append(_Compared(first.names[k], pair, variances, errors, judged))
    return out


def _compare_frictions(first: Estimate, second: Estimate) -> tuple[list[_Compared], set[str]]:
    """The braking torque of every joint whose speed both results know, and the terms in it."""
    others = {fit.joint: fit for fit in second.joints}
    out, names = [], set[str]()
    for fit in first.joints:
        other = others.get(fit.joint)
        if other is None or not np.isfinite(speed := 0.5 * (fit.speed + other.speed)):
            continue
        load = 0.5 * (fit.torque + other.torque)
        before = _estimate_braking(first, fit, speed, load)
        after = _estimate_braking(second, other, speed, load)
        if before is None or after is None:
            continue
        (a, v1, own), (b, v2, more) = before, after
        names |= own | more
        unit = "m/s" if _is_sliding(first, fit.joint) else "rad/s"
        name = f"{fit.joint} friction at {speed:.2g} {unit}"
        errors = (_compute_friction_allowance(fit), _compute_friction_allowance(other))
        judged = are_speeds_alike(fit.speed, other.speed)
        compared = _Compared(name, (a, b), (v1, v2), errors, judged=judged, joint=fit.joint)
        out.append(compared)
    return out, names


def _compute_friction_allowance(fit: JointFit) -> float:
    """k m; of an older result, which does not know m, by the correlated part of its residuals."""
    if np.isfinite(fit.friction_error):
        return FRICTION * fit.friction_error
    return FROM_RUN_TO_RUN * fit.model_error


def are_speeds_alike(first: float, second: float) -> bool:
    """Whether a joint moves about as fast in two logs; False where it stands in one of them."""
    return max(first, second) < SLOWER * min(first, second)


def _estimate_braking(
    result: Estimate, fit: JointFit, speed: float, load: float
) -> tuple[float, float, set[str]] | None:
    """Braking torque of a joint, its variance, and its terms; None where there are none, or one of
    them is no parameter by itself."""
    forces = (
        {} if result.model is None else compute_braking_forces(result.model, fit.joint, speed, load)
    )
    if not forces or not forces.keys() <= {*result.names}:
        return None
    at = [result.names.index(name) for name in forces]
    w = np.array([*forces.values()])
    # other choices of effects share the torque out among other terms: they count by how much they
    # brake, and not by what they make of these terms
    D = result.alternatives[:, at] if len(result.alternatives) else np.zeros((1, len(at)))
    C = result.covariance[np.ix_(at, at)] - D.T @ D
    variance = float(w @ C @ w) + fit.friction_spread**2
    return float(w @ result.theta[at]), variance, {*forces}


def _is_sliding(result: Estimate, joint: str) -> bool:
    return result.model is not None and result.model.robot.joint(joint).kind == "prismatic"


def _judge_changes(
    compared: list[_Compared], first: Estimate, second: Estimate, level: float
) -> tuple[QuantityChange, ...]:
    d = np.array([c.values[1] - c.values[0] for c in compared])
    v1, v2 = np.array([c.variances for c in compared]).T
    known = np.isfinite(v1 + v2) & (v1 + v2 > 0)
    judged = known & np.array([c.judged for c in compared])
    nu = (first.degrees_of_freedom, second.degrees_of_freedom)
    half = np.where(known, compute_half_widths(v1, v2, nu, level), np.nan)
    each = 1.0 - (1.0 - level) / max(int(judged.sum()), 1)
    km = np.sqrt(np.mean(np.square([c.errors for c in compared]), axis=1))
    threshold = km + compute_half_widths(v1, v2, nu, each)
    return tuple(
        QuantityChange(
            c.name,
            c.values[0],
            c.values[1],
            float(d[i]),
            float(half[i]),
            float(threshold[i]) if judged[i] else np.nan,
            bool(abs(d[i]) > threshold[i]) if judged[i] else None,
            float(np.sqrt(v1[i] + v2[i])) if known[i] else np.nan,
            c.joint,
        )
        for i, c in enumerate(compared)
    )


def _find_common(first: Estimate, second: Estimate) -> tuple[list[int], Array]:
    """Places `at` of the first's combinations that the second determines too, and X with
    X theta_2 the same combinations."""
    if first.names == second.names:
        return list(range(len(first.names))), np.eye(len(first.names))
    one, two = _list_rows(first), _list_rows(second)
    if one is None or two is None:  # nothing but names is known
        at = [k for k, name in enumerate(first.names) if name in second.names]
        places = [second.names.index(first.names[k]) for k in at]
        return at, np.eye(len(second.names))[places]
    parameters = list(dict.fromkeys([*first.parameters, *second.parameters]))
    A = _spread(one, first.parameters, parameters)
    B = _spread(two, second.parameters, parameters)
    # a_k = x_k B: a combination of the first is one of the second's combinations
    X = np.linalg.lstsq(B.T, A.T, rcond=None)[0].T
    off = np.linalg.norm(X @ B - A, axis=1) / np.linalg.norm(A, axis=1)
    at = np.flatnonzero(off < SAME).tolist()
    X[np.abs(X) < 1e-9] = 0.0
    return at, np.asarray(X[at], dtype=float)


def _list_rows(result: Estimate) -> Array | None:
    """(theta, P): each combination as coefficients of the model's parameters; None: not known."""
    if result.names == result.parameters:
        return np.eye(len(result.names))
    if result.model is None or result.model.parameters != result.parameters:
        return None
    if (own := find_base(result)) is not None:
        return own.map
    base = base_parameters(result.model)
    if not set(result.names) <= set(base.names):
        return None
    return np.asarray(base.map[[base.names.index(name) for name in result.names]])


def _spread(matrix: Array, own: tuple[str, ...], all_names: list[str]) -> Array:
    wide = np.zeros((len(matrix), len(all_names)))
    wide[:, [all_names.index(name) for name in own]] = matrix
    return wide


def _propagate_covariance(X: Array, C: Array) -> Array:
    """X C X'; infinite where a combination needs what is not known at all."""
    lost = ~np.isfinite(np.diag(C))
    inner = np.where(lost[:, None] | lost[None, :], 0.0, C)
    out = X @ inner @ X.T
    unknown = (np.abs(X[:, lost]) > 0).any(axis=1)
    out[unknown, unknown] = np.inf if not np.isnan(np.diag(C)).any() else np.nan
    return np.asarray(out)


def _list_robot_differences(first: Estimate, second: Estimate) -> list[str]:
    notes = []
    if first.robot != second.robot:
        notes.append(f"the robots have different names: '{first.robot}' and '{second.robot}'")
    if first.model is not None and second.model is not None:
        moved = _list_moved_bodies(first.model.robot, second.model.robot)
        if moved:
            notes.append(
                f"the robots' files differ in where {join_names(moved, 6)} sit or how they move:"
                " combinations with the same name need not mean the same"
            )
    if first.known != second.known:
        notes.append(f"known payloads: '{first.known or 'none'}' and '{second.known or 'none'}'")
    return notes


def _list_moved_bodies(one: Robot, two: Robot) -> list[str]:
    """Bodies of both robots whose joints differ."""
    there = {body.name: body for body in two.bodies}
    moved = []
    for body in one.bodies:
        other = there.get(body.name)
        if other is None:
            continue
        kinds = (body.parent, body.joint.kind) == (other.parent, other.joint.kind)
        places = all(
            np.allclose(getattr(body.joint, x), getattr(other.joint, x), atol=1e-9)
            for x in ("axis", "position", "rotation")
        )
        moved += [] if kinds and places else [body.name]
    return moved


def _collect_errors(first: Estimate, second: Estimate) -> dict[str, tuple[float, float]]:
    other = {j.joint: j.relative for j in second.joints if np.isfinite(j.relative)}
    return {
        j.joint: (j.relative, other[j.joint])
        for j in first.joints
        if j.joint in other and np.isfinite(j.relative)
    }


def _list_circumstances(first: Estimate, second: Estimate) -> tuple[str, ...]:
    """What else differs, a line each."""
    logs = [", ".join(span[0] for span in result.sources) for result in (first, second)]
    pairs = {"method": (first.method, second.method), "logs": tuple(logs)}
    for name in ("effects", "cutoff", "decimate", "slow", "dynid"):
        pairs[name] = (str(first.setup.get(name, "")), str(second.setup.get(name, "")))
    return tuple(f"{name}: {a or '-'} -> {b or '-'}" for name, (a, b) in pairs.items() if a != b)


def _note_friction(changed: list[str], frictions: list[_Compared]) -> list[str]:
    if not changed or not {*changed} <= {each.name for each in frictions}:
        return []
    return [
        "only friction changed, as it does with temperature, too: compare runs of a robot that is"
        " as warm"
    ]


def _note_old_results(first: Estimate, second: Estimate) -> list[str]:
    if len(first.model_error) and len(second.model_error):
        return []
    return [
        "at least one result does not know the error of its model (another method, or saved by an"
        " older dynid): differences are judged by their deviations alone, which name changes of"
        " machines that did not change; identify again (dynid identify)"
    ]


def _list_same_logs(first: Estimate, second: Estimate) -> list[str]:
    shared = ({*first.recordings} & {*second.recordings}) - {""}
    if not shared:
        return []
    return [
        "both results were found from the same log, at least in part: their errors are not"
        " independent, and the intervals of the differences too wide"
    ]


def _drop_nonfinite(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None
