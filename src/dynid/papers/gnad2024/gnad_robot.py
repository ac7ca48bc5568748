"""Gnad 2024's robot: the 4-DOF Delta with its reduced forms (section VI), its parameters (sections
VII, VIII, Table I), and
how far an identified model is from the true one (section VII)."""

from __future__ import annotations

from functools import cache

import numpy as np

from dynid.arrays import Array, Triple
from dynid.data.dataset import Dataset
from dynid.model.effects import Coulomb, RotorInertia, SmoothFriction, Viscous
from dynid.model.model import Model
from dynid.robot.geometry import PARAMETER_NAMES
from dynid.robot.robot_loading import load_robot

RATE = 1000.0  # Hz

#: section VI
FORMS = {
    "arm1": "planar arm y",
    "strut1": "slender strut x",
    "telescope_upper": "axial telescope z",
    "telescope_lower": "axial telescope z",
    "platform": "translating platform",
}
#: drives 1-4 as in section VII; the sliding joint and the motor of axis 4 from section VIII-B
VISCOUS, COULOMB, ROTOR = (2, 2, 2, 0.5, 4.08), (4, 4, 4, 1, 5.36), (2.87e-3,)
#: section VIII-B: drives 1-4 and the sliding joint of the industrial robot
VISCOUS_ABB, COULOMB_ABB = (1.576, 1.667, 1.411, 0.019, 4.08), (4.659, 4.644, 6.353, 0.807, 5.36)
#: drive 4 there as sections VIII-C and Fig. 8 describe it: near rest a viscous coefficient five
#: times as large, and 0.75 of the Coulomb friction; Bv qd + Bf1 tanh(w1 qd) + Bf2 tanh(w2 qd), Bf2
#: w2 = 4 Bv
_STEP, _SLOPE = 0.75 * COULOMB_ABB[3], VISCOUS_ABB[3]
CURVE = (_SLOPE, _STEP, COULOMB_ABB[3] - _STEP)
CURVE_W = (100.0, 4 * _SLOPE / (COULOMB_ABB[3] - _STEP))

#: Table I by body and entry, columns RG simple, ID simple, RG geom, ID geom. Its axis letters are
#: put right: the arm's mc_y is mc_x (along the arm), the telescope's mc_x is mc_z (along the bar)
COLUMNS = ("RG simple", "ID simple", "RG geom", "ID geom")
TABLE_I = {
    "arm1.mx": (0.250, 0.128, 0.101, 0.091),
    "arm1.mz": (0.000, -0.090, 0.000, 0.009),
    "arm1.Iyy": (0.084, 0.146, 0.127, 0.189),
    "strut1.m": (0.200, 0.250, 0.249, 0.278),
    "strut1.mx": (0.111, 0.072, 0.129, 0.104),
    "strut1.Ixx": (0.003e-3, 17.446e-3, 0.032e-3, 24.611e-3),
    "strut1.Iyy": (0.082, 0.086, 0.109, 0.114),
    "strut1.Izz": (0.082, 0.089, 0.109, 0.116),
    "platform.m": (0.800, 1.008, 1.000, 1.230),
    "telescope_upper.m": (0.900, 0.901, 0.900, 0.732),
    "telescope_upper.mz": (-0.315, -0.100, -0.315, -0.305),
    "telescope_upper.Ixx": (0.147, 0.168, 0.147, 0.148),
    "telescope_upper.Iyy": (0.147, 0.168, 0.147, 0.148),
    "telescope_upper.Izz": (28.8e-6, 0.884e-6, 28.8e-6, 2.826e-6),
    "telescope_lower.m": (0.600, 0.456, 0.600, 0.483),
    "telescope_lower.mz": (0.234, 0.251, 0.234, 0.239),
    "telescope_lower.Ixx": (0.122, 0.141, 0.122, 0.126),
    "telescope_lower.Iyy": (0.122, 0.141, 0.122, 0.126),
    "telescope_lower.Izz": (78.0e-6, 0.010e-6, 78.0e-6, 1.151e-6),
}


@cache
def make_delta_model() -> Model:
    """Friction in the four drives and the sliding joint, the motor inertia of axis 4."""
    robot = load_robot("delta4")
    joints = (*robot.actuated, "slide")
    return Model(robot, [Viscous(joints), Coulomb(joints), RotorInertia(("psi",))])


@cache
def make_curved_model() -> Model:
    """The same robot with a friction curve in drive 4 that no viscous and Coulomb coefficient
    describe at all speeds."""
    robot = make_delta_model().robot
    rest = (*robot.actuated[:3], "slide")
    curve = SmoothFriction(("psi",), *CURVE_W)
    return Model(robot, [Viscous(rest), Coulomb(rest), curve, RotorInertia(("psi",))])


def list_nominal() -> Array:
    """Section VII: bodies of Table I ("ID geom"), and friction."""
    p = make_delta_model().prior
    p[make_delta_model().layout.others] = [*VISCOUS, *COULOMB, *ROTOR]
    return p


def list_industrial() -> Array:
    """Parameters of `make_curved_model`: the ABB robot as section VIII found it."""
    model = make_curved_model()
    p, drives = model.prior, [0, 1, 2, 4]
    friction = [*np.array(VISCOUS_ABB)[drives], *np.array(COULOMB_ABB)[drives], *CURVE]
    p[model.layout.others] = [*friction, *ROTOR]
    return p


def make_regularisation(factor: float) -> Array:
    """Below (0.7) or above (1.3) the nominal values of all bodies; nothing is known of friction."""
    p = list_nominal() * factor
    p[make_delta_model().layout.others] = np.nan
    return p


def from_table(column: str) -> Array:
    """All parameters with the bodies of a column of Table I; nothing is known of friction.

    The table gives neither the arm's mass nor the end effector: they are those of `nominal`; the
    arm's Izz is its Iyy.
    """
    model, k = make_delta_model(), COLUMNS.index(column)
    p = model.prior
    for name, values in TABLE_I.items():
        p[model.parameters.index(name)] = values[k]
    p[model.parameters.index("arm1.Izz")] = TABLE_I["arm1.Iyy"][k]
    return p


def take_body(p: Array, name: str) -> Array:
    """The ten parameters of a body."""
    first = make_delta_model().parameters.index(f"{name}.{PARAMETER_NAMES[0]}")
    return p[first : first + 10]


def make_dataset(motion: Triple, tau: Array, source: str) -> Dataset:
    """Motion and torques at RATE as a data set, all of it used."""
    N = len(tau)
    return Dataset(
        make_delta_model(),
        np.arange(N) / RATE,
        *motion,
        tau,
        np.zeros(N),
        np.ones(tau.shape, dtype=bool),
        RATE,
        (source,),
    )


def add_noise(tau: Array, part: float, seed: int) -> Array:
    """White noise as a part of each drive's RMS torque."""
    size = part * np.sqrt((tau**2).mean(axis=0))
    return np.asarray(tau + size * np.random.default_rng(seed).normal(size=tau.shape))


def compute_terms(p: Array, motion: Triple) -> dict[str, Array]:
    """Torques of a model along a motion (N, n): acceleration M qdd, Coriolis C qd, gravity,
    friction."""
    model, (q, qd, qdd) = make_delta_model(), motion
    rigid, zero = p.copy(), np.zeros_like(q)
    rigid[model.layout.inertial.stop : -1] = 0.0  # without friction; the motor belongs to M
    gravity = model.gravity(q, rigid)
    return {
        "acceleration": model.inverse_dynamics(q, zero, qdd, rigid) - gravity,
        "Coriolis": model.inverse_dynamics(q, qd, zero, rigid) - gravity,
        "gravity": gravity,
        "friction": model.inverse_dynamics(q, qd, qdd, p - rigid),
    }


def compute_mass_matrix_errors(p: Array, true: Array, q: Array) -> Array:
    """Fig. 4, in %: (M_nom - M_ident) / mean(M_nom), entry by entry (N, n, n)."""
    M, M_true = (make_delta_model().mass_matrix(q, x) for x in (p, true))
    return np.asarray(100 * (M_true - M) / M_true.mean(axis=0))


def collect_errors(p: Array, motion: Triple) -> dict[str, float]:
    """In %, along a motion: mass matrix (largest error, against the mean of its entry), torques of
    acceleration and
    Coriolis of drives 1-3 (RMS), all torques (RMS), drive friction (largest); and the smallest
    eigenvalue of M.
    """
    model, true = make_delta_model(), list_nominal()
    M, M_true = (model.mass_matrix(motion[0], x) for x in (p, true))
    found, right = compute_terms(p, motion), compute_terms(true, motion)
    e = np.abs(compute_mass_matrix_errors(p, true, motion[0])).max(axis=0)
    off = np.array([[0, 0, 1], [1, 2, 2]])

    def compute_rms(kind: str) -> float:
        difference, size = (found[kind] - right[kind])[:, :3], right[kind][:, :3]
        return float(
            100 * np.max(np.linalg.norm(difference, axis=0) / np.linalg.norm(size, axis=0))
        )

    friction = model.layout.inertial.stop + np.array([0, 1, 2, 3, 5, 6, 7, 8])
    tau, tau_true = (model.inverse_dynamics(*motion, x) for x in (p, true))
    largest = np.abs(M_true[:, *off]).max()
    return {
        "M diagonal 1-3": float(np.diag(e)[:3].max()),
        "M44": float(e[3, 3]),
        "M off-diagonal": float(100 * np.abs((M - M_true)[:, *off]).max() / largest),
        "drive friction": float(100 * np.abs(p[friction] / true[friction] - 1).max()),
        "acceleration": compute_rms("acceleration"),
        "Coriolis": compute_rms("Coriolis"),
        "torque": float(
            100 * np.max(np.linalg.norm(tau - tau_true, axis=0) / np.linalg.norm(tau_true, axis=0))
        ),
        "smallest eigenvalue of M": float(np.linalg.eigvalsh(M).min()),
    }
