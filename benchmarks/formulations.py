"""The equations of a closed loop, formulated in several ways, side by side:
`python benchmarks/formulations.py`.

A Delta with its struts' masses lumped at their ends, so that the closed form holds, along a
motion; all against the model of dynid. The fits: the same simulated log with noise, the
torques by least squares with accelerations and their energy without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import dynid as di
from common import Case, interleave, table
from dynid.arrays import Array
from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.model import AnalyticDelta, compute_energy_regressor, compute_work
from dynid.robot.mechanism import Robot

STATES, REPEATS, SEEDS = 1000, 5, 5
LENGTHS = {"L1": 0.3423, "L2": 0.85, "R": 0.2, "r": 0.045}  # m
MASSES = {"m_P": 3.24, "mx": 0.76, "I_A": 0.165}  # kg, kg m, kg m^2
FITS = ("torques, accelerations from positions", "energy, no accelerations")
RATE, NOISE, ENCODER = 1000.0, 0.02, 2 * np.pi / 2**16


@dataclass(frozen=True)
class Way:
    """A formulation: what it starts from, and its torques, or its accelerations."""

    name: str
    needs: str
    run: Callable[[], Array]
    wanted: Array


def make_delta() -> tuple[AnalyticDelta, di.Model, Array]:
    analytic = AnalyticDelta(**LENGTHS)
    R, r, L1, L2 = (LENGTHS[name] for name in ("R", "r", "L1", "L2"))
    robot = di.robots.delta3(R, r, L1, L2, tuple(analytic.directions))
    bodies = []
    for body in robot.bodies:
        massless = body.massless or body.name.startswith("strut")
        bodies.append(di.Body(body.name, body.parent, body.joint, massless=massless))
    ties = tuple(group for group in robot.symmetry if not group[0].startswith("strut"))
    model = di.Model(robot.replace(bodies=tuple(bodies), symmetry=ties))
    p = np.zeros(len(model.parameters))
    for name, value in (("platform.m", "m_P"), ("arm1.mx", "mx"), ("arm1.Iyy", "I_A")):
        p[model.parameters.index(name)] = MASSES[value]
    return analytic, model, p


def make_sines(robot: Robot, t: Array) -> tuple[Array, Array, Array]:
    """A motion about home: q, qd, qdd (N, n)."""
    w, size = 2 * np.pi * (1.0 + 0.3 * np.arange(robot.dof)), 0.3
    x = np.outer(t, w)
    q = take_actuated_home(robot) + size * np.sin(x)
    return q, size * w * np.cos(x), -size * w**2 * np.sin(x)


def list_ways() -> list[Way]:
    analytic, model, p = make_delta()
    robot = model.robot
    q, qd, qdd = make_sines(robot, np.arange(STATES) / RATE)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    names = robot.coordinates
    tree = di.Model(
        robot.replace(loops=(), couplings=(), actuated=names, motors=(), task=()), symmetric=True
    )
    given = [names.index(name) for name in robot.actuated]
    passive = [names.index(name) for name in robot.passive]

    def close_all() -> tuple[Any, Array]:
        motion = close(robot, q, qd, qdd)
        return motion, tree.inverse_dynamics(motion.q, motion.qd, motion.qdd, p)

    def partition() -> Array:
        motion, K = close_all()
        X = motion.gains[passive]
        return K[:, given] + np.einsum("dis,sd->si", X, K[:, passive])

    symbolic = di.exports.derive_symbolic(model)
    import sympy

    slope = sympy.lambdify([symbolic.q], symbolic.closure.jacobian(symbolic.q), "numpy", cse=True)

    def project() -> Array:
        motion, K = close_all()
        A = np.array([slope(x) for x in motion.q], dtype=float)
        N = np.linalg.svd(A)[2][:, A.shape[1] :].transpose(0, 2, 1)  # A N = 0
        side = np.einsum("sci,sc->si", N, K)
        return np.asarray(np.linalg.solve(N[:, given].transpose(0, 2, 1), side[..., None]))[..., 0]

    quaternions = di.simulation.QuaternionModel(make_whole(), fill(make_whole()))
    whole = make_whole()
    torque = whole.inverse_dynamics(q, qd, qdd, fill(make_whole()))
    Y = symbolic.compile("Y")
    poses = close(robot, q).q
    closed = list(MASSES.values())
    return [
        Way(
            "model.inverse_dynamics",
            "kernels",
            lambda: model.inverse_dynamics(q, qd, qdd, p),
            tau,
        ),
        Way("partitioning", "tree torques K, X: K_i + X' K_d", partition, tau),
        Way("null space", "tree torques K, A(q): (N_i')^-1 N' K", project, tau),
        Way(
            "virtual work in closed form",
            "three equal limbs, struts lumped",
            lambda: analytic.regressor(q, qd, qdd) @ closed,
            tau,
        ),
        Way(
            "SymPy, compiled for NumPy",
            "at most 80 Jacobian columns",
            lambda: np.array([Y(*x, p) @ p for x in zip(poses, qd, qdd)], dtype=float),
            tau,
        ),
        Way(
            "quaternions (accelerations)",
            "every body free, hinges as constraints",
            lambda: quaternions.forward_dynamics(q, qd, torque),
            qdd,
        ),
    ]


def make_whole() -> di.Model:
    """The quaternion model knows bodies with masses only: struts too."""
    return di.Model(di.robots.delta3(*(LENGTHS[x] for x in ("R", "r", "L1", "L2"))))


def fill(whole: di.Model) -> Array:
    """Parameters of which every body has a mass."""
    out = np.zeros(len(whole.parameters))
    for group in whole.layout.bodies.values():
        out[group] = di.inertial(1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01))
    return out


def compare_torques() -> str:
    ways = list_ways()
    found = [way.run() for way in ways]
    off = [np.abs(x - way.wanted).max() / np.abs(way.wanted).max() for x, way in zip(found, ways)]
    timings, said = interleave([Case(way.name, way.run, STATES) for way in ways], REPEATS)
    rows = [
        [way.name, way.needs, f"{t.best:.3g}", f"{x:.0e}" if x else "0"]
        for way, t, x in zip(ways, timings, off)
    ]
    head = ["formulation", "starts from", "us a state", "off (relative)"]
    return f"{table(head, rows)}\n\n{STATES} samples of a motion at {RATE:g} Hz; {said}"


def fit(seed: int) -> tuple[float, float]:
    """Errors [%] of the torque of another motion: fitted to torques, and to their energy."""
    _, model, p = make_delta()
    rng, robot = np.random.default_rng(seed), model.robot
    motions = [
        di.design_excitation(
            model, di.Fourier(2.0, 4), starts=1, iterations=5, seed=seed + 100 * k
        ).trajectory
        for k in range(2)
    ]
    t = np.arange(0.0, 6.0, 1 / RATE)
    q, qd, qdd = motions[0].at(t)
    tau = model.inverse_dynamics(q, qd, qdd, p)
    tau = tau + NOISE * tau.std(axis=0) * rng.normal(size=tau.shape)
    log = di.Log(robot.actuated, t, np.round(q / ENCODER) * ENCODER, tau)
    data = di.process(log, model)
    base = di.base_parameters(model)
    W = model.regressor(data.q, data.qd, data.qdd)[:, :, base.independent]
    by_torque = np.linalg.lstsq(W.reshape(-1, len(base)), data.tau.ravel(), rcond=None)[0]
    E = compute_energy_regressor(model, data.t, data.q, data.qd)[:, base.independent]
    # work adds noise up: differences over 20 ms have independent errors again
    steps = slice(None, None, 20)
    E, work = (np.diff(x[steps], axis=0) for x in (E, compute_work(data.t, data.qd, data.tau)))
    by_energy = np.linalg.lstsq(E, work, rcond=None)[0]
    check = motions[1].at(t)
    truth, Y = model.inverse_dynamics(*check, p), model.regressor(*check)[:, :, base.independent]
    size = np.sqrt(np.mean(truth**2))
    a, b = (
        100 * float(np.sqrt(np.mean((Y @ x - truth) ** 2)) / size) for x in (by_torque, by_energy)
    )
    return a, b


def compare_fits() -> str:
    errors = np.array([fit(seed) for seed in range(SEEDS)])
    rows = [
        [name, f"{np.median(x):.2g}", f"{x.max():.2g}"]
        for name, x in zip(
            ("torques, accelerations from positions", "energy, no accelerations"), errors.T
        )
    ]
    head = ["least squares on", "median %", "largest %"]
    return (
        f"{table(head, rows)}\n\nError of the torque of another motion, {SEEDS} logs of 6 s,"
        f" {100 * NOISE:g} % torque noise, encoders of 16 bits."
    )


def report() -> str:
    return "\n\n".join(["### Formulations of a closed loop", compare_torques(), compare_fits()])


if __name__ == "__main__":
    print(report())
