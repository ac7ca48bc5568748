"""The stream of rows that compression and every estimator read: chunk after chunk, in threads, with
the decimation of the data applied. A stream is a small record that can be pickled.

    stream.map(function) -> [function(rows), ...] in the order of time
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from dynid.arrays import Array, Triple
from dynid.closed_chains.closing import THREADS, run_in_threads
from dynid.data.dataset import Dataset
from dynid.data.decimation import Decimation, Thinning
from dynid.model.base_reduction import BaseParameters
from dynid.model.model import Model
from dynid.model.reduction import Reduction
from dynid.scratch import release

S = TypeVar("S")
T = TypeVar("T")
CHUNK = 1000  # samples, where no kernel asks for another number
PIECE, LONG_PIECE = 8000, 200_000  # samples whose rows, and torques, are decimated in one go


@dataclass(frozen=True, eq=False)
class Rows:
    """W theta = y for some consecutive samples. Valid within the call that they are given to: later
    chunks take the same memory.

    at      (len,) number of the sample that a row stands for
    Y       (joints, columns, len), of which the columns `select` belong to theta
    y       (len, joints) torques
    use     (len, joints) whether a row counts
    """

    at: NDArray[np.int64]
    Y: Array
    select: NDArray[np.int64]
    y: Array
    use: NDArray[np.bool_]

    @property
    def W(self) -> Array:
        """(joints, theta, len), a copy."""
        return self.Y[:, self.select]

    def take_joint(self, j: int, columns: NDArray[np.int64]) -> tuple[Array, Array]:
        """W (columns, len), a copy, and y (len,) of the rows of joint j that count."""
        W, y, use = self.Y[j][self.select[columns]], self.y[:, j], self.use[:, j]
        return (W, y) if use.all() else (W[:, use], y[use])

    def select_samples(self, these: NDArray[np.bool_]) -> Rows:
        """Of these samples (len,)."""
        return replace(self, use=self.use & these[:, None])

    def compute_residuals(self, theta: Array) -> Array:
        """y - W theta (len, joints)."""
        full = np.zeros(self.Y.shape[1])
        full[self.select] = theta
        residuals: Array = self.y - np.einsum("jcs,c->sj", self.Y, full, optimize=True)
        return residuals


class Stream(Protocol):
    @property
    def lengths(self) -> tuple[int, ...]:
        """Samples of every log."""

    def map(self, function: Callable[[Rows], T]) -> list[T]: ...

    def compute_residuals(self, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        """y - W theta (rows, joints) in the order of time, and which of them count."""


class FromRows:
    """A stream whose residuals are those of its rows."""

    def compute_residuals(self: Stream, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        parts = self.map(lambda rows: (rows.compute_residuals(theta), np.array(rows.use)))
        return np.concatenate([e for e, _ in parts]), np.concatenate([use for _, use in parts])


@dataclass(frozen=True, eq=False)
class Along:
    """The rows of a model along a data set.

    acts    (joints, select) which column acts on which joint; None: any on any
    """

    model: Model
    data: Dataset
    select: NDArray[np.int64]
    acts: NDArray[np.bool_] | None = None

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(len(samples) for samples in self.data.logs)

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        data = self.data
        if not len(data):
            return []
        further = self._compute_channels()
        if data.decimation is not None:

            def apply_part(part: NDArray[np.int64]) -> T:
                found = function(self.make_rows(part, further))
                self._release(part)
                return found

            return _map_in_threads(apply_part, self.split_pieces())
        y = self._take_torque(slice(None))

        def apply_plain(part: slice, Y: Array) -> T:
            at = np.arange(part.start, part.stop)
            return function(Rows(at, Y.transpose(1, 2, 0), self.select, y[part], data.use[part]))

        return self.model.map_regressor(apply_plain, data.q, data.qd, data.qdd, further)

    def compute_residuals(self, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        """By the torque that theta predicts, a tenth of the work of its rows."""
        model, data, d = self.model, self.data, self.data.decimation
        if model.layout.changing:
            return FromRows.compute_residuals(self, theta)
        p = np.zeros(len(model.parameters))
        p[self.select] = theta
        further = self._compute_channels()

        def compute_part(part: NDArray[np.int64]) -> tuple[Array, NDArray[np.bool_]]:
            at = _as_slice(part)
            motion = (data.q[at], data.qd[at], data.qdd[at])
            here = {name: x[at] for name, x in further.items()}
            e, use = data.tau[at] - model.predict(*motion, p, here), data.use[at]
            self._release(part)
            return (e, use) if d is None else (d.decimate(e.T).T, d.decimate_use(use.T).T)

        parts = [
            compute_part(part)
            for part in (self.split_pieces(LONG_PIECE) if d is not None else data.logs)
        ]
        return np.concatenate([e for e, _ in parts]), np.concatenate([use for _, use in parts])

    def _compute_channels(self) -> dict[str, Array]:
        """What effects read in addition to the motion, of the whole of it: memory needs the
        past."""
        data = self.data
        if not self.model.layout.channels:
            return {}
        return self.model.channels(data.q, data.qd, data.qdd, data.starts, data.channels)

    def split_pieces(self, longest: int = PIECE) -> list[NDArray[np.int64]]:
        """Consecutive samples of one log each; overlapping by a filter's length where the data are
        still to be decimated."""
        step, overlap = 1, 0
        if self.data.decimation is not None:
            step, overlap = self.data.decimation.step, len(self.data.decimation.taps) - 1
        width = step * max(1, longest // step)
        return [
            samples[first : first + width + overlap]
            for samples in self.data.logs
            for first in range(0, len(samples) - overlap, width)
        ]

    def make_rows(self, part: NDArray[np.int64], channels: Mapping[str, Array] = {}) -> Rows:
        """The rows of a piece."""
        data, d, at = self.data, self.data.decimation, _as_slice(part)
        motion = (data.q[at], data.qd[at], data.qdd[at])
        further = {name: x[at] for name, x in channels.items()}
        y, use = self._take_torque(at), data.use[at]
        if d is None:
            Y = self.model.regressor(*motion, further).transpose(1, 2, 0)
            return Rows(part, Y, self.select, y, use)
        Y = self._decimate_columns(d, motion, further)
        y, use = d.decimate(y.T).T, d.decimate_use(use.T).T
        return Rows(part[: d.step * len(y) : d.step], Y, np.arange(len(self.select)), y, use)

    def _decimate_columns(
        self, d: Decimation, motion: Triple, channels: Mapping[str, Array]
    ) -> Array:
        """The columns `select` (joints, select, rows), each chunk while it is in cache."""
        shape = (self.model.robot.dof, len(self.select))
        acts = np.ones(shape, dtype=bool) if self.acts is None else self.acts
        joint, column = np.nonzero(acts)
        out, thinning, done = (
            np.zeros((*shape, d.count_kept(len(motion[0])))),
            Thinning(d, len(joint)),
            0,
        )

        def keep(_: slice, Y: Array) -> None:
            nonlocal done
            some = thinning.feed(Y.transpose(1, 2, 0)[joint, self.select[column]])
            out[joint, column, done : done + some.shape[1]] = some
            done += some.shape[1]

        self.model.map_regressor(keep, *motion, channels, threads=1)
        return out

    def _release(self, part: NDArray[np.int64]) -> None:
        at, data = _as_slice(part), self.data
        if isinstance(at, slice):
            release(data.q[at], data.qd[at], data.qdd[at], data.tau[at])

    def _take_torque(self, part: slice | NDArray[np.int64]) -> Array:
        """What the parameters have to explain: without the torque of known payloads."""
        model, data = self.model, self.data
        if not model.known:
            return data.tau[part]
        return data.tau[part] - model.compute_known_torque(
            data.q[part], data.qd[part], data.qdd[part]
        )


def _as_slice(part: NDArray[np.int64]) -> slice | NDArray[np.int64]:
    """Consecutive samples as a slice: arrays are then looked at, not copied."""
    first, count = int(part[0]), len(part)
    return slice(first, first + count) if part[-1] - first + 1 == count else part


def _map_in_threads(function: Callable[[S], T], parts: Sequence[S]) -> list[T]:
    """Of every part, consecutive ones in one thread: the same in every run, and so the order in
    which sums are formed."""
    edges = np.linspace(0, len(parts), min(THREADS, len(parts)) + 1).astype(int)

    def map_some(first: int, stop: int) -> list[T]:
        return [function(part) for part in parts[first:stop]]

    if len(edges) <= 2:
        return map_some(0, len(parts))
    found = run_in_threads([partial(map_some, *ends) for ends in pairwise(edges)])
    return [x for each in found for x in each]


@dataclass(frozen=True, eq=False)
class Given(FromRows):
    """Rows of any linear model: W (N, joints, theta), y (N, joints)."""

    W: Array
    y: Array

    @property
    def lengths(self) -> tuple[int, ...]:
        return (len(self.y),)

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        N, _, k = self.W.shape
        every, use = np.arange(max(N, k)), np.ones(self.y.shape, dtype=bool)
        parts = [slice(first, min(first + CHUNK, N)) for first in range(0, N, CHUNK)]
        return [
            function(Rows(every[p], self.W[p].transpose(1, 2, 0), every[:k], self.y[p], use[p]))
            for p in parts
        ]


@dataclass(frozen=True, eq=False)
class Weighted(FromRows):
    """The rows of a stream, each multiplied by weight(rows) (len, joints)."""

    stream: Stream
    weight: Callable[[Rows], Array]

    @property
    def lengths(self) -> tuple[int, ...]:
        return self.stream.lengths

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        def apply_scaled(rows: Rows) -> T:
            w = self.weight(rows)
            return function(replace(rows, Y=rows.Y * w.T[:, None, :], y=rows.y * w))

        return self.stream.map(apply_scaled)


@dataclass(frozen=True, eq=False)
class Combined:
    """The rows of a stream in fewer parameters x: W S, for theta = S x."""

    stream: Stream
    S: Array

    @property
    def lengths(self) -> tuple[int, ...]:
        return self.stream.lengths

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        every = np.arange(self.S.shape[1])

        def apply_combined(rows: Rows) -> T:
            W = np.einsum("jcs,ck->jks", rows.W, self.S, optimize=True)
            return function(replace(rows, Y=W, select=every))

        return self.stream.map(apply_combined)

    def compute_residuals(self, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        return self.stream.compute_residuals(self.S @ theta)


@dataclass(frozen=True, eq=False)
class Joined:
    """One stream after the other, their samples counted on."""

    streams: tuple[Stream, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        return tuple(length for stream in self.streams for length in stream.lengths)

    def map(self, function: Callable[[Rows], T]) -> list[T]:
        out: list[T] = []
        before = 0
        for stream in self.streams:
            out += stream.map(partial(_shift_samples, function, before))
            before += sum(stream.lengths)
        return out

    def compute_residuals(self, theta: Array) -> tuple[Array, NDArray[np.bool_]]:
        parts = [stream.compute_residuals(theta) for stream in self.streams]
        return np.concatenate([e for e, _ in parts]), np.concatenate([use for _, use in parts])


def _shift_samples(function: Callable[[Rows], T], before: int, rows: Rows) -> T:
    return function(replace(rows, at=rows.at + before))


def make_stream(model: Model, data: Dataset, base: BaseParameters | Reduction) -> Stream:
    if isinstance(base, BaseParameters):
        return Along(model, data, base.independent, base.pattern)
    acts = np.flatnonzero(base.matrix.any(axis=1))
    return Combined(Along(model, data, acts), base.matrix[acts])
