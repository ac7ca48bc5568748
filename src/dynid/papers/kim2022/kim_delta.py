"""Kim 2022's Delta of any lengths: Appendices A and B, the models (1)+(2) and (25), the regressors
of (26) and (40); and Table 1.

In Kim's equations z points down, in dynid's up: P_z = -z. Angles agree: positive lowers an arm.
Arrays: (N, 3) or (N, limbs, 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy import cos, sin

from dynid.arrays import Array, Triple
from dynid.data.dataset import Dataset
from dynid.excitation.series import Fourier
from dynid.excitation.trajectory import Trajectory
from dynid.model.analytic_delta import AnalyticDelta, ArmState, make_diagonal, multiply_samples
from dynid.model.effects import Coulomb, Viscous
from dynid.model.model import Model
from dynid.model.reduction import Reduction
from dynid.robot.builtin.delta import delta3
from dynid.robot.mechanism import Robot

DOWN = np.array([1.0, 1.0, -1.0])  # a vector of dynid's world in Kim's axes, and back
g = 9.81

# Table 1; L2 is missing there, 0.85 m is plausible
m_a, m_d, m_p = 3.977, 0.402, 2.033
L1, L1c, L2, r, R = 0.3423, 0.1563, 0.85, 0.045, 0.2
I_L1, gamma2_I_m = 191.9e-4, 21**2 * 2.25e-4

I_A = gamma2_I_m + I_L1 + L1**2 * m_d  # as in (1); (7) approximates it by (m_a + m_d / 2) L1^2
T_g = (m_a * L1c + m_d * L1) * g  # as in (1); (5) approximates it by (m_a + m_d / 2) L1 g
m_P = m_p + 3 * m_d  # m_P with a tilde, under (3)

JOINTS = ("arm1", "arm2", "arm3")
#: (36), in the order of (30), and the same with viscous friction that takes energy out: in (22) it
#: has a minus sign
FOUND_36 = np.array(
    [4.3963, 5.3480, 0.3823, 0.3237, 0.3047, 3.2111, 1.1688, 3.1343, -9.1037, -7.6127, -9.2628]
)
PASSIVE_36 = FOUND_36 * np.where(np.isin(np.arange(11), (5, 6, 7)), -1.0, 1.0)
PERIOD, PERIODS, RATE = 1.0, 3, 1000.0  # s, number, Hz: of the simulated paths
# (30)
NAMES_26 = ("m_P", "T_g", "I_1", "I_2", "I_3", "c_v1", "c_v2", "c_v3", "c_c1", "c_c2", "c_c3")


class Lumped(NamedTuple):
    """The masses that (1), (2) and (25) need: platform with struts, gravity torque of an arm,
    inertia of an arm with its motor; Table 1's unless given."""

    m_P: float = m_P
    T_g: float = T_g
    I_A: float = I_A


#: columns of (40) that belong to one arm; theta_1 and theta_5 (columns 0 and 4) are shared
OWN_37 = ([1, 2, 3, 5], [6, 7, 8, 9], [10, 11, 12, 13])


@dataclass(frozen=True)
class Delta(AnalyticDelta):
    """Lengths [m] and directions of the arms [rad]: those of Table 1, or any others."""

    L1: float = L1
    L2: float = L2
    R: float = R
    r: float = r

    def compute_position_as_printed(self, theta: Array) -> Array:
        """(A3)-(A8); in Delta P, under (A6), - P_y1^2 is missing in print."""
        return self._solve_position(theta, self.P_i(theta)[:, 0, 1] ** 2)

    def compute_torque_by_multipliers(self, x: ArmState, masses: Lumped = Lumped()) -> Array:
        """(1) and (2)."""
        Px, Py, Pz = x.P.T[:, :, None]
        c, s, phi = cos(x.theta), sin(x.theta), self.phi
        reach = self.r - self.R - self.L1 * c
        rows = [Px + reach * cos(phi), Py + reach * sin(phi), Pz - self.L1 * s]
        rhs = masses.m_P * (x.Pdd - np.array([0, 0, g])) / 2
        lam = np.linalg.solve(np.stack(rows, axis=1), rhs[:, :, None])[:, :, 0]
        lever = (Px * cos(phi) + Py * sin(phi) + self.r - self.R) * s - Pz * c
        return np.asarray(masses.I_A * x.thetadd - masses.T_g * c - 2 * self.L1 * lam * lever)

    def compute_torque_by_virtual_work(self, x: ArmState, masses: Lumped = Lumped()) -> Array:
        """(25), second form, with C_v = C_c = 0."""
        Y = self.regressor(x.theta, x.thetad, x.thetadd, g)
        return np.asarray(Y @ (masses.m_P, masses.T_g / g, masses.I_A))

    def make_robot(self, struts: int = 1) -> Robot:
        """The same as a Robot, with Table 1's bodies."""
        return delta3(self.R, self.r, self.L1, self.L2, tuple(self.directions), struts)


TABLE_1 = Delta()


def compute_regressor_26(x: ArmState) -> Array:
    """(26)-(29): W (N, 3, 11)."""
    JT, N = x.J.transpose(0, 2, 1), len(x.theta)
    # J' (Pdd - [0 0 g]'), Pdd = J thetadd + Jdot thetad
    platform = multiply_samples(JT, x.Pdd - np.array([0, 0, g]))
    diagonal = [make_diagonal(v) for v in (x.thetadd, -x.thetad, -np.sign(x.thetad))]
    return np.concatenate(
        [platform[:, :, None], -cos(x.theta)[:, :, None], *diagonal], axis=2
    ).reshape(N, 3, 11)


def compute_regressor_37(x: ArmState) -> Array:
    """(40), corrected (row 3 has P_z cos(theta_31)): W (N, 3, 14)."""
    W = np.zeros((len(x.theta), 3, 14))
    Px, Py, Pz = x.P.T
    for i, own in enumerate(OWN_37):
        c, s = cos(x.theta[:, i]), sin(x.theta[:, i])
        W[:, i, 0], W[:, i, 4] = x.thetadd[:, i], -c
        W[:, i, own] = np.stack([-Px * s, -Py * s, Pz * c, s], axis=1)
    return W


def append_friction(x: ArmState) -> Array:
    """(40) with viscous and Coulomb friction added: 20 parameters."""
    friction = [make_diagonal(v) for v in (x.thetad, np.sign(x.thetad))]
    return np.concatenate([compute_regressor_37(x), *friction], axis=2)


def make_reduction(model: Model) -> Reduction:
    """The parameters (30) of (26) as a restriction of any model of the robot: the arm with motor
    and m_d at its tip, no struts, the platform with 3 m_d. In (22) friction has a minus sign."""
    terms: dict[str, dict[str, float]] = {
        "m_P": {"platform.m": 1.0},
        "T_g": {f"{joint}.mx": 1 / g for joint in JOINTS},
        **{f"I_{i}": {f"arm{i}.Iyy": 1.0} for i in (1, 2, 3)},
        **{f"c_v{i}": {f"arm{i}.viscous": -1.0} for i in (1, 2, 3)},
        **{f"c_c{i}": {f"arm{i}.coulomb": -1.0} for i in (1, 2, 3)},
    }
    known = {
        name: {part: size for part, size in parts.items() if part in model.parameters}
        for name, parts in terms.items()
    }
    return Reduction(model, {name: parts for name, parts in known.items() if parts})


def expand_lumped(model: Model, theta: Array | None = None) -> Array:
    """All parameters of a model for the 11 of (30), or those of Table 1."""
    theta = np.array([m_P, T_g, *[I_A] * 3, *[0.0] * 6]) if theta is None else theta
    given = dict(zip(NAMES_26, theta))
    restricted = make_reduction(model)
    return restricted.to_parameters([given[name] for name in restricted.names])


@cache
def make_rubbing_model() -> Model:
    """Table 1's Delta, every arm with parameters of its own, and friction in the motors."""
    return Model(TABLE_1.make_robot(), [Viscous(), Coulomb()], symmetric=False)


class ArmMotion:
    """A motion of the arms, and the torque that dynid's own closed-loop model of the robot needs
    for it, with white noise."""

    def __init__(self, motion: Triple, theta: Array, noise: Array | float, seed: int) -> None:
        self.motion = motion
        model = make_rubbing_model()
        self.clean = model.inverse_dynamics(*motion, expand_lumped(model, theta))
        self.tau = self.clean + noise * np.random.default_rng(seed).normal(size=self.clean.shape)
        self.state = TABLE_1.state(*motion)

    def make_dataset(self, model: Model) -> Dataset:
        """What the models see of it, all of it used."""
        x, N = self.state, len(self.tau)
        used = np.ones(self.tau.shape, dtype=bool)
        t = np.arange(N) / RATE
        motion = (x.theta, x.thetad, x.thetadd)
        return Dataset(model, t, *motion, self.tau, np.zeros(N), used, RATE, ("a path",))

    def compute_fits(self, W: Array, theta: Array) -> Array:
        """Model fitness of the three arms, by (41) and by the measured range; (2, 3)."""
        return compute_fitness(self.tau, W @ theta)


def make_path(seed: int) -> Trajectory:
    """Fig. 5: a smooth closed path of the platform, three harmonics."""
    rng, series = np.random.default_rng(seed), Fourier(PERIOD, 3, coordinates="task")
    a, b = rng.normal(size=(2, 3, 3)) / np.arange(1, 4)
    size = np.array([[0.10], [0.10], [0.06]])
    return Trajectory(
        TABLE_1.make_robot(),
        series,
        series.make_coefficients((0.0, 0.0, -0.75), size * a, size * b),
    )


def simulate_measurement(seed: int, noise: Array | float) -> ArmMotion:
    """The simulated robot on a path; the torques belong to the exact motion, the models see central
    differences."""
    t = np.arange(-1, int(PERIODS * PERIOD * RATE) + 1) / RATE
    q, qd, qdd = make_path(seed).at(t % PERIOD)
    log = ArmMotion((q[1:-1], qd[1:-1], qdd[1:-1]), PASSIVE_36, noise, seed)
    log.state = TABLE_1.state(
        q[1:-1], (q[2:] - q[:-2]) * RATE / 2, (q[2:] - 2 * q[1:-1] + q[:-2]) * RATE**2
    )
    return log


def compute_fitness(tau: Array, predicted: Array) -> Array:
    """1 - RMSE / range of the predicted torque, which is (41), and of the measured one; (2, 3)."""
    rmse = np.sqrt(np.mean((tau - predicted) ** 2, axis=0))
    return np.stack([1.0 - rmse / np.ptp(x, axis=0) for x in (predicted, tau)])
