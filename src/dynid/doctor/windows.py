"""Times of a log that do not fit the rest of it: contact, a push, bad samples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from dynid.arrays import Array, Flags
from dynid.doctor.bench import Bench
from dynid.doctor.findings import Change, Finding
from dynid.doctor.sheet import Score
from dynid.errors import listing

PIECES = 60  # that the log is cut into
FAR = 5.0  # times the usual error of a joint (median over the pieces): does not fit
LEAST = 0.02  # of a joint's torque: smaller errors matter to nobody
MOST = 0.5  # of the log: more is no exception
CLEANER = 0.5  # of the error of the rest, which must be left once the pieces are


def windows(bench: Bench, score: Score) -> tuple[list[Finding], Bench]:
    """Findings, and the bench without the pieces that do not fit."""
    use, bad = bench.use, np.zeros((PIECES, bench.n), dtype=bool)
    piece = np.arange(len(bench.t)) * PIECES // len(bench.t)
    Y, size = bench.rows(), np.sqrt(np.mean(bench.tau**2, axis=0))
    first = None
    for _ in range(6):
        theta = bench_fit(bench, Y, use)
        error = np.sqrt(_by_piece(np.where(bench.use, bench.tau - Y @ theta, 0.0) ** 2, piece))
        first = error if first is None else first
        usual = np.median(error, axis=0)
        worse = error > np.maximum(FAR * usual, LEAST * size)
        if (worse == bad).all():
            break
        bad = worse
        use = bench.use & ~bad[piece].any(axis=1)[:, None]
        if use.mean() < 1.0 - MOST:
            return [], bench
    out = bad.any(axis=1)
    if not out.any() or out.mean() > MOST or first is None:
        return [], bench
    # a few peaks of an error that is large all over are no exception
    usual, whole = np.median(error[~out], axis=0), np.median(first, axis=0)
    joints = np.array(bench.joints)[bad.any(axis=0)]
    peak = (error[out] / np.maximum(usual, 1e-300)).max()
    better = float((usual / np.maximum(whole, 1e-300)).min())
    if peak < 2.0 * FAR and better > CLEANER:
        return [], bench
    spans = list(_spans(bench.t, out[piece]))
    shown = ", ".join(f"{a:.3g} .. {b:.3g}" for a, b in spans[:4])
    certainty = "likely" if better < CLEANER or peak > 4.0 * FAR else "possible"
    found = Finding(
        "contact",
        certainty,
        f"t = {shown} s{', ...' if len(spans) > 4 else ''}",
        f"There the torques of {listing(joints)} are off by up to {peak:.2g} times the usual error"
        f" of a fit to the rest of the log; without these times it leaves {100 * better:.2g} % of"
        " what it left of one joint.",
        "Contact, a push, or bad samples: leave these times out (--between), or split the log.",
        Change("cut", (), tuple(x for span in spans for x in span)),
        bench.log.source,
    )
    return [found], replace(bench, use=use)


def bench_fit(bench: Bench, Y: Array, use: Flags) -> Array:
    return replace(bench, use=use).score(Y).theta


def _by_piece(squares: Array, piece: Array) -> Array:
    out = np.zeros((PIECES, squares.shape[1]))
    np.add.at(out, piece, squares)
    return out / np.maximum(np.bincount(piece, minlength=PIECES), 1)[:, None]


def _spans(t: Array, wrong: Flags) -> Iterator[tuple[float, float]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], wrong.astype(np.int8), [0]])))
    for a, b in zip(edges[::2], edges[1::2]):
        yield float(t[a]), float(t[b - 1])
