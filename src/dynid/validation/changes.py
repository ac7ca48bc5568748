"""difference(first, second) -> Difference: what changed between two results, beyond their
uncertainty or not.

Compared are combinations that both results determine, never single bodies: how a combination is
shared out among bodies is a matter of the prior, and no change of the robot. With d the difference
of the combinations and C_1 + C_2 the covariance of independent results,

    T^2 = d' (C_1 + C_2)^-1 d
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.errors import InputError, listing
from dynid.identify.estimate import Estimate
from dynid.identify.table import middle, shorten
from dynid.model.base import base_parameters
from dynid.robot.mechanism import Robot
from dynid.validation.significance import holm, joint_test, one_by_one

NAME = 34  # of the table's column of names: it has 80 columns then
SAME = 1e-6  # a combination is another's, if its coefficients differ by less than this part


@dataclass(frozen=True)
class Change:
    """One combination: its two values, second - first, the half width of the interval of that, and
    whether it is beyond the interval: by itself, and with all combinations counted (Holm)."""

    name: str
    first: float
    second: float
    difference: float
    half_width: float
    beyond: bool
    changed: bool


@dataclass(frozen=True, eq=False)
class Difference:
    """What changed between two results.

    changes         one for each combination that both determine
    statistic, rank, degrees_of_freedom, p_value   of the joint test of all with known deviations:
                    T^2, how many independent differences it is of, and the probability of as large
                    a one if nothing had changed; nan where no deviations are known
    only_first, only_second    combinations that the other result does not determine
    errors          {joint: (first, second)} of the residuals on the training data, in %
    circumstances   what else differs: method, logs, settings
    """

    changes: tuple[Change, ...]
    level: float
    statistic: float
    rank: int
    degrees_of_freedom: float
    p_value: float
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    errors: dict[str, tuple[float, float]]
    circumstances: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def changed(self) -> bool | None:
        """Whether the results differ by more than their uncertainty; None: not known."""
        return None if np.isnan(self.p_value) else self.p_value < 1.0 - self.level

    def to_dict(self) -> dict[str, Any]:
        numbers = ("statistic", "degrees_of_freedom", "p_value")
        return {
            "changed": self.changed,
            "level": self.level,
            **{name: _finite(getattr(self, name)) for name in numbers},
            "rank": self.rank,
            "parameters": [
                {k: _finite(x) if isinstance(x, float) else x for k, x in asdict(change).items()}
                for change in self.changes
            ],
            "only_first": list(self.only_first),
            "only_second": list(self.only_second),
            "errors": {joint: list(map(_finite, both)) for joint, both in self.errors.items()},
            "circumstances": list(self.circumstances),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        width = max(9, *(len(shorten(change.name, NAME)) for change in self.changes))
        percent = f"+/- {100 * self.level:g} %"
        lines = [*self.circumstances, ""] if self.circumstances else []
        lines.append(
            f"{'parameter':<{width}} {'first':>10} {'second':>10} {'difference':>10} {percent:>9}"
        )
        for c in self.changes:
            mark = " **" if c.changed else " *" if c.beyond else ""
            size = f"{c.half_width:>9.2g}" if np.isfinite(c.half_width) else f"{'-':>9}"
            lines.append(
                f"{shorten(c.name, NAME):<{width}} {c.first:>10.4g} {c.second:>10.4g}"
                f" {c.difference:>10.3g} {size}{mark}"
            )
        for which, names in (("first", self.only_first), ("second", self.only_second)):
            if names:
                lines.append(f"only in the {which}: {listing(map(shorten, names), 8)}")
        if self.errors:
            lines += ["", f"{'joint':<16} {'error % first':>14} {'second':>8}"]
            lines += [f"{middle(j):<16} {a:>14.2f} {b:>8.2f}" for j, (a, b) in self.errors.items()]
        lines += ["", self.verdict(), *(f"note: {note}" for note in self.notes)]
        return "\n".join(lines)

    def verdict(self) -> str:
        """The answer in a sentence."""
        if self.changed is None:
            return "No deviations are known of at least one result, so no change can be judged."
        size = f"p = {self.p_value:.2g}" if self.p_value >= 1e-6 else "p < 1e-6"
        joint = f"joint test of {self.rank} differences: {size}"
        if not self.changed:
            return f"No change beyond the uncertainty ({joint})."
        which = [shorten(change.name) for change in self.changes if change.changed]
        most = f": {listing(which, 8)}" if which else ", though no parameter by itself (* or **)"
        return f"Changed beyond the uncertainty ({joint}){most}."


def difference(first: Estimate, second: Estimate, level: float = 0.95) -> Difference:
    """What changed from one result to another of the same robot, and whether by more than their
    uncertainty. They count as independent: found from different logs.

    level   of the intervals, and of the joint test
    """
    if not 0 < level < 1:
        raise InputError(f"got level {level}, expected a probability such as 0.95.")
    notes = _robots_differ(first, second)
    at, X = _common(first, second)
    if not len(at):
        raise InputError(
            f"nothing to compare: '{first.robot}' and '{second.robot}' determine no combination of"
            f" parameters in common ({listing(first.names, 3)}; {listing(second.names, 3)})."
            " Expected two results of one robot."
        )
    gone = [set(result.eliminated) for result in (first, second)]
    names = [first.names[k] for k in at]
    values = first.theta[at], X @ second.theta
    C1, C2 = first.covariance[np.ix_(at, at)], _propagated(X, second.covariance)
    variance = np.diag(C1) + np.diag(C2)
    used = np.isfinite(variance) & (variance > 0)
    used &= [name not in gone[0] for name in names]
    used &= np.array([not (set(np.array(second.names)[row != 0]) & gone[1]) for row in X])
    d = values[1] - values[0]
    nu = (first.degrees_of_freedom, second.degrees_of_freedom)
    half, p_each = one_by_one(d, np.diag(C1), np.diag(C2), nu, level)
    half, p_each = np.where(used, half, np.nan), np.where(used, p_each, np.nan)
    steps = holm(p_each, 1.0 - level)
    changes = [
        Change(
            *(name, float(a), float(b), float(b - a), float(h)),
            bool(p <= 1.0 - level),
            bool(step),
        )
        for name, a, b, h, p, step in zip(names, *values, half, p_each, steps)
    ]
    inner = np.ix_(used, used)
    joint = joint_test(d[used], C1[inner], C2[inner], nu)
    covered = {name for row in X for name in np.array(second.names)[np.abs(row) > SAME]}
    taken_out = sorted(gone[0] ^ gone[1])
    if taken_out:
        notes.append(f"taken out of one of the results alone: {listing(taken_out, 6)}")
    return Difference(
        tuple(changes),
        level,
        *joint,
        only_first=tuple(n for k, n in enumerate(first.names) if k not in set(at)),
        only_second=tuple(name for name in second.names if name not in covered),
        errors=_errors(first, second),
        circumstances=_circumstances(first, second),
        notes=(*notes, *_same_logs(first, second)),
    )


def _common(first: Estimate, second: Estimate) -> tuple[list[int], Array]:
    """Places `at` of the first's combinations that the second determines too, and X with
    X theta_2 the same combinations."""
    if first.names == second.names:
        return list(range(len(first.names))), np.eye(len(first.names))
    one, two = _rows(first), _rows(second)
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


def _rows(result: Estimate) -> Array | None:
    """(theta, P): each combination as coefficients of the model's parameters; None: not known."""
    if result.names == result.parameters:
        return np.eye(len(result.names))
    if result.model is None or result.model.parameters != result.parameters:
        return None
    base = base_parameters(result.model)
    if not set(result.names) <= set(base.names):
        return None
    return np.asarray(base.map[[base.names.index(name) for name in result.names]])


def _spread(matrix: Array, own: tuple[str, ...], all_names: list[str]) -> Array:
    wide = np.zeros((len(matrix), len(all_names)))
    wide[:, [all_names.index(name) for name in own]] = matrix
    return wide


def _propagated(X: Array, C: Array) -> Array:
    """X C X'; infinite where a combination needs what is not known at all."""
    lost = ~np.isfinite(np.diag(C))
    inner = np.where(lost[:, None] | lost[None, :], 0.0, C)
    out = X @ inner @ X.T
    unknown = (np.abs(X[:, lost]) > 0).any(axis=1)
    out[unknown, unknown] = np.inf if not np.isnan(np.diag(C)).any() else np.nan
    return np.asarray(out)


def _robots_differ(first: Estimate, second: Estimate) -> list[str]:
    notes = []
    if first.robot != second.robot:
        notes.append(f"the robots have different names: '{first.robot}' and '{second.robot}'")
    if first.model is not None and second.model is not None:
        moved = _moved(first.model.robot, second.model.robot)
        if moved:
            notes.append(
                f"the robots' files differ in where {listing(moved, 6)} sit or how they move:"
                " combinations with the same name need not mean the same"
            )
    if first.known != second.known:
        notes.append(f"known payloads: '{first.known or 'none'}' and '{second.known or 'none'}'")
    return notes


def _moved(one: Robot, two: Robot) -> list[str]:
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


def _errors(first: Estimate, second: Estimate) -> dict[str, tuple[float, float]]:
    other = {j.joint: j.relative for j in second.joints if np.isfinite(j.relative)}
    return {
        j.joint: (j.relative, other[j.joint])
        for j in first.joints
        if j.joint in other and np.isfinite(j.relative)
    }


def _circumstances(first: Estimate, second: Estimate) -> tuple[str, ...]:
    """What else differs, a line each."""
    logs = [", ".join(span[0] for span in result.sources) for result in (first, second)]
    pairs = {"method": (first.method, second.method), "logs": tuple(logs)}
    for name in ("effects", "cutoff", "decimate", "slow", "dynid"):
        pairs[name] = (str(first.setup.get(name, "")), str(second.setup.get(name, "")))
    return tuple(f"{name}: {a or '-'} -> {b or '-'}" for name, (a, b) in pairs.items() if a != b)


def _same_logs(first: Estimate, second: Estimate) -> list[str]:
    shared = ({*first.recordings} & {*second.recordings}) - {""}
    if not shared:
        return []
    return [
        "both results were found from the same log, at least in part: their errors are not"
        " independent, and the intervals of the differences too wide"
    ]


def _finite(x: float) -> float | None:
    return float(x) if np.isfinite(x) else None
