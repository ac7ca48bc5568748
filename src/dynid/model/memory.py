"""Memory of friction along a motion: how far a gear is wound up.

An element of a length (Dahl) follows the position alone, not its speed:

    dz/dq = (1 - sign(qd) z) / length

so that from a turn of the motion (q0, z0) on, z = s + (z0 - s) exp(-|q - q0| / length) with
s = sign(q - q0). What counts is the path, and it turns between samples as well: an element shorter
than the way that is missed would keep the wrong direction. Between two samples the motion is the
cubic of their positions and velocities, and its turning points become points of the path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import dynid._native as native
from dynid.arrays import Array, Ints

#: (N,) where a stretch of motion begins
Starts = NDArray[np.bool_] | None


class Turns(NamedTuple):
    """The turning points between samples of one joint, in the order of time.

    after  of each: the sample before it
    at     where between that sample and the next, 0 .. 1
    """

    after: Ints
    at: Array


@dataclass(frozen=True, eq=False)
class JointPath:
    """The positions of one joint, the turning points between the samples among them.

    points    the positions
    samples   of every sample: which point it is
    begins    of every point: whether a stretch of motion begins there
    """

    points: Array
    samples: Ints
    begins: Starts
    turns: Turns

    def compute_memory(self, length: float) -> Array:
        """z (N,) at the samples; 0 where a stretch begins."""
        return self._wind(length)[self.samples]

    def _wind(self, length: float) -> Array:
        z = np.empty(len(self.points))
        native.memory(self.points, self.begins, length, z)
        return z

    def compute_gradient(self, length: float, z_bar: Array) -> Array:
        """dJ/dpoints of a scalar J(z), for z_bar = dJ/dz at the samples."""
        bar, points_bar = np.zeros(len(self.points)), np.zeros(len(self.points))
        bar[self.samples] = z_bar
        native.memory_adjoint(self.points, self._wind(length), length, bar, points_bar)
        return points_bar


def estimate_step(q: Array, qd: Array, starts: Starts = None) -> float:
    """The time between two samples of a motion (N, n), by least squares of dq = h (qd0 + qd1) / 2;
    0 where nothing moves."""
    d, mean = _compare(q, qd, starts)
    square = float((mean**2).sum())
    return max(float((d * mean).sum()) / square, 0.0) if square > 0 else 0.0


def _compare(q: Array, qd: Array, starts: Starts) -> tuple[Array, Array]:
    """From every sample to the next of its stretch: the way, and the mean of the velocities."""
    d, mean = np.diff(q, axis=0), 0.5 * (qd[1:] + qd[:-1])
    if starts is not None:
        d[starts[1:]] = mean[starts[1:]] = 0.0
    return d, mean


def trace_path(q: Array, qd: Array, step: float, starts: Starts = None) -> JointPath:
    """The path of one joint, from its positions and velocities (N,)."""
    turns = _find_turns(q, qd * step, starts)
    count = (
        np.bincount(turns.after, minlength=len(q)) if len(turns.after) else np.zeros(len(q), int)
    )
    samples = np.arange(len(q)) + np.cumsum(count) - count
    points = np.empty(len(q) + len(turns.after))
    points[samples] = q
    k = turns.after
    points[_place_turns(samples, turns)] = sum(
        weight * x
        for weight, x in zip(_weigh(turns.at), (q[k], q[k + 1], qd[k] * step, qd[k + 1] * step))
    )
    begins = None
    if starts is not None:
        begins = np.zeros(len(points), dtype=bool)
        begins[samples] = starts
    return JointPath(points, samples, begins, turns)


def _place_turns(samples: Ints, turns: Turns) -> Ints:
    """Which points they are: the second of two after one sample follows the first."""
    second = np.append(False, np.diff(turns.after) == 0)[: len(turns.after)]
    return np.asarray(samples[turns.after] + 1 + second)


def _weigh(u: Array) -> tuple[Array, Array, Array, Array]:
    """Of q0, q1, h qd0, h qd1 in the cubic at u = 0 .. 1 (Hermite)."""
    rest = 1.0 - u
    return (1 + 2 * u) * rest**2, u**2 * (3 - 2 * u), u * rest**2, -(u**2) * rest


def _find_turns(q: Array, v: Array, starts: Starts) -> Turns:
    """Where dp/du = v0 + 2 b u + 3 c u^2 of the cubic is zero between two samples,
    b = 3 d - 2 v0 - v1, c = v0 + v1 - 2 d; v: ways in one step."""
    d = np.diff(q)
    # with v0, v1 between 0 and 3 d the cubic goes one way (Fritsch and Carlson)
    turning = (
        (v[:-1] * d < 0) | (v[1:] * d < 0) | (np.maximum(abs(v[:-1]), abs(v[1:])) > 3 * abs(d))
    )
    if starts is not None:
        turning &= ~starts[1:]
    k = np.flatnonzero(turning)
    d, v0, v1 = d[k], v[k], v[k + 1]
    b, c = 3 * d - 2 * v0 - v1, v0 + v1 - 2 * d
    square = b * b - 3 * c * v0
    w = -(b + np.copysign(np.sqrt(np.maximum(square, 0.0)), b))
    with np.errstate(divide="ignore", invalid="ignore"):
        roots = np.sort(np.stack([w / (3 * c), v0 / w], axis=1), axis=1)
    inside = (square > 0)[:, None] & (roots > 0) & (roots < 1)  # nan is outside
    return Turns(np.repeat(k, inside.sum(axis=1)), roots[inside])


class MotionGradient(NamedTuple):
    """dJ/dq and dJ/dqd (N, n)."""

    q: Array
    qd: Array


def compute_memory(q: Array, qd: Array, length: float, starts: Starts = None) -> Array:
    """z (N, n) along a motion; 0 where a stretch begins."""
    return wind(trace_paths(q, qd, starts), length)


def trace_paths(q: Array, qd: Array, starts: Starts = None) -> list[JointPath]:
    """Of every joint of a motion (N, n)."""
    step = estimate_step(q, qd, starts)
    return [trace_path(*joint, step, starts) for joint in zip(q.T, qd.T)]


def wind(paths: list[JointPath], length: float) -> Array:
    """z (N, n) of elements of one length along the paths of all joints."""
    return np.column_stack([path.compute_memory(length) for path in paths])


def compute_memory_gradient(q: Array, qd: Array, length: float, z_bar: Array) -> MotionGradient:
    """Of a scalar J(z) of the memory z along one stretch (N, n), for z_bar = dJ/dz. At a turning
    point the cubic is level, so that where it is does not matter to the first order.

    h = sum d m / sum m^2 of the ways d and mean velocities m:
    dh/dd = m / sum m^2,   dh/dm = (d - 2 h m) / sum m^2
    """
    out = MotionGradient(np.zeros_like(q), np.zeros_like(q))
    step, step_bar = estimate_step(q, qd), 0.0
    for j, path in enumerate(trace_path(*joint, step) for joint in zip(q.T, qd.T)):
        bar = path.compute_gradient(length, z_bar[:, j])
        out.q[:, j] += bar[path.samples]
        k, own = path.turns.after, bar[_place_turns(path.samples, path.turns)]
        for to, at, scale, weight in zip(
            (out.q, out.q, out.qd, out.qd),
            (k, k + 1) * 2,
            (1, 1, step, step),
            _weigh(path.turns.at),
        ):
            np.add.at(to[:, j], at, scale * weight * own)
        _, _, w0, w1 = _weigh(path.turns.at)
        step_bar += float(own @ (w0 * qd[k, j] + w1 * qd[k + 1, j]))
    d, mean = _compare(q, qd, None)
    square = float((mean**2).sum())
    if square > 0 and step > 0:
        d_bar, half = step_bar * mean / square, 0.5 * step_bar * (d - 2 * step * mean) / square
        out.q[1:] += d_bar
        out.q[:-1] -= d_bar
        out.qd[1:] += half
        out.qd[:-1] += half
    return out
