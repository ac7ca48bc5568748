"""identify_payload(result, log) -> Weighed: what the robot carried in a log, or in several with the
same load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.special import stdtrit

from dynid.arrays import Array
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.data.process import process
from dynid.errors import InputError
from dynid.identification.covariance import estimate_correlated_deviation
from dynid.identification.estimate import Estimate
from dynid.identification.model_error import DOUBTFUL, SURE, compute_scatter
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.payload.carrier import FRICTION, Carrier, make_carrier
from dynid.payload.consistent_load import make_consistent_load
from dynid.payload.load_knowledge import TEN, LoadKnowledge, Sums, parse_knowledge, solve_payload
from dynid.payload.payload_estimate import PayloadEstimate
from dynid.robot.parts import Frame

SLOW = "5%"  # of a joint's largest speed: below, it may stick
LEVEL = 0.95


def identify_payload(
    result: Estimate,
    log: Log | Sequence[Log] | Dataset,
    known: Mapping[str, Any] | None = None,
    frame: str | Frame | None = None,
    friction: float = FRICTION,
) -> PayloadEstimate:
    """Mass, centre and inertia of what an identified robot carries, with 95 % intervals.

    The intervals contain the uncertainty of the empty robot, that of the log (its residuals'
    correlation in time and contradictions between its parts), and changed friction.

    Parameters
    ----------
    result
        of the robot without the payload
    log
        with the load: a log (or several with the same load), or a data set processed for
        result.model
    known
        {"mass": 2.5}, {"com": (0, 0, 0.05)} in the frame, or both
    frame
        a body or a frame of the robot that carries it; default: the tool, else the last body
    friction
        by which part of itself friction may have changed since the robot was identified
    """
    carrier, given = make_carrier(result, frame, friction), parse_knowledge(known)
    data = _process_log(result, log, carrier.model)
    problem = Problem(carrier.model, data, carrier.base)
    deviations = estimate_correlated_deviation(problem)
    sums, disagreement, notes = _compute_sums(problem, carrier, deviations)
    x, V = solve_payload(sums, carrier.covariance, given)
    phi, V = x[:TEN], disagreement * V[:TEN, :TEN]
    return PayloadEstimate(
        carrier.frame.name,
        carrier.frame.body,
        make_consistent_load(phi, V, given),
        phi,
        V,
        given,
        _compute_quantile(problem, len(sums.z)),
        (*notes, *_list_notes(phi, V, given, sums, carrier)),
    )


def _process_log(result: Estimate, log: Log | Sequence[Log] | Dataset, model: Model) -> Dataset:
    """Processed as the log of the result was."""
    if isinstance(log, Dataset):
        if log.model.robot is not model.robot:
            raise InputError(
                f"payload: the data were processed for robot '{log.model.robot.name}', the result"
                f" is of '{model.robot.name}'; expected process(log, result.model)."
            )
        return log
    cutoff = result.setup.get("cutoff", "auto")
    dry = any(placed.term.law.dry for placed in model.layout.terms)
    return process(
        log,
        model,
        cutoff=cutoff if cutoff == "auto" else float(cutoff),
        slow=SLOW if dry else None,
    )


def _compute_sums(
    problem: Problem, carrier: Carrier, deviations: Array
) -> tuple[Sums, float, tuple[str, ...]]:
    """Of all rows; by how much more than expected the log and the empty robot disagree."""
    A = problem.compute_gram(1.0 / deviations**2)
    b = np.zeros(problem.size)
    for block, d in zip(problem.blocks, deviations):
        left = block.z - block.R @ carrier.theta[block.columns]
        b[block.columns] += block.R.T @ left / d**2
    parts = compute_scatter(problem, 1.0 / deviations, deviations)
    M, Z = parts.covariance, carrier.Z
    sums = Sums(Z.T @ b, Z.T @ A @ Z, Z.T @ A, Z.T @ M @ Z)
    factor = _measure_disagreement(A, M, b, carrier)
    notes = parts.notes
    if factor > 1.0:
        notes += (
            "the log differs from the empty robot by more than a payload and changed"
            f" friction explain: the intervals are widened {np.sqrt(factor):.1f} times by it",
        )
    return sums, factor, notes


def _measure_disagreement(A: Array, M: Array, b: Array, carrier: Carrier) -> float:
    """chi^2 over its degrees of freedom of what is left beside the best load, where that is
    significant, else 1.

    y = H'b with H'A H = 1 in the directions that the log shows has the covariance S = H'(M + A (C +
    D D') A) H and the mean T phi, T = H'A B.
    """
    values, V = np.linalg.eigh(A)
    shown = values > 1e-10 * values[-1]
    H = V[:, shown] / np.sqrt(values[shown])
    y, T = H.T @ b, H.T @ A @ carrier.B
    S = H.T @ (M + A @ (carrier.covariance + carrier.D @ carrier.D.T) @ A) @ H
    try:
        L = np.linalg.cholesky(S)
    except np.linalg.LinAlgError:
        raise InputError(
            "payload: the covariance of the result is not positive definite, so no interval would"
            " hold; identify again."
        ) from None
    y, T = np.linalg.solve(L, y), np.linalg.solve(L, T)
    phi, _, rank, _ = np.linalg.lstsq(T, y, rcond=1e-10)
    free = len(y) - int(rank)
    if free < 1:
        return 1.0
    square = float(np.sum((y - T @ phi) ** 2))
    sure = ((square - free) / np.sqrt(2.0 * free) - DOUBTFUL) / (SURE - DOUBTFUL)
    return 1.0 + float(np.clip(sure, 0.0, 1.0)) * max(square / free - 1.0, 0.0)


def _compute_quantile(problem: Problem, parameters: int) -> float:
    """Of Student's t, with as many degrees of freedom as the rows are worth white ones."""
    rows = np.array([block.n for block in problem.blocks])
    theta = np.asarray(np.linalg.lstsq(*problem.stack_rows(), rcond=1e-10)[0], dtype=float)
    free = float(np.sum(rows / problem.compute_inflations(theta))) - parameters
    return float(stdtrit(max(free, 1.0), 0.5 + LEVEL / 2.0))


def _list_notes(
    phi: Array, V: Array, known: LoadKnowledge, sums: Sums, carrier: Carrier
) -> tuple[str, ...]:
    """What a reader must know."""
    notes = []
    if known.mass is None and phi[0] < 2.0 * np.sqrt(max(V[0, 0], 0.0)):
        notes.append("no payload is detected: the interval of the mass reaches zero")
    if known.mass is not None or known.com is not None:
        x, W = solve_payload(sums, carrier.covariance, parse_knowledge(None))
        m, deviation = x[0], np.sqrt(max(W[0, 0], 0.0))
        if known.mass is not None and abs(m - known.mass) > 3.0 * deviation:
            notes.append(
                f"the log alone gives {m:.4g} +/- {2 * deviation:.2g} kg: the known mass of"
                f" {known.mass:g} kg contradicts it; check gains, units and the frame"
            )
    if not carrier.D.shape[1]:
        notes.append("the model has no friction that could have changed since it was identified")
    return tuple(notes)
