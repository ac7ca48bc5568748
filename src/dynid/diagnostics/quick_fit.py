"""The quick fit that hypotheses are tested by: some samples of a log, in blocks, and how well a fit
without a block predicts it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dynid.arrays import Array, Flags, Ints
from dynid.closed_chains.closing import close
from dynid.closed_chains.motion_landmarks import follow_motions
from dynid.data.cutoff import WINDOWS, choose_cutoff
from dynid.data.log import Log
from dynid.data.loop_checks import keep_closed_picks
from dynid.data.lowpass import filter_lowpass
from dynid.data.masks import mark_clipped
from dynid.data.quick_regressor import compute_quick_regressor
from dynid.data.resampling import Segment, filter_butterworth, interpolate_cubic, resample_uniformly
from dynid.diagnostics.scores import BLOCKS, FLOOR, CompressedRows, Score, score_roughly
from dynid.errors import InputError
from dynid.lapack import factor_pivoted_qr
from dynid.model.model import Model
from dynid.model.random_states import draw_random_states
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from dynid.diagnostics.hypotheses import FaultHypothesis

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


class Movement(NamedTuple):
    """(K, n) each; `turns`: sign of the velocity through the filter of the torque, as dry friction
    appears in it."""

    q: Array
    qd: Array
    qdd: Array
    turns: Array

    def map(self, function: Callable[[Array], Array]) -> Movement:
        return Movement(*map(function, self))

    @classmethod
    def join(cls, parts: Sequence[Movement]) -> Movement:
        """One after another."""
        return cls(*map(np.concatenate, zip(*parts)))


@dataclass(frozen=True, eq=False)
class QuickFit:
    """Some samples of one log: their movement, torques, which count, the block of each."""

    model: Model
    log: Log
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
    #: fault hypotheses of the user, tried beside the others
    hypotheses: tuple[FaultHypothesis, ...] = ()
    #: a repair is tried: poses that its motion can hardly take speak against it
    trial: bool = False

    @property
    def joints(self) -> tuple[str, ...]:
        return self.model.robot.actuated

    @property
    def n(self) -> int:
        return int(self.tau.shape[1])

    @property
    def correlated(self) -> float:
        """How many samples are worth one independent one."""
        return max(CORRELATED / float(np.median(np.diff(self.t))), 1.0)

    @property
    def floor(self) -> Array:
        """(n,) squares below which errors are those of the processing."""
        size = np.sqrt(np.mean(self.tau**2, axis=0))
        floor: Array = np.maximum((FLOOR * size) ** 2 * self.use.sum(axis=0), 1e-300)
        return floor

    def compute_rows(self) -> Array:
        """Y (K, n, P): the model's, and friction, offset, rotor inertia of every joint."""
        self._check_loops()
        Y = compute_rows(self.model, self.move)
        Y = Y[:, :, self.columns] if self.mix is None else Y @ self.mix
        return Y if self.extra is None else np.concatenate([Y, self.extra], axis=2)

    def predict(self, theta: Array) -> Array:
        """rows() @ theta (K, n), by inverse dynamics: the rows of many joints are large."""
        move, n, plain = self.move, self.n, self.model.plain
        self._check_loops()
        p = self.expand(theta)
        motion, own = (move.q, move.qd, move.qdd), p[-4 * n :].reshape(n, 4).T
        with warnings.catch_warnings():  # as in quick_regressor
            warnings.simplefilter("ignore")
            tau: Array = plain.inverse_dynamics(*motion, p[: -4 * n])
            tau = tau - plain.compute_known_torque(*motion) if plain.known else tau
        tau = tau + move.qd * own[0] + move.turns * own[1] + own[2] + move.qdd * own[3]
        return tau if self.extra is None else tau + self.extra @ theta[-self.extra.shape[2] :]

    def expand(self, theta: Array) -> Array:
        """(P + 4 n,) parameters of `compute_rows`."""
        if self.mix is not None:
            return np.asarray(self.mix @ theta[: self.mix.shape[1]])
        p = np.zeros(len(self.model.parameters) + 4 * self.n)
        p[self.columns] = theta[: len(self.columns)]
        return p

    def _check_loops(self) -> None:
        """Raise where the loops do not close along a motion that is tried: without a search."""
        if self.trial and not self.model.robot.is_tree:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                close(self.model.robot, self.move.q, detours=0)

    def compress(self, Y: Array, tau: Array | None = None) -> CompressedRows:
        return CompressedRows.from_rows(Y, self.tau if tau is None else tau, self.use, self.block)

    def score(self, Y: Array, tau: Array | None = None) -> Score:
        """A fit of Y (K, n, P) to the torques."""
        return self.compress(Y, tau).score()

    def score_roughly(self, Y: Array, tau: Array, unit: Array) -> Score:
        """A first look at a fit, errors in these units."""
        return score_roughly(Y, tau, self.use, self.block, unit)

    def thin(self, samples: int) -> QuickFit:
        """The same with about so many samples, for a first look."""
        k = max(len(self.t) // samples, 1)
        return replace(
            self,
            t=self.t[::k],
            move=self.move.map(lambda x: x[::k]),
            tau=self.tau[::k],
            use=self.use[::k],
            block=self.block[::k],
            torque_at=lambda delay: self.torque_at(delay)[::k],
            extra=None if self.extra is None else self.extra[::k],
        )

    def map_torques(self, function: Callable[[Array], Array]) -> QuickFit:
        """The same with other torques, whenever they were recorded."""
        return replace(
            self,
            tau=function(self.tau),
            torque_at=lambda delay: function(self.torque_at(delay)),
        )

    def compute_residual_shares(self, score: Score) -> Array:
        """(n,) RMS of the residual over that of the torque."""
        whole = np.maximum(np.where(self.use, self.tau**2, 0.0).sum(axis=0), 1e-300)
        return np.asarray(np.sqrt(score.squares.sum(axis=0) / whole))

    def compute_residual_share(self, score: Score) -> float:
        """The same of all joints together."""
        whole = np.sum(np.where(self.use, self.tau, 0.0) ** 2)
        return float(np.sqrt(score.squares.sum() / max(float(whole), 1e-300)))

    def select_joint(self, j: int, *columns: Array) -> Array:
        """(K, n, m): columns (K,) that act on one joint."""
        out = np.zeros((len(self.t), self.n, len(columns)))
        out[:, j] = np.stack(columns, axis=1)
        return out

    @property
    def s(self) -> Array:
        """(K,) from -1 to 1 along the log."""
        s: Array = 2.0 * (self.t - self.t[0]) / (self.t[-1] - self.t[0]) - 1.0
        return s

    @property
    def gravity(self) -> Array:
        return np.asarray(self.model.robot.gravity, dtype=float)

    def set_robot(self, robot: Robot) -> QuickFit:
        return replace(self, model=Model(robot, self.model.effects, self.model.symmetric))

    def set_gravity(self, g: Array) -> QuickFit:
        return self.set_robot(self.model.robot.replace(gravity=g))

    def compute_model_rows(self) -> Array:
        """(K, n, P) of the model alone."""
        return self.model.regressor(self.move.q, self.move.qd, self.move.qdd)


def join_fits(fits: Sequence[QuickFit]) -> QuickFit:
    """One fit of all."""
    first = fits[0]
    tau = np.concatenate([fit.tau for fit in fits])
    return replace(
        first,
        t=np.concatenate([fit.t for fit in fits]),
        move=Movement.join([fit.move for fit in fits]),
        tau=tau,
        use=np.concatenate([fit.use for fit in fits]),
        block=np.concatenate([fit.block for fit in fits]),
        torque_at=lambda _: tau,
        extra=first.extra if len(fits) == 1 else None,
    )


def compute_rows(model: Model, move: Movement) -> Array:
    """Y (K, n, P + 4 n): friction, offset, rotor inertia of every joint beside the model's."""
    return compute_quick_regressor(model, move.q, move.qd, move.qdd, move.turns)


def find_independent(model: Model) -> Ints:
    """The columns of `compute_rows` that no others can imitate, at random states."""
    q, qd, qdd = draw_random_states(model.robot, STATES)
    move = Movement(q, qd, qdd, np.tanh(qd))
    Y = compute_rows(model, move)
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
        int(k) for k in order[4 * q.shape[1] :] if size[k] > 0 and not _is_dry(model, int(k), names)
    ]
    R, first = factor_pivoted_qr(W[:, rest] - Q @ (Q.T @ W[:, rest]))
    r = np.abs(np.diag(R))
    kept += [rest[k] for k in first[: int(np.sum(r > RANK))]]
    return np.array(sorted(kept), dtype=np.int64)


def _is_dry(model: Model, k: int, joints: Sequence[str]) -> bool:
    """Whether a parameter is plain dry friction of an actuated joint."""
    joint, _, kind = model.parameters[k].rpartition(".")
    return kind == "coulomb" and joint in joints and joint in model.robot.actuated


def prepare_fit(model: Model, log: Log, quick: bool = False) -> QuickFit:
    """The fit of a log, whose joints are those of the robot; quick: few samples, plain filter."""
    segments = [
        s for group in resample_uniformly([log], [mark_clipped(log, None)])[0] for s in group
    ]
    # a few samples are looked at, and repairs are tried: as the whole log leads through its poses
    model = replace(model, robot=follow_motions(model.robot, [s.q for s in segments]))
    low = SLOW_LOG * log.rate
    cutoff = min(PLAIN, 2.0 * low) if quick else _choose_cutoff(model, segments, min(LOWEST, low))
    long = [s for s in segments if s.duration > 2.0 * EDGE + WINDOWS / cutoff]
    if not long:
        raise InputError(f"{log.where}: no stretch of it is long enough to be examined.")
    total = sum(len(s.t) for s in long)
    seconds = sum(s.duration for s in long)
    samples = FEW if quick else min(max(DENSE * cutoff * seconds, FEW), SAMPLES)
    parts = [_pick_samples(model.robot, s, cutoff, samples * len(s.t) / total) for s in long]
    times, moves, torques = zip(*parts)
    t, move = np.concatenate(times), Movement.join(moves)
    K, motion = len(t), (move.q, move.qd, move.qdd)
    carried = (
        model.plain.compute_known_torque(*motion) if model.plain.known else 0.0
    )  # of known payloads

    def compute_torque(delay: float) -> Array:
        return np.concatenate([one(delay) for one in torques]) - carried

    return QuickFit(
        model,
        log,
        t,
        move,
        compute_torque(0.0),
        _is_fast(move.qd),
        np.arange(K, dtype=np.int64) * BLOCKS // K,
        compute_torque,
        find_independent(model),
    )


def _is_fast(qd: Array) -> Flags:
    """(K, n) not about to stick or reverse, where friction is not what models say."""
    largest = np.abs(qd).max(axis=0)
    return np.asarray((np.abs(qd) > SLOW * largest) | (largest == 0.0))


def _pick_samples(
    robot: Robot, segment: Segment, cutoff: float, count: float
) -> tuple[Array, Movement, Callable[[float], Array]]:
    """Times, movement, and torques some time later."""
    motion, _ = filter_butterworth(segment, cutoff, torque=False)
    edge = int(np.ceil((EDGE + 0.5 / cutoff) * segment.rate))
    N = len(segment.t)
    k = np.unique(np.linspace(edge, N - 1 - edge, max(8, round(count))).astype(np.int64))
    k = keep_closed_picks(robot, segment, motion[0][k], k)
    at, (q, qd, qdd), turns = segment.t[k], (x[k] for x in motion), np.sign(motion[1])
    del motion
    turns = filter_lowpass(turns, cutoff, segment.rate, k)
    tau = filter_lowpass(segment.tau, cutoff, segment.rate)

    @lru_cache(maxsize=2)  # every joint is asked for with the same delay
    def compute_torque(delay: float) -> Array:
        return tau[k] if delay == 0.0 else interpolate_cubic(segment.t, tau, at + delay)

    return at, Movement(q, qd, qdd, turns), compute_torque


def _choose_cutoff(model: Model, segments: Sequence[Segment], lowest: float) -> float:
    long = [s for s in segments if s.duration > 2.0]
    if not long:
        raise InputError("no stretch of the log lasts two seconds.")
    chosen, _ = choose_cutoff(model, long, filter_butterworth, True)
    return float(min(max(chosen, lowest), HIGHEST))
