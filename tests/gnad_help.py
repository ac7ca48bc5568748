"""Gnad 2024, Example 1, simulated: the 4-DOF Delta with the truth of Table I ("ID geom"), and what is asked of the result."""

from __future__ import annotations

from functools import cache

import numpy as np

import dynid as di
from dynid.robot.closure import closed_home

RATE = 1000.0
#: drives 1-4 as in section VII; the sliding joint (section VIII) and the motor of axis 4 from section VIII-B
VISCOUS, COULOMB, ROTOR = (2, 2, 2, 0.5, 4.08), (4, 4, 4, 1, 5.36), (2.87e-3,)
#: section VI
FORMS = {
    "arm1": "planar arm y",
    "strut1": "slender strut x",
    "telescope_upper": "axial telescope z",
    "telescope_lower": "axial telescope z",
    "platform": "translating platform",
}


@cache
def delta_model():
    robot = di.load_robot("delta4")
    joints = (*robot.actuated, "slide")
    return di.Model(robot, [di.Viscous(joints), di.Coulomb(joints), di.RotorInertia(("psi",))])


def truth():
    p = delta_model().prior
    p[delta_model().n_rigid :] = [*VISCOUS, *COULOMB, *ROTOR]
    return p


def regularisation(factor):
    """Below (0.7) or above (1.3) the nominal values of all bodies; nothing is known of friction."""
    p = truth() * factor
    p[delta_model().n_rigid :] = np.nan
    return p


@cache
def motion(seed, samples=10_000):
    """Ten harmonics of 0.1 Hz; arms swing by 0.9 rad, psi by 18 rad (up to 33 rad/s; the paper's reached 48)."""
    model = delta_model()
    robot, rng = model.robot, np.random.default_rng(seed)
    home = closed_home(robot)[[robot.coordinates.index(name) for name in robot.actuated]]
    w = 2 * np.pi * 0.1 * np.arange(1, 11)[:, None]
    a, phase = rng.normal(size=(10, 4)), rng.uniform(0, 2 * np.pi, (10, 4))
    wt = w * np.arange(samples)[:, None, None] / RATE + phase
    a = a * np.array([0.9, 0.9, 0.9, 18.0]) / np.abs((a / w * np.sin(wt)).sum(axis=1)).max(axis=0)
    sums = (a / w * np.sin(wt)).sum(axis=1), (a * np.cos(wt)).sum(axis=1), (-a * w * np.sin(wt)).sum(axis=1)
    return home + sums[0], sums[1], sums[2]


def problem(noise, seed, samples=None):
    """10 s at 1 kHz (or the first samples of it), white torque noise as a part of each drive's RMS."""
    model = delta_model()
    q, qd, qdd = motion(1)
    tau = model.inverse_dynamics(q, qd, qdd, truth())
    tau = tau + noise * np.sqrt((tau**2).mean(axis=0)) * np.random.default_rng(seed).normal(size=tau.shape)
    part = slice(0, samples)
    use, t = np.ones(tau.shape, dtype=bool), np.arange(len(tau)) / RATE
    data = di.Dataset(model, t[part], q[part], qd[part], qdd[part], tau[part], np.zeros(len(t))[part], use[part], RATE)
    return di.Problem(model, data, base())


@cache
def base():
    return di.base_parameters(delta_model())


def errors(p):
    """In %, along another motion: mass matrix (largest error, against the mean of its entry), torques of acceleration and
    Coriolis of drives 1-3 (RMS), all torques (RMS), drive friction (largest); and whether M is positive definite."""
    model, true = delta_model(), truth()
    q, qd, qdd = (x[::20] for x in motion(2))
    rigid, rigid_true = p.copy(), true.copy()
    rigid[model.n_rigid : -1] = rigid_true[model.n_rigid : -1] = 0.0  # without friction; the motor belongs to M
    M, M_true = model.mass_matrix(q, p), model.mass_matrix(q, true)
    off = np.array([[0, 0, 1], [1, 2, 2]])
    zero = np.zeros_like(q)

    def rms(kind, drives=slice(0, 3)):
        found, right = (kind(x) for x in (rigid, rigid_true))
        return 100 * np.max(
            np.linalg.norm((found - right)[:, drives], axis=0) / np.linalg.norm(right[:, drives], axis=0)
        )

    diagonal = np.abs(np.diagonal(M - M_true, axis1=1, axis2=2)).max(axis=0)
    diagonal = 100 * diagonal / np.diagonal(M_true, axis1=1, axis2=2).mean(axis=0)
    friction = model.n_rigid + np.array([0, 1, 2, 3, 5, 6, 7, 8])
    return {
        "M diagonal 1-3": diagonal[:3].max(),
        "M44": diagonal[3],
        "M off-diagonal": 100 * np.abs((M - M_true)[:, off[0], off[1]]).max() / np.abs(M_true[:, off[0], off[1]]).max(),
        "drive friction": 100 * np.abs(p[friction] / true[friction] - 1).max(),
        "acceleration": rms(lambda x: model.inverse_dynamics(q, zero, qdd, x) - model.gravity(q, x)),
        "Coriolis": rms(lambda x: model.inverse_dynamics(q, qd, zero, x) - model.gravity(q, x)),
        "torque": 100
        * np.max(
            np.linalg.norm(model.inverse_dynamics(q, qd, qdd, p - true), axis=0)
            / np.linalg.norm(model.inverse_dynamics(q, qd, qdd, true), axis=0)
        ),
        "smallest eigenvalue of M": np.linalg.eigvalsh(M).min(),
    }
