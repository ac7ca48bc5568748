"""What the contract of estimators asks of each: its problems, and what it cannot do by nature.

CASES has a line for every estimator of the registry; an own one is added by its class.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import closed_loop
import dynid as di
from dynid.papers.cheng2022 import cheng_robot as cheng
from estimators_help import case, dataset, exact, truth
from wobble_help import wobble

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from own_estimator import Lasso

HUBER = di.Huber(iterations=300, tolerance=1e-13)


@dataclass(frozen=True)
class Case:
    """An estimator, with the settings under which its claims are exact.

    kind        which problems it solves: see PROBLEMS
    exact       how well it finds the truth without noise, of the size of a parameter's terms
    units       how well a torque in mNm gives values a thousand times larger; None: by nature not
    excitation  whether it refuses data that do not show a parameter; None: not asked
    code        whether it prints as code that makes it again
    """

    estimator: Any
    kind: str = "linear"
    exact: float = 1e-9
    units: float | None = 1e-9
    excitation: bool | None = None
    code: bool = True

    @property
    def linear(self) -> bool:
        return self.kind == "linear"


@cache
def _drive():
    return closed_loop.experiment("pendulum").drive


def cases() -> dict[str, Case]:
    drive = _drive()
    return {
        "ols": Case(di.OLS(), excitation=True),
        "wls": Case(di.WLS(), excitation=True),
        "irls": Case(
            di.estimators.IRLS(weight="cauchy", iterations=300, tolerance=1e-13), excitation=True
        ),
        "huber": Case(HUBER, excitation=True),
        "l1": Case(di.estimators.L1(), excitation=True),
        "ridge": Case(di.Ridge(1e-12), excitation=False),
        "dls": Case(di.estimators.DLS(1e-7), excitation=False),
        "tsvd": Case(di.estimators.TruncatedSVD(1e-9), excitation=False),
        "tls": Case(di.estimators.TotalLeastSquares(), excitation=True),
        "rls": Case(di.estimators.RecursiveLeastSquares(), excitation=False),
        "stepwise": Case(di.Stepwise("bic"), excitation=False),
        # a prior has units of its own (with it: test_consistent_reviewed), and pulls a little
        "consistent": Case(di.Consistent(draws=0), "bodies", exact=1e-5, units=None),
        "separable": Case(di.estimators.SeparableLeastSquares(), "shaped", exact=1e-6, units=1e-6),
        # a search ends near the optimum
        "swarm": Case(
            di.estimators.ParticleSwarm(40, 8, 400, objective="l2"), "bodies", 1e-6, 1e-6
        ),
        # a controller has units of its own
        "iv": Case(
            di.estimators.InstrumentalVariable(drive), "driven", 2e-4, units=None, code=False
        ),
        "output-error": Case(
            di.estimators.OutputError(drive), "driven", 2e-4, units=None, code=False
        ),
        "didim": Case(di.estimators.DIDIM(drive), "driven", 2e-4, units=None, code=False),
        "clie": Case(
            di.estimators.ClosedLoopInputError(drive), "driven", 2e-4, units=None, code=False
        ),
        "cloe": Case(
            di.estimators.ClosedLoopOutputError(drive), "driven", 2e-4, units=None, code=False
        ),
        "ml": Case(di.estimators.MaximumLikelihood(1e-4), "bodies", exact=1e-9),
        # what an encoder's steps leave
        "ekf": Case(di.estimators.ExtendedKalman(), "filtered", exact=1e-2, units=1e-6),
        "ukf": Case(di.estimators.UnscentedKalman(), "filtered", exact=1e-2, units=1e-6),
        "cdkf": Case(di.estimators.CentralDifference(), "filtered", exact=1e-2, units=1e-6),
        "sr-ekf": Case(di.estimators.SquareRootExtended(), "filtered", exact=1e-2, units=1e-6),
        "sr-ukf": Case(di.estimators.SquareRootUnscented(), "filtered", exact=1e-2, units=1e-6),
        "sr-cdkf": Case(di.estimators.SquareRootCentral(), "filtered", exact=1e-2, units=1e-6),
        # and what chance leaves
        "particles": Case(di.estimators.ParticleFilter(), "filtered", exact=1e-2, units=None),
        "two-stage": Case(di.estimators.TwoStage(), "stages", exact=1e-2, units=1e-6),
        "per-body": Case(di.estimators.NewtonEulerPerBody(), "hinges"),
        # not of the registry: of a user; biased by its penalty
        "own": Case(Lasso(1e-12), "bodies", exact=1e-6),
    }


# ---- problems, and the truth of theta where there is no noise; `scale` multiplies the torques


def bodies(noise=0.0, scale=1.0):
    model, motion, tau, p = case("pendulum")
    tau = scale * (tau + noise * np.random.default_rng(5).normal(size=tau.shape))
    problem = di.Problem(model, dataset(model, motion, tau, notes=("from a file",)))
    return problem, dict(zip(problem.names, scale * problem.base.compute_theta(p)))


def shaped(noise=0.0, scale=1.0):
    """A pendulum whose Stribeck velocity the model does not know."""
    true = di.Model(di.load_robot("pendulum"), [di.Stribeck(vs=0.15, delta=1.6)])
    motion, p = tuple(x[::5] for x in wobble(true.robot, 5000, 1)), truth(true)
    tau = true.inverse_dynamics(*motion, p)
    tau = scale * (tau + noise * np.random.default_rng(5).normal(size=tau.shape))
    problem = di.Problem(m := di.Model(true.robot, [di.Stribeck()]), dataset(m, motion, tau))
    return problem, dict(zip(problem.names, scale * problem.base.compute_theta(p)))


def driven(noise=0.0, scale=1.0):
    run = closed_loop.experiment("pendulum")
    if noise:
        return run.problem(0), {}
    problem = di.Problem(run.model, di.process(run.log, run.model, cutoff=100.0), run.base)
    return problem, dict(zip(problem.names, run.base.compute_theta(run.p)))


def cart(scale):
    """2 kg on a level slide."""
    inertia = scale * di.inertial(2.0, (0, 0, 0), np.ones(3))
    body = di.Body("cart", "world", di.Joint("x", "prismatic", axis=(1, 0, 0)), inertia)
    return di.Robot("slide", (body,))


def cart_friction(v):
    return 4.0 * v + 6.0 * np.tanh(40.0 * v) - 2.0 * np.tanh(10.0 * v)


def cart_log(noise=0.0, scale=1.0, seed=6):
    """An exact motion with slow and fast passages, by an encoder of 2e-5 m."""
    t, rng = np.arange(3000) / 500.0, np.random.default_rng(seed)
    w, a = 2 * np.pi * np.array([0.7, 1.1]), np.array([0.2, 0.08])
    q, qd, qdd = ((a * w**k * np.sin(np.outer(t, w) + k * np.pi / 2)).sum(axis=1) for k in range(3))
    tau = 2.0 * qdd + cart_friction(qd)
    tau = scale * (tau + max(noise, 0.01) * np.sqrt(np.mean(tau**2)) * rng.normal(size=len(t)))
    return di.Log(("x",), t, np.round(q / 2e-5)[:, None] * 2e-5, tau[:, None], source=f"cart{seed}")


def filtered(noise=0.0, scale=1.0):
    problem = di.estimators.KalmanProblem(di.Model(cart(scale)), cart_log(noise, scale), "x")
    return problem, {"x.inertia": 2.0 * scale}


def stages(noise=0.0, scale=1.0):
    alone, whole = cart_log(noise, scale), cart_log(noise, scale, seed=7)
    return di.estimators.TwoStageProblem(di.Model(cart(scale)), {"x": alone}, whole), {
        "cart.m": 2.0 * scale
    }


def hinges(noise=0.0, scale=1.0):
    w = cheng.make_wrenches(moving=range(6))
    w = replace(w, force=scale * w.force, moment=scale * w.moment)
    robot = di.load_robot("six_dof")
    true = {f"{b.name}.m": scale * b.inertia[0] for b in robot.bodies[1:]}
    return di.estimators.HingeProblem(cheng.round_measurements(w) if noise else w), true


PROBLEMS = {
    "linear": bodies,
    "bodies": bodies,
    "shaped": shaped,
    "driven": driven,
    "filtered": filtered,
    "stages": stages,
    "hinges": hinges,
}


def lstsq(W, y):
    return np.linalg.lstsq(W.reshape(-1, W.shape[-1]), y.ravel(), rcond=None)[0]


def bias(estimator, problem, theta):
    """What damping |D theta| takes away from the truth, (W'W + D'D)^-1 D'D theta: at most 1e-6 of
    it here."""
    W, _ = problem.stack_rows()
    norm = np.linalg.norm(W, axis=0)
    damped = {
        di.Ridge: 1e-6 * norm,
        di.estimators.DLS: 1e-7 + 0 * norm,
        di.estimators.RecursiveLeastSquares: 1e-6 + 0 * norm,
    }
    D = damped.get(type(estimator), 0 * norm)
    return lstsq(np.vstack([W, np.diag(D)]) / norm, np.r_[0 * W[:, 0], D * theta]) / norm


__all__ = ["PROBLEMS", "Case", "bias", "case", "cases", "dataset", "exact", "lstsq"]
