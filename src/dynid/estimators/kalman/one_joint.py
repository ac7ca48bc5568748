"""One joint moves, the others rest: m(q) qdd + 1/2 m'(q) qd^2 + g(q) + friction (13) = tau.

With the others at rest the model's inertia and gravity are functions of the one coordinate. Which
functions can occur is read off the model's regressor along the path: their space is spanned by few
of them (a constant, for any open chain), and their coefficients are what is estimated. Of a closed
loop there are many, each smaller than the one before: those that no torque sensor would see are
left out. Chebyshev series hold them with their derivatives.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

import dynid._native as native
from dynid.arrays import Array
from dynid.errors import InputError, join_names
from dynid.estimators.kalman.filter_steps import step_by_step
from dynid.estimators.kalman.passes import Noises, Sweep
from dynid.estimators.kalman.recording import Recording
from dynid.model.model import Model

FRICTION = ("Bv", "Bf1", "Bf2", "w1", "w2")
SAME = 1e-9  # singular values below this of the largest: no function of its own,
UNSEEN = 1e-4  # of a closed loop: a torque that no sensor sees
#: of the largest coefficient of a series: its last ones, where the table is fine enough. Functions
#: of a loop carry the round-off of its closure, the smaller they are the more
ROUND, CLOSURE_ROUND = 1e-11, 1e-8
MARGIN = 0.25  # of the range of q, at either end, that the table covers
COMPILED = ("extended", "unscented")  # rules
SHAPE = 0.1  # deviation of the inertia's variation along the path, of its mean


class StationaryStartWarning(UserWarning):
    """A start that no data can move the filter away from."""


@dataclass(frozen=True, eq=False)
class OneJoint:
    """The plant of a filter: state [q, v, z], z = [ln m, r, g, Bv, B1, B2, ln w1, ln w2] (see
    native/joint_motion.cpp).

    C               Chebyshev coefficients of h0, the k_r functions H and the functions G, on centre
                    +- half
    nominal         mean inertia by the robot's file, or nan
    """

    joint: str
    C: Array
    centre: float
    half: float
    k_r: int
    nominal: float

    @classmethod
    def from_model(cls, model: Model, joint: str, pose: Array, low: float, high: float) -> OneJoint:
        """The joint `joint` of a model, the others resting at `pose` (n,), for low <= q <= high."""
        centre, half = 0.5 * (low + high), 0.5 * (high - low) * (1.0 + 2.0 * MARGIN)
        tree = model.robot.is_tree
        least, end = (SAME, ROUND) if tree else (UNSEEN, CLOSURE_ROUND)
        for count in (33, 65, 129, 257):
            s = np.cos(np.pi * (np.arange(count) + 0.5) / count)[::-1]
            inertia, gravity, nominal = _sample_columns(model, joint, pose, centre + half * s)
            H, G = (
                _make_inertia_functions(inertia, least),
                _span_columns(gravity, least, float(np.linalg.norm(inertia))),
            )
            C = np.linalg.solve(
                np.polynomial.chebyshev.chebvander(s, count - 1), np.column_stack([H, G])
            ).T
            size = np.abs(C).max()
            if np.abs(C[:, -4:]).max() < end * size:
                seen = (np.abs(C) > 0.01 * end * size).any(axis=0)
                terms = 1 + int(np.flatnonzero(seen)[-1])
                return cls(
                    joint, np.ascontiguousarray(C[:, :terms]), centre, half, H.shape[1] - 1, nominal
                )
        raise InputError(
            f"joint '{joint}': its inertia and gravity vary too fast for a table from {low:g} to"
            f" {high:g}; expected a shorter motion (cut the log with between)."
        )

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    @property
    def k_g(self) -> int:
        return len(self.C) - 1 - self.k_r

    @property
    def parameters(self) -> tuple[str, ...]:
        names = [
            "inertia",
            *(f"inertia{k + 1}" for k in range(self.k_r)),
            *(f"gravity{k + 1}" for k in range(self.k_g)),
        ]
        return tuple(f"{self.joint}.{name}" for name in (*names, *FRICTION))

    @cached_property
    def equation(self) -> native.JointMotion:
        return native.JointMotion(self.C, self.centre, self.half, self.k_r)

    def integrate(self, x: Array, u0: Array, u1: Array, dt: float) -> tuple[Array, Array]:
        S = np.empty((2, len(x) + 1))
        return np.array(self.equation.flow(x, u0[0], u1[0], dt, S)), S

    def integrate_many(self, X: Array, U: Array, du: Array, dt: float) -> Array:
        out = np.empty((len(X), 2))
        self.equation.flow_many(X, U, du[0], dt, out)
        return out

    def sweep(self, rule: str, recording: Recording, x: Array, P: Array, noises: Noises) -> Sweep:
        if rule not in COMPILED:
            return step_by_step(self, rule, recording, x, P, noises)
        N, nx = len(recording.t), len(x)
        innovations, states, variances = (np.empty((N - 1, width)) for width in (1, nx, nx))
        total, lost = self.equation.filter(
            rule == "unscented", recording.t, recording.q, recording.tau, float(noises.held),
            noises.position[0], noises.torque[0], noises.roughen(N), noises.drift, x, P,
            innovations, states, variances,
        )  # fmt: skip
        return Sweep(x, P, innovations, states, variances, total, lost)

    def to_physical(self, z: Array) -> tuple[Array, Array]:
        """m = exp(ln m), w = exp(ln w), the others as they are; and their derivatives."""
        p, slope = z.copy(), np.ones_like(z)
        p[..., [0, -2, -1]] = slope[..., [0, -2, -1]] = np.exp(z[..., [0, -2, -1]])
        return p, slope

    def compute_columns(self, q: Array, v: Array, a: Array) -> tuple[Array, Array]:
        """h a + 1/2 h' v^2 of every function h of the inertia, and the functions of gravity, along
        a motion (N,)."""
        s, C, cheb = (q - self.centre) / self.half, self.C.T, np.polynomial.chebyshev
        value = np.asarray(cheb.chebval(s, C).T, dtype=float)
        slope = cheb.chebval(s, cheb.chebder(C)).T / self.half
        H = slice(0, 1 + self.k_r)
        return value[:, H] * a[:, None] + 0.5 * slope[:, H] * v[:, None] ** 2, value[:, H.stop :]

    def stack_parameters(self, c: Array, log_w: Array) -> Array | None:
        """z of the coefficients c of `columns`, qd, tanh(w1 qd) and tanh(w2 qd); None if the
        inertia is not positive."""
        m, k = c[0], 1 + self.k_r
        if not m > 0:
            return None
        return np.concatenate([[np.log(m)], c[1:k] / m, c[k:], log_w])

    def differentiate_stack(self, c: Array) -> Array:
        """dz / d(c, ln w)."""
        D, k = np.eye(len(c) + 2), 1 + self.k_r
        D[0, 0], D[1:k, 0] = 1.0 / c[0], -c[1:k] / c[0] ** 2
        D[range(1, k), range(1, k)] = 1.0 / c[0]
        return D

    def begin(
        self, recording: Recording, start: Mapping[str, float], deviation: Mapping[str, float]
    ) -> tuple[Array, Array]:
        """z and its variances from values in the user's words; what is not given is guessed from
        the log's magnitudes."""
        tau, speed = float(recording.torque[0]), float(recording.speed[0])
        guess = self._guess(tau, speed)
        given = {name.removeprefix(f"{self.joint}."): value for name, value in start.items()}
        value = guess | self._move_start(given, guess)
        m = value["inertia"]
        if not m > 0:
            raise InputError(
                f"start: got {self.joint}.inertia = {m:g}, expected a positive number."
            )
        scale = {"Bv": tau / speed, "Bf1": tau, "Bf2": tau}
        spread = {name: max(abs(value[name]), scale[name]) for name in scale} | {
            "w1": 1.0,
            "w2": 1.0,
        }
        spread |= {f"inertia{k + 1}": SHAPE for k in range(self.k_r)}
        spread |= {f"gravity{k + 1}": 0.5 * tau for k in range(self.k_g)} | {"inertia": 1.0}
        for name, x in deviation.items():
            short = name.removeprefix(f"{self.joint}.")
            unit = {"inertia": m, "w1": abs(value["w1"]), "w2": abs(value["w2"])}.get(short, 1.0)
            spread[short] = x / unit
        names = [name.removeprefix(f"{self.joint}.") for name in self.parameters]
        z = np.array([value.get(name, 0.0) for name in names])
        z[0], z[-2:] = np.log(m), np.log([value["w1"], value["w2"]])
        if self.k_g:
            z[1 + self.k_r : 1 + self.k_r + self.k_g] = self._estimate_gravity(recording)
        return z, np.array([spread[name] for name in names]) ** 2

    def _estimate_gravity(self, recording: Recording) -> Array:
        """The torque, as far as it follows the position alone: friction and inertia go to and
        fro."""
        values = np.polynomial.chebyshev.chebval(
            (recording.q[:, 0] - self.centre) / self.half, self.C[1 + self.k_r :].T
        )
        return np.asarray(np.linalg.lstsq(values.T, recording.tau[:, 0], rcond=None)[0])

    def _guess(self, tau: float, speed: float) -> dict[str, float]:
        """Orders of magnitude: friction as a tenth to a third of the torque, its bends at a
        twentieth and a fifth of speed."""
        m = self.nominal if np.isfinite(self.nominal) and self.nominal > 0 else tau / speed
        steps = {"Bf1": 0.3 * tau, "Bf2": -0.1 * tau, "w1": 20.0 / speed, "w2": 5.0 / speed}
        return {"inertia": m, "Bv": 0.1 * tau / speed, **steps}

    def _move_start(self, given: dict[str, float], guess: dict[str, float]) -> dict[str, float]:
        """A start away from where (13) has no slope: tanh(w v) with w = 0 is nothing, and two equal
        steps stay equal."""
        value = guess | given
        zero = [name for name in ("w1", "w2") if value[name] == 0]
        if zero:
            whole = not any(value[name] for name in FRICTION)
            warnings.warn(
                f"joint '{self.joint}': the start of the friction (13)"
                f" {'is all zero' if whole else 'has w = 0'}, a stationary point that no data can"
                f" move; {join_names(zero)} start at"
                f" {', '.join(f'{guess[name]:.3g}' for name in zero)} instead, as the log's speed"
                " suggests.",
                StationaryStartWarning,
                stacklevel=6,
            )
            value |= {name: guess[name] for name in zero}
        for B, w in (("Bf1", "w1"), ("Bf2", "w2")):  # (B, w) -> (-B, -w) is the same friction
            if value[w] < 0:
                value[B], value[w] = -value[B], -value[w]
        if value["w1"] == value["w2"] and value["Bf1"] == value["Bf2"]:
            warnings.warn(
                f"joint '{self.joint}': the start has two equal steps (Bf1 = Bf2, w1 = w2), which"
                f" would stay equal for ever; w2 starts at {0.25 * value['w2']:.3g} instead.",
                StationaryStartWarning,
                stacklevel=6,
            )
            value["w2"] *= 0.25
        return value


def _sample_columns(model: Model, joint: str, pose: Array, q: Array) -> tuple[Array, Array, float]:
    """Columns of inertia and gravity (samples, parameters) along the path, and the mean inertia by
    the robot's file."""
    j = model.robot.actuated.index(joint)
    Q = np.tile(pose, (len(q), 1))
    Q[:, j] = q
    rest, unit = np.zeros_like(Q), np.zeros_like(Q)
    unit[:, j] = 1.0
    gravity, both = model.regressor(Q, rest, rest)[:, j], model.regressor(Q, rest, unit)[:, j]
    inertia = both - gravity
    prior = model.prior.copy()
    prior[model.layout.others] = 0.0  # rotor inertia and the like are not known beforehand
    nominal = float(np.mean(inertia @ prior))
    if model.known:
        known, moving = (
            model.compute_known_torque(Q, rest, rest)[:, [j]],
            model.compute_known_torque(Q, rest, unit)[:, [j]],
        )
        gravity, inertia = np.hstack([gravity, known]), np.hstack([inertia, moving - known])
        nominal += float(np.mean(moving - known))
    return inertia, gravity, nominal


def _span_columns(columns: Array, least: float, size: float = 0.0) -> Array:
    """Functions (samples, k), orthogonal and of RMS 1, that span the columns; columns far below
    `size` are round-off."""
    U, s, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(U[:, s > least * max(s[0], size, 1e-300)] * np.sqrt(len(columns)))


def _make_inertia_functions(columns: Array, least: float) -> Array:
    """h0, the most constant function of the space, of mean 1, and functions of RMS 1 orthogonal to
    it."""
    U = _span_columns(columns, least)
    h0 = U @ U.mean(axis=0)  # the projection of the function 1
    if not np.sqrt(np.mean(h0**2)) > 0.5:
        h0 = U[:, 0] * np.sign(U[:, 0].sum() or 1.0)
    h0 = h0 / np.sqrt(np.mean(h0**2))
    others = (
        _span_columns(U - h0[:, None] * (h0 @ U) / len(h0), SAME)
        if U.shape[1] > 1
        else np.zeros((len(U), 0))
    )
    return np.column_stack([h0 / np.mean(h0), others[:, : U.shape[1] - 1]])
