"""The CFT-transposer's identification experiment, simulated: exact motions, inverse dynamics of Appendix B, friction (13) with
Stribeck's dip that is passive, 1 % torque noise, and the encoders of Table 5 on the Cartesian coordinates x_c1 ... x_c4."""

from __future__ import annotations

import numpy as np

import cft_appendix_b as paper
from cft_appendix_b import TABLE_4, Lengths
from dynid.data.log import Log
from dynid.identify.estimate import estimate
from dynid.identify.least_squares import WLS
from dynid.identify.problem import Problem
from dynid.model.model import Model
from dynid.robot.builtin import cft

L, D_S = Lengths(), 0.185
JOINTS = ("q1", "q2", "q4", "q5")
STEP = np.array([8.7989e-6, 7.5209e-6, 1.6886e-5, 5.0e-6])  # Table 5
CENTRE = np.array([-0.1343, 0.2766, 2.4, 0.0869])
#: Bv, Bf1, Bf2, w1, w2: of the size of Table 4, but F(v) v > 0 everywhere
FRICTION = {
    "q1": (97.0, 75.0, -30.0, 150.0, 25.0),
    "q2": (9.1, 18.0, -7.0, 60.0, 8.0),
    "q4": (11.6, 9.0, -3.5, 35.0, 6.0),
    "q5": (9.6, 8.0, -3.0, 36.0, 6.0),
}
#: of a joint's own motion: amplitude and largest speed, within the limits of Table 5 around POSE
SWING = {"q1": (0.2, 0.6), "q2": (1.5, 3.0), "q4": (0.6, 1.8), "q5": (0.45, 1.5)}
POSE = np.array([0.272, 0.0, -0.97, 1.96])
#: Table 3: a_{i,l}, b_{i,l}
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
#: the parameter of dynid that carries each theta of Table 4 (see test_cft_paper)
CARRIER = ("link1.m", "link2.mx", "link2.my", "link2.Izz", "link4.mx", "link4.my", "link6.mx", "link6.my", "link5.mx")
CARRIER += ("link5.my", "link6.m", "link7.m")


def model() -> Model:
    return Model(cft())


def joints_of(x_c):
    """(48), (49), (52), (53), (57): q for Cartesian coordinates (N, 4)."""
    x_c1, x_c2, x_c3, x_c4 = x_c.T
    x_r, y_r = L.L4 / L.L6 * (x_c2 - L.d - D_S), L.L4 / (L.L4 + L.L6) * (0.25 - x_c1)
    r = np.hypot(x_r, y_r)
    beta = np.arccos(-x_r / r) + np.arccos(r / (2 * L.L4))
    by_sine, by_cosine = np.clip([y_r / L.L4 - np.sin(beta), -x_r / L.L4 - np.cos(beta)], -1, 1)
    alpha = np.where(x_r < 0, np.arcsin(by_sine), np.arccos(by_cosine))
    return np.stack([x_c4 + D_S, x_c3 - 2.4, -beta + np.pi / 2, beta - alpha], axis=1)


def cartesian_of(q):
    q1, q2, q4, q5 = q.T
    x_r, y_r = -L.L4 * (np.sin(q4 + q5) + np.sin(q4)), L.L4 * (np.cos(q4 + q5) + np.cos(q4))
    return np.stack(
        [0.25 - y_r * (L.L4 + L.L6) / L.L4, x_r * L.L6 / L.L4 + L.d + D_S, q2 + 2.4, q1 - D_S],
        axis=1,
    )


def friction(joint, v):
    Bv, B1, B2, w1, w2 = FRICTION[joint]
    return Bv * v + B1 * np.tanh(w1 * v) + B2 * np.tanh(w2 * v)


def measured(t, motion, seed, noise=0.01, source=""):
    """The log of an exact motion (q, qd, qdd): torque by Appendix B, not by dynid; noise 1 % of each joint's RMS torque."""
    q, qd, qdd = motion
    M, C = paper.M(q, TABLE_4, L), paper.C(q, qd, TABLE_4, L)
    tau = np.einsum("kij,kj->ki", M, qdd) + np.einsum("kij,kj->ki", C, qd) + paper.G(q, TABLE_4, L)
    tau = tau + np.column_stack([friction(joint, qd[:, j]) for j, joint in enumerate(JOINTS)])
    rng = np.random.default_rng(seed)
    tau = tau + noise * np.sqrt(np.mean(tau**2, axis=0)) * rng.normal(size=tau.shape)
    return Log(JOINTS, t, joints_of(np.round(cartesian_of(q) / STEP) * STEP), tau, source=source)


def single_motion(joint, rate=500.0, duration=20.0):
    """A sine whose amplitude sinks to a twentieth and comes back, twice: fast and slow passages through rest."""
    amplitude, speed = SWING[joint]
    t = np.arange(int(duration * rate)) / rate
    w, W, k = speed / amplitude, 4 * np.pi / duration, JOINTS.index(joint)
    a = amplitude * (0.525 + 0.475 * np.cos(W * t))
    ad, add = -amplitude * 0.475 * W * np.sin(W * t), -amplitude * 0.475 * W**2 * np.cos(W * t)
    s, c = np.sin(w * t), np.cos(w * t)
    motion = tuple(np.zeros((len(t), 4)) for _ in range(3))
    motion[0][:] = POSE
    motion[0][:, k] += a * s
    motion[1][:, k] = ad * s + a * w * c
    motion[2][:, k] = add * s + 2 * ad * w * c - a * w**2 * s
    return t, motion


def single_log(joint, seed, **settings):
    t, motion = single_motion(joint, **settings)
    return measured(t, motion, [seed, JOINTS.index(joint)], source=f"{joint} alone")


def fourier_motion(A=A, B=B, fundamental=0.4, rate=500.0, periods=8):
    """(43) with the coefficients of Table 3 in the Cartesian coordinates; derivatives of the joints' by their series."""
    N = round(rate / fundamental)
    t, w, l = np.arange(N) / rate, 2 * np.pi * fundamental, np.arange(1, 5)
    angle = np.outer(l * w, t)
    q = joints_of((CENTRE[:, None] + (A / (l * w)) @ np.sin(angle) - (B / (l * w)) @ np.cos(angle)).T)
    D = 1j * w * np.fft.fftfreq(N, 1 / N)[:, None]
    qd, qdd = (np.fft.ifft(D**k * np.fft.fft(q, axis=0), axis=0).real for k in (1, 2))
    return np.arange(periods * N) / rate, tuple(np.tile(x, (periods, 1)) for x in (q, qd, qdd))


def excitation_log(seed, periods=8):
    return measured(*fourier_motion(periods=periods), [seed, 10], source="excitation")


def check_log(seed):
    """Another motion: Table 3's coefficients in another order, with other phases, faster."""
    t, motion = fourier_motion(0.7 * B[:, ::-1] + 0.6 * A, 0.8 * A[:, ::-1] * [[1], [0.4], [0.3], [1]], 0.5, periods=4)
    return measured(t, motion, [seed, 11], source="check")


def rough_start(seed, decades=0.5):
    """Every coefficient of the friction and every inertia wrong by a random factor up to 10^decades, up or down."""
    rng = np.random.default_rng([seed, 12])
    inertia = np.diag(paper.M(POSE[None], TABLE_4, L)[0])
    start = {}
    for joint, values, m in zip(JOINTS, FRICTION.values(), inertia):
        for name, value in zip(("Bv", "Bf1", "Bf2", "w1", "w2", "inertia"), (*values, m)):
            start[f"{joint}.{name}"] = float(value * 10 ** rng.uniform(-decades, decades))
    return start


def curve_error(joint, found):
    """Relative RMS error of the friction curve, %, over the speeds of the joint's own motion."""
    v = np.linspace(-1.0, 1.0, 2001) * np.abs(single_motion(joint)[1][1]).max()
    truth = friction(joint, v)
    return 100.0 * float(np.sqrt(np.mean((found.friction(joint, v)[0] - truth) ** 2) / np.mean(truth**2)))


def known_friction(model, data):
    """Table 4's twelve parameters by weighted least squares, the true friction subtracted."""
    F = np.column_stack([friction(joint, data.qd[:, k]) for k, joint in enumerate(JOINTS)])
    Y = model.regressor(data.q, data.qd, data.qdd)[:, :, [model.parameters.index(name) for name in CARRIER]]
    return estimate(Problem.from_rows(Y, data.tau - F), WLS()).theta
