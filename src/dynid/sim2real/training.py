"""Runs that are fitted together: one robot, several logs.

They share all parameters but their biases, which are properties of a run (an encoder is homed, a
base is put up); gains and payloads that are known may differ. The vector of what is estimated is

    x = (free parameters, with the biases of the first run; biases of each further run; the state in
         which each run starts)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dynid.arrays import Array, Ints
from dynid.sim2real.free_parameters import FreeParameters, Values
from dynid.sim2real.plant import Plant
from dynid.sim2real.rollout import Rollout, RolloutSegment, Slope


@dataclass(frozen=True, eq=False)
class Training:
    """Parts of logs, and of each run the values where the search starts."""

    segments: tuple[RolloutSegment, ...]
    values: tuple[Values, ...]
    free: FreeParameters

    @property
    def plant(self) -> Plant:
        return self.segments[0].plant

    @property
    def runs(self) -> int:
        return len(self.segments)

    @cached_property
    def q(self) -> Array:
        """(N, n) of all runs, one after another."""
        return np.concatenate([segment.q for segment in self.segments])

    @cached_property
    def rows(self) -> tuple[slice, ...]:
        """Where each run's samples stand in that."""
        ends = np.cumsum([len(segment) for segment in self.segments]).tolist()
        return tuple(slice(a, b) for a, b in zip([0, *ends], ends))

    @cached_property
    def places(self) -> tuple[Ints, ...]:
        """Of each run: where its free parameters and its start state stand in x."""
        P, size, found = len(self.free), 2 * self.q.shape[1], list[Ints]()
        bias = np.flatnonzero([kind == "bias" for kind in self.free.kinds])
        first_state = P + (self.runs - 1) * len(bias)
        for k in range(self.runs):
            own = np.arange(P)
            if k:
                own[bias] = P + (k - 1) * len(bias) + np.arange(len(bias))
            found.append(np.concatenate([own, first_state + size * k + np.arange(size)]))
        return tuple(found)

    @property
    def vector(self) -> Array:
        """x of the values, from the starts that the logs show."""
        x = np.zeros(int(self.places[-1][-1]) + 1)
        for segment, values, at in zip(self.segments, self.values, self.places):
            x[at] = np.append(self.free.to_vector(values), segment.start)
        return x

    @property
    def lower(self) -> Array:
        lower = np.full(len(self.vector), -np.inf)
        lower[: len(self.free)] = self.free.lower
        return lower

    def put(self, x: Array) -> Training:
        """With the values of x."""
        P = len(self.free)
        pairs = zip(self.values, self.places)
        return replace(self, values=tuple(self.free.put(v, x[at[:P]]) for v, at in pairs))

    def simulate(self, x: Array) -> tuple[Rollout, ...]:
        moved, P = self.put(x).values, len(self.free)
        return tuple(
            segment.predict_rollout(values, x[at[P:]].reshape(2, -1))
            for segment, values, at in zip(self.segments, moved, self.places)
        )

    def compute_slopes(self, rollouts: Sequence[Rollout]) -> tuple[Slope, ...]:
        """dq / dx, run by run and part by part."""
        return tuple(
            replace(slope, places=at[slope.places], rows=rows)
            for rollout, at, rows in zip(rollouts, self.places, self.rows)
            for slope in rollout.compute_slopes(self.free)
        )

    def select_part(self, first: float, last: float) -> Training:
        """These parts of every run."""
        parts = [s.select_part(round(first * len(s)), round(last * len(s))) for s in self.segments]
        return replace(self, segments=tuple(parts))

    def compute_residual(self) -> Array | None:
        """(N, n) measured less simulated positions of the values; None where a run diverges."""
        pairs = zip(self.segments, self.values)
        found = [segment.compute_residual(values) for segment, values in pairs]
        kept = [r for r in found if r is not None]
        return np.concatenate(kept) if len(kept) == len(found) else None

    def compute_error(self) -> float:
        """RMSE of the rollouts; infinite where one diverges."""
        residual = self.compute_residual()
        return np.inf if residual is None else float(np.sqrt((residual**2).mean()))

    def average_values(self) -> Values:
        """The first run's, with the mean of all biases: those of another run are as near to it as
        to any."""
        bias = np.mean([values.bias for values in self.values], axis=0)
        return replace(self.values[0], bias=bias)

    def average_covariance(self, C: Array) -> Array:
        """Cov (P, P) of these for another run, of that of x: biases move from run to run by what
        they moved here."""
        P, K = len(self.free), self.runs
        T = np.zeros((P, len(C)))
        for at in self.places:
            T[np.arange(P), at[:P]] += 1.0 / K
        covariance = T @ C @ T.T
        bias = np.flatnonzero([kind == "bias" for kind in self.free.kinds])
        if K > 1:
            each = np.array([self.free.to_vector(values)[bias] for values in self.values])
            covariance[bias, bias] += each.var(axis=0, ddof=1) * (1.0 + 1.0 / K)
        return np.asarray(covariance)
