"""The log against the masses of the robot's file, where these explain it at all: what a free fit
cannot tell, as the gain of all torques or the zero of the last joint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.added import leaves
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import Score
from dynid.doctor.tournament import LEAST, SURE, run

# share of the torques that the file's bodies, each with a factor, may leave if they are to say
# anything, and if it is to be likely
BELIEVED = (0.1, 0.03)
AS_FREE = 1.5  # times what free bodies leave: the file's bodies, repaired, lack nothing
RIGHT = 1.5  # factor of a body whose file is right but for densities and covers
KNOWN = 0.1  # deviation of a factor that is known
OFF = 4 / 3  # times the file's masses: covers, cables and motors that a file lacks make less
# standard errors of the mean of the bodies' factors (logarithms): masses that are wrong each in its
# own way leave less
ALIKE = 10.0
ROUND_OFF = 1e-12  # of columns of length 1
#: {kind: size} below which an error of the file's centres of mass explains the torques as well: rad
#: (seen from its joint, a centre may be off by that), logarithms, share of gravity
SMALL = {"position offset": 0.7, "torque gain": 0.1, "gear ratio": 0.1, "gravity": 0.2}
#: of the mass of the body that carries it: a lighter tool may as well be an error of the file
TOOL = 0.25
FREE = ("torque gain", "position offset", "gear ratio", "axis reversed", "position sign", "gravity")


def against_file(bench: Bench, deep: bool = True) -> Iterator[Finding]:
    """A fit of one factor a body, with friction; a file of placeholders explains nothing, and is
    not asked further. A load that the file lacks is looked for first."""
    made = _mix(bench)
    if made is None or bench.n < 2:
        return
    mix, bodies = made
    nominal = replace(bench, mix=mix)
    carried = _carried(nominal)
    if carried is not None:
        finding, load = carried
        yield finding
        extra = [load] if bench.extra is None else [bench.extra, load]
        nominal = replace(nominal, extra=np.concatenate(extra, axis=2))
    outcome = run(nominal, deep)
    left = _left(bench, outcome.score)
    if left > BELIEVED[0]:
        return
    free = _left(bench, bench.score(bench.rows()))
    factors = _factors(outcome.bench, bodies)
    right = bool(np.all((factors > 1 / RIGHT) & (factors < RIGHT)))
    whole = left < BELIEVED[1] and left < AS_FREE * free and right
    found = [finding for finding in outcome.findings if finding.kind in FREE and finding.sure]
    for finding in found:
        evidence = f"By the masses of the robot's file: {finding.evidence}"
        large = _size(bench, finding) > SMALL.get(finding.kind, 0.0)
        certainty = "likely" if whole and large else "possible"
        yield replace(finding, certainty=certainty, evidence=evidence)
    if not found and carried is None and len(factors) >= max(2, bodies // 2):
        yield from _of_all(bench, factors)


def file_factors(bench: Bench) -> Array:
    """Factors of the file's bodies that the log determines; none where the file has no masses, or
    these do not explain the log."""
    made = _mix(bench)
    if made is None:
        return np.zeros(0)
    nominal = replace(bench, mix=made[0])
    believed = _left(bench, nominal.score(nominal.rows())) < BELIEVED[0]
    return _factors(nominal, made[1]) if believed else np.zeros(0)


def _carried(nominal: Bench) -> tuple[Finding, Array] | None:
    """A tool or payload that the file does not have, where one explains the torques better; and
    its columns."""
    Y, model, move = nominal.rows(), nominal.model, nominal.move
    score, whole = nominal.score(Y), model.regressor(move.q, move.qd, move.qdd)
    assert nominal.mix is not None
    for end, columns in leaves(nominal):
        load = whole[:, :, columns]
        full = nominal.score(np.concatenate([Y, load], axis=2))
        gain, deviation = full.gain(score, nominal.floor)
        # of the body: its factor times the file's, and the load
        mass = nominal.mix[columns[0]] @ full.theta[: nominal.mix.shape[1]] + full.theta[-10]
        more, file = float(mass - model.prior[columns[0]]), float(model.prior[columns[0]])
        if gain > max(LEAST, SURE * deviation) and more > TOOL * file:
            finding = Finding(
                "payload or tool",
                "possible",
                end,
                f"The torques are those of a robot that carries {more:.2g} kg more on '{end}' than"
                " its file says: with that the file's masses leave"
                f" {100 * _left(nominal, full):.2g} % of the torques instead of"
                f" {100 * _left(nominal, score):.2g} %.",
                f"If it carries something, say so (--payload link={end}), or put it into the file.",
                None,
                nominal.log.source,
            )
            return finding, load
    return None


def _factors(bench: Bench, bodies: int) -> Array:
    """Those factors of the file's bodies that the log determines."""
    Y = bench.rows()
    score = bench.score(Y)
    W = (Y / score.unit[:, None])[bench.use]
    size = np.maximum(np.linalg.norm(W, axis=0), ROUND_OFF)
    S = (W / size).T @ (W / size)
    # variance of a factor: c (W'W)^-1, c for errors correlated in time
    own = np.diag(np.linalg.inv(S + ROUND_OFF * np.eye(len(S))))[:bodies]
    deviation = np.sqrt(bench.correlated * own) / size[:bodies]
    return np.asarray(score.theta[:bodies][deviation < KNOWN * np.abs(score.theta[:bodies])])


def _size(bench: Bench, finding: Finding) -> float:
    """Of a repair, in the units of SMALL."""
    if finding.change is None or not finding.change.values:
        return np.inf
    if finding.kind == "gravity":
        g = np.asarray(bench.model.robot.gravity, dtype=float)
        return float(np.linalg.norm(finding.change.values - g) / np.linalg.norm(g))
    value = abs(finding.change.values[0])
    return value if finding.kind == "position offset" else abs(float(np.log(value)))


def _mix(bench: Bench) -> tuple[Array, int] | None:
    """(whole rows, bodies + 4 n): the file's bodies as one column each, and their number; None
    where it has none."""
    model = bench.model
    prior = model.prior[model.layout.inertial]
    P, n = len(model.parameters), bench.n
    if not np.isfinite(prior).all() or not np.any(prior):
        return None
    bodies = [name.partition(".")[0] for name in np.array(model.parameters)[model.layout.inertial]]
    names = list(dict.fromkeys(bodies))
    mix = np.zeros((P + 4 * n, len(names) + 4 * n))
    for value, body, k in zip(prior, bodies, np.arange(P)[model.layout.inertial]):
        mix[k, names.index(body)] = value
    mix[P:, len(names) :] = np.eye(4 * n)
    # what the model has beside bodies and plain friction stays free
    others = np.setdiff1d(bench.columns[bench.columns < P], np.arange(P)[model.layout.inertial])
    loads = [np.arange(P)[x.own] for x in model.layout.payloads if x.own is not None]
    others = np.unique(np.concatenate([others, *loads]))
    free = np.zeros((P + 4 * n, len(others)))
    free[others, np.arange(len(others))] = 1.0
    return np.concatenate([mix, free], axis=1), len(names)


def _of_all(bench: Bench, factors: Array) -> Iterator[Finding]:
    """Torques of all joints that are a multiple of the file's: all bodies have one factor."""
    if not (np.all(factors > 0) or np.all(factors < 0)):
        return
    names = tuple(f"tau_{x}" for x in bench.joints)
    if factors[0] < 0:
        yield Finding(
            "torque sign",
            "likely",
            "the whole log",
            "All torques oppose what the masses of the robot's file give.",
            "Turn the sign of all torques (read_log(units={'tau': -1.0})).",
            Change("negate", names),
            bench.log.source,
        )
        return
    logs = np.log(factors)
    factor = float(np.exp(logs.mean()))
    if abs(logs.mean()) < np.log(OFF):
        return
    alike = abs(logs.mean()) > ALIKE * logs.std() / np.sqrt(len(logs))
    yield Finding(
        "torque gain of all",
        "likely" if alike else "possible",
        "the whole log",
        f"All torques are {factor:.3g} times what the masses of the robot's file give.",
        "Check the unit or constant of the torques, or the masses of the file.",
        Change("scale", names, (1.0 / factor,)),
        bench.log.source,
    )


def _left(bench: Bench, score: Score) -> float:
    """Share of the torques, 0 to 1."""
    whole = np.sum(np.where(bench.use, bench.tau, 0.0) ** 2)
    return float(np.sqrt(score.squares.sum() / max(float(whole), 1e-300)))
