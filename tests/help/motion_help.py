"""What the tests of motion share: motions, and kinematics and energies written from the definition
of a Robot alone.

A jet is an array (3, ...) of Taylor coefficients in time, x(t) = x[0] + x[1] t + x[2] t^2:
derivatives come out exact.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from dynid.closed_chains.closed_home import take_actuated_home
from dynid.closed_chains.closing import close
from dynid.robot.builtin import BUILTIN
from dynid.robot.geometry import inertial

#: how far the actuated coordinates (rad or m) of each robot swing about home
SWING = {
    "delta3": (0.9, 0.9, 0.9),
    "delta4": (0.8, 0.8, 0.8, 2.5),
    "linear_delta": (0.12, 0.12, 0.12),
    "par4": (0.1, 0.1, 0.1, 0.1),
    "prs3": (0.08, 0.08, 0.08),
    "rps3": (0.08, 0.08, 0.08),
    "cft": (1.0, 3.0, 0.6, 0.8),
    "five_bar": (0.6, 0.6),
    "stewart": (0.12,) * 6,
}
PARALLEL = tuple(SWING)
#: those of no paper
SWING |= {
    "h4": (0.2,) * 4,
    "i4": (0.5,) * 4,
    "rus6": (0.05,) * 6,
    "rrr3": (0.3,) * 3,
    "prr3": (0.08,) * 3,
}


def builtin(name, **arguments):
    robot = BUILTIN[name](**arguments)
    return robot, take_actuated_home(robot), np.array(SWING[name])


def multi_sine(centre, swing, samples, period=2.0, seed=0):
    """One period of q, qd, qdd (samples, n): five harmonics of random phase, whose largest
    excursion is `swing`."""
    rng = np.random.default_rng(seed)
    w = 2 * np.pi / period * np.arange(1, 6)[:, None]
    phase = rng.uniform(0, 2 * np.pi, (5, len(centre)))
    size = rng.uniform(0.3, 1.0, (5, len(centre))) / np.arange(1, 6)[:, None]

    def waves(t, shift):
        return np.sin(t[:, None, None] * w + phase + shift * np.pi / 2)

    fine = np.linspace(0, period, 2001)
    size = size * swing / np.abs((size * waves(fine, 0)).sum(axis=1)).max(axis=0)
    t = np.arange(samples) * period / samples
    q, qd, qdd = ((size * w**k * waves(t, k)).sum(axis=1) for k in range(3))
    return centre + q, qd, qdd


def random_states(centre, swing, samples, seed=0):
    """Unordered q, qd, qdd (samples, n), of the size of the swing."""
    u = np.random.default_rng(seed).uniform(-1, 1, (3, samples, len(centre)))
    return centre + swing * u[0], 4 * swing * u[1], 15 * swing * u[2]


def times(X, Y):
    """The product of two jets of matrices."""
    return np.stack(
        [X[0] @ Y[0], X[0] @ Y[1] + X[1] @ Y[0], X[0] @ Y[2] + X[1] @ Y[1] + X[2] @ Y[0]]
    )


def constant(R, r):
    """The jet of a pose that does not move."""
    X = np.zeros((3, 1, 4, 4))
    X[0, 0] = np.eye(4)
    X[0, 0, :3, :3], X[0, 0, :3, 3] = R, r
    return X


def inverse(X):
    """The jet of the inverse of a pose: [R', -R' r]."""
    Y = np.zeros_like(X)
    Y[..., :3, :3] = np.swapaxes(X[..., :3, :3], -1, -2)
    Y[..., :3, 3:] = -times(Y[..., :3, :3], X[..., :3, 3:])
    Y[0, ..., 3, 3] = 1
    return Y


def joint_jet(joint, x):
    """exp(axis x(t)) for the jet x (3, N): R0 exp(K (x1 t + x2 t^2)) = R0 (1 + K x1 t + (K x2 + K^2
    x1^2 / 2) t^2)."""
    E = np.zeros((3, x.shape[1], 4, 4))
    E[0] = np.eye(4)
    a = np.asarray(joint.axis)
    if joint.kind == "prismatic":
        E[:, :, :3, 3] = x[:, :, None] * a
        return E
    K = np.cross(np.eye(3), a)  # [a]x
    R = Rotation.from_rotvec(x[0][:, None] * a).as_matrix()
    x1, x2 = x[1][:, None, None], x[2][:, None, None]
    E[:, :, :3, :3] = R, R @ (K * x1), R @ (K * x2 + K @ K * x1**2 / 2)
    return E


def pose_jets(robot, q, qd, qdd):
    """The jet (3, N, 4, 4) of the pose of every body, for all coordinates (N, n)."""
    column = {name: k for k, name in enumerate(robot.coordinates)}
    x = np.stack([q, qd, qdd / 2])
    T = {"world": np.broadcast_to(constant(np.eye(3), np.zeros(3)), (3, len(q), 4, 4))}
    for body in robot.bodies:
        T[body.name] = times(T[body.parent], constant(body.joint.rotation, body.joint.position))
        if body.joint.moves:
            T[body.name] = times(
                T[body.name], joint_jet(body.joint, x[:, :, column[body.joint.name]])
            )
    return T


#: what is zero in the pose of frame b seen from frame a, minus the identity, if the loop holds
#: (Loop's docstring)
ZERO = {
    "point": [(0, 3), (1, 3), (2, 3)],
    "rigid": [(i, j) for i in range(3) for j in range(4)],
    "axis": [(0, 3), (1, 3), (2, 3), (0, 2), (1, 2), (2, 2)],
    "universal": [(0, 3), (1, 3), (2, 3), (0, 1)],
    "line": [(0, 3), (1, 3)],
    "plane": [(2, 3)],
}


def opening(motion):
    """How far the loops and couplings of a closed motion are open (N, rows): value, rate, second
    derivative."""
    robot, (q, qd, qdd) = motion.robot, (motion.q, motion.qd, motion.qdd)
    T = pose_jets(robot, q, qd, qdd)
    rows = []
    for loop in robot.loops:
        a = times(T[loop.body_a], constant(loop.rotation_a, loop.position_a))
        b = times(T[loop.body_b], constant(loop.rotation_b, loop.position_b))
        D = times(inverse(a), b)
        D[0] -= np.eye(4)
        rows += [D[:, :, i, j] for i, j in ZERO[loop.kind]]
    for coupling in robot.couplings:
        j, k = robot.coordinates.index(coupling.joint), robot.coordinates.index(coupling.of)
        f = np.polynomial.Polynomial(coupling.coefficients)
        f1, f2 = f.deriv()(q[:, k]), f.deriv(2)(q[:, k])
        bend = qdd[:, j] - f1 * qdd[:, k] - f2 * qd[:, k] ** 2
        rows.append(np.stack([q[:, j] - f(q[:, k]), qd[:, j] - f1 * qd[:, k], bend / 2]))
    value, rate, half = np.stack(rows, axis=-1)
    return value, rate, 2 * half


def inertias(model, p):
    """{body: (m, com, Ic)} for the parameters of a model, the tensor about the centre of mass, in
    the body's axes."""
    table = {}
    for body, group in zip(model.robot.bodies, model.groups):
        if group >= 0:
            m, mx, my, mz, xx, xy, yy, xz, yz, zz = p[10 * group : 10 * group + 10]
            c = np.array([mx, my, mz]) / m
            I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            table[body.name] = m, c, I - m * (c @ c * np.eye(3) - np.outer(c, c))
    return table


def energies(model, p, q, qd):
    """Kinetic and potential energy (N,) at actuated q, qd: T = sum 1/2 m v'v + 1/2 w' Ic w,  V =
    -sum m g'c."""
    motion = close(model.robot, q, qd)
    jets = pose_jets(model.robot, motion.q, motion.qd, motion.qdd)
    T, V = np.zeros(len(q)), np.zeros(len(q))
    for name, (m, c, Ic) in inertias(model, p).items():
        X = jets[name]
        position, velocity = X[:2, :, :3, :3] @ c + X[:2, :, :3, 3]
        S = (
            np.swapaxes(X[0, :, :3, :3], 1, 2) @ X[1, :, :3, :3]
        )  # R' Rdot = [w]x, w in the body's axes
        w = np.stack([S[:, 2, 1], S[:, 0, 2], S[:, 1, 0]], axis=1)
        T += 0.5 * m * (velocity**2).sum(axis=1) + 0.5 * np.einsum("ni,ij,nj->n", w, Ic, w)
        V -= m * position @ model.robot.gravity
    return T, V


def random_parameters(model, seed=0):
    """Possible bodies, all different, centres of mass and principal axes pointing anywhere."""
    rng, p = np.random.default_rng(seed), []
    for _ in model.group_names:
        m, R = rng.uniform(0.5, 3), Rotation.random(random_state=rng.integers(1 << 30)).as_matrix()
        spread = np.diag(m * rng.uniform(0.05, 0.2, 3) ** 2)
        p.append(
            inertial(
                m, rng.uniform(-0.2, 0.2, 3), R @ (np.trace(spread) * np.eye(3) - spread) @ R.T
            )
        )
    return np.concatenate(p)


#: central differences of eighth order (Richardson's extrapolation of four step lengths)
STENCIL = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}


def derivative(f, h):
    """df/dx at 0."""
    return sum(c * (f(k * h) - f(-k * h)) for k, c in STENCIL.items()) / h
