"""Whether the loops of a robot can be closed along a log, and what is done where only its smoothed
positions leave the workspace."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dynid.arrays import Array, Ints
from dynid.closed_chains.closing import close
from dynid.closed_chains.roadmap import can_close
from dynid.data.resampling import Segment
from dynid.errors import LoopClosureError
from dynid.robot.mechanism import Robot

if TYPE_CHECKING:
    from dynid.data.smoothing import MotionStretch

MOST_OPEN = 0.1  # of the samples: more that stay open once smoothed are no matter of smoothing
SHORTEST = 24  # samples of a stretch between them that is kept: a filter takes twelve


def check_loops(robot: Robot, segment: Segment) -> None:
    """Every recorded pose must be one that the robot can take: better to learn it here, with log
    and time, than in the middle of an estimation. Singular poses are reported later."""
    if robot.is_tree:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _compute_margins(robot, segment, segment.t, segment.q)


def close_parts(
    robot: Robot, parts: Sequence[MotionStretch], notes: list[str]
) -> list[MotionStretch]:
    """The parts whose loops are closed at every sample. Where the robot is at the edge of its
    workspace, its smoothed positions may be beyond: these samples are left out."""
    if robot.is_tree:
        return list(parts)
    kept: list[MotionStretch] = []
    margins: list[float] = []
    for part in parts:
        try:
            margin, pieces = (
                _compute_margins(robot, part.segment, part.segment.t, *part.motion),
                [part],
            )
        except LoopClosureError as error:
            pieces = _drop_open_samples(robot, part, error, notes)
            margin = np.concatenate(
                [_compute_margins(robot, x.segment, x.segment.t, *x.motion) for x in pieces]
            )
        kept += pieces
        margins.append(float(margin.min()))
    notes.append(
        f"loops closed at every sample; smallest distance from a singularity {min(margins):.2g}"
        " (1: far)"
    )
    return kept


def _drop_open_samples(
    robot: Robot, part: MotionStretch, error: LoopClosureError, notes: list[str]
) -> list[MotionStretch]:
    """The part without the samples that stay open; the error, where these are not just a few or
    the recorded positions stay open as well."""
    check_loops(robot, part.segment)
    closes = can_close(robot, part.motion[0])
    edges = np.flatnonzero(np.diff(np.concatenate([[False], closes, [False]]))).tolist()
    pieces = [slice(a, b) for a, b in zip(edges[::2], edges[1::2]) if b - a >= SHORTEST]
    if closes.mean() < 1.0 - MOST_OPEN or not pieces:
        raise error
    left = len(closes) - sum(piece.stop - piece.start for piece in pieces)
    notes.append(
        f"{part.segment.where}: {left} samples ignored, where the smoothed positions are beyond"
        " the workspace, though the recorded ones are not (a higher cutoff keeps more)"
    )
    return [part.cut(piece) for piece in pieces]


def keep_closed_picks(robot: Robot, segment: Segment, q: Array, picks: Ints) -> Ints:
    """Those of some samples of a segment whose smoothed positions q (K, n) the loops close at; an
    error, where they do not at more than a few."""
    closes = can_close(robot, q)
    if closes.mean() < 1.0 - MOST_OPEN:
        _compute_margins(robot, segment, segment.t[picks], q)
    return picks[closes]


def _compute_margins(robot: Robot, segment: Segment, t: Array, q: Array, *rates: Array) -> Array:
    """(N,) distances from singular poses of samples at the times t; errors name log and time."""
    try:
        margin = close(robot, q, *(rates or (None, None))).margin
    except LoopClosureError as error:
        time = None if error.sample is None else float(t[error.sample])
        at = "" if time is None else f"t = {time:.6g} s: "
        raise LoopClosureError(f"{segment.where}, {at}{error}", error.sample, time) from error
    return np.ones(len(t)) if margin is None else margin
