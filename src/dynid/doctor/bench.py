"""The bench that candidate repairs are tried on: some samples of a log, in blocks, and how well a
quick fit without a block predicts it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.data.cutoff import WINDOWS, choose_cutoff
from dynid.data.filters import Segment, butterworth, lowpass, spline, uniform
from dynid.data.log import Log
from dynid.data.loop_checks import closed_picks
from dynid.data.masks import clipped
from dynid.data.quick import quick_regressor
from dynid.doctor.sheet import BLOCKS, FLOOR, Score, Sheet, glance
from dynid.errors import InputError
from dynid.lapack import pivots
from dynid.loops.closure import close
from dynid.loops.landmarks import follow_motions
from dynid.model.model import Model
from dynid.model.states import random_states
from dynid.robot.mechanism import Robot

SAMPLES, FEW = 1200, 400  # of a log at most, spread evenly; and at least, and for a quick look
DENSE = 4.0  # samples in 1 / cutoff: more of them repeat each other
STATES, RANK = 60, 1e-7  # random states, and the least part of a column that is its own
LOWEST, HIGHEST = 3.0, 10.0  # Hz: below, motion is lost; above, robots have little of it
PLAIN = 5.0  # Hz, of a quick look
# of the rate: a log recorded slowly is one of slow motion, and these are too high for it
SLOW_LOG = 0.05
SLOW = 0.05  # of a joint's largest speed
CORRELATED = 0.5  # s: what a model lacks stays alike for so long
EDGE = 0.3  # s at both ends that are left for torques recorded earlier or later


@dataclass(frozen=True, eq=False)
class Movement:
    """(K, n) each; `turns`: sign of the velocity through the filter of the torque, as dry friction
    appears in it."""

    q: Array
    qd: Array
    qdd: Array
    turns: Array

    def mapped(self, function: Callable[[Array], Array]) -> Movement:
        return Movement(*(function(x) for x in (self.q, self.qd, self.qdd, self.turns)))


@dataclass(frozen=True, eq=False)
class Bench:
    """Some samples of one log: their movement, torques, which count, the block of each."""

    model: Model
    log: Log
    cutoff: float
    t: Array
    move: Movement
    tau: Array
    use: Flags
    block: Ints
    #: torques (K, n) recorded some time later [s]
    torque_at: Callable[[float], Array]
    #: of the rows: those that no others can imitate, whatever the motion
    columns: Ints
    #: (K, n, m) more columns, of what was found already
    extra: Array | None = None
    #: (whole rows, P) the rows are combined by it instead, where the file's masses are believed
    mix: Array | None = None
    #: a repair is tried: poses that its motion can hardly take speak against it
    trial: bool = False

    @property
    def joints(self) -> tuple[str, ...]:
        return self.model.robot.actuated

    @property
    def n(self) -> int:
        return self.tau.shape[1]

    @property
    def correlated(self) -> float:
        """How many samples are worth one independent one."""
        return max(CORRELATED / float(np.median(np.diff(self.t))), 1.0)

    @property
    def floor(self) -> Array:
        """(n,) squares below which errors are those of the processing."""
        size = np.sqrt(np.mean(self.tau**2, axis=0))
        return np.maximum((FLOOR * size) ** 2 * self.use.sum(axis=0), 1e-300)

    def rows(self, move: Movement | None = None, model: Model | None = None) -> Array:
        """Y (K, n, P): the model's, and friction, offset, rotor inertia of every joint."""
        move = self.move if move is None else move
        self._check_loops(move)
        Y = whole_rows(model or self.model, move)
        Y = Y[:, :, self.columns] if self.mix is None else Y @ self.mix
        return Y if self.extra is None else np.concatenate([Y, self.extra], axis=2)

    def explained(self, theta: Array) -> Array:
        """rows() @ theta (K, n), by inverse dynamics: the rows of many joints are large."""
        move, n, plain = self.move, self.n, self.model.plain
        self._check_loops(move)
        known = len(self.columns) if self.mix is None else self.mix.shape[1]
        p = np.zeros(len(plain.parameters) + 4 * n)
        if self.mix is None:
            p[self.columns] = theta[:known]
        else:
            p = self.mix @ theta[:known]
        motion, own = (move.q, move.qd, move.qdd), p[-4 * n :].reshape(n, 4).T
        with warnings.catch_warnings():  # as in quick_regressor
            warnings.simplefilter("ignore")
            tau = plain.inverse_dynamics(*motion, p[: -4 * n])
            tau = tau - plain.known_torque(*motion) if plain.known else tau
        tau = tau + move.qd * own[0] + move.turns * own[1] + own[2] + move.qdd * own[3]
        return tau if self.extra is None else tau + self.extra @ theta[known:]

    def _check_loops(self, move: Movement) -> None:
        """Raise where the loops do not close along a motion that is tried: without a search."""
        if self.trial and not self.model.robot.is_tree:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                close(self.model.robot, move.q, detours=0)

    def sheet(self, Y: Array, tau: Array | None = None) -> Sheet:
        return Sheet.of(Y, self.tau if tau is None else tau, self.use, self.block)

    def score(self, Y: Array, tau: Array | None = None) -> Score:
        """A fit of Y (K, n, P) to the torques."""
        return self.sheet(Y, tau).score()

    def glance(self, Y: Array, tau: Array, unit: Array) -> Score:
        """A first look at a fit, errors in these units."""
        return glance(Y, tau, self.use, self.block, unit)

    def thinned(self, samples: int) -> Bench:
        """The same with about so many samples, for a first look."""
        k = max(len(self.t) // samples, 1)
        return replace(
            self,
            t=self.t[::k],
            move=self.move.mapped(lambda x: x[::k]),
            tau=self.tau[::k],
            use=self.use[::k],
            block=self.block[::k],
            torque_at=lambda delay: self.torque_at(delay)[::k],
            extra=None if self.extra is None else self.extra[::k],
        )

    def repaired(self, move: Movement, tau: Array, torque_at: Callable[[float], Array]) -> Bench:
        return replace(self, move=move, tau=tau, torque_at=torque_at)


def whole_rows(model: Model, move: Movement) -> Array:
    """Y (K, n, P + 4 n): friction, offset, rotor inertia of every joint beside the model's."""
    return quick_regressor(model, move.q, move.qd, move.qdd, move.turns)


def independent(model: Model) -> Ints:
    """The columns of `whole_rows` that no others can imitate, at random states."""
    q, qd, qdd = random_states(model.robot, STATES)
    move = Movement(q, qd, qdd, np.tanh(qd))
    Y = whole_rows(model, move)
    # dry friction of the model is there once more, as the filter shows it: a sharp sign is no use
    names = [placed.joint for placed in model.layout.terms if placed.term.law.dry]
    W = Y.reshape(-1, Y.shape[2])
    size = np.linalg.norm(W, axis=0)
    W = W / np.where(size > 0, size, 1.0)
    # the own ones first: they are exact; and what is in no joint's reach never
    order = np.r_[len(model.parameters) : W.shape[1], : len(model.parameters)]
    kept = [int(k) for k in order[: 4 * q.shape[1]]]
    Q = np.linalg.qr(W[:, kept])[0]
    rest = [
        int(k) for k in order[4 * q.shape[1] :] if size[k] > 0 and not _dry(model, int(k), names)
    ]
    R, first = pivots(W[:, rest] - Q @ (Q.T @ W[:, rest]))
    r = np.abs(np.diag(R))
    kept += [rest[k] for k in first[: int(np.sum(r > RANK))]]
    return np.array(sorted(kept), dtype=np.int64)


def _dry(model: Model, k: int, joints: Sequence[str]) -> bool:
    """Whether a parameter is plain dry friction of an actuated joint."""
    joint, _, kind = model.parameters[k].rpartition(".")
    return kind == "coulomb" and joint in joints and joint in model.robot.actuated


def make_bench(model: Model, log: Log, quick: bool = False) -> Bench:
    """The bench of a log, whose joints are those of the robot; quick: few samples, plain filter."""
    segments = [s for group in uniform([log], [clipped(log, None)])[0] for s in group]
    # a few samples are looked at, and repairs are tried: as the whole log leads through its poses
    model = replace(model, robot=follow_motions(model.robot, [s.q for s in segments]))
    low = SLOW_LOG * log.rate
    cutoff = min(PLAIN, 2.0 * low) if quick else _cutoff(model, segments, min(LOWEST, low))
    long = [s for s in segments if s.duration > 2.0 * EDGE + WINDOWS / cutoff]
    if not long:
        raise InputError(f"{log.where}: no stretch of it is long enough to be looked at.")
    total = sum(len(s.t) for s in long)
    seconds = sum(s.duration for s in long)
    samples = FEW if quick else min(max(DENSE * cutoff * seconds, FEW), SAMPLES)
    parts = [_picked(model.robot, s, cutoff, samples * len(s.t) / total) for s in long]
    t = np.concatenate([part.t for part in parts])
    move = Movement(
        *(
            np.concatenate([getattr(part.move, x) for part in parts])
            for x in ("q", "qd", "qdd", "turns")
        )
    )
    K, motion = len(t), (move.q, move.qd, move.qdd)
    carried = model.plain.known_torque(*motion) if model.plain.known else 0.0  # of known payloads

    def torque_at(delay: float) -> Array:
        return np.concatenate([part.torque_at(delay) for part in parts]) - carried

    return Bench(
        model,
        log,
        cutoff,
        t,
        move,
        torque_at(0.0),
        _fast(move.qd),
        np.arange(K, dtype=np.int64) * BLOCKS // K,
        torque_at,
        independent(model),
    )


def _fast(qd: Array) -> Flags:
    """(K, n) not about to stick or turn round, where friction is not what models say."""
    largest = np.abs(qd).max(axis=0)
    return np.asarray((np.abs(qd) > SLOW * largest) | (largest == 0.0))


@dataclass(frozen=True, eq=False)
class _Part:
    t: Array
    move: Movement
    torque_at: Callable[[float], Array]


def _picked(robot: Robot, segment: Segment, cutoff: float, count: float) -> _Part:
    (q, qd, qdd), tau = butterworth(segment, cutoff)
    turns = lowpass(np.sign(qd), cutoff, segment.rate)
    edge = int(np.ceil((EDGE + 0.5 / cutoff) * segment.rate))
    k = np.unique(np.linspace(edge, len(q) - 1 - edge, max(8, round(count))).astype(np.int64))
    k = closed_picks(robot, segment, q[k], k)
    at = segment.t[k]

    @lru_cache(maxsize=2)  # every joint is asked for with the same delay
    def torque_at(delay: float) -> Array:
        return tau[k] if delay == 0.0 else spline(segment.t, tau, at + delay)

    return _Part(at, Movement(q[k], qd[k], qdd[k], turns[k]), torque_at)


def _cutoff(model: Model, segments: Sequence[Segment], lowest: float) -> float:
    long = [s for s in segments if s.duration > 2.0]
    if not long:
        raise InputError("no stretch of the log lasts two seconds.")
    chosen, _ = choose_cutoff(model, long, butterworth, True)
    return float(min(max(chosen, lowest), HIGHEST))
