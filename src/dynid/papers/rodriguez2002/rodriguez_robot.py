"""Rodriguez-Angeles 2002: the CFT-transposer robot's tables, its Cartesian coordinates, and its
experiment, simulated.

Simulated logs have exact motions, the inverse dynamics of Appendix B (not dynid's), friction (13)
with a Stribeck dip that is passive (Table 4's is not), 1 % torque noise, and the encoders of Table
5 on the Cartesian coordinates x_c1 ... x_c4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dynid.arrays import Array, Triple
from dynid.data.dataset import Dataset
from dynid.data.log import Log
from dynid.estimators.kalman.filter_result import KalmanResult
from dynid.estimators.least_squares import WLS
from dynid.excitation.motion_limits import Limits
from dynid.excitation.series import Fourier
from dynid.excitation.trajectory import Trajectory
from dynid.identification.estimate import estimate
from dynid.identification.problem import Problem
from dynid.model.model import Model
from dynid.papers.rodriguez2002 import appendix_b as paper
from dynid.papers.rodriguez2002.appendix_b import TABLE_4, Lengths
from dynid.robot.builtin.transposer import cft

L, D_S = Lengths(), 0.185
JOINTS = ("q1", "q2", "q4", "q5")
FREQUENCY = 0.4  # Hz, the fundamental of Table 3
#: Table 5, (x_c1, x_c2, x_c3, x_c4)
STEP = np.array([8.7989e-6, 7.5209e-6, 1.6886e-5, 5.0e-6])
LOWEST, HIGHEST = np.array([[-0.2918, -0.0269, -0.2892, -0.0606], [0.0232, 0.5801, 5.8708, 0.5344]])
OFFSET = np.array([-0.1343, 0.2766, 2.4, 0.0869])
#: Table 3: a_{i,l}, b_{i,l} of the velocities, (43)
A = np.array(
    [
        [-0.1102, 0.0042, -0.0014, -0.0173],
        [0.1629, -0.0118, 0.1438, -0.0043],
        [1.9698, 0.0014, -0.0267, 0.0021],
        [0.0002, -0.0302, 0.0021, -0.0800],
    ]
)
B = np.array(
    [
        [0.0037, 0.0009, 0.0005, -0.0168],
        [0.0188, -0.0257, 0.0033, -0.0277],
        [0.0011, 0.0005, -0.0060, 0.0024],
        [-0.0347, 0.0273, 0.0294, 0.0447],
    ]
)
#: Table 4, friction of q1, q2, q4, q5: Bv, Bf1, Bf2, w1, w2
TABLE_4_FRICTION = {
    "q1": (97.2600, -54.9912, -46.5915, 150.3190, -98.9881),
    "q2": (9.0999, 18.4710, 11.1605, 136.8945, -170.4702),
    "q4": (11.6257, -3.5232, 2.2684, -35.3699, -89.3236),
    "q5": (9.6229, -5.8564, 8.2304, 36.0641, 16.2942),
}
#: of the simulated robot: of the size of Table 4, but F(v) v > 0 everywhere
FRICTION = {
    "q1": (97.0, 75.0, -30.0, 150.0, 25.0),
    "q2": (9.1, 18.0, -7.0, 60.0, 8.0),
    "q4": (11.6, 9.0, -3.5, 35.0, 6.0),
    "q5": (9.6, 8.0, -3.0, 36.0, 6.0),
}
#: of a joint's own motion: amplitude and largest speed, within the limits of Table 5 around POSE
SWING = {"q1": (0.2, 0.6), "q2": (1.5, 3.0), "q4": (0.6, 1.8), "q5": (0.45, 1.5)}
POSE = np.array([0.272, 0.0, -0.97, 1.96])
#: the parameter of dynid that carries each theta of Table 4 (see test_cft_paper); all others are
#: zero
CARRIER = (
    *("link1.m", "link2.mx", "link2.my", "link2.Izz", "link4.mx", "link4.my"),
    *("link6.mx", "link6.my", "link5.mx", "link5.my", "link6.m", "link7.m"),
)


def make_model() -> Model:
    return Model(cft())


def map_to_robot(model: Model, theta: Array) -> Array:
    """The parameters of dynid's robot for theta_1 ... theta_12."""
    p = np.zeros(len(model.parameters))
    p[[model.parameters.index(name) for name in CARRIER]] = theta
    return p


# -- Cartesian coordinates


def compute_joints(x_c: Array, L: Lengths = L) -> Array:
    """(48), (49), (52), (53), (57): q for Cartesian coordinates (N, 4)."""
    x_c1, x_c2, x_c3, x_c4 = x_c.T
    x_r, y_r = L.L4 / L.L6 * (x_c2 - L.d - D_S), L.L4 / (L.L4 + L.L6) * (0.25 - x_c1)
    r = np.hypot(x_r, y_r)
    beta = np.arccos(-x_r / r) + np.arccos(r / (2 * L.L4))
    by_sine, by_cosine = np.clip([y_r / L.L4 - np.sin(beta), -x_r / L.L4 - np.cos(beta)], -1, 1)
    alpha = np.where(x_r < 0, np.arcsin(by_sine), np.arccos(by_cosine))
    return np.stack([x_c4 + D_S, x_c3 - 2.4, -beta + np.pi / 2, beta - alpha], axis=1)


def compute_screws(q: Array) -> tuple[Array, Array]:
    """(62): x_r, y_r."""
    _, _, q4, q5 = q.T
    return -L.L4 * (np.sin(q4 + q5) + np.sin(q4)), L.L4 * (np.cos(q4 + q5) + np.cos(q4))


def compute_cartesian(q: Array) -> Array:
    """(62), (48), (49) backwards: x_c (N, 4)."""
    x_r, y_r = compute_screws(q)
    x_c1, x_c2 = 0.25 - y_r * (L.L4 + L.L6) / L.L4, x_r * L.L6 / L.L4 + L.d + D_S
    return np.stack([x_c1, x_c2, q[:, 1] + 2.4, q[:, 0] - D_S], axis=1)


def draw_poses(N: int = 400) -> tuple[Array, Array, Array]:
    """Random x_c within Table 5, their q, and velocities."""
    rng = np.random.default_rng(1)
    x_c = rng.uniform(LOWEST, HIGHEST, (N, 4))
    return x_c, compute_joints(x_c), rng.normal(size=(N, 4))


# -- Table 3 as a trajectory in the task coordinates of dynid's robot
# x_c1 and x_c2 are linear in tool.z and q3,
# because L5 = L4 + L6 in Table 1: x_c1 = L2 - L7 + 0.25 - tool.z,  x_c2 = d + d_s - L6 / L4 (q3 -
# d),  x_c3 = q2 + 2.4,  x_c4 = q1 - d_s

SHAPE = Fourier(period=1 / FREQUENCY, harmonics=4, coordinates="task")
#: (q1, q2, q3, tool.z) = SHIFT + SLOPE x_c[[3, 2, 1, 0]]
SLOPE = np.array([1.0, 1.0, -L.L4 / L.L6, -1.0])
SHIFT = np.array([D_S, -2.4, L.d + L.L4 / L.L6 * (L.d + D_S), L.L2 - L.L7 + 0.25])
ORDER = [3, 2, 1, 0]


def make_table_3() -> Trajectory:
    x = SHAPE.make_coefficients(OFFSET, A, B, velocity=True)[:, ORDER]
    c = SLOPE * x
    c[0] += SHIFT
    return Trajectory(cft(), SHAPE, c)


def list_table_5() -> dict[str, tuple[float, float]]:
    low, high = np.sort(
        [SHIFT + SLOPE * LOWEST[ORDER], SHIFT + SLOPE * HIGHEST[ORDER]], axis=0
    ).tolist()
    return dict(zip(("q1", "q2", "q3", "tool.z"), zip(low, high)))


def make_table_3_limits(in_task: bool) -> Limits:
    """Table 5's positions, and the velocities and accelerations that Table 3's motion reaches: of
    x_c, or of the joints."""
    trajectory = make_table_3()
    t = np.linspace(0, trajectory.duration, 5001)
    if in_task:
        names, motion = trajectory.robot.task, [trajectory.sample_described(t, k) for k in range(3)]
    else:
        names, motion = trajectory.joints, list(trajectory.at(t))
    velocity, acceleration = (dict(zip(names, np.abs(x).max(axis=0))) for x in motion[1:])
    return Limits(position=list_table_5(), velocity=velocity, acceleration=acceleration)


# -- the experiment, simulated


def smooth_friction(coefficients: tuple[float, ...], v: Array) -> Array:
    """(13): 1 - 2 / (1 + exp(2 w v)) = tanh(w v)."""
    Bv, B1, B2, w1, w2 = coefficients
    return Bv * v + B1 * np.tanh(w1 * v) + B2 * np.tanh(w2 * v)


def compute_friction(joint: str, v: Array) -> Array:
    return smooth_friction(FRICTION[joint], v)


def compute_true_torque(motion: Triple) -> Array:
    """(60) with Appendix B, Table 4's theta_1 ... theta_12 and the passive friction."""
    q, qd, qdd = motion
    M, C = paper.M(q, TABLE_4, L), paper.C(q, qd, TABLE_4, L)
    tau = np.einsum("kij,kj->ki", M, qdd) + np.einsum("kij,kj->ki", C, qd) + paper.G(q, TABLE_4, L)
    total: Array = tau + np.column_stack(
        [compute_friction(joint, qd[:, j]) for j, joint in enumerate(JOINTS)]
    )
    return total


def simulate_measurement(
    t: Array, motion: Triple, seed: Any, noise: float = 0.01, source: str = ""
) -> Log:
    """The log of an exact motion (q, qd, qdd): noise 1 % of each joint's RMS torque, encoders on
    x_c."""
    tau, rng = compute_true_torque(motion), np.random.default_rng(seed)
    tau = tau + noise * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    return Log(
        JOINTS,
        t,
        compute_joints(np.round(compute_cartesian(motion[0]) / STEP) * STEP),
        tau,
        source=source,
    )


def make_single_motion(
    joint: str, rate: float = 500.0, duration: float = 20.0
) -> tuple[Array, Triple]:
    """A sine whose amplitude sinks to a twentieth and comes back, twice: fast and slow passages
    through rest."""
    amplitude, speed = SWING[joint]
    t = np.arange(int(duration * rate)) / rate
    w, W, k = speed / amplitude, 4 * np.pi / duration, JOINTS.index(joint)
    a = amplitude * (0.525 + 0.475 * np.cos(W * t))
    ad, add = -amplitude * 0.475 * W * np.sin(W * t), -amplitude * 0.475 * W**2 * np.cos(W * t)
    s, c = np.sin(w * t), np.cos(w * t)
    q, qd, qdd = np.tile(POSE, (len(t), 1)), np.zeros((len(t), 4)), np.zeros((len(t), 4))
    q[:, k] += a * s
    qd[:, k] = ad * s + a * w * c
    qdd[:, k] = add * s + 2 * ad * w * c - a * w**2 * s
    return t, (q, qd, qdd)


def make_single_log(joint: str, seed: int, rate: float = 250.0, duration: float = 10.0) -> Log:
    t, motion = make_single_motion(joint, rate, duration)
    return simulate_measurement(t, motion, [seed, JOINTS.index(joint)], source=f"{joint} alone")


def make_fourier_motion(
    A: Array = A,
    B: Array = B,
    fundamental: float = FREQUENCY,
    rate: float = 500.0,
    periods: int = 8,
) -> tuple[Array, Triple]:
    """(43) with the coefficients of Table 3 in the Cartesian coordinates; derivatives of the
    joints' by their series."""
    N = round(rate / fundamental)
    t, w, l = np.arange(N) / rate, 2 * np.pi * fundamental, np.arange(1, 5)
    angle = np.outer(l * w, t)
    q = compute_joints(
        (OFFSET[:, None] + (A / (l * w)) @ np.sin(angle) - (B / (l * w)) @ np.cos(angle)).T
    )
    D = 1j * w * np.fft.fftfreq(N, 1 / N)[:, None]
    q, qd, qdd = (
        np.tile(np.fft.ifft(D**k * np.fft.fft(q, axis=0), axis=0).real, (periods, 1))
        for k in range(3)
    )
    return np.arange(periods * N) / rate, (q, qd, qdd)


def make_excitation_log(seed: int, periods: int = 40) -> Log:
    t, motion = make_fourier_motion(periods=periods)
    return simulate_measurement(t, motion, [seed, 10], source="excitation")


def check_log(seed: int) -> Log:
    """Another motion: Table 3's coefficients in another order, with other phases, faster."""
    A2, B2 = 0.7 * B[:, ::-1] + 0.6 * A, 0.8 * A[:, ::-1] * [[1], [0.4], [0.3], [1]]
    t, motion = make_fourier_motion(A2, B2, fundamental=0.5, periods=4)
    return simulate_measurement(t, motion, [seed, 11], source="check")


def draw_rough_start(seed: int, decades: float = 0.5) -> dict[str, float]:
    """Every coefficient of the friction and every inertia wrong by a random factor up to
    10^decades, up or down."""
    rng = np.random.default_rng([seed, 12])
    inertia = np.diag(paper.M(POSE[None], TABLE_4, L)[0])
    start = {}
    for joint, values, m in zip(JOINTS, FRICTION.values(), inertia):
        for name, value in zip(("Bv", "Bf1", "Bf2", "w1", "w2", "inertia"), (*values, m)):
            start[f"{joint}.{name}"] = float(value * 10 ** rng.uniform(-decades, decades))
    return start


def compute_curve_error(joint: str, found: KalmanResult) -> float:
    """Relative RMS error of the friction curve, %, over the speeds of the joint's own motion."""
    v = np.linspace(-1.0, 1.0, 2001) * np.abs(make_single_motion(joint)[1][1]).max()
    truth = compute_friction(joint, v)
    return 100.0 * float(
        np.sqrt(np.mean((found.compute_friction(joint, v)[0] - truth) ** 2) / np.mean(truth**2))
    )


def fit_known_friction(model: Model, data: Dataset) -> Array:
    """Table 4's twelve parameters by weighted least squares, the true friction subtracted."""
    F = np.column_stack([compute_friction(joint, data.qd[:, k]) for k, joint in enumerate(JOINTS)])
    Y = model.regressor(data.q, data.qd, data.qdd)[
        :, :, [model.parameters.index(name) for name in CARRIER]
    ]
    return estimate(Problem.from_rows(Y, data.tau - F), WLS()).theta
