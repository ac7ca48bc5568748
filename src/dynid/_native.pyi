"""Kernels in C++, several samples at a time. See native/README.md."""

import numpy
import numpy.typing
from numpy.typing import NDArray

def level() -> str:
    """The level in use."""

def width() -> int:
    """Samples in a pack of the level in use."""

def levels() -> list[str]:
    """The levels of this build that this processor runs, the best last."""

def use_level(level: str) -> None:
    """Use another level from now on, in all threads."""

class Tree:
    """A tree of bodies: constants of a robot, checked."""

    def __init__(
        self,
        parent: numpy.typing.NDArray[numpy.int64],
        kind: numpy.typing.NDArray[numpy.int64],
        coordinate: numpy.typing.NDArray[numpy.int64],
        M: numpy.typing.NDArray[numpy.float64],
        r: numpy.typing.NDArray[numpy.float64],
        axis: numpy.typing.NDArray[numpy.float64],
        gravity: numpy.typing.NDArray[numpy.float64],
    ) -> None: ...

class Plan:
    """Which independent coordinate moves which body of a tree."""

    def __init__(
        self,
        tree: Tree,
        start: numpy.typing.NDArray[numpy.int64],
        row: numpy.typing.NDArray[numpy.int64],
        up: numpy.typing.NDArray[numpy.int64],
        own: numpy.typing.NDArray[numpy.int64],
        adds: numpy.typing.NDArray[numpy.int64],
        group: numpy.typing.NDArray[numpy.int64],
    ) -> None: ...
    @property
    def written(self) -> int:
        """Slots that write their entries of the regressor."""

def regressor(
    plan: Plan,
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """
    out[j, p, s]: regressor of the bodies; gains are read if the plan has joints of loops.
    """

def regressor_adjoint(
    plan: Plan,
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    Y_bar: numpy.typing.NDArray[numpy.float64],
    q_bar: numpy.typing.NDArray[numpy.float64],
    qd_bar: numpy.typing.NDArray[numpy.float64],
    qdd_bar: numpy.typing.NDArray[numpy.float64],
    gains_bar: numpy.typing.NDArray[numpy.float64],
) -> None:
    """Cotangents of the motion and of the gains, for those of the regressor."""

def inverse_dynamics(
    tree: Tree,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, coordinates): generalised forces of all joints."""

def mass_matrix(
    plan: Plan,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, rows, rows)"""

def coriolis(
    plan: Plan,
    inertia: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    gains: numpy.typing.NDArray[numpy.float64] | None,
    gain_rates: numpy.typing.NDArray[numpy.float64] | None,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, rows, rows): C with Mdot - 2C skew."""

def sincos(
    q: numpy.typing.NDArray[numpy.float64],
    sine: numpy.typing.NDArray[numpy.float64],
    cosine: numpy.typing.NDArray[numpy.float64],
) -> None:
    """The sine and cosine of all kernels."""

def filter_both_ways(
    sections: numpy.typing.NDArray[numpy.float64],
    rest: numpy.typing.NDArray[numpy.float64],
    x: numpy.typing.NDArray[numpy.float64],
) -> None:
    """
    Filter the rows of x (samples, columns) in place by sections (count, 5), then backwards.
    """

def memory(
    q: numpy.typing.NDArray[numpy.float64],
    starts: numpy.typing.NDArray[numpy.bool] | None,
    length: float,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out: the memory of friction along q, 0 where a stretch begins."""

def memory_adjoint(
    q: numpy.typing.NDArray[numpy.float64],
    z: numpy.typing.NDArray[numpy.float64],
    length: float,
    z_bar: numpy.typing.NDArray[numpy.float64],
    q_bar: numpy.typing.NDArray[numpy.float64],
) -> None:
    """q_bar += the cotangent of q, for that of its memory z."""

def add_embedded(
    A: numpy.typing.NDArray[numpy.float64],
    to: numpy.typing.NDArray[numpy.int64],
    factor: float,
    G: numpy.typing.NDArray[numpy.float64],
) -> None:
    """G[b, to_i, to_k] += factor A[b, i, k]"""

def quadratic_forms(
    A: numpy.typing.NDArray[numpy.float64],
    at: numpy.typing.NDArray[numpy.int64],
    x: numpy.typing.NDArray[numpy.float64],
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out_f = x_f' A_b x_f of symmetric A, b = at_f"""

def sum_errors(
    W: numpy.typing.NDArray[numpy.float64],
    y: numpy.typing.NDArray[numpy.float64],
    theta: numpy.typing.NDArray[numpy.float64],
    threshold: float,
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out[p] += sum of |y - W theta[:, p]|, or of Huber's function of it."""

class Cone:
    """The cone of physically consistent parameters, checked."""

    def __init__(
        self,
        basis: numpy.typing.NDArray[numpy.float64],
        columns: numpy.typing.NDArray[numpy.int64],
        G: numpy.typing.NDArray[numpy.float64],
    ) -> None: ...

def pull_back_multipliers(
    cone: Cone,
    R_inv: numpy.typing.NDArray[numpy.float64],
    lam: numpy.typing.NDArray[numpy.float64],
    z: numpy.typing.NDArray[numpy.float64],
    Z: numpy.typing.NDArray[numpy.float64],
    pull: numpy.typing.NDArray[numpy.float64],
) -> None:
    """Z = R^-T Lambda R^-1 of every body; pull (n + 1): sum <E_k, Z> + G'z."""

def barrier_state(
    cone: Cone,
    R: numpy.typing.NDArray[numpy.float64],
    u: numpy.typing.NDArray[numpy.float64],
    v: numpy.typing.NDArray[numpy.float64],
    R_inv: numpy.typing.NDArray[numpy.float64],
    lam: numpy.typing.NDArray[numpy.float64],
    s: numpy.typing.NDArray[numpy.float64],
    z: numpy.typing.NDArray[numpy.float64],
    e: numpy.typing.NDArray[numpy.float64],
    Z: numpy.typing.NDArray[numpy.float64],
) -> tuple[float, float]:
    """e = R (u - v), Z of every body; returns gap and lack."""

def scale_rows(
    cone: Cone,
    R_inv: numpy.typing.NDArray[numpy.float64],
    w: numpy.typing.NDArray[numpy.float64],
    gram: numpy.typing.NDArray[numpy.float64],
    F: numpy.typing.NDArray[numpy.float64],
    H: numpy.typing.NDArray[numpy.float64],
    scale: numpy.typing.NDArray[numpy.float64],
) -> None:
    """
    F: svec(R^-1 E R^-T), then G / w; H = gram + F'F, scaled to a diagonal of ones.
    """

def barrier_step(
    cone: Cone,
    A: numpy.typing.NDArray[numpy.float64],
    F: numpy.typing.NDArray[numpy.float64],
    c: numpy.typing.NDArray[numpy.float64],
    scale: numpy.typing.NDArray[numpy.float64],
    e: numpy.typing.NDArray[numpy.float64],
    lam: numpy.typing.NDArray[numpy.float64],
    s: numpy.typing.NDArray[numpy.float64],
    z: numpy.typing.NDArray[numpy.float64],
    gap: float,
    d: numpy.typing.NDArray[numpy.float64],
    dS: numpy.typing.NDArray[numpy.float64],
    dZ: numpy.typing.NDArray[numpy.float64],
    ds: numpy.typing.NDArray[numpy.float64],
    dz: numpy.typing.NDArray[numpy.float64],
) -> tuple[float, float]:
    """
    Predictor and corrector; returns the step's length and what refinement changed.
    """

def move_scaling(
    R_inv: numpy.typing.NDArray[numpy.float64],
    lam: numpy.typing.NDArray[numpy.float64],
    dS: numpy.typing.NDArray[numpy.float64],
    dZ: numpy.typing.NDArray[numpy.float64],
    a: float,
    new_R_inv: numpy.typing.NDArray[numpy.float64],
    new_lam: numpy.typing.NDArray[numpy.float64],
) -> None:
    """R^-1 and Lambda after a step of length a."""

def cholesky4(
    A: numpy.typing.NDArray[numpy.float64], L: numpy.typing.NDArray[numpy.float64]
) -> None:
    """L L' = A; nan where A is not positive definite."""

def orthogonalise4(W: numpy.typing.NDArray[numpy.float64]) -> None:
    """Rotate the columns of W until they are orthogonal."""

def least_eigenvalue4(X: numpy.typing.NDArray[numpy.float64]) -> float:
    """Least eigenvalue of a symmetric matrix."""

class Closure:
    """The loops of a robot, its constants checked."""

    def __init__(
        self, tree: Tree, constraints: object, scale: numpy.typing.NDArray[numpy.float64]
    ) -> None: ...
    @property
    def equations(self) -> int: ...
    def close_poses(
        self, q: numpy.typing.NDArray[numpy.float64], closes: numpy.typing.NDArray[numpy.bool]
    ) -> None:
        """
        Newton from poses q (samples, coordinates), in place; whether it converged.
        """

    def residual(
        self, q: numpy.typing.NDArray[numpy.float64], phi: numpy.typing.NDArray[numpy.float64]
    ) -> None:
        """phi (equations) at the pose q."""

    def look_at_poses(
        self,
        q: numpy.typing.NDArray[numpy.float64],
        margin: numpy.typing.NDArray[numpy.float64],
        side: numpy.typing.NDArray[numpy.float64],
        weakest: numpy.typing.NDArray[numpy.int64],
    ) -> None:
        """Margin, side and weakest coordinate at poses q (samples, coordinates)."""

    def pull_back(
        self,
        q: numpy.typing.NDArray[numpy.float64],
        qd: numpy.typing.NDArray[numpy.float64],
        qdd: numpy.typing.NDArray[numpy.float64],
        G: numpy.typing.NDArray[numpy.float64],
        q_bar: numpy.typing.NDArray[numpy.float64],
        qd_bar: numpy.typing.NDArray[numpy.float64],
        qdd_bar: numpy.typing.NDArray[numpy.float64],
        G_bar: numpy.typing.NDArray[numpy.float64] | None,
        q_out: numpy.typing.NDArray[numpy.float64],
        qd_out: numpy.typing.NDArray[numpy.float64],
        qdd_out: numpy.typing.NDArray[numpy.float64],
    ) -> None:
        """Cotangents of the given coordinates from those of all, and of G."""

class Branch:
    """A closed pose that is carried along a motion."""

    def __init__(self, closure: Closure, home: numpy.typing.NDArray[numpy.float64]) -> None: ...
    @property
    def is_redundant(self) -> bool: ...
    @property
    def margin(self) -> float:
        """The least of the poses closed last."""

    def get_pose(self, out: numpy.typing.NDArray[numpy.float64]) -> None: ...
    def restart(self, pose: numpy.typing.NDArray[numpy.float64]) -> bool:
        """Continue from another pose; false where its loops stay open."""

    def copy(self, other: Branch) -> None:
        """Continue from the pose of another one."""

    def walk(self, q_i: numpy.typing.NDArray[numpy.float64]) -> int:
        """Move through poses q_i; -1, or the one that could not be reached."""

    def close(
        self,
        q_i: numpy.typing.NDArray[numpy.float64],
        qd_i: numpy.typing.NDArray[numpy.float64],
        qdd_i: numpy.typing.NDArray[numpy.float64],
        q: numpy.typing.NDArray[numpy.float64],
        qd: numpy.typing.NDArray[numpy.float64],
        qdd: numpy.typing.NDArray[numpy.float64],
        G: numpy.typing.NDArray[numpy.float64],
        G_rate: numpy.typing.NDArray[numpy.float64] | None,
        margin: numpy.typing.NDArray[numpy.float64],
    ) -> int:
        """
        Close the samples of a motion; -1, or the one that could not be reached.
        """

def point_motion(
    tree: Tree,
    node: numpy.typing.NDArray[numpy.int64],
    local: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    x: numpy.typing.NDArray[numpy.float64],
    xd: numpy.typing.NDArray[numpy.float64],
    xdd: numpy.typing.NDArray[numpy.float64],
) -> None:
    """World position, velocity and acceleration (points, 3, samples)."""

def point_adjoint(
    tree: Tree,
    node: numpy.typing.NDArray[numpy.int64],
    local: numpy.typing.NDArray[numpy.float64],
    q: numpy.typing.NDArray[numpy.float64],
    qd: numpy.typing.NDArray[numpy.float64],
    qdd: numpy.typing.NDArray[numpy.float64],
    bars: numpy.typing.NDArray[numpy.float64],
    q_bar: numpy.typing.NDArray[numpy.float64],
    qd_bar: numpy.typing.NDArray[numpy.float64],
    qdd_bar: numpy.typing.NDArray[numpy.float64],
) -> None:
    """
    Cotangents of the motion for those of points, bars (points, 9, samples).
    """

class JointMotion:
    """The equation of motion of one joint, checked."""

    def __init__(
        self, C: numpy.typing.NDArray[numpy.float64], centre: float, half: float, inertias: int
    ) -> None: ...
    def flow(
        self,
        x: numpy.typing.NDArray[numpy.float64],
        u0: float,
        u1: float,
        dt: float,
        S: numpy.typing.NDArray[numpy.float64],
    ) -> tuple[float, float]:
        """q, v after dt; S (2, states + 1): their derivatives."""

    def flow_many(
        self,
        X: numpy.typing.NDArray[numpy.float64],
        U: numpy.typing.NDArray[numpy.float64],
        du: float,
        dt: float,
        out: numpy.typing.NDArray[numpy.float64],
    ) -> None:
        """out: q, v after dt of many states."""

    def filter(
        self,
        unscented: bool,
        t: numpy.typing.NDArray[numpy.float64],
        q: numpy.typing.NDArray[numpy.float64],
        tau: numpy.typing.NDArray[numpy.float64],
        held: float,
        position: float,
        torque: float,
        rough: numpy.typing.NDArray[numpy.float64],
        drift: numpy.typing.NDArray[numpy.float64],
        x: numpy.typing.NDArray[numpy.float64],
        P: numpy.typing.NDArray[numpy.float64],
        innovations: numpy.typing.NDArray[numpy.float64],
        states: numpy.typing.NDArray[numpy.float64],
        variances: numpy.typing.NDArray[numpy.float64],
    ) -> tuple[float, int]:
        """
        A Kalman filter over a log: log-likelihood, and the sample at which it was lost or 0.
        """

def kalman_propagate(
    P: numpy.typing.NDArray[numpy.float64],
    S: numpy.typing.NDArray[numpy.float64],
    noise: numpy.typing.NDArray[numpy.float64],
    drift: numpy.typing.NDArray[numpy.float64],
    dt: float,
) -> None:
    """
    P after a step of dt, in place: Phi P Phi' + S_u diag(noise) S_u' + drift dt.
    """

def kalman_update(
    x: numpy.typing.NDArray[numpy.float64],
    P: numpy.typing.NDArray[numpy.float64],
    y: numpy.typing.NDArray[numpy.float64],
    R: numpy.typing.NDArray[numpy.float64],
    normal: numpy.typing.NDArray[numpy.float64],
) -> float:
    """
    x and P after measured positions, in place; returns the log-likelihood.
    """

def kalman_cholesky(
    P: numpy.typing.NDArray[numpy.float64], L: numpy.typing.NDArray[numpy.float64]
) -> bool:
    """P = L L'; whether P is positive definite."""

def sigma_points(
    x: numpy.typing.NDArray[numpy.float64],
    P: numpy.typing.NDArray[numpy.float64],
    u: numpy.typing.NDArray[numpy.float64],
    noise: numpy.typing.NDArray[numpy.float64],
    X: numpy.typing.NDArray[numpy.float64],
    U: numpy.typing.NDArray[numpy.float64],
) -> bool:
    """
    States and torques at +- sqrt(nx + n) deviations; whether P is positive definite.
    """

def kalman_moments(
    X: numpy.typing.NDArray[numpy.float64],
    drift: numpy.typing.NDArray[numpy.float64],
    dt: float,
    x: numpy.typing.NDArray[numpy.float64],
    P: numpy.typing.NDArray[numpy.float64],
) -> None:
    """Mean and covariance of equally likely states."""

def is_valid_state(
    x: numpy.typing.NDArray[numpy.float64], P: numpy.typing.NDArray[numpy.float64]
) -> bool:
    """Whether state and covariance are finite and the variances positive."""

class Actuators:
    """
    Joints and drives; values (6, joints): armature, viscous, dry, shift, Kp, Kd.
    """

    def __init__(
        self,
        values: numpy.typing.NDArray[numpy.float64],
        R: numpy.typing.NDArray[numpy.float64],
        beta: numpy.typing.NDArray[numpy.float64],
        limit: numpy.typing.NDArray[numpy.float64],
        h: float,
        centred: bool,
        implicit: bool,
        held: bool,
    ) -> None: ...

def rollout_slopes(
    actuators: Actuators,
    u: numpy.typing.NDArray[numpy.float64],
    ud: numpy.typing.NDArray[numpy.float64],
    ff: numpy.typing.NDArray[numpy.float64],
    Q: numpy.typing.NDArray[numpy.float64],
    V: numpy.typing.NDArray[numpy.float64],
    A: numpy.typing.NDArray[numpy.float64],
    F: numpy.typing.NDArray[numpy.float64],
    D: numpy.typing.NDArray[numpy.float64],
    clipped: numpy.typing.NDArray[numpy.bool],
    M: numpy.typing.NDArray[numpy.float64],
    K: numpy.typing.NDArray[numpy.float64],
    C: numpy.typing.NDArray[numpy.float64],
    kind: numpy.typing.NDArray[numpy.int64],
    joint: numpy.typing.NDArray[numpy.int64],
    acts: float,
    sees: float,
    rates: numpy.typing.NDArray[numpy.float64],
    turning: numpy.typing.NDArray[numpy.float64],
    step: numpy.typing.NDArray[numpy.int64],
    part: numpy.typing.NDArray[numpy.float64],
    out: numpy.typing.NDArray[numpy.float64],
) -> None:
    """out (samples, joints, parameters): dq / dparameter of a rollout."""

def law_force(
    law: numpy.typing.NDArray[numpy.float64], q: float, v: float, way: int
) -> tuple[float, float]:
    """
    f and df/dv of a law for a parameter of 1; way: direction of a sharp sign, 0: that of v.
    """

class Controller:
    """A controller of a simulation, see simulation.hpp."""

    def __init__(
        self,
        q: numpy.typing.NDArray[numpy.float64],
        qd: numpy.typing.NDArray[numpy.float64],
        feed: numpy.typing.NDArray[numpy.float64],
        kp: numpy.typing.NDArray[numpy.float64],
        ki: numpy.typing.NDArray[numpy.float64],
        kd: numpy.typing.NDArray[numpy.float64],
        limit: numpy.typing.NDArray[numpy.float64],
        computed: bool,
    ) -> None: ...
    def array(self, name: str) -> NDArray[numpy.float64]:
        """feed or integral, itself."""

class Record:
    """Samples of a simulation."""

    def __init__(
        self,
        t: numpy.typing.NDArray[numpy.float64],
        limit: numpy.typing.NDArray[numpy.float64],
        damping: numpy.typing.NDArray[numpy.float64],
        free: numpy.typing.NDArray[numpy.bool],
        low: numpy.typing.NDArray[numpy.float64],
        high: numpy.typing.NDArray[numpy.float64],
    ) -> None: ...
    def array(self, name: str) -> NDArray[numpy.float64]:
        """q, qd, qdd or tau, itself."""

class Simulation:
    """A robot in motion: its constants and its state."""

    def __init__(
        self,
        closure: Closure,
        inertia: numpy.typing.NDArray[numpy.float64],
        J: numpy.typing.NDArray[numpy.float64],
        smooth: tuple[object, ...],
        dry: tuple[object, ...],
        loaded: tuple[object, ...],
        wound: tuple[object, ...],
        tilt: numpy.typing.NDArray[numpy.float64],
        tilted: numpy.typing.NDArray[numpy.float64],
        home: numpy.typing.NDArray[numpy.float64],
    ) -> None: ...
    def array(self, name: str) -> NDArray[numpy.float64]:
        """An array of the state, itself: now.q, trial.A, states.M, ..."""

    @property
    def mode(self) -> NDArray[numpy.int64]:
        """Of dry friction: 1, -1 slips, 0 sticks."""

    def hold(self, held: numpy.typing.NDArray[numpy.int64]) -> None:
        """The places that a force holds."""

    def wind(self) -> None:
        """Hysteresis after a motion through the states."""

    def look(self) -> int:
        """The equations of motion in the present state."""

    def start(self) -> int:
        """Accelerations under the torque of this moment."""

    def step(self, h: float) -> int:
        """Try a step of length h."""

    def take(self, h: float) -> None:
        """Make the end of the step the present state."""

    def glide(self, record: Record, h: float) -> bool:
        """A step that is taken, or False where it must not be."""

    def ask(self, control: Controller, record: Record, sample: int) -> None:
        """now.tau: what the controller wants."""

    def run(self, control: Controller, record: Record, at: int, last: int) -> tuple[int, int]:
        """Samples at ... last - 1: why it ended, and the present sample."""

    def rollout(
        self,
        actuators: Actuators,
        u: numpy.typing.NDArray[numpy.float64],
        ud: numpy.typing.NDArray[numpy.float64],
        ff: numpy.typing.NDArray[numpy.float64],
        start: numpy.typing.NDArray[numpy.float64],
        Q: numpy.typing.NDArray[numpy.float64],
        V: numpy.typing.NDArray[numpy.float64],
        A: numpy.typing.NDArray[numpy.float64],
        F: numpy.typing.NDArray[numpy.float64],
        D: numpy.typing.NDArray[numpy.float64],
        clipped: numpy.typing.NDArray[numpy.bool],
    ) -> int:
        """
        Steps under commands (steps, joints); the step at which it failed, or -1.
        """
