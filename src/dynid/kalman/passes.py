"""One pass of a filter over a recording: predict, correct, keep the innovations; stop where it diverges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dynid.errors import DynidError
from dynid.kalman import kernels
from dynid.kalman.recording import Recording
from dynid.robot.geometry import Array

KEPT = 500  # points of the history


class KalmanDivergence(DynidError):
    """A filter that lost its state: when, and which."""


class Plant(Protocol):
    """What a filter runs on: states [q, v, z] of n joints and parameters z, driven by measured torques."""

    @property
    def joints(self) -> tuple[str, ...]: ...

    @property
    def parameters(self) -> tuple[str, ...]: ...

    def flow(self, x: Array, u0: Array, u1: Array, dt: float) -> tuple[Array, Array]:
        """[q, v] (2n,) after dt, and its derivatives (2n, nx + n) with respect to x and to a constant torque more."""
        ...

    def flow_many(self, X: Array, U: Array, du: Array, dt: float) -> Array:
        """[q, v] (points, 2n) after dt, for many states, each with its own torque from U to U + du."""
        ...

    def physical(self, z: Array) -> tuple[Array, Array]:
        """The parameters in SI units, and their Jacobian with respect to z."""
        ...

    def begin(
        self, recording: Recording, start: Mapping[str, float], deviation: Mapping[str, float]
    ) -> tuple[Array, Array]:
        """z and its variances at the start."""
        ...


@dataclass(frozen=True, eq=False)
class Noises:
    """Variances: of a position, of a torque sample, and of the parameters' wandering in a second (z)."""

    position: Array
    torque: Array
    drift: Array
    held: bool


#: x, P after a step
Predict = Callable[[Plant, Array, Array, Array, Array, float, Noises], tuple[Array, Array]]


@dataclass(frozen=True, eq=False)
class Pass:
    """x, P at the end; normalised innovations (N - 1, n); the log-likelihood; t and p of the history, with deviations."""

    x: Array
    P: Array
    innovations: Array
    log_likelihood: float
    t: Array
    history: Array
    deviations: Array


def run_pass(plant: Plant, predict: Predict, recording: Recording, x: Array, P: Array, noises: Noises) -> Pass:
    """Once over the recording, from x, P at its first sample."""
    t, q, tau = recording.t, recording.q, recording.tau
    n, x, P = len(plant.joints), x.copy(), P.copy()
    innovations, total = np.empty((len(t) - 1, n)), 0.0
    every = max(1, len(t) // KEPT)
    kept: list[tuple[float, Array, Array]] = []
    for k in range(1, len(t)):
        u1 = tau[k - 1] if noises.held else tau[k]
        with np.errstate(all="ignore"):
            x, P = predict(plant, x, P, tau[k - 1], u1, t[k] - t[k - 1], noises)
        if not (np.isfinite(x).all() and np.isfinite(P).all() and (np.diag(P) > 0).all()):
            raise KalmanDivergence(_story(plant, recording, k, x, P))
        innovations[k - 1], gain = kernels.update(x, P, q[k], noises.position)
        total += gain
        if k % every == 0 or k == len(t) - 1:
            p, J = plant.physical(x[2 * n :])
            kept.append((t[k], p, np.sqrt(np.diag(J @ P[2 * n :, 2 * n :] @ J.T))))
    times, history, deviations = (np.array(column) for column in zip(*kept))
    return Pass(x, P, innovations, total, times, history, deviations)


def _story(plant: Plant, recording: Recording, k: int, x: Array, P: Array) -> str:
    """When a filter was lost, and what was lost first."""
    names = [f"{kind} of {joint}" for kind in ("position", "velocity") for joint in plant.joints]
    names += [f"parameter {name}" for name in plant.parameters]
    lost = [name for name, value in zip(names, x) if not np.isfinite(value)]
    why = f"the {', '.join(lost[:4])} is no finite number" if lost else "the covariance is not positive"
    last = ", ".join(f"{joint} at {q:.4g}" for joint, q in zip(plant.joints, recording.q[k]))
    return (
        f"the filter diverged at t = {recording.t[k]:.4g} s (sample {k} of {len(recording.t)}, {last}): {why}. Start closer "
        "(start=), trust the start more (deviation=), or check the units of the log and its torque_noise, position_noise."
    )
