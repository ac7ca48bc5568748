"""One run: a variant on a case, and how far its answer is from the truth."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from dynid.arrays import Array
from dynid.benchmark.benchmark_case import BenchmarkCase, make_case
from dynid.benchmark.benchmark_experiment import Experiment, Protocol
from dynid.benchmark.variants import VARIANTS
from dynid.errors import DynidError
from dynid.identification.estimate import Estimate, estimate
from dynid.model.base_reduction import has_same_combinations
from dynid.simulation.simulation_run import simulate

#: what a run records, in %
ERRORS = ("parameters", "torque", "motion", "coverage")
WITHIN = 1.96  # deviations: 95 %
LOST = 1e6  # %: beyond, an answer is no answer


def collect_settings(
    robot: str, method: str, noise: float, start: int, protocol: Protocol
) -> dict[str, Any]:
    """What `run_case` is told: numbers and texts."""
    told = {"robot": robot, "method": method, "noise": noise, "start": start}
    return {**told, "protocol": asdict(protocol)}


def run_case(
    files: Mapping[str, Path],
    robot: str,
    method: str,
    noise: float,
    start: int,
    protocol: Mapping[str, float],
) -> dict[str, Any]:
    """The record of a run; a method that fails is a record with its reason."""
    of = make_case(str(files.get(robot, robot)), Protocol(**protocol), noise, start)
    variant = VARIANTS[method]
    record: dict[str, Any] = {
        "robot": of.experiment.model.robot.name,
        "method": method,
        "family": variant.family,
        "noise": noise,
        "start": start,
        "failed": "",
        "seconds": np.nan,
        **dict.fromkeys(ERRORS, np.nan),
        "unmoved": "",
    }
    problem, estimator = variant.make(of)
    began = time.process_time()
    try:
        found = estimate(problem, estimator)
        record["seconds"] = time.process_time() - began
        return {**record, **measure_errors(of, found)}
    except (DynidError, np.linalg.LinAlgError, FloatingPointError) as error:
        record["seconds"] = time.process_time() - began
        return {**record, "failed": f"{' '.join(str(error).split())[:300]}"}


def measure_errors(of: BenchmarkCase, found: Estimate) -> dict[str, Any]:
    """Errors beside the truth."""
    experiment, base = of.experiment, of.experiment.base
    if len(found.theta) != len(base):
        raise DynidError(f"got {len(found.theta)} parameters, expected {len(base)}.")
    # a filter names single parameters; all of p tell theta
    same = has_same_combinations(found.names, base.names)
    theta = found.theta if same else base.compute_theta(found.p)
    off, std = theta - experiment.theta, np.sqrt(np.maximum(np.diag(found.covariance), 0.0))
    parameters, torque = _compute_torque_errors(experiment, theta)
    if not parameters < LOST:
        raise DynidError(f"its parameters are off by {parameters:.1e} %: the search was lost.")
    known = np.isfinite(std) & (std > 0)
    within = np.abs(off[known]) <= WITHIN * std[known]
    motion, why = _compute_motion_error(experiment, theta)
    return {
        "parameters": parameters,
        "torque": torque,
        "motion": motion,
        "coverage": 100.0 * float(np.mean(within)) if known.any() else np.nan,
        "unmoved": why,
    }


def _compute_torque_errors(experiment: Experiment, theta: Array) -> tuple[float, float]:
    """Errors of the parameters, each by the torque that it makes, and of the torque of the test
    motion; both relative, over the joints."""
    base, test = experiment.base, experiment.test
    Y = experiment.model.regressor(test.q, test.qd, test.qdd)[:, :, base.independent]
    truth = experiment.theta
    force = np.sqrt(np.mean((Y @ truth) ** 2, axis=0))
    W = Y / force[:, None]
    # |D (theta - truth)| / |D truth|, D the size of the columns
    D = np.sqrt(np.mean(W**2, axis=(0, 1)))
    parameters = np.linalg.norm(D * (theta - truth)) / np.linalg.norm(D * truth)
    torque = np.sqrt(np.mean((W @ (theta - truth)) ** 2))
    return 100.0 * float(parameters), 100.0 * float(torque)


def _compute_motion_error(experiment: Experiment, theta: Array) -> tuple[float, str]:
    """Error of the loop that is simulated along the test motion, in % of the error with which the
    robot follows it; or why it cannot be simulated."""
    test, drive = experiment.test, experiment.test_drive
    wanted = drive.motion.at(test.t)[0]
    try:
        log = simulate(
            experiment.model, experiment.base.to_parameters(theta), drive, friction="smooth",
            rate=experiment.protocol.rate, duration=float(test.t[-1]),
        )  # fmt: skip
    except DynidError as error:
        return np.nan, str(error)[:200]
    assert log.truth is not None
    N = min(len(log.truth.q), len(test.q))
    off = np.sqrt(np.mean((log.truth.q[:N] - test.q[:N]) ** 2, axis=0))
    followed = np.sqrt(np.mean((test.q - wanted) ** 2, axis=0))
    return 100.0 * float(np.sqrt(np.mean((off / followed) ** 2))), ""
