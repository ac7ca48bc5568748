"""Reports of small robots, for the tests of the report: a closed loop, and an arm whose names are
an attack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import dynid as di
from wobble_help import as_built, simulated_log, true_parameters

SAMPLES = 4000
EVIL_SCRIPT = "</script><script>document.title='stolen'</script>"
EVIL_IMAGE = "<img src=http://203.0.113.1/x.png onerror=\"document.title='stolen'\">"


@dataclass(frozen=True, eq=False)
class Case:
    model: di.Model
    truth: np.ndarray
    problem: di.Problem
    result: di.Estimate
    check: di.validation.Validation


def case(robot: di.Robot, estimator: object) -> Case:
    model = di.Model(robot, [di.Viscous(), di.Coulomb()])
    truth = as_built(model, true_parameters(model, SAMPLES))
    logs = [simulated_log(model, truth, SAMPLES, seed) for seed in (1, 2)]
    data, other = (di.process(log, model, cutoff=5.0, decimate=10) for log in logs)
    problem = di.Problem(model, data)
    result = di.estimate(problem, estimator)
    return Case(model, truth, problem, result, di.validate(result, other))


@lru_cache
def five_bar() -> Case:
    return case(di.load_robot("five_bar"), di.Consistent())


@lru_cache
def evil() -> Case:
    """Two links, whose robot, bodies and joints have names that would run or load something if they
    were not escaped."""
    rod = di.inertial(1.0, (0.2, 0.0, 0.0), np.diag([0.002, 0.01, 0.01]))
    first = di.Body(EVIL_SCRIPT, "world", di.Joint(EVIL_IMAGE, axis=(0, 1, 0)), rod)
    second = di.Body(
        "<b>bold", EVIL_SCRIPT, di.Joint("%{x}<!--", axis=(0, 1, 0), position=(0.4, 0, 0)), rod
    )
    return case(di.Robot(EVIL_SCRIPT, (first, second)), di.OLS())
