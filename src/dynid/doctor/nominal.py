"""The log against the masses of the robot's file, where these explain it at all: what a free fit
cannot tell, as the gain of all torques or the zero of the last joint."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import Score
from dynid.doctor.tournament import run

# share of the torques that the file's bodies, each with a factor, may leave if they are to say
# anything, and if it is to be likely; and all with one factor
BELIEVED, ROUGHLY = (0.1, 0.03), 0.25
OFF = 1.25  # times the file's masses: more than these are wrong
FREE = ("torque gain", "position offset", "gear ratio", "axis reversed", "position sign", "gravity")


def against_file(bench: Bench, deep: bool = True) -> Iterator[Finding]:
    """A fit of one factor a body, with friction; a file of placeholders explains nothing, and is
    not asked further."""
    made = _mix(bench)
    if made is None or bench.n < 2:
        return
    mix, bodies = made
    outcome = run(replace(bench, mix=mix, extra=None), deep)
    left = _left(bench, outcome.score)
    if left > BELIEVED[0]:
        return
    for finding in outcome.findings:
        if finding.kind in FREE and finding.sure:
            evidence = f"By the masses of the robot's file: {finding.evidence}"
            certainty = "likely" if left < BELIEVED[1] else "possible"
            yield replace(finding, certainty=certainty, evidence=evidence)
    if not any(finding.kind in FREE and finding.sure for finding in outcome.findings):
        yield from _of_all(bench, mix, bodies)


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
    free = np.zeros((P + 4 * n, len(others)))
    free[others, np.arange(len(others))] = 1.0
    return np.concatenate([mix, free], axis=1), len(names)


def _of_all(bench: Bench, mix: Array, bodies: int) -> Iterator[Finding]:
    """One factor of all bodies, with friction and the like."""
    whole = mix[:, :bodies].sum(axis=1, keepdims=True)
    own = np.arange(4 * bench.n) + bodies
    # offsets and rotor inertias can take the place of weight and inertia: with and without them
    factors = []
    for columns in (np.arange(bodies, mix.shape[1]), own[(own - bodies) % 4 < 2]):
        nominal = replace(bench, mix=np.concatenate([whole, mix[:, columns]], axis=1), extra=None)
        score = nominal.score(nominal.rows())
        if _left(bench, score) > ROUGHLY:
            return
        factors.append(float(score.theta[0]))
    factor = min(factors, key=lambda x: abs(np.log(max(x, 1e-9))))
    if 1 / OFF < factor < OFF or min(factors) <= 0 or (min(factors) < 1 < max(factors)):
        return
    yield Finding(
        "torque gain of all",
        "likely",
        "the whole log",
        f"All torques are {factor:.3g} times what the masses of the robot's file give.",
        "Check the unit or constant of the torques, or the masses of the file.",
        Change("scale", tuple(f"tau_{x}" for x in bench.joints), (1.0 / factor,)),
        bench.log.source,
    )


def _left(bench: Bench, score: Score) -> float:
    """Share of the torques, 0 to 1."""
    whole = np.sum(np.where(bench.use, bench.tau, 0.0) ** 2)
    return float(np.sqrt(score.squares.sum() / max(float(whole), 1e-300)))
