"""Diaz-Rodriguez 2010: the choice of base parameters (2.2), PID control and repetitions (3.1), and
the reduction at the condition numbers that section 4 states."""

from __future__ import annotations

from itertools import count as numbers

import numpy as np

from dynid.arrays import Array, Triple
from dynid.data.log import Log
from dynid.data.repeated_logs import average_repetitions
from dynid.estimators.least_squares import WLS
from dynid.excitation.series import Fourier
from dynid.identification.estimate import estimate
from dynid.identification.problem import Problem
from dynid.model.base_reduction import base_parameters
from dynid.model.base_selection import select_best_conditioned
from dynid.model.model import Model
from dynid.papers.claims import RECOVERED, Claim, Row
from dynid.papers.diaz2010.diaz_experiment import (
    EXPERIMENTS,
    NOISE,
    PERIOD,
    RATE,
    REPETITIONS,
    RobotStudy,
    compute_condition,
    make_random_trajectory,
    make_rippled_problem,
    reduce_to_count,
    sample_period,
)
from dynid.papers.diaz2010.diaz_robots import RobotCase, make_table_1
from dynid.papers.diaz2010.forward import make_pid
from dynid.simulation.simulation_run import simulate

#: of the positions between repetitions, 3.1
POSITION = np.array([1.0628e-5, 7.2504e-6, 9.1636e-6])
HARMONICS = 40  # of the controlled motion: dry friction bends it
SLOW = 0.01  # m/s: below this the drives may stick, and the sign of their velocity says nothing


def set_claim(prs: RobotStudy) -> Claim:
    """2.2: condition numbers of sets of base parameters of distinct legs, along one motion."""
    model = Model(prs.case.model.robot, symmetric=False)
    base, motion = base_parameters(model), prs.first.motion
    Y = model.regressor(*motion)
    best = select_best_conditioned(base, *motion)
    first = [_find_leader(row, model) for row in make_table_1(model)]
    sets = {"first": base.independent, "Table 1": np.array(first), "best": best.independent}
    kappa = {name: _compute_unit_condition(Y[:, :, each]) for name, each in sets.items()}
    return Row(
        "2.2", "the choice of the set of base parameters changes the condition number"
    ).judge_statement(
        "chosen by it",
        f"{kappa['best']:.0f} of the best set found, {kappa['Table 1']:.0f} of Table 1's,"
        f" {kappa['first']:.0f} of the first one",
        kappa["best"] < min(kappa["Table 1"], kappa["first"]),
        "19 parameters, columns of norm 1, along the designed motion",
    )


def _find_leader(row: Array, model: Model) -> int:
    """The parameter that stands for a row of Table 1: its only one that is no mass, or m7."""
    names = [model.parameters[k] for k in np.flatnonzero(row)]
    return model.parameters.index(
        next((name for name in names if not name.endswith(".m")), "coupler3.m")
    )


def _compute_unit_condition(Y: Array) -> float:
    W = Y.reshape(-1, Y.shape[2])
    return float(np.linalg.cond(W / np.linalg.norm(W, axis=0)))


def check_stated_conditions(s: RobotStudy, table: str, between: tuple[int, int]) -> Claim:
    """What is retained along random motions of the condition numbers that section 4 states."""
    case, wanted = s.case, len(s.case.retained)
    motions = _draw_motions(s, between)
    overlaps = []
    for size in (None, 0.0):
        fits = [
            reduce_to_count(*make_rippled_problem(case, motions[k], k, size), wanted)
            for k in range(EXPERIMENTS)
        ]
        overlaps.append([len(case.retained - set(fit.eliminated)) for fit in fits])
    rippled, clean = (
        f"{min(x)} to {max(x)} of them; all in {x.count(wanted)} of {EXPERIMENTS}" for x in overlaps
    )
    low, high = between
    return Row(
        table, f"{s.name}: which {wanted} are retained at condition {low}-{high}"
    ).judge_statement(
        f"{wanted}",
        rippled,
        min(overlaps[0]) >= wanted - 1,
        f"random motions; without ripple {clean}",
    )


def _draw_motions(s: RobotStudy, between: tuple[int, int]) -> list[Triple]:
    """The first random motions whose condition number, columns of norm 1, lies between these."""
    found: list[Triple] = []
    for seed in numbers():
        for swing in (0.08, 0.10):
            motion = sample_period(make_random_trajectory(s.case.model.robot, seed, swing))
            if between[0] <= compute_condition(s.case, motion) <= between[1]:
                found.append(motion)
        if len(found) >= EXPERIMENTS:
            return found
    raise AssertionError


def control_claim(prs: RobotStudy) -> Claim:
    """3.1: the robot under PID control at 100 Hz, five logs of the same motion, (15), and WLS."""
    case, robot = prs.case, prs.case.model.robot
    trajectory = prs.designs[0].trajectory
    run = simulate(case.model, case.p, make_pid(case, trajectory), 2 * PERIOD, RATE)
    second = run.select_times(PERIOD, 2 * PERIOD - 0.5 / RATE)  # the first has the start in it
    noise = NOISE * second.tau.std(axis=0)
    logs = []
    for k in range(REPETITIONS):
        rng = np.random.default_rng([k, 31])
        q = second.q + POSITION * rng.normal(size=second.q.shape)
        logs.append(Log(robot.actuated, second.t, q, second.tau + noise * rng.normal(size=q.shape)))
    found = average_repetitions(logs)
    basis = Fourier(period=PERIOD, harmonics=HARMONICS).compute_basis
    t = found.log.t
    c = np.linalg.lstsq(basis(t), found.log.q, rcond=None)[0]
    motion: Triple = (basis(t) @ c, basis(t, 1) @ c, basis(t, 2) @ c)
    moving = (np.abs(motion[1]) > SLOW).all(axis=1)
    off, all_off = (
        _compute_friction_error(
            case, case.compute_rows(motion)[part], found.log.tau[part], found.deviations
        )
        for part in (moving, slice(None))
    )
    follows = np.sqrt(np.mean((second.q - trajectory.at(second.t)[0]) ** 2))
    apart = np.abs(found.torque / noise - 1).max()
    what = "3-PRS under PID control at 100 Hz, five repetitions, (15), WLS"
    return Row("3.1", what, RECOVERED).judge_statement(
        "as done",
        f"follows to {1e3 * follows:.1f} mm; deviations to {100 * apart:.0f} %; friction of"
        f" the motors to {100 * off:.0f} %",
        bool(apart < 0.1 and off < 0.1),
        f"put in, identified, without ripple, where all motors move faster than {SLOW:g} m/s; with"
        f" the samples near rest Coulomb friction is {100 * all_off:.0f} % off: drives stick there",
    )


def _compute_friction_error(
    case: RobotCase, W: Array, tau: Array, deviations: tuple[float, ...]
) -> float:
    """The largest relative error of the drives' friction by WLS."""
    problem = Problem.from_rows(W, tau, case.names, case.model.robot.actuated)
    theta, truth = estimate(problem, WLS(deviations=deviations)).theta, case.B @ case.p
    drives = [k for k, n in enumerate(case.names) if n.startswith("slider") and "rotor" not in n]
    return float(np.abs(theta[drives] / truth[drives] - 1).max())
