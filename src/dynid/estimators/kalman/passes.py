"""One pass of a filter over a recording: predict, correct, keep the innovations; stop where it
diverges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dynid.arrays import Array
from dynid.errors import DynidError
from dynid.estimators.kalman.recording import Recording

KEPT = 500  # points of the history


class KalmanDivergence(DynidError):
    """A filter that lost its state: when, and which."""


class FilterModel(Protocol):
    """What a filter runs on: states [q, v, z] of n joints and parameters z, driven by measured
    torques."""

    @property
    def joints(self) -> tuple[str, ...]: ...

    @property
    def parameters(self) -> tuple[str, ...]: ...

    def integrate(self, x: Array, u0: Array, u1: Array, dt: float) -> tuple[Array, Array]:
        """[q, v] (2n,) after dt, and its derivatives (2n, nx + n) with respect to x and to a
        constant torque more."""
        ...

    def integrate_many(self, X: Array, U: Array, du: Array, dt: float) -> Array:
        """[q, v] (points, 2n) after dt, for many states, each with its own torque from U to U +
        du."""
        ...

    def sweep(self, rule: str, recording: Recording, x: Array, P: Array, noises: Noises) -> Sweep:
        """A filter by a rule of RULES over the recording once; x and P may be changed."""
        ...

    def to_physical(self, z: Array) -> tuple[Array, Array]:
        """The parameters (..., P) in SI units, and their derivatives, each with respect to its own
        z."""
        ...

    def begin(
        self, recording: Recording, start: Mapping[str, float], deviation: Mapping[str, float]
    ) -> tuple[Array, Array]:
        """z and its variances at the start."""
        ...


@dataclass(frozen=True, eq=False)
class Noises:
    """Variances: of a position, of a torque sample, and of the parameters' wandering in a second
    (z).

    held    0: the torque goes straight from sample to sample, 1: it is held; in between, it lags by
            held / 2 samples
    rough   (N,) factors of the torque's variance along the log, where the model explains less than
            elsewhere; None: 1
    """

    position: Array
    torque: Array
    drift: Array
    held: float
    rough: Array | None = None

    def roughen(self, N: int) -> Array:
        return np.ones(N) if self.rough is None else self.rough


@dataclass(frozen=True, eq=False)
class Sweep:
    """x, P at the end; normalised innovations (N - 1, n); states and their variances (N - 1, nx)
    after each sample; the
    log-likelihood; the sample at which the filter was lost, or 0."""

    x: Array
    P: Array
    innovations: Array
    states: Array
    variances: Array
    log_likelihood: float
    lost: int


@dataclass(frozen=True, eq=False)
class Pass:
    """x, P at the end; normalised innovations (N - 1, n); the log-likelihood; t and p of the
    history, with deviations."""

    x: Array
    P: Array
    innovations: Array
    log_likelihood: float
    t: Array
    history: Array
    deviations: Array


#: sweep(plant, recording, x, P, noises): a filter over the recording once
Sweeping = Callable[[FilterModel, Recording, Array, Array, Noises], Sweep]


def run_pass(
    plant: FilterModel, sweep: Sweeping, recording: Recording, x: Array, P: Array, noises: Noises
) -> Pass:
    """Once over the recording, from x, P at its first sample."""
    done = sweep(plant, recording, x.copy(), P.copy(), noises)
    if done.lost:
        raise KalmanDivergence(_describe_loss(plant, recording, done.lost, done.x))
    N, n = len(recording.t), len(plant.joints)
    kept = np.unique(np.append(np.arange(0, N - 1, max(1, N // KEPT)), N - 2))
    history, slope = plant.to_physical(done.states[kept, 2 * n :])
    deviations = slope * np.sqrt(done.variances[kept, 2 * n :])
    return Pass(
        done.x,
        done.P,
        done.innovations,
        done.log_likelihood,
        recording.t[kept + 1],
        history,
        deviations,
    )


def _describe_loss(plant: FilterModel, recording: Recording, k: int, x: Array) -> str:
    """When a filter was lost, and what was lost first."""
    names = [f"{kind} of {joint}" for kind in ("position", "velocity") for joint in plant.joints]
    names += [f"parameter {name}" for name in plant.parameters]
    lost = [name for name, value in zip(names, x) if not np.isfinite(value)]
    why = (
        f"the {', '.join(lost[:4])} is no finite number"
        if lost
        else "the covariance is not positive"
    )
    last = ", ".join(f"{joint} at {q:.4g}" for joint, q in zip(plant.joints, recording.q[k]))
    return (
        f"the filter diverged at t = {recording.t[k]:.4g} s (sample {k} of {len(recording.t)},"
        f" {last}): {why}. Start closer (start=), trust the start more (deviation=), or check the"
        " units of the log and its torque_noise, position_noise."
    )
