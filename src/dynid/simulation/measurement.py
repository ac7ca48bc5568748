"""What the sensors and drives make of a motion: encoders, clocks, noise, delay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike

from dynid.arrays import Array, make_random_generator
from dynid.errors import InputError
from dynid.excitation.sampled_trajectory import interpolate_quintic
from dynid.model.model import Model
from dynid.robot.mechanism import Robot
from dynid.simulation.simulated_log import Truth

EXACT = 1e-15  # rad or m: a finer encoder counts what a float cannot


@dataclass(frozen=True)
class Measurement:
    """Imperfections of a log. All are off by default; each is one number, or one for each joint
    where it says so.

    Parameters
    ----------
    encoder
        resolution of the positions [rad or m], one or each joint: q is rounded to multiples of it
    jitter
        [s] standard deviation of the instants of sampling around their stamps (three times it at
        most)
    noise
        [N m or N] standard deviation of the torque noise, one or each joint
    relative_noise
        the same as a part of each torque's RMS; both add up as variances
    bandwidth
        [Hz] of the noise: white, passed through a first-order low-pass, with the deviation above
    delay
        [s] by which the logged torques lag behind the positions
    saturation
        [N m or N] largest torque of the motors, one or each joint: acts on the motion, not just on
        the log
    velocity
        log the velocities too (exact, as from a tachometer)
    """

    encoder: ArrayLike = 0.0
    jitter: float = 0.0
    noise: ArrayLike = 0.0
    relative_noise: float = 0.0
    bandwidth: float | None = None
    delay: float = 0.0
    saturation: ArrayLike = np.inf
    velocity: bool = False

    def __post_init__(self) -> None:
        for name in ("encoder", "jitter", "noise", "relative_noise", "delay", "saturation"):
            value = np.asarray(getattr(self, name), dtype=float)
            if (
                np.isnan(value).any()
                or (value < 0).any()
                or value.ndim > (name in ("encoder", "noise", "saturation"))
            ):
                raise InputError(
                    f"Measurement: got {name}={getattr(self, name)!r}, expected a number >= 0."
                )
        if self.bandwidth is not None and not self.bandwidth > 0:
            raise InputError(
                f"Measurement: got bandwidth={self.bandwidth}, expected a frequency in Hz, or None."
            )
        if not np.all(np.asarray(self.saturation) > 0):
            raise InputError(
                f"Measurement: got saturation={self.saturation!r}, expected a torque above zero."
            )

    def __repr__(self) -> str:
        """What differs from a perfect log."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        told = [
            f"{name}={x!r}"
            for name, x in given.items()
            if not np.array_equal(x, getattr(Measurement, name))
        ]
        return f"Measurement({', '.join(told)})"

    def limit(self, robot: Robot) -> Array:
        return expand_per_joint(self.saturation, robot.actuated, "saturation")


def expand_per_joint(value: ArrayLike, joints: Sequence[str], name: str) -> Array:
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (len(joints),)):
        raise InputError(
            f"Measurement: {name} has shape {array.shape}, expected one number, or one for each of"
            f" the joints {', '.join(joints)}."
        )
    return np.broadcast_to(array, (len(joints),)).astype(float)


def measure(
    joints: Sequence[str],
    m: Measurement,
    t: Array,
    motion: tuple[Array, Array, Array],
    tau: Array,
    seed: int,
) -> tuple[Array, Array, Array | None]:
    """q, tau and (where asked for) qd as logged, from the exact motion (q, qd, qdd) and torques at
    the times t."""
    rng = make_random_generator(seed)
    wander = np.clip(rng.normal(size=len(t)), -3, 3) * m.jitter
    taken = np.clip(t + wander, t[0], t[-1])
    q, qd = motion[:2]
    if m.jitter > 0:
        curve = interpolate_quintic(t, *motion)
        q, qd = np.asarray(curve(taken)), np.asarray(curve(taken, nu=1))
    late = np.clip(taken - m.delay, t[0], t[-1])
    measured = tau if (late == t).all() else np.column_stack([np.interp(late, t, x) for x in tau.T])
    step = expand_per_joint(m.encoder, joints, "encoder")
    coarse = step > EXACT
    counted = np.where(coarse, np.round(q / np.where(coarse, step, 1.0)) * step, q)
    noise = draw_noise(joints, m, tau, 1.0 / (t[1] - t[0]), rng)
    return counted, measured + noise, qd if m.velocity else None


def compute_sensor_gains(model: Model, p: Array, truth: Truth, more: Array) -> Array:
    """s L (N, n) that torque sensors with a gain (TorqueScale) show in addition, for the torques
    truth.tau + more: L the torque of the rigid bodies, in the motion qdd + M^-1 more."""
    gain = np.zeros(model.robot.dof)
    for at, placed in zip(model.layout.at, model.layout.terms):
        if placed.term.law.of_sensor:
            gain[model.robot.actuated.index(placed.joint)] = p[at]
    if not gain.any():
        return np.zeros_like(truth.q)
    M = model.mass_matrix(truth.q, p)
    qdd = truth.qdd + np.linalg.solve(M, more[:, :, None])[:, :, 0]
    return gain * model.load(truth.q, truth.qd, qdd, p)


def draw_noise(
    joints: Sequence[str], m: Measurement, tau: Array, rate: float, rng: np.random.Generator
) -> Array:
    """White noise, or x_k+1 = a x_k + sqrt(1 - a^2) w_k with a = exp(-2 pi bandwidth / rate), of
    the same variance."""
    rms = np.sqrt((tau**2).mean(axis=0))
    size: Array = np.hypot(expand_per_joint(m.noise, joints, "noise"), m.relative_noise * rms)
    w: Array = rng.normal(size=tau.shape)
    if m.bandwidth is not None:
        from scipy.signal import lfilter

        a = float(np.exp(-2 * np.pi * m.bandwidth / rate))
        first = w[0] * (1 - np.sqrt(1 - a * a))  # so that x_0 has the variance of all others
        driven = np.sqrt(1 - a * a) * w
        driven[0] += first
        w = np.asarray(lfilter([1.0], [1.0, -a], driven, axis=0))
    return size * w
